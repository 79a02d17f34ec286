/* What is known of a method at one w: the analysis, the spin range, and where the sector touches.
 */
#include <math.h>
#include <stdlib.h>

#include "explorer/numbers.h"
#include "field/point.h"

/* A ray touches where log |sigma| comes so near to 0, relative to the distance from the origin. */
static const double touches = 1e-6;

/* log |sigma| at z, over min(|z|, 1), so that the origin, where it is 0 for any method, does not
 * count as touching. */
static double nearness(const slice *s, double complex direction, double exponent)
{
    double r = exp(exponent);
    double growth = point_evaluate(s, r * direction).growth;
    return isnan(growth) ? -INFINITY : log(growth) / fmin(r, 1);
}

/* The largest nearness on the ray: on a logarithmic grid first, then by thirds beside the best. */
static double complex touch_of(const slice *s, double degrees)
{
    enum { STEPS = 400, THIRDS = 80 };
    const double low = log(1e-3), high = log(1e4), step = (high - low) / STEPS;
    const double angle = acos(-1) * (1 - degrees / 180);
    const double complex direction = CMPLX(cos(angle), sin(angle));
    double at = low, best = -INFINITY;
    for (int i = 0; i <= STEPS; i++) {
        double value = nearness(s, direction, low + i * step);
        at = value > best ? low + i * step : at;
        best = fmax(best, value);
    }
    double from = at - step, to = at + step;
    for (int i = 0; i < THIRDS; i++) {
        double one = from + (to - from) / 3, two = to - (to - from) / 3;
        bool right = nearness(s, direction, one) < nearness(s, direction, two);
        *(right ? &from : &to) = right ? one : two;
    }
    at = (from + to) / 2;
    bool is_there = fabs(nearness(s, direction, at)) < touches && at > low && at < high;
    return is_there ? exp(at) * direction : CMPLX(NAN, NAN);
}

static double complex find_touch(const method *m, const analysis *a)
{
    phi *p = NULL;
    slice s = {0};
    message why;
    double complex touch = CMPLX(NAN, NAN);
    if (isnan(a->alpha_degrees) || a->A_stable == ANSWER_YES ||
        phi_compile(m, MOTION_SHEAR, &p, &why) != STATUS_OK) {
        return touch;
    }
    if (slice_take(&s, p, a->w, false, &why) == STATUS_OK) {
        touch = touch_of(&s, a->alpha_degrees);
    }
    slice_clear(&s);
    phi_destroy(p);
    return touch;
}

void facts_of(const method *m, double w, facts *out)
{
    *out =
        (facts){.w = method_describe(m)->form == FORM_ODE_ONLY ? 0 : w, .touch = CMPLX(NAN, NAN)};
    out->known = analysis_of(m, (wide){.high = out->w}, &out->of, &out->why_not) == STATUS_OK;
    if (out->known) {
        message why;
        out->has_range = spin_range_a_stable(m, &out->range, &why) == STATUS_OK;
        out->touch = find_touch(m, &out->of);
    }
}
