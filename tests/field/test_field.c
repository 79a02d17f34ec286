#include "field/field.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "field/kernel.h"
#include "stability/everything.h"
#include "support/support.h"

static catalogue *all;
static message why;

static status compile(const char *name, motion moves, phi **p)
{
    method *m = NULL;
    status s = catalogue_open(all, name, &m, &why);
    s = s == STATUS_OK ? phi_compile(m, moves, p, &why) : s;
    method_destroy(m);
    return s;
}

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

/* The reference evaluator at a pixel of a field. */
static point point_of(const field *f, const phi *p, int column, int row)
{
    bool is_z = f->view.plane == PLANE_Z;
    double y = view_y(&f->view, f->first_row + row);
    slice s;
    point found = {.growth = NAN, .verdict = VERDICT_UNDEFINED};
    if (slice_take(&s, p, is_z ? f->view.w : y, false, &why) == STATUS_OK) {
        s.accuracy = f->exact != NULL ? slice_accuracy : slice_picture_accuracy;
        found = point_evaluate(&s, CMPLX(view_x(&f->view, column), is_z ? y : 0));
    }
    slice_clear(&s);
    return found;
}

static bool same_float(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

/* The same bits in growth and verdict over the rows of b, which is all of a or a band of it. */
static bool same_bits(const field *a, const field *b)
{
    size_t width = (size_t)a->view.width;
    size_t from = (size_t)(b->first_row - a->first_row) * width;
    for (size_t i = 0; i < width * (size_t)b->rows; i++) {
        if (!same_float(a->growth[from + i], b->growth[i]) ||
            a->verdict[from + i] != b->verdict[i]) {
            return false;
        }
    }
    return true;
}

/* Scalar and SIMD over one view: the same verdicts, growths to the kernels' 1e-6. */
static enum greatest_test_res compare_evaluators(const char *name, const phi *p, view v)
{
    field scalar;
    field simd;
    field_request request = {.view = v, .phi = p, .evaluator = EVALUATOR_SCALAR};
    ASSERT_OK(field_compute(&request, 0, 0, &scalar, &why), name, why);
    request.evaluator = EVALUATOR_SIMD;
    ASSERT_OK(field_compute(&request, 0, 0, &simd, &why), name, why);
    for (int i = 0; i < v.width * v.height; i++) {
        double expected = (double)scalar.growth[i];
        double found = (double)simd.growth[i];
        bool same =
            scalar.verdict[i] == simd.verdict[i] && (same_float(scalar.growth[i], simd.growth[i]) ||
                                                     fabs(expected - found) <= 1.2e-6 * expected);
        ASSERTm(support_say("%s, plane %s, w %.17g, pixel %d,%d: %.9g (%s), scalar %.9g (%s)", name,
                            plane_name(v.plane), v.w, i % v.width, i / v.width, found,
                            verdict_name((verdict)simd.verdict[i]), expected,
                            verdict_name((verdict)scalar.verdict[i])),
                same);
    }
    field_clear(&scalar);
    field_clear(&simd);
    PASS();
}

TEST scalar_and_simd_agree_for_every_method(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        bool ode_only = phi_describe(e.p)->spin == PHI_ODE_ONLY;
        /* Odd sizes: centres lie on the axes, on z = 0, and on poles such as z + w = 3/2. */
        view views[] = {
            window(PLANE_Z, 0, 6, 61, 33),     window(PLANE_Z, 0.5, 8.25, 33, 33),
            window(PLANE_Z, -1.3, 6, 60, 20),  window(PLANE_Z, 0, 1e6, 31, 17),
            window(PLANE_Z, 0, 1e-6, 31, 17),  window(PLANE_ZW, 0, 8.25, 33, 33),
            window(PLANE_ZW, 0, 4, 40, 35),    window(PLANE_ZW, 0, 1e6, 17, 17),
            window(PLANE_ZW, 0, 1e-6, 17, 17),
        };
        for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
            if (!ode_only || (views[i].plane == PLANE_Z && views[i].w == 0)) {
                CHECK_CALL(compare_evaluators(e.name, e.p, views[i]));
            }
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

TEST rotating_kernels_agree_too(void)
{
    static const char *const methods[] = {"implicit-euler", "radau-iia:3", "bdf:3", "midpoint"};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        phi *p = NULL;
        ASSERT_OK(compile(methods[i], MOTION_ROTATION, &p), methods[i], why);
        CHECK_CALL(compare_evaluators(methods[i], p, window(PLANE_Z, 0.7, 5, 41, 33)));
        CHECK_CALL(compare_evaluators(methods[i], p, window(PLANE_ZW, 0, 5, 41, 33)));
        phi_destroy(p);
    }
    PASS();
}

static enum greatest_test_res compare_jobs(const char *name, const phi *p, view v)
{
    static const int jobs[] = {2, 5, 0};
    field one;
    field_request request = {.view = v, .phi = p, .jobs = 1};
    ASSERT_OK(field_compute(&request, 0, 0, &one, &why), name, why);
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        field many;
        request.jobs = jobs[i];
        ASSERT_OK(field_compute(&request, 0, 0, &many, &why), name, why);
        ASSERTm(support_say("%s: %dx%d with %d jobs", name, v.width, v.height, jobs[i]),
                same_bits(&one, &many));
        field_clear(&many);
    }
    field_clear(&one);
    PASS();
}

/* A view whose middle is near the boundary, by bisection from a random place to another; from wide
 * to as deep as doubles go, where all terms cancel, and sometimes where roots are clustered. */
static view view_of_the_boundary(const slice *s, double w)
{
    double complex a = CMPLX(random_between(-9, 9), random_between(-9, 9));
    double complex b = CMPLX(random_between(-9, 9), random_between(-9, 9));
    bool at_start = point_is_stable(s, a);
    for (int n = 0; n < random_integer(3, 45); n++) {
        double complex middle = (a + b) / 2;
        *(point_is_stable(s, middle) == at_start ? &a : &b) = middle;
    }
    double half = pow(10, random_between(-11, 1.5));
    return (view){.plane = PLANE_Z,
                  .x0 = creal(a) - half,
                  .x1 = creal(a) + half,
                  .y0 = cimag(a) - half / 16,
                  .y1 = cimag(a) + half / 16,
                  .width = 144,
                  .height = 9,
                  .w = w};
}

/* The reference evaluator to 1e-12, exactly where it must, on every pixel. */
static enum greatest_test_res compare_with_exact(const everything *e, const slice *s, const view *v)
{
    field f;
    const field_request request = {.view = *v, .phi = e->p, .for_display = true, .jobs = 1};
    ASSERT_OK(field_compute(&request, 0, 0, &f, &why), e->name, why);
    for (int n = 0; n < v->width * v->height; n++) {
        double complex z = CMPLX(view_x(v, n % v->width), view_y(v, n / v->width));
        point exact = point_evaluate(s, z);
        int found = f.verdict[n];
        double growth = f.growth[n];
        bool is_right = exact.decided_in == PRECISION_OPEN || found == (int)exact.verdict;
        bool is_near = !(exact.growth > 1e-12 && exact.growth < 1e12) ||
                       exact.decided_in == PRECISION_OPEN ||
                       fabs(growth - exact.growth) <= 1.1e-3 * exact.growth;
        if (!is_right || !is_near) {
            field_clear(&f);
            FAILm(support_say("%s at z = %.17g%+.17gi, w = %.17g: %s, %.9g, exactly %s, %.17g",
                              e->name, creal(z), cimag(z), v->w, verdict_name((verdict)found),
                              growth, verdict_name(exact.verdict), exact.growth));
        }
    }
    field_clear(&f);
    PASS();
}

TEST what_is_shown_is_on_the_right_side_of_one(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        bool ode_only = phi_describe(e.p)->spin == PHI_ODE_ONLY;
        for (int n = 0; n < 4; n++) {
            slice s;
            double w = ode_only ? 0 : n == 0 ? 1 : random_edgy(3);
            ASSERT_OK(slice_take(&s, e.p, w, false, &why), e.name, why);
            view v = view_of_the_boundary(&s, w);
            enum greatest_test_res result = view_check(&v, &why) == STATUS_OK
                                                ? compare_with_exact(&e, &s, &v)
                                                : GREATEST_TEST_RES_PASS;
            slice_clear(&s);
            CHECK_CALL(result);
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

TEST the_number_of_jobs_does_not_change_a_bit(void)
{
    static const struct {
        int width, height;
    } sizes[] = {{1, 1}, {7, 3}, {257, 17}, {64, 64}};
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        bool ode_only = phi_describe(e.p)->spin == PHI_ODE_ONLY;
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            plane kind = ode_only || i % 2 == 0 ? PLANE_Z : PLANE_ZW;
            CHECK_CALL(
                compare_jobs(e.name, e.p, window(kind, 0, 6, sizes[i].width, sizes[i].height)));
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    static const char *const methods[] = {"radau-iia:3", "bdf:2", "bdf:6"};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        phi *p = NULL;
        ASSERT_OK(compile(methods[i], MOTION_SHEAR, &p), methods[i], why);
        CHECK_CALL(compare_jobs(methods[i], p, window(PLANE_Z, 0.1, 9, 1279, 721)));
        phi_destroy(p);
    }
    PASS();
}

/* A band that begins with a row of tiles has the bits of the whole field; another band may round
 * roots of degree 3 and more differently, because warm starts begin with the band. */
TEST a_band_of_rows_is_a_part_of_the_whole(void)
{
    static const char *const methods[] = {"radau-iia:3", "bdf:2", "bdf:6", "adams-bashforth:5"};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        phi *p = NULL;
        ASSERT_OK(compile(methods[i], MOTION_SHEAR, &p), methods[i], why);
        bool ode_only = phi_describe(p)->spin == PHI_ODE_ONLY;
        for (int n = 0; n < 2; n++) {
            view v = window(ode_only || n == 0 ? PLANE_Z : PLANE_ZW, 0, 9, 301, 83);
            field_request request = {.view = v, .phi = p};
            field whole;
            ASSERT_OK(field_compute(&request, 0, 0, &whole, &why), methods[i], why);
            ASSERT(whole.first_row == 0 && whole.rows == 83);
            static const int bands[][2] = {{0, 1}, {0, 83}, {16, 40}, {80, 3}, {5, 1}, {33, 50}};
            for (size_t k = 0; k < sizeof bands / sizeof bands[0]; k++) {
                field band;
                ASSERT_OK(field_compute(&request, bands[k][0], bands[k][1], &band, &why),
                          methods[i], why);
                ASSERT(band.first_row == bands[k][0] && band.rows == bands[k][1]);
                size_t from = (size_t)bands[k][0] * 301;
                size_t count = (size_t)bands[k][1] * 301;
                ASSERTm(support_say("%s, band %zu", methods[i], k),
                        memcmp(whole.verdict + from, band.verdict, count) == 0);
                for (size_t at = 0; at < count; at++) {
                    ASSERT(same_float(whole.growth[from + at], band.growth[at]) ||
                           support_near((double)whole.growth[from + at], (double)band.growth[at], 0,
                                        3e-7));
                }
                ASSERTm(support_say("%s, band %zu", methods[i], k),
                        same_bits(&whole, &band) ||
                            (bands[k][0] % 16 != 0 && phi_describe(p)->degree > 2));
                field_clear(&band);
            }
            field_clear(&whole);
        }
        phi_destroy(p);
    }
    PASS();
}

typedef struct passes {
    int count;
    int sides[8];
    const field *f;
    const phi *p;
    bool coarse_is_right;
} passes;

/* After the coarse pass the middle of each square of 8 is right (tiles are multiples of 8). */
static void note_pass(void *context, int side)
{
    passes *s = context;
    s->sides[s->count++ % 8] = side;
    if (side != 8) {
        return;
    }
    s->coarse_is_right = true;
    int width = s->f->view.width;
    for (int row = 0; row + 8 <= s->f->rows; row += 8) {
        for (int column = 0; column + 8 <= width; column += 8) {
            point p = point_of(s->f, s->p, column + 4, row + 4);
            for (int k = 0; k < 64; k++) {
                int at = (row + k / 8) * width + column + k % 8;
                s->coarse_is_right &= same_float((float)p.growth, s->f->growth[at]) &&
                                      (verdict)s->f->verdict[at] == p.verdict;
            }
        }
    }
}

TEST passes_go_from_coarse_to_fine(void)
{
    static const char *const methods[] = {"radau-iia:3", "bdf:2", "bdf:4"};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        phi *p = NULL;
        ASSERT_OK(compile(methods[i], MOTION_SHEAR, &p), methods[i], why);
        for (int n = 0; n < 2; n++) {
            field f;
            field whole;
            passes s = {.f = &f, .p = p};
            field_request request = {.view = window((plane)n, 0.2, 7, 301, 75),
                                     .phi = p,
                                     .passed = note_pass,
                                     .context = &s};
            ASSERT_OK(field_compute(&request, 0, 0, &f, &why), methods[i], why);
            ASSERT_EQ_FMT(2, s.count, "%d");
            ASSERT_EQ_FMT(8, s.sides[0], "%d");
            ASSERT_EQ_FMT(1, s.sides[1], "%d");
            ASSERTm(methods[i], s.coarse_is_right);
            request.passed = NULL;
            ASSERT_OK(field_compute(&request, 0, 0, &whole, &why), methods[i], why);
            ASSERTm(methods[i], same_bits(&whole, &f));
            field_clear(&f);
            field_clear(&whole);
        }
        phi_destroy(p);
    }
    PASS();
}

TEST a_cancelled_field_says_no(void)
{
    phi *p = NULL;
    ASSERT_OK(compile("bdf:6", MOTION_SHEAR, &p), "bdf:6", why);
    for (int kind = 0; kind < PLANE_COUNT; kind++) {
        for (int jobs = 1; jobs <= 3; jobs++) {
            field f;
            atomic_bool cancel = true;
            field_request request = {.view = window((plane)kind, 0, 9, 400, 300),
                                     .phi = p,
                                     .jobs = jobs,
                                     .cancel = &cancel};
            ASSERT_EQ(STATUS_NO, field_compute(&request, 0, 0, &f, &why));
            /* Nothing was computed: the growth is 0 nowhere when it was. */
            for (int i = 0; i < 400 * 300; i++) {
                ASSERT(f.growth[i] == 0);
            }
            field_clear(&f);
        }
    }
    phi_destroy(p);
    PASS();
}

static atomic_bool stop;

static void stop_after_coarse(void *context, int side)
{
    (void)side;
    ++*(int *)context;
    atomic_store(&stop, true);
}

TEST cancelling_between_passes_leaves_the_coarse_one(void)
{
    phi *p = NULL;
    int count = 0;
    field f;
    ASSERT_OK(compile("bdf:6", MOTION_SHEAR, &p), "bdf:6", why);
    atomic_store(&stop, false);
    field_request request = {.view = window(PLANE_Z, 0, 9, 64, 64),
                             .phi = p,
                             .cancel = &stop,
                             .passed = stop_after_coarse,
                             .context = &count};
    ASSERT_EQ(STATUS_NO, field_compute(&request, 0, 0, &f, &why));
    ASSERT(count >= 1);
    for (int i = 0; i < 64 * 64; i++) {
        int middle = (i / 64 / 8 * 8 + 4) * 64 + i % 64 / 8 * 8 + 4;
        ASSERT(same_float(f.growth[middle], f.growth[i]));
    }
    field_clear(&f);
    phi_destroy(p);
    PASS();
}

/* Every layer at every pixel against the reference evaluator. */
static enum greatest_test_res compare_layers(const char *name, const phi *p, view v,
                                             unsigned layers)
{
    field f;
    field_request request = {.view = v, .phi = p, .layers = layers};
    ASSERT_OK(field_compute(&request, 0, 0, &f, &why), name, why);
    ASSERT((f.exact != NULL) == ((layers & FIELD_EXACT) != 0));
    ASSERT((f.R != NULL) == ((layers & FIELD_R) != 0));
    ASSERT((f.star != NULL) == ((layers & FIELD_STAR) != 0));
    ASSERT((f.outside != NULL) == ((layers & FIELD_OUTSIDE) != 0));
    for (int i = 0; i < v.width * v.height; i++) {
        point q = point_of(&f, p, i % v.width, i / v.width);
        ASSERTm(support_say("%s, pixel %d", name, i), same_float((float)q.growth, f.growth[i]));
        ASSERTm(support_say("%s, pixel %d", name, i), (verdict)f.verdict[i] == q.verdict);
        ASSERTm(support_say("%s, pixel %d", name, i),
                f.exact == NULL || q.growth == f.exact[i] || isnan(f.exact[i]));
        ASSERTm(support_say("%s, pixel %d", name, i),
                f.outside == NULL || q.outside == f.outside[i]);
        if (f.R != NULL && q.verdict != VERDICT_POLE && q.verdict != VERDICT_UNDEFINED) {
            ASSERTm(support_say("%s, pixel %d", name, i), q.R == f.R[i]);
        }
        if (f.star != NULL && isfinite(q.growth) && q.growth > 0) {
            /* log |R e^{-z}| by another way. */
            double z = view_x(&v, i % v.width);
            ASSERTm(support_say("%s, pixel %d", name, i),
                    support_near(log(q.growth * exp(-z)), (double)f.star[i], 1e-5, 1e-6));
        }
    }
    field_clear(&f);
    PASS();
}

TEST layers_are_those_of_the_reference_evaluator(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        const phi_info *info = phi_describe(e.p);
        unsigned layers = FIELD_EXACT | FIELD_OUTSIDE;
        layers |= info->degree == 1 ? FIELD_R | FIELD_STAR : 0;
        CHECK_CALL(compare_layers(e.name, e.p, window(PLANE_Z, 0, 4, 13, 9), layers));
        if (info->spin != PHI_ODE_ONLY) {
            CHECK_CALL(compare_layers(e.name, e.p, window(PLANE_ZW, 0, 4, 13, 9), layers));
            CHECK_CALL(compare_layers(e.name, e.p, window(PLANE_Z, 0.5, 4, 13, 9), FIELD_EXACT));
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

/* On the imaginary axis implicit Euler is R = 1/(1 - iy): the numbers themselves, once. */
TEST implicit_euler_has_its_numbers(void)
{
    phi *p = NULL;
    field f;
    ASSERT_OK(compile("implicit-euler", MOTION_SHEAR, &p), "implicit-euler", why);
    view v = window(PLANE_Z, 0, 4, 3, 5);
    unsigned layers = FIELD_EXACT | FIELD_R | FIELD_STAR | FIELD_OUTSIDE;
    field_request request = {.view = v, .phi = p, .layers = layers};
    ASSERT_OK(field_compute(&request, 0, 0, &f, &why), "implicit-euler", why);
    for (int i = 0; i < 15; i++) {
        double complex z = CMPLX(view_x(&v, i % 3), view_y(&v, i / 3));
        double complex R = 1 / (1 - z);
        ASSERT_NEAR(creal(R), creal(f.R[i]), 1e-15, 0);
        ASSERT_NEAR(cimag(R), cimag(f.R[i]), 1e-15, 0);
        ASSERT_NEAR(cabs(R), f.exact[i], 1e-15, 0);
        ASSERT_NEAR(cabs(R), (double)f.growth[i], 1e-7, 0);
        ASSERT_NEAR(log(cabs(R)) - creal(z), (double)f.star[i], 1e-6, 0);
        ASSERT_EQ_FMT(cabs(R) > 1, f.outside[i], "%d");
    }
    field_clear(&f);
    phi_destroy(p);
    PASS();
}

/* A size without the layers of that size would be written over by the next request of it. */
TEST a_refused_request_leaves_the_field_as_it_was(void)
{
    phi *p = NULL;
    field f = {0};
    ASSERT_OK(compile("bdf:2", MOTION_SHEAR, &p), "bdf:2", why);
    field_request request = {.view = window(PLANE_Z, 0, 4, 5, 5), .phi = p};
    ASSERT_OK(field_recompute(&request, 0, 0, &f, &why), "small", why);
    request.view = window(PLANE_Z, 0, 4, 200, 200);
    request.layers = FIELD_R;
    ASSERT_EQ(STATUS_BAD_INPUT, field_recompute(&request, 0, 0, &f, &why));
    ASSERT_EQ(5, f.view.width);
    ASSERT_EQ(5, f.rows);
    request.layers = 0;
    ASSERT_OK(field_recompute(&request, 0, 0, &f, &why), "large", why);
    ASSERT(isfinite(f.growth[200 * 200 - 1]));
    field_clear(&f);
    phi_destroy(p);
    PASS();
}

TEST multistep_methods_have_no_R(void)
{
    static const char *const methods[] = {"bdf:2", "midpoint,keep=none", "adams-moulton:3"};
    static const unsigned layers[] = {FIELD_R, FIELD_STAR};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        for (size_t k = 0; k < 2; k++) {
            phi *p = NULL;
            field f;
            ASSERT_OK(compile(methods[i], MOTION_SHEAR, &p), methods[i], why);
            field_request request = {
                .view = window(PLANE_Z, 0, 4, 5, 5), .phi = p, .layers = layers[k]};
            ASSERT_EQm(methods[i], STATUS_BAD_INPUT, field_compute(&request, 0, 0, &f, &why));
            ASSERTm(why.text, strstr(why.text, "one-step methods only") != NULL);
            field_clear(&f);
            phi_destroy(p);
        }
    }
    PASS();
}

TEST methods_for_odes_refuse_spin(void)
{
    phi *p = NULL;
    field f;
    ASSERT_OK(compile("rk4", MOTION_SHEAR, &p), "rk4", why);
    view views[] = {window(PLANE_ZW, 0, 4, 5, 5), window(PLANE_Z, 0.5, 4, 5, 5)};
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        field_request request = {.view = views[i], .phi = p, .jobs = 3};
        ASSERT_EQ(STATUS_BAD_INPUT, field_compute(&request, 0, 0, &f, &why));
        ASSERTm(why.text, strstr(why.text, "ODEs only") != NULL);
        field_clear(&f);
    }
    phi_destroy(p);
    PASS();
}

TEST bad_views_are_refused(void)
{
    phi *p = NULL;
    field f;
    ASSERT_OK(compile("rk4", MOTION_SHEAR, &p), "rk4", why);
    field_request request = {.view = window(PLANE_Z, 0, 4, 0, 5), .phi = p};
    ASSERT_EQ(STATUS_BAD_INPUT, field_compute(&request, 0, 0, &f, &why));
    field_clear(&f);
    phi_destroy(p);
    PASS();
}

/* A method whose limit does not depend on w looks the same at every w. */
TEST spin_stabilised_fields_do_not_depend_on_w(void)
{
    phi *p = NULL;
    phi *plain = NULL;
    ASSERT_OK(compile("spin:radau-iia:2", MOTION_SHEAR, &p), "spin:radau-iia:2", why);
    ASSERT_OK(compile("radau-iia:2", MOTION_SHEAR, &plain), "radau-iia:2", why);
    field a;
    field b;
    field_request request = {.view = window(PLANE_Z, 3, 4, 31, 21), .phi = p};
    ASSERT_OK(field_compute(&request, 0, 0, &a, &why), "w = 3", why);
    request = (field_request){.view = window(PLANE_Z, 0, 4, 31, 21), .phi = plain};
    ASSERT_OK(field_compute(&request, 0, 0, &b, &why), "w = 0", why);
    ASSERT(same_bits(&a, &b));
    field_clear(&a);
    field_clear(&b);
    phi_destroy(p);
    phi_destroy(plain);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        return 1;
    }
    RUN_TEST(scalar_and_simd_agree_for_every_method);
    RUN_TEST(rotating_kernels_agree_too);
    RUN_TEST(what_is_shown_is_on_the_right_side_of_one);
    RUN_TEST(the_number_of_jobs_does_not_change_a_bit);
    RUN_TEST(a_band_of_rows_is_a_part_of_the_whole);
    RUN_TEST(passes_go_from_coarse_to_fine);
    RUN_TEST(a_cancelled_field_says_no);
    RUN_TEST(cancelling_between_passes_leaves_the_coarse_one);
    RUN_TEST(layers_are_those_of_the_reference_evaluator);
    RUN_TEST(implicit_euler_has_its_numbers);
    RUN_TEST(multistep_methods_have_no_R);
    RUN_TEST(a_refused_request_leaves_the_field_as_it_was);
    RUN_TEST(methods_for_odes_refuse_spin);
    RUN_TEST(bad_views_are_refused);
    RUN_TEST(spin_stabilised_fields_do_not_depend_on_w);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
