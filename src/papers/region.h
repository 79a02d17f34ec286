/* Where a method is stable, pixel by pixel: as Phi predicts it, as an integration measures it, and
 * whether the two agree. Regions of two predictions, or of a prediction and a formula, can be
 * compared. */
#ifndef PAPERS_REGION_H
#define PAPERS_REGION_H

#include "method/catalogue.h"
#include "validation/validation.h"

typedef enum region_mark {
    REGION_UNKNOWN, /* on the boundary, undefined, or too close to call */
    REGION_STABLE,
    REGION_UNSTABLE
} region_mark;

typedef struct region {
    view view;
    unsigned char *predicted; /* NULL where nothing is predicted */
    unsigned char *measured;  /* NULL where nothing was measured */
    long counts[AGREEMENT_COUNT];
} region;

typedef struct region_request {
    const char *method;
    view view;
    motion moves;
    bool predicts, measures; /* at least one of them */
    /* An equation with a name in place of the test equation, over two of its parameters; it is only
     * measured. */
    const char *equation, *x_parameter, *y_parameter;
    double h;
    int steps; /* 0: as many as usual */
} region_request;

/* Clear it in every case. */
status region_compute(const region_request *request, const catalogue *all, region *out,
                      message *why) MUST_CHECK;
void region_clear(region *r);

/* How many pixels are known in both and how many of these differ. */
typedef struct region_difference {
    long known, different;
} region_difference;

region_difference region_compare(const view *v, const unsigned char *a, const unsigned char *b);

#endif
