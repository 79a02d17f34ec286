/* The legend of lines and marks: inside of the panel where nothing is, else beside it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "picture/chart_parts.h"
#include "picture/type.h"

/* In letters of the legend. */
static const double text_size = 0.85, line_height = 1.3, sample_room = 3.3, edge = 0.5;

/* A line that is not there needs a reason. */
static const char *absence(const chart_panel *panel, const chart_series *s)
{
    bool finite = false, shown = false;
    for (int i = 0; i < s->count && !shown; i++) {
        finite = finite || isfinite(s->y[i]);
        shown = isfinite(s->y[i]) && (!panel->y.is_log || s->y[i] > 0);
    }
    return shown ? "" : finite ? " (all 0)" : " (no values)";
}

static void label_of(const chart_panel *panel, const panel_plan *plan, const chart_series *s,
                     char out[CHART_LABEL_SIZE + 20])
{
    snprintf(out, CHART_LABEL_SIZE + 20, "%s%s", s->label,
             plan->note == NULL ? absence(panel, s) : "");
}

void legend_measure(cairo_t *measure, const chart_panel *panel, panel_plan *plan, double letter)
{
    legend_plan *l = &plan->legend;
    char label[CHART_LABEL_SIZE + 20];
    double widest = 0;
    l->entry_count = 0;
    for (int i = 0; i < panel->series_count; i++) {
        if (panel->series[i].label[0] != '\0') {
            label_of(panel, plan, &panel->series[i], label);
            widest = fmax(widest, type_width(measure, text_size * letter, label));
            l->entry_count++;
        }
    }
    l->letter = letter;
    l->where.width = (2 * edge + sample_room) * letter + widest;
    l->where.height = (l->entry_count * line_height + edge) * letter;
}

/* The next series with a label, from this one on; the number of series when there is none. */
static int next_entry(const chart_panel *panel, int i)
{
    while (i < panel->series_count && panel->series[i].label[0] == '\0') {
        i++;
    }
    return i;
}

bool legend_same(const chart_panel *a, const panel_plan *plan_a, const chart_panel *b,
                 const panel_plan *plan_b)
{
    int i = next_entry(a, 0), k = next_entry(b, 0);
    bool same = true;
    while (same && i < a->series_count && k < b->series_count) {
        char label[CHART_LABEL_SIZE + 20], other[CHART_LABEL_SIZE + 20];
        const chart_series *s = &a->series[i], *t = &b->series[k];
        label_of(a, plan_a, s, label);
        label_of(b, plan_b, t, other);
        same = strcmp(label, other) == 0 && s->pen == t->pen && s->mark == t->mark &&
               s->no_line == t->no_line && plan_a->solid[i] == plan_b->solid[k];
        i = next_entry(a, i + 1);
        k = next_entry(b, k + 1);
    }
    return same && i == a->series_count && k == b->series_count;
}

int legend_covered(const panel_plan *plan, area b)
{
    const chart_place *p = &plan->place;
    int left = (int)floor((b.x - p->x) / p->width * COVER_COLUMNS);
    int right = (int)floor((b.x + b.width - p->x) / p->width * COVER_COLUMNS);
    int top = (int)floor((b.y - p->y) / p->height * COVER_ROWS);
    int bottom = (int)floor((b.y + b.height - p->y) / p->height * COVER_ROWS);
    int count = 0;
    for (int row = top < 0 ? 0 : top; row <= bottom && row < COVER_ROWS; row++) {
        for (int column = left < 0 ? 0 : left; column <= right && column < COVER_COLUMNS;
             column++) {
            count += plan->cover[row][column];
        }
    }
    return count;
}

/* Corners first, then the middles of the sides; parts of the free width and height. */
static const double spots[][2] = {{1, 0},   {0, 0},   {1, 1},   {0, 1},
                                  {1, 0.5}, {0, 0.5}, {0.5, 0}, {0.5, 1}};

static int try_size(cairo_t *measure, const chart_panel *panel, panel_plan *plan, double letter,
                    double gap)
{
    const chart_place *p = &plan->place;
    legend_plan *l = &plan->legend;
    legend_measure(measure, panel, plan, letter);
    double across = p->width - 2 * gap - l->where.width;
    double upward = p->height - 2 * gap - l->where.height;
    int least = 1 << 20;
    if (across < 0 || upward < 0 || l->where.height > 0.75 * p->height) {
        return least;
    }
    area best = l->where;
    for (size_t i = 0; i < sizeof spots / sizeof spots[0]; i++) {
        area b = l->where;
        b.x = p->x + gap + spots[i][0] * across;
        b.y = p->y + gap + spots[i][1] * upward;
        int covered = legend_covered(plan, b);
        if (covered < least) {
            least = covered;
            best = b;
        }
    }
    l->where = best;
    return least;
}

int legend_settle(cairo_t *measure, const chart_panel *panel, panel_plan *plan, double letter)
{
    static const double sizes[] = {1, 0.88};
    int covered = 1;
    for (int i = 0; i < 2 && covered > 0; i++) {
        covered = try_size(measure, panel, plan, sizes[i] * letter, 0.5 * letter);
    }
    return covered;
}

void legend_shrink(cairo_t *measure, const chart_panel *panel, panel_plan *plan, double letter)
{
    const chart_place *p = &plan->place;
    for (double size = 0.88; size > 0.3; size *= 0.9) {
        if (try_size(measure, panel, plan, size * letter, 0.5 * letter) < 1 << 20) {
            return;
        }
    }
    plan->legend.where.x = p->x; /* for a panel too small for anything */
    plan->legend.where.y = p->y;
}

void legend_draw(cairo_t *canvas, const chart_panel *panel, const panel_plan *plan, double letter)
{
    const legend_plan *l = &plan->legend;
    if (l->entry_count == 0) {
        return;
    }
    if (!l->outside) {
        double hair = axes_hair(0.7 * letter);
        cairo_rectangle(canvas, round(l->where.x) + 0.5 * hair, round(l->where.y) + 0.5 * hair,
                        round(l->where.width), round(l->where.height));
        cairo_set_source_rgba(canvas, 1, 1, 1, 0.92);
        cairo_fill_preserve(canvas);
        cairo_set_source_rgb(canvas, 0.8, 0.8, 0.8);
        cairo_set_line_width(canvas, hair);
        cairo_stroke(canvas);
    }
    double left = l->where.x + (l->outside ? 0 : edge * l->letter);
    double y = l->where.y + (0.5 * edge + 0.5 * line_height) * l->letter;
    char label[CHART_LABEL_SIZE + 20];
    for (int i = 0; i < panel->series_count; i++) {
        const chart_series *s = &panel->series[i];
        if (s->label[0] != '\0') {
            label_of(panel, plan, s, label);
            series_sample(canvas, s, plan->solid[i], left, y, l->letter);
            cairo_set_source_rgb(canvas, 0, 0, 0);
            type_draw(canvas, left + sample_room * l->letter, y + 0.26 * l->letter,
                      text_size * l->letter, TYPE_START, label);
            y += line_height * l->letter;
        }
    }
}
