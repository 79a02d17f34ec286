#include "picture/colour.h"

#include <math.h>
#include <string.h>

#include "picture/oklab_reference.h"
#include "support/support.h"

TEST black_white_and_greys_are_where_they_belong(void)
{
    ASSERT_EQ_FMT(0xff000000U, oklab_pack(oklab_from_lch(0, 0, 0)), "%08x");
    ASSERT_EQ_FMT(0xffffffffU, oklab_pack(oklab_from_lch(1, 0, 0)), "%08x");
    for (int i = 0; i <= 100; i++) {
        double rgb[3];
        oklab_to_srgb(oklab_from_lch(i / 100.0, 0, 0), rgb);
        ASSERT_NEAR(rgb[0], rgb[1], 1e-6, 0);
        ASSERT_NEAR(rgb[0], rgb[2], 1e-6, 0);
    }
    PASS();
}

/* Ottosson's definition by way of XYZ, in the opposite direction; his two sets of matrices agree to
 * three digits in linear light, so that colours at the rim may be cut off. */
TEST every_colour_of_the_screen_comes_back(void)
{
    for (int i = 0; i < 2000; i++) {
        double rgb[3];
        for (int k = 0; k < 3; k++) {
            rgb[k] = random_between(0.1, 0.98);
        }
        double lab[3];
        double back[3];
        reference_oklab(rgb, lab);
        oklab_to_srgb((oklab){.L = lab[0], .a = lab[1], .b = lab[2]}, back);
        for (int k = 0; k < 3; k++) {
            ASSERT_NEAR(reference_linear(rgb[k]), reference_linear(back[k]), 2e-3, 0);
        }
    }
    PASS();
}

TEST colours_out_of_gamut_lose_chroma_only(void)
{
    for (int i = 0; i < 500; i++) {
        double lightness = random_between(0.2, 0.95);
        double hue = random_between(0, 360);
        double rgb[3];
        double lab[3];
        oklab_to_srgb(oklab_from_lch(lightness, 0.5, hue), rgb);
        reference_oklab(rgb, lab);
        double chroma = hypot(lab[1], lab[2]);
        double turned = remainder(atan2(lab[2], lab[1]) * 180 / acos(-1) - hue, 360);
        ASSERT(chroma > 0.01 && chroma < 0.35);
        ASSERT_NEAR(lightness, lab[0], 1e-3, 0);
        ASSERT_NEAR(0, turned * chroma, 0.1, 0);
        double low = fmin(rgb[0], fmin(rgb[1], rgb[2]));
        double high = fmax(rgb[0], fmax(rgb[1], rgb[2]));
        ASSERTm(support_say("%g %g is inside", low, high), low < 1e-3 || high > 1 - 1e-3);
    }
    PASS();
}

TEST mixing_is_linear_and_packing_rounds(void)
{
    oklab from = {.L = 0.1, .a = 0.2, .b = -0.1};
    oklab to = {.L = 0.5, .a = 0, .b = 0.3};
    oklab middle = oklab_mix(from, to, 0.25);
    ASSERT_NEAR(0.2, middle.L, 1e-15, 0);
    ASSERT_NEAR(0.15, middle.a, 1e-15, 0);
    ASSERT_NEAR(0, middle.b, 1e-15, 0);
    ASSERT_EQ_FMT(0xff0080ffU, srgb_pack((const double[3]){0, 0.5, 1}), "%08x");
    ASSERT_EQ_FMT(0xff010001U, srgb_pack((const double[3]){0.51 / 255, 0.49 / 255, 1.4 / 255}),
                  "%08x");
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(black_white_and_greys_are_where_they_belong);
    RUN_TEST(every_colour_of_the_screen_comes_back);
    RUN_TEST(colours_out_of_gamut_lose_chroma_only);
    RUN_TEST(mixing_is_linear_and_packing_rounds);
    GREATEST_MAIN_END();
}
