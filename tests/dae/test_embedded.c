/* Explicit Runge-Kutta methods with embedded weights: all of the catalogue, on the pendulum and on
 * problems that end. */
#include "dae/embedded.h"

#include "dae/dae.h"
#include "dae/pendulum.h"
#include "support/support.h"

static message why;

static const char *const names[] = {"dopri5", "rkf45", "cash-karp", "bogacki-shampine"};
enum { NAMES = sizeof names / sizeof names[0] };

static embedded *opened(const char *name, const problem *p, const embedded_options *options,
                        const double *x)
{
    const catalogue *all = dae_catalogue(&why);
    method *m = NULL;
    embedded *e = NULL;
    if (all == NULL || catalogue_open(all, name, &m, &why) != STATUS_OK ||
        embedded_create(m, p, options, &e, &why) != STATUS_OK ||
        embedded_start(e, 0, x, &why) != STATUS_OK) {
        embedded_destroy(e);
        e = NULL;
    }
    method_destroy(m);
    return e;
}

static step_outcome advance(embedded *e, double t_stop)
{
    step_outcome o = STEP_DONE;
    while (embedded_time(e) < t_stop && o == STEP_DONE) {
        o = embedded_step(e, t_stop);
    }
    return o;
}

TEST every_method_of_the_catalogue_with_embedded_weights_is_accepted(void)
{
    const catalogue *all = dae_catalogue(&why);
    const problem p = pendulum_problem(PENDULUM_ODE);
    const embedded_options options = {.relative = 1e-6, .absolute = 1e-6};
    int accepted = 0;
    ASSERTm(why.text, all != NULL);
    for (int i = 0; i < catalogue_member_count(all); i++) {
        method *m = NULL;
        embedded *e = NULL;
        ASSERT_OK(catalogue_open(all, catalogue_member(all, i), &m, &why), "open", why);
        const method_info *info = method_describe(m);
        status ok = embedded_create(m, &p, &options, &e, &why);
        if (ok == STATUS_OK) {
            accepted++;
            ASSERT_EQm(info->name, METHOD_RUNGE_KUTTA, info->kind);
            ASSERTm(info->name, info->embedded_order > 0);
        } else {
            ASSERT_EQm(info->name, STATUS_BAD_INPUT, ok);
            ASSERTm(why.text,
                    strstr(why.text, "explicit") != NULL || strstr(why.text, "embedded") != NULL);
        }
        embedded_destroy(e);
        method_destroy(m);
    }
    ASSERT(accepted >= NAMES);
    PASS();
}

/* With error per step, a method that goes on with the order of its estimate has errors like the
 * tolerance to the power 4/5 (rkf45), the others like the tolerance. */
TEST errors_follow_the_tolerance(void)
{
    for (int n = 0; n < NAMES; n++) {
        long steps = 0;
        for (int digits = 4; digits <= 10; digits++) {
            const problem p = pendulum_problem(PENDULUM_ODE);
            double tolerance = pow(10, -digits), x[6], xd[6], velocity;
            const embedded_options options = {.relative = tolerance, .absolute = tolerance};
            pendulum_exact(0, x, xd);
            embedded *e = opened(names[n], &p, &options, x);
            ASSERTm(why.text, e != NULL);
            ASSERT_EQ(STEP_DONE, advance(e, 10));
            double position = pendulum_error(10, embedded_state(e), &velocity);
            const char *where =
                support_say("%s, 1e-%d: %.2e, %.2e", names[n], digits, position, velocity);
            ASSERTm(where, hypot(position, velocity) < 1000 * pow(tolerance, 0.8));
            ASSERTm(where, hypot(position, velocity) > 1e-2 * tolerance);
            ASSERTm(where, embedded_counts(e).steps > steps);
            ASSERTm(where, 10 * embedded_counts(e).error_failures < embedded_counts(e).steps + 50);
            steps = embedded_counts(e).steps;
            embedded_destroy(e);
        }
    }
    PASS();
}

/* The number of steps for a tolerance goes with its power -1/(q + 1), q the order of the estimate:
 * from 1e-6 to 1e-10 by a factor of 10^(4/(q+1)). */
TEST steps_grow_with_the_order_of_the_estimate(void)
{
    static const int estimate[NAMES] = {4, 4, 4, 2};
    for (int n = 0; n < NAMES; n++) {
        double steps[2];
        for (int i = 0; i < 2; i++) {
            const problem p = pendulum_problem(PENDULUM_ODE);
            double tolerance = i == 0 ? 1e-6 : 1e-10, x[6], xd[6];
            const embedded_options options = {.relative = tolerance, .absolute = tolerance};
            pendulum_exact(0, x, xd);
            embedded *e = opened(names[n], &p, &options, x);
            ASSERTm(why.text, e != NULL);
            ASSERT_EQ(STEP_DONE, advance(e, 10));
            steps[i] = (double)embedded_counts(e).steps;
            embedded_destroy(e);
        }
        double power = 4 / log10(steps[1] / steps[0]);
        ASSERTm(support_say("%s: %.2f", names[n], power), fabs(power - estimate[n] - 1) < 0.4);
    }
    PASS();
}

/* One slope less per step where the last stage is the first of the next; a correction takes it
 * back, because the end of the step has moved. */
TEST last_stages_are_used_again_unless_the_end_was_moved(void)
{
    static const int slopes[NAMES] = {7, 6, 6, 4};
    static const bool first_same_as_last[NAMES] = {true, false, false, true};
    for (int n = 0; n < NAMES; n++) {
        for (int projected = 0; projected <= 1; projected++) {
            const problem p = pendulum_problem(PENDULUM_ODE);
            bool with_force = false;
            double x[6], xd[6];
            const embedded_options options = {.relative = 1e-7,
                                              .absolute = 1e-7,
                                              .first_step = 1e-3,
                                              .correct = projected == 1 ? pendulum_project : NULL,
                                              .context = &with_force};
            pendulum_exact(0, x, xd);
            embedded *e = opened(names[n], &p, &options, x);
            ASSERTm(why.text, e != NULL);
            ASSERT_EQ(STEP_DONE, advance(e, 1));
            embedded_work c = embedded_counts(e);
            int saved = first_same_as_last[n] && projected == 0 ? 1 : 0;
            long expected = 1 + c.steps * (slopes[n] - saved) + c.error_failures * (slopes[n] - 1);
            ASSERT_EQm(names[n], expected, c.slopes);
            p.slope(NULL, 1, embedded_state(e), xd);
            ASSERT_NEAR(xd[2], embedded_derivative(e)[2], 1e-12, 0);
            embedded_destroy(e);
        }
    }
    PASS();
}

TEST projection_keeps_the_constraints(void)
{
    for (int n = 0; n < NAMES; n++) {
        double residual[2] = {0, 0};
        for (int projected = 0; projected <= 1; projected++) {
            const problem p = pendulum_problem(PENDULUM_ODE);
            bool with_force = false;
            double x[6], xd[6];
            const embedded_options options = {.relative = 1e-6,
                                              .absolute = 1e-6,
                                              .correct = projected == 1 ? pendulum_project : NULL,
                                              .context = &with_force};
            pendulum_exact(0, x, xd);
            embedded *e = opened(names[n], &p, &options, x);
            ASSERTm(why.text, e != NULL);
            while (embedded_time(e) < 20) {
                ASSERT_EQ(STEP_DONE, embedded_step(e, 20));
                residual[projected] =
                    fmax(residual[projected], pendulum_residual(embedded_state(e)));
            }
            embedded_destroy(e);
        }
        ASSERTm(names[n], residual[1] < 2e-15 && residual[0] > 1e-7);
    }
    PASS();
}

/* With and without the slope of its own, the steps are the same. */
TEST slopes_can_be_solved_for(void)
{
    double ends[2] = {0, 0};
    for (int given = 0; given <= 1; given++) {
        problem p = pendulum_problem(PENDULUM_ODE);
        double x[6], xd[6];
        const embedded_options options = {.relative = 1e-7, .absolute = 1e-7};
        p.slope = given == 1 ? p.slope : NULL;
        pendulum_exact(0, x, xd);
        embedded *e = opened("dopri5", &p, &options, x);
        ASSERTm(why.text, e != NULL);
        ASSERT_EQ(STEP_DONE, advance(e, 3));
        ends[given] = embedded_state(e)[1];
        embedded_destroy(e);
    }
    ASSERT_NEAR(ends[0], ends[1], 1e-9, 0);
    PASS();
}

static void cosine_slope(const void *data, double t, const double *x, double *xd)
{
    (void)data;
    (void)x;
    xd[0] = cos(t);
}

TEST steps_end_exactly_where_they_must(void)
{
    const problem p = {.name = "cosine", .size = 1, .differential = 1, .slope = cosine_slope};
    const embedded_options options = {.relative = 1e-8, .absolute = 1e-8, .largest_step = 0.25};
    const double x = 0;
    embedded *e = opened("dopri5", &p, &options, &x);
    ASSERTm(why.text, e != NULL);
    ASSERT_EQ(0, embedded_last_step(e));
    for (int i = 1; i <= 100; i++) {
        double stop = i * 0.0371 * (i % 10 + 1);
        while (embedded_time(e) < stop) {
            ASSERT_EQ(STEP_DONE, embedded_step(e, stop));
            ASSERT(embedded_time(e) <= stop);
            ASSERT(embedded_last_step(e) <= 0.25 * (1 + 1e-12));
        }
        ASSERT_NEAR(sin(embedded_time(e)), embedded_state(e)[0], 1e-6, 0);
    }
    double t = embedded_time(e), held = embedded_state(e)[0];
    ASSERT_EQ(STEP_DONE, embedded_step(e, t - 1));
    ASSERT_EQ(STEP_NOT_FINITE, embedded_step(e, NAN));
    ASSERT_EQ(t, embedded_time(e));
    ASSERT_EQ(held, embedded_state(e)[0]);
    ASSERT_EQ(STEP_DONE, embedded_step(e, INFINITY));
    embedded_destroy(e);
    PASS();
}

/* Stopping often costs steps, but not the size of the steps: it is wanted again at once. */
TEST a_stop_does_not_make_the_next_steps_small(void)
{
    const problem p = {.name = "cosine", .size = 1, .differential = 1, .slope = cosine_slope};
    const embedded_options options = {.relative = 1e-6, .absolute = 1e-6, .largest_step = 0.5};
    const double x = 0;
    embedded *e = opened("dopri5", &p, &options, &x);
    ASSERTm(why.text, e != NULL);
    ASSERT_EQ(STEP_DONE, advance(e, 20));
    double size = embedded_last_step(e);
    ASSERT_EQ(STEP_DONE, advance(e, 20.001));
    ASSERT_EQ(STEP_DONE, embedded_step(e, 30));
    ASSERT(size > 0.2 && embedded_last_step(e) > size / 2);
    embedded_destroy(e);
    PASS();
}

TEST interpolation_fits_the_steps(void)
{
    const problem p = pendulum_problem(PENDULUM_ODE);
    const embedded_options options = {.relative = 1e-8, .absolute = 1e-8};
    double x[6], xd[6], before[4], at[4];
    pendulum_exact(0, x, xd);
    embedded *e = opened("dopri5", &p, &options, x);
    ASSERTm(why.text, e != NULL);
    ASSERT(embedded_interpolate(e, 0, at));
    ASSERT_EQ(x[0], at[0]);
    while (embedded_time(e) < 3) {
        double t = embedded_time(e), velocity;
        memcpy(before, embedded_state(e), sizeof before);
        ASSERT_EQ(STEP_DONE, embedded_step(e, 3));
        double end = embedded_time(e), h = end - t;
        ASSERT(embedded_interpolate(e, t, at));
        for (int i = 0; i < 4; i++) {
            ASSERT_NEAR(before[i], at[i], 1e-14, 0);
        }
        ASSERT(embedded_interpolate(e, end, at));
        ASSERT_MEM_EQ(embedded_state(e), at, sizeof at);
        for (int i = 1; i < 4; i++) { /* |x''''| < 3000 / 384 */
            double within = t + i * h / 4;
            ASSERT(embedded_interpolate(e, within, at));
            ASSERT(pendulum_error(within, at, &velocity) < 1e-5 + 8 * h * h * h * h);
        }
        ASSERT_FALSE(embedded_interpolate(e, end + 1e-3, at));
        ASSERT_FALSE(embedded_interpolate(e, t - 1e-3, at));
        ASSERT_MEM_EQ(embedded_state(e), at, sizeof at);
    }
    embedded_destroy(e);
    PASS();
}

static void exploding_slope(const void *data, double t, const double *x, double *xd)
{
    (void)data;
    (void)t;
    xd[0] = x[0] * x[0];
}

static void ending_slope(const void *data, double t, const double *x, double *xd)
{
    (void)data;
    (void)x;
    xd[0] = t < 1 ? 1 : NAN;
}

TEST a_singularity_stops_the_steps_before_it(void)
{
    static const problem cases[] = {
        {.name = "exploding", .size = 1, .differential = 1, .slope = exploding_slope},
        {.name = "ending", .size = 1, .differential = 1, .slope = ending_slope}};
    for (int i = 0; i < 2 * NAMES; i++) {
        const embedded_options options = {.relative = 1e-7, .absolute = 1e-7};
        const double x = 1;
        embedded *e = opened(names[i / 2], &cases[i % 2], &options, &x);
        ASSERTm(why.text, e != NULL);
        step_outcome o = advance(e, 2);
        double t = embedded_time(e), held = embedded_state(e)[0];
        const char *where = support_say("%s, %s: %s at %.17g", names[i / 2], cases[i % 2].name,
                                        step_outcome_words(o), t);
        ASSERTm(where,
                i % 2 == 0 ? o == STEP_TOO_SMALL || o == STEP_NOT_FINITE : o == STEP_NOT_FINITE);
        ASSERTm(where, fabs(t - 1) < 1e-4 && isfinite(held));
        ASSERT_EQ(o, embedded_step(e, 2));
        ASSERT_EQ(t, embedded_time(e));
        ASSERT_EQ(held, embedded_state(e)[0]);
        embedded_destroy(e);
    }
    PASS();
}

static void barred_slope(const void *data, double t, const double *x, double *xd)
{
    (void)data;
    (void)x;
    xd[0] = t > 0 ? NAN : 1;
}

/* At t = 0 a step of 1e-40 could be told from none, and would lead nowhere. */
TEST tries_end_at_what_the_interval_resolves(void)
{
    const problem p = {.name = "barred", .size = 1, .differential = 1, .slope = barred_slope};
    const embedded_options options = {.relative = 1e-7, .absolute = 1e-7};
    for (int i = 0; i < NAMES; i++) {
        const double x = 1;
        embedded *e = opened(names[i], &p, &options, &x);
        ASSERTm(why.text, e != NULL);
        ASSERT_EQ(STEP_NOT_FINITE, embedded_step(e, 1));
        ASSERTm(names[i], embedded_counts(e).other_failures <= 21); /* 0.2^21 < 1e-14 */
        embedded_destroy(e);
    }
    PASS();
}

TEST as_many_steps_are_made_as_are_allowed(void)
{
    const problem p = pendulum_problem(PENDULUM_ODE);
    double x[PROBLEM_MAX_SIZE] = {1};
    const embedded_options options = {.relative = 1e-6, .absolute = 1e-6, .most_steps = 7};
    for (int i = 0; i < NAMES; i++) {
        embedded *e = opened(names[i], &p, &options, x);
        ASSERTm(why.text, e != NULL);
        ASSERT_EQm(names[i], STEP_TOO_MANY, advance(e, 100));
        ASSERT_EQ(7, embedded_counts(e).steps);
        double t = embedded_time(e);
        ASSERT(t > 0 && t < 100);
        ASSERT_EQ(STEP_TOO_MANY, embedded_step(e, 100));
        ASSERT_EQ(t, embedded_time(e));
        embedded_destroy(e);
    }
    PASS();
}

static step_outcome refusing(void *context, double t, double *x)
{
    (void)x;
    ++*(int *)context;
    return t > 1 ? STEP_SINGULAR : STEP_DONE;
}

TEST a_correction_that_fails_ends_it(void)
{
    const problem p = {.name = "cosine", .size = 1, .differential = 1, .slope = cosine_slope};
    int calls = 0;
    const embedded_options options = {
        .relative = 1e-6, .absolute = 1e-6, .correct = refusing, .context = &calls};
    const double x = 0;
    embedded *e = opened("dopri5", &p, &options, &x);
    ASSERTm(why.text, e != NULL);
    ASSERT_EQ(STEP_SINGULAR, advance(e, 2));
    ASSERT(embedded_time(e) <= 1 && embedded_time(e) > 0.99);
    ASSERT(calls > 10 && embedded_counts(e).other_failures > 5);
    embedded_destroy(e);
    PASS();
}

TEST what_does_not_fit_is_refused(void)
{
    const problem ode = pendulum_problem(PENDULUM_ODE), dae = pendulum_problem(PENDULUM_INDEX_1);
    const embedded_options good = {.relative = 1e-6, .absolute = 1e-6}, bad = {.relative = 1e-6};
    double x[6], xd[6];
    pendulum_exact(0, x, xd);
    ASSERT_EQ(NULL, opened("rk4", &ode, &good, x));
    ASSERTm(why.text, strstr(why.text, "embedded") != NULL && strstr(why.text, "rk4") != NULL);
    ASSERT_EQ(NULL, opened("radau-iia:2", &ode, &good, x));
    ASSERTm(why.text, strstr(why.text, "explicit") != NULL);
    ASSERT_EQ(NULL, opened("dopri5", &dae, &good, x));
    ASSERTm(why.text, strstr(why.text, "1 constraints") != NULL);
    ASSERT_EQ(NULL, opened("dopri5", &ode, &bad, x));
    ASSERTm(why.text, strstr(why.text, "absolute = 0") != NULL);
    x[2] = NAN;
    ASSERT_EQ(NULL, opened("dopri5", &ode, &good, x));
    ASSERTm(why.text, strstr(why.text, "component 3") != NULL);
    embedded_destroy(NULL);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(every_method_of_the_catalogue_with_embedded_weights_is_accepted);
    RUN_TEST(errors_follow_the_tolerance);
    RUN_TEST(steps_grow_with_the_order_of_the_estimate);
    RUN_TEST(last_stages_are_used_again_unless_the_end_was_moved);
    RUN_TEST(projection_keeps_the_constraints);
    RUN_TEST(slopes_can_be_solved_for);
    RUN_TEST(steps_end_exactly_where_they_must);
    RUN_TEST(a_stop_does_not_make_the_next_steps_small);
    RUN_TEST(interpolation_fits_the_steps);
    RUN_TEST(a_singularity_stops_the_steps_before_it);
    RUN_TEST(tries_end_at_what_the_interval_resolves);
    RUN_TEST(as_many_steps_are_made_as_are_allowed);
    RUN_TEST(a_correction_that_fails_ends_it);
    RUN_TEST(what_does_not_fit_is_refused);
    GREATEST_MAIN_END();
}
