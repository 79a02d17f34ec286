#include "stability/phi_quad.h"
#include "stability/spin_conditions.h"

/* x = mantissa * 2^exponent */
static void split_quad(quad x, mpz_t mantissa, int *exponent)
{
    char digits[48];
    int power = 0;
    quad fraction = frexpq(x, &power);
    integer_write(digits, (integer)ldexpq(fraction, 113));
    mpz_set_str(mantissa, digits, 10);
    *exponent = power - 113;
}

/* c_j as a polynomial in z and w, times a power of two that makes all coefficients integers. */
static void load(const phi *p, int j, bipoly *out)
{
    enum { SCALE = 200 }; /* what is below 2^-200 is rounding error */
    mpz_t value;
    mpz_init(value);
    for (int i = 0; i <= p->info.degree_z; i++) {
        for (int k = 0; k <= p->info.degree_w; k++) {
            int exponent;
            quad c = p->c[phi_index(&p->info, j, i, k)];
            if (c == 0) {
                continue;
            }
            split_quad(c, value, &exponent);
            exponent += SCALE;
            if (exponent >= 0) {
                mpz_mul_2exp(value, value, (mp_bitcnt_t)exponent);
            } else {
                mpz_tdiv_q_2exp(value, value, (mp_bitcnt_t)-exponent);
            }
            if (p->info.exact) {
                mpz_tdiv_q_2exp(value, value, SCALE);
            }
            zpoly_set_coefficient(bipoly_at(out, i), k, value);
        }
    }
    bipoly_trim(out);
    mpz_clear(value);
}

/* R = (N/D)^m is stable where N/D is: n small steps with one method are one of them. The constant
 * terms of both must be the same. */
static void take_roots(spin_source *s)
{
    enum { LEAST = 2 };
    bipoly N, D;
    mpz_t scale_N, scale_D;
    mpz_inits(scale_N, scale_D, NULL);
    bipoly_init(&N);
    bipoly_init(&D);
    for (int m = s->c[0].degree > s->c[1].degree ? s->c[0].degree : s->c[1].degree; m >= LEAST;
         m--) {
        bool has_start = s->c[0].degree >= 0 && s->c[1].degree >= 0 && s->c[0].c[0].degree >= 0 &&
                         s->c[1].c[0].degree >= 0;
        if (has_start && mpz_cmpabs(s->c[0].c[0].c[0], s->c[1].c[0].c[0]) == 0 &&
            bipoly_root(&N, scale_N, &s->c[0], m) && bipoly_root(&D, scale_D, &s->c[1], m)) {
            for (int i = 0; i <= D.degree; i++) {
                zpoly_scale(&D.c[i], scale_N);
            }
            for (int i = 0; i <= N.degree; i++) {
                zpoly_scale(&N.c[i], scale_D);
            }
            bipoly_swap(&s->c[0], &N);
            bipoly_swap(&s->c[1], &D);
        }
    }
    bipoly_clear(&N);
    bipoly_clear(&D);
    mpz_clears(scale_N, scale_D, NULL);
}

/* sigma becomes sigma (1 + 2^-slack): c_j is multiplied by (2^slack + 1)^j 2^(slack (degree - j)).
 */
static void loosen(spin_source *s, int slack)
{
    mpz_t factor, base;
    mpz_inits(factor, base, NULL);
    mpz_setbit(base, (mp_bitcnt_t)slack);
    mpz_add_ui(base, base, 1);
    for (int j = 0; j <= s->degree && slack > 0; j++) {
        mpz_pow_ui(factor, base, (unsigned long)j);
        mpz_mul_2exp(factor, factor, (mp_bitcnt_t)(slack * (s->degree - j)));
        for (int i = 0; i <= s->c[j].degree; i++) {
            zpoly_scale(&s->c[j].c[i], factor);
        }
    }
    mpz_clears(factor, base, NULL);
}

static void finish(spin_source *s, const phi *p, int slack)
{
    s->is_linear = p->info.degree > 1 && p->info.degree_z == 1 && p->method != NULL &&
                   method_describe(p->method)->kind == METHOD_MULTISTEP;
    if (s->is_exact && s->degree == 1) {
        take_roots(s);
    }
    loosen(s, slack);
    s->is_constant = true;
    for (int j = 0; j <= s->degree; j++) {
        s->is_constant = s->is_constant && bipoly_degree_w(&s->c[j]) <= 0;
    }
}

void spin_source_init(spin_source *s, const phi *p, int slack)
{
    *s = (spin_source){.degree = p->info.degree, .is_exact = p->info.exact};
    for (int j = 0; j <= s->degree; j++) {
        bipoly_init(&s->c[j]);
        if (p->exact != NULL && p->info.exact) {
            bipoly_set(&s->c[j], &p->exact[j]);
        } else {
            load(p, j, &s->c[j]);
        }
    }
    finish(s, p, slack);
}

void spin_source_at(spin_source *s, const phi *p, const mpq_t w, int slack, real_root *generator)
{
    *s = (spin_source){.degree = p->info.degree, .is_exact = true};
    mpz_t value, power;
    mpz_inits(value, power, NULL);
    real_root_init(generator);
    if (p->field_degree > 1) {
        zpoly_set(&generator->of, &p->generator.of);
        mpq_set(generator->low, p->generator.low);
        mpq_set(generator->high, p->generator.high);
    }
    for (int j = 0; j <= s->degree; j++) {
        bipoly_init(&s->c[j]);
        for (int l = 0; l < p->field_degree; l++) {
            const bipoly *c = &p->exact[j * p->field_degree + l];
            for (int i = 0; i <= c->degree; i++) {
                /* All are to be multiplied by the same power of the denominator. */
                if (c->c[i].degree >= 0) {
                    zpoly_value(value, &c->c[i], w);
                    mpz_pow_ui(power, mpq_denref(w),
                               (unsigned long)(p->info.degree_w - c->c[i].degree));
                    mpz_mul(value, value, power);
                    zpoly_set_coefficient(bipoly_at(&s->c[j], i), l, value);
                }
            }
        }
        bipoly_trim(&s->c[j]);
    }
    finish(s, p, slack);
    mpz_clears(value, power, NULL);
}

void spin_source_clear(spin_source *s)
{
    for (int j = 0; j <= s->degree; j++) {
        bipoly_clear(&s->c[j]);
    }
}
