/* `validate` as a person sees it: what it prints, how it ends, and what it refuses. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "support/command.h"
#include "support/support.h"

/* Disagrees for certain: at z = -0.4..0.4 the first steps from t = 0 on are nothing like the limit
 * that spin stabilisation is compared with (mathematics.md 6). */
#define DISAGREEING "spin:implicit-euler --w -4 --t0 0 --steps 4 --view -1,1,-1,1 --size 20x20"

/* In a folder of its own, removed afterwards. */
static result in_folder(const char *command)
{
    char line[2000];
    snprintf(line, sizeof line,
             "d=$(mktemp -d) && cd \"$d\" && spinscope() { '" SPINSCOPE_PROGRAM
             "' \"$@\"; } && { %s; }; code=$?; cd / && rm -rf \"$d\"; exit $code",
             command);
    return run_shell(line);
}

static double number_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : -1e300;
}

TEST json_has_exactly_the_promised_fields(void)
{
    static const char *const fields[] = {"method",     "pixels",    "agree",
                                         "disagree",   "too_close", "max_relative_difference",
                                         "wrong_size", "steps",     "seconds"};
    static const struct {
        const char *arguments, *method;
        double pixels, steps;
        int code;
    } cases[] = {{"radau-iia:2 --w 0.5 --size 17x9", "radau-iia:2", 153, 64, 0},
                 {"bdf:2 --plane zw --size 9x9", "bdf:2", 81, 400, 0},
                 {"gauss:2,keep=u --size 5x5 --steps 100", "gauss:2,keep=u", 25, 100, 0},
                 {"implicit-euler --motion rotation --w 1 --size 8x8", "implicit-euler", 64, 64, 0},
                 {"trapezoidal --motion normalised --w 1 --size 8x8", "trapezoidal", 64, 64, 0},
                 {"sdirk2 --stepper plain --w 1 --size 5x5", "sdirk2", 25, 64, 0},
                 {DISAGREEING, "spin:implicit-euler", 400, 4, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[300];
        snprintf(command, sizeof command, "validate %s --json", cases[i].arguments);
        result r = run_spinscope(command);
        ASSERTm(support_say("%s: exit %d, %s", command, r.code, r.err), r.code == cases[i].code);
        ASSERTm(r.err, r.err[0] == '\0');
        ASSERTm(r.out, is_one_line(r.out));
        cJSON *o = cJSON_Parse(r.out);
        ASSERT_EQ_FMT(9, cJSON_GetArraySize(o), "%d");
        for (int k = 0; k < 9; k++) {
            ASSERTm(fields[k], cJSON_HasObjectItem(o, fields[k]));
        }
        ASSERT_STR_EQ(cases[i].method,
                      cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, "method")));
        ASSERT_EQ_FMT(cases[i].pixels, number_of(o, "pixels"), "%g");
        ASSERT_EQ_FMT(cases[i].pixels,
                      number_of(o, "agree") + number_of(o, "disagree") + number_of(o, "too_close"),
                      "%g");
        ASSERT_EQ(cases[i].code == 1, number_of(o, "disagree") > 0);
        ASSERT_EQ_FMT(0.0, number_of(o, "wrong_size"),
                      "%g"); /* how near a limit is, is not known */
        ASSERT_EQ_FMT(cases[i].steps, number_of(o, "steps"), "%g");
        ASSERT(number_of(o, "seconds") >= 0 && number_of(o, "max_relative_difference") >= 0);
        cJSON_Delete(o);
        result_clear(&r);
    }
    PASS();
}

TEST a_disagreement_is_exit_code_1_and_is_shown(void)
{
    result r = run_spinscope("validate " DISAGREEING);
    ASSERT_EQ_FMT(1, r.code, "%d");
    ASSERT_STR_EQ("", r.err);
    ASSERTm(r.out, strstr(r.out, "disagrees at z = ") != NULL);
    ASSERTm(r.out, strstr(r.out, "i: |sigma| ") != NULL && strstr(r.out, " measured\n") != NULL);
    ASSERTm(r.out, strstr(r.out, " more\n") != NULL);
    result_clear(&r);
    r = run_spinscope("validate radau-iia:2 --w 0.5 --size 20x20");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERTm(r.out, strstr(r.out, "disagrees at") == NULL && strstr(r.out, "20x20 pixels") != NULL);
    ASSERTm(r.out, strstr(r.out, "w = 0.5") != NULL);
    result_clear(&r);
    PASS();
}

TEST the_whole_catalogue_agrees_with_both_kernels(void)
{
    result r = run_spinscope("validate --all --size 12x12 --json --quiet");
    ASSERTm(support_say("exit %d, %s", r.code, r.err), r.code == 0);
    ASSERT_STR_EQ("", r.err);
    ASSERT(is_one_line(r.out));
    cJSON *o = cJSON_Parse(r.out);
    const cJSON *runs = cJSON_GetObjectItemCaseSensitive(o, "runs"), *run;
    int count = cJSON_GetArraySize(runs), sheared = 0, rotated = 0, odes = 0;
    double agree = 0, close = 0;
    cJSON_ArrayForEach(run, runs)
    {
        const char *problem =
            cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(run, "problem"));
        sheared += strcmp(problem, "shear") == 0;
        rotated += strcmp(problem, "rotation") == 0;
        odes += strcmp(problem, "ode") == 0;
        ASSERT_EQ_FMT(144.0, number_of(run, "pixels"), "%g");
        ASSERT_EQ_FMT(0.0, number_of(run, "disagree"), "%g");
        agree += number_of(run, "agree");
        close += number_of(run, "too_close");
    }
    ASSERTm(support_say("%d runs", count), count > 100);
    ASSERTm("every method of DAEs has both kernels", sheared == rotated && sheared > 50);
    ASSERT_EQ_FMT(count, sheared + rotated + odes, "%d");
    ASSERT_EQ_FMT(144.0 * count, number_of(o, "pixels"), "%g");
    ASSERT_EQ_FMT(agree, number_of(o, "agree"), "%g");
    ASSERT_EQ_FMT(close, number_of(o, "too_close"), "%g");
    ASSERT_EQ_FMT(0.0, number_of(o, "disagree"), "%g");
    ASSERT_EQ_FMT(0.0, number_of(o, "wrong_size"), "%g");
    cJSON_Delete(o);
    result_clear(&r);
    PASS();
}

TEST the_catalogue_can_be_validated_with_one_kernel_as_a_table(void)
{
    result r = run_spinscope("validate --all --motion shear --w 0 --size 3x3 --quiet");
    ASSERTm(support_say("exit %d, %s", r.code, r.err), r.code == 0);
    ASSERTm(r.out, strncmp(r.out, "method ", 7) == 0);
    ASSERT(strstr(r.out, "\nradau-iia:3 ") != NULL && strstr(r.out, "\nrk4 ") != NULL);
    ASSERT(strstr(r.out, " rotation ") == NULL && strstr(r.out, " zw ") == NULL);
    ASSERT(strstr(r.out, " runs, ") != NULL && strstr(r.out, " 0 disagree, ") != NULL);
    ASSERTm(r.out, strstr(r.out, " 0 of them of the wrong size, ") != NULL);
    result_clear(&r);
    PASS();
}

/* The number of jobs and the stepper are told apart by time only. */
/* What is for ODEs only has no other w than 0. */
TEST the_catalogue_leaves_out_what_an_option_does_not_fit(void)
{
    static const char *const options[] = {"--w 3/2", "--plane z --w -2 --stepper plain",
                                          "--motion rotation", "--motion normalised --w 1"};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        char line[200];
        snprintf(line, sizeof line, "validate --all --size 2x2 --quiet %s", options[i]);
        result r = run_spinscope(line);
        ASSERTm(support_say("%s: %d, %s", line, r.code, r.err), r.code == 0 && r.err[0] == '\0');
        ASSERTm(line, strstr(r.out, "methods that are for ODEs only were left out") != NULL);
        ASSERTm(line, strstr(r.out, "\nrk4 ") == NULL && strstr(r.out, "\nbdf:7 ") != NULL);
        result_clear(&r);
        strcat(line, " --json");
        r = run_spinscope(line);
        cJSON *o = cJSON_Parse(r.out);
        ASSERTm(line, number_of(o, "left_out") > 10);
        cJSON_Delete(o);
        result_clear(&r);
    }
    result r = run_spinscope("validate --all --size 2x2 --view -1,1,-1e200,1e200");
    ASSERTm(r.err, r.code == 2 && is_one_line(r.err));
    ASSERT_STR_EQ("", r.out); /* nothing was begun */
    result_clear(&r);
    PASS();
}

TEST jobs_and_steppers_give_the_same_counts(void)
{
    result r = in_folder("v() { spinscope validate bdf:2 --plane zw --size 17x17 --json \"$@\" | "
                         "sed 's/,\"max_relative.*//'; }; a=$(v); test -n \"$a\" && test \"$a\" = "
                         "\"$(v --jobs 3)\" && test \"$a\" = \"$(v --stepper plain)\"");
    ASSERTm(r.err, r.code == 0);
    result_clear(&r);
    PASS();
}

TEST maps_are_written_whole_and_not_over_others(void)
{
    static const struct {
        const char *name, *magic;
    } formats[] = {{"m.png", "PNG"}, {"m.svg", "<?xml"}, {"m.pdf", "%PDF"}};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        char command[600];
        const char *name = formats[i].name;
        snprintf(command, sizeof command,
                 "v() { spinscope validate implicit-euler --w 0.5 --size 24x24 -o %s \"$@\"; }; v "
                 "|| exit 1; test $(ls -A | wc -l) = 1 && head -c 100 %s | grep -aq '%s' || exit "
                 "2; test $(stat -c %%s %s) -gt 1000 || exit 3; echo x > %s; v 2> /dev/null; test "
                 "$? = 2 && test \"$(cat %s)\" = x || exit 4; v --force && head -c 100 %s | grep "
                 "-aq '%s' || exit 5; test $(ls -A | wc -l) = 1",
                 name, name, formats[i].magic, name, name, name, name, formats[i].magic);
        result r = in_folder(command);
        ASSERTm(support_say("%s: %d: %s", name, r.code, r.err), r.code == 0);
        result_clear(&r);
    }
    /* PNG ends with its last chunk; one that disagrees is written too. */
    result r = in_folder("spinscope validate " DISAGREEING " -o m.png; test $? = 1 && tail -c 8 "
                         "m.png | grep -aq IEND");
    ASSERTm(r.err, r.code == 0);
    result_clear(&r);
    PASS();
}

TEST bad_input_is_one_line_and_leaves_nothing(void)
{
    static const struct {
        const char *arguments, *words[3]; /* the argument, its value, what is accepted */
    } cases[] = {
        {"", {"method", "missing", "--all"}},
        {"bdf:2 --all", {"bdf:2", "--all", "accepted"}},
        {"bdf:2 bdf:3", {"bdf:3", "too many", "usage"}},
        {"nope", {"nope", "unknown method", "list"}},
        {"bdf:2 --plane q", {"--plane", "q", "z, zw"}},
        {"bdf:2 --plane re,im", {"--plane", "re,im", "z, zw"}},
        {"bdf:2 --w x", {"--w", "x", "a real number"}},
        {"bdf:2 --w nan", {"--w", "nan", "a real number"}},
        {"bdf:2 --plane zw --w 1", {"--w", "1", "plane zw"}},
        {"rk4 --w 1", {"rk4", "w = 1", "accepted: 0"}},
        {"rk4 --plane zw", {"rk4", "ODEs only", "--plane zw"}},
        {"bdf:2 --steps 0", {"--steps", "0", "from 1 to"}},
        {"bdf:2 --steps 2.5", {"--steps", "2.5", "integer"}},
        {"bdf:2 --steps 99999999999999999999", {"--steps", "9999", "from 1 to"}},
        {"bdf:2 --size 0x0", {"--size", "0x0", "1x1"}},
        {"bdf:2 --size 5", {"--size", "5", "WIDTHxHEIGHT"}},
        {"bdf:2 --view 1,0,0,1", {"--view", "1,0,0,1", "X0 < X1"}},
        {"bdf:2 --motion spin", {"--motion", "spin", "shear, rotation, normalised"}},
        {"spin:bdf:2 --motion rotation", {"spin:bdf:2", "rotating", "render --measured"}},
        {"bdf:2 --t0 inf", {"--t0", "inf", "a real number"}},
        {"bdf:2 --t0 1e13 --size 9x9", {"t0", "1e+13", "1e12"}},
        {"bdf:2 --jobs 0", {"--jobs", "0", "from 1 to 256"}},
        {"bdf:2 --stepper fast", {"--stepper", "fast", "batched, plain"}},
        {"bdf:2 -o map.txt", {"-o", "map.txt", ".png, .svg or .pdf"}},
        {"bdf:2 -o map", {"-o", "map", ".png, .svg or .pdf"}},
        {"bdf:2 --size 9x9 -o /no/such/folder/m.png", {"/no/such/folder", "created", ""}},
        {"--all -o map.png", {"-o", "map.png", "one method"}},
        {"bdf:2 --nonsense", {"--nonsense", "unknown option", ""}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[400];
        snprintf(command, sizeof command,
                 "spinscope validate %s; code=$?; test $(ls -A | wc -l) = 0 && exit $code; exit 99",
                 cases[i].arguments);
        result r = in_folder(command);
        ASSERTm(support_say("'%s': exit %d, %s", cases[i].arguments, r.code, r.err), r.code == 2);
        ASSERTm(r.out, r.out[0] == '\0');
        ASSERTm(r.err, is_one_line(r.err));
        for (int k = 0; k < 3; k++) {
            ASSERTm(support_say("'%s' does not say '%s': %s", cases[i].arguments, cases[i].words[k],
                                r.err),
                    strstr(r.err, cases[i].words[k]) != NULL);
        }
        result_clear(&r);
    }
    PASS();
}

/* A method file that claims too much is warned of, once. */
TEST quiet_means_no_warnings(void)
{
    static const char loud[] = "printf 'kind = runge-kutta\\norder = 3\\nA = 1\\nb = 1\\n' > "
                               "./bold.method; spinscope validate ./bold.method --size 6x6 --json";
    char command[400];
    result r = in_folder(loud);
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERTm(r.err, is_one_line(r.err) && strstr(r.err, "bold.method") != NULL);
    result_clear(&r);
    snprintf(command, sizeof command, "%s --quiet", loud);
    r = in_folder(command);
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERT_STR_EQ("", r.err);
    ASSERTm(r.out, is_one_line(r.out));
    result_clear(&r);
    PASS();
}

TEST help_names_every_option(void)
{
    static const char *const options[] = {"--plane", "--w",       "--view",  "--size", "--motion",
                                          "--steps", "--t0",      "--all",   "-o",     "--json",
                                          "--jobs",  "--stepper", "--force", "--quiet"};
    result r = run_spinscope("validate --help");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERT_STR_EQ("", r.err);
    ASSERTm(r.out, strstr(r.out, "Exit code 1") != NULL && strstr(r.out, "wrong size") != NULL);
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        ASSERTm(options[i], strstr(r.out, options[i]) != NULL);
    }
    for (char *line = strtok(r.out, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        ASSERTm(line, strlen(line) <= 130);
    }
    result_clear(&r);
    PASS();
}

/* There the stages are lost in double precision, which is no disagreement. */
TEST a_kernel_that_turns_too_fast_is_not_held_against_a_method(void)
{
    static const char *const cases[] = {"radau-iia:3 --w 1e7", "gauss:9 --w -1e6", "bdf:2 --w 1e12",
                                        "radau-iia:3 --w 1e12 --stepper plain"};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[200];
        snprintf(line, sizeof line, "validate %s --size 4x3 --quiet", cases[i]);
        result r = run_spinscope(line);
        ASSERT_EQm(r.out, 0, r.code);
        ASSERTm(r.out, strstr(r.out, "disagree          0") != NULL);
        result_clear(&r);
    }
    PASS();
}

/* Where the plain stepper leaves the constraints, u = E x is not all there is: at w = 0 the second
 * root is not in it, and nothing is said of sizes. */
TEST what_the_plain_stepper_cannot_see_is_not_held_against_a_method(void)
{
    static const char *const cases[] = {"gauss:2,keep=none", "crouzeix,keep=none --plane zw",
                                        "gauss:3,keep=none --w 0.5", "bdf:3 --w 0.5",
                                        "spin:radau-iia:2 --w 2"};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[200];
        snprintf(line, sizeof line, "validate %s --stepper plain --size 9x9", cases[i]);
        result r = run_spinscope(line);
        ASSERTm(r.out, r.code == 0 && strstr(r.out, "disagree          0") != NULL);
        result_clear(&r);
    }
    PASS();
}

/* Measured too late, many stages see rounding; too early, the kernel still moves. */
TEST limits_of_spinning_methods_are_reached(void)
{
    static const char *const names[] = {"radau-iia:5", "radau-iia:9", "gauss:4",
                                        "gauss:9",     "bdf:3",       "bdf:6"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        for (int w = 1; w <= 9; w += 8) {
            char line[200];
            snprintf(line, sizeof line, "validate spin:%s --w %d --size 8x8", names[i], w);
            result r = run_spinscope(line);
            ASSERTm(r.out, strstr(r.out, "disagree          0") != NULL);
            ASSERT_STR_EQ("", r.err);
            result_clear(&r);
        }
    }
    result r = run_spinscope("validate spin:bdf:2 --w -100 --size 2x2");
    ASSERTm(r.err, is_one_line(r.err) && strstr(r.err, "|w| above 10 rounding sets in") != NULL);
    result_clear(&r);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(json_has_exactly_the_promised_fields);
    RUN_TEST(a_disagreement_is_exit_code_1_and_is_shown);
    RUN_TEST(the_whole_catalogue_agrees_with_both_kernels);
    RUN_TEST(the_catalogue_can_be_validated_with_one_kernel_as_a_table);
    RUN_TEST(the_catalogue_leaves_out_what_an_option_does_not_fit);
    RUN_TEST(jobs_and_steppers_give_the_same_counts);
    RUN_TEST(maps_are_written_whole_and_not_over_others);
    RUN_TEST(bad_input_is_one_line_and_leaves_nothing);
    RUN_TEST(quiet_means_no_warnings);
    RUN_TEST(help_names_every_option);
    RUN_TEST(what_the_plain_stepper_cannot_see_is_not_held_against_a_method);
    RUN_TEST(limits_of_spinning_methods_are_reached);
    RUN_TEST(a_kernel_that_turns_too_fast_is_not_held_against_a_method);
    GREATEST_MAIN_END();
}
