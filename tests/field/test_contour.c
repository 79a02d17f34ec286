#include "field/contour.h"

#include <math.h>
#include <string.h>

#include "method/catalogue.h"
#include "stability/everything.h"
#include "support/support.h"

static catalogue *all;
static message why;

static const double tolerance = 0.05;

typedef struct traced {
    phi *p;
    field f;
    contour c;
} traced;

static status compile(const char *name, motion moves, phi **p)
{
    method *m = NULL;
    status s = catalogue_open(all, name, &m, &why);
    s = s == STATUS_OK ? phi_compile(m, moves, p, &why) : s;
    method_destroy(m);
    return s;
}

static status trace_field(double level, traced *t)
{
    contour_request request = {
        .field = &t->f, .phi = t->p, .level = level, .pixel_tolerance = tolerance};
    return contour_trace(&request, &t->c, &why);
}

/* Computes the field of t->p and traces it. */
static status trace_phi(view v, double level, traced *t)
{
    status s = field_compute(&(field_request){.view = v, .phi = t->p}, 0, 0, &t->f, &why);
    return s == STATUS_OK ? trace_field(level, t) : s;
}

static status trace(const char *name, view v, double level, traced *t)
{
    *t = (traced){0};
    status s = compile(name, MOTION_SHEAR, &t->p);
    return s == STATUS_OK ? trace_phi(v, level, t) : s;
}

static void traced_clear(traced *t)
{
    contour_clear(&t->c);
    field_clear(&t->f);
    phi_destroy(t->p);
    *t = (traced){0};
}

/* A symmetric window of the plane z at w, or of (z, w). */
static view window(plane kind, double w, double half, int width, int height)
{
    return (view){.plane = kind,
                  .x0 = -half,
                  .x1 = half,
                  .y0 = -half,
                  .y1 = half,
                  .width = width,
                  .height = height,
                  .w = w};
}

static double growth_at(const traced *t, double x, double y)
{
    bool is_z = t->f.view.plane == PLANE_Z;
    double growth = NAN;
    slice s;
    if (slice_take(&s, t->p, is_z ? t->f.view.w : y, false, &why) == STATUS_OK) {
        growth = point_evaluate(&s, CMPLX(x, is_z ? y : 0)).growth;
    }
    slice_clear(&s);
    return growth;
}

static double pixel_width(const view *v)
{
    return (v->x1 - v->x0) / v->width;
}

static double pixel_height(const view *v)
{
    return (v->y1 - v->y0) / v->height;
}

static int point_count(const contour *c)
{
    int count = 0;
    for (int i = 0; i < c->count; i++) {
        count += c->curves[i].count;
    }
    return count;
}

/* The largest value of a distance over all points. */
static double worst(const contour *c, double (*distance)(double x, double y))
{
    double largest = 0;
    for (int i = 0; i < c->count; i++) {
        for (int n = 0; n < c->curves[i].count; n++) {
            double here = distance(c->curves[i].x[n], c->curves[i].y[n]);
            largest = here <= largest ? largest : here; /* a NaN stays */
        }
    }
    return largest;
}

static double enclosed_area(const curve *c)
{
    double sum = 0;
    for (int n = 0; n < c->count; n++) {
        int next = (n + 1) % c->count;
        sum += c->x[n] * c->y[next] - c->x[next] * c->y[n];
    }
    return sum / 2;
}

/* |1 - w| = level |1 - w - z| is a circle around 1 - w; the growth is larger inside. */
TEST implicit_euler_has_a_circle(void)
{
    static const struct {
        double w, level, half;
        int width, height;
    } cases[] = {
        {0.5, 1, 2, 200, 200}, {0.5, 1, 2, 201, 151}, {0, 1, 3, 64, 100}, {-1, 1, 5, 333, 77},
        {3, 1, 5, 99, 100},    {0.5, 0.5, 2, 90, 91}, {0, 2, 3, 400, 30}, {0.5, 1, 8, 40, 41},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        traced t;
        double centre = 1 - cases[i].w;
        double radius = fabs(centre) / cases[i].level;
        view v = window(PLANE_Z, cases[i].w, cases[i].half, cases[i].width, cases[i].height);
        ASSERT_OK(trace("implicit-euler", v, cases[i].level, &t), "implicit-euler", why);
        ASSERT_EQ_FMT(1, t.c.count, "%d");
        const curve *c = &t.c.curves[0];
        ASSERT(c->closed);
        ASSERT(c->count >= 6);
        for (int n = 0; n < c->count; n++) {
            ASSERT_NEAR(radius, hypot(c->x[n] - centre, c->y[n]), 1e-12, 0);
            /* The nearest point of the circle to the middle of a chord, in pixels. */
            double x = (c->x[n] + c->x[(n + 1) % c->count]) / 2 - centre;
            double y = (c->y[n] + c->y[(n + 1) % c->count]) / 2;
            double off = radius / hypot(x, y) - 1;
            ASSERT_NEAR(0, hypot(off * x / pixel_width(&v), off * y / pixel_height(&v)),
                        tolerance * 1.0001, 0);
        }
        ASSERT_NEAR(acos(-1) * radius * radius, enclosed_area(c), 0, 0.05);
        traced_clear(&t);
    }
    PASS();
}

/* Hairer & Wanner; mathematics.md 10. The row y = 0 and the column x = 0 are rows of pixels here.
 */
TEST rk4_ends_at_its_intervals(void)
{
    traced t;
    ASSERT_OK(trace("rk4", window(PLANE_Z, 0, 4, 301, 301), 1, &t), "rk4", why);
    ASSERT_EQ_FMT(1, t.c.count, "%d");
    const curve *c = &t.c.curves[0];
    double left = 0;
    double top = 0;
    for (int n = 0; n < c->count; n++) {
        left = c->y[n] == 0 && c->x[n] < left ? c->x[n] : left;
        top = c->x[n] == 0 && c->y[n] > top ? c->y[n] : top;
    }
    ASSERT_NEAR(-2.7852935634, left, 5e-11, 0);
    ASSERT_NEAR(2 * sqrt(2), top, 1e-12, 0);
    traced_clear(&t);
    PASS();
}

/* N - D = 0 and N + D = 0 in the real plane (mathematics.md 4), as distances along one axis. */
static double from_euler(double z, double w)
{
    return fmin(fabs(z), fabs(w - (1 - z / 2)));
}

static double from_radau_2(double z, double w)
{
    double lower = fabs(w - (6 - z) / 4);
    double upper = fabs(w - (z * z - 2 * z + 12) / 8);
    return fmin(fabs(z), fmin(lower, upper));
}

static double from_gauss_lobatto_1(double z, double w)
{
    return fmin(fmin(fabs(z), fabs(w - 4 / z)), fabs(z - 4 / w));
}

/* The rotating kernel: implicit Euler is (cos w - sin w)/(1 - z - w). */
static double from_rotating_euler(double z, double w)
{
    double top = cos(w) - sin(w);
    return fmin(fabs(z - (1 - w - top)), fabs(z - (1 - w + top)));
}

TEST real_regions_have_the_stated_curves(void)
{
    static const struct {
        const char *method;
        motion moves;
        double (*distance)(double, double);
    } rows[] = {
        {"implicit-euler", MOTION_SHEAR, from_euler},
        {"radau-iia:2", MOTION_SHEAR, from_radau_2},
        {"gauss-lobatto:1", MOTION_SHEAR, from_gauss_lobatto_1},
        {"implicit-euler", MOTION_ROTATION, from_rotating_euler},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int width = 90; width <= 91; width++) {
            traced t = {0};
            ASSERT_OK(compile(rows[i].method, rows[i].moves, &t.p), rows[i].method, why);
            view v = window(PLANE_ZW, 0, 9, width, 99);
            ASSERT_OK(trace_phi(v, 1, &t), rows[i].method, why);
            ASSERT(point_count(&t.c) > 150);
            double off = worst(&t.c, rows[i].distance);
            ASSERTm(support_say("%s: off by %g", rows[i].method, off), off <= 1e-9);
            traced_clear(&t);
        }
    }
    PASS();
}

/* Not only is what is drawn right, but what is right is drawn: the line w = 1 - z/2 for z < 0 is
 * passed at every row, and so is the axis z = 0. */
TEST the_line_of_implicit_euler_is_complete(void)
{
    traced t;
    view v = window(PLANE_ZW, 0, 5, 80, 60);
    ASSERT_OK(trace("implicit-euler", v, 1, &t), "implicit-euler", why);
    for (int row = 0; row < v.height; row++) {
        double w = view_y(&v, row);
        bool on_line = false;
        bool on_axis = false;
        for (int i = 0; i < t.c.count; i++) {
            for (int n = 0; n < t.c.curves[i].count; n++) {
                bool here = t.c.curves[i].y[n] == w;
                on_line |= here && fabs(t.c.curves[i].x[n] - 2 * (1 - w)) <= 1e-12;
                on_axis |= here && fabs(t.c.curves[i].x[n]) <= 1e-12;
            }
        }
        ASSERTm(support_say("row %d", row), on_line || fabs(2 * (1 - w)) > 5);
        ASSERTm(support_say("row %d", row), on_axis);
    }
    traced_clear(&t);
    PASS();
}

/* |R| = 1 on the whole imaginary axis up to rounding. On odd widths pixel centres lie on it. */
TEST the_imaginary_axis_is_a_clean_line(void)
{
    static const char *const methods[] = {"midpoint", "gauss:2", "gauss:5", "trapezoidal",
                                          "gauss-lobatto:3"};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        for (int width = 60; width <= 61; width++) {
            traced t;
            view v = window(PLANE_Z, 0, 7, width, 2 * width - 70);
            ASSERT_OK(trace(methods[i], v, 1, &t), methods[i], why);
            ASSERT_EQ_FMTm(methods[i], 1, t.c.count, "%d");
            const curve *c = &t.c.curves[0];
            ASSERT(!c->closed);
            /* From one row outside to the other, each row once; unstable, on the left, is Re z > 0:
             * so downward. */
            ASSERT_EQ_FMTm(methods[i], v.height + 2, c->count, "%d");
            for (int n = 0; n < c->count; n++) {
                ASSERT_NEAR(0, c->x[n], 1e-12, 0);
                ASSERT(c->y[n] == view_y(&v, n - 1));
            }
            traced_clear(&t);
        }
    }
    PASS();
}

/* Unprojected Gauss methods have the root -1 at w = 0: |sigma|max is 1 in the whole left
 * half-plane, and the line is where it begins to grow. */
TEST a_parasitic_root_does_not_move_the_line(void)
{
    static const char *const methods[] = {"midpoint,keep=none", "gauss:3,keep=none"};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        for (int width = 60; width <= 61; width++) {
            traced t;
            ASSERT_OK(trace(methods[i], window(PLANE_Z, 0, 2.5, width, 41), 1, &t), methods[i],
                      why);
            ASSERT_EQ_FMTm(methods[i], 1, t.c.count, "%d");
            ASSERT_EQ_FMTm(methods[i], 43, t.c.curves[0].count, "%d");
            for (int n = 0; n < 43; n++) {
                ASSERT_NEAR(0, t.c.curves[0].x[n], 1e-9, 0);
            }
            traced_clear(&t);
        }
    }
    PASS();
}

/* On |sigma| = 1 Phi is linear in z: z(theta) is the boundary locus. */
static double complex bdf2_locus(double theta, double w)
{
    double complex s = CMPLX(cos(theta), -sin(theta)); /* 1/sigma */
    return 1.5 - w - 2 * (1 - w) * s + (0.5 - w) * s * s;
}

/* How far z is from the locus: the nearest of many points, then a ternary search around it. */
static double from_bdf2_locus(double complex z, double w)
{
    enum { POINTS = 2000 };
    double step = 2 * acos(-1) / POINTS;
    int nearest = 0;
    for (int i = 1; i < POINTS; i++) {
        if (cabs(bdf2_locus(step * i, w) - z) < cabs(bdf2_locus(step * nearest, w) - z)) {
            nearest = i;
        }
    }
    double low = step * (nearest - 1);
    double high = step * (nearest + 1);
    for (int i = 0; i < 100; i++) {
        double a = low + (high - low) / 3;
        double b = high - (high - low) / 3;
        if (cabs(bdf2_locus(a, w) - z) < cabs(bdf2_locus(b, w) - z)) {
            high = b;
        } else {
            low = a;
        }
    }
    return cabs(bdf2_locus((low + high) / 2, w) - z);
}

TEST bdf2_follows_its_boundary_locus(void)
{
    static const double ws[] = {0, 0.25, -2, 1.2};
    for (size_t i = 0; i < sizeof ws / sizeof ws[0]; i++) {
        traced t;
        double w = ws[i];
        ASSERT_OK(trace("bdf:2", window(PLANE_Z, w, 9, 120, 91), 1, &t), "bdf:2", why);
        ASSERT(point_count(&t.c) > 30);
        for (int k = 0; k < t.c.count; k++) {
            for (int n = 0; n < t.c.curves[k].count; n++) {
                double complex z = CMPLX(t.c.curves[k].x[n], t.c.curves[k].y[n]);
                ASSERT_NEAR(0, from_bdf2_locus(z, w), 1e-9, 0);
                ASSERT_NEAR(1, growth_at(&t, creal(z), cimag(z)), 1e-9, 0);
            }
        }
        traced_clear(&t);
    }
    PASS();
}

/* Is the curve within a distance of (x, y)? Growths on both sides of the level say so. */
/* Where R is real: in the (z, w) plane of one-step methods. */
static bool is_real(const traced *t)
{
    return t->f.view.plane == PLANE_ZW && phi_describe(t->p)->degree == 1;
}

/* N and D there, by Horner's rule on a slice whose largest coefficient is near 1. */
static void real_N_and_D(const traced *t, double x, double y, double *N, double *D)
{
    double c[1024] = {0};
    int n = phi_describe(t->p)->degree_z;
    *N = *D = 0;
    if (phi_slice_numbers(t->p, y, c, &why) == STATUS_OK) {
        for (int i = n; i >= 0; i--) {
            *N = *N * x - c[i];
            *D = *D * x + c[n + 1 + i];
        }
    }
}

static bool is_indeterminate(const traced *t, double x, double y)
{
    double N, D;
    if (!is_real(t)) {
        return false;
    }
    real_N_and_D(t, x, y, &N, &D);
    return fabs(N) + fabs(D) <= 1e-9;
}

/* Does R = level or R = -level pass between the two places? */
static bool passes_between(const traced *t, const double from[2], const double to[2], double level)
{
    double N[2], D[2];
    real_N_and_D(t, from[0], from[1], &N[0], &D[0]);
    real_N_and_D(t, to[0], to[1], &N[1], &D[1]);
    bool plus = (N[0] - level * D[0] > 0) != (N[1] - level * D[1] > 0);
    bool minus = (N[0] + level * D[0] > 0) != (N[1] + level * D[1] > 0);
    return plus || minus;
}

static bool is_on_level(const traced *t, double x, double y, double level, double distance)
{
    double here = growth_at(t, x, y);
    /* Pixels called boundary, and points where every level curve ends. */
    if (isnan(here) || fabs(here - level) <= 1e-10 * level || is_indeterminate(t, x, y)) {
        return true;
    }
    /* A pole beside a zero makes slivers thinner than the distance: look nearer, too. */
    for (; distance > 1e-15; distance /= 10) {
        for (int k = 0; k < 8; k++) {
            double angle = acos(-1) / 4 * k;
            double other = growth_at(t, x + distance * cos(angle), y + distance * sin(angle));
            if ((other > level) != (here > level)) {
                return true;
            }
        }
    }
    return false;
}

/* Is the chord from point n on within the tolerance of the curve, seen from its middle, with the
 * side above on its left? */
static bool is_chord_near(const traced *t, const curve *c, int n, double level)
{
    int next = (n + 1) % c->count;
    double px = pixel_width(&t->f.view);
    double py = pixel_height(&t->f.view);
    double along_x = (c->x[next] - c->x[n]) / px;
    double along_y = (c->y[next] - c->y[n]) / py;
    double part = 1.01 * tolerance / hypot(along_x, along_y);
    double x = (c->x[n] + c->x[next]) / 2;
    double y = (c->y[n] + c->y[next]) / 2;
    const double left_side[2] = {x - part * along_y * px, y + part * along_x * py};
    const double right_side[2] = {x + part * along_y * px, y - part * along_x * py};
    if (is_real(t)) {
        return passes_between(t, left_side, right_side, level);
    }
    double left = growth_at(t, left_side[0], left_side[1]);
    double right = growth_at(t, right_side[0], right_side[1]);
    return left >= level * (1 - 1e-10) && !(right > level * (1 + 1e-10));
}

typedef struct tally {
    int points, off_level, chords, bad_chords;
} tally;

/* Counts what is wrong with a contour; false when a point is not even near the view, or is the one
 * before once more. */
static bool examine(const traced *t, double level, tally *sum)
{
    const view *v = &t->f.view;
    double px = 1.001 * pixel_width(v);
    double py = 1.001 * pixel_height(v);
    for (int i = 0; i < t->c.count; i++) {
        const curve *c = &t->c.curves[i];
        for (int n = 0; n < c->count; n++) {
            /* Refinement may leave the ring, by less than two pixels. */
            bool near = c->x[n] >= v->x0 - 3 * px && c->x[n] <= v->x1 + 3 * px &&
                        c->y[n] >= v->y0 - 3 * py && c->y[n] <= v->y1 + 3 * py;
            bool is_chord = c->closed || n + 1 < c->count;
            int next = (n + 1) % c->count;
            bool moves = !is_chord || c->x[n] != c->x[next] || c->y[n] != c->y[next];
            if (!near || !moves) {
                return false;
            }
            sum->points++;
            sum->off_level += !is_on_level(t, c->x[n], c->y[n], level, 1e-9);
            if (is_chord) {
                sum->chords++;
                sum->bad_chords += !is_chord_near(t, c, n, level);
            }
        }
    }
    return true;
}

/* |R| has a saddle where R' = 0. A cell around it has opposite corners above; which of them are
 * connected depends on whether the level is just below the saddle or just above it. */
TEST saddles_are_resolved_by_their_centre(void)
{
    double complex z = CMPLX(-0.7, 1.8); /* of rk4, by Newton's method for R' */
    for (int n = 0; n < 20; n++) {
        z -= (1 + z + z * z / 2 + z * z * z / 6) / (1 + z + z * z / 2);
    }
    double height = cabs(1 + z + z * z / 2 + z * z * z / 6 + z * z * z * z / 24);
    for (int side = -1; side <= 1; side += 2) {
        traced t;
        tally sum = {0};
        view v = window(PLANE_Z, 0, 0.02, 2, 2);
        v.x0 += creal(z);
        v.x1 += creal(z);
        v.y0 += cimag(z);
        v.y1 += cimag(z);
        ASSERT_OK(trace("rk4", v, height * (1 + side * 2e-5), &t), "rk4", why);
        ASSERT_EQ_FMT(2, t.c.count, "%d");
        ASSERT(examine(&t, height * (1 + side * 2e-5), &sum));
        ASSERT_EQ_FMT(0, sum.off_level, "%d");
        ASSERT_EQ_FMT(0, sum.bad_chords, "%d");
        traced_clear(&t);
    }
    PASS();
}

/* Where branches cross or come closer than a pixel, chords pass from one to the other: those, and
 * no more than those, may be off. */
TEST every_method_has_points_on_the_level(void)
{
    static const double levels[] = {1, 0.5, 2};
    static everything e;
    tally sum = {0};
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        bool ode_only = phi_describe(e.p)->spin == PHI_ODE_ONLY;
        for (size_t i = 0; i < 2 * sizeof levels / sizeof levels[0]; i++) {
            plane kind = i % 2 == 0 ? PLANE_Z : PLANE_ZW;
            if (kind == PLANE_ZW && ode_only) {
                continue;
            }
            view v = window(kind, ode_only ? 0 : random_between(-1, 1), 6, 61, 46);
            traced t = {.p = e.p};
            ASSERT_OK(trace_phi(v, levels[i / 2], &t), e.name, why);
            ASSERTm(support_say("%s", e.name), examine(&t, levels[i / 2], &sum));
            ASSERTm(support_say("%s, plane %s, level %g, w %.17g", e.name, plane_name(kind),
                                levels[i / 2], v.w),
                    sum.off_level == 0);
            contour_clear(&t.c);
            field_clear(&t.f);
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    ASSERT(sum.points > 10000);
    ASSERTm(support_say("%d chords of %d are off", sum.bad_chords, sum.chords),
            sum.bad_chords <= sum.chords / 200);
    PASS();
}

/* In the plane z at w = 0 and with finer pixels there are hardly any places like that. */
TEST chords_stay_within_the_tolerance(void)
{
    static everything e;
    tally sum = {0};
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        traced t = {.p = e.p};
        ASSERT_OK(trace_phi(window(PLANE_Z, 0, 6, 250, 251), 1, &t), e.name, why);
        ASSERTm(support_say("%s", e.name), examine(&t, 1, &sum));
        ASSERTm(support_say("%s", e.name), sum.off_level == 0);
        contour_clear(&t.c);
        field_clear(&t.f);
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    ASSERTm(support_say("%d chords of %d are off", sum.bad_chords, sum.chords),
            sum.bad_chords <= sum.chords / 2000);
    PASS();
}

/* (0, 1) of implicit Euler is 0/0 and the centre of a pixel, (0, 3/2) of Radau IIA 2 as well; the
 * others go through poles. */
TEST special_pixels_give_finite_curves(void)
{
    static const struct {
        const char *method;
        double x, y;
    } cases[] = {{"implicit-euler", 0, 1}, {"radau-iia:2", 0, 1.5}, {"midpoint", 0, 2},
                 {"gauss:2", 2, 2},        {"bdf:2", 1, 0.5},       {"bdf:2", 1, 0.75}};
    static const double sizes[] = {1e-6, 1, 1e6};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            traced t;
            view v = window(PLANE_ZW, 0, sizes[k], 41, 33);
            v.x0 += cases[i].x;
            v.x1 += cases[i].x;
            v.y0 += cases[i].y;
            v.y1 += cases[i].y;
            tally sum = {0};
            ASSERT_OK(trace(cases[i].method, v, 1, &t), cases[i].method, why);
            ASSERTm(cases[i].method, examine(&t, 1, &sum));
            /* Close up there may be no curve; in a window of size 1 there is. */
            ASSERTm(cases[i].method, sizes[k] != 1 || sum.points > 20);
            traced_clear(&t);
        }
    }
    PASS();
}

/* Radau IIA 3 has its boundary far away and close up too. */
TEST magnification_keeps_points_on_the_curve(void)
{
    traced whole;
    ASSERT_OK(trace("radau-iia:3", window(PLANE_Z, 0, 20, 101, 101), 1, &whole), "radau", why);
    ASSERT_EQ_FMT(1, whole.c.count, "%d");
    for (int n = 0; n < whole.c.curves[0].count; n += 17) {
        traced t;
        view v = window(PLANE_Z, 0, 1e-6, 30, 30);
        v.x0 += whole.c.curves[0].x[n];
        v.x1 += whole.c.curves[0].x[n];
        v.y0 += whole.c.curves[0].y[n];
        v.y1 += whole.c.curves[0].y[n];
        ASSERT_OK(trace("radau-iia:3", v, 1, &t), "radau", why);
        ASSERT_EQ_FMT(1, t.c.count, "%d");
        const curve *c = &t.c.curves[0];
        ASSERT(!c->closed);
        /* As good as straight, and through the middle of the view. */
        double dx = c->x[c->count - 1] - c->x[0];
        double dy = c->y[c->count - 1] - c->y[0];
        for (int k = 0; k < c->count; k++) {
            double across =
                (c->x[k] - whole.c.curves[0].x[n]) * dy - (c->y[k] - whole.c.curves[0].y[n]) * dx;
            ASSERT_NEAR(0, across / hypot(dx, dy), 1e-11, 0);
        }
        traced_clear(&t);
    }
    traced_clear(&whole);
    PASS();
}

TEST curves_run_over_the_edge_of_the_view(void)
{
    traced t;
    view v = window(PLANE_ZW, 0, 5, 50, 40);
    v.x1 = -0.5; /* without the axis z = 0 */
    ASSERT_OK(trace("implicit-euler", v, 1, &t), "implicit-euler", why);
    ASSERT_EQ_FMT(1, t.c.count, "%d");
    const curve *c = &t.c.curves[0];
    /* Unstable is upward: with it on the left the line runs from left to right. It starts at the
     * left edge, at w = 3.5, and ends at the right one, at w = 1.25. */
    ASSERT(c->x[0] < v.x0 && c->x[0] > v.x0 - pixel_width(&v));
    ASSERT(c->x[c->count - 1] > v.x1 && c->x[c->count - 1] < v.x1 + pixel_width(&v));
    traced_clear(&t);

    /* A line on the very edge: the ring outside sees it. */
    v = window(PLANE_Z, 0, 5, 30, 30);
    v.x0 = 0;
    ASSERT_OK(trace("gauss:2", v, 1, &t), "gauss:2", why);
    ASSERT_EQ_FMT(1, t.c.count, "%d");
    ASSERT_EQ_FMT(32, t.c.curves[0].count, "%d");
    traced_clear(&t);
    PASS();
}

TEST tiny_fields_are_traced(void)
{
    static const struct {
        int width, height;
    } sizes[] = {{1, 1}, {2, 2}, {7, 3}, {1, 9}, {9, 1}};
    static everything e;
    ASSERT(everything_begin(&e));
    int curves = 0;
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            traced t = {.p = e.p};
            tally sum = {0};
            view v = window(PLANE_Z, 0, 3, sizes[i].width, sizes[i].height);
            ASSERT_OK(trace_phi(v, 1, &t), e.name, why);
            ASSERTm(support_say("%s", e.name), examine(&t, 1, &sum));
            ASSERTm(support_say("%s", e.name), sum.off_level == 0);
            curves += t.c.count;
            contour_clear(&t.c);
            field_clear(&t.f);
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    ASSERT(curves > 50);
    PASS();
}

/* The reference evaluator, kernels, and kernels that are right to 1e-3 lead to the same curve. */
TEST the_evaluator_of_the_field_does_not_matter(void)
{
    static const char *const methods[] = {"radau-iia:3", "bdf:2", "bdf:5", "sdirk3"};
    /* The last is filled in: as near to the growth of a pixel as single precision can tell. */
    double levels[] = {1, 0.25, 1.5, 1.001, 0};
    for (size_t i = 0; i < 2 * sizeof methods / sizeof methods[0]; i++) {
        const char *name = methods[i / 2];
        for (size_t k = 0; k < sizeof levels / sizeof levels[0]; k++) {
            traced t;
            traced other;
            view v = window(PLANE_Z, 0.1, 9, 321, 80);
            ASSERT_OK(compile(name, MOTION_SHEAR, &other.p), name, why);
            if (levels[k] == 0) {
                traced probe = {.p = other.p, .f = {.view = v}};
                levels[k] = growth_at(&probe, view_x(&v, 30), view_y(&v, 22)) * (1 - 1e-8);
            }
            ASSERT_OK(trace(name, v, levels[k], &t), name, why);
            field_request request = {.view = v,
                                     .phi = other.p,
                                     .evaluator = i % 2 == 0 ? EVALUATOR_SCALAR : EVALUATOR_SIMD,
                                     .for_display = i % 2 == 1};
            ASSERT_OK(field_compute(&request, 0, 0, &other.f, &why), name, why);
            ASSERT_OK(trace_field(levels[k], &other), name, why);
            ASSERT_EQ_FMT(t.c.count, other.c.count, "%d");
            for (int n = 0; n < t.c.count; n++) {
                const curve *a = &t.c.curves[n];
                const curve *b = &other.c.curves[n];
                ASSERT_EQ_FMT(a->count, b->count, "%d");
                for (int j = 0; j < a->count; j++) {
                    ASSERT_NEAR(a->x[j], b->x[j], 1e-10, 0);
                    ASSERT_NEAR(a->y[j], b->y[j], 1e-10, 0);
                }
            }
            traced_clear(&t);
            traced_clear(&other);
        }
    }
    PASS();
}

/* Time is evaluations: the ring around the view, and a few for each crossing. */
TEST crossings_take_few_evaluations(void)
{
    static const char *const methods[] = {"radau-iia:3", "gauss:4", "bdf:2", "bdf:6", "rk4"};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        traced t;
        view v = window(PLANE_Z, 0, 12, 480, 270);
        ASSERT_OK(trace(methods[i], v, 1, &t), methods[i], why);
        long ring = 2 * (v.width + v.height + 2);
        ASSERTm(methods[i], t.c.crossings > 200);
        ASSERTm(support_say("%s: %ld evaluations, %d crossings", methods[i], t.c.evaluations,
                            t.c.crossings),
                t.c.evaluations <= ring + ring / 10 + 4 * t.c.crossings);
        traced_clear(&t);
    }
    PASS();
}

TEST bad_requests_are_refused(void)
{
    traced t;
    static const double bad_levels[] = {0, -1, INFINITY, NAN, 1e31};
    static const double bad_tolerances[] = {0, -0.05, NAN, 2};
    ASSERT_OK(trace("bdf:2", window(PLANE_Z, 0, 2, 20, 20), 1, &t), "bdf:2", why);
    for (size_t i = 0; i < sizeof bad_levels / sizeof bad_levels[0]; i++) {
        contour c;
        contour_request request = {
            .field = &t.f, .phi = t.p, .level = bad_levels[i], .pixel_tolerance = tolerance};
        ASSERT_EQ(STATUS_BAD_INPUT, contour_trace(&request, &c, &why));
        ASSERTm(why.text, strstr(why.text, "1e-30 to 1e30") != NULL);
        contour_clear(&c);
    }
    for (size_t i = 0; i < sizeof bad_tolerances / sizeof bad_tolerances[0]; i++) {
        contour c;
        contour_request request = {
            .field = &t.f, .phi = t.p, .level = 1, .pixel_tolerance = bad_tolerances[i]};
        ASSERT_EQ(STATUS_BAD_INPUT, contour_trace(&request, &c, &why));
        contour_clear(&c);
    }
    atomic_bool cancel = true;
    contour c;
    contour_request request = {
        .field = &t.f, .phi = t.p, .level = 1, .pixel_tolerance = tolerance, .cancel = &cancel};
    ASSERT_EQ(STATUS_NO, contour_trace(&request, &c, &why));
    ASSERT_EQ_FMT(0, c.count, "%d");
    contour_clear(&c);
    traced_clear(&t);
    PASS();
}

/* |R e^{-z}| = 1 for implicit Euler at w = 0: |1 - z| = e^{-x}. Through z = 0 there pass two
 * branches, as its order is 1: four sectors. */
TEST an_order_star_is_traced(void)
{
    traced t;
    view v = window(PLANE_Z, 0, 3, 300, 300);
    ASSERT_OK(trace("implicit-euler", v, 1, &t), "implicit-euler", why);
    contour_request request = {
        .field = &t.f, .phi = t.p, .level = 1, .star = true, .pixel_tolerance = tolerance};
    contour star;
    int points = 0;
    ASSERT_OK(contour_trace(&request, &star, &why), "star", why);
    for (int i = 0; i < star.count; i++) {
        for (int n = 0; n < star.curves[i].count; n++, points++) {
            double x = star.curves[i].x[n], y = star.curves[i].y[n];
            ASSERT_NEAR(-x, log(hypot(1 - x, y)), 1e-10, 0);
        }
    }
    ASSERT(points > 300);
    contour_clear(&star);
    traced_clear(&t);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        return 1;
    }
    RUN_TEST(implicit_euler_has_a_circle);
    RUN_TEST(rk4_ends_at_its_intervals);
    RUN_TEST(real_regions_have_the_stated_curves);
    RUN_TEST(the_line_of_implicit_euler_is_complete);
    RUN_TEST(the_imaginary_axis_is_a_clean_line);
    RUN_TEST(a_parasitic_root_does_not_move_the_line);
    RUN_TEST(bdf2_follows_its_boundary_locus);
    RUN_TEST(saddles_are_resolved_by_their_centre);
    RUN_TEST(every_method_has_points_on_the_level);
    RUN_TEST(chords_stay_within_the_tolerance);
    RUN_TEST(special_pixels_give_finite_curves);
    RUN_TEST(magnification_keeps_points_on_the_curve);
    RUN_TEST(curves_run_over_the_edge_of_the_view);
    RUN_TEST(tiny_fields_are_traced);
    RUN_TEST(the_evaluator_of_the_field_does_not_matter);
    RUN_TEST(crossings_take_few_evaluations);
    RUN_TEST(bad_requests_are_refused);
    catalogue_destroy(all);
    RUN_TEST(an_order_star_is_traced);
    GREATEST_MAIN_END();
}
