#include "drawing/words.h"

#include <stdio.h>
#include <string.h>

#include "picture/labels.h"
#include "picture/ticks.h"

void drawing_title(const rendering *r, int which, char *out, size_t size)
{
    const char *title = r->drawing->title;
    if (title[0] != '\0' || which < 0) {
        label_plain(title[0] != '\0' ? title : "Stability boundaries", out, size);
    } else {
        label_method(method_describe(r->methods[which]), out, size);
    }
}

/* What a panel says about w; `one_w` when all of it is at this w. */
static void words_about_w(const rendering *r, const phi_info *info, bool one_w, double w, char *out,
                          size_t size)
{
    const drawing *d = r->drawing;
    char number[TICK_TEXT_SIZE];
    const char *moves = label_motion((motion)d->motion);
    bool shows_w = one_w && plane_is_complex((plane)d->plane);
    bool is_ode = info != NULL && info->spin == PHI_ODE_ONLY;
    ticks_number(w, number);
    if (r->running[0] != '\0' && (!r->runs_w || (shows_w && !is_ode))) {
        bool is_limit = info != NULL && info->spin == PHI_LIMIT && moves[0] == '\0';
        snprintf(out, size, "%s%s%s%s", r->running, moves[0] != '\0' ? ", " : "", moves,
                 is_limit ? ", /t/ → ∞" : "");
    } else if (is_ode) {
        snprintf(out, size, "/w/ = 0 (ODE)");
    } else if (info != NULL && info->spin == PHI_LIMIT && !d->measured) {
        snprintf(out, size, "%s", moves[0] != '\0' ? moves : "/t/ → ∞");
    } else if (drawing_has_all_w(d)) {
        char least[TICK_TEXT_SIZE], most[TICK_TEXT_SIZE];
        ticks_number(d->all_w[0], least);
        ticks_number(d->all_w[1], most);
        snprintf(out, size, "worst case of all /w/ = /hω/ from %s to %s", least, most);
    } else if (shows_w) {
        snprintf(out, size, "/w/ = /hω/ = %s%s%s", number, moves[0] != '\0' ? ", " : "", moves);
    } else {
        snprintf(out, size, "%s", moves);
    }
}

static void words_about_problem(const rendering *r, char *out, size_t size)
{
    const drawing_problem *p = &r->problem;
    bool moves = p->x_parameter == MEASUREMENT_STEP || p->y_parameter == MEASUREMENT_STEP;
    char h[TICK_TEXT_SIZE];
    ticks_number(r->drawing->h, h);
    snprintf(out, size, "%.100s%s%s", p->entry->title, moves ? "" : ", /h/ = ", moves ? "" : h);
}

static void add_with(const rendering *r, char *out, size_t size)
{
    for (int i = 0; i < r->drawing->with.count; i++) {
        char name[FIGURE_LABEL_SIZE / 4];
        label_plain(method_names_at(&r->drawing->with, i), name, sizeof name);
        size_t used = strlen(out);
        snprintf(out + used, size - used, "%s%s",
                 i > 0      ? ", "
                 : used > 0 ? ", with "
                            : "with ",
                 name);
    }
}

void drawing_subtitle(const rendering *r, int index, char *out, size_t size)
{
    const drawing *d = r->drawing;
    int which = index < 0 ? -1 : index / d->w.count;
    double w = d->w.at[index < 0 ? 0 : index % d->w.count];
    const phi *p = index < 0 ? NULL : r->phis[which];
    char about_w[FIGURE_LABEL_SIZE / 2] = "", number[TICK_TEXT_SIZE];
    if (plane_is_predicted((plane)d->plane)) {
        words_about_w(r, p != NULL ? phi_describe(p) : NULL, index >= 0 || d->w.count == 1, w,
                      about_w, sizeof about_w);
    } else {
        words_about_problem(r, about_w, sizeof about_w);
    }
    if (!d->measured || index < 0) {
        snprintf(out, size, "%s", about_w);
        if (index >= 0) {
            add_with(r, out, size);
        }
        return;
    }
    view v = drawing_view(d, w, 1, 1);
    measurement_request m = rendering_measurement(r, which, &v);
    ticks_number(m.t0, number);
    snprintf(out, size, "%s%smeasured: %d steps from /t/ = %s", about_w,
             about_w[0] != '\0' ? ", " : "", m.steps, number);
}

void drawing_axes(const rendering *r, figure_panel *p)
{
    const problem_entry *e = r->problem.entry;
    if (e != NULL) {
        label_parameter(measurement_coordinate_name(e, r->problem.x_parameter), p->x_name,
                        sizeof p->x_name);
        label_parameter(measurement_coordinate_name(e, r->problem.y_parameter), p->y_name,
                        sizeof p->y_name);
    }
}

const char *drawing_bar_label(const rendering *r)
{
    if (r->figure.shading == SHADE_PHASE) {
        return "arg /R/";
    }
    if (r->figure.shading == SHADE_STAR) {
        return "|/R/ e^{−/z/}|";
    }
    bool worst = drawing_has_all_w(r->drawing);
    for (int i = 0; i < r->count; i++) {
        if (r->phis[i] == NULL || phi_describe(r->phis[i])->degree != 1) {
            return worst ? "max |/σ/|" : "|/σ/|_{max}";
        }
    }
    return worst ? "max |/R/|" : "|/R/(/z/, /w/)|";
}

void drawing_name_curve(const rendering *r, int which, double w, char out[FIGURE_LABEL_SIZE])
{
    const drawing *d = r->drawing;
    char title[FIGURE_LABEL_SIZE - 60], number[TICK_TEXT_SIZE];
    label_method(method_describe(r->methods[which]), title, sizeof title);
    ticks_number(w, number);
    bool says_w = plane_is_complex((plane)d->plane) && d->w.count > 1;
    snprintf(out, FIGURE_LABEL_SIZE, "%s%s%s", title, says_w ? ", /w/ = " : "",
             says_w ? number : "");
}
