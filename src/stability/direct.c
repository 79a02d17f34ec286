#include "stability/direct.h"

#include "numerics/linear_quad.h"
#include "numerics/nodes.h"

enum { MAX_ROWS = 2 * METHOD_MAX_STAGES };

typedef struct equation {
    motion moves;
    cquad lambda;
    quad omega;
} equation;

/* T(t), its inverse and the derivatives of both, as 2x2 matrices row by row. */
typedef struct frame {
    quad T[4], T_slope[4], inverse[4], inverse_slope[4];
} frame;

static frame frame_at(const equation *e, quad t)
{
    quad o = e->omega;
    if (e->moves == MOTION_SHEAR) {
        return (frame){.T = {1, o * t, 0, 1},
                       .T_slope = {0, o, 0, 0},
                       .inverse = {1, -o * t, 0, 1},
                       .inverse_slope = {0, -o, 0, 0}};
    }
    quad c = cosq(o * t);
    quad s = sinq(o * t);
    return (frame){.T = {c, s, -s, c},
                   .T_slope = {-o * s, o * c, -o * c, -o * s},
                   .inverse = {c, -s, s, c},
                   .inverse_slope = {-o * s, -o * c, o * c, -o * s}};
}

/* E(t) and A(t), row by row: E = [1 0; 0 0] T^{-1},
 * A = [lambda 0; -1 1] T^{-1} - [1 0; 0 0] (T^{-1})'. */
static void assemble(const equation *e, quad t, cquad E[4], cquad A[4])
{
    frame f = frame_at(e, t);
    for (int j = 0; j < 2; j++) {
        E[j] = f.inverse[j];
        E[2 + j] = 0;
        A[j] = e->lambda * f.inverse[j] - f.inverse_slope[j];
        A[2 + j] = -f.inverse[j] + f.inverse[2 + j];
    }
}

/* x = T(t) y for y = (u, v) */
static void to_x(const equation *e, quad t, const cquad y[2], cquad x[2])
{
    frame f = frame_at(e, t);
    x[0] = f.T[0] * y[0] + f.T[1] * y[1];
    x[1] = f.T[2] * y[0] + f.T[3] * y[1];
}

static void to_y(const equation *e, quad t, const cquad x[2], cquad y[2])
{
    frame f = frame_at(e, t);
    y[0] = f.inverse[0] * x[0] + f.inverse[1] * x[1];
    y[1] = f.inverse[2] * x[0] + f.inverse[3] * x[1];
}

/* The derivative of the consistent solution through T(t) (1, 1) y. */
static void consistent_slope(const equation *e, quad t, cquad y, cquad slope[2])
{
    frame f = frame_at(e, t);
    for (int i = 0; i < 2; i++) {
        quad along = f.T[2 * i] + f.T[2 * i + 1];
        quad turning = f.T_slope[2 * i] + f.T_slope[2 * i + 1];
        slope[i] = (e->lambda * along + turning) * y;
    }
}

/* Solves matrix x = right in place; false when the matrix is singular. Rows are divided by their
 * largest entry before: a large lambda must not swallow the constraint. */
static bool solve(cquad *matrix, int n, cquad *right)
{
    int pivot[MAX_ROWS];
    for (int i = 0; i < n; i++) {
        quad largest = 0;
        int exponent = 0;
        for (int j = 0; j < n; j++) {
            largest = fmaxq(largest, cquad_size(matrix[i * n + j]));
        }
        frexpq(finiteq(largest) ? largest : 1, &exponent);
        for (int j = 0; j < n; j++) {
            matrix[i * n + j] = cquad_scaled(matrix[i * n + j], -exponent);
        }
        right[i] = cquad_scaled(right[i], -exponent);
    }
    if (!(cquad_lu_factor(matrix, n, pivot) > 0)) {
        return false;
    }
    cquad_lu_solve(matrix, n, pivot, right, 1);
    return true;
}

/* E_j K_j = A_j (x + sum_l a_jl K_l) for the derivatives K; the first stages that are `given` are
 * in K already. Then x_new = x + sum b_l K_l. */
static bool runge_kutta_step(const coefficients *a, const equation *e, quad t0, int given, cquad *K,
                             const cquad x[2], cquad x_new[2])
{
    int s = a->size;
    int n = 2 * (s - given);
    cquad matrix[MAX_ROWS * MAX_ROWS];
    cquad right[MAX_ROWS] = {0};
    for (int j = given; j < s; j++) {
        cquad E[4], A[4];
        assemble(e, t0 + a->c[j], E, A);
        for (int row = 0; row < 2; row++) {
            int i = 2 * (j - given) + row;
            right[i] = A[2 * row] * x[0] + A[2 * row + 1] * x[1];
            for (int l = 0; l < s; l++) {
                for (int column = 0; column < 2; column++) {
                    cquad entry = -a->A[j * s + l] * A[2 * row + column];
                    if (l < given) {
                        right[i] -= entry * K[2 * l + column];
                        continue;
                    }
                    entry += l == j ? E[2 * row + column] : 0;
                    matrix[i * n + 2 * (l - given) + column] = entry;
                }
            }
        }
    }
    if (!solve(matrix, n, right)) {
        return false;
    }
    for (int i = 0; i < n; i++) {
        K[2 * given + i] = right[i];
    }
    for (int i = 0; i < 2; i++) {
        x_new[i] = x[i];
        for (int l = 0; l < s; l++) {
            x_new[i] += a->b[l] * K[2 * l + i];
        }
    }
    return true;
}

/* Differential row at the Gauss nodes, constraint at the Lobatto nodes, unknown X_1 .. X_k. */
static bool gauss_lobatto_step(const coefficients *a, const equation *e, quad t0, const cquad x[2],
                               cquad x_new[2])
{
    int k = a->size;
    int n = 2 * k;
    cquad matrix[MAX_ROWS * MAX_ROWS] = {0};
    cquad right[MAX_ROWS] = {0};
    cquad E[4], A[4];
    for (int j = 0; j < k; j++) {
        assemble(e, t0 + a->c[j], E, A);
        for (int l = 0; l <= k; l++) {
            quad value = nodes_lagrange(k + 1, a->lobatto, l, a->c[j]);
            quad slope = nodes_lagrange_slope(k + 1, a->lobatto, l, a->c[j]);
            for (int i = 0; i < 2; i++) {
                cquad entry = slope * E[i] - value * A[i];
                if (l == 0) {
                    right[j] -= entry * x[i];
                } else {
                    matrix[j * n + 2 * (l - 1) + i] = entry;
                }
            }
        }
    }
    for (int l = 0; l < k; l++) {
        assemble(e, t0 + a->lobatto[l + 1], E, A);
        matrix[(k + l) * n + 2 * l] = A[2];
        matrix[(k + l) * n + 2 * l + 1] = A[3];
    }
    if (!solve(matrix, n, right)) {
        return false;
    }
    x_new[0] = right[n - 2];
    x_new[1] = right[n - 1];
    return true;
}

/* (alpha_k E - beta A) x_n = -E sum alpha_{k-l} x_{n-l}: the answer to each old value alone. */
static bool multistep_characteristic(const coefficients *a, const equation *e, quad t0,
                                     cquad *monic)
{
    int k = a->size;
    cquad E[4], A[4];
    assemble(e, t0, E, A);
    for (int j = 0; j < k; j++) {
        cquad old[2];
        cquad matrix[4];
        to_x(e, t0 - (k - j), (cquad[]){1, 1}, old);
        for (int i = 0; i < 4; i++) {
            matrix[i] = a->alpha[k] * E[i] - a->beta[k] * A[i];
        }
        cquad x[2] = {-a->alpha[j] * (E[0] * old[0] + E[1] * old[1]), 0};
        if (!solve(matrix, 2, x)) {
            return false;
        }
        cquad y[2];
        to_y(e, t0, x, y);
        monic[j] = -y[1];
    }
    return true;
}

static bool is_explicit(const coefficients *a)
{
    for (int j = 0; j < a->size; j++) {
        for (int l = j; l < a->size; l++) {
            if (a->A[j * a->size + l] != 0) {
                return false;
            }
        }
    }
    return true;
}

static void explicit_stages(const coefficients *a, cquad z, cquad *K)
{
    for (int j = 0; j < a->size; j++) {
        cquad sum = 1;
        for (int l = 0; l < j; l++) {
            quad weight = a->A[j * a->size + l];
            sum += weight != 0 ? weight * K[l] : 0;
        }
        K[j] = z * sum;
    }
}

static bool implicit_stages(const coefficients *a, cquad z, cquad *K)
{
    int s = a->size;
    cquad matrix[METHOD_MAX_STAGES * METHOD_MAX_STAGES];
    for (int j = 0; j < s; j++) {
        K[j] = z;
        for (int l = 0; l < s; l++) {
            matrix[j * s + l] = (j == l) - z * a->A[j * s + l];
        }
    }
    return solve(matrix, s, K);
}

/* x' = lambda x: K_j = lambda (1 + sum a_jl K_l), R = 1 + b K. */
static bool ode_characteristic(const coefficients *a, cquad z, cquad *monic)
{
    int s = a->size;
    if (a->kind == METHOD_MULTISTEP) {
        for (int j = 0; j < s; j++) {
            monic[j] = (a->alpha[j] - z * a->beta[j]) / (a->alpha[s] - z * a->beta[s]);
        }
        return true;
    }
    cquad K[METHOD_MAX_STAGES];
    if (is_explicit(a)) {
        explicit_stages(a, z, K);
    } else if (!implicit_stages(a, z, K)) {
        return false;
    }
    monic[0] = -1;
    for (int j = 0; j < s; j++) {
        monic[0] -= a->b[j] != 0 ? a->b[j] * K[j] : 0; /* K may have overflowed */
    }
    return true;
}

/* One step from the state y = (u, v) at t0. */
static bool one_step(const method *m, const equation *e, quad t0, const cquad y[2], cquad y_new[2])
{
    const coefficients *a = method_coefficients(m);
    cquad K[MAX_ROWS];
    cquad x[2], x_new[2];
    to_x(e, t0, y, x);
    method_form form = method_describe(m)->form;
    int given = 0;
    if (form == FORM_EXPLICIT_FIRST_STAGE) {
        given = 1;
        consistent_slope(e, t0, y[1], K);
    }
    bool done = form == FORM_COLLOCATION ? gauss_lobatto_step(a, e, t0, x, x_new)
                                         : runge_kutta_step(a, e, t0, given, K, x, x_new);
    if (done) {
        to_y(e, t0 + 1, x_new, y_new);
    }
    return done;
}

bool direct_characteristic(const method *m, motion moves, cquad z, quad w, quad t0, cquad *monic)
{
    const method_info *info = method_describe(m);
    equation e = {.moves = moves, .lambda = z, .omega = w};
    if (info->form == FORM_ODE_ONLY) {
        return ode_characteristic(method_coefficients(m), z, monic);
    }
    if (info->form == FORM_NEWEST_DERIVATIVE) {
        return multistep_characteristic(method_coefficients(m), &e, t0, monic);
    }
    if (info->keep_matters && info->keep == KEEP_NONE) {
        cquad u[2], v[2]; /* the columns of the step matrix */
        if (!one_step(m, &e, t0, (cquad[]){1, 0}, u) || !one_step(m, &e, t0, (cquad[]){0, 1}, v)) {
            return false;
        }
        monic[1] = -(u[0] + v[1]);
        monic[0] = u[0] * v[1] - u[1] * v[0];
        return true;
    }
    cquad y[2];
    if (!one_step(m, &e, t0, (cquad[]){1, 1}, y)) {
        return false;
    }
    bool keeps_u = info->keep == KEEP_U || moves == MOTION_ROTATION;
    monic[0] = keeps_u ? -y[0] : -y[1];
    return true;
}
