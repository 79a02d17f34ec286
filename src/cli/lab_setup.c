#include "lab_setup.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "values.h"

/* "; did you mean X?" when X is near to what was typed. */
static void add_nearest(text *t, const char *typed, const char *const *names, int count)
{
    const char *near = options_nearest(typed, names, count);
    if (near != NULL) {
        text_add(t, "; did you mean %s?", near);
        return;
    }
    text_add(t, "; accepted: ");
    for (int i = 0; i < count; i++) {
        text_add(t, "%s%s", i > 0 ? ", " : "", names[i]);
    }
}

static status refuse_text(text *t, message *why)
{
    status s = t->broken ? fail(why, "out of memory") : refuse(why, "%s", t->data);
    text_clear(t);
    return s;
}

status lab_read_options(const command *self, const option *table, int rows, lab_texts *texts,
                        int count, char **arguments, bool *helped, message *why)
{
    static const char *const modes[] = {"without a file to write", "without a picture to draw",
                                        "without --animate"};
    unsigned long long given = 0;
    const options o = {.table = table,
                       .count = rows,
                       .modes = modes,
                       .given = &given,
                       .operands_least = 1,
                       .operands_most = 1,
                       .operands = &texts->problem,
                       .operand = "SYSTEM"};
    status s = options_read(&o, self, count, arguments, helped, why);
    if (s != STATUS_OK || *helped) {
        return s;
    }
    lab_file file = {.is_csv = true};
    s = texts->output != NULL ? lab_read_file(texts->output, &file, why) : STATUS_OK;
    bool has_film = texts->film != NULL;
    unsigned now = (texts->output == NULL && !has_film ? LAB_NO_FILE : 0) |
                   (file.is_csv && !has_film ? LAB_NO_PICTURE : 0) | (has_film ? 0 : LAB_NO_FILM);
    return s == STATUS_OK ? options_refuse_idle(&o, now, why) : s;
}

static status find_system(const char *name, const system_entry **out, message *why)
{
    const char *names[32];
    int count = 0;
    *out = systems_find(name);
    if (*out != NULL) {
        return STATUS_OK;
    }
    for (int i = 0; i < systems_count() && count < 32; i++) {
        names[count++] = systems_at(i)->name;
    }
    text t = {0};
    if (problems_find(name) != NULL) {
        text_add(&t, "problem '%.60s' is one of 'render --measured', not of the laboratory", name);
        name = "";
    } else {
        text_add(&t, "problem '%.60s' is unknown", name);
    }
    add_nearest(&t, name, names, count);
    return refuse_text(&t, why);
}

static status unknown_parameter(const system_entry *e, const char *name, message *why)
{
    const char *names[PROBLEMS_MAX_PARAMETERS];
    for (int i = 0; i < e->parameter_count; i++) {
        names[i] = e->parameters[i].name;
    }
    text t = {0};
    text_add(&t, "--param %.60s: %s has no such parameter; accepted: ", name, e->name);
    for (int i = 0; i < e->parameter_count; i++) {
        text_add(&t, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    const char *near = options_nearest(name, names, e->parameter_count);
    if (near != NULL && strlen(name) > 1) {
        text_add(&t, "; did you mean %s?", near);
    }
    return refuse_text(&t, why);
}

/* NAME=VALUE,NAME=VALUE,... */
static status read_parameters(const char *given, lab_setup *out, message *why)
{
    char copy[400];
    if (strlen(given) >= sizeof copy) {
        return refuse(why, "--param %.60s...: too long", given);
    }
    strcpy(copy, given);
    for (char *at = copy, *next; at != NULL; at = next) {
        next = strchr(at, ',');
        if (next != NULL) {
            *next++ = '\0';
        }
        char *value = strchr(at, '=');
        if (value == NULL || value == at || value[1] == '\0') {
            return refuse(why, "--param %.80s: NAME=VALUE is accepted", given);
        }
        *value++ = '\0';
        int index = system_entry_parameter(out->entry, at);
        if (index < 0) {
            return unknown_parameter(out->entry, at, why);
        }
        char option_name[64];
        snprintf(option_name, sizeof option_name, "--param %.40s =", at);
        wide number;
        status s = read_real(option_name, value, &number, why);
        if (s != STATUS_OK) {
            return s;
        }
        out->values[index] = number.high;
        out->is_given[index] = true;
    }
    return STATUS_OK;
}

status lab_read_system(const lab_texts *texts, lab_setup *out, message *why)
{
    status s = find_system(texts->problem, &out->entry, why);
    for (int i = 0; s == STATUS_OK && i < out->entry->parameter_count; i++) {
        out->values[i] = out->entry->parameters[i].initial;
    }
    for (int i = 0; i < texts->parameter_count && s == STATUS_OK; i++) {
        s = read_parameters(texts->parameters[i], out, why);
    }
    constrained *system = NULL;
    s = s == STATUS_OK ? system_entry_create(out->entry, out->values, &system, why) : s;
    if (s == STATUS_OK) {
        out->t1 = system->end;
    }
    constrained_destroy(system);
    s = s == STATUS_OK && texts->t1 != NULL ? read_positive("--t1", texts->t1, &out->t1, why) : s;
    if (s == STATUS_OK && texts->most_steps != NULL) {
        int most = 0;
        s = read_integer("--most-steps", texts->most_steps, 1, 1000000000, &most, why);
        out->most_steps = most;
    }
    out->strict = texts->strict;
    out->keep_start = texts->keep_start;
    if (s == STATUS_OK && texts->strict && texts->keep_start) {
        s = refuse(why, "--strict and --keep-start: one of them is accepted");
    }
    return s;
}

status lab_read_formulation(const char *name, formulation_choice *out, message *why)
{
    char family[FORMULATION_NAME_SIZE];
    const char *names[64];
    int count = formulations_count() < 64 ? formulations_count() : 64;
    snprintf(family, sizeof family, "%.*s", (int)strcspn(name, ":"), name);
    for (int i = 0; i < count; i++) {
        names[i] = formulations_at(i)->name;
        if (strcmp(names[i], family) == 0) {
            return formulation_read(name, out, why);
        }
    }
    text t = {0};
    text_add(&t, "formulation %.60s: unknown", name);
    add_nearest(&t, family, names, count);
    return refuse_text(&t, why);
}

status lab_read_steps(const lab_texts *texts, lab_setup *out, message *why)
{
    status s = STATUS_OK;
    if (texts->h != NULL) {
        s = read_positive("--h", texts->h, &out->h, why);
    }
    if (s == STATUS_OK && texts->tol != NULL) {
        s = read_positive("--tol", texts->tol, &out->tolerance, why);
    }
    return s;
}

status lab_choose_method(const catalogue *all, const char *name, lab_setup *out, lab_method *opened,
                         message *why)
{
    out->method = opened;
    return lab_method_choose(all, name, out->t1, &out->h, &out->tolerance, opened, why);
}

/* Does the piece go on with the options of the one before? */
static bool goes_on(const char *piece, size_t length)
{
    const char *equals = memchr(piece, '=', length), *colon = memchr(piece, ':', length);
    return equals != NULL && (colon == NULL || equals < colon);
}

static status add_piece(const char *option_name, const char *piece, size_t length, bool joins,
                        name_list *out, message *why)
{
    if (!joins && out->count == LAB_MOST_NAMES) {
        return refuse(why, "%s: more than %d names", option_name, LAB_MOST_NAMES);
    }
    char *name = joins ? out->names[out->count - 1] : out->names[out->count];
    size_t used = joins ? strlen(name) : 0;
    if (length == 0) {
        return refuse(why,
                      "%s: a name is empty; names separated by semicolons or commas are accepted",
                      option_name);
    }
    if (used + length + 2 > LAB_NAME_SIZE) {
        return refuse(why, "%s %.*s: at most %d letters are accepted", option_name, (int)length,
                      piece, LAB_NAME_SIZE - 2);
    }
    snprintf(name + used, LAB_NAME_SIZE - used, "%s%.*s", joins ? "," : "", (int)length, piece);
    out->count += !joins;
    return STATUS_OK;
}

status lab_split(const char *option_name, const char *const *texts, int count, name_list *out,
                 message *why)
{
    out->count = 0;
    status s = STATUS_OK;
    for (int i = 0; i < count; i++) {
        bool after_comma = false;
        for (const char *at = texts[i]; at != NULL && s == STATUS_OK;) {
            size_t length = strcspn(at, ",;");
            bool joins = after_comma && goes_on(at, length);
            s = add_piece(option_name, at, length, joins, out, why);
            after_comma = at[length] == ',';
            at = at[length] != '\0' ? at + length + 1 : NULL;
        }
    }
    return s;
}

status lab_read_file(const char *path, lab_file *out, message *why)
{
    static const struct {
        const char *ending;
        lab_file file;
    } files[] = {{".png", {.format = FIGURE_PNG}},
                 {".svg", {.format = FIGURE_SVG}},
                 {".pdf", {.format = FIGURE_PDF}},
                 {".csv", {.is_csv = true}}};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (dot != NULL && strcmp(dot, files[i].ending) == 0) {
            *out = files[i].file;
            return STATUS_OK;
        }
    }
    return refuse(why, "-o %.200s: the name must end in .png, .svg, .pdf or .csv", path);
}
