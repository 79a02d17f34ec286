#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/command.h"
#include "support/support.h"

#define EQUATIONS SPINSCOPE_ASSETS "/equations/"

/* Writes a file and keeps its path. */
static const char *keep(const char *name, const char *data, char out[600])
{
    snprintf(out, 600, "%s", scratch_file(name, data, strlen(data)));
    return out;
}

static double number_of(const cJSON *document, const char *key)
{
    const cJSON *item = cJSON_GetObjectItem(document, key);
    return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

static cJSON *json_of(const char *arguments, int code)
{
    result r = run_spinscope(arguments);
    cJSON *document = r.code == code && is_one_line(r.out) ? cJSON_Parse(r.out) : NULL;
    if (document == NULL) {
        fprintf(stderr, "%s: %d %s %s\n", arguments, r.code, r.out, r.err);
    }
    result_clear(&r);
    return document;
}

TEST spectra_have_their_largest_step(void)
{
    char path[600], line[800];
    keep("s.csv", "-10\n-3,4 # and its conjugate\n-3,-4\n0,0\n", path);
    snprintf(line, sizeof line, "largest-h explicit-euler --spectrum '%s' --json", path);
    cJSON *d = json_of(line, 0);
    ASSERT(d != NULL);
    ASSERT_STR_EQ("bounded", cJSON_GetObjectItem(d, "answer")->valuestring);
    ASSERT_NEAR(0.2, number_of(d, "h"), 0, 1e-15);
    const cJSON *lambda = cJSON_GetObjectItem(d, "limiting");
    ASSERT_NEAR(-10, cJSON_GetArrayItem(lambda, 0)->valuedouble, 0, 0);
    ASSERT_EQ_FMT(1, cJSON_GetArraySize(cJSON_GetObjectItem(d, "windows")), "%d");
    cJSON_Delete(d);
    snprintf(line, sizeof line, "largest-h implicit-euler --spectrum '%s' --json --omega -1", path);
    d = json_of(line, 0);
    ASSERT(d != NULL);
    ASSERT_STR_EQ("unbounded", cJSON_GetObjectItem(d, "answer")->valuestring);
    ASSERT(cJSON_IsNull(cJSON_GetObjectItem(d, "h")));
    cJSON_Delete(d);
    PASS();
}

/* |lambda| is infinite here, lambda is not: h |lambda| is the same as for any other size. */
TEST sizes_that_overflow_do_not_count_as_zero(void)
{
    char path[600], line[800];
    keep("large.csv", "-1.6e308,1.6e308\n-1.6e308,-1.6e308\n", path);
    snprintf(line, sizeof line, "largest-h explicit-euler --spectrum '%s' --json", path);
    cJSON *d = json_of(line, 0);
    ASSERT(d != NULL);
    ASSERT_NEAR(1, 1.6e308 * number_of(d, "h"), 0, 1e-9);
    cJSON_Delete(d);
    PASS();
}

/* The slow ones limit the step, however fast another is. */
TEST slow_eigenvalues_count_beside_fast_ones(void)
{
    char path[600], line[800];
    keep("slow.csv", "-0.1,1\n-0.1,-1\n", path);
    snprintf(line, sizeof line, "largest-h bdf:5 --spectrum '%s' --json", path);
    cJSON *d = json_of(line, 0);
    ASSERT(d != NULL);
    double h = number_of(d, "h");
    cJSON_Delete(d);
    keep("stiff.csv", "-0.1,1\n-0.1,-1\n-1e13,0\n", path);
    snprintf(line, sizeof line, "largest-h bdf:5 --spectrum '%s' --json", path);
    d = json_of(line, 0);
    ASSERT(d != NULL);
    ASSERT_NEAR(h, number_of(d, "h"), 0, 1e-12);
    ASSERT_NEAR(0, number_of(d, "taken_as_zero"), 0, 0);
    cJSON_Delete(d);
    snprintf(line, sizeof line, "render bdf:5 --spectrum '%s' -o /dev/null --format csv --size 4x4",
             path);
    result r = run_spinscope(line);
    const char *found = strstr(r.out, "largest stable h = ");
    ASSERTm(r.out, r.code == 0 && found != NULL);
    ASSERT_NEAR(h, strtod(found + strlen("largest stable h = "), NULL), 0, 1e-8);
    result_clear(&r);
    keep("zero.csv", "1e-16,0\n-1,0\n", path);
    snprintf(line, sizeof line, "largest-h implicit-euler --spectrum '%s' --json", path);
    d = json_of(line, 0);
    ASSERT(d != NULL);
    ASSERT_NEAR(1, number_of(d, "taken_as_zero"), 0, 0);
    cJSON_Delete(d);
    PASS();
}

TEST growing_spectra_are_a_no(void)
{
    char path[600], line[800];
    keep("g.csv", "-1\n2,1\n", path);
    snprintf(line, sizeof line, "largest-h rk4 --spectrum '%s'", path);
    result r = run_spinscope(line);
    ASSERT_EQ_FMT(1, r.code, "%d");
    ASSERTm(r.out, strstr(r.out, "none: no h > 0 is stable") != NULL);
    ASSERTm(r.out, strstr(r.out, "2+1i): the exact solution grows") != NULL);
    ASSERT_STR_EQ("", r.err);
    result_clear(&r);
    snprintf(line, sizeof line, "largest-h implicit-euler --spectrum '%s'", path);
    r = run_spinscope(line);
    ASSERT_EQ_FMT(0, r.code, "%d"); /* |1 - z| >= 1 for 5 h >= 4 */
    ASSERTm(r.out, strstr(r.out, "none from 0 on") != NULL);
    ASSERTm(r.out, strstr(r.out, "0.8 <= h < infinity") != NULL);
    result_clear(&r);
    PASS();
}

/* E = diag(1, 0), A = [-4 0; 1 -1]: lambda = -4 and one infinite; BDF2 has the root -1 at (-2,
 * 3/2). */
TEST matrices_are_a_pencil(void)
{
    char E[600], A[600], line[1400];
    keep("E.csv", "1,0\n0,0\n", E);
    keep("A.csv", "-4,0\n1,-1\n", A);
    snprintf(line, sizeof line, "largest-h --matrices '%s' '%s' bdf:2 --omega 3 --json", E, A);
    cJSON *d = json_of(line, 0);
    ASSERT(d != NULL);
    ASSERT_NEAR(0.5, number_of(d, "h"), 0, 1e-15);
    ASSERT_NEAR(1, number_of(d, "index"), 0, 0);
    ASSERT_NEAR(1, number_of(d, "infinite"), 0, 0);
    cJSON_Delete(d);
    PASS();
}

/* det(lambda E - A) = lambda (lambda + 1) by hand, in decimals that no double has: E is singular
 * (row 3 is row 1 + row 2 of it), and 0 and -1 are what they are. */
TEST pencils_of_decimals_are_decided_exactly(void)
{
    char E[600], A[600], line[1400];
    keep("E.csv", "0.1,0.2,0.7\n0.3,0.7,0.1\n0.4,0.9,0.8\n", E);
    keep("A.csv", "-0.1,-0.2,-0.7\n0,0,0\n-0.1,-0.2,0.3\n", A);
    snprintf(line, sizeof line, "largest-h implicit-euler --matrices '%s' '%s' --json", E, A);
    cJSON *d = json_of(line, 0);
    ASSERT(d != NULL);
    ASSERT(cJSON_IsTrue(cJSON_GetObjectItem(d, "exact")));
    ASSERT_NEAR(1, number_of(d, "index"), 0, 0);
    ASSERT_NEAR(0, number_of(d, "taken_as_zero"), 0, 0);
    const cJSON *all = cJSON_GetObjectItem(d, "lambda");
    ASSERT_EQ_FMT(2, cJSON_GetArraySize(all), "%d");
    double sum = 0, product = 1;
    for (int i = 0; i < 2; i++) {
        double x = cJSON_GetArrayItem(cJSON_GetArrayItem(all, i), 0)->valuedouble;
        sum += x;
        product *= x;
    }
    ASSERT(sum == -1 && product == 0);
    cJSON_Delete(d);
    PASS();
}

static const char *words_of(const cJSON *document, const char *key)
{
    const cJSON *item = cJSON_GetObjectItem(document, key);
    return cJSON_IsString(item) ? item->valuestring : "";
}

/* |1 - w| <= 1 - z - w ends at w = 1 - z/2: h = 2/3 for lambda = -1, omega = 2, by real steps, and
 * it is 3h <= (6 + 4h)/4 of Radau IIA with lambda = -4, omega = 3. The table is frozen at each t.
 */
TEST equations_are_reduced_along_t(void)
{
    cJSON *d = json_of("largest-h implicit-euler --dae " EQUATIONS
                       "test-equation.dae --t 0:4 --points 5 --json",
                       0);
    ASSERT(d != NULL);
    ASSERT_STR_EQ("bounded", words_of(d, "answer"));
    ASSERT_STR_EQ("steps", words_of(d, "basis"));
    ASSERT_NEAR(2.0 / 3, number_of(d, "h"), number_of(d, "error"), 0);
    ASSERT(number_of(d, "error") < 1e-5);
    ASSERT_NEAR(-1, number_of(d, "growth_rate"), 1e-5, 0);
    ASSERT(number_of(d, "frozen_h") < 0.6);
    const cJSON *table = cJSON_GetObjectItem(d, "table");
    ASSERT_EQ_FMT(5, cJSON_GetArraySize(table), "%d");
    const cJSON *row = cJSON_GetArrayItem(table, 2);
    ASSERT_NEAR(2, number_of(row, "t"), 0, 0);
    ASSERT_NEAR(2 + 8.0 / 17, number_of(row, "omega"), 0, 1e-13);
    ASSERT_NEAR(2.0 / 17, number_of(row, "spin"), 0, 1e-13);
    cJSON_Delete(d);
    d = json_of("largest-h radau-iia:2 --dae " EQUATIONS "example-1.1.dae --json", 0);
    ASSERT(d != NULL);
    ASSERT_NEAR(0.75, number_of(d, "h"), number_of(d, "error"), 0);
    ASSERT(number_of(d, "error") < 1e-4);
    cJSON_Delete(d);
    PASS();
}

/* The test equation after x = [1 1; 1 -1] y: its kernel has turned by 90 degrees from where y1
 * alone has a derivative, when omega t = 1. And a kernel that rotates: |cos w - sin w| = 1 - z - w.
 */
TEST unknowns_may_be_mixed_and_kernels_may_turn(void)
{
    char path[600], line[800];
    keep("mixed.dae",
         "size = 2\nlet w = 2\nE = 1-w*t 1+w*t\n 0 0\n"
         "A = -1+w*(1+t) -1-w*(1+t)\n w*t -2-w*t\n",
         path);
    snprintf(line, sizeof line, "largest-h implicit-euler --dae '%s' --json", path);
    cJSON *d = json_of(line, 0);
    ASSERT(d != NULL);
    ASSERT_STR_EQ("bounded", words_of(d, "answer"));
    ASSERT_NEAR(2.0 / 3, number_of(d, "h"), 1e-6, 0);
    cJSON_Delete(d);
    keep("turns.dae",
         "size = 2\nlet c = cos(20*t)\nlet s = sin(20*t)\nE = c -s\n 0 0\n"
         "A = 20*s-c 20*c+s\n s-c s+c\n",
         path);
    snprintf(line, sizeof line, "largest-h implicit-euler --dae '%s' --json", path);
    d = json_of(line, 0);
    ASSERT(d != NULL);
    double h = number_of(d, "h");
    ASSERT_STR_EQ("bounded", words_of(d, "answer"));
    ASSERT_NEAR(0.04465, h, 5e-6, 0);
    ASSERT_NEAR(fabs(cos(20 * h) - sin(20 * h)), fabs(1 + h - 20 * h), 1e-9, 0);
    ASSERT_NEAR(h, number_of(d, "frozen_h"), 1e-10, 0);
    cJSON_Delete(d);
    PASS();
}

/* x2 = exp(3 t) x1 grows though x1 decays, whatever the method is. */
TEST growing_constraints_are_not_called_stable(void)
{
    static const char *const methods[] = {"implicit-euler", "radau-iia:3", "bdf:4", "rk4",
                                          "trapezoidal",    "spin:bdf:2"};
    char path[600], line[800];
    for (int i = 0; i < 6; i++) {
        keep("grows.dae", "size = 2\nE = 1 0\n 0 0\nA = -1 0\n -exp(3*t) 1\n", path);
        snprintf(line, sizeof line, "largest-h %s --dae '%s' --json --quiet", methods[i], path);
        cJSON *d = json_of(line, 1);
        ASSERTm(methods[i], d != NULL);
        ASSERT_STR_EQ("none", words_of(d, "answer"));
        ASSERT_NEAR(2, number_of(d, "growth_rate"), 1e-6, 0);
        cJSON_Delete(d);
    }
    keep("later.dae", "size = 2\nE = 1 0\n 0 0\nA = -1 0\n -exp(3*t)/100 1\n", path);
    snprintf(line, sizeof line, "largest-h bdf:2 --dae '%s' --json", path);
    cJSON *d = json_of(line, 0);
    ASSERT(d != NULL);
    ASSERT_STR_EQ("undecided", words_of(d, "answer"));
    ASSERT(cJSON_IsNull(cJSON_GetObjectItem(d, "h")));
    ASSERT(strstr(words_of(d, "reason"), "grows later") != NULL);
    cJSON_Delete(d);
    PASS();
}

/* Each answer says what it stands on. */
TEST answers_are_labelled(void)
{
    static const struct {
        const char *method, *data, *words;
    } cases[] = {
        {"rk4", "size = 2\nE = 1 0\n 0 0\nA = -1-t 0\n 1 1\n",
         "1.3926467817, frozen at the t below\nfrozen at t = 1: largest h"},
        {"bdf:2", "size = 2\nE = 1 0\n 0 0\nA = -1-t 0\n 1 1\n", "grows, by real steps\n"},
        {"rk4", "size = 1\nE = 2\nA = -4\n", "1.3926467817, constant coefficients"},
        {"bdf:2", "size = 1\nE = 1\nA = -1\n", "unbounded: stable for every h > 0"},
        {"trapezoidal", "size = 2\nE = 1 -2*t\n 0 0\nA = -1 2*(1+t)\n -1 1+2*t\n",
         "frozen at the t below, as a shear"},
        {"gauss:2", "size = 2\nE = 1 -2*t\n 0 0\nA = -1 2*(1+t)\n -1 1+2*t\n",
         "projected along the kernel of E"},
        {"spin:bdf:2", "size = 2\nE = 1 -2*t\n 0 0\nA = -1 2*(1+t)\n -1 1+2*t\n",
         "cannot be told: the kernel turns"},
        {"spin:bdf:2", "size = 1\nE = 1\nA = -1-t\n", "unbounded, frozen at each of these t"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char path[600], line[800];
        keep("labelled.dae", cases[i].data, path);
        snprintf(line, sizeof line, "largest-h %s --dae '%s' --points 3", cases[i].method, path);
        result r = run_spinscope(line);
        ASSERTm(support_say("%s%s", r.out, r.err),
                r.code == 0 && strstr(r.out, cases[i].words) != NULL);
        result_clear(&r);
    }
    PASS();
}

/* lambda = -1 - (t - 1/3)^2: explicit Euler is limited by the largest, at an end of the interval;
 * -2 + (t - 1/3)^2 by the one at 1/3, which is none of the sampled times. */
TEST the_limiting_time_is_found_between_samples(void)
{
    char path[600], line[800];
    keep("e.dae", "size = 2\nE = 1 0\n 0 0\nA = -2+(t-1/3)^2 0\n 1 1\n", path);
    snprintf(line, sizeof line, "largest-h explicit-euler --dae '%s' --t=0:1 --points 6 --json",
             path);
    cJSON *d = json_of(line, 0);
    ASSERT(d != NULL);
    ASSERT_NEAR(1, number_of(d, "h"), 0, 1e-12);
    ASSERT_NEAR(1.0 / 3, number_of(d, "t"), 1e-5, 0);
    cJSON_Delete(d);
    PASS();
}

TEST every_equation_of_the_assets_can_be_drawn(void)
{
    static const char *const endings[] = {"png", "svg", "pdf"};
    static const char *const names[] = {"test-equation", "example-1.1", "turning-circuit"};
    static const char *const magic[] = {"\x89PNG", "<?xml", "%PDF"};
    for (int i = 0; i < 3; i++) {
        char out[600], line[2400], start[6] = "";
        keep("p", "", out);
        snprintf(line, sizeof line,
                 "largest-h radau-iia:2 --dae " EQUATIONS "%s.dae --points 2 -o '%s.%s' && "
                 "head -c 5 '%s.%s' > '%s'",
                 names[i], out, endings[i], out, endings[i], out);
        result r = run_spinscope(line);
        ASSERTm(r.err, r.code == 0);
        result_clear(&r);
        FILE *f = fopen(out, "rb");
        ASSERT(f != NULL && fread(start, 1, 5, f) == 5);
        fclose(f);
        ASSERTm(names[i], strncmp(magic[i], start, 4) == 0);
        snprintf(line, sizeof line, "largest-h radau-iia:2 --dae " EQUATIONS "%s.dae -o '%s.%s'",
                 names[i], out, endings[i]);
        r = run_spinscope(line); /* it exists */
        ASSERTm(r.err, r.code == 2 && is_one_line(r.err));
        result_clear(&r);
    }
    PASS();
}

TEST bad_input_is_one_line_and_exit_two(void)
{
    char good[600], wide[600], bad[600], singular[600], index1[600], index2[600], empty[600];
    keep("good.csv", "1,0\n0,1\n", good);
    keep("wide.csv", "1,2,3\n4,5,6\n7,8,9\n", wide);
    keep("bad.csv", "1,2\n3\n", bad);
    keep("singular.csv", "1,0\n0,0\n", singular);
    keep("index1.dae", "size = 2\nE = 1 0\n 0 0\nA = -1 0\n 0 1\n", index1);
    keep("index2.dae", "size = 2\nE = 1 0\n 0 0\nA = 0 1\n 1 0\n", index2);
    keep("empty.csv", "", empty);
    const struct {
        const char *format, *a, *b, *words;
    } cases[] = {
        {"largest-h rk4%.0s%.0s", "", "", "one of --spectrum FILE, --matrices"},
        {"largest-h rk4 --spectrum '%s' --dae '%s'", good, good, "one of --spectrum"},
        {"largest-h%.0s%.0s", "", "", "usage: spinscope largest-h"},
        {"largest-h rk4 --spectrum '%s'%.0s", empty, "", "holds no eigenvalue"},
        {"largest-h rk4 --spectrum /no/such%.0s%.0s", "", "", "/no/such"},
        {"largest-h rk4 --spectrum '%s' --omega x%.0s", good, "", "--omega x"},
        {"largest-h rk4 --spectrum '%s' --omega 1%.0s", good, "", "ODEs only; accepted: 0"},
        {"largest-h rk4 --spectrum '%s' -o x.png%.0s", good, "", "-o: has no effect without --dae"},
        {"largest-h rk4 --matrices '%s'%.0s", good, "", "--matrices needs two values"},
        {"largest-h rk4 --matrices '%s' --json%.0s", good, "", "--matrices needs two values"},
        {"largest-h rk4 --matrices '%s' ''%.0s", good, "", "--matrices needs two values"},
        {"largest-h rk4 --matrices '%s' '%s'", good, wide, "the same size is expected"},
        {"largest-h rk4 --matrices '%s' '%s'", good, bad, "bad.csv:2:1: "},
        {"largest-h rk4 --matrices '%s' '%s'", singular, singular, "is singular"},
        {"largest-h bdf:2 --dae '%s'%.0s", index2, "", "the index is not 1"},
        {"largest-h bdf:2 --dae '%s' --omega 1%.0s", index2, "",
         "--omega: has no effect with --dae"},
        {"largest-h bdf:2 --dae '%s' --t 1:0%.0s", index2, "", "--t 1:0: A < B"},
        {"largest-h bdf:2 --dae '%s' --t :%.0s", index2, "", "--t :"},
        {"largest-h bdf:2 --dae '%s' --t 0:%.0s", index2, "", "--t 0:: "},
        {"largest-h bdf:2 --dae '%s' --t 0:x%.0s", index2, "", "--t 0:x: "},
        {"largest-h bdf:2 --dae '%s' --h 1e308 -o '%s.png'", index1, index1, "--h 1e308: "},
        {"largest-h bdf:2 --dae '%s' --points 1%.0s", index2, "", "--points 1"},
        {"largest-h bdf:2 --dae '%s' --h -1%.0s", index2, "", "--h -1"},
        {"largest-h bdf:2 --dae '%s' -o x.gif%.0s", index2, "", ".png, .svg or .pdf"},
        {"largest-h bdf:2 --dae '%s'%.0s", good, "", "'key = value' is expected"},
        {"largest-h rk4 --dae " EQUATIONS "test-equation.dae%.0s%.0s", "", "", "omega = 2: rk4 is"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[1600];
        snprintf(line, sizeof line, cases[i].format, cases[i].a, cases[i].b);
        result r = run_spinscope(line);
        ASSERTm(support_say("%s: exit %d", line, r.code), r.code == 2);
        ASSERTm(support_say("%s: %s", line, r.err),
                is_one_line(r.err) && strstr(r.err, cases[i].words) != NULL);
        ASSERT_STR_EQ("", r.out);
        result_clear(&r);
    }
    PASS();
}

TEST help_has_examples(void)
{
    result r = run_spinscope("largest-h --help");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERT(strstr(r.out, "spinscope largest-h rk4 --spectrum heat.csv") != NULL);
    ASSERT(strstr(r.out, "in the long run") != NULL);
    result_clear(&r);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(spectra_have_their_largest_step);
    RUN_TEST(sizes_that_overflow_do_not_count_as_zero);
    RUN_TEST(slow_eigenvalues_count_beside_fast_ones);
    RUN_TEST(growing_spectra_are_a_no);
    RUN_TEST(matrices_are_a_pencil);
    RUN_TEST(pencils_of_decimals_are_decided_exactly);
    RUN_TEST(equations_are_reduced_along_t);
    RUN_TEST(unknowns_may_be_mixed_and_kernels_may_turn);
    RUN_TEST(growing_constraints_are_not_called_stable);
    RUN_TEST(answers_are_labelled);
    RUN_TEST(the_limiting_time_is_found_between_samples);
    RUN_TEST(every_equation_of_the_assets_can_be_drawn);
    RUN_TEST(bad_input_is_one_line_and_exit_two);
    RUN_TEST(help_has_examples);
    GREATEST_MAIN_END();
}
