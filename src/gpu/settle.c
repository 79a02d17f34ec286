#include "gpu/settle.h"

#include "field/kernel.h"

/* Pixels that are undecided in a row and close together go to the kernel as one run. For roots of
 * degree 3 and more a kernel starts slowly, and a short run is left to the reference evaluator. */
enum { LONGEST_RUN = 256, GAP = 8, SHORT_RUN = 8 };

static void ask_reference(const slice *s, double x, double y, float *growth, unsigned char *v)
{
    point p = point_evaluate(s, CMPLX(x, y));
    *growth = (float)p.growth;
    *v = (unsigned char)p.verdict;
}

static void settle_run(const slice *s, const double *x, double y, int count, float *growth,
                       unsigned char *verdicts)
{
    float in_double[LONGEST_RUN];
    bool by_kernel = s->degree < 3 || count >= SHORT_RUN;
    if (by_kernel) {
        warm_start warm = {0};
        kernel_for(s->degree, s->degree_z)(s, x, y, count, in_double, &warm);
    }
    for (int i = 0; i < count; i++) {
        if (growth[i] >= 0) {
            continue;
        }
        if (by_kernel && kernel_decides(in_double[i])) {
            growth[i] = in_double[i];
            verdicts[i] = in_double[i] > 1 ? VERDICT_UNSTABLE : VERDICT_STABLE;
        } else {
            ask_reference(s, x[i], y, &growth[i], &verdicts[i]);
        }
    }
}

int settle_row(const slice *s, const double *x, double y, int count, float *growth,
               unsigned char *verdicts)
{
    int undecided = 0;
    for (int i = 0; i < count; i++) {
        verdicts[i] = growth[i] > 1 ? VERDICT_UNSTABLE : VERDICT_STABLE;
        undecided += !(growth[i] >= 0);
    }
    for (int i = 0; undecided > 0 && i < count;) {
        if (growth[i] >= 0) {
            i++;
            continue;
        }
        int last = i;
        for (int k = i + 1; k < count && k - last <= GAP && k - i < LONGEST_RUN; k++) {
            last = growth[k] >= 0 ? last : k;
        }
        settle_run(s, x + i, y, last - i + 1, growth + i, verdicts + i);
        i = last + 1;
    }
    return undecided;
}
