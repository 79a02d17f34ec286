/* Eigenvalues and singular values of dense real matrices, row-major, by LAPACK; no other folder
 * sees its headers.
 *
 * The eigenvalues of a pencil lambda E - A are found in two steps: rank decisions split off the
 * infinite ones, each time as many as E lacks in rank, which also gives the index; then QZ finds
 * the finite ones, of a pencil whose E is regular. QZ alone would return a block of infinite ones
 * as finite numbers of size eps^{-1/index}. */
#ifndef NUMERICS_EIGENVALUES_H
#define NUMERICS_EIGENVALUES_H

#include <complex.h>
#include <gmp.h>
#include <stdbool.h>

#include "base/status.h"

/* A singular value below this part of the largest one is 0, once rows and columns are scaled to a
 * common size: multiplying an equation or an unknown by a number changes no decision. */
static const double rank_tolerance = 1e-11;

/* A = U diag(s) V^T with all of U (rows by rows) and V^T (columns by columns), which may be NULL;
 * min(rows, columns) singular values, the largest first. */
status matrix_svd(const double *a, int rows, int columns, double *u, double *s, double *vt,
                  message *why) MUST_CHECK;

/* The rank, with rows and columns scaled first. */
status matrix_rank(const double *a, int rows, int columns, int *rank, message *why) MUST_CHECK;

/* Eigenvalues, and the eigenvectors as columns: a right = right diag, left^H a = diag left^H. Both
 * or neither of left and right may be NULL. */
status matrix_eigenvalues(const double *a, int n, double complex *values, double complex *left,
                          double complex *right, message *why) MUST_CHECK;

/* What pencil_eigenvalues finds. */
typedef struct pencil {
    int finite, infinite;   /* how many eigenvalues, with multiplicity */
    int index;              /* 0: E is regular, an ODE; of E x' = A x as a DAE */
    double complex *values; /* the finite ones */
    int cleaned; /* real parts that are 0 as far as rounding (8 n eps |lambda|max) lets one tell,
                    and were set to it */
    bool exact;  /* all of this without rounding, but for that of the values to doubles */
} pencil;

/* n by n matrices. Refuses a singular pencil, and entries that are not finite. The caller clears
 * the pencil in every case. */
status pencil_eigenvalues(const double *E, const double *A, int n, pencil *out,
                          message *why) MUST_CHECK;

/* The same for fractions: no decision depends on rounding, an eigenvalue that is 0, real or
 * imaginary is exactly so, and a multiple one is there as often. Only for what fits: up to
 * EXACT_PENCIL_ROWS rows, and entries that are short enough to take some seconds at most. */
enum { EXACT_PENCIL_ROWS = 40 };
bool exact_pencil_fits(const mpq_t *E, const mpq_t *A, int n);
status exact_pencil_eigenvalues(const mpq_t *E, const mpq_t *A, int n, pencil *out,
                                message *why) MUST_CHECK;

/* Frees the values; it is empty then. */
void pencil_clear(pencil *p);

#endif
