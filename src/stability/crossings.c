#include "stability/crossings.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/dft_quad.h"
#include "numerics/linear_quad.h"
#include "numerics/polynomial.h"

enum { MOST_ROWS = 2 * METHOD_MAX_STEPS };

/* A zero this near to the real axis may be a multiple real one, which is found to eps^{1/m}. */
static const quad nearly_real = 1e-3Q;

/* A coefficient below this part of its terms, or of the largest on the circle of samples. */
static const quad cancelled = 1e-29Q;
static const quad negligible = 1e-26Q;

/* A determinant below this part of the product of its rows' norms vanishes. */
static const quad singular = 1e-27Q;

/* Adds the positive zeros of a polynomial. */
static status add_zeros(const cquad *c, int degree, crossings *out, message *why)
{
    cquad zeros[POLYNOMIAL_MAX_DEGREE];
    int low = 0;
    while (degree > 0 && c[degree] == 0) {
        degree--;
    }
    while (low < degree && c[low] == 0) {
        low++;
    }
    if (degree == low) {
        return STATUS_OK;
    }
    if (!polynomial_roots(c + low, degree - low, zeros)) {
        return fail(why, "the places where a root crosses the unit circle could not be found");
    }
    for (int i = 0; i < degree - low && out->count < CROSSINGS_MOST; i++) {
        quad re = crealq(zeros[i]);
        if (re > 0 && finiteq(re) && fabsq(cimagq(zeros[i])) <= nearly_real * re) {
            out->at[out->count++] = re;
        }
    }
    return STATUS_OK;
}

/* |c_1|^2 - |c_0|^2, multiplied out: each coefficient is accurate by itself. */
static status one_step(const ray *r, crossings *out, message *why)
{
    const cquad *N = r->c[0], *D = r->c[1];
    cquad all[2 * RAY_MAX_TOP + 1];
    for (int n = 0; n <= 2 * r->top; n++) {
        quad sum = 0, size = 0;
        for (int i = n > r->top ? n - r->top : 0; i <= n && i <= r->top; i++) {
            sum += crealq(D[i] * conjq(D[n - i])) - crealq(N[i] * conjq(N[n - i]));
            size += cabsq(D[i]) * cabsq(D[n - i]) + cabsq(N[i]) * cabsq(N[n - i]);
        }
        out->difference[n] = fabsq(sum) <= cancelled * size ? 0 : sum;
        all[n] = out->difference[n];
    }
    return add_zeros(all, 2 * r->top, out, why);
}

/* Which pair of polynomials in sigma a subresultant belongs to. */
typedef enum pair { WITH_MIRROR, WITH_SLOPE } pair;

/* The rows of the Sylvester matrix for the subresultant of order m. */
static int matrix_size(pair of, int k, int m)
{
    return of == WITH_MIRROR ? 2 * (k - m) : 2 * (k - m) - 1;
}

/* The matrix at h: shifted copies of Phi, then of the other polynomial, highest power first. */
static void fill_matrix(const ray *r, pair of, int m, cquad h, cquad *matrix)
{
    int k = r->degree;
    int size = matrix_size(of, k, m);
    int copies = of == WITH_MIRROR ? k - m : k - m - 1; /* of Phi */
    cquad c[METHOD_MAX_STEPS + 1], conjugate[METHOD_MAX_STEPS + 1], other[METHOD_MAX_STEPS + 1];
    ray_values(r, h, c);
    ray_values(r, conjq(h), conjugate); /* the polynomial with conjugate coefficients, at h */
    int other_degree = of == WITH_MIRROR ? k : k - 1;
    for (int j = 0; j <= other_degree; j++) {
        other[j] = of == WITH_MIRROR ? conjq(conjugate[k - j]) : (j + 1) * c[j + 1];
    }
    for (int row = 0; row < size; row++) {
        bool first = row < copies;
        const cquad *from = first ? c : other;
        int degree = first ? k : other_degree;
        int shift = first ? row : row - copies;
        for (int column = 0; column < size; column++) {
            int power = degree - (column - shift);
            matrix[row * size + column] = power >= 0 && power <= degree ? from[power] : 0;
        }
    }
}

/* The determinant; *norm is the product of the norms of the rows. */
static cquad determinant(const ray *r, pair of, int m, cquad h, quad *norm)
{
    cquad matrix[MOST_ROWS * MOST_ROWS];
    int pivot[MOST_ROWS];
    int size = matrix_size(of, r->degree, m);
    fill_matrix(r, of, m, h, matrix);
    *norm = 1;
    for (int row = 0; row < size; row++) {
        quad sum = 0;
        for (int column = 0; column < size; column++) {
            sum += cquad_size(matrix[row * size + column]);
        }
        *norm *= sum;
    }
    if (cquad_lu_factor(matrix, size, pivot) == 0) {
        return 0;
    }
    return cquad_lu_determinant(matrix, size, pivot);
}

/* Zero at three places that have nothing to do with each other: then everywhere. */
static bool vanishes(const ray *r, pair of, int m)
{
    static const double places[] = {0.31830988618379067, 1.1447298858494002, 2.6651441426902252};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        quad norm;
        cquad value = determinant(r, of, m, places[i], &norm);
        if (cabsq(value) > singular * norm) {
            return false;
        }
    }
    return true;
}

/* The zeros of a subresultant, from its values on one circle. */
static status add_from_circle(const ray *r, pair of, int m, quad radius, crossings *out,
                              message *why)
{
    cquad c[POLYNOMIAL_MAX_DEGREE + 1];
    int count = matrix_size(of, r->degree, m) * r->top + 1;
    if (count > POLYNOMIAL_MAX_DEGREE + 1) {
        return fail(why, "polynomials of degree %d in h: at most %d can be solved", count - 1,
                    POLYNOMIAL_MAX_DEGREE);
    }
    for (int i = 0; i < count; i++) {
        quad angle = 2 * M_PIq * i / count, norm;
        c[i] = determinant(r, of, m, radius * cquad_make(cosq(angle), sinq(angle)), &norm);
    }
    TRY(dft_forward_quad(c, 1, &count, why));
    quad largest = 0, scale = 1;
    for (int i = 0; i < count; i++) {
        largest = fmaxq(largest, cabsq(c[i]));
    }
    for (int i = 0; i < count; i++, scale *= radius) {
        c[i] = cabsq(c[i]) <= negligible * largest ? 0 : c[i] / scale;
    }
    return add_zeros(c, count - 1, out, why);
}

/* The order of the first subresultant that does not vanish identically: how many roots are common.
 */
static int first_order(const ray *r, pair of)
{
    int m = 0;
    while (matrix_size(of, r->degree, m) > 0 && vanishes(r, of, m)) {
        m++;
    }
    return m;
}

/* Multistep methods are linear in h, and one circle shows all zeros. Of polynomials of high degree
 * it shows those near to it; the ones that several circles show, or mistake, do no harm. */
static status add_subresultant(const ray *r, pair of, int m, crossings *out, message *why)
{
    static const double radii[] = {1, 0.1, 10, 100};
    for (int i = 0; i < (r->top == 1 ? 1 : 4); i++) {
        TRY(add_from_circle(r, of, m, radii[i], out, why));
    }
    return STATUS_OK;
}

/* Where no root has its mirror image for a companion all the way, one that comes to the circle
 * comes alone, and distinct roots need not be counted. */
static status several_roots(const ray *r, crossings *out, message *why)
{
    int common = first_order(r, WITH_MIRROR);
    if (common < r->degree) {
        TRY(add_subresultant(r, WITH_MIRROR, common, out, why));
    }
    int multiple = common > 0 ? first_order(r, WITH_SLOPE) : r->degree;
    if (multiple < r->degree - 1) {
        TRY(add_subresultant(r, WITH_SLOPE, multiple, out, why));
    }
    return STATUS_OK;
}

static int compare(const void *a, const void *b)
{
    quad x = *(const quad *)a, y = *(const quad *)b;
    return (x > y) - (x < y);
}

status crossings_find(const ray *r, crossings *out, message *why)
{
    *out = (crossings){0};
    TRY(add_zeros(r->c[r->degree], r->top, out, why));
    if (r->degree > 0) {
        TRY(r->degree == 1 ? one_step(r, out, why) : several_roots(r, out, why));
    }
    qsort(out->at, (size_t)out->count, sizeof *out->at, compare);
    int kept = 0;
    for (int i = 0; i < out->count; i++) {
        if (kept == 0 || out->at[i] - out->at[kept - 1] > 1e-28Q * out->at[i]) {
            out->at[kept++] = out->at[i];
        }
    }
    out->count = kept;
    return STATUS_OK;
}
