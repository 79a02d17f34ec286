#include "validation/measurement.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "method/catalogue.h"
#include "support/support.h"

static message why;
static catalogue *all;

static view square(plane kind, double w, double half, int width, int height)
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

/* A single pixel with its centre exactly here. */
static view pixel_at(plane kind, double w, double x, double y)
{
    return (view){.plane = kind,
                  .x0 = x - 0.5,
                  .x1 = x + 0.5,
                  .y0 = y - 0.5,
                  .y1 = y + 0.5,
                  .width = 1,
                  .height = 1,
                  .w = w};
}

static long pixels_of(const view *v)
{
    return (long)v->width * v->height;
}

static bool same_bits(const measurement *a, const measurement *b)
{
    size_t count = (size_t)pixels_of(&a->view);
    return memcmp(a->verdict, b->verdict, count) == 0 &&
           memcmp(a->rate, b->rate, count * sizeof *a->rate) == 0 && a->steps == b->steps;
}

TEST the_usual_request_is_the_test_equation_of_the_view(void)
{
    static const struct {
        const char *method;
        motion moves;
        plane plane;
        double w;
        const char *equation;
        int steps;
        double t0;
        bool is_steady;
    } cases[] = {
        {"implicit-euler", MOTION_SHEAR, PLANE_Z, 0.5, "shear", 64, 0, true},
        {"implicit-euler", MOTION_ROTATION, PLANE_ZW, 0, "rotation", 64, 0, true},
        {"implicit-euler", MOTION_NORMALISED, PLANE_Z, 0.5, "normalised", 64, 1e5, false},
        {"implicit-euler", MOTION_NORMALISED, PLANE_Z, -100, "normalised", 64, 1e4, false},
        {"spin:implicit-euler", MOTION_SHEAR, PLANE_Z, 2, "shear", 64, 5e4, false},
        {"spin:bdf:2", MOTION_SHEAR, PLANE_ZW, 0, "shear", 400, 1e5 / 9, false},
        {"bdf:2", MOTION_SHEAR, PLANE_ZW, 0, "shear", 400, 0, true},
        {"gauss:2", MOTION_SHEAR, PLANE_Z, 1, "shear", 64, 0, true},
        {"gauss:2,keep=none", MOTION_SHEAR, PLANE_Z, 1, "shear", 400, 0, true},
        {"radau-iia:2,keep=none", MOTION_SHEAR, PLANE_Z, 1, "shear", 64, 0, true},
        {"rk4", MOTION_ROTATION, PLANE_Z, 0, "ode", 64, 0, true},
        {"adams-bashforth:3", MOTION_SHEAR, PLANE_Z, 0, "ode", 400, 0, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        method *m = NULL;
        const view v = square(cases[i].plane, cases[i].w, 9, 5, 5);
        ASSERT_OK(catalogue_open(all, cases[i].method, &m, &why), cases[i].method, why);
        const measurement_request r = measurement_of_test_equation(m, cases[i].moves, &v);
        ASSERT_STR_EQ(cases[i].equation, r.equation->name);
        ASSERT_EQ_FMT(cases[i].steps, r.steps, "%d");
        ASSERT_EQ_FMT(cases[i].t0, r.t0, "%g");
        ASSERT_EQ_FMT(1.0, r.h, "%g");
        ASSERT_EQ_FMT(0, r.x_parameter, "%d");
        ASSERT_EQ_FMT(cases[i].plane == PLANE_ZW ? 2 : 1, r.y_parameter, "%d");
        ASSERT_EQ_FMT(cases[i].plane == PLANE_ZW ? 0 : cases[i].w, r.values[2], "%g");
        ASSERT_EQm(cases[i].method, cases[i].is_steady, measurement_is_steady(&r));
        method_destroy(m);
    }
    PASS();
}

/* R = (1 - w)/(1 - z - w) of implicit Euler (mathematics.md 2), with a step that is not 1: z = h
 * lambda.
 */
TEST every_pixel_is_measured_at_its_own_centre(void)
{
    method *m = NULL;
    ASSERT_OK(catalogue_open(all, "implicit-euler", &m, &why), "implicit-euler", why);
    for (int n = 0; n < 8; n++) {
        const view v = {.plane = n % 2 == 0 ? PLANE_Z : PLANE_ZW,
                        .x0 = -7.3,
                        .x1 = 5.1,
                        .y0 = -4.2,
                        .y1 = 3.3,
                        .width = 71, /* more than one chunk */
                        .height = 11,
                        .w = 0.4};
        measurement_request r = measurement_of_test_equation(m, MOTION_SHEAR, &v);
        measurement out;
        r.h = n < 4 ? 0.5 : 2;
        r.t0 = n % 4 < 2 ? 0 : 3;
        ASSERT_OK(measurement_take(&r, &out, &why), "implicit-euler", why);
        for (long i = 0; i < pixels_of(&v); i++) {
            double x = r.h * view_x(&v, (int)(i % v.width));
            double y = r.h * view_y(&v, (int)(i / v.width));
            double w = v.plane == PLANE_Z ? r.h * v.w : y, im = v.plane == PLANE_Z ? y : 0;
            double R = fabs(1 - w) / hypot(1 - x - w, im);
            if (R > 0.05 && R < 100) {
                ASSERT_NEAR(log(R), out.rate[i], 1e-9, 0);
                ASSERT_EQ(R < 1 ? GROWTH_STABLE : GROWTH_UNSTABLE, out.verdict[i]);
            }
        }
        ASSERT_EQ_FMT((long long)pixels_of(&v) * 64, (long long)out.steps, "%lld");
        measurement_clear(&out);
    }
    method_destroy(m);
    PASS();
}

/* With one step a rate must exceed 4, with two 2, with four 1, with eight 1/2: log 2 is decided
 * then. On z = 0 nothing is ever decided: 31 times the steps are taken. */
TEST undecided_pixels_get_twice_as_many_steps_again_and_again(void)
{
    static const struct {
        double z;
        int steps;
        long long taken;
        growth_verdict verdict;
    } cases[] = {{-1, 1, 1 + 2 + 4 + 8, GROWTH_STABLE},
                 {-1, 8, 8, GROWTH_STABLE},
                 {-1, 4, 4 + 8, GROWTH_STABLE},
                 {0.5, 2, 2 + 4 + 8, GROWTH_UNSTABLE},
                 {-99, 1, 1, GROWTH_STABLE},
                 {0, 64, 64 * 31, GROWTH_UNDECIDED},
                 {0, 3, 3 * 31, GROWTH_UNDECIDED},
                 {-1e-6, 16, 16, GROWTH_STABLE}, /* settled */
                 {1, 64, 0, GROWTH_SINGULAR}};
    method *m = NULL;
    ASSERT_OK(catalogue_open(all, "implicit-euler", &m, &why), "implicit-euler", why);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int plain = 0; plain < 2; plain++) {
            const view v = pixel_at(PLANE_Z, 0, cases[i].z, 0);
            measurement_request r = measurement_of_test_equation(m, MOTION_SHEAR, &v);
            measurement out;
            r.steps = cases[i].steps;
            r.plain = plain != 0;
            ASSERT_OK(measurement_take(&r, &out, &why), "implicit-euler", why);
            const char *where =
                support_say("z = %g, %d steps, plain %d: %lld taken, rate %g", cases[i].z, r.steps,
                            plain, (long long)out.steps, out.rate[0]);
            ASSERT_EQm(where, cases[i].taken, (long long)out.steps);
            ASSERT_EQm(where, cases[i].verdict, out.verdict[0]);
            measurement_clear(&out);
        }
    }
    method_destroy(m);
    PASS();
}

TEST the_number_of_jobs_does_not_change_a_bit(void)
{
    static const struct {
        const char *method;
        motion moves;
        plane plane;
    } cases[] = {{"radau-iia:2", MOTION_SHEAR, PLANE_Z},
                 {"bdf:3", MOTION_ROTATION, PLANE_ZW},
                 {"gauss:2,keep=none", MOTION_SHEAR, PLANE_ZW},
                 {"spin:implicit-euler", MOTION_SHEAR, PLANE_Z}};
    static const int jobs[] = {2, 5, 0};
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        method *m = NULL;
        measurement one, many;
        const view v = square(cases[n].plane, 0.75, 6, 83, 25);
        ASSERT_OK(catalogue_open(all, cases[n].method, &m, &why), cases[n].method, why);
        measurement_request r = measurement_of_test_equation(m, cases[n].moves, &v);
        r.steps = 40;
        r.jobs = 1;
        ASSERT_OK(measurement_take(&r, &one, &why), cases[n].method, why);
        for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
            r.jobs = jobs[i];
            ASSERT_OK(measurement_take(&r, &many, &why), cases[n].method, why);
            ASSERTm(support_say("%s, %d jobs", cases[n].method, jobs[i]), same_bits(&one, &many));
            measurement_clear(&many);
        }
        measurement_clear(&one);
        method_destroy(m);
    }
    PASS();
}

/* Two steppers that share no arithmetic decide alike, or one of them not at all. */
TEST plain_and_batched_steppers_give_the_same_verdicts(void)
{
    static const char *const names[] = {
        "implicit-euler",  "radau-iia:2", "gauss:2", "gauss:2,keep=u", "trapezoidal",     "tr-bdf2",
        "gauss-lobatto:1", "sdirk3",      "bdf:2",   "bdf:3",          "spin:radau-iia:2"};
    static const motion moves[] = {MOTION_SHEAR, MOTION_ROTATION, MOTION_NORMALISED};
    long compared = 0, different = 0;
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        method *m = NULL;
        ASSERT_OK(catalogue_open(all, names[n], &m, &why), names[n], why);
        for (int k = 0; k < 3; k++) {
            measurement plain, batched;
            const view v = square(k == 0 ? PLANE_ZW : PLANE_Z, 0.3 * k, 5, 9, 8);
            measurement_request r = measurement_of_test_equation(m, moves[k], &v);
            r.steps = r.steps > 64 ? 100 : 32;
            ASSERT_OK(measurement_take(&r, &batched, &why), names[n], why);
            r.plain = true;
            ASSERT_OK(measurement_take(&r, &plain, &why), names[n], why);
            for (long i = 0; i < pixels_of(&v); i++) {
                bool is_open =
                    plain.verdict[i] == GROWTH_UNDECIDED || batched.verdict[i] == GROWTH_UNDECIDED;
                ASSERTm(support_say("%s, %s, pixel %ld: %d, plainly %d; rates %.17g, %.17g",
                                    names[n], motion_name(moves[k]), i, batched.verdict[i],
                                    plain.verdict[i], batched.rate[i], plain.rate[i]),
                        is_open || plain.verdict[i] == batched.verdict[i]);
                compared += !is_open;
                different += plain.rate[i] != batched.rate[i];
            }
            measurement_clear(&plain);
            measurement_clear(&batched);
        }
        method_destroy(m);
    }
    ASSERTm(support_say("%ld compared", compared), compared > 2000);
    ASSERTm("it is the same stepper twice", different > compared / 4);
    PASS();
}

/* What the callbacks saw. */
typedef struct witness {
    const measurement *m;
    atomic_bool cancel;
    int stop_at_pass; /* the side at which to cancel, 0: never */
    long stop_at;     /* so many pixels, -1: never */
    int passes;
    int sides[4];
    long measured_after[4];
    bool coarse_is_exact;
    atomic_int inside;
    bool overlapped, went_wrong;
    long last_done, calls;
} witness;

static long count_measured(const measurement *m, bool *is_coarse)
{
    long count = 0;
    *is_coarse = true;
    for (long i = 0; i < pixels_of(&m->view); i++) {
        int column = (int)(i % m->view.width), row = (int)(i / m->view.width);
        bool has = m->verdict[i] != GROWTH_NOT_MEASURED;
        count += has;
        *is_coarse &= has == (column % 8 == 0 && row % 8 == 0);
    }
    return count;
}

static void note_pass(void *context, int side)
{
    witness *s = context;
    bool is_coarse;
    s->sides[s->passes % 4] = side;
    s->measured_after[s->passes % 4] = count_measured(s->m, &is_coarse);
    s->coarse_is_exact |= side == 8 && is_coarse;
    s->passes++;
    if (side == s->stop_at_pass) {
        atomic_store(&s->cancel, true);
    }
}

static void note_progress(void *context, long done, long total)
{
    witness *s = context;
    const struct timespec moment = {.tv_nsec = 100000}; /* for others to come in */
    s->overlapped |= atomic_fetch_add(&s->inside, 1) != 0;
    if (s->stop_at < 0) {
        nanosleep(&moment, NULL);
    }
    s->went_wrong |= done < 1 || done > total || total != pixels_of(&s->m->view);
    s->last_done = done > s->last_done ? done : s->last_done;
    s->calls++;
    if (s->stop_at >= 0 && done >= s->stop_at) {
        atomic_store(&s->cancel, true);
    }
    atomic_fetch_sub(&s->inside, 1);
}

static measurement_request watched(const method *m, const view *v, witness *s, measurement *out)
{
    measurement_request r = measurement_of_test_equation(m, MOTION_SHEAR, v);
    *s = (witness){.m = out, .stop_at = -1};
    r.cancel = &s->cancel;
    r.passed = note_pass;
    r.progressed = note_progress;
    r.context = s;
    return r;
}

TEST the_first_pass_measures_every_eighth_pixel_of_every_eighth_row(void)
{
    static const int sizes[][2] = {{1, 1}, {8, 8}, {9, 17}, {21, 19}, {130, 33}};
    method *m = NULL;
    ASSERT_OK(catalogue_open(all, "implicit-euler", &m, &why), "implicit-euler", why);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (int jobs = 1; jobs <= 3; jobs++) {
            witness s;
            measurement out, at_once;
            const view v = square(PLANE_Z, 0.25, 6, sizes[i][0], sizes[i][1]);
            measurement_request r = watched(m, &v, &s, &out);
            r.jobs = jobs;
            ASSERT_OK(measurement_take(&r, &out, &why), "implicit-euler", why);
            ASSERT_EQ_FMT(2, s.passes, "%d");
            ASSERT_EQ_FMT(8, s.sides[0], "%d");
            ASSERT_EQ_FMT(1, s.sides[1], "%d");
            ASSERT(s.coarse_is_exact);
            ASSERT_EQ_FMT(pixels_of(&v), s.measured_after[1], "%ld");
            r.passed = NULL;
            r.progressed = NULL;
            ASSERT_OK(measurement_take(&r, &at_once, &why), "implicit-euler", why);
            ASSERT(same_bits(&out, &at_once));
            measurement_clear(&out);
            measurement_clear(&at_once);
        }
    }
    method_destroy(m);
    PASS();
}

TEST progress_reaches_the_total_and_never_overlaps(void)
{
    method *m = NULL;
    ASSERT_OK(catalogue_open(all, "radau-iia:2", &m, &why), "radau-iia:2", why);
    for (int jobs = 1; jobs <= 5; jobs += 2) {
        witness s;
        measurement out;
        const view v = square(PLANE_ZW, 0, 6, 150, 40);
        measurement_request r = watched(m, &v, &s, &out);
        r.jobs = jobs;
        ASSERT_OK(measurement_take(&r, &out, &why), "radau-iia:2", why);
        ASSERT(!s.went_wrong && !s.overlapped);
        ASSERT(s.calls > 1);
        ASSERTm("one thread tells of every pixel", jobs > 1 || s.last_done == 150 * 40);
        measurement_clear(&out);
    }
    method_destroy(m);
    PASS();
}

TEST cancelling_leaves_the_rest_unmeasured(void)
{
    method *m = NULL;
    ASSERT_OK(catalogue_open(all, "bdf:2", &m, &why), "bdf:2", why);
    const view v = square(PLANE_Z, 0.25, 6, 96, 64);
    for (int jobs = 1; jobs <= 3; jobs++) {
        bool is_coarse;
        witness s;
        measurement out;
        measurement_request r = watched(m, &v, &s, &out);
        r.jobs = jobs;
        s.stop_at_pass = 8;
        ASSERT_EQ(STATUS_NO, measurement_take(&r, &out, &why));
        ASSERT_EQ_FMT(12 * 8L, count_measured(&out, &is_coarse), "%ld");
        ASSERT(is_coarse && s.passes == 1);
        measurement_clear(&out);

        r = watched(m, &v, &s, &out);
        r.jobs = jobs;
        s.stop_at = 500;
        ASSERT_EQ(STATUS_NO, measurement_take(&r, &out, &why));
        long measured = count_measured(&out, &is_coarse);
        ASSERTm(support_say("%d jobs: %ld measured", jobs, measured),
                measured >= 500 && measured <= (jobs == 1 ? 500 + 63 : pixels_of(&v) / 2));
        ASSERT_EQ_FMT(1, s.passes, "%d");
        measurement_clear(&out);

        r = watched(m, &v, &s, &out);
        r.jobs = jobs;
        atomic_store(&s.cancel, true);
        ASSERT_EQ(STATUS_NO, measurement_take(&r, &out, &why));
        ASSERT_EQ_FMT(0L, count_measured(&out, &is_coarse), "%ld");
        ASSERT_EQ_FMT(0, s.passes, "%d");
        ASSERT_EQ_FMT(0LL, (long long)out.steps, "%lld");
        measurement_clear(&out);
    }
    method_destroy(m);
    PASS();
}

TEST it_gives_up_when_its_time_is_over(void)
{
    const view v = {.x0 = -9, .x1 = 9, .y0 = -9, .y1 = 9, .width = 20, .height = 10};
    method *m = NULL;
    ASSERT_OK(catalogue_open(all, "implicit-euler", &m, &why), "implicit-euler", why);
    for (int plenty = 0; plenty < 2; plenty++) {
        measurement found = {0};
        measurement_request r = measurement_of_test_equation(m, MOTION_SHEAR, &v);
        r.most_seconds = plenty ? 1e9 : 1e-9;
        status s = measurement_take(&r, &found, &why);
        ASSERT_EQ(plenty ? STATUS_OK : STATUS_NO, s);
        ASSERT_EQ(!plenty, (bool)found.gave_up);
        for (long i = 0; i < pixels_of(&v); i++) {
            ASSERT_EQ(plenty == 0, found.verdict[i] == GROWTH_NOT_MEASURED);
        }
        measurement_clear(&found);
    }
    method_destroy(m);
    PASS();
}

TEST a_measurement_becomes_a_field(void)
{
    static const struct {
        growth_verdict from;
        double rate;
        verdict to;
        double growth; /* NaN: must be so */
    } cases[] = {{GROWTH_STABLE, -1, VERDICT_STABLE, 0.36787944117144233},
                 {GROWTH_UNSTABLE, 2, VERDICT_UNSTABLE, 7.3890560989306495},
                 {GROWTH_UNDECIDED, 0, VERDICT_BOUNDARY, 1},
                 {GROWTH_SINGULAR, INFINITY, VERDICT_POLE, INFINITY},
                 {GROWTH_FAILED, NAN, VERDICT_UNDEFINED, NAN},
                 {GROWTH_NOT_MEASURED, 0, VERDICT_UNDEFINED, NAN},
                 {GROWTH_STABLE, -INFINITY, VERDICT_STABLE, 0},
                 {GROWTH_UNSTABLE, 1e4, VERDICT_UNSTABLE, INFINITY}};
    enum { COUNT = sizeof cases / sizeof cases[0] };
    double rate[COUNT];
    unsigned char verdicts[COUNT];
    for (int i = 0; i < COUNT; i++) {
        rate[i] = cases[i].rate;
        verdicts[i] = (unsigned char)cases[i].from;
    }
    const measurement m = {
        .view = square(PLANE_ZW, 0, 2, COUNT / 2, 2), .rate = rate, .verdict = verdicts};
    field f;
    ASSERT_OK(measurement_to_field(&m, &f, &why), "field", why);
    ASSERT(f.first_row == 0 && f.rows == 2 && f.view.width == COUNT / 2 && f.view.x1 == 2);
    ASSERT(f.R == NULL && f.star == NULL && f.outside == NULL);
    for (int i = 0; i < COUNT; i++) {
        ASSERT_EQm(support_say("pixel %d", i), cases[i].to, f.verdict[i]);
        bool is_number = !isnan(cases[i].growth);
        ASSERT_EQm(support_say("pixel %d: %g", i, f.exact[i]), is_number, !isnan(f.exact[i]));
        ASSERT(!is_number || f.exact[i] == cases[i].growth ||
               support_near(cases[i].growth, f.exact[i], 0, 1e-15));
        ASSERT(!is_number || f.growth[i] == (float)cases[i].growth);
        ASSERT_EQ(is_number, !isnan(f.growth[i]));
    }
    field_clear(&f);
    PASS();
}

typedef struct wrong {
    const char *method, *equation; /* the equation NULL: the usual one */
    plane plane;
    double w, t0, h;
    int steps, width;
    double second; /* of the values of the equation */
    const char *words;
} wrong;

TEST bad_requests_are_refused_with_words(void)
{
    static const wrong cases[] = {
        {"bdf:2", NULL, PLANE_Z, 0, 0, 1, 0, 4, 0, "0 steps"},
        {"bdf:2", NULL, PLANE_Z, 0, 0, 1, -1, 4, 0, "-1 steps"},
        {"bdf:2", NULL, PLANE_Z, 0, 0, 1, MEASUREMENT_MOST_STEPS + 1, 4, 0, "1000001 steps"},
        {"bdf:2", NULL, PLANE_Z, 0, 0, 0, 9, 4, 0, "h = 0"},
        {"bdf:2", NULL, PLANE_Z, 0, 0, -0.5, 9, 4, 0, "h = -0.5"},
        {"bdf:2", NULL, PLANE_Z, 0, 0, NAN, 9, 4, 0, "positive"},
        {"bdf:2", NULL, PLANE_Z, 0, 0, INFINITY, 9, 4, 0, "h = inf"},
        {"bdf:2", NULL, PLANE_Z, 0, NAN, 1, 9, 4, 0, "1e12 steps"},
        {"bdf:2", NULL, PLANE_Z, 0, INFINITY, 1, 9, 4, 0, "t0 = inf"},
        {"bdf:2", NULL, PLANE_Z, 0, -1e13, 1, 9, 4, 0, "t0 = -1e+13"},
        {"bdf:2", NULL, PLANE_Z, 0, 1, 1e-13, 9, 4, 0, "t0 = 1"},
        {"bdf:2", NULL, PLANE_Z, 0, 0, 1, 9, 0, 0, "0"},
        {"rk4", NULL, PLANE_Z, 0.5, 0, 1, 9, 4, 0, "ODEs only"},
        {"rk4", NULL, PLANE_ZW, 0, 0, 1, 9, 4, 0, "ODEs only"},
        {"adams-moulton:2", NULL, PLANE_ZW, 0, 0, 1, 9, 4, 0, "adams-moulton:2"},
        {"rk4", "shear", PLANE_Z, 0, 0, 1, 9, 4, 0, "constraint"},
        {"rk4", "example-1.1", PLANE_PARAMETERS, 0, 0, 1, 9, 4, 0, "example-1.1"},
        {"bdf:2", "example-10.1", PLANE_PARAMETERS, 0, 0, 1, 9, 4, 1, "q = 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const wrong *c = &cases[i];
        method *m = NULL;
        measurement out;
        message said = {0};
        const view v = square(c->plane, c->w, 3, c->width, 4);
        ASSERT_OK(catalogue_open(all, c->method, &m, &why), c->method, why);
        measurement_request r = measurement_of_test_equation(m, MOTION_SHEAR, &v);
        r.steps = c->steps;
        r.h = c->h;
        r.t0 = c->t0;
        if (c->equation != NULL) {
            r.equation = problems_find(c->equation);
            r.x_parameter = r.y_parameter = 0;
            r.values[1] = c->second;
            r.values[2] = 0;
        }
        ASSERT_EQm(support_say("case %zu", i), STATUS_BAD_INPUT, measurement_take(&r, &out, &said));
        ASSERTm(support_say("case %zu: %s", i, said.text), strstr(said.text, c->words) != NULL);
        ASSERT(out.rate == NULL && out.verdict == NULL);
        measurement_clear(&out);
        method_destroy(m);
    }
    PASS();
}

/* The force as a coordinate is refused as well. */
TEST a_driven_problem_is_measured_without_its_force(void)
{
    method *m = NULL;
    measurement out;
    const view v = square(PLANE_PARAMETERS, 0, 3, 1, 24);
    ASSERT_OK(catalogue_open(all, "implicit-euler", &m, &why), "implicit-euler", why);
    measurement_request r = measurement_of_test_equation(m, MOTION_SHEAR, &v);
    r.equation = problems_find("example-10.1");
    r.y_parameter = 1;
    ASSERT_EQ(STATUS_BAD_INPUT, measurement_take(&r, &out, &why));
    measurement_clear(&out);

    /* eta upward: the factor is eta/(1 + eta) (mathematics.md 9). */
    r.x_parameter = r.y_parameter = 0;
    ASSERT_OK(measurement_take(&r, &out, &why), "example-10.1", why);
    for (int row = 0; row < v.height; row++) {
        double eta = view_y(&v, row), factor = fabs(eta / (1 + eta));
        ASSERT_NEAR(log(factor), out.rate[row], 1e-7, 0);
        ASSERT_EQ(eta > -0.5 ? GROWTH_STABLE : GROWTH_UNSTABLE, out.verdict[row]);
    }
    measurement_clear(&out);
    method_destroy(m);
    PASS();
}

static status measure_example(const char *name, const view *v, double h, bool plain,
                              measurement *out)
{
    method *m = NULL;
    status s = catalogue_open(all, name, &m, &why);
    if (s != STATUS_OK) {
        return s;
    }
    measurement_request r = measurement_of_test_equation(m, MOTION_SHEAR, v);
    r.equation = problems_find("example-1.1");
    r.x_parameter = problem_entry_parameter(r.equation, "delta");
    r.y_parameter = problem_entry_parameter(r.equation, "eta");
    r.h = h;
    r.t0 *= h;
    r.plain = plain;
    s = measurement_take(&r, out, &why);
    method_destroy(m);
    return s;
}

/* Figures 6.1 and 6.2 of [KM]: implicit Euler has the factor (1 + h delta)/(1 + h eta), the
 * stabilised one tends to 1/(1 - h (delta - eta)) (mathematics.md 6). */
TEST the_regions_of_example_1_1_are_those_of_the_paper(void)
{
    for (double h = 1; h >= 0.5; h /= 2) {
        measurement euler, spun;
        const view v = square(PLANE_PARAMETERS, 0, 3 / h, 60, 60);
        long stable = 0, unstable = 0, compared = 0;
        ASSERT_OK(measure_example("implicit-euler", &v, h, false, &euler), "6.1", why);
        ASSERT_OK(measure_example("spin:implicit-euler", &v, h, false, &spun), "6.2", why);
        for (long i = 0; i < pixels_of(&v); i++) {
            double delta = h * view_x(&v, (int)(i % v.width));
            double eta = h * view_y(&v, (int)(i / v.width));
            double rate = log(fabs(1 + delta) / fabs(1 + eta));
            const char *where = support_say("h delta = %.17g, h eta = %.17g: verdicts %d and %d",
                                            delta, eta, euler.verdict[i], spun.verdict[i]);
            growth_verdict expected = fabs(rate) < 1e-9 ? GROWTH_UNDECIDED
                                      : rate < 0        ? GROWTH_STABLE
                                                        : GROWTH_UNSTABLE;
            ASSERT_EQm(where, expected, euler.verdict[i]);
            stable += expected == GROWTH_STABLE;
            unstable += expected == GROWTH_UNSTABLE;

            double denominator = fabs(1 - (delta - eta));
            if (fabs(denominator - 1) > 1e-3 && spun.verdict[i] != GROWTH_UNDECIDED) {
                growth_verdict limit = denominator > 1 ? GROWTH_STABLE : GROWTH_UNSTABLE;
                bool is_pole = spun.verdict[i] == GROWTH_SINGULAR && denominator < 1e-3;
                ASSERTm(where, is_pole || spun.verdict[i] == limit);
                compared++;
            }
        }
        ASSERT(stable > 1500 && unstable > 1500 && compared > 3400);
        measurement_clear(&euler);
        measurement_clear(&spun);
    }
    PASS();
}

/* At delta = 1 the equation of Example 1.1 does not exist. */
TEST where_a_problem_does_not_exist_nothing_is_judged(void)
{
    const view v = {.plane = PLANE_PARAMETERS,
                    .x0 = -0.5,
                    .x1 = 2.5,
                    .y0 = -3,
                    .y1 = 3,
                    .width = 3,
                    .height = 9};
    for (int plain = 0; plain < 2; plain++) {
        measurement out;
        ASSERT_OK(measure_example("radau-iia:2", &v, 1, plain != 0, &out), "radau-iia:2", why);
        for (int row = 0; row < v.height; row++) {
            growth_verdict here = (growth_verdict)out.verdict[3 * row + 1];
            ASSERTm(support_say("plain %d, row %d: %d", plain, row, (int)here),
                    here == GROWTH_FAILED || here == GROWTH_SINGULAR);
            ASSERT(out.verdict[3 * row] != GROWTH_FAILED);
            ASSERT(out.verdict[3 * row + 2] != GROWTH_FAILED);
        }
        measurement_clear(&out);
    }
    PASS();
}

/* Step i of stabilised implicit Euler has the factor R(z, 0) (1 + a/i + ...), a = 1 - (1 + w)/(1 -
 * z), R(z, 0) = 1/(1 - z): how far a measurement is from the limit is known, and not
 * exaggerated; where it begins at once, it is not known. Where it may be on either side of 1,
 * nothing is decided. */
TEST it_is_known_how_near_a_limit_is(void)
{
    static const struct {
        double z, w;
        bool is_decided;
    } cases[] = {{-1, 3, true},  {-0.2, -8, true}, {3, 5, true},
                 {1.5, 9, true}, {-3, 8, true},    {-1e-5, 9, false}};
    method *m = NULL;
    ASSERT_OK(catalogue_open(all, "spin:implicit-euler", &m, &why), "spin", why);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const double z = cases[i].z, w = cases[i].w;
        const view v = pixel_at(PLANE_Z, w, z, 0);
        measurement_request r = measurement_of_test_equation(m, MOTION_SHEAR, &v);
        measurement out;
        r.t0 = 1e4;
        ASSERT_OK(measurement_take(&r, &out, &why), "spin", why);
        double away = fabs(1 - (1 + w) / (1 - z)) / 1e4, limit = -log(fabs(1 - z));
        const char *where = support_say("z = %g, w = %g: rate %.9g, limit %.9g, uncertainty %g", z,
                                        w, out.rate[0], limit, out.uncertainty[0]);
        ASSERTm(where, fabs(out.rate[0] - limit) <= out.uncertainty[0]);
        ASSERTm(where, out.uncertainty[0] > away && out.uncertainty[0] < 3 * away + 1e-4);
        ASSERT_EQm(where, cases[i].is_decided, out.verdict[0] != GROWTH_UNDECIDED);
        measurement_clear(&out);
        for (int k = 0; k < 3; k++) { /* from the beginning; too early; not asked for */
            r.t0 = k == 0 ? 0 : k == 1 ? 999 * fabs(w) : 1e4;
            r.sizes = k < 2;
            ASSERT_OK(measurement_take(&r, &out, &why), "spin", why);
            ASSERTm(where, isnan(out.uncertainty[0]));
            measurement_clear(&out);
        }
    }
    method_destroy(m);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        return 1;
    }
    RUN_TEST(the_usual_request_is_the_test_equation_of_the_view);
    RUN_TEST(every_pixel_is_measured_at_its_own_centre);
    RUN_TEST(undecided_pixels_get_twice_as_many_steps_again_and_again);
    RUN_TEST(the_number_of_jobs_does_not_change_a_bit);
    RUN_TEST(plain_and_batched_steppers_give_the_same_verdicts);
    RUN_TEST(the_first_pass_measures_every_eighth_pixel_of_every_eighth_row);
    RUN_TEST(progress_reaches_the_total_and_never_overlaps);
    RUN_TEST(cancelling_leaves_the_rest_unmeasured);
    RUN_TEST(it_gives_up_when_its_time_is_over);
    RUN_TEST(a_measurement_becomes_a_field);
    RUN_TEST(bad_requests_are_refused_with_words);
    RUN_TEST(a_driven_problem_is_measured_without_its_force);
    RUN_TEST(the_regions_of_example_1_1_are_those_of_the_paper);
    RUN_TEST(where_a_problem_does_not_exist_nothing_is_judged);
    RUN_TEST(it_is_known_how_near_a_limit_is);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
