#include <math.h>
#include <string.h>

#include "method/catalogue.h"
#include "numerics/rational.h"
#include "stability/everything.h"
#include "stability/phi_quad.h"
#include "support/command.h"
#include "support/support.h"

static message why;

/* Exact for every method with rational symmetric functions; decimal for these. */
TEST only_irrational_methods_are_decimal(void)
{
    static const char *const irrational[] = {"sdirk2", "sdirk3", "crouzeix", "tr-bdf2"};
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        bool expected = true;
        for (size_t i = 0; i < sizeof irrational / sizeof irrational[0]; i++) {
            expected &= strncmp(e.name, irrational[i], strlen(irrational[i])) != 0;
        }
        ASSERTm(e.name, phi_describe(e.p)->exact == expected);
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

/* Integers, no common factor, positive constant term in the leading coefficient. */
TEST exact_coefficients_are_normalised(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        const phi_info *info = phi_describe(e.p);
        integer divisor = 0;
        for (size_t n = 0; n < phi_length(info) && info->exact; n++) {
            ASSERTm(e.name, e.p->c[n] == floorq(e.p->c[n]));
            divisor = integer_gcd(divisor, (integer)e.p->c[n]);
        }
        ASSERTm(e.name, !info->exact || divisor == 1);
        double lead = phi_coefficient(e.p, info->degree, 0, 0);
        ASSERTm(e.name, info->exact ? lead > 0 : lead == 1);
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

/* A user's own method, worked out by hand. One stage, A = 2/3, b = 1, c = 2/3: V = 3/2, and
 * mathematics.md 2 gives M = 3/2 - z - w, right side 3/2 (1 - 2w/3), R = 1 - 3/2 + 3/2 X. */
TEST a_method_of_ones_own_is_exact(void)
{
    static const char data[] = "kind = runge-kutta\nA = 2/3\nb = 1\n";
    catalogue *all = NULL;
    method *m = NULL;
    phi *p = NULL;
    ASSERT_OK(catalogue_create("", &all, &why), "catalogue", why);
    ASSERT_OK(catalogue_open(all, scratch_file("own.method", data, sizeof data - 1), &m, &why),
              "own", why);
    ASSERT_OK(phi_compile(m, MOTION_SHEAR, &p, &why), "own", why);
    /* R = (-1/2 (3/2 - z - w) + 3/2 (3/2 - w)) / (3/2 - z - w) = (3 - 2w + z)/(3 - 2w - 2z) */
    const phi_info *info = phi_describe(p);
    ASSERT(info->exact && info->degree == 1 && info->degree_z == 1 && info->degree_w == 1);
    static const double N[2][2] = {{3, -2}, {1, 0}}, D[2][2] = {{3, -2}, {-2, 0}};
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 2; k++) {
            ASSERT_NEAR(-N[i][k], phi_coefficient(p, 0, i, k), 0, 0);
            ASSERT_NEAR(D[i][k], phi_coefficient(p, 1, i, k), 0, 0);
        }
    }
    phi_destroy(p);
    method_destroy(m);
    catalogue_destroy(all);
    PASS();
}

/* A wrong integer must not survive the comparison with a direct step: there the residual is as
 * large as the change. */
TEST a_wrong_coefficient_is_seen_in_the_residual(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        size_t n = phi_index(phi_describe(e.p), 0, 0, 0);
        ASSERTm(e.name, phi_residual(e.p, e.m, 7) < 1e-28);
        e.p->c[n] *= 1 + 1e-9Q;
        bool changed = e.p->c[n] != 0;
        ASSERTm(e.name, !changed || phi_residual(e.p, e.m, 7) > 1e-20);
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

/* Changing any coefficient by a part in a million is seen: the points of comparison reach from
 * tiny to large z and w. */
TEST every_coefficient_shows_in_the_residual(void)
{
    static const char *const names[] = {
        "radau-iia:3", "gauss:2,keep=none", "gauss-lobatto:3", "bdf:4", "sdirk3", "tr-bdf2", "rk4"};
    catalogue *all = NULL;
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &all, &why), "catalogue", why);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        method *m = NULL;
        phi *p = NULL;
        ASSERT_OK(catalogue_open(all, names[i], &m, &why), names[i], why);
        ASSERT_OK(phi_compile(m, MOTION_SHEAR, &p, &why), names[i], why);
        for (size_t n = 0; n < phi_length(phi_describe(p)); n++) {
            quad kept = p->c[n];
            p->c[n] *= 1 + 1e-6Q;
            ASSERTm(support_say("%s, coefficient %zu", names[i], n),
                    kept == 0 || phi_residual(p, m, 5) > 1e-12);
            p->c[n] = kept;
        }
        phi_destroy(p);
        method_destroy(m);
    }
    catalogue_destroy(all);
    PASS();
}

/* One stage: R = (1 - A w + (1 - A) z) / (1 - A w - A z), whatever the size of A. */
TEST badly_scaled_methods_are_right_or_refused(void)
{
    static const char *const sizes[] = {"1e-300", "1e-30", "1e-9", "1e9", "1e20", "1e26", "1e300"};
    catalogue *all = NULL;
    ASSERT_OK(catalogue_create("", &all, &why), "catalogue", why);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char data[100];
        method *m = NULL;
        phi *p = NULL;
        snprintf(data, sizeof data, "kind = runge-kutta\nA = %s\nb = 1\n", sizes[i]);
        ASSERT_OK(catalogue_open(all, scratch_file("scaled.method", data, strlen(data)), &m, &why),
                  sizes[i], why);
        status s = phi_compile(m, MOTION_SHEAR, &p, &why);
        ASSERTm(sizes[i], s == STATUS_OK || s == STATUS_BAD_INPUT);
        quad A = strtoflt128(sizes[i], NULL);
        for (int n = 0; n < 50 && s == STATUS_OK; n++) {
            quad size;
            quad w = random_edgy(3);
            cquad z = cquad_make(random_edgy(5), random_edgy(5));
            cquad D = 1 - A * w - A * z;
            if (cabsq(D) > 1e-3Q * (1 + A * (fabsq(w) + cabsq(z)))) {
                cquad R = (1 - A * w + (1 - A) * z) / D;
                cquad ours = -phi_value(p, 0, z, w, &size) / phi_value(p, 1, z, w, &size);
                ASSERTm(sizes[i], cabsq(R - ours) <= 1e-18Q * fmaxq(1, cabsq(R)));
            }
        }
        phi_destroy(p);
        method_destroy(m);
    }
    catalogue_destroy(all);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(only_irrational_methods_are_decimal);
    RUN_TEST(exact_coefficients_are_normalised);
    RUN_TEST(a_method_of_ones_own_is_exact);
    RUN_TEST(a_wrong_coefficient_is_seen_in_the_residual);
    RUN_TEST(every_coefficient_shows_in_the_residual);
    RUN_TEST(badly_scaled_methods_are_right_or_refused);
    GREATEST_MAIN_END();
}
