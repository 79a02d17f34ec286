#include "stability/spin_scan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/plain.h"
#include "stability/phi_quad.h"
#include "stability/spin_decide.h"

/* Each end of a part takes some 50 decisions to find: more parts than that would take too long. */
enum { SPREAD = 121, FRACTIONS = 64, MOST_PARTS = 6 };

typedef struct scan {
    const phi *p;
    spin_define *define;
    int slack;
    const spin_conditions *conditions;
} scan;

static bool holds_at(const scan *s, double w, long denominator)
{
    mpq_t value, divisor;
    mpq_inits(value, divisor, NULL);
    mpq_set_d(value, w);
    mpq_set_si(divisor, denominator, 1);
    mpq_div(value, value, divisor);
    decision d = s->p->exact != NULL ? spin_decide_at(s->p, s->define, value, s->slack) : UNDECIDED;
    if (d == UNDECIDED) {
        real_root root;
        real_root_init(&root);
        real_root_set_rational(&root, value);
        d = spin_decide_roughly(s->conditions, &root) ? DECIDED_YES : DECIDED_NO;
        real_root_clear(&root);
    }
    mpq_clears(value, divisor, NULL);
    return d == DECIDED_YES;
}

/* A w to look at: n / denominator, or a number with few digits, which are quick to decide. */
typedef struct sample {
    double numerator;
    long denominator;
    double value;
} sample;

/* Dense near 0, sparse far out, antisymmetric. */
static sample spread_at(int n)
{
    enum { DIGITS = 10 };
    double u = (double)(n - SPREAD / 2) / (SPREAD / 2 + 1);
    double w = 2 * u / (1 - fabs(u)) / (1 - fabs(u) * 0.98);
    int exponent;
    double digits = frexp(w, &exponent);
    w = ldexp(nearbyint(ldexp(digits, DIGITS)), exponent - DIGITS);
    return (sample){w, 1, w};
}

static int compare(const void *a, const void *b)
{
    double x = ((const sample *)a)->value, y = ((const sample *)b)->value;
    return (x > y) - (x < y);
}

/* Ascending, each w once; returns how many. */
static int make_samples(sample *samples)
{
    int count = 0, kept = 0;
    for (int n = 0; n < SPREAD; n++) {
        samples[count++] = spread_at(n);
    }
    for (int n = -4; n <= 20; n++) {
        samples[count++] = (sample){n, 1, n};
    }
    for (int n = -9; n <= 9; n++) {
        samples[count++] = (sample){n, 2, n / 2.0};
        samples[count++] = (sample){n, 3, n / 3.0};
    }
    qsort(samples, (size_t)count, sizeof *samples, compare);
    for (int n = 0; n < count; n++) {
        if (kept == 0 || samples[n].value > samples[kept - 1].value) {
            samples[kept++] = samples[n];
        }
    }
    return kept;
}

/* The last w of those that hold on the way from `holds` to `fails`. */
static spin_end find_end(const scan *s, const sample *holds, const sample *fails)
{
    double good = holds->value, bad = fails->value;
    spin_end e = {0};
    for (;;) {
        double middle = good + (bad - good) / 2;
        if (middle == good || middle == bad || fabs(bad - good) < 1e-15 * fmax(1, fabs(good))) {
            break;
        }
        *(holds_at(s, middle, 1) ? &good : &bad) = middle;
    }
    e.value = good;
    if (good == holds->value && holds->denominator > 1) {
        snprintf(e.text, sizeof e.text, "%.0f/%ld", holds->numerator, holds->denominator);
    } else {
        plain_print(e.text, sizeof e.text, "%.15g", good);
    }
    e.is_rational = good == holds->value;
    return e;
}

static spin_end infinite_end(double value)
{
    spin_end e = {.value = value};
    snprintf(e.text, sizeof e.text, value < 0 ? "-inf" : "inf");
    return e;
}

status spin_scan(const phi *p, spin_define *define, int slack, const spin_conditions *c,
                 spin_range *out, message *why)
{
    const scan s = {p, define, slack, c};
    sample samples[SPREAD + FRACTIONS];
    int count = make_samples(samples);
    bool held = false;
    for (int n = 0; n < count; n++) {
        bool holds = holds_at(&s, samples[n].numerator, samples[n].denominator);
        if (holds && !held) {
            if (out->count == MOST_PARTS) {
                return fail(why, "the spin range has more than %d parts", MOST_PARTS);
            }
            out->intervals[out->count++] =
                (spin_interval){.from = n == 0 ? infinite_end(-INFINITY)
                                               : find_end(&s, &samples[n], &samples[n - 1]),
                                .includes_from = n > 0};
        }
        if (held && !holds) {
            spin_interval *last = &out->intervals[out->count - 1];
            last->to = find_end(&s, &samples[n - 1], &samples[n]);
            last->includes_to = true;
        }
        held = holds;
    }
    if (held) {
        out->intervals[out->count - 1].to = infinite_end(INFINITY);
    }
    return STATUS_OK;
}
