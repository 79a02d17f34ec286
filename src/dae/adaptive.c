#include "dae/adaptive.h"

#include <float.h>
#include <math.h>

static const double least_step = 1e-14;

double adaptive_norm(const double *v, const double *weight, int n, int count)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double term = v[i] * weight[i];
        sum += term * term;
    }
    return sqrt(sum / count);
}

double adaptive_least_step(double t, double start, double t_stop)
{
    double interval = isfinite(t_stop) ? fmax(t_stop - start, 0) : 0;
    return fmax(least_step * fmax(fabs(t), interval), DBL_MIN);
}

bool adaptive_may_go_on(long steps, long most)
{
    return steps < (most > 0 ? most : ADAPTIVE_MOST_STEPS);
}

double adaptive_end(double t, double t_stop, double *h)
{
    double rest = t_stop - t;
    if (rest <= *h) {
        *h = rest;
        return t_stop;
    }
    *h = rest < 1.1 * *h ? rest / 2 : *h;
    return t + *h;
}

status adaptive_check(double relative, double absolute, double first_step, double largest_step,
                      long most_steps, message *why)
{
    if (!(relative >= 0) || !isfinite(relative)) {
        return refuse(why, "relative = %g: a tolerance that is not negative is accepted", relative);
    }
    if (!(absolute > 0) || !isfinite(absolute)) {
        return refuse(why, "absolute = %g: a positive tolerance is accepted", absolute);
    }
    if (!(first_step >= 0) || !isfinite(first_step)) {
        return refuse(why, "first step = %g: a positive one is accepted, and 0", first_step);
    }
    if (!(largest_step >= 0)) {
        return refuse(why, "largest step = %g: a positive one is accepted, and 0", largest_step);
    }
    if (most_steps < 0) {
        return refuse(why, "most steps = %ld: a positive number is accepted, and 0", most_steps);
    }
    return STATUS_OK;
}

status adaptive_check_start(const problem *p, const char *what, double t, const double *x,
                            message *why)
{
    if (!isfinite(t)) {
        return refuse(why, "t = %g: a finite time is accepted", t);
    }
    for (int i = 0; i < p->size; i++) {
        if (!isfinite(x[i])) {
            return refuse(why,
                          "%s: component %d of the starting %s is %g; finite numbers are accepted",
                          p->name, i + 1, what, x[i]);
        }
    }
    return STATUS_OK;
}
