#include "picture/ink.h"

#include <math.h>
#include <string.h>

#include "support/support.h"

enum { WIDTH = 60, HEIGHT = 24 };

static float growth[WIDTH * HEIGHT], star[WIDTH * HEIGHT];
static uint32_t pixels[WIDTH * HEIGHT];
static const ink_line plain_line = {.level = 1, .scale = 1, .jobs = 1, .colour = 0xFF000000};
static const ink_line star_line = {
    .level = 1, .star = true, .scale = 1, .jobs = 1, .colour = 0xFF000000};

/* White paper; the growth is 1 at x = 20, |R e^{-z}| at x = 40, both with the given slope. */
static field paper(double slope)
{
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        growth[i] = (float)exp(slope * (i % WIDTH - 20.1));
        star[i] = (float)(slope * (i % WIDTH - 40.1));
        pixels[i] = 0xFFFFFFFF;
    }
    return (field){
        .view = {.width = WIDTH, .height = HEIGHT}, .rows = HEIGHT, .growth = growth, .star = star};
}

static bool is_inked_only_near(int column)
{
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        bool is_near = abs(i % WIDTH - column) <= 1, is_black = pixels[i] == 0xFF000000;
        if ((i % WIDTH == column && !is_black) || (!is_near && pixels[i] != 0xFFFFFFFF)) {
            return false;
        }
    }
    return true;
}

TEST the_boundary_is_where_the_growth_is_1(void)
{
    message why;
    field f = paper(0.3);
    ASSERT_EQ(STATUS_OK, ink_curve(&f, &plain_line, pixels, WIDTH, &why));
    ASSERT(is_inked_only_near(20));
    PASS();
}

/* Near the origin R e^{-z} differs from 1 by less than single precision has: the logarithm tells.
 */
TEST the_star_is_inked_however_close_to_1_its_growth_is(void)
{
    const double slopes[] = {0.3, 1e-9, 1e-20};
    for (int i = 0; i < 3; i++) {
        message why;
        field f = paper(slopes[i]);
        ASSERT_EQ(STATUS_OK, ink_curve(&f, &star_line, pixels, WIDTH, &why));
        ASSERTm(support_say("slope %g", slopes[i]), is_inked_only_near(40));
    }
    PASS();
}

/* A place without a value is an edge of the region, but not the curve itself: it is faint. */
TEST an_undefined_place_is_no_curve(void)
{
    message why;
    const int place = 10 * WIDTH + 50;
    for (int i = 0; i < 2; i++) {
        field f = paper(0.3);
        growth[place] = star[place] = NAN;
        ASSERT_EQ(STATUS_OK, ink_curve(&f, i == 0 ? &plain_line : &star_line, pixels, WIDTH, &why));
        ASSERT_EQ_FMT(0xFFA6A6A6, pixels[place], "%x");
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_boundary_is_where_the_growth_is_1);
    RUN_TEST(the_star_is_inked_however_close_to_1_its_growth_is);
    RUN_TEST(an_undefined_place_is_no_curve);
    GREATEST_MAIN_END();
}
