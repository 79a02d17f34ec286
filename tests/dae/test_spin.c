/* Spin stabilisation (mathematics.md 6): what the frames are for. The second algorithm is implicit
 * Euler and BDF2 in two by two matrices, written down from the formula. */
#include "dae/dae.h"
#include "numerics/linear.h"
#include "stability/evaluate.h"
#include "stability/everything.h"
#include "support/support.h"

static message why;

/* The factors of `steps` steps of a method on a test equation from t0. */
static status factors_by(const method *m, motion moves, double complex z, double w, double t0,
                         double h, int steps, double complex *factors)
{
    problem *p = NULL;
    stepper *s = NULL;
    status ok = dae_test_equation(moves, false, z, w, h, &p, &why);
    ok = ok == STATUS_OK ? stepper_create(m, p, NULL, &s, &why) : ok;
    ok = ok == STATUS_OK ? measure_start(s, p, t0, h, &why) : ok;
    if (ok == STATUS_OK) {
        growth g = measure_steps(s, p, steps, factors);
        ok = g.outcome == STEP_DONE
                 ? STATUS_OK
                 : fail(&why, "step %d: %s", g.steps + 1, step_outcome_words(g.outcome));
    }
    stepper_destroy(s);
    problem_destroy(p);
    return ok;
}

static status factors_of(const char *name, motion moves, double complex z, double w, double t0,
                         double h, int steps, double complex *factors)
{
    method *m = NULL;
    status ok = dae_catalogue(&why) == NULL ? STATUS_FAILED
                                            : catalogue_open(dae_catalogue(&why), name, &m, &why);
    ok = ok == STATUS_OK ? factors_by(m, moves, z, w, t0, h, steps, factors) : ok;
    method_destroy(m);
    return ok;
}

/* Q(t) = [e^T/|e|, that rotated by +90 degrees], e = (1, -omega t). */
static void orthogonal_frame(double omega, double t, double Q[4])
{
    double length = hypot(1, omega * t);
    double c = 1 / length, s = -omega * t / length;
    Q[0] = c;
    Q[2] = s;
    Q[1] = -s;
    Q[3] = c;
}

/* u_i of stabilised BDF with k <= 2 from u at t_i - h and t_i - 2h, after
 *     [alpha_k E - h (A - E Qd Q^{-1})] x_i = -E Q sum_l alpha_{k-l} (Q - l h Qd)^{-1} x_{i-l}
 * on the sheared equation, h = 1, all at t. */
static double complex stabilised_bdf(int k, double complex z, double w, double t,
                                     const double complex *before)
{
    static const double alpha[3][3] = {{0, 0, 0}, {1, -1, 0}, {1.5, -2, 0.5}}; /* alpha_{k-l} */
    double Q[4], old[4], Qd[4];
    orthogonal_frame(w, t, Q);
    orthogonal_frame(w, t - 1, old);
    for (int i = 0; i < 4; i++) {
        Qd[i] = Q[i] - old[i];
    }
    const double e[2] = {1, -w * t};
    double complex right = 0;
    for (int l = 1; l <= k; l++) {
        double complex x[2] = {(1 + w * (t - l)) * before[l - 1], before[l - 1]};
        double H[4], y0, y1;
        for (int i = 0; i < 4; i++) {
            H[i] = Q[i] - l * Qd[i];
        }
        double det = H[0] * H[3] - H[1] * H[2];
        double row[2]; /* e Q H^{-1} */
        y0 = e[0] * Q[0] + e[1] * Q[2];
        y1 = e[0] * Q[1] + e[1] * Q[3];
        row[0] = (y0 * H[3] - y1 * H[2]) / det;
        row[1] = (-y0 * H[1] + y1 * H[0]) / det;
        right -= alpha[k][l] * (row[0] * x[0] + row[1] * x[1]);
    }
    /* e Qd Q^T, with Q orthogonal */
    double d0 = e[0] * Qd[0] + e[1] * Qd[2], d1 = e[0] * Qd[1] + e[1] * Qd[3];
    double s0 = d0 * Q[0] + d1 * Q[1], s1 = d0 * Q[2] + d1 * Q[3];
    double complex m0 = alpha[k][0] * e[0] - (z - s0);
    double complex m1 = alpha[k][0] * e[1] - (w * (1 - z * t) - s1);
    return right / (m0 * (1 + w * t) + m1); /* x = (1 + w t, 1) x2, and u = x2 */
}

TEST stabilised_euler_is_the_formula_in_two_by_two_matrices(void)
{
    enum { STEPS = 120 };
    static double complex factors[STEPS];
    for (int n = 0; n < 40; n++) {
        double complex z = CMPLX(random_between(-5, 0), random_between(-5, 5));
        double w = random_between(-4, 4);
        ASSERT_OK(factors_of("spin:implicit-euler", MOTION_SHEAR, z, w, 0, 1, STEPS, factors),
                  "spin:implicit-euler", why);
        for (int i = 1; i <= STEPS; i++) {
            const double complex one = 1;
            double complex expected = stabilised_bdf(1, z, w, i, &one);
            ASSERTm(support_say("z = %g%+gi, w = %g, step %d: %g", creal(z), cimag(z), w, i,
                                cabs(factors[i - 1] - expected)),
                    dae_distance(factors[i - 1], expected) < 1e-10);
        }
    }
    PASS();
}

TEST stabilised_bdf2_is_the_formula_in_two_by_two_matrices(void)
{
    for (int n = 0; n < 40; n++) {
        double complex z = CMPLX(random_between(-5, 0), random_between(-5, 5));
        double w = random_between(-4, 4);
        double complex before[2] = {CMPLX(1, random_unit()), CMPLX(random_unit(), -1)};
        problem *p = NULL;
        ASSERT_OK(dae_test_equation(MOTION_SHEAR, false, z, w, 1, &p, &why), "p", why);
        stepper *s = dae_stepper("spin:bdf:2", p, NULL, &why);
        ASSERT_STEPPER(s, "spin:bdf:2", why);
        double states[8], t0 = random_integer(1, 20);
        for (int l = 0; l < 2; l++) { /* oldest first */
            double complex x2 = before[1 - l], x1 = (1 + w * (t0 - 1 + l)) * x2;
            const double x[4] = {creal(x1), creal(x2), cimag(x1), cimag(x2)};
            memcpy(states + 4 * l, x, sizeof x);
        }
        ASSERT_OK(stepper_start(s, t0, 1, states, &why), "start", why);
        ASSERT_EQ(STEP_DONE, stepper_step(s));
        double complex expected = stabilised_bdf(2, z, w, t0 + 1, before);
        double complex x2 = CMPLX(stepper_state(s)[1], stepper_state(s)[3]);
        ASSERTm(support_say("z = %g%+gi, w = %g", creal(z), cimag(z), w),
                dae_distance(x2, expected) < 1e-10);
        stepper_destroy(s);
        problem_destroy(p);
    }
    PASS();
}

/* R(z, 0) (1 + a/i + O(1/i^2)), a = 1 - (1 + w)/(1 - z), whatever h is. */
TEST stabilised_euler_approaches_R_without_spin_as_predicted(void)
{
    enum { STEPS = 2000 };
    static double complex factors[STEPS];
    static const double step_sizes[] = {1, 0.1};
    const double z = -2, w = 1.5, a = 1 - (1 + w) / (1 - z), R = 1 / (1 - z);
    for (int n = 0; n < 2; n++) {
        ASSERT_OK(
            factors_of("spin:implicit-euler", MOTION_SHEAR, z, w, 0, step_sizes[n], STEPS, factors),
            "spin:implicit-euler", why);
        double constant = 0;
        static const int at[] = {2000, 1000, 500, 200, 100, 50, 20};
        for (int k = 0; k < 7; k++) {
            int i = at[k];
            double rest = i * (double)i * (creal(factors[i - 1]) / R - 1 - a / i);
            constant = k == 0 ? rest : constant;
            ASSERTm(support_say("h = %g, step %d: i^2 rest = %g", step_sizes[n], i, rest),
                    fabs(rest) < 2);
            ASSERT_NEAR(constant, rest, 0.005 + 3.0 / i, 0);
        }
        ASSERT(fabs(a) > 0.1);
    }
    PASS();
}

/* mathematics.md 6: the first few factors can be large. 13.2 is printed there. */
TEST the_second_factor_can_be_large(void)
{
    double complex factors[2];
    ASSERT_OK(factors_of("spin:implicit-euler", MOTION_SHEAR, -2, -4, 0, 1, 2, factors), "euler",
              why);
    ASSERT_NEAR(13.2, creal(factors[1]), 0.05, 0);
    ASSERT_NEAR(0, cimag(factors[1]), 1e-12, 0);
    PASS();
}

/* Without stabilisation the factor stays R(z, w). */
TEST what_is_not_stabilised_does_not_approach_R_without_spin(void)
{
    double complex factors[4];
    const double z = -2, w = 1.5;
    ASSERT_OK(factors_of("implicit-euler", MOTION_SHEAR, z, w, 1e5, 1, 4, factors), "euler", why);
    ASSERT_NEAR((1 - w) / (1 - z - w), creal(factors[3]), 1e-9, 0);
    PASS();
}

/* One step from t0: every stabilised method against the classical R(z, 0) of its Phi. */
enum { TIMES = 3 };

static enum greatest_test_res tends_to_classical(motion moves, const double *times, double decrease)
{
    static everything e;
    ASSERT(everything_begin(&e));
    int methods = 0, decreasing = 0;
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        const phi_info *info = phi_describe(e.p);
        if (info->degree != 1 || info->spin == PHI_ODE_ONLY) {
            continue;
        }
        methods++;
        double error[TIMES] = {0};
        char name[160];
        method *stabilised = NULL;
        snprintf(name, sizeof name, "spin:%s", e.name);
        ASSERT_OK(catalogue_open(e.all, name, &stabilised, &why), name, why);
        for (int n = 0; n < 4; n++) {
            double complex z = CMPLX(random_between(-5, 0), random_between(-5, 5));
            double w = random_between(0.3, 2) * (n % 2 == 0 ? 1 : -1);
            evaluation at;
            ASSERT_OK(phi_evaluate(e.p, (wide){.high = creal(z)}, (wide){.high = cimag(z)},
                                   (wide){0}, &at, &why),
                      name, why);
            for (int k = 0; k < TIMES; k++) {
                double complex factor;
                ASSERT_OK(factors_by(stabilised, moves, z, w, times[k], 1, 1, &factor), name, why);
                error[k] = fmax(error[k], dae_distance(factor, at.roots[0]));
            }
        }
        method_destroy(stabilised);
        ASSERTm(support_say("%s: %.2e", name, error[0]), error[0] < 0.01);
        for (int k = 1; k < TIMES; k++) {
            const double rounding = moves == MOTION_SHEAR ? 1e-9 : 2e-14;
            double bound = fmax(error[k - 1] * decrease * 1.2, rounding);
            ASSERTm(support_say("%s at t = %g: %.2e after %.2e", name, times[k], error[k],
                                error[k - 1]),
                    error[k] <= bound);
            decreasing += bound > rounding;
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    ASSERTm(support_say("%d methods, %d decreases", methods, decreasing),
            methods > 60 && decreasing > 20);
    PASS();
}

TEST every_stabilised_method_tends_to_R_without_spin_like_1_over_t(void)
{
    static const double times[TIMES] = {1e3, 1e4, 1e5};
    CHECK_CALL(tends_to_classical(MOTION_SHEAR, times, 0.1));
    PASS();
}

/* Where the kernel comes to rest by itself it is much faster: t^{-3} at least. */
TEST every_stabilised_method_tends_to_R_without_spin_where_the_kernel_rests(void)
{
    static const double times[TIMES] = {1e2, 1e3, 1e4};
    CHECK_CALL(tends_to_classical(MOTION_NORMALISED, times, 0.001));
    PASS();
}

/* The largest root of sum alpha_j sigma^j - z sigma^k, from Phi at w = 0. */
TEST stabilised_bdf_has_the_classical_dominant_root(void)
{
    enum { STEPS = 400 };
    catalogue *all = NULL;
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &all, &why), "catalogue", why);
    for (int k = 1; k <= 6; k++) {
        char name[32];
        snprintf(name, sizeof name, "spin:bdf:%d", k);
        method *m = NULL;
        phi *f = NULL;
        ASSERT_OK(catalogue_open(all, name + strlen("spin:"), &m, &why), name, why);
        ASSERT_OK(phi_compile(m, MOTION_SHEAR, &f, &why), name, why);
        for (int n = 0; n < (k == 2 ? 30 : 8); n++) {
            double complex z = CMPLX(random_between(-5, 2), random_between(-5, 5));
            double w = random_between(-2, 2);
            evaluation at;
            growth g;
            problem *p = NULL;
            ASSERT_OK(phi_evaluate(f, (wide){.high = creal(z)}, (wide){.high = cimag(z)}, (wide){0},
                                   &at, &why),
                      name, why);
            ASSERT_OK(dae_test_equation(MOTION_SHEAR, false, z, w, 1, &p, &why), name, why);
            stepper *s = dae_stepper(name, p, NULL, &why);
            ASSERT_STEPPER(s, name, why);
            ASSERT_OK(measure_start(s, p, 1e5, 1, &why), name, why);
            g = measure_steps(s, p, STEPS, NULL);
            ASSERTm(support_say("%s at z = %g%+gi, w = %g: %g, predicted %g", name, creal(z),
                                cimag(z), w, growth_rate(&g, false), log(at.growth)),
                    fabs(growth_rate(&g, false) - log(at.growth)) < 4.0 / STEPS);
            stepper_destroy(s);
            problem_destroy(p);
        }
        phi_destroy(f);
        method_destroy(m);
    }
    catalogue_destroy(all);
    PASS();
}

/* All of the recursion, not just its largest root: (alpha_k - z) u_i + sum alpha_{k-l} u_{i-l}
 * tends to 0 like 1/t for any u_{i-1}, ..., u_{i-k}. */
TEST stabilised_bdf_steps_by_the_classical_recursion(void)
{
    static const double times[] = {1e3, 1e4, 1e5};
    for (int k = 1; k <= 6; k++) {
        double error[3] = {0};
        char name[32];
        snprintf(name, sizeof name, "spin:bdf:%d", k);
        double alpha[8] = {0}; /* alpha[l]: of u_{i-l} */
        for (int m = 1; m <= k; m++) {
            double binomial = 1;
            for (int l = 0; l <= m; l++) {
                alpha[l] += (l % 2 == 0 ? binomial : -binomial) / m;
                binomial = binomial * (m - l) / (l + 1);
            }
        }
        for (int n = 0; n < 5; n++) {
            double complex z = CMPLX(random_between(-5, 0), random_between(-5, 5));
            double w = random_between(0.3, 2) * (n % 2 == 0 ? 1 : -1);
            problem *p = NULL;
            ASSERT_OK(dae_test_equation(MOTION_SHEAR, false, z, w, 1, &p, &why), name, why);
            stepper *s = dae_stepper(name, p, NULL, &why);
            ASSERT_STEPPER(s, name, why);
            double complex history[8]; /* the same at every time */
            for (int l = 1; l <= k; l++) {
                history[l] = CMPLX(random_between(-1, 1), random_between(-1, 1));
            }
            for (int a = 0; a < 3; a++) {
                double states[4 * 8];
                double complex sum = 0;
                for (int l = k; l >= 1; l--) { /* x_{i-l} at t0 + 1 - l */
                    double complex u = history[l];
                    double complex x1 = (1 + w * (times[a] + 1 - l)) * u;
                    const double x[4] = {creal(x1), creal(u), cimag(x1), cimag(u)};
                    memcpy(states + 4 * (k - l), x, sizeof x);
                    sum += alpha[l] * u;
                }
                ASSERT_OK(stepper_start(s, times[a], 1, states, &why), name, why);
                ASSERT_EQ(STEP_DONE, stepper_step(s));
                double complex u = CMPLX(stepper_state(s)[1], stepper_state(s)[3]);
                error[a] = fmax(error[a], cabs(u + sum / (alpha[0] - z)));
            }
            stepper_destroy(s);
            problem_destroy(p);
        }
        ASSERTm(support_say("%s: %.2e %.2e %.2e", name, error[0], error[1], error[2]),
                error[0] < 0.1 && error[1] < 0.12 * error[0] && error[2] < 0.12 * error[1]);
    }
    PASS();
}

/* The test equation in coordinates x~ = U x, U a rotation. */
typedef struct turned {
    double complex lambda;
    double omega, angle;
} turned;

static void turned_matrices(const void *data, double t, double complex *E, double complex *A,
                            double complex *f)
{
    const turned *q = data;
    double c = cos(q->angle), s = sin(q->angle);
    const double complex e[2] = {1, -q->omega * t};
    const double complex a[2][2] = {{q->lambda, q->omega * (1 - q->lambda * t)},
                                    {-1, 1 + q->omega * t}};
    E[0] = c * e[0] - s * e[1]; /* times U^T, U = [c -s; s c] */
    E[1] = s * e[0] + c * e[1];
    E[2] = E[3] = f[0] = f[1] = 0;
    for (int i = 0; i < 2; i++) {
        A[2 * i] = c * a[i][0] - s * a[i][1];
        A[2 * i + 1] = s * a[i][0] + c * a[i][1];
    }
}

static const linear_definition turned_definition = {.name = "turned",
                                                    .size = 2,
                                                    .differential = 1,
                                                    .is_complex = true,
                                                    .matrices = turned_matrices};

static growth turned_factors(const char *name, const turned *q, bool thaw, int steps,
                             double complex *factors)
{
    const stepper_options options = {.thaw_frames = thaw};
    problem *p = NULL;
    growth g = {.outcome = STEP_NOT_FINITE};
    status ok = problem_from_linear(&turned_definition, q, (int)sizeof *q, &p, &why);
    stepper *s = ok == STATUS_OK ? dae_stepper(name, p, &options, &why) : NULL;
    if (s != NULL && measure_start(s, p, 0, 1, &why) == STATUS_OK) {
        g = measure_steps(s, p, steps, factors);
    }
    stepper_destroy(s);
    problem_destroy(p);
    return g;
}

/* The kernel (omega t, 1) turns from 90 degrees towards 0. In turned coordinates it passes 135
 * degrees near step 60, where the freely chosen sign of its column changes. */
TEST signs_are_frozen_within_a_step(void)
{
    enum { STEPS = 100, FLIP = 60 };
    static const char *const names[] = {"spin:implicit-euler", "spin:radau-iia:2",
                                        "spin:gauss:2,keep=u", "spin:gauss-lobatto:2",
                                        "spin:tr-bdf2"};
    static double complex plain[STEPS], frozen[STEPS], thawed[STEPS];
    const double three_eighths = 3 * 0.78539816339744830962; /* 135 degrees */
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        const double w = 0.8;
        const double complex z = -2 + 1 * I;
        turned q = {.lambda = z, .omega = w};
        growth g = turned_factors(names[n], &q, false, STEPS, plain);
        ASSERT_EQm(names[n], STEP_DONE, g.outcome);
        q.angle = three_eighths - atan2(1, w * (FLIP - 0.5));
        g = turned_factors(names[n], &q, false, STEPS, frozen);
        ASSERT_EQm(names[n], STEP_DONE, g.outcome);
        for (int i = 0; i < STEPS; i++) {
            ASSERTm(support_say("%s, step %d: %.2e", names[n], i + 1, cabs(frozen[i] - plain[i])),
                    dae_distance(frozen[i], plain[i]) < 1e-9);
        }
        g = turned_factors(names[n], &q, true, STEPS, thawed);
        ASSERT_EQm(names[n], STEP_DONE, g.outcome);
        int differing = 0;
        for (int i = 0; i < STEPS; i++) {
            if (dae_distance(thawed[i], plain[i]) > 0.01) {
                differing++;
                ASSERTm(support_say("%s differs at step %d", names[n], i + 1), i + 1 == FLIP);
            }
        }
        ASSERT_EQm(names[n], 1, differing);
    }
    PASS();
}

/* For multistep methods the frames reach further back. */
TEST signs_are_frozen_for_multistep_methods(void)
{
    enum { STEPS = 80 };
    static double complex plain[STEPS], frozen[STEPS], thawed[STEPS];
    for (int k = 2; k <= 4; k++) {
        char name[32];
        snprintf(name, sizeof name, "spin:bdf:%d", k);
        turned q = {.lambda = 0.4, .omega = 0.8};
        growth g = turned_factors(name, &q, false, STEPS, plain);
        ASSERT_EQm(name, STEP_DONE, g.outcome);
        q.angle = 3 * 0.78539816339744830962 - atan2(1, q.omega * 59.5);
        g = turned_factors(name, &q, false, STEPS, frozen);
        ASSERT_EQm(name, STEP_DONE, g.outcome);
        g = turned_factors(name, &q, true, STEPS, thawed);
        /* Starts differ, so only the dominant root is the same: not before the roots have parted.
         */
        double worst = 0;
        for (int i = 55; i < 64; i++) {
            ASSERTm(support_say("%s, step %d: %.2e", name, i + 1, cabs(frozen[i] - plain[i])),
                    dae_distance(frozen[i], plain[i]) < 1e-6);
            worst = fmax(worst, i < g.steps ? dae_distance(thawed[i], plain[i]) : 1);
        }
        ASSERTm(name, worst > 0.01);
    }
    PASS();
}

/* General n: two test equations side by side, in coordinates mixed by an orthogonal matrix. */
typedef struct pair {
    double lambda[2], omega[2];
    double U[16];
} pair;

static void pair_matrices(const void *data, double t, double complex *E, double complex *A,
                          double complex *f)
{
    const pair *q = data;
    double e[4][4] = {{0}}, a[4][4] = {{0}};
    for (int k = 0; k < 2; k++) {
        double l = q->lambda[k], w = q->omega[k];
        e[k][2 * k] = 1;
        e[k][2 * k + 1] = -w * t;
        a[k][2 * k] = l;
        a[k][2 * k + 1] = w * (1 - l * t);
        a[2 + k][2 * k] = -1;
        a[2 + k][2 * k + 1] = 1 + w * t;
    }
    for (int i = 0; i < 4; i++) {
        f[i] = 0;
        for (int j = 0; j < 4; j++) { /* times U^T */
            E[4 * i + j] = A[4 * i + j] = 0;
            for (int m = 0; m < 4; m++) {
                E[4 * i + j] += e[i][m] * q->U[4 * j + m];
                A[4 * i + j] += a[i][m] * q->U[4 * j + m];
            }
        }
    }
}

static void pair_exact(const void *data, double t, double complex *x)
{
    const pair *q = data;
    double y[4];
    for (int k = 0; k < 2; k++) {
        y[2 * k + 1] = (k == 0 ? 1 : -0.6) * exp(q->lambda[k] * t);
        y[2 * k] = (1 + q->omega[k] * t) * y[2 * k + 1];
    }
    for (int i = 0; i < 4; i++) {
        x[i] = 0;
        for (int m = 0; m < 4; m++) {
            x[i] += q->U[4 * i + m] * y[m];
        }
    }
}

static const linear_definition pair_definition = {
    .name = "pair", .size = 4, .differential = 2, .matrices = pair_matrices, .exact = pair_exact};

/* I - 2 v v^T / v^T v for a random v, or the identity. */
static pair random_pair(bool mixed)
{
    pair q = {.lambda = {-1.5, -0.4}, .omega = {1.1, -0.7}};
    double v[4], square = 0;
    for (int i = 0; i < 4; i++) {
        v[i] = random_between(0.2, 1) * (i % 2 == 0 ? 1 : -1);
        square += v[i] * v[i];
    }
    for (int i = 0; i < 16; i++) {
        q.U[i] = (i % 5 == 0) - (mixed ? 2 * v[i / 4] * v[i % 4] / square : 0);
    }
    return q;
}

TEST two_kernels_lose_their_spin_together(void)
{
    static const char *const names[] = {"spin:radau-iia:2", "spin:implicit-euler",
                                        "spin:radau-iia:3"};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        double error[3] = {0};
        const double times[3] = {1e2, 1e3, 1e4}; /* E x costs eps t^2 here */
        const pair q = random_pair(true);
        problem *p = NULL;
        ASSERT_OK(problem_from_linear(&pair_definition, &q, (int)sizeof q, &p, &why), "pair", why);
        stepper *s = dae_stepper(names[n], p, NULL, &why);
        ASSERT_STEPPER(s, names[n], why);
        for (int a = 0; a < 3; a++) {
            double x[4] = {0}, before[2] = {0.8, -0.5};
            for (int i = 0; i < 4; i++) { /* x = U (1 + omega t, 1, ...) */
                for (int k = 0; k < 2; k++) {
                    x[i] += before[k] * ((1 + q.omega[k] * times[a]) * q.U[4 * i + 2 * k] +
                                         q.U[4 * i + 2 * k + 1]);
                }
            }
            ASSERT_OK(stepper_start(s, times[a], 1, x, &why), "start", why);
            ASSERT_EQ(STEP_DONE, stepper_step(s));
            for (int k = 0; k < 2; k++) {
                double z = q.lambda[k], R, x2 = 0;
                R = n == 0   ? (6 + 2 * z) / (6 - 4 * z + z * z)
                    : n == 1 ? 1 / (1 - z)
                             : (60 + 24 * z + 3 * z * z) / (60 - 36 * z + 9 * z * z - z * z * z);
                for (int i = 0; i < 4; i++) {
                    x2 += q.U[4 * i + 2 * k + 1] * stepper_state(s)[i];
                }
                error[a] = fmax(error[a], fabs(x2 / before[k] - R));
            }
        }
        ASSERTm(support_say("%s: %.2e %.2e %.2e", names[n], error[0], error[1], error[2]),
                error[0] < 0.02 && error[1] < 0.12 * error[0] + 1e-9 &&
                    error[2] < 0.12 * error[1] + 1e-7);
        stepper_destroy(s);
        problem_destroy(p);
    }
    PASS();
}

/* Order 3 and 5 with two differential equations and two constraints, plain and stabilised. */
TEST two_kernels_converge_with_the_order_of_the_method(void)
{
    static const struct {
        const char *name;
        int order;
    } cases[] = {{"radau-iia:2", 3},
                 {"spin:radau-iia:2", 3},
                 {"spin:radau-iia:3", 5},
                 {"spin:bdf:3", 3},
                 {"spin:gauss-lobatto:2", 4}};
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        const pair q = random_pair(true);
        double error[2] = {0};
        problem *p = NULL;
        ASSERT_OK(problem_from_linear(&pair_definition, &q, (int)sizeof q, &p, &why), "pair", why);
        stepper *s = dae_stepper(cases[n].name, p, NULL, &why);
        ASSERT_STEPPER(s, cases[n].name, why);
        for (int a = 0; a < 2; a++) {
            int steps = cases[n].order == 3 ? 200 << a : 40 << a;
            double x[4];
            ASSERT_OK(stepper_start_exact(s, 0, 1.0 / steps, &why), cases[n].name, why);
            for (int i = 0; i < steps; i++) {
                ASSERT_EQ(STEP_DONE, stepper_step(s));
            }
            p->exact(p->data, stepper_time(s), x);
            for (int i = 0; i < 4; i++) {
                error[a] += fabs(x[i] - stepper_state(s)[i]);
            }
        }
        ASSERTm(support_say("%s: %.3e %.3e", cases[n].name, error[0], error[1]),
                fabs(log2(error[0] / error[1]) - cases[n].order) < 0.35);
        stepper_destroy(s);
        problem_destroy(p);
    }
    PASS();
}

/* What a constant change of coordinates does not change: in mixed coordinates the stabilised method
 * is the same one where the kernel has one dimension. */
TEST stabilisation_does_not_depend_on_orthogonal_coordinates(void)
{
    enum { STEPS = 60 };
    static double complex plain[STEPS], other[STEPS];
    for (int n = 0; n < 20; n++) {
        turned q = {.lambda = CMPLX(random_between(-3, 0), random_between(-3, 3)),
                    .omega = random_between(-2, 2)};
        growth g = turned_factors("spin:radau-iia:2", &q, false, STEPS, plain);
        ASSERT_EQ(STEP_DONE, g.outcome);
        q.angle = random_between(-3, 3);
        g = turned_factors("spin:radau-iia:2", &q, false, STEPS, other);
        ASSERT_EQ(STEP_DONE, g.outcome);
        for (int i = 0; i < STEPS; i++) {
            ASSERTm(support_say("omega = %g, angle %g, step %d: %g", q.omega, q.angle, i + 1,
                                cabs(other[i] - plain[i])),
                    dae_distance(other[i], plain[i]) < 1e-9);
        }
    }
    PASS();
}

/* The kernel of (1, -omega t) is at the angle atan(omega t), that of the rotation at omega t. */
TEST the_largest_turn_of_the_kernel_is_known(void)
{
    static const char *const names[] = {"spin:implicit-euler", "spin:bdf:3", "spin:gauss:2,keep=u",
                                        "implicit-euler"};
    static const double rates[] = {0, 1e-6, -0.3, 2};
    enum { STEPS = 6 };
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        for (int k = 0; k < 8; k++) {
            double w = rates[k % 4], t0 = 2;
            motion moves = k < 4 ? MOTION_SHEAR : MOTION_ROTATION;
            method *m = NULL;
            problem *p = NULL;
            stepper *s = NULL;
            ASSERT_OK(catalogue_open(dae_catalogue(&why), names[n], &m, &why), names[n], why);
            ASSERT_OK(dae_test_equation(moves, false, -1, w, 1, &p, &why), names[n], why);
            ASSERT_OK(stepper_create(m, p, NULL, &s, &why), names[n], why);
            ASSERT_OK(measure_start(s, p, t0, 1, &why), names[n], why);
            (void)measure_steps(s, p, STEPS, NULL);
            double first = moves == MOTION_SHEAR ? atan(w * (t0 + 1)) - atan(w * t0) : w;
            double expected = method_describe(m)->spin ? fabs(sin(first)) : 0;
            ASSERT_NEAR(expected, stepper_kernel_turn(s), 1e-14, 1e-12);
            stepper_destroy(s);
            problem_destroy(p);
            method_destroy(m);
        }
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(stabilised_euler_is_the_formula_in_two_by_two_matrices);
    RUN_TEST(stabilised_bdf2_is_the_formula_in_two_by_two_matrices);
    RUN_TEST(stabilised_euler_approaches_R_without_spin_as_predicted);
    RUN_TEST(the_second_factor_can_be_large);
    RUN_TEST(what_is_not_stabilised_does_not_approach_R_without_spin);
    RUN_TEST(every_stabilised_method_tends_to_R_without_spin_like_1_over_t);
    RUN_TEST(every_stabilised_method_tends_to_R_without_spin_where_the_kernel_rests);
    RUN_TEST(stabilised_bdf_has_the_classical_dominant_root);
    RUN_TEST(stabilised_bdf_steps_by_the_classical_recursion);
    RUN_TEST(signs_are_frozen_within_a_step);
    RUN_TEST(signs_are_frozen_for_multistep_methods);
    RUN_TEST(two_kernels_lose_their_spin_together);
    RUN_TEST(two_kernels_converge_with_the_order_of_the_method);
    RUN_TEST(stabilisation_does_not_depend_on_orthogonal_coordinates);
    RUN_TEST(the_largest_turn_of_the_kernel_is_known);
    GREATEST_MAIN_END();
}
