#include <math.h>

#include "field/modes.h"
#include "numerics/number.h"
#include "validation/largest_step.h"

/* "unbounded" and "none" for infinity and 0. */
static const char *step_words(double h, char out[NUMBER_WORDS])
{
    return isinf(h) ? "unbounded" : h == 0 ? "none" : number_words(h, 12, NUMBER_PLAIN, out);
}

static void write_table(const step_path *p, text *out)
{
    text_add(out, "%10s  %26s  %12s  %12s  %s\n", "t", "lambda", "omega", "spin", "h frozen at t");
    for (int i = 0; i < p->count; i++) {
        const reduced *at = &p->at[i];
        for (int k = 0; k < at->count; k++) {
            char lambda[NUMBER_WORDS], h[NUMBER_WORDS], t[NUMBER_WORDS] = "";
            char spin[NUMBER_WORDS] = "";
            if (k == 0) {
                number_words(p->t[i], 6, NUMBER_PLAIN, t);
                number_words(at->spin, 8, NUMBER_PLAIN, spin);
            }
            text_add(out, "%10s  %26s  %12.8g  %12s  %s\n", t,
                     lambda_words(at->modes[k].lambda, lambda), at->modes[k].omega, spin,
                     k == 0 ? step_words(p->h[i], h) : "");
        }
    }
}

/* As many digits as are told, and one more. */
static void write_measured(const step_path *p, text *out)
{
    const longrun *l = &p->measured;
    bool is_exact = p->h_found != l->h || l->error < 1e-11 * l->h;
    int digits = is_exact ? 12 : (int)fmax(2, ceil(1 - log10(l->error / l->h)));
    switch (p->answer) {
    case STEP_BOUNDED:
        text_add(out, "largest h = %.*g", digits, p->h_found);
        if (!is_exact) {
            text_add(out, " +- %.1g", l->error);
        }
        text_add(out, ", by real steps\n");
        break;
    case STEP_UNBOUNDED:
        text_add(out, "unbounded: no h up to %.6g grows, by real steps\n", l->most);
        break;
    case STEP_NONE:
        text_add(out, "none: |x| itself grows, and small h follow it\n");
        break;
    default:
        text_add(out, "cannot be told: %s%s", l->reason,
                 l->is_over ? "; --patient gives more" : "");
        if (l->h > 0) {
            text_add(out, "; up to h = %.3g none grows", l->h);
        }
        text_add(out, "\n");
    }
}

static void write_answer(const step_path *p, text *out)
{
    if (p->basis == BASIS_STEPS) {
        write_measured(p, out);
    } else if (p->answer == STEP_BOUNDED) {
        text_add(out, "largest h = %.12g, %s\n", p->least_h,
                 p->basis == BASIS_CONSTANT ? "constant coefficients"
                 : p->least.spin > 0        ? "frozen at the t below, as a shear"
                                            : "frozen at the t below");
    } else if (p->answer == STEP_UNDECIDED) {
        text_add(out, "cannot be told: %s\n", p->measured.reason);
    } else {
        text_add(out, "%s\n",
                 p->answer == STEP_NONE     ? "none: small h are unstable"
                 : p->basis == BASIS_FROZEN ? "unbounded, frozen at each of these t"
                                            : "unbounded: stable for every h > 0");
    }
}

static void write_frozen(const step_path *p, text *out)
{
    char lambda[NUMBER_WORDS], h[NUMBER_WORDS];
    if (p->least_mode >= 0) {
        const spin_mode *m = &p->least.modes[p->least_mode];
        text_add(out, "frozen at t = %.8g: largest h = %s, with lambda = %s, omega = %.10g\n",
                 p->least_t, step_words(p->least_h, h), lambda_words(m->lambda, lambda), m->omega);
    } else {
        text_add(out, "frozen at any of these t: unbounded\n");
    }
}

static void write_rate(const step_path *p, text *out)
{
    const longrun *l = &p->measured;
    if (step_path_has_rate(p)) {
        text_add(out, "the equation itself: |x| like exp(%.4g t), followed to t = %.4g\n", l->rate,
                 l->until);
    }
    if (p->basis == BASIS_FROZEN && p->answer != STEP_UNDECIDED && l->reason[0] != '\0') {
        text_add(out, "%s\n", l->reason);
    }
}

void step_path_text(const step_path *p, text *out)
{
    const step_request *r = &p->asked;
    text_add(out, "%s: %d unknowns, %d differential\n", equation_name(r->equation),
             equation_size(r->equation), p->differential);
    write_table(p, out);
    text_add(out, "%s on [%.6g, %.6g]: ", phi_describe(r->phi)->method, r->t0, r->t1);
    write_answer(p, out);
    write_frozen(p, out);
    write_rate(p, out);
    text_add(out, "%s%s", step_path_note(p), step_path_note(p)[0] != '\0' ? "\n" : "");
}
