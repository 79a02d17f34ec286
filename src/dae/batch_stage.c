/* Every system is written down and solved as a whole, in both components of x. The solvers are
 * made for the sizes that occur most, so that their loops unroll; `any` does the rest. */
#include "dae/batch_stage.h"

#include <stddef.h>

/* One row of n entries, e - a h A (differential) or -a g (algebraic), for K of one stage. */
ALWAYS_INLINE void put_stage(const instant *at, int n, bool diagonal, double a, double h,
                             complexes *differential, complexes *algebraic)
{
    const lanes zero = {0};
    double ah = a * h;
    for (int c = 0; c < n; c++) {
        lanes e = diagonal ? at->e[c] : zero;
        differential[c] = (complexes){e - ah * at->a[c].re, -ah * at->a[c].im};
        if (n == 2) {
            algebraic[c] = (complexes){-a * at->g[c], zero};
        }
    }
}

/* The right-hand sides h A x and g x. */
ALWAYS_INLINE void put_sides(const instant *at, int n, double h, const complexes *x,
                             complexes *differential, complexes *algebraic)
{
    const lanes zero = {0};
    complexes p = {zero, zero}, q = {zero, zero};
    for (int c = 0; c < n; c++) {
        add_product(&p, &at->a[c], &x[c]);
        if (n == 2) {
            add_real_product(&q, &at->g[c], &x[c]);
        }
    }
    *differential = (complexes){h * p.re, h * p.im};
    if (n == 2) {
        copy(algebraic, &q, 1);
    }
}

/* K with E K = h A (x + a K). */
ALWAYS_INLINE void solve_stage(const instant *at, int n, double a, double h, const complexes *x,
                               complexes *K, mask *singular)
{
    complexes rows[6], result[2];
    complexes *second = rows + n + 1;
    put_stage(at, n, true, a, h, rows, second);
    put_sides(at, n, h, x, rows + n, second + n);
    eliminate(rows, n, result, singular);
    copy(K, result, n);
}

/* a += factor b, n components */
ALWAYS_INLINE void add_multiple(complexes *a, int n, double factor, const complexes *b)
{
    for (int c = 0; c < n; c++) {
        a[c].re += factor * b[c].re;
        a[c].im += factor * b[c].im;
    }
}

ALWAYS_INLINE void newest(stage_problem *p, int n)
{
    mask singular = p->singular;
    solve_stage(p->at[0], n, p->a, p->h, p->x, p->K[0], &singular);
    copy(p->result, p->x, n);
    add_multiple(p->result, n, p->a, p->K[0]);
    p->singular = singular;
}

/* x + sum b_j K_j */
ALWAYS_INLINE void complete(stage_problem *p, int n)
{
    const tableau *t = p->method;
    complexes sum[2];
    copy(sum, p->x, n);
    for (int j = 0; j < t->size; j++) {
        add_multiple(sum, n, t->b[j], p->K[j]);
    }
    copy(p->result, sum, n);
}

ALWAYS_INLINE void sequential(stage_problem *p, int n)
{
    const tableau *t = p->method;
    mask singular = p->singular;
    for (int j = p->known; j < t->size; j++) {
        const double *a = t->A + j * t->size;
        complexes base[2];
        copy(base, p->x, n);
        for (int l = 0; l < j; l++) {
            add_multiple(base, n, a[l], p->K[l]);
        }
        solve_stage(p->at[j], n, a[j], p->h, base, p->K[j], &singular);
    }
    p->singular = singular;
    complete(p, n);
}

/* The last m stages at once; rows has room for n m (n m + 1) entries, x for n m. */
ALWAYS_INLINE void coupled(stage_problem *p, int n, int m, complexes *rows, complexes *x)
{
    const tableau *t = p->method;
    int s = t->size, known = s - m, size = n * m;
    for (int j = 0; j < m; j++) {
        const double *a = t->A + (known + j) * s;
        const instant *at = p->at[known + j];
        complexes *differential = rows + n * j * (size + 1);
        complexes *algebraic = differential + size + 1;
        complexes base[2];
        copy(base, p->x, n);
        for (int l = 0; l < known; l++) {
            add_multiple(base, n, a[l], p->K[l]);
        }
        for (int l = 0; l < m; l++) {
            put_stage(at, n, j == l, a[known + l], p->h, differential + n * l, algebraic + n * l);
        }
        put_sides(at, n, p->h, base, differential + size, algebraic + size);
    }
    mask singular = p->singular;
    eliminate(rows, size, x, &singular);
    p->singular = singular;
    for (int j = 0; j < m; j++) {
        copy(p->K[known + j], x + n * j, n);
    }
    complete(p, n);
}

/* Gauss-Lobatto: unknown are x at the Lobatto nodes 1..k. The differential row holds at the Gauss
 * nodes, the algebraic one at the Lobatto nodes. */
ALWAYS_INLINE void collocation(stage_problem *p, int n, int k, complexes *rows, complexes *x)
{
    const lanes zero = {0};
    const tableau *t = p->method;
    int size = n * k;
    for (int j = 0; j < k; j++) {
        const instant *at = p->at[j], *node = p->at[k + j];
        complexes *differential = rows + n * j * (size + 1);
        complexes *algebraic = differential + size + 1;
        complexes side = {zero, zero};
        for (int l = 0; l <= k; l++) {
            double slope = t->slope[j * (k + 1) + l], value = p->h * t->value[j * (k + 1) + l];
            for (int c = 0; c < n; c++) {
                complexes entry = {slope * at->e[c] - value * at->a[c].re, -value * at->a[c].im};
                if (l == 0) {
                    subtract_product(&side, &entry, &p->x[c]);
                } else {
                    copy(differential + n * (l - 1) + c, &entry, 1);
                }
                if (n == 2 && l > 0) {
                    lanes g = l - 1 == j ? node->g[c] : zero;
                    algebraic[n * (l - 1) + c] = (complexes){g, zero};
                }
            }
        }
        copy(differential + size, &side, 1);
        if (n == 2) {
            algebraic[size] = (complexes){zero, zero};
        }
    }
    mask singular = p->singular;
    eliminate(rows, size, x, &singular);
    p->singular = singular;
    copy(p->result, x + size - n, n);
}

#define SIMPLE(KIND, N)                                    \
    VECTOR_CLONES static void KIND##_##N(stage_problem *p) \
    {                                                      \
        KIND(p, N);                                        \
    }

SIMPLE(newest, 1)
SIMPLE(newest, 2)
SIMPLE(sequential, 1)
SIMPLE(sequential, 2)

/* N unknowns at each of M points, or of as many as the method has. */
#define SYSTEM(KIND, N, M)                                         \
    VECTOR_CLONES static void KIND##_##N##_##M(stage_problem *p)   \
    {                                                              \
        complexes rows[(N) * (M) * ((N) * (M) + 1)], x[(N) * (M)]; \
        KIND(p, N, M, rows, x);                                    \
    }
#define SYSTEM_OF_ANY_SIZE(KIND, N)                              \
    VECTOR_CLONES static void KIND##_##N##_any(stage_problem *p) \
    {                                                            \
        enum { LARGEST = (N)*METHOD_MAX_STAGES };                \
        complexes rows[LARGEST * (LARGEST + 1)], x[LARGEST];     \
        KIND(p, N, p->method->size - p->known, rows, x);         \
    }

SYSTEM(coupled, 1, 2)
SYSTEM(coupled, 1, 3)
SYSTEM_OF_ANY_SIZE(coupled, 1)
SYSTEM(coupled, 2, 2)
SYSTEM(coupled, 2, 3)
SYSTEM_OF_ANY_SIZE(coupled, 2)
SYSTEM(collocation, 1, 1)
SYSTEM(collocation, 1, 2)
SYSTEM_OF_ANY_SIZE(collocation, 1)
SYSTEM(collocation, 2, 1)
SYSTEM(collocation, 2, 2)
SYSTEM(collocation, 2, 3)
SYSTEM_OF_ANY_SIZE(collocation, 2)

enum { LARGEST_UNROLLED = 3 };

stage_solver stage_solver_for(const tableau *t, int unknowns)
{
    /* [unknowns - 1][unknown points]; at 0 what is taken where there is no other */
    static const stage_solver coupled_solvers[2][LARGEST_UNROLLED + 1] = {
        {coupled_1_any, NULL, coupled_1_2, coupled_1_3},
        {coupled_2_any, NULL, coupled_2_2, coupled_2_3}};
    static const stage_solver collocation_solvers[2][LARGEST_UNROLLED + 1] = {
        {collocation_1_any, collocation_1_1, collocation_1_2, NULL},
        {collocation_2_any, collocation_2_1, collocation_2_2, collocation_2_3}};
    if (t->kind == METHOD_MULTISTEP) {
        return unknowns == 1 ? newest_1 : newest_2;
    }
    if (tableau_is_sequential(t)) {
        return unknowns == 1 ? sequential_1 : sequential_2;
    }
    bool is_collocation = t->kind == METHOD_GAUSS_LOBATTO;
    const stage_solver *of =
        is_collocation ? collocation_solvers[unknowns - 1] : coupled_solvers[unknowns - 1];
    int points = t->size - (t->form == FORM_EXPLICIT_FIRST_STAGE ? 1 : 0);
    return points <= LARGEST_UNROLLED && of[points] != NULL ? of[points] : of[0];
}
