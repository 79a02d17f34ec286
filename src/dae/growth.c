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

/* log(e^a + e^b); NaN stays. */
static double log_sum(double a, double b)
{
    if (isnan(a) || isnan(b)) {
        return NAN;
    }
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
    growth g = {
        .planned = planned, .early = -INFINITY, .late = -INFINITY, .pair = NAN, .spread = INFINITY};
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

/* p and q of u[1], u[2], u[3]; false when u is a single power. */
static bool fit_pair(const double complex *u, double complex *p, double complex *q)
{
    double complex determinant = u[1] * u[1] - u[0] * u[2];
    double size = fmax(cabs(u[1] * u[1]), cabs(u[0] * u[2]));
    *p = (u[1] * u[2] - u[0] * u[3]) / determinant;
    *q = (u[1] * u[3] - u[2] * u[2]) / determinant;
    return cabs(determinant) > 1e-5 * size;
}

/* How far the last factors are apart. */
static double spread_of_factors(const double complex *tail)
{
    const double complex *last = tail + GROWTH_TAIL - 1;
    double complex factor = last[0] / last[-1];
    double spread = 0;
    for (int i = 1; i < GROWTH_SETTLED; i++) {
        double difference = cabs(last[-i] / last[-i - 1] / factor - 1);
        spread = difference <= spread ? spread : difference; /* NaN is not less */
    }
    return isfinite(spread) ? spread : INFINITY;
}

static void find_pair(growth *g, const double complex *tail)
{
    double complex p, q;
    double spread = 0;
    if (!fit_pair(tail + GROWTH_SETTLED - 1, &p, &q)) {
        return;
    }
    for (int i = 0; i < GROWTH_SETTLED - 1; i++) {
        double complex other_p, other_q;
        if (!fit_pair(tail + i, &other_p, &other_q)) {
            return;
        }
        double of_p = cabs(p - other_p) / (cabs(p) + 1), of_q = cabs(q - other_q) / cabs(q);
        if (!(of_p <= growth_settled_difference) || !(of_q <= growth_settled_difference)) {
            return;
        }
        spread = fmax(spread, fmax(of_p, of_q));
    }
    double complex root = csqrt(p * p / 4 + q);
    double larger = fmax(cabs(p / 2 + root), cabs(p / 2 - root));
    g->pair = log(larger);
    g->apart = 2 * cabs(root) / larger;
    g->spread = spread;
}

void growth_read_tail(growth *g, const double complex *tail)
{
    g->spread = spread_of_factors(tail);
    if (g->run < GROWTH_SETTLED) {
        find_pair(g, tail);
    }
}

typedef enum certainty { BY_MEAN, BY_PAIR, BY_FACTOR } certainty;

static certainty certainty_of(const growth *g, bool steady)
{
    return !steady                    ? BY_MEAN
           : g->run >= GROWTH_SETTLED ? BY_FACTOR
           : isfinite(g->pair)        ? BY_PAIR
                                      : BY_MEAN;
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
    switch (certainty_of(g, steady)) {
    case BY_FACTOR:
        return log(cabs(g->factor));
    case BY_PAIR:
        return g->pair;
    default:
        return (g->late - g->early) / 2 / (g->planned - growth_half(g->planned));
    }
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
    const double thresholds[] = {[BY_MEAN] = growth_mean_threshold / g->planned,
                                 [BY_PAIR] = growth_pair_threshold,
                                 [BY_FACTOR] = growth_settled_threshold};
    if (fabs(rate) > thresholds[certainty_of(g, steady)]) {
        return rate > 0 ? GROWTH_UNSTABLE : GROWTH_STABLE;
    }
    return GROWTH_UNDECIDED;
}

double growth_uncertainty(const growth *g, bool steady)
{
    certainty by = certainty_of(g, steady);
    double least = 2 * growth_settled_difference;
    double mean = log(growth_rare) / (g->planned - growth_half(g->planned));
    if (g->is_partial) {
        return NAN;
    }
    if (g->is_single) {
        double from_last = fabs(growth_rate(g, steady) - log(cabs(g->factor)));
        double spread = by == BY_FACTOR ? 0 : g->spread;
        return fmin(mean, sqrt(least) + spread + from_last);
    }
    double change = 2 * growth_rare * g->spread / (by == BY_PAIR ? g->apart : 1);
    return by == BY_MEAN ? mean : fmin(mean, sqrt(fmax(least, change)));
}
