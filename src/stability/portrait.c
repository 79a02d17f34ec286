#include "stability/portrait.h"

#include <math.h>
#include <stdatomic.h>

#include "base/work.h"
#include "stability/evaluate.h"

/* A ray touches where log |sigma| comes so near to 0, relative to the distance from the origin. */
static const double touches = 1e-6;

/* log |sigma| at z, over min(|z|, 1), so that the origin, where it is 0 for any method, does not
 * count as touching. */
static double nearness(const phi *slice, double complex direction, double exponent)
{
    double r = exp(exponent);
    double complex z = r * direction;
    evaluation at;
    message unused;
    status s = phi_evaluate(slice, (wide){.high = creal(z)}, (wide){.high = cimag(z)}, (wide){0},
                            &at, &unused);
    return s != STATUS_OK || isnan(at.growth) ? -INFINITY : log(at.growth) / fmin(r, 1);
}

/* The largest nearness on the ray: on a logarithmic grid first, then by thirds beside the best. */
static double complex touch_of(const phi *slice, double degrees)
{
    enum { STEPS = 400, THIRDS = 80 };
    const double low = log(1e-3), high = log(1e4), step = (high - low) / STEPS;
    const double angle = acos(-1) * (1 - degrees / 180);
    const double complex direction = CMPLX(cos(angle), sin(angle));
    double at = low, best = -INFINITY;
    for (int i = 0; i <= STEPS; i++) {
        double value = nearness(slice, direction, low + i * step);
        at = value > best ? low + i * step : at;
        best = fmax(best, value);
    }
    double from = at - step, to = at + step;
    for (int i = 0; i < THIRDS; i++) {
        double one = from + (to - from) / 3, two = to - (to - from) / 3;
        bool right = nearness(slice, direction, one) < nearness(slice, direction, two);
        *(right ? &from : &to) = right ? one : two;
    }
    at = (from + to) / 2;
    bool is_there = fabs(nearness(slice, direction, at)) < touches && at > low && at < high;
    return is_there ? exp(at) * direction : CMPLX(NAN, NAN);
}

static double complex find_touch(const method *m, wide w, const analysis *a)
{
    phi *all = NULL, *slice = NULL;
    message unused;
    double complex touch = CMPLX(NAN, NAN);
    if (!isnan(a->alpha_degrees) && a->A_stable != ANSWER_YES &&
        phi_compile(m, MOTION_SHEAR, &all, &unused) == STATUS_OK &&
        phi_slice(all, w, &slice, &unused) == STATUS_OK) {
        touch = touch_of(slice, a->alpha_degrees);
    }
    phi_destroy(slice);
    phi_destroy(all);
    return touch;
}

void portrait_of(const method *m, wide w, unsigned wishes, portrait *out)
{
    *out = (portrait){.w = w.high, .touch = CMPLX(NAN, NAN)};
    out->status = analysis_of(m, w, &out->numbers, &out->why);
    if (out->status != STATUS_OK) {
        return;
    }
    /* A set that cannot be found does not hide the other numbers. */
    portrait_range *a_stable = &out->a_stable_for, *negative = &out->negative_axis_for;
    a_stable->is_known = spin_range_a_stable(m, &a_stable->range, &out->why) == STATUS_OK;
    if (wishes & PORTRAIT_NEGATIVE_AXIS) {
        negative->is_known = spin_range_negative_axis(m, &negative->range, &out->why) == STATUS_OK;
    }
    if (wishes & PORTRAIT_TOUCH) {
        out->touch = find_touch(m, w, &out->numbers);
    }
}

typedef struct sitting {
    sitter *all;
    wide w;
    unsigned wishes;
    void (*progressed)(void *context, long done, long total);
    void *context;
    long count;
    atomic_long done;
} sitting;

static void take_piece(void *context, int index)
{
    sitting *s = context;
    sitter *one = &s->all[index];
    if (one->method != NULL) {
        portrait_of(one->method, s->w, s->wishes, &one->of);
    }
    long done = atomic_fetch_add(&s->done, 1) + 1;
    s->progressed(s->context, done, s->count);
}

void portraits_of(sitter *all, int count, wide w, unsigned wishes,
                  void (*progressed)(void *context, long done, long total), void *context)
{
    sitting s = {.all = all,
                 .w = w,
                 .wishes = wishes,
                 .progressed = progressed,
                 .context = context,
                 .count = count};
    work_share(count, 0, take_piece, &s, NULL);
}
