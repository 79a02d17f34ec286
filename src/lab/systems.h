/* The constrained systems that have a name, with their parameters. */
#ifndef LAB_SYSTEMS_H
#define LAB_SYSTEMS_H

#include "dae/problems.h"
#include "lab/constrained.h"

/* A row of the table of systems. */
typedef struct system_entry {
    const char *name;
    const char *title;
    const char *equation; /* for a person */
    int parameter_count;
    problem_parameter parameters[PROBLEMS_MAX_PARAMETERS];
    /* values: one for each parameter, checked to be finite. */
    status (*create)(const double *values, constrained **out, message *why);
} system_entry;

/* The table. */
int systems_count(void);
const system_entry *systems_at(int i);

/* NULL when there is none of this name. */
const system_entry *systems_find(const char *name);

/* The index of a parameter, -1 when there is none of this name. */
int system_entry_parameter(const system_entry *e, const char *name);

/* Refuses values that are not finite, naming the parameter. */
status system_entry_create(const system_entry *e, const double *values, constrained **out,
                           message *why) MUST_CHECK;

#endif
