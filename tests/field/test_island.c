#include "field/island.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "field/field.h"
#include "method/build.h"
#include "numerics/polynomial.h"
#include "stability/evaluate.h"
#include "stability/everything.h"
#include "support/support.h"

enum { MOST = 8, MOST_Z = METHOD_MAX_STAGES + 2 };
static message why;

/* R = factor prod (z - zeros) / prod (z - poles), with known roots. */
typedef struct rational {
    int zeros, poles;
    double complex zero[MOST], pole[MOST];
    double factor;
    double c[2 * (MOST + 1)]; /* as a slice */
} rational;

static double excess(const rational *r, double complex z, double level)
{
    double value = log(r->factor / level);
    for (int i = 0; i < r->zeros; i++) {
        value += log(cabs(z - r->zero[i]));
    }
    for (int i = 0; i < r->poles; i++) {
        value -= log(cabs(z - r->pole[i]));
    }
    return value;
}

/* Coefficients from the roots, which come in conjugate pairs or are real; in quadruple precision,
 * so that a pair that is close stays one. */
static void multiply_out(const double complex *roots, int count, double factor, double *out)
{
    cquad c[MOST + 1] = {1};
    for (int i = 0; i < count; i++) {
        cquad root = cquad_make(creal(roots[i]), cimag(roots[i]));
        for (int k = i + 1; k >= 0; k--) {
            c[k] = (k > 0 ? c[k - 1] : 0) - root * c[k];
        }
    }
    for (int k = 0; k <= MOST; k++) {
        out[k] = k <= count ? factor * (double)crealq(c[k]) : 0;
    }
}

static int add_root(double complex *roots, int count, double complex root)
{
    roots[count++] = root;
    if (cimag(root) != 0) {
        roots[count++] = conj(root);
    }
    return count;
}

/* Poles in [-3, 3]^2, zeros close to some of them (down to 1e-6) and elsewhere; |R| falls to 0 far
 * out, so that all curves are closed. */
static slice random_rational(rational *r)
{
    *r = (rational){.factor = pow(10, random_between(-4, 1))};
    int pairs = random_integer(1, 3);
    for (int i = 0; i < pairs; i++) {
        bool is_real = random_unit() < 0.4;
        double complex pole = CMPLX(random_between(-3, 3), is_real ? 0 : random_between(0.1, 3));
        r->poles = add_root(r->pole, r->poles, pole);
        double distance = pow(10, random_between(-6, 0)), angle = random_between(0, 6.3);
        double complex zero = pole + distance * (is_real ? 1 : cexp(CMPLX(0, angle)));
        if (i + 1 < pairs) {
            r->zeros = add_root(r->zero, r->zeros, zero);
        }
    }
    multiply_out(r->zero, r->zeros, -r->factor, r->c);
    multiply_out(r->pole, r->poles, 1, r->c + MOST + 1);
    return (slice){.degree = 1, .degree_z = MOST, .c = r->c};
}

/* The same from the rounded coefficients, in quadruple precision, and by how much it may be off in
 * double precision: where terms cancel, as near zeros and poles. */
static double exact_excess(const rational *r, double complex z, double level, double *noise)
{
    cquad x = cquad_make(creal(z), cimag(z)), value[2] = {0};
    *noise = 0;
    for (int n = 0; n < 2; n++) {
        double size = 0;
        for (int k = MOST; k >= 0; k--) {
            value[n] = value[n] * x + r->c[n * (MOST + 1) + k];
            size = size * cabs(z) + fabs(r->c[n * (MOST + 1) + k]);
        }
        *noise += 256 * DBL_EPSILON * size / (double)cabsq(value[n]);
    }
    return log((double)cabsq(value[0]) / (double)cabsq(value[1]) / level);
}

/* How often the straight way from a to b crosses the curves, in the coordinates of the view. */
static int crossings(const contour *c, double complex a, double complex b)
{
    int count = 0;
    for (int i = 0; i < c->count; i++) {
        const curve *k = &c->curves[i];
        for (int n = k->closed ? 0 : 1; n < k->count; n++) {
            int before = n > 0 ? n - 1 : k->count - 1;
            double complex p = CMPLX(k->x[before], k->y[before]) - a;
            double complex q = CMPLX(k->x[n], k->y[n]) - a;
            /* Turned so that b is at 1. */
            p /= b - a;
            q /= b - a;
            if ((cimag(p) > 0) != (cimag(q) > 0)) {
                double at = creal(p) - cimag(p) * (creal(q) - creal(p)) / (cimag(q) - cimag(p));
                count += at > 0 && at < 1;
            }
        }
    }
    return count;
}

static double complex to_view(const view *v, double complex z)
{
    return v->chart == CHART_LOG ? CMPLX(log10(cabs(z)), carg(z) / acos(-1)) : z;
}

/* With nothing known every curve of a level is found: between any two places there is an odd number
 * of them exactly when the places are on different sides of the level. Places are zeros and poles
 * (just beside them) and points around them at all distances. */
TEST curves_separate_what_is_on_different_sides(void)
{
    static const view_chart charts[] = {CHART_PLAIN, CHART_LOG};
    int small = 0;
    for (int n = 0; n < rounds(1200); n++) {
        rational r;
        slice s = random_rational(&r);
        double level = n % 3 == 0 ? 1 : pow(10, random_between(-1, 1));
        view v = {.x0 = -200, .x1 = 200, .y0 = -200, .y1 = 200, .width = 20, .height = 20};
        v.chart = charts[n % 2];
        if (v.chart == CHART_LOG) {
            v.x0 = -9, v.x1 = 4, v.y0 = -1.2, v.y1 = 1.2;
        }
        contour c = {0};
        ASSERT_OK(island_append(&s, &v, level, &c, &why), "island", why);
        double complex place[64];
        int count = 0;
        for (int i = 0; i < r.zeros + r.poles; i++) {
            double complex root = i < r.zeros ? r.zero[i] : r.pole[i - r.zeros];
            for (int k = 0; k < 6; k++) {
                double distance = pow(10, random_between(-8, 0)), angle = random_between(0, 6.3);
                place[count++] = root + distance * cexp(CMPLX(0, angle));
            }
        }
        for (int i = 0; i < c.count; i++) {
            double low = INFINITY, high = -INFINITY;
            for (int k = 0; k < c.curves[i].count; k++) {
                double complex u = CMPLX(c.curves[i].x[k], c.curves[i].y[k]);
                double complex z = view_argument(&v, creal(u), cimag(u));
                double noise, off = exact_excess(&r, z, level, &noise);
                ASSERT_NEAR(0, off, 1e-9 + noise, 0);
                low = fmin(low, creal(u));
                high = fmax(high, creal(u));
            }
            small += high - low < 1e-3;
        }
        for (int i = 0; i < count; i++) {
            double complex a = to_view(&v, place[0]), b = to_view(&v, place[i]);
            double at_a = excess(&r, place[0], level), at_b = excess(&r, place[i], level);
            if (i == 0 || fabs(at_a) < 0.05 || fabs(at_b) < 0.05) {
                continue; /* chords are not the curve */
            }
            bool differ = (at_a > 0) != (at_b > 0);
            ASSERTm(support_say("case %d, chart %d: %d crossings from %g%+gi to %g%+gi", n,
                                (int)v.chart, crossings(&c, a, b), creal(place[0]), cimag(place[0]),
                                creal(place[i]), cimag(place[i])),
                    crossings(&c, a, b) % 2 == differ);
        }
        contour_clear(&c);
    }
    ASSERT(small > rounds(100));
    PASS();
}

/* The zeros of c_0 (which = 0) or c_1 of a slice, in the coordinate of its view; those outside of
 * the view, and those that another polynomial shares, are left out. */
static int roots_in_view(const double *c, int degree, const view *v, double complex *out)
{
    cquad in_quad[MOST_Z + 1] = {0}, roots[MOST_Z + 1];
    int count = 0;
    for (; degree > 0 && c[degree] == 0; degree--) {
    }
    for (int i = 0; i <= degree; i++) {
        in_quad[i] = c[i];
    }
    if (!polynomial_roots(in_quad, degree, roots)) {
        return 0;
    }
    for (int i = 0; i < degree; i++) {
        double complex root = CMPLX((double)crealq(roots[i]), (double)cimagq(roots[i]));
        double complex u = to_view(v, root);
        bool is_inside = creal(u) > v->x0 && creal(u) < v->x1 && cimag(u) > v->y0 &&
                         cimag(u) < v->y1 && isfinite(creal(u));
        if (is_inside) {
            out[count++] = u;
        }
    }
    return count;
}

static bool has_partner(double complex root, const double complex *others, int count)
{
    bool found = false;
    for (int i = 0; i < count; i++) {
        found = found || cabs(root - others[i]) <= 1e-10;
    }
    return found;
}

/* How many zeros and poles that are in view have an even number of curves between them. */
static int unparted(const phi *p, const view *v, const contour *c, int *pairs)
{
    double numbers[2 * (MOST_Z + 1)];
    double complex zeros[MOST_Z], poles[MOST_Z];
    int n = phi_describe(p)->degree_z, count = 0;
    if (phi_slice_numbers(p, v->w, numbers, &why) != STATUS_OK) {
        return 1;
    }
    if (v->chart == CHART_INFINITY) {
        slice_invert(numbers, 1, n);
    }
    int zero_count = roots_in_view(numbers, n, v, zeros);
    int pole_count = roots_in_view(numbers + n + 1, n, v, poles);
    for (int i = 0; i < zero_count; i++) {
        for (int k = 0; k < pole_count; k++) {
            if (!has_partner(zeros[i], poles, pole_count) &&
                !has_partner(poles[k], zeros, zero_count)) {
                ++*pairs;
                count += crossings(c, zeros[i], poles[k]) % 2 == 0;
            }
        }
    }
    return count;
}

/* Of every one-step method, at several w, sizes and charts: the boundary parts zeros from poles. On
 * few pixels chords may lead from one branch to another that is closer than a pixel, and leave out
 * what is between them; then hardly any pair suffers. */
TEST zeros_and_poles_of_every_method_are_parted(void)
{
    static const double ws[] = {0, 2, 0.7};
    static const int sizes[] = {200, 41, 12};
    static everything e;
    int pairs = 0, rough = 0;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        const phi_info *info = phi_describe(e.p);
        for (int n = 0; n < 27 && info->degree == 1; n++) {
            view v = {.x0 = -9, .x1 = 9, .y0 = -9, .y1 = 9, .chart = (view_chart)(n % 3)};
            v.w = info->spin == PHI_ODE_ONLY ? 0 : ws[n / 3 % 3];
            v.width = v.height = sizes[n / 9];
            if (v.chart == CHART_LOG) {
                v.x0 = -2, v.x1 = 3, v.y0 = -1, v.y1 = 1;
            } else if (v.chart == CHART_INFINITY) {
                v.x0 = v.y0 = -1, v.x1 = v.y1 = 1;
            }
            field f;
            contour c;
            ASSERT_OK(field_compute(&(field_request){.view = v, .phi = e.p}, 0, 0, &f, &why),
                      e.name, why);
            const contour_request request = {
                .field = &f, .phi = e.p, .level = 1, .pixel_tolerance = 0.05};
            ASSERT_OK(contour_trace(&request, &c, &why), e.name, why);
            int off = unparted(e.p, &v, &c, &pairs);
            rough += off;
            ASSERTm(support_say("%s, w = %g, chart %d: %d pairs", e.name, v.w, (int)v.chart, off),
                    off == 0 || v.width < 200);
            contour_clear(&c);
            field_clear(&f);
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    ASSERTm(support_say("%d of %d", rough, pairs), pairs > 10000 && rough <= pairs / 200);
    PASS();
}

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

/* How many points of the curves are not on |sigma| = 1, by the evaluator of `eval`. */
static int points_off(const phi *p, const view *v, const contour *c)
{
    int off = 0;
    for (int i = 0; i < c->count; i++) {
        for (int n = 0; n < c->curves[i].count; n++) {
            evaluation e;
            status s =
                phi_evaluate(p, (wide){.high = c->curves[i].x[n]},
                             (wide){.high = c->curves[i].y[n]}, (wide){.high = v->w}, &e, &why);
            off += s != STATUS_OK || !(fabs(e.growth - 1) <= 1e-6);
        }
    }
    return off;
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
        ASSERT_OK(phi_slice_numbers(p, v.w, numbers, &why), "steps", why);
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

/* Radau IIA with three stages at w = 2: R = 3(z + 2)^2/(12 - 3z^2 + z^3) has a pole at -1.61, and
 * R = 1 at 3 - sqrt(21), R = -1 at the root of z^3 + 12z + 24; with two stages at w = 0 all of the
 * boundary, from 0 to 6, is in one pixel of a wide view. Below is unstable there: to the left. */
TEST the_pole_of_radau_has_its_curve(void)
{
    static const struct {
        const char *name;
        double w, half, low, high;
    } cases[] = {{"radau-iia:3", 2, 9, -1.6354633477736, -1.5825756949558},
                 {"radau-iia:2", 0, 1000, 0, 6}};
    catalogue *all = NULL;
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &all, &why), "catalogue", why);
    for (int n = 0; n < 2; n++) {
        method *m = NULL;
        phi *p = NULL;
        double half = cases[n].half;
        view v = {.x0 = -half, .x1 = half, .y0 = -half, .y1 = half, .width = 200, .height = 200};
        v.w = cases[n].w;
        field f;
        contour c;
        ASSERT_OK(catalogue_open(all, cases[n].name, &m, &why), cases[n].name, why);
        ASSERT_OK(phi_compile(m, MOTION_SHEAR, &p, &why), cases[n].name, why);
        ASSERT_OK(field_compute(&(field_request){.view = v, .phi = p}, 0, 0, &f, &why), "f", why);
        const contour_request request = {
            .field = &f, .phi = p, .level = 1, .pixel_tolerance = 0.05};
        ASSERT_OK(contour_trace(&request, &c, &why), cases[n].name, why);
        ASSERT_EQ_FMT(2 - n, c.count, "%d");
        const curve *k = &c.curves[c.count - 1];
        double low = INFINITY, high = -INFINITY, area = 0;
        for (int i = 0; i < k->count; i++) {
            int next = (i + 1) % k->count;
            low = fmin(low, k->x[i]);
            high = fmax(high, k->x[i]);
            area += (k->x[i] * k->y[next] - k->x[next] * k->y[i]) / 2;
        }
        double width = cases[n].high - cases[n].low;
        ASSERT(k->closed && k->count >= 30 && area > 0);
        ASSERT_NEAR(cases[n].low, low, 0.01 * width, 0);
        ASSERT_NEAR(cases[n].high, high, 0.01 * width, 0);
        ASSERT_EQ_FMT(0, points_off(p, &v, &c), "%d");
        contour_clear(&c);
        field_clear(&f);
        phi_destroy(p);
        method_destroy(m);
    }
    catalogue_destroy(all);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_pole_of_radau_has_its_curve);
    RUN_TEST(small_pieces_of_several_roots_have_curves);
    RUN_TEST(islands_around_lowest_places_are_found);
    RUN_TEST(zeros_and_poles_of_every_method_are_parted);
    RUN_TEST(curves_separate_what_is_on_different_sides);
    GREATEST_MAIN_END();
}
