#include "stability/largest_h.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/patience.h"
#include "base/work.h"
#include "stability/ray.h"

/* How many rays are computed before their windows are put together. */
enum { BATCH = 256 };

/* A part of (lambda, omega) that is smaller than this beside the others is below what quadruple
 * precision tells apart. */
static const double negligible = 1e-30;

static const char *const names[] = {[STEP_BOUNDED] = "bounded",
                                    [STEP_UNBOUNDED] = "unbounded",
                                    [STEP_BEYOND] = "beyond",
                                    [STEP_NONE] = "none",
                                    [STEP_UNDECIDED] = "undecided"};

const char *step_answer_name(step_answer a)
{
    return names[a];
}

/* A ray without its length, and who is on it. Conjugates share one. */
typedef struct direction {
    double re, im, omega; /* the largest of them is 1 in modulus, or all are 0 */
    double length;
    int mode;
} direction;

/* The length is that along an axis, where a spectrum often lies: all of it shares one ray. Else it
 * is a power of two, so that the direction is not rounded. */
static direction direction_of(const spin_mode *m, int index)
{
    direction d = {.re = creal(m->lambda), .im = fabs(cimag(m->lambda)), .omega = m->omega};
    double largest = fmax(fmax(fabs(d.re), d.im), fabs(d.omega));
    d.re = fabs(d.re) < negligible * largest ? 0 : d.re;
    d.im = d.im < negligible * largest ? 0 : d.im;
    d.omega = fabs(d.omega) < negligible * largest ? 0 : d.omega;
    int parts = (d.re != 0) + (d.im != 0) + (d.omega != 0);
    int exponent = 0;
    frexp(largest, &exponent);
    double length = parts == 1 ? largest : ldexp(1, exponent);
    length = largest > 0 && length > 0 && isfinite(length) ? length : 1;
    d.re /= length;
    d.im /= length;
    d.omega /= length;
    d.length = length;
    d.mode = index;
    return d;
}

static int compare_directions(const void *a, const void *b)
{
    const direction *x = a, *y = b;
    const double differ[] = {x->re - y->re, x->im - y->im, x->omega - y->omega,
                             y->length - x->length}; /* the longest first */
    for (int i = 0; i < 4; i++) {
        if (differ[i] != 0) {
            return differ[i] > 0 ? 1 : -1;
        }
    }
    return x->mode - y->mode;
}

static bool is_same_ray(const direction *a, const direction *b)
{
    return a->re == b->re && a->im == b->im && a->omega == b->omega;
}

/* One ray, found by one thread, and all who are on it. */
typedef struct task {
    const phi *phi;
    const direction *first;
    int count;
    double most_seconds;
    windows found;
    status status;
    message why;
} task;

static void find_ray(void *context, int index)
{
    task *t = (task *)context + index;
    if (patience_is_over(t->most_seconds)) {
        t->status = STATUS_NO;
        return;
    }
    t->status = ray_windows(t->phi, cquad_make(t->first->re, t->first->im), t->first->omega,
                            &t->found, &t->why);
}

static quad first_end(const windows *all)
{
    return all->count > 0 && all->list[0].from == 0 ? all->list[0].to : 0;
}

/* Restricts `all` to the windows of a ray, for every length; notes who ends the first window. */
static status join(windows *all, const task *t, int *limiting, message *why)
{
    for (int i = 0; i < t->count; i++) {
        quad end = first_end(all);
        TRY(windows_intersect(all, &t->found, t->first[i].length, why));
        *limiting = first_end(all) < end ? t->first[i].mode : *limiting;
    }
    return STATUS_OK;
}

/* Restricts `common` to the windows of `used` rays, found by all threads. */
static status find_batch(task *tasks, int used, windows *common, int *limiting, message *why)
{
    status s = STATUS_OK;
    work_share(used, 0, find_ray, tasks, NULL);
    for (int i = 0; i < used; i++) {
        if (tasks[i].status != STATUS_OK) {
            *why = tasks[i].why;
        }
        TRY_OR_END(tasks[i].status);
        TRY_OR_END(join(common, &tasks[i], limiting, why));
    }
end:
    for (int i = 0; i < used; i++) {
        windows_clear(&tasks[i].found);
    }
    return s;
}

static status find_all(const phi *p, const direction *all, int count, double most_seconds,
                       windows *common, int *limiting, message *why)
{
    task *tasks = NULL;
    TRY(memory_allocate(&tasks, BATCH, sizeof *tasks, why));
    status s = STATUS_OK;
    for (int at = 0; at < count;) {
        int used = 0;
        for (; at < count && used < BATCH; at += tasks[used++].count) {
            int same = 1;
            while (at + same < count && is_same_ray(&all[at], &all[at + same])) {
                same++;
            }
            tasks[used] =
                (task){.phi = p, .first = &all[at], .count = same, .most_seconds = most_seconds};
        }
        TRY_OR_END(find_batch(tasks, used, common, limiting, why));
    }
end:
    free(tasks);
    return s;
}

/* To a double that is not outside of the window, as far as its ends are known. */
static double round_down(quad x)
{
    double d = (double)x;
    return (quad)d > x * (1 + 1e-22Q) ? nextafter(d, 0) : d;
}

static double round_up(quad x)
{
    double d = (double)x;
    return (quad)d < x * (1 - 1e-22Q) ? nextafter(d, INFINITY) : d;
}

/* Windows with a double in them: those of an eigenvalue of 1e-320 may lie beyond all, and where two
 * holes are the same but for rounding there is a sliver between. */
static status take_answer(const windows *all, largest_h *out, message *why)
{
    TRY(memory_allocate(&out->list, (size_t)all->count, sizeof *out->list, why));
    for (int i = 0; i < all->count; i++) {
        const window *w = &all->list[i];
        step_window rounded = {.from = round_up(w->from),
                               .to = isinfq(w->to) ? INFINITY : round_down(w->to),
                               .from_closed = w->from_closed,
                               .to_closed = w->to_closed};
        if (isfinite(rounded.from) && rounded.to > 0 && rounded.from <= rounded.to) {
            out->list[out->window_count++] = rounded;
        }
    }
    if (out->window_count == 0) {
        out->answer = STEP_NONE;
    } else if (out->list[0].from > 0) {
        out->answer = STEP_BEYOND;
    } else {
        out->answer = isinf(out->list[0].to) ? STEP_UNBOUNDED : STEP_BOUNDED;
        out->h = out->list[0].to;
        out->closed = out->list[0].to_closed;
    }
    return STATUS_OK;
}

static status look_at(const phi *p, const spin_mode *modes, int count, direction *all,
                      largest_h *out, message *why)
{
    for (int i = 0; i < count; i++) {
        const spin_mode *m = &modes[i];
        if (!isfinite(creal(m->lambda)) || !isfinite(cimag(m->lambda)) || !isfinite(m->omega)) {
            return refuse(why, "eigenvalue %d is not finite", i + 1);
        }
        if (m->omega != 0 && phi_describe(p)->spin == PHI_ODE_ONLY) {
            return refuse(why, "omega = %.6g: %.200s is for ODEs only; accepted: 0", m->omega,
                          phi_describe(p)->method);
        }
        all[i] = direction_of(m, i);
        if (creal(m->lambda) > 0) {
            out->growing++;
            bool faster = out->fastest < 0 || creal(m->lambda) > creal(modes[out->fastest].lambda);
            out->fastest = faster ? i : out->fastest;
        }
    }
    qsort(all, (size_t)count, sizeof *all, compare_directions);
    return STATUS_OK;
}

status largest_h_find(const phi *p, const spin_mode *modes, int count, largest_h *out, message *why)
{
    return largest_h_find_within(p, modes, count, 0, out, why);
}

status largest_h_find_within(const phi *p, const spin_mode *modes, int count, double most_seconds,
                             largest_h *out, message *why)
{
    direction *all = NULL;
    windows common = {0};
    *out = (largest_h){.limiting = -1, .fastest = -1};
    status s = STATUS_OK;
    TRY_OR_END(memory_allocate(&all, (size_t)count, sizeof *all, why));
    TRY_OR_END(look_at(p, modes, count, all, out, why));
    TRY_OR_END(windows_everything(&common, why));
    TRY_OR_END(find_all(p, all, count, most_seconds, &common, &out->limiting, why));
    s = take_answer(&common, out, why);
end:
    windows_clear(&common);
    free(all);
    return s;
}

void largest_h_clear(largest_h *l)
{
    free(l->list);
    *l = (largest_h){.limiting = -1, .fastest = -1};
}

/* Measured at 1 to 16 stages and 2 to 12 steps. */
static double seconds_a_ray(const phi_info *info)
{
    return info->degree == 1 ? 1.5e-5 * info->degree_z * info->degree_z
                             : 2e-4 * info->degree * info->degree;
}

double largest_h_seconds(const phi *p, const spin_mode *modes, int count)
{
    direction *all = NULL;
    message unused;
    int rays = count > 0;
    if (memory_allocate(&all, (size_t)count, sizeof *all, &unused) != STATUS_OK) {
        return INFINITY;
    }
    for (int i = 0; i < count; i++) {
        all[i] = direction_of(&modes[i], i);
    }
    qsort(all, (size_t)count, sizeof *all, compare_directions);
    for (int i = 1; i < count; i++) {
        rays += !is_same_ray(&all[i - 1], &all[i]);
    }
    free(all);
    return rays * seconds_a_ray(phi_describe(p));
}
