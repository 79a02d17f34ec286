/* Pictures of mechanisms, pixel by pixel: what is drawn where, and in which colour. */
#include "picture/mechanism.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/support.h"

static message why;

typedef struct scene {
    mechanism m;
    mechanism_frame f;
    mechanism_pose ghost;
    uint32_t *pixels;
} scene;

static const double limb = 0.70710678118654752;

/* A pendulum of length 1, hanging from the origin to the lower right. */
static scene *new_pendulum(int width, int height)
{
    scene *s = calloc(1, sizeof *s);
    s->m = (mechanism){.width = width,
                       .height = height,
                       .title = "pendulum",
                       .subtitle = "by hand",
                       .solution_name = "computed",
                       .ghost_name = "exact",
                       .point_count = 2,
                       .bar_count = 1,
                       .weight = {0, 1},
                       .bars = {{0, 1}},
                       .length = {1},
                       .view = {-1, 1, -1, 1},
                       .to = 10};
    s->f.pose = (mechanism_pose){.x = {0, limb}, .y = {0, -limb}};
    s->ghost = (mechanism_pose){.x = {0, -limb}, .y = {0, -limb}};
    return s;
}

static void end_scene(scene *s)
{
    free(s->pixels);
    free(s);
}

static status paint(scene *s)
{
    free(s->pixels);
    s->pixels = calloc((size_t)s->m.width * (size_t)s->m.height, sizeof *s->pixels);
    return mechanism_paint(&s->m, &s->f, s->pixels, &why);
}

/* The pixel where a place of the world is. */
static uint32_t at(const scene *s, double x, double y)
{
    double column, row;
    mechanism_pixel(&s->m, x, y, &column, &row);
    int i = (int)floor(column), j = (int)floor(row);
    bool inside = i >= 0 && j >= 0 && i < s->m.width && j < s->m.height;
    return inside ? s->pixels[j * s->m.width + i] : 0;
}

static int red(uint32_t c)
{
    return (int)(c >> 16 & 255);
}

static int blue(uint32_t c)
{
    return (int)(c & 255);
}

static int lightness(uint32_t c)
{
    return (red(c) + (int)(c >> 8 & 255) + blue(c)) / 3;
}

static uint64_t count_different(const scene *a, const scene *b)
{
    uint64_t count = 0;
    for (int i = 0; i < a->m.width * a->m.height; i++) {
        count += a->pixels[i] != b->pixels[i];
    }
    return count;
}

enum { WHITE = 0xFFFFFF };

TEST bars_and_discs_are_where_they_belong(void)
{
    scene *s = new_pendulum(640, 480);
    ASSERT_OK(paint(s), "pendulum", why);
    for (double part = 0.2; part < 0.85; part += 0.05) {
        ASSERT_EQ_FMT(mechanism_bar_colour(0), at(s, part * limb, -part * limb), "%x");
        ASSERT_EQ_FMT(0xFFFFFFFFu, at(s, -part * limb, -part * limb), "%x");
    }
    ASSERT(lightness(at(s, limb, -limb)) < 50);                      /* the mass */
    ASSERT(lightness(at(s, 0, 0)) > 200);                            /* the hole of the pivot */
    ASSERT(at(s, 0, 1) != 0xFFFFFFFF && at(s, -1, 0) != 0xFFFFFFFF); /* the circle */
    ASSERT_EQ_FMT(0xFFFFFFFFu, at(s, -0.9, 0), "%x");
    end_scene(s);
    PASS();
}

TEST one_unit_is_as_long_in_both_directions_and_the_view_is_seen_whole(void)
{
    for (int n = 0; n < 200; n++) {
        scene *s = new_pendulum(random_integer(2, 3000), random_integer(2, 3000));
        mechanism_view *v = &s->m.view;
        double size = pow(10, random_between(-6, 6)), x0, y0, x1, y1;
        v->x_low = random_between(-1, 1) * size;
        v->x_high = v->x_low + random_unit() * size;
        v->y_low = random_between(-1, 1) * size;
        v->y_high = v->y_low + random_unit() * size;
        mechanism_pixel(&s->m, v->x_low, v->y_low, &x0, &y0);
        mechanism_pixel(&s->m, v->x_high, v->y_high, &x1, &y1);
        ASSERT(0 <= x0 && x0 <= x1 && x1 <= s->m.width);
        ASSERT(0 <= y1 && y1 <= y0 && y0 <= s->m.height);
        ASSERT_NEAR((x1 - x0) * (v->y_high - v->y_low), (y0 - y1) * (v->x_high - v->x_low),
                    1e-6 * size, 1e-9);
        end_scene(s);
    }
    PASS();
}

TEST stretched_bars_are_red_and_short_ones_blue(void)
{
    uint32_t sound = mechanism_bar_colour(0), last = sound;
    for (double strain = 0.0005; strain < 0.05; strain *= 2) {
        uint32_t longer = mechanism_bar_colour(strain), shorter = mechanism_bar_colour(-strain);
        ASSERT(red(longer) > red(last));
        ASSERT(blue(shorter) > blue(sound) && blue(shorter) > red(shorter));
        last = longer;
    }
    /* One per cent can be told from the back row. */
    ASSERT(red(mechanism_bar_colour(0.01)) > red(sound) + 80);
    ASSERT(blue(mechanism_bar_colour(-0.01)) > blue(sound) + 80);
    ASSERT_EQ(mechanism_bar_colour(0.05), mechanism_bar_colour(INFINITY));
    ASSERT_EQ(mechanism_bar_colour(-0.05), mechanism_bar_colour(-1));
    scene *s = new_pendulum(640, 480);
    s->f.strain[0] = 0.03;
    ASSERT_OK(paint(s), "stretched", why);
    ASSERT_EQ_FMT(mechanism_bar_colour(0.03), at(s, 0.5 * limb, -0.5 * limb), "%x");
    end_scene(s);
    PASS();
}

TEST the_ghost_is_drawn_lighter_than_the_solution(void)
{
    scene *s = new_pendulum(640, 480);
    s->f.ghost = &s->ghost;
    ASSERT_OK(paint(s), "ghost", why);
    uint32_t ghost = at(s, -0.5 * limb, -0.5 * limb), solid = at(s, 0.5 * limb, -0.5 * limb);
    ASSERT((ghost & WHITE) != WHITE);
    ASSERT(lightness(ghost) > lightness(solid) + 80);
    end_scene(s);
    PASS();
}

TEST trails_fade_into_the_past(void)
{
    scene *s = new_pendulum(640, 480);
    double x[50], y[50];
    for (int i = 0; i < 50; i++) {
        x[i] = -0.8 + 1.6 * i / 49;
        y[i] = 0.5;
    }
    s->f.trails[s->f.trail_count++] = (mechanism_trail){x, y, 50};
    ASSERT_OK(paint(s), "trail", why);
    int before = 256 * 20;
    for (double place = -0.75; place < 0.7; place += 0.25) {
        int now = 0;
        for (int k = 0; k < 20; k++) { /* pieces meet here and there */
            now += blue(at(s, place + 0.01 * k, 0.5));
        }
        ASSERT(now < before);
        before = now;
    }
    end_scene(s);
    PASS();
}

TEST sliders_are_blocks_on_their_guide(void)
{
    scene *s = new_pendulum(640, 480);
    ASSERT_OK(paint(s), "no guide", why);
    ASSERT_EQ_FMT(0xFFFFFFFFu, at(s, 0.5, 0), "%x");
    s->m.slides = s->m.guided[1] = true;
    s->f.pose = (mechanism_pose){.x = {0, 1}, .y = {0, 0}};
    ASSERT_OK(paint(s), "guide", why);
    ASSERT((at(s, -0.5, 0) & WHITE) != WHITE);
    /* A block is wider than it is high, and grey where a disc would be black. */
    double column, row;
    mechanism_pixel(&s->m, 1, 0, &column, &row);
    uint32_t inside = s->pixels[(int)(row - 6) * 640 + (int)column];
    ASSERT(lightness(inside) > 180 && lightness(inside) < 250);
    end_scene(s);
    PASS();
}

TEST heavy_masses_have_larger_discs_within_bounds(void)
{
    int width[3] = {0};
    const double ratios[] = {1, 2, 1e9};
    for (int k = 0; k < 3; k++) {
        scene *s = new_pendulum(640, 480);
        s->m.point_count = 3;
        s->m.weight[2] = ratios[k];
        s->f.pose.x[2] = -0.5;
        s->f.pose.y[2] = 0.2;
        ASSERT_OK(paint(s), "masses", why);
        for (double x = -0.8; x < -0.2; x += 0.001) {
            width[k] += lightness(at(s, x, 0.2)) < 60;
        }
        end_scene(s);
    }
    ASSERT(width[1] > width[0]);
    ASSERT(width[2] > width[1] && width[2] < 2 * width[0]);
    PASS();
}

TEST nothing_of_a_mechanism_is_outside_of_its_frame(void)
{
    scene *a = new_pendulum(640, 480), *b = new_pendulum(640, 480);
    ASSERT_OK(paint(a), "at home", why);
    b->f.pose.x[1] = 40;
    b->f.pose.y[1] = 30;
    ASSERT_OK(paint(b), "far away", why);
    for (int row = 0; row < 480; row++) {
        for (int column = 0; column < 640; column++) {
            bool framed = column > 11 && column < 482 && row > 58 && row < 470;
            ASSERT(framed || a->pixels[row * 640 + column] == b->pixels[row * 640 + column]);
        }
    }
    ASSERT(count_different(a, b) > 100);
    end_scene(a);
    end_scene(b);
    PASS();
}

/* Notes are the only thing that is dark red. */
static int note_pixels(const scene *s)
{
    int count = 0;
    for (int i = 0; i < s->m.width * s->m.height; i++) {
        double column = i % s->m.width;
        count += column < 0.7 * s->m.width && red(s->pixels[i]) > blue(s->pixels[i]) + 40;
    }
    return count;
}

TEST places_that_are_not_finite_are_not_drawn(void)
{
    const double odd[] = {NAN, INFINITY, -INFINITY, 1e308, -1e200, 1e12};
    scene *home = new_pendulum(320, 240);
    ASSERT_OK(paint(home), "at home", why);
    ASSERT_EQ(0, note_pixels(home));
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 3; k++) {
            double x[] = {odd[i], 0, odd[i]}, y[] = {0, odd[i], odd[i]};
            scene *s = new_pendulum(320, 240);
            s->f.pose.x[1] = x[k] != 0 ? x[k] : limb;
            s->f.pose.y[1] = y[k] != 0 ? y[k] : -limb;
            s->f.strain[0] = odd[i];
            s->f.ghost = &s->f.pose;
            s->f.trails[s->f.trail_count++] = (mechanism_trail){x, y, 3};
            ASSERT_OK(paint(s), "odd", why);
            ASSERT_EQ_FMT(0xFFFFFFFFu, at(s, 0.6 * limb, -0.6 * limb), "%x");
            ASSERT(note_pixels(s) > 10); /* and a note says so */
            end_scene(s);
        }
    }
    end_scene(home);
    PASS();
}

TEST the_strip_shows_residuals_and_where_the_film_is(void)
{
    enum { COUNT = 101 };
    double t[COUNT], g[COUNT], rate[COUNT];
    scene *a = new_pendulum(640, 480), *b = new_pendulum(640, 480);
    for (int i = 0; i < COUNT; i++) {
        t[i] = 0.1 * i;
        g[i] = i == 50 ? NAN : 1e-12 * exp(0.2 * i);
        rate[i] = i == 70 ? INFINITY : i == 71 ? 0 : 1e-6;
    }
    a->m.history = b->m.history = (mechanism_history){COUNT, t, {g, rate}};
    a->f.t = 2;
    b->f.t = 8;
    ASSERT_OK(paint(a), "early", why);
    ASSERT_OK(paint(b), "late", why);
    /* The cursor: the one dark column of full height in the lower part. */
    int columns[2] = {0};
    for (int column = 70; column < 470; column++) {
        for (int k = 0; k < 2; k++) {
            const scene *s = k == 0 ? a : b;
            int dark = 0;
            for (int row = 380; row < 430; row++) {
                dark += lightness(s->pixels[row * 640 + column]) < 100;
            }
            columns[k] = dark > 45 ? column : columns[k];
        }
    }
    ASSERT(columns[0] > 0 && columns[1] > columns[0]);
    ASSERT_NEAR(0.6 * (478 - 62), columns[1] - columns[0], 4, 0);
    end_scene(a);
    end_scene(b);
    PASS();
}

TEST residuals_of_any_size_are_drawn(void)
{
    const double sizes[] = {0, 1e-320, 1e-17, 1, 1e6, 1e300, INFINITY, NAN};
    for (int i = 0; i < 8; i++) {
        for (int count = 1; count < 5; count++) {
            double t[4] = {0, 1, 2, 3}, g[4] = {sizes[i], sizes[i], 1e-9, sizes[i]};
            scene *s = new_pendulum(320, 240);
            s->m.history = (mechanism_history){count, t, {NULL, g}};
            s->m.to = 3;
            ASSERT_OK(paint(s), "residuals", why);
            end_scene(s);
        }
    }
    PASS();
}

TEST every_size_is_painted_whole(void)
{
    const int sizes[][2] = {{1, 1}, {2, 2}, {3, 500}, {500, 3}, {17, 16}, {8192, 2}, {4000, 3000}};
    double t[2] = {0, 10}, g[2] = {1e-9, 1e-3};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        scene *s = new_pendulum(sizes[i][0], sizes[i][1]);
        s->m.history = (mechanism_history){2, t, {g, g}};
        s->f.ghost = &s->ghost;
        memset(s->m.title, 'm', sizeof s->m.title - 1);
        ASSERT_OK(paint(s), "size", why);
        for (int k = 0; k < s->m.width * s->m.height; k++) {
            ASSERT_EQ(0xFFu, s->pixels[k] >> 24);
        }
        end_scene(s);
    }
    PASS();
}

TEST long_titles_end_before_the_time(void)
{
    scene *s = new_pendulum(640, 480), *blank = new_pendulum(640, 480);
    blank->m.title[0] = '\0';
    memset(s->m.title, 'm', sizeof s->m.title - 1);
    ASSERT_OK(paint(s), "long", why);
    ASSERT_OK(paint(blank), "none", why);
    for (int row = 0; row < 40; row++) {
        for (int column = 555; column < 640; column++) {
            ASSERT_EQ(blank->pixels[row * 640 + column], s->pixels[row * 640 + column]);
        }
    }
    ASSERT(count_different(s, blank) > 100);
    end_scene(s);
    end_scene(blank);
    PASS();
}

/* With large letters there is no room for a column: the view has the whole width. */
TEST large_letters_put_the_legends_below(void)
{
    scene *usual = new_pendulum(500, 600), *large = new_pendulum(500, 600);
    double left[2], right[2], row;
    large->m.letter = 20;
    for (int k = 0; k < 2; k++) {
        scene *s = k == 0 ? usual : large;
        ASSERT_OK(paint(s), "paint", why);
        mechanism_pixel(&s->m, -1, 0, &left[k], &row);
        mechanism_pixel(&s->m, 1, 0, &right[k], &row);
        ASSERT(right[k] < 500 && left[k] > 0);
        ASSERT(red(at(s, 0.5 * limb, -0.5 * limb)) < 110); /* the bar */
    }
    ASSERT(left[1] + right[1] > left[0] + right[0] + 40); /* in the middle, not left of it */
    ASSERT_NEAR(500, left[1] + right[1], 2, 0);
    end_scene(usual);
    end_scene(large);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(bars_and_discs_are_where_they_belong);
    RUN_TEST(one_unit_is_as_long_in_both_directions_and_the_view_is_seen_whole);
    RUN_TEST(stretched_bars_are_red_and_short_ones_blue);
    RUN_TEST(the_ghost_is_drawn_lighter_than_the_solution);
    RUN_TEST(trails_fade_into_the_past);
    RUN_TEST(sliders_are_blocks_on_their_guide);
    RUN_TEST(heavy_masses_have_larger_discs_within_bounds);
    RUN_TEST(nothing_of_a_mechanism_is_outside_of_its_frame);
    RUN_TEST(places_that_are_not_finite_are_not_drawn);
    RUN_TEST(the_strip_shows_residuals_and_where_the_film_is);
    RUN_TEST(residuals_of_any_size_are_drawn);
    RUN_TEST(every_size_is_painted_whole);
    RUN_TEST(long_titles_end_before_the_time);
    RUN_TEST(large_letters_put_the_legends_below);
    GREATEST_MAIN_END();
}
