/* Speeds, as a table or as JSON (--json), all of them or one part (--part). Nothing here decides
 * anything: tests never time. */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "bench/bench.h"
#include "bench/peak.h"
#include "field/field.h"
#include "field/kernel.h"
#include "method/catalogue.h"
#include "stability/phi.h"

static cJSON *rows;
static bool as_json;

static void print_row(const char *name, double value, const char *unit, bool is_measured)
{
    if (!is_measured) {
        fflush(stdout);
        fprintf(stderr, "bench: %s: could not be measured\n", name);
        exit(3);
    }
    if (!as_json) {
        printf("%-28s %10.3f %s\n", name, value, unit);
        return;
    }
    cJSON *row = cJSON_CreateObject();
    cJSON_AddStringToObject(row, "name", name);
    cJSON_AddNumberToObject(row, "value", value);
    cJSON_AddStringToObject(row, "unit", unit);
    cJSON_AddItemToArray(rows, row);
}

void report(const char *name, double value, const char *unit)
{
    print_row(name, value, unit, value > 0 && isfinite(value));
}

/* Parts of something, of which none is an answer, too. */
static void report_part(const char *name, double part)
{
    print_row(name, 100 * part, "%", part >= 0 && part <= 1);
}

/* Milliseconds to compile an opened method, the best of three; negative when it fails. */
static double compile_time(const method *m)
{
    double best = -1;
    for (int n = 0; n < 3; n++) {
        phi *p = NULL;
        message why;
        double start = seconds_now();
        if (phi_compile(m, MOTION_SHEAR, &p, &why) != STATUS_OK) {
            return -1;
        }
        double spent = 1e3 * (seconds_now() - start);
        best = best < 0 || spent < best ? spent : best;
        phi_destroy(p);
    }
    return best;
}

static void bench_compile(const catalogue *all)
{
    double worst_small = 0;
    double worst = 0;
    for (int i = 0; i < catalogue_member_count(all); i++) {
        method *m = NULL;
        message why;
        char name[96];
        double start = seconds_now();
        bool is_open = catalogue_open(all, catalogue_member(all, i), &m, &why) == STATUS_OK;
        double open = 1e3 * (seconds_now() - start);
        double spent = is_open ? compile_time(m) : -1;
        int size = is_open ? method_describe(m)->size : 0;
        worst = spent > worst ? spent : worst;
        worst_small = size <= 5 && spent > worst_small ? spent : worst_small;
        snprintf(name, sizeof name, "compile %s", catalogue_member(all, i));
        if (size == 5 || size == 9 || spent < 0) {
            report(name, spent, "ms");
            snprintf(name, sizeof name, "open %s", catalogue_member(all, i));
            report(name, open, "ms");
        }
        method_destroy(m);
    }
    report("compile, worst to 5 stages", worst_small, "ms");
    report("compile, worst of all", worst, "ms");
}

/* Mpixel/s of the field of one method, and the part of the peak that its kernel reaches. */
static void bench_field(const catalogue *all, const char *method_name, int jobs, bool for_display,
                        double peak)
{
    method *m = NULL;
    phi *p = NULL;
    message why;
    field f = {0};
    char name[96];
    double best = -1, flops = 0;
    if (catalogue_open(all, method_name, &m, &why) == STATUS_OK &&
        phi_compile(m, MOTION_SHEAR, &p, &why) == STATUS_OK) {
        double w = phi_describe(p)->spin == PHI_ODE_ONLY ? 0 : 0.5;
        const field_request request = {.view = {.plane = PLANE_Z,
                                                .x0 = -9,
                                                .x1 = 9,
                                                .y0 = -5,
                                                .y1 = 5,
                                                .width = 1280,
                                                .height = 720,
                                                .w = w},
                                       .phi = p,
                                       .for_display = for_display,
                                       .jobs = jobs};
        for (int n = 0; n < 12; n++) {
            double start = seconds_now();
            if (field_recompute(&request, 0, 0, &f, &why) != STATUS_OK) {
                best = -1;
                break;
            }
            double rate = 1280 * 720 / (seconds_now() - start) / 1e6;
            best = rate > best ? rate : best;
        }
        flops = kernel_flops(phi_describe(p)->degree, phi_describe(p)->degree_z);
    }
    snprintf(name, sizeof name, "field %s, %d job%s%s", method_name, jobs, jobs == 1 ? "" : "s",
             for_display ? ", for display" : "");
    report(name, best, "Mpixel/s");
    if (flops > 0 && !for_display) {
        report(name, best * flops / 1e3, "Gflop/s");
        report(name, 100 * best * flops / 1e3 / (peak * jobs), "% of peak");
    }
    field_clear(&f);
    phi_destroy(p);
    method_destroy(m);
}

/* How many pixels of a field double precision cannot decide, in a picture and in numbers that are
 * to be right to 1e-12, and how fast the latter are. Those that stay open have coefficients that
 * are not known well enough. */
static void bench_precision(const catalogue *all, const char *method_name)
{
    enum { WIDTH = 640, HEIGHT = 360 };
    const char *last = strrchr(method_name, '/');
    const char *called = last != NULL ? last + 1 : method_name;
    method *m = NULL;
    phi *p = NULL;
    message why;
    status s = catalogue_open(all, method_name, &m, &why);
    s = s == STATUS_OK ? phi_compile(m, MOTION_SHEAR, &p, &why) : s;
    for (int numbers = 0; numbers < 2; numbers++) {
        field f = {0};
        double seconds = -1;
        if (s == STATUS_OK) {
            const field_request request = {
                .view = {.plane = PLANE_Z,
                         .x0 = -16,
                         .x1 = 16,
                         .y0 = -9,
                         .y1 = 9,
                         .width = WIDTH,
                         .height = HEIGHT,
                         .w = phi_describe(p)->spin == PHI_ODE_ONLY ? 0 : 0.5},
                .phi = p,
                .layers = numbers ? FIELD_EXACT : 0,
                .jobs = 1};
            double start = seconds_now();
            s = field_compute(&request, 0, 0, &f, &why);
            seconds = seconds_now() - start;
        }
        const struct {
            const char *name;
            long pixels;
        } parts[] = {{"shifted", f.shifted},
                     {"in quad", f.in_quad},
                     {"in integers", f.in_integers},
                     {"open", f.open}};
        const char *kind = numbers ? "numbers" : "picture";
        char name[128];
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
            snprintf(name, sizeof name, "%s %s, %s", kind, called, parts[i].name);
            report_part(name,
                        s == STATUS_OK ? (double)parts[i].pixels / ((double)WIDTH * HEIGHT) : -1);
        }
        snprintf(name, sizeof name, "%s %s, 1 job", kind, called);
        report(name, s == STATUS_OK ? WIDTH * HEIGHT / seconds / 1e6 : -1, "Mpixel/s");
        field_clear(&f);
    }
    phi_destroy(p);
    method_destroy(m);
}

static void bench_precisions(const catalogue *all)
{
    static const char *const methods[] = {
        "radau-iia:3", "gauss:5",         "gauss:9",
        "rk4",         "sdirk2",          "bdf:2",
        "bdf:6",       "adams-moulton:8", SPINSCOPE_TESTS "/bench/substeps-16.method"};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        bench_precision(all, methods[i]);
    }
}

/* CPU time of the program from the shell, start to exit, the best of three; negative when it
 * fails. */
static double program_time(const char *program_arguments)
{
    char command[600];
    double best = -1;
    snprintf(command, sizeof command, "'%s' %s > /dev/null", SPINSCOPE_PROGRAM, program_arguments);
    for (int n = 0; n < 3; n++) {
        struct rusage before, after;
        getrusage(RUSAGE_CHILDREN, &before);
        if (system(command) != 0) {
            return -1;
        }
        getrusage(RUSAGE_CHILDREN, &after);
        double spent = 1e3 * (double)(after.ru_utime.tv_sec - before.ru_utime.tv_sec +
                                      after.ru_stime.tv_sec - before.ru_stime.tv_sec) +
                       1e-3 * (double)(after.ru_utime.tv_usec - before.ru_utime.tv_usec +
                                       after.ru_stime.tv_usec - before.ru_stime.tv_usec);
        best = best < 0 || spent < best ? spent : best;
    }
    return best;
}

static void bench_figure(const char *method_name)
{
    char name[96], program_arguments[200];
    snprintf(program_arguments, sizeof program_arguments,
             "render %s --w 0.5 --size 1920x1080 -o - --format png", method_name);
    snprintf(name, sizeof name, "figure %s, 1080p, CPU", method_name);
    report(name, program_time(program_arguments), "ms");
}

static double peak;

static void bench_fields(const catalogue *all)
{
    static const char *const fields[] = {"radau-iia:3", "gauss:5", "rk4",
                                         "bdf:2",       "bdf:4",   "bdf:6"};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        bench_field(all, fields[i], 1, false, peak);
        bench_field(all, fields[i], 2, false, peak);
    }
    bench_field(all, "radau-iia:3", 1, true, peak);
}

static void bench_validations(const catalogue *all)
{
    bench_validation(all, "radau-iia:2");
    bench_validation(all, "bdf:2");
}

static void bench_programs(const catalogue *all)
{
    (void)all;
    bench_figure("radau-iia:3");
    bench_figure("bdf:6");
    report("analyse --all, CPU", program_time("analyse --all --json") / 1e3, "s");
}

static const struct {
    const char *name;
    void (*run)(const catalogue *all);
} parts[] = {{"compile", bench_compile},         {"fields", bench_fields},
             {"precision", bench_precisions},    {"steppers", bench_steppers},
             {"integrators", bench_integrators}, {"validation", bench_validations},
             {"frames", bench_frames},           {"movies", bench_movies},
             {"programs", bench_programs}};

enum { PARTS = sizeof parts / sizeof parts[0] };

/* The part that is asked for, PARTS for all of them, or -1 after a complaint. */
static int part_asked(int count, char **arguments)
{
    int part = PARTS;
    const char *word = "";
    for (int i = 1; i < count && part >= 0; i++) {
        word = arguments[i];
        if (strcmp(word, "--json") == 0) {
            as_json = true;
            continue;
        }
        bool is_part = strcmp(word, "--part") == 0 && i + 1 < count;
        word = is_part ? arguments[++i] : word;
        part = is_part ? PARTS - 1 : -1;
        while (part >= 0 && strcmp(parts[part].name, word) != 0) {
            part--;
        }
    }
    if (part < 0) {
        fprintf(stderr, "bench: unknown argument '%s'; accepted: --json, --part", word);
        for (int i = 0; i < PARTS; i++) {
            fprintf(stderr, "%s%s", i == 0 ? " " : "|", parts[i].name);
        }
        fprintf(stderr, "\n");
    }
    return part;
}

int main(int count, char **arguments)
{
    int asked = part_asked(count, arguments);
    if (asked < 0) {
        return 2;
    }
    catalogue *all = NULL;
    message why;
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        fprintf(stderr, "bench: %s\n", why.text);
        return 3;
    }
    cJSON *document = cJSON_CreateObject();
    peak = peak_gflops();
    cJSON_AddNumberToObject(document, "peak_gflops_core", peak);
    rows = cJSON_AddArrayToObject(document, "rows");
    if (!as_json) {
        report("peak of one core", peak, "Gflop/s");
    }
    for (int i = 0; i < PARTS; i++) {
        if (asked == PARTS || asked == i) {
            parts[i].run(all);
        }
    }
    if (as_json) {
        char *printed = cJSON_PrintUnformatted(document);
        puts(printed);
        cJSON_free(printed);
    }
    cJSON_Delete(document);
    catalogue_destroy(all);
    return 0;
}
