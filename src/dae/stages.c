#include "dae/stages.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "numerics/linear.h"

/* A pivot below this times the order of the system, in equilibrated rows, is rounding. */
static const double singular_pivot = 8 * DBL_EPSILON;

/* Corrections this small, relative, that shrink no more have met rounding; with a matrix of the
 * last iterate also larger ones, because rounding is amplified by 1/h^2 in multipliers of index 3.
 */
static const double stagnation = 1e-9, fresh_stagnation = 1e-7;

enum { MOST_GROWTHS = 3 };

static const newton_options default_newton = {.tolerance = 1e-13, .iterations = 20};

status stages_init(stages *s, const problem *p, int blocks, const newton_options *newton,
                   message *why)
{
    size_t n = (size_t)p->size, all = n * (size_t)blocks;
    *s = (stages){.of = p, .blocks = blocks, .newton = default_newton};
    if (newton != NULL && newton->tolerance > 0) {
        s->newton.tolerance = newton->tolerance;
    }
    if (newton != NULL && newton->iterations > 0) {
        s->newton.iterations = newton->iterations;
    }
    struct {
        double **to;
        size_t count;
    } arrays[] = {{&s->matrix, all * all},
                  {&s->right, all},
                  {&s->scale, all},
                  {&s->Fx, n * n},
                  {&s->Fxd, n * n},
                  {&s->Qh, n * n},
                  {&s->work, n * n},
                  {&s->x, n},
                  {&s->xd, n},
                  {&s->y, n},
                  {&s->yd, n},
                  {&s->r, n}};
    TRY(memory_allocate(&s->pivot, all, sizeof *s->pivot, why));
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        TRY(memory_allocate(arrays[i].to, arrays[i].count, sizeof(double), why));
    }
    return STATUS_OK;
}

void stages_clear(stages *s)
{
    double *const arrays[] = {s->matrix, s->right, s->scale, s->Fx, s->Fxd, s->Qh,
                              s->work,   s->x,     s->xd,    s->y,  s->yd,  s->r};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        free(arrays[i]);
    }
    free(s->pivot);
    *s = (stages){0};
}

/* x and x' at a point, in the coordinates of the problem. */
static void place(stages *s, const stage_point *p, int m, double h, const frame *in,
                  const double *K)
{
    int n = s->of->size;
    for (int i = 0; i < n; i++) {
        double value = p->base[i], slope = p->slope != NULL ? p->slope[i] : 0;
        for (int l = 0; l < m; l++) {
            value += p->P[l] * K[l * n + i];
            slope += p->D[l] * K[l * n + i];
        }
        s->y[i] = value;
        s->yd[i] = slope / h;
    }
    if (in != NULL) {
        frame_leave(in, p->t, s->y, s->yd, s->x, s->xd);
    } else {
        memcpy(s->x, s->y, (size_t)n * sizeof *s->x);
        memcpy(s->xd, s->yd, (size_t)n * sizeof *s->xd);
    }
}

/* out = a b + c d, or a b when c is NULL; n by n. */
static void multiply(const double *a, const double *b, const double *c, const double *d, int n,
                     double *out)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++) {
                sum += a[i * n + k] * b[k * n + j];
                sum += c != NULL ? c[i * n + k] * d[k * n + j] : 0;
            }
            out[i * n + j] = sum;
        }
    }
}

/* F_x and F_x' at the placed point, in the coordinates of the frame. */
static bool linearise(stages *s, const stage_point *p, const frame *in)
{
    int n = s->of->size;
    size_t bytes = (size_t)(n * n) * sizeof *s->Fx;
    s->counts.jacobians++;
    if (!problem_jacobian(s->of, p->t, s->x, s->xd, s->Fx, s->Fxd)) {
        return false;
    }
    if (in != NULL) {
        frame_at(in, p->t, s->Qh);
        multiply(s->Fx, s->Qh, s->Fxd, in->Qd, n, s->work);
        memcpy(s->Fx, s->work, bytes);
        multiply(s->Fxd, s->Qh, NULL, NULL, n, s->work);
        memcpy(s->Fxd, s->work, bytes);
    }
    return true;
}

/* The right side -F, scaled as the rows of the matrix were; false when it is not finite. */
static bool assemble_right(stages *s, const stage_point *points, int count, int m, double h,
                           const frame *in, const double *K)
{
    int row = 0;
    bool finite = true;
    for (int j = 0; j < count; j++) {
        const stage_point *p = &points[j];
        place(s, p, m, h, in, K);
        s->counts.residuals++;
        s->of->residual(s->of->data, p->t, s->x, s->xd, s->r);
        for (int i = 0; i < p->rows; i++, row++) {
            s->right[row] = -s->r[p->first + i] * s->scale[row];
            finite = finite && isfinite(s->right[row]);
        }
    }
    return finite;
}

/* Divides every row by its largest entry. */
static step_outcome equilibrate(stages *s, int order)
{
    for (int i = 0; i < order; i++) {
        double *row = s->matrix + (size_t)i * (size_t)order;
        double largest = 0;
        for (int j = 0; j < order; j++) {
            if (!isfinite(row[j])) {
                return STEP_NOT_FINITE;
            }
            largest = fmax(largest, fabs(row[j]));
        }
        if (largest == 0) {
            return STEP_SINGULAR;
        }
        s->scale[i] = 1 / largest;
        for (int j = 0; j < order; j++) {
            row[j] /= largest;
        }
    }
    return STEP_DONE;
}

static step_outcome assemble_matrix(stages *s, const stage_point *points, int count, int m,
                                    double h, const frame *in, const double *K)
{
    int n = s->of->size, order = m * n, row = 0;
    for (int j = 0; j < count; j++) {
        const stage_point *p = &points[j];
        place(s, p, m, h, in, K);
        if (!linearise(s, p, in)) {
            return STEP_NOT_FINITE;
        }
        for (int i = p->first; i < p->first + p->rows; i++, row++) {
            double *to = s->matrix + (size_t)row * (size_t)order;
            for (int l = 0; l < m; l++) {
                for (int k = 0; k < n; k++) {
                    to[l * n + k] = p->P[l] * s->Fx[i * n + k] + p->D[l] / h * s->Fxd[i * n + k];
                }
            }
        }
    }
    step_outcome o = equilibrate(s, order);
    if (o != STEP_DONE) {
        return o;
    }
    s->counts.factorisations++;
    double smallest = real_lu_factor(s->matrix, order, s->pivot);
    return smallest > singular_pivot * order ? STEP_DONE : STEP_SINGULAR;
}

static double largest_of(const double *v, int count)
{
    double largest = 0;
    for (int i = 0; i < count; i++) {
        largest = real_larger(largest, fabs(v[i]));
    }
    return largest;
}

/* One correction of K; *size is how large it was, relative. */
static step_outcome correct(stages *s, const stage_point *points, int count, int m, double h,
                            const frame *in, double *K, double *size)
{
    int order = m * s->of->size;
    if (!assemble_right(s, points, count, m, h, in, K)) {
        return STEP_NOT_FINITE;
    }
    s->counts.iterations++;
    real_lu_solve(s->matrix, order, s->pivot, s->right, 1);
    for (int i = 0; i < order; i++) {
        K[i] += s->right[i];
    }
    double scale = largest_of(K, order) + largest_of(points[0].base, s->of->size) + DBL_MIN;
    *size = largest_of(s->right, order) / scale;
    return isfinite(*size) ? STEP_DONE : STEP_NOT_FINITE;
}

step_outcome stages_solve(stages *s, const stage_point *points, int count, int m, double h,
                          const frame *in, double *K)
{
    double before = INFINITY;
    bool fresh = false; /* was the matrix made at the last iterate? */
    int growths = 0;    /* corrections of multipliers of index 3 may grow before they shrink */
    step_outcome o = assemble_matrix(s, points, count, m, h, in, K);
    for (int n = 0; n < s->newton.iterations && o == STEP_DONE; n++) {
        double size;
        o = correct(s, points, count, m, h, in, K, &size);
        if (o != STEP_DONE || s->of->linear || size <= s->newton.tolerance ||
            (size <= (fresh ? fresh_stagnation : stagnation) && size >= before / 2)) {
            return o;
        }
        growths = size > 2 * before && fresh ? growths + 1 : 0;
        if (growths == MOST_GROWTHS) {
            return STEP_NO_CONVERGENCE;
        }
        fresh = size > 0.1 * before || n == 0;
        if (fresh) {
            o = assemble_matrix(s, points, count, m, h, in, K);
        }
        before = size;
    }
    return o == STEP_DONE ? STEP_NO_CONVERGENCE : o;
}
