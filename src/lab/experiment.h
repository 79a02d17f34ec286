/* An experiment of the laboratory: what is to be run, as a value that anybody can fill in; the
 * system with starting values that it may begin with; and the solution that a run is held against.
 * lab/record.h carries it out. Nothing here reads words or shows anything. */
#ifndef LAB_EXPERIMENT_H
#define LAB_EXPERIMENT_H

#include "lab/reference.h"
#include "lab/run.h"
#include "lab/start.h"
#include "lab/systems.h"

/* What becomes of starting values that violate the constraints. */
typedef enum start_rule {
    START_MOVED,   /* to the nearest consistent ones */
    START_REFUSED, /* by a message */
    START_KEPT     /* where the formulation can begin with them; else refused */
} start_rule;

/* What is run: a system with its parameters, a formulation, a method, a step or a tolerance, a
 * time. */
typedef struct lab_setup {
    const system_entry *entry;
    double values[PROBLEMS_MAX_PARAMETERS];
    bool is_given[PROBLEMS_MAX_PARAMETERS]; /* these are told where the problem is named */
    formulation_choice formulation;
    const lab_method *method;
    double h, tolerance, t1; /* as of lab_request */
    long most_steps;         /* 0: the usual number */
    long reference_work;     /* accelerations that a reference may cost, over the square of the
                                positions; 0: the usual number, some seconds */
    start_rule start;
    const char *start_name; /* what messages call the rule, unless it is START_MOVED */
} lab_setup;

/* The system with its usual parameters in the usual formulation. */
void lab_setup_begin(const system_entry *entry, lab_setup *out);

/* Refuses parameters that make no system; where t1 is 0 it becomes the usual one. */
status lab_setup_check(lab_setup *s, message *why) MUST_CHECK;

/* A method by its name (NULL: the usual one) for the h and the tolerance in `s` (0: not given),
 * which it completes as lab_method_choose does. Clear `opened` in every case. */
status lab_setup_method(lab_setup *s, const catalogue *all, const char *name, lab_method *opened,
                        message *why) MUST_CHECK;

/* "tolerance 1e-06", "tolerance 1e-06, steps up to 0.1", "h = 0.01"; `h` is the step that was taken
 * (0: not known). */
void lab_setup_steps(const lab_setup *s, double h, char *out, size_t size);

/* The problem with the parameters that were given: "pendulum (y = 0.5)". */
void lab_setup_name(const lab_setup *s, char *out, size_t size);

/* What a setup begins with. */
typedef struct experiment {
    const lab_setup *setup;
    constrained *system;
    double p[CONSTRAINED_MAX_POSITIONS], v[CONSTRAINED_MAX_POSITIONS]; /* where it starts */
    double near[CONSTRAINED_MAX_POSITIONS]; /* the nearest consistent positions */
    start_repair repair;
    bool is_off; /* it starts off the constraints, as was asked for */
} experiment;

/* Makes the system and its starting values by the rule of the setup, which must outlive it. Clear
 * it in every case. */
status experiment_open(experiment *e, const lab_setup *setup, message *why) MUST_CHECK;
void experiment_clear(experiment *e);

/* What lab_run needs; the caller may add to it. */
lab_request experiment_request(const experiment *e);

/* The solution through its start, which is on the constraints. */
status experiment_reference(const experiment *e, reference **out, message *why) MUST_CHECK;

/* The largest |a_i - b_i|; NaN when one of them is. */
double largest_difference(const double *a, const double *b, int count);

#endif
