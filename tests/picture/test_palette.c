#include "picture/palette.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "picture/oklab_reference.h"
#include "support/command.h"
#include "support/support.h"

static message why;
static palette_names names;
static palette *palettes[PALETTE_MAX_NAMES];

enum { STEPS = 64 };

static palette *find(const char *name)
{
    for (int i = 0; i < names.count; i++) {
        if (strcmp(names.names[i], name) == 0) {
            return palettes[i];
        }
    }
    return NULL;
}

/* log2|sigma| of the i-th of STEPS equal steps. */
static double value_at(const palette *p, int i)
{
    return palette_low(p) + (palette_high(p) - palette_low(p)) * i / STEPS;
}

static double lightness(uint32_t argb)
{
    double lab[3];
    reference_oklab_packed(argb, lab);
    return lab[0];
}

TEST the_catalogue_has_the_promised_palettes(void)
{
    static const char *const promised[] = {"diverging", "grey", "paper", "safe"};
    for (size_t i = 0; i < sizeof promised / sizeof promised[0]; i++) {
        ASSERTm(promised[i], find(promised[i]) != NULL);
    }
    for (int i = 0; i < names.count; i++) {
        const palette_info *info = palette_describe(palettes[i]);
        ASSERT(info->name[0] != '\0' && info->description[0] != '\0');
        ASSERT(i == 0 || strcmp(names.names[i - 1], names.names[i]) < 0);
    }
    ASSERT(find(PALETTE_DEFAULT) != NULL);
    PASS();
}

static const char *const sequential[] = {"paper", "safe", "grey"};
enum { SEQUENTIAL = sizeof sequential / sizeof sequential[0] };

TEST lightness_rises_and_is_linear_in_sequential_palettes(void)
{
    for (int n = 0; n < SEQUENTIAL; n++) {
        const palette *p = find(sequential[n]);
        double first = lightness(palette_colour(p, palette_low(p)));
        double last = lightness(palette_colour(p, palette_high(p)));
        double before = -1;
        for (int i = 0; i <= STEPS; i++) {
            double L = lightness(palette_colour(p, value_at(p, i)));
            ASSERTm(support_say("%s at %d: %.4f after %.4f", sequential[n], i, L, before),
                    L > before);
            ASSERT_NEAR(first + (last - first) * i / STEPS, L, 0.005, 0);
            before = L;
        }
    }
    PASS();
}

TEST equal_steps_look_equal_in_sequential_palettes(void)
{
    for (int n = 0; n < SEQUENTIAL; n++) {
        const palette *p = find(sequential[n]);
        double least = INFINITY;
        double most = 0;
        double before[3] = {0};
        for (int i = 0; i <= STEPS; i++) {
            double rgb[3];
            double lab[3];
            palette_rgb(p, value_at(p, i), rgb);
            reference_oklab(rgb, lab);
            double distance = sqrt(pow(lab[0] - before[0], 2) + pow(lab[1] - before[1], 2) +
                                   pow(lab[2] - before[2], 2));
            if (i > 0) {
                least = fmin(least, distance);
                most = fmax(most, distance);
            }
            memcpy(before, lab, sizeof before);
        }
        ASSERTm(support_say("%s: %g to %g", sequential[n], least, most), most < 1.1 * least);
    }
    PASS();
}

/* Of every palette, whatever its shape. */
TEST stable_is_darker_than_unstable_at_the_same_distance(void)
{
    for (int n = 0; n < names.count; n++) {
        const palette *p = palettes[n];
        double reach = fmin(-palette_low(p), palette_high(p));
        ASSERTm(names.names[n], reach > 0);
        for (int i = 1; i <= STEPS; i++) {
            double distance = reach * i / STEPS;
            double stable = lightness(palette_colour(p, -distance));
            double unstable = lightness(palette_colour(p, distance));
            ASSERTm(support_say("%s at %g: %g and %g", names.names[n], distance, stable, unstable),
                    stable < unstable);
        }
    }
    PASS();
}

TEST diverging_is_blue_then_light_then_warm(void)
{
    const palette *p = find("diverging");
    double lab[3];
    reference_oklab_packed(palette_colour(p, 0), lab);
    ASSERT(lab[0] > 0.95 && hypot(lab[1], lab[2]) < 0.01);
    for (int i = 1; i <= 16; i++) {
        reference_oklab_packed(palette_colour(p, palette_low(p) * i / 16), lab);
        ASSERT(lab[2] < 0 && lab[0] < 0.95);
        reference_oklab_packed(palette_colour(p, palette_high(p) * i / 16), lab);
        ASSERT(lab[1] > 0 && lab[2] > 0 && lab[0] < 0.96);
    }
    PASS();
}

TEST poles_and_undefined_differ_from_the_ordinary_colours(void)
{
    for (int n = 0; n < names.count; n++) {
        const palette *p = palettes[n];
        uint32_t pole = palette_colour(p, INFINITY);
        uint32_t undefined = palette_colour(p, NAN);
        ASSERT(pole != undefined);
        /* Dark means stable, here too. */
        ASSERT(lightness(pole) > lightness(palette_colour(p, palette_high(p))));
        ASSERT(lightness(undefined) > lightness(palette_colour(p, palette_low(p))) + 0.2);
        for (int i = 0; i <= 4 * STEPS; i++) {
            uint32_t colour = palette_colour(p, value_at(p, 0) + 8.0 * i / (4 * STEPS));
            ASSERTm(names.names[n], colour != undefined && colour != pole);
        }
    }
    PASS();
}

TEST beyond_the_range_the_colour_stays(void)
{
    for (int n = 0; n < names.count; n++) {
        const palette *p = palettes[n];
        uint32_t low = palette_colour(p, palette_low(p));
        uint32_t high = palette_colour(p, palette_high(p));
        ASSERT_EQ_FMT(low, palette_colour(p, -INFINITY), "%08x");
        ASSERT_EQ_FMT(low, palette_colour(p, palette_low(p) - 1e-9), "%08x");
        ASSERT_EQ_FMT(high, palette_colour(p, palette_high(p) + 1e300), "%08x");
        ASSERT_EQ_FMT(0xffU, low >> 24 & high >> 24, "%x");
    }
    PASS();
}

static bool within_one_step(uint32_t a, uint32_t b)
{
    for (int shift = 0; shift < 32; shift += 8) {
        if (abs((int)(a >> shift & 255) - (int)(b >> shift & 255)) > 1) {
            return false;
        }
    }
    return true;
}

TEST the_table_agrees_with_the_colour(void)
{
    enum { COUNT = 20011 };
    static float growth[COUNT];
    static uint32_t argb[COUNT + 1];
    static const float edges[] = {0.0F,        -0.0F,         1.0F,          0x1p-149F, 0x1p-127F,
                                  0x1p-126F,   3.4028235e38F, INFINITY,      NAN,       -NAN,
                                  0.99999994F, 1.0000001F,    0x1.fffffep3F, 16.0F,     0.0625F};
    enum { EDGES = sizeof edges / sizeof edges[0] };
    for (int i = 0; i < COUNT; i++) {
        double value =
            random_integer(0, 3) == 0 ? random_between(-150, 128) : random_between(-5, 5);
        growth[i] = i < EDGES ? edges[i] : (float)exp2(value);
    }
    for (int n = 0; n < names.count; n++) {
        const palette *p = palettes[n];
        argb[COUNT] = 0x12345678;
        palette_apply(p, growth, COUNT, argb);
        ASSERT_EQ_FMT(0x12345678U, argb[COUNT], "%08x");
        for (int i = 0; i < COUNT; i++) {
            double size = isnan(growth[i]) ? NAN : (double)fabsf(growth[i]);
            uint32_t expected = palette_colour(p, log2(size));
            ASSERTm(support_say("%s at %a: %08x, not %08x (seed %lu)", names.names[n],
                                (double)growth[i], argb[i], expected, support_seed()),
                    within_one_step(expected, argb[i]));
        }
        ASSERT_EQ_FMT(palette_colour(p, -INFINITY), argb[0], "%08x");
        ASSERT_EQ_FMT(palette_colour(p, INFINITY), argb[7], "%08x");
        ASSERT_EQ_FMT(palette_colour(p, NAN), argb[8], "%08x");
        ASSERT_EQ_FMT(palette_colour(p, NAN), argb[9], "%08x");
        argb[0] = 7;
        palette_apply(p, growth, 0, argb);
        ASSERT_EQ_FMT(7U, argb[0], "%08x");
    }
    PASS();
}

TEST phase_turns_the_hue_and_growth_makes_rings(void)
{
    const double pi = acos(-1);
    for (int i = 0; i < 2000; i++) {
        double angle = i < 2 ? (i == 0 ? pi : -pi) : random_between(-pi, pi);
        double value = random_between(-20, 20);
        float argument = (float)angle;
        float growth = (float)exp2(value);
        uint32_t argb = 0;
        double lab[3];
        palette_phase(&argument, &growth, 1, &argb);
        reference_oklab_packed(argb, lab);
        double hue = atan2(lab[2], lab[1]) - 29.2338851923 / 180 * pi;
        ASSERT_EQ_FMT(0xffU, argb >> 24, "%x");
        ASSERT_NEAR(0.11, hypot(lab[1], lab[2]), 0.004, 0);
        ASSERT_NEAR(0, remainder(hue - angle, 2 * pi), 0.03, 0);
        ASSERT_NEAR(0.66 + 0.12 * (value - floor(value)), lab[0], 0.005, 0);
    }
    PASS();
}

TEST phase_of_zeros_poles_and_nothing(void)
{
    static const float argument[] = {0, 1, 2, NAN, NAN, INFINITY, NAN, 1, 1e30F};
    static const float growth[] = {0, -0.0F, INFINITY, INFINITY, 1, 1, 0, NAN, 1};
    static const uint32_t expected[] = {0xff000000, 0xff000000, 0xffffffff, 0xffffffff, 0xff808080,
                                        0xff808080, 0xff000000, 0xff808080, 0xff808080};
    enum { COUNT = sizeof growth / sizeof growth[0] };
    uint32_t argb[COUNT];
    palette_phase(argument, growth, COUNT, argb);
    for (int i = 0; i < COUNT; i++) {
        ASSERT_EQ_FMTm(support_say("case %d", i), expected[i], argb[i], "%08x");
    }
    PASS();
}

static bool refused(const char *assets, const char *name, const char *words)
{
    palette *p = (palette *)&names;
    status s = palette_open(assets, name, &p, &why);
    return s == STATUS_BAD_INPUT && p == NULL && strstr(why.text, words) != NULL;
}

TEST an_unknown_name_lists_the_known_ones(void)
{
    ASSERTm(why.text, refused(SPINSCOPE_ASSETS, "papre", "unknown palette 'papre'; there are"));
    for (int i = 0; i < names.count; i++) {
        ASSERTm(why.text, strstr(why.text, names.names[i]) != NULL);
    }
    ASSERTm(why.text, refused(SPINSCOPE_ASSETS, "", "unknown palette ''"));
    ASSERTm(why.text, refused("/nowhere", "paper", "there are none in /nowhere/palettes"));
    ASSERTm(why.text, refused(SPINSCOPE_ASSETS, "/no/such.palette", "cannot be opened"));
    ASSERTm(why.text, refused(SPINSCOPE_ASSETS, "such.palette", "cannot be opened"));
    PASS();
}

TEST a_path_opens_a_file_and_its_errors_name_the_place(void)
{
    static const char good[] = "name = mine\nat -1 = 0 0 0\nat 1 = 1 0 0\npole = 1 0 0\n"
                               "undefined = 1/2 0 0\n";
    palette *p = NULL;
    ASSERT_OK(
        palette_open("/nowhere", scratch_file("mine.palette", good, sizeof good - 1), &p, &why),
        "mine", why);
    ASSERT_STR_EQ("mine", palette_describe(p)->name);
    ASSERT_NEAR(-1, palette_low(p), 0, 0);
    ASSERT_NEAR(1, palette_high(p), 0, 0);
    ASSERT_EQ_FMT(0xff636363U, palette_colour(p, 0), "%08x"); /* L = 1/2: Y = 1/8 */
    palette_destroy(p);
    palette_destroy(NULL);
    const char *path = scratch_file("bad.palette", "name = x\nat 0 = 2 0 0\n", 22);
    ASSERTm(why.text, refused(SPINSCOPE_ASSETS, path, "/bad.palette:2:8: lightness 2"));
    static char many[70000];
    memset(many, '#', sizeof many);
    path = scratch_file("long.palette", many, sizeof many);
    ASSERTm(why.text, refused(SPINSCOPE_ASSETS, path, "longer than the 65536 bytes"));
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    palette_list(SPINSCOPE_ASSETS, &names);
    for (int i = 0; i < names.count; i++) {
        if (palette_open(SPINSCOPE_ASSETS, names.names[i], &palettes[i], &why) != STATUS_OK) {
            fprintf(stderr, "%s\n", why.text);
            return EXIT_FAILURE;
        }
    }
    RUN_TEST(the_catalogue_has_the_promised_palettes);
    RUN_TEST(lightness_rises_and_is_linear_in_sequential_palettes);
    RUN_TEST(equal_steps_look_equal_in_sequential_palettes);
    RUN_TEST(stable_is_darker_than_unstable_at_the_same_distance);
    RUN_TEST(diverging_is_blue_then_light_then_warm);
    RUN_TEST(poles_and_undefined_differ_from_the_ordinary_colours);
    RUN_TEST(beyond_the_range_the_colour_stays);
    RUN_TEST(the_table_agrees_with_the_colour);
    RUN_TEST(phase_turns_the_hue_and_growth_makes_rings);
    RUN_TEST(phase_of_zeros_poles_and_nothing);
    RUN_TEST(an_unknown_name_lists_the_known_ones);
    RUN_TEST(a_path_opens_a_file_and_its_errors_name_the_place);
    for (int i = 0; i < names.count; i++) {
        palette_destroy(palettes[i]);
    }
    GREATEST_MAIN_END();
}
