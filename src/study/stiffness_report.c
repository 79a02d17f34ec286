#include "study/stiffness_report.h"

#include <math.h>
#include <stdio.h>

enum { SHOWN = 6 };

/* "-666+12i", with what matters of both parts. */
static void write_complex(double complex x, char *out, size_t size)
{
    if (fabs(cimag(x)) <= 1e-12 * cabs(x)) {
        snprintf(out, size, "%.4g", creal(x));
    } else {
        snprintf(out, size, "%.4g%+.4gi", creal(x), cimag(x));
    }
}

void stiffness_words(const lab_setup *setup, const stiffness_report *r, text *out)
{
    text_add(out, "%s", setup->entry->name);
    for (int i = 0; i < setup->entry->parameter_count; i++) {
        text_add(out, ", %s = %g", setup->entry->parameters[i].name, setup->values[i]);
    }
    text_add(out, ": the essential underlying ODE for t in [0, %g]\n\n", setup->t1);
    text_add(out, "  %-6s %-10s %-10s %-10s %-10s %-14s %-14s %s\n", "t", "|R'S|", "|F C'|",
             "|B'|/|B|", "|C'|/|C|", "frozen", "variable", "whole");
    for (int i = 0; i < SHOWN; i++) {
        const stiffness_point *p = &r->points[i * (r->count - 1) / (SHOWN - 1)];
        char frozen[40], variable[40], whole[40];
        write_complex(p->frozen, frozen, sizeof frozen);
        write_complex(p->variable, variable, sizeof variable);
        write_complex(p->whole, whole, sizeof whole);
        text_add(out, "  %-6.3g %-10.4g %-10.4g %-10.4g %-10.4g %-14s %-14s %s\n", p->t, p->turning,
                 p->coupling, p->B_rate, p->C_rate, frozen, variable, whole);
    }
    text_add(out,
             "\n  largest |eigenvalue|: frozen part %.4g, variable part %.4g, all of it %.4g\n",
             r->frozen, r->variable, r->whole);
    text_add(out, "  case %d: %s\n  Ascher and Petzold recommend: %s\n", r->stiffness_case,
             r->meaning, r->advice);
}

cJSON *stiffness_json(const lab_setup *setup, const stiffness_report *r)
{
    cJSON *o = cJSON_CreateObject(), *values = cJSON_AddObjectToObject(o, "parameters");
    cJSON_AddStringToObject(o, "problem", setup->entry->name);
    for (int i = 0; i < setup->entry->parameter_count; i++) {
        json_add_number(values, setup->entry->parameters[i].name, setup->values[i]);
    }
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"turning", r->turning}, {"coupling", r->coupling}, {"B_rate", r->B_rate},
                   {"C_rate", r->C_rate},   {"frozen", r->frozen},     {"variable", r->variable},
                   {"whole", r->whole}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        json_add_number(o, numbers[i].name, numbers[i].value);
    }
    cJSON_AddNumberToObject(o, "case", r->stiffness_case);
    cJSON_AddStringToObject(o, "meaning", r->meaning);
    cJSON_AddStringToObject(o, "advice", r->advice);
    return o;
}
