/* The real roots of several polynomials together, each number once, in ascending order. */
#ifndef NUMERICS_ROOT_SET_H
#define NUMERICS_ROOT_SET_H

#include "numerics/real_roots.h"

/* Begins with root_set_init and ends with root_set_clear, which frees all in it. */
typedef struct root_set {
    int factor_count, factor_room;
    zpoly *factors; /* without multiple roots or roots in common */
    int count;
    real_root *roots; /* known once root_set_isolate was called */
} root_set;

/* The empty set; and back to it. */
void root_set_init(root_set *s);
void root_set_clear(root_set *s);

/* Constants, zero among them, have no roots here. */
void root_set_add(root_set *s, const zpoly *p);

/* Finds the roots; their intervals are apart afterwards. */
void root_set_isolate(root_set *s);

/* A fraction in gap n of the roots: below root n, above root n - 1; 0 <= n <= count. */
void root_set_between(root_set *s, int n, mpq_t between);

#endif
