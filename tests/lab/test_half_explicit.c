/* Half-explicit Runge-Kutta methods on index 2: their constraints hold exactly, and their orders
 * are those of the theory (Hairer, Lubich and Roche, 1989), which differ from those on ODEs. */
#include "lab/lab.h"

#include "lab/reference.h"

static double error_of(const constrained *c, const char *name, double h, lab_result *r)
{
    message why;
    reference *ref = NULL;
    lab_start s = lab_start_of(c), at;
    double y[CONSTRAINED_MAX_POSITIONS], e = NAN;
    const char *form = c->order == 2 ? "index-2" : "direct";
    if (lab_go(c, form, name, h, 0, 1, NULL, r, &why) == STATUS_OK &&
        reference_create(c, s.p, s.v, &ref, &why) == STATUS_OK &&
        reference_at(ref, 1, at.p, c->order == 2 ? at.v : NULL, y, &why) == STATUS_OK) {
        e = lab_largest(at.p, r->p, c->positions);
        e = c->order == 2 ? fmax(e, lab_largest(at.v, r->v, c->positions)) : e;
    }
    reference_destroy(ref);
    return e;
}

/* A double pendulum is no accident: a single one has fewer terms. ssprk33 loses an order, rk4 too.
 */
TEST orders_on_a_mechanical_system(void)
{
    static const struct {
        const char *name;
        double order;
    } expected[] = {{"half-explicit:explicit-euler", 1},
                    {"half-explicit:heun", 2},
                    {"half-explicit:kutta3", 3},
                    {"half-explicit:ssprk33", 2},
                    {"half-explicit:rk4", 3}};
    constrained *c = lab_system("double-pendulum", NULL, 0);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        lab_result r;
        double coarse = error_of(c, expected[i].name, 0.005, &r);
        double fine = error_of(c, expected[i].name, 0.0025, &r);
        ASSERTm(expected[i].name,
                support_near(expected[i].order, lab_order(coarse, fine), 0.15, 0));
        ASSERT_NEAR(0, r.worst_drift[1], 1e-13, 0); /* velocities are on their constraint */
    }
    constrained_destroy(c);
    PASS();
}

TEST orders_on_a_system_of_order_one(void)
{
    static const struct {
        const char *name;
        double order;
    } expected[] = {{"half-explicit:explicit-euler", 1}, {"half-explicit:heun", 2}};
    constrained *c = lab_system("ascher-petzold-1", "nu", 2);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        lab_result r;
        double coarse = error_of(c, expected[i].name, 0.005, &r);
        double fine = error_of(c, expected[i].name, 0.0025, &r);
        ASSERTm(expected[i].name,
                support_near(expected[i].order, lab_order(coarse, fine), 0.15, 0));
        ASSERT_NEAR(0, r.worst_drift[0], 1e-14, 0);
    }
    constrained_destroy(c);
    PASS();
}

TEST methods_that_cannot_be_half_explicit_are_refused(void)
{
    static const struct {
        const char *name, *formulation, *says;
    } bad[] = {{"half-explicit:radau-iia:2", "index-2", "an explicit Runge-Kutta method"},
               {"half-explicit:bdf:2", "index-2", "an explicit Runge-Kutta method"},
               {"half-explicit:rk4", "index-1", "index-2 only"},
               {"half-explicit:nothing", "index-2", "nothing"}};
    constrained *c = lab_system("pendulum", NULL, 0);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        message why;
        lab_result r;
        ASSERT_EQm(bad[i].name, STATUS_BAD_INPUT,
                   lab_go(c, bad[i].formulation, bad[i].name, 0.01, 0, 1, NULL, &r, &why));
        ASSERTm(why.text, strstr(why.text, bad[i].says) != NULL);
    }
    constrained_destroy(c);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(orders_on_a_mechanical_system);
    RUN_TEST(orders_on_a_system_of_order_one);
    RUN_TEST(methods_that_cannot_be_half_explicit_are_refused);
    GREATEST_MAIN_END();
}
