/* Engines: the integrators of a run behind one set of functions; private to src/lab. */
#ifndef LAB_ENGINE_H
#define LAB_ENGINE_H

#include "lab/run.h"

/* The state of a running integration; each engine uses its own part. */
typedef struct engine {
    const lab_request *request;
    formulation *formulation; /* NULL for half-explicit methods */
    double h;                 /* of fixed steps */
    long planned;             /* how many of them */
    const struct engine_kind *kind;
    void *integrator;
    long taken;
    int past_count; /* states before the first step of a multistep method, from t = 0 on */
    double *past;
    double p[CONSTRAINED_MAX_POSITIONS], v[CONSTRAINED_MAX_POSITIONS]; /* half-explicit */
} engine;

/* Opens the formulation and the integrator and starts them at t = 0. Close it in every case. */
status engine_open(engine *e, const lab_request *request, message *why) MUST_CHECK;
void engine_close(engine *e);

bool engine_is_done(const engine *e);
step_outcome engine_step(engine *e);
double engine_time(const engine *e);

/* p, v, y of state l, 0 <= l < past_count, that a multistep method started with, at time l h. */
void engine_past(engine *e, int l, double *p, double *v, double *y);

/* p, v, y of the current state; returns the largest mu. */
double engine_state(engine *e, double *p, double *v, double *y);
int engine_order(const engine *e);
void engine_count(const engine *e, lab_result *out);

#endif
