#include "drawing/agreement_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "picture/figure.h"
#include "picture/labels.h"
#include "picture/ticks.h"

/* A map smaller than this is magnified; disagreeing pixels are ringed, up to so many. */
enum { SMALLEST_SIDE = 480, MOST_RINGS = 400 };

/* Dark is stable. Red is nowhere else: a disagreement cannot be overlooked. */
static const struct {
    uint32_t colour;
    const char *words;
} kinds[AGREEMENT_COUNT] = {
    [AGREE_STABLE] = {0xFF1F3B57, "agree, stable"},
    [AGREE_UNSTABLE] = {0xFFE6E9EC, "agree, unstable"},
    [DISAGREE] = {0xFFE0182D, "disagree"},
    [TOO_CLOSE] = {0xFFF2B632, "too close to call"},
    [NOT_MEASURED] = {0xFFFFFFFF, "not measured"},
};

static void set_words(const agreement_map *map, figure *f)
{
    const validation *v = map->validation;
    figure_panel *p = &f->panels[0];
    char number[TICK_TEXT_SIZE], w[TICK_TEXT_SIZE + 32] = "", t0[TICK_TEXT_SIZE + 32] = "";
    label_method(map->method, p->title, sizeof p->title);
    if (plane_is_complex(v->view.plane) && map->method->form != FORM_ODE_ONLY) {
        ticks_number(v->view.w, number);
        snprintf(w, sizeof w, "/w/ = %s, ", number);
    }
    if (map->t0 != 0) {
        ticks_number(map->t0, number);
        snprintf(t0, sizeof t0, " from /t/ = %s /h/ on", number);
    }
    const char *moves = label_motion(map->moves);
    snprintf(p->subtitle, sizeof p->subtitle, "%s%s%s%d steps a pixel%s", w, moves,
             moves[0] != '\0' ? ", " : "", map->steps, t0);
    f->kind_count = AGREEMENT_COUNT;
    for (int i = 0; i < AGREEMENT_COUNT; i++) {
        f->kinds[i].colour = kinds[i].colour;
        if (v->counts[i] > 0 || i == DISAGREE) {
            snprintf(f->kinds[i].label, sizeof f->kinds[i].label, "%s: %ld", kinds[i].words,
                     v->counts[i]);
        }
        int letters = (int)strlen(f->kinds[i].label);
        f->legend_letters = letters > f->legend_letters ? letters : f->legend_letters;
    }
}

static status add_rings(const validation *v, figure_panel *p, message *why)
{
    TRY(memory_allocate(&p->points, MOST_RINGS, sizeof *p->points, why));
    for (int row = 0; row < v->view.height; row++) {
        for (int column = 0; column < v->view.width && p->point_count < MOST_RINGS; column++) {
            if (v->agreement[(size_t)row * (size_t)v->view.width + (size_t)column] == DISAGREE) {
                p->points[p->point_count++] =
                    CMPLX(view_x(&v->view, column), view_y(&v->view, row));
            }
        }
    }
    return STATUS_OK;
}

status agreement_map_write(const agreement_map *map, file_format format, output *to, message *why)
{
    figure f = {.shading = SHADE_KINDS, .legend = true, .panel_count = 1, .columns = 1};
    TRY(memory_allocate(&f.panels, 1, sizeof *f.panels, why));
    status s = STATUS_OK;
    f.panels[0].view = map->validation->view;
    f.panels[0].kinds = map->validation->agreement;
    f.panels[0].rings = true;
    set_words(map, &f);
    const view *v = &map->validation->view;
    int smaller = v->width < v->height ? v->width : v->height;
    int scale = (SMALLEST_SIDE + smaller - 1) / smaller; /* whole pixels for each */
    TRY_OR_END(figure_fit(&f, scale * v->width, scale * v->height, why));
    TRY_OR_END(add_rings(map->validation, &f.panels[0], why));
    s = figure_write(&f, format, map->command, to, why);
end:
    free(f.panels[0].points);
    free(f.panels);
    return s;
}
