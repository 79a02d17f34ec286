/* Where a method is stable, pixel by pixel: as Phi predicts it, as an integration measures it, and
 * whether the two agree. Regions of two predictions, or of a prediction and a formula, can be
 * compared. */
#ifndef REPRODUCE_STABLE_SET_H
#define REPRODUCE_STABLE_SET_H

#include "method/catalogue.h"
#include "validation/validation.h"

typedef enum stable_set_mark {
    SET_UNKNOWN, /* on the boundary, undefined, or too close to call */
    SET_STABLE,
    SET_UNSTABLE
} stable_set_mark;

typedef struct stable_set {
    view view;
    unsigned char *predicted; /* NULL where nothing is predicted */
    unsigned char *measured;  /* NULL where nothing was measured */
    long counts[AGREEMENT_COUNT];
} stable_set;

typedef struct stable_set_request {
    const char *method;
    view view;
    motion moves;
    bool predicts, measures; /* at least one of them */
    /* An equation with a name in place of the test equation, over two of its parameters; it is only
     * measured. */
    const char *equation, *x_parameter, *y_parameter;
    double h;
    int steps; /* 0: as many as usual */
} stable_set_request;

/* Clear it in every case. */
status stable_set_compute(const stable_set_request *request, const catalogue *all, stable_set *out,
                          message *why) MUST_CHECK;
void stable_set_clear(stable_set *r);

/* How many pixels are known in both and how many of these differ. */
typedef struct stable_set_difference {
    long known, different;
} stable_set_difference;

stable_set_difference stable_set_compare(const view *v, const unsigned char *a,
                                         const unsigned char *b);

#endif
