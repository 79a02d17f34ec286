/* Formulations: what is integrated in place of a constrained system, and what keeps the
 * constraints. A formulation turns a system into a problem (dae/problem.h) that any stepper can
 * take, knows how its unknowns are made of p, v and y, and may correct the end of every step.
 *
 * They are named NAME[:key=value,...]: index-2, baumgarte:gamma=10, stabilised-index-2:D=CT. */
#ifndef LAB_FORMULATION_H
#define LAB_FORMULATION_H

#include "dae/outcome.h"
#include "dae/problem.h"
#include "lab/constrained.h"

enum { FORMULATION_NAME_SIZE = 96, FORMULATION_MAX_KEPT = 16 };

/* A row of the table of formulations. */
typedef struct formulation_family {
    const char *name;
    const char *title;
    const char *keys; /* the options it takes, with what they accept, for a person; "" for none */
} formulation_family;

/* What is taken when no formulation is named. */
#define FORMULATION_USUAL "coordinate-projection"

/* The table. */
int formulations_count(void);
const formulation_family *formulations_at(int i);

/* A formulation with its options, as formulation_read finds them. */
typedef struct formulation_choice {
    char name[FORMULATION_NAME_SIZE];           /* as it was written */
    int family;                                 /* which row of the table */
    double gamma[2];                            /* of (g, g'): g'' + gamma[1] g' + gamma[0] g = 0 */
    bool has_gammas;                            /* both were given, not gamma alone */
    int direction;                              /* D: 0 is B, 1 is C^T, 2 is unit */
    int k;                                      /* how many levels a projected invariant keeps */
    int pull;                                   /* F of the stabilised ODE: 0 HT, 1 HHT, 2 D */
    int times, frozen;                          /* of post-stabilisation; frozen 0: never */
    bool weighs_mass;                           /* W is M, not the identity */
    int kept_count, kept[FORMULATION_MAX_KEPT]; /* coordinates of a state space that is fixed */
} formulation_choice;

/* Refuses what is unknown with what is accepted. */
status formulation_read(const char *name, formulation_choice *out, message *why) MUST_CHECK;

typedef struct formulation formulation;

/* For a system near p at time t, which it must outlive. With `explicitly`, the problem is an ODE
 * that explicit methods can take; refused where there is none. */
status formulation_create(const constrained *of, const formulation_choice *how, bool explicitly,
                          double t, const double *p, formulation **out, message *why) MUST_CHECK;
void formulation_destroy(formulation *f);

/* What is integrated, which belongs to the formulation. */
const problem *formulation_problem(const formulation *f);

/* Are the unknowns minimal coordinates, which may be others after formulation_correct? A method
 * that keeps slopes from step to step cannot take them. */
bool formulation_is_minimal(const formulation *f);

/* The index of the problem: 0 for an ODE, else 1, 2 or 3. */
int formulation_index(const formulation *f);

/* Which unknowns an error test can read: not those of index 2 and 3. */
const bool *formulation_tested(const formulation *f);

/* The unknowns, and their derivatives, of a system at consistent p, v (NULL for systems of order
 * 1). False when the constraints are singular there. xd may be NULL. */
bool formulation_enter(formulation *f, double t, const double *p, const double *v, double *x,
                       double *xd);

/* p, v, y (each may be NULL) and the largest |mu| of the unknowns; 0 where there is no mu. */
double formulation_leave(formulation *f, double t, const double *x, double *p, double *v,
                         double *y);

/* Does formulation_correct do anything? */
bool formulation_corrects(const formulation *f);

/* What happens after a step: projection, post-stabilisation, a new parametrisation. */
step_outcome formulation_correct(formulation *f, double t, double *x);

/* The projection of projected Runge-Kutta methods: moves x onto the constraints that the
 * formulation imposes, along D where it has a D for them and along B elsewhere, and finds the
 * multipliers anew. */
step_outcome formulation_project(formulation *f, double t, double *x);

/* How often the state space was parametrised anew. */
int formulation_switches(const formulation *f);

/* Was a matrix found to be singular? Stays so until it is asked. */
bool formulation_met_singularity(formulation *f);

#endif
