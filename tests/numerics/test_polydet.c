#include "numerics/polydet.h"

#include <stdlib.h>

#include "support/support.h"

enum { MONOMIALS = 5, MOST = 4 };

static const polydet_monomial monomials[MONOMIALS] = {
    {{0, 0, 0, 0}}, {{1, 0, 0, 0}}, {{0, 1, 0, 0}}, {{0, 1, 1, 0}}, {{0, 0, 0, 2}}};

/* The value of coefficients over monomials at a point. */
static void entry_at(mpz_t value, mpz_t *c, const long *x)
{
    mpz_t term;
    mpz_init(term);
    mpz_set_ui(value, 0);
    for (int m = 0; m < MONOMIALS; m++) {
        mpz_set(term, c[m]);
        for (int v = 0; v < POLYDET_VARIABLES; v++) {
            for (int power = 0; power < monomials[m].power[v]; power++) {
                mpz_mul_si(term, term, x[v]);
            }
        }
        mpz_add(value, value, term);
    }
    mpz_clear(term);
}

/* By the definition: along the first row, columns of the set that are left. */
static void expand(mpz_t value, mpz_t *matrix, int order, int row, unsigned columns)
{
    mpz_t minor;
    bool minus = false;
    mpz_init(minor);
    mpz_set_ui(value, row == order ? 1 : 0);
    for (int k = 0; k < order; k++) {
        if ((columns >> k & 1U) == 0) {
            continue;
        }
        expand(minor, matrix, order, row + 1, columns & ~(1U << k));
        mpz_mul(minor, minor, matrix[row * order + k]);
        (minus ? mpz_sub : mpz_add)(value, value, minor);
        minus = !minus;
    }
    mpz_clear(minor);
}

/* The polynomial that was found, at a point, by Horner's scheme over places. */
static void found_at(mpz_t value, const polydet *d, mpz_t *c, const long *x)
{
    mpz_t term;
    int place = 0;
    mpz_init(term);
    mpz_set_ui(value, 0);
    for (int i = 0; i <= d->degrees[0]; i++) {
        for (int j = 0; j <= d->degrees[1]; j++) {
            for (int k = 0; k <= d->degrees[2]; k++) {
                for (int l = 0; l <= d->degrees[3]; l++) {
                    const int power[] = {i, j, k, l};
                    mpz_set(term, c[place++]);
                    for (int v = 0; v < POLYDET_VARIABLES; v++) {
                        for (int n = 0; n < power[v]; n++) {
                            mpz_mul_si(term, term, x[v]);
                        }
                    }
                    mpz_add(value, value, term);
                }
            }
        }
    }
    mpz_clear(term);
}

TEST determinants_agree_with_their_definition(void)
{
    gmp_randstate_t random;
    mpz_t coefficients[MOST * MOST * MONOMIALS], matrix[MOST * MOST], ours, expected;
    int differences = 0;
    gmp_randinit_default(random);
    gmp_randseed_ui(random, 7);
    mpz_inits(ours, expected, NULL);
    for (int n = 0; n < MOST * MOST * MONOMIALS; n++) {
        mpz_init(coefficients[n]);
    }
    for (int n = 0; n < MOST * MOST; n++) {
        mpz_init(matrix[n]);
    }
    for (int run = 0; run < 60; run++) {
        int order = 1 + run % MOST;
        polydet d = {.order = order,
                     .monomial_count = MONOMIALS,
                     .monomials = monomials,
                     .coefficients = coefficients,
                     .degrees = {order, order, order, 2 * order}};
        for (int n = 0; n < order * order * MONOMIALS; n++) {
            mpz_rrandomb(coefficients[n], random, (mp_bitcnt_t)(1 + run * 20));
            if (gmp_urandomb_ui(random, 1) != 0) {
                mpz_neg(coefficients[n], coefficients[n]);
            }
            if (gmp_urandomb_ui(random, 2) == 0) {
                mpz_set_ui(coefficients[n], 0);
            }
        }
        int size = polydet_size(&d);
        mpz_t *out = malloc((size_t)size * sizeof *out);
        for (int n = 0; n < size; n++) {
            mpz_init(out[n]);
        }
        polydet_find(&d, out);
        const long x[POLYDET_VARIABLES] = {run - 30, 1000 + run, -7, 12};
        for (int n = 0; n < order * order; n++) {
            entry_at(matrix[n], coefficients + n * MONOMIALS, x);
        }
        expand(expected, matrix, order, 0, (1U << order) - 1);
        found_at(ours, &d, out, x);
        differences += mpz_cmp(ours, expected) != 0;
        for (int n = 0; n < size; n++) {
            mpz_clear(out[n]);
        }
        free(out);
    }
    for (int n = 0; n < MOST * MOST * MONOMIALS; n++) {
        mpz_clear(coefficients[n]);
    }
    for (int n = 0; n < MOST * MOST; n++) {
        mpz_clear(matrix[n]);
    }
    mpz_clears(ours, expected, NULL);
    gmp_randclear(random);
    ASSERT_EQ(0, differences);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(determinants_agree_with_their_definition);
    GREATEST_MAIN_END();
}
