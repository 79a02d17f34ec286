/* The numbers that `analyse` and `compare` show: one table of where they are and what kind they
 * are, from which text, CSV, LaTeX and JSON follow. */
#ifndef CLI_QUANTITY_H
#define CLI_QUANTITY_H

#include <cjson/cJSON.h>
#include <stddef.h>

#include "base/text.h"
#include "report.h"

/* Turns the value into words for a person, and into JSON. */
typedef struct quantity_kind {
    void (*words)(const void *value, text *out);
    cJSON *(*json)(const void *value);
} quantity_kind;

typedef struct quantity {
    const char *key;        /* in JSON and CSV */
    const char *label;      /* in the list of `analyse`; NULL: told with another one */
    const char *head;       /* of a column; NULL: not in tables */
    const char *latex_head; /* the same in LaTeX; NULL: as it is */
    const quantity_kind *kind;
    size_t offset; /* of the value in a report */
    /* Where rounding matters to it: the offset of a number that is 0 or what it takes (then the
     * rounding of the coefficients decides), of the value without rounding, and a format. */
    size_t up_to, rounded;
    const char *excess; /* NULL: rounding does not matter */
} quantity;

extern const quantity quantities[];
extern const int quantity_count;

void quantity_words(const quantity *q, const report *r, text *out);

/* The same with what rounding has to do with it. */
void quantity_words_in_full(const quantity *q, const report *r, text *out);

/* {"method": ..., every quantity by its key, "undecided": {key: why}, "up_to_rounding": {key: eps},
 * "rounded": {key: what it would be without rounding}} */
cJSON *quantity_object(const report *r);

#endif
