#include "stability/spin_scan.h"

#include <math.h>
#include <stdio.h>

#include "base/plain.h"
#include "stability/spin_decide.h"

/* Each end of a part takes some 50 decisions to find: more parts than that would take too long. */
enum { SAMPLES = 201, MOST_PARTS = 6 };

static bool holds_at(const spin_conditions *c, double w)
{
    mpq_t value;
    real_root root;
    mpq_init(value);
    real_root_init(&root);
    mpq_set_d(value, w);
    real_root_set_rational(&root, value);
    bool holds = spin_decide_roughly(c, &root);
    real_root_clear(&root);
    mpq_clear(value);
    return holds;
}

/* Dense near 0, sparse far out, antisymmetric. */
static double sample_at(int n)
{
    double u = (double)(n - SAMPLES / 2) / (SAMPLES / 2 + 1);
    return 2 * u / (1 - fabs(u)) / (1 - fabs(u) * 0.98);
}

/* The last w of those that hold on the way to `fails`. */
static double find_end(const spin_conditions *c, double holds, double fails)
{
    for (;;) {
        double middle = holds + (fails - holds) / 2;
        if (middle == holds || middle == fails || fabs(fails - holds) < 1e-16) {
            return holds;
        }
        *(holds_at(c, middle) ? &holds : &fails) = middle;
    }
}

static spin_end end_at(double value)
{
    spin_end e = {.value = value};
    if (isinf(value)) {
        snprintf(e.text, sizeof e.text, value < 0 ? "-inf" : "inf");
    } else {
        plain_print(e.text, sizeof e.text, "%.15g", value);
    }
    return e;
}

status spin_scan(const spin_conditions *c, spin_range *out, message *why)
{
    bool held = false;
    for (int n = 0; n < SAMPLES; n++) {
        double w = sample_at(n);
        bool holds = holds_at(c, w);
        if (holds && !held) {
            if (out->count == MOST_PARTS) {
                return fail(why, "the spin range has more than %d parts", MOST_PARTS);
            }
            double from = n == 0 ? -INFINITY : find_end(c, w, sample_at(n - 1));
            out->intervals[out->count++] =
                (spin_interval){.from = end_at(from), .includes_from = n > 0};
        }
        if (held && !holds) {
            spin_interval *last = &out->intervals[out->count - 1];
            last->to = end_at(find_end(c, sample_at(n - 1), w));
            last->includes_to = true;
        }
        held = holds;
    }
    if (held) {
        out->intervals[out->count - 1].to = end_at(INFINITY);
    }
    return STATUS_OK;
}
