#include "lab/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "numerics/linear.h"

/* MOST_ROWS and MOST_NUMBERS limit what is kept in memory of one run.
 *
 * Where a system does not know its solution, a reference run is asked for it at times that are so
 * far apart that all these comparisons together cost about COMPARING accelerations, divided by the
 * number of positions. One comparison costs COMPARISON of them: lab/reference.h makes two runs, and
 * a step of order 16 of each evaluates 2 + 4 + ... + 16 = 72 accelerations. */
enum { MOST_ROWS = 100000, MOST_NUMBERS = 8000000, COMPARING = 500000, COMPARISON = 144 };

/* Every second row goes when there is no room. */
static void thin_out(record *r)
{
    size_t bytes = (size_t)r->width * sizeof *r->rows;
    for (int i = 0; 2 * i < r->count; i++) {
        memmove(r->rows + (size_t)i * (size_t)r->width, r->rows + 2 * (size_t)i * (size_t)r->width,
                bytes);
    }
    r->count = (r->count + 1) / 2;
    r->stride *= 2;
}

static void keep_row(record *r)
{
    if (r->count == r->room) {
        thin_out(r);
    }
    memcpy(r->rows + (size_t)r->count * (size_t)r->width, r->now,
           (size_t)r->width * sizeof *r->rows);
    r->count++;
}

/* Compares with the reference at the time of the point. */
static void compare(record *r, const lab_point *at)
{
    const constrained *c = r->of->system;
    double p[CONSTRAINED_MAX_POSITIONS], v[CONSTRAINED_MAX_POSITIONS];
    double y[CONSTRAINED_MAX_POSITIONS];
    const double *const computed[] = {at->p, at->v, at->y}, *const true_ones[] = {p, v, y};
    if (reference_at(r->reference, at->t, p, c->order == 2 ? v : NULL, y, &r->unknown) !=
        STATUS_OK) {
        reference_destroy(r->reference);
        r->reference = NULL;
        return;
    }
    r->compared += at->t > 0; /* at the start there is nothing to see */
    r->uncertainty = reference_uncertainty(r->reference);
    for (int k = 0; k < 3; k++) {
        int count = k == 2 ? c->constraints : c->positions;
        if (computed[k] == NULL) {
            continue;
        }
        double error = largest_difference(computed[k], true_ones[k], count);
        double largest = r->errors.largest[k];
        r->errors.end[k] = r->now[ROW_ERROR_P + k] = error;
        r->errors.largest[k] = real_larger(largest, error);
        for (int i = 0; i < count; i++) {
            r->errors.parts[k][i] = computed[k][i] - true_ones[k][i];
        }
    }
}

static void watch(void *context, const lab_point *at)
{
    record *r = context;
    const constrained *c = r->of->system;
    double *now = r->now;
    if (isnan(r->energy_first)) {
        r->energy_first = at->energy;
    }
    r->energy_end = fabs(at->energy - r->energy_first);
    r->energy_largest = real_larger(r->energy_largest, r->energy_end);
    now[ROW_T] = at->t;
    now[ROW_H] = at->h;
    now[ROW_ORDER] = at->order;
    now[ROW_DRIFT_0] = at->drift[0];
    now[ROW_DRIFT_1] = c->order == 2 ? at->drift[1] : NAN;
    now[ROW_ENERGY] = r->energy_end;
    now[ROW_ERROR_P] = now[ROW_ERROR_V] = now[ROW_ERROR_Y] = NAN;
    size_t bytes = (size_t)c->positions * sizeof *now;
    memcpy(now + ROW_STATE, at->p, bytes);
    if (c->order == 2) {
        memcpy(now + ROW_STATE + c->positions, at->v, bytes);
    }
    memcpy(now + ROW_STATE + c->order * c->positions, at->y, (size_t)c->constraints * sizeof *now);
    bool ends = at->t >= r->of->setup->t1;
    if (r->reference != NULL && (at->t >= r->next || ends)) {
        compare(r, at);
        r->next = at->t + r->apart;
    }
    if (r->keeps && r->seen % r->stride == 0) {
        keep_row(r);
    }
    if (r->watch != NULL) {
        r->watch(r->context, r, now, at);
    }
    r->seen++;
}

/* When it ended early, the end was perhaps not compared. */
static void finish(record *r)
{
    const lab_result *result = &r->result;
    if (r->reference != NULL && isnan(r->now[ROW_ERROR_P])) {
        const lab_point end = {.t = result->t,
                               .p = result->p,
                               .v = r->of->system->order == 2 ? result->v : NULL,
                               .y = result->y};
        compare(r, &end);
    }
    if (r->reference == NULL) {
        r->errors.end[0] = r->errors.end[1] = r->errors.end[2] = NAN;
    }
    if (r->keeps && (r->seen - 1) % r->stride != 0) {
        keep_row(r);
    }
}

static status prepare(record *r, message *why)
{
    const experiment *e = r->of;
    const constrained *c = e->system;
    int most_rows = r->most_rows > 0 ? r->most_rows : MOST_ROWS;
    r->width = ROW_STATE + c->order * c->positions + c->constraints;
    int room = MOST_NUMBERS / r->width < most_rows ? MOST_NUMBERS / r->width : most_rows;
    r->room = room / 2 * 2; /* so that thinning out leaves the rows evenly apart */
    r->stride = 1;
    r->energy_first = NAN;
    r->errors = (record_errors){.end = {NAN, NAN, NAN}};
    r->apart = c->exact != NULL ? 0 : e->setup->t1 * COMPARISON * c->positions / COMPARING;
    TRY(memory_allocate(&r->now, (size_t)r->width, sizeof *r->now, why));
    if (r->keeps) {
        TRY(memory_allocate(&r->rows, (size_t)r->room * (size_t)r->width, sizeof *r->rows, why));
    }
    if (e->is_off) {
        refuse(&r->unknown, "it started off the constraints, where no solution is");
    } else if (r->compares) {
        TRY(experiment_reference(e, &r->reference, why));
    }
    return STATUS_OK;
}

status record_run(record *r, const experiment *of, message *why)
{
    r->of = of;
    TRY(prepare(r, why));
    lab_request request = experiment_request(of);
    request.watch = watch;
    request.context = r;
    request.cancel = r->cancel;
    TRY(lab_run(&request, &r->result, why));
    if (r->cancel != NULL && atomic_load(r->cancel)) {
        return STATUS_NO;
    }
    finish(r);
    return STATUS_OK;
}

void record_clear(record *r)
{
    reference_destroy(r->reference);
    free(r->rows);
    free(r->now);
    *r = (record){0};
}

bool record_broke(const record *r)
{
    return r->result.outcome != STEP_DONE || r->result.stopped;
}

void record_columns(const record *r, int first, int width, double *out)
{
    for (int i = 0; i < r->count; i++) {
        memcpy(out + (size_t)i * (size_t)width, r->rows + (size_t)i * (size_t)r->width + first,
               (size_t)width * sizeof *out);
    }
}
