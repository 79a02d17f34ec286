#include "picture/icon.h"

#include <stdlib.h>
#include <string.h>

#include "field/point.h"
#include "method/catalogue.h"
#include "stability/phi.h"
#include "support/command.h"
#include "support/support.h"

static message why;

enum { SIDE = 64 };
static uint32_t pixels[SIDE * SIDE];

static int red(uint32_t colour)
{
    return (int)(colour >> 16 & 0xFF);
}

static int blue(uint32_t colour)
{
    return (int)(colour & 0xFF);
}

/* Where Phi says stable it is blue, where it says unstable orange; the line between is left out,
 * and so are corners. */
TEST the_icon_is_the_region(void)
{
    catalogue *c = NULL;
    method *m = NULL;
    phi *p = NULL;
    double numbers[64];
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &c, &why), "catalogue", why);
    ASSERT_OK(catalogue_open(c, "radau-iia:3", &m, &why), "method", why);
    ASSERT_OK(phi_compile(m, MOTION_SHEAR, &p, &why), "phi", why);
    ASSERT_OK(phi_slice_numbers(p, 1.2, numbers, &why), "slice", why);
    ASSERT_OK(icon_paint(SPINSCOPE_ASSETS, SIDE, pixels, &why), "icon", why);
    const slice s = {.degree = 1, .degree_z = phi_describe(p)->degree_z, .c = numbers};
    int stable = 0, unstable = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        double unit = 11.0 / SIDE;
        double complex z = -3.5 + unit * (i % SIDE + 0.5) + I * (5.5 - unit * (i / SIDE + 0.5));
        double growth = point_evaluate(&s, z).growth;
        if (pixels[i] >> 24 < 255 || (growth > 0.5 && growth < 2)) {
            continue;
        }
        bool is_blue = blue(pixels[i]) > red(pixels[i]);
        ASSERTm(support_say("pixel %d: growth %g, colour %x", i, growth, pixels[i]),
                is_blue == (growth < 1));
        stable += growth < 1;
        unstable += growth > 1;
    }
    ASSERTm(support_say("%d, %d", stable, unstable), stable > 1000 && unstable > 150);
    phi_destroy(p);
    method_destroy(m);
    catalogue_destroy(c);
    PASS();
}

TEST corners_are_round_and_the_edges_are_not(void)
{
    ASSERT_OK(icon_paint(SPINSCOPE_ASSETS, SIDE, pixels, &why), "icon", why);
    ASSERT_EQ_FMT(0U, pixels[0] >> 24, "%u");
    ASSERT_EQ_FMT(0U, pixels[SIDE * SIDE - 1] >> 24, "%u");
    ASSERT_EQ_FMT(255U, pixels[SIDE / 2] >> 24, "%u");
    ASSERT_EQ_FMT(255U, pixels[SIDE * (SIDE / 2)] >> 24, "%u");
    int between = 0; /* the curve is smooth */
    for (int i = 0; i < SIDE * SIDE; i++) {
        unsigned alpha = pixels[i] >> 24;
        between += alpha > 0 && alpha < 255;
        ASSERTm("the region is symmetric in Im z",
                pixels[i] == pixels[(SIDE - 1 - i / SIDE) * SIDE + i % SIDE]);
    }
    ASSERT(between > 20);
    PASS();
}

TEST sizes_that_make_no_sense_are_refused(void)
{
    static const int sizes[] = {0, -1, ICON_MAX_SIZE + 1};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        ASSERT_EQ(STATUS_BAD_INPUT, icon_paint(SPINSCOPE_ASSETS, sizes[i], pixels, &why));
    }
    ASSERT(icon_paint("/nowhere", 16, pixels, &why) != STATUS_OK);
    PASS();
}

/* Every band is closed, so that it can be filled, and the darkest is behind all. */
TEST the_drawing_has_closed_bands(void)
{
    text svg = {0};
    ASSERT_OK(icon_svg(SPINSCOPE_ASSETS, &svg, &why), "svg", why);
    int begun = 0, closed = 0;
    for (const char *c = svg.data; *c != '\0'; c++) {
        begun += *c == 'M';
        closed += *c == 'Z';
    }
    ASSERT_EQ_FMT(begun, closed, "%d");
    ASSERTm(support_say("%d", begun), begun > 20 && svg.length < 80000);
    ASSERT(strncmp(svg.data, "<svg ", 5) == 0 && strstr(svg.data, "</svg>\n") != NULL);
    text_clear(&svg);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_icon_is_the_region);
    RUN_TEST(corners_are_round_and_the_edges_are_not);
    RUN_TEST(sizes_that_make_no_sense_are_refused);
    RUN_TEST(the_drawing_has_closed_bands);
    GREATEST_MAIN_END();
}
