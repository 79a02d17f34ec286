/* What is known about one point: what Phi says there, what a real integration does from there, and
 * how far it is from trouble. */
#ifndef EXPLORER_INSPECT_H
#define EXPLORER_INSPECT_H

#include "dae/growth.h"
#include "field/view.h"
#include "method/motion.h"
#include "stability/evaluate.h"

enum { INSPECT_MOST_STEPS = 4096, INSPECT_MOST_FREQUENCIES = INSPECT_MOST_STEPS };

typedef struct inspection {
    double complex z;
    double w;
    evaluation predicted;
    bool has_prediction;
    message why_not; /* when there is none */

    /* The trajectory: log |u_n / u_0| for n = 0 .. steps, and that of the exact solution is
     * n Re z. Fewer steps when one failed. */
    int steps;
    double *log_u;
    growth measured;
    double rate; /* measured log growth per step */
    bool is_steady;

    /* |DFT| of u_n / |u_n|, largest 1, at the angles 2 pi k / frequencies per step. */
    int frequencies;
    double *spectrum;

    double distance;     /* to the boundary of the region, in units of the plane; inf: far */
    double largest_step; /* the largest h such that (h' z, h' w) is stable for 0 < h' <= h */
} inspection;

typedef struct inspect_request {
    const method *method;
    const phi *phi; /* NULL when nothing is predicted */
    motion moves;
    plane plane;
    double complex z;
    double w;
    int steps;
} inspect_request;

/* The caller clears the inspection in every case. */
status inspect_point(const inspect_request *request, inspection *out, message *why) MUST_CHECK;
void inspection_clear(inspection *i);

#endif
