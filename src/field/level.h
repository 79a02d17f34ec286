/* A level: on which side of |sigma|max = value the places of a plane are, and where the growth
 * crosses it between two of them.
 *
 * Rows of signs come from the field where that can be trusted; near the value, outside of the view
 * and between pixels the reference evaluator tells. It keeps the slice of Phi that it used last.
 * Private to the folder: contours are made of this, but curves are unknown here. */
#ifndef FIELD_LEVEL_H
#define FIELD_LEVEL_H

#include "field/field.h"
#include "field/kernel.h"
#include "field/worst.h"

typedef struct level {
    const field *field;
    const view *view;
    const phi *phi;
    double value;
    bool star;
    int branch;     /* +1 or -1: R = branch * value, where R is real; 0: |sigma|max = value */
    double trusted; /* excesses of the field larger than this */
    double *x;      /* of the columns -1 .. width */
    slice slice;
    double slice_w, slice_size; /* its w, and the sum of the moduli of its coefficients */
    worst worst;                /* instead of the slice where the view shows every w */
    warm_start sides;           /* of the two columns outside of the view */
    long evaluations;
    status status; /* the first failure, here or of the user; then everything is skipped */
    message *why;
} level;

/* One row of the grid: columns -1 .. width of the view. */
typedef struct level_row {
    double y;
    float *growth;
    unsigned char *above;
} level_row;

/* A place with the excess that was found there: log(growth / value), at most 50 either way, unless
 * there is a branch. */
typedef struct sample {
    double x, y, excess;
} sample;

/* Of |R e^{-z}| when `star`. With a branch the excess is N - branch * value * D: it changes its
 * sign across that branch alone, and not at poles, so that branches closer than a pixel are told
 * apart. Field, Phi and message must outlive the level. The caller clears levels and rows in every
 * case. */
status level_init(level *l, const field *f, const phi *p, double value, bool star, int branch,
                  message *why) MUST_CHECK;
void level_clear(level *l);

status level_row_init(level_row *row, const level *l) MUST_CHECK;
void level_row_clear(level_row *row);

/* Row -1 .. height of the view. */
void level_load_row(level *l, int row, level_row *to);

/* The next cell between two rows (which may be the same) of which not all corners agree, or
 * `count`. */
int level_next_cell(const level_row *upper, const level_row *lower, int from, int count);

sample level_corner(level *l, const level_row *row, int column);
double level_excess(level *l, double x, double y);
bool level_is_above(level *l, double x, double y);

/* Where the excess is 0 on the way from `low` (excess <= 0) to `high` (excess >= 0). The excess of
 * the result is not set, here and below. */
sample level_find_crossing(level *l, sample low, sample high);

/* Where the growth begins to rise on the way from `low`; false when that is not in a flat
 * region. */
bool level_find_rise(level *l, sample low, sample high, sample *rise);

#endif
