#include "numerics/bipoly.h"

void bipoly_init(bipoly *p)
{
    *p = (bipoly){.degree = -1};
}

void bipoly_clear(bipoly *p)
{
    void (*release)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &release);
    for (int i = 0; i < p->room; i++) {
        zpoly_clear(&p->c[i]);
    }
    if (p->c != NULL) {
        release(p->c, (size_t)p->room * sizeof *p->c);
    }
    bipoly_init(p);
}

zpoly *bipoly_at(bipoly *p, int power)
{
    if (power >= p->room) {
        void *(*allocate)(size_t);
        void *(*reallocate)(void *, size_t, size_t);
        mp_get_memory_functions(&allocate, &reallocate, NULL);
        size_t wanted = (size_t)(power + 1) * sizeof *p->c;
        p->c = p->c == NULL ? allocate(wanted)
                            : reallocate(p->c, (size_t)p->room * sizeof *p->c, wanted);
        for (int i = p->room; i <= power; i++) {
            zpoly_init(&p->c[i]);
        }
        p->room = power + 1;
    }
    return &p->c[power];
}

void bipoly_trim(bipoly *p)
{
    p->degree = p->room - 1;
    while (p->degree >= 0 && p->c[p->degree].degree < 0) {
        p->degree--;
    }
}

void bipoly_set(bipoly *to, const bipoly *from)
{
    if (to == from) {
        return;
    }
    bipoly_clear(to);
    for (int i = 0; i <= from->degree; i++) {
        zpoly_set(bipoly_at(to, i), &from->c[i]);
    }
    bipoly_trim(to);
}

void bipoly_swap(bipoly *a, bipoly *b)
{
    bipoly held = *a;
    *a = *b;
    *b = held;
}

typedef void combine(zpoly *, const zpoly *, const zpoly *);

static void combine_all(bipoly *result, const bipoly *a, const bipoly *b, combine *how)
{
    bipoly r;
    zpoly zero;
    bipoly_init(&r);
    zpoly_init(&zero);
    for (int i = 0; i <= a->degree || i <= b->degree; i++) {
        how(bipoly_at(&r, i), i <= a->degree ? &a->c[i] : &zero, i <= b->degree ? &b->c[i] : &zero);
    }
    bipoly_trim(&r);
    bipoly_swap(result, &r);
    bipoly_clear(&r);
}

void bipoly_add(bipoly *sum, const bipoly *a, const bipoly *b)
{
    combine_all(sum, a, b, zpoly_add);
}

void bipoly_subtract(bipoly *difference, const bipoly *a, const bipoly *b)
{
    combine_all(difference, a, b, zpoly_subtract);
}

void bipoly_multiply(bipoly *product, const bipoly *a, const bipoly *b)
{
    bipoly r;
    zpoly term;
    bipoly_init(&r);
    zpoly_init(&term);
    for (int i = 0; i <= a->degree; i++) {
        for (int j = 0; j <= b->degree; j++) {
            zpoly_multiply(&term, &a->c[i], &b->c[j]);
            zpoly *at = bipoly_at(&r, i + j);
            zpoly_add(at, at, &term);
        }
    }
    bipoly_trim(&r);
    bipoly_swap(product, &r);
    bipoly_clear(&r);
    zpoly_clear(&term);
}

void bipoly_derivative(bipoly *slope, const bipoly *p)
{
    bipoly r;
    mpz_t power;
    bipoly_init(&r);
    mpz_init(power);
    for (int i = 1; i <= p->degree; i++) {
        mpz_set_si(power, i);
        zpoly_set(bipoly_at(&r, i - 1), &p->c[i]);
        zpoly_scale(bipoly_at(&r, i - 1), power);
    }
    bipoly_trim(&r);
    bipoly_swap(slope, &r);
    bipoly_clear(&r);
    mpz_clear(power);
}

void bipoly_mirror(bipoly *p)
{
    mpz_t minus;
    mpz_init_set_si(minus, -1);
    for (int i = 1; i <= p->degree; i += 2) {
        zpoly_scale(&p->c[i], minus);
    }
    mpz_clear(minus);
}

int bipoly_degree_w(const bipoly *p)
{
    int most = -1;
    for (int i = 0; i <= p->degree; i++) {
        most = p->c[i].degree > most ? p->c[i].degree : most;
    }
    return most;
}

void bipoly_split(const bipoly *p, bipoly *even, bipoly *odd)
{
    bipoly parts[2];
    bipoly_init(&parts[0]);
    bipoly_init(&parts[1]);
    for (int i = 0; i <= p->degree; i++) {
        zpoly_set(bipoly_at(&parts[i % 2], i / 2), &p->c[i]);
    }
    bipoly_trim(&parts[0]);
    bipoly_trim(&parts[1]);
    bipoly_swap(even, &parts[0]);
    bipoly_swap(odd, &parts[1]);
    bipoly_clear(&parts[0]);
    bipoly_clear(&parts[1]);
}

void bipoly_make_primitive(bipoly *p)
{
    mpz_t common, content;
    mpz_inits(common, content, NULL);
    for (int i = 0; i <= p->degree && mpz_cmp_ui(common, 1) != 0; i++) {
        zpoly_content(content, &p->c[i]);
        mpz_gcd(common, common, content);
    }
    for (int i = 0; i <= p->degree; i++) {
        for (int k = 0; k <= p->c[i].degree; k++) {
            mpz_divexact(p->c[i].c[k], p->c[i].c[k], common);
        }
    }
    mpz_clears(common, content, NULL);
}

void bipoly_content(zpoly *content, const bipoly *p)
{
    zpoly common;
    zpoly_init(&common);
    for (int i = p->degree; i >= 0 && common.degree != 0; i--) {
        zpoly_gcd(&common, &common, &p->c[i]);
    }
    zpoly_swap(content, &common);
    zpoly_clear(&common);
}

/* Row after row of Sylvester's matrix without the last j rows of each kind and the last columns. */
typedef struct sylvester {
    const bipoly *a, *b;
    int skipped; /* j */
    int order;
    mpz_t *matrix;
} sylvester;

/* The coefficients of x^(rows-1) p, ..., p, highest power first, from row `first` on. */
static void fill_rows(sylvester *s, const bipoly *p, int first, int rows, long w)
{
    int top = s->a->degree + s->b->degree - s->skipped - 1; /* the power of the first column */
    mpq_t at;
    mpq_init(at);
    mpq_set_si(at, w, 1);
    for (int i = 0; i <= p->degree; i++) {
        mpz_t value;
        mpz_init(value);
        zpoly_value(value, &p->c[i], at);
        for (int row = 0; row < rows; row++) {
            int column = top - (i + rows - 1 - row);
            if (column >= 0 && column < s->order) {
                mpz_set(s->matrix[(first + row) * s->order + column], value);
            }
        }
        mpz_clear(value);
    }
    mpq_clear(at);
}

/* A pivot other than 0 to row n, by an exchange of rows; false when there is none. */
static bool find_pivot(mpz_t *matrix, int order, int n, bool *flipped)
{
    int row = n;
    while (row < order && mpz_sgn(matrix[row * order + n]) == 0) {
        row++;
    }
    for (int i = 0; i < order && row < order && row != n; i++) {
        mpz_swap(matrix[row * order + i], matrix[n * order + i]);
    }
    *flipped ^= row != n;
    return row < order;
}

/* Bareiss' elimination: all divisions are exact. Destroys the matrix. */
static void determinant(mpz_t value, mpz_t *matrix, int order)
{
    mpz_t last;
    bool flipped = false;
    mpz_init_set_ui(last, 1);
    mpz_set_ui(value, 1);
    for (int n = 0; n < order; n++) {
        if (!find_pivot(matrix, order, n, &flipped)) {
            mpz_set_ui(value, 0);
            break;
        }
        mpz_t *pivot = &matrix[n * order + n];
        for (int i = n + 1; i < order; i++) {
            for (int k = n + 1; k < order; k++) {
                mpz_t *at = &matrix[i * order + k];
                mpz_mul(*at, *at, *pivot);
                mpz_submul(*at, matrix[i * order + n], matrix[n * order + k]);
                mpz_divexact(*at, *at, last);
            }
        }
        mpz_set(last, *pivot);
        mpz_set(value, *pivot);
    }
    if (flipped) {
        mpz_neg(value, value);
    }
    mpz_clear(last);
}

/* The subresultant with j = s->skipped, by its values at integers. */
static void interpolate(zpoly *coefficient, sylvester *s)
{
    int rows_a = s->b->degree - s->skipped;
    int rows_b = s->a->degree - s->skipped;
    int count = rows_a * bipoly_degree_w(s->a) + rows_b * bipoly_degree_w(s->b) + 1;
    void *(*allocate)(size_t);
    void (*release)(void *, size_t);
    mp_get_memory_functions(&allocate, NULL, &release);
    s->order = rows_a + rows_b;
    size_t entries = (size_t)s->order * (size_t)s->order;
    s->matrix = allocate((entries + 1) * sizeof *s->matrix);
    mpz_t *values = allocate((size_t)count * sizeof *values);
    for (size_t i = 0; i < entries; i++) {
        mpz_init(s->matrix[i]);
    }
    for (int n = 0; n < count; n++) {
        mpz_init(values[n]);
        for (size_t i = 0; i < entries; i++) {
            mpz_set_ui(s->matrix[i], 0);
        }
        fill_rows(s, s->a, 0, rows_a, n - count / 2);
        fill_rows(s, s->b, rows_a, rows_b, n - count / 2);
        determinant(values[n], s->matrix, s->order);
    }
    zpoly_interpolate(coefficient, values, count, -(count / 2));
    for (size_t i = 0; i < entries; i++) {
        mpz_clear(s->matrix[i]);
    }
    for (int n = 0; n < count; n++) {
        mpz_clear(values[n]);
    }
    release(s->matrix, (entries + 1) * sizeof *s->matrix);
    release(values, (size_t)count * sizeof *values);
}

void bipoly_subresultant(zpoly *coefficient, const bipoly *a, const bipoly *b)
{
    zpoly found;
    zpoly_init(&found);
    int least = a->degree < b->degree ? a->degree : b->degree;
    for (int j = 0; j < least && found.degree < 0; j++) {
        sylvester s = {.a = a, .b = b, .skipped = j};
        interpolate(&found, &s);
    }
    if (found.degree < 0) {
        /* One divides the other, but for leading coefficients. */
        const bipoly *lower = a->degree < b->degree ? a : b;
        zpoly_set_small(&found, 0, 1);
        if (lower->degree >= 0) {
            zpoly_set(&found, &lower->c[lower->degree]);
        }
    }
    zpoly_swap(coefficient, &found);
    zpoly_clear(&found);
}
