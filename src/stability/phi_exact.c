/* Phi over the integers, from the exact numbers of a scheme. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "numerics/exact_factor.h"
#include "numerics/polydet.h"
#include "stability/exact_system.h"
#include "stability/phi_quad.h"

/* Products of words, some ten seconds. Only fields of degree 2 and 3 with very many stages take
 * more. */
static const double most_work = 5e9;

/* ---- From numbers of the field to Phi. ---- */

/* c_j of Phi in the field: z^i w^k of c_j at c[j][i (degree_w + 1) + k]. */
typedef struct draft {
    const exact_field *field;
    int degree, degree_z, degree_w;
    exact_number *c[METHOD_MAX_STEPS + 1];
} draft;

static void draft_init(draft *d, const exact_field *field, int degree, int degree_z, int degree_w)
{
    *d = (draft){.field = field, .degree = degree, .degree_z = degree_z, .degree_w = degree_w};
    for (int j = 0; j <= degree; j++) {
        d->c[j] = exact_array((degree_z + 1) * (degree_w + 1));
    }
}

static void draft_clear(draft *d)
{
    for (int j = 0; j <= d->degree; j++) {
        exact_array_free(d->c[j], (d->degree_z + 1) * (d->degree_w + 1));
    }
}

static exact_number *draft_at(const draft *d, int j, int i, int k)
{
    return &d->c[j][i * (d->degree_w + 1) + k];
}

/* What is made 1, or positive: the constant term of the leading coefficient. A slice may have lost
 * it (D = 0 at z = 0): then the next that is there. */
static const exact_number *leading_term(const draft *d)
{
    for (int j = d->degree; j >= 0; j--) {
        for (int n = 0; n < (d->degree_z + 1) * (d->degree_w + 1); n++) {
            if (!exact_is_zero(&d->c[j][n])) {
                return &d->c[j][n];
            }
        }
    }
    return NULL;
}

/* Divides by the leading term. */
static void normalise(draft *d)
{
    const exact_number *found = leading_term(d);
    exact_number lead;
    exact_init(&lead);
    if (found != NULL) {
        exact_set(&lead, found);
        exact_set_integer(&lead, 1);
        exact_divide(d->field, &lead, &lead, found);
        for (int j = 0; j <= d->degree; j++) {
            for (int n = 0; n < (d->degree_z + 1) * (d->degree_w + 1); n++) {
                if (!exact_is_zero(&d->c[j][n])) {
                    exact_multiply(d->field, &d->c[j][n], &d->c[j][n], &lead);
                }
            }
        }
    }
    exact_clear(&lead);
}

/* The positive fraction by which all are to be multiplied to be integers without common factor. */
static void find_scale(const draft *d, mpq_t scale)
{
    mpz_set_ui(mpq_numref(scale), 1);
    mpz_set_ui(mpq_denref(scale), 0);
    for (int j = 0; j <= d->degree; j++) {
        for (int n = 0; n < (d->degree_z + 1) * (d->degree_w + 1); n++) {
            for (int l = 0; l < d->field->degree; l++) {
                mpz_lcm(mpq_numref(scale), mpq_numref(scale), mpq_denref(d->c[j][n].c[l]));
                mpz_gcd(mpq_denref(scale), mpq_denref(scale), mpq_numref(d->c[j][n].c[l]));
            }
        }
    }
    if (mpz_sgn(mpq_denref(scale)) == 0) {
        mpz_set_ui(mpq_denref(scale), 1);
    }
}

/* The highest powers that are there. */
static void find_degrees(const draft *d, phi_info *info)
{
    info->degree = d->degree;
    info->degree_z = info->degree_w = 0;
    for (int j = 0; j <= d->degree; j++) {
        for (int i = 0; i <= d->degree_z; i++) {
            for (int k = 0; k <= d->degree_w; k++) {
                if (!exact_is_zero(draft_at(d, j, i, k))) {
                    info->degree_z = i > info->degree_z ? i : info->degree_z;
                    info->degree_w = k > info->degree_w ? k : info->degree_w;
                }
            }
        }
    }
}

static void take_integers(const draft *d, const mpq_t scale, phi *p)
{
    mpq_t product;
    mpq_init(product);
    for (int j = 0; j <= d->degree; j++) {
        for (int l = 0; l < p->field_degree; l++) {
            bipoly *c = &p->exact[j * p->field_degree + l];
            bipoly_init(c);
            for (int i = 0; i <= p->info.degree_z; i++) {
                for (int k = 0; k <= p->info.degree_w; k++) {
                    const exact_number *x = draft_at(d, j, i, k);
                    if (mpq_sgn(x->c[l]) != 0) {
                        mpq_mul(product, x->c[l], scale);
                        zpoly_set_coefficient(bipoly_at(c, i), k, mpq_numref(product));
                    }
                }
            }
            bipoly_trim(c);
        }
    }
    mpq_clear(product);
}

/* The quads of Phi: its integers, or what they are in the field, with a leading 1. All are divided
 * by one power of two where they would overflow. */
static void take_quads(const draft *d, const mpq_t scale, phi *p)
{
    enum { MOST_BITS = 12000, SPARE = 100 };
    exact_number x;
    exact_init(&x);
    long largest = 0;
    for (int j = 0; j <= d->degree && p->field_degree == 1; j++) {
        for (int n = 0; n < (d->degree_z + 1) * (d->degree_w + 1); n++) {
            const mpq_t *c = &d->c[j][n].c[0];
            long bits = mpq_sgn(*c) == 0 ? 0
                                         : (long)mpz_sizeinbase(mpq_numref(*c), 2) -
                                               (long)mpz_sizeinbase(mpq_denref(*c), 2);
            largest = bits > largest ? bits : largest;
        }
    }
    largest +=
        (long)mpz_sizeinbase(mpq_numref(scale), 2) - (long)mpz_sizeinbase(mpq_denref(scale), 2);
    p->shift = p->field_degree == 1 && largest > MOST_BITS ? (int)(largest - SPARE) : 0;
    for (int j = 0; j <= d->degree; j++) {
        for (int i = 0; i <= p->info.degree_z; i++) {
            for (int k = 0; k <= p->info.degree_w; k++) {
                size_t at = phi_index(&p->info, j, i, k);
                exact_set(&x, draft_at(d, j, i, k));
                if (p->field_degree == 1) {
                    mpq_mul(x.c[0], x.c[0], scale);
                    mpq_div_2exp(x.c[0], x.c[0], (mp_bitcnt_t)p->shift);
                }
                p->c[at] = exact_quad(d->field, &x);
                p->noise[at] = fabsq(p->c[at]) * FLT128_EPSILON / 2;
            }
        }
    }
    exact_clear(&x);
}

/* Cancels what is in common, and makes it Phi. */
static status finish(draft *d, phi *p, message *why)
{
    int cancelled = exact_divide_common(d->field, d->c, d->degree + 1, d->degree_z, d->degree_w);
    mpq_t scale;
    mpq_init(scale);
    normalise(d);
    find_scale(d, scale);
    find_degrees(d, &p->info);
    p->field_degree = d->field->degree;
    p->info.exact = p->field_degree == 1;
    p->info.cancelled = cancelled;
    size_t count = (size_t)((d->degree + 1) * p->field_degree);
    status s = STATUS_OK;
    TRY_OR_END(memory_allocate(&p->exact, count, sizeof *p->exact, why));
    TRY_OR_END(memory_allocate(&p->c, phi_length(&p->info), sizeof *p->c, why));
    TRY_OR_END(memory_allocate(&p->noise, phi_length(&p->info), sizeof *p->noise, why));
    take_integers(d, scale, p);
    take_quads(d, scale, p);
    if (p->field_degree > 1) {
        exact_field copy;
        exact_field_init(&copy);
        exact_field_set(&copy, d->field);
        p->generator = copy.generator; /* the copy ends here */
    }
end:
    mpq_clear(scale);
    return s;
}

void phi_exact_clear(phi *p)
{
    for (int n = 0; p->exact != NULL && n < (p->info.degree + 1) * p->field_degree; n++) {
        bipoly_clear(&p->exact[n]);
    }
    if (p->exact != NULL && p->field_degree > 1) {
        real_root_clear(&p->generator);
    }
    free(p->exact);
    p->exact = NULL;
}

/* ---- From a scheme. ---- */

/* c_j = alpha_j (1 + w (j - k)) - [j = k] beta_k (z + w), or alpha_j - z beta_j. */
static void draft_multistep(draft *d, const scheme *of, bool is_ode)
{
    int k = of->size;
    draft_init(d, &of->field, k, 1, is_ode ? 0 : 1);
    for (int j = 0; j <= k; j++) {
        exact_set(draft_at(d, j, 0, 0), &of->alpha[j]);
        exact_subtract(draft_at(d, j, 1, 0), draft_at(d, j, 1, 0), &of->beta[j]);
        if (!is_ode) {
            exact_number factor;
            exact_init(&factor);
            exact_set_integer(&factor, j - k);
            exact_multiply(&of->field, draft_at(d, j, 0, 1), &of->alpha[j], &factor);
            exact_subtract(draft_at(d, j, 0, 1), draft_at(d, j, 0, 1), &of->beta[j]);
            exact_clear(&factor);
        }
    }
}

/* Multiplies a row by the smallest fraction that makes integers of it, which leaves Phi what it is
 * but for a number. */
static void take_row(const exact_system *s, int degree, int row, mpz_t *out)
{
    int width = s->order * TERM_COUNT;
    mpz_t common, divisor;
    mpz_init_set_ui(common, 1);
    mpz_init(divisor);
    for (int n = 0; n < width * degree; n++) {
        mpz_lcm(common, common, mpq_denref(s->entries[row * width + n / degree].c[n % degree]));
    }
    for (int n = 0; n < width * degree; n++) {
        const mpq_t *x = &s->entries[row * width + n / degree].c[n % degree];
        mpz_divexact(out[n], common, mpq_denref(*x));
        mpz_mul(out[n], out[n], mpq_numref(*x));
        mpz_gcd(divisor, divisor, out[n]);
    }
    for (int n = 0; n < width * degree && mpz_cmp_ui(divisor, 1) > 0; n++) {
        mpz_divexact(out[n], out[n], divisor);
    }
    mpz_clear(common);
    mpz_clear(divisor);
}

/* The highest power of each variable: in no row, and in no column, it is there more than once. */
static void bound_degrees(polydet *d)
{
    for (int v = 0; v < POLYDET_VARIABLES; v++) {
        int by_rows = 0, by_columns = 0;
        for (int i = 0; i < d->order; i++) {
            int in_row = 0, in_column = 0;
            for (int n = 0; n < d->order * d->monomial_count; n++) {
                int k = n / d->monomial_count, t = n % d->monomial_count;
                int power = d->monomials[t].power[v];
                bool in = mpz_sgn(d->coefficients[(i * d->order + k) * d->monomial_count + t]) != 0;
                in_row = in && power > in_row ? power : in_row;
                in = mpz_sgn(d->coefficients[(k * d->order + i) * d->monomial_count + t]) != 0;
                in_column = in && power > in_column ? power : in_column;
            }
            by_rows += in_row;
            by_columns += in_column;
        }
        d->degrees[v] = by_rows < by_columns ? by_rows : by_columns;
    }
}

/* Integers from GMP's allocator. */
static mpz_t *integers_make(int count)
{
    void *(*allocate)(size_t);
    mp_get_memory_functions(&allocate, NULL, NULL);
    mpz_t *x = allocate((size_t)count * sizeof *x);
    for (int n = 0; n < count; n++) {
        mpz_init(x[n]);
    }
    return x;
}

static void integers_free(mpz_t *x, int count)
{
    void (*release)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &release);
    for (int n = 0; n < count; n++) {
        mpz_clear(x[n]);
    }
    release(x, (size_t)count * sizeof *x);
}

/* False when it would take too long. */
static bool draft_determinant(draft *d, const exact_field *field, const exact_system *s)
{
    polydet_monomial monomials[TERM_COUNT * EXACT_MAX_DEGREE] = {0};
    int degree = field->degree;
    for (int n = 0; n < TERM_COUNT * degree; n++) {
        int term = n / degree;
        monomials[n] = (polydet_monomial){{term == TERM_SIGMA, term == TERM_Z || term == TERM_ZW,
                                           term == TERM_W || term == TERM_ZW, n % degree}};
    }
    int entries = s->order * s->order * TERM_COUNT * degree;
    polydet of = {.order = s->order,
                  .monomial_count = TERM_COUNT * degree,
                  .monomials = monomials,
                  .coefficients = integers_make(entries)};
    for (int row = 0; row < s->order; row++) {
        take_row(s, degree, row, of.coefficients + row * s->order * TERM_COUNT * degree);
    }
    bound_degrees(&of);
    bool is_quick = polydet_work(&of) < most_work;
    if (is_quick) {
        int size = polydet_size(&of), powers = of.degrees[3] + 1;
        mpz_t *found = integers_make(size);
        polydet_find(&of, found);
        draft_init(d, field, s->state, of.degrees[1], of.degrees[2]);
        int place = 0;
        for (int j = 0; j <= of.degrees[0]; j++) {
            for (int n = 0; n < (of.degrees[1] + 1) * (of.degrees[2] + 1); n++) {
                exact_set_powers(field, &d->c[j][n], found + place, powers);
                place += powers;
            }
        }
        integers_free(found, size);
    }
    integers_free(of.coefficients, entries);
    return is_quick;
}

status phi_exact_find(phi *p, const method *m, bool *found, message *why)
{
    const scheme *of = method_scheme(m);
    const method_info *info = method_describe(m);
    draft d;
    int removed = 0;
    *found = false;
    if (of == NULL) {
        return STATUS_OK;
    }
    if (of->kind == METHOD_MULTISTEP) {
        draft_multistep(&d, of, info->form == FORM_ODE_ONLY);
        for (int j = 0; j <= d.degree && d.degree_w > 0 && p->info.spin != PHI_ANY_W; j++) {
            exact_set_integer(draft_at(&d, j, 0, 1), 0);
        }
        *found = true;
    } else {
        exact_system system;
        exact_system_init(&system, m, p->info.spin != PHI_ANY_W);
        *found = draft_determinant(&d, &of->field, &system);
        removed = system.removed;
        exact_system_clear(&system);
    }
    status s = STATUS_OK;
    if (*found) {
        s = finish(&d, p, why);
        p->info.cancelled += removed;
        draft_clear(&d);
    }
    return s;
}

/* ---- At one w. ---- */

void phi_exact_w(wide w, mpq_t out)
{
    enum { DENOMINATOR_BITS = 50 };
    mpq_t low, high, half;
    mpq_inits(low, high, half, NULL);
    mpq_set_d(out, w.high);
    mpq_set_d(low, w.low);
    mpq_add(out, out, low);
    if (w.low != 0) { /* a number that no double is: 1/10 is meant where it is near */
        mpq_abs(half, out);
        mpq_div_2exp(half, half, 104);
        mpq_sub(low, out, half);
        mpq_add(high, out, half);
        fraction_between(half, low, high);
        if (mpz_sizeinbase(mpq_denref(half), 2) <= DENOMINATOR_BITS) {
            mpq_set(out, half);
        }
    }
    mpq_clears(low, high, half, NULL);
}

/* Slices are for one w: the powers of w are summed. */
status phi_exact_slice(const phi *p, const mpq_t w, phi *slice, message *why)
{
    exact_field field;
    draft d;
    mpz_t value;
    mpz_init(value);
    exact_field_init(&field);
    if (p->field_degree > 1) {
        field.degree = p->field_degree;
        zpoly_set(&field.generator.of, &p->generator.of);
        mpq_set(field.generator.low, p->generator.low);
        mpq_set(field.generator.high, p->generator.high);
    }
    draft_init(&d, &field, p->info.degree, p->info.degree_z, 0);
    for (int j = 0; j <= p->info.degree; j++) {
        for (int l = 0; l < p->field_degree; l++) {
            const bipoly *c = &p->exact[j * p->field_degree + l];
            for (int i = 0; i <= c->degree; i++) {
                /* value / denominator^degree */
                mpq_t *x = &draft_at(&d, j, i, 0)->c[l];
                if (c->c[i].degree < 0) {
                    continue;
                }
                zpoly_value(value, &c->c[i], w);
                mpz_set(mpq_numref(*x), value);
                mpz_pow_ui(mpq_denref(*x), mpq_denref(w), (unsigned long)c->c[i].degree);
                mpq_canonicalize(*x);
            }
        }
    }
    status s = finish(&d, slice, why);
    draft_clear(&d);
    exact_field_clear(&field);
    mpz_clear(value);
    return s;
}
