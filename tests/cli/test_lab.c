/* `lab` as a person sees it: its table, JSON and files, how a run ends, and what it refuses. */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/formulation.h"
#include "support/command.h"
#include "support/support.h"

/* A number by its path, "error.p.end" say; NaN for null and what is not there. */
static double number_at(const cJSON *o, const char *path)
{
    char copy[100];
    snprintf(copy, sizeof copy, "%s", path);
    for (char *key = strtok(copy, "."); key != NULL; key = strtok(NULL, ".")) {
        bool is_index = key[0] >= '0' && key[0] <= '9';
        o = is_index ? cJSON_GetArrayItem(o, atoi(key)) : cJSON_GetObjectItemCaseSensitive(o, key);
    }
    return cJSON_IsNumber(o) ? o->valuedouble : NAN;
}

static const char *string_at(const cJSON *o, const char *key)
{
    const char *s = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, key));
    return s != NULL ? s : "";
}

/* The JSON of a run, NULL when it was not one line; *code is the exit code. */
static cJSON *lab_json(const char *arguments, int *code)
{
    char command[600];
    snprintf(command, sizeof command, "lab %s --json --quiet", arguments);
    result r = run_spinscope(command);
    *code = r.code;
    cJSON *o = is_one_line(r.out) && r.err[0] == '\0' ? cJSON_Parse(r.out) : NULL;
    if (o == NULL) {
        fprintf(stderr, "lab %s: exit %d: %s%s\n", arguments, r.code, r.out, r.err);
    }
    result_clear(&r);
    return o;
}

static double lab_number(const char *arguments, const char *path)
{
    int code;
    cJSON *o = lab_json(arguments, &code);
    double x = number_at(o, path);
    cJSON_Delete(o);
    return x;
}

TEST a_pendulum_just_works(void)
{
    static const char *const words[] = {"pendulum of the lecture notes",
                                        "coordinate-projection",
                                        "bdf, tolerance 1e-06",
                                        "done, t = 10",
                                        "exact solution",
                                        "error of p",
                                        "error of v",
                                        "error of y",
                                        "drift: |g|",
                                        "drift: |g'|",
                                        "drift of the energy",
                                        "steps",
                                        "rejected",
                                        "Newton iterations",
                                        "function evaluations",
                                        "Jacobians",
                                        "factorisations",
                                        "processor time"};
    result r = run_spinscope("lab pendulum");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERT_STR_EQ("", r.err);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        ASSERTm(words[i], strstr(r.out, words[i]) != NULL);
    }
    ASSERT(strstr(r.out, "reparametrisations") == NULL);
    result_clear(&r);
    PASS();
}

TEST json_has_the_promised_fields(void)
{
    static const char *const fields[] = {"problem",
                                         "parameters",
                                         "formulation",
                                         "method",
                                         "h",
                                         "tol",
                                         "t1",
                                         "status",
                                         "ended",
                                         "t",
                                         "start",
                                         "reference",
                                         "uncertainty",
                                         "error",
                                         "drift",
                                         "energy",
                                         "mu",
                                         "p",
                                         "v",
                                         "y",
                                         "steps",
                                         "rejected",
                                         "newton_iterations",
                                         "evaluations",
                                         "jacobians",
                                         "seconds",
                                         "factorisations",
                                         "reparametrisations"};
    static const char *const runs[] = {"pendulum --tol 1e-5 --t1 1",
                                       "ascher-petzold-2 --formulation projected-invariant:D=CT "
                                       "--method implicit-euler --h 0.01",
                                       "double-pendulum --t1 0.5 --method dopri5"};
    static const char *const kinds[] = {"exact", "exact", "computed"};
    enum { COUNT = sizeof fields / sizeof fields[0] };
    for (int i = 0; i < 3; i++) {
        int code;
        cJSON *o = lab_json(runs[i], &code);
        ASSERT_EQ_FMT(0, code, "%d");
        ASSERT_EQ_FMT((int)COUNT, cJSON_GetArraySize(o), "%d");
        for (int k = 0; k < COUNT; k++) {
            ASSERTm(fields[k], cJSON_HasObjectItem(o, fields[k]));
        }
        ASSERT_STR_EQ("done", string_at(o, "status"));
        ASSERT_STR_EQ(kinds[i], string_at(o, "reference"));
        bool first_order = i == 1;
        ASSERT_EQ(first_order, cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(o, "energy")));
        ASSERT_EQ(first_order, isnan(number_at(o, "error.v.end")));
        ASSERT_EQ(first_order, isnan(number_at(o, "drift.g'.end")));
        ASSERT_EQ(first_order, !isnan(number_at(o, "h")));
        ASSERT_EQ(first_order, isnan(number_at(o, "tol")));
        ASSERT(number_at(o, "error.p.largest") >= number_at(o, "error.p.end"));
        ASSERTm(runs[i], number_at(o, "error.p.end") < 1e-2 && number_at(o, "steps") > 3);
        cJSON_Delete(o);
    }
    PASS();
}

/* Ascher and Petzold, TR 91-3, Table 4.2: Example 2, nu = 1000, |e_1| at t = 1. Two digits are
 * printed. */
TEST table_4_2_of_ascher_and_petzold_is_met(void)
{
    static const struct {
        const char *formulation;
        double printed;
    } rows[] = {{"direct", .92e74}, {"projected-invariant:D=CT", .14e-4}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char arguments[200];
        snprintf(arguments, sizeof arguments,
                 "ascher-petzold-2 --formulation %s --method implicit-euler --h 0.01",
                 rows[i].formulation);
        ASSERT_NEAR(rows[i].printed, fabs(lab_number(arguments, "error.p.parts.0")), 0, 0.05);
    }
    PASS();
}

/* mathematics.md 9: positions drift like t^2, velocities like t. */
TEST rk4_on_index_1_drifts_with_slopes_2_and_1(void)
{
    static const char *const run = "pendulum --formulation index-1 --method rk4 --h 0.01 --t1";
    static const struct {
        const char *path;
        double slope;
    } levels[] = {{"drift.g.end", 2}, {"drift.g'.end", 1}};
    for (int i = 0; i < 2; i++) {
        char arguments[2][200];
        snprintf(arguments[0], sizeof arguments[0], "%s 20", run);
        snprintf(arguments[1], sizeof arguments[1], "%s 40", run);
        double ratio =
            lab_number(arguments[1], levels[i].path) / lab_number(arguments[0], levels[i].path);
        ASSERT_NEAR(levels[i].slope, log2(ratio), 0.05, 0);
    }
    PASS();
}

TEST every_formulation_solves_the_pendulum(void)
{
    for (int i = 0; i < formulations_count(); i++) {
        const char *name = formulations_at(i)->name;
        static const char *const methods[] = {"bdf --tol 1e-6", "radau-iia:2 --h 0.002"};
        for (int k = 0; k < 2; k++) {
            char arguments[200];
            snprintf(arguments, sizeof arguments, "pendulum --t1 1 --formulation %s --method %s",
                     name, methods[k]);
            double error = lab_number(arguments, "error.p.end");
            ASSERTm(support_say("%s: %g", arguments, error), error < 5e-3);
        }
    }
    PASS();
}

TEST tolerances_and_steps_are_obeyed(void)
{
    double coarse = lab_number("pendulum --method dopri5 --tol 1e-4", "error.p.end");
    double fine = lab_number("pendulum --method dopri5 --tol 1e-8", "error.p.end");
    ASSERTm(support_say("%g %g", coarse, fine), fine < 1e-2 * coarse);
    /* order 4: half the step, a sixteenth of the error */
    double whole = lab_number("pendulum --t1 1 --method rk4 --h 0.01", "error.p.end");
    double half = lab_number("pendulum --t1 1 --method rk4 --h 0.005", "error.p.end");
    ASSERT_NEAR(4, log2(whole / half), 0.3, 0);
    ASSERT_EQ_FMT(100.0, lab_number("pendulum --t1 1 --h 0.01", "steps"), "%g");
    ASSERT_EQ_FMT(200.0, lab_number("pendulum --t1 1 --method rk4", "steps"), "%g");
    ASSERT_EQ_FMT(1e-6, lab_number("pendulum --t1 1 --method dopri5", "tol"), "%g");
    /* with both the step is at most h */
    result r = run_in_folder("spinscope lab pendulum --t1 1 --tol 1e-2 --h 0.004 -o a.csv && "
                             "LC_ALL=C awk -F, 'NR > 1 && $2 > 0.004000001 { exit 1 }' a.csv && "
                             "test $(wc -l < a.csv) -gt 251");
    ASSERTm(r.err, r.code == 0);
    result_clear(&r);
    PASS();
}

TEST other_kinds_of_methods_run(void)
{
    static const char *const runs[] = {
        "pendulum --formulation index-2 --method half-explicit:rk4 --h 0.005 --t1 1",
        "pendulum --formulation stabilised-index-2 --method projected:gauss:2 --h 0.01 --t1 1",
        "pendulum --formulation index-1 --method bdf:3 --h 0.002 --t1 1",
        "pendulum --formulation index-1 --method dopri5 --h 0.01 --t1 1",
        "pendulum --formulation index-1 --method rkf45 --t1 1",
        "pendulum --formulation index-1 --method cash-karp --t1 1",
        "pendulum --formulation index-1 --method bogacki-shampine --t1 1",
        "chain --param n=3,ratio=10 --param angle=60 --t1 0.5",
    };
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        double error = lab_number(runs[i], "error.p.end");
        ASSERTm(support_say("%s: %g", runs[i], error), error < 1e-3);
    }
    ASSERT(lab_number("pendulum --formulation state-space --method dopri5", "reparametrisations") >
           10);
    ASSERT_EQ_FMT(60.0, lab_number("chain --param angle=60 --t1 0.1", "parameters.angle"), "%g");
    PASS();
}

TEST inconsistent_values_are_repaired_refused_or_kept(void)
{
    /* (1, 0.5) is 0.25 off x^2 + y^2 - 1, and 2 (0.5) (-5) off in velocity. */
    result r = run_spinscope("lab pendulum --param y=0.5 --t1 1");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERTm(r.err, is_one_line(r.err) && strstr(r.err, "off by 0.25, positions were moved by") &&
                       strstr(r.err, "off by 5, velocities were moved by"));
    ASSERTm(r.out, strstr(r.out, "exact solution") != NULL);
    result_clear(&r);
    r = run_spinscope("lab pendulum --param y=0.5 --t1 1 --strict");
    ASSERT_EQ_FMT(2, r.code, "%d");
    ASSERTm(r.err,
            is_one_line(r.err) && strstr(r.err, "g = 0 by 0.25") && strstr(r.err, "g' = 0 by 5"));
    ASSERT_STR_EQ("", r.out);
    result_clear(&r);
    r = run_spinscope("lab pendulum --t1 1 --strict");
    ASSERT_EQ_FMT(0, r.code, "%d");
    result_clear(&r);
    r = run_spinscope("lab pendulum --param y=0.5 --t1 1 --keep-start --method dopri5 "
                      "--formulation baumgarte");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERTm(r.err, strstr(r.err, "kept") != NULL);
    ASSERTm(r.out, strstr(r.out, "not known: it started off the constraints") != NULL);
    result_clear(&r);
    PASS();
}

/* Example 6 of the lecture notes: gamma = 10 attracts to the circle, index 1 does not. */
TEST the_circle_attracts_a_stabilised_ode(void)
{
    static const char *const pulls[] = {"HT", "HHT"};
    for (int i = 0; i < 2; i++) {
        for (int side = -1; side <= 1; side += 2) {
            char arguments[200];
            snprintf(arguments, sizeof arguments,
                     "pendulum --param y=%g --keep-start --method dopri5 --tol 1e-8 --t1 2 "
                     "--formulation stabilised-ode:gamma=10,F=%s",
                     side * 0.5, pulls[i]);
            ASSERT_NEAR(0.25, lab_number(arguments, "drift.g.largest"), 0.2, 0);
            double end = lab_number(arguments, "drift.g.end");
            ASSERTm(support_say("%s: %g", arguments, end), end < 1e-6);
        }
    }
    /* |q|^2 = 1.25 + 5 t, because its second derivative is 0 */
    ASSERT_NEAR(10.25,
                lab_number("pendulum --param y=-0.5 --keep-start --method dopri5 --tol 1e-8 --t1 2 "
                           "--formulation index-1",
                           "drift.g.end"),
                1e-4, 0);
    PASS();
}

/* The crank of a rod as long as itself is at a dead point when it points up. */
TEST a_dead_point_ends_the_run_with_what_there_is(void)
{
    static const char *const methods[] = {"bdf", "dopri5", "radau-iia:2 --h 0.001"};
    for (int i = 0; i < 3; i++) {
        char arguments[200];
        int code;
        snprintf(arguments, sizeof arguments, "slider-crank --param rod=1 --method %s", methods[i]);
        cJSON *o = lab_json(arguments, &code);
        ASSERT_EQ_FMT(1, code, "%d");
        ASSERT_STR_EQ("singular", string_at(o, "status"));
        ASSERTm(string_at(o, "ended"), strstr(string_at(o, "ended"), "singular near t = 0."));
        /* at the end of the step that met it; the crank pin is at (0, 1) */
        ASSERT_NEAR(0.192, number_at(o, "t"), 0.03, 0);
        ASSERT_NEAR(1, number_at(o, "p.1"), 0.02, 0);
        cJSON_Delete(o);
    }
    result r = run_in_folder("spinscope lab slider-crank --param rod=1 -o a.csv > words; "
                             "test $? = 1 && test $(wc -l < a.csv) -gt 20 && spinscope lab "
                             "slider-crank --param rod=1 -o a.png > /dev/null; test $? = 1 && tail "
                             "-c 8 a.png | grep -aq IEND && grep -q 'ended .*singular near t = "
                             "0.19' words && grep -q 'not known' words && test $(ls | wc -l) = 3");
    ASSERTm(r.err, r.code == 0);
    result_clear(&r);
    PASS();
}

TEST breakdowns_have_a_status_and_a_time(void)
{
    static const struct {
        const char *arguments, *status;
    } cases[] = {
        {"pendulum --formulation index-1 --method explicit-euler --h 2 --t1 10000", "overflow"},
        {"pendulum --param y=0.5 --keep-start --formulation index-1 --method dopri5", "too-small"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int code;
        cJSON *o = lab_json(cases[i].arguments, &code);
        ASSERTm(cases[i].arguments, code == 1);
        ASSERT_STR_EQ(cases[i].status, string_at(o, "status"));
        ASSERT(number_at(o, "t") > 0 && number_at(o, "t") < number_at(o, "t1"));
        ASSERT(number_at(o, "steps") > 1);
        cJSON_Delete(o);
    }
    PASS();
}

/* Steps that get nowhere end by themselves; what there is is shown, and written. */
TEST a_run_ends_after_as_many_steps_as_are_allowed(void)
{
    static const struct {
        const char *arguments;
        double steps;
    } cases[] = {{"slider-crank --formulation direct --tol 1e-3 --t1 1e-5", 1000000},
                 {"slider-crank --formulation direct --tol 1e-3 --t1 1e-5 --most-steps 500", 500},
                 {"pendulum --method dopri5 --tol 1e-6 --most-steps 9", 9},
                 {"pendulum --method rk4 --formulation index-1 --h 0.01 --most-steps 11", 11}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int code;
        cJSON *o = lab_json(cases[i].arguments, &code);
        ASSERTm(cases[i].arguments, code == 1);
        ASSERT_STR_EQ("too-many-steps", string_at(o, "status"));
        ASSERTm(string_at(o, "ended"), strstr(string_at(o, "ended"), "as many as are allowed"));
        ASSERT_EQ(cases[i].steps, number_at(o, "steps"));
        ASSERT(number_at(o, "t") > 0 && number_at(o, "t") < number_at(o, "t1"));
        cJSON_Delete(o);
    }
    result r = run_in_folder("spinscope lab pendulum --most-steps 20 -o a.csv; echo $?; "
                             "wc -l < a.csv");
    ASSERTm(r.out, strstr(r.out, "20 steps, as many as are allowed") != NULL);
    ASSERTm(r.out, strstr(r.out, "\n1\n22\n") != NULL); /* a head, the start and the steps */
    result_clear(&r);
    PASS();
}

TEST csv_has_every_step_with_all_digits(void)
{
    result r = run_in_folder(
        "spinscope lab double-pendulum --method rk4 --h 0.01 --t1 0.5 -o a.csv --json > a.json && "
        "head -n 1 a.csv && wc -l < a.csv && tail -n 1 a.csv && cat a.json");
    ASSERT_EQ_FMT(0, r.code, "%d");
    char *lines[4], *at = r.out;
    for (int i = 0; i < 4; i++) {
        lines[i] = strtok(i == 0 ? at : NULL, "\n");
        ASSERT(lines[i] != NULL);
    }
    ASSERT_STR_EQ("t,h,p1,p2,p3,p4,v1,v2,v3,v4,y1,y2,drift0,drift1,energy,error_p,error_v",
                  lines[0]);
    ASSERT_EQ_FMT(52, atoi(lines[1]), "%d"); /* the head, the start, 50 steps */
    cJSON *o = cJSON_Parse(lines[3]);
    ASSERT_EQ_FMT(50.0, number_at(o, "steps"), "%g");
    static const char *const paths[] = {
        "t",   "h",           "p.0",        "p.1", "p.2", "p.3",         "v.0",
        "v.1", "v.2",         "v.3",        "y.0", "y.1", "drift.g.end", "drift.g'.end",
        NULL,  "error.p.end", "error.v.end"};
    char *field = lines[2];
    for (int i = 0; i < 17; i++) {
        double x = strtod(field, &field);
        if (paths[i] != NULL && i != 1) {
            ASSERT_NEAR(number_at(o, paths[i]), x, 0, 4e-16); /* cJSON may round the last bit */
        }
        field += *field == ',';
    }
    cJSON_Delete(o);
    result_clear(&r);
    PASS();
}

TEST charts_are_written_whole_and_not_over_others(void)
{
    static const struct {
        const char *name, *magic;
    } formats[] = {{"m.png", "PNG"}, {"m.svg", "<?xml"}, {"m.pdf", "%PDF"}, {"m.csv", "t,h,p1"}};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        char command[900];
        const char *name = formats[i].name;
        snprintf(command, sizeof command,
                 "v() { spinscope lab pendulum --t1 1 -o %s \"$@\" > /dev/null; }; "
                 "v || exit 1; test $(ls -A | wc -l) = 1 && head -c 100 %s | grep -aq '%s' || exit "
                 "2; test $(stat -c %%s %s) -gt 1000 || exit 3; echo x > %s; v 2> err; test $? = 2 "
                 "&& test \"$(cat %s)\" = x && grep -q -e --force err || exit 4; rm err; v --force "
                 "&& head -c 100 %s | grep -aq '%s' || exit 5; test $(ls -A | wc -l) = 1",
                 name, name, formats[i].magic, name, name, name, name, formats[i].magic);
        result r = run_in_folder(command);
        ASSERTm(support_say("%s: %d: %s", name, r.code, r.err), r.code == 0);
        result_clear(&r);
    }
    PASS();
}

/* On top at rest, where the formula with elliptic functions ends. */
/* The four cases of Ascher and Petzold, by the examples that they have for them. */
TEST stiffness_is_told_by_its_case(void)
{
    static const struct {
        const char *arguments;
        int kind;
        double whole; /* of the essential underlying ODE at its stiffest */
    } cases[] = {{"ascher-petzold-1 --param nu=1", 1, 1},
                 {"ascher-petzold-1 --param nu=1000", 2, 1},
                 {"ascher-petzold-2 --param nu=1000", 4, 999.5},
                 {"ascher-petzold-3 --param nu=1000,c=0", 4, 1998.5},
                 {"ascher-petzold-3 --param nu=1000,c=2", 4, 0.81}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[120];
        snprintf(command, sizeof command, "lab stiffness %s --json", cases[i].arguments);
        result r = run_spinscope(command);
        cJSON *o = cJSON_Parse(r.out);
        ASSERT_EQm(r.err, 0, r.code);
        ASSERT_NEAR(cases[i].kind, number_at(o, "case"), 0, 0);
        ASSERT_NEAR(cases[i].whole, number_at(o, "whole"), 0, 1e-2);
        cJSON_Delete(o);
        result_clear(&r);
    }
    result r = run_spinscope("lab stiffness ascher-petzold-2");
    ASSERT_EQ(0, r.code);
    ASSERT(strstr(r.out, "case 4: the variable part is stiff") != NULL);
    ASSERT(strstr(r.out, "recommend: projected-invariant:D=CT") != NULL);
    result_clear(&r);
    r = run_spinscope("lab stiffness pendulum");
    ASSERT_EQ(2, r.code);
    ASSERTm(r.err, is_one_line(r.err) && strstr(r.err, "not linear") != NULL);
    result_clear(&r);
    PASS();
}

TEST films_show_the_mechanism(void)
{
    result r =
        run_shell("rm -f film.mp4 && '" SPINSCOPE_PROGRAM
                  "' lab pendulum --formulation index-1 --method rk4 --h 0.05 --t1 1 --size "
                  "320x240 --fps 10 --speed 0.5 --animate film.mp4 && ffprobe -v error "
                  "-count_frames -show_entries stream=width,height,nb_read_frames -of csv=p=0 "
                  "film.mp4");
    ASSERT_EQm(r.err, 0, r.code);
    ASSERTm(r.out, strstr(r.out, "320,240,20") != NULL);
    result_clear(&r);
    r = run_spinscope("lab pendulum --animate film.mp4");
    ASSERT_EQ(2, r.code); /* it exists, and that is known before the run */
    ASSERTm(r.err, is_one_line(r.err) && strstr(r.err, "film.mp4") != NULL);
    ASSERT_STR_EQ("", r.out);
    result_clear(&r);
    static const char *const bad[] = {"lab pendulum --animate film.avi",
                                      "lab ascher-petzold-1 --animate x.mp4",
                                      "lab pendulum --animate x.mp4 --fps 0",
                                      "lab pendulum --animate x.mp4 --speed -1",
                                      "lab pendulum --animate x/ --size 100x80",
                                      "lab pendulum --formulation baumgarte:gamma=1e300",
                                      "lab pendulum --animate x.mp4 --size 321x240"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        r = run_spinscope(bad[i]);
        ASSERT_EQm(bad[i], 2, r.code);
        ASSERTm(r.err, is_one_line(r.err) && strstr(r.err, "accepted") != NULL);
        result_clear(&r);
    }
    PASS();
}

TEST an_equilibrium_stays_where_it_is(void)
{
    ASSERT_NEAR(0, lab_number("pendulum --param x=0,y=1,vy=0 --t1 1", "error.p.largest"), 1e-15, 0);
    ASSERT_NEAR(0, lab_number("pendulum --param x=0,y=-1,vy=0 --t1 1", "error.p.largest"), 1e-15,
                0);
    PASS();
}

/* Every system has a chart, also where something is not known. */
TEST every_system_is_drawn(void)
{
    static const char *const runs[] = {
        "eich-pendulum --t1 1",
        "double-pendulum --t1 0.2 --method dopri5",
        "slider-crank --t1 0.5 --h 0.01 --formulation index-3",
        "chain --param n=12 --t1 0.1",
        "ascher-petzold-1 --formulation index-2 --h 0.1",
        "ascher-petzold-2 --formulation direct --method implicit-euler --h 0.01",
        "ascher-petzold-3 --formulation baumgarte",
        "pendulum --param y=0.5 --keep-start --formulation index-1 --method dopri5"};
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        char command[400];
        snprintf(command, sizeof command,
                 "spinscope lab %s -o a.png --quiet > /dev/null; test $? -le 1 && tail -c 8 a.png "
                 "| grep -aq IEND && grep -aq 'spinscope lab' a.png",
                 runs[i]);
        result r = run_in_folder(command);
        ASSERTm(support_say("%s: %s", runs[i], r.err), r.code == 0);
        result_clear(&r);
    }
    PASS();
}

TEST bad_input_is_one_line_and_leaves_nothing(void)
{
    static const struct {
        const char *arguments, *words[3]; /* the argument, its value, what is accepted */
    } cases[] = {
        {"", {"argument", "missing", "PROBLEM"}},
        {"pendulum chain", {"chain", "too many", "usage"}},
        {"pendulm", {"problem", "pendulm", "did you mean pendulum"}},
        {"xyzzy", {"problem", "xyzzy", "slider-crank, chain"}},
        {"shear", {"shear", "render --measured", "pendulum, eich-pendulum"}},
        {"pendulum --formulation baumgart", {"formulation", "baumgart", "mean baumgarte?"}},
        {"pendulum --formulation xyzzy", {"formulation", "xyzzy", "index-3, index-2"}},
        {"pendulum --formulation baumgarte:k=2", {"baumgarte:k=2", "k", "gamma=X"}},
        {"pendulum --formulation 'index-1;index-2'", {"--formulation", "index-2", "one"}},
        {"pendulum --method nope", {"method", "nope", "list"}},
        {"pendulum --method rk4 --tol 1e-3", {"rk4", "no error estimate", "bdf, dopri5"}},
        {"pendulum --method bdf --h 0.1", {"bdf", "tolerance", "bdf:1"}},
        {"pendulum --method rk4 --formulation index-3", {"index-3", "no ODE", "index-1"}},
        {"pendulum --method half-explicit:rk4 --formulation index-1",
         {"index-1", "rk4", "index-2"}},
        {"pendulum --method projected:gauss:2 --formulation index-1",
         {"index-1", "gauss:2", "index-2"}},
        {"ascher-petzold-1 --formulation index-3 --h 0.1", {"index-3", "order 2", "order 1"}},
        {"pendulum --param q=1", {"--param", "q", "g, x, y, vx, vy"}},
        {"slider-crank --param crnk=1", {"--param", "crnk", "did you mean crank"}},
        {"pendulum --param x", {"--param", "x", "NAME=VALUE"}},
        {"pendulum --param x=y", {"--param", "x", "a real number"}},
        {"pendulum --param x=inf", {"--param", "inf", "a real number"}},
        {"chain --param n=3.5", {"n", "3.5", "from 1 to 50"}},
        {"chain --param n=0", {"n", "0", "from 1 to 50"}},
        {"chain --param ratio=1e300", {"ratio", "1e+300", "1e+12 is accepted"}},
        {"double-pendulum --param m=0", {"m = 0", "positive", "from 1e-12"}},
        {"pendulum --size 90x90", {"--size", "has no effect without a picture", ""}},
        {"pendulum --fps 5", {"--fps", "has no effect without --animate", ""}},
        {"pendulum --speed 2 -o a.png", {"--speed", "has no effect without --animate", ""}},
        {"ascher-petzold-1 --param nu=0.5", {"nu", "0.5", "from 1 on"}},
        {"pendulum --param x=0", {"positions", "starting values", "dependent"}},
        {"pendulum --h 0", {"--h", "0", "a positive number"}},
        {"pendulum --h -1", {"--h", "-1", "a positive number"}},
        {"pendulum --h 1e-12", {"h", "1e-12", "1e9"}},
        {"pendulum --tol 0", {"--tol", "0", "a positive number"}},
        {"pendulum --tol x", {"--tol", "x", "a real number"}},
        {"pendulum --t1 0", {"--t1", "0", "a positive number"}},
        {"pendulum --t1 -2", {"--t1", "-2", "a positive number"}},
        {"pendulum --most-steps 0", {"--most-steps", "0", "from 1"}},
        {"pendulum --most-steps 1e3", {"--most-steps", "1e3", "from 1"}},
        {"pendulum --strict --keep-start", {"--strict", "--keep-start", "one of them"}},
        {"pendulum --param y=0.5 --keep-start --formulation index-3",
         {"--keep-start", "index-3", "stabilised-ode"}},
        {"pendulum --param y=0.5 --keep-start --formulation state-space --method dopri5",
         {"--keep-start", "state-space", "stabilised-ode"}},
        {"pendulum --param y=0.5 --keep-start --formulation index-1 --method bdf:2 --h 0.01",
         {"--keep-start", "bdf:2", "Runge-Kutta"}},
        {"pendulum -o a.txt", {"-o", "a.txt", ".png, .svg, .pdf or .csv"}},
        {"pendulum -o a", {"-o", "a", ".png, .svg, .pdf or .csv"}},
        {"pendulum -o /no/such/folder/a.png", {"/no/such/folder", "created", ""}},
        {"pendulum --size 0x0 -o a.png", {"--size", "0x0", "1x1"}},
        {"pendulum --size 20x20 -o a.png", {"size", "20x20", "accepted"}},
        {"pendulum --nonsense", {"--nonsense", "unknown option", ""}},
        {"pendulum --meth bdf", {"--meth", "unknown option", "--method"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[400];
        snprintf(command, sizeof command,
                 "spinscope lab %s; code=$?; test $(ls -A | wc -l) = 0 && exit $code; exit 99",
                 cases[i].arguments);
        result r = run_in_folder(command);
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

TEST help_names_every_option(void)
{
    static const char *const options[] = {"--formulation", "--method",     "--tol",  "--h",
                                          "--t1",          "--param",      "-o",     "--size",
                                          "--strict",      "--keep-start", "--json", "--force",
                                          "--quiet",       "compare",      "map",    "Exit code 1"};
    result r = run_spinscope("lab --help");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERT_STR_EQ("", r.err);
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        ASSERTm(options[i], strstr(r.out, options[i]) != NULL);
    }
    for (char *line = strtok(r.out, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        ASSERTm(line, strlen(line) <= 130);
    }
    result_clear(&r);
    PASS();
}

TEST spin_that_has_nothing_to_do_is_told(void)
{
    static const char note[] = "spin: has nothing to stabilise here: E has no kernel that moves";
    static const struct {
        const char *arguments;
        bool is_told;
    } cases[] = {
        {"lab pendulum --method spin:radau-iia:2 --h 0.1 --t1 1", true},
        {"lab pendulum --method radau-iia:2 --h 0.1 --t1 1", false},
        {"lab compare pendulum --formulations index-1 --methods spin:bdf:2 --hs 0.1 --t1 1", true},
        {"lab compare pendulum --formulations index-1 --methods bdf:2 --hs 0.1 --t1 1", false},
        {"lab map chain --plane h,ratio --x 0.01:0.1 --y 1:9 --cells 2x2 --method spin:bdf:2 "
         "--formulation index-1 --t1 1",
         true},
        {"lab map chain --plane h,ratio --x 0.01:0.1 --y 1:9 --cells 2x2 --method bdf:2 "
         "--formulation index-1 --t1 1",
         false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int json = 0; json < 2; json++) {
            char line[300];
            snprintf(line, sizeof line, "%s%s --quiet", cases[i].arguments,
                     json != 0 ? " --json" : "");
            result r = run_spinscope(line);
            ASSERTm(support_say("%s: %d, %s", line, r.code, r.err), r.code == 0);
            ASSERT_EQm(support_say("%s: %s", line, r.out), cases[i].is_told,
                       strstr(r.out, note) != NULL);
            ASSERT(!json || !cases[i].is_told || strstr(r.out, "\"note\":\"spin: ") != NULL);
            result_clear(&r);
        }
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(a_pendulum_just_works);
    RUN_TEST(json_has_the_promised_fields);
    RUN_TEST(table_4_2_of_ascher_and_petzold_is_met);
    RUN_TEST(rk4_on_index_1_drifts_with_slopes_2_and_1);
    RUN_TEST(every_formulation_solves_the_pendulum);
    RUN_TEST(tolerances_and_steps_are_obeyed);
    RUN_TEST(other_kinds_of_methods_run);
    RUN_TEST(inconsistent_values_are_repaired_refused_or_kept);
    RUN_TEST(the_circle_attracts_a_stabilised_ode);
    RUN_TEST(a_dead_point_ends_the_run_with_what_there_is);
    RUN_TEST(breakdowns_have_a_status_and_a_time);
    RUN_TEST(a_run_ends_after_as_many_steps_as_are_allowed);
    RUN_TEST(csv_has_every_step_with_all_digits);
    RUN_TEST(charts_are_written_whole_and_not_over_others);
    RUN_TEST(stiffness_is_told_by_its_case);
    RUN_TEST(films_show_the_mechanism);
    RUN_TEST(an_equilibrium_stays_where_it_is);
    RUN_TEST(every_system_is_drawn);
    RUN_TEST(bad_input_is_one_line_and_leaves_nothing);
    RUN_TEST(help_names_every_option);
    RUN_TEST(spin_that_has_nothing_to_do_is_told);
    GREATEST_MAIN_END();
}
