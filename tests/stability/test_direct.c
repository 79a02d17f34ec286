/* The direct step is the yardstick, so it is held against what is known without it. */
#include "stability/direct.h"

#include "stability/everything.h"
#include "support/support.h"

static message why;

/* The factor must not depend on where in time the step starts (mathematics.md 5). */
TEST a_step_does_not_depend_on_time(void)
{
    for (int moves = MOTION_SHEAR; moves <= MOTION_ROTATION; moves++) {
        static everything e;
        ASSERT(everything_begin(&e));
        while (everything_next(&e, MOTION_NORMALISED, &why)) {
            cquad early[METHOD_MAX_STEPS + 1], late[METHOD_MAX_STEPS + 1];
            cquad z = cquad_make(random_between(-5, 0), random_between(-5, 5));
            quad w = random_between(-2, 0);
            ASSERTm(e.name, direct_characteristic(e.m, (motion)moves, z, w, 0, early));
            ASSERTm(e.name, direct_characteristic(e.m, (motion)moves, z, w, 13.5Q, late));
            for (int j = 0; j < phi_describe(e.p)->degree; j++) {
                ASSERTm(support_say("%s %s", e.name, motion_name((motion)moves)),
                        cabsq(early[j] - late[j]) <= 1e-24Q * (1 + cabsq(early[j])));
            }
        }
        ASSERT_EVERYTHING_WAS_SEEN(e, why);
    }
    PASS();
}

/* Small steps follow the exact solution e^{lambda t}: the characteristic polynomial vanishes
 * there like a power of h. */
TEST small_steps_follow_the_exact_solution(void)
{
    for (int moves = MOTION_SHEAR; moves <= MOTION_ROTATION; moves++) {
        static everything e;
        ASSERT(everything_begin(&e));
        while (everything_next(&e, MOTION_NORMALISED, &why)) {
            quad h = 1e-4Q;
            cquad z = h * cquad_make(-0.5Q, 0.8Q);
            cquad monic[METHOD_MAX_STEPS + 1];
            ASSERTm(e.name, direct_characteristic(e.m, (motion)moves, z, h * 0.6Q, 1, monic));
            int k = phi_describe(e.p)->degree;
            cquad value = 1;
            for (int j = k - 1; j >= 0; j--) {
                value = value * cexpq(z) + monic[j];
            }
            ASSERTm(support_say("%s %s: %.2e", e.name, motion_name((motion)moves),
                                (double)cabsq(value)),
                    cabsq(value) < 20 * h * h);
        }
        ASSERT_EVERYTHING_WAS_SEEN(e, why);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(a_step_does_not_depend_on_time);
    RUN_TEST(small_steps_follow_the_exact_solution);
    GREATEST_MAIN_END();
}
