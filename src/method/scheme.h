/* The coefficients of a method as exact numbers of one field, where they are: a file that has
 * fractions, decimals and one kind of root, and the families.
 *
 * Stages are kept in a basis in which they are such numbers. For a file these are the stages
 * themselves. For collocation, whose nodes are irrational, the values at the nodes are those of a
 * polynomial, and its coefficients take their place: A integrates and takes the remainder by the
 * polynomial of the nodes, C multiplies by t and does the same. R depends on A, C, b and 1 only in
 * ways that do not change with the basis.
 *
 * For files that gcc compiles. */
#ifndef METHOD_SCHEME_H
#define METHOD_SCHEME_H

#include "method/coefficients.h"
#include "numerics/exact.h"

typedef struct scheme {
    method_kind kind;
    int size; /* s stages, k steps, or k of Gauss-Lobatto */
    exact_field field;

    /* Runge-Kutta: A and C row-major with `size` columns, `one` are stages that are all 1. With an
     * explicit first stage its rows and columns come first. */
    exact_number *A, *C, *one, *b;

    /* Multistep, oldest first. */
    exact_number *alpha, *beta;

    /* Gauss-Lobatto: k equations for y_1 .. y_k of x(t) = 1 + y_1 t + ... + y_k t^k, whose last
     * column is what is left without them. Each entry is a sum of 1, z, w and z w; its four
     * coefficients are at 4 (row (k + 1) + column). */
    exact_number *collocation;
} scheme;

/* Of a method; NULL where its coefficients are not known exactly. It belongs to the method. */
const scheme *method_scheme(const method *m);

/* All numbers are 0, the field are the fractions. Nothing here comes back when there is no memory,
 * as GMP. */
scheme *scheme_create(method_kind kind, int size);
scheme *scheme_copy(const scheme *from);
void scheme_destroy(scheme *s); /* NULL is accepted */

/* C and 1 of stages that are kept as they are: diag(c) and ones. */
void scheme_set_nodes(scheme *s, const exact_number *c);

/* The nearest quads: what a method is made of besides. For stages that are kept as they are. */
void scheme_round(const scheme *s, coefficients *out);

/* As coefficients_form, but decided exactly. */
method_form scheme_form(const scheme *s);

/* The families; all of these are fractions. */
scheme *scheme_gauss(int stages);
scheme *scheme_radau_iia(int stages);
scheme *scheme_lobatto_iiia(int stages);
scheme *scheme_lobatto_iiic(int stages);
scheme *scheme_gauss_lobatto(int k);
scheme *scheme_bdf(int k);
/* x_{n+k} - x_{n+k-1} is the integral of the polynomial through `count` derivatives, the oldest of
 * which is at n. */
scheme *scheme_adams(int k, int count);
/* theta of this field */
scheme *scheme_theta(const exact_field *field, const exact_number *theta);

#endif
