/* What the parts of `largest-h` share. */
#ifndef CLI_LARGEST_H_H
#define CLI_LARGEST_H_H

#include "base/text.h"
#include "cli.h"
#include "stability/largest_h.h"
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
} step_request;

/* What an equation means along t. */
typedef struct step_path {
    const equation *equation;
    reduction_plan plan;
    int count;      /* times */
    double *t;      /* ascending */
    reduced *at;    /* of each time */
    double *h;      /* the largest step there: 0 when there is none, may be infinite */
    double *mode_h; /* of each time and mode by itself, EQUATION_MAX_SIZE a time */
    bool growing;   /* does any lambda have a positive real part? */
    double least_h, least_t;
    reduced least;  /* at least_t */
    int least_mode; /* which limits, -1: none */
} step_path;

/* Words for a number: "unbounded" and "none" for infinity and 0. */
void step_words(double h, int digits, char *out, size_t size);
void complex_words(double complex x, char *out, size_t size);
cJSON *json_pair(double complex x);

/* `--dae`: reads, reduces, prints, draws. STATUS_NO when no step works somewhere. */
status largest_h_equation(const step_request *r, message *why) MUST_CHECK;

/* Draws the path on the region, and the growth along t, to r->output. */
status largest_h_draw(const step_request *r, const step_path *path, message *why) MUST_CHECK;

/* Is the ending of a file one that can be drawn? */
bool largest_h_can_draw(const char *path);

#endif
