#include "stability/precise.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/memory.h"
#include "numerics/polynomial.h"
#include "stability/discs.h"
#include "stability/integer_slice.h"

/* Half a unit in the last place of a quad, and of a double. */
static const quad quad_rounding = 0x1p-113Q;
static const double double_rounding = 0x1p-53;

/* Coefficients of an exact Phi that lose more than this to cancellation in w are found in integers,
 * and tell then whether they are 0. */
static const long double lost = 0x1p-70L;

/* Is added to the error of every coefficient in double precision, for products that underflow. */
static const double underflow = 1e-300;

enum { MAX_DEGREE = METHOD_MAX_STEPS };

struct precise {
    const phi *phi;
    double w;
    bool inverted;
    int degree, degree_z;
    quad *c;
    /* Horner's rule in quadruple precision finds c_j(z) to sum_i error[...] |z|^i: that takes the
     * range of a long double, not the digits of a quad. */
    long double *error;
    /* Made when first needed: 0 not yet, 1 somebody is at it, 2 there. */
    atomic_int exact_state;
    integer_slice exact;
    zpoly *room;
    int room_length;
};

/* The exact slice, or NULL; whoever comes first makes it. */
static const integer_slice *exact_of(const precise *given)
{
    precise *p = (precise *)given; /* what the caller knows of it does not change */
    int expected = 0;
    if (p->room == NULL) {
        return NULL;
    }
    if (atomic_compare_exchange_strong(&p->exact_state, &expected, 1)) {
        complex_fraction w;
        complex_fraction_init_double(&w, p->w);
        integer_slice_set(&p->exact, p->phi, &w, p->room);
        complex_fraction_clear(&w);
        atomic_store(&p->exact_state, 2);
    }
    while (atomic_load(&p->exact_state) != 2) {
        sched_yield();
    }
    return &p->exact;
}

/* Coefficients while they are found, and how far they may be off. */
typedef struct draft {
    int length, count; /* coefficients of one c_j, and of all */
    quad c[(METHOD_MAX_STEPS + 1) * (METHOD_MAX_STAGES + 3)];
    long double off[(METHOD_MAX_STEPS + 1) * (METHOD_MAX_STAGES + 3)];
} draft;

/* Scales by a power of two, so that the largest coefficient is near 1. */
static void draft_scale(draft *d)
{
    long double largest = 0;
    int exponent = 0;
    bool is_known = true;
    for (int n = 0; n < d->count; n++) {
        long double size = fabsl((long double)d->c[n]);
        largest = size > largest ? size : largest;
        is_known &= isfinite(size) != 0;
    }
    frexpl(largest, &exponent);
    for (int n = 0; n < d->count; n++) {
        d->c[n] = is_known ? ldexpq(d->c[n], -exponent) : (quad)NAN;
        d->off[n] = is_known ? ldexpl(d->off[n], -exponent) : (long double)INFINITY;
    }
}

/* In integers where quadruple precision leaves too little; where there are none, what may be 0 is
 * 0. */
static void draft_settle(draft *d, const precise *p)
{
    bool is_poor = false;
    for (int n = 0; n < d->count; n++) {
        is_poor |= !(d->off[n] <= lost * fabsl((long double)d->c[n]));
    }
    if (!is_poor) {
        return;
    }
    if (p->room != NULL) {
        integer_slice_values(exact_of(p), p->degree_z, d->c);
    }
    for (int n = 0; n < d->count; n++) {
        long double size = fabsl((long double)d->c[n]);
        d->off[n] = p->room != NULL ? integer_slice_rounding * size : d->off[n];
        d->c[n] = size <= d->off[n] ? 0 : d->c[n];
    }
}

/* The highest power of z that any c_j has becomes the constant. */
static void draft_invert(draft *d)
{
    int top = 0;
    for (int n = 0; n < d->count; n++) {
        top = d->c[n] != 0 && n % d->length > top ? n % d->length : top;
    }
    for (int first = 0; first < d->count; first += d->length) {
        quad *c = d->c + first;
        long double *off = d->off + first;
        for (int i = 0, k = top; i < k; i++, k--) {
            quad held = c[i];
            long double held_off = off[i];
            c[i] = c[k], off[i] = off[k];
            c[k] = held, off[k] = held_off;
        }
        for (int i = top + 1; i < d->length; i++) {
            c[i] = 0;
            off[i] = 0;
        }
    }
}

/* A step of Horner's rule, value * z + c, has a complex product, which rounding changes by at most
 * 2 sqrt(2) halves of the last digit, and a sum, one: 4n are enough for degree n, and one more is
 * for the coefficient itself. */
static int roundings(const precise *p)
{
    return 4 * p->degree_z + 5;
}

static status find_coefficients(precise *p, message *why)
{
    const phi_info *info = &p->phi->info;
    draft d;
    d.length = info->degree_z + 1;
    d.count = (info->degree + 1) * d.length;
    assert((size_t)d.count <= sizeof d.c / sizeof d.c[0]);
    for (int n = 0; n < d.count; n++) {
        d.c[n] = 0;
        d.off[n] = 0;
    }
    TRY(phi_slice_quads(p->phi, p->w, d.c, d.off, why));
    draft_scale(&d);
    draft_settle(&d, p);
    if (p->inverted) {
        draft_invert(&d);
    }
    for (int n = 0; n < d.count; n++) {
        p->c[n] = d.c[n];
        p->error[n] = roundings(p) * 0x1p-113L * fabsl((long double)d.c[n]) + d.off[n];
    }
    return STATUS_OK;
}

status precise_create(const phi *of, double w, bool inverted, precise **out, message *why)
{
    const phi_info *info = &of->info;
    size_t count = (size_t)(info->degree + 1) * (size_t)(info->degree_z + 1);
    precise *p = NULL;
    *out = NULL;
    TRY(memory_allocate(&p, 1, sizeof *p, why));
    status s = STATUS_OK;
    p->phi = of;
    p->w = w;
    p->inverted = inverted;
    p->degree = info->degree;
    p->degree_z = info->degree_z;
    TRY_OR_END(memory_allocate(&p->c, count, sizeof *p->c, why));
    TRY_OR_END(memory_allocate(&p->error, count, sizeof *p->error, why));
    if (isfinite(w) && integer_slice_length(of) > 0) {
        size_t room = (size_t)integer_slice_length(of);
        TRY_OR_END(memory_allocate(&p->room, room, sizeof *p->room, why));
        for (; p->room_length < (int)room; p->room_length++) {
            zpoly_init(&p->room[p->room_length]);
        }
    }
    TRY_OR_END(find_coefficients(p, why));
    *out = p;
    p = NULL;
end:
    precise_destroy(p);
    return s;
}

void precise_destroy(precise *p)
{
    if (p != NULL) {
        for (int n = 0; n < p->room_length; n++) {
            zpoly_clear(&p->room[n]);
        }
        integer_slice_clear(&p->exact);
        free(p->room);
        free(p->error);
        free(p->c);
        free(p);
    }
}

/* Is c_j zero for every z, for certain? */
static bool is_nothing(const precise *p, int j)
{
    long double sum = 0;
    for (int i = 0; i <= p->degree_z; i++) {
        sum += p->error[j * (p->degree_z + 1) + i];
    }
    return sum == 0;
}

void precise_numbers(const precise *p, double *c, double *error)
{
    for (int j = 0; j <= p->degree; j++) {
        bool nothing = is_nothing(p, j);
        for (int n = j * (p->degree_z + 1); n < (j + 1) * (p->degree_z + 1); n++) {
            c[n] = (double)p->c[n];
            if (error != NULL) {
                double sum = roundings(p) * double_rounding * fabs(c[n]) + (double)p->error[n];
                /* The factor is for the rounding of this formula. */
                error[n] = nothing ? 0 : 1.001 * (sum + underflow);
            }
        }
    }
}

status phi_slice_numbers(const phi *p, double w, double *c, message *why)
{
    precise *at = NULL;
    status s = STATUS_OK;
    TRY_OR_END(precise_create(p, w, false, &at, why));
    precise_numbers(at, c, NULL);
end:
    precise_destroy(at);
    return s;
}

/* c_j(z) with bounds of their errors. */
static void coefficients_at(const precise *p, double complex z, cquad *c, quad *off)
{
    quad x = creal(z), y = cimag(z);
    long double modulus = hypotl((long double)creal(z), (long double)cimag(z));
    for (int j = 0; j <= p->degree; j++) {
        const quad *own = p->c + j * (p->degree_z + 1);
        const long double *error = p->error + j * (p->degree_z + 1);
        quad re = 0, im = 0;
        long double sum = 0;
        for (int i = p->degree_z; i >= 0; i--) {
            quad next = y == 0 ? re * x + own[i] : re * x - im * y + own[i];
            im = y == 0 ? 0 : re * y + im * x;
            re = next;
            sum = sum * modulus + error[i];
        }
        c[j] = cquad_make(re, im);
        off[j] = 1.001L * sum;
    }
}

/* Horner's rule again and again: what is left each time is the next coefficient. The errors go the
 * same way; a coefficient passes at most twice as many steps as one rule has. */
void precise_shifted(const precise *p, double complex centre, double complex *c, double *error)
{
    int n = p->degree_z;
    long double modulus = hypotl((long double)creal(centre), (long double)cimag(centre));
    for (int j = 0; j <= p->degree; j++) {
        cquad value[METHOD_MAX_STAGES + 3], at = (cquad)centre;
        long double off[METHOD_MAX_STAGES + 3];
        for (int i = 0; i <= n; i++) {
            value[i] = p->c[j * (n + 1) + i];
            off[i] = 2 * p->error[j * (n + 1) + i];
        }
        for (int k = 0; k < n; k++) {
            for (int i = n - 1; i >= k; i--) {
                value[i] += value[i + 1] * at;
                off[i] += off[i + 1] * modulus;
            }
        }
        bool nothing = is_nothing(p, j);
        for (int i = 0; i <= n; i++) {
            int to = j * (n + 1) + i;
            c[to] = CMPLX((double)crealq(value[i]), (double)cimagq(value[i]));
            double rounded = (roundings(p) + n + 1) * double_rounding * cabs(c[to]);
            error[to] = nothing ? 0 : 1.001 * (rounded + (double)off[i] + underflow);
        }
    }
}

static int compare_moduli(const void *a, const void *b)
{
    quad x = cabsq(*(const cquad *)a), y = cabsq(*(const cquad *)b);
    return (x < y) - (x > y);
}

/* The roots of c_0 + ... + c_top sigma^top, largest first, with their discs. Those beyond the range
 * of a double come back into it, discs and all, so that they are finite and as certain. */
static bool find_roots(const cquad *c, const quad *off, int top, double complex *out, double *radii)
{
    static const quad range = 1e308Q;
    cquad roots[MAX_DEGREE + 1];
    quad own_radii[MAX_DEGREE + 1];
    if (top == 0) {
        return true;
    }
    if (isnanq(cquad_size(c[top]))) {
        return false;
    }
    if (top == 1) { /* by a denominator near 1: its square must not underflow */
        int exponent = ilogbq(cquad_size(c[1]));
        roots[0] = cquad_scaled(-c[0] / cquad_scaled(c[1], -exponent), -exponent);
    } else if (!polynomial_roots(c, top, roots)) {
        return false;
    }
    qsort(roots, (size_t)top, sizeof *roots, compare_moduli);
    polynomial_radii(c, off, top, roots, own_radii);
    for (int i = 0; i < top; i++) {
        quad modulus = cabsq(roots[i]), factor = modulus > range ? range / modulus : 1;
        cquad root = roots[i] * factor;
        out[i] = CMPLX((double)crealq(root), (double)cimagq(root));
        radii[i] = (double)(1.001Q * (own_radii[i] * factor + cabsq(root - (cquad)out[i])));
        if (!finiteq(modulus)) {
            return false;
        }
    }
    return true;
}

/* From the coefficients of Phi at a point; false when that is not certain. *radii are those of the
 * finite roots, which come last. */
static bool decide(cquad *c, quad *off, int degree, double accuracy, evaluation *out, double *radii)
{
    int top = -1, zeros = 0;
    bool certain = true;
    quad largest = 0;
    for (int j = 0; j <= degree; j++) {
        top = cabsq(c[j]) <= off[j] ? top : j;
        largest = fmaxq(largest, cquad_size(c[j]));
    }
    for (int j = 0; j <= degree && largest > 0; j++) {
        c[j] /= largest;
        off[j] = off[j] / largest + 2 * quad_rounding * cquad_size(c[j]);
        certain &= j <= top || off[j] == 0;
    }
    *out = (evaluation){.verdict = VERDICT_UNDEFINED, .growth = NAN};
    if (top < 0) {
        return certain;
    }
    while (zeros < top && c[zeros] == 0 && off[zeros] == 0) { /* roots that are 0 for certain */
        zeros++;
    }
    int infinite = degree - top, others = top - zeros;
    if (!find_roots(c + zeros, off + zeros, others, out->roots + infinite, radii)) {
        return false;
    }
    for (int j = others; j < top; j++) {
        out->roots[infinite + j] = radii[j] = 0;
    }
    out->root_count = degree;
    if (infinite == 0) {
        return discs_decide(out->roots, radii, top, accuracy, &out->verdict, &out->growth);
    }
    out->verdict = VERDICT_POLE;
    out->growth = INFINITY;
    for (int j = 0; j < infinite; j++) {
        out->roots[j] = CMPLX(INFINITY, 0);
    }
    return certain;
}

/* Multiple roots take most digits from the largest modulus: three that are one leave 11 of 34. The
 * roots have been found as well as quadruple precision can: when those on the circle are still not
 * apart, they are multiple as far as 1e-10 goes. */
static bool decide_by_integers(const integer_slice *exact, const complex_fraction *z, bool inverted,
                               double accuracy, evaluation *out, const double *radii)
{
    double growth;
    if (out->root_count < 2 || out->verdict == VERDICT_POLE ||
        !integer_slice_growth(exact, z, inverted, &growth)) {
        return false;
    }
    double complex modulus = growth;
    double rounding = 8 * DBL_EPSILON * growth;
    bool certain = discs_decide(&modulus, &rounding, 1, accuracy, &out->verdict, &out->growth);
    if (out->verdict == VERDICT_BOUNDARY &&
        discs_are_simple(out->roots, radii, out->root_count) != 1) {
        out->verdict = VERDICT_UNSTABLE;
    }
    return certain;
}

precision precise_evaluate(const precise *p, double complex z, double accuracy, evaluation *out)
{
    cquad c[MAX_DEGREE + 1];
    quad off[MAX_DEGREE + 1];
    double radii[MAX_DEGREE + 1];
    coefficients_at(p, z, c, off);
    if (decide(c, off, p->degree, accuracy, out, radii)) {
        return PRECISION_QUAD;
    }
    const integer_slice *exact = exact_of(p);
    if (exact == NULL || !isfinite(creal(z)) || !isfinite(cimag(z))) {
        return PRECISION_OPEN;
    }
    complex_fraction at;
    complex_fraction_init_double(&at, z);
    integer_slice_at(exact, &at, p->inverted, c);
    for (int j = 0; j <= p->degree; j++) {
        off[j] = integer_slice_rounding * cabsq(c[j]);
    }
    bool certain = decide(c, off, p->degree, accuracy, out, radii) ||
                   decide_by_integers(exact, &at, p->inverted, accuracy, out, radii);
    complex_fraction_clear(&at);
    return certain ? PRECISION_EXACT : PRECISION_OPEN;
}
