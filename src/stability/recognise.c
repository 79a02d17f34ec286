/* From decimal to exact coefficients. */
#include "stability/phi_quad.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "numerics/rational.h"

/* p->c as rationals over a common denominator; 0 when one of them is not rational. */
static integer common_denominator(const phi *p, rational *r)
{
    integer common = 1;
    for (size_t n = 0; n < phi_length(&p->info); n++) {
        quad tolerance = p->c[n] != 0 ? p->noise[n] / fabsq(p->c[n]) : 0;
        tolerance = fmaxq(tolerance, 1e-30Q);
        if (!rational_recognise(p->c[n], tolerance, &r[n])) {
            return 0;
        }
        common = integer_lcm(common, r[n].q);
        if (common == 0) {
            return 0;
        }
    }
    return common;
}

/* Integers without a common factor; false when one is too large. */
static bool to_integers(const phi *p, const rational *r, integer common, quad *out)
{
    integer divisor = 0;
    for (size_t n = 0; n < phi_length(&p->info); n++) {
        quad value = (quad)r[n].p * (quad)(common / r[n].q);
        if (fabsq(value) > 1e30Q) {
            return false;
        }
        out[n] = value;
        divisor = integer_gcd(divisor, (integer)value);
    }
    if (divisor == 0) {
        return false;
    }
    for (size_t n = 0; n < phi_length(&p->info); n++) {
        out[n] = (quad)((integer)out[n] / divisor);
    }
    return true;
}

/* The constant term of the leading coefficient. A slice may have lost it (D = 0 at z = 0): then
 * the largest coefficient leads. */
static quad leading_term(const phi *p)
{
    quad lead = p->c[phi_index(&p->info, p->info.degree, 0, 0)];
    quad largest = 0;
    for (size_t n = 0; n < phi_length(&p->info); n++) {
        largest = fabsq(p->c[n]) > fabsq(largest) ? p->c[n] : largest;
    }
    return fabsq(lead) > 1e-26Q * fabsq(largest) ? lead : largest;
}

static void normalise(phi *p)
{
    quad lead = leading_term(p);
    for (size_t n = 0; n < phi_length(&p->info) && lead != 0; n++) {
        p->c[n] /= lead;
        p->noise[n] /= fabsq(lead);
    }
}

status phi_recognise(phi *p, const method *m, message *why)
{
    enum { SEED = 2 };
    size_t length = phi_length(&p->info);
    rational *r = NULL;
    quad *exact = NULL;
    status s = STATUS_OK;
    TRY_OR_END(memory_allocate(&r, length, sizeof *r, why));
    TRY_OR_END(memory_allocate(&exact, length, sizeof *exact, why));
    p->info.exact = false;
    normalise(p);
    integer common = common_denominator(p, r);
    if (common != 0 && to_integers(p, r, common, exact)) {
        phi candidate = *p;
        candidate.c = exact;
        double rounded = phi_residual(&candidate, m, SEED);
        double measured = phi_residual(p, m, SEED);
        if (rounded <= 10 * measured || rounded <= 1e-28) {
            p->info.exact = true;
            p->info.residual = rounded;
            memcpy(p->c, exact, length * sizeof *exact);
            memset(p->noise, 0, length * sizeof *p->noise);
        }
    }
end:
    free(r);
    free(exact);
    return s;
}
