#include "explorer/exhibit_plan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "numerics/number.h"
#include "scene/footage.h"

/* How long a show takes when nobody says how fast it is. */
static const double usual_seconds = 8;
static const double longest = 1e6;
static const double usual_end = 10;
static const int usual_steps = 20;

static const char test_equation[] = "test-equation";

/* What has been read of one exhibit. */
typedef struct reading {
    const catalogue *all;
    const char *name; /* its first word */
    exhibit_plan *plan;
    unsigned given; /* keys, by their rows; parameters after them */
    message *why;
} reading;

typedef struct key {
    const char *name;
    unsigned kinds; /* that have it: 1 << exhibit_kind */
    bool of_test_equation;
    status (*read)(reading *r, const char *name, const char *value);
} key;

static status read_positive(reading *r, const char *name, const char *value, double *out)
{
    wide number;
    message detail;
    if (number_real(value, &number, &detail) != STATUS_OK || !(number.high > 0) ||
        !(number.high <= longest)) {
        return refuse(r->why, "stage %s: %s=%.60s; a positive number up to %g is accepted", r->name,
                      name, value, longest);
    }
    *out = number.high;
    return STATUS_OK;
}

static status read_h(reading *r, const char *name, const char *value)
{
    return read_positive(r, name, value, &r->plan->setup.h);
}

static status read_tolerance(reading *r, const char *name, const char *value)
{
    return read_positive(r, name, value, &r->plan->setup.tolerance);
}

static status read_end(reading *r, const char *name, const char *value)
{
    return read_positive(r, name, value, &r->plan->setup.t1);
}

static status read_speed(reading *r, const char *name, const char *value)
{
    return read_positive(r, name, value, &r->plan->speed);
}

static status read_log(reading *r, const char *name, const char *value)
{
    r->plan->is_log = strcmp(value, "on") == 0;
    return r->plan->is_log || strcmp(value, "off") == 0
               ? STATUS_OK
               : refuse(r->why, "stage %s: %s=%.60s; on, off are accepted", r->name, name, value);
}

/* NAME,NAME,...; a piece keep=... goes on with the name before. */
static status read_methods(reading *r, const char *name, const char *value)
{
    exhibit_plan *p = r->plan;
    int most = p->kind == EXHIBIT_MOTION ? 1 : EXHIBIT_MOST_METHODS;
    for (const char *at = value; at != NULL;) {
        size_t length = strcspn(at, ",");
        bool joins = p->method_count > 0 && strncmp(at, "keep=", 5) == 0;
        char *to = p->methods[joins ? p->method_count - 1 : p->method_count];
        if (!joins && p->method_count == most) {
            return refuse(r->why, "stage %s: %s=%.60s; at most %d %s accepted", r->name, name,
                          value, most, most == 1 ? "is" : "are");
        }
        size_t used = joins ? strlen(to) : 0;
        if (length == 0 || used + length + 2 > EXHIBIT_NAME_SIZE) {
            return refuse(r->why,
                          "stage %s: %s=%.60s; names of methods separated by commas are accepted",
                          r->name, name, value);
        }
        snprintf(to + used, EXHIBIT_NAME_SIZE - used, "%s%.*s", joins ? "," : "", (int)length, at);
        p->method_count += !joins;
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    return STATUS_OK;
}

static status read_formulation(reading *r, const char *name, const char *value)
{
    message detail;
    if (formulation_read(value, &r->plan->setup.formulation, &detail) != STATUS_OK) {
        return refuse(r->why, "stage %s: %s=%.60s: %.350s", r->name, name, value, detail.text);
    }
    return STATUS_OK;
}

/* -1+2i */
static status read_lambda(reading *r, const char *name, const char *value)
{
    wide re, im;
    message detail;
    if (number_complex(value, &re, &im, &detail) != STATUS_OK) {
        return refuse(r->why, "stage %s: %s=%.60s; a complex number as -1+2i is accepted", r->name,
                      name, value);
    }
    r->plan->setup.values[0] = re.high;
    r->plan->setup.values[1] = im.high;
    return STATUS_OK;
}

static status read_motion(reading *r, const char *name, const char *value)
{
    motion moves;
    if (!motion_find(value, &moves)) {
        return refuse(r->why, "stage %s: %s=%.60s; shear, rotation, normalised are accepted",
                      r->name, name, value);
    }
    r->plan->problem = problems_test_equation(moves);
    return STATUS_OK;
}

enum { OF_SOLUTIONS = 1 << EXHIBIT_SOLUTION, OF_MOTIONS = 1 << EXHIBIT_MOTION };

static const key keys[] = {
    {"method", OF_SOLUTIONS | OF_MOTIONS, false, read_methods},
    {"h", OF_SOLUTIONS | OF_MOTIONS, false, read_h},
    {"t1", OF_SOLUTIONS | OF_MOTIONS, false, read_end},
    {"speed", OF_SOLUTIONS | OF_MOTIONS, false, read_speed},
    {"log", OF_SOLUTIONS, false, read_log},
    {"lambda", OF_SOLUTIONS, true, read_lambda},
    {"motion", OF_SOLUTIONS, true, read_motion},
    {"tol", OF_MOTIONS, false, read_tolerance},
    {"formulation", OF_MOTIONS, false, read_formulation},
};

enum { KEYS = sizeof keys / sizeof keys[0] };

static bool has_key(const reading *r, int row)
{
    return (keys[row].kinds & 1u << r->plan->kind) != 0 &&
           (!keys[row].of_test_equation || strcmp(r->name, test_equation) == 0);
}

static const problem_parameter *parameters_of(const exhibit_plan *p, int *count)
{
    *count = p->kind == EXHIBIT_ROOTS    ? 0
             : p->kind == EXHIBIT_MOTION ? p->setup.entry->parameter_count
                                         : p->problem->parameter_count;
    return p->kind == EXHIBIT_MOTION ? p->setup.entry->parameters
           : p->problem != NULL      ? p->problem->parameters
                                     : NULL;
}

/* A parameter whose name is taken by the stage has param- before it. */
static void typed_name(const problem_parameter *parameter, char *out, size_t size)
{
    bool is_taken = false;
    for (int i = 0; i < KEYS; i++) {
        is_taken = is_taken || strcmp(keys[i].name, parameter->name) == 0;
    }
    snprintf(out, size, "%s%s", is_taken ? "param-" : "", parameter->name);
}

static status refuse_key(const reading *r, const char *word)
{
    text names = {0};
    int count;
    const problem_parameter *list = parameters_of(r->plan, &count);
    for (int i = 0; i < count; i++) {
        char name[64];
        typed_name(&list[i], name, sizeof name);
        text_add(&names, "%s%s", names.length > 0 ? ", " : "", name);
    }
    for (int i = 0; i < KEYS; i++) {
        if (has_key(r, i)) {
            text_add(&names, "%s%s", names.length > 0 ? ", " : "", keys[i].name);
        }
    }
    status s = refuse(r->why, "stage %s: '%.60s' is not known; accepted: %s%s", r->name, word,
                      names.data != NULL ? names.data : "nothing after it",
                      names.data != NULL ? ", each with =VALUE" : "");
    text_clear(&names);
    return s;
}

static status mark_given(reading *r, int row, const char *name)
{
    if ((r->given & 1u << row) != 0) {
        return refuse(r->why, "stage %s: %s is there twice; once is accepted", r->name, name);
    }
    r->given |= 1u << row;
    return STATUS_OK;
}

/* key=value */
static status read_word(reading *r, char *word)
{
    char *value = strchr(word, '=');
    if (value == NULL || value == word || value[1] == '\0') {
        return refuse_key(r, word);
    }
    *value++ = '\0';
    for (int i = 0; i < KEYS; i++) {
        if (has_key(r, i) && strcmp(keys[i].name, word) == 0) {
            TRY(mark_given(r, i, word));
            return keys[i].read(r, word, value);
        }
    }
    int count;
    const problem_parameter *list = parameters_of(r->plan, &count);
    for (int i = 0; i < count; i++) {
        char name[64];
        typed_name(&list[i], name, sizeof name);
        if (strcmp(name, word) == 0) {
            wide number;
            message detail;
            if (number_real(value, &number, &detail) != STATUS_OK) {
                return refuse(r->why, "stage %s: %s=%.60s; a number is accepted: %s", r->name, word,
                              value, list[i].help);
            }
            r->plan->setup.values[i] = number.high;
            return mark_given(r, KEYS + i, word);
        }
    }
    return refuse_key(r, word);
}

static status refuse_name(const char *name, message *why)
{
    text names = {0};
    text_add(&names, "roots, %s", test_equation);
    for (int i = 0; i < problems_count(); i++) {
        text_add(&names, ", %s", problems_at(i)->name);
    }
    for (int i = 0; i < systems_count(); i++) {
        if (footage_has_picture(systems_at(i))) {
            text_add(&names, ", %s", systems_at(i)->name);
        }
    }
    status s = refuse(why, "stage '%.60s' is not known; accepted: %s", name,
                      names.data != NULL ? names.data : "");
    text_clear(&names);
    return s;
}

/* What the first word is, with its parameters as they are initially. */
static status begin(reading *r)
{
    exhibit_plan *p = r->plan;
    *p = (exhibit_plan){.kind = EXHIBIT_ROOTS};
    if (strcmp(r->name, "roots") == 0) {
        return STATUS_OK;
    }
    p->problem = strcmp(r->name, test_equation) == 0 ? problems_test_equation(MOTION_SHEAR)
                                                     : problems_find(r->name);
    const system_entry *system = p->problem == NULL ? systems_find(r->name) : NULL;
    if (p->problem == NULL && (system == NULL || !footage_has_picture(system))) {
        return refuse_name(r->name, r->why);
    }
    p->kind = p->problem != NULL ? EXHIBIT_SOLUTION : EXHIBIT_MOTION;
    if (p->kind == EXHIBIT_MOTION) {
        lab_setup_begin(system, &p->setup);
        return STATUS_OK;
    }
    for (int i = 0; i < p->problem->parameter_count; i++) {
        p->setup.values[i] = p->problem->parameters[i].initial;
    }
    return STATUS_OK;
}

static status check_methods(const reading *r)
{
    for (int i = 0; i < r->plan->method_count; i++) {
        method *m = NULL;
        message detail;
        status s = catalogue_open(r->all, r->plan->methods[i], &m, &detail);
        method_destroy(m);
        if (s != STATUS_OK) {
            return refuse(r->why, "stage %s: method=%.60s: %.350s", r->name, r->plan->methods[i],
                          detail.text);
        }
    }
    return STATUS_OK;
}

static status finish_solution(reading *r)
{
    exhibit_plan *p = r->plan;
    lab_setup *q = &p->setup;
    problem *made = NULL;
    message detail;
    if (p->method_count == 0) {
        return refuse(r->why, "stage %s: method=NAME is missing; up to %d names are accepted",
                      r->name, EXHIBIT_MOST_METHODS);
    }
    if (problem_entry_create(p->problem, q->values, &made, &detail) != STATUS_OK) {
        return refuse(r->why, "stage %s: %.400s", r->name, detail.text);
    }
    bool has_solution = made->exact != NULL;
    problem_destroy(made);
    if (!has_solution) {
        return refuse(r->why, "stage %s: its solution is not known; accepted: problems with one",
                      r->name);
    }
    q->t1 = q->t1 > 0 ? q->t1 : usual_end;
    q->h = q->h > 0 ? q->h : q->t1 / usual_steps;
    if (q->h > q->t1 || q->t1 / q->h > EXHIBIT_MOST_STEPS) {
        return refuse(r->why, "stage %s: h=%g for t1=%g; from %g to %g is accepted", r->name, q->h,
                      q->t1, q->t1 / EXHIBIT_MOST_STEPS, q->t1);
    }
    return check_methods(r);
}

static status finish_motion(reading *r)
{
    exhibit_plan *p = r->plan;
    lab_method opened = {0};
    message detail;
    status s;
    TRY_OR_END(lab_setup_check(&p->setup, &detail));
    TRY_OR_END(lab_setup_method(&p->setup, r->all, p->method_count > 0 ? p->methods[0] : NULL,
                                &opened, &detail));
    snprintf(p->methods[0], sizeof p->methods[0], "%s", opened.name);
    p->method_count = 1;
end:
    lab_method_clear(&opened);
    p->setup.method = NULL;
    return s != STATUS_OK ? refuse(r->why, "stage %s: %.400s", r->name, detail.text) : s;
}

/* One exhibit; `words` is written over. */
static status read_exhibit(const catalogue *all, char *words, exhibit_plan *out, message *why)
{
    char *rest = NULL;
    reading r = {.all = all, .plan = out, .why = why};
    r.name = strtok_r(words, " \t", &rest);
    if (r.name == NULL) {
        return refuse(why, "stage: an exhibit is empty; one, or two separated by |, are accepted");
    }
    TRY(begin(&r));
    for (char *word; (word = strtok_r(NULL, " \t", &rest)) != NULL;) {
        TRY(read_word(&r, word));
    }
    return out->kind == EXHIBIT_ROOTS      ? STATUS_OK
           : out->kind == EXHIBIT_SOLUTION ? finish_solution(&r)
                                           : finish_motion(&r);
}

/* The clock: to the end of the longer one. */
static status set_clock(stage_plan *p, message *why)
{
    for (int i = 0; i < p->count; i++) {
        double speed = p->exhibits[i].speed;
        if (speed > 0 && p->speed > 0 && speed != p->speed) {
            return refuse(why, "stage: speed=%g and speed=%g; both exhibits have one clock",
                          p->speed, speed);
        }
        p->speed = speed > 0 ? speed : p->speed;
        p->end = fmax(p->end, p->exhibits[i].setup.t1);
    }
    p->speed = p->speed > 0 ? p->speed : p->end / usual_seconds;
    return STATUS_OK;
}

status stage_plan_read(const catalogue *all, const char *description, stage_plan *out, message *why)
{
    char copy[2048];
    stage_plan plan = {0};
    if (strlen(description) >= sizeof copy) {
        return refuse(why, "stage: %zu bytes; at most %zu are accepted", strlen(description),
                      sizeof copy - 1);
    }
    strcpy(copy, description);
    bool is_off = strcmp(description, "off") == 0 || description[strspn(description, " ")] == '\0';
    for (char *at = is_off ? NULL : copy, *next; at != NULL; at = next) {
        next = strchr(at, '|');
        if (next != NULL) {
            *next++ = '\0';
        }
        if (plan.count == EXHIBIT_MOST) {
            return refuse(why,
                          "stage: more than %d exhibits; one, or two separated by |, are "
                          "accepted",
                          EXHIBIT_MOST);
        }
        TRY(read_exhibit(all, at, &plan.exhibits[plan.count++], why));
    }
    TRY(set_clock(&plan, why));
    *out = plan;
    return STATUS_OK;
}
