/* The stage of the explorer: descriptions, the numbers behind the pictures, the clock, and how
 * exhibits come and go. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "explorer/exhibits.h"
#include "explorer/stage.h"

#define DO(STAGE, LINE) \
    ASSERTm(support_say("%s: %s", (LINE), (STAGE)->why.text), stage_do(STAGE, LINE))
#define DRAW(STAGE) ASSERTm((STAGE)->why.text, stage_draw(STAGE))
#define SETTLE(STAGE) ASSERTm((STAGE)->why.text, stage_settle(STAGE))
#define NOW(STAGE) explorer_settings((STAGE)->e)

TEST a_description_is_read_and_completed(void)
{
    catalogue *all = NULL;
    message why;
    stage_plan p;
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &all, &why), "catalogue", why);
    ASSERT_OK(stage_plan_read(all,
                              "test-equation lambda=-1/2-2i omega=3 motion=rotation "
                              "method=gauss:2,keep=u,bdf:2 h=1/4 t1=12 log=on",
                              &p, &why),
              "test equation", why);
    const exhibit_plan *one = &p.exhibits[0];
    ASSERT_EQ(1, p.count);
    ASSERT_STR_EQ("rotation", one->problem->name);
    ASSERT(one->setup.values[0] == -0.5 && one->setup.values[1] == -2 && one->setup.values[2] == 3);
    ASSERT_EQ(2, one->method_count);
    ASSERT_STR_EQ("gauss:2,keep=u", one->methods[0]);
    ASSERT_STR_EQ("bdf:2", one->methods[1]);
    ASSERT(one->setup.h == 0.25 && one->setup.t1 == 12 && one->is_log);
    ASSERT_NEAR(1.5, p.speed, 1e-15, 0); /* all of it in eight seconds */
    ASSERT_OK(
        stage_plan_read(all, "pendulum t1=3|slider-crank param-speed=2 speed=0.5 rod=3", &p, &why),
        "two", why);
    ASSERT_EQ(2, p.count);
    ASSERT_EQ(EXHIBIT_MOTION, p.exhibits[0].kind);
    ASSERT_STR_EQ("bdf", p.exhibits[0].methods[0]);
    ASSERT_NEAR(1e-6, p.exhibits[0].setup.tolerance, 0, 0);
    ASSERT(p.exhibits[1].setup.values[1] == 3 && p.exhibits[1].setup.values[3] == 2);
    ASSERT_NEAR(0.5, p.speed, 0, 0);
    ASSERT_NEAR(fmax(3, p.exhibits[1].setup.t1), p.end, 0, 0);
    ASSERT_OK(stage_plan_read(all, "off", &p, &why), "off", why);
    ASSERT_EQ(0, p.count);
    ASSERT_OK(stage_plan_read(all, "roots", &p, &why), "roots", why);
    ASSERT(p.count == 1 && p.exhibits[0].kind == EXHIBIT_ROOTS && p.end == 0);
    catalogue_destroy(all);
    PASS();
}

TEST what_is_not_understood_changes_nothing_and_is_named(void)
{
    static const char *const cases[][2] = {
        {"nothing", "'nothing' is not known; accepted: roots, test-equation, "},
        {"ascher-petzold-1", "'ascher-petzold-1' is not known"},
        {"roots w=1", "'w' is not known; accepted: nothing after it"},
        {"example-1.1 delta=2", "method=NAME is missing"},
        {"example-1.1 method=implicit-euler gamma=2", "'gamma' is not known; accepted: delta, eta"},
        {"example-1.1 method=implicit-euler lambda=2", "'lambda' is not known"},
        {"example-1.1 method=implicit-euler h", "'h' is not known; accepted: "},
        {"example-1.1 method=implicit-euler h=0", "h=0; a positive number"},
        {"example-1.1 method=implicit-euler h=1 h=2", "h is there twice"},
        {"example-1.1 method=implicit-euler eta=x", "eta=x; a number is accepted"},
        {"example-1.1 method=implicit-euler delta=1", "delta = 1"},
        {"example-1.1 method=implicit-euler h=1e-5 t1=1", "h=1e-05 for t1=1; from "},
        {"example-1.1 method=implicit-euler h=3 t1=2", "h=3 for t1=2; from "},
        {"example-1.1 method=implicit-euler log=yes", "log=yes; on, off"},
        {"example-1.1 method=nonsense", "method=nonsense"},
        {"example-1.1 method=rk4", "method=rk4"},
        {"example-1.1 method=bdf:1,bdf:2,bdf:3,bdf:4,bdf:5", "at most 4 are accepted"},
        {"example-1.1 method=bdf:1,,bdf:2", "separated by commas"},
        {"test-equation method=bdf:2 motion=wild", "motion=wild; shear, rotation, normalised"},
        {"test-equation method=bdf:2 lambda=1+", "lambda=1+; a complex number"},
        {"pendulum method=rk4,rk38 h=0.1", "at most 1 is accepted"},
        {"pendulum formulation=none", "formulation=none"},
        {"pendulum formulation=index-3 method=rk4 h=0.1", "stage pendulum: "},
        {"pendulum t1=-1", "t1=-1; a positive number"},
        {"chain n=1000", "stage chain: "},
        {"roots | ", "an exhibit is empty"},
        {"roots | roots | roots", "more than 2 exhibits"},
        {"pendulum speed=1 | pendulum speed=2", "both exhibits have one clock"},
    };
    stage s;
    ASSERT(stage_open(&s, 640, 480));
    DO(&s, "stage example-1.1 method=implicit-euler h=1 t1=4");
    stage_tick(&s, 0.1);
    stage_tick(&s, 1);
    settings before = *NOW(&s);
    const solution *shown = exhibits_solution(s.e, 0);
    double t = exhibits_time(s.e);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[300];
        snprintf(line, sizeof line, "stage %s", cases[i][0]);
        ASSERT_FALSEm(line, stage_do(&s, line));
        ASSERTm(support_say("%s: %s", line, s.why.text), strstr(s.why.text, cases[i][1]) != NULL);
        ASSERT(same_settings(&before, NOW(&s)));
        ASSERT(exhibits_solution(s.e, 0) == shown && exhibits_time(s.e) == t);
    }
    stage_close(&s);
    PASS();
}

/* x2 is multiplied by (1 + h delta)/(1 + h eta) in every step. */
TEST implicit_euler_on_example_1_1_has_its_factor(void)
{
    stage s;
    ASSERT(stage_open(&s, 320, 240));
    for (int n = 0; n < 20; n++) {
        double delta = random_between(-4, 4), eta = random_between(-4, 4);
        double h = random_between(0.1, 1);
        char line[200];
        if (fabs(1 + h * eta) < 0.1 || fabs(delta - 1) < 0.1) {
            continue;
        }
        snprintf(line, sizeof line,
                 "stage example-1.1 delta=%.17g eta=%.17g method=implicit-euler h=%.17g t1=%.17g",
                 delta, eta, h, 12.5 * h);
        DO(&s, line);
        const solution_run *r = &exhibits_solution(s.e, 0)->runs[0];
        double factor = (1 + h * delta) / (1 + h * eta), expected = 1;
        ASSERT_EQ(13, r->count);
        for (int i = 0; i < r->count; i++) {
            ASSERT_NEAR(h * i, r->t[i], 1e-14, 1e-14);
            ASSERT_NEAR(expected, creal(r->value[i]), 1e-9, 1e-9);
            ASSERT_NEAR(exp((delta - eta) * h * i),
                        creal(solution_exact(exhibits_solution(s.e, 0), h * i)), 0, 1e-13);
            expected *= factor;
        }
    }
    stage_close(&s);
    PASS();
}

/* (3/2 - z - w) x_n - 2 (1 - w) x_{n-1} + (1/2)(1 - 2 w) x_{n-2} = 0 */
TEST bdf_follows_its_recurrence_from_exact_values(void)
{
    const double h = 0.25, omega = 1.5;
    const double complex lambda = CMPLX(-1, 2), z = h * lambda;
    const double w = h * omega;
    stage s;
    ASSERT(stage_open(&s, 320, 240));
    DO(&s, "stage test-equation lambda=-1+2i omega=1.5 method=bdf:2 h=0.25 t1=6");
    const solution_run *r = &exhibits_solution(s.e, 0)->runs[0];
    ASSERT_EQ(25, r->count);
    ASSERT_EQ(2, r->given);
    for (int i = 0; i < 2; i++) {
        ASSERT_NEAR(0, cabs(r->value[i] - cexp(lambda * h * i)), 1e-14, 0);
    }
    for (int i = 2; i < r->count; i++) {
        double complex sum = (1.5 - z - w) * r->value[i] - 2 * (1 - w) * r->value[i - 1] +
                             0.5 * (1 - 2 * w) * r->value[i - 2];
        ASSERT_NEAR(0, cabs(sum), 1e-12 * cabs(r->value[i - 2]), 1e-12);
        ASSERT_NEAR(creal(r->value[i]), r->shown[i], 0, 0);
    }
    stage_close(&s);
    PASS();
}

/* mathematics.md 6: the second step grows 13.2 times, later ones shrink by R(-2, 0) = 1/3. */
TEST spin_stabilisation_shows_its_transient(void)
{
    stage s;
    ASSERT(stage_open(&s, 320, 240));
    DO(&s, "stage test-equation lambda=-2 omega=-4 method=spin:implicit-euler h=1 t1=400 log=on");
    const solution_run *r = &exhibits_solution(s.e, 0)->runs[0];
    ASSERT_EQ(401, r->count);
    ASSERT_NEAR(13.2, cabs(r->value[2] / r->value[1]), 0.05, 0);
    ASSERT_NEAR(1.0 / 3, cabs(r->value[400]) / cabs(r->value[399]), 0.002, 0);
    ASSERT_NEAR(cabs(r->value[7]), r->shown[7], 0, 0);
    stage_close(&s);
    PASS();
}

TEST methods_for_odes_take_a_kernel_that_rests(void)
{
    const double z = -0.5;
    stage s;
    ASSERT(stage_open(&s, 320, 240));
    DO(&s, "stage test-equation lambda=-1 method=rk4 h=0.5 t1=5");
    const solution_run *r = &exhibits_solution(s.e, 0)->runs[0];
    double factor = 1 + z + z * z / 2 + z * z * z / 6 + z * z * z * z / 24;
    for (int i = 0; i < r->count; i++) {
        ASSERT_NEAR(pow(factor, i), creal(r->value[i]), 1e-13, 0);
    }
    ASSERT_FALSE(stage_do(&s, "stage test-equation lambda=-1 omega=1 method=rk4 h=0.5 t1=5"));
    stage_close(&s);
    PASS();
}

/* Where D = 0 the step has no solution: what was there before is kept. */
TEST a_step_without_a_solution_ends_a_run(void)
{
    stage s;
    ASSERT(stage_open(&s, 640, 480));
    DO(&s, "stage test-equation lambda=-2 omega=3 method=implicit-euler,radau-iia:2 h=1 t1=6");
    const solution *k = exhibits_solution(s.e, 0);
    ASSERT_EQ(STEP_SINGULAR, k->runs[0].outcome);
    ASSERT_EQ(1, k->runs[0].count);
    ASSERT_EQ(STEP_DONE, k->runs[1].outcome);
    DO(&s, "seek 6");
    DRAW(&s);
    stage_close(&s);
    PASS();
}

TEST every_problem_and_every_mechanism_can_be_shown(void)
{
    stage s;
    ASSERT(stage_open(&s, 480, 360));
    for (int i = 0; i < problems_count(); i++) {
        char line[200];
        snprintf(line, sizeof line, "stage %s method=radau-iia:2 h=0.1 t1=1", problems_at(i)->name);
        DO(&s, line);
        DO(&s, "seek 1");
        DRAW(&s);
        const solution *k = exhibits_solution(s.e, 0);
        double error = cabs(k->runs[0].value[10] - solution_exact(k, 1));
        ASSERTm(support_say("%s: error %g", line, error), error < 0.05);
    }
    for (int i = 0; i < systems_count(); i++) {
        char line[200];
        snprintf(line, sizeof line, "stage %s t1=0.2", systems_at(i)->name);
        bool is_linear = strncmp(systems_at(i)->name, "ascher", 6) == 0;
        ASSERT_EQ(!is_linear, stage_do(&s, line));
        SETTLE(&s);
        ASSERT(is_linear || motion_take(exhibits_motion(s.e, 0))->footage.count > 1);
    }
    stage_close(&s);
    PASS();
}

TEST the_clock_runs_pauses_ends_and_starts_again(void)
{
    stage s;
    ASSERT(stage_open(&s, 640, 480));
    DO(&s, "inspector off");
    DO(&s, "numbers off");
    SETTLE(&s);
    stage_tick(&s, 1000); /* an idle window */
    DO(&s, "stage example-1.1 method=implicit-euler h=0.5 t1=4");
    ASSERT(exhibits_are_playing(s.e));
    ASSERT(stage_tick(&s, 500)); /* nor does what passed before count */
    ASSERT_NEAR(0, exhibits_time(s.e), 0, 0);
    stage_tick(&s, 1);
    ASSERT_NEAR(0.5, exhibits_time(s.e), 1e-12, 0); /* 4 in eight seconds */
    stage_tick(&s, 0.5);
    DRAW(&s);
    ASSERT_NEAR(0.75, exhibits_time(s.e), 1e-12, 0);
    ASSERT_NEAR(0, explorer_patience(s.e), 0, 0);
    stage_key(&s, "space");
    stage_tick(&s, 3);
    DRAW(&s);
    ASSERT_NEAR(0.75, exhibits_time(s.e), 1e-12, 0);
    ASSERT(explorer_patience(s.e) > 0.1);
    stage_key(&s, "space");
    stage_tick(&s, 100);
    stage_tick(&s, 2);
    ASSERT_NEAR(1.75, exhibits_time(s.e), 1e-12, 0);
    stage_tick(&s, 50);
    ASSERT_NEAR(4, exhibits_time(s.e), 0, 0);
    ASSERT(!exhibits_are_playing(s.e));
    stage_tick(&s, 1);
    ASSERT_NEAR(4, exhibits_time(s.e), 0, 0); /* held */
    DO(&s, "play on");
    stage_tick(&s, 0.1);
    stage_tick(&s, 1);
    ASSERT_NEAR(0.5, exhibits_time(s.e), 1e-12, 0);
    DO(&s, "play off");
    DO(&s, "seek 3.25");
    stage_tick(&s, 1);
    ASSERT_NEAR(3.25, exhibits_time(s.e), 0, 0);
    ASSERT_FALSE(stage_do(&s, "seek 4.5"));
    ASSERT(strstr(s.why.text, "from 0 to 4") != NULL);
    ASSERT_FALSE(stage_do(&s, "play now"));
    DO(&s, "stage example-1.1 method=implicit-euler h=0.5 t1=4 speed=3");
    stage_tick(&s, 0.1);
    stage_tick(&s, 0.5);
    ASSERT_NEAR(1.5, exhibits_time(s.e), 1e-12, 0);
    DO(&s, "stage roots"); /* which has no time: w is played */
    ASSERT_FALSE(stage_do(&s, "seek 1"));
    double w = NOW(&s)->w;
    DO(&s, "play on");
    stage_tick(&s, 0.1);
    ASSERT(NOW(&s)->w > w);
    stage_close(&s);
    PASS();
}

static long differing(const uint32_t *a, const uint32_t *b, int count)
{
    long n = 0;
    for (int i = 0; i < count; i++) {
        n += ((a[i] ^ b[i]) & 0xFFFFFF) != 0;
    }
    return n;
}

TEST points_appear_when_the_clock_gets_to_them(void)
{
    stage s;
    ASSERT(stage_open(&s, 640, 480));
    DO(&s, "stage example-1.1 delta=-3 eta=-2 method=implicit-euler,bdf:2 h=1 t1=6");
    DO(&s, "play off");
    const solution *k = exhibits_solution(s.e, 0);
    ASSERT_EQ(1, solution_points_at(&k->runs[0], 0));
    ASSERT_EQ(1, solution_points_at(&k->runs[0], 0.999));
    ASSERT_EQ(2, solution_points_at(&k->runs[0], 1));
    ASSERT_EQ(7, solution_points_at(&k->runs[0], 6));
    uint32_t *before = malloc(640 * 480 * sizeof *before);
    DO(&s, "seek 1.9");
    DRAW(&s);
    memcpy(before, s.pixels, 640 * 480 * sizeof *before);
    DO(&s, "seek 1.95"); /* the cursor, the time and the exact value move */
    DRAW(&s);
    long between = differing(before, s.pixels, 640 * 480);
    DO(&s, "seek 2");
    DRAW(&s);
    long step = differing(before, s.pixels, 640 * 480);
    ASSERTm(support_say("%ld and %ld pixels", between, step),
            between > 100 && step > between + 100);
    free(before);
    stage_close(&s);
    PASS();
}

TEST roots_are_those_of_evaluate_and_leave_trails(void)
{
    static const char *const methods[] = {"bdf:3", "radau-iia:2", "bdf:6", "spin:bdf:2"};
    catalogue *all = NULL;
    message why;
    stage s;
    ASSERT(stage_open(&s, 640, 480));
    ASSERT_OK(catalogue_create(SPINSCOPE_ASSETS, &all, &why), "catalogue", why);
    DO(&s, "stage roots");
    for (int k = 0; k < 4; k++) {
        char line[200];
        method *m = NULL;
        phi *p = NULL;
        snprintf(line, sizeof line, "method %s", methods[k]);
        DO(&s, line);
        ASSERT_OK(catalogue_open(all, methods[k], &m, &why), "method", why);
        ASSERT_OK(phi_compile(m, MOTION_SHEAR, &p, &why), "phi", why);
        for (int i = 0; i < 10; i++) {
            double x = random_between(-4, 2), y = random_between(-3, 3), w = random_between(-2, 2);
            evaluation expected;
            snprintf(line, sizeof line, "pin %.17g %.17g", x, y);
            DO(&s, line);
            snprintf(line, sizeof line, "w %.17g", w);
            DO(&s, line);
            DRAW(&s);
            const roots_exhibit *r = exhibits_roots(s.e, 0);
            ASSERT_OK(phi_evaluate(p, (wide){.high = x}, (wide){.high = y}, (wide){.high = w},
                                   &expected, &why),
                      "evaluate", why);
            ASSERT(r->is_known);
            ASSERT_EQ(expected.root_count, r->now.root_count);
            ASSERT_EQ(expected.verdict, r->now.verdict);
            for (int n = 0; n < expected.root_count; n++) {
                ASSERT_NEAR(0, cabs(expected.roots[n] - r->now.roots[n]), 0, 0);
            }
            ASSERT_EQ(i + 1, r->count); /* another method begins anew */
        }
        phi_destroy(p);
        method_destroy(m);
    }
    catalogue_destroy(all);
    stage_close(&s);
    PASS();
}

/* BDF2 at (1, 3/4) has -1 twice: nothing is outside of the circle, and yet it grows. */
TEST a_double_root_on_the_circle_is_called_so(void)
{
    static const struct {
        const char *place;
        const char *words;
    } cases[] = {{"pin 1 0.75", "multiple root on the circle"},
                 {"pin -2 1.5", "simple root on the circle"},
                 {"pin -3 0", "all roots are inside"},
                 {"pin 0.5 0", "a root outside"}};
    stage s;
    ASSERT(stage_open(&s, 640, 480));
    DO(&s, "method bdf:2");
    DO(&s, "plane zw");
    DO(&s, "stage roots");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        DO(&s, cases[i].place);
        DRAW(&s);
        const char *words = roots_verdict(exhibits_roots(s.e, 0));
        ASSERTm(words, strstr(words, cases[i].words) != NULL);
    }
    stage_close(&s);
    PASS();
}

/* While they move, whichever is the larger. */
TEST roots_keep_their_numbers(void)
{
    roots_exhibit *r = calloc(1, sizeof *r);
    for (int i = 0; i < 2 * ROOTS_TRAIL; i++) {
        double angle = 0.05 + 0.02 * i; /* evaluate sorts by size, and the sizes take turns */
        double complex a = (0.6 + 0.3 * sin(3 * angle)) * cexp(I * angle);
        double complex b = -(0.6 - 0.3 * sin(3 * angle)) * cexp(I * angle);
        evaluation now = {.root_count = 2};
        now.roots[0] = cabs(a) > cabs(b) ? a : b;
        now.roots[1] = cabs(a) > cabs(b) ? b : a;
        roots_move(r, &now);
        const roots_sample *last = &r->trail[(r->next + ROOTS_TRAIL - 1) % ROOTS_TRAIL];
        ASSERT_NEAR(0, cabs(last->sigma[0] - a), 1e-14, 0); /* the larger one at first */
        ASSERT_NEAR(0, cabs(last->sigma[1] - b), 1e-14, 0);
    }
    ASSERT_EQ(ROOTS_TRAIL, r->count);
    roots_forget(r);
    ASSERT_EQ(0, r->count);
    free(r);
    PASS();
}

TEST two_exhibits_have_one_clock(void)
{
    stage s;
    ASSERT(stage_open(&s, 1000, 500));
    DO(&s, "stage example-1.1 delta=-3 eta=-2 method=implicit-euler h=1 t1=8 | pendulum "
           "formulation=index-1 method=rk4 h=0.08 t1=2");
    ASSERT_EQ(2, exhibits_count(s.e));
    ASSERT(exhibits_solution(s.e, 0) != NULL && exhibits_motion(s.e, 0) == NULL);
    ASSERT(exhibits_solution(s.e, 1) == NULL && exhibits_motion(s.e, 1) != NULL);
    for (int i = 0; i < 1000 && explorer_is_busy(s.e); i++) {
        stage_tick(&s, 0); /* it waits for the pendulum */
        stage_draw(&s);
        stage_sleep(0.01);
    }
    ASSERT_NEAR(0, exhibits_time(s.e), 0, 0);
    stage_tick(&s, 5);
    DRAW(&s);
    ASSERT_NEAR(5, exhibits_time(s.e), 1e-12, 0); /* the pendulum stands, the other goes on */
    ASSERT_NEAR(2, motion_take(exhibits_motion(s.e, 1))->footage.t[25], 1e-12, 0);
    DO(&s, "stage roots | example-1.1 method=implicit-euler h=1 t1=8");
    ASSERT(exhibits_roots(s.e, 0) != NULL && exhibits_roots(s.e, 1) == NULL);
    DRAW(&s);
    stage_close(&s);
    PASS();
}

/* It would take minutes: whoever waits for it does not come back in time. */
TEST an_integration_is_given_up_when_the_stage_changes(void)
{
    stage s;
    ASSERT(stage_open(&s, 640, 480));
    DO(&s, "stage chain n=30 formulation=index-1 method=rk4 h=1e-5 t1=1000");
    ASSERT(explorer_is_busy(s.e));
    for (int i = 0; i < 5; i++) {
        stage_tick(&s, 0.1);
        DRAW(&s);
        stage_sleep(0.01);
    }
    ASSERT(explorer_is_busy(s.e));
    ASSERT(motion_take(exhibits_motion(s.e, 0)) == NULL);
    ASSERT_NEAR(0, exhibits_time(s.e), 0, 0);
    ASSERT(explorer_patience(s.e) > 0); /* it does not spin meanwhile */
    DO(&s, "stage pendulum t1=0.5");
    SETTLE(&s);
    DO(&s, "stage chain n=30 formulation=index-1 method=rk4 h=1e-5 t1=1000");
    DO(&s, "stage off");
    ASSERT_EQ(0, exhibits_count(s.e));
    DO(&s, "stage chain n=30 formulation=index-1 method=rk4 h=1e-5 t1=1000");
    stage_close(&s); /* with the explorer, too */
    PASS();
}

TEST a_workspace_keeps_the_stage(void)
{
    stage s, other;
    text written = {0};
    settings read;
    message why;
    ASSERT(stage_open(&s, 640, 480));
    DO(&s, "stage example-1.1 delta=-3 eta=-2 method=implicit-euler h=1 t1=8 | roots");
    DO(&s, "stage_place half");
    settings_write(NOW(&s), &written);
    ASSERT_OK(settings_read("text", written.data, written.length, &read, &why), "read", why);
    ASSERT(same_settings(NOW(&s), &read));
    ASSERT(stage_open_with(&other, &read, 640, 480));
    ASSERT_EQ(2, exhibits_count(other.e));
    ASSERT_NEAR(256, creal(exhibits_solution(other.e, 0)->runs[0].value[8]), 1e-6, 0);
    DRAW(&other);
    stage_close(&other);
    snprintf(read.stage, sizeof read.stage, "nonsense"); /* a file by hand */
    ASSERT_FALSE(stage_open_with(&other, &read, 640, 480));
    ASSERT(strstr(other.why.text, "'nonsense' is not known") != NULL);
    stage_close(&other);
    text_clear(&written);
    DO(&s, "stage off");
    ASSERT_STR_EQ("", NOW(&s)->stage);
    stage_close(&s);
    PASS();
}

/* Another method or w leaves the clock alone. */
TEST other_settings_do_not_restart_the_clock(void)
{
    stage s;
    ASSERT(stage_open(&s, 640, 480));
    DO(&s, "stage example-1.1 method=implicit-euler h=0.5 t1=8");
    stage_tick(&s, 0.1);
    stage_tick(&s, 2);
    DO(&s, "method bdf:2");
    DO(&s, "w 0.5");
    DO(&s, "stage_place half");
    ASSERT_NEAR(2, exhibits_time(s.e), 1e-12, 0);
    DO(&s, "stage example-1.1 method=implicit-euler h=0.5 t1=8"); /* the same again does */
    ASSERT_NEAR(0, exhibits_time(s.e), 0, 0);
    stage_close(&s);
    PASS();
}

TEST half_of_the_window_keeps_the_region(void)
{
    stage s;
    ASSERT(stage_open(&s, 800, 600));
    DO(&s, "panel off");
    DO(&s, "inspector off");
    SETTLE(&s);
    area all = stage_area(&s);
    DO(&s, "stage roots");
    DRAW(&s);
    ASSERT_EQ(0, stage_area(&s).width);
    ASSERT(!stage_zooms_at(&s, 400, 300));
    static const char *const need_it[] = {"save png x.png", "record x.mp4", "copy", "validate"};
    for (int i = 0; i < 4; i++) { /* nothing of what is not seen */
        ASSERT_FALSE(stage_do(&s, need_it[i]));
        ASSERT(strstr(s.why.text, "the region is hidden") != NULL);
    }
    DO(&s, "stage_place half");
    SETTLE(&s);
    area half = stage_area(&s);
    ASSERT(half.width > all.width / 3 && half.x + half.width <= 400);
    stage_mouse(&s, INPUT_MOVE, half.x + 0.25 * half.width, half.y + 0.25 * half.height, 0, 0);
    DRAW(&s);
    const roots_exhibit *r = exhibits_roots(s.e, 0); /* at the cursor */
    ASSERT_NEAR(area_x(&half, NOW(&s), half.x + 0.25 * half.width), creal(r->z), 1e-9, 0);
    ASSERT_NEAR(area_y(&half, NOW(&s), half.y + 0.25 * half.height), cimag(r->z), 1e-9, 0);
    stage_key(&s, "Escape");
    SETTLE(&s);
    area again = stage_area(&s);
    ASSERT(again.x == all.x && again.width == all.width && again.height == all.height);
    stage_close(&s);
    PASS();
}

/* Under a solution for one z the status line does not tell another one. */
TEST nothing_of_a_hidden_region_is_told(void)
{
    enum { PIXELS = 640 * 480 };
    stage s;
    uint32_t *before = malloc(PIXELS * sizeof *before);
    ASSERT(stage_open(&s, 640, 480));
    DO(&s, "panel off");
    DO(&s, "stage ode re=-1 method=explicit-euler h=0.5 t1=10");
    DO(&s, "play off");
    SETTLE(&s);
    memcpy(before, s.pixels, PIXELS * sizeof *before);
    DO(&s, "look 3 2 7");
    DO(&s, "pin 5 -3");
    SETTLE(&s);
    ASSERT_EQ_FMT(0L, differing(before, s.pixels, PIXELS), "%ld");
    DO(&s, "stage_place half");
    SETTLE(&s);
    memcpy(before, s.pixels, PIXELS * sizeof *before);
    DO(&s, "look 3 2 8");
    SETTLE(&s);
    ASSERT(differing(before, s.pixels, PIXELS) > 100);
    free(before);
    stage_close(&s);
    PASS();
}

TEST keys_put_the_inspected_place_on_the_stage(void)
{
    stage s;
    ASSERT(stage_open(&s, 1000, 700));
    DO(&s, "method implicit-euler");
    DO(&s, "pin -1 0.5");
    DO(&s, "w 0.25");
    stage_key(&s, "t");
    const solution *k = exhibits_solution(s.e, 0);
    ASSERT(k != NULL);
    double complex z = CMPLX(-1, 0.5), factor = (1 - 0.25) / (1 - z - 0.25);
    ASSERT_NEAR(0, cabs(k->runs[0].value[3] - factor * factor * factor), 1e-12, 0);
    ASSERT_EQ(STAGE_HALF, NOW(&s)->stage_place);
    DRAW(&s);
    DO(&s, "pin -3 0"); /* it follows the pin */
    factor = (1 - 0.25) / (1 + 3 - 0.25);
    ASSERT_NEAR(0, cabs(exhibits_solution(s.e, 0)->runs[0].value[2] - factor * factor), 1e-12, 0);
    DO(&s, "w -2"); /* w and the method */
    factor = (1 + 2.0) / (1 + 3 + 2.0);
    ASSERT_NEAR(0, cabs(exhibits_solution(s.e, 0)->runs[0].value[2] - factor * factor), 1e-12, 0);
    DO(&s, "method gauss-lobatto:1");
    factor = (4 - 6 - 6.0) / (4 + 6 - 6.0);
    ASSERT_NEAR(0, cabs(exhibits_solution(s.e, 0)->runs[0].value[2] - factor * factor), 1e-12, 0);
    DO(&s, "method implicit-euler");
    stage_key(&s, "t"); /* and away */
    ASSERT_EQ(0, exhibits_count(s.e));
    DO(&s, "plane zw");
    DO(&s, "pin -2 0.75");
    stage_key(&s, "t");
    factor = (1 - 0.75) / (1 + 2 - 0.75);
    ASSERT_NEAR(0, cabs(exhibits_solution(s.e, 0)->runs[0].value[1] - factor), 1e-12, 0);
    stage_key(&s, "T");
    ASSERT_EQ(STAGE_WHOLE, NOW(&s)->stage_place);
    stage_key(&s, "u");
    ASSERT(exhibits_roots(s.e, 0) != NULL);
    DRAW(&s);
    ASSERT_NEAR(0, cabs(exhibits_roots(s.e, 0)->now.roots[0] - factor), 1e-12, 0);
    stage_key(&s, "F1"); /* Escape closes the help first */
    stage_key(&s, "Escape");
    ASSERT_EQ(1, exhibits_count(s.e));
    stage_key(&s, "Escape");
    ASSERT_EQ(0, exhibits_count(s.e));
    DO(&s, "plane z");
    DO(&s, "method rk4"); /* for ODEs only: w is 0 */
    stage_key(&s, "t");
    ASSERT(exhibits_solution(s.e, 0) != NULL);
    stage_close(&s);
    PASS();
}

TEST windows_of_any_size_can_be_drawn(void)
{
    static const int sizes[][2] = {{1, 1},     {40, 30},   {120, 400},  {400, 90},
                                   {300, 200}, {800, 600}, {1920, 1080}};
    static const char *const lines[] = {
        "stage roots", "stage example-1.1 delta=-3 eta=-2 method=implicit-euler h=1 t1=8",
        "stage pendulum t1=0.2 | roots"};
    stage s;
    ASSERT(stage_open(&s, 640, 480));
    for (int k = 0; k < 3; k++) {
        DO(&s, lines[k]);
        for (int i = 0; i < 7; i++) {
            ASSERT(stage_resize(&s, sizes[i][0], sizes[i][1]));
            for (int how = 0; how < 4; how++) {
                DO(&s, how % 2 == 0 ? "stage_place whole" : "stage_place half");
                DO(&s, how < 2 ? "presents off" : "presents on");
                stage_tick(&s, 0.3);
                DRAW(&s);
            }
        }
    }
    stage_close(&s);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(a_description_is_read_and_completed);
    RUN_TEST(what_is_not_understood_changes_nothing_and_is_named);
    RUN_TEST(implicit_euler_on_example_1_1_has_its_factor);
    RUN_TEST(bdf_follows_its_recurrence_from_exact_values);
    RUN_TEST(spin_stabilisation_shows_its_transient);
    RUN_TEST(methods_for_odes_take_a_kernel_that_rests);
    RUN_TEST(a_step_without_a_solution_ends_a_run);
    RUN_TEST(every_problem_and_every_mechanism_can_be_shown);
    RUN_TEST(the_clock_runs_pauses_ends_and_starts_again);
    RUN_TEST(points_appear_when_the_clock_gets_to_them);
    RUN_TEST(roots_are_those_of_evaluate_and_leave_trails);
    RUN_TEST(a_double_root_on_the_circle_is_called_so);
    RUN_TEST(roots_keep_their_numbers);
    RUN_TEST(two_exhibits_have_one_clock);
    RUN_TEST(an_integration_is_given_up_when_the_stage_changes);
    RUN_TEST(a_workspace_keeps_the_stage);
    RUN_TEST(other_settings_do_not_restart_the_clock);
    RUN_TEST(half_of_the_window_keeps_the_region);
    RUN_TEST(nothing_of_a_hidden_region_is_told);
    RUN_TEST(keys_put_the_inspected_place_on_the_stage);
    RUN_TEST(windows_of_any_size_can_be_drawn);
    GREATEST_MAIN_END();
}
