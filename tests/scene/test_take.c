#include "scene/take.h"

#include <math.h>
#include <string.h>

#include "support/support.h"

static message why;

typedef struct setting_up {
    catalogue *all;
    lab_method method;
    lab_setup setup;
} setting_up;

static bool set_up(setting_up *s, const char *system, const char *form, const char *name, double h,
                   double tolerance, double t1)
{
    *s = (setting_up){0};
    lab_setup_begin(systems_find(system), &s->setup);
    s->setup.method = &s->method;
    s->setup.h = h;
    s->setup.tolerance = tolerance;
    s->setup.t1 = t1;
    return catalogue_create(SPINSCOPE_ASSETS, &s->all, &why) == STATUS_OK &&
           formulation_read(form, &s->setup.formulation, &why) == STATUS_OK &&
           lab_method_open(s->all, name, tolerance > 0, &s->method, &why) == STATUS_OK;
}

static void put_away(setting_up *s)
{
    lab_method_clear(&s->method);
    catalogue_destroy(s->all);
}

/* The pendulum with its acceleration from p a + |v|^2 = 0, also off the circle. */
static void slope(const double x[4], double out[4])
{
    double push = (9.81 * x[1] - x[2] * x[2] - x[3] * x[3]) / (x[0] * x[0] + x[1] * x[1]);
    out[0] = x[2];
    out[1] = x[3];
    out[2] = push * x[0];
    out[3] = push * x[1] - 9.81;
}

static void classical_step(double x[4], double h)
{
    double k[4][4], y[4];
    static const double at[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < 4; i++) {
            y[i] = x[i] + (s > 0 ? at[s] * h * k[s - 1][i] : 0);
        }
        slope(y, k[s]);
    }
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < 4; i++) {
            x[i] += h / 6 * weight[s] * k[s][i];
        }
    }
}

TEST the_record_is_that_of_steps_by_hand(void)
{
    setting_up s;
    take t;
    double x[4] = {1, 0, 0, -5};
    ASSERTm(why.text, set_up(&s, "pendulum", "index-1", "rk4", 0.08, 0, 4));
    ASSERT_OK(take_try(&s.setup, &why), "try", why);
    ASSERT_OK(take_make(&s.setup, NULL, &t, &why), "make", why);
    ASSERT_EQ(51, t.footage.count);
    for (int i = 0; i < t.footage.count; i++) {
        ASSERT_NEAR(0.08 * i, t.footage.t[i], 1e-13, 0);
        ASSERT_NEAR(x[0], t.footage.p[2 * i], 1e-9, 0);
        ASSERT_NEAR(x[1], t.footage.p[2 * i + 1], 1e-9, 0);
        double off = fabs(x[0] * x[0] + x[1] * x[1] - 1);
        ASSERT_NEAR(off, t.footage.drift[0][i], 1e-9, 0);
        ASSERT_NEAR(1, hypot(t.footage.reference[2 * i], t.footage.reference[2 * i + 1]), 1e-9, 0);
        classical_step(x, 0.08);
    }
    ASSERT(t.footage.drift[0][50] > 0.05); /* it has left the circle */
    ASSERT_STR_EQ("index-1, rk4, h = 0.08", t.footage.subtitle);
    ASSERT_STR_EQ("", t.ending);
    take_clear(&t);
    put_away(&s);
    PASS();
}

TEST long_runs_are_thinned_evenly(void)
{
    setting_up s;
    take t;
    ASSERTm(why.text, set_up(&s, "pendulum", "index-1", "rk4", 1e-4, 0, 2.4));
    ASSERT_OK(take_make(&s.setup, NULL, &t, &why), "make", why);
    ASSERT(t.footage.count > 5000 && t.footage.count <= 20000);
    double apart = t.footage.t[1] - t.footage.t[0];
    for (int i = 1; i < t.footage.count; i++) {
        ASSERT_NEAR(apart, t.footage.t[i] - t.footage.t[i - 1], 1e-9, 0);
    }
    ASSERT_NEAR(2.4, t.footage.t[t.footage.count - 1], 2 * apart, 0);
    ASSERT_STR_EQ("", t.ending);
    take_clear(&t);
    put_away(&s);
    PASS();
}

TEST runs_without_end_end(void)
{
    setting_up s;
    take t;
    ASSERTm(why.text, set_up(&s, "pendulum", "index-1", "rk4", 1e-4, 0, 1e4));
    ASSERT_OK(take_make(&s.setup, NULL, &t, &why), "make", why);
    ASSERT_NEAR(2.5, t.footage.t[t.footage.count - 1], 1e-3, 0);
    ASSERT(t.ending[0] != '\0');
    take_clear(&t);
    put_away(&s);
    PASS();
}

TEST a_blow_up_is_kept_and_said(void)
{
    setting_up s;
    take t;
    ASSERTm(why.text, set_up(&s, "pendulum", "baumgarte:gamma=200", "rk4", 0.02, 0, 4));
    ASSERT_OK(take_make(&s.setup, NULL, &t, &why), "make", why);
    ASSERT(strstr(t.ending, "after t = 0.") != NULL);
    ASSERT(t.footage.count > 2 && t.footage.t[t.footage.count - 1] < 4);
    take_clear(&t);
    put_away(&s);
    PASS();
}

TEST what_cannot_run_is_refused_before_it_runs(void)
{
    setting_up s;
    ASSERTm(why.text, set_up(&s, "pendulum", "index-3", "rk4", 0.1, 0, 1));
    ASSERT_EQ(STATUS_BAD_INPUT, take_try(&s.setup, &why));
    put_away(&s);
    ASSERTm(why.text, set_up(&s, "ascher-petzold-1", "index-2", "radau-iia:2", 0.1, 0, 1));
    ASSERT_EQ(STATUS_BAD_INPUT, take_try(&s.setup, &why));
    ASSERT(strstr(why.text, "has no picture") != NULL);
    put_away(&s);
    PASS();
}

TEST a_take_that_is_cancelled_has_nothing(void)
{
    setting_up s;
    take t;
    const atomic_bool stop = true;
    ASSERTm(why.text, set_up(&s, "pendulum", "index-1", "rk4", 1e-6, 0, 10));
    ASSERT_EQ(STATUS_NO, take_make(&s.setup, &stop, &t, &why));
    take_clear(&t);
    put_away(&s);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_record_is_that_of_steps_by_hand);
    RUN_TEST(long_runs_are_thinned_evenly);
    RUN_TEST(runs_without_end_end);
    RUN_TEST(a_blow_up_is_kept_and_said);
    RUN_TEST(what_cannot_run_is_refused_before_it_runs);
    RUN_TEST(a_take_that_is_cancelled_has_nothing);
    GREATEST_MAIN_END();
}
