#include "stability/integer_slice.h"

#include <math.h>

#include "numerics/exact.h"
#include "numerics/zroots.h"

/* To begin with; numbers that nearly cancel take more. */
enum { GENERATOR_BITS = 512 };

void complex_fraction_init(complex_fraction *f, const mpq_t re, const mpq_t im)
{
    mpz_inits(f->re, f->im, f->over, NULL);
    mpz_lcm(f->over, mpq_denref(re), mpq_denref(im));
    mpz_divexact(f->re, f->over, mpq_denref(re));
    mpz_mul(f->re, f->re, mpq_numref(re));
    mpz_divexact(f->im, f->over, mpq_denref(im));
    mpz_mul(f->im, f->im, mpq_numref(im));
}

void complex_fraction_init_double(complex_fraction *f, double complex z)
{
    mpq_t re, im;
    mpq_inits(re, im, NULL);
    mpq_set_d(re, creal(z));
    mpq_set_d(im, cimag(z));
    complex_fraction_init(f, re, im);
    mpq_clears(re, im, NULL);
}

void complex_fraction_clear(complex_fraction *f)
{
    mpz_clears(f->re, f->im, f->over, NULL);
}

int integer_slice_length(const phi *p)
{
    int parts = p->exact != NULL ? p->field_degree : p->info.exact ? 1 : 0;
    return p->info.spin == PHI_NEEDS_W ? 0 : parts * (p->info.degree + 1);
}

/* A quad that holds an integer. */
static void set_quad(mpz_t out, quad x)
{
    int exponent;
    quad part = ldexpq(frexpq(x, &exponent), 56);
    double high = (double)truncq(part), low = (double)ldexpq(part - truncq(part), 57);
    mpz_t rest;
    mpz_init(rest);
    mpz_set_d(out, high);
    mpz_mul_2exp(out, out, 57);
    mpz_set_d(rest, low);
    mpz_add(out, out, rest);
    if (exponent >= 113) {
        mpz_mul_2exp(out, out, (mp_bitcnt_t)(exponent - 113));
    } else {
        mpz_tdiv_q_2exp(out, out, (mp_bitcnt_t)(113 - exponent));
    }
    mpz_clear(rest);
}

/* Part l of the coefficient of sigma^j z^i w^k. A Phi without integers of its own that is exact has
 * them as quads. */
static void set_coefficient(const phi *p, int part, int i, int k, mpz_t out)
{
    if (p->exact == NULL) {
        set_quad(out, p->c[phi_index(&p->info, part, i, k)]);
        return;
    }
    const bipoly *of = &p->exact[part];
    bool is_there = i <= of->degree && k <= of->c[i].degree;
    mpz_set_ui(out, 0);
    if (is_there) {
        mpz_set(out, of->c[i].c[k]);
    }
}

/* The coefficient of z^i in a part of some c_j at w, times over^degree_w. */
static void set_w(const phi *p, int part, int i, const complex_fraction *w, mpz_t value)
{
    mpz_t term, power;
    mpz_inits(term, power, NULL);
    mpz_set_ui(value, 0);
    mpz_set_ui(power, 1);
    for (int k = p->info.degree_w; k >= 0; k--) {
        mpz_mul(value, value, w->re);
        set_coefficient(p, part, i, k, term);
        mpz_addmul(value, term, power);
        mpz_mul(power, power, w->over);
    }
    mpz_clears(term, power, NULL);
}

static void set_root(real_root *to, const real_root *from)
{
    real_root_init(to);
    zpoly_set(&to->of, &from->of);
    mpq_set(to->low, from->low);
    mpq_set(to->high, from->high);
}

void integer_slice_set(integer_slice *s, const phi *p, const complex_fraction *w, zpoly *room)
{
    mpz_t value;
    mpz_init(value);
    *s = (integer_slice){.degree = p->info.degree,
                         .field_degree = p->exact != NULL ? p->field_degree : 1,
                         .top = -1,
                         .c = room};
    for (int n = 0; n < (s->degree + 1) * s->field_degree; n++) {
        for (int i = 0; i <= p->info.degree_z; i++) {
            set_w(p, n, i, w, value);
            zpoly_set_coefficient(&s->c[n], i, value);
        }
        s->top = s->c[n].degree > s->top ? s->c[n].degree : s->top;
    }
    if (s->field_degree > 1) {
        set_root(&s->generator, &p->generator);
        real_root_refine(&s->generator, GENERATOR_BITS + 1);
    }
    mpz_clear(value);
}

void integer_slice_clear(integer_slice *s)
{
    if (s->field_degree > 1) {
        real_root_clear(&s->generator);
    }
}

/* The generator times 2^bits, off by less than 1. */
static void generator_times(const integer_slice *s, int bits, mpz_t out)
{
    real_root finer;
    set_root(&finer, &s->generator);
    real_root_refine(&finer, bits + 1);
    mpq_mul_2exp(finer.low, finer.low, (mp_bitcnt_t)bits);
    mpz_fdiv_q(out, mpq_numref(finer.low), mpq_denref(finer.low));
    real_root_clear(&finer);
}

static long size_of(const zpoly *p, int n)
{
    return n <= p->degree && mpz_sgn(p->c[n]) != 0 ? (long)mpz_sizeinbase(p->c[n], 2) : 0;
}

/* sum_l parts[l] generator^l, times 2^(bits (field_degree - 1)), for numbers that are kept as the
 * coefficients of polynomials, `group` of them as the parts of one. With g for the generator and
 * |G - 2^bits g| < 1, the powers of G/2^bits are off by l (|g| + 1)^(l-1)/2^bits; false when that
 * leaves less than 118 bits of some group that is not 0. */
static bool combine(const integer_slice *s, const zpoly *parts, int count, int group, int bits,
                    zpoly *out)
{
    int last = s->field_degree - 1;
    bool is_right = true;
    mpz_t power, term, value;
    zpoly generator;
    mpz_inits(power, term, value, NULL);
    zpoly_init(&generator);
    generator_times(s, bits, term);
    zpoly_set_coefficient(&generator, 0, term);
    long of_generator = size_of(&generator, 0) - bits;
    of_generator = (of_generator > 0 ? of_generator : 0) + 1;
    for (int first = 0; first < count; first += group) {
        long size = 0, lost = 0;
        for (int n = first; n < first + group; n++) {
            mpz_set_ui(power, 1);
            mpz_set_ui(value, 0);
            for (int l = 0; l <= last; l++) {
                long own = size_of(&parts[l], n);
                if (own > 0) {
                    mpz_mul(term, parts[l].c[n], power);
                    mpz_mul_2exp(term, term, (mp_bitcnt_t)(bits * (last - l)));
                    mpz_add(value, value, term);
                    long off = own + (last - 1) * (bits + of_generator) + 4;
                    lost = off > lost ? off : lost;
                }
                mpz_mul(power, power, generator.c[0]);
            }
            zpoly_set_coefficient(out, n, value);
            size = size_of(out, n) > size ? size_of(out, n) : size;
        }
        is_right &= lost == 0 || size >= lost + 118;
    }
    zpoly_clear(&generator);
    mpz_clears(power, term, value, NULL);
    return is_right;
}

/* The same with as many bits as it takes: a number is 0 when all its parts are. */
static void combine_all(const integer_slice *s, const zpoly *parts, int count, int group,
                        zpoly *out)
{
    if (s->field_degree == 1) {
        zpoly_set(out, &parts[0]);
        return;
    }
    for (int bits = GENERATOR_BITS; !combine(s, parts, count, group, bits, out);) {
        bits *= 2;
    }
}

/* x 2^-shift, cut off after 120 bits and then rounded. Not 0 unless x is. */
static quad scaled(const mpz_t x, long shift)
{
    enum { KEPT = 120, SMALLEST = -16000 };
    if (mpz_sgn(x) == 0) {
        return 0;
    }
    mpz_t part;
    mpz_init(part);
    long bits = (long)mpz_sizeinbase(x, 2), cut = bits > KEPT ? bits - KEPT : 0;
    mpz_tdiv_q_2exp(part, x, (mp_bitcnt_t)cut);
    mpz_abs(part, part);
    double low[3]; /* 40 bits each */
    for (int i = 0; i < 3; i++) {
        mpz_t digit;
        mpz_init(digit);
        mpz_fdiv_r_2exp(digit, part, 40);
        mpz_fdiv_q_2exp(part, part, 40);
        low[i] = mpz_get_d(digit);
        mpz_clear(digit);
    }
    mpz_clear(part);
    quad value = ((quad)low[2] * 0x1p40Q + low[1]) * 0x1p40Q + low[0];
    long exponent = cut - shift;
    value = ldexpq(value, (int)(exponent < SMALLEST ? SMALLEST : exponent));
    return mpz_sgn(x) < 0 ? -value : value;
}

static long largest_size(const zpoly *p)
{
    long bits = 0;
    for (int n = 0; n <= p->degree; n++) {
        bits = size_of(p, n) > bits ? size_of(p, n) : bits;
    }
    return bits;
}

static quad scaled_at(const zpoly *p, int n, long shift)
{
    return n <= p->degree ? scaled(p->c[n], shift) : 0;
}

void integer_slice_values(const integer_slice *s, int degree_z, quad *values)
{
    int length = degree_z + 1, count = (s->degree + 1) * length;
    zpoly parts[EXACT_MAX_DEGREE], all;
    zpoly_init(&all);
    for (int l = 0; l < s->field_degree; l++) {
        zpoly_init(&parts[l]);
        for (int n = 0; n < count; n++) {
            const zpoly *from = &s->c[n / length * s->field_degree + l];
            if (n % length <= from->degree) {
                zpoly_set_coefficient(&parts[l], n, from->c[n % length]);
            }
        }
    }
    combine_all(s, parts, count, 1, &all);
    long bits = largest_size(&all);
    for (int n = 0; n < count; n++) {
        values[n] = scaled_at(&all, n, bits);
    }
    for (int l = 0; l < s->field_degree; l++) {
        zpoly_clear(&parts[l]);
    }
    zpoly_clear(&all);
}

/* One part of some c_j at z, times over^top: Horner's rule in Gaussian integers. */
static void value_at(const integer_slice *s, int part, const complex_fraction *z, bool inverted,
                     mpz_t re, mpz_t im)
{
    const zpoly *c = &s->c[part];
    mpz_t held, power;
    mpz_inits(held, power, NULL);
    mpz_set_ui(power, 1);
    mpz_set_ui(re, 0);
    mpz_set_ui(im, 0);
    for (int n = 0; n <= s->top; n++) {
        int i = inverted ? n : s->top - n;
        mpz_mul(held, re, z->re);
        mpz_submul(held, im, z->im);
        mpz_mul(im, im, z->re);
        mpz_addmul(im, re, z->im);
        mpz_swap(re, held);
        if (i <= c->degree) {
            mpz_addmul(re, c->c[i], power);
        }
        mpz_mul(power, power, z->over);
    }
    mpz_clears(held, power, NULL);
}

/* The real part of c_j(z) as the coefficient 2j, the imaginary one as 2j + 1. */
static void parts_at(const integer_slice *s, const complex_fraction *z, bool inverted, zpoly *out)
{
    zpoly parts[EXACT_MAX_DEGREE];
    mpz_t re, im;
    mpz_inits(re, im, NULL);
    for (int l = 0; l < s->field_degree; l++) {
        zpoly_init(&parts[l]);
        for (int j = 0; j <= s->degree; j++) {
            value_at(s, j * s->field_degree + l, z, inverted, re, im);
            zpoly_set_coefficient(&parts[l], 2 * j, re);
            zpoly_set_coefficient(&parts[l], 2 * j + 1, im);
        }
    }
    combine_all(s, parts, 2 * s->degree + 2, 2, out);
    for (int l = 0; l < s->field_degree; l++) {
        zpoly_clear(&parts[l]);
    }
    mpz_clears(re, im, NULL);
}

void integer_slice_at(const integer_slice *s, const complex_fraction *z, bool inverted, cquad *c)
{
    zpoly parts;
    zpoly_init(&parts);
    parts_at(s, z, inverted, &parts);
    long bits = largest_size(&parts);
    for (int j = 0; j <= s->degree; j++) {
        c[j] = cquad_make(scaled_at(&parts, 2 * j, bits), scaled_at(&parts, 2 * j + 1, bits));
    }
    zpoly_clear(&parts);
}

/* p = re + i im has the moduli of its roots in common with its conjugate, and the product of the
 * two is re^2 + im^2. */
bool integer_slice_growth(const integer_slice *s, const complex_fraction *z, bool inverted,
                          double *growth)
{
    if (s->field_degree > 1) {
        return false;
    }
    zpoly parts, of[2];
    double complex roots[2 * METHOD_MAX_STEPS + 2];
    zpoly_init(&parts);
    zpoly_init(&of[0]);
    zpoly_init(&of[1]);
    parts_at(s, z, inverted, &parts);
    for (int n = 0; n <= parts.degree; n++) {
        zpoly_set_coefficient(&of[n % 2], n / 2, parts.c[n]);
    }
    zpoly_multiply(&of[0], &of[0], &of[0]);
    zpoly_multiply(&of[1], &of[1], &of[1]);
    zpoly_add(&of[0], &of[0], &of[1]);
    bool is_found = of[0].degree >= 0 && zpoly_roots(&of[0], roots, NULL);
    *growth = 0;
    for (int i = 0; i < of[0].degree && is_found; i++) {
        *growth = fmax(*growth, cabs(roots[i]));
    }
    zpoly_clear(&parts);
    zpoly_clear(&of[0]);
    zpoly_clear(&of[1]);
    return is_found;
}
