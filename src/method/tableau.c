#include "method/tableau.h"

#include "method/coefficients.h"
#include "numerics/nodes.h"

static void round_all(const quad *from, double *to, int count)
{
    for (int i = 0; i < count; i++) {
        to[i] = (double)from[i];
    }
}

void method_tableau(const method *m, tableau *out)
{
    const method_info *info = method_describe(m);
    const coefficients *a = method_coefficients(m);
    int n = a->size;
    *out = (tableau){.kind = a->kind,
                     .form = info->form,
                     .keep = info->keep,
                     .spin = info->spin,
                     .stiffly_accurate = info->stiffly_accurate,
                     .size = n,
                     .embedded = a->embedded};
    if (a->kind == METHOD_MULTISTEP) {
        round_all(a->alpha, out->alpha, n + 1);
        round_all(a->beta, out->beta, n + 1);
        return;
    }
    round_all(a->A, out->A, n * n);
    round_all(a->b, out->b, n);
    round_all(a->c, out->c, n);
    round_all(a->bhat, out->bhat, n);
    if (a->kind == METHOD_GAUSS_LOBATTO) {
        round_all(a->lobatto, out->lobatto, n + 1);
        for (int j = 0; j < n; j++) {
            for (int l = 0; l <= n; l++) {
                out->value[j * (n + 1) + l] = (double)nodes_lagrange(n + 1, a->lobatto, l, a->c[j]);
                out->slope[j * (n + 1) + l] =
                    (double)nodes_lagrange_slope(n + 1, a->lobatto, l, a->c[j]);
            }
        }
    }
}

bool tableau_is_sequential(const tableau *t)
{
    if (t->kind != METHOD_RUNGE_KUTTA) {
        return false;
    }
    for (int i = 0; i < t->size; i++) {
        for (int j = i + 1; j < t->size; j++) {
            if (t->A[i * t->size + j] != 0) {
                return false;
            }
        }
    }
    return true;
}

bool tableau_is_explicit(const tableau *t)
{
    bool diagonal_is_zero = true;
    for (int i = 0; i < t->size; i++) {
        diagonal_is_zero = diagonal_is_zero && t->A[i * t->size + i] == 0;
    }
    return tableau_is_sequential(t) && diagonal_is_zero;
}
