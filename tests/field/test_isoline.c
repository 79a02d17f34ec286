#include "field/isoline.h"

#include <math.h>
#include <stdio.h>

#include "support/support.h"

enum { MOST = 64 };

static message why;
static double exact[MOST * MOST];
static float growths[MOST * MOST];

static field field_of(int width, int height, double half)
{
    return (field){.view = {.plane = PLANE_PARAMETERS,
                            .x0 = -half,
                            .x1 = half,
                            .y0 = -half,
                            .y1 = half,
                            .width = width,
                            .height = height},
                   .rows = height,
                   .exact = exact};
}

static void set_all(double value)
{
    for (int i = 0; i < MOST * MOST; i++) {
        exact[i] = value;
        growths[i] = (float)value;
    }
}

/* |1 - z| of the circle around 1 of radius 1 at the pixel centres. */
static void set_circle(const field *f)
{
    for (int i = 0; i < f->view.width * f->view.height; i++) {
        double x = view_x(&f->view, i % f->view.width), y = view_y(&f->view, i / f->view.width);
        exact[i] = hypot(1 - x, y);
        growths[i] = (float)exact[i];
    }
}

static bool has_point(const curve *c, double x, double y)
{
    for (int i = 0; i < c->count; i++) {
        if (hypot(c->x[i] - x, c->y[i] - y) < 1e-12) {
            return true;
        }
    }
    return false;
}

TEST pieces_are_on_the_circle_and_join(void)
{
    field f = field_of(60, 60, 3);
    set_circle(&f);
    for (int single = 0; single < 2; single++) {
        contour c;
        if (single != 0) { /* without the exact layer, the growth itself */
            f.exact = NULL;
            f.growth = growths;
        }
        ASSERT_OK(isoline_trace(&f, &c, &why), "circle", why);
        double length = 0;
        for (int i = 0; i < c.count; i++) {
            const curve *p = &c.curves[i];
            ASSERT(p->count == 2 && !p->closed);
            length += hypot(p->x[1] - p->x[0], p->y[1] - p->y[0]);
            for (int k = 0; k < 2; k++) {
                /* pixels are 0.1 wide: log |sigma| is linear to a square of that */
                ASSERT_NEAR(1, hypot(1 - p->x[k], p->y[k]), 2e-3, 0);
                /* each end is the end of one other piece */
                int others = 0;
                for (int n = 0; n < c.count && single == 0; n++) {
                    others += n != i && has_point(&c.curves[n], p->x[k], p->y[k]);
                }
                ASSERT(single != 0 || others == 1);
            }
        }
        ASSERT_NEAR(2 * 3.14159265358979, length, 0.02, 0);
        contour_clear(&c);
    }
    PASS();
}

/* Two pixels side by side and two below: the crossing divides the edge as the logarithms say. */
TEST crossings_divide_edges_by_logarithms(void)
{
    field f = field_of(2, 2, 1); /* centres at -0.5 and 0.5 */
    contour c;
    set_all(2);
    f.growth = growths; /* is not asked where the exact layer is */
    exact[0] = exact[2] = exp(-1);
    exact[1] = exact[3] = exp(3);
    ASSERT_OK(isoline_trace(&f, &c, &why), "edge", why);
    ASSERT_EQ_FMT(1, c.count, "%d");
    ASSERT(has_point(&c.curves[0], -0.25, 0.5) && has_point(&c.curves[0], -0.25, -0.5));
    contour_clear(&c);
    exact[1] = exact[3] = INFINITY; /* a pole counts as e^50 */
    exact[0] = exact[2] = exp(-50);
    ASSERT_OK(isoline_trace(&f, &c, &why), "pole", why);
    ASSERT_EQ_FMT(1, c.count, "%d");
    ASSERT(has_point(&c.curves[0], 0, 0.5) && has_point(&c.curves[0], 0, -0.5));
    contour_clear(&c);
    exact[0] = exact[2] = 0; /* and no growth at all as e^-50 */
    ASSERT_OK(isoline_trace(&f, &c, &why), "zero", why);
    ASSERT(c.count == 1 && has_point(&c.curves[0], 0, 0.5));
    contour_clear(&c);
    PASS();
}

/* The row is counted from the top of the view, also when the field is a band of it. */
TEST a_band_of_rows_lies_where_it_belongs(void)
{
    field f = field_of(2, 8, 4); /* rows at 3.5, 2.5, ... */
    contour c;
    f.first_row = 5;
    f.rows = 2;
    exact[0] = exact[1] = exp(-1);
    exact[2] = exact[3] = exp(1);
    ASSERT_OK(isoline_trace(&f, &c, &why), "band", why);
    ASSERT_EQ_FMT(1, c.count, "%d");
    /* halfway between the rows at -1.5 and -2.5 */
    ASSERT_NEAR(-2, c.curves[0].y[0], 1e-14, 0);
    ASSERT_NEAR(-2, c.curves[0].y[1], 1e-14, 0);
    contour_clear(&c);
    PASS();
}

TEST a_saddle_has_two_pieces(void)
{
    field f = field_of(2, 2, 1);
    contour c;
    exact[0] = exact[3] = 2;
    exact[1] = exact[2] = 0.5;
    ASSERT_OK(isoline_trace(&f, &c, &why), "saddle", why);
    ASSERT_EQ_FMT(2, c.count, "%d");
    for (int i = 0; i < 2; i++) { /* they do not cross: each cuts off one corner */
        const curve *p = &c.curves[i];
        ASSERT_NEAR(0.5, fabs(p->x[0] - p->x[1]), 1e-14, 0);
        ASSERT_NEAR(0.5, fabs(p->y[0] - p->y[1]), 1e-14, 0);
    }
    contour_clear(&c);
    PASS();
}

TEST cells_with_an_undefined_corner_are_left_out(void)
{
    field f = field_of(60, 60, 3);
    contour whole, holed;
    set_circle(&f);
    ASSERT_OK(isoline_trace(&f, &whole, &why), "circle", why);
    int cut = 0;
    for (int i = 0; i < 60 * 60; i++) { /* the left part of the view */
        if (view_x(&f.view, i % 60) < 0.5) {
            exact[i] = NAN;
            cut++;
        }
    }
    ASSERT(cut > 1000);
    ASSERT_OK(isoline_trace(&f, &holed, &why), "circle", why);
    ASSERT(holed.count > 0 && holed.count < whole.count);
    for (int i = 0; i < holed.count; i++) {
        for (int k = 0; k < 2; k++) {
            ASSERTm(support_say("%.17g", holed.curves[i].x[k]), holed.curves[i].x[k] > 0.5);
        }
    }
    contour_clear(&whole);
    contour_clear(&holed);
    PASS();
}

/* Lines of |sigma| = 1 are rounding noise, not a curve; nor is there one without a crossing. */
TEST nothing_is_found_where_nothing_crosses(void)
{
    static const double values[] = {0.5, 2, 1, 0, INFINITY, NAN};
    field f = field_of(20, 20, 3);
    contour c;
    for (size_t n = 0; n < sizeof values / sizeof values[0]; n++) {
        set_all(values[n]);
        ASSERT_OK(isoline_trace(&f, &c, &why), "constant", why);
        ASSERT_EQ_FMT(0, c.count, "%d");
        contour_clear(&c);
    }
    for (int i = 0; i < 20 * 20; i++) {
        exact[i] = 1 + random_between(-5e-11, 5e-11);
    }
    ASSERT_OK(isoline_trace(&f, &c, &why), "noise", why);
    ASSERT_EQ_FMT(0, c.count, "%d");
    contour_clear(&c);
    f.view.width = f.view.height = f.rows = 1; /* no cell at all */
    exact[0] = 2;
    ASSERT_OK(isoline_trace(&f, &c, &why), "one pixel", why);
    ASSERT_EQ_FMT(0, c.count, "%d");
    contour_clear(&c);
    PASS();
}

/* More pieces than the list has room for at first. */
TEST many_pieces_are_found(void)
{
    field f = field_of(40, 40, 3);
    contour c;
    for (int i = 0; i < 40 * 40; i++) {
        exact[i] = (i % 40 + i / 40) % 2 == 0 ? 0.5 : 2;
    }
    ASSERT_OK(isoline_trace(&f, &c, &why), "chessboard", why);
    ASSERT_EQ_FMT(2 * 39 * 39, c.count, "%d");
    contour_clear(&c);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(pieces_are_on_the_circle_and_join);
    RUN_TEST(crossings_divide_edges_by_logarithms);
    RUN_TEST(a_band_of_rows_lies_where_it_belongs);
    RUN_TEST(a_saddle_has_two_pieces);
    RUN_TEST(cells_with_an_undefined_corner_are_left_out);
    RUN_TEST(nothing_is_found_where_nothing_crosses);
    RUN_TEST(many_pieces_are_found);
    GREATEST_MAIN_END();
}
