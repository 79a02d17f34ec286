/* The numbers of a portrait: one table of what they are called, where they are and what kind they
 * are. The lists and tables of `analyse` and `compare`, CSV, LaTeX, JSON and the panel of the
 * window follow from it. Words are made here, all of them; JSON is written where its library is
 * seen, by kind and value. */
#ifndef STABILITY_QUANTITY_H
#define STABILITY_QUANTITY_H

#include <stddef.h>

#include "base/text.h"
#include "numerics/number.h"
#include "stability/portrait.h"

/* What the offset leads to. */
typedef enum quantity_kind {
    QUANTITY_NUMBER,         /* double; infinite and NaN are allowed */
    QUANTITY_COUNT,          /* int; a negative one does not exist */
    QUANTITY_FLAG,           /* bool */
    QUANTITY_ANSWER,         /* analysis_answer; none is open where rounding matters */
    QUANTITY_CONSTANT,       /* analysis_constant */
    QUANTITY_CONSTANT_TEXT,  /* the same as it is written */
    QUANTITY_EXTENT,         /* analysis_extent */
    QUANTITY_INTERVAL,       /* double[2] */
    QUANTITY_SPINS,          /* portrait_range */
    QUANTITY_SPINS_TEXT,     /* the same as it is written */
    QUANTITY_ZEROS,          /* analysis_zeros */
    QUANTITY_MULTIPLICITIES, /* of analysis_zeros */
    QUANTITY_GROUND          /* bool: exactly? */
} quantity_kind;

typedef struct quantity {
    const char *key;                /* in JSON and CSV */
    const char *label;              /* in a list; NULL: told with another one */
    const char *head;               /* of a column; NULL: not in tables */
    const char *latex_head;         /* the same in LaTeX; NULL: as it is */
    const char *short_label, *help; /* markup for narrow places, and what it is; NULL: not there */
    int digits;                     /* in narrow places */
    const char *unit;               /* the same; "" for none */
    quantity_kind kind;
    size_t offset; /* of the value in a portrait */
    /* Where rounding matters to it: the offset of a number that is 0 or what it takes (then the
     * rounding of the coefficients decides), of the value without rounding, and a format. */
    size_t up_to, offset_rounded;
    const char *excess; /* NULL: rounding does not matter */
} quantity;

extern const quantity quantities[];
extern const int quantity_count;

const quantity *quantity_find(const char *key); /* NULL: there is none */

/* The value, or the one that it would have if coefficients were not rounded. */
const void *quantity_value(const quantity *q, const portrait *p, bool rounded);

/* What it takes to have the other value; 0 when rounding does not matter. */
double quantity_excess(const quantity *q, const portrait *p);

/* NUMBER_PLAIN: what is known, in ASCII, to twelve digits, which is what an angle is known to and a
 * little less than a double has. NUMBER_FINE: for narrow places, in print and with few digits. */
void quantity_words(const quantity *q, const portrait *p, number_style style, text *out);

/* In ASCII, with what rounding has to do with it. */
void quantity_words_in_full(const quantity *q, const portrait *p, text *out);

/* A set of w as in narrow places: an end as it is when that is a fraction, else to so many digits.
 */
void quantity_spins(const portrait_range *r, int digits, text *out);

/* "nowhere", "somewhere", "everywhere". */
const char *quantity_extent_name(analysis_extent e);

#endif
