/* Points that double precision cannot decide, against closed forms in rational numbers and against
 * the Schur-Cohn recursion with 4000 bits. */
#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "field/field.h"
#include "method/catalogue.h"
#include "numerics/exact.h"
#include "support/command.h"
#include "support/support.h"

static message why;

static status compile(const char *name, phi **out)
{
    catalogue *all = NULL;
    method *m = NULL;
    *out = NULL;
    status s = catalogue_create(SPINSCOPE_ASSETS, &all, &why);
    s = s == STATUS_OK ? catalogue_open(all, name, &m, &why) : s;
    s = s == STATUS_OK ? phi_compile(m, MOTION_SHEAR, out, &why) : s;
    method_destroy(m);
    catalogue_destroy(all);
    return s;
}

/* n steps of implicit Euler as one method: R = ((n - w)/(n - w - z))^n; or times a factor each. */
static status compile_substeps_times(const char *factor, int n, phi **out)
{
    char words[4096] = "kind = runge-kutta\nA =";
    for (int i = 0; i < n * n; i++) {
        char entry[24];
        snprintf(entry, sizeof entry, "%s%s/%d*%d", i > 0 && i % n == 0 ? "\n   " : " ", factor, n,
                 i % n <= i / n);
        strcat(words, entry);
    }
    strcat(words, "\nb =");
    for (int i = 0; i < n; i++) {
        char entry[24];
        snprintf(entry, sizeof entry, " %s/%d", factor, n);
        strcat(words, entry);
    }
    return compile(scratch_file("substeps.method", words, strlen(words)), out);
}

static status compile_substeps(int n, phi **out)
{
    return compile_substeps_times("1", n, out);
}

/* The square of the modulus of a fraction; -1 when the denominator is 0. */
static quad squared_quotient(const mpq_t nr, const mpq_t ni, const mpq_t dr, const mpq_t di)
{
    mpq_t N, D, t;
    mpq_inits(N, D, t, NULL);
    mpq_mul(N, nr, nr);
    mpq_mul(t, ni, ni);
    mpq_add(N, N, t);
    mpq_mul(D, dr, dr);
    mpq_mul(t, di, di);
    mpq_add(D, D, t);
    quad found = -1;
    if (mpq_sgn(D) != 0) {
        mpq_div(N, N, D);
        found = fraction_quad(N);
    }
    mpq_clears(N, D, t, NULL);
    return found;
}

/* |R| of n steps of implicit Euler; infinite at the pole, NaN where it is 0/0. */
static quad substeps(int n, double complex z, double w)
{
    mpq_t nr, ni, dr, di;
    mpq_inits(nr, ni, dr, di, NULL);
    mpq_set_d(dr, w);
    mpq_set_si(nr, n, 1);
    mpq_sub(nr, nr, dr);
    mpq_set_d(dr, creal(z));
    mpq_sub(dr, nr, dr);
    mpq_set_d(di, cimag(z));
    quad square = squared_quotient(nr, ni, dr, di);
    bool is_zero = mpq_sgn(nr) == 0;
    mpq_clears(nr, ni, dr, di, NULL);
    return square < 0 ? (is_zero ? (quad)NAN : QUAD_INFINITY) : powq(square, (quad)n / 2);
}

/* |R| of gauss:s at w = 0: the diagonal Pade approximant of exp. */
static quad gauss(int s, double complex z)
{
    mpq_t sums[4], x, y, c, re, im, t, u;
    mpq_inits(x, y, c, re, im, t, u, NULL);
    for (int i = 0; i < 4; i++) {
        mpq_init(sums[i]);
    }
    mpq_set_d(x, creal(z));
    mpq_set_d(y, cimag(z));
    mpq_set_ui(c, 1, 1);
    mpq_set_ui(re, 1, 1);
    for (int j = 0; j <= s; j++) {
        for (int n = 0; n < 2; n++) { /* N, then D with (-1)^j */
            mpq_mul(t, c, re);
            mpq_mul(u, c, im);
            (n == 0 || j % 2 == 0 ? mpq_add : mpq_sub)(sums[2 * n], sums[2 * n], t);
            (n == 0 || j % 2 == 0 ? mpq_add : mpq_sub)(sums[2 * n + 1], sums[2 * n + 1], u);
        }
        mpq_set_si(t, s - j, 1);
        mpq_mul(c, c, t);
        mpq_set_si(t, (2 * s - j) * (j + 1), 1);
        mpq_div(c, c, t);
        mpq_mul(t, re, x);
        mpq_mul(u, im, y);
        mpq_sub(t, t, u);
        mpq_mul(u, re, y);
        mpq_mul(im, im, x);
        mpq_add(im, im, u);
        mpq_set(re, t);
    }
    quad square = squared_quotient(sums[0], sums[1], sums[2], sums[3]);
    for (int i = 0; i < 4; i++) {
        mpq_clear(sums[i]);
    }
    mpq_clears(x, y, c, re, im, t, u, NULL);
    return square < 0 ? QUAD_INFINITY : sqrtq(square);
}

/* One point against its true growth, told by the reference evaluator or by a field. */
static enum greatest_test_res check(const char *name, double complex z, double w, quad truth,
                                    double growth, verdict found, double accuracy)
{
    static char words[400];
    snprintf(words, sizeof words, "%s at z = %.17g%+.17gi, w = %.17g: %.17g (%s), in truth %.17g",
             name, creal(z), cimag(z), w, growth, verdict_name(found), (double)truth);
    if (isnanq(truth) || isinfq(truth)) {
        ASSERT_EQm(words, isnanq(truth) ? VERDICT_UNDEFINED : VERDICT_POLE, found);
        ASSERTm(words, isnanq(truth) ? isnan(growth) : isinf(growth));
        PASS();
    }
    quad expected = fminq(truth, 1e308Q); /* what is beyond is told as that */
    ASSERTm(words, fabsq(growth - expected) <= accuracy * expected + 1e-300Q);
    quad excess = truth - 1;
    if (fabsq(fabsq(excess) - 1e-10Q) > 1e-15Q) {
        verdict expected_verdict = fabsq(excess) < 1e-10Q ? VERDICT_BOUNDARY
                                   : excess < 0           ? VERDICT_STABLE
                                                          : VERDICT_UNSTABLE;
        ASSERT_EQm(words, expected_verdict, found);
    }
    PASS();
}

static double complex direction(void)
{
    double angle = random_between(0, 6.2832);
    return random_integer(0, 3) == 0 ? (random_integer(0, 1) ? 1 : -1)
                                     : CMPLX(cos(angle), sin(angle));
}

/* Anywhere, near a pole, near |R| = 1 on a circle about it, at it, and far out. */
static double complex place_near(double complex pole, double radius)
{
    switch (random_integer(0, 4)) {
    case 0:
        return CMPLX(random_edgy(24), random_edgy(24));
    case 1:
        return pole + exp(random_between(-40, 1)) * direction();
    case 2:
        return pole + radius * (1 + exp(random_between(-32, -12)) * random_edgy(1)) * direction();
    case 3:
        return pole;
    default:
        return exp(random_between(-60, 60)) * direction();
    }
}

static const char *counts(const long *decided_in)
{
    return support_say("%ld in double, %ld in quad, %ld in integers, %ld open",
                       decided_in[PRECISION_DOUBLE], decided_in[PRECISION_QUAD],
                       decided_in[PRECISION_EXACT], decided_in[PRECISION_OPEN]);
}

TEST substeps_of_implicit_euler_are_right_everywhere(void)
{
    long decided_in[PRECISION_OPEN + 1] = {0};
    for (int n = 1; n <= 16; n++) {
        phi *p;
        ASSERT_OK(compile_substeps(n, &p), "substeps", why);
        for (int k = 0; k < rounds(40); k++) {
            slice s;
            double w = k % 3 == 0 ? n * random_integer(-8, 16) / 8.0 : random_edgy(20);
            ASSERT_OK(slice_take(&s, p, w, false, &why), "slice", why);
            for (int i = 0; i < 20; i++) {
                double complex z = place_near(n - w, fabs(n - w));
                point found = point_evaluate(&s, z);
                decided_in[found.decided_in]++;
                CHECK_CALL(check(support_say("%d substeps", n), z, w, substeps(n, z, w),
                                 found.growth, found.verdict, 1e-12));
            }
            slice_clear(&s);
        }
        phi_destroy(p);
    }
    ASSERTm(counts(decided_in), decided_in[PRECISION_DOUBLE] > rounds(100) &&
                                    decided_in[PRECISION_QUAD] > rounds(100) &&
                                    decided_in[PRECISION_EXACT] > rounds(100) &&
                                    decided_in[PRECISION_OPEN] == 0);
    PASS();
}

/* As a function of 1/z: 0 is infinity. */
TEST infinity_has_its_own_slice(void)
{
    for (int n = 1; n <= 16; n += 5) {
        phi *p;
        ASSERT_OK(compile_substeps(n, &p), "substeps", why);
        for (int k = 0; k < rounds(200); k++) {
            slice s;
            double w = random_edgy(20);
            double complex z = ldexp(1, random_integer(-40, 40)) * (k % 2 == 0 ? 1 : CMPLX(0, -1));
            ASSERT_OK(slice_take(&s, p, w, true, &why), "slice", why);
            point found = point_evaluate(&s, 1 / z);
            CHECK_CALL(check("1/z", z, w, substeps(n, z, w), found.growth, found.verdict, 1e-12));
            if (w != n) {
                ASSERT_EQ(VERDICT_STABLE, point_evaluate(&s, 0).verdict);
                ASSERT_EQ(0, point_evaluate(&s, 0).growth);
            }
            slice_clear(&s);
        }
        phi_destroy(p);
    }
    PASS();
}

TEST gauss_methods_are_right_everywhere(void)
{
    for (int n = 1; n <= 9; n++) {
        phi *p;
        slice s;
        char name[16];
        snprintf(name, sizeof name, "gauss:%d", n);
        ASSERT_OK(compile(name, &p), name, why);
        ASSERT_OK(slice_take(&s, p, 0, false, &why), "slice", why);
        for (int k = 0; k < rounds(400); k++) {
            double complex z = place_near(random_between(0, 60) * direction(), 1);
            z = k % 4 == 0 ? CMPLX(0, cimag(z)) : z;
            point found = point_evaluate(&s, z);
            ASSERT(found.decided_in != PRECISION_OPEN);
            CHECK_CALL(check("gauss", z, 0, gauss(n, z), found.growth, found.verdict, 1e-12));
        }
        slice_clear(&s);
        phi_destroy(p);
    }
    PASS();
}

/* In Q(sqrt 2) and at w = 0: R = 1/(1 - sqrt(2) z/n)^n. */
TEST methods_of_a_quadratic_field_are_right_everywhere(void)
{
    long decided_in[PRECISION_OPEN + 1] = {0};
    for (int n = 1; n <= 10; n += 3) {
        phi *p;
        slice s;
        ASSERT_OK(compile_substeps_times("sqrt(2)", n, &p), "substeps", why);
        ASSERT_OK(slice_take(&s, p, 0, false, &why), "slice", why);
        for (int k = 0; k < rounds(500); k++) {
            double complex z = place_near(n / sqrt(2), n / sqrt(2));
            quad truth = powq(cabsq(1 - sqrtq(2) / n * (cquad)z), -n);
            point found = point_evaluate(&s, z);
            decided_in[found.decided_in]++;
            CHECK_CALL(check("sqrt(2)", z, 0, truth, found.growth, found.verdict, 1e-12));
        }
        slice_clear(&s);
        phi_destroy(p);
    }
    ASSERTm(counts(decided_in), decided_in[PRECISION_QUAD] > rounds(100) &&
                                    decided_in[PRECISION_EXACT] > rounds(100) &&
                                    decided_in[PRECISION_OPEN] == 0);
    PASS();
}

/* Coefficients with an error bound only: what is decided is right, and what is not says so. */
TEST methods_that_are_not_exact_are_right_where_they_are_decided(void)
{
    long decided_in[PRECISION_OPEN + 1] = {0};
    for (int n = 1; n <= 12; n += 3) {
        phi *p;
        slice s;
        ASSERT_OK(compile_substeps_times("sin(1)", n, &p), "substeps", why);
        ASSERT(!phi_describe(p)->exact);
        ASSERT_OK(slice_take(&s, p, 0, false, &why), "slice", why);
        for (int k = 0; k < rounds(500); k++) {
            double complex z = place_near(n / sin(1), n / sin(1));
            quad truth = powq(cabsq(1 - sinq(1) / n * (cquad)z), -n);
            point found = point_evaluate(&s, z);
            decided_in[found.decided_in]++;
            if (found.decided_in != PRECISION_OPEN) {
                CHECK_CALL(check("sin(1)", z, 0, truth, found.growth, found.verdict, 1e-12));
            }
        }
        slice_clear(&s);
        phi_destroy(p);
    }
    ASSERTm(counts(decided_in), decided_in[PRECISION_QUAD] > rounds(100) &&
                                    decided_in[PRECISION_EXACT] == 0 &&
                                    decided_in[PRECISION_OPEN] > rounds(10));
    PASS();
}

/* In powers of the distance from a place: as right as everything else, and often enough. */
TEST neighbours_of_a_place_are_right(void)
{
    long shifted = 0, all = 0;
    for (int n = 4; n <= 16; n += 4) {
        phi *p;
        slice s;
        ASSERT_OK(compile_substeps(n, &p), "substeps", why);
        ASSERT_OK(slice_take(&s, p, 0.25, false, &why), "slice", why);
        for (int k = 0; k < rounds(100); k++) {
            neighbourhood near = {.centre = CMPLX(random_edgy(20), random_edgy(20)), .radius = 1};
            double size = exp(random_between(-20, 0));
            for (int i = 0; i < 10; i++) {
                double complex z = near.centre + size * random_unit() * direction();
                point found = point_evaluate_near(&s, z, &near);
                shifted += found.decided_in == PRECISION_SHIFTED;
                all++;
                CHECK_CALL(check("near", z, 0.25, substeps(n, z, 0.25), found.growth, found.verdict,
                                 1e-12));
            }
        }
        slice_clear(&s);
        phi_destroy(p);
    }
    ASSERTm(support_say("%ld of %ld", shifted, all), shifted > all / 10);
    PASS();
}

enum { BITS = 4000, MOST = 13 };

/* Are all roots of sum c_j sigma^j inside |sigma| < radius? */
static bool are_inside(mpf_t (*c)[2], int degree, double radius, double factor)
{
    mpf_t a[MOST][2], next[MOST][2], r, power, t, sizes[2];
    bool inside = true;
    mpf_inits(r, power, t, sizes[0], sizes[1], NULL);
    mpf_set_d(r, radius);
    mpf_set_d(t, factor);
    mpf_add_ui(t, t, 1);
    mpf_mul(r, r, t);
    mpf_set_ui(power, 1);
    for (int j = 0; j <= degree; j++) {
        for (int k = 0; k < 2; k++) {
            mpf_init(a[j][k]);
            mpf_init(next[j][k]);
            mpf_mul(a[j][k], c[j][k], power);
        }
        mpf_mul(power, power, r);
    }
    for (int n = degree; n > 0 && inside; n--) {
        for (int k = 0; k < 2; k++) {
            int j = k * n;
            mpf_mul(sizes[k], a[j][0], a[j][0]);
            mpf_mul(t, a[j][1], a[j][1]);
            mpf_add(sizes[k], sizes[k], t);
        }
        inside = mpf_cmp(sizes[0], sizes[1]) < 0;
        for (int i = 1; i <= n; i++) { /* conj(a_n) a_i - a_0 conj(a_{n-i}), over |a_n|^2 */
            static const struct {
                int j, k, x, y, sign;
            } products[] = {{-1, 0, 0, 0, 1}, {-1, 1, 1, 0, 1}, {0, 0, 0, 0, -1},
                            {0, 1, 1, 0, -1}, {-1, 0, 1, 1, 1}, {-1, 1, 0, 1, -1},
                            {0, 0, 1, 1, 1},  {0, 1, 0, 1, -1}};
            mpf_set_ui(next[i - 1][0], 0);
            mpf_set_ui(next[i - 1][1], 0);
            for (int m = 0; m < 8; m++) {
                bool lead = products[m].j < 0;
                mpf_mul(t, a[lead ? n : 0][products[m].k], a[lead ? i : n - i][products[m].x]);
                (products[m].sign > 0 ? mpf_add : mpf_sub)(next[i - 1][products[m].y],
                                                           next[i - 1][products[m].y], t);
            }
        }
        for (int i = 0; i < n && inside; i++) {
            for (int k = 0; k < 2; k++) {
                mpf_div(a[i][k], next[i][k], sizes[1]);
            }
        }
    }
    for (int j = 0; j <= degree; j++) {
        for (int k = 0; k < 2; k++) {
            mpf_clear(a[j][k]);
            mpf_clear(next[j][k]);
        }
    }
    mpf_clears(r, power, t, sizes[0], sizes[1], NULL);
    return inside;
}

/* Multistep: integers alpha and beta over one denominator, oldest first:
 * c_j = alpha_j (1 - (k - j) w) - (z + w) beta_j, and w = 0 where more than one beta is not 0. */
typedef struct multistep {
    int steps;
    long alpha[MOST], beta[MOST];
} multistep;

static void multistep_at(const multistep *m, double complex z, double w, mpf_t (*c)[2])
{
    mpf_t t;
    mpf_init(t);
    for (int j = 0; j <= m->steps; j++) {
        long beta = m->beta[j];
        mpf_set_d(c[j][0], w);
        mpf_mul_ui(c[j][0], c[j][0], (unsigned long)(m->steps - j));
        mpf_ui_sub(c[j][0], 1, c[j][0]);
        mpf_set_si(t, m->alpha[j]);
        mpf_mul(c[j][0], c[j][0], t);
        for (int k = 0; k < 2; k++) {
            mpf_set_d(c[j][1], k == 0 ? creal(z) : w);
            mpf_set_si(t, beta);
            mpf_mul(t, t, c[j][1]);
            mpf_sub(c[j][0], c[j][0], t);
        }
        mpf_set_d(c[j][1], -cimag(z));
        mpf_set_si(t, beta);
        mpf_mul(c[j][1], c[j][1], t);
    }
    mpf_clear(t);
}

static status compile_multistep(const multistep *m, phi **out)
{
    char words[2048] = "kind = multistep\nalpha =";
    for (int n = 0; n < 2 * (m->steps + 1); n++) {
        char entry[40];
        bool is_beta = n > m->steps;
        snprintf(entry, sizeof entry, "%s %ld", n == m->steps + 1 ? "\nbeta =" : "",
                 is_beta ? m->beta[n - m->steps - 1] : m->alpha[n]);
        strcat(words, entry);
    }
    strcat(words, "\n");
    return compile(scratch_file("steps.method", words, strlen(words)), out);
}

/* Is the largest modulus what was found, and the verdict right? */
static enum greatest_test_res check_roots(const multistep *m, double complex z, double w,
                                          const point *found, double accuracy)
{
    mpf_t c[MOST][2];
    for (int j = 0; j < MOST; j++) {
        mpf_init2(c[j][0], BITS);
        mpf_init2(c[j][1], BITS);
    }
    multistep_at(m, z, w, c);
    int top = m->steps;
    while (top >= 0 && mpf_sgn(c[top][0]) == 0 && mpf_sgn(c[top][1]) == 0) {
        top--;
    }
    bool is_pole = top < m->steps;
    bool is_right;
    if (is_pole) {
        is_right = found->verdict == (top < 0 ? VERDICT_UNDEFINED : VERDICT_POLE);
    } else if (found->growth == 0) {
        is_right = are_inside(c, m->steps, 1e-280, 0);
    } else {
        is_right = isfinite(found->growth) && are_inside(c, m->steps, found->growth, accuracy) &&
                   !are_inside(c, m->steps, found->growth, -accuracy);
    }
    bool is_stable = are_inside(c, m->steps, 1, -1e-10);
    bool is_near = are_inside(c, m->steps, 1, 1e-10);
    bool is_judged = is_pole || (is_stable  ? found->verdict == VERDICT_STABLE
                                 : !is_near ? found->verdict == VERDICT_UNSTABLE
                                            : found->verdict == VERDICT_BOUNDARY ||
                                                  found->verdict == VERDICT_UNSTABLE);
    for (int j = 0; j < MOST; j++) {
        mpf_clear(c[j][0]);
        mpf_clear(c[j][1]);
    }
    ASSERTm(support_say("%d steps at z = %.17g%+.17gi, w = %.17g: %.17g, %s", m->steps, creal(z),
                        cimag(z), w, found->growth, verdict_name(found->verdict)),
            is_right && is_judged);
    PASS();
}

static enum greatest_test_res check_multistep(const multistep *m, const phi *p, double complex z,
                                              double w, long *decided_in)
{
    slice s;
    ASSERT_OK(slice_take(&s, p, w, false, &why), "slice", why);
    point found = point_evaluate(&s, z);
    slice_clear(&s);
    decided_in[found.decided_in]++;
    CHECK_CALL(check_roots(m, z, w, &found, 1e-12));
    PASS();
}

/* 60 sum_m (1/m) (1 - 1/sigma)^m sigma^k = 60 z sigma^k. */
static void set_bdf(multistep *m, int steps)
{
    *m = (multistep){.steps = steps};
    m->beta[steps] = 60;
    for (int l = 0; l <= steps; l++) {
        for (int n = l > 0 ? l : 1; n <= steps; n++) {
            long choose = 1;
            for (int i = 0; i < l; i++) {
                choose = choose * (n - i) / (i + 1);
            }
            m->alpha[steps - l] += (l % 2 == 0 ? 60 : -60) / n * choose;
        }
    }
}

TEST bdf_methods_are_right_everywhere(void)
{
    long decided_in[PRECISION_OPEN + 1] = {0};
    for (int steps = 1; steps <= 6; steps++) {
        multistep m;
        phi *p;
        set_bdf(&m, steps);
        char name[16];
        snprintf(name, sizeof name, "bdf:%d", steps);
        ASSERT_OK(compile(name, &p), name, why);
        for (int n = 0; n < rounds(400); n++) {
            double w = n % 2 == 0 ? 0 : random_edgy(2);
            double pole = (double)m.alpha[steps] / 60 - w;
            CHECK_CALL(check_multistep(&m, p, place_near(pole, 1), w, decided_in));
        }
        phi_destroy(p);
    }
    ASSERT(decided_in[PRECISION_QUAD] > 0 && decided_in[PRECISION_OPEN] == 0);
    PASS();
}

/* Random ones, and some whose roots come together, twelve of them at z = 0. */
TEST methods_of_twelve_steps_are_right_everywhere(void)
{
    long decided_in[PRECISION_OPEN + 1] = {0};
    for (int n = 0; n < rounds(24); n++) {
        multistep m = {.steps = n % 2 == 0 ? 12 : random_integer(3, 12)};
        phi *p;
        int together = n % 3 == 0 ? random_integer(2, m.steps) : 0;
        m.alpha[0] = 1;
        for (int k = 0; k < m.steps; k++) { /* times (2 sigma - 1), or another one */
            long root = k < together ? 1 : random_integer(-2, 2);
            for (int j = k + 1; j >= 0; j--) {
                m.alpha[j] = (j > 0 ? 2 * m.alpha[j - 1] : 0) - root * m.alpha[j];
            }
        }
        for (int j = 0; j <= m.steps; j++) {
            m.beta[j] = random_integer(-9, 9);
        }
        ASSERT_OK(compile_multistep(&m, &p), "steps", why);
        CHECK_CALL(check_multistep(&m, p, 0, 0, decided_in));
        for (int i = 0; i < 25; i++) {
            double pole =
                m.beta[m.steps] != 0 ? (double)m.alpha[m.steps] / (double)m.beta[m.steps] : 1;
            CHECK_CALL(check_multistep(&m, p, place_near(pole, 1), 0, decided_in));
            CHECK_CALL(
                check_multistep(&m, p, exp(random_between(-50, -2)) * direction(), 0, decided_in));
        }
        phi_destroy(p);
    }
    ASSERTm(counts(decided_in),
            decided_in[PRECISION_DOUBLE] > 0 && decided_in[PRECISION_QUAD] > 0 &&
                decided_in[PRECISION_EXACT] > 0 && decided_in[PRECISION_OPEN] == 0);
    PASS();
}

/* Pictures of methods whose roots come together on the circle: twelve of them, or some, at z = 0.
 */
TEST pictures_of_clustered_roots_are_right(void)
{
    static const int kinds[][2] = {{12, 12}, {12, 5}, {6, 6}, {4, 3}, {2, 2}};
    for (int n = 0; n < 10; n++) {
        multistep m = {.steps = kinds[n % 5][0], .alpha = {1}};
        for (int k = 0; k < m.steps; k++) { /* times (sigma - 1), or (sigma + 1) */
            long root = k < kinds[n % 5][1] ? 1 : -1;
            for (int j = k + 1; j >= 0; j--) {
                m.alpha[j] = (j > 0 ? m.alpha[j - 1] : 0) - root * m.alpha[j];
            }
            m.beta[k] = random_integer(-3, 3);
        }
        m.beta[m.steps] = 1;
        phi *p;
        field f;
        double half = n < 5 ? 1e-2 : 1e-12;
        field_request request = {.view = {.plane = PLANE_Z,
                                          .x0 = -half,
                                          .x1 = half,
                                          .y0 = -half,
                                          .y1 = half,
                                          .width = 23,
                                          .height = IS_SANITIZED ? 3 : 11}};
        ASSERT_OK(compile_multistep(&m, &p), "steps", why);
        request.phi = p;
        ASSERT_OK(field_compute(&request, 0, 0, &f, &why), "field", why);
        for (int i = 0; i < f.view.width * f.view.height; i++) {
            double x = view_x(&f.view, i % f.view.width), y = view_y(&f.view, i / f.view.width);
            point found = {.growth = (double)f.growth[i], .verdict = (verdict)f.verdict[i]};
            CHECK_CALL(check_roots(&m, CMPLX(x, y), 0, &found, 2e-6));
        }
        field_clear(&f);
        phi_destroy(p);
    }
    PASS();
}

/* Every pixel of pictures and of numbers, around the pole of order 16 and very near to it. */
TEST fields_are_right_at_every_pixel(void)
{
    static const double views[][4] = {
        {-20, 20, -20, 20}, {15.99, 16.01, -0.01, 0.01}, {-3, 40, -2, 2}};
    phi *p;
    ASSERT_OK(compile_substeps(16, &p), "substeps", why);
    for (int n = 0; n < 12; n++) {
        const double *v = views[n % 3];
        plane kind = n % 4 == 3 ? PLANE_ZW : PLANE_Z;
        double w = n < 6 ? 0 : 0.3;
        field_request request = {.view = {.plane = kind,
                                          .x0 = v[0],
                                          .x1 = v[1],
                                          .y0 = v[2],
                                          .y1 = v[3],
                                          .width = IS_SANITIZED ? 41 : 81,
                                          .height = IS_SANITIZED ? 31 : 61,
                                          .w = w},
                                 .phi = p,
                                 .layers = n % 2 == 0 ? FIELD_EXACT : 0,
                                 .for_display = n % 4 == 1};
        field f;
        ASSERT_OK(field_compute(&request, 0, 0, &f, &why), "field", why);
        for (int i = 0; i < f.view.width * f.view.height; i++) {
            double x = view_x(&f.view, i % f.view.width), y = view_y(&f.view, i / f.view.width);
            double complex z = kind == PLANE_Z ? CMPLX(x, y) : x;
            double at = kind == PLANE_Z ? w : y;
            double growth = f.exact != NULL ? f.exact[i] : (double)f.growth[i];
            double accuracy = f.exact != NULL ? 1e-12 : request.for_display ? 1e-3 : 2e-6;
            quad truth = substeps(16, z, at);
            bool is_float = truth < 1e37Q || f.exact != NULL || isinfq(truth);
            CHECK_CALL(check("16 substeps", z, at, truth, is_float ? growth : (double)truth,
                             (verdict)f.verdict[i], accuracy));
        }
        ASSERT(f.open == 0 && f.shifted + f.in_quad + f.in_integers > 0);
        field_clear(&f);
    }
    phi_destroy(p);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    mpf_set_default_prec(BITS);
    RUN_TEST(substeps_of_implicit_euler_are_right_everywhere);
    RUN_TEST(infinity_has_its_own_slice);
    RUN_TEST(gauss_methods_are_right_everywhere);
    RUN_TEST(methods_of_a_quadratic_field_are_right_everywhere);
    RUN_TEST(methods_that_are_not_exact_are_right_where_they_are_decided);
    RUN_TEST(neighbours_of_a_place_are_right);
    RUN_TEST(bdf_methods_are_right_everywhere);
    RUN_TEST(methods_of_twelve_steps_are_right_everywhere);
    RUN_TEST(pictures_of_clustered_roots_are_right);
    RUN_TEST(fields_are_right_at_every_pixel);
    GREATEST_MAIN_END();
}
