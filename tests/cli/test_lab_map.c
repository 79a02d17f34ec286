/* `lab map` as a person sees it: that its cells are runs of `lab`, what its kinds mean, the
 * picture, and what is refused. */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/command.h"
#include "support/support.h"

enum { MOST_LINES = 200 };

/* A line of the CSV file of a map. */
typedef struct cell {
    char formulation[100], status[40];
    double x, y, error_p, error_v, drift[2], energy, steps;
} cell;

/* The next field, NaN when it is empty. */
static double next_number(char **at)
{
    char *end = *at + strcspn(*at, ",\n");
    bool empty = end == *at;
    double x = empty ? NAN : strtod(*at, NULL);
    *at = *end != '\0' ? end + 1 : end;
    return x;
}

static int read_cells(char *csv, cell *out)
{
    int count = 0;
    char *line = strchr(csv, '\n');
    for (line = line != NULL ? line + 1 : NULL; line != NULL && *line == '"' && count < MOST_LINES;
         count++) {
        cell *c = &out[count];
        *c = (cell){0};
        sscanf(line, "\"%99[^\"]\",%lf,%lf,%39[^,],", c->formulation, &c->x, &c->y, c->status);
        char *at = strchr(line + 1, '"') + 2;
        for (int i = 0; i < 3; i++) {
            at = strchr(at, ',') + 1;
        }
        c->error_p = next_number(&at);
        c->error_v = next_number(&at);
        c->drift[0] = next_number(&at);
        c->drift[1] = next_number(&at);
        c->energy = next_number(&at);
        c->steps = next_number(&at);
        line = strchr(line, '\n');
        line = line != NULL ? line + 1 : NULL;
    }
    return count;
}

static int map_cells(const char *arguments, cell *out)
{
    char command[700];
    snprintf(command, sizeof command,
             "spinscope lab map %s --quiet -o a.csv > /dev/null && cat a.csv", arguments);
    result r = run_in_folder(command);
    int count = r.code == 0 ? read_cells(r.out, out) : -1;
    if (count < 0) {
        fprintf(stderr, "lab map %s: exit %d: %s\n", arguments, r.code, r.err);
    }
    result_clear(&r);
    return count;
}

static double end_of(const cJSON *o, const char *group, const char *name, const char *which)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, group);
    item = name != NULL ? cJSON_GetObjectItemCaseSensitive(item, name) : item;
    item = cJSON_GetObjectItemCaseSensitive(item, which);
    return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

/* Every axis there is, and what a single run of the cell needs. */
static const struct {
    const char *map;    /* arguments of the map */
    const char *single; /* of `lab`, with formulation, x and y put in */
    int cells;
    double x0, y0; /* of the first cell */
    bool hnu;
} planes[] = {
    {"chain --plane h,ratio --x 1e-2:1e-1 --y 1:1e4 --cells 2x3 --t1 0.5 --method bdf:2 "
     "--formulation 'stabilised-index-2:D=B;projected-invariant:D=CT'",
     "chain --t1 0.5 --method bdf:2 --formulation '%s' --h %.17g --param ratio=%.17g", 12, 0.0325,
     4.6415888336127784, false},
    {"ascher-petzold-3 --plane hnu,gamma --x 0.1:100 --y 1:1e3 --cells 3x2 --method implicit-euler "
     "--h 0.01 --formulation baumgarte",
     "ascher-petzold-3 --method implicit-euler --h 0.01 --formulation %s:gamma=%.17g --param "
     "nu=%.17g",
     6, 0.31622776601683794, 5.6234132519034912, true},
    {"pendulum --plane tol,vy --x 1e-6:1e-2 --y -5:-1 --cells 2x2 --t1 1 --method dopri5 "
     "--formulation index-1",
     "pendulum --t1 1 --method dopri5 --formulation '%s' --tol %.17g --param vy=%.17g", 4, 1e-5, -4,
     false},
    {"double-pendulum --plane m,angle --x 1:3 --y 10:50 --cells 1x2 --t1 0.5 --method bdf --tol "
     "1e-5",
     "double-pendulum --t1 0.5 --method bdf --tol 1e-5 --formulation '%s' --param m=%.17g,angle="
     "%.17g",
     2, 2, 20, false},
};

TEST cells_are_runs_of_lab(void)
{
    static cell cells[MOST_LINES];
    for (size_t i = 0; i < sizeof planes / sizeof planes[0]; i++) {
        int count = map_cells(planes[i].map, cells);
        ASSERT_EQ_FMT(planes[i].cells, count, "%d");
        ASSERT_NEAR(planes[i].x0, cells[0].x, 0, 1e-14);
        ASSERT_NEAR(planes[i].y0, cells[0].y, 0, 1e-14);
        for (int k = 0; k < count; k++) {
            const cell *c = &cells[k];
            char command[400] = "lab ";
            double x = planes[i].hnu ? c->y : c->x, y = planes[i].hnu ? c->x / 0.01 : c->y;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
            snprintf(command + 4, sizeof command - 4, planes[i].single, c->formulation, x, y);
#pragma GCC diagnostic pop
            strcat(command, " --json --quiet");
            result r = run_spinscope(command);
            cJSON *o = cJSON_Parse(r.out);
            double error = end_of(o, "error", "p", "end");
            ASSERTm(support_say("%s: %s %s", command, c->status, r.err),
                    !(error <= 1e6) == (strcmp(c->status, "blew up") == 0));
            ASSERT_NEAR(error, c->error_p, 1e-9, 1e-9);
            ASSERT_NEAR(end_of(o, "drift", "g", "largest"), c->drift[0], 1e-18, 1e-14);
            ASSERT_NEAR(end_of(o, "drift", "g'", "largest"), c->drift[1], 1e-18, 1e-14);
            const cJSON *steps = cJSON_GetObjectItemCaseSensitive(o, "steps");
            ASSERT_EQ_FMT(steps->valuedouble, c->steps, "%g");
            cJSON_Delete(o);
            result_clear(&r);
        }
    }
    PASS();
}

/* Baumgarte's gamma blows up where h nu is large (Ascher and Petzold, Table 4.1). */
TEST kinds_of_cells_are_told(void)
{
    static const struct {
        const char *arguments, *status;
    } cases[] = {
        {"ascher-petzold-3 --plane hnu,gamma --x 50:60 --y 900:1000 --formulation baumgarte "
         "--method implicit-euler --h 0.01",
         "blew up"},
        {"slider-crank --plane speed,angle --x 6:7 --y 30:40 --param rod=1", "singular step"},
        {"ascher-petzold-1 --plane nu,h --x 0.1:0.5 --y 0.01:0.02", "refused"},
        {"pendulum --plane x,y --x -0.001:0.001 --y 0.1:0.2 --param vy=0", "done"},
        {"pendulum --plane x,h --x 1:2 --y 0.1:0.2 --method rk4 --formulation index-2", "refused"},
        {"pendulum --plane x,tol --x 1:2 --y 1e-8:1e-7 --most-steps 20", "too many steps"},
        {"pendulum --plane x,h --x 1:2 --y 0.1:0.2 --most-steps 20", "too many steps"},
    };
    static cell cells[MOST_LINES];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char arguments[300];
        snprintf(arguments, sizeof arguments, "%s --cells 1x1", cases[i].arguments);
        ASSERT_EQ_FMT(1, map_cells(arguments, cells), "%d");
        ASSERTm(support_say("%s: %s", cases[i].arguments, cells[0].status),
                strcmp(cases[i].status, cells[0].status) == 0);
    }
    PASS();
}

TEST axes_are_logarithmic_beyond_a_decade(void)
{
    static const struct {
        const char *range;
        double first, last; /* middles of four cells */
    } cases[] = {{"1:10", 2.125, 8.875},
                 {"1:1e4", 3.1622776601683795, 3162.2776601683795},
                 {"0:1e4", 1250, 8750}};
    static cell cells[MOST_LINES];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char arguments[300];
        snprintf(arguments, sizeof arguments,
                 "pendulum --plane gamma,h --x %s --y 0.01:0.02 --cells 4x1 --t1 0.1 --formulation "
                 "baumgarte",
                 cases[i].range);
        ASSERT_EQ_FMT(4, map_cells(arguments, cells), "%d");
        ASSERT_NEAR(cases[i].first, cells[0].x, 0, 1e-14);
        ASSERT_NEAR(cases[i].last, cells[3].x, 0, 1e-14);
    }
    PASS();
}

TEST json_counts_the_cells(void)
{
    result r = run_spinscope("lab map ascher-petzold-3 --plane hnu,gamma --h 0.01 --formulation "
                             "baumgarte --method implicit-euler --cells 6x5 --json --quiet");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERT(is_one_line(r.out));
    cJSON *o = cJSON_Parse(r.out);
    static const char *const keys[] = {"done",     "blew_up",  "no_convergence", "singular",
                                       "too_long", "no_start", "refused"};
    const cJSON *row = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(o, "formulations"), 0);
    double sum = 0;
    for (int i = 0; i < 7; i++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(row, keys[i]);
        ASSERTm(keys[i], cJSON_IsNumber(item));
        sum += item->valuedouble;
        ASSERTm(keys[i], i > 1 || item->valuedouble > 0);
    }
    ASSERT_EQ_FMT(30.0, sum, "%g");
    ASSERT_NEAR(0.1, end_of(o, "x", NULL, "from"), 0, 1e-15);
    ASSERT_NEAR(1000, end_of(o, "y", NULL, "to"), 0, 1e-15);
    cJSON_Delete(o);
    result_clear(&r);
    PASS();
}

TEST what_is_shown_can_be_chosen(void)
{
    static const struct {
        const char *option, *words;
    } cases[] = {{"", "error at the end"},
                 {"--show drift", "largest drift"},
                 {"--show energy", "largest drift of the energy"}};
    for (int i = 0; i < 3; i++) {
        char command[300];
        snprintf(command, sizeof command,
                 "lab map pendulum --plane h,vy --x 0.01:0.02 --y -5:-4 --cells 2x2 --t1 0.2 "
                 "--formulation index-1 %s",
                 cases[i].option);
        result r = run_spinscope(command);
        ASSERT_EQ_FMT(0, r.code, "%d");
        ASSERTm(r.out, strstr(r.out, cases[i].words) != NULL);
        result_clear(&r);
    }
    PASS();
}

TEST maps_are_written_whole_and_do_not_depend_on_jobs(void)
{
    static const struct {
        const char *name, *magic;
    } formats[] = {{"m.png", "PNG"}, {"m.svg", "<?xml"}, {"m.pdf", "%PDF"}, {"m.csv", "formul"}};
    for (int i = 0; i < 4; i++) {
        char command[900];
        snprintf(command, sizeof command,
                 "v() { spinscope lab map ascher-petzold-3 --plane hnu,gamma --h 0.02 --cells 8x6 "
                 "--method implicit-euler --formulation 'baumgarte;stabilised-ode' -o %s --quiet "
                 "\"$@\" > /dev/null; }; v --force --jobs 1 || exit 1; head -c 200 %s | grep -aq "
                 "'%s' && "
                 "test $(ls -A | wc -l) = 1 || exit 2; cp %s before; v 2> err; test $? = 2 && cmp "
                 "-s before %s || exit 3; v --force --jobs 1 && cmp -s before %s || exit 4",
                 formats[i].name, formats[i].name, formats[i].magic, formats[i].name,
                 formats[i].name, formats[i].name);
        result r = run_in_folder(command);
        ASSERTm(support_say("%s: %d %s", formats[i].name, r.code, r.err), r.code == 0);
        result_clear(&r);
    }
    result r = run_in_folder("v() { spinscope lab map chain --plane h,ratio --y 1:100 --cells 4x3 "
                             "--t1 0.1 -o $1.csv --jobs $1 > /dev/null; }; v 1 && v 3 && cmp 1.csv "
                             "3.csv && test $(wc -l < 1.csv) = 13");
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
        {"pendulum", {"--plane", "missing", "h, tol, gamma"}},
        {"pendulum --plane h", {"--plane", "h", "two names"}},
        {"pendulum --plane h,h", {"--plane", "h,h", "different"}},
        {"pendulum --plane h,nu", {"--plane", "nu", "g, x, y"}},
        {"pendulum --plane h,hnu", {"--plane", "hnu", "h, tol, gamma, g"}},
        {"ascher-petzold-1 --plane nu,hnu", {"--plane", "nu,hnu", "different"}},
        {"pendulum --plane h,x --h 0.1", {"--h", "0.1", "coordinate"}},
        {"pendulum --plane tol,x --tol 1e-3", {"--tol", "1e-3", "coordinate"}},
        {"pendulum --plane h,x --param x=1", {"--param", "x", "coordinate"}},
        {"pendulum --plane h,gamma", {"gamma", "coordinate-projection", "baumgarte"}},
        {"pendulum --plane h,x --x 1", {"--x", "1", "A:B"}},
        {"pendulum --plane h,x --x 2:1", {"--x", "2:1", "A < B"}},
        {"pendulum --plane h,x --x -1:1", {"--x", "-1:1", "0 < A"}},
        {"pendulum --plane h,x --y a:b", {"--y", "a", "a real number"}},
        {"pendulum --plane h,y", {"--y", "needed", "y"}},
        {"pendulum --plane h,x --cells 3", {"--cells", "3", "COLUMNSxROWS"}},
        {"pendulum --plane h,x --cells 0x3", {"--cells", "0x3", "1x1"}},
        {"pendulum --plane h,x --show me", {"--show", "me", "error, drift, energy"}},
        {"pendulum --plane h,x --method bdf", {"bdf", "tolerance", "bdf:1"}},
        {"pendulum --plane tol,x --method rk4", {"rk4", "no error estimate", "bdf"}},
        {"pendulum --plane h,x --formulation baumgart", {"baumgart", "unknown", "baumgarte"}},
        {"pendulum --plane h,x -o a.gif", {"-o", "a.gif", ".png, .svg, .pdf or .csv"}},
        {"pendulum --plane h,x --jobs x", {"--jobs", "x", "from 1 to 256"}},
        {"pendulum --plane h,x --cells 1x1 -o /no/such/folder/a.csv", {"/no/such", "created", ""}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[400];
        snprintf(command, sizeof command,
                 "spinscope lab map %s; code=$?; test $(ls -A | wc -l) = 0 && exit $code; exit 99",
                 cases[i].arguments);
        result r = run_in_folder(command);
        ASSERTm(support_say("'%s': exit %d, %s", cases[i].arguments, r.code, r.err), r.code == 2);
        ASSERTm(r.err, is_one_line(r.err) && strncmp(r.err, "spinscope lab map: ", 19) == 0);
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
    static const char *const options[] = {
        "--plane", "--x",    "--y",    "--cells", "--formulation", "--method",
        "--tol",   "--h",    "--t1",   "--param", "--show",        "-o",
        "--size",  "--json", "--jobs", "--force", "--quiet",       "hnu"};
    result r = run_spinscope("lab map --help");
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
    RUN_TEST(cells_are_runs_of_lab);
    RUN_TEST(kinds_of_cells_are_told);
    RUN_TEST(axes_are_logarithmic_beyond_a_decade);
    RUN_TEST(json_counts_the_cells);
    RUN_TEST(what_is_shown_can_be_chosen);
    RUN_TEST(maps_are_written_whole_and_do_not_depend_on_jobs);
    RUN_TEST(bad_input_is_one_line_and_leaves_nothing);
    RUN_TEST(help_names_every_option);
    GREATEST_MAIN_END();
}
