#include "stability/analysis_ray.h"

#include <assert.h>
#include <string.h>

#include "stability/phi_quad.h"

/* What a root of modulus 1 may be above it: rounding leaves 1e-32. An angle that is found with this
 * slack is off by about as much. */
static const quad slack = 1e-26Q;

static quad coefficient(const stable_set *set, int j, int i)
{
    return set->c[j * (set->degree_z + 1) + i];
}

/* The degree in z becomes the highest power that is there. */
static void take(stable_set *set, const quad *c, int degree_z)
{
    int top = 0;
    for (int n = 0; n < (set->degree + 1) * (degree_z + 1); n++) {
        int i = n % (degree_z + 1);
        top = c[n] != 0 && i > top ? i : top;
    }
    set->degree_z = top;
    for (int j = 0; j <= set->degree; j++) {
        for (int i = 0; i <= top; i++) {
            set->c[j * (top + 1) + i] = c[j * (degree_z + 1) + i];
        }
    }
}

/* Is sigma = root, 1 or -1, a root whatever z is? */
static bool is_constant_root(const stable_set *set, int root)
{
    for (int i = 0; i <= set->degree_z; i++) {
        quad sum = 0;
        quad size = 0;
        for (int j = 0; j <= set->degree; j++) {
            quad term = coefficient(set, j, i);
            sum += j % 2 == 1 ? root * term : term;
            size += fabsq(term);
        }
        if (fabsq(sum) > set->tolerance * size) {
            return false;
        }
    }
    return true;
}

/* Divides Phi by sigma - root. */
static void divide(stable_set *set, int root)
{
    int row = set->degree_z + 1;
    for (int i = 0; i < row; i++) {
        quad carried = 0;
        for (int j = set->degree; j > 0; j--) {
            carried = set->c[j * row + i] + root * carried;
            set->c[j * row + i] = carried;
        }
    }
    memmove(set->c, set->c + row, (size_t)(set->degree * row) * sizeof *set->c);
    set->degree--;
}

/* Constant roots on the circle lie on every locus and would hide it. */
static void split_constant_roots(stable_set *set)
{
    for (int root = -1; root <= 1; root += 2) {
        int multiplicity = 0;
        while (set->degree > 1 && is_constant_root(set, root)) {
            divide(set, root);
            multiplicity++;
        }
        set->constant_root |= multiplicity > 0;
        set->hopeless |= multiplicity > 1;
    }
}

void stable_set_init(stable_set *set, const phi *slice, quad tolerance)
{
    const phi_info *info = phi_describe(slice);
    assert(info->degree_w == 0 && phi_length(info) <= STABLE_SET_ROOM);
    quad known = fmaxq(tolerance, 100 * (quad)info->residual);
    *set = (stable_set){.degree = info->degree, .tolerance = fmaxq(known, 1e-26Q)};
    take(set, slice->c, info->degree_z);
    split_constant_roots(set);
}

void stable_set_of_ratio(stable_set *set, const quad *N, const quad *D, int degree, quad tolerance)
{
    quad c[2 * (METHOD_MAX_STAGES + 1)];
    assert(degree <= METHOD_MAX_STAGES);
    *set = (stable_set){.degree = 1, .tolerance = fmaxq(tolerance, 1e-26Q)};
    for (int i = 0; i <= degree; i++) {
        c[i] = -N[i];
        c[degree + 1 + i] = D[i];
    }
    take(set, c, degree);
}

quad stable_set_growth(const stable_set *set, cquad z)
{
    cquad c[METHOD_MAX_STEPS + 1];
    cquad roots[METHOD_MAX_STEPS + 1];
    quad size;
    for (int j = 0; j <= set->degree; j++) {
        c[j] = polynomial_value(set->c + j * (set->degree_z + 1), set->degree_z, z, &size);
    }
    if (set->degree == 1) {
        return c[1] != 0 ? cabsq(c[0]) / cabsq(c[1]) : c[0] != 0 ? QUAD_INFINITY : nanq("");
    }
    if (c[set->degree] == 0) {
        return QUAD_INFINITY;
    }
    if (!polynomial_roots(c, set->degree, roots)) {
        return nanq("");
    }
    quad growth = 0;
    for (int j = 0; j < set->degree; j++) {
        growth = fmaxq(growth, cabsq(roots[j]));
    }
    return growth;
}

bool stable_set_holds(const stable_set *set, cquad z)
{
    quad allowed = 1 + fmaxq(slack, 10 * set->tolerance);
    return !set->hopeless && stable_set_growth(set, z) <= allowed;
}

/* Is stretch n, which lies between crossings n-1 and n, stable? */
static bool stretch_holds(const set_ray *along, int n)
{
    int count = along->count;
    const quad *r = along->r;
    if (count == 0) {
        return set_ray_holds(along, 1);
    }
    return set_ray_holds(along, n == 0       ? r[0] / 2
                                : n == count ? 2 * r[count - 1]
                                             : (r[n - 1] + r[n]) / 2);
}

quad stable_set_reach(const stable_set *set, cquad u)
{
    set_ray along;
    set_ray_init(&along, set, u);
    for (int n = 0; n <= along.count; n++) {
        if (!stretch_holds(&along, n)) {
            return n > 0 ? along.r[n - 1] : 0;
        }
    }
    return QUAD_INFINITY;
}

bool stable_set_touches(const stable_set *set, cquad u)
{
    set_ray along;
    set_ray_init(&along, set, u);
    for (int n = 0; n <= along.count; n++) {
        if (stretch_holds(&along, n)) {
            return true;
        }
    }
    return false;
}
