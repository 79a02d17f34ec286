/* The problems that have a name, with their parameters. */
#ifndef DAE_PROBLEMS_H
#define DAE_PROBLEMS_H

#include "dae/problem.h"
#include "method/motion.h"

enum { PROBLEMS_MAX_PARAMETERS = 8 };

/* A number that a problem can be made with. */
typedef struct problem_parameter {
    const char *name;
    double initial; /* when it is not given */
    const char *help;
} problem_parameter;

/* The index of a parameter in a list, -1 when there is none of this name. */
int problem_parameter_find(const problem_parameter *list, int count, const char *name);

/* Refuses values that are not finite, naming the parameter; `owner` is whose they are. */
status problem_parameter_check(const char *owner, const problem_parameter *list, int count,
                               const double *values, message *why) MUST_CHECK;

/* A row of the table of problems. */
typedef struct problem_entry {
    const char *name;
    const char *title;
    const char *equation; /* for a person */
    bool is_steady;       /* with a fixed step, a method's factor does not depend on time */
    const char *forcing;  /* the parameter that drives it: 0 when growth is measured; or NULL */
    int parameter_count;
    problem_parameter parameters[PROBLEMS_MAX_PARAMETERS];
    /* values: one for each parameter, checked to be finite. */
    status (*create)(const double *values, problem **out, message *why);
} problem_entry;

/* The table. */
int problems_count(void);
const problem_entry *problems_at(int i);

/* NULL when there is none of this name. */
const problem_entry *problems_find(const char *name);

/* The index of a parameter, -1 when there is none of this name. */
int problem_entry_parameter(const problem_entry *e, const char *name);

/* Refuses values that are not finite, naming the parameter. */
status problem_entry_create(const problem_entry *e, const double *values, problem **out,
                            message *why) MUST_CHECK;

/* The test equation whose kernel moves in this way; parameters re, im (of lambda) and omega. */
const problem_entry *problems_test_equation(motion moves);

#endif
