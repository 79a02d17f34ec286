#include <math.h>
#include <stdio.h>

#include "lab.h"
#include "lab/stiffness.h"
#include "lab_setup.h"
#include "session.h"

enum { SAMPLES = 101, SHOWN = 6 };

/* "-666+12i", with what matters of both parts. */
static void write_complex(double complex x, char *out, size_t size)
{
    if (fabs(cimag(x)) <= 1e-12 * cabs(x)) {
        snprintf(out, size, "%.4g", creal(x));
    } else {
        snprintf(out, size, "%.4g%+.4gi", creal(x), cimag(x));
    }
}

static void print_report(const lab_setup *setup, const stiffness_report *r)
{
    printf("%s", setup->entry->name);
    for (int i = 0; i < setup->entry->parameter_count; i++) {
        printf(", %s = %g", setup->entry->parameters[i].name, setup->values[i]);
    }
    printf(": the essential underlying ODE for t in [0, %g]\n\n", setup->t1);
    printf("  %-6s %-10s %-10s %-10s %-10s %-14s %-14s %s\n", "t", "|R'S|", "|F C'|", "|B'|/|B|",
           "|C'|/|C|", "frozen", "variable", "whole");
    for (int i = 0; i < SHOWN; i++) {
        const stiffness_point *p = &r->points[i * (r->count - 1) / (SHOWN - 1)];
        char frozen[40], variable[40], whole[40];
        write_complex(p->frozen, frozen, sizeof frozen);
        write_complex(p->variable, variable, sizeof variable);
        write_complex(p->whole, whole, sizeof whole);
        printf("  %-6.3g %-10.4g %-10.4g %-10.4g %-10.4g %-14s %-14s %s\n", p->t, p->turning,
               p->coupling, p->B_rate, p->C_rate, frozen, variable, whole);
    }
    printf("\n  largest |eigenvalue|: frozen part %.4g, variable part %.4g, all of it %.4g\n",
           r->frozen, r->variable, r->whole);
    printf("  case %d: %s\n  Ascher and Petzold recommend: %s\n", r->stiffness_case, r->meaning,
           r->advice);
}

static cJSON *json_of(const lab_setup *setup, const stiffness_report *r)
{
    cJSON *o = cJSON_CreateObject(), *values = cJSON_AddObjectToObject(o, "parameters");
    cJSON_AddStringToObject(o, "problem", setup->entry->name);
    for (int i = 0; i < setup->entry->parameter_count; i++) {
        cJSON_AddItemToObject(values, setup->entry->parameters[i].name,
                              json_number(setup->values[i]));
    }
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"turning", r->turning}, {"coupling", r->coupling}, {"B_rate", r->B_rate},
                   {"C_rate", r->C_rate},   {"frozen", r->frozen},     {"variable", r->variable},
                   {"whole", r->whole}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        cJSON_AddItemToObject(o, numbers[i].name, json_number(numbers[i].value));
    }
    cJSON_AddNumberToObject(o, "case", r->stiffness_case);
    cJSON_AddStringToObject(o, "meaning", r->meaning);
    cJSON_AddStringToObject(o, "advice", r->advice);
    return o;
}

static status analyse(const lab_texts *t, message *why)
{
    lab_setup setup = {0};
    constrained *system = NULL;
    stiffness_report r = {0};
    status s = lab_read_system(t, &setup, why);
    s = s == STATUS_OK ? system_entry_create(setup.entry, setup.values, &system, why) : s;
    progress shown;
    progress_begin(&shown, t->problem, false);
    s = s == STATUS_OK ? stiffness_analyse(system, setup.t1, SAMPLES, &r, why) : s;
    progress_end(&shown);
    if (s == STATUS_OK && t->json) {
        s = print_json(json_of(&setup, &r), why);
    } else if (s == STATUS_OK) {
        print_report(&setup, &r);
    }
    stiffness_clear(&r);
    constrained_destroy(system);
    return s;
}

static int run(const command *self, int count, char **arguments)
{
    lab_texts t = {0};
    bool helped = false;
    const option table[] = {
        LAB_SYSTEM_OPTIONS(&t),
        LAB_JSON_OPTION(&t),
    };
    message why;
    status s = lab_read_options(self, table, (int)(sizeof table / sizeof table[0]), &t, count,
                                arguments, &helped, &why);
    s = s == STATUS_OK && !helped ? analyse(&t, &why) : s;
    return s == STATUS_OK ? 0 : complain(self, s, &why);
}

const command lab_stiffness_command = {
    .name = "lab stiffness",
    .summary = "Says where the stiffness of a linear system comes from, and what to do",
    .usage = "PROBLEM [--param NAME=VALUE] [--t1 T] [--json]",
    .details =
        "For a linear system x^(m) = sum A_j x^(j-1) + B y + q, 0 = C x + r: the essential\n"
        "underlying ODE of u = R x, with R B = 0, R orthonormal and turning as little as it can,\n"
        "(R; C)^{-1} = (S F). Its frozen part has the terms R A_j S, its variable part the "
        "others;\n"
        "the eigenvalue of the largest magnitude of each is shown (norms are largest entries), "
        "and\n"
        "which of the four cases of\n"
        "Ascher and Petzold (1991), section 4.2, it is. A rate counts as fast from 10/t1 on, an\n"
        "eigenvalue as stiff from 50/t1 on.\n\n"
        "examples:\n"
        "  spinscope lab stiffness ascher-petzold-2 --param nu=1000\n"
        "  spinscope lab stiffness ascher-petzold-3 --param nu=1000,c=2 --json\n",
    .run = run,
};
