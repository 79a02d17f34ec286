#include "lab/dynamics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "numerics/linear.h"

/* Pivots below this, relative to the largest entry, are those of a singular matrix. */
static const double singular_pivot = 1e-14;

#define NUMBER double
#define NAME(x) real_##x
#define CALLBACKS reals
#include "lab/dynamics.inc"
#undef NUMBER
#undef NAME
#undef CALLBACKS

#define NUMBER double complex
#define NAME(x) complex_##x
#define CALLBACKS complexes
#include "lab/dynamics.inc"
#undef NUMBER
#undef NAME
#undef CALLBACKS

void real_dynamics_choose_unit(real_dynamics *d, double t, const double *p)
{
    const constrained *c = d->of;
    int n = c->positions, q = c->constraints;
    bool taken[CONSTRAINED_MAX_POSITIONS] = {false};
    c->reals.jacobian(c->data, t, p, d->G);
    for (int i = 0; i < q; i++) { /* Gaussian elimination with pivots along the rows */
        double *row = d->G + i * n;
        int best = -1;
        for (int j = 0; j < n; j++) {
            if (!taken[j] && (best < 0 || fabs(row[j]) > fabs(row[best]))) {
                best = j;
            }
        }
        taken[best] = true;
        d->unit[i] = best;
        for (int k = i + 1; k < q && row[best] != 0; k++) {
            double factor = d->G[k * n + best] / row[best];
            for (int j = 0; j < n; j++) {
                d->G[k * n + j] -= factor * row[j];
            }
        }
    }
}
