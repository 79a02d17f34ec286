#include "stability/discs.h"

#include <math.h>

#include "support/support.h"

TEST discs_decide_what_they_can(void)
{
    static const struct {
        int count;
        double complex roots[3];
        double radii[3];
        bool decided;
        verdict verdict;
        double growth;
    } cases[] = {
        {1, {0.5}, {1e-16}, true, VERDICT_STABLE, 0.5},
        {1, {CMPLX(0, -2)}, {1e-16}, true, VERDICT_UNSTABLE, 2},
        {1, {0.5}, {1e-12}, false, VERDICT_STABLE, 0.5}, /* the growth is off by 2e-12 */
        {1, {0}, {0}, true, VERDICT_STABLE, 0},
        {1, {-1}, {1e-14}, true, VERDICT_BOUNDARY, 1},
        {1, {1 + 1e-10}, {1e-13}, false, VERDICT_BOUNDARY, 1}, /* at the end of the boundary */
        {1, {1}, {INFINITY}, false, VERDICT_BOUNDARY, 1},
        {1, {1}, {NAN}, false, VERDICT_BOUNDARY, 1},
        {0, {0}, {0}, true, VERDICT_STABLE, 0},
        /* Two discs that touch: one of the two roots is as small as the smaller disc allows. */
        {2, {0.5, 0.5 + 1e-9}, {1e-9, 1e-9}, false, VERDICT_STABLE, 0.5},
        {2, {0.5, 0.5 + 1e-14}, {1e-14, 1e-14}, true, VERDICT_STABLE, 0.5},
        {2, {0.5, 0.25}, {1e-16, 0.1}, true, VERDICT_STABLE, 0.5}, /* the small one does not matter
                                                                    */
        {2, {0.5, 0.25}, {1e-16, 0.3}, false, VERDICT_STABLE, 0.5},
        {2, {1, -1}, {1e-15, 1e-15}, true, VERDICT_BOUNDARY, 1},
        {2, {1, 1}, {1e-14, 1e-14}, true, VERDICT_UNSTABLE, 1},          /* a double root */
        {2, {1, 1 + 1e-10}, {1e-14, 1e-14}, false, VERDICT_UNSTABLE, 1}, /* or is it? */
        {3, {1, CMPLX(0, 1), -0.5}, {1e-15, 1e-15, 0.1}, true, VERDICT_BOUNDARY, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        verdict found;
        double growth;
        bool decided =
            discs_decide(cases[i].roots, cases[i].radii, cases[i].count, 1e-12, &found, &growth);
        ASSERT_EQm(support_say("case %zu", i), cases[i].decided, decided);
        ASSERT_NEAR(cases[i].growth, growth, 1e-9, 0);
        if (decided) {
            ASSERT_EQm(support_say("case %zu", i), cases[i].verdict, found);
        }
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(discs_decide_what_they_can);
    GREATEST_MAIN_END();
}
