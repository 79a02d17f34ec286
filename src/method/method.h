/* A method: a time-stepping scheme with exact coefficients, from a family (radau-iia:3) or from a
 * method file (rk4, ./my.method), together with how it is applied to a DAE. Immutable once made.
 *
 * The coefficients themselves are in coefficients.h; nothing here knows about stability. */
#ifndef METHOD_METHOD_H
#define METHOD_METHOD_H

#include <stdbool.h>

#include "base/status.h"

enum { METHOD_MAX_STAGES = 16, METHOD_MAX_STEPS = 12, METHOD_NAME_SIZE = 1024 };

/* What kind of formula it is. */
typedef enum method_kind {
    METHOD_RUNGE_KUTTA,
    METHOD_MULTISTEP,
    METHOD_GAUSS_LOBATTO /* collocation: unknowns at Lobatto nodes, equations at Gauss nodes */
} method_kind;

/* How the method is applied to the spinning DAE (Kunkel & Mehrmann, section 5). */
typedef enum method_form {
    FORM_ODE_ONLY,             /* it is not: defined at w = 0 only */
    FORM_IMPLICIT,             /* Runge-Kutta, A invertible */
    FORM_EXPLICIT_FIRST_STAGE, /* Runge-Kutta, first row of A zero, the rest invertible */
    FORM_COLLOCATION,          /* Gauss-Lobatto */
    FORM_NEWEST_DERIVATIVE     /* multistep with x' of the newest point only, as BDF */
} method_form;

/* What a projected method keeps after a step: x2, u = E x, or nothing (no projection). */
typedef enum method_keep { KEEP_X2, KEEP_U, KEEP_NONE } method_keep;

/* What is known about a method. */
typedef struct method_info {
    char name[METHOD_NAME_SIZE]; /* as it can be typed again: spin:gauss:2,keep=u */
    char title[128];
    char reference[256];
    method_kind kind;
    method_form form;
    method_keep keep;
    bool keep_matters; /* false for stiffly accurate methods: all three are the same */
    bool spin;         /* the spin-stabilised variant */
    bool from_path;    /* a file that was named by its path, maybe a stranger's */
    bool stiffly_accurate;
    int size;           /* stages, steps, or k of Gauss-Lobatto */
    int order;          /* from the order conditions, 0 when not even consistent */
    int claimed_order;  /* what the file says, 0 when it says nothing */
    int embedded_order; /* of bhat, 0 when there is none */
    char warning[400];  /* "" when there is nothing to say */
} method_info;

typedef struct method method;

/* The description belongs to the method. */
const method_info *method_describe(const method *m);
/* Frees it; NULL is accepted. */
void method_destroy(method *m);

/* A copy for the caller to destroy. */
status method_copy(const method *m, method **out, message *why) MUST_CHECK;

/* "x2", "u", "none" */
const char *method_keep_name(method_keep keep);

/* What the method is, for a person: "3 stages, order 5, stiffly accurate". */
void method_summary(const method_info *info, char *out, int size);

#endif
