#include "lab/start.h"

#include <math.h>
#include <string.h>

#include "lab/projection.h"
#include "numerics/linear.h"

/* Residuals up to this, relative to the size of p and v, are rounding. */
static const double rounding = 1e-12;

static double largest_change(const double *a, const double *b, int n)
{
    double largest = 0;
    for (int i = 0; i < n; i++) {
        largest = fmax(largest, fabs(a[i] - b[i]));
    }
    return largest;
}

status start_make_consistent(const constrained *c, double t, double *p, double *v,
                             start_repair *out, message *why)
{
    static const char *const levels[] = {"positions", "velocities"};
    int n = c->positions, m = c->order;
    double p0[CONSTRAINED_MAX_POSITIONS], v0[CONSTRAINED_MAX_POSITIONS];
    double *const of[] = {p, v}, *const before[] = {p0, v0};
    *out = (start_repair){0};
    for (int level = 0; level < m; level++) { /* of the values given, before any is moved */
        out->violation[level] = constrained_violation(c, level, t, p, v);
    }
    real_dynamics d;
    status s;
    TRY_OR_END(real_dynamics_init(&d, c, why));
    for (int level = 0; level < m; level++) {
        memcpy(before[level], of[level], (size_t)n * sizeof *p);
        step_outcome o = level == 0 ? project_positions(&d, ALONG_CT, t, p)
                                    : project_velocities(&d, ALONG_CT, t, p, v);
        if (o != STEP_DONE) {
            TRY_OR_END(fail(why, "%s: no consistent %s near the starting values at t = %g: %s",
                            c->name, levels[level], t,
                            o == STEP_SINGULAR ? "the constraints are dependent there"
                                               : step_outcome_words(o)));
        }
        out->moved[level] = largest_change(of[level], before[level], n);
        if (out->moved[level] <= rounding * fmax(1, real_size(before[level], n))) {
            memcpy(of[level], before[level], (size_t)n * sizeof *p); /* as they were given */
        } else {
            out->repaired = true;
        }
    }
end:
    real_dynamics_clear(&d);
    return s;
}
