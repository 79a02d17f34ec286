/* A system of one's own, by callbacks: mass matrix, force, constraint and its derivatives. */
#include "lab/lab.h"

/* A pendulum in polar coordinates r, a (from the lowest point): the mass matrix depends on p, the
 * constraint is r = 1 + e sin t, so that it depends on time when e is not 0. No complex callbacks.
 */
typedef struct polar {
    double gravity, e;
} polar;

static void polar_mass(const void *data, double t, const double *p, double *M)
{
    (void)data, (void)t;
    M[0] = 1;
    M[1] = M[2] = 0;
    M[3] = p[0] * p[0];
}

static void polar_force(const void *data, double t, const double *p, const double *v, double *f)
{
    const polar *k = data;
    (void)t;
    f[0] = p[0] * v[1] * v[1] + k->gravity * cos(p[1]);
    f[1] = -2 * p[0] * v[0] * v[1] - k->gravity * p[0] * sin(p[1]);
}

static void polar_constraint(const void *data, double t, const double *p, double *g)
{
    const polar *k = data;
    g[0] = p[0] - 1 - k->e * sin(t);
}

static void polar_jacobian(const void *data, double t, const double *p, double *G)
{
    (void)data, (void)t, (void)p;
    G[0] = 1;
    G[1] = 0;
}

static void polar_drift(const void *data, double t, const double *p, double *gt)
{
    const polar *k = data;
    (void)p;
    gt[0] = -k->e * cos(t);
}

static void polar_curvature(const void *data, double t, const double *p, const double *v,
                            double *out)
{
    const polar *k = data;
    (void)p, (void)v;
    out[0] = k->e * sin(t);
}

static void polar_turning(const void *data, double t, const double *p, const double *v, double *Gd)
{
    (void)data, (void)t, (void)p, (void)v;
    Gd[0] = Gd[1] = 0;
}

static void polar_start(const void *data, double *p, double *v)
{
    const polar *k = data;
    p[0] = 1;
    p[1] = acos(-1) / 2;
    v[0] = k->e;
    v[1] = 0;
}

static constrained polar_system(const polar *k)
{
    return (constrained){.name = "polar",
                         .positions = 2,
                         .constraints = 1,
                         .order = 2,
                         .data = k,
                         .reals = {.mass = polar_mass,
                                   .force = polar_force,
                                   .constraint = polar_constraint,
                                   .jacobian = polar_jacobian,
                                   .drift = polar_drift,
                                   .curvature = polar_curvature,
                                   .turning = polar_turning},
                         .start = polar_start,
                         .end = 1};
}

static const struct {
    const char *formulation, *method;
    double h, tolerance;
} runs[] = {{"index-1", "dopri5", 0, 1e-10},
            {"coordinate-projection", "bdf", 0, 1e-9},
            {"stabilised-index-2", "radau-iia:3", 0.005, 0},
            {"projected-invariant:D=CT,k=2", "radau-iia:3", 0.005, 0},
            {"index-3", "radau-iia:3", 0.005, 0},
            {"state-space", "gauss:3", 0.005, 0},
            {"baumgarte:gamma=5", "rk4", 0.002, 0},
            {"index-2", "half-explicit:kutta3", 0.001, 0},
            {"stabilised-ode:gamma=5,F=HHT", "rk4", 0.002, 0},
            {"post-stabilised:times=2", "rk4", 0.002, 0}};

enum { RUNS = sizeof runs / sizeof runs[0] };

TEST a_pendulum_in_polar_coordinates_is_the_pendulum(void)
{
    const polar k = {.gravity = 13.7503716373294544};
    const constrained mine = polar_system(&k);
    constrained *known = lab_system("eich-pendulum", NULL, 0);
    lab_start s = lab_start_of(known), exact;
    double y[1];
    known->exact(known->data, s.p, s.v, 1, exact.p, exact.v, y);
    double angle = atan2(exact.p[0], -exact.p[1]);
    message why;
    ASSERT_OK(constrained_check(&mine, &why), "", why);
    for (int i = 0; i < RUNS; i++) {
        lab_result r;
        ASSERT_OK(lab_go(&mine, runs[i].formulation, runs[i].method, runs[i].h, runs[i].tolerance,
                         1, NULL, &r, &why),
                  runs[i].formulation, why);
        ASSERT_EQm(runs[i].formulation, STEP_DONE, r.outcome);
        ASSERTm(runs[i].formulation, support_near(1, r.p[0], 1e-6, 0));
        ASSERTm(support_say("%s: %.17g", runs[i].formulation, r.p[1]),
                support_near(0, remainder(r.p[1] - angle, 2 * acos(-1)), 2e-6, 0));
    }
    constrained_destroy(known);
    PASS();
}

/* A rod whose length is prescribed in time: all formulations agree with each other's solution. */
TEST constraints_that_move_are_followed(void)
{
    const polar k = {.gravity = 9.81, .e = 0.3};
    const constrained mine = polar_system(&k);
    double first[2] = {0, 0};
    for (int i = 0; i < RUNS; i++) {
        message why;
        lab_result r;
        ASSERT_OK(lab_go(&mine, runs[i].formulation, runs[i].method, runs[i].h, runs[i].tolerance,
                         1, NULL, &r, &why),
                  runs[i].formulation, why);
        ASSERTm(support_say("%s: %.17g, %s at %g", runs[i].formulation, r.p[0],
                            step_outcome_words(r.outcome), r.t),
                support_near(1 + 0.3 * sin(1), r.p[0], 1e-6, 0));
        if (i == 0) {
            memcpy(first, r.p, sizeof first);
        }
        ASSERTm(support_say("%s: %.17g, %.17g, %s", runs[i].formulation, first[1], r.p[1],
                            step_outcome_words(r.outcome)),
                support_near(first[1], r.p[1], 2e-6, 0));
    }
    PASS();
}

TEST incomplete_systems_are_refused(void)
{
    const polar k = {.gravity = 1};
    constrained bad[5];
    static const char *const says[] = {"positions", "constraints", "order 3", "callback",
                                       "callback"};
    for (int i = 0; i < 5; i++) {
        bad[i] = polar_system(&k);
    }
    bad[0].positions = 0;
    bad[1].constraints = 3;
    bad[2].order = 3;
    bad[3].reals.force = NULL;
    bad[4].reals.curvature = NULL;
    for (int i = 0; i < 5; i++) {
        message why;
        ASSERT_EQ(STATUS_BAD_INPUT, constrained_check(&bad[i], &why));
        ASSERTm(why.text, strstr(why.text, says[i]) != NULL);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(a_pendulum_in_polar_coordinates_is_the_pendulum);
    RUN_TEST(constraints_that_move_are_followed);
    RUN_TEST(incomplete_systems_are_refused);
    GREATEST_MAIN_END();
}
