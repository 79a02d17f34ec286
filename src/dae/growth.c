#include "dae/growth.h"

#include <math.h>

int growth_half(int planned)
{
    return planned / 2;
}

int growth_window(int planned)
{
    int half = growth_half(planned);
    int first = half - GROWTH_WINDOW + 1;
    return first > 1 ? first : half > 0 ? 1 : 0;
}

/* log(e^a + e^b) */
static double log_sum(double a, double b)
{
    double high = fmax(a, b), low = fmin(a, b);
    return isinf(low) ? high : high + log1p(exp(low - high));
}

/* Adds |u|^2 of a step to the windows that it is in. */
static void note(growth *g, int step, double log_size)
{
    int half = growth_half(g->planned), first = growth_window(g->planned);
    if (step >= first && step <= half) {
        g->early = log_sum(g->early, 2 * log_size);
    }
    if (step >= g->planned - (half - first)) {
        g->late = log_sum(g->late, 2 * log_size);
    }
}

growth growth_begin(int planned, double log_size)
{
    growth g = {.planned = planned, .early = -INFINITY, .late = -INFINITY};
    note(&g, 0, log_size);
    return g;
}

void growth_add(growth *g, double complex factor, double log_size)
{
    g->steps++;
    g->factor = factor;
    note(g, g->steps, log_size);
    if (g->run > 0 &&
        cabs(factor - g->reference) <= growth_settled_difference * cabs(g->reference)) {
        g->run++;
    } else {
        g->reference = factor;
        g->run = 1;
    }
}

static bool has_settled(const growth *g, bool steady)
{
    return steady && g->run >= GROWTH_SETTLED;
}

double growth_rate(const growth *g, bool steady)
{
    if (g->outcome != STEP_DONE) {
        return g->outcome == STEP_SINGULAR ? INFINITY : NAN;
    }
    if (g->steps < g->planned) {
        return NAN;
    }
    if (g->late == -INFINITY) {
        return -INFINITY;
    }
    return has_settled(g, steady) ? log(cabs(g->factor))
                                  : (g->late - g->early) / 2 / (g->planned - growth_half(g->planned));
}

growth_verdict growth_judge(const growth *g, bool steady)
{
    if (g->outcome == STEP_SINGULAR) {
        return GROWTH_SINGULAR;
    }
    double rate = growth_rate(g, steady);
    if (isnan(rate)) {
        return GROWTH_FAILED;
    }
    double threshold = has_settled(g, steady) ? growth_settled_threshold
                                              : growth_mean_threshold / g->planned;
    if (fabs(rate) > threshold) {
        return rate > 0 ? GROWTH_UNSTABLE : GROWTH_STABLE;
    }
    return GROWTH_UNDECIDED;
}
