/* A run of the laboratory: a system in a formulation, integrated by a method, watched at every
 * step. What was computed before something went wrong is kept, and the result says what and when.
 */
#ifndef LAB_RUN_H
#define LAB_RUN_H

#include <stdatomic.h>
#include <stddef.h>

#include "lab/formulation.h"
#include "method/catalogue.h"

enum { LAB_METHOD_NAME_SIZE = 128 };

/* How a method is applied. */
typedef enum lab_engine {
    LAB_FIXED,         /* a method of the catalogue with a fixed step */
    LAB_PROJECTED,     /* projected:METHOD, which ends every step on the constraints */
    LAB_HALF_EXPLICIT, /* half-explicit:METHOD */
    LAB_VARIABLE_BDF,  /* bdf, with a tolerance: step and order vary */
    LAB_EMBEDDED       /* an embedded pair with a tolerance: the step varies */
} lab_engine;

/* A method as the laboratory applies it. */
typedef struct lab_method {
    char name[LAB_METHOD_NAME_SIZE];
    lab_engine engine;
    method *method; /* NULL for bdf */
    bool careful;   /* bdf:careful: Newton's convergence is measured in every step */
} lab_method;

/* A method by its name; `adaptively` says that there is a tolerance and no step. Clear it in every
 * case. */
status lab_method_open(const catalogue *all, const char *name, bool adaptively, lab_method *out,
                       message *why) MUST_CHECK;
void lab_method_clear(lab_method *m);

/* Explicit methods take formulations that are ODEs. */
bool lab_method_is_explicit(const lab_method *m);

/* What is taken when no method is named: with a tolerance, and with a fixed step. */
#define LAB_METHOD_ADAPTIVE "bdf"
#define LAB_METHOD_FIXED "radau-iia:2"

/* A method by its name (NULL: the usual one) for the h and the tolerance given (0: not given),
 * which are completed: where both are 0, the tolerance if the method can have one, else h for a run
 * to t1. Clear it in every case. */
status lab_method_choose(const catalogue *all, const char *name, double t1, double *h,
                         double *tolerance, lab_method *out, message *why) MUST_CHECK;

/* What is known after a step (and at the start, with h = 0). Arrays are the run's. */
typedef struct lab_point {
    double t, h;
    int order;               /* of the variable BDF; else 0 */
    const double *p, *v, *y; /* v is NULL for systems of order 1 */
    double mu;               /* the largest multiplier of a stabilisation; 0 where there is none */
    double drift[2];         /* the largest residual of g and of g' */
    double energy;           /* NaN where there is none */
} lab_point;

/* What to integrate; everything that it points to must outlive the run. */
typedef struct lab_request {
    const constrained *system;
    const formulation_choice *formulation;
    const lab_method *method;
    double h;            /* the step, or, with a tolerance, the largest step (0: any) */
    double tolerance;    /* relative and absolute; 0: fixed steps */
    double t1;           /* from 0 to there; the step is shortened to divide it */
    const double *p, *v; /* at t = 0 */
    bool exact_history;  /* multistep methods start from the exact solution, which there must be */
    long most_steps;     /* 0: any; with a tolerance ADAPTIVE_MOST_STEPS */
    void (*watch)(void *context, const lab_point *point); /* may be NULL */
    void *context;
    const atomic_bool *cancel; /* may be NULL */
} lab_request;

/* What came of it. */
typedef struct lab_result {
    step_outcome outcome; /* STEP_DONE when it got to the end */
    bool singular;        /* the constraints were dependent where it ended */
    bool stopped;         /* by cancel */
    double t;             /* the time it got to */
    double h;             /* the step that was taken; 0 when it varied */
    long steps, rejected, iterations, residuals, jacobians, factorisations;
    int switches;          /* of the parametrisation of a state space */
    double drift[2];       /* at the end */
    double worst_drift[2]; /* of all steps */
    double mu;             /* at the end */
    double seconds;        /* of processor time */
    bool idle_spin;        /* spin: had nothing to stabilise: E has no kernel that moves */
    double p[CONSTRAINED_MAX_POSITIONS], v[CONSTRAINED_MAX_POSITIONS];
    double y[CONSTRAINED_MAX_POSITIONS];
} lab_result;

/* STATUS_OK also when the integration broke down: the result tells. Refused are combinations that
 * do not exist. */
status lab_run(const lab_request *request, lab_result *out, message *why) MUST_CHECK;

/* What a person should know about the method, NULL for nothing. */
const char *lab_result_note(const lab_result *r);

/* In one word: done, singular, no-convergence, overflow, too-small, too-many-steps, stopped. */
const char *lab_result_word(const lab_result *r);

/* How it ended, for a person: "the step size became too small at t = 1.25". */
void lab_result_words(const lab_result *r, char *out, size_t size);

#endif
