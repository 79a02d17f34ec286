#include "stability/analysis_stages.h"

#include "stability/analysis_sector.h"

enum { MOST = METHOD_MAX_STAGES };

/* All R_j = N_j/D, D = det(I - zA). */
typedef struct stage_functions {
    int size;
    quad D[MOST + 1];
    quad N[MOST][MOST + 1]; /* the last coefficient is 0 */
} stage_functions;

/* A sum whose terms cancel to rounding error is 0. */
static quad settle(quad sum, quad size, quad tolerance)
{
    return fabsq(sum) <= tolerance * size ? 0 : sum;
}

/* Faddeev and LeVerrier: adj(I - zA) = sum P_m z^m and D = sum d_m z^m with P_0 = I, d_0 = 1,
 * d_m = -tr(A P_{m-1})/m, P_m = A P_{m-1} + d_m I. One step from P_{m-1} to P_m; returns d_m. */
static quad faddeev_step(const coefficients *a, int m, quad tolerance, quad *P)
{
    int s = a->size;
    quad product[MOST * MOST] = {0};
    quad size[MOST * MOST] = {0};
    quad trace = 0;
    quad trace_size = 0;
    for (int n = 0; n < s * s; n++) {
        int i = n / s;
        int j = n % s;
        for (int k = 0; k < s; k++) {
            quad term = a->A[i * s + k] * P[k * s + j];
            product[n] += term;
            size[n] += fabsq(term);
        }
        trace += i == j ? product[n] : 0;
        trace_size += i == j ? size[n] : 0;
    }
    quad d = settle(-trace / m, trace_size / m, tolerance);
    for (int n = 0; n < s * s; n++) {
        quad diagonal = n % (s + 1) == 0 ? d : 0;
        P[n] = settle(product[n] + diagonal, size[n] + fabsq(diagonal), tolerance);
    }
    return d;
}

static void find_functions(const coefficients *a, quad tolerance, stage_functions *f)
{
    int s = a->size;
    quad P[MOST * MOST] = {0};
    *f = (stage_functions){.size = s, .D = {1}};
    for (int i = 0; i < s; i++) {
        P[i * s + i] = 1;
    }
    for (int m = 0; m < s; m++) {
        for (int i = 0; i < s; i++) {
            quad sum = 0;
            quad size = 0;
            for (int j = 0; j < s; j++) {
                sum += P[i * s + j];
                size += fabsq(P[i * s + j]);
            }
            f->N[i][m] = settle(sum, size, tolerance);
        }
        f->D[m + 1] = faddeev_step(a, m + 1, tolerance, P);
    }
}

/* Takes a value of |R_j| into account. */
static void note(stage_report *out, quad growth, int stage, quad z)
{
    if (growth > out->growth * (1 + 1e-20Q)) {
        out->growth = growth;
        out->stage = stage + 1;
        out->z = z;
    }
}

static void note_at(stage_report *out, const stage_functions *f, int stage, quad z)
{
    quad size;
    quad below = cabsq(polynomial_value(f->D, f->size, z, &size));
    quad above = cabsq(polynomial_value(f->N[stage], f->size, z, &size));
    note(out, below > 0 ? above / below : above > 0 ? QUAD_INFINITY : 0, stage, z);
}

/* The limit at -infinity. */
static void note_limit(stage_report *out, const stage_functions *f, int stage)
{
    int n = f->size;
    while (n > 0 && f->D[n] == 0 && f->N[stage][n] == 0) {
        n--;
    }
    quad limit = f->D[n] != 0 ? fabsq(f->N[stage][n] / f->D[n]) : QUAD_INFINITY;
    note(out, limit, stage, -QUAD_INFINITY);
}

/* R_j has its extrema where N' D - N D' = 0, and is infinite where D = 0. */
static void note_extrema(stage_report *out, const stage_functions *f, int stage, quad reach)
{
    int s = f->size;
    cquad slope[2 * MOST + 1] = {0};
    cquad D[MOST + 1];
    cquad zeros[2][2 * MOST + 1];
    int top[2] = {0, 0};
    for (int i = 0; i <= s; i++) {
        D[i] = f->D[i];
        top[1] = D[i] != 0 ? i : top[1];
        for (int k = 0; k <= s; k++) {
            if (i + k > 0) {
                slope[i + k - 1] += (i - k) * f->N[stage][i] * f->D[k];
            }
        }
    }
    for (int i = 0; i < 2 * s; i++) {
        top[0] = slope[i] != 0 ? i : top[0];
    }
    if (!polynomial_roots(slope, top[0], zeros[0]) || !polynomial_roots(D, top[1], zeros[1])) {
        note(out, QUAD_INFINITY, stage, -reach); /* does not happen; it must not look stable */
        return;
    }
    for (int which = 0; which < 2; which++) {
        for (int i = 0; i < top[which]; i++) {
            cquad z = zeros[which][i];
            if (fabsq(cimagq(z)) <= 1e-8Q * cabsq(z) && crealq(z) < 0 && crealq(z) > -reach) {
                note_at(out, f, stage, crealq(z));
            }
        }
    }
}

void stage_report_make(const coefficients *a, quad reach, quad tolerance, stage_report *out)
{
    stage_functions f;
    find_functions(a, fmaxq(tolerance, 1e-26Q), &f);
    *out = (stage_report){.a_stable = true};
    for (int j = 0; j < f.size; j++) {
        stable_set set;
        stable_set_of_ratio(&set, f.N[j], f.D, f.size, tolerance);
        out->a_stable = out->a_stable && sector_is_a_stable(&set);
        note_at(out, &f, j, 0);
        note_extrema(out, &f, j, reach);
        if (finiteq(reach)) {
            note_at(out, &f, j, -reach);
        } else {
            note_limit(out, &f, j);
        }
    }
}

/* Is no stage always equal to another? The coarsest partition of the stages such that the sum of
 * a_ij over the j of each class is the same for all i of a class must be that into single stages.
 */
static bool is_irreducible(const coefficients *a)
{
    int s = a->size;
    int class[MOST] = {0};
    int classes = 1;
    for (int before = 0; before < classes;) {
        quad sums[MOST][MOST] = {{0}};
        int refined[MOST];
        before = classes;
        for (int i = 0; i < s; i++) {
            for (int j = 0; j < s; j++) {
                sums[i][class[j]] += a->A[i * s + j];
            }
        }
        classes = 0;
        for (int i = 0; i < s; i++) {
            refined[i] = -1;
            for (int l = 0; l < i && refined[i] < 0; l++) {
                bool same = class[l] == class[i];
                for (int k = 0; k < before; k++) {
                    same = same && fabsq(sums[l][k] - sums[i][k]) <= 1e-20Q;
                }
                refined[i] = same ? refined[l] : -1;
            }
            refined[i] = refined[i] < 0 ? classes++ : refined[i];
        }
        for (int i = 0; i < s; i++) {
            class[i] = refined[i];
        }
    }
    return classes == s;
}

/* Eigenvalues of a symmetric matrix by Jacobi's rotations; returns the smallest. */
static quad smallest_eigenvalue(quad *M, int n)
{
    for (int sweep = 0; sweep < 60; sweep++) {
        for (int p = 0; p < n; p++) {
            for (int q = p + 1; q < n; q++) {
                if (M[p * n + q] == 0) {
                    continue;
                }
                quad ratio = (M[q * n + q] - M[p * n + p]) / (2 * M[p * n + q]);
                quad t = (ratio >= 0 ? 1 : -1) / (fabsq(ratio) + hypotq(ratio, 1));
                quad c = 1 / sqrtq(1 + t * t);
                quad s = t * c;
                for (int k = 0; k < n; k++) {
                    quad x = M[k * n + p];
                    quad y = M[k * n + q];
                    M[k * n + p] = c * x - s * y;
                    M[k * n + q] = s * x + c * y;
                }
                for (int k = 0; k < n; k++) {
                    quad x = M[p * n + k];
                    quad y = M[q * n + k];
                    M[p * n + k] = c * x - s * y;
                    M[q * n + k] = s * x + c * y;
                }
            }
        }
    }
    quad smallest = M[0];
    for (int i = 1; i < n; i++) {
        smallest = fminq(smallest, M[i * n + i]);
    }
    return smallest;
}

void algebraic_report_make(const coefficients *a, quad tolerance, algebraic_report *out)
{
    int s = a->size;
    quad M[MOST * MOST] = {0};
    quad largest = 0;
    *out = (algebraic_report){.irreducible = is_irreducible(a), .smallest_weight = a->b[0]};
    for (int i = 0; i < s; i++) {
        out->smallest_weight = fminq(out->smallest_weight, a->b[i]);
        for (int j = 0; j < s; j++) {
            M[i * s + j] =
                a->b[i] * a->A[i * s + j] + a->b[j] * a->A[j * s + i] - a->b[i] * a->b[j];
            largest = fmaxq(largest, fabsq(a->b[i] * a->A[i * s + j]) + fabsq(a->b[i] * a->b[j]));
        }
    }
    quad zero = s * fmaxq(tolerance, 1e-28Q) * largest;
    quad smallest = smallest_eigenvalue(M, s);
    out->smallest = fabsq(smallest) <= zero ? 0 : smallest;
    out->stable = out->smallest >= 0 && out->smallest_weight >= -zero;
}
