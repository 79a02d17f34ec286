#include "drawing/kinds.h"

#include <stdio.h>
#include <string.h>

#include "drawing/drawing.h"

/* The field is the first of three: plane, across, upward. */
static status read_plane(const property *p, void *at, const char *name, const char *value,
                         message *why)
{
    drawing *d = (drawing *)((char *)at - p->offset);
    plane found;
    size_t length = strcspn(value, ",");
    d->across[0] = d->upward[0] = '\0';
    if (plane_find(value, &found)) {
        d->plane = (int)found;
        return STATUS_OK;
    }
    if (value[length] != ',' || length >= sizeof d->across ||
        strlen(value + length + 1) >= sizeof d->upward) {
        return refuse(
            why,
            "%s %.80s: unknown; accepted: z, zw, or with --measured --problem two parameters "
            "such as delta,eta or eta,h",
            name, value);
    }
    d->plane = PLANE_PARAMETERS;
    snprintf(d->across, sizeof d->across, "%.*s", (int)length, value);
    snprintf(d->upward, sizeof d->upward, "%s", value + length + 1);
    return STATUS_OK;
}

static void write_plane(const property *p, const void *at, text *out)
{
    const drawing *d = (const drawing *)((const char *)at - p->offset);
    if (!plane_is_predicted((plane)d->plane)) {
        text_add(out, "%s,%s", d->across, d->upward);
    } else {
        text_add(out, "%s", plane_name((plane)d->plane));
    }
}

static status read_problem(const property *p, void *at, const char *name, const char *value,
                           message *why)
{
    (void)p;
    int found = -1;
    for (int i = 0; i < problems_count(); i++) {
        found = strcmp(problems_at(i)->name, value) == 0 ? i : found;
    }
    if (found < 0 && value[0] != '\0') {
        return refuse(why, "%s %.80s: unknown; 'spinscope list problems' shows them", name, value);
    }
    *(int *)at = found;
    return STATUS_OK;
}

static void write_problem(const property *p, const void *at, text *out)
{
    (void)p;
    int i = *(const int *)at;
    text_add(out, "%s", i >= 0 ? problems_at(i)->name : "");
}

static status read_parameters(const property *p, void *at, const char *name, const char *value,
                              message *why)
{
    assignments read = {0};
    for (const char *from = value; *from != '\0';) {
        char piece[128];
        size_t length = strcspn(from, ",");
        snprintf(piece, sizeof piece, "%.*s", (int)(length < 127 ? length : 127), from);
        char *equals = strchr(piece, '=');
        if (equals == NULL || equals - piece >= DRAWING_NAME_SIZE || read.count == p->room) {
            return refuse(why, "%s %.80s: NAME=VALUE with a parameter of the problem is accepted",
                          name, value);
        }
        *equals = '\0';
        message detail;
        if (property_read_real(name, equals + 1, &read.at[read.count].value, &detail) !=
            STATUS_OK) {
            return refuse(why, "%s %.80s: %s is a real number", name, value, piece);
        }
        snprintf(read.at[read.count++].name, DRAWING_NAME_SIZE, "%.39s", piece);
        from += length + (from[length] == ',');
    }
    *(assignments *)at = read;
    return STATUS_OK;
}

static void write_parameters(const property *p, const void *at, text *out)
{
    (void)p;
    const assignments *a = at;
    for (int i = 0; i < a->count; i++) {
        text_add(out, "%s%s=%.17g", i > 0 ? "," : "", a->at[i].name, a->at[i].value);
    }
}

static status read_steps(const property *p, void *at, const char *name, const char *value,
                         message *why)
{
    if (value[0] == '\0') {
        *(int *)at = 0;
        return STATUS_OK;
    }
    return property_integer.read(p, at, name, value, why);
}

static void write_steps(const property *p, const void *at, text *out)
{
    if (*(const int *)at != 0) {
        property_integer.write(p, at, out);
    }
}

const property_kind drawing_plane_kind = {.read = read_plane, .write = write_plane};
const property_kind drawing_problem_kind = {.read = read_problem, .write = write_problem};
const property_kind drawing_parameters_kind = {.read = read_parameters, .write = write_parameters};
const property_kind drawing_steps_kind = {.read = read_steps, .write = write_steps};
