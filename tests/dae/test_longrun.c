#include "dae/longrun.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "method/catalogue.h"
#include "stability/largest_h.h"
#include "support/support.h"

static message why;
static catalogue *all;

/* The test equation in the unknowns y, x = T y. */
static const char *mixed(double lambda, double omega, const double T[4])
{
    static char data[800];
    snprintf(data, sizeof data,
             "size = 2\nlet l = %.17g\nlet w = %.17g\nlet a = %.17g\nlet b = %.17g\n"
             "let c = %.17g\nlet d = %.17g\nE = a-c*w*t b-d*w*t\n 0 0\n"
             "A = l*a+w*(1-l*t)*c l*b+w*(1-l*t)*d\n (1+w*t)*c-a (1+w*t)*d-b\n",
             lambda, omega, T[0], T[1], T[2], T[3]);
    return data;
}

static status find(const char *name, const char *data, longrun_request q, longrun *out)
{
    equation *e = NULL;
    method *m = NULL;
    tableau t;
    status s = equation_parse("x.dae", data, strlen(data), &e, &why);
    s = s == STATUS_OK && name != NULL ? catalogue_open(all, name, &m, &why) : s;
    if (s == STATUS_OK && m != NULL) {
        method_tableau(m, &t);
    }
    q.equation = e;
    q.method = m != NULL ? &t : NULL;
    q.differential = 1;
    s = s == STATUS_OK ? longrun_find(&q, out, &why) : s;
    method_destroy(m);
    equation_destroy(e);
    return s;
}

/* The h that the stability polynomial has, which knows nothing of unknowns. */
static status exact(const char *name, double lambda, double omega, double *h)
{
    method *m = NULL;
    phi *p = NULL;
    largest_h l = {0};
    const spin_mode mode = {.lambda = lambda, .omega = omega};
    status s = catalogue_open(all, name, &m, &why);
    s = s == STATUS_OK ? phi_compile(m, MOTION_SHEAR, &p, &why) : s;
    s = s == STATUS_OK ? largest_h_find(p, &mode, 1, &l, &why) : s;
    *h = l.h;
    largest_h_clear(&l);
    phi_destroy(p);
    method_destroy(m);
    return s;
}

/* Whatever the unknowns are and how wrong the guess is. Growth begins at a pole with the last two,
 * and ends 1e-5 further on. */
TEST the_test_equation_has_its_step_in_all_unknowns(void)
{
    static const char *const names[] = {"implicit-euler", "radau-iia:2", "gauss:2,keep=u",
                                        "bdf:2",          "bdf:3",       "gauss:3,keep=u",
                                        "radau-iia:3"};
    for (int n = 0; n < rounds(7); n++) {
        const char *name = names[n % 7];
        double lambda = random_between(-2, -0.5), omega = random_between(1, 4), h = 0;
        double T[] = {random_between(0.5, 1), random_between(-1, 1), random_between(-1, 1),
                      random_between(-1, -0.5)};
        T[3] = fabs(T[0] * T[3] - T[1] * T[2]) < 0.2 ? T[3] - 1 : T[3];
        ASSERT_OK(exact(name, lambda, omega, &h), name, why);
        longrun l;
        double guess = h * random_between(0.6, 1.5);
        longrun_request q = {
            .t1 = 1, .guess = guess, .most = 4 * guess, .fast = 3 * (omega - lambda)};
        const char *data = mixed(lambda, omega, T);
        ASSERT_OK(find(name, data, q, &l), data, why);
        ASSERTm(support_say("%s %s: %s (%s)", name, data, step_answer_name(l.answer), l.reason),
                l.answer == STEP_BOUNDED);
        ASSERTm(support_say("%s %s: %s", name, data, support_words),
                support_near(h, l.h, l.error + 1e-9, 0));
        ASSERTm(support_say("%s %s: %g of %g", name, data, l.error, h), l.error < 1e-3 * h);
        ASSERT_NEAR(lambda, l.rate, l.rate_error + 1e-9, 0);
    }
    PASS();
}

/* lambda = -1, omega = 2 and T = [1 1; 1 -1]: |1 - w| = 1 - z - w is at h = 2/3, also on an
 * interval of 1500 such steps. The solution becomes larger on [0, 1] when omega is 8, which is no
 * growth. */
TEST implicit_euler_has_two_thirds(void)
{
    static const double T[] = {1, 1, 1, -1};
    longrun_request q = {.t1 = 1, .guess = 0.5, .most = 2, .fast = 6};
    longrun l;
    ASSERT_OK(find("implicit-euler", mixed(-1, 2, T), q, &l), "short", why);
    ASSERT_EQ(STEP_BOUNDED, l.answer);
    ASSERT_NEAR(2.0 / 3, l.h, 1e-7, 0);
    q.t1 = 1000;
    ASSERT_OK(find("implicit-euler", mixed(-1, 2, T), q, &l), "long", why);
    ASSERT_EQ(STEP_BOUNDED, l.answer);
    ASSERT_NEAR(2.0 / 3, l.h, l.error, 0);
    ASSERT(l.error < 1e-3);
    q = (longrun_request){.t1 = 1, .guess = 0.12, .most = 0.5, .fast = 30};
    ASSERT_OK(find("implicit-euler", mixed(-1, 8, T), q, &l), "larger", why);
    ASSERT_EQ(STEP_BOUNDED, l.answer);
    ASSERT_NEAR(2.0 / 15, l.h, l.error + 1e-9, 0);
    PASS();
}

/* The kernel of (cos, -sin): |cos w - sin w| = |1 - z - w| first at this h, for lambda = -1, omega
 * = 20. */
TEST a_rotation_has_its_step(void)
{
    static const char data[] = "size = 2\nlet c = cos(20*t)\nlet s = sin(20*t)\nE = c -s\n 0 0\n"
                               "A = 20*s-c 20*c+s\n s-c s+c\n";
    longrun_request q = {.t1 = 1, .guess = 0.04, .most = 0.2, .fast = 41};
    longrun l;
    ASSERT_OK(find("implicit-euler", data, q, &l), "rotation", why);
    ASSERT_EQ(STEP_BOUNDED, l.answer);
    double w = 20 * l.h;
    ASSERT_NEAR(fabs(cos(w) - sin(w)), fabs(1 + l.h - w), 1e-9, 0);
    ASSERT_NEAR(0.04465, l.h, 5e-6, 0);
    ASSERT_NEAR(-1, l.rate, 1e-8, 0);
    PASS();
}

/* x1 = exp(-t), x2 = f exp(3 t) x1: |x| grows like exp(2 t), at once or after some time. Nothing is
 * said where the equation ends too soon, or patience does. */
TEST growth_of_the_equation_itself_is_told(void)
{
    static const char format[] = "size = 2\nE = 1 0\n 0 0\nA = -1 0\n %s 1\n";
    static const struct {
        const char *entry, *words;
        double t1;
        step_answer answer;
    } cases[] = {
        {"-exp(3*t)", "", 1, STEP_NONE},    {"-exp(3*t)", "", 0, STEP_NONE},
        {"-exp(3*t)", "", 200, STEP_NONE},  {"-exp(3*t)/100", "grows later", 1, STEP_UNDECIDED},
        {"-exp(t/2)", "", 1, STEP_BOUNDED}, {"-sqrt(2-t)", "cannot be followed", 1, STEP_UNDECIDED},
        {"-t^3", "", 1, STEP_UNBOUNDED}};
    for (int n = 0; n < 2 * 7; n++) { /* with a method, and without one */
        char data[200];
        longrun_request q = {.t1 = cases[n / 2].t1, .guess = 1, .most = 20, .fast = 1};
        longrun l;
        step_answer expected = cases[n / 2].answer;
        expected = n % 2 == 1 && expected == STEP_BOUNDED ? STEP_UNBOUNDED : expected;
        snprintf(data, sizeof data, format, cases[n / 2].entry);
        ASSERT_OK(find(n % 2 == 0 ? "radau-iia:2" : NULL, data, q, &l), data, why);
        ASSERTm(
            support_say("%s: %s (%s), rate %g", data, step_answer_name(l.answer), l.reason, l.rate),
            l.answer == expected && strstr(l.reason, cases[n / 2].words) != NULL);
        if (l.answer == STEP_NONE) {
            ASSERT_NEAR(2, l.rate, 1e-6, 0);
        } else if (l.answer == STEP_BOUNDED) { /* x1 has R(-h), x2 is as much as exp(t/2) x1 */
            double z = -l.h, R = (6 + 2 * z) / (6 - 4 * z + z * z);
            ASSERT_NEAR(1, fabs(R) * exp(l.h / 2), 1e-6, 0);
        }
    }
    longrun_request q = {.t1 = 1, .guess = 1, .most = 20, .fast = 1, .most_seconds = 1e-9};
    longrun l;
    ASSERT_OK(find("bdf:2", "size = 1\nE = 1\nA = -1-t^2\n", q, &l), "patience", why);
    ASSERT(l.answer == STEP_UNDECIDED && strstr(l.reason, "no time") != NULL);
    PASS();
}

/* x1' = (t - 10 + 20 (t > 10 ...)) has a smooth twin: fast decay, then slow. On a long interval
 * each part speaks for itself: a window of growth in one of them is not outweighed by decay
 * elsewhere. */
TEST each_part_of_a_long_interval_counts(void)
{
    static const char data[] = "size = 1\nE = 1\nA = -6+7*exp(-(t-350)^2/2000)\n";
    longrun_request q = {.t1 = 400, .guess = 0.2, .most = 2, .fast = 6};
    longrun l;
    ASSERT_OK(find("implicit-euler", data, q, &l), data, why);
    ASSERTm(support_say("%s %g (%s)", step_answer_name(l.answer), l.rate, l.reason),
            l.answer != STEP_UNBOUNDED && l.answer != STEP_BOUNDED);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        return 1;
    }
    RUN_TEST(the_test_equation_has_its_step_in_all_unknowns);
    RUN_TEST(implicit_euler_has_two_thirds);
    RUN_TEST(a_rotation_has_its_step);
    RUN_TEST(growth_of_the_equation_itself_is_told);
    RUN_TEST(each_part_of_a_long_interval_counts);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
