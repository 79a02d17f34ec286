#include "confirm.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "field/point.h"
#include "fuzz.h"
#include "numerics/polynomial.h"
#include "stability/direct.h"
#include "stability/evaluate.h"
#include "stability/formula.h"

/* The step is computed twice, the second time from another time and for a method whose coefficients
 * are off by a part of 1e-24: where the two differ by more than this part, it tells nothing. */
static const quad trusted = 1e-9Q;

/* A multiple root is found to a part of its digits only, and may be a little outside where
 * Schur-Cohn, which needs no roots, tells that it is not. */
static const double nearly_one = 1.01;

/* The point of the input, and others near the origin. */
enum { POINTS = 6 };

/* A root this far outside of the circle is growth. */
static const quad clearly_outside = 1 + 1e-6Q;

/* Is nothing left of the 1 in I - z A? With a singular A the stages depend on it. */
static bool loses_stages(const method *m, cquad z)
{
    const coefficients *a = method_coefficients(m);
    bool is_implicit = false;
    quad largest = 0;
    if (method_describe(m)->form != FORM_ODE_ONLY || a->kind == METHOD_MULTISTEP) {
        return false;
    }
    for (int i = 0; i < a->size * a->size; i++) {
        is_implicit = is_implicit || (a->A[i] != 0 && i % a->size >= i / a->size);
        largest = fmaxq(largest, fabsq(a->A[i]));
    }
    return is_implicit && largest * cabsq(z) > 1e25Q;
}

/* The characteristic polynomial of a step, lowest power first; its degree, or 0 when there is none
 * that can be trusted. */
static int step_polynomial(const method *m, motion moves, cquad z, quad w, int degree, cquad *c)
{
    cquad again[METHOD_MAX_STEPS + 1];
    method *other = method_disturbed(m, 1e-24Q);
    HOLDS(other != NULL);
    /* Of z + w or of z w + w nothing is left of z or of w when the other is that large. */
    bool is_lost =
        fabsq(w) > 1e10Q || (z != 0 && cabsq(z) < 1e-20Q * fabsq(w)) || loses_stages(m, z);
    bool is_known = !is_lost && direct_characteristic(m, moves, z, w, 0, c) &&
                    direct_characteristic(other, moves, z, w, 0.71Q, again);
    method_destroy(other);
    quad size = 1, difference = 0;
    for (int j = 0; j < degree && is_known; j++) {
        size = fmaxq(size, cabsq(c[j]));
        difference = fmaxq(difference, cabsq(c[j] - again[j]));
    }
    c[degree] = 1;
    return is_known && finiteq(size) && difference <= trusted * size ? degree : 0;
}

static void check_formula(const phi *p)
{
    const phi_info *info = phi_describe(p);
    text words = {0};
    for (int j = 0; j <= info->degree; j++) {
        for (int i = 0; i <= info->degree_z; i++) {
            for (int k = 0; k <= info->degree_w; k++) {
                HOLDS(!isnan(phi_coefficient(p, j, i, k)));
            }
        }
    }
    formula_text(p, &words);
    HOLDS(words.data != NULL && strstr(words.data, "nan") == NULL);
    text_clear(&words);
    formula_latex(p, &words);
    HOLDS(words.data != NULL);
    text_clear(&words);
}

static bool grows(const phi *p, double complex z, double w, evaluation *exact)
{
    message why = {""};
    return phi_evaluate(p, (wide){.high = creal(z)}, (wide){.high = cimag(z)}, (wide){.high = w},
                        exact, &why) == STATUS_OK &&
           exact->growth > 1.01;
}

/* The field that is drawn, at this point. */
static void check_point(const phi *p, double complex z, double w)
{
    const phi_info *info = phi_describe(p);
    message why = {""};
    slice at;
    status s = slice_take(&at, p, w, false, &why);
    if (s != STATUS_OK) {
        fuzz_refused(s, &why);
        slice_clear(&at);
        return;
    }
    point found = point_evaluate(&at, z);
    slice_clear(&at);
    HOLDS(found.verdict != VERDICT_STABLE || found.growth <= nearly_one);
    if (found.verdict != VERDICT_STABLE || found.growth >= 0.99) {
        return;
    }
    evaluation exact = {.growth = 0};
    bool is_wrong = grows(p, z, w, &exact);
    if (is_wrong && info->spin == PHI_ANY_W) {
        /* Terms that cancel at this w look like a pole, where Phi at this w has none. */
        phi *at_w = NULL;
        is_wrong =
            phi_slice(p, (wide){.high = w}, &at_w, &why) == STATUS_OK && grows(at_w, z, w, &exact);
        phi_destroy(at_w);
    }
    if (is_wrong) {
        fprintf(stderr, "z = %.17g %+.17g i, w = %.17g: %g in a field, %g in quadruple precision\n",
                creal(z), cimag(z), w, found.growth, exact.growth);
    }
    HOLDS(!is_wrong);
}

/* What a person needs to see it again. */
static void tell(const method *m, cquad z, quad w, const evaluation *found, const cquad *c,
                 int degree)
{
    const coefficients *a = method_coefficients(m);
    int n = a->size;
    fprintf(stderr, "z = %.17g %+.17g i, w = %.17g: %s, growth %.17g, keep %s; the step:",
            (double)crealq(z), (double)cimagq(z), (double)w, verdict_name(found->verdict),
            found->growth, method_keep_name(method_describe(m)->keep));
    for (int j = 0; j <= degree; j++) {
        fprintf(stderr, " %.6g%+.6gi", (double)crealq(c[j]), (double)cimagq(c[j]));
    }
    const char *const names[] = {a->kind == METHOD_MULTISTEP ? "alpha" : "A",
                                 a->kind == METHOD_MULTISTEP ? "beta" : "b", "c"};
    const quad *const values[] = {a->kind == METHOD_MULTISTEP ? a->alpha : a->A,
                                  a->kind == METHOD_MULTISTEP ? a->beta : a->b, a->c};
    for (int k = 0; k < (a->kind == METHOD_MULTISTEP ? 2 : 3); k++) {
        int count = a->kind == METHOD_MULTISTEP ? n + 1 : k == 0 ? n * n : n;
        fprintf(stderr, "\n%s =", names[k]);
        for (int i = 0; i < count; i++) {
            fprintf(stderr, "%s%.17g",
                    k == 0 && count == n * n && i > 0 && i % n == 0 ? "\n    " : " ",
                    (double)values[k][i]);
        }
    }
    fprintf(stderr, "\n");
}

static void check_verdict(const method *m, motion moves, const phi *p, cquad z, quad w)
{
    cquad c[METHOD_MAX_STEPS + 1];
    evaluation found;
    message why = {""};
    const phi_info *info = phi_describe(p);
    wide re = wide_from_quad(crealq(z)), im = wide_from_quad(cimagq(z));
    status s = phi_evaluate(p, re, im, wide_from_quad(w), &found, &why);
    if (s != STATUS_OK) {
        fuzz_refused(s, &why);
        return;
    }
    HOLDS(found.verdict != VERDICT_STABLE || found.growth <= nearly_one);
    HOLDS(found.verdict == VERDICT_UNDEFINED || found.growth >= 0);
    if (found.verdict != VERDICT_STABLE && found.verdict != VERDICT_BOUNDARY) {
        return;
    }
    bool is_limit = info->spin == PHI_LIMIT;
    int degree =
        step_polynomial(m, is_limit ? MOTION_SHEAR : moves, z, is_limit ? 0 : w, info->degree, c);
    bool confirmed = degree == 0 || polynomial_inside(c, degree, clearly_outside);
    if (!confirmed) {
        tell(m, z, w, &found, c, degree);
    }
    HOLDS(confirmed);
}

/* Between -most and most. */
static double next_number(unsigned *state, double most)
{
    *state = *state * 1103515245u + 12345u;
    return most * ((int)(*state >> 16 & 4095) - 2048) / 2048;
}

void confirm_method(const method *m, motion moves, double re, double im, double w)
{
    phi *p = NULL;
    message why = {""};
    status s = phi_compile(m, moves, &p, &why);
    if (s != STATUS_OK) {
        fuzz_refused(s, &why);
        return;
    }
    w = method_describe(m)->form == FORM_ODE_ONLY ? 0 : w;
    phi *at_w = NULL;
    s = phi_slice(p, (wide){.high = w}, &at_w, &why);
    if (s != STATUS_OK) {
        fuzz_refused(s, &why);
    } else {
        check_formula(at_w);
    }
    phi_destroy(at_w);
    if (phi_describe(p)->spin != PHI_NEEDS_W) {
        HOLDS(phi_describe(p)->residual <= 1e-12);
        check_formula(p);
    }
    unsigned state = (unsigned)method_describe(m)->size;
    for (int n = 0; n < POINTS; n++) {
        check_verdict(m, moves, p, cquad_make(re, im), w);
        check_point(p, CMPLX(re, im), w);
        re = next_number(&state, 9);
        im = n % 3 == 0 ? 0 : next_number(&state, 9);
        w = method_describe(m)->form == FORM_ODE_ONLY ? 0 : next_number(&state, 3);
    }
    phi_destroy(p);
}
