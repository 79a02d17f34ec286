/* Speeds, as a table or as JSON (--json). Nothing here decides anything: tests never time. */
#include <cjson/cJSON.h>
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

void report(const char *name, double value, const char *unit)
{
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
        if (catalogue_open(all, catalogue_member(all, i), &m, &why) != STATUS_OK) {
            continue;
        }
        double open = 1e3 * (seconds_now() - start);
        double spent = compile_time(m);
        int size = method_describe(m)->size;
        worst = spent > worst ? spent : worst;
        worst_small = size <= 5 && spent > worst_small ? spent : worst_small;
        if (size == 5 || size == 9) {
            snprintf(name, sizeof name, "compile %s", catalogue_member(all, i));
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
    double best = 0;
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
                break;
            }
            double rate = 1280 * 720 / (seconds_now() - start) / 1e6;
            best = rate > best ? rate : best;
        }
        snprintf(name, sizeof name, "field %s, %d job%s%s", method_name, jobs, jobs == 1 ? "" : "s",
                 for_display ? ", for display" : "");
        report(name, best, "Mpixel/s");
        double flops = kernel_flops(phi_describe(p)->degree, phi_describe(p)->degree_z);
        if (flops > 0 && !for_display) {
            report(name, best * flops / 1e3, "Gflop/s");
            report(name, 100 * best * flops / 1e3 / (peak * jobs), "% of peak");
        }
    }
    field_clear(&f);
    phi_destroy(p);
    method_destroy(m);
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

int main(int count, char **arguments)
{
    as_json = count == 2 && strcmp(arguments[1], "--json") == 0;
    if (count > 2 || (count == 2 && !as_json)) {
        fprintf(stderr, "bench: unknown argument '%s'; accepted: --json\n", arguments[count - 1]);
        return 2;
    }
    catalogue *all = NULL;
    message why;
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        fprintf(stderr, "bench: %s\n", why.text);
        return 3;
    }
    cJSON *document = cJSON_CreateObject();
    double peak = peak_gflops();
    cJSON_AddNumberToObject(document, "peak_gflops_core", peak);
    rows = cJSON_AddArrayToObject(document, "rows");
    if (!as_json) {
        report("peak of one core", peak, "Gflop/s");
    }
    bench_compile(all);
    static const char *const fields[] = {"radau-iia:3", "gauss:5", "rk4",
                                         "bdf:2",       "bdf:4",   "bdf:6"};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        bench_field(all, fields[i], 1, false, peak);
        bench_field(all, fields[i], 2, false, peak);
    }
    bench_field(all, "radau-iia:3", 1, true, peak);
    bench_steppers(all);
    bench_integrators(all);
    bench_validation(all, "radau-iia:2");
    bench_validation(all, "bdf:2");
    bench_frames();
    bench_movies();
    bench_figure("radau-iia:3");
    bench_figure("bdf:6");
    report("analyse --all, CPU", program_time("analyse --all --json") / 1e3, "s");
    if (as_json) {
        char *printed = cJSON_PrintUnformatted(document);
        puts(printed);
        cJSON_free(printed);
    }
    cJSON_Delete(document);
    catalogue_destroy(all);
    return 0;
}
