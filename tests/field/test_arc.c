#include "field/arc.h"

#include <math.h>
#include <string.h>

#include "field/curves.h"
#include "field/field.h"
#include "method/build.h"
#include "method/catalogue.h"
#include "support/support.h"

enum { MOST_Z = METHOD_MAX_STAGES + 2 };
static message why;

/* Pieces of one verdict in a fine field: `piece` becomes the number of the one a pixel belongs to.
 */
enum { FINE = 585, TIMES = 45, COARSE_SIDE = FINE / TIMES };
static int piece[FINE * FINE], queue[FINE * FINE];

static bool is_above(const field *f, int at)
{
    return f->verdict[at] == VERDICT_UNSTABLE || f->verdict[at] == VERDICT_POLE;
}

typedef struct extent {
    int left, right, top, bottom, pixels;
    bool is_seen; /* by the middle of a coarse pixel, or at the edge */
} extent;

static extent flood(const field *f, int from, int number)
{
    extent e = {.left = FINE, .top = FINE};
    int count = 0;
    queue[count++] = from;
    piece[from] = number;
    for (int n = 0; n < count; n++) {
        int at = queue[n], x = at % FINE, y = at / FINE;
        const int next[4][2] = {{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}};
        e.left = x < e.left ? x : e.left;
        e.right = x > e.right ? x : e.right;
        e.top = y < e.top ? y : e.top;
        e.bottom = y > e.bottom ? y : e.bottom;
        e.is_seen = e.is_seen || (x % TIMES == TIMES / 2 && y % TIMES == TIMES / 2) || x == 0 ||
                    y == 0 || x == FINE - 1 || y == FINE - 1;
        for (int k = 0; k < 4; k++) {
            int to = next[k][1] * FINE + next[k][0];
            bool is_there = next[k][0] >= 0 && next[k][0] < FINE && next[k][1] >= 0 &&
                            next[k][1] < FINE && piece[to] == 0;
            if (is_there && is_above(f, to) == is_above(f, from)) {
                piece[to] = number;
                queue[count++] = to;
            }
        }
    }
    e.pixels = count;
    return e;
}

/* Has a curve a point in the extent, or a fine pixel beside it? */
static bool is_marked(const contour *c, const view *v, const extent *e)
{
    for (int i = 0; i < c->count; i++) {
        for (int n = 0; n < c->curves[i].count; n++) {
            double x = c->curves[i].x[n], y = c->curves[i].y[n];
            if (x >= view_x(v, e->left - 1) && x <= view_x(v, e->right + 1) &&
                y <= view_y(v, e->top - 1) && y >= view_y(v, e->bottom + 1)) {
                return true;
            }
        }
    }
    return false;
}

/* A method of several roots; BDF every other time with other numbers. */
static status random_steps(const catalogue *all, phi **out)
{
    static const char *const names[] = {"bdf:2",
                                        "bdf:3",
                                        "bdf:4",
                                        "bdf:5",
                                        "bdf:6",
                                        "adams-bashforth:3",
                                        "adams-bashforth:5",
                                        "adams-moulton:3",
                                        "gauss:2,keep=none"};
    method *known = NULL, *m = NULL;
    int which = random_integer(0, 8);
    status s = catalogue_open(all, names[which], &known, &why);
    if (s == STATUS_OK && which < 5 && random_unit() < 0.5) {
        coefficients a = *method_coefficients(known);
        quad sum = 0;
        for (int j = 0; j < a.size; j++) {
            a.alpha[j] *= (quad)random_between(0.7, 1.3);
            sum += a.alpha[j];
        }
        a.alpha[a.size] = -sum;
        const method_recipe recipe = {
            .name = "steps", .title = "steps", .reference = "", .coefficients = &a};
        s = method_build(&recipe, &m, &why);
    }
    s = s == STATUS_OK ? phi_compile(m != NULL ? m : known, MOTION_SHEAR, out, &why) : s;
    method_destroy(m);
    method_destroy(known);
    return s;
}

/* A field that is 45 times as fine shows pieces that the middle of no pixel meets; each of them has
 * its curve. */
TEST small_pieces_of_several_roots_have_curves(void)
{
    int small = 0;
    catalogue *all = NULL;
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &all, &why), "catalogue", why);
    for (int n = 0; n < rounds(100); n++) {
        phi *p = NULL;
        ASSERT_OK(random_steps(all, &p), "steps", why);
        double half = pow(10, random_between(0.5, 2.5));
        view v = {.x0 = -half, .x1 = half, .y0 = -half, .y1 = half, .width = FINE, .height = FINE};
        v.w = phi_describe(p)->spin == PHI_ODE_ONLY ? 0 : random_between(-3, 3);
        view rough = v;
        rough.width = rough.height = COARSE_SIDE;
        field fine, coarse;
        contour c;
        ASSERT_OK(field_compute(&(field_request){.view = v, .phi = p}, 0, 0, &fine, &why), "f",
                  why);
        ASSERT_OK(field_compute(&(field_request){.view = rough, .phi = p}, 0, 0, &coarse, &why),
                  "f", why);
        const contour_request request = {
            .field = &coarse, .phi = p, .level = 1, .pixel_tolerance = 0.05};
        ASSERT_OK(contour_trace(&request, &c, &why), "steps", why);
        ASSERT_EQ_FMT(0, points_off(p, &v, &c), "%d");
        memset(piece, 0, sizeof piece);
        for (int i = 0, number = 1; i < FINE * FINE; i++) {
            if (piece[i] == 0) {
                extent e = flood(&fine, i, number++);
                bool is_small = !e.is_seen && e.pixels > 1;
                small += is_small;
                ASSERTm(support_say("%d: %s, w = %.17g, %d pixels at %g, %g", n,
                                    phi_describe(p)->method, v.w, e.pixels, view_x(&v, e.left),
                                    view_y(&v, e.top)),
                        !is_small || is_marked(&c, &v, &e));
            }
        }
        contour_clear(&c);
        field_clear(&fine);
        field_clear(&coarse);
        phi_destroy(p);
    }
    ASSERT(small >= rounds(3));
    catalogue_destroy(all);
    PASS();
}

static double growth_of(const phi *p, const double *numbers, double complex z)
{
    const phi_info *info = phi_describe(p);
    slice s = {.degree = info->degree, .degree_z = info->degree_z, .c = numbers};
    return point_evaluate(&s, z).growth;
}

/* Goes down from z by random steps that become shorter. */
static double complex lowest_beside(const phi *p, const double *numbers, double complex z,
                                    double step)
{
    double lowest = growth_of(p, numbers, z);
    double complex from = z;
    for (int failures = 0; step > 1e-11 && cabs(z - from) < 1;) {
        double complex next = z + CMPLX(random_between(-step, step), random_between(-step, step));
        double here = growth_of(p, numbers, next);
        failures = here < lowest ? 0 : failures + 1;
        z = here < lowest ? next : z;
        lowest = here < lowest ? here : lowest;
        if (failures == 40) {
            step /= 2;
            failures = 0;
        }
    }
    return z;
}

/* The width of the smallest closed curve around z, INFINITY when there is none. */
static double width_around(const contour *c, double complex z)
{
    double best = INFINITY;
    for (int i = 0; i < c->count; i++) {
        const contour one = {.count = 1, .curves = &c->curves[i]};
        double low = INFINITY, high = -INFINITY;
        for (int n = 0; n < c->curves[i].count; n++) {
            low = fmin(low, c->curves[i].x[n]);
            high = fmax(high, c->curves[i].x[n]);
        }
        bool is_around = crossings(&one, z, CMPLX(1e3, 777)) % 2 == 1;
        best = c->curves[i].closed && is_around ? fmin(best, high - low) : best;
    }
    return best;
}

/* Around a lowest place of |sigma|max, where two roots or more are of one size, levels a little
 * higher have islands as small as one likes. */
TEST islands_around_lowest_places_are_found(void)
{
    enum { SIDE = 24 };
    catalogue *all = NULL;
    int seen = 0;
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &all, &why), "catalogue", why);
    for (int n = 0; n < rounds(800); n++) {
        phi *p = NULL;
        ASSERT_OK(random_steps(all, &p), "steps", why);
        view v = {.x0 = -5, .x1 = 7, .y0 = -6, .y1 = 6, .width = SIDE, .height = SIDE};
        v.w = phi_describe(p)->spin == PHI_ODE_ONLY ? 0 : random_between(-3, 3);
        double numbers[(METHOD_MAX_STEPS + 1) * (MOST_Z + 1)];
        numbers_at(p, v.w, false, numbers);
        field f;
        ASSERT_OK(field_compute(&(field_request){.view = v, .phi = p}, 0, 0, &f, &why), "f", why);
        for (int i = SIDE + 1; i < SIDE * (SIDE - 1) - 1; i++) {
            const float *g = f.growth + i;
            bool is_low = g[0] < g[1] && g[0] < g[-1] && g[0] < g[SIDE] && g[0] < g[-SIDE] &&
                          i % SIDE > 0 && i % SIDE < SIDE - 1;
            if (!is_low) {
                continue;
            }
            double complex from = CMPLX(view_x(&v, i % SIDE), view_y(&v, i / SIDE));
            double complex z = lowest_beside(p, numbers, from, 0.5);
            double lowest = growth_of(p, numbers, z);
            double level = lowest * (1 + pow(10, random_between(-4, -2.5)));
            if (cabs(z - from) > 0.7 || !(lowest > 1e-3)) {
                continue; /* it went to another one, or growths there are 0 */
            }
            contour c;
            const contour_request request = {
                .field = &f, .phi = p, .level = level, .pixel_tolerance = 0.05};
            ASSERT_OK(contour_trace(&request, &c, &why), "steps", why);
            double width = width_around(&c, z);
            seen += width < 0.01;
            ASSERTm(support_say("%d: %s, w = %.17g, level %.17g, lowest %.17g at %.17g%+.17gi", n,
                                phi_describe(p)->method, v.w, level, lowest, creal(z), cimag(z)),
                    width < 12);
            contour_clear(&c);
        }
        field_clear(&f);
        phi_destroy(p);
    }
    ASSERT(seen >= rounds(20));
    catalogue_destroy(all);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(small_pieces_of_several_roots_have_curves);
    RUN_TEST(islands_around_lowest_places_are_found);
    GREATEST_MAIN_END();
}
