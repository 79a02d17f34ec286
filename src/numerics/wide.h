/* A real number of about 32 digits that any compiler can carry: high + low, |low| <= ulp(high)/2.
 * Headers that must not mention quadruple precision use it; arithmetic is done elsewhere. */
#ifndef NUMERICS_WIDE_H
#define NUMERICS_WIDE_H

/* The number high + low. */
typedef struct wide {
    double high, low;
} wide;

#endif
