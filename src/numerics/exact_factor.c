/* First modulo a prime at one w, where it is seen in microseconds that there is nothing to divide
 * by, which is a proof. Only when there is something are greatest common divisors taken over the
 * field, by Euclid's algorithm at many w, and put together by interpolation. */
#include "numerics/exact_factor.h"

#include <stdint.h>

/* Polynomials in z and w as their owner keeps them. */
typedef struct family {
    const exact_field *field;
    exact_number **c;
    int count, degree_z, degree_w;
} family;

/* ---- Modulo a prime. ---- */

typedef struct modulus {
    uint64_t p, generator;
} modulus;

static uint64_t times(uint64_t a, uint64_t b, uint64_t p)
{
    return (uint64_t)((unsigned __int128)a * b % p);
}

static uint64_t inverse(uint64_t x, uint64_t p)
{
    uint64_t result = 1;
    for (uint64_t power = p - 2; power > 0; power /= 2) {
        result = power % 2 == 1 ? times(result, x, p) : result;
        x = times(x, x, p);
    }
    return result;
}

/* A prime modulo which the generator of the field is a number: one that divides its polynomial at
 * an integer. */
static bool find_modulus(const exact_field *f, modulus *m)
{
    enum { FIRST = 1000003, TRIES = 2000, SMALL = 200 };
    *m = (modulus){.p = ((uint64_t)1 << 61) - 1};
    if (f->degree == 1) {
        return true;
    }
    mpz_t value;
    mpq_t x;
    mpz_init(value);
    mpq_init(x);
    bool found = false;
    for (long n = FIRST; n < FIRST + TRIES && !found; n++) {
        mpq_set_si(x, n, 1);
        zpoly_value(value, &f->generator.of, x);
        mpz_abs(value, value);
        for (unsigned long q = 2; q < SMALL && mpz_sgn(value) != 0; q++) {
            while (mpz_divisible_ui_p(value, q)) {
                mpz_divexact_ui(value, value, q);
            }
        }
        size_t bits = mpz_sizeinbase(value, 2);
        found = bits > 30 && bits < 62 && mpz_probab_prime_p(value, 25) > 0;
        if (found) {
            m->p = mpz_get_ui(value);
            m->generator = (uint64_t)n % m->p;
        }
    }
    mpz_clear(value);
    mpq_clear(x);
    return found;
}

/* False when a denominator is divisible by the prime. */
static bool reduce_number(const modulus *m, const exact_number *x, uint64_t *out)
{
    *out = 0;
    for (int e = EXACT_MAX_DEGREE - 1; e >= 0; e--) {
        uint64_t below = mpz_fdiv_ui(mpq_denref(x->c[e]), m->p);
        if (below == 0) {
            return false;
        }
        uint64_t digit = times(mpz_fdiv_ui(mpq_numref(x->c[e]), m->p), inverse(below, m->p), m->p);
        *out = (times(*out, m->generator, m->p) + digit) % m->p;
    }
    return true;
}

static int degree_of(const uint64_t *a, int top)
{
    while (top >= 0 && a[top] == 0) {
        top--;
    }
    return top;
}

/* a becomes the greatest common divisor of a and b, and its degree is returned; b is destroyed. */
static int gcd_modulo(const modulus *m, uint64_t *a, int degree_a, uint64_t *b, int degree_b)
{
    uint64_t *first = a;
    while (degree_b >= 0) {
        uint64_t lead = inverse(b[degree_b], m->p);
        for (int n = degree_a - degree_b; n >= 0; n--) {
            uint64_t factor = times(a[n + degree_b], lead, m->p);
            for (int k = 0; k <= degree_b; k++) {
                a[n + k] = (a[n + k] + m->p - times(factor, b[k], m->p)) % m->p;
            }
        }
        int left = degree_of(a, degree_a);
        uint64_t *held = a;
        a = b;
        b = held;
        degree_a = degree_b;
        degree_b = left;
    }
    for (int n = 0; n <= degree_a && a != first; n++) {
        first[n] = a[n];
    }
    return degree_a;
}

/* Polynomials in one variable, one after the other, each with its true degree: a divisor that they
 * have in common has an image here, of the same degree when one of them keeps its degree. */
typedef struct image {
    uint64_t common[256];
    int degree; /* of what they have in common, -1 before the first */
    bool keeps_degree;
} image;

static void image_add(const modulus *m, image *i, uint64_t *p, int true_degree)
{
    int degree = degree_of(p, true_degree);
    i->keeps_degree = i->keeps_degree || (true_degree >= 0 && degree == true_degree);
    if (i->degree < 0) {
        for (int n = 0; n <= degree; n++) {
            i->common[n] = p[n];
        }
        i->degree = degree;
    } else {
        i->degree = gcd_modulo(m, i->common, i->degree, p, degree);
    }
}

/* Is it certain that there is nothing in common? */
static bool are_coprime(const family *f)
{
    enum { MOST = 255 };
    modulus m;
    image in_z = {.degree = -1}, in_w = {.degree = -1};
    const uint64_t w = 1234567891;
    if (f->degree_z > MOST || f->degree_w > MOST || !find_modulus(f->field, &m)) {
        return false;
    }
    for (int j = 0; j < f->count; j++) {
        uint64_t at_w[MOST + 1] = {0};
        int degree_z = -1;
        for (int i = 0; i <= f->degree_z; i++) {
            uint64_t row[MOST + 1] = {0};
            int degree_w = -1;
            for (int k = f->degree_w; k >= 0; k--) {
                const exact_number *x = &f->c[j][i * (f->degree_w + 1) + k];
                if (!reduce_number(&m, x, &row[k])) {
                    return false;
                }
                degree_w = degree_w < 0 && !exact_is_zero(x) ? k : degree_w;
                at_w[i] = (times(at_w[i], w % m.p, m.p) + row[k]) % m.p;
            }
            degree_z = degree_w >= 0 ? i : degree_z;
            image_add(&m, &in_w, row, degree_w);
        }
        image_add(&m, &in_z, at_w, degree_z);
    }
    return in_z.keeps_degree && in_w.keeps_degree && in_z.degree == 0 && in_w.degree == 0;
}

/* ---- Over the field. ---- */

/* A polynomial in one variable. */
typedef struct kpoly {
    int degree; /* -1: zero */
    int room;
    exact_number *c;
} kpoly;

static kpoly kpoly_make(int room)
{
    return (kpoly){.degree = -1, .room = room, .c = exact_array(room)};
}

static void kpoly_free(kpoly *p)
{
    exact_array_free(p->c, p->room);
}

static void kpoly_trim(kpoly *p)
{
    p->degree = p->room - 1;
    while (p->degree >= 0 && exact_is_zero(&p->c[p->degree])) {
        p->degree--;
    }
}

static void kpoly_swap(kpoly *a, kpoly *b)
{
    kpoly held = *a;
    *a = *b;
    *b = held;
}

/* The leading coefficient becomes 1. */
static void kpoly_make_monic(const exact_field *f, kpoly *p)
{
    exact_number lead;
    exact_init(&lead);
    if (p->degree >= 0) {
        exact_set(&lead, &p->c[p->degree]);
    }
    for (int n = 0; n <= p->degree; n++) {
        exact_divide(f, &p->c[n], &p->c[n], &lead);
    }
    exact_clear(&lead);
}

/* a becomes its remainder by a monic b, *quotient (or NULL) the rest. */
static void kpoly_divide(const exact_field *f, kpoly *a, const kpoly *b, kpoly *quotient)
{
    exact_number factor, term;
    exact_init(&factor);
    exact_init(&term);
    for (int n = a->degree - b->degree; n >= 0; n--) {
        exact_set(&factor, &a->c[n + b->degree]);
        for (int k = 0; k <= b->degree; k++) {
            exact_multiply(f, &term, &factor, &b->c[k]);
            exact_subtract(&a->c[n + k], &a->c[n + k], &term);
        }
        if (quotient != NULL) {
            exact_set(&quotient->c[n], &factor);
        }
    }
    kpoly_trim(a);
    if (quotient != NULL) {
        kpoly_trim(quotient);
    }
    exact_clear(&factor);
    exact_clear(&term);
}

/* a becomes the monic greatest common divisor; b is destroyed. Monic remainders keep the fractions
 * short. */
static void kpoly_gcd(const exact_field *f, kpoly *a, kpoly *b)
{
    kpoly_make_monic(f, a);
    kpoly_make_monic(f, b);
    while (b->degree >= 0) {
        kpoly_divide(f, a, b, NULL);
        kpoly_make_monic(f, a);
        kpoly_swap(a, b);
    }
}

/* The coefficient of z^i of polynomial j, a polynomial in w. */
static void take_row(const family *f, int j, int i, kpoly *out)
{
    for (int k = 0; k <= f->degree_w; k++) {
        exact_set(&out->c[k], &f->c[j][i * (f->degree_w + 1) + k]);
    }
    kpoly_trim(out);
}

/* Divides all by what is in common of the polynomials in w that are the coefficients; its degree.
 */
static int divide_content(const family *f)
{
    kpoly common = kpoly_make(f->degree_w + 1), row = kpoly_make(f->degree_w + 1);
    int rows = f->count * (f->degree_z + 1);
    for (int n = 0; n < rows && common.degree != 0; n++) {
        take_row(f, n / (f->degree_z + 1), n % (f->degree_z + 1), &row);
        if (row.degree >= 0) {
            kpoly_gcd(f->field, &common, &row);
        }
    }
    int degree = common.degree;
    for (int n = 0; n < rows && degree > 0; n++) {
        kpoly quotient = kpoly_make(f->degree_w + 1);
        int j = n / (f->degree_z + 1), i = n % (f->degree_z + 1);
        take_row(f, j, i, &row);
        kpoly_divide(f->field, &row, &common, &quotient);
        for (int k = 0; k <= f->degree_w; k++) {
            exact_set(&f->c[j][i * (f->degree_w + 1) + k], &quotient.c[k]);
        }
        kpoly_free(&quotient);
    }
    kpoly_free(&common);
    kpoly_free(&row);
    return degree > 0 ? degree : 0;
}

/* The value at w of a polynomial in w. */
static void set_w(const exact_field *f, const exact_number *c, int degree, const exact_number *w,
                  exact_number *value)
{
    exact_set_integer(value, 0);
    for (int k = degree; k >= 0; k--) {
        exact_multiply(f, value, value, w);
        exact_add(value, value, &c[k]);
    }
}

/* The monic greatest common divisor at one w, as polynomials in z. */
static void common_at(const family *f, const exact_number *w, kpoly *common)
{
    kpoly next = kpoly_make(f->degree_z + 1);
    kpoly_trim(common);
    for (int j = 0; j < f->count && common->degree != 0; j++) {
        for (int i = 0; i <= f->degree_z; i++) {
            set_w(f->field, &f->c[j][i * (f->degree_w + 1)], f->degree_w, w, &next.c[i]);
        }
        kpoly_trim(&next);
        if (next.degree >= 0) {
            kpoly_gcd(f->field, common, &next);
        }
    }
    kpoly_free(&next);
}

/* Values at the given points become coefficients, by divided differences. */
static void interpolate(const exact_field *f, exact_number *values, const exact_number *points,
                        int count)
{
    exact_number term;
    exact_init(&term);
    for (int k = 1; k < count; k++) {
        for (int i = count - 1; i >= k; i--) {
            exact_subtract(&values[i], &values[i], &values[i - 1]);
            exact_subtract(&term, &points[i], &points[i - k]);
            exact_divide(f, &values[i], &values[i], &term);
        }
    }
    for (int k = count - 2; k >= 0; k--) {
        for (int i = k; i < count - 1; i++) {
            exact_multiply(f, &term, &points[k], &values[i + 1]);
            exact_subtract(&values[i], &values[i], &term);
        }
    }
    exact_clear(&term);
}

/* Divides polynomial j, whose coefficients are polynomials in w, by `by` = the sum of by[i] z^i:
 * false when it does not go. */
static bool divide_one(const family *f, int j, const kpoly *by, int degree)
{
    int width = f->degree_w + 1;
    const kpoly *lead = &by[degree];
    exact_number term;
    kpoly row = kpoly_make(width), monic = kpoly_make(width);
    bool divides = true;
    exact_init(&term);
    for (int k = 0; k <= lead->degree; k++) {
        exact_set(&monic.c[k], &lead->c[k]);
    }
    kpoly_trim(&monic);
    kpoly_make_monic(f->field, &monic);
    for (int n = f->degree_z - degree; n >= 0 && divides; n--) {
        kpoly quotient = kpoly_make(width);
        take_row(f, j, n + degree, &row);
        kpoly_divide(f->field, &row, &monic, &quotient);
        divides = row.degree < 0;
        for (int k = 0; k <= quotient.degree; k++) {
            exact_divide(f->field, &quotient.c[k], &quotient.c[k], &lead->c[lead->degree]);
        }
        for (int i = 0; i <= degree && divides; i++) {
            exact_number *target = &f->c[j][(n + i) * width];
            for (int a = 0; a <= quotient.degree; a++) {
                for (int b = 0; b <= by[i].degree && divides; b++) {
                    exact_multiply(f->field, &term, &quotient.c[a], &by[i].c[b]);
                    divides = a + b < width;
                    if (divides) {
                        exact_subtract(&target[a + b], &target[a + b], &term);
                    }
                }
            }
        }
        /* The quotient is kept above, where zeros are now. */
        for (int k = 0; k < width && divides; k++) {
            exact_set(&f->c[j][(n + degree) * width + k], &quotient.c[k]);
        }
        kpoly_free(&quotient);
    }
    for (int n = 0; n < degree * width && divides; n++) {
        divides = exact_is_zero(&f->c[j][n]);
    }
    for (int n = 0; n < (f->degree_z + 1) * width && divides; n++) {
        exact_number *to = &f->c[j][n];
        if (n + degree * width < (f->degree_z + 1) * width) {
            exact_set(to, &f->c[j][n + degree * width]);
        } else {
            exact_set_integer(to, 0);
        }
    }
    exact_clear(&term);
    kpoly_free(&row);
    kpoly_free(&monic);
    return divides;
}

/* The leading coefficient in z of the last polynomial that is not zero. */
static const exact_number *find_lead(const family *f)
{
    for (int n = f->count * (f->degree_z + 1) - 1; n >= 0; n--) {
        const exact_number *row =
            &f->c[n / (f->degree_z + 1)][n % (f->degree_z + 1) * (f->degree_w + 1)];
        for (int k = 0; k <= f->degree_w; k++) {
            if (!exact_is_zero(&row[k])) {
                return row;
            }
        }
    }
    return f->c[0];
}

/* The divisor times a polynomial in w, from its values at enough w: rows[i] are the values of the
 * coefficient of z^i, which become polynomials in w. Its degree in z. */
static int sample_common(const family *f, kpoly *rows, int points)
{
    exact_number *at = exact_array(points), w, lead;
    const exact_number *leading = find_lead(f);
    int degree = f->degree_z + 1, found = 0;
    exact_init(&w);
    exact_init(&lead);
    for (long n = 0; found < points && degree > 0; n++) {
        exact_set_integer(&w, n % 2 == 0 ? n / 2 : -(n + 1) / 2);
        set_w(f->field, leading, f->degree_w, &w, &lead);
        if (exact_is_zero(&lead)) {
            continue;
        }
        kpoly common = kpoly_make(f->degree_z + 1);
        common_at(f, &w, &common);
        if (common.degree < degree) { /* those before had more in common by chance */
            degree = common.degree;
            found = 0;
        }
        if (common.degree == degree) {
            exact_set(&at[found], &w);
            for (int i = 0; i <= degree; i++) {
                exact_multiply(f->field, &rows[i].c[found], &common.c[i], &lead);
            }
            found++;
        }
        kpoly_free(&common);
    }
    for (int i = 0; i <= degree && degree > 0; i++) {
        interpolate(f->field, rows[i].c, at, points);
        kpoly_trim(&rows[i]);
    }
    exact_array_free(at, points);
    exact_clear(&w);
    exact_clear(&lead);
    return degree;
}

/* Divides all by the divisor that contains z; its degree in z. */
static int divide_in_z(const family *f)
{
    int points = 2 * f->degree_w + 1, divided = 0;
    exact_number *flat = exact_array((f->degree_z + 1) * points);
    kpoly *rows = NULL;
    void *(*allocate)(size_t);
    void (*release)(void *, size_t);
    mp_get_memory_functions(&allocate, NULL, &release);
    size_t bytes = (size_t)(f->degree_z + 1) * sizeof *rows;
    rows = allocate(bytes);
    for (int i = 0; i <= f->degree_z; i++) {
        rows[i] = (kpoly){.degree = -1, .room = points, .c = flat + i * points};
    }
    int degree = sample_common(f, rows, points);
    if (degree > 0) {
        /* What was multiplied with is in all of its coefficients. */
        family divisor = {f->field, &flat, 1, degree, points - 1};
        divide_content(&divisor);
        for (int i = 0; i <= degree; i++) {
            kpoly_trim(&rows[i]);
        }
        divided = degree;
        for (int j = 0; j < f->count; j++) {
            divided = divide_one(f, j, rows, degree) ? divided : 0;
        }
    }
    exact_array_free(flat, (f->degree_z + 1) * points);
    release(rows, bytes);
    return divided;
}

int exact_divide_common(const exact_field *f, exact_number **c, int count, int degree_z,
                        int degree_w)
{
    family of = {f, c, count, degree_z, degree_w};
    return are_coprime(&of) ? 0 : divide_in_z(&of) + divide_content(&of);
}
