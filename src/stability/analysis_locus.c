#include <assert.h>
#include <stdlib.h>

#include "stability/analysis_ray.h"

static quad coefficient(const stable_set *set, int j, int i)
{
    return set->c[j * (set->degree_z + 1) + i];
}

/* c_j(r u) as a polynomial in r. */
static void along_ray(const stable_set *set, int j, cquad u, cquad *in_r)
{
    cquad power = 1;
    for (int i = 0; i <= set->degree_z; i++) {
        in_r[i] = coefficient(set, j, i) * power;
        power *= u;
    }
}

/* Adds sign * Re(p conj(q)), both of degree n. */
static void add_product(set_ray_sum *sum, int sign, const cquad *p, const cquad *q, int n)
{
    assert(2 * n <= POLYNOMIAL_MAX_DEGREE);
    sum->degree = 2 * n > sum->degree ? 2 * n : sum->degree;
    for (int i = 0; i <= n; i++) {
        for (int k = 0; k <= n; k++) {
            quad product = crealq(p[i] * conjq(q[k]));
            sum->c[i + k] += sign * product;
            sum->size[i + k] += fabsq(product);
        }
    }
}

/* Coefficients that are rounding errors become 0. */
static void clean(set_ray_sum *sum, quad tolerance)
{
    for (int i = 0; i <= sum->degree; i++) {
        if (fabsq(sum->c[i]) <= tolerance * sum->size[i]) {
            sum->c[i] = 0;
        }
    }
}

/* |c_1|^2 - |c_0|^2 */
static void one_root(const stable_set *set, cquad u, set_ray_sum *out)
{
    cquad c[2][POLYNOMIAL_MAX_DEGREE + 1];
    for (int j = 0; j < 2; j++) {
        along_ray(set, j, u, c[j]);
    }
    add_product(out, 1, c[1], c[1], set->degree_z);
    add_product(out, -1, c[0], c[0], set->degree_z);
    clean(out, set->tolerance);
}

/* What Schur and Cohn ask of a sigma^2 + b sigma + c: (|a|^2 - |c|^2)^2 - |conj(a) b - c
 * conj(b)|^2, which vanishes where a root is on the circle. */
static void two_roots(const stable_set *set, cquad u, set_ray_sum *difference, set_ray_sum *out)
{
    int n = set->degree_z;
    cquad c[3][POLYNOMIAL_MAX_DEGREE + 1];
    cquad first[POLYNOMIAL_MAX_DEGREE + 1] = {0};
    cquad second[POLYNOMIAL_MAX_DEGREE + 1] = {0};
    for (int j = 0; j < 3; j++) {
        along_ray(set, j, u, c[j]);
    }
    add_product(difference, 1, c[2], c[2], n);
    add_product(difference, -1, c[0], c[0], n);
    clean(difference, set->tolerance);
    for (int i = 0; i <= n; i++) {
        for (int k = 0; k <= n; k++) {
            second[i + k] += conjq(c[2][i]) * c[1][k] - c[0][i] * conjq(c[1][k]);
        }
    }
    for (int i = 0; i <= 2 * n; i++) {
        first[i] = difference->c[i];
    }
    add_product(out, 1, first, first, 2 * n);
    add_product(out, -1, second, second, 2 * n);
    clean(out, set->tolerance);
}

/* |b^2 - 4ac|^2: where both roots keep to the circle all along the ray, they leave it only where
 * they meet. */
static void two_roots_meet(const stable_set *set, cquad u, set_ray_sum *out)
{
    int n = set->degree_z;
    cquad c[3][POLYNOMIAL_MAX_DEGREE + 1];
    cquad discriminant[POLYNOMIAL_MAX_DEGREE + 1] = {0};
    for (int j = 0; j < 3; j++) {
        along_ray(set, j, u, c[j]);
    }
    for (int i = 0; i <= n; i++) {
        for (int k = 0; k <= n; k++) {
            discriminant[i + k] += c[1][i] * c[1][k] - 4 * c[0][i] * c[2][k];
        }
    }
    *out = (set_ray_sum){0};
    add_product(out, 1, discriminant, discriminant, 2 * n);
    clean(out, set->tolerance);
}

static bool vanishes(const set_ray_sum *sum)
{
    for (int i = 0; i <= sum->degree; i++) {
        if (sum->c[i] != 0) {
            return false;
        }
    }
    return true;
}

/* The positive zeros, also those that rounding has moved off the axis. */
static int positive_zeros(const set_ray_sum *sum, quad *r)
{
    cquad c[POLYNOMIAL_MAX_DEGREE + 1];
    cquad zeros[POLYNOMIAL_MAX_DEGREE + 1];
    int top = -1;
    int count = 0;
    for (int i = 0; i <= sum->degree; i++) {
        c[i] = sum->c[i];
        top = sum->c[i] != 0 ? i : top;
    }
    if (top <= 0 || !polynomial_roots(c, top, zeros)) {
        return 0;
    }
    for (int i = 0; i < top; i++) {
        quad x = crealq(zeros[i]);
        if (x > 0 && fabsq(cimagq(zeros[i])) <= 1e-8Q * x) {
            r[count++] = x;
        }
    }
    return count;
}

static int few_roots(set_ray *along, quad *r)
{
    set_ray_sum *locus = &along->locus;
    if (along->set->degree == 1) {
        one_root(along->set, along->u, locus);
        return positive_zeros(locus, r);
    }
    two_roots(along->set, along->u, &along->difference, locus);
    if (!vanishes(locus)) {
        return positive_zeros(locus, r);
    }
    set_ray_sum meeting;
    two_roots_meet(along->set, along->u, &meeting);
    return positive_zeros(&meeting, r);
}

/* Phi = a(sigma) - z b(sigma): on the circle z = a/b. Adds r = a/(b u) when it is positive. */
static int add_circle_point(const stable_set *set, cquad sigma, cquad u, quad *r, int count)
{
    cquad a = 0;
    cquad b = 0;
    quad size_a = 0;
    quad size_b = 0;
    for (int j = set->degree; j >= 0; j--) {
        a = a * sigma + coefficient(set, j, 0);
        b = b * sigma - coefficient(set, j, 1);
        size_a += fabsq(coefficient(set, j, 0));
        size_b += fabsq(coefficient(set, j, 1));
    }
    if (cabsq(b) <= 1e-16Q * size_b || cabsq(a) <= 1e-16Q * size_a) {
        return count; /* z = infinity, or the origin */
    }
    quad x = crealq(a / b * conjq(u));
    if (x > 0) {
        r[count++] = x;
    }
    return count;
}

/* Divides p by x - root (1 or -1) as often as it goes, and says whether it did. */
static bool divide_out(cquad *p, int *degree, int root)
{
    bool divided = false;
    while (*degree > 0) {
        cquad value = 0;
        quad size = 0;
        cquad quotient[POLYNOMIAL_MAX_DEGREE + 1];
        for (int i = *degree; i >= 0; i--) {
            quotient[i] = value; /* of x^i */
            value = p[i] + root * value;
            size += cabsq(p[i]);
        }
        if (cabsq(value) > 1e-22Q * size) {
            break;
        }
        --*degree;
        for (int i = 0; i <= *degree; i++) {
            p[i] = quotient[i];
        }
        divided = true;
    }
    return divided;
}

/* conj(u) a(sigma) b(1/sigma) - u a(1/sigma) b(sigma), times sigma^k: where it vanishes on the
 * circle, z = a/b is on the line of the ray. False when it vanishes identically. */
static bool line_polynomial(const stable_set *set, cquad u, cquad *p)
{
    int k = set->degree;
    quad size = 0;
    quad largest = 0;
    for (int i = 0; i <= k; i++) {
        for (int j = 0; j <= k; j++) {
            quad product = -coefficient(set, i, 0) * coefficient(set, j, 1);
            p[i - j + k] += conjq(u) * product;
            p[j - i + k] -= u * product;
            size = fmaxq(size, fabsq(product));
        }
    }
    for (int i = 0; i <= 2 * k; i++) {
        p[i] = cabsq(p[i]) <= set->tolerance * size ? 0 : p[i];
        largest = fmaxq(largest, cabsq(p[i]));
    }
    return largest > 0;
}

/* a' b - a b', which vanishes where two roots meet: the locus is the line of the ray itself, and
 * roots leave the circle only there. */
static void meeting_polynomial(const stable_set *set, cquad *p)
{
    for (int i = 0; i <= set->degree; i++) {
        for (int j = 0; j <= set->degree; j++) {
            if (i + j > 0) {
                p[i + j - 1] -= (i - j) * coefficient(set, i, 0) * coefficient(set, j, 1);
            }
        }
    }
}

/* Many roots, but one power of z. The origin makes sigma = 1 a multiple zero, infinity sometimes
 * -1: they are taken out, and taken into account by themselves. */
static int many_roots(const stable_set *set, cquad u, quad *r)
{
    int count = 0;
    int low = 0;
    int high = 2 * set->degree;
    cquad p[POLYNOMIAL_MAX_DEGREE + 1] = {0};
    cquad zeros[POLYNOMIAL_MAX_DEGREE + 1];
    assert(set->degree_z == 1 && high <= POLYNOMIAL_MAX_DEGREE);
    if (!line_polynomial(set, u, p)) {
        meeting_polynomial(set, p);
    }
    while (low < high && p[low] == 0) {
        low++;
    }
    while (high > low && p[high] == 0) {
        high--;
    }
    int degree = high - low;
    for (int root = -1; root <= 1; root += 2) {
        if (divide_out(p + low, &degree, root)) {
            count = add_circle_point(set, root, u, r, count);
        }
    }
    if (degree == 0 || !polynomial_roots(p + low, degree, zeros)) {
        return count;
    }
    for (int i = 0; i < degree; i++) {
        quad modulus = cabsq(zeros[i]);
        if (fabsq(modulus - 1) <= 1e-6Q) {
            count = add_circle_point(set, zeros[i] / modulus, u, r, count);
        }
    }
    return count;
}

static int ascending(const void *a, const void *b)
{
    quad x = *(const quad *)a;
    quad y = *(const quad *)b;
    return (x > y) - (x < y);
}

void set_ray_init(set_ray *along, const stable_set *set, cquad u)
{
    *along = (set_ray){.set = set, .u = u};
    if (set->degree <= 2) {
        along->count = few_roots(along, along->r);
    } else if (set->degree_z > 0) {
        along->count = many_roots(set, u, along->r);
    }
    qsort(along->r, (size_t)along->count, sizeof *along->r, ascending);
}

/* Is the sum >= 0 at r, as far as rounding allows to tell? */
static bool is_positive(const set_ray_sum *sum, quad r, quad tolerance)
{
    quad value = 0;
    quad size = 0;
    for (int i = sum->degree; i >= 0; i--) {
        value = value * r + sum->c[i];
        size = size * r + fabsq(sum->c[i]);
    }
    return value >= -fmaxq(1e-27Q, tolerance) * size;
}

bool set_ray_holds(const set_ray *along, quad r)
{
    const stable_set *set = along->set;
    if (set->degree > 2 || (set->degree == 2 && vanishes(&along->locus))) {
        return stable_set_holds(set, r * along->u);
    }
    return !set->hopeless && is_positive(&along->locus, r, set->tolerance) &&
           (set->degree == 1 || is_positive(&along->difference, r, set->tolerance));
}
