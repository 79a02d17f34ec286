#include "stability/stage_system.h"

#include <string.h>

#include "numerics/linear_quad.h"
#include "numerics/nodes.h"

enum { MAX_ORDER = METHOD_MAX_STAGES + 2 };

/* T(theta) = [p q; r s], the sums k = p + q and m = r + s of its rows, and their slopes. */
typedef struct turn {
    cquad p, q, r, s, k, m, k_slope, m_slope;
} turn;

static turn turn_by(motion moves, cquad theta)
{
    if (moves == MOTION_SHEAR) {
        return (turn){.p = 1, .q = theta, .r = 0, .s = 1, .k = 1 + theta, .m = 1, .k_slope = 1};
    }
    quad cosine = cosq(crealq(theta));
    quad sine = sinq(crealq(theta));
    return (turn){.p = cosine,
                  .q = sine,
                  .r = -sine,
                  .s = cosine,
                  .k = cosine + sine,
                  .m = cosine - sine,
                  .k_slope = cosine - sine,
                  .m_slope = -cosine - sine};
}

/* Inverts the block of A from row and column `first` on, and what follows from it. */
static void init_runge_kutta(stage_system *system, int first, bool stiffly_accurate)
{
    const coefficients *a = &system->of;
    int n = a->size - first;
    quad block[METHOD_MAX_STAGES * METHOD_MAX_STAGES];
    int pivot[METHOD_MAX_STAGES];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            block[i * n + j] = a->A[(i + first) * a->size + j + first];
            system->V[i * n + j] = i == j;
        }
        system->c[i] = a->c[i + first];
    }
    quad_lu_factor(block, n, pivot);
    quad_lu_solve(block, n, pivot, system->V, n);
    system->rho = 1;
    system->tau = first > 0 ? a->b[0] : 0;
    for (int j = 0; j < n; j++) {
        for (int l = 0; l < n; l++) {
            system->d[j] += system->V[j * n + l];
            system->g[j] += first > 0 ? system->V[j * n + l] * a->A[(l + 1) * a->size] : 0;
            system->beta[l] += system->V[j * n + l] * a->b[j + first];
        }
        system->rho -= a->b[j + first] * system->d[j];
        system->tau -= a->b[j + first] * system->g[j];
    }
    for (int l = 0; l < n && stiffly_accurate; l++) {
        system->beta[l] = l == n - 1;
        system->rho = system->tau = 0;
    }
    system->unknowns = n;
}

static void init_gauss_lobatto(stage_system *system)
{
    const coefficients *a = &system->of;
    int k = a->size;
    for (int j = 0; j < k; j++) {
        for (int l = 0; l <= k; l++) {
            system->value[j * (k + 1) + l] = nodes_lagrange(k + 1, a->lobatto, l, a->c[j]);
            system->slope[j * (k + 1) + l] = nodes_lagrange_slope(k + 1, a->lobatto, l, a->c[j]);
        }
    }
    system->unknowns = k;
}

/* |det M(0)|^{1/n}: det M is a polynomial in z with leading coefficient of modulus one, so this is
 * the mean modulus of its zeros. With a singular A the zeros of det(I - zA) are taken to be of the
 * size of 1/|A|. */
static quad stage_size(const stage_system *system)
{
    int n = system->unknowns;
    quad V[METHOD_MAX_STAGES * METHOD_MAX_STAGES];
    int pivot[METHOD_MAX_STAGES];
    if (system->form == FORM_COLLOCATION) {
        return 2 * n;
    }
    if (system->form == FORM_ODE_ONLY) {
        quad sum = 0;
        for (int i = 0; i < n * n; i++) {
            sum += system->of.A[i] * system->of.A[i];
        }
        return sum > 0 ? n / sqrtq(sum) : 1;
    }
    memcpy(V, system->V, (size_t)(n * n) * sizeof *V);
    if (!(quad_lu_factor(V, n, pivot) > 0)) {
        return 1;
    }
    return powq(fabsq(quad_lu_determinant(V, n, pivot)), 1 / (quad)n);
}

void stage_system_init(stage_system *system, const method *m, motion moves)
{
    const method_info *info = method_describe(m);
    *system = (stage_system){.form = info->form,
                             .kind = info->kind,
                             .keep = info->keep,
                             .moves = moves,
                             .state = info->keep_matters && info->keep == KEEP_NONE ? 2 : 1,
                             .of = *method_coefficients(m)};
    if (moves == MOTION_ROTATION && system->keep == KEEP_X2) {
        system->keep = KEEP_U; /* keeping x2 would make the factor depend on time */
    }
    if (info->kind == METHOD_MULTISTEP) {
        system->degree = info->size;
        system->degree_z = 1;
        system->degree_w = info->form == FORM_ODE_ONLY ? 0 : 1;
        return;
    }
    if (info->form == FORM_IMPLICIT) {
        init_runge_kutta(system, 0, info->stiffly_accurate);
    } else if (info->form == FORM_EXPLICIT_FIRST_STAGE) {
        init_runge_kutta(system, 1, info->stiffly_accurate);
    } else if (info->form == FORM_COLLOCATION) {
        init_gauss_lobatto(system);
    } else {
        system->unknowns = info->size;
    }
    system->size_z = stage_size(system);
    /* No row of the matrix has more than one power of z and one of w. */
    int order = system->unknowns + system->state;
    system->degree = system->state;
    system->degree_z = order;
    system->degree_w = info->form == FORM_ODE_ONLY ? 0 : order;
}

/* The matrix of Runge-Kutta methods: stages, then the state. */
static void fill_runge_kutta(const stage_system *system, cquad sigma, cquad z, cquad w,
                             cquad *matrix)
{
    int n = system->unknowns;
    int width = n + system->state;
    bool first_stage = system->form == FORM_EXPLICIT_FIRST_STAGE;
    for (int j = 0; j < n; j++) {
        cquad *row = matrix + j * width;
        for (int l = 0; l < n; l++) {
            turn t = turn_by(system->moves, w * (system->c[l] - system->c[j]));
            row[l] = system->V[j * n + l] * t.k - (j == l ? z + w : 0);
        }
        turn t = turn_by(system->moves, -w * system->c[j]);
        if (system->state == 2) {
            row[n] = -system->d[j] * t.p;
            row[n + 1] = -system->d[j] * t.q;
        } else {
            cquad first = first_stage ? system->g[j] * (z * t.k + w * t.k_slope) : 0;
            row[n] = -system->d[j] * t.k - first;
        }
    }
    turn step = turn_by(system->moves, -w);
    bool keeps_u = system->keep == KEEP_U;
    for (int i = 0; i < system->state; i++) {
        cquad *row = matrix + (n + i) * width;
        bool is_u = system->state == 2 ? i == 0 : keeps_u;
        for (int l = 0; l < n; l++) {
            turn t = turn_by(system->moves, w * (system->c[l] - 1));
            row[l] = -system->beta[l] * (is_u ? t.k : t.m);
        }
        if (system->state == 2) {
            row[n] = -system->rho * (is_u ? step.p : step.r);
            row[n + 1] = -system->rho * (is_u ? step.q : step.s);
        } else {
            cquad old = is_u ? step.k : step.m;
            cquad old_slope = z * old + w * (is_u ? step.k_slope : step.m_slope);
            row[n] = -system->rho * old - system->tau * old_slope;
        }
        row[n + i] += sigma;
    }
}

static void fill_gauss_lobatto(const stage_system *system, cquad sigma, cquad z, cquad w,
                               cquad *matrix)
{
    int k = system->unknowns;
    const coefficients *a = &system->of;
    for (int j = 0; j < k; j++) {
        for (int l = 0; l <= k; l++) {
            turn t = turn_by(system->moves, w * (a->lobatto[l] - a->c[j]));
            cquad entry = system->slope[j * (k + 1) + l] * t.k -
                          system->value[j * (k + 1) + l] * (z * t.k + w * t.k_slope);
            /* The old value comes last, as the state does. */
            matrix[j * (k + 1) + (l == 0 ? k : l - 1)] = entry;
        }
    }
    for (int l = 0; l <= k; l++) {
        matrix[k * (k + 1) + l] = l == k ? sigma : l == k - 1 ? -1 : 0;
    }
}

/* R(z) = 1 + z b (I - z A)^{-1} 1 */
static void fill_ode(const stage_system *system, cquad sigma, cquad z, cquad *matrix)
{
    int s = system->unknowns;
    const coefficients *a = &system->of;
    for (int j = 0; j < s; j++) {
        for (int l = 0; l < s; l++) {
            matrix[j * (s + 1) + l] = (j == l) - z * a->A[j * s + l];
        }
        matrix[j * (s + 1) + s] = -1;
        matrix[s * (s + 1) + j] = -z * a->b[j];
    }
    matrix[s * (s + 1) + s] = sigma - 1;
}

static void multistep_phi(const stage_system *system, cquad z, cquad w, cquad *c)
{
    const coefficients *a = &system->of;
    int k = a->size;
    for (int j = 0; j <= k; j++) {
        if (system->form == FORM_ODE_ONLY) {
            c[j] = a->alpha[j] - z * a->beta[j];
        } else {
            c[j] = a->alpha[j] * turn_by(system->moves, w * (j - k)).k;
            c[j] -= j == k ? a->beta[k] * (z + w) : 0;
        }
    }
}

static void fill(const stage_system *system, cquad sigma, cquad z, cquad w, cquad *matrix)
{
    if (system->form == FORM_ODE_ONLY) {
        fill_ode(system, sigma, z, matrix);
    } else if (system->form == FORM_COLLOCATION) {
        fill_gauss_lobatto(system, sigma, z, w, matrix);
    } else {
        fill_runge_kutta(system, sigma, z, w, matrix);
    }
}

/* A matrix that has no LU factors: singular, unless there was an overflow. */
static cquad determinant_without_factors(const cquad *block, int order)
{
    bool is_finite = true;
    for (int i = 0; i < order * order; i++) {
        is_finite = is_finite && finiteq(crealq(block[i])) && finiteq(cimagq(block[i]));
    }
    return is_finite ? 0 : cquad_make(nanq(""), nanq(""));
}

/* Divides `count` numbers that are `stride` apart by a power of two so that the largest is near 1.
 * Returns the exponent. */
static int scale(cquad *first, int count, int stride)
{
    quad largest = 0;
    int exponent = 0;
    for (int i = 0; i < count; i++) {
        largest = fmaxq(largest, cquad_size(first[i * stride]));
    }
    if (largest == 0 || !finiteq(largest)) {
        return 0;
    }
    frexpq(largest, &exponent);
    for (int i = 0; i < count; i++) {
        first[i * stride] = cquad_scaled(first[i * stride], -exponent);
    }
    return exponent;
}

/* The determinant of the leading block; `matrix` has `width` columns and is left alone. Rows and
 * columns are scaled: the weights may be of quite another size than the rest, and would swallow it
 * in the first elimination. */
static cquad determinant(const cquad *matrix, int order, int width)
{
    cquad block[MAX_ORDER * MAX_ORDER];
    int pivot[MAX_ORDER];
    int exponent = 0;
    for (int i = 0; i < order; i++) {
        for (int j = 0; j < order; j++) {
            block[i * order + j] = matrix[i * width + j];
        }
        exponent += scale(block + i * order, order, 1);
    }
    for (int j = 0; j < order; j++) {
        exponent += scale(block + j, order, order);
    }
    if (!(cquad_lu_factor(block, order, pivot) > 0)) {
        return determinant_without_factors(block, order);
    }
    return cquad_scaled(cquad_lu_determinant(block, order, pivot), exponent);
}

void stage_system_phi(const stage_system *system, cquad z, cquad w, cquad *c)
{
    if (system->kind == METHOD_MULTISTEP) {
        multistep_phi(system, z, w, c);
        return;
    }
    cquad matrix[MAX_ORDER * MAX_ORDER];
    int order = system->unknowns + system->state;
    fill(system, 0, z, w, matrix);
    c[0] = determinant(matrix, order, order);
    c[system->state] = determinant(matrix, system->unknowns, order); /* det M */
    if (system->state == 2) {
        fill(system, 1, z, w, matrix);
        c[1] = determinant(matrix, order, order) - c[0] - c[2];
    }
}
