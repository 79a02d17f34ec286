/* What the parts of `largest-h` share. */
#ifndef CLI_LARGEST_H_H
#define CLI_LARGEST_H_H

#include "base/text.h"
#include "cli.h"
#include "method/tableau.h"
#include "session.h"
#include "stability/largest_h.h"
#include "stability/longrun.h"
#include "stability/reduce.h"

typedef struct step_request {
    const command *self;
    /* as typed */
    const char *method_name, *spectrum, *matrices[2], *dae, *omega_text, *t_text, *points_text;
    const char *h_text, *output;
    bool json, force, quiet, patient;
    /* as understood */
    double omega, t0, t1, h; /* h = 0: the largest one is drawn */
    int points;
    text command_line;
    method *method;
    phi *phi;
    progress shown; /* until something is printed */
} step_request;

/* What an answer about an equation stands on. */
typedef enum step_basis {
    BASIS_CONSTANT, /* coefficients that do not change: the zeros of polynomials */
    BASIS_FROZEN,   /* coefficients that are frozen at one t */
    BASIS_STEPS     /* real steps in the long run */
} step_basis;

/* What an equation means along t. */
typedef struct step_path {
    const equation *equation;
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

/* Words for a number: "unbounded" and "none" for infinity and 0. */
void step_words(double h, int digits, char *out, size_t size);
void lambda_words(double complex x, char *out, size_t size);
cJSON *json_lambda(double complex x);

/* `--dae`: reads, reduces, prints, draws. STATUS_NO when no step works. */
status largest_h_equation(step_request *r, message *why) MUST_CHECK;

/* Draws the path on the region, and the growth along t, to r->output. */
status largest_h_draw(const step_request *r, const step_path *path, message *why) MUST_CHECK;

/* Is the ending of a file one that can be drawn? */
bool largest_h_can_draw(const char *path);

#endif
