#include "scene/take.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lab/start.h"

/* Steps that are kept; numbers that are. */
enum { MOST_STEPS = 20000, MOST_NUMBERS = 4000000 };

/* Steps of a run, and accelerations of a reference over the square of the positions: a second or
 * two, for a lesson of somebody else may ask for them. */
static const long most_run = 25000, reference_work = 10000000;

/* The rows of the record: t, two residuals, positions. */
static int row_width(const take *t)
{
    return 3 + t->system->positions;
}

static void keep(take *t, const lab_point *at)
{
    int width = row_width(t);
    if (t->footage.count == t->room) { /* every second one goes */
        for (int i = 0; 2 * i < t->room; i++) {
            memmove(t->numbers + (size_t)i * (size_t)width,
                    t->numbers + 2 * (size_t)i * (size_t)width, (size_t)width * sizeof(double));
        }
        t->footage.count = t->room / 2;
        t->stride *= 2;
    }
    double *row = t->numbers + (size_t)t->footage.count * (size_t)width;
    row[0] = at->t;
    row[1] = at->drift[0];
    row[2] = t->system->order == 2 ? at->drift[1] : NAN;
    memcpy(row + 3, at->p, (size_t)t->system->positions * sizeof *row);
    t->footage.count++;
}

static void watch(void *context, const lab_point *at)
{
    take *t = context;
    if (t->seen++ % t->stride == 0) {
        keep(t, at);
    }
}

/* The system, and where it starts. */
typedef struct beginning {
    double p[CONSTRAINED_MAX_POSITIONS], v[CONSTRAINED_MAX_POSITIONS];
} beginning;

static status begin(const take_request *r, constrained **system, beginning *at, message *why)
{
    start_repair repair;
    status s = system_entry_create(r->entry, r->values, system, why);
    if (s != STATUS_OK) {
        return s;
    }
    const constrained *c = *system;
    double *v = c->order == 2 ? at->v : NULL;
    c->start(c->data, at->p, v);
    s = start_make_consistent(c, 0, at->p, v, &repair, why);
    return s == STATUS_OK ? s : STATUS_BAD_INPUT; /* they were typed */
}

static lab_request request_of(const take_request *r, const constrained *c, const beginning *at)
{
    return (lab_request){.system = c,
                         .formulation = r->formulation,
                         .method = r->method,
                         .h = r->h,
                         .tolerance = r->tolerance,
                         .t1 = r->t1,
                         .p = at->p,
                         .v = c->order == 2 ? at->v : NULL,
                         .most_steps = most_run,
                         .cancel = r->cancel};
}

status take_try(const take_request *r, message *why)
{
    constrained *c = NULL;
    beginning at = {0};
    lab_result result;
    status s = begin(r, &c, &at, why);
    if (s == STATUS_OK && c->draw == NULL) {
        const footage none = {.system = c};
        s = footage_check(&none, why);
    }
    if (s == STATUS_OK) {
        lab_request request = request_of(r, c, &at);
        request.most_steps = 1;
        s = lab_run(&request, &result, why);
    }
    constrained_destroy(c);
    return s;
}

/* Rows become columns, as footage has them. */
static status arrange(take *t, message *why)
{
    footage *f = &t->footage;
    int width = row_width(t), n = t->system->positions;
    double *columns = NULL;
    status s = memory_allocate(&columns, (size_t)f->count * (size_t)width, sizeof *columns, why);
    if (s != STATUS_OK) {
        return s;
    }
    double *p = columns + 3 * (size_t)f->count;
    for (int i = 0; i < f->count; i++) {
        const double *row = t->numbers + (size_t)i * (size_t)width;
        for (int k = 0; k < 3; k++) {
            columns[(size_t)k * (size_t)f->count + (size_t)i] = row[k];
        }
        memcpy(p + (size_t)i * (size_t)n, row + 3, (size_t)n * sizeof *p);
    }
    free(t->numbers);
    t->numbers = columns;
    f->t = columns;
    f->drift[0] = columns + f->count;
    f->drift[1] = t->system->order == 2 ? columns + 2 * (size_t)f->count : NULL;
    f->p = p;
    return STATUS_OK;
}

static status add_reference(const take_request *r, take *t, const beginning *at, message *why)
{
    const constrained *c = t->system;
    size_t n = (size_t)c->positions;
    reference *known = NULL;
    status s =
        memory_allocate(&t->reference, (size_t)t->footage.count * n, sizeof *t->reference, why);
    s = s == STATUS_OK ? reference_create(c, at->p, c->order == 2 ? at->v : NULL, &known, why) : s;
    if (s == STATUS_OK) {
        reference_limit(known, reference_work / c->positions / c->positions);
        footage_fill_reference(known, c->positions, t->footage.count, t->footage.t, r->cancel,
                               t->reference);
        t->footage.reference = t->reference;
    }
    reference_destroy(known);
    return s;
}

status take_make(const take_request *r, take *out, message *why)
{
    beginning at = {0};
    *out = (take){.stride = 1};
    status s = begin(r, &out->system, &at, why);
    if (s != STATUS_OK) {
        return s;
    }
    out->footage.system = out->system;
    int room =
        MOST_NUMBERS / row_width(out) < MOST_STEPS ? MOST_NUMBERS / row_width(out) : MOST_STEPS;
    out->room = room / 2 * 2;
    s = memory_allocate(&out->numbers, (size_t)(out->room + 1) * (size_t)row_width(out),
                        sizeof *out->numbers, why);
    if (s == STATUS_OK) {
        lab_request request = request_of(r, out->system, &at);
        request.watch = watch;
        request.context = out;
        s = lab_run(&request, &out->result, why);
    }
    bool cancelled = r->cancel != NULL && atomic_load(r->cancel);
    if (s == STATUS_OK && cancelled) {
        s = STATUS_NO;
    }
    s = s == STATUS_OK ? arrange(out, why) : s;
    s = s == STATUS_OK ? footage_check(&out->footage, why) : s;
    s = s == STATUS_OK ? add_reference(r, out, &at, why) : s;
    if (s == STATUS_OK && r->cancel != NULL && atomic_load(r->cancel)) {
        s = STATUS_NO;
    }
    if (s == STATUS_OK) {
        footage_name(&out->footage, r->entry->title, r->formulation->name, r->method->name,
                     r->tolerance, out->result.h);
        if (out->result.outcome != STEP_DONE || out->result.stopped) {
            lab_result_words(&out->result, out->ending, sizeof out->ending);
        }
    }
    return s;
}

void take_clear(take *t)
{
    constrained_destroy(t->system);
    free(t->numbers);
    free(t->reference);
    *t = (take){0};
}
