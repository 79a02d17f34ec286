#include "field/view.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "support/support.h"

static message why;

static const view good = {
    .plane = PLANE_Z, .x0 = -3, .x1 = 3, .y0 = -2, .y1 = 2, .width = 300, .height = 200, .w = 0.5};

TEST centres_of_symmetric_views_are_symmetric_to_the_bit(void)
{
    for (int n = 0; n < 200; n++) {
        double half = exp(random_between(-20, 20));
        int width = random_integer(1, 5000);
        int height = random_integer(1, 5000);
        view v = {
            .x0 = -half, .x1 = half, .y0 = -half, .y1 = half, .width = width, .height = height};
        for (int i = 0; i < width; i++) {
            ASSERT(view_x(&v, i) == -view_x(&v, width - 1 - i));
        }
        for (int i = 0; i < height; i++) {
            ASSERT(view_y(&v, i) == -view_y(&v, height - 1 - i));
        }
        ASSERT(width % 2 == 0 || view_x(&v, width / 2) == 0);
        ASSERT(height % 2 == 0 || view_y(&v, height / 2) == 0);
    }
    PASS();
}

TEST centres_are_half_a_pixel_inside_and_a_pixel_apart(void)
{
    view v = {.x0 = 1, .x1 = 5, .y0 = -8, .y1 = 0, .width = 4, .height = 16};
    for (int i = -1; i <= v.width; i++) {
        ASSERT_NEAR(1.5 + i, view_x(&v, i), 1e-15, 1e-15);
    }
    for (int i = -1; i <= v.height; i++) {
        ASSERT_NEAR(-0.25 - 0.5 * i, view_y(&v, i), 1e-15, 1e-15); /* row 0 is at the top */
    }
    PASS();
}

TEST neighbouring_centres_differ_in_every_view_that_is_accepted(void)
{
    int accepted = 0;
    for (int n = 0; n < 4000; n++) {
        double middle = random_edgy(100);
        double half = exp(random_between(-40, 3));
        view v = {.x0 = middle - half,
                  .x1 = middle + half,
                  .y0 = -1,
                  .y1 = 1,
                  .width = random_integer(1, 2000),
                  .height = 1};
        if (view_check(&v, &why) != STATUS_OK) {
            continue;
        }
        accepted++;
        for (int i = 1; i < v.width; i++) {
            ASSERTm(support_say("%.17g +- %g, %d pixels", middle, half, v.width),
                    view_x(&v, i - 1) < view_x(&v, i));
        }
    }
    ASSERT(accepted > 500);
    PASS();
}

TEST good_views_are_accepted(void)
{
    view v = good;
    ASSERT_OK(view_check(&v, &why), "good", why);
    v.width = v.height = 1;
    ASSERT_OK(view_check(&v, &why), "one pixel", why);
    v.width = v.height = VIEW_MAX_SIDE;
    ASSERT_OK(view_check(&v, &why), "largest", why);
    v = (view){.x0 = -1e100, .x1 = 1e100, .y0 = 1e-300, .y1 = 2e-300, .width = 9, .height = 9};
    ASSERT_OK(view_check(&v, &why), "huge and tiny", why);
    v = (view){.x0 = 1, .x1 = 1 + 1e-12, .y0 = 0, .y1 = 1e-12, .width = 100, .height = 100};
    ASSERT_OK(view_check(&v, &why), "close up", why);
    PASS();
}

#define BAD(MEMBER, VALUE, WORDS)                                                   \
    do {                                                                            \
        view bad = good;                                                            \
        bad.MEMBER = (VALUE);                                                       \
        ASSERT_EQm(#MEMBER " = " #VALUE, STATUS_BAD_INPUT, view_check(&bad, &why)); \
        ASSERTm(why.text, strstr(why.text, (WORDS)) != NULL);                       \
    } while (0)

TEST bad_views_are_refused_with_the_reason(void)
{
    BAD(width, 0, "0x200: each side must be from 1 to 65536");
    BAD(height, 0, "300x0");
    BAD(width, -5, "-5x200");
    BAD(height, -2147483647, "300x-2147483647");
    BAD(width, VIEW_MAX_SIDE + 1, "65537x200");
    BAD(height, 2147483647, "2147483647");
    BAD(x0, 3, "X0 < X1");
    BAD(x0, 4, "X0 < X1");
    BAD(y1, -2, "Y0 < Y1");
    BAD(y1, -7, "Y0 < Y1");
    BAD(x0, NAN, "at most 1e100");
    BAD(x1, NAN, "at most 1e100");
    BAD(y0, NAN, "at most 1e100");
    BAD(y1, NAN, "at most 1e100");
    BAD(x1, INFINITY, "at most 1e100");
    BAD(y0, -INFINITY, "at most 1e100");
    BAD(x1, 1.1e100, "at most 1e100");
    BAD(x1, DBL_MAX, "at most 1e100");
    BAD(y0, -1.1e100, "at most 1e100");
    BAD(x0, nextafter(3, 0), "too small");
    BAD(y0, 2 - 1e-13, "too small");
    BAD(w, NAN, "w = ");
    BAD(w, INFINITY, "w = inf");
    BAD(w, 1.1e12, "w = 1.1e+12: numbers of size at most 1e+12");
    BAD(w, -1e300, "size at most 1e+12");
    view high = {.plane = PLANE_ZW, .x1 = 1, .y0 = -1e13, .width = 9, .height = 9};
    ASSERT_EQ(STATUS_BAD_INPUT, view_check(&high, &why));
    ASSERTm(why.text, strstr(why.text, "w = 1e+13") != NULL);
    high.y0 = -1e12;
    ASSERT_OK(view_check(&high, &why), "a high plane zw", why);
    high = good;
    high.every_w = true;
    high.w_most = 2e12;
    ASSERT_EQ(STATUS_BAD_INPUT, view_check(&high, &why));
    ASSERTm(why.text, strstr(why.text, "w = 2e+12") != NULL);
    PASS();
}

TEST the_logarithmic_chart_takes_as_many_turns_as_can_be_drawn(void)
{
    view v = {.chart = CHART_LOG, .x0 = -1, .x1 = 1, .y0 = 0, .y1 = 1000, .width = 9, .height = 9};
    ASSERT_OK(view_check(&v, &why), "1000 half turns", why);
    v.y1 = nextafter(1000, 2000);
    ASSERT_EQ(STATUS_BAD_INPUT, view_check(&v, &why));
    ASSERTm(why.text, strstr(why.text, "arg z / pi from -1000 to 1000") != NULL);
    v.y0 = -1e30, v.y1 = 0;
    ASSERT_EQ(STATUS_BAD_INPUT, view_check(&v, &why));
    v.chart = CHART_INFINITY;
    ASSERT_OK(view_check(&v, &why), "another chart", why);
    PASS();
}

/* A y just below an even number is rounded to a full turn, which is not beyond the table. */
TEST every_angle_of_the_logarithmic_chart_has_its_modulus(void)
{
    static const double edges[] = {
        0,    -0.0,  -DBL_TRUE_MIN, DBL_TRUE_MIN, -DBL_MIN, -1e-300, -1e-17, 1e-17,
        1e15, -1e15, 1e100,         -1e100,       1e16 + 2, 0.5,     -0.5,   4503599627370497.5};
    view v = {.chart = CHART_LOG};
    for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++) {
        for (int n = -8; n <= 8; n++) {
            double y = edges[i] + 0.5 * n;
            for (int side = -1; side <= 1; side++) {
                double near = side == 0 ? y : nextafter(y, side * HUGE_VAL);
                double complex z = view_argument(&v, 2, near);
                ASSERT_NEAR(100, cabs(z), 1e-11, 0);
            }
        }
    }
    ASSERT(view_argument(&v, 2, -DBL_MIN) == 100);
    ASSERT(cimag(view_argument(&v, 2, nextafter(4, 0))) < 0);
    ASSERT(isnan(creal(view_argument(&v, 2, NAN))) && isnan(creal(view_argument(&v, 2, INFINITY))));
    PASS();
}

TEST squaring_keeps_the_centre_and_shows_all_of_the_view(void)
{
    for (int n = 0; n < 1000; n++) {
        view v = {.x0 = random_between(-10, 10),
                  .y0 = random_between(-10, 10),
                  .width = random_integer(1, 3000),
                  .height = random_integer(1, 3000)};
        v.x1 = v.x0 + random_between(1e-3, 10);
        v.y1 = v.y0 + random_between(1e-3, 10);
        view before = v;
        view_make_square(&v);
        ASSERT_NEAR((v.x1 - v.x0) / v.width, (v.y1 - v.y0) / v.height, 0, 1e-11);
        ASSERT_NEAR(before.x0 + before.x1, v.x0 + v.x1, 1e-11, 0);
        ASSERT_NEAR(before.y0 + before.y1, v.y0 + v.y1, 1e-11, 0);
        ASSERT(v.x0 <= before.x0 + 1e-13 && v.x1 >= before.x1 - 1e-13);
        ASSERT(v.y0 <= before.y0 + 1e-13 && v.y1 >= before.y1 - 1e-13);
        ASSERT(v.width == before.width && v.height == before.height);
    }
    view v = {.x0 = -1, .x1 = 1, .y0 = -1, .y1 = 1, .width = 1921, .height = 1081};
    view_make_square(&v);
    ASSERT(view_x(&v, 960) == 0 && view_y(&v, 540) == 0);
    PASS();
}

TEST planes_have_names(void)
{
    for (int i = 0; i < PLANE_COUNT; i++) {
        plane p = i == 0 ? PLANE_ZW : PLANE_Z;
        ASSERT(plane_find(plane_name((plane)i), &p));
        ASSERT_EQ((plane)i, p);
    }
    plane p;
    ASSERT(!plane_find("", &p));
    ASSERT(!plane_find("Z", &p));
    ASSERT(!plane_find("zww", &p));
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(centres_of_symmetric_views_are_symmetric_to_the_bit);
    RUN_TEST(centres_are_half_a_pixel_inside_and_a_pixel_apart);
    RUN_TEST(neighbouring_centres_differ_in_every_view_that_is_accepted);
    RUN_TEST(good_views_are_accepted);
    RUN_TEST(bad_views_are_refused_with_the_reason);
    RUN_TEST(the_logarithmic_chart_takes_as_many_turns_as_can_be_drawn);
    RUN_TEST(every_angle_of_the_logarithmic_chart_has_its_modulus);
    RUN_TEST(squaring_keeps_the_centre_and_shows_all_of_the_view);
    RUN_TEST(planes_have_names);
    GREATEST_MAIN_END();
}
