#include "field/inside.h"

#include <math.h>
#include <string.h>

#include "numerics/roots.h"
#include "support/support.h"

enum { TERMS = 5 };

/* Coefficients a_j(t) as polynomials in t. */
typedef struct family {
    int degree, terms;
    double complex b[METHOD_MAX_STEPS + 1][TERMS];
} family;

static void random_family(family *f, double variation)
{
    f->degree = random_integer(1, 6);
    f->terms = random_integer(1, TERMS);
    for (int j = 0; j <= f->degree; j++) {
        double size = j == f->degree ? 3 : 1;
        for (int k = 0; k < f->terms; k++, size *= variation) {
            f->b[j][k] = CMPLX(random_between(-size, size), random_between(-size, size));
        }
    }
}

static double largest_root(const family *f, double t)
{
    double complex c[METHOD_MAX_STEPS + 1] = {0}, roots[METHOD_MAX_STEPS + 1];
    for (int j = 0; j <= f->degree; j++) {
        for (int k = f->terms - 1; k >= 0; k--) {
            c[j] = c[j] * t + f->b[j][k];
        }
    }
    double largest = complex_polynomial_roots(c, f->degree, roots) ? 0 : INFINITY;
    for (int n = 0; n < f->degree; n++) {
        largest = fmax(largest, cabs(roots[n]));
    }
    return largest;
}

static bool is_proved(const family *f, double reach, double from, double to, double *where)
{
    series a[METHOD_MAX_STEPS + 1];
    for (int j = 0; j <= f->degree; j++) {
        a[j] = series_make(f->b[j], f->terms - 1, reach);
    }
    return series_roots_inside(a, f->degree, from, to, where);
}

/* What is proved is true at every sample, found by roots. Short stretches where the roots are
 * inside are proved, unless one comes close to the circle. */
TEST proofs_are_true_and_found(void)
{
    int proved = 0, needed = 0;
    for (int n = 0; n < rounds(20000); n++) {
        family f;
        random_family(&f, random_between(0, 1));
        double reach = pow(10, random_between(-3, 0.3)), where;
        double from = random_between(-1, 0.5), to = random_between(from, 1);
        bool yes = is_proved(&f, reach, from, to, &where);
        double worst = 0;
        for (int k = 0; k <= 30; k++) {
            worst = fmax(worst, largest_root(&f, reach * (from + (to - from) * k / 30)));
        }
        ASSERTm(support_say("case %d: a root of modulus %.17g", n, worst), !yes || worst < 1);
        ASSERT(yes || (where >= from && where <= to));
        proved += yes;
        bool is_easy = reach < 0.01 && worst < 0.8;
        needed += is_easy;
        ASSERTm(support_say("case %d: not proved, %.17g", n, worst), yes || !is_easy);
    }
    ASSERT(proved > 100 && needed > 100);
    PASS();
}

/* sigma = e^{i phase} r(t), r = (1 - gap) - t^2: largest at t = 0. A circle that is wider by 1e-10
 * is proved over a long stretch at once, one that is smaller by 1e-10 is not, and t = 0 is named:
 * this is what makes a search by it end. */
TEST the_top_of_a_growth_is_proved_at_once(void)
{
    for (int side = -1; side <= 1; side += 2) {
        family f = {.degree = 2, .terms = 3};
        /* The roots r(t) and 0.3 i. */
        double gap = side * 1e-10;
        f.b[2][0] = 1;
        f.b[1][0] = -(1 - gap) - CMPLX(0, 0.3);
        f.b[1][2] = 1;
        f.b[0][0] = (1 - gap) * CMPLX(0, 0.3);
        f.b[0][2] = -CMPLX(0, 0.3);
        double where = 1;
        ASSERT_EQ(side > 0, is_proved(&f, 0.2, -1, 1, &where));
        ASSERT_NEAR(0, where, 1e-6, 0);
        ASSERT_EQ(side > 0, is_proved(&f, 0.2, 0, 1, &where));
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(proofs_are_true_and_found);
    RUN_TEST(the_top_of_a_growth_is_proved_at_once);
    GREATEST_MAIN_END();
}
