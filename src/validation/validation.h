/* Validation: what is predicted against what was measured, pixel by pixel. The only place where
 * the two meet. */
#ifndef VALIDATION_VALIDATION_H
#define VALIDATION_VALIDATION_H

#include "field/field.h"
#include "validation/measurement.h"

/* What is said of a pixel. */
typedef enum agreement {
    AGREE_STABLE,
    AGREE_UNSTABLE, /* poles included */
    DISAGREE,       /* about stability, or about the size of the growth */
    TOO_CLOSE,      /* predicted boundary, or undefined where a step exists; or no decision */
    NOT_MEASURED    /* yet */
} agreement;

enum { AGREEMENT_COUNT = NOT_MEASURED + 1 };

/* What is said of all of them. */
typedef struct validation {
    view view;
    unsigned char *agreement; /* row by row from the top */
    long counts[AGREEMENT_COUNT];
    long failed;     /* of those too close: the measurement gave no number */
    long wrong_size; /* of those that disagree: only the size does */
    /* |measured - predicted| / predicted growth, the largest over decided pixels with a growth in
     * [1e-3, 1e3], and where. */
    double largest_difference;
    int worst_column, worst_row;
} validation;

/* What to say of one pixel's stability. `rate` is the measured logarithm of the growth. */
agreement validation_compare(verdict predicted, double predicted_growth, growth_verdict measured,
                             double rate);

/* Is the measured growth another one than what is predicted? Growths in [1e-3, 1e3] are compared,
 * whatever the verdicts, within `uncertainty`, and not where that is not known. */
bool validation_is_wrong_size(double predicted_growth, growth_verdict measured, double rate,
                              double uncertainty);

/* Compares a field (whole, with the layer FIELD_EXACT) and a measurement of the same view. The
 * caller clears the validation in every case. */
status validation_of(const field *predicted, const measurement *measured, validation *out,
                     message *why) MUST_CHECK;
void validation_clear(validation *v);

#endif
