#include "drawing/property.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/number.h"

const char *method_names_at(const method_names *n, int i)
{
    const char *at = n->pool;
    for (; i > 0; i--) {
        at += strlen(at) + 1;
    }
    return at;
}

bool method_names_add(method_names *n, const char *name, size_t length)
{
    size_t used = (size_t)(method_names_at(n, n->count) - n->pool);
    if (length + 1 > sizeof n->pool - used) {
        return false;
    }
    memcpy(n->pool + used, name, length);
    memset(n->pool + used + length, 0, sizeof n->pool - used - length);
    n->count++;
    return true;
}

status property_read_real(const char *name, const char *value, double *out, message *why)
{
    wide number;
    message detail;
    if (number_real(value, &number, &detail) != STATUS_OK) {
        return refuse(why, "%s %.80s: %.200s; accepted: a real number such as -1.5, 3/2 or 1e-3",
                      name, value, detail.text);
    }
    *out = number.high;
    return STATUS_OK;
}

static status read_flag(const property *p, void *at, const char *name, const char *value,
                        message *why)
{
    (void)p;
    bool is_on = strcmp(value, "on") == 0;
    if (!is_on && strcmp(value, "off") != 0) {
        return refuse(why, "%s %.80s: unknown; accepted: on, off", name, value);
    }
    *(bool *)at = is_on;
    return STATUS_OK;
}

static void write_flag(const property *p, const void *at, text *out)
{
    (void)p;
    text_add(out, "%s", *(const bool *)at ? "on" : "off");
}

/* A limit that is none is +-DBL_MAX. */
static status check_limits(const property *p, const char *name, const char *value, double number,
                           message *why)
{
    if (number >= p->least && number <= p->most) {
        return STATUS_OK;
    }
    return p->least > 0 && p->most >= 1e300
               ? refuse(why, "%s %.80s: a positive number is accepted", name, value)
               : refuse(why, "%s %.80s: a number from %g to %g is accepted", name, value, p->least,
                        p->most);
}

static status read_number(const property *p, void *at, const char *name, const char *value,
                          message *why)
{
    double number = NAN;
    message detail;
    if (value[0] == '\0' && p->initial[0] == '\0') {
        *(double *)at = NAN;
        return STATUS_OK;
    }
    bool has_limits = p->most < DBL_MAX;
    status s = property_read_real(name, value, &number, has_limits ? &detail : why);
    if (s != STATUS_OK && !has_limits) {
        return s;
    }
    TRY(check_limits(p, name, value, number, why));
    *(double *)at = number;
    return STATUS_OK;
}

static void add_number(double x, text *out)
{
    text_add(out, "%.17g", x);
}

static void write_number(const property *p, const void *at, text *out)
{
    (void)p;
    double x = *(const double *)at;
    if (!isnan(x)) {
        add_number(x, out);
    }
}

static status read_integer(const property *p, void *at, const char *name, const char *value,
                           message *why)
{
    double number = NAN;
    message detail;
    if (property_read_real(name, value, &number, &detail) != STATUS_OK || number != rint(number) ||
        !(number >= p->least) || !(number <= p->most)) {
        return refuse(why, "%s %.80s: an integer from %.0f to %.0f is accepted", name, value,
                      p->least, p->most);
    }
    *(int *)at = (int)number;
    return STATUS_OK;
}

static void write_integer(const property *p, const void *at, text *out)
{
    (void)p;
    text_add(out, "%d", *(const int *)at);
}

static status read_choice(const property *p, void *at, const char *name, const char *value,
                          message *why)
{
    char all[200] = "";
    const char *word;
    for (int i = 0; (word = p->choice(i)) != NULL; i++) {
        if (strcmp(word, value) == 0) {
            *(int *)at = i;
            return STATUS_OK;
        }
        size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s%s", i > 0 ? ", " : "", word);
    }
    return refuse(why, "%s %.80s: unknown; accepted: %s", name, value, all);
}

static void write_choice(const property *p, const void *at, text *out)
{
    text_add(out, "%s", p->choice(*(const int *)at));
}

static status read_text(const property *p, void *at, const char *name, const char *value,
                        message *why)
{
    size_t length = strlen(value);
    if (length >= p->size) {
        return refuse(why, "%s %.40s...: %zu bytes; at most %zu are accepted", name, value, length,
                      p->size - 1);
    }
    memmove(at, value, length);
    memset((char *)at + length, 0, p->size - length);
    return STATUS_OK;
}

static status read_line(const property *p, void *at, const char *name, const char *value,
                        message *why)
{
    size_t where;
    if (!text_is_readable(value, strlen(value), &where) || strpbrk(value, "\r\n") != NULL) {
        return refuse(why, "%s: one line of UTF-8 text is accepted", name);
    }
    return read_text(p, at, name, value, why);
}

static void write_text(const property *p, const void *at, text *out)
{
    (void)p;
    text_add(out, "%s", (const char *)at);
}

/* radau-iia:2,gauss:2,keep=u,bdf:2: a piece that starts with keep= belongs to the one before. */
static status read_methods(const property *p, void *at, const char *name, const char *value,
                           message *why)
{
    static const char keep[] = ",keep=";
    method_names read = {0};
    for (const char *piece = value; *piece != '\0';) {
        size_t length = strcspn(piece, ",");
        if (strncmp(piece + length, keep, sizeof keep - 1) == 0) {
            length += 1 + strcspn(piece + length + 1, ",");
        }
        if (read.count == p->room) {
            return refuse(why, "%s '%.80s': more than %d methods", name, value, p->room);
        }
        if (length == 0 || !method_names_add(&read, piece, length)) {
            return refuse(why, "%s '%.80s': methods separated by commas are accepted", name, value);
        }
        piece += length;
        if (*piece == ',' && piece[1] == '\0') {
            return refuse(why, "%s '%.80s': a method is expected after the last comma", name,
                          value);
        }
        piece += *piece == ',';
    }
    *(method_names *)at = read;
    return STATUS_OK;
}

static void write_names(const property *p, const void *at, text *out)
{
    (void)p;
    const method_names *n = at;
    for (int i = 0; i < n->count; i++) {
        text_add(out, "%s%s", i > 0 ? "," : "", method_names_at(n, i));
    }
}

status property_read_numbers(const char *name, const char *value, char between, int most,
                             number_list *out, message *why)
{
    const char ends[] = {between, '\0'};
    *out = (number_list){0};
    for (const char *at = value;; at++) {
        char piece[128];
        size_t length = strcspn(at, ends);
        if (out->count == most) {
            return refuse(why, "%s %.80s: more than %d numbers", name, value, most);
        }
        if (length == 0 || length >= sizeof piece) {
            return refuse(why, "%s %.80s: numbers separated by commas are accepted", name, value);
        }
        memcpy(piece, at, length);
        piece[length] = '\0';
        TRY(property_read_real(name, piece, &out->at[out->count++], why));
        at += length;
        if (*at == '\0') {
            return STATUS_OK;
        }
    }
}

static void write_split(const double *at, int count, const char *between, text *out)
{
    for (int i = 0; i < count && !isnan(at[0]); i++) {
        text_add(out, "%s", i > 0 ? between : "");
        add_number(at[i], out);
    }
}

static status read_numbers(const property *p, void *at, const char *name, const char *value,
                           message *why)
{
    number_list read = {0};
    if (value[0] != '\0' || p->initial[0] != '\0') {
        TRY(property_read_numbers(name, value, ',', p->room, &read, why));
    }
    for (int i = 0; i < read.count; i++) {
        if (!(read.at[i] >= p->least && read.at[i] <= p->most)) {
            return check_limits(p, name, value, read.at[i], why);
        }
    }
    *(number_list *)at = read;
    return STATUS_OK;
}

static void write_numbers(const property *p, const void *at, text *out)
{
    (void)p;
    const number_list *n = at;
    write_split(n->at, n->count, ",", out);
}

/* `count` numbers, or none; *has_none tells which. */
static status read_fixed(const property *p, double *out, int count, char between, const char *name,
                         const char *value, bool *has_none, message *why)
{
    number_list read = {0};
    *has_none = value[0] == '\0' && p->initial[0] == '\0';
    for (int i = 0; i < count && *has_none; i++) {
        out[i] = NAN;
    }
    if (*has_none) {
        return STATUS_OK;
    }
    TRY(property_read_numbers(name, value, between, count, &read, why));
    if (read.count != count) {
        return refuse(why, "%d numbers", read.count);
    }
    memcpy(out, read.at, (size_t)count * sizeof *out);
    return STATUS_OK;
}

static status read_range(const property *p, void *at, const char *name, const char *value,
                         message *why)
{
    double ends[2];
    bool has_none;
    message detail;
    if (read_fixed(p, ends, 2, ':', name, value, &has_none, &detail) != STATUS_OK ||
        (!has_none && !(ends[0] <= ends[1]))) {
        return refuse(why, "%s %.80s: A:B with A <= B is accepted", name, value);
    }
    memcpy(at, ends, sizeof ends);
    return STATUS_OK;
}

static void write_range(const property *p, const void *at, text *out)
{
    (void)p;
    write_split(at, 2, ":", out);
}

static status read_rectangle(const property *p, void *at, const char *name, const char *value,
                             message *why)
{
    double r[4];
    bool has_none;
    message detail;
    status s = read_fixed(p, r, 4, ',', name, value, &has_none, &detail);
    if (s != STATUS_OK || (!has_none && !(r[0] < r[1] && r[2] < r[3]))) {
        return refuse(why, "%s %.80s: X0,X1,Y0,Y1 with X0 < X1 and Y0 < Y1 is accepted", name,
                      value);
    }
    memcpy(at, r, sizeof r);
    return STATUS_OK;
}

static void write_rectangle(const property *p, const void *at, text *out)
{
    (void)p;
    write_split(at, 4, ",", out);
}

static status read_size(const property *p, void *at, const char *name, const char *value,
                        message *why)
{
    int side[2], used = 0;
    bool is_read = sscanf(value, "%7dx%7d%n", &side[0], &side[1], &used) == 2 && !value[used];
    if (!is_read || side[0] < p->least || side[1] < p->least || side[0] > p->most ||
        side[1] > p->most) {
        return refuse(why, "%s %.80s: WIDTHxHEIGHT from %.0fx%.0f to %.0fx%.0f is accepted", name,
                      value, p->least, p->least, p->most, p->most);
    }
    memcpy(at, side, sizeof side);
    return STATUS_OK;
}

static void write_size(const property *p, const void *at, text *out)
{
    (void)p;
    const int *side = at;
    text_add(out, "%dx%d", side[0], side[1]);
}

const property_kind property_flag_kind = {read_flag, write_flag, .is_flag = true};
const property_kind property_number = {.read = read_number, .write = write_number};
const property_kind property_integer = {.read = read_integer, .write = write_integer};
const property_kind property_choice = {.read = read_choice, .write = write_choice};
const property_kind property_text = {.read = read_text, .write = write_text};
const property_kind property_line = {.read = read_line, .write = write_text};
const property_kind property_methods = {.read = read_methods, .write = write_names};
const property_kind property_numbers = {.read = read_numbers, .write = write_numbers};
const property_kind property_range = {.read = read_range, .write = write_range};
const property_kind property_rectangle = {.read = read_rectangle, .write = write_rectangle};
const property_kind property_size = {.read = read_size, .write = write_size};

status property_set(const property *p, void *owner, const char *name, const char *value,
                    message *why)
{
    return p->kind->read(p, (char *)owner + p->offset, name, value, why);
}

void property_write(const property *p, const void *owner, text *out)
{
    p->kind->write(p, (const char *)owner + p->offset, out);
}

bool property_is_initial(const property *p, const void *owner)
{
    text is = {0};
    property_write(p, owner, &is);
    bool same = strcmp(is.data != NULL ? is.data : "", p->initial) == 0;
    text_clear(&is);
    return same;
}

const property *property_find(const property *table, int count, const char *key)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(table[i].key, key) == 0) {
            return &table[i];
        }
    }
    return NULL;
}

void properties_init(const property *table, int count, void *owner)
{
    for (int i = 0; i < count; i++) {
        message why;
        if (property_set(&table[i], owner, table[i].key, table[i].initial, &why) != STATUS_OK) {
            abort(); /* the table contradicts itself */
        }
    }
}
