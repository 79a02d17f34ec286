/* The eigenvalues of a pencil of fractions, without rounding: det(lambda E - A) as an integer
 * polynomial has the finite ones as its roots, and exact ranks give the index. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "numerics/eigenvalues.h"
#include "numerics/zroots.h"

/* An n by n matrix of fractions of a pencil that shrinks; rows keep the stride of the first. */
typedef struct exact_reduction {
    int n, stride;
    mpq_t *E, *A, *V;
    mpq_t factor, product;
} exact_reduction;

static mpq_t *new_matrix(int n)
{
    void *(*allocate)(size_t);
    mp_get_memory_functions(&allocate, NULL, NULL);
    mpq_t *m = allocate((size_t)(n * n) * sizeof *m);
    for (int i = 0; i < n * n; i++) {
        mpq_init(m[i]);
    }
    return m;
}

static void free_matrix(mpq_t *m, int n)
{
    void (*release)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &release);
    for (int i = 0; i < n * n; i++) {
        mpq_clear(m[i]);
    }
    release(m, (size_t)(n * n) * sizeof *m);
}

/* row (of width n) -= factor * other */
static void subtract_row(exact_reduction *r, mpq_t *row, mpq_t *other)
{
    for (int j = 0; j < r->n; j++) {
        if (mpq_sgn(other[j]) != 0) {
            mpq_mul(r->product, r->factor, other[j]);
            mpq_sub(row[j], row[j], r->product);
        }
    }
}

static void swap_rows(const exact_reduction *r, mpq_t *m, int a, int b)
{
    for (int j = 0; j < r->n && a != b; j++) {
        mpq_swap(m[a * r->stride + j], m[b * r->stride + j]);
    }
}

/* Gauss-Jordan on rows first .. last of m, with the same done to `along` unless it is NULL.
 * Returns the rank; pivots has the column of each of its rows. */
static int reduce_rows(exact_reduction *r, mpq_t *m, mpq_t *along, int first, int last, int *pivots)
{
    int rank = 0;
    for (int column = 0; column < r->n && first + rank < last; column++) {
        int row = first + rank, found = row;
        while (found < last && mpq_sgn(m[found * r->stride + column]) == 0) {
            found++;
        }
        if (found == last) {
            continue;
        }
        swap_rows(r, m, row, found);
        if (along != NULL) {
            swap_rows(r, along, row, found);
        }
        for (int i = first; i < last; i++) {
            if (i == row || mpq_sgn(m[i * r->stride + column]) == 0) {
                continue;
            }
            mpq_div(r->factor, m[i * r->stride + column], m[row * r->stride + column]);
            subtract_row(r, m + i * r->stride, m + row * r->stride);
            if (along != NULL) {
                subtract_row(r, along + i * r->stride, along + row * r->stride);
            }
        }
        pivots[rank++] = column;
    }
    return rank;
}

/* The first `rank` rows of m times V (n by rank), in place. */
static void restrict_to(exact_reduction *r, mpq_t *m, int rank)
{
    mpq_t *row = new_matrix(r->n);
    for (int i = 0; i < rank; i++) {
        for (int j = 0; j < rank; j++) {
            mpq_set_ui(row[j], 0, 1);
            for (int k = 0; k < r->n; k++) {
                mpq_mul(r->product, m[i * r->stride + k], r->V[k * r->stride + j]);
                mpq_add(row[j], row[j], r->product);
            }
        }
        for (int j = 0; j < rank; j++) {
            mpq_swap(m[i * r->stride + j], row[j]);
        }
    }
    free_matrix(row, r->n);
}

/* V: a basis of what the constraints, rows rank .. n of A in reduced form, leave free. */
static void find_free(exact_reduction *r, int rank, const int *pivots)
{
    int n = r->n, next = 0, at = 0;
    for (int column = 0; column < n; column++) {
        if (at < n - rank && pivots[at] == column) {
            at++;
            continue;
        }
        for (int i = 0; i < n; i++) {
            mpq_set_ui(r->V[i * r->stride + next], i == column, 1);
        }
        for (int p = 0; p < n - rank; p++) {
            mpq_t *row = r->A + (rank + p) * r->stride;
            mpq_div(r->factor, row[column], row[pivots[p]]);
            mpq_neg(r->V[pivots[p] * r->stride + next], r->factor);
        }
        next++;
    }
}

/* As split_infinite of eigenvalues.c, over the fractions. False for a singular pencil. */
static bool split(exact_reduction *r, int *rank)
{
    int pivots[EXACT_PENCIL_ROWS], n = r->n;
    *rank = reduce_rows(r, r->E, r->A, 0, n, pivots);
    if (*rank == n) {
        return true;
    }
    if (reduce_rows(r, r->A, NULL, *rank, n, pivots) < n - *rank) {
        return false;
    }
    find_free(r, *rank, pivots);
    restrict_to(r, r->E, *rank);
    restrict_to(r, r->A, *rank);
    r->n = *rank;
    return true;
}

static bool find_index(const mpq_t *E, const mpq_t *A, int n, pencil *out)
{
    exact_reduction r = {.n = n, .stride = n};
    r.E = new_matrix(n);
    r.A = new_matrix(n);
    r.V = new_matrix(n);
    mpq_inits(r.factor, r.product, NULL);
    for (int i = 0; i < n * n; i++) {
        mpq_set(r.E[i], E[i]);
        mpq_set(r.A[i], A[i]);
    }
    bool is_regular = true;
    while (is_regular && r.n > 0) {
        int before = r.n, rank = 0;
        is_regular = split(&r, &rank);
        if (!is_regular || rank == before) {
            break;
        }
        out->index++;
        out->infinite += before - rank;
    }
    mpq_clears(r.factor, r.product, NULL);
    free_matrix(r.E, n);
    free_matrix(r.A, n);
    free_matrix(r.V, n);
    return is_regular;
}

/* Each equation times what makes its entries integers: n rows of E, then n of A. */
static void make_integers(const mpq_t *E, const mpq_t *A, int n, mpz_t *out)
{
    mpz_t common;
    mpz_init(common);
    for (int i = 0; i < n; i++) {
        mpz_set_ui(common, 1);
        for (int j = i * n; j < (i + 1) * n; j++) {
            mpz_lcm(common, common, mpq_denref(E[j]));
            mpz_lcm(common, common, mpq_denref(A[j]));
        }
        for (int j = i * n; j < (i + 1) * n; j++) {
            mpz_divexact(out[j], common, mpq_denref(E[j]));
            mpz_mul(out[j], out[j], mpq_numref(E[j]));
            mpz_divexact(out[n * n + j], common, mpq_denref(A[j]));
            mpz_mul(out[n * n + j], out[n * n + j], mpq_numref(A[j]));
        }
    }
    mpz_clear(common);
}

/* The determinant by elimination without fractions (Bareiss, 1968); m is overwritten. */
static void determinant(mpz_t *m, int n, mpz_t value)
{
    int sign = 1;
    mpz_t before;
    mpz_init_set_ui(before, 1);
    mpz_set_ui(value, 1);
    for (int k = 0; k < n; k++) {
        int found = k;
        while (found < n && mpz_sgn(m[found * n + k]) == 0) {
            found++;
        }
        if (found == n) {
            mpz_set_ui(value, 0);
            break;
        }
        for (int j = 0; j < n && found != k; j++) {
            mpz_swap(m[found * n + j], m[k * n + j]);
        }
        sign = found != k ? -sign : sign;
        for (int i = k + 1; i < n; i++) {
            for (int j = k + 1; j < n; j++) {
                mpz_mul(m[i * n + j], m[i * n + j], m[k * n + k]);
                mpz_submul(m[i * n + j], m[i * n + k], m[k * n + j]);
                mpz_divexact(m[i * n + j], m[i * n + j], before);
            }
        }
        mpz_set(before, m[k * n + k]);
        mpz_set(value, before);
    }
    mpz_mul_si(value, value, sign);
    mpz_clear(before);
}

/* det(lambda E - A), up to a factor, from its values at n + 1 integers. */
static status find_polynomial(const mpq_t *E, const mpq_t *A, int n, zpoly *p, message *why)
{
    mpz_t *both = NULL;
    size_t square = (size_t)n * (size_t)n, count = 3 * square + (size_t)n + 1;
    TRY(memory_allocate(&both, count, sizeof *both, why));
    for (size_t i = 0; i < count; i++) {
        mpz_init(both[i]);
    }
    mpz_t *held = both + 2 * square, *values = held + square;
    make_integers(E, A, n, both);
    for (int k = 0; k <= n; k++) {
        for (size_t i = 0; i < square; i++) {
            mpz_mul_si(held[i], both[i], k - n / 2);
            mpz_sub(held[i], held[i], both[square + i]);
        }
        determinant(held, n, values[k]);
    }
    zpoly_interpolate(p, values, n + 1, -(n / 2));
    for (size_t i = 0; i < count; i++) {
        mpz_clear(both[i]);
    }
    free(both);
    return STATUS_OK;
}

/* Determinants have about n times the bits of a row. 40 rows of 16 digits take 2 s, and the time
 * grows with the square of the bits. */
bool exact_pencil_fits(const mpq_t *E, const mpq_t *A, int n)
{
    enum { MOST_BITS = 4500 };
    size_t above = 1, below = 1;
    for (int i = 0; i < 2 * n * n && n <= EXACT_PENCIL_ROWS; i++) {
        const mpq_t *x = i < n * n ? &E[i] : &A[i - n * n];
        size_t bits = mpz_sizeinbase(mpq_numref(*x), 2);
        above = bits > above ? bits : above;
        bits = mpz_sizeinbase(mpq_denref(*x), 2);
        below = bits > below ? bits : below;
    }
    return n <= EXACT_PENCIL_ROWS && (above + below) * (size_t)n <= MOST_BITS;
}

status exact_pencil_eigenvalues(const mpq_t *E, const mpq_t *A, int n, pencil *out, message *why)
{
    zpoly p;
    *out = (pencil){.exact = true};
    zpoly_init(&p);
    status s = STATUS_OK;
    TRY_OR_END(memory_allocate(&out->values, (size_t)n, sizeof *out->values, why));
    TRY_OR_END(find_polynomial(E, A, n, &p, why));
    if (p.degree < 0 || !find_index(E, A, n, out)) {
        s = refuse(why, "the pencil lambda E - A is singular: its determinant vanishes for every "
                        "lambda, and the equation has no unique solution");
        goto end;
    }
    out->finite = p.degree;
    if (p.degree + out->infinite != n || !zpoly_roots(&p, out->values, NULL)) {
        s = fail(why, "the eigenvalues of the pencil could not be told apart");
    }
end:
    zpoly_clear(&p);
    return s;
}
