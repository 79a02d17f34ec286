/* Every DAE method converges with its order, with and without spin stabilisation, on a smooth
 * linear problem with a known solution whose kernel is sheared or rotates.
 *
 * What the order is:
 * - stiffly accurate Runge-Kutta methods, Gauss-Lobatto and BDF: that of the method ([KM], Theorems
 *   6.2 and 6.3 for the stabilised ones), but see sdirk3 below;
 * - projected methods that keep u = E x: that of the method (Ascher & Petzold, SIAM J. Numer. Anal.
 *   28 (1991) 1097-1120, for Gauss);
 * - projected methods that keep x2: the stage order q, because the local error of x2 is of order
 *   q + 1 and every step keeps it (Gauss: q = s, as mathematics.md 2 says of R);
 * - unprojected methods: E x has the order of the method, x the smaller one of q + 1, or q where
 *   R(infinity) = 1 (Hairer, Lubich & Roche, LNM 1409, Theorem 3.1: Gauss with s even). */
#include "dae/dae.h"
#include "method/tableau.h"
#include "stability/evaluate.h"
#include "stability/everything.h"
#include "support/support.h"

static message why;

/* E = [1 0; 0 0] S, A = [lambda mu; -1 1] S - [1 0; 0 0] S', f so that the solution is known. */
typedef struct smooth {
    bool rotates;
    double omega, lambda, mu;
    double speed; /* of the solution */
} smooth;

/* S and its first two derivatives. */
static void transformation(const smooth *q, double t, double *S, double *Sd, double *Sdd)
{
    double c = cos(q->omega * t), s = sin(q->omega * t);
    const double turned[3][4] = {{c, -s, s, c}, {-s, -c, c, -s}, {-c, s, -s, -c}};
    const double sheared[3][4] = {{1, -q->omega * t, 0, 1}, {0, -1, 0, 0}, {0, 0, 0, 0}};
    for (int i = 0; i < 4; i++) {
        S[i] = q->rotates ? turned[0][i] : sheared[0][i];
        Sd[i] = q->omega * (q->rotates ? turned[1][i] : sheared[1][i]);
        Sdd[i] = q->omega * q->omega * (q->rotates ? turned[2][i] : sheared[2][i]);
    }
}

static void solution(const smooth *q, double t, double *x, double *xd)
{
    double a = q->speed, b = 0.8 * q->speed;
    x[0] = sin(a * t + 0.3);
    x[1] = 1.5 + cos(b * t - 0.5);
    xd[0] = a * cos(a * t + 0.3);
    xd[1] = -b * sin(b * t - 0.5);
}

static void coefficients_of(const smooth *q, const double *S, const double *R, double complex *A)
{
    for (int j = 0; j < 2; j++) {
        A[j] = q->lambda * S[j] + q->mu * S[2 + j] - R[j];
        A[2 + j] = S[2 + j] - S[j];
    }
}

static void smooth_matrices(const void *data, double t, double complex *E, double complex *A,
                            double complex *f)
{
    double S[4], Sd[4], Sdd[4], x[2], xd[2];
    transformation(data, t, S, Sd, Sdd);
    solution(data, t, x, xd);
    coefficients_of(data, S, Sd, A);
    E[0] = S[0];
    E[1] = S[1];
    E[2] = E[3] = 0;
    for (int i = 0; i < 2; i++) {
        f[i] = E[2 * i] * xd[0] + E[2 * i + 1] * xd[1] - A[2 * i] * x[0] - A[2 * i + 1] * x[1];
    }
}

static void smooth_rates(const void *data, double t, double complex *Ad, double complex *fd)
{
    double S[4], Sd[4], Sdd[4], x[2], xd[2];
    double complex A[4];
    transformation(data, t, S, Sd, Sdd);
    solution(data, t, x, xd);
    coefficients_of(data, S, Sd, A);
    coefficients_of(data, Sd, Sdd, Ad);
    fd[0] = 0;
    fd[1] = -Ad[2] * x[0] - Ad[3] * x[1] - A[2] * xd[0] - A[3] * xd[1];
}

static void smooth_exact(const void *data, double t, double complex *x)
{
    double value[2], slope[2];
    solution(data, t, value, slope);
    x[0] = value[0];
    x[1] = value[1];
}

static const linear_definition definition = {.name = "smooth",
                                             .size = 2,
                                             .differential = 1,
                                             .matrices = smooth_matrices,
                                             .rates = smooth_rates,
                                             .exact = smooth_exact,
                                             .kept_count = 1,
                                             .kept = {1}};

/* The errors of x and of E x after `steps` steps over an interval of length 1: the sums over
 * several such intervals, so that none is small by chance. */
static bool errors_of(stepper *s, const problem *p, int steps, double *error, double *error_of_u)
{
    static const double starts[] = {0, 0.7, 1.9};
    *error = *error_of_u = 0;
    for (int k = 0; k < 3; k++) {
        double x[2], u;
        if (stepper_start_exact(s, starts[k], 1.0 / steps, &why) != STATUS_OK) {
            return false;
        }
        for (int i = 0; i < steps; i++) {
            if (stepper_step(s) != STEP_DONE) {
                return false;
            }
        }
        p->exact(p->data, stepper_time(s), x);
        for (int j = 0; j < 2; j++) {
            x[j] -= stepper_state(s)[j];
        }
        p->observe(p->data, stepper_time(s), x, &u); /* of the difference: u is linear in x */
        *error += fmax(fabs(x[0]), fabs(x[1]));
        *error_of_u += fabs(u);
    }
    return true;
}

/* The order seen between the last two step sizes at which rounding does not matter; 0 when there
 * are none, NaN when a step fails there. */
typedef struct seen {
    double x, u;
    int steps;
} seen;

/* Errors below this are rounding, which adds up. */
static double rounding(int steps)
{
    return 2e-12 + 3e-13 * steps;
}

static void slope_of(const double *error, const int *steps, int count, double *slope)
{
    *slope = 0;
    for (int i = 2; i < count; i++) {
        bool usable = error[i] > rounding(steps[i]) && error[i - 2] < 0.5;
        if (usable) {
            *slope = log(error[i - 2] / error[i]) / log((double)steps[i] / steps[i - 2]);
        }
    }
}

static seen order_of(stepper *s, const problem *p, int most)
{
    static const int steps[] = {1,  2,  3,  4,   6,   8,   12,  16,  24,  32,
                                48, 64, 96, 128, 192, 256, 384, 512, 768, 1024};
    enum { COUNT = sizeof steps / sizeof steps[0] };
    double x[COUNT], u[COUNT];
    int count = 0;
    seen result = {0};
    while (count < COUNT && steps[count] <= most &&
           (count == 0 || x[count - 1] > rounding(steps[count - 1]))) {
        if (!errors_of(s, p, steps[count], &x[count], &u[count])) {
            x[count] = u[count] = INFINITY;
        }
        count++;
    }
    slope_of(x, steps, count, &result.x);
    slope_of(u, steps, count, &result.u);
    result.steps = steps[count - 1];
    return result;
}

/* Large steps make high orders look higher rather than lower. */
static bool is_order(int order, double slope)
{
    return slope > order - 0.15 - 0.02 * order && slope < order + 0.2 + 0.05 * order;
}

/* Beyond this the asymptotic error of a step is less than rounding: from a step size that is too
 * large to one that is too small there is nothing in between. Nor can the order of x of unprojected
 * methods with more than five stages be seen: their alternating errors cancel down to rounding. */
enum { MOST_VISIBLE_ORDER = 10 };

static int stage_order(const tableau *a)
{
    for (int q = 1;; q++) {
        for (int i = 0; i < a->size; i++) {
            double sum = -pow(a->c[i], q) / q;
            for (int j = 0; j < a->size; j++) {
                sum += a->A[i * a->size + j] * pow(a->c[j], q - 1);
            }
            if (fabs(sum) > 1e-12) {
                return q - 1;
            }
        }
    }
}

/* 1 - b A^{-1} 1 = 1, as for Gauss with s even. */
static bool is_one_at_infinity(const method *m)
{
    phi *p = NULL;
    evaluation at = {0};
    wide far = {.high = -1e12}, zero = {0};
    bool ok = phi_compile(m, MOTION_SHEAR, &p, &why) == STATUS_OK &&
              phi_evaluate(p, far, zero, zero, &at, &why) == STATUS_OK;
    double nearest = INFINITY;
    for (int i = 0; ok && i < at.root_count; i++) {
        nearest = fmin(nearest, cabs(at.roots[i] - 1));
    }
    phi_destroy(p);
    return nearest < 1e-6;
}

/* The order of x to be expected (see above). */
static int expected_order(const method *m, bool rotates, bool spin)
{
    const method_info *info = method_describe(m);
    tableau a;
    method_tableau(m, &a);
    if (strcmp(info->name, "sdirk3") == 0 && !spin) {
        return 2; /* the_order_of_plain_sdirk3_is_that_of_its_R */
    }
    if (info->kind != METHOD_RUNGE_KUTTA || info->stiffly_accurate || info->keep == KEEP_U) {
        return info->order;
    }
    int q = stage_order(&a);
    if (info->keep == KEEP_NONE) {
        return is_one_at_infinity(m) ? q : q + 1;
    }
    return rotates ? info->order : q; /* a problem that names no component to keep keeps E x */
}

static enum greatest_test_res orders_are_as_expected(bool rotates, int expected_seen,
                                                     int expected_unseen)
{
    static everything e;
    ASSERT(everything_begin(&e));
    int seen_orders = 0, unseen = 0;
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        const method_info *info = method_describe(e.m);
        if (info->form == FORM_ODE_ONLY || strcmp(e.name, "bdf:7") == 0) { /* not zero-stable */
            continue;
        }
        for (int spin = 0; spin < 2; spin++) {
            int order = expected_order(e.m, rotates, spin);
            if (order > MOST_VISIBLE_ORDER || (info->keep == KEEP_NONE && info->size > 5)) {
                unseen++;
                continue;
            }
            /* A faster solution shows more of a high order before rounding does. */
            const smooth q = {.rotates = rotates,
                              .omega = 1.7,
                              .lambda = -1.2,
                              .mu = 0.4,
                              .speed = order > 7 ? 6 : 3};
            linear_definition own = definition;
            own.kept_count = rotates ? 0 : 1;
            char name[160];
            problem *p = NULL;
            snprintf(name, sizeof name, "%s%s", spin ? "spin:" : "", e.name);
            ASSERT_OK(problem_from_linear(&own, &q, (int)sizeof q, &p, &why), name, why);
            stepper *s = dae_stepper(name, p, NULL, &why);
            ASSERT_STEPPER(s, name, why);
            seen result = order_of(s, p, order == 1 ? 1024 : 384);
            ASSERTm(support_say("%s: no step size shows its order", name), result.x > 0);
            seen_orders++;
            ASSERTm(support_say("%s: order %.2f of x, expected %d", name, result.x, order),
                    is_order(order, result.x));
            if (result.u > 0 && info->keep == KEEP_NONE && info->order <= 6) {
                ASSERTm(support_say("%s: order %.2f of E x", name, result.u),
                        is_order(info->order, result.u));
            }
            stepper_destroy(s);
            problem_destroy(p);
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    ASSERT_EQ_FMT(expected_seen, seen_orders, "%d");
    ASSERT_EQ_FMT(expected_unseen, unseen, "%d");
    PASS();
}

/* Plain sdirk3 has order 2 where E varies: it satisfies the order conditions of semi-explicit DAEs
 * but not those of E(t) x' = ... (its stage order is 1). Its R shows the same: a second algorithm.
 */
TEST the_order_of_plain_sdirk3_is_that_of_its_R(void)
{
    static const struct {
        const char *name;
        double omega;
        int order;
    } cases[] = {{"sdirk3", 0, 3}, {"sdirk3", 0.9, 2}, {"sdirk2", 0.9, 2}, {"radau-iia:2", 0.9, 3}};
    catalogue *all = NULL;
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &all, &why), "catalogue", why);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        method *m = NULL;
        phi *p = NULL;
        double error[2];
        ASSERT_OK(catalogue_open(all, cases[i].name, &m, &why), cases[i].name, why);
        ASSERT_OK(phi_compile(m, MOTION_SHEAR, &p, &why), cases[i].name, why);
        for (int n = 0; n < 2; n++) {
            double h = n == 0 ? 1 / 64.0 : 1 / 128.0;
            evaluation at;
            ASSERT_OK(phi_evaluate(p, (wide){.high = -1.5 * h}, (wide){0},
                                   (wide){.high = cases[i].omega * h}, &at, &why),
                      cases[i].name, why);
            error[n] = cabs(at.roots[0] - exp(-1.5 * h));
        }
        ASSERT_NEAR(cases[i].order + 1, log2(error[0] / error[1]), 0.1, 0);
        phi_destroy(p);
        method_destroy(m);
    }
    catalogue_destroy(all);
    PASS();
}

TEST every_method_has_its_order_on_a_sheared_kernel(void)
{
    CHECK_CALL(orders_are_as_expected(false, 126, 42));
    PASS();
}

TEST every_method_has_its_order_on_a_rotating_kernel(void)
{
    CHECK_CALL(orders_are_as_expected(true, 118, 50));
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_order_of_plain_sdirk3_is_that_of_its_R);
    RUN_TEST(every_method_has_its_order_on_a_sheared_kernel);
    RUN_TEST(every_method_has_its_order_on_a_rotating_kernel);
    GREATEST_MAIN_END();
}
