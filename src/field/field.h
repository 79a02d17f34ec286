/* A field: what Phi says at every pixel of a view. */
#ifndef FIELD_FIELD_H
#define FIELD_FIELD_H

#include <stdatomic.h>
#include <stddef.h>

#include "field/point.h"
#include "field/view.h"
#include "stability/phi.h"

/* What to compute beside growth and verdict; these come from the reference evaluator. */
typedef enum field_layer {
    FIELD_EXACT = 1,  /* growth to 1e-12, in double precision or better */
    FIELD_R = 2,      /* R itself (for every w: the largest); one-step methods only */
    FIELD_STAR = 4,   /* log |R e^{-z}|; one-step methods only, in the plain chart at one w */
    FIELD_OUTSIDE = 8 /* the number of roots outside the unit circle */
} field_layer;

/* Which code computes it; AUTO takes the vector kernels where they serve. */
typedef enum evaluator { EVALUATOR_AUTO, EVALUATOR_SCALAR, EVALUATOR_SIMD } evaluator;

/* What to compute. */
typedef struct field_request {
    view view;
    const phi *phi;  /* must outlive the computation */
    unsigned layers; /* field_layer, or-ed */
    evaluator evaluator;
    bool for_display; /* growths need be right to half a colour only: single precision may do */
    int jobs;         /* threads; 0: as many as there are processors */
    const atomic_bool *cancel; /* stops within a tile once true; may be NULL */
    double most_seconds; /* stops, too, when the program has computed for so long (patience.h) */
    /* Coarse to fine: called after every pass with the side of the squares that are right so far
     * (8, then 1); NULL: one pass. Only when the field is computed whole. */
    void (*passed)(void *context, int side);
    /* After every tile of the last pass, by any thread; may be NULL. */
    void (*progressed)(void *context, long done, long total);
    void *context;
} field_request;

/* Rows first_row .. first_row + rows - 1 of the view, top to bottom, `width` values each. */
typedef struct field {
    view view;
    int first_row, rows;
    float *growth;          /* |sigma|max; infinite at poles, NaN where undefined */
    unsigned char *verdict; /* as in stability/evaluate.h */
    double *exact;          /* the layers asked for, else NULL */
    double complex *R;
    float *star;
    unsigned char *outside;
    /* Pixels for which plain double precision was not enough: decided in powers of the distance
     * from a place nearby, in quadruple precision, and in integers. Open ones have the value of
     * quadruple precision: Phi is not known well enough to decide them. */
    long shifted, in_quad, in_integers, open;
} field;

/* Computes rows first .. first + rows - 1 of the view (rows = 0: all of it). The same bits whatever
 * the number of jobs. When stopped: STATUS_NO, and what was not reached is undefined. The caller
 * clears the field in every case. */
status field_compute(const field_request *request, int first, int rows, field *out,
                     message *why) MUST_CHECK;

/* The same into a field that was computed before, or is {0}: memory is used again where it fits. */
status field_recompute(const field_request *request, int first, int rows, field *out,
                       message *why) MUST_CHECK;

/* Frees all layers. */
void field_clear(field *f);

#endif
