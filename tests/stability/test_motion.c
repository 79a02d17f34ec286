/* The three motions of the kernel (mathematics.md 5). */
#include "method/motion.h"

#include <math.h>
#include <string.h>

#include "stability/evaluate.h"
#include "stability/everything.h"
#include "support/support.h"

static message why;

TEST names_lead_back_to_their_motion(void)
{
    for (int i = 0; i < MOTION_COUNT; i++) {
        motion found;
        ASSERT(motion_find(motion_name((motion)i), &found));
        ASSERT_EQ_FMT(i, (int)found, "%d");
    }
    motion none;
    ASSERT_FALSE(motion_find("spin", &none));
    ASSERT_FALSE(motion_find("", &none));
    PASS();
}

static status open_and_compile(const char *name, motion moves, phi **p)
{
    catalogue *all = NULL;
    method *m = NULL;
    status s = catalogue_create(SPINSCOPE_ASSETS, &all, &why);
    s = s == STATUS_OK ? catalogue_open(all, name, &m, &why) : s;
    s = s == STATUS_OK ? phi_compile(m, moves, p, &why) : s;
    method_destroy(m);
    catalogue_destroy(all);
    return s;
}

/* R = (cos w - sin w)/(1 - z - w) */
TEST rotating_implicit_euler_has_the_published_factor(void)
{
    phi *p = NULL;
    ASSERT_OK(open_and_compile("implicit-euler", MOTION_ROTATION, &p), "implicit-euler", why);
    for (int n = 0; n < 20; n++) {
        double w = random_between(-9, 9);
        double complex z = CMPLX(random_between(-9, 9), random_between(0.1, 9));
        evaluation e;
        ASSERT_OK(phi_evaluate(p, (wide){creal(z), 0}, (wide){cimag(z), 0}, (wide){w, 0}, &e, &why),
                  "rotation", why);
        double complex R = (cos(w) - sin(w)) / (1 - z - w);
        ASSERT_NEAR(creal(R), creal(e.roots[0]), 1e-14, 1e-13);
        ASSERT_NEAR(cimag(R), cimag(e.roots[0]), 1e-14, 1e-13);
    }
    phi_destroy(p);
    PASS();
}

/* alpha_{k-l} k(-l w): the roots satisfy the polynomial written out by hand. */
TEST rotating_bdf_has_the_published_polynomial(void)
{
    phi *p = NULL;
    ASSERT_OK(open_and_compile("bdf:2", MOTION_ROTATION, &p), "bdf:2", why);
    double w = 0.7;
    evaluation e;
    ASSERT_OK(phi_evaluate(p, (wide){-1, 0}, (wide){0.5, 0}, (wide){w, 0}, &e, &why), "bdf:2", why);
    ASSERT_EQ_FMT(2, e.root_count, "%d");
    for (int j = 0; j < 2; j++) {
        double complex s = e.roots[j];
        double complex value = (1.5 - CMPLX(-1, 0.5) - w) * s * s - 2 * (cos(w) - sin(w)) * s +
                               0.5 * (cos(2 * w) - sin(2 * w));
        ASSERT_NEAR(0, cabs(value), 1e-14, 0);
    }
    phi_destroy(p);
    PASS();
}

/* At w = 0 nothing moves, and the normalised kernel never does in the limit. */
TEST without_spin_all_motions_are_one(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        wide re = {random_between(-5, 0), 0};
        wide im = {random_between(-5, 5), 0};
        evaluation shear;
        ASSERT_OK(phi_evaluate(e.p, re, im, (wide){0}, &shear, &why), e.name, why);
        for (int i = MOTION_ROTATION; i < MOTION_COUNT; i++) {
            phi *p = NULL;
            evaluation other;
            bool any_w = i == MOTION_NORMALISED && phi_describe(e.p)->spin == PHI_ANY_W;
            ASSERT_OK(phi_compile(e.m, (motion)i, &p, &why), e.name, why);
            ASSERT_OK(phi_evaluate(p, re, im, (wide){any_w ? 2.5 : 0, 0}, &other, &why), e.name,
                      why);
            ASSERT_NEAR(shear.growth, other.growth, 0, 1e-13);
            ASSERT_EQ(shear.verdict, other.verdict);
            phi_destroy(p);
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

TEST spin_stabilised_methods_do_not_depend_on_w(void)
{
    phi *spinning = NULL;
    phi *plain = NULL;
    ASSERT_OK(open_and_compile("spin:bdf:3", MOTION_SHEAR, &spinning), "spin", why);
    ASSERT_OK(open_and_compile("bdf:3", MOTION_SHEAR, &plain), "plain", why);
    ASSERTm(phi_describe(spinning)->note,
            strstr(phi_describe(spinning)->note, "t -> infinity") != NULL);
    evaluation a, b;
    wide re = {-1, 0}, im = {2, 0};
    ASSERT_OK(phi_evaluate(spinning, re, im, (wide){4, 0}, &a, &why), "spin", why);
    ASSERT_OK(phi_evaluate(plain, re, im, (wide){0}, &b, &why), "plain", why);
    ASSERT_NEAR(b.growth, a.growth, 0, 1e-15);
    phi_destroy(spinning);
    phi_destroy(plain);
    PASS();
}

TEST a_rotating_kernel_keeps_u_and_says_so(void)
{
    phi *p = NULL;
    ASSERT_OK(open_and_compile("gauss:2", MOTION_ROTATION, &p), "gauss:2", why);
    ASSERTm(phi_describe(p)->note, strstr(phi_describe(p)->note, "keep=u") != NULL);
    phi_destroy(p);
    ASSERT_OK(open_and_compile("radau-iia:2", MOTION_ROTATION, &p), "radau-iia:2", why);
    ASSERT_STR_EQ("", phi_describe(p)->note);
    phi_destroy(p);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(names_lead_back_to_their_motion);
    RUN_TEST(rotating_implicit_euler_has_the_published_factor);
    RUN_TEST(rotating_bdf_has_the_published_polynomial);
    RUN_TEST(without_spin_all_motions_are_one);
    RUN_TEST(spin_stabilised_methods_do_not_depend_on_w);
    RUN_TEST(a_rotating_kernel_keeps_u_and_says_so);
    GREATEST_MAIN_END();
}
