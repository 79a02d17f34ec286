#include "reproduce/steps.h"

#include <math.h>

#include "reproduce.h"

TEST one_step_of_implicit_euler_has_its_factor(void)
{
    catalogue *all = open_catalogue();
    method *m = NULL;
    ASSERT_OK(catalogue_open(all, "implicit-euler", &m, &why), "euler", why);
    for (int n = 0; n < 50; n++) {
        double complex factor, z = CMPLX(random_between(-5, 5), random_between(-5, 5));
        double w = random_between(-5, 5);
        bool has_step;
        const double values[PROBLEMS_MAX_PARAMETERS] = {creal(z), cimag(z), w};
        ASSERT_OK(steps_one(m, problems_find("shear"), values, 1, &factor, &has_step, &why), "s",
                  why);
        ASSERT(has_step);
        ASSERT(cabs(factor - (1 - w) / (1 - z - w)) < 1e-12 * (1 + cabs(factor)) / cabs(1 - z - w));
    }
    method_destroy(m);
    catalogue_destroy(all);
    PASS();
}

TEST poles_are_no_steps_and_infinite_growth(void)
{
    catalogue *all = open_catalogue();
    method *m = NULL;
    double complex factor;
    bool has_step = true;
    double measured;
    const double values[PROBLEMS_MAX_PARAMETERS] = {-1, 0, 2};
    ASSERT_OK(catalogue_open(all, "implicit-euler", &m, &why), "euler", why);
    ASSERT_OK(steps_one(m, problems_find("shear"), values, 0, &factor, &has_step, &why), "s", why);
    ASSERT_FALSE(has_step);
    ASSERT_OK(steps_growth(m, problems_find("shear"), values, 0, 1, 20, &measured, &why), "s", why);
    ASSERT(isinf(measured));
    method_destroy(m);
    catalogue_destroy(all);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(one_step_of_implicit_euler_has_its_factor);
    RUN_TEST(poles_are_no_steps_and_infinite_growth);
    GREATEST_MAIN_END();
}
