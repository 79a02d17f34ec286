#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "support/command.h"
#include "support/support.h"

static cJSON *analyse(const char *arguments)
{
    char line[800];
    snprintf(line, sizeof line, "analyse --json %s", arguments);
    result r = run_spinscope(line);
    cJSON *document = r.code == 0 && is_one_line(r.out) ? cJSON_Parse(r.out) : NULL;
    result_clear(&r);
    return document;
}

/* A method file of one's own, described by its text. */
static cJSON *analyse_text(const char *words)
{
    return analyse(scratch_file("own.method", words, strlen(words)));
}

static const cJSON *item(const cJSON *document, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(document, key);
}

static double number(const cJSON *document, const char *key)
{
    return cJSON_GetNumberValue(item(document, key));
}

static bool is_true(const cJSON *document, const char *key)
{
    return cJSON_IsTrue(item(document, key));
}

static bool is_null(const cJSON *document, const char *key)
{
    return cJSON_IsNull(item(document, key));
}

/* These fields are promised, in this order; further ones may follow. */
TEST json_has_the_promised_fields(void)
{
    static const char *const keys[] = {
        "method",           "order",          "order_spinning",     "error_constant",
        "stiffly_accurate", "R_infinity",     "A_stable",           "alpha_degrees",
        "L_stable",         "real_interval",  "imaginary_interval", "zero_stable",
        "spin_range",       "spin_range_real"};
    cJSON *document = analyse("radau-iia:2");
    ASSERT(document != NULL);
    const cJSON *field = document->child;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++, field = field->next) {
        ASSERT_STR_EQ(keys[i], field->string);
    }
    ASSERT_STR_EQ("radau-iia:2", item(document, "method")->valuestring);
    ASSERT(number(document, "order") == 3 && number(document, "order_spinning") == 3);
    ASSERT_NEAR(1 / 72.0, number(document, "error_constant"), 1e-17, 0);
    ASSERT(is_true(document, "stiffly_accurate") && number(document, "R_infinity") == 0);
    ASSERT(is_true(document, "A_stable") && is_true(document, "L_stable"));
    ASSERT(number(document, "alpha_degrees") == 90 && is_true(document, "zero_stable"));
    const cJSON *real = item(document, "real_interval");
    ASSERT(cJSON_IsNull(cJSON_GetArrayItem(real, 0)));
    ASSERT(cJSON_GetArrayItem(real, 1)->valuedouble == 0);
    const cJSON *imaginary = item(document, "imaginary_interval");
    ASSERT(cJSON_IsNull(cJSON_GetArrayItem(imaginary, 0)));
    ASSERT(cJSON_IsNull(cJSON_GetArrayItem(imaginary, 1)));
    cJSON_Delete(document);
    PASS();
}

TEST spin_ranges_are_the_known_ones(void)
{
    static const struct {
        const char *method, *ends; /* from,to;from,to */
    } cases[] = {{"implicit-euler", "-inf,1;"},
                 {"radau-iia:2", "-inf,3/2;"},
                 {"lobatto-iiic:2", "-inf,0;1,1;"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char ends[256] = "";
        cJSON *document = analyse(cases[i].method);
        const cJSON *interval;
        cJSON_ArrayForEach(interval, item(document, "spin_range"))
        {
            ASSERT_EQ_FMT(2, cJSON_GetArraySize(interval), "%d");
            size_t used = strlen(ends);
            snprintf(ends + used, sizeof ends - used, "%s,%s;", item(interval, "from")->valuestring,
                     item(interval, "to")->valuestring);
        }
        ASSERT_STR_EQ(cases[i].ends, ends);
        cJSON_Delete(document);
    }
    PASS();
}

TEST published_numbers_are_printed(void)
{
    static const struct {
        const char *arguments, *words;
    } cases[] = {
        {"analyse bdf:6", "17.8397777922\n"},
        {"analyse bdf:7", "zero-stable            no\n"},
        {"analyse bdf:7", "largest root at z = 0  1.02221824436\n"},
        {"analyse rk4", "real interval          [-2.78529356341, 0]\n"},
        {"analyse rk4", "imaginary interval     [-2.82842712475, 2.82842712475]\n"},
        {"analyse rk4", "For ODEs only"},
        {"analyse spin:bdf:2", "t -> infinity"},
        {"analyse trapezoidal", "imaginary interval     unbounded\n"},
        {"analyse gauss:3", "sectors of order star  7\n"},
        {"analyse lobatto-iiic:2 --w 1", "|sigma| <= 1 for every z.\n"},
        {"analyse implicit-euler --w 2", "There are poles in the left half-plane"},
        {"analyse implicit-euler --w=2", "at w = 2\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        result r = run_spinscope(cases[i].arguments);
        ASSERT_EQ_FMT(0, r.code, "%d");
        ASSERT_STR_EQ("", r.err);
        ASSERTm(support_say("%s\n%s", cases[i].words, r.out),
                strstr(r.out, cases[i].words) != NULL);
        result_clear(&r);
    }
    PASS();
}

TEST odd_methods_are_right_and_said_plainly(void)
{
    static const struct {
        const char *file, *stable, *words;
    } cases[] = {
        {"kind = multistep\nalpha = 2 -3 1\nbeta = 0 -1 0\n", "nowhere",
         "There is no stable point at all.\n"},
        {"kind = runge-kutta\nA = 1\nb = 0\n", "everywhere", "|sigma| <= 1 for every z.\n"},
        {"kind = runge-kutta\nA = -1\nb = 1\n", "somewhere", "poles in the left half-plane"},
        {"kind = runge-kutta\nA = 0 1\n -1 0\nb = 1/2 1/2\n", "somewhere",
         "poles on the imaginary axis"},
        {"kind = multistep\nalpha = 1 -2 1\nbeta = 0 0 1\n", "somewhere",
         "R has no order and no error constant: sigma = 1 is no simple root"},
        {"kind = runge-kutta\nA = 1/2 0 0\n 1/2 1/2 0\n 1/2 1/2 1/2\nb = 1/2 1/2 1/2\n",
         "somewhere", "3 right of the imaginary axis: 2 (3 times)\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[700];
        cJSON *document = analyse_text(cases[i].file);
        ASSERT_STR_EQ(cases[i].stable, item(document, "stable")->valuestring);
        cJSON_Delete(document);
        snprintf(line, sizeof line, "analyse %s",
                 scratch_file("own.method", cases[i].file, strlen(cases[i].file)));
        result r = run_spinscope(line);
        ASSERTm(r.out, r.code == 0 && strstr(r.out, cases[i].words) != NULL);
        result_clear(&r);
    }
    PASS();
}

/* Radau IIA with five places, and the trapezoidal rule with sixteen. */
TEST what_rounding_changed_is_told(void)
{
    static const struct {
        const char *file, *key, *words;
        double order, rounded;
    } cases[] = {
        {"kind = runge-kutta\nA = 0.41667 -0.08333\n 0.75 0.25\nb = 0.75 0.25\n", "order",
         "order                  1; 3 up to rounding of the coefficients (conditions hold to ", 1,
         3},
        {"kind = runge-kutta\nA = 0 0\n 0.5000000000000001 0.4999999999999999\n"
         "b = 0.5000000000000001 0.4999999999999999\n",
         "A_stable", "A-stable               up to rounding of the coefficients (|R| <= 1 + ", 2,
         2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[700];
        cJSON *document = analyse_text(cases[i].file);
        ASSERT_EQ_FMT(cases[i].order, number(document, "order"), "%g");
        double excess = number(item(document, "up_to_rounding"), cases[i].key);
        ASSERT(excess > 1e-17 && excess < 1e-4);
        ASSERT_EQ_FMT(cases[i].rounded, number(item(document, "rounded"), "order"), "%g");
        cJSON_Delete(document);
        snprintf(line, sizeof line, "analyse --quiet %s",
                 scratch_file("own.method", cases[i].file, strlen(cases[i].file)));
        result r = run_spinscope(line);
        ASSERTm(r.out, r.code == 0 && strstr(r.out, cases[i].words) != NULL);
        result_clear(&r);
    }
    cJSON *document = analyse("radau-iia:2");
    ASSERT(item(document, "up_to_rounding")->child == NULL);
    ASSERT(item(document, "rounded")->child == NULL && is_true(document, "exact"));
    ASSERT_EQ(2, cJSON_GetArraySize(item(document, "pole_multiplicities")));
    cJSON_Delete(document);
    PASS();
}

/* What does not exist is null: a sector of RK4, stages of BDF, an order for w /= 0. */
TEST what_does_not_exist_is_null(void)
{
    cJSON *document = analyse("rk4");
    ASSERT(is_null(document, "alpha_degrees") && is_null(document, "R_infinity"));
    ASSERT(is_null(document, "order_spinning"));
    ASSERT_NEAR(2.7852935634, -cJSON_GetArrayItem(item(document, "real_interval"), 0)->valuedouble,
                1e-10, 0);
    cJSON_Delete(document);
    document = analyse("bdf:3");
    ASSERT(is_null(document, "stages_A_stable") && is_null(document, "algebraically_stable"));
    ASSERT(is_null(document, "stage_growth") && !is_null(document, "alpha_degrees"));
    cJSON_Delete(document);
    PASS();
}

TEST everything_is_analysed(void)
{
    cJSON *document = analyse("--all");
    ASSERT(document != NULL);
    const cJSON *methods = item(document, "methods");
    ASSERT(cJSON_GetArraySize(methods) > 80);
    const cJSON *method;
    cJSON_ArrayForEach(method, methods)
    {
        ASSERTm(item(method, "method")->valuestring,
                number(method, "order") == number(method, "order_linear"));
    }
    cJSON_Delete(document);
    PASS();
}

/* With a spin the methods that are for ODEs only are left out. */
TEST all_with_a_spin_leaves_ode_methods_out(void)
{
    cJSON *document = analyse("--all --w -1/2");
    const cJSON *method;
    int count = 0;
    cJSON_ArrayForEach(method, item(document, "methods"))
    {
        ASSERTm(item(method, "method")->valuestring, !is_null(method, "order_spinning"));
        ASSERT_NEAR(-0.5, number(method, "w"), 0, 0);
        count++;
    }
    ASSERT(count > 50);
    ASSERT(number(document, "left_out") > 20);
    cJSON_Delete(document);
    PASS();
}

TEST bad_usage_is_one_line_and_exit_two(void)
{
    static const struct {
        const char *arguments, *words;
    } cases[] = {{"analyse", "a method is missing"},
                 {"analyse --all rk4", "with --all no method"},
                 {"analyse rk4 --w 1", "ODEs only"},
                 {"analyse bdf:9", "from 1 to 7"},
                 {"analyse rk4 --w x", "--w"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        result r = run_spinscope(cases[i].arguments);
        ASSERTm(cases[i].arguments, r.code == 2 && is_one_line(r.err));
        ASSERTm(r.err, strstr(r.err, cases[i].words) != NULL);
        ASSERT_STR_EQ("", r.out);
        result_clear(&r);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(json_has_the_promised_fields);
    RUN_TEST(spin_ranges_are_the_known_ones);
    RUN_TEST(published_numbers_are_printed);
    RUN_TEST(odd_methods_are_right_and_said_plainly);
    RUN_TEST(what_rounding_changed_is_told);
    RUN_TEST(what_does_not_exist_is_null);
    RUN_TEST(everything_is_analysed);
    RUN_TEST(all_with_a_spin_leaves_ode_methods_out);
    RUN_TEST(bad_usage_is_one_line_and_exit_two);
    GREATEST_MAIN_END();
}
