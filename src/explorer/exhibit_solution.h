/* An exhibit: the solution of a problem over time, exact and as methods compute it step by step.
 *
 * The stepper of src/dae does every step; no prediction is known here. What has been computed is
 * shown as far as the clock has come. */
#ifndef EXPLORER_EXHIBIT_SOLUTION_H
#define EXPLORER_EXHIBIT_SOLUTION_H

#include <complex.h>

#include "explorer/exhibit_plan.h"
#include "picture/canvas.h"

/* What a method made of the problem. */
typedef struct solution_run {
    char title[EXHIBIT_NAME_SIZE]; /* of the method, markup */
    int count;                     /* of points, the start among them */
    int given;                     /* the first so many are exact: the start */
    double *t, *shown;             /* `shown` is the real part, or the magnitude */
    double complex *value;
    step_outcome outcome; /* STEP_DONE, or what ended it early */
} solution_run;

typedef struct solution {
    exhibit_plan plan;
    char title[EXHIBIT_NAME_SIZE], quantity[40]; /* markup */
    int component;                               /* of x that is shown; -1: what is observed */
    int exact_count;
    double *exact_t, *exact_shown;
    int run_count;
    solution_run runs[EXHIBIT_MOST_METHODS];
    double low, high; /* of the axis */

    struct solution_picture *picture; /* the last one, kept */
} solution;

/* Integrates. Refuses methods that cannot take the problem. */
status solution_create(const exhibit_plan *plan, const catalogue *all, solution **out,
                       message *why) MUST_CHECK;
void solution_destroy(solution *s);

/* The exact solution at a time. */
double complex solution_exact(const solution *s, double t);

/* How many points of a run there are at a time. */
int solution_points_at(const solution_run *r, double t);

/* Draws it at a time into a box of whole pixels. */
void solution_draw(solution *s, canvas *c, box where, double letter, double t);

#endif
