#include "explorer/exhibit_solution.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "dae/stepper.h"
#include "picture/chart.h"
#include "picture/labels.h"
#include "picture/ticks.h"

enum { EXACT_POINTS = 481 };

/* The axis is at most so many times as high as the exact solution, or has so many decades. */
static const double most_growth = 8, most_decades = 12;
static const double side = 0.015; /* of the axis of t: room for half a mark */
static const uint32_t ink = 0xFF202020, soft = 0xFF5A5A5A, now_ink = 0x902F6FB0;

/* A chart, and what it was of. */
typedef struct solution_picture {
    uint32_t *pixels;
    int width, height;
    double letter;
    int points[EXHIBIT_MOST_METHODS];
    chart_place place;
} solution_picture;

/* What is shown of a problem: a component of x, from 0, where it is known by a name. */
typedef struct quantity {
    const char *problem;
    int component;
    const char *name;
} quantity;

static const quantity quantities[] = {{"shear", 1, "/x/_{2}"},
                                      {"example-1.1", 1, "/x/_{2}"},
                                      {"example-10.1", 1, "/y/_{2}"},
                                      {"ode", 0, "/x/"}};
static const quantity observed = {"", -1, "/u/"};

static const quantity *quantity_of(const problem_entry *e)
{
    for (size_t i = 0; i < sizeof quantities / sizeof quantities[0]; i++) {
        if (strcmp(quantities[i].problem, e->name) == 0) {
            return &quantities[i];
        }
    }
    return &observed;
}

static double complex value_of(const problem *p, int component, double t, const double *x)
{
    double u[PROBLEM_MAX_SIZE];
    if (component < 0) {
        p->observe(p->data, t, x, u);
        return CMPLX(u[0], p->is_complex ? u[1] : 0);
    }
    return CMPLX(x[component], p->is_complex ? x[component + p->size / 2] : 0);
}

static double shown_of(const solution *s, double complex value)
{
    return s->plan.is_log ? cabs(value) : creal(value);
}

/* Methods for ODEs only take the test equation where its kernel rests. */
static const problem_entry *entry_for(const exhibit_plan *plan, const method *m)
{
    bool is_test = plan->problem->parameter_count == 3 &&
                   strcmp(plan->problem->parameters[2].name, "omega") == 0;
    bool rests = is_test && plan->setup.values[2] == 0;
    return rests && method_describe(m)->form == FORM_ODE_ONLY ? problems_find("ode")
                                                              : plan->problem;
}

static status allocate_run(solution_run *r, int room, message *why)
{
    TRY(memory_allocate(&r->t, (size_t)room, sizeof *r->t, why));
    TRY(memory_allocate(&r->shown, (size_t)room, sizeof *r->shown, why));
    return memory_allocate(&r->value, (size_t)room, sizeof *r->value, why);
}

static void add_point(solution *s, solution_run *r, double t, double complex value)
{
    r->t[r->count] = t;
    r->value[r->count] = value;
    r->shown[r->count] = shown_of(s, value);
    r->count++;
}

/* From exact values at 0, h, ..., as many as the method starts from, to t1. */
static status step_through(solution *s, solution_run *r, const problem *p, int component,
                           stepper *by, message *why)
{
    const double h = s->plan.setup.h;
    double x[PROBLEM_MAX_SIZE];
    int steps = (int)floor(s->plan.setup.t1 / h + 1e-9);
    r->given = stepper_history(by);
    TRY(allocate_run(r, steps + r->given + 1, why));
    for (int i = 0; i < r->given; i++) {
        p->exact(p->data, i * h, x);
        add_point(s, r, i * h, value_of(p, component, i * h, x));
    }
    TRY(stepper_start_exact(by, (r->given - 1) * h, h, why));
    r->outcome = STEP_DONE;
    for (int n = r->given; n <= steps && r->outcome == STEP_DONE; n++) {
        r->outcome = stepper_step(by);
        if (r->outcome == STEP_DONE) {
            add_point(s, r, n * h, value_of(p, component, stepper_time(by), stepper_state(by)));
        }
    }
    return STATUS_OK;
}

static status run_method(solution *of, const catalogue *all, const char *name, solution_run *r,
                         message *why)
{
    method *m = NULL;
    problem *p = NULL;
    stepper *by = NULL;
    message detail;
    status s;
    TRY_OR_END(catalogue_open(all, name, &m, &detail));
    const problem_entry *e = entry_for(&of->plan, m);
    TRY_OR_END(problem_entry_create(e, of->plan.setup.values, &p, &detail));
    TRY_OR_END(stepper_create(m, p, NULL, &by, &detail));
    label_method(method_describe(m), r->title, sizeof r->title);
    TRY_OR_END(step_through(of, r, p, quantity_of(e)->component, by, &detail));
end:
    stepper_destroy(by);
    problem_destroy(p);
    method_destroy(m);
    return s != STATUS_OK ? refuse(why, "stage %s: method=%.60s: %.350s", of->plan.problem->name,
                                   name, detail.text)
                          : s;
}

double complex solution_exact(const solution *s, double t)
{
    problem *p = NULL;
    double x[PROBLEM_MAX_SIZE];
    message why;
    double complex value = NAN;
    if (problem_entry_create(s->plan.problem, s->plan.setup.values, &p, &why) == STATUS_OK) {
        p->exact(p->data, t, x);
        value = value_of(p, s->component, t, x);
    }
    problem_destroy(p);
    return value;
}

static status find_exact(solution *s, message *why)
{
    problem *p = NULL;
    double x[PROBLEM_MAX_SIZE];
    TRY(memory_allocate(&s->exact_t, EXACT_POINTS, sizeof *s->exact_t, why));
    TRY(memory_allocate(&s->exact_shown, EXACT_POINTS, sizeof *s->exact_shown, why));
    TRY(problem_entry_create(s->plan.problem, s->plan.setup.values, &p, why));
    for (int i = 0; i < EXACT_POINTS; i++) {
        double t = s->plan.setup.t1 * i / (EXACT_POINTS - 1);
        p->exact(p->data, t, x);
        s->exact_t[i] = t;
        s->exact_shown[i] = shown_of(s, value_of(p, s->component, t, x));
        s->exact_count++;
    }
    problem_destroy(p);
    return STATUS_OK;
}

static void include(double value, bool is_log, double *low, double *high)
{
    if (isfinite(value) && (!is_log || value > 0)) {
        *low = fmin(*low, value);
        *high = fmax(*high, value);
    }
}

/* Holds the exact solution and what leaves it, as long as the exact one can still be seen. */
static void choose_axis(solution *s)
{
    bool is_log = s->plan.is_log;
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < s->exact_count; i++) {
        include(s->exact_shown[i], is_log, &low, &high);
    }
    double seen_low = low, seen_high = high;
    for (int k = 0; k < s->run_count; k++) {
        for (int i = 0; i < s->runs[k].count; i++) {
            include(s->runs[k].shown[i], is_log, &seen_low, &seen_high);
        }
    }
    if (!(low <= high)) { /* no finite value at all */
        low = seen_low = is_log ? 0.1 : -1;
        high = seen_high = 1;
    }
    if (is_log) {
        double top = log10(fmin(seen_high, high * pow(10, most_decades)));
        double bottom = fmax(log10(seen_low), top - 2 * most_decades);
        double margin = fmax(0.05 * (top - bottom), 0.1);
        s->low = fmax(pow(10, bottom - margin), 1e-300);
        s->high = fmin(pow(10, top + margin), 1e300);
        return;
    }
    double size = most_growth * fmax(fmax(fabs(low), fabs(high)), 1e-300);
    double top = fmin(seen_high, size), bottom = fmax(seen_low, -size);
    bottom = fmin(bottom, 0);
    top = fmax(top, 0);
    double margin = 0.06 * fmax(top - bottom, 1e-300);
    s->low = bottom - margin;
    s->high = top + margin;
}

static void add_number(char *out, size_t size, const char *name, double value)
{
    char letter[40], number[TICK_TEXT_SIZE];
    size_t used = strlen(out);
    label_parameter(name, letter, sizeof letter);
    ticks_number(value, number);
    snprintf(out + used, size - used, ",  %s = %s", letter, number);
}

/* Is lambda = re + i im among the parameters? They are the first two then. */
static bool has_lambda(const problem_entry *e)
{
    return e->parameter_count >= 2 && strcmp(e->parameters[1].name, "im") == 0;
}

/* "test equation, sheared kernel,  λ = −1 + 2 i,  ω = 3" */
static void set_title(solution *s)
{
    const exhibit_plan *plan = &s->plan;
    const problem_entry *e = plan->problem;
    char *out = s->title;
    label_plain(e->title, out, sizeof s->title);
    int from = 0;
    if (has_lambda(e)) {
        char re[TICK_TEXT_SIZE], im[TICK_TEXT_SIZE];
        ticks_number(plan->setup.values[0], re);
        ticks_number(fabs(plan->setup.values[1]), im);
        size_t used = strlen(out);
        bool has_im = plan->setup.values[1] != 0;
        snprintf(out + used, sizeof s->title - used, ",  /λ/ = %s%s%s%s", re,
                 !has_im                     ? ""
                 : plan->setup.values[1] < 0 ? " − "
                                             : " + ",
                 has_im ? im : "", has_im ? " /i/" : "");
        from = 2;
    }
    for (int i = from; i < e->parameter_count; i++) {
        add_number(out, sizeof s->title, e->parameters[i].name, plan->setup.values[i]);
    }
}

static status complete(solution *s, const catalogue *all, message *why)
{
    TRY(memory_allocate(&s->picture, 1, sizeof *s->picture, why));
    TRY(find_exact(s, why));
    for (int i = 0; i < s->plan.method_count; i++) {
        TRY(run_method(s, all, s->plan.methods[i], &s->runs[s->run_count++], why));
    }
    return STATUS_OK;
}

status solution_create(const exhibit_plan *plan, const catalogue *all, solution **out, message *why)
{
    solution *s = NULL;
    *out = NULL;
    TRY(memory_allocate(&s, 1, sizeof *s, why));
    const quantity *q = quantity_of(plan->problem);
    s->plan = *plan;
    s->component = q->component;
    bool turns = has_lambda(plan->problem) && plan->setup.values[1] != 0;
    snprintf(s->quantity, sizeof s->quantity, "%s%s%s",
             plan->is_log ? "|"
             : turns      ? "Re "
                          : "",
             q->name, plan->is_log ? "|" : "");
    set_title(s);
    status ok = complete(s, all, why);
    if (ok != STATUS_OK) {
        solution_destroy(s);
        return ok;
    }
    choose_axis(s);
    *out = s;
    return STATUS_OK;
}

void solution_destroy(solution *s)
{
    if (s == NULL) {
        return;
    }
    for (int i = 0; i < s->run_count; i++) {
        free(s->runs[i].t);
        free(s->runs[i].shown);
        free(s->runs[i].value);
    }
    free(s->exact_t);
    free(s->exact_shown);
    if (s->picture != NULL) {
        free(s->picture->pixels);
    }
    free(s->picture);
    free(s);
}

int solution_points_at(const solution_run *r, double t)
{
    int count = 0;
    while (count < r->count && r->t[count] <= t * (1 + 1e-12) + 1e-300) {
        count++;
    }
    return count;
}

/* The chart with so many points of every run; all of them have their room. */
static status paint(solution *s, message *why)
{
    static const chart_mark marks[] = {MARK_DISC, MARK_SQUARE, MARK_TRIANGLE, MARK_DIAMOND};
    chart_panel panel = {.x = {.name = "/t/",
                               .low = -side * s->plan.setup.t1,
                               .high = (1 + side) * s->plan.setup.t1},
                         .y = {.is_log = s->plan.is_log, .low = s->low, .high = s->high}};
    chart picture = {.width = s->picture->width,
                     .height = s->picture->height,
                     .letter = s->picture->letter,
                     .panel_count = 1,
                     .panels = &panel};
    snprintf(panel.y.name, sizeof panel.y.name, "%s", s->quantity);
    panel.series[panel.series_count++] = (chart_series){.x = s->exact_t,
                                                        .y = s->exact_shown,
                                                        .count = s->exact_count,
                                                        .label = "exact",
                                                        .width = 2.2};
    for (int i = 0; i < s->run_count; i++) {
        const solution_run *r = &s->runs[i];
        chart_series *line = &panel.series[panel.series_count++];
        *line = (chart_series){.x = r->t,
                               .y = r->shown,
                               .count = r->count,
                               .pen = i + 1,
                               .solid = true,
                               .mark = marks[i],
                               .width = 1.2,
                               .hidden = r->count - s->picture->points[i]};
        snprintf(line->label, sizeof line->label, "%.190s", r->title);
    }
    TRY(chart_paint(&picture, s->picture->pixels, why));
    return chart_layout(&picture, &s->picture->place, why);
}

/* A picture that is no longer right is painted again: when a point has come, not in between. */
static status update(solution *s, int width, int height, double letter, double t, message *why)
{
    bool is_right = s->picture->pixels != NULL && s->picture->width == width &&
                    s->picture->height == height && s->picture->letter == letter;
    bool fits = is_right;
    for (int i = 0; i < s->run_count; i++) {
        int points = solution_points_at(&s->runs[i], t);
        is_right = is_right && s->picture->points[i] == points;
        s->picture->points[i] = points;
    }
    if (is_right) {
        return STATUS_OK;
    }
    if (!fits) {
        free(s->picture->pixels);
        s->picture->pixels = NULL;
        s->picture->width = width;
        s->picture->height = height;
        s->picture->letter = letter;
        TRY(memory_allocate(&s->picture->pixels, (size_t)width * (size_t)height,
                            sizeof *s->picture->pixels, why));
    }
    status ok = paint(s, why);
    if (ok != STATUS_OK) {
        free(s->picture->pixels);
        s->picture->pixels = NULL;
    }
    return ok;
}

/* "implicit Euler, h = 0.5" over the problem; of several methods the problem comes first. */
static void draw_head(const solution *s, canvas *c, box b, double l)
{
    char line[EXHIBIT_NAME_SIZE + 80], h[TICK_TEXT_SIZE];
    bool alone = s->run_count == 1;
    ticks_number(s->plan.setup.h, h);
    snprintf(line, sizeof line, "%s%s/h/ = %s", alone ? s->runs[0].title : "", alone ? ",  " : "",
             h);
    double middle = b.x + b.width / 2, room = b.width - 2 * l;
    canvas_text_within(c, middle, b.y + 1.6 * l, 1.3 * l, room, CANVAS_MIDDLE, ink,
                       alone ? line : s->title);
    canvas_text_within(c, middle, b.y + 2.95 * l, 0.95 * l, room, CANVAS_MIDDLE, soft,
                       alone ? s->title : line);
}

static void write_value(double x, char *out)
{
    char number[TICK_TEXT_SIZE];
    double size = fabs(x);
    double unit = size > 0 ? pow(10, floor(log10(size)) - 2) : 1;
    ticks_number(isfinite(x) && unit > 0 ? round(x / unit) * unit : x, number);
    memcpy(out, number, sizeof number);
}

/* The last point of a method, "computed = 0.5"; several are told apart by their colours, as the
 * legend has them. */
static void write_run(const solution *s, int i, char *line, size_t size)
{
    const solution_run *r = &s->runs[i];
    char number[TICK_TEXT_SIZE];
    int points = s->picture->points[i];
    bool alone = s->run_count == 1, ended = r->outcome != STEP_DONE && points == r->count;
    write_value(points > 0 ? r->shown[points - 1] : NAN, number);
    snprintf(line, size, "%s%s",
             !alone  ? ""
             : ended ? "computed: "
                     : "computed = ",
             ended ? step_outcome_words(r->outcome) : number);
}

/* What the numbers are now: exact, and of every method. */
static void draw_numbers(const solution *s, canvas *c, box b, double l, double t)
{
    char line[EXHIBIT_NAME_SIZE], number[TICK_TEXT_SIZE];
    double first = s->run_count > 2 ? 0.32 : 1.0 / (s->run_count + 1);
    double each = b.width * (1 - first) / s->run_count, y = b.y + b.height - 0.75 * l;
    write_value(shown_of(s, solution_exact(s, fmin(t, s->plan.setup.t1))), number);
    snprintf(line, sizeof line, "exact %s = %s", s->quantity, number);
    canvas_text_within(c, b.x + first * b.width / 2, y, l, first * b.width - l, CANVAS_MIDDLE, ink,
                       line);
    for (int i = 0; i < s->run_count; i++) {
        double x = b.x + first * b.width + (i + 0.5) * each;
        uint32_t colour = chart_pen_colour(i + 1);
        write_run(s, i, line, sizeof line);
        if (s->run_count > 1) {
            double width = fmin(canvas_text_width(c, l, line), each - 1.6 * l);
            canvas_circle(c, x - width / 2 - 0.55 * l, y - 0.3 * l, 0.3 * l, 0, colour);
        }
        canvas_text_within(c, x, y, l, each - 1.6 * l, CANVAS_MIDDLE, colour, line);
    }
}

/* Points that are above or below the picture show where they went. */
static void draw_escaped(const solution *s, canvas *c, double x0, double y0, double l)
{
    chart_panel panel = {.y.is_log = s->plan.is_log};
    for (int k = 0; k < s->run_count; k++) {
        for (int i = 0; i < s->picture->points[k]; i++) {
            double value = s->runs[k].shown[i];
            bool over = value > s->high, under = value < s->low && !s->plan.is_log;
            if (over || under) {
                double y = over ? s->picture->place.y - 0.3 * l
                                : s->picture->place.y + s->picture->place.height - 0.6 * l;
                canvas_triangle(c, x0 + chart_pixel_x(&panel, &s->picture->place, s->runs[k].t[i]),
                                y0 + y, 0.5 * l, over ? -0.25 : 0.25, chart_pen_colour(k + 1));
            }
        }
    }
}

void solution_draw(solution *s, canvas *c, box where, double letter, double t)
{
    double l = letter, head = round(3.4 * l), foot = round(2 * l);
    box b = {where.x, where.y + head, where.width, where.height - head - foot};
    message why;
    canvas_fill(c, where, 0, 0xFFFFFFFF);
    if (b.width < 4 || b.height < 4) {
        return;
    }
    if (update(s, (int)b.width, (int)b.height, l, t, &why) != STATUS_OK) {
        char plain[sizeof why.text];
        label_plain(why.text, plain, sizeof plain);
        canvas_text_within(c, b.x + b.width / 2, b.y + b.height / 2, l, b.width - l, CANVAS_MIDDLE,
                           soft, plain);
        return;
    }
    canvas_image(c, b, s->picture->pixels, s->picture->width, s->picture->height);
    const chart_panel panel = {0};
    double x = b.x + chart_pixel_x(&panel, &s->picture->place, fmin(t, s->plan.setup.t1));
    canvas_line(c, x, b.y + s->picture->place.y, x,
                b.y + s->picture->place.y + s->picture->place.height, 0.14 * l, now_ink);
    draw_escaped(s, c, b.x, b.y, l);
    draw_head(s, c, where, l);
    draw_numbers(s, c, where, l, t);
}
