/* The variable BDF beside SUNDIALS IDA: same equations, same tolerances. */
#include "dae/ida_pendulum.h"
#include "dae/variable_bdf.h"
#include "support/support.h"

static message why;

/* The error of position and velocity at the end; NaN when it is not reached. */
static double our_error(pendulum_form form, double tolerance, double end, bool careful, long *steps)
{
    const problem p = pendulum_problem(form);
    const variable_options options = {.relative = tolerance,
                                      .absolute = tolerance,
                                      .tested = pendulum_tested(form),
                                      .careful_newton = careful};
    double x[6], xd[6], velocity = NAN, position = NAN;
    variable_bdf *b = NULL;
    pendulum_exact(0, x, xd);
    if (variable_bdf_create(&p, &options, &b, &why) == STATUS_OK &&
        variable_bdf_start(b, 0, x, xd, &why) == STATUS_OK) {
        step_outcome o = STEP_DONE;
        while (variable_bdf_time(b) < end && o == STEP_DONE) {
            o = variable_bdf_step(b, end);
        }
        position = pendulum_error(variable_bdf_time(b), variable_bdf_state(b), &velocity);
        position = o == STEP_DONE ? position : NAN;
        *steps += variable_bdf_counts(b).steps;
    }
    variable_bdf_destroy(b);
    return hypot(position, velocity);
}

static double ida_error(pendulum_form form, double tolerance, double end, long *steps)
{
    ida_result ida = ida_pendulum(form, tolerance, end);
    double velocity, position = pendulum_error(end, ida.x, &velocity);
    *steps += ida.steps;
    return ida.done ? hypot(position, velocity) : NAN;
}

/* An error at one time may be small by luck, of either: the geometric mean over five tolerances
 * around each is compared. */
static enum greatest_test_res compare(pendulum_form form, bool careful, double most)
{
    static const double around[] = {0.8, 0.9, 1, 1.1, 1.25};
    for (int digits = 4; digits <= 8; digits++) {
        double ours = 0, theirs = 0;
        long steps[2] = {0, 0};
        for (int i = 0; i < 5; i++) {
            double tolerance = pow(10, -digits) * around[i];
            ours += log(our_error(form, tolerance, 10, careful, &steps[0])) / 5;
            theirs += log(ida_error(form, tolerance, 10, &steps[1])) / 5;
        }
        const char *where = support_say("1e-%d: %.2e in %ld steps, IDA %.2e in %ld steps", digits,
                                        exp(ours), steps[0] / 5, exp(theirs), steps[1] / 5);
        ASSERTm(where, exp(ours) <= most * exp(theirs));
        ASSERTm(where, steps[0] < 2 * steps[1]);
    }
    PASS();
}

TEST errors_of_the_index_1_pendulum_are_like_those_of_ida(void)
{
    return compare(PENDULUM_INDEX_1, false, 3);
}

TEST errors_of_the_stabilised_index_2_pendulum_are_like_those_of_ida(void)
{
    return compare(PENDULUM_INDEX_2, false, 3);
}

TEST a_careful_newton_is_as_good_on_index_1(void)
{
    return compare(PENDULUM_INDEX_1, true, 3);
}

/* With four fifths of the steps. */
TEST a_careful_newton_is_nearly_as_good_on_index_2(void)
{
    return compare(PENDULUM_INDEX_2, true, 4);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(errors_of_the_index_1_pendulum_are_like_those_of_ida);
    RUN_TEST(errors_of_the_stabilised_index_2_pendulum_are_like_those_of_ida);
    RUN_TEST(a_careful_newton_is_as_good_on_index_1);
    RUN_TEST(a_careful_newton_is_nearly_as_good_on_index_2);
    GREATEST_MAIN_END();
}
