/* The reference evaluator gives the same bits whatever the level of optimisation, and nothing that
 * overflows, vanishes or is no number looks stable. point_O0 and point_O3 are src/field/point.c and
 * src/numerics/roots.c, compiled again. */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "field/kernel.h"
#include "field/point.h"
#include "stability/everything.h"
#include "support/support.h"

point point_evaluate_O0(const slice *s, double complex z);
point point_evaluate_O3(const slice *s, double complex z);

enum { MAX_COEFFICIENTS = 4096, MOST_Z = 20 };

static message why;

/* Bits, but for those of NaN, which have no meaning. */
static bool is_same(double a, double b)
{
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

static bool is_same_point(point a, point b)
{
    return is_same(a.growth, b.growth) && a.verdict == b.verdict && a.outside == b.outside &&
           is_same(creal(a.R), creal(b.R)) && is_same(cimag(a.R), cimag(b.R));
}

/* Ordinary numbers, and all that is not ordinary. */
static double any_number(void)
{
    static const double edges[] = {
        0,        -0.0,     1,         -1,  DBL_MAX,     -DBL_MAX,        DBL_MIN,
        -DBL_MIN, 4.9e-324, -2e-310,   1e8, 1.00001e8,   -1e154,          1e-154,
        1e300,    INFINITY, -INFINITY, NAN, DBL_EPSILON, 1 + DBL_EPSILON, 1e-14};
    int pick = random_integer(0, 99);
    if (pick < (int)(sizeof edges / sizeof edges[0])) {
        return edges[pick];
    }
    return pick < 40 ? ldexp(random_between(-1, 1), random_integer(-60, 60))
                     : random_between(-3, 3);
}

static const char *tell(const char *name, const slice *s, double complex z, point a)
{
    return support_say("%s of degree %d, %d at %.17g%+.17gi: %s, growth %.17g", name, s->degree,
                       s->degree_z, creal(z), cimag(z), verdict_name(a.verdict), a.growth);
}

/* Is it what it may be? Where roots are clustered near the circle Schur-Cohn decides, and their own
 * sizes are known to some digits only. */
static bool is_sound(point p)
{
    switch (p.verdict) {
    case VERDICT_STABLE:
        return p.growth < 1 + 1e-3;
    case VERDICT_POLE:
        return isinf(p.growth);
    case VERDICT_UNDEFINED:
        return isnan(p.growth);
    default:
        return p.growth > 1 - 1e-3;
    }
}

TEST random_polynomials_have_the_same_bits(void)
{
    double c[(METHOD_MAX_STEPS + 1) * (MOST_Z + 1)];
    for (int round = 0; round < 10000; round++) {
        slice s = {.degree = random_integer(1, METHOD_MAX_STEPS),
                   .degree_z = random_integer(0, MOST_Z),
                   .c = c};
        s.degree = round % 2 == 0 ? random_integer(1, 2) : s.degree;
        bool is_odd = round % 4 == 3; /* coefficients that no method has */
        for (int i = 0; i < (s.degree + 1) * (s.degree_z + 1); i++) {
            c[i] = is_odd ? any_number() : random_edgy(2);
        }
        double complex z = CMPLX(any_number(), any_number());
        point usual = point_evaluate(&s, z), slow = point_evaluate_O0(&s, z),
              fast = point_evaluate_O3(&s, z);
        ASSERTm(tell("-O0", &s, z, slow), is_same_point(usual, slow));
        ASSERTm(tell("-O3", &s, z, fast), is_same_point(usual, fast));
        ASSERTm(tell("usual", &s, z, usual), is_sound(usual));
    }
    PASS();
}

/* The kernel decides only what the reference decides the same way; where its argument is not finite
 * it decides nothing. */
static bool kernel_is_sound(const slice *s, double complex z, point p)
{
    double x[KERNEL_LANES * 2];
    float growth[KERNEL_LANES * 2];
    unsigned char verdicts[KERNEL_LANES * 2];
    warm_start warm = {.is_warm = false};
    int count = random_integer(1, KERNEL_LANES * 2), at = random_integer(0, count - 1);
    for (int i = 0; i < count; i++) {
        x[i] = i == at ? creal(z) : any_number();
    }
    kernel_for(s->degree, s->degree_z)(s, x, cimag(z), count, growth, &warm);
    kernel_classify(growth, count, verdicts);
    bool decides = kernel_decides(growth[at]) && verdicts[at] == VERDICT_STABLE;
    return !decides || p.verdict == VERDICT_STABLE;
}

TEST every_method_is_sound_at_any_number(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        double c[MAX_COEFFICIENTS];
        const phi_info *info = phi_describe(e.p);
        slice s = {.degree = info->degree, .degree_z = info->degree_z, .c = c};
        bool is_ode = info->spin == PHI_ODE_ONLY;
        ASSERTm(e.name, (s.degree + 1) * (s.degree_z + 1) <= MAX_COEFFICIENTS);
        for (int round = 0; round < 6; round++) {
            double w = is_ode || round % 3 == 0 ? 0 : ldexp(random_between(-1, 1), 10 * round);
            ASSERT_OK(phi_slice_numbers(e.p, w, c, &why), e.name, why);
            for (int k = 0; k < 30; k++) {
                double complex z = CMPLX(any_number(), any_number());
                point usual = point_evaluate(&s, z);
                ASSERTm(tell(e.name, &s, z, usual), is_sound(usual));
                ASSERTm(tell(e.name, &s, z, usual), is_same_point(usual, point_evaluate_O0(&s, z)));
                ASSERTm(tell(e.name, &s, z, usual), is_same_point(usual, point_evaluate_O3(&s, z)));
                ASSERTm(tell(e.name, &s, z, usual), kernel_is_sound(&s, z, usual));
                bool is_finite = isfinite(creal(z)) && isfinite(cimag(z));
                ASSERTm(tell(e.name, &s, z, usual), is_finite || usual.verdict != VERDICT_STABLE);
            }
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(random_polynomials_have_the_same_bits);
    RUN_TEST(every_method_is_sound_at_any_number);
    GREATEST_MAIN_END();
}
