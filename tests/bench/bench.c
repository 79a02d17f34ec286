/* Speeds, as a table or as JSON (--json). Nothing here decides anything: tests never time. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "bench/peak.h"
#include "method/catalogue.h"
#include "stability/phi.h"

static cJSON *rows;
static bool as_json;

static void report(const char *name, double value, const char *unit)
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
    if (as_json) {
        char *printed = cJSON_PrintUnformatted(document);
        puts(printed);
        cJSON_free(printed);
    }
    cJSON_Delete(document);
    catalogue_destroy(all);
    return 0;
}
