/* Runs: what the theory says of drift, projection, post-stabilisation and orders is what is seen;
 * what goes wrong is told with its time, and what was computed is kept. */
#include <stdio.h>

#include "lab/lab.h"

enum { MOST = 16384 };

typedef struct record {
    int count;
    double t[MOST], drift[2][MOST], radius[MOST], energy[MOST];
} record;

static void keep(void *context, const lab_point *p)
{
    record *r = context;
    if (r->count < MOST) {
        r->t[r->count] = p->t;
        r->drift[0][r->count] = p->drift[0];
        r->drift[1][r->count] = p->drift[1];
        r->energy[r->count] = p->energy;
        r->radius[r->count++] = hypot(p->p[0], p->p[1]);
    }
}

/* The slope of log(drift) against log(t) over the second half, by least squares. */
static double drift_slope(const record *r, int level)
{
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (int i = r->count / 8; i < r->count; i++) {
        double a = log(r->t[i]), b = log(r->drift[level][i]);
        n += 1;
        x += a;
        y += b;
        xx += a * a;
        xy += a * b;
    }
    return (n * xy - x * y) / (n * xx - x * x);
}

/* The theorem of the notes: h^p (A t + B t^2) and h^p C t. */
TEST rk4_on_index_one_drifts_with_slopes_two_and_one(void)
{
    message why;
    lab_result r;
    record *seen = calloc(1, sizeof *seen);
    const lab_request watched = {.watch = keep, .context = seen};
    constrained *c = lab_system("eich-pendulum", NULL, 0);
    ASSERT_OK(lab_go(c, "index-1", "rk4", 0.01, 0, 100, &watched, &r, &why), "", why);
    ASSERT_EQ(10001, seen->count);
    ASSERT_NEAR(2, drift_slope(seen, 0), 0.05, 0);
    ASSERT_NEAR(1, drift_slope(seen, 1), 0.05, 0);
    free(seen);
    constrained_destroy(c);
    PASS();
}

static double worst(const char *system, const char *formulation_name, const char *method_name,
                    double h, int level)
{
    message why;
    lab_result r;
    constrained *c = lab_system(system, NULL, 0);
    status s = lab_go(c, formulation_name, method_name, h, 0, 1, NULL, &r, &why);
    constrained_destroy(c);
    return s == STATUS_OK && r.outcome == STEP_DONE ? r.worst_drift[level] : NAN;
}

/* h = O(h^{2(p+1)}) where H F = I; with blocks D (G D)^{-1} that holds for positions, and for
 * velocities when it is done twice. Once leaves O(h^{p+1}) there. */
TEST post_stabilisation_shows_the_orders_of_the_theory(void)
{
    static const struct {
        const char *system, *method, *formulation;
        int level;
        double h, order, slack;
    } expected[] = {
        {"pendulum", "rk4", "post-stabilised:times=1", 0, 1.0 / 16, 10, 1},
        {"slider-crank", "heun", "post-stabilised:times=1", 0, 1.0 / 64, 6, 0.6},
        {"slider-crank", "heun", "post-stabilised:times=1", 1, 1.0 / 64, 3, 0.3},
        {"slider-crank", "heun", "post-stabilised:times=2", 1, 1.0 / 64, 6, 0.6},
        {"slider-crank", "heun", "post-stabilised:times=2,D=CT", 1, 1.0 / 64, 6, 0.6},
        {"slider-crank", "rk4", "post-stabilised:times=1", 1, 1.0 / 64, 5, 0.5},
        {"slider-crank", "rk4", "post-stabilised:times=2", 1, 1.0 / 32, 10, 1},
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        double coarse = worst(expected[i].system, expected[i].formulation, expected[i].method,
                              expected[i].h, expected[i].level);
        double fine = worst(expected[i].system, expected[i].formulation, expected[i].method,
                            expected[i].h / 2, expected[i].level);
        ASSERTm(support_say("%s, %s, %s, level %d: %g -> %g", expected[i].system,
                            expected[i].method, expected[i].formulation, expected[i].level, coarse,
                            fine),
                support_near(expected[i].order, lab_order(coarse, fine), expected[i].slack, 0));
    }
    PASS();
}

/* The order of convergence stays what it is, also with F kept for several steps. */
TEST stabilised_runs_keep_the_order_of_the_method(void)
{
    static const char *const formulations[] = {"index-1",
                                               "baumgarte:gamma=5",
                                               "post-stabilised:times=2",
                                               "post-stabilised:frozen=2",
                                               "coordinate-projection",
                                               "overdetermined",
                                               "overdetermined:W=M",
                                               "stabilised-ode:gamma=2,F=HT",
                                               "stabilised-ode:gamma=5,F=HHT",
                                               "stabilised-ode:gamma=5,F=D,D=B",
                                               "state-space"};
    constrained *c = lab_system("pendulum", NULL, 0);
    for (size_t i = 0; i < sizeof formulations / sizeof formulations[0]; i++) {
        message why;
        lab_result coarse, fine;
        ASSERT_OK(lab_go(c, formulations[i], "rk4", 0.0025, 0, 1, NULL, &coarse, &why),
                  formulations[i], why);
        ASSERT_OK(lab_go(c, formulations[i], "rk4", 0.00125, 0, 1, NULL, &fine, &why),
                  formulations[i], why);
        ASSERTm(formulations[i],
                support_near(4, lab_order(lab_error(c, &coarse), lab_error(c, &fine)), 0.55, 0));
    }
    constrained_destroy(c);
    PASS();
}

/* Orders of positions and velocities of implicit methods on constrained formulations. */
TEST implicit_methods_have_their_orders_on_index_two(void)
{
    static const struct {
        const char *method, *formulation;
        double order;
    } expected[] = {{"implicit-euler", "projected-invariant:D=CT", 1},
                    {"bdf:3", "stabilised-index-2", 3},
                    {"radau-iia:2", "index-2", 3},
                    {"radau-iia:2", "stabilised-index-2:D=CT", 3},
                    {"radau-iia:2", "projected-invariant:D=B,k=2", 3},
                    {"radau-iia:2", "state-space", 3},
                    {"radau-iia:2", "index-3", 3},
                    {"gauss-lobatto:2", "stabilised-index-2", 4},
                    {"gauss:2", "stabilised-index-2", 2},
                    {"projected:gauss:2", "stabilised-index-2", 4},
                    {"projected:gauss:3", "index-2", 6},
                    {"projected:gauss:2", "projected-invariant", 4},
                    {"trapezoidal", "stabilised-index-2", 2}};
    constrained *c = lab_system("pendulum", NULL, 0);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        message why;
        lab_result coarse, fine;
        double h = strcmp(expected[i].method, "implicit-euler") == 0 ? 0.0002 : 0.01;
        ASSERT_OK(
            lab_go(c, expected[i].formulation, expected[i].method, h, 0, 1, NULL, &coarse, &why),
            expected[i].method, why);
        ASSERT_OK(
            lab_go(c, expected[i].formulation, expected[i].method, h / 2, 0, 1, NULL, &fine, &why),
            expected[i].method, why);
        double order = lab_order(lab_error(c, &coarse), lab_error(c, &fine));
        ASSERTm(support_say("%s on %s", expected[i].method, expected[i].formulation),
                support_near(expected[i].order, order, 0.35, 0));
    }
    constrained_destroy(c);
    PASS();
}

/* Example 6 of the notes: off the circle, with and without stabilisation. */
TEST the_circle_attracts_only_when_it_is_made_to(void)
{
    static const char *const formulations[] = {"stabilised-ode:gamma=10,F=HT",
                                               "stabilised-ode:gamma=10,F=HHT"};
    constrained *c = lab_system("pendulum", NULL, 0);
    for (int side = -1; side <= 1; side += 2) {
        const double p[2] = {1, 0.5 * side}, v[2] = {0, -5};
        const lab_request from = {.p = p, .v = v};
        message why;
        lab_result r;
        for (int i = 0; i < 2; i++) {
            ASSERT_OK(lab_go(c, formulations[i], "dopri5", 0, 1e-8, 2, &from, &r, &why), "", why);
            ASSERT_NEAR(0, r.drift[0], 1e-6, 0);
            ASSERT_NEAR(0, r.drift[1], 1e-6, 0);
        }
        ASSERT_OK(lab_go(c, "index-1", "dopri5", 0, 1e-8, 2, &from, &r, &why), "", why);
        ASSERT(r.drift[0] > 0.2);
    }
    constrained_destroy(c);
    PASS();
}

/* Eich, Table 3.1 in kind, at one tolerance: the residual is rounding, the velocity error smaller.
 */
TEST projection_keeps_the_residual_at_rounding_and_helps_the_velocity(void)
{
    message why;
    lab_result plain, projected;
    constrained *c = lab_system("eich-pendulum", NULL, 0);
    ASSERT_OK(lab_go(c, "index-1", "bdf", 0, 1e-7, 100, NULL, &plain, &why), "", why);
    ASSERT_OK(lab_go(c, "coordinate-projection", "bdf", 0, 1e-7, 100, NULL, &projected, &why), "",
              why);
    ASSERT_EQ(STEP_DONE, plain.outcome);
    ASSERT(plain.drift[0] > 1e-6);
    ASSERT(projected.worst_drift[0] < 1e-14);
    ASSERT(lab_error(c, &projected) * 10 < lab_error(c, &plain));
    constrained_destroy(c);
    PASS();
}

/* Off the manifold the residual obeys g'' + gamma1 g' + gamma2 g = 0, whatever the system is. */
TEST baumgartes_residual_decays_as_its_equation_says(void)
{
    static const struct {
        const char *formulation;
        double first, second; /* the roots */
    } cases[] = {{"baumgarte:gamma1=7,gamma2=10", -2, -5},
                 {"baumgarte:gamma1=4,gamma2=3", -1, -3},
                 {"index-1", 0, -1e-9}};
    const double p[2] = {1.1, 0.2}, v[2] = {0.3, -2}, t = 0.7;
    const lab_request from = {.p = p, .v = v};
    constrained *c = lab_system("pendulum", NULL, 0);
    double g = p[0] * p[0] + p[1] * p[1] - 1, gd = 2 * (p[0] * v[0] + p[1] * v[1]);
    for (int i = 0; i < 3; i++) {
        message why;
        lab_result r;
        double a = cases[i].first, b = cases[i].second;
        ASSERT_OK(lab_go(c, cases[i].formulation, "dopri5", 0, 1e-11, t, &from, &r, &why), "", why);
        double now = r.p[0] * r.p[0] + r.p[1] * r.p[1] - 1;
        double expected = ((gd - b * g) * exp(a * t) + (a * g - gd) * exp(b * t)) / (a - b);
        ASSERTm(cases[i].formulation, support_near(expected, now, 1e-6, 0));
    }
    constrained_destroy(c);
    PASS();
}

/* What Newton's method leaves of the constraints is taken before it can matter. */
TEST a_state_space_does_not_drift(void)
{
    message why;
    lab_result r;
    constrained *c = lab_system("pendulum", NULL, 0);
    ASSERT_OK(lab_go(c, "state-space", "bdf", 0, 1e-5, 5, NULL, &r, &why), "", why);
    ASSERT(r.switches > 5);
    ASSERT_NEAR(0, r.worst_drift[0], 1e-14, 0);
    ASSERT_NEAR(0, r.worst_drift[1], 1e-13, 0);
    constrained_destroy(c);
    PASS();
}

TEST adaptive_runs_converge_with_the_tolerance(void)
{
    static const struct {
        const char *method, *formulation;
    } runs[] = {{"bdf", "stabilised-index-2"},
                {"bdf", "projected-invariant:D=CT,k=2"},
                {"bdf", "state-space"},
                {"dopri5", "coordinate-projection"},
                {"bdf", "index-2"},
                {"dopri5", "state-space"}};
    constrained *c = lab_system("pendulum", NULL, 0);
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        double before = INFINITY;
        for (int k = 5; k <= 9; k += 2) {
            message why;
            lab_result r;
            double tolerance = pow(10, -k);
            ASSERT_OK(
                lab_go(c, runs[i].formulation, runs[i].method, 0, tolerance, 5, NULL, &r, &why),
                runs[i].method, why);
            ASSERT_EQm(runs[i].formulation, STEP_DONE, r.outcome);
            double error = lab_error(c, &r);
            ASSERTm(support_say("%s on %s, %g: %g", runs[i].method, runs[i].formulation, tolerance,
                                error),
                    error < 1e4 * tolerance && error < before / 3);
            before = error;
        }
    }
    constrained_destroy(c);
    PASS();
}

TEST a_state_space_chooses_new_coordinates_on_its_way_around(void)
{
    message why;
    lab_result r;
    constrained *c = lab_system("pendulum", NULL, 0);
    ASSERT_OK(lab_go(c, "state-space", "radau-iia:3", 0.02, 0, 3, NULL, &r, &why), "", why);
    ASSERT(r.switches >= 6); /* at least twice a turn */
    ASSERT_NEAR(0, r.worst_drift[0], 1e-14, 0);
    ASSERT_NEAR(0, r.worst_drift[1], 1e-13, 0);
    /* Coordinates that are kept meet their singularity: y does not move p at the lowest point, and
     * x not at the start. */
    static const char *const methods[] = {"radau-iia:3", "rk4"};
    for (int i = 0; i < 2; i++) {
        ASSERT_OK(lab_go(c, "state-space:keep=2", methods[i], 0.02, 0, 3, NULL, &r, &why), "", why);
        ASSERTm(methods[i], r.outcome != STEP_DONE);
        ASSERT_NEAR(0.25, r.t, 0.06, 0);
        ASSERT_EQ(0, r.switches);
    }
    ASSERT_EQ(STATUS_BAD_INPUT, lab_go(c, "state-space:keep=1", "rk4", 0.02, 0, 3, NULL, &r, &why));
    ASSERTm(why.text, strstr(why.text, "do not determine") != NULL);
    constrained_destroy(c);
    PASS();
}

TEST a_dead_point_is_found_by_steps_that_jump_over_it(void)
{
    static const struct {
        const char *method, *formulation;
        double h, tolerance;
    } runs[] = {{"rk4", "index-1", 0.01, 0},
                {"radau-iia:3", "stabilised-index-2", 0.01, 0},
                {"bdf", "coordinate-projection", 0, 1e-6},
                {"half-explicit:heun", "index-2", 0.01, 0}};
    constrained *c = lab_system("slider-crank", "rod", 1);
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        message why;
        lab_result r;
        char words[200];
        ASSERT_OK(lab_go(c, runs[i].formulation, runs[i].method, runs[i].h, runs[i].tolerance, 5,
                         NULL, &r, &why),
                  runs[i].method, why);
        ASSERTm(runs[i].method, r.singular);
        ASSERT_EQ(STEP_SINGULAR, r.outcome);
        ASSERT_NEAR(0.195, r.t, 0.012, 0);
        ASSERT(r.steps > 10);
        lab_result_words(&r, words, sizeof words);
        ASSERTm(words,
                strstr(words, "the constraint Jacobian became singular near t = 0.") != NULL);
    }
    constrained_destroy(c);
    /* With a longer rod there is none, at the same speeds and steps. */
    c = lab_system("slider-crank", NULL, 0);
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        message why;
        lab_result r;
        ASSERT_OK(lab_go(c, runs[i].formulation, runs[i].method, runs[i].h, runs[i].tolerance, 5,
                         NULL, &r, &why),
                  runs[i].method, why);
        ASSERTm(runs[i].method, !r.singular && r.outcome == STEP_DONE);
    }
    constrained_destroy(c);
    PASS();
}

/* A run that blew up has large constraint Jacobians, and then smaller ones. */
TEST a_blow_up_is_not_a_singular_constraint(void)
{
    constrained *c = lab_system("pendulum", NULL, 0);
    for (int gamma = 40; gamma <= 400; gamma += 20) {
        for (int k = 1; k <= 10; k++) {
            message why;
            lab_result r;
            char name[64];
            snprintf(name, sizeof name, "stabilised-ode:gamma=%d", gamma);
            ASSERT_OK(lab_go(c, name, "rk4", 0.01 * k, 0, 1, NULL, &r, &why), name, why);
            ASSERT_FALSEm(support_say("%s, h = %g, t = %g", name, 0.01 * k, r.t), r.singular);
        }
    }
    constrained_destroy(c);
    PASS();
}

TEST what_was_computed_before_the_end_is_kept(void)
{
    message why;
    lab_result r;
    record *seen = calloc(1, sizeof *seen);
    const lab_request watched = {.watch = keep, .context = seen};
    /* the models have a pole at t = 2, and a step that ends there meets it */
    constrained *c = lab_system("ascher-petzold-2", "nu", 3);
    ASSERT_OK(lab_go(c, "index-1", "radau-iia:2", 0.125, 0, 3, &watched, &r, &why), "", why);
    ASSERTm(step_outcome_words(r.outcome), r.outcome != STEP_DONE);
    ASSERT_NEAR(1.875, r.t, 1e-15, 0);
    ASSERT_EQ(r.steps + 1, seen->count);
    ASSERT_NEAR(r.t, seen->t[seen->count - 1], 0, 0);
    free(seen);
    constrained_destroy(c);
    PASS();
}

/* A multistep method starts with states that nobody stepped to. */
TEST a_run_is_watched_from_the_start(void)
{
    static const char *const methods[] = {"rk4", "bdf:4", "adams-bashforth:3"};
    constrained *c = lab_system("pendulum", NULL, 0);
    for (int i = 0; i < 3; i++) {
        message why;
        lab_result r;
        record *seen = calloc(1, sizeof *seen);
        const lab_request watched = {.watch = keep, .context = seen};
        ASSERT_OK(lab_go(c, "index-1", methods[i], 0.1, 0, 1, &watched, &r, &why), methods[i], why);
        ASSERT_EQm(methods[i], 11, seen->count);
        for (int k = 0; k <= 10; k++) {
            ASSERT_NEAR(0.1 * k, seen->t[k], 1e-15, 0);
        }
        ASSERT_EQ(10, r.steps);
        free(seen);
    }
    constrained_destroy(c);
    PASS();
}

TEST runs_stop_when_they_are_told_to(void)
{
    message why;
    lab_result r;
    atomic_bool cancel = true;
    constrained *c = lab_system("pendulum", NULL, 0);
    const lab_request few = {.most_steps = 7}, none = {.cancel = &cancel};
    ASSERT_OK(lab_go(c, "index-1", "rk4", 0.01, 0, 1, &few, &r, &why), "", why);
    ASSERT(!r.stopped);
    ASSERT_EQ(STEP_TOO_MANY, r.outcome);
    ASSERT_EQ(7, r.steps);
    ASSERT_NEAR(0.07, r.t, 1e-15, 0);
    ASSERT_OK(lab_go(c, "index-1", "rk4", 0.01, 0, 1, &none, &r, &why), "", why);
    ASSERT(r.stopped);
    ASSERT_EQ(0, r.steps);
    constrained_destroy(c);
    PASS();
}

TEST impossible_requests_are_refused_with_what_is_possible(void)
{
    static const struct {
        const char *method, *formulation, *says;
        double h, tolerance, t1;
    } bad[] = {{"rk4", "index-2", "methods for ODEs only cannot take it", 0.1, 0, 1},
               {"rk4", "index-1", "h = 0", 0, 0, 1},
               {"rk4", "index-1", "t1 = -1", 0.1, 0, -1},
               {"bdf", "index-1", "needs a tolerance", 0.1, 0, 1},
               {"rk4", "index-1", "no error estimate", 0, 1e-6, 1},
               {"projected:gauss:2", "index-1", "for those of index 2", 0.1, 0, 1},
               {"bdf:6", "index-1", "only 3 are taken", 0.1, 0, 0.3},
               {"adams-bashforth:4", "state-space", "its coordinates change", 0.1, 0, 1},
               {"radau", "index-1", "radau", 0.1, 0, 1}};
    constrained *c = lab_system("pendulum", NULL, 0);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        message why;
        lab_result r;
        ASSERT_EQm(bad[i].says, STATUS_BAD_INPUT,
                   lab_go(c, bad[i].formulation, bad[i].method, bad[i].h, bad[i].tolerance,
                          bad[i].t1, NULL, &r, &why));
        ASSERTm(why.text, strstr(why.text, bad[i].says) != NULL);
    }
    constrained_destroy(c);
    PASS();
}

/* Every method of the catalogue with every formulation: an answer or a refusal, nothing else. */
TEST every_method_meets_every_formulation(void)
{
    message why;
    const catalogue *all = lab_catalogue(&why);
    constrained *c = lab_system("pendulum", NULL, 0);
    int done = 0, refused = 0;
    ASSERT(all != NULL);
    for (int i = 0; i < catalogue_member_count(all); i++) {
        for (int k = 0; k < formulations_count(); k++) {
            lab_result r;
            status s = lab_go(c, formulations_at(k)->name, catalogue_member(all, i), 0.02, 0, 0.3,
                              NULL, &r, &why);
            ASSERTm(support_say("%s, %s: %s", catalogue_member(all, i), formulations_at(k)->name,
                                s != STATUS_OK ? why.text : ""),
                    s == STATUS_OK || s == STATUS_BAD_INPUT);
            done += s == STATUS_OK && r.outcome == STEP_DONE && isfinite(r.p[0]);
            refused += s == STATUS_BAD_INPUT;
        }
    }
    ASSERT(done > 600);
    ASSERT(refused > 0); /* explicit methods on what is no ODE */
    constrained_destroy(c);
    PASS();
}

/* The derivatives in the equations of the laboratory are those of all unknowns but the multipliers,
 * always: there the stabilised method is the plain one, and says so. */
TEST spin_stabilisation_says_where_it_has_nothing_to_do(void)
{
    static const struct {
        const char *system, *formulation, *method, *stabilised;
    } cases[] = {
        {"pendulum", "index-1", "implicit-euler", "spin:implicit-euler"},
        {"pendulum", "index-3", "bdf:2", "spin:bdf:2"},
        {"pendulum", "state-space", "radau-iia:2", "spin:radau-iia:2"}, /* an ODE: no kernel */
        {"pendulum", "index-2", "projected:gauss:2", "projected:spin:gauss:2"},
        {"slider-crank", "stabilised-index-2", "radau-iia:2", "spin:radau-iia:2"},
        {"double-pendulum", "coordinate-projection", "lobatto-iiic:3", "spin:lobatto-iiic:3"},
        {"ascher-petzold-1", "direct", "gauss-lobatto:2", "spin:gauss-lobatto:2"},
        {"ascher-petzold-2", "projected-invariant:D=CT", "bdf:3", "spin:bdf:3"}};
    message why;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *name = cases[i].stabilised;
        constrained *c = lab_system(cases[i].system, NULL, 0);
        lab_result plain, spun;
        ASSERT_OK(
            lab_go(c, cases[i].formulation, cases[i].method, 0.01, 0, 0.2, NULL, &plain, &why),
            cases[i].system, why);
        ASSERT_OK(lab_go(c, cases[i].formulation, name, 0.01, 0, 0.2, NULL, &spun, &why), name,
                  why);
        ASSERTm(name, spun.idle_spin && strstr(lab_result_note(&spun), "nothing to stabilise"));
        ASSERTm(name, !plain.idle_spin && lab_result_note(&plain) == NULL);
        ASSERTm(name, lab_largest(plain.p, spun.p, c->positions) < 1e-11);
        constrained_destroy(c);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(rk4_on_index_one_drifts_with_slopes_two_and_one);
    RUN_TEST(post_stabilisation_shows_the_orders_of_the_theory);
    RUN_TEST(stabilised_runs_keep_the_order_of_the_method);
    RUN_TEST(implicit_methods_have_their_orders_on_index_two);
    RUN_TEST(the_circle_attracts_only_when_it_is_made_to);
    RUN_TEST(projection_keeps_the_residual_at_rounding_and_helps_the_velocity);
    RUN_TEST(baumgartes_residual_decays_as_its_equation_says);
    RUN_TEST(a_state_space_does_not_drift);
    RUN_TEST(adaptive_runs_converge_with_the_tolerance);
    RUN_TEST(a_state_space_chooses_new_coordinates_on_its_way_around);
    RUN_TEST(a_dead_point_is_found_by_steps_that_jump_over_it);
    RUN_TEST(a_blow_up_is_not_a_singular_constraint);
    RUN_TEST(what_was_computed_before_the_end_is_kept);
    RUN_TEST(a_run_is_watched_from_the_start);
    RUN_TEST(runs_stop_when_they_are_told_to);
    RUN_TEST(impossible_requests_are_refused_with_what_is_possible);
    RUN_TEST(every_method_meets_every_formulation);
    RUN_TEST(spin_stabilisation_says_where_it_has_nothing_to_do);
    GREATEST_MAIN_END();
}
