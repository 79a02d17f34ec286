/* Colours on their way to an encoder, against the formulas of ITU-R BT.709 in double. */
#include "movie/pixels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/support.h"

typedef struct yuv {
    double y, u, v;
} yuv;

/* BT.709-6, items 3.2 to 3.5: from R'G'B' in [0, 255] to limited range, not rounded. */
static yuv bt709(double r, double g, double b)
{
    double luma = (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
    return (yuv){.y = 16 + 219 * luma,
                 .u = 128 + 224 * (b / 255 - luma) / 1.8556,
                 .v = 128 + 224 * (r / 255 - luma) / 1.5748};
}

static double red(uint32_t p)
{
    return p >> 16 & 255;
}

static double green(uint32_t p)
{
    return p >> 8 & 255;
}

static double blue(uint32_t p)
{
    return p & 255;
}

/* Rounding to the nearest, and weights in 1/65536. */
static const double rounding = 0.5 + 0.02;

TEST known_colours_have_their_published_values(void)
{
    static const struct {
        uint32_t argb;
        int y, u, v; /* 75 % and 100 % colour bars of BT.709 as they are usually tabled */
    } cases[] = {{0xFFFFFFFF, 235, 128, 128}, {0xFF000000, 16, 128, 128},
                 {0xFFFF0000, 63, 102, 240},  {0xFF00FF00, 173, 42, 26},
                 {0xFF0000FF, 32, 240, 118},  {0xFFFFFF00, 219, 16, 138},
                 {0xFF00FFFF, 188, 154, 16},  {0xFFFF00FF, 78, 214, 230}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t pixels[4];
        uint8_t out[6 + 1] = {[6] = 77};
        for (int k = 0; k < 4; k++) {
            pixels[k] = cases[i].argb;
        }
        pixels_to_yuv(pixels, 2, 2, out);
        yuv exact = bt709(red(pixels[0]), green(pixels[0]), blue(pixels[0]));
        ASSERT_NEAR(exact.y, cases[i].y, 0.51, 0); /* the table itself */
        ASSERT_NEAR(exact.u, cases[i].u, 0.51, 0);
        ASSERT_NEAR(exact.v, cases[i].v, 0.51, 0);
        for (int k = 0; k < 4; k++) {
            ASSERT_EQ_FMTm(support_say("%08x", pixels[0]), cases[i].y, (int)out[k], "%d");
        }
        ASSERT_EQ_FMTm(support_say("%08x", pixels[0]), cases[i].u, (int)out[4], "%d");
        ASSERT_EQ_FMTm(support_say("%08x", pixels[0]), cases[i].v, (int)out[5], "%d");
        ASSERT_EQ_FMT(77, (int)out[6], "%d");
    }
    PASS();
}

TEST greys_have_no_colour(void)
{
    for (uint32_t grey = 0; grey < 256; grey++) {
        uint32_t pixels[4];
        uint8_t out[6];
        for (int k = 0; k < 4; k++) {
            pixels[k] = 0xFF000000 | grey << 16 | grey << 8 | grey;
        }
        pixels_to_yuv(pixels, 2, 2, out);
        ASSERT_EQ_FMT(128, (int)out[4], "%d");
        ASSERT_EQ_FMT(128, (int)out[5], "%d");
        ASSERT_NEAR(16 + 219.0 * grey / 255, out[0], rounding, 0);
    }
    PASS();
}

/* Widths that vectors divide and widths that they do not. */
TEST every_pixel_follows_the_formulas(void)
{
    static const int sizes[][2] = {{2, 2},   {4, 6},   {6, 2},   {34, 10},
                                   {64, 64}, {130, 4}, {254, 2}, {2, 200}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        int width = sizes[i][0], height = sizes[i][1], count = width * height;
        uint32_t *argb = malloc((size_t)count * sizeof *argb);
        uint8_t *out = malloc((size_t)count * 3 / 2);
        for (int n = 0; n < count; n++) {
            static const uint32_t edges[] = {0xFF000000, 0xFFFFFFFF, 0xFFFF0000, 0xFF0000FF};
            int kind = random_integer(0, 9);
            argb[n] = kind < 4 ? edges[kind] : 0xFF000000 | (uint32_t)random_integer(0, 0xFFFFFF);
        }
        pixels_to_yuv(argb, width, height, out);
        for (int n = 0; n < count; n++) {
            ASSERT_NEAR(bt709(red(argb[n]), green(argb[n]), blue(argb[n])).y, out[n], rounding, 0);
        }
        for (int n = 0; n < count / 4; n++) {
            int x = n % (width / 2) * 2, y = n / (width / 2) * 2;
            double r = 0, g = 0, b = 0;
            for (int k = 0; k < 4; k++) {
                uint32_t p = argb[(y + k / 2) * width + x + k % 2];
                r += red(p) / 4;
                g += green(p) / 4;
                b += blue(p) / 4;
            }
            yuv exact = bt709(r, g, b);
            ASSERT_NEAR(exact.u, out[count + n], rounding, 0);
            ASSERT_NEAR(exact.v, out[count + count / 4 + n], rounding, 0);
        }
        free(out);
        free(argb);
    }
    PASS();
}

static double channel_distance(uint32_t a, uint32_t b)
{
    return fmax(fabs(red(a) - red(b)), fmax(fabs(green(a) - green(b)), fabs(blue(a) - blue(b))));
}

/* A table of the colours of the picture, and the picture through it. */
static uint8_t *through_table(colour_table *t, const uint32_t *argb, int width, int height)
{
    size_t count = (size_t)width * (size_t)height;
    uint8_t *out = malloc(count + 1024 + 1);
    out[count + 1024] = 77;
    memset(t, 0, sizeof *t);
    colour_table_count(t, argb, count);
    colour_table_make(t);
    pixels_to_table(t, argb, width, height, out);
    return out;
}

TEST few_colours_are_kept(void)
{
    static colour_table t;
    static const uint32_t colours[] = {0xFFFFFFFF, 0xFF000000, 0xFFC0392B, 0xFF808080,
                                       0xFF2060F0, 0xFF10E040, 0xFF404040};
    enum { WIDTH = 21, HEIGHT = 17, KINDS = sizeof colours / sizeof colours[0] };
    uint32_t argb[WIDTH * HEIGHT];
    for (int i = 0; i < WIDTH * HEIGHT; i++) { /* one of them is rare */
        argb[i] = colours[i == 100 ? 2 : i % 2 == 0 ? 0 : random_integer(3, KINDS - 1)];
    }
    argb[7] = 0xFF000000;
    uint8_t *out = through_table(&t, argb, WIDTH, HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        uint32_t got = t.colours[out[i]];
        ASSERTm(support_say("pixel %d: %08x became %08x", i, argb[i], got),
                got >> 24 == 0xFF && channel_distance(argb[i], got) < 8); /* a bin */
        if (argb[i] == 0xFFFFFFFF || argb[i] == 0xFF000000) {
            ASSERT_EQ_FMT(argb[i], got, "%08x");
        }
    }
    ASSERT_MEM_EQ(t.colours, out + WIDTH * HEIGHT, sizeof t.colours);
    ASSERT_EQ_FMT(77, (int)out[WIDTH * HEIGHT + 1024], "%d");
    free(out);
    PASS();
}

/* A ramp of greys through a table of 32 of them: without a pattern there are 32 steps, with it the
 * means of 4x4 pixels are nearly those of the ramp. */
TEST a_ramp_has_no_steps(void)
{
    enum { STEPS = 200, WIDTH = 4 * STEPS, HEIGHT = 4 };
    static colour_table t;
    static uint32_t argb[WIDTH * HEIGHT];
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        uint32_t grey = (uint32_t)(i % WIDTH / 4) + 27;
        argb[i] = 0xFF000000 | grey << 16 | grey << 8 | grey;
    }
    uint8_t *out = through_table(&t, argb, WIDTH, HEIGHT);
    int rises = 0;
    double before = -1;
    for (int step = 0; step < STEPS; step++) {
        double sum = 0;
        for (int k = 0; k < 16; k++) {
            uint32_t got = t.colours[out[k / 4 * WIDTH + 4 * step + k % 4]];
            ASSERT(red(got) == green(got) && green(got) == blue(got));
            sum += green(got) / 16;
        }
        ASSERT_NEAR(step + 27, sum, 4, 0);
        ASSERTm(support_say("step %d: %g after %g", step, sum, before), sum >= before - 1e-9);
        rises += sum > before + 1e-9;
        before = sum;
    }
    ASSERTm(support_say("%d different greys of %d", rises, STEPS), rises > STEPS * 3 / 4);
    free(out);
    PASS();
}

TEST many_colours_use_the_whole_table(void)
{
    static colour_table t;
    enum { SIDE = 200 };
    static uint32_t argb[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        argb[i] = 0xFF000000 | (uint32_t)random_integer(0, 0xFFFFFF);
    }
    uint8_t *out = through_table(&t, argb, SIDE, SIDE);
    bool used[256] = {false};
    double worst = 0, sum = 0;
    int count = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        double d = channel_distance(argb[i], t.colours[out[i]]);
        used[out[i]] = true;
        worst = fmax(worst, d);
        sum += d;
    }
    for (int i = 0; i < 256; i++) {
        count += used[i];
    }
    ASSERT_EQ_FMT(256, count, "%d");
    /* 256 boxes of the cube of 256^3 have sides of about 40; half of it, and the pattern */
    ASSERTm(support_say("mean %g, worst %g", sum / SIDE / SIDE, worst),
            sum / SIDE / SIDE < 20 && worst < 48);
    free(out);
    PASS();
}

TEST an_empty_table_is_harmless(void)
{
    static colour_table t;
    static const uint32_t pixel = 0xFF123456;
    uint8_t out[1025];
    memset(&t, 0, sizeof t);
    colour_table_make(&t);
    pixels_to_table(&t, &pixel, 1, 1, out);
    ASSERT_MEM_EQ(t.colours, out + 1, sizeof t.colours);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(known_colours_have_their_published_values);
    RUN_TEST(greys_have_no_colour);
    RUN_TEST(every_pixel_follows_the_formulas);
    RUN_TEST(few_colours_are_kept);
    RUN_TEST(a_ramp_has_no_steps);
    RUN_TEST(many_colours_use_the_whole_table);
    RUN_TEST(an_empty_table_is_harmless);
    GREATEST_MAIN_END();
}
