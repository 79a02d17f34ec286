#include "gpu/settle.h"

#include <math.h>
#include <stdlib.h>

#include "method/catalogue.h"
#include "support/support.h"

enum { COUNT = 700 };

static catalogue *all;
static message why;

/* Pixels that are marked at random, alone and in long runs, get the reference's answers; the others
 * keep theirs. */
static enum greatest_test_res settle_and_compare(const char *name, double share)
{
    method *m = NULL;
    phi *p = NULL;
    double c[256];
    static double x[COUNT];
    static float growth[COUNT], before[COUNT];
    static unsigned char verdicts[COUNT];
    ASSERT_OK(catalogue_open(all, name, &m, &why), name, why);
    ASSERT_OK(phi_compile(m, MOTION_SHEAR, &p, &why), name, why);
    ASSERT_OK(phi_slice_numbers(p, 0, c, &why), name, why);
    slice s = {.degree = phi_describe(p)->degree, .degree_z = phi_describe(p)->degree_z, .c = c};
    int marked = 0;
    for (int i = 0; i < COUNT; i++) {
        x[i] = (i - COUNT / 2) / 64.0; /* 0, and poles */
        growth[i] = random_unit() < share ? -1 : i % 2 == 0 ? 0.25F : 4;
        before[i] = growth[i];
        marked += growth[i] < 0;
    }
    ASSERT_EQ_FMT(marked, settle_row(&s, x, 0, COUNT, growth, verdicts), "%d");
    for (int i = 0; i < COUNT; i++) {
        if (before[i] >= 0) {
            ASSERT(growth[i] == before[i]);
            ASSERT_EQ(before[i] > 1 ? VERDICT_UNSTABLE : VERDICT_STABLE, (verdict)verdicts[i]);
            continue;
        }
        point q = point_evaluate(&s, x[i]);
        ASSERT_EQm(support_say("%s at %g", name, x[i]), q.verdict, (verdict)verdicts[i]);
        ASSERTm(support_say("%s at %g: %g", name, x[i], (double)growth[i]),
                (isinf(q.growth) && isinf(growth[i])) ||
                    support_near(q.growth, (double)growth[i], 0, 1.2e-6));
    }
    phi_destroy(p);
    method_destroy(m);
    PASS();
}

TEST marked_pixels_get_the_answers_of_the_reference(void)
{
    static const char *const methods[] = {"implicit-euler", "gauss:3", "bdf:2", "bdf:5"};
    static const double shares[] = {0, 0.01, 0.3, 1};
    for (size_t i = 0; i < 4; i++) {
        for (size_t k = 0; k < 4; k++) {
            CHECK_CALL(settle_and_compare(methods[i], shares[k]));
        }
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        return 1;
    }
    RUN_TEST(marked_pixels_get_the_answers_of_the_reference);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
