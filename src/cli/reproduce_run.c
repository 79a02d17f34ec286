#include "reproduce_run.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "lab/systems.h"

enum { MOST_POINTS = 20001 };

status path_allocate(path *p, message *why)
{
    double *all = NULL;
    TRY(memory_allocate(&all, 5 * (size_t)MOST_POINTS, sizeof *all, why));
    *p = (path){.t = all};
    p->drift[0] = all + MOST_POINTS;
    p->drift[1] = all + 2 * MOST_POINTS;
    p->x = all + 3 * MOST_POINTS;
    p->y = all + 4 * MOST_POINTS;
    return STATUS_OK;
}

void path_clear(path *p)
{
    free(p->t);
    *p = (path){0};
}

static void keep(void *context, const lab_point *now)
{
    path *p = context;
    if (p->count < MOST_POINTS) {
        int i = p->count++;
        p->t[i] = now->t;
        p->drift[0][i] = now->drift[0];
        p->drift[1][i] = now->drift[1];
        p->x[i] = now->p[0];
        p->y[i] = now->p[1];
    }
}

static void measure(const constrained *c, const double *p, const double *v, const lab_result *of,
                    run_errors *out)
{
    double exact_p[CONSTRAINED_MAX_POSITIONS], exact_v[CONSTRAINED_MAX_POSITIONS];
    double y[CONSTRAINED_MAX_POSITIONS];
    c->exact(c->data, p, v, of->t, exact_p, exact_v, y);
    for (int i = 0; i < 2; i++) {
        out->p[i] = fabs(of->p[i] - exact_p[i]);
        out->v[i] = fabs(of->v[i] - exact_v[i]);
    }
    out->y = fabs(of->y[0] - y[0]);
}

status reproduce_run(const reproduction *r, const experiment_of *e, lab_result *out,
                     run_errors *errors, message *why)
{
    const system_entry *entry = systems_find(e->system);
    double values[PROBLEMS_MAX_PARAMETERS], p[CONSTRAINED_MAX_POSITIONS];
    double v[CONSTRAINED_MAX_POSITIONS];
    constrained *c = NULL;
    formulation_choice how;
    lab_method m = {0};
    for (int i = 0; i < entry->parameter_count; i++) {
        values[i] = entry->parameters[i].initial;
    }
    status s = STATUS_OK;
    TRY_OR_END(system_entry_create(entry, values, &c, why));
    TRY_OR_END(formulation_read(e->formulation, &how, why));
    TRY_OR_END(lab_method_open(r->all, e->method, e->tolerance > 0, &m, why));
    c->start(c->data, p, v);
    const lab_request request = {.system = c,
                                 .formulation = &how,
                                 .method = &m,
                                 .h = e->h,
                                 .tolerance = e->tolerance,
                                 .t1 = e->t1,
                                 .p = e->p != NULL ? e->p : p,
                                 .v = e->v != NULL ? e->v : v,
                                 .watch = e->path != NULL ? keep : NULL,
                                 .context = e->path};
    TRY_OR_END(lab_run(&request, out, why));
    *errors = (run_errors){{NAN, NAN}, {NAN, NAN}, NAN};
    if (c->exact != NULL && e->p == NULL && out->outcome == STEP_DONE) {
        measure(c, p, v, out, errors);
    }
end:
    lab_method_clear(&m);
    constrained_destroy(c);
    return s;
}
