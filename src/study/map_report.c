#include <math.h>
#include <stdio.h>
#include <string.h>

#include "study/map.h"

/* How many cells of each kind a formulation has, and the range of what is shown. */
typedef struct summary {
    long counts[CELL_KINDS];
    const char *why[CELL_KINDS]; /* the first reason; NULL: none is known */
    const char *note;            /* of the cells, or NULL */
    double least, most;
} summary;

static summary summarise(const lab_map *m, int which)
{
    summary out = {.least = INFINITY, .most = -INFINITY};
    for (int row = 0; row < m->axes[1].count; row++) {
        for (int column = 0; column < m->axes[0].count; column++) {
            const map_cell *c = map_cell_at(m, which, column, row);
            if (out.counts[c->kind]++ == 0 && c->why[0] != '\0') {
                out.why[c->kind] = c->why;
            }
            out.note = c->note != NULL ? c->note : out.note;
            if (c->kind == CELL_DONE) {
                out.least = fmin(out.least, map_cell_value(m, c));
                out.most = fmax(out.most, map_cell_value(m, c));
            }
        }
    }
    return out;
}

void map_words(const lab_map *m, text *out)
{
    text_add(out, "%s, %s, t = 0 to %g, %dx%d cells: %s %g to %g, %s %g to %g\n",
             m->base.entry->name, m->base.method->name, m->base.t1, m->axes[0].count,
             m->axes[1].count, m->axes[0].name, m->axes[0].low, m->axes[0].high, m->axes[1].name,
             m->axes[1].low, m->axes[1].high);
    if (m->unknown.text[0] != '\0') {
        text_add(out, "%s\n", m->unknown.text);
    }
    for (int i = 0; i < m->formulation_count; i++) {
        summary s = summarise(m, i);
        text_add(out, "%s\n  %-18s %6ld", m->formulations[i].name, cell_words[CELL_DONE],
                 s.counts[CELL_DONE]);
        if (s.counts[CELL_DONE] > 0) {
            text_add(out, "   %s %.2e to %.2e", map_quantity_words[m->shows], s.least, s.most);
        }
        text_add(out, "\n");
        for (int k = 1; k < CELL_KINDS; k++) {
            if (s.counts[k] > 0) {
                text_add(out, "  %-18s %6ld%s%s\n", cell_words[k], s.counts[k],
                         s.why[k] != NULL ? "   " : "", s.why[k] != NULL ? s.why[k] : "");
            }
        }
        if (s.note != NULL) {
            text_add(out, "  %s\n", s.note);
        }
    }
}

static void add_axis(cJSON *to, const char *name, const map_axis *a)
{
    cJSON *axis = cJSON_AddObjectToObject(to, name);
    cJSON_AddStringToObject(axis, "name", a->name);
    cJSON_AddNumberToObject(axis, "from", a->low);
    cJSON_AddNumberToObject(axis, "to", a->high);
    cJSON_AddBoolToObject(axis, "log", a->is_log);
    cJSON_AddNumberToObject(axis, "cells", a->count);
}

cJSON *map_json(const lab_map *m)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "problem", m->base.entry->name);
    cJSON_AddStringToObject(o, "method", m->base.method->name);
    cJSON_AddNumberToObject(o, "t1", m->base.t1);
    add_axis(o, "x", &m->axes[0]);
    add_axis(o, "y", &m->axes[1]);
    cJSON_AddStringToObject(o, "shows", map_quantity_names[m->shows]);
    cJSON *rows = cJSON_AddArrayToObject(o, "formulations");
    for (int i = 0; i < m->formulation_count; i++) {
        summary s = summarise(m, i);
        cJSON *row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "name", m->formulations[i].name);
        for (int k = 0; k < CELL_KINDS; k++) {
            cJSON_AddNumberToObject(row, cell_keys[k], (double)s.counts[k]);
        }
        json_add_number(row, "least", s.least);
        json_add_number(row, "most", s.most);
        if (s.note != NULL) {
            cJSON_AddStringToObject(row, "note", s.note);
        }
        cJSON_AddItemToArray(rows, row);
    }
    return o;
}

/* Lines of one formulation. */
static status write_lines(const lab_map *m, int which, output *to, message *why)
{
    text t = {0};
    for (int row = 0; row < m->axes[1].count; row++) {
        for (int column = 0; column < m->axes[0].count; column++) {
            const map_cell *c = map_cell_at(m, which, column, row);
            text_add(&t, "\"%s\",%.17g,%.17g,%s", m->formulations[which].name,
                     map_axis_at(&m->axes[0], column), map_axis_at(&m->axes[1], row),
                     cell_words[c->kind]);
            csv_add_number(&t, c->error_p);
            csv_add_number(&t, c->error_v);
            csv_add_number(&t, c->drift[0]);
            csv_add_number(&t, c->drift[1]);
            csv_add_number(&t, c->energy);
            text_add(&t, ",%ld\n", c->steps);
        }
    }
    return csv_write(&t, to, why);
}

status map_csv(const lab_map *m, output *to, message *why)
{
    char head[200];
    snprintf(head, sizeof head,
             "formulation,%s,%s,status,error_p,error_v,drift0,drift1,energy,steps\n",
             m->axes[0].name, m->axes[1].name);
    TRY(output_write(to, head, strlen(head), why));
    for (int i = 0; i < m->formulation_count; i++) {
        TRY(write_lines(m, i, to, why));
    }
    return STATUS_OK;
}
