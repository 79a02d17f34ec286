#include "stability/exact_slice.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "numerics/algebraic.h"
#include "numerics/exact.h"
#include "numerics/zroots.h"
#include "stability/phi_quad.h"
#include "stability/spin_decide.h"

static void copy_generator(exact_slice *s, const real_root *from)
{
    real_root_init(&s->generator);
    if (s->field_degree > 1) {
        zpoly_set(&s->generator.of, &from->of);
        mpq_set(s->generator.low, from->low);
        mpq_set(s->generator.high, from->high);
    }
}

bool exact_slice_init(exact_slice *s, const phi *slice, const phi *all)
{
    int fields = slice->field_degree;
    *s = (exact_slice){.of = slice,
                       .method = all->method,
                       .degree = phi_describe(slice)->degree,
                       .field_degree = fields};
    if (slice->exact == NULL) {
        return false;
    }
    copy_generator(s, &slice->generator);
    for (int j = 0; j <= s->degree; j++) {
        bipoly_init(&s->c[j]);
        for (int l = 0; l < fields; l++) {
            const bipoly *c = &slice->exact[j * fields + l];
            for (int i = 0; i <= c->degree; i++) {
                if (c->c[i].degree == 0) {
                    zpoly_set_coefficient(bipoly_at(&s->c[j], i), l, c->c[i].c[0]);
                }
            }
        }
        bipoly_trim(&s->c[j]);
    }
    bool is_there = s->c[s->degree].degree >= 0;
    if (!is_there) {
        exact_slice_clear(s);
    }
    return is_there;
}

void exact_slice_clear(exact_slice *s)
{
    for (int j = 0; j <= s->degree; j++) {
        bipoly_clear(&s->c[j]);
    }
    real_root_clear(&s->generator);
}

void exact_slice_relaxed(exact_slice *out, const exact_slice *s, int digits)
{
    mpz_t power, more, factor, part;
    mpz_inits(power, more, factor, part, NULL);
    *out = *s;
    copy_generator(out, &s->generator);
    mpz_ui_pow_ui(power, 10, (unsigned long)digits);
    mpz_add_ui(more, power, 1);
    for (int j = 0; j <= s->degree; j++) {
        mpz_pow_ui(factor, more, (unsigned long)j);
        mpz_pow_ui(part, power, (unsigned long)(s->degree - j));
        mpz_mul(factor, factor, part);
        bipoly_init(&out->c[j]);
        bipoly_set(&out->c[j], &s->c[j]);
        for (int i = 0; i <= out->c[j].degree; i++) {
            zpoly_scale(&out->c[j].c[i], factor);
        }
    }
    mpz_clears(power, more, factor, part, NULL);
}

static int degree_in_z(const exact_slice *s)
{
    int degree = 0;
    for (int j = 0; j <= s->degree; j++) {
        degree = s->c[j].degree > degree ? s->c[j].degree : degree;
    }
    return degree;
}

bool exact_slice_is_quick(const exact_slice *s)
{
    enum { MOST = 20 };
    return s->field_degree == 1 || s->field_degree * degree_in_z(s) <= MOST;
}

/* A number of the field, to some hundred bits; a fraction is itself. */
static void number_value(exact_slice *s, const zpoly *number, mpq_t out)
{
    enum { BITS = 600 };
    if (s->field_degree > 1) {
        real_root_refine(&s->generator, BITS);
    }
    zpoly_value(mpq_numref(out), number, s->generator.low);
    mpz_pow_ui(mpq_denref(out), mpq_denref(s->generator.low),
               (unsigned long)(number->degree > 0 ? number->degree : 0));
    mpq_canonicalize(out);
}

/* The coefficients of a polynomial over the field, the largest of which becomes 1; `scale` is by
 * what they were divided, or 0 to find it. */
static void quads_of(exact_slice *s, const bipoly *p, mpq_t scale, quad *out)
{
    mpq_t value;
    mpq_init(value);
    for (int i = 0; i <= p->degree && mpq_sgn(scale) == 0; i++) {
        number_value(s, &p->c[i], value);
        mpq_abs(value, value);
        if (mpq_cmp(value, scale) > 0) {
            mpq_set(scale, value);
        }
    }
    for (int i = 0; i <= p->degree; i++) {
        number_value(s, &p->c[i], value);
        mpq_div(value, value, scale);
        out[i] = fraction_quad(value);
    }
    mpq_clear(value);
}

bool exact_slice_set(exact_slice *s, stable_set *set)
{
    phi slice = {.info = s->of->info};
    message ignored;
    mpq_t scale;
    slice.info.degree_z = degree_in_z(s);
    slice.info.degree_w = 0;
    slice.info.residual = 0;
    if (memory_allocate(&slice.c, phi_length(&slice.info), sizeof *slice.c, &ignored) !=
        STATUS_OK) {
        return false;
    }
    mpq_init(scale);
    for (int n = s->degree; n >= 0; n--) { /* the leading one is not 0, and gives the scale */
        quads_of(s, &s->c[n], scale, slice.c + phi_index(&slice.info, n, 0, 0));
    }
    stable_set_init(set, &slice, 0);
    mpq_clear(scale);
    free(slice.c);
    return true;
}

/* Simple roots of a factor, each `times` times. */
static bool add_roots(exact_slice *s, const bipoly *factor, int times, zero_list *out)
{
    quad real[ZERO_LIST_MOST + 1];
    cquad c[ZERO_LIST_MOST + 1], at[ZERO_LIST_MOST + 1];
    mpq_t scale;
    if (factor->degree > ZERO_LIST_MOST) {
        return false;
    }
    mpq_init(scale);
    quads_of(s, factor, scale, real);
    mpq_clear(scale);
    for (int i = 0; i <= factor->degree; i++) {
        c[i] = real[i];
    }
    if (!polynomial_roots(c, factor->degree, at)) {
        return false;
    }
    for (int n = 0; n < factor->degree && out->count < ZERO_LIST_MOST; n++) {
        out->at[out->count] = at[n];
        out->multiplicity[out->count++] = times;
    }
    return true;
}

/* Yun's decomposition: p is the product of f_m^m, `same` that of f_m, f_(m+1), ... */
static bool zeros_in_field(exact_slice *s, const bipoly *p, zero_list *out)
{
    bipoly rest, common, same, factor;
    bipoly *const all[] = {&rest, &common, &same, &factor};
    real_root *g = &s->generator;
    bool good = true;
    for (int n = 0; n < 4; n++) {
        bipoly_init(all[n]);
    }
    bipoly_set(&rest, p);
    algebraic_reduce(&rest, g);
    bipoly_derivative(&factor, &rest);
    algebraic_reduce(&factor, g);
    algebraic_gcd(&common, &rest, &factor, g);
    algebraic_quotient(&same, &rest, &common, g);
    for (int m = 1; rest.degree > 0 && good; m++) {
        algebraic_quotient(&rest, &rest, &same, g);
        algebraic_gcd(&common, &same, &rest, g);
        algebraic_quotient(&factor, &same, &common, g);
        good = factor.degree == 0 || add_roots(s, &factor, m, out);
        bipoly_swap(&same, &common);
    }
    for (int n = 0; n < 4; n++) {
        bipoly_clear(all[n]);
    }
    return good;
}

/* An integer polynomial, where it is one. */
static void to_integers(const bipoly *p, zpoly *out)
{
    for (int i = 0; i <= p->degree; i++) {
        if (p->c[i].degree >= 0) {
            zpoly_set_coefficient(out, i, p->c[i].c[0]);
        }
    }
}

static bool zeros_of_integers(const bipoly *p, zero_list *out)
{
    double complex at[ZERO_LIST_MOST];
    int times[ZERO_LIST_MOST];
    zpoly integers;
    zpoly_init(&integers);
    to_integers(p, &integers);
    bool good = p->degree <= ZERO_LIST_MOST && zpoly_roots(&integers, at, times);
    for (int n = 0; n < p->degree && good; n += times[n]) {
        out->at[out->count] = at[n];
        out->multiplicity[out->count++] = times[n];
    }
    zpoly_clear(&integers);
    return good;
}

static bool zeros_of(exact_slice *s, const bipoly *p, zero_list *out)
{
    *out = (zero_list){0};
    if (p->degree < 1) {
        return true;
    }
    return s->field_degree == 1 ? zeros_of_integers(p, out) : zeros_in_field(s, p, out);
}

bool exact_slice_zeros(exact_slice *s, int j, zero_list *out)
{
    return zeros_of(s, &s->c[j], out);
}

/* The coefficients of one power of z, as a polynomial in sigma. */
static void in_sigma(const exact_slice *s, int power, bipoly *out)
{
    for (int j = 0; j <= s->degree; j++) {
        if (power <= s->c[j].degree) {
            zpoly_set(bipoly_at(out, j), &s->c[j].c[power]);
        }
    }
    bipoly_trim(out);
}

/* The largest modulus of a root of p, infinite when the degree is less than that of Phi. Of one
 * root the root itself. */
static double largest_root(exact_slice *s, const bipoly *p)
{
    zero_list at;
    double largest = 0;
    if (p->degree < s->degree) {
        return p->degree < 0 ? NAN : INFINITY;
    }
    if (!zeros_of(s, p, &at)) {
        return NAN;
    }
    for (int n = 0; n < at.count; n++) {
        largest = fmax(largest, (double)cabsq(at.at[n]));
    }
    return s->degree == 1 ? (double)crealq(at.at[0]) : largest;
}

double exact_slice_infinity(exact_slice *s)
{
    bipoly p;
    bipoly_init(&p);
    in_sigma(s, degree_in_z(s), &p);
    double root = largest_root(s, &p);
    bipoly_clear(&p);
    return root;
}

/* p(sigma) at sigma = (1 - x)/(1 + x), times (1 + x)^degree: what is outside of the unit circle is
 * in Re x < 0. */
static void map_circle(const bipoly *p, int degree, bipoly *out)
{
    bipoly term, factors[2];
    bipoly_init(&term);
    for (int n = 0; n < 2; n++) {
        bipoly_init(&factors[n]);
        zpoly_set_small(bipoly_at(&factors[n], 0), 0, 1);
        zpoly_set_small(bipoly_at(&factors[n], 1), 0, n == 0 ? -1 : 1);
        bipoly_trim(&factors[n]);
    }
    for (int j = 0; j <= p->degree; j++) {
        bipoly_clear(&term);
        zpoly_set(bipoly_at(&term, 0), &p->c[j]);
        bipoly_trim(&term);
        for (int n = 0; n < degree && term.degree >= 0; n++) {
            bipoly_multiply(&term, &term, &factors[n < j ? 0 : 1]);
        }
        bipoly_add(out, out, &term);
    }
    bipoly_clear(&term);
    bipoly_clear(&factors[0]);
    bipoly_clear(&factors[1]);
}

bool exact_slice_is_zero_stable(exact_slice *s, double *largest)
{
    bipoly p;
    bipoly_init(&p);
    in_sigma(s, 0, &p);
    *largest = fabs(largest_root(s, &p));
    bool holds = p.degree == s->degree;
    if (holds) {
        /* A factor that belongs to every z must obey the root condition by itself. */
        spin_conditions c = {.numerator_count = 1, .common_roots_count = true, .steps = s->degree};
        bipoly_init(&c.D);
        bipoly_init(&c.leading);
        bipoly_init(&c.numerators[0]);
        map_circle(&p, s->degree, &c.D);
        bipoly_set(&c.leading, &c.D);
        bipoly_set(&c.numerators[0], &c.D);
        holds = spin_decide(&c, &s->generator) == DECIDED_YES;
        bipoly_clear(&c.D);
        bipoly_clear(&c.leading);
        bipoly_clear(&c.numerators[0]);
    }
    bipoly_clear(&p);
    return holds;
}

analysis_answer exact_slice_holds(exact_slice *s, exact_region region)
{
    static const analysis_answer answers[] = {
        [DECIDED_NO] = ANSWER_NO, [DECIDED_YES] = ANSWER_YES, [UNDECIDED] = ANSWER_NONE};
    /* The generator stands in the place of w. */
    spin_source source = {.degree = s->degree,
                          .is_exact = true,
                          .is_linear = s->degree > 1 && degree_in_z(s) == 1 &&
                                       method_describe(s->method)->kind == METHOD_MULTISTEP,
                          .is_constant = s->field_degree == 1};
    spin_conditions conditions;
    for (int j = 0; j <= s->degree; j++) {
        source.c[j] = s->c[j]; /* they are not changed */
    }
    (region == REGION_HALF_PLANE ? spin_conditions_a_stable
                                 : spin_conditions_negative_axis)(&source, &conditions);
    decision d = spin_decide(&conditions, &s->generator);
    spin_conditions_clear(&conditions);
    return answers[d];
}
