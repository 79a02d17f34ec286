#include "reproduce/stable_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void stable_set_clear(stable_set *r)
{
    free(r->predicted);
    free(r->measured);
    r->predicted = r->measured = NULL;
}

static const unsigned char of_prediction[] = {[VERDICT_STABLE] = SET_STABLE,
                                              [VERDICT_UNSTABLE] = SET_UNSTABLE,
                                              [VERDICT_POLE] = SET_UNSTABLE,
                                              [VERDICT_BOUNDARY] = SET_UNKNOWN,
                                              [VERDICT_UNDEFINED] = SET_UNKNOWN};

static const unsigned char of_measurement[] = {
    [GROWTH_STABLE] = SET_STABLE,     [GROWTH_UNSTABLE] = SET_UNSTABLE,
    [GROWTH_SINGULAR] = SET_UNSTABLE, [GROWTH_UNDECIDED] = SET_UNKNOWN,
    [GROWTH_FAILED] = SET_UNKNOWN,    [GROWTH_NOT_MEASURED] = SET_UNKNOWN};

static status copy_marks(const unsigned char *from, const unsigned char *meaning, size_t count,
                         unsigned char **out, message *why)
{
    TRY(memory_allocate(out, count, 1, why));
    for (size_t i = 0; i < count; i++) {
        (*out)[i] = meaning[from[i]];
    }
    return STATUS_OK;
}

static status predict(const stable_set_request *q, const method *m, field *out, message *why)
{
    phi *p = NULL;
    TRY(phi_compile(m, q->moves, &p, why));
    const field_request request = {.view = q->view, .phi = p, .layers = FIELD_EXACT};
    status s = field_compute(&request, 0, 0, out, why);
    phi_destroy(p);
    return s;
}

static status measure(const stable_set_request *q, const method *m, measurement *out, message *why)
{
    measurement_request request = measurement_of_test_equation(m, q->moves, &q->view);
    if (q->equation != NULL) {
        const problem_entry *e = problems_find(q->equation);
        request.equation = e;
        for (int i = 0; i < e->parameter_count; i++) {
            request.values[i] = e->parameters[i].initial;
        }
        request.x_parameter = problem_entry_parameter(e, q->x_parameter);
        request.y_parameter = problem_entry_parameter(e, q->y_parameter);
        request.h = q->h;
        request.t0 *= q->h;
    }
    request.steps = q->steps > 0 ? q->steps : request.steps;
    return measurement_take(&request, out, why);
}

status stable_set_compute(const stable_set_request *q, const catalogue *all, stable_set *out,
                          message *why)
{
    size_t count = (size_t)q->view.width * (size_t)q->view.height;
    method *m = NULL;
    field f = {0};
    measurement measured = {0};
    validation v = {0};
    *out = (stable_set){.view = q->view};
    status s = STATUS_OK;
    TRY_OR_END(catalogue_open(all, q->method, &m, why));
    if (q->predicts) {
        TRY_OR_END(predict(q, m, &f, why));
        TRY_OR_END(copy_marks(f.verdict, of_prediction, count, &out->predicted, why));
    }
    if (q->measures) {
        TRY_OR_END(measure(q, m, &measured, why));
        TRY_OR_END(copy_marks(measured.verdict, of_measurement, count, &out->measured, why));
    }
    if (q->predicts && q->measures) {
        TRY_OR_END(validation_of(&f, &measured, &v, why));
        memcpy(out->counts, v.counts, sizeof out->counts);
    }
end:
    validation_clear(&v);
    measurement_clear(&measured);
    field_clear(&f);
    method_destroy(m);
    return s;
}

stable_set_difference stable_set_compare(const view *v, const unsigned char *a,
                                         const unsigned char *b)
{
    stable_set_difference d = {0};
    for (long i = 0; i < (long)v->width * v->height; i++) {
        bool is_known = a[i] != SET_UNKNOWN && b[i] != SET_UNKNOWN;
        d.known += is_known;
        d.different += is_known && a[i] != b[i];
    }
    return d;
}
