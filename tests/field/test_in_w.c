#include "field/in_w.h"

#include <math.h>

#include "stability/evaluate.h"
#include "stability/everything.h"
#include "support/support.h"

static message why;

/* The ratio c_0/c_degree at w + t from the expansion. */
static double complex ratio(double complex terms[][IN_W_TERMS], const phi_info *info, double t)
{
    double complex sum[2] = {0};
    for (int k = info->degree_w; k >= 0; k--) {
        sum[0] = sum[0] * t + terms[0][k];
        sum[1] = sum[1] * t + terms[info->degree][k];
    }
    return sum[0] / sum[1];
}

/* c_0/c_k is the product of the roots, up to its sign; these come from `eval`, in quadruple
 * precision. Plain and in 1/z, in w and in 1/w, near and so far out that powers of z would
 * overflow. */
TEST expansions_agree_with_roots(void)
{
    static everything e;
    static in_w at;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        const phi_info *info = phi_describe(e.p);
        in_w_source kinds[4]; /* inverted: 1, 3; mirrored: 2, 3 */
        for (int i = 0; i < 4; i++) {
            ASSERT_OK(in_w_source_init(&kinds[i], e.p, i % 2 == 1, i >= 2, &why), e.name, why);
        }
        for (int n = 0; n < 24; n++) {
            bool is_inverted = n % 2 == 1, is_mirrored = n % 4 >= 2 && info->degree_w > 0;
            double size = n % 3 == 0 ? 3 : n % 3 == 1 ? 0.01 : is_inverted ? 1e-9 : 1e9;
            double complex x = CMPLX(random_between(-size, size), random_between(-size, size));
            double w = info->degree_w == 0 ? 0 : random_between(-3, 3);
            double t = info->degree_w == 0 ? 0 : random_between(-0.1, 0.1);
            double complex z = is_inverted ? 1 / x : x, terms[IN_W_ROWS][IN_W_TERMS], product = 1;
            evaluation v;
            in_w_set(&at, &kinds[n % 4], x);
            in_w_expand(&at, w, info->degree_w > 0 ? info->degree_w : 1, terms);
            ASSERT_OK(phi_evaluate(e.p, (wide){.high = creal(z)}, (wide){.high = cimag(z)},
                                   (wide){.high = is_mirrored ? 1 / (w + t) : w + t}, &v, &why),
                      e.name, why);
            if (v.verdict == VERDICT_POLE || v.verdict == VERDICT_UNDEFINED) {
                continue;
            }
            for (int i = 0; i < v.root_count; i++) {
                product *= -v.roots[i];
            }
            double complex ours = ratio(terms, info, t);
            ASSERTm(support_say("%s: z = %g%+gi, w = %g: %g%+gi, %g%+gi", e.name, creal(z),
                                cimag(z), w, creal(ours), cimag(ours), creal(product),
                                cimag(product)),
                    cabs(ours - product) <= 1e-8 * (cabs(product) + 1e-12));
        }
        for (int i = 0; i < 4; i++) {
            in_w_source_clear(&kinds[i]);
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(expansions_agree_with_roots);
    GREATEST_MAIN_END();
}
