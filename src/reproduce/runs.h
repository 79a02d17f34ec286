/* Runs of the laboratory for the topics that show pendulums. */
#ifndef REPRODUCE_RUNS_H
#define REPRODUCE_RUNS_H

#include "lab/record.h"
#include "method/catalogue.h"

/* An experiment, by names. */
typedef struct run_plan {
    const char *system, *formulation, *method;
    const char *parameter; /* that has another value than usual; NULL: none */
    double value;
    double h, tolerance, t1;
    bool keeps, compares; /* as of a record */
} run_plan;

/* It starts where the system does, off the constraints as well. Clear the record in every case. */
status run_make(const catalogue *all, const run_plan *plan, record *out, message *why) MUST_CHECK;

/* So many columns of a record that was kept, one after the other; the caller frees them. */
status run_columns(const record *r, int first, int count, double **out, message *why) MUST_CHECK;

#endif
