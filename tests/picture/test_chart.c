#include "picture/chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "picture/png.h"
#include "support/command.h"
#include "support/support.h"

enum { POINTS = 400 };

static message why;

/* A chart of one panel, and what it was painted to. */
typedef struct scene {
    chart chart;
    chart_panel panel;
    chart_place place;
    uint32_t *pixels;
} scene;

static scene *new_scene(int width, int height)
{
    scene *s = calloc(1, sizeof *s);
    s->chart = (chart){.width = width, .height = height, .panel_count = 1, .panels = &s->panel};
    return s;
}

static status paint(scene *s)
{
    free(s->pixels);
    s->pixels = calloc((size_t)s->chart.width * (size_t)s->chart.height, sizeof *s->pixels);
    status state = chart_paint(&s->chart, s->pixels, &why);
    return state == STATUS_OK ? chart_layout(&s->chart, &s->place, &why) : state;
}

static void end_scene(scene *s)
{
    free(s->pixels);
    free(s);
}

static uint32_t pixel(const scene *s, double x, double y)
{
    int column = (int)floor(x), row = (int)floor(y);
    bool inside = column >= 0 && row >= 0 && column < s->chart.width && row < s->chart.height;
    return inside ? 0xffffff & s->pixels[row * s->chart.width + column] : 0xffffff;
}

static int lightness(uint32_t colour)
{
    return (int)((colour >> 16 & 255) + (colour >> 8 & 255) + (colour & 255)) / 3;
}

/* The rings of a grid are lighter than this, lines are darker. */
enum { DARK = 120 };

static bool is_dark(const scene *s, double x, double y)
{
    return lightness(pixel(s, x, y)) < DARK;
}

static chart_series *add_series(scene *s, const double *x, const double *y, int count)
{
    chart_series *new = &s->panel.series[s->panel.series_count++];
    *new = (chart_series){.x = x, .y = y, .count = count};
    return new;
}

static bool inside_panel(const chart_place *p, int column, int row, double margin)
{
    return column >= p->x - margin && column < p->x + p->width + margin && row >= p->y - margin &&
           row < p->y + p->height + margin;
}

TEST ranges_left_open_hold_the_data_and_little_more(void)
{
    for (int n = 0; n < 300; n++) {
        double x[20], y[20], x_low = INFINITY, x_high = -INFINITY, y_low = INFINITY, y_high = 0;
        bool is_log = n % 2 == 0;
        double spread = random_between(0, 12), size = pow(10, random_between(-9, 9));
        for (int i = 0; i < 20; i++) {
            x[i] = random_between(-5, 5) * size;
            y[i] = size * pow(10, random_between(0, spread));
            x_low = fmin(x_low, x[i]);
            x_high = fmax(x_high, x[i]);
            y_low = fmin(y_low, y[i]);
            y_high = fmax(y_high, y[i]);
        }
        scene *s = new_scene(640, 480);
        s->panel.y.is_log = is_log;
        add_series(s, x, y, 20);
        ASSERT_OK(chart_layout(&s->chart, &s->place, &why), "layout", why);
        const chart_place *p = &s->place;
        ASSERT(p->x_low <= x_low && p->x_high >= x_high && p->y_low <= y_low &&
               p->y_high >= y_high);
        double used_x = (x_high - x_low) / (p->x_high - p->x_low);
        double used_y = is_log ? log(y_high / y_low) / log(p->y_high / p->y_low)
                               : (y_high - y_low) / (p->y_high - p->y_low);
        ASSERTm(support_say("%g and %g of the axes are used", used_x, used_y),
                used_x > 0.85 && used_y > 0.85);
        end_scene(s);
    }
    PASS();
}

TEST ranges_that_are_given_are_kept(void)
{
    const double x[] = {-1e9, 1e9}, y[] = {1e-200, 1e200};
    scene *s = new_scene(640, 480);
    s->panel.x = (chart_axis){.low = -3, .high = 8.25};
    s->panel.y = (chart_axis){.low = 1e-7, .high = 3e2, .is_log = true};
    add_series(s, x, y, 2);
    ASSERT_OK(paint(s), "paint", why);
    ASSERT(s->place.x_low == -3 && s->place.x_high == 8.25);
    ASSERT(s->place.y_low == 1e-7 && s->place.y_high == 3e2);
    end_scene(s);
    PASS();
}

TEST constant_data_is_in_the_middle_of_a_range(void)
{
    static const double values[] = {0, 1, -3, 1e-30, 1e30, 5e-324, 1.7e308};
    for (size_t n = 0; n < sizeof values / sizeof values[0]; n++) {
        for (int is_log = 0; is_log <= (values[n] > 0); is_log++) {
            double x[] = {0, 1, 2}, y[] = {values[n], values[n], values[n]};
            scene *s = new_scene(640, 480);
            s->panel.y.is_log = is_log;
            add_series(s, x, y, 3);
            ASSERT_OK(paint(s), "paint", why);
            const chart_place *p = &s->place;
            ASSERTm(support_say("%g: from %g to %g", values[n], p->y_low, p->y_high),
                    p->y_low < p->y_high && isfinite(p->y_high - p->y_low));
            if (fabs(values[n]) < 1e280 && (values[n] == 0 || fabs(values[n]) > 1e-280)) {
                ASSERT_NEAR(p->y + p->height / 2, chart_pixel_y(&s->panel, p, values[n]), 1e-6, 0);
            }
            end_scene(s);
        }
    }
    PASS();
}

/* Text of every kind, in every number of panels and many sizes. */
TEST panels_are_inside_of_the_sheet_and_apart(void)
{
    static const int sizes[][2] = {{480, 360}, {640, 480}, {1280, 720}, {500, 900}, {3840, 2160}};
    double x[] = {1, 2, 3}, y[] = {1e-12, 3, 1e9};
    for (int count = 1; count <= 6; count++) {
        for (size_t size = 0; size < sizeof sizes / sizeof sizes[0]; size++) {
            chart_panel *panels = calloc((size_t)count, sizeof *panels);
            for (int i = 0; i < count; i++) {
                chart_panel *p = &panels[i];
                snprintf(p->title, sizeof p->title, "title %0*d", 10 * i + 1, i);
                snprintf(p->x.name, sizeof p->x.name, "/x/");
                snprintf(p->y.name, sizeof p->y.name, "/y/");
                p->y.is_log = i % 2 == 0;
                p->series_count = 1;
                p->series[0] = (chart_series){.x = x, .y = y, .count = 3, .label = "label"};
            }
            chart c = {.width = sizes[size][0],
                       .height = sizes[size][1],
                       .title = "title",
                       .panel_count = count,
                       .panels = panels};
            chart_place at[CHART_MAX_PANELS];
            ASSERT_OK(chart_layout(&c, at, &why), "layout", why);
            for (int i = 0; i < count; i++) {
                ASSERT(at[i].x == floor(at[i].x) && at[i].width == floor(at[i].width));
                ASSERT(at[i].y == floor(at[i].y) && at[i].height == floor(at[i].height));
                ASSERT(at[i].x > 0 && at[i].x + at[i].width < c.width);
                ASSERT(at[i].y > 0 && at[i].y + at[i].height < c.height);
                ASSERT(at[i].width == at[0].width && at[i].height == at[0].height);
                for (int k = 0; k < i; k++) {
                    ASSERT(at[k].x + at[k].width < at[i].x || at[i].x + at[i].width < at[k].x ||
                           at[k].y + at[k].height < at[i].y || at[i].y + at[i].height < at[k].y);
                }
            }
            free(panels);
        }
    }
    PASS();
}

/* y = 10^(2x) is a straight line where y is logarithmic; y = 2x where it is not. */
TEST lines_are_where_the_data_is(void)
{
    for (int is_log = 0; is_log <= 1; is_log++) {
        double x[] = {0, 1}, y[] = {is_log ? 1 : 0, is_log ? 100 : 2};
        scene *s = new_scene(800, 600);
        s->panel.x = (chart_axis){.low = -1, .high = 2};
        s->panel.y = is_log ? (chart_axis){.low = 1e-2, .high = 1e4, .is_log = true}
                            : (chart_axis){.low = -2, .high = 4};
        add_series(s, x, y, 2);
        ASSERT_OK(paint(s), "paint", why);
        const chart_place *p = &s->place;
        for (int i = 1; i < 100; i++) {
            double t = 0.01 * i, value = is_log ? pow(10, 2 * t) : 2 * t;
            double at_x = chart_pixel_x(&s->panel, p, t), at_y = chart_pixel_y(&s->panel, p, value);
            ASSERT_NEAR(p->x + p->width * (t + 1) / 3, at_x, 1e-9, 0);
            ASSERT_NEAR(p->y + p->height * (1 - (t + 1) / 3), at_y, 1e-9, 0);
            ASSERTm(support_say("no line at %g, %g", at_x, at_y), is_dark(s, at_x, at_y));
            ASSERT(!is_dark(s, at_x, at_y - 8) && !is_dark(s, at_x, at_y + 8));
        }
        end_scene(s);
    }
    PASS();
}

/* A level line; how much of it is dark in a part of the panel. */
static double dark_part(const scene *s, double y, double from, double to)
{
    double left = chart_pixel_x(&s->panel, &s->place, from);
    double right = chart_pixel_x(&s->panel, &s->place, to);
    double row = chart_pixel_y(&s->panel, &s->place, y);
    int dark = 0, all = 0;
    for (double x = ceil(left); x < right; x++, all++) {
        dark += is_dark(s, x, row);
    }
    return (double)dark / all;
}

TEST what_cannot_be_drawn_breaks_the_line(void)
{
    const double holes[] = {NAN, INFINITY, -INFINITY, 0, -1};
    for (int n = 0; n < 5; n++) {
        double x[POINTS], y[POINTS];
        for (int i = 0; i < POINTS; i++) {
            x[i] = i;
            y[i] = i >= 150 && i <= 250 ? holes[n] : 1.3;
        }
        scene *s = new_scene(800, 600);
        s->panel.x = (chart_axis){.low = -10, .high = POINTS + 10};
        s->panel.y = (chart_axis){.low = 0.1, .high = 10, .is_log = true};
        add_series(s, x, y, POINTS);
        ASSERT_OK(paint(s), "paint", why);
        ASSERT_NEAR(1, dark_part(s, 1.3, 2, 148), 0, 0);
        ASSERT_NEAR(0, dark_part(s, 1.3, 153, 247), 0, 0);
        ASSERT_NEAR(1, dark_part(s, 1.3, 252, POINTS - 2), 0, 0);
        end_scene(s);
    }
    PASS();
}

TEST a_point_without_neighbours_is_seen(void)
{
    const double x[] = {1, 2, 3}, y[] = {NAN, 1.3, NAN};
    for (int pen = 0; pen < 8; pen++) {
        scene *s = new_scene(800, 600);
        s->panel.x = (chart_axis){.low = 0, .high = 4.7};
        s->panel.y = (chart_axis){.low = 0, .high = 3.1};
        add_series(s, x, y, 3)->pen = pen;
        ASSERT_OK(paint(s), "paint", why);
        ASSERT(is_dark(s, chart_pixel_x(&s->panel, &s->place, 2),
                       chart_pixel_y(&s->panel, &s->place, 1.3)));
        end_scene(s);
    }
    PASS();
}

TEST nothing_is_drawn_outside_of_the_panel(void)
{
    double x[POINTS], y[POINTS];
    for (int i = 0; i < POINTS; i++) {
        x[i] = random_between(-20, 20);
        y[i] = random_between(-20, 20) * pow(10, random_integer(0, 300));
    }
    scene *with = new_scene(640, 480), *without = new_scene(640, 480);
    with->panel.x = without->panel.x = (chart_axis){.low = -7, .high = 7};
    with->panel.y = without->panel.y = (chart_axis){.low = -7, .high = 7};
    add_series(with, x, y, POINTS)->mark = MARK_SQUARE;
    with->panel.guide_count = 1;
    with->panel.guides[0] = (chart_guide){.x = 0, .y = 0, .slope = 3};
    ASSERT_OK(paint(with), "paint", why);
    ASSERT_OK(paint(without), "paint", why);
    int changed = 0;
    for (int row = 0; row < 480; row++) {
        for (int column = 0; column < 640; column++) {
            bool same = with->pixels[row * 640 + column] == without->pixels[row * 640 + column];
            changed += !same;
            ASSERTm(support_say("pixel %d, %d", column, row),
                    same || inside_panel(&with->place, column, row, 0));
        }
    }
    ASSERT(changed > 1000);
    end_scene(with);
    end_scene(without);
    PASS();
}

/* Points far beyond what cairo can hold still give the right direction, from either end. */
TEST a_line_that_leaves_the_panel_keeps_its_direction(void)
{
    static const double ends[] = {1e3, 1e7, 1e17, 1e100};
    for (int n = 0; n < 8; n++) {
        const double ahead[] = {0, ends[n / 2]}, back[] = {ends[n / 2], 0};
        scene *s = new_scene(800, 600);
        s->panel.x = (chart_axis){.low = -0.3, .high = 1};
        s->panel.y = (chart_axis){.low = -0.3, .high = 1};
        add_series(s, n % 2 ? back : ahead, n % 2 ? back : ahead, 2);
        ASSERT_OK(paint(s), "paint", why);
        for (double t = 0.02; t < 0.98; t += 0.02) {
            ASSERTm(support_say("end %g, order %d", ends[n / 2], n % 2),
                    is_dark(s, chart_pixel_x(&s->panel, &s->place, t),
                            chart_pixel_y(&s->panel, &s->place, t)));
        }
        end_scene(s);
    }
    PASS();
}

TEST a_spike_among_a_million_points_is_seen(void)
{
    enum { MILLION = 1000000 };
    double *x = malloc(MILLION * sizeof *x), *y = malloc(MILLION * sizeof *y);
    for (int n = 0; n < 4; n++) {
        int spike = random_integer(MILLION / 10, 9 * MILLION / 10);
        for (int i = 0; i < MILLION; i++) {
            x[i] = i;
            y[i] = i == spike ? (n % 2 ? -1 : 1) : 0.01;
        }
        scene *s = new_scene(640, 480);
        s->panel.y = (chart_axis){.low = -1.3, .high = 1.3};
        add_series(s, x, y, MILLION);
        ASSERT_OK(paint(s), "paint", why);
        double at = chart_pixel_x(&s->panel, &s->place, spike);
        double row = chart_pixel_y(&s->panel, &s->place, n % 2 ? -0.7 : 0.7);
        ASSERTm(support_say("spike at %d", spike),
                is_dark(s, at - 1, row) || is_dark(s, at, row) || is_dark(s, at + 1, row));
        end_scene(s);
    }
    free(x);
    free(y);
    PASS();
}

/* Where a line begins by going straight up or down, its first point is also an extreme one. */
TEST a_line_that_starts_within_a_column_is_whole(void)
{
    enum { MANY = 5000 };
    double *x = malloc(MANY * sizeof *x), *y = malloc(MANY * sizeof *y);
    for (int n = 0; n < 2; n++) {
        for (int i = 0; i < MANY; i++) {
            x[i] = 1;
            y[i] = (n == 0 ? 1 : -1) * (1 - 2.0 * i / (MANY - 1));
        }
        scene *s = new_scene(640, 480);
        s->panel.x = (chart_axis){.low = 0, .high = 2.3};
        s->panel.y = (chart_axis){.low = -1.3, .high = 1.3};
        add_series(s, x, y, MANY);
        ASSERT_OK(paint(s), "paint", why);
        for (double at = -0.95; at < 0.95; at += 0.1) {
            ASSERT(is_dark(s, chart_pixel_x(&s->panel, &s->place, 1),
                           chart_pixel_y(&s->panel, &s->place, at)));
        }
        end_scene(s);
    }
    free(x);
    free(y);
    PASS();
}

TEST every_mark_is_drawn_at_its_point(void)
{
    const double x[] = {1}, y[] = {1.3};
    for (int mark = MARK_DISC; mark <= MARK_DOT; mark++) {
        scene *s = new_scene(640, 480);
        s->panel.x = (chart_axis){.low = 0, .high = 3.2};
        s->panel.y = (chart_axis){.low = 0, .high = 3.1};
        chart_series *one = add_series(s, x, y, 1);
        one->mark = (chart_mark)mark;
        one->no_line = true;
        ASSERT_OK(paint(s), "paint", why);
        double at_x = chart_pixel_x(&s->panel, &s->place, 1);
        double at_y = chart_pixel_y(&s->panel, &s->place, 1.3);
        int near = 0, far = 0;
        for (int row = (int)s->place.y + 3; row < s->place.y + s->place.height - 3; row++) {
            for (int column = (int)s->place.x + 3; column < s->place.x + s->place.width - 3;
                 column++) {
                bool dark = is_dark(s, column, row);
                bool is_near = hypot(column - at_x, row - at_y) < 12;
                near += dark && is_near;
                far += dark && !is_near;
            }
        }
        ASSERTm(support_say("mark %d: %d pixels, and %d far away", mark, near, far),
                near >= 5 && far == 0);
        end_scene(s);
    }
    PASS();
}

TEST equal_axes_have_equal_units(void)
{
    for (int n = 0; n < 100; n++) {
        double x[] = {0, random_between(0, 100)}, y[] = {0, random_between(0, 100)};
        scene *s = new_scene(random_integer(400, 1500), random_integer(300, 1000));
        s->panel.equal = true;
        add_series(s, x, y, 2);
        ASSERT_OK(chart_layout(&s->chart, &s->place, &why), "layout", why);
        const chart_place *p = &s->place;
        double across = p->width / (p->x_high - p->x_low);
        double upward = p->height / (p->y_high - p->y_low);
        ASSERT_NEAR(1, across / upward, 1.5 / fmin(p->width, p->height), 0);
        end_scene(s);
    }
    PASS();
}

/* A curve that is still to come: everything is where it will be, only the curve is not. */
TEST hidden_points_have_their_room(void)
{
    double x[50], y[50];
    for (int i = 0; i < 50; i++) {
        x[i] = i;
        y[i] = i * i;
    }
    scene *whole = new_scene(640, 480), *half = new_scene(640, 480);
    chart_series *all = add_series(whole, x, y, 50), *some = add_series(half, x, y, 50);
    snprintf(all->label, sizeof all->label, "a curve");
    *some = *all;
    some->hidden = 20;
    ASSERT_OK(paint(whole), "whole", why);
    ASSERT_OK(paint(half), "half", why);
    ASSERT_EQ(0, memcmp(&whole->place, &half->place, sizeof whole->place));
    for (int i = 1; i < 49; i++) {
        double column = chart_pixel_x(&whole->panel, &whole->place, x[i]);
        double row = chart_pixel_y(&whole->panel, &whole->place, y[i]);
        ASSERT(is_dark(whole, column, row));
        ASSERT_EQ(i < 30, is_dark(half, column, row));
    }
    some->hidden = 1000; /* all of it */
    ASSERT_OK(paint(half), "none", why);
    double column = chart_pixel_x(&half->panel, &half->place, x[10]);
    ASSERT(!is_dark(half, column, chart_pixel_y(&half->panel, &half->place, y[10])));
    half->chart.letter = 30; /* and letters as large as asked take more room */
    ASSERT_OK(paint(half), "large", why);
    ASSERT(half->place.width < whole->place.width - 20);
    end_scene(whole);
    end_scene(half);
    PASS();
}

TEST guides_follow_powers(void)
{
    for (int n = 0; n < 2; n++) {
        double slope = n == 0 ? 2 : -0.5;
        scene *s = new_scene(800, 600);
        s->panel.x = (chart_axis){.low = 1e-3, .high = 1e3, .is_log = true};
        s->panel.y = (chart_axis){.low = 1e-9, .high = 1e9, .is_log = true};
        s->panel.guide_count = 1;
        s->panel.guides[0] = (chart_guide){.x = 3, .y = 7, .slope = slope};
        const double x[] = {1e-3}, y[] = {1e-9};
        add_series(s, x, y, 1); /* else the panel says that it has no values */
        ASSERT_OK(paint(s), "paint", why);
        int seen = 0;
        for (double e = -2.9; e < 2.9; e += 0.1) {
            double at_x = chart_pixel_x(&s->panel, &s->place, pow(10, e));
            double at_y = chart_pixel_y(&s->panel, &s->place, 7 * pow(pow(10, e) / 3, slope));
            seen += lightness(pixel(s, at_x, at_y)) < 200;
        }
        ASSERTm(support_say("slope %g: %d of 58", slope, seen), seen > 52);
        end_scene(s);
    }
    PASS();
}

/* How many dark pixels there are around the middle of the panel. */
static int words_inside(const scene *s)
{
    int dark = 0;
    for (int row = -20; row < 20; row++) {
        for (int column = -80; column < 80; column++) {
            dark += is_dark(s, s->place.x + s->place.width / 2 + column,
                            s->place.y + s->place.height / 2 + row);
        }
    }
    return dark;
}

TEST a_panel_without_anything_to_show_says_so(void)
{
    static const double values[] = {0, -1, NAN};
    for (int n = 0; n < 3; n++) {
        const double x[] = {0, 1, 2}, y[] = {values[n], values[n], values[n]};
        for (int is_log = 0; is_log <= 1; is_log++) {
            scene *s = new_scene(640, 480);
            s->panel.y.is_log = is_log;
            add_series(s, x, y, 3)->no_line = true; /* what is dark can only be words */
            ASSERT_OK(paint(s), "paint", why);
            ASSERT(s->place.y_low < s->place.y_high && (!is_log || s->place.y_low > 0));
            ASSERTm(support_say("values %g, logarithmic %d", values[n], is_log),
                    (words_inside(s) > 50) == (is_log || isnan(values[n])));
            end_scene(s);
        }
    }
    PASS();
}

/* With and without a legend: what had colour keeps it. */
TEST legends_hide_no_data(void)
{
    int inside = 0, outside = 0;
    for (int n = 0; n < 60; n++) {
        double x[POINTS], y[POINTS];
        bool fills = n % 4 == 0; /* leaves no place inside */
        double waves = fills ? 30 : random_between(0, 4), phase = random_between(0, 6);
        double bend = fills ? 0 : random_between(-3, 3);
        for (int i = 0; i < POINTS; i++) {
            x[i] = (double)i / POINTS;
            y[i] = sin(6.283185307179586 * waves * x[i] + phase) + bend * x[i];
        }
        scene *bare = new_scene(640, 480), *named = new_scene(640, 480);
        add_series(bare, x, y, POINTS)->pen = 1;
        *add_series(named, x, y, POINTS) = bare->panel.series[0];
        snprintf(named->panel.series[0].label, CHART_LABEL_SIZE, "a line of /x/ and /y/");
        ASSERT_OK(paint(bare), "paint", why);
        ASSERT_OK(paint(named), "paint", why);
        if (bare->place.width != named->place.width) {
            outside++;
        } else {
            inside++;
            for (int i = 0; i < 640 * 480; i++) {
                uint32_t colour = bare->pixels[i];
                int red = (int)(colour >> 16 & 255), blue = (int)(colour & 255);
                ASSERTm(support_say("line %d, pixel %d, %d", n, i % 640, i / 640),
                        red - blue < 100 || named->pixels[i] == colour);
            }
        }
        end_scene(bare);
        end_scene(named);
    }
    ASSERTm(support_say("%d inside, %d outside", inside, outside), inside > 20 && outside >= 15);
    PASS();
}

TEST panels_with_the_same_lines_share_a_legend(void)
{
    const double x[] = {0, 1, 2}, y[] = {0, 0.5, 3};
    chart_panel *panels = calloc(2, sizeof *panels);
    for (int i = 0; i < 2; i++) {
        panels[i].series_count = 1;
        panels[i].series[0] = (chart_series){.x = x, .y = y, .count = 3, .pen = 1};
    }
    chart c = {.width = 800, .height = 400, .columns = 2, .panel_count = 2, .panels = panels};
    uint32_t *bare = calloc(800 * 400, sizeof *bare), *named = calloc(800 * 400, sizeof *named);
    ASSERT_OK(chart_paint(&c, bare, &why), "paint", why);
    for (int differ = 0; differ <= 1; differ++) {
        snprintf(panels[0].series[0].label, CHART_LABEL_SIZE, "a line");
        snprintf(panels[1].series[0].label, CHART_LABEL_SIZE, differ ? "another" : "a line");
        ASSERT_OK(chart_paint(&c, named, &why), "paint", why);
        int changed[2] = {0, 0};
        for (int i = 0; i < 800 * 400; i++) {
            changed[i % 800 >= 400] += bare[i] != named[i];
        }
        ASSERT(changed[0] > 100);
        ASSERT_EQ_FMT(differ, changed[1] > 0, "%d");
    }
    free(bare);
    free(named);
    free(panels);
    PASS();
}

enum { COLUMNS = 7, ROWS = 5 };

static void make_cells(chart_cells *cells, double *values, unsigned char *kinds, bool is_log)
{
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        values[i] = is_log ? pow(10, random_between(-12, 3)) : random_between(-4, 9);
        kinds[i] = (unsigned char)(random_unit() < 0.3 ? random_integer(1, 2) : 0);
    }
    values[3] = NAN;
    kinds[3] = 0;
    *cells = (chart_cells){.columns = COLUMNS,
                           .rows = ROWS,
                           .values = values,
                           .kinds = kinds,
                           .is_log = is_log,
                           .kind_count = 2};
    cells->kind_entries[0] = (chart_kind){.colour = 0xffc03020, .label = "blew up"};
    cells->kind_entries[1] = (chart_kind){.colour = 0xffe8a0a0, .label = "did not converge"};
}

TEST cells_have_the_colours_of_their_values(void)
{
    for (int is_log = 0; is_log <= 1; is_log++) {
        double values[COLUMNS * ROWS];
        unsigned char kinds[COLUMNS * ROWS];
        chart_cells cells;
        make_cells(&cells, values, kinds, is_log);
        scene *s = new_scene(640, 480);
        s->panel.cells = &cells;
        s->panel.x = (chart_axis){.low = 1e-3, .high = 1e4, .is_log = true};
        s->panel.y = (chart_axis){.low = 0, .high = ROWS};
        ASSERT_OK(paint(s), "paint", why);
        for (int i = 0; i < COLUMNS * ROWS; i++) {
            /* columns are whole decades, rows whole units */
            double x = chart_pixel_x(&s->panel, &s->place, pow(10, i % COLUMNS - 2.5));
            double y = chart_pixel_y(&s->panel, &s->place, i / COLUMNS + 0.5);
            uint32_t colour = chart_cell_colour(&cells, i % COLUMNS, i / COLUMNS);
            ASSERT_EQ_FMT(colour & 0xffffff, pixel(s, x, y), "%06x");
            if (kinds[i] > 0) {
                ASSERT_EQ_FMT(cells.kind_entries[kinds[i] - 1].colour, colour, "%08x");
            }
            for (int k = 0; k < i && kinds[i] == 0 && i != 3; k++) {
                uint32_t other = chart_cell_colour(&cells, k % COLUMNS, k / COLUMNS);
                int order = (values[i] > values[k]) - (values[i] < values[k]);
                int lighter = lightness(colour) - lightness(other);
                ASSERT(kinds[k] > 0 || k == 3 || order * lighter >= 0);
            }
        }
        end_scene(s);
    }
    PASS();
}

TEST values_beyond_the_ramp_have_the_colour_of_its_end(void)
{
    const double values[] = {-INFINITY, -1, 0, 1e-9, 1e-6, 1e-3, 1, INFINITY, NAN};
    chart_cells cells = {
        .columns = 9, .rows = 1, .values = values, .low = 1e-6, .high = 1e-3, .is_log = true};
    for (int i = 0; i < 4; i++) {
        ASSERT_EQ_FMT(chart_cell_colour(&cells, 4, 0), chart_cell_colour(&cells, i, 0), "%08x");
    }
    for (int i = 6; i < 8; i++) {
        ASSERT_EQ_FMT(chart_cell_colour(&cells, 5, 0), chart_cell_colour(&cells, i, 0), "%08x");
    }
    uint32_t grey = chart_cell_colour(&cells, 8, 0);
    ASSERT((grey >> 16 & 255) == (grey >> 8 & 255) && (grey & 255) == (grey >> 8 & 255));
    ASSERT(lightness(chart_cell_colour(&cells, 4, 0)) < 60);
    ASSERT(lightness(chart_cell_colour(&cells, 5, 0)) > 180);
    PASS();
}

/* Letters of twice the size need more room beside the axes. */
TEST letters_can_be_larger(void)
{
    static const double x[] = {0, 1}, y[] = {0, 1};
    double left[2];
    for (int i = 0; i < 2; i++) {
        scene *s = new_scene(800, 600);
        s->panel = (chart_panel){.x = {.name = "x"}, .y = {.name = "y"}, .series_count = 1};
        s->panel.series[0] = (chart_series){.x = x, .y = y, .count = 2};
        s->chart.letters = i == 0 ? 0 : 2;
        ASSERT_OK(paint(s), "letters", why);
        left[i] = s->place.x;
        s->chart.letters = i == 0 ? -1 : NAN;
        ASSERT_EQ(STATUS_BAD_INPUT, chart_layout(&s->chart, &s->place, &why));
        ASSERTm(why.text, strstr(why.text, "letters") != NULL);
        end_scene(s);
    }
    ASSERTm(support_say("%g and %g", left[0], left[1]),
            left[1] > 1.7 * left[0] && left[1] < 2.3 * left[0]);
    PASS();
}

TEST a_size_that_is_too_small_is_refused_and_a_good_one_named(void)
{
    static const int sizes[][2] = {{1, 1}, {100, 80}, {20, 2000}, {2000, 20}, {150, 150}};
    for (size_t n = 0; n < sizeof sizes / sizeof sizes[0]; n++) {
        for (int count = 1; count <= CHART_MAX_PANELS; count *= 4) {
            chart_panel *panels = calloc((size_t)count, sizeof *panels);
            for (int i = 0; i < count; i++) {
                snprintf(panels[i].title, CHART_LABEL_SIZE, "title");
                snprintf(panels[i].y.name, CHART_LABEL_SIZE, "/y/");
            }
            chart c = {.width = sizes[n][0],
                       .height = sizes[n][1],
                       .panel_count = count,
                       .panels = panels};
            chart_place places[CHART_MAX_PANELS];
            status s = chart_layout(&c, places, &why);
            if (s == STATUS_OK) { /* the largest of them, for one panel */
                free(panels);
                continue;
            }
            ASSERT_EQ_FMT(STATUS_BAD_INPUT, s, "%d");
            char named[40];
            snprintf(named, sizeof named, "size %dx%d: too small", c.width, c.height);
            ASSERTm(why.text, strstr(why.text, named) == why.text);
            const char *from = strstr(why.text, "from ");
            ASSERTm(why.text, from != NULL);
            ASSERT_EQ(2, sscanf(from, "from %dx%d on is accepted", &c.width, &c.height));
            c.columns = 0;
            ASSERT_OK(chart_layout(&c, places, &why), "the size that was named", why);
            free(panels);
        }
    }
    PASS();
}

TEST what_makes_no_sense_is_refused(void)
{
    const double values[] = {1, 2, 3, 4};
    const unsigned char kinds[] = {0, 1, 2, 0};
    const chart_cells good = {.columns = 2, .rows = 2, .values = values};
    chart_cells kind = good, none = good, ramp = good;
    kind.kinds = kinds;
    kind.kind_count = 1;
    none.rows = 0;
    ramp.low = 2;
    ramp.high = 1;
    const chart_axis unit = {.low = 0, .high = 1};
    const struct {
        chart_panel panel;
        const char *words;
    } cases[] = {
        {{.x = {.low = 2, .high = 1}}, "panel 1, x axis from 2 to 1"},
        {{.y = {.low = 0, .high = NAN}}, "panel 1, y axis from 0 to nan"},
        {{.y = {.low = NAN, .high = NAN}}, "panel 1, y axis"},
        {{.y = {.low = 0, .high = 1, .is_log = true}}, "panel 1, y axis from 0 on"},
        {{.equal = true, .x = {.is_log = true}}, "equal axes"},
        {{.guide_count = 1, .x = {.is_log = true}}, "guides"},
        {{.guide_count = 5}, "5 guides; from 0 to 4"},
        {{.series_count = 25}, "25 lines; from 0 to 24"},
        {{.cells = &good}, "need ranges"},
        {{.cells = &kind, .x = unit, .y = unit}, "cell 2: kind 2; from 0 to 1"},
        {{.cells = &none, .x = unit, .y = unit}, "2 by 0 cells"},
        {{.cells = &ramp, .x = unit, .y = unit}, "colour axis from 2 to 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        scene *s = new_scene(640, 480);
        s->panel = cases[i].panel;
        ASSERT_EQ_FMT(STATUS_BAD_INPUT, paint(s), "%d");
        ASSERTm(why.text, strstr(why.text, cases[i].words) != NULL);
        end_scene(s);
    }
    chart c = {.width = 640, .height = 480};
    chart_place places[CHART_MAX_PANELS];
    ASSERT_EQ(STATUS_BAD_INPUT, chart_layout(&c, places, &why));
    ASSERT_STR_EQ("0 panels: a chart has from 1 to 16", why.text);
    PASS();
}

static status write_file(const chart *c, file_format format, const char *path)
{
    output *o = NULL;
    status s = output_open(path, true, &o, &why);
    if (s == STATUS_OK) {
        s = chart_write(c, format, "spinscope test", o, &why);
    }
    if (s == STATUS_OK) {
        return output_commit(&o, &why);
    }
    output_discard(&o);
    return s;
}

static bool ends_with(const char *data, size_t length, const char *end)
{
    while (length > 0 && (data[length - 1] == '\n' || data[length - 1] == '\0')) {
        length--;
    }
    size_t n = strlen(end);
    return length >= n && memcmp(data + length - n, end, n) == 0;
}

/* cairo numbers the surfaces of a process, and writes that number into SVG. */
static size_t without_surface_numbers(char *data, size_t length)
{
    static const char word[] = "surface";
    size_t kept = 0;
    for (size_t i = 0; i < length; i++) {
        bool after = kept >= sizeof word - 1 &&
                     memcmp(data + kept - (sizeof word - 1), word, sizeof word - 1) == 0;
        if (!after || data[i] < '0' || data[i] > '9') {
            data[kept++] = data[i];
        }
    }
    return kept;
}

TEST files_are_written_whole_and_the_same_twice(void)
{
    static const struct {
        file_format format;
        const char *start, *end;
    } formats[] = {{FORMAT_PNG, "\x89PNG", "IEND\xae\x42\x60\x82"},
                   {FORMAT_SVG, "<?xml", "</svg>"},
                   {FORMAT_PDF, "%PDF-", "%%EOF"}};
    double x[POINTS], y[POINTS];
    for (int i = 0; i < POINTS; i++) {
        x[i] = i + 1;
        y[i] = pow(i + 1, 1.5) * random_between(1, 2);
    }
    scene *s = new_scene(640, 480);
    s->panel.x.is_log = s->panel.y.is_log = true;
    chart_series *one = add_series(s, x, y, POINTS);
    one->mark = MARK_DIAMOND;
    one->pen = 2;
    snprintf(one->label, sizeof one->label, "a line");
    snprintf(s->panel.title, sizeof s->panel.title, "title");
    s->panel.guide_count = 1;
    s->panel.guides[0] = (chart_guide){.x = 1, .y = 1, .slope = 1.5};
    for (int n = 0; n < 3; n++) {
        char *data[2];
        size_t length[2];
        for (int k = 0; k < 2; k++) {
            const char *path = scratch_file("chart", "", 0);
            ASSERT_OK(write_file(&s->chart, formats[n].format, path), "write", why);
            ASSERT_OK(file_read(path, 1 << 26, &data[k], &length[k], &why), "read", why);
        }
        ASSERT(memcmp(data[0], formats[n].start, strlen(formats[n].start)) == 0);
        ASSERT(ends_with(data[0], length[0], formats[n].end));
        for (int k = 0; k < 2 && formats[n].format == FORMAT_SVG; k++) {
            length[k] = without_surface_numbers(data[k], length[k]);
        }
        ASSERT(length[0] == length[1] && memcmp(data[0], data[1], length[0]) == 0);
        free(data[0]);
        free(data[1]);
    }
    end_scene(s);
    PASS();
}

TEST a_png_has_the_pixels_that_are_painted(void)
{
    double values[COLUMNS * ROWS];
    unsigned char kinds[COLUMNS * ROWS];
    chart_cells cells;
    make_cells(&cells, values, kinds, true);
    scene *s = new_scene(500, 400);
    s->panel.cells = &cells;
    s->panel.x = s->panel.y = (chart_axis){.low = 0, .high = 1};
    ASSERT_OK(paint(s), "paint", why);
    const char *path = scratch_file("chart.png", "", 0);
    ASSERT_OK(write_file(&s->chart, FORMAT_PNG, path), "write", why);
    uint32_t *read = NULL;
    int width, height;
    ASSERT_OK(png_read(path, &read, &width, &height, &why), "read", why);
    ASSERT(width == 500 && height == 400);
    for (int i = 0; i < width * height; i++) {
        ASSERT_EQ_FMT(0xffffff & s->pixels[i], 0xffffff & read[i], "%06x");
    }
    free(read);
    end_scene(s);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(ranges_left_open_hold_the_data_and_little_more);
    RUN_TEST(ranges_that_are_given_are_kept);
    RUN_TEST(constant_data_is_in_the_middle_of_a_range);
    RUN_TEST(panels_are_inside_of_the_sheet_and_apart);
    RUN_TEST(lines_are_where_the_data_is);
    RUN_TEST(what_cannot_be_drawn_breaks_the_line);
    RUN_TEST(a_point_without_neighbours_is_seen);
    RUN_TEST(nothing_is_drawn_outside_of_the_panel);
    RUN_TEST(a_line_that_leaves_the_panel_keeps_its_direction);
    RUN_TEST(a_spike_among_a_million_points_is_seen);
    RUN_TEST(a_line_that_starts_within_a_column_is_whole);
    RUN_TEST(every_mark_is_drawn_at_its_point);
    RUN_TEST(equal_axes_have_equal_units);
    RUN_TEST(hidden_points_have_their_room);
    RUN_TEST(guides_follow_powers);
    RUN_TEST(a_panel_without_anything_to_show_says_so);
    RUN_TEST(legends_hide_no_data);
    RUN_TEST(panels_with_the_same_lines_share_a_legend);
    RUN_TEST(cells_have_the_colours_of_their_values);
    RUN_TEST(values_beyond_the_ramp_have_the_colour_of_its_end);
    RUN_TEST(letters_can_be_larger);
    RUN_TEST(a_size_that_is_too_small_is_refused_and_a_good_one_named);
    RUN_TEST(what_makes_no_sense_is_refused);
    RUN_TEST(files_are_written_whole_and_the_same_twice);
    RUN_TEST(a_png_has_the_pixels_that_are_painted);
    GREATEST_MAIN_END();
}
