/* `lab compare` as a person sees it: which runs there are, that they are those of `lab`, the
 * diagram, and what is refused. */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/command.h"
#include "support/support.h"

static double number_of(const cJSON *o, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, key);
    return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

static const char *string_of(const cJSON *o, const char *key)
{
    const char *s = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, key));
    return s != NULL ? s : "";
}

static cJSON *compare_json(const char *arguments)
{
    char command[600];
    snprintf(command, sizeof command, "lab compare %s --json --quiet", arguments);
    result r = run_spinscope(command);
    cJSON *o = r.code == 0 && is_one_line(r.out) ? cJSON_Parse(r.out) : NULL;
    if (o == NULL) {
        fprintf(stderr, "lab compare %s: exit %d: %s\n", arguments, r.code, r.err);
    }
    result_clear(&r);
    return o;
}

/* A comma before KEY=VALUE goes on with the name before. */
TEST names_are_split_by_commas_and_semicolons(void)
{
    static const struct {
        const char *given;
        int count;
        const char *names[4];
    } cases[] = {
        {"--formulations index-1,index-2", 2, {"index-1", "index-2"}},
        {"--formulations projected-invariant:D=CT,k=2,index-2",
         2,
         {"projected-invariant:D=CT,k=2", "index-2"}},
        {"--formulations 'index-2;baumgarte:gamma1=2,gamma2=3,stabilised-index-2:D=B'",
         3,
         {"index-2", "baumgarte:gamma1=2,gamma2=3", "stabilised-index-2:D=B"}},
        {"--formulations index-1 --formulations 'index-2;index-3'",
         3,
         {"index-1", "index-2", "index-3"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char arguments[300];
        snprintf(arguments, sizeof arguments,
                 "pendulum --t1 0.1 --methods radau-iia:2 --hs 0.05 %s", cases[i].given);
        cJSON *o = compare_json(arguments);
        const cJSON *runs = cJSON_GetObjectItemCaseSensitive(o, "runs");
        ASSERT_EQ_FMT(cases[i].count, cJSON_GetArraySize(runs), "%d");
        for (int k = 0; k < cases[i].count; k++) {
            ASSERT_STR_EQ(cases[i].names[k], string_of(cJSON_GetArrayItem(runs, k), "formulation"));
        }
        cJSON_Delete(o);
    }
    PASS();
}

/* With tolerances and steps both, each method takes its own. */
TEST methods_take_tolerances_or_steps(void)
{
    cJSON *o = compare_json("pendulum --t1 1 --formulations index-1 --methods "
                            "bdf,dopri5,rk4,'gauss:2,keep=u' --tols 1e-3,1e-5 --hs 0.1,0.05,0.02");
    const cJSON *runs = cJSON_GetObjectItemCaseSensitive(o, "runs"), *run;
    ASSERT_EQ_FMT(10, cJSON_GetArraySize(runs), "%d");
    cJSON_ArrayForEach(run, runs)
    {
        const char *method = string_of(run, "method");
        bool adapts = strcmp(method, "bdf") == 0 || strcmp(method, "dopri5") == 0;
        ASSERTm(method, adapts != isnan(number_of(run, "tol")));
        ASSERTm(method, adapts == isnan(number_of(run, "h")));
        ASSERTm(method, strcmp("done", string_of(run, "status")) == 0);
    }
    cJSON_Delete(o);
    o = compare_json("pendulum --t1 1 --formulations index-1 --methods dopri5 --hs 0.1");
    runs = cJSON_GetObjectItemCaseSensitive(o, "runs");
    ASSERT_EQ_FMT(10.0, number_of(cJSON_GetArrayItem(runs, 0), "steps"), "%g");
    cJSON_Delete(o);
    o = compare_json("pendulum --t1 0.1"); /* two formulations, six tolerances */
    ASSERT_EQ_FMT(12, cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(o, "runs")), "%d");
    cJSON_Delete(o);
    PASS();
}

TEST runs_end_after_as_many_steps_as_are_allowed(void)
{
    cJSON *o = compare_json("pendulum --formulations index-1 --methods bdf,dopri5 --tols 1e-2,1e-9 "
                            "--t1 0.3 --most-steps 20");
    static const char *const ends[] = {"done", "too-many-steps", "done", "too-many-steps"};
    const cJSON *runs = cJSON_GetObjectItemCaseSensitive(o, "runs");
    ASSERT_EQ_FMT(4, cJSON_GetArraySize(runs), "%d");
    for (int k = 0; k < 4; k++) {
        const cJSON *run = cJSON_GetArrayItem(runs, k);
        ASSERT_STR_EQ(ends[k], string_of(run, "status"));
        ASSERT(number_of(run, "steps") <= 20);
    }
    cJSON_Delete(o);
    PASS();
}

TEST runs_are_those_of_lab(void)
{
    cJSON *o = compare_json("double-pendulum --t1 1 --formulations index-1,coordinate-projection "
                            "--methods bdf,dopri5 --tols 1e-3,1e-5,1e-7");
    const cJSON *runs = cJSON_GetObjectItemCaseSensitive(o, "runs"), *run;
    ASSERT_STR_EQ("computed", string_of(o, "reference"));
    ASSERT_EQ_FMT(12, cJSON_GetArraySize(runs), "%d");
    double before = NAN;
    cJSON_ArrayForEach(run, runs)
    {
        char command[300];
        snprintf(command, sizeof command,
                 "lab double-pendulum --t1 1 --formulation %s --method %s --tol %g --json",
                 string_of(run, "formulation"), string_of(run, "method"), number_of(run, "tol"));
        result r = run_spinscope(command);
        cJSON *one = cJSON_Parse(r.out);
        const cJSON *error = cJSON_GetObjectItemCaseSensitive(one, "error");
        const cJSON *p = cJSON_GetObjectItemCaseSensitive(error, "p");
        ASSERT_NEAR(number_of(p, "end"), number_of(run, "error_p"), 1e-11, 1e-6);
        ASSERT_EQ_FMT(number_of(one, "steps"), number_of(run, "steps"), "%g");
        ASSERT_EQ_FMT(number_of(one, "evaluations"), number_of(run, "evaluations"), "%g");
        bool first = number_of(run, "tol") == 1e-3;
        ASSERTm(command, first || number_of(run, "error_p") < before);
        before = number_of(run, "error_p");
        cJSON_Delete(one);
        result_clear(&r);
    }
    cJSON_Delete(o);
    PASS();
}

TEST what_cannot_be_combined_is_shown_with_its_reason(void)
{
    result r = run_spinscope("lab compare pendulum --t1 0.5 --formulations index-1,index-3 "
                             "--methods dopri5 --tols 1e-4,1e-5");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERTm(r.out, strstr(r.out, "refused: index-3 with dopri5: ") != NULL);
    ASSERTm(r.out, strstr(r.out, "no ODE") != NULL);
    int lines = 0;
    for (const char *c = r.out; *c != '\0'; c++) {
        lines += *c == '\n';
    }
    ASSERT_EQ_FMT(2 + 4 + 1, lines, "%d");
    result_clear(&r);
    r = run_spinscope("lab compare pendulum --formulations index-3 --methods dopri5 --tols 1e-4");
    ASSERT_EQ_FMT(2, r.code, "%d");
    ASSERTm(r.err, is_one_line(r.err) && strstr(r.err, "no ODE") != NULL);
    result_clear(&r);
    /* a run that broke down is no reason to fail */
    r = run_spinscope("lab compare slider-crank --param rod=1 --formulations "
                      "coordinate-projection --tols 1e-4");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERTm(r.out, strstr(r.out, " singular ") != NULL);
    result_clear(&r);
    PASS();
}

TEST diagrams_and_tables_are_written(void)
{
    static const struct {
        const char *name, *magic;
    } formats[] = {{"m.png", "PNG"},
                   {"m.svg", "<?xml"},
                   {"m.pdf", "%PDF"},
                   {"m.csv", "formulation,method,tol,h,status,error_p,error_v,drift0,drift1"}};
    static const char *const what[] = {
        "--formulations index-1,index-2 --methods radau-iia:2,bdf:2 --hs 0.02,0.01",
        "--formulations index-1 --methods bdf,rkf45 --tols 1e-3,1e-4", "--methods bdf --tols 1e-3",
        "--formulations index-1,index-3 --methods dopri5 --tols 1e-3"};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 4; k++) {
            char command[600];
            snprintf(command, sizeof command,
                     "v() { spinscope lab compare pendulum --t1 0.5 %s -o %s "
                     "--quiet \"$@\" > /dev/null; }; v && head -c 200 %s | grep -aq '%s' && "
                     "test $(ls -A | wc -l) = 1 || exit 4; v 2> /dev/null; test $? = 2 && v "
                     "--force",
                     what[k], formats[i].name, formats[i].name, formats[i].magic);
            result r = run_in_folder(command);
            ASSERTm(support_say("%s %s: %d %s", formats[i].name, what[k], r.code, r.err),
                    r.code == 0);
            result_clear(&r);
        }
    }
    result r = run_in_folder("spinscope lab compare pendulum --t1 0.5 --formulations "
                             "projected-invariant:D=CT,k=2 --methods radau-iia:2 --hs 0.1,0.05 -o "
                             "a.csv > /dev/null; cat a.csv");
    ASSERTm(r.out, strstr(r.out, "\"projected-invariant:D=CT,k=2\",\"radau-iia:2\",,0.05") != NULL);
    result_clear(&r);
    PASS();
}

TEST jobs_do_not_matter(void)
{
    result r = run_in_folder("v() { spinscope lab compare chain --t1 0.2 --tols 1e-3,1e-5 --quiet "
                             "--json --jobs $1 | sed 's/\"seconds\":[^}]*//g'; }; a=$(v 1); test "
                             "${#a} -gt 100 && test \"$a\" = \"$(v 3)\"");
    ASSERTm(r.err, r.code == 0);
    result_clear(&r);
    PASS();
}

TEST bad_input_is_one_line_and_leaves_nothing(void)
{
    static const struct {
        const char *arguments, *words[3];
    } cases[] = {
        {"", {"argument", "missing", "usage"}},
        {"pendulm", {"pendulm", "unknown", "did you mean pendulum"}},
        {"pendulum --formulations index-1,indx-2", {"indx-2", "unknown", "did you mean index-"}},
        {"pendulum --formulations index-1,,index-2", {"--formulations", "empty", "accepted"}},
        {"pendulum --methods rk4 --tols 1e-3", {"rk4", "no error estimate", "accepted"}},
        {"pendulum --methods bdf --hs 0.1", {"bdf", "tolerance", "bdf:1"}},
        {"pendulum --methods nope", {"method", "nope", "list"}},
        {"pendulum --tols 1e-3,0", {"--tols", "0", "positive"}},
        {"pendulum --tols 1e-3,,1e-4", {"--tols", "1e-3,,1e-4", "separated by commas"}},
        {"pendulum --hs x --methods rk4", {"--hs", "x", "a real number"}},
        {"pendulum --param y=0.5 --strict", {"--strict", "0.25", "accepted"}},
        {"pendulum --jobs 0", {"--jobs", "0", "from 1 to 256"}},
        {"pendulum -o a.npy", {"-o", "a.npy", ".png, .svg, .pdf or .csv"}},
        {"pendulum --formulation index-1", {"--formulation", "unknown option", "--formulations"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[400];
        snprintf(command, sizeof command,
                 "spinscope lab compare %s; code=$?; test $(ls -A | wc -l) = 0 && exit $code; exit "
                 "99",
                 cases[i].arguments);
        result r = run_in_folder(command);
        ASSERTm(support_say("'%s': exit %d, %s", cases[i].arguments, r.code, r.err), r.code == 2);
        ASSERTm(r.err, is_one_line(r.err) && strncmp(r.err, "spinscope lab compare: ", 23) == 0);
        for (int k = 0; k < 3; k++) {
            ASSERTm(support_say("'%s' does not say '%s': %s", cases[i].arguments, cases[i].words[k],
                                r.err),
                    strstr(r.err, cases[i].words[k]) != NULL);
        }
        result_clear(&r);
    }
    PASS();
}

TEST help_names_every_option(void)
{
    static const char *const options[] = {"--formulations", "--methods", "--tols", "--hs",
                                          "--t1",           "--param",   "-o",     "--size",
                                          "--strict",       "--json",    "--jobs", "--force"};
    result r = run_spinscope("lab compare --help");
    ASSERT_EQ_FMT(0, r.code, "%d");
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        ASSERTm(options[i], strstr(r.out, options[i]) != NULL);
    }
    result_clear(&r);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(names_are_split_by_commas_and_semicolons);
    RUN_TEST(methods_take_tolerances_or_steps);
    RUN_TEST(runs_end_after_as_many_steps_as_are_allowed);
    RUN_TEST(runs_are_those_of_lab);
    RUN_TEST(what_cannot_be_combined_is_shown_with_its_reason);
    RUN_TEST(diagrams_and_tables_are_written);
    RUN_TEST(jobs_do_not_matter);
    RUN_TEST(bad_input_is_one_line_and_leaves_nothing);
    RUN_TEST(help_names_every_option);
    GREATEST_MAIN_END();
}
