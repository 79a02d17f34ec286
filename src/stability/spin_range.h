/* The spin range: for which w a method is A-stable, and for which it is stable on the negative real
 * axis, as a set of intervals and isolated points. Kernel: the shear.
 *
 * Where Phi has integer coefficients the set is found in exact arithmetic: the finitely many w at
 * which anything can change are isolated as real algebraic numbers, one rational w between each two
 * of them decides for all, and each of them is decided by itself. Nothing is sampled.
 * Where its coefficients are in a field of degree 2 or 3 every fraction w is decided exactly, but
 * the ends are roots that are right to 1e-12 or so, and `exact` is false. Where the exact way would
 * take too long the set is sampled (spin_scan.h), by exact decisions; `exact` is false. Where Phi
 * is not known exactly the decisions are made in quadruple precision with a tolerance of 1e-20 of
 * the terms. */
#ifndef STABILITY_SPIN_RANGE_H
#define STABILITY_SPIN_RANGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "base/text.h"
#include "method/method.h"
#include "numerics/number.h"

enum { SPIN_RANGE_MOST = 32, SPIN_RANGE_WORDS = 4096 };

/* An end of an interval of w. */
typedef struct spin_end {
    double value; /* -INFINITY and INFINITY are allowed */
    bool is_rational;
    char text[48]; /* "-inf", "3/2", "1.23456789012345" */
} spin_end;

/* A point has from = to, and includes both. */
typedef struct spin_interval {
    spin_end from, to;
    bool includes_from, includes_to;
} spin_interval;

/* Ascending and disjoint; the empty set has count = 0. */
typedef struct spin_range {
    bool exact;
    bool is_sampled; /* what is narrower than the distance of two samples is not seen */
    /* Rounded coefficients make |R| a little larger than 1 where it is 1. Where that decides, the
     * set is the one of |R| <= 1 + this; else 0. */
    double up_to_rounding;
    int count;
    spin_interval intervals[SPIN_RANGE_MOST];
} spin_range;

/* The w for which, after common factors are cancelled, there is no pole and |R| <= 1 (multistep
 * methods: the root condition holds) for every Re z < 0; and the same for every real z < 0.
 * Methods that are for ODEs only have {0} or nothing; a spin-stabilised method, whose limit is
 * R(z, 0), has every w or none. */
status spin_range_a_stable(const method *m, spin_range *out, message *why) MUST_CHECK;
status spin_range_negative_axis(const method *m, spin_range *out, message *why) MUST_CHECK;

/* Is it one point? Ends that are written alike are one. */
bool spin_interval_is_point(const spin_interval *i);

/* "(-inf, 0] and {1}"; "nothing" for the empty set. In print an end is written as it is when that
 * is a fraction, else to so many digits. */
void spin_range_text(const spin_range *r, int digits, number_style style, text *out);

/* The same in ASCII. SPIN_RANGE_WORDS is always enough. */
void spin_range_words(const spin_range *r, char *out, size_t size);

#endif
