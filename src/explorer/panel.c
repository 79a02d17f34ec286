#include "explorer/panel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "explorer/exhibits.h"
#include "explorer/state.h"
#include "picture/labels.h"
#include "picture/ticks.h"

static const uint32_t ground = 0xFF1B2129, raised = 0xFF2B333D, lit = 0xFF2F6FB0, ink = 0xFFE6EAEE;
static const uint32_t faint = 0xFF9AA5B1, edge = 0xFF3C4652, hot = 0xFF3A4552;

/* A row of equal buttons, one of them on. */
static void choice_row(cursor *k, const char *key)
{
    const property *s = settings_find(key);
    int chosen = *(const int *)settings_value(&k->e->now, s), count = 0;
    while (s->choice(count) != NULL) {
        count++;
    }
    double label = 3.4 * k->l, each = (k->width - label) / count;
    words(k, (box){k->x, k->y, label, 1.5 * k->l}, 0.85 * k->l, CANVAS_START, faint, s->label);
    for (int i = 0; i < count; i++) {
        panel_button(k, (box){k->x + label + i * each, k->y, each - 0.2 * k->l, 1.5 * k->l},
                     i == chosen, s->choice(i), "%s %s", s->key, s->choice(i));
    }
    k->y += 1.75 * k->l;
}

static void flag_row(cursor *k, const char *const *keys, int count)
{
    double each = k->width / count;
    for (int i = 0; i < count; i++) {
        const property *s = settings_find(keys[i]);
        bool is_on = *(const bool *)settings_value(&k->e->now, s);
        panel_button(k, (box){k->x + i * each, k->y, each - 0.2 * k->l, 1.5 * k->l}, is_on,
                     s->label, "%s %s", s->key, is_on ? "off" : "on");
    }
    k->y += 1.75 * k->l;
}

/* The position of a value in a range, logarithmic when the range is positive. */
static double part_of(double value, double least, double most)
{
    double part =
        least > 0 ? log(value / least) / log(most / least) : (value - least) / (most - least);
    return part < 0 ? 0 : part > 1 ? 1 : part;
}

static void slider(cursor *k, const char *label, const char *key, double value, double least,
                   double most)
{
    char number[TICK_TEXT_SIZE];
    double l = k->l, left = k->x + 2.6 * l, width = k->width - 6 * l, middle = k->y + 0.75 * l;
    box b = {left - 0.5 * l, k->y, width + l, 1.5 * l};
    zone *z = zone_add(k->e, b, NULL, "%s", key);
    z->slides = true;
    z->least = least;
    z->most = most;
    words(k, (box){k->x, k->y, 2.4 * l, 1.5 * l}, 0.95 * l, CANVAS_START, faint, label);
    canvas_fill(k->c, (box){left, middle - 0.14 * l, width, 0.28 * l}, 0.14 * l, edge);
    double at = left + part_of(value, least, most) * width;
    canvas_fill(k->c, (box){left, middle - 0.14 * l, at - left, 0.28 * l}, 0.14 * l, lit);
    canvas_circle(k->c, at, middle, 0.5 * l, 0, is_hovered(k->e, b) ? 0xFFFFFFFF : ink);
    ticks_number(fabs(value) < 5e-5 ? 0 : round(value * 1e4) / 1e4, number);
    words(k, (box){left + width + 0.6 * l, k->y, 2.8 * l, 1.5 * l}, 0.95 * l, CANVAS_END, ink,
          number);
    k->y += 1.75 * l;
}

static void draw_filter(cursor *k)
{
    char typed[160], plain[80];
    box b = {k->x, k->y, k->width - 4.4 * k->l, 1.55 * k->l};
    panel_button(k, (box){k->x + k->width - 4.1 * k->l, k->y, 3.9 * k->l, 1.55 * k->l},
                 k->e->tutor.lesson != NULL, NULL, "lessons");
    zone_add(k->e, b, NULL, "filter");
    canvas_fill(k->c, b, 0.25 * k->l, 0xFF11151A);
    canvas_frame(k->c, b, 0.25 * k->l, 1, k->e->list.types ? lit : edge);
    label_plain(k->e->list.filter, plain, sizeof plain);
    snprintf(typed, sizeof typed, "%s%s", plain, k->e->list.types ? "|" : "");
    bool is_empty = k->e->list.filter[0] == '\0' && !k->e->list.types;
    words(k, b, 0.9 * k->l, CANVAS_START, is_empty ? faint : ink,
          is_empty ? "find a method" : typed);
    k->y += 1.85 * k->l;
}

/* Scrolls so that the method is seen, if it is in the list at all. */
static void follow(explorer *e, int rows)
{
    int at = -1, matching = 0;
    for (int i = 0; i < catalogue_member_count(e->catalogue); i++) {
        const char *name = catalogue_member(e->catalogue, i);
        if (e->list.filter[0] == '\0' || strstr(name, e->list.filter) != NULL) {
            at = strcmp(name, e->now.method) == 0 ? matching : at;
            matching++;
        }
    }
    if (at >= 0 && (at < e->list.scroll || at >= e->list.scroll + rows)) {
        e->list.scroll = at - rows / 2 > 0 ? at - rows / 2 : 0;
    }
    e->list.follows = false;
}

/* The catalogue, filtered and scrolled. */
static void draw_list(cursor *k, double height)
{
    explorer *e = k->e;
    double l = k->l, row = 1.4 * l;
    int rows = (int)(height / row), matching = 0, drawn = 0;
    box all = {k->x, k->y, k->width - 0.2 * l, rows * row};
    canvas_fill(k->c, all, 0.25 * l, 0xFF151A20);
    if (e->list.follows) {
        follow(e, rows);
    }
    for (int i = 0; i < catalogue_member_count(e->catalogue); i++) {
        const char *name = catalogue_member(e->catalogue, i);
        if (e->list.filter[0] != '\0' && strstr(name, e->list.filter) == NULL) {
            continue;
        }
        if (matching++ < e->list.scroll || drawn >= rows) {
            continue;
        }
        char plain[200];
        box b = {k->x, k->y + drawn * row, k->width - 2.2 * l, row};
        box plus = {k->x + k->width - 2.0 * l, b.y + 0.1 * l, 1.6 * l, row - 0.2 * l};
        bool is_shown = strcmp(name, e->now.method) == 0, is_over = false;
        for (int n = 0; n < e->overlay_count; n++) {
            is_over = is_over || strcmp(e->overlays[n].name, name) == 0;
        }
        zone_add(e, b, NULL, "method %s", name);
        if (is_shown || is_hovered(e, b)) {
            canvas_fill(k->c, b, 0.2 * l, is_shown ? lit : hot);
        }
        label_plain(name, plain, sizeof plain);
        words(k, b, 0.9 * l, CANVAS_START, ink, plain);
        zone_add(e, plus, NULL, "overlay %s", name);
        canvas_fill(k->c, plus, 0.2 * l, is_over ? lit : is_hovered(e, plus) ? hot : raised);
        words(k, plus, 0.9 * l, CANVAS_MIDDLE, ink, is_over ? "−" : "+");
        drawn++;
    }
    if (matching == 0) {
        words(k, (box){k->x, k->y, k->width, row}, 0.9 * l, CANVAS_START, faint,
              "no method matches");
    }
    int most = matching > rows ? matching - rows : 0;
    e->list.scroll = e->list.scroll > most ? most : e->list.scroll;
    if (most > 0) { /* where in the list this is */
        double part = (double)rows / matching;
        double at = all.y + (all.height - part * all.height) * e->list.scroll / most;
        canvas_fill(k->c, (box){k->x + k->width - 0.35 * l, at, 0.2 * l, part * all.height},
                    0.1 * l, faint);
    }
    e->list.where = all;
    k->y += rows * row + 0.4 * l;
}

/* What is on, and what a button says when that is not its label. */
static bool is_on(const explorer *e, const char *action, const char **says)
{
    static const char *const repeats[] = {
        [REPEAT_PINGPONG] = "to and fro", [REPEAT_LOOP] = "loop", [REPEAT_ONCE] = "once"};
    bool plays = strcmp(action, "play") == 0, has_roots = strcmp(e->now.stage, "roots") == 0;
    *says = plays && e->playing                  ? "pause"
            : strcmp(action, "next-repeat") == 0 ? repeats[e->now.repeat]
                                                 : NULL;
    return plays                                     ? e->playing
           : strcmp(action, "compare") == 0          ? e->side_count > 1
           : strcmp(action, "validate") == 0         ? e->shows_checking
           : strcmp(action, "pin") == 0              ? e->now.pinned
           : strcmp(action, "solution") == 0         ? exhibits_count(e) > 0 && !has_roots
           : strcmp(action, "roots") == 0            ? has_roots
           : strcmp(action, "next-stage-place") == 0 ? exhibits_hide_region(e)
                                                     : false;
}

static void button_row(cursor *k, const char *const *actions)
{
    double each = k->width / 4;
    for (int i = 0; i < 4; i++) {
        const char *says;
        bool lights = is_on(k->e, actions[i], &says);
        panel_button(k, (box){k->x + i * each, k->y, each - 0.2 * k->l, 1.5 * k->l}, lights, says,
                     "%s", actions[i]);
    }
    k->y += 1.75 * k->l;
}

static void draw_palettes(cursor *k)
{
    explorer *e = k->e;
    double label = 3.4 * k->l, each = (k->width - label) / fmax(1, e->palettes.count);
    words(k, (box){k->x, k->y, label, 1.5 * k->l}, 0.85 * k->l, CANVAS_START, faint, "colours");
    for (int i = 0; i < e->palettes.count; i++) {
        const char *name = e->palettes.names[i];
        panel_button(k, (box){k->x + label + i * each, k->y, each - 0.2 * k->l, 1.5 * k->l},
                     strcmp(name, e->now.look.palette) == 0, name, "palette %.100s", name);
    }
    k->y += 1.75 * k->l;
}

/* What the colours mean. */
static void draw_scale(cursor *k)
{
    explorer *e = k->e;
    enum { STEPS = 128 };
    uint32_t colours[STEPS];
    double l = k->l, low = palette_low(e->palette), high = palette_high(e->palette);
    box b = {k->x + 0.3 * l, k->y, k->width - 0.8 * l, 0.7 * l};
    for (int i = 0; i < STEPS; i++) {
        colours[i] = palette_colour(e->palette, low + (high - low) * (i + 0.5) / STEPS);
    }
    canvas_image(k->c, b, colours, STEPS, 1);
    canvas_frame(k->c, b, 0, 1, edge);
    const double at[] = {low, 0, high};
    for (int i = 0; i < 3; i++) {
        char number[40];
        double value = exp2(at[i]);
        snprintf(number, sizeof number, value < 1 ? "1//%.0f" : "%.0f",
                 value < 1 ? 1 / value : value);
        canvas_text(k->c, b.x + (at[i] - low) / (high - low) * b.width, b.y + 1.65 * l, 0.8 * l,
                    i == 0   ? CANVAS_START
                    : i == 1 ? CANVAS_MIDDLE
                             : CANVAS_END,
                    faint, number);
    }
    k->y += 2.1 * l;
}

void panel_draw(explorer *e, canvas *c)
{
    static const char *const flags[] = {"boundary", "hatch", "grid"};
    static const char *const rows[][4] = {{"play", "less-w", "more-w", "next-repeat"},
                                          {"compare", "spin", "validate", "pin"},
                                          {"save", "save-svg", "copy", "help"},
                                          {"solution", "roots", "next-stage-place", "present"}};
    double l = e->letter;
    e->list.where = (box){0};
    if (e->panel.width == 0) {
        return;
    }
    canvas_fill(c, e->panel, 0, ground);
    canvas_line(c, e->panel.x, 0, e->panel.x, e->panel.height, 1, edge);
    cursor k = {.e = e,
                .c = c,
                .x = e->panel.x + 0.5 * l,
                .y = 0.5 * l,
                .width = e->panel.width - 0.8 * l,
                .l = l};
    draw_filter(&k);
    /* What is below the list has a fixed height; the list gets the rest. */
    double below = (12 * 1.75 + 2.1 + 1.2) * l;
    double room = e->panel.height - k.y - below;
    double numbers = numbers_height(e, room);
    if (room - numbers > 2.8 * l) {
        draw_list(&k, room - numbers);
    }
    if (numbers > 0) {
        numbers_draw(&k, numbers);
    }
    choice_row(&k, "plane");
    choice_row(&k, "motion");
    choice_row(&k, "shade");
    double from = fmin(e->now.w_from, e->now.w_to), to = fmax(e->now.w_from, e->now.w_to);
    slider(&k, "/w/", "w", e->now.w, fmin(from, e->now.w), fmax(fmax(to, from + 1e-6), e->now.w));
    button_row(&k, rows[0]);
    slider(&k, "speed", "speed", e->now.speed, 0.1, 10);
    draw_palettes(&k);
    draw_scale(&k);
    flag_row(&k, flags, 3);
    for (int i = 1; i < 4; i++) {
        button_row(&k, rows[i]);
    }
}

static double frames_per_second(const explorer *e)
{
    long count = e->frames.count < FRAMES_KEPT ? e->frames.count : FRAMES_KEPT;
    if (count < 2 || !e->playing) {
        return 0;
    }
    double newest = e->frames.at[(e->frames.count - 1) % FRAMES_KEPT];
    double oldest = e->frames.at[(e->frames.count - count) % FRAMES_KEPT];
    return newest > oldest ? (double)(count - 1) / (newest - oldest) : 0;
}

static const char *engine_words(const explorer *e)
{
    return e->gpu_words[0] != '\0'               ? e->gpu_words
           : e->now.look.engine == ENGINE_SCALAR ? "scalar"
                                                 : "simd";
}

static void write_status(const explorer *e, text *out)
{
    double complex z;
    double w;
    inspected_numbers(e, &z, &w);
    char plain[2 * (SETTINGS_NAME_SIZE + SETTINGS_STAGE_SIZE)];
    if (exhibits_hide_region(e)) { /* nothing of a place that is not seen */
        label_plain(e->now.stage, plain, sizeof plain);
        text_add(out, "stage %s", plain);
        return;
    }
    label_plain(e->now.method, plain, sizeof plain);
    text_add(out, "%.200s", plain);
    if (plane_is_complex((plane)e->now.look.plane)) {
        text_add(out, "    /w/ = %.4g    /z/ = %.5g %+.5g i", e->now.w, creal(z), cimag(z));
    } else {
        text_add(out, "    /z/ = %.5g, /w/ = %.5g", creal(z), w);
    }
    if (e->inspection.has_prediction && e->inspector.width > 0) {
        text_add(out, "    |/σ/| = %.6g (%s)", e->inspection.predicted.growth,
                 verdict_name(e->inspection.predicted.verdict));
    }
    char by[260];
    label_plain(engine_words(e), by, sizeof by);
    text_add(out, "    height %.4g    %s", e->now.span, by);
    if (e->sides[0].scale > 1) {
        text_add(out, ", coarse");
    }
    double rate = frames_per_second(e);
    if (rate > 0) {
        text_add(out, "    %.0f frames//s", rate);
    }
    const checking *k = &e->checking;
    if (k->job.is_running) {
        text_add(out, "    validating %.0f %%", 100 * job_part(&k->job));
    } else if (e->shows_checking && k->result.agreement != NULL) {
        text_add(out, "    %ld agree, %ld disagree, %ld too close",
                 k->result.counts[AGREE_STABLE] + k->result.counts[AGREE_UNSTABLE],
                 k->result.counts[DISAGREE], k->result.counts[TOO_CLOSE]);
    }
}

/* A message over the status line's left part, and what the mouse is over. */
static void draw_message(explorer *e, canvas *c)
{
    char plain[1024];
    double l = e->letter;
    const char *markup = e->notice.text;
    label_plain(e->notice.text, plain, sizeof plain);
    markup = plain;
    double size = l, width = canvas_text_width(c, size, markup), most = e->width - 4 * l;
    if (width > most && width > 0) {
        size *= most / width;
        width = most;
    }
    box over = e->sides[0].where;
    box last = e->sides[e->side_count - 1].where; /* the inspector may be beside it */
    double right = over.height > 0 ? last.x + last.width : e->width - e->panel.width;
    box b = {fmax(0.5 * l, over.x + (right - over.x - width) / 2 - l), over.y + 0.8 * l,
             width + 1.6 * l, 2 * l};
    canvas_fill(c, b, 0.4 * l, e->notice.is_error ? 0xF0A3202F : 0xF01F5A36);
    canvas_text(c, b.x + 0.8 * l, b.y + 1.3 * l, size, CANVAS_START, 0xFFFFFFFF, markup);
}

static void draw_hint(explorer *e, canvas *c)
{
    static const char hint[] = "space plays /w/     drag and wheel move     click pins a point     "
                               "L lists lessons     F1 shows all keys";
    const box *b = &e->sides[0].where;
    double l = e->letter, width = canvas_text_width(c, l, hint) + 2 * l;
    if (!e->shows_hint || exhibits_count(e) > 0 || e->helps || e->tutor.lesson != NULL ||
        e->tutor.lists || e->notice.text[0] != '\0' || width > b->width) {
        return;
    }
    box where = {b->x + (b->width - width) / 2, b->y + 0.8 * l, width, 2 * l};
    canvas_fill(c, where, 0.4 * l, 0xD011151A);
    canvas_text(c, where.x + l, where.y + 1.3 * l, l, CANVAS_START, 0xFFFFFFFF, hint);
}

void status_draw(explorer *e, canvas *c)
{
    text line = {0};
    double l = e->letter;
    draw_hint(e, c);
    if (e->status_line.height > 0) {
        write_status(e, &line);
        canvas_fill(c, e->status_line, 0, ground);
        const char *markup = line.data != NULL ? line.data : "";
        canvas_text_within(c, 0.5 * l, e->status_line.y + 1.15 * l, 0.95 * l, e->width - l,
                           CANVAS_START, ink, markup);
        text_clear(&line);
    }
    if (e->notice.text[0] != '\0' && (e->status_line.height > 0 || e->bar.height > 0)) {
        draw_message(e, c);
    }
    tooltip_draw(e, c);
}

void help_draw(explorer *e, canvas *c)
{
    double l = e->letter, width = fmin(e->width - 2 * l, 62 * l), x = (e->width - width) / 2;
    int count = 0;
    for (int i = 0; i < actions_count(); i++) {
        count += actions_at(i)->key != NULL;
    }
    int rows = (count + 1) / 2;
    double row = fmin(1.5 * l, (e->height - 5 * l) / (rows + 4));
    double height = (rows + 4.2) * row, y = fmax(0, (e->height - height) / 2);
    canvas_fill(c, (box){x, y, width, height}, 0.6 * l, 0xF0161B21);
    canvas_frame(c, (box){x, y, width, height}, 0.6 * l, 1, edge);
    canvas_text(c, x + width / 2, y + 1.3 * row, 0.85 * row, CANVAS_MIDDLE, 0xFFFFFFFF,
                "keys  (Escape closes)");
    for (int i = 0, n = 0; i < actions_count(); i++) {
        const explorer_action *a = actions_at(i);
        if (a->key == NULL) {
            continue;
        }
        char key[80], help[200];
        label_plain(a->key, key, sizeof key);
        label_plain(a->help, help, sizeof help);
        double left = x + 1.2 * l + (n >= rows ? width / 2 : 0);
        double at = y + (2.6 + n % rows) * row;
        canvas_text(c, left, at, 0.72 * row, CANVAS_START, 0xFFFFD23F, key);
        canvas_text_within(c, left + 6.2 * l, at, 0.72 * row, width / 2 - 7.4 * l, CANVAS_START,
                           ink, help);
        n++;
    }
    canvas_text(
        c, x + width / 2, y + height - 0.7 * row, 0.72 * row, CANVAS_MIDDLE, faint,
        "wheel zooms, drag pans, Shift-drag zooms to a box, double click centres, click pins; "
        "drop a method, spectrum or workspace file");
}
