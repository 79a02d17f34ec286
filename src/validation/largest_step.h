/* The largest stable step on a linear DAE E(t) x' = A(t) x: what is predicted with everything
 * frozen at each of many times, from Phi where the kernel is at rest, and what real steps in the
 * long run say (longrun.h). Real steps decide where the method has them. */
#ifndef VALIDATION_LARGEST_STEP_H
#define VALIDATION_LARGEST_STEP_H

#include "base/text.h"
#include "dae/longrun.h"
#include "dae/reduce.h"
#include "stability/phi.h"

typedef struct step_request {
    const equation *equation;
    const method *method;
    const phi *phi; /* of the method, kernel: the shear */
    double t0, t1;
    int points;          /* times of the table; 1 when t0 = t1 */
    double most_seconds; /* patience.h */
} step_request;

/* What the answer stands on. */
typedef enum step_basis {
    BASIS_CONSTANT, /* coefficients that do not change: the zeros of polynomials */
    BASIS_FROZEN,   /* coefficients that are frozen at one t */
    BASIS_STEPS     /* real steps in the long run */
} step_basis;

/* What an equation means along t. */
typedef struct step_path {
    step_request asked;
    tableau tableau;
    bool is_stepped;  /* the method has real steps on it (amplify.h) */
    int differential; /* equations */
    int count;        /* times */
    double *t;        /* ascending */
    reduced *at;      /* of each time */
    double *h;        /* the largest step frozen there: 0 when there is none, may be infinite */
    frozen *rates;    /* at the last time that was looked at */
    bool varies;      /* are the steps not the same at all times? */
    double least_h, least_t;
    reduced least;  /* at least_t */
    int least_mode; /* which limits, -1: none */
    longrun measured;
    step_answer answer;
    step_basis basis;
    double h_found; /* of STEP_BOUNDED */
} step_path;

/* STATUS_NO once patience is over. The caller clears the path in every case. */
status step_path_find(const step_request *r, step_path *out, message *why) MUST_CHECK;
void step_path_clear(step_path *p);

/* What is done differently from what the name of the method says, "" for nothing. */
const char *step_path_note(const step_path *p);

/* Has the rate at which the equation itself grows more than its first digit? */
bool step_path_has_rate(const step_path *p);

/* "constant", "frozen", "steps". */
const char *step_basis_name(step_basis b);

/* The table and the answer for a person. */
void step_path_text(const step_path *p, text *out);

enum { STEP_CURVES_MODES = 8, STEP_CURVES_FACTORS = 3 };

/* The path (h lambda(t), h omega(t)) at one h, and how much a step of h/2, h and 2h grows, with
 * everything frozen at each of `count` times, more than those of the table. */
typedef struct step_curves {
    const step_path *of;
    double h;
    int count, modes;
    double *t;
    reduced *at;
    frozen *rates; /* at each time, where real steps tell the growth */
    bool is_real;  /* all lambda are: the plane is (z, w), else z */
    double *x[STEP_CURVES_MODES], *y[STEP_CURVES_MODES];
    double *growth[STEP_CURVES_FACTORS];
    double most_growth;    /* that is finite */
    double mark_x, mark_y; /* what limits h, else the beginning */
} step_curves;

/* At this h (`typed` is how messages write it), or for 0 at the largest, or else one that shows
 * something. Refuses one at which a view would have no end. The caller clears the curves in every
 * case; the path must outlive them. */
status step_curves_find(const step_path *p, double h, const char *typed, step_curves *out,
                        message *why) MUST_CHECK;
void step_curves_clear(step_curves *c);

#endif
