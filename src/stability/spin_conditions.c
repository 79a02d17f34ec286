#include "stability/spin_conditions.h"

/* In decimal Phi a sum this small against its terms is rounding error. */
enum { NOISE_BITS = 93 }; /* 1e-28 */

/* The same with the moduli of all coefficients. */
static void moduli(bipoly *to, const bipoly *from)
{
    bipoly_init(to);
    bipoly_set(to, from);
    for (int i = 0; i <= to->degree; i++) {
        for (int k = 0; k <= to->c[i].degree; k++) {
            mpz_abs(to->c[i].c[k], to->c[i].c[k]);
        }
    }
}

/* Sets coefficients of p to 0 that are rounding error; `size` has the sums of the moduli of their
 * terms. */
static void drop_noise(bipoly *p, const bipoly *size)
{
    mpz_t value;
    mpz_init(value);
    for (int i = 0; i <= p->degree; i++) {
        for (int k = 0; k <= p->c[i].degree; k++) {
            mpz_mul_2exp(value, p->c[i].c[k], NOISE_BITS);
            if (i <= size->degree && k <= size->c[i].degree &&
                mpz_cmpabs(value, size->c[i].c[k]) <= 0) {
                mpz_set_ui(value, 0);
                zpoly_set_coefficient(&p->c[i], k, value);
            }
        }
    }
    bipoly_trim(p);
    mpz_clear(value);
}

typedef void combine(bipoly *, const bipoly *, const bipoly *);

/* a + b or a - b without what rounding leaves of coefficients that cancel. */
static void combine_cleanly(bipoly *result, const bipoly *a, const bipoly *b, bool is_exact,
                            combine *how)
{
    bipoly size_a, size_b, r;
    moduli(&size_a, a);
    moduli(&size_b, b);
    bipoly_init(&r);
    how(&r, a, b);
    if (!is_exact) {
        bipoly_add(&size_a, &size_a, &size_b);
        drop_noise(&r, &size_a);
    }
    bipoly_swap(result, &r);
    bipoly_clear(&size_a);
    bipoly_clear(&size_b);
    bipoly_clear(&r);
}

/* |p(iy)|^2 as a polynomial in y^2. With all signs taken as plus: the size of its terms. */
static void modulus_on_axis(bipoly *out, const bipoly *p, bool only_plus)
{
    bipoly even, odd, x;
    bipoly_init(&even);
    bipoly_init(&odd);
    bipoly_init(&x);
    bipoly_split(p, &even, &odd);
    if (!only_plus) {
        bipoly_mirror(&even);
        bipoly_mirror(&odd);
    }
    zpoly_set_small(bipoly_at(&x, 1), 0, 1);
    bipoly_trim(&x);
    bipoly_multiply(&even, &even, &even);
    bipoly_multiply(&odd, &odd, &odd);
    bipoly_multiply(&odd, &odd, &x);
    bipoly_add(out, &even, &odd);
    bipoly_clear(&even);
    bipoly_clear(&odd);
    bipoly_clear(&x);
}

/* weight |D(iy)|^2 - |N(iy)|^2 */
static void excess_on_axis(bipoly *out, const bipoly *D, const bipoly *N, int weight, bool is_exact)
{
    bipoly d, n, size_d, size_n, factor;
    bipoly *all[] = {&d, &n, &size_d, &size_n, &factor};
    for (int i = 0; i < 5; i++) {
        bipoly_init(all[i]);
    }
    zpoly_set_small(bipoly_at(&factor, 0), 0, weight);
    bipoly_trim(&factor);
    modulus_on_axis(&d, D, false);
    bipoly_multiply(&d, &d, &factor);
    modulus_on_axis(&n, N, false);
    bipoly_subtract(out, &d, &n);
    if (!is_exact) {
        bipoly plus_D, plus_N;
        moduli(&plus_D, D);
        moduli(&plus_N, N);
        modulus_on_axis(&size_d, &plus_D, true);
        modulus_on_axis(&size_n, &plus_N, true);
        bipoly_multiply(&size_d, &size_d, &factor);
        bipoly_add(&size_d, &size_d, &size_n);
        drop_noise(out, &size_d);
        bipoly_clear(&plus_D);
        bipoly_clear(&plus_N);
    }
    for (int i = 0; i < 5; i++) {
        bipoly_clear(all[i]);
    }
}

static void begin(spin_conditions *out)
{
    *out = (spin_conditions){0};
    bipoly_init(&out->leading);
    bipoly_init(&out->D);
    for (int i = 0; i < CONDITIONS_MOST; i++) {
        bipoly_init(&out->nonnegative[i]);
        bipoly_init(&out->curves[i]);
    }
    for (int i = 0; i < CONDITIONS_NUMERATORS; i++) {
        bipoly_init(&out->numerators[i]);
    }
}

void spin_conditions_clear(spin_conditions *c)
{
    bipoly_clear(&c->leading);
    bipoly_clear(&c->D);
    for (int i = 0; i < CONDITIONS_MOST; i++) {
        bipoly_clear(&c->nonnegative[i]);
        bipoly_clear(&c->curves[i]);
    }
    for (int i = 0; i < CONDITIONS_NUMERATORS; i++) {
        bipoly_clear(&c->numerators[i]);
    }
}

/* (1 + a s)^m (1 - a s)^n for a = 1 or -1 */
static void moebius_term(bipoly *out, int a, int m, int n)
{
    bipoly factor;
    bipoly_init(&factor);
    zpoly_set_small(bipoly_at(out, 0), 0, 1);
    bipoly_trim(out);
    zpoly_set_small(bipoly_at(&factor, 0), 0, 1);
    for (int i = 0; i < m + n; i++) {
        zpoly_set_small(bipoly_at(&factor, 1), 0, i < m ? a : -a);
        bipoly_trim(&factor);
        bipoly_multiply(out, out, &factor);
    }
    bipoly_clear(&factor);
}

/* The coefficient of z^power in c_j, as a polynomial in w alone. */
static void take_power(bipoly *out, const bipoly *c, int power)
{
    bipoly_clear(out);
    if (power <= c->degree) {
        zpoly_set(bipoly_at(out, 0), &c->c[power]);
        bipoly_trim(out);
    }
}

/* N = rho - beta and D = rho + beta at sigma = (1 - s)/(1 + s), times (1 + s)^k. */
static void map_multistep(const bipoly *c, int degree, bool is_exact, spin_conditions *out)
{
    bipoly rho, beta, sum, term;
    bipoly *all[] = {&rho, &beta, &sum, &term};
    for (int i = 0; i < 4; i++) {
        bipoly_init(all[i]);
    }
    for (int j = 0; j <= degree; j++) {
        bipoly_clear(&term);
        moebius_term(&term, -1, j, degree - j);
        take_power(&rho, &c[j], 0);
        take_power(&beta, &c[j], 1); /* -beta_j */
        combine_cleanly(&sum, &rho, &beta, is_exact, bipoly_add);
        bipoly_multiply(&sum, &sum, &term);
        bipoly_add(&out->numerators[0], &out->numerators[0], &sum);
        combine_cleanly(&sum, &rho, &beta, is_exact, bipoly_subtract);
        bipoly_multiply(&sum, &sum, &term);
        bipoly_add(&out->D, &out->D, &sum);
    }
    for (int i = 0; i < 4; i++) {
        bipoly_clear(all[i]);
    }
}

/* Schur's conditions on z = iy for c_2 sigma^2 + c_1 sigma + c_0: |c_2|^2 - |c_0|^2 = F >= 0,
 * F^2 - |conj c_2 c_1 - c_0 conj c_1|^2 >= 0 and, where both vanish throughout,
 * 4 |c_2|^2 - |c_1|^2 >= 0. */
static void schur_on_axis(const bipoly *c, bool is_exact, spin_conditions *out)
{
    bipoly first, second, mirrored[3];
    bipoly_init(&first);
    bipoly_init(&second);
    for (int j = 0; j < 3; j++) {
        bipoly_init(&mirrored[j]);
        bipoly_set(&mirrored[j], &c[j]);
        bipoly_mirror(&mirrored[j]);
    }
    excess_on_axis(&out->nonnegative[0], &c[2], &c[0], 1, is_exact);
    excess_on_axis(&out->nonnegative[2], &c[2], &c[1], 4, is_exact);
    bipoly_multiply(&first, &mirrored[2], &c[1]);
    bipoly_multiply(&second, &c[0], &mirrored[1]);
    combine_cleanly(&first, &first, &second, is_exact, bipoly_subtract);
    modulus_on_axis(&second, &first, false);
    bipoly_multiply(&first, &out->nonnegative[0], &out->nonnegative[0]);
    combine_cleanly(&out->nonnegative[1], &first, &second, is_exact, bipoly_subtract);
    out->count = 3;
    bipoly_clear(&first);
    bipoly_clear(&second);
    for (int j = 0; j < 3; j++) {
        bipoly_clear(&mirrored[j]);
    }
}

void spin_conditions_a_stable(const spin_source *p, spin_conditions *out)
{
    const bipoly *c = p->c;
    begin(out);
    int count = p->degree + 1;
    bool is_exact = p->is_exact;
    out->numerator_count = 1;
    out->weights[0] = 1;
    bipoly_set(&out->leading, &c[count - 1]);
    if (p->is_linear) {
        map_multistep(c, count - 1, is_exact, out);
        out->common_roots_count = true;
        out->steps = count - 1;
    } else {
        bipoly_set(&out->D, &c[count - 1]);
        bipoly_set(&out->numerators[0], &c[0]);
    }
    if (count == 3 && !p->is_linear) {
        bipoly_set(&out->numerators[1], &c[1]);
        out->weights[1] = 4;
        out->numerator_count = 2;
        schur_on_axis(c, is_exact, out);
    } else {
        excess_on_axis(&out->nonnegative[0], &out->D, &out->numerators[0], 1, is_exact);
        out->count = 1;
    }
    for (int i = 0; i < out->count; i++) {
        bipoly_make_primitive(&out->nonnegative[i]);
        bipoly_set(&out->curves[i], &out->nonnegative[i]);
    }
    out->curve_count = out->count;
}

/* The coefficients of s^i in Phi at sigma = (1 + s)/(1 - s), z = -x, times (1 - s)^k. */
static void map_to_half_plane(const bipoly *c, int degree, bipoly *q)
{
    bipoly term, product, number;
    bipoly_init(&term);
    bipoly_init(&product);
    bipoly_init(&number);
    for (int j = 0; j <= degree; j++) {
        bipoly_clear(&term);
        moebius_term(&term, 1, j, degree - j);
        for (int i = 0; i <= term.degree; i++) {
            take_power(&number, &term, i);
            bipoly_multiply(&product, &number, &c[j]);
            bipoly_add(&q[i], &q[i], &product);
        }
    }
    bipoly_clear(&term);
    bipoly_clear(&product);
    bipoly_clear(&number);
}

/* The minor of the first rows of Hurwitz' matrix and a set of columns, for every set: expanded by
 * its last row. Row r has q_{n-1-2r+...}: entry (r, l) is q_{n + r - 1 - 2l - ...}; with rows and
 * columns counted from 0 it is the coefficient of s^(n - 1 - 2l + r). */
static void hurwitz_minors(const bipoly *q, int n, bipoly *minors)
{
    bipoly term;
    bipoly_init(&term);
    zpoly_set_small(bipoly_at(&minors[0], 0), 0, 1);
    bipoly_trim(&minors[0]);
    for (unsigned set = 1; set < 1U << n; set++) {
        int row = __builtin_popcount(set) - 1;
        int after = row; /* columns of the set to the right */
        for (int l = 0; l < n; l++) {
            int power = n - 1 - 2 * l + row;
            if ((set >> l & 1U) == 0) {
                continue;
            }
            if (power >= 0 && power <= n) {
                bipoly_multiply(&term, &minors[set & ~(1U << l)], &q[power]);
                (after % 2 == 0 ? bipoly_add : bipoly_subtract)(&minors[set], &minors[set], &term);
            }
            after--;
        }
    }
    bipoly_clear(&term);
}

/* All roots of Phi inside the circle, as far as the determinants tell: q_n Delta_1, Delta_2,
 * q_n Delta_3, ... >= 0. A root can only cross where Delta_{n-1}, q_0 or q_n vanishes. */
static void hurwitz_on_axis(const bipoly *c, int n, spin_conditions *out)
{
    bipoly q[METHOD_MAX_STEPS + 1];
    bipoly minors[1 << METHOD_MAX_STEPS];
    for (int i = 0; i <= n; i++) {
        bipoly_init(&q[i]);
    }
    for (int i = 0; i < 1 << n; i++) {
        bipoly_init(&minors[i]);
    }
    map_to_half_plane(c, n, q);
    hurwitz_minors(q, n, minors);
    for (int j = 1; j <= n; j++) {
        bipoly *condition = &out->nonnegative[out->count++];
        bipoly_set(condition, &minors[(1U << j) - 1]);
        if (j % 2 == 1) {
            bipoly_multiply(condition, condition, &q[n]);
        }
        bipoly_make_primitive(condition);
    }
    const bipoly *curves[] = {&q[0], &q[n], &minors[(1U << (n - 1)) - 1]};
    for (int i = 0; i < 3; i++) {
        bipoly_set(&out->curves[i], curves[i]);
        bipoly_make_primitive(&out->curves[i]);
    }
    out->curve_count = 3;
    out->must_not_vanish = true;
    for (int i = 0; i <= n; i++) {
        bipoly_clear(&q[i]);
    }
    for (int i = 0; i < 1 << n; i++) {
        bipoly_clear(&minors[i]);
    }
}

/* One pair of curves a - b, a + b and the condition (a - b)(a + b) >= 0. */
static void add_pair(const bipoly *a, const bipoly *b, bool is_exact, spin_conditions *out)
{
    bipoly *minus = &out->curves[out->curve_count++];
    bipoly *plus = &out->curves[out->curve_count++];
    combine_cleanly(minus, a, b, is_exact, bipoly_subtract);
    combine_cleanly(plus, a, b, is_exact, bipoly_add);
    bipoly_multiply(&out->nonnegative[out->count++], minus, plus);
    bipoly_make_primitive(minus);
    bipoly_make_primitive(plus);
}

/* A factor that rho and beta share, where they do not depend on w: its roots are roots of Phi for
 * every z, and must be stable by themselves. Divides Phi by it; returns the degree that is left. */
static int take_out_common(bipoly *c, int degree, spin_conditions *out)
{
    zpoly parts[2], common;
    bipoly term;
    zpoly_init(&parts[0]);
    zpoly_init(&parts[1]);
    zpoly_init(&common);
    bipoly_init(&term);
    for (int j = 0; j <= degree; j++) {
        for (int i = 0; i <= c[j].degree; i++) {
            if (c[j].c[i].degree == 0) {
                zpoly_set_coefficient(&parts[i], j, c[j].c[i].c[0]);
            }
        }
    }
    zpoly_gcd(&common, &parts[0], &parts[1]);
    for (int i = 0; i < 2 && common.degree > 0; i++) {
        zpoly_divide(&parts[i], &parts[i], &common);
        for (int j = 0; j <= degree; j++) {
            zpoly_clear(bipoly_at(&c[j], i));
            if (j <= parts[i].degree) {
                zpoly_set_coefficient(bipoly_at(&c[j], i), 0, parts[i].c[j]);
            }
            bipoly_trim(&c[j]);
        }
    }
    for (int j = 0; j <= common.degree && common.degree > 0; j++) {
        bipoly_clear(&term);
        moebius_term(&term, -1, j, common.degree - j);
        for (int i = 0; i <= term.degree; i++) {
            zpoly_scale(&term.c[i], common.c[j]);
        }
        bipoly_add(&out->D, &out->D, &term);
    }
    out->common_roots_count = true;
    out->steps = common.degree;
    out->numerator_count = 1;
    out->weights[0] = 1;
    bipoly_set(&out->numerators[0], &out->D);
    zpoly_clear(&parts[0]);
    zpoly_clear(&parts[1]);
    zpoly_clear(&common);
    bipoly_clear(&term);
    return degree - out->steps;
}

void spin_conditions_negative_axis(const spin_source *p, spin_conditions *out)
{
    bipoly c[METHOD_MAX_STEPS + 1];
    begin(out);
    int count = p->degree + 1;
    bool is_exact = p->is_exact;
    for (int j = 0; j < count; j++) {
        bipoly_init(&c[j]);
        bipoly_set(&c[j], &p->c[j]);
        bipoly_mirror(&c[j]); /* z = -x */
    }
    bipoly_set(&out->leading, &c[count - 1]);
    out->curves_meet = true;
    int degree = count - 1;
    if (p->is_linear && p->is_constant) {
        degree = take_out_common(c, degree, out);
    }
    if (degree == 1) {
        add_pair(&c[1], &c[0], is_exact, out);
    } else if (!p->is_linear) {
        bipoly sum;
        bipoly_init(&sum);
        combine_cleanly(&sum, &c[2], &c[0], is_exact, bipoly_add);
        add_pair(&c[2], &c[0], is_exact, out);
        add_pair(&sum, &c[1], is_exact, out);
        bipoly_clear(&sum);
    } else if (degree > 1) {
        hurwitz_on_axis(c, degree, out);
    }
    for (int j = 0; j < count; j++) {
        bipoly_clear(&c[j]);
    }
}
