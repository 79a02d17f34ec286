#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "support/command.h"
#include "support/support.h"

/* One number of an answer, NaN for null. */
static double number_at(const cJSON *array, int index)
{
    const cJSON *item = cJSON_GetArrayItem(array, index);
    return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

/* R = (1 - w)/(1 - z - w) of implicit Euler at z = -1 + 2i, w = -1/2: 1.5/(2.5 - 2i). */
TEST json_has_the_promised_fields(void)
{
    result r = run_spinscope("eval implicit-euler --z -1+2i --w -0.5 --json");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERT(is_one_line(r.out));
    cJSON *document = cJSON_Parse(r.out);
    ASSERT_EQ_FMT(7, cJSON_GetArraySize(document), "%d");
    ASSERT_STR_EQ("implicit-euler", cJSON_GetObjectItem(document, "method")->valuestring);
    ASSERT_STR_EQ("stable", cJSON_GetObjectItem(document, "verdict")->valuestring);
    const cJSON *z = cJSON_GetObjectItem(document, "z");
    const cJSON *roots = cJSON_GetObjectItem(document, "roots");
    const cJSON *R = cJSON_GetObjectItem(document, "R");
    ASSERT_NEAR(-1, number_at(z, 0), 0, 0);
    ASSERT_NEAR(2, number_at(z, 1), 0, 0);
    ASSERT_NEAR(-0.5, cJSON_GetObjectItem(document, "w")->valuedouble, 0, 0);
    ASSERT_EQ_FMT(1, cJSON_GetArraySize(roots), "%d");
    ASSERT_NEAR(3.75 / 10.25, number_at(R, 0), 0, 1e-15);
    ASSERT_NEAR(3.0 / 10.25, number_at(R, 1), 0, 1e-15);
    ASSERT_NEAR(number_at(R, 0), number_at(cJSON_GetArrayItem(roots, 0), 0), 0, 0);
    ASSERT_NEAR(1.5 / sqrt(10.25), cJSON_GetObjectItem(document, "growth")->valuedouble, 0, 1e-15);
    cJSON_Delete(document);
    result_clear(&r);
    PASS();
}

TEST multistep_answers_have_all_roots_and_no_R(void)
{
    result r = run_spinscope("eval bdf:2 --z=-2 --w=1.5 --json");
    cJSON *document = cJSON_Parse(r.out);
    ASSERT_EQ_FMT(6, cJSON_GetArraySize(document), "%d");
    ASSERT_FALSE(cJSON_HasObjectItem(document, "R"));
    const cJSON *roots = cJSON_GetObjectItem(document, "roots");
    ASSERT_EQ_FMT(2, cJSON_GetArraySize(roots), "%d");
    ASSERT_NEAR(-1, number_at(cJSON_GetArrayItem(roots, 0), 0), 0, 0);
    ASSERT_NEAR(0.5, number_at(cJSON_GetArrayItem(roots, 1), 0), 0, 0);
    ASSERT_STR_EQ("boundary", cJSON_GetObjectItem(document, "verdict")->valuestring);
    cJSON_Delete(document);
    result_clear(&r);
    PASS();
}

TEST what_is_infinite_or_undefined_is_null(void)
{
    static const struct {
        const char *arguments, *verdict;
        int roots;
    } cases[] = {
        {"eval implicit-euler --z 0 --w 1 --json", "undefined", 0},
        {"eval implicit-euler --z 1 --json", "pole", 1},
        {"eval radau-iia:3 --z 0 --w 5/3 --json", "undefined", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        result r = run_spinscope(cases[i].arguments);
        ASSERT_EQ_FMT(0, r.code, "%d");
        cJSON *document = cJSON_Parse(r.out);
        ASSERT_STR_EQ(cases[i].verdict, cJSON_GetObjectItem(document, "verdict")->valuestring);
        ASSERT(cJSON_IsNull(cJSON_GetObjectItem(document, "growth")));
        const cJSON *R = cJSON_GetObjectItem(document, "R");
        ASSERT(cJSON_IsNull(cJSON_GetArrayItem(R, 0)) && cJSON_IsNull(cJSON_GetArrayItem(R, 1)));
        ASSERT_EQ_FMT(cases[i].roots, cJSON_GetArraySize(cJSON_GetObjectItem(document, "roots")),
                      "%d");
        cJSON_Delete(document);
        result_clear(&r);
    }
    PASS();
}

TEST text_answers_say_the_verdict(void)
{
    static const struct {
        const char *arguments, *words;
    } cases[] = {
        {"eval bdf:2 --z -2 --w 1.5", ": boundary\n|sigma|max = 1\nroots: -1, 0.5\n"},
        {"eval bdf:2 --z 1 --w 0.75", ": unstable\n|sigma|max = 1\nroots: -1, -1\n"},
        {"eval implicit-euler --z 0 --w 1", ": undefined\n"},
        {"eval implicit-euler --z 1", ": pole\n|sigma|max = inf\nR = infinity\n"},
        {"eval rk4 --z -1", ": stable\n|sigma|max = 0.375\nR = 0.375\n"},
        {"eval spin:bdf:2 --z -1 --w 3", "t -> infinity"},
        {"eval gauss:2 --motion rotation --z -1 --w 1", "keep=x2 is taken as keep=u"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        result r = run_spinscope(cases[i].arguments);
        ASSERTm(support_say("%s: %s", cases[i].arguments, r.err), r.code == 0);
        ASSERTm(support_say("%s: %s", cases[i].arguments, r.out),
                strstr(r.out, cases[i].words) != NULL);
        result_clear(&r);
    }
    PASS();
}

TEST values_may_be_negative_with_and_without_equals(void)
{
    result a = run_spinscope("eval radau-iia:2 --z -1-2i --w -1.5 --json");
    result b = run_spinscope("eval --w=-1.5 --z=-1-2i --json radau-iia:2");
    result c = run_spinscope("eval --json --z=-1-2j --w=-3/2 -- radau-iia:2");
    ASSERT_EQ_FMT(0, a.code, "%d");
    ASSERT_STR_EQ(a.out, b.out);
    ASSERT_STR_EQ(a.out, c.out);
    result_clear(&a);
    result_clear(&b);
    result_clear(&c);
    PASS();
}

TEST bad_input_is_one_line_and_exit_two(void)
{
    static const struct {
        const char *arguments, *words;
    } cases[] = {
        {"eval", "usage: spinscope eval METHOD"},
        {"eval bdf:2", "--z is missing"},
        {"eval nope --z 1", "unknown method 'nope'"},
        {"eval bdf:9 --z 1", "integer from 1 to 7"},
        {"eval bdf:2 --z abc", "--z abc: unknown name 'abc'"},
        {"eval bdf:2 --z nan", "--z nan"},
        {"eval bdf:2 --z 1 --w nan", "--w nan"},
        {"eval bdf:2 --z inf", "--z inf"},
        {"eval bdf:2 --z 1e999", "--z 1e999: the number is too large"},
        {"eval bdf:2 --z 1 --w 1i", "--w 1i"},
        {"eval bdf:2 --z 1+", "--z 1+"},
        {"eval bdf:2 --z ''", "--z needs a value"},
        {"eval bdf:2 --z 1/0", "division by zero"},
        {"eval bdf:2 --z 1 --motion wobble", "accepted: shear, rotation, normalised"},
        {"eval rk4 --z 1 --w 0.5", "ODEs only; accepted: 0"},
        {"eval spin:rk4 --z 1", "ODEs only"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        result r = run_spinscope(cases[i].arguments);
        ASSERTm(support_say("%s: exit %d", cases[i].arguments, r.code), r.code == 2);
        ASSERTm(support_say("%s: %s", cases[i].arguments, r.err),
                is_one_line(r.err) && strstr(r.err, cases[i].words) != NULL);
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
    RUN_TEST(multistep_answers_have_all_roots_and_no_R);
    RUN_TEST(what_is_infinite_or_undefined_is_null);
    RUN_TEST(text_answers_say_the_verdict);
    RUN_TEST(values_may_be_negative_with_and_without_equals);
    RUN_TEST(bad_input_is_one_line_and_exit_two);
    GREATEST_MAIN_END();
}
