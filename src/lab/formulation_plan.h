/* What a formulation is made of; private to src/lab. Every row of the table of formulations becomes
 * such a plan, and the residuals read nothing else. */
#ifndef LAB_FORMULATION_PLAN_H
#define LAB_FORMULATION_PLAN_H

#include "lab/dynamics.h"
#include "lab/formulation.h"

typedef enum pull { PULL_HT, PULL_HHT, PULL_D } pull;

typedef enum correction {
    CORRECT_NOTHING,
    CORRECT_STATE,    /* coordinate projection */
    CORRECT_WEIGHTED, /* positions, then velocities, in the norm of W */
    CORRECT_POST,     /* post-stabilisation */
    CORRECT_SWITCH    /* a new parametrisation when the old one has become bad; or the end */
} correction;

typedef struct plan {
    bool multiplier; /* y is among the unknowns; else it is eliminated */
    bool mu[2];      /* z_j' = ... + D mu_j */
    bool imposes[3]; /* constraints: g, g' ..., up to the m-th derivative */
    bool reduced;    /* the rows of z_j are multiplied by R */
    direction direction;
    double gamma[2]; /* Baumgarte's */
    double strength; /* gamma of the stabilised ODE; 0: none */
    pull pull;
    correction corrects;
    direction corrects_along;
    int index;
} plan;

/* Refuses what the order of the system does not allow. */
status formulation_plan(const formulation_choice *how, int order, bool explicitly, plan *out,
                        message *why) MUST_CHECK;

#endif
