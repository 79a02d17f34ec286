/* A record of a pendulum that is made up: its angle is t, its rod grows by `growth` a second. */
#ifndef TESTS_SCENE_RECORD_H
#define TESTS_SCENE_RECORD_H

#include <math.h>
#include <stdlib.h>

#include "lab/systems.h"
#include "scene/footage.h"
#include "support/support.h"

enum { MOST = 4000 };

typedef struct record {
    constrained *system;
    double t[MOST], p[2 * MOST], exact[2 * MOST], drift[2][MOST];
    footage footage;
} record;

static inline constrained *system_named(const char *name)
{
    const system_entry *e = systems_find(name);
    constrained *c = NULL;
    message why;
    double values[PROBLEMS_MAX_PARAMETERS];
    for (int i = 0; i < e->parameter_count; i++) {
        values[i] = e->parameters[i].initial;
    }
    return system_entry_create(e, values, &c, &why) == STATUS_OK ? c : NULL;
}

static inline record *new_record(int count, double h, double growth)
{
    record *r = calloc(1, sizeof *r);
    r->system = system_named("pendulum");
    for (int i = 0; i < count; i++) {
        double t = r->t[i] = h * i;
        r->exact[2 * i] = sin(t);
        r->exact[2 * i + 1] = -cos(t);
        r->p[2 * i] = (1 + growth * t) * sin(t);
        r->p[2 * i + 1] = -(1 + growth * t) * cos(t);
        r->drift[0][i] = 1e-9 * exp(t);
        r->drift[1][i] = 1e-6;
    }
    r->footage = (footage){.system = r->system,
                           .count = count,
                           .t = r->t,
                           .p = r->p,
                           .reference = r->exact,
                           .drift = {r->drift[0], r->drift[1]},
                           .title = "pendulum",
                           .subtitle = "made up"};
    return r;
}

static inline void end_record(record *r)
{
    constrained_destroy(r->system);
    free(r);
}

#endif
