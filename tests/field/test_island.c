#include "field/island.h"

#include <float.h>
#include <math.h>

#include "field/curves.h"
#include "field/field.h"
#include "numerics/polynomial.h"
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
    numbers_at(p, v->w, v->chart == CHART_INFINITY, numbers);
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

/* With steps of a pixel's shorter side a curve along the longer one would never end. */
TEST stretched_views_are_traced_in_a_moment(void)
{
    static const char *const names[] = {"bdf:2", "rk4", "radau-iia:2"};
    catalogue *all = NULL;
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &all, &why), "catalogue", why);
    for (int n = 0; n < 3; n++) {
        method *m = NULL;
        phi *p = NULL;
        ASSERT_OK(catalogue_open(all, names[n], &m, &why), names[n], why);
        ASSERT_OK(phi_compile(m, MOTION_SHEAR, &p, &why), names[n], why);
        for (int chart = CHART_PLAIN; chart <= CHART_INFINITY; chart++) {
            view v = {.chart = (view_chart)chart,
                      .x0 = -1,
                      .x1 = 1,
                      .y0 = -1e9,
                      .y1 = 1e9,
                      .width = 60,
                      .height = 50};
            field f = {0};
            contour c = {0};
            ASSERT_OK(field_compute(&(field_request){.view = v, .phi = p}, 0, 0, &f, &why),
                      names[n], why);
            contour_request request = {.field = &f, .phi = p, .level = 1, .pixel_tolerance = 0.05};
            ASSERT_OK(contour_trace(&request, &c, &why), names[n], why);
            for (int i = 0; i < c.count; i++) {
                ASSERT(c.curves[i].count <= 64 * (v.width + v.height));
            }
            contour_clear(&c);
            field_clear(&f);
        }
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
    RUN_TEST(zeros_and_poles_of_every_method_are_parted);
    RUN_TEST(stretched_views_are_traced_in_a_moment);
    RUN_TEST(curves_separate_what_is_on_different_sides);
    GREATEST_MAIN_END();
}
