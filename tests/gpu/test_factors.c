#include "gpu/factors.h"

#include <math.h>
#include <stdio.h>

#include "stability/everything.h"
#include "support/support.h"

static message why;

/* c_j at u from the numbers, in double precision. */
static double complex from_factors(const slice *s, const float *numbers, int j, double complex u)
{
    const float *head = numbers + 4 * j * (s->degree_z + 1);
    double complex value = (double)head[0];
    for (int i = 1; i <= s->degree_z; i++) {
        const float *f = head + 4 * i;
        value *= (double)f[2] * u + CMPLX((double)f[0], (double)f[1]);
    }
    return value;
}

static double complex from_slice(const slice *s, int j, double complex z)
{
    double complex value = 0;
    for (int i = s->degree_z; i >= 0; i--) {
        value = value * z + s->c[j * (s->degree_z + 1) + i];
    }
    return value;
}

/* Factors are rounded to 24 bits, each of them being at most 2, and all share one scale: so
 * c_i(u) c_j(v) of the numbers is c_j(v) c_i(u) of the slice, whatever the scale is. */
static enum greatest_test_res compare(const char *name, const slice *s, const view *v)
{
    float numbers[4096];
    factors_frame frame = factors_frame_of(v);
    factors_find(s, &frame, numbers);
    double scale = 0; /* the largest of all values tried, in both */
    double scale_slice = 0;
    double complex u[8], found[8], expected[8];
    for (int k = 0; k < 8; k++) {
        int j = k % (s->degree + 1);
        double imaginary = v->plane == PLANE_Z ? random_between(-0.7, 0.7) : 0;
        u[k] = CMPLX(random_between(-0.7, 0.7), imaginary);
        found[k] = from_factors(s, numbers, j, u[k]);
        expected[k] = from_slice(s, j, frame.middle + frame.radius * u[k]);
        if (cabs(found[k]) > scale) {
            scale = cabs(found[k]);
            scale_slice = cabs(expected[k]);
        }
        ASSERTm(name, numbers[4 * j * (s->degree_z + 1) + 1] < 1e-5F);
    }
    for (int k = 0; k < 8; k++) {
        double difference = cabs(found[k] * scale_slice - expected[k] * scale);
        ASSERTm(
            support_say("%s, view of %g, u = %g%+gi", name, frame.radius, creal(u[k]), cimag(u[k])),
            difference <= 1e-5 * scale * scale_slice);
    }
    PASS();
}

TEST factors_are_the_slice_of_every_method(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        const phi_info *info = phi_describe(e.p);
        double c[1024];
        slice s = {.degree = info->degree, .degree_z = info->degree_z, .c = c};
        for (int k = 0; k < 6; k++) {
            double half = pow(10, random_between(-3, 3));
            double x = random_edgy(5);
            double y = random_edgy(5);
            view v = {.plane = k % 2 == 0 ? PLANE_Z : PLANE_ZW,
                      .x0 = x - half,
                      .x1 = x + half,
                      .y0 = y - half,
                      .y1 = y + half};
            double w = info->spin == PHI_ODE_ONLY ? 0 : random_edgy(5);
            ASSERT_OK(phi_slice_numbers(e.p, w, c, &why), e.name, why);
            CHECK_CALL(compare(e.name, &s, &v));
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

/* (1 - z)^4 has its roots to a quarter of the digits only, but their product is right. */
TEST multiple_roots_make_up_their_polynomial(void)
{
    static const double c[] = {1, 1, 1, 1, 1, 1, -4, 6, -4, 1};
    slice s = {.degree = 1, .degree_z = 4, .c = c};
    view v = {.x0 = -3, .x1 = 5, .y0 = -4, .y1 = 4};
    CHECK_CALL(compare("(1 - z)^4", &s, &v));
    PASS();
}

/* Nothing that can be divided by, and nothing that is not a number. */
TEST coefficients_that_vanish_are_zero(void)
{
    static const double c[] = {0, 0, 0, 2, 0, 0};
    slice s = {.degree = 1, .degree_z = 2, .c = c};
    view v = {.x0 = -3, .x1 = 5, .y0 = -4, .y1 = 4};
    float numbers[24];
    factors_frame frame = factors_frame_of(&v);
    factors_find(&s, &frame, numbers);
    for (int i = 0; i < 24; i++) {
        ASSERT(isfinite(numbers[i]));
    }
    ASSERT(numbers[0] == 0);
    ASSERT(numbers[12] == 1);
    static const double nothing[6] = {0};
    s.c = nothing;
    factors_find(&s, &frame, numbers);
    ASSERT(numbers[0] == 0 && numbers[1] >= 1e29F && numbers[12] == 0 && numbers[13] >= 1e29F);
    PASS();
}

TEST coefficients_that_are_no_numbers_decide_nothing(void)
{
    double c[] = {1, 2, 1, 2, NAN, INFINITY};
    slice s = {.degree = 1, .degree_z = 2, .c = c};
    view v = {.x0 = -3, .x1 = 5, .y0 = -4, .y1 = 4};
    float numbers[24];
    factors_frame frame = factors_frame_of(&v);
    factors_find(&s, &frame, numbers);
    ASSERT(numbers[13] >= 1e29F);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(factors_are_the_slice_of_every_method);
    RUN_TEST(multiple_roots_make_up_their_polynomial);
    RUN_TEST(coefficients_that_vanish_are_zero);
    RUN_TEST(coefficients_that_are_no_numbers_decide_nothing);
    GREATEST_MAIN_END();
}
