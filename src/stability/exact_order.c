#include "stability/exact_order.h"

#include <math.h>
#include <string.h>

#include "base/plain.h"
#include "stability/phi_quad.h"

/* Beyond this no method of the sizes that are accepted has an order. */
enum { MOST_ORDER = 64 };

/* Which series is meant. */
typedef enum series { SERIES_PHI, SERIES_SLOPE } series; /* Phi, sigma dPhi/dsigma */

/* Component l (of the generator's powers) of a! V_ak, and the sum of the moduli of its terms. */
static void series_term(const phi *p, series of, int l, int a, int k, mpz_t value, mpz_t size)
{
    mpz_t term;
    mpz_init(term);
    mpz_set_ui(value, 0);
    mpz_set_ui(size, 0);
    for (int j = of == SERIES_SLOPE ? 1 : 0; j <= p->info.degree; j++) {
        const bipoly *c = &p->exact[j * p->field_degree + l];
        for (int i = 0; i <= c->degree && i <= a; i++) {
            if (k > c->c[i].degree || (j == 0 && i < a)) {
                continue;
            }
            mpz_ui_pow_ui(term, (unsigned long)j, (unsigned long)(a - i + (of == SERIES_SLOPE)));
            mpz_mul(term, term, c->c[i].c[k]);
            for (int n = a - i + 1; n <= a; n++) {
                mpz_mul_ui(term, term, (unsigned long)n);
            }
            mpz_add(value, value, term);
            mpz_abs(term, term);
            mpz_add(size, size, term);
        }
    }
    mpz_clear(term);
}

/* Raises `largest` to |value| / a! */
static void raise_to(mpq_t largest, const mpz_t value, int a)
{
    mpq_t x;
    mpq_init(x);
    mpz_abs(mpq_numref(x), value);
    mpz_fac_ui(mpq_denref(x), (unsigned long)a);
    mpq_canonicalize(x);
    if (mpq_cmp(x, largest) > 0) {
        mpq_swap(x, largest);
    }
    mpq_clear(x);
}

/* The largest |V_ak| with a + k = m beside the largest sum of terms of one of them. */
static double relative_term(const phi *p, series of, int m, int degree_w)
{
    mpz_t value, size;
    mpq_t worst, most;
    mpz_inits(value, size, NULL);
    mpq_inits(worst, most, NULL);
    for (int k = 0; k <= degree_w && k <= m; k++) {
        for (int l = 0; l < p->field_degree; l++) {
            series_term(p, of, l, m - k, k, value, size);
            raise_to(worst, value, m - k);
            raise_to(most, size, m - k);
        }
    }
    double relative = 0;
    if (mpq_sgn(worst) != 0) {
        mpq_div(worst, worst, most);
        relative = fmax(mpq_get_d(worst), 0x1p-1022); /* what is not 0 must not become it */
    }
    mpz_clears(value, size, NULL);
    mpq_clears(worst, most, NULL);
    return relative;
}

/* How many powers of h vanish, and the largest that counts as vanishing. */
static int vanishing(const phi *p, series of, int degree_w, double tolerance, double *residual)
{
    *residual = 0;
    for (int m = 0; m <= MOST_ORDER; m++) {
        double worst = relative_term(p, of, m, degree_w);
        if (worst > tolerance) {
            return m;
        }
        *residual = fmax(*residual, worst);
    }
    return MOST_ORDER;
}

/* e^z - R = Phi/(sigma dPhi/dsigma) at sigma = e^z, to leading order. A factor of Phi that belongs
 * to another root 1 + O(h) is in both and is no matter; *has_series becomes false when the quotient
 * is not small although the slope vanishes: then no root is a power series. */
static exact_degree find_degree(const phi *p, int degree_w, double tolerance, bool *has_series)
{
    double unused;
    exact_degree found;
    int other = vanishing(p, SERIES_SLOPE, degree_w, tolerance, &unused);
    found.order = vanishing(p, SERIES_PHI, degree_w, tolerance, &found.residual) - other - 1;
    if (p->info.degree == 1 && found.order > 2 * p->info.degree_z) {
        found.order =
            2 * p->info.degree_z; /* no quotient of polynomials has more: rounding did it */
    }
    *has_series = *has_series && (other == 0 || found.order >= 0);
    return found;
}

/* The first coefficient of a series in z that does not vanish. */
static void leading_coefficient(const phi *p, series of, int power, mpq_t out)
{
    mpz_t value, factor;
    mpz_inits(value, factor, NULL);
    series_term(p, of, 0, power, 0, value, factor);
    mpz_fac_ui(factor, (unsigned long)power);
    mpq_set_num(out, value);
    mpq_set_den(out, factor);
    mpq_canonicalize(out);
    mpz_clears(value, factor, NULL);
}

static void find_constant(const phi *p, double tolerance, exact_order *out)
{
    double unused;
    mpq_t constant, slope;
    mpq_inits(constant, slope, NULL);
    int other = vanishing(p, SERIES_SLOPE, 0, tolerance, &unused);
    leading_coefficient(p, SERIES_PHI, out->linear.order + 1 + other, constant);
    leading_coefficient(p, SERIES_SLOPE, other, slope);
    mpq_div(constant, constant, slope);
    out->constant = mpq_get_d(constant);
    /* A sign, a stroke and the end are not digits. */
    if (mpz_sizeinbase(mpq_numref(constant), 10) + mpz_sizeinbase(mpq_denref(constant), 10) <= 32) {
        mpq_get_str(out->constant_text, 10, constant);
    } else {
        plain_print(out->constant_text, sizeof out->constant_text, "%.12g", out->constant);
    }
    mpq_clears(constant, slope, NULL);
}

bool exact_order_find(const phi *all, double tolerance, exact_order *out)
{
    *out = (exact_order){.linear.order = -1, .spinning.order = -1, .constant = NAN};
    strcpy(out->constant_text, "none");
    if (all->exact == NULL) {
        return false;
    }
    out->has_series = true;
    out->linear = find_degree(all, 0, tolerance, &out->has_series);
    out->spinning = find_degree(all, all->info.degree_w, tolerance, &out->has_series);
    if (out->has_series && all->field_degree == 1) {
        find_constant(all, tolerance, out);
    }
    return true;
}
