#include "stability/analysis_sector.h"

/* Zeros that are as near to each other as this may be one multiple zero: of m they are found to
 * eps^{1/m}, which is 0.01 for 16. */
static const quad cluster_widths[] = {1e-1Q, 3e-2Q, 1e-2Q, 1e-3Q, 1e-4Q, 1e-6Q, 1e-10Q};

enum { WIDTHS = sizeof cluster_widths / sizeof *cluster_widths };

static bool is_near(cquad a, cquad b, quad width)
{
    return cabsq(a - b) <= width * (cabsq(a) + cabsq(b));
}

/* A zero of multiplicity m is a simple one of derivative m-1: Newton's method finds it well. */
static cquad sharpen(const cquad *c, int degree, int multiplicity, cquad z)
{
    cquad d[METHOD_MAX_STAGES + 3];
    for (int i = 0; i <= degree; i++) {
        d[i] = c[i];
    }
    for (int m = 1; m < multiplicity; m++, degree--) {
        for (int i = 0; i < degree; i++) {
            d[i] = (i + 1) * d[i + 1];
        }
    }
    for (int step = 0; step < 8; step++) {
        cquad value = 0;
        cquad slope = 0;
        for (int i = degree; i >= 0; i--) {
            slope = slope * z + value;
            value = value * z + d[i];
        }
        if (slope == 0) {
            break;
        }
        z -= value / slope;
    }
    return z;
}

static void cluster(const cquad *zeros, int count, quad width, zero_list *out)
{
    *out = (zero_list){0};
    for (int n = 0; n < count; n++) {
        int at = 0;
        while (at < out->count && !is_near(out->at[at], zeros[n], width)) {
            at++;
        }
        int known = at < out->count ? out->multiplicity[at] : 0;
        out->at[at] = known > 0 ? (known * out->at[at] + zeros[n]) / (known + 1) : zeros[n];
        out->multiplicity[at] = known + 1;
        out->count += known == 0;
    }
}

/* Is c the polynomial with these zeros, as far as its coefficients are known? */
static bool is_product(const cquad *c, int degree, const zero_list *zeros, quad tolerance)
{
    cquad p[METHOD_MAX_STAGES + 3] = {c[degree]};
    quad size[METHOD_MAX_STAGES + 3] = {cabsq(c[degree])};
    int built = 0;
    for (int n = 0; n < zeros->count; n++) {
        for (int m = 0; m < zeros->multiplicity[n]; m++, built++) {
            for (int i = built + 1; i >= 0; i--) {
                p[i] = (i > 0 ? p[i - 1] : 0) - zeros->at[n] * p[i];
                size[i] = (i > 0 ? size[i - 1] : 0) + cabsq(zeros->at[n]) * size[i];
            }
        }
    }
    for (int i = 0; i <= degree; i++) {
        if (!(cabsq(p[i] - c[i]) <= tolerance * size[i])) {
            return false;
        }
    }
    return true;
}

/* The zeros of c_j; false when it vanishes identically. Those that are near to each other count as
 * one when a polynomial that has it so often is the same within what is known. */
static bool find_zeros(const stable_set *set, int j, zero_list *out)
{
    cquad c[METHOD_MAX_STAGES + 3];
    cquad zeros[METHOD_MAX_STAGES + 3];
    int top = -1;
    *out = (zero_list){0};
    for (int i = 0; i <= set->degree_z; i++) {
        c[i] = set->c[j * (set->degree_z + 1) + i];
        top = c[i] != 0 ? i : top;
    }
    if (top < 1 || !polynomial_roots(c, top, zeros)) {
        return top >= 0;
    }
    for (int width = 0; width <= WIDTHS; width++) {
        cluster(zeros, top, width < WIDTHS ? cluster_widths[width] : 0, out);
        for (int n = 0; n < out->count; n++) {
            out->at[n] = sharpen(c, top, out->multiplicity[n], out->at[n]);
        }
        if (is_product(c, top, out, set->tolerance)) {
            break;
        }
    }
    return true;
}

static int multiplicity_at(const zero_list *zeros, cquad z, quad width)
{
    for (int n = 0; n < zeros->count; n++) {
        if (is_near(zeros->at[n], z, width)) {
            return zeros->multiplicity[n];
        }
    }
    return 0;
}

/* The zeros of c_j without those of all coefficients. A pole and a zero of R may be very near to
 * each other, as they are where a method ceases to be A-stable: only equal ones cancel. */
static void own_zeros(const stable_set *set, int j, zero_list *out)
{
    zero_list all;
    zero_list others[METHOD_MAX_STEPS + 1];
    bool is_there[METHOD_MAX_STEPS + 1];
    quad width = set->tolerance > 1e-26Q ? 1000 * set->tolerance : set->tolerance;
    find_zeros(set, j, &all);
    for (int l = 0; l <= set->degree; l++) {
        is_there[l] = find_zeros(set, l, &others[l]);
    }
    *out = (zero_list){0};
    for (int n = 0; n < all.count; n++) {
        int common = all.multiplicity[n];
        for (int l = 0; l <= set->degree; l++) {
            int here = is_there[l] ? multiplicity_at(&others[l], all.at[n], width) : common;
            common = here < common ? here : common;
        }
        if (all.multiplicity[n] > common) {
            out->at[out->count] = all.at[n];
            out->multiplicity[out->count++] = all.multiplicity[n] - common;
        }
    }
}

void sector_poles(const stable_set *set, zero_list *out)
{
    own_zeros(set, set->degree, out);
}

void sector_zeros(const stable_set *set, zero_list *out)
{
    own_zeros(set, 0, out);
}

quad sector_infinity(const stable_set *set)
{
    int row = set->degree_z + 1;
    cquad c[METHOD_MAX_STEPS + 1];
    cquad roots[METHOD_MAX_STEPS + 1];
    for (int j = 0; j <= set->degree; j++) {
        c[j] = set->c[j * row + set->degree_z];
    }
    if (c[set->degree] == 0) {
        return QUAD_INFINITY;
    }
    quad largest = set->constant_root ? 1 : 0;
    if (set->degree == 1) {
        quad last = -crealq(c[0] / c[1]);
        return set->constant_root ? fmaxq(largest, fabsq(last)) : last;
    }
    if (!polynomial_roots(c, set->degree, roots)) {
        return nanq("");
    }
    for (int j = 0; j < set->degree; j++) {
        largest = fmaxq(largest, cabsq(roots[j]));
    }
    return largest;
}

/* The smallest angle from the negative real axis at which there is a pole; pi/2 when all poles are
 * elsewhere. */
static quad first_pole(const stable_set *set)
{
    zero_list poles;
    quad first = M_PI_2q;
    sector_poles(set, &poles);
    for (int n = 0; n < poles.count; n++) {
        cquad z = poles.at[n];
        if (crealq(z) < -1e-20Q * cabsq(z)) {
            first = fminq(first, atan2q(fabsq(cimagq(z)), -crealq(z)));
        }
    }
    return first;
}

/* The stretch about a pole that has a zero beside it may be too short to be seen otherwise. */
quad sector_reach(const stable_set *set, cquad u)
{
    zero_list poles;
    quad reach = stable_set_reach(set, u);
    sector_poles(set, &poles);
    for (int n = 0; n < poles.count; n++) {
        cquad turned = poles.at[n] * conjq(u);
        if (crealq(turned) > 0 && fabsq(cimagq(turned)) <= 1e-20Q * crealq(turned)) {
            reach = fminq(reach, crealq(turned));
        }
    }
    return reach;
}

static bool is_stable_ray(const stable_set *set, cquad u)
{
    return sector_reach(set, u) == QUAD_INFINITY;
}

bool sector_is_a_stable(const stable_set *set)
{
    return first_pole(set) == M_PI_2q && is_stable_ray(set, cquad_make(0, 1));
}

quad sector_angle(const stable_set *set, quad *most)
{
    quad low = 0;
    quad high = first_pole(set);
    *most = high * 180 / M_PIq;
    while (high - low > 1e-16Q) {
        quad middle = (low + high) / 2;
        cquad u = cquad_make(-cosq(middle), sinq(middle));
        bool stable = stable_set_reach(set, u) == QUAD_INFINITY;
        low = stable ? middle : low;
        high = stable ? high : middle;
    }
    /* Roots that meet at infinity, on the circle, hide less than this behind the slack. */
    return low > 1e-9Q ? low * 180 / M_PIq : 0;
}

quad sector_alpha(const stable_set *set)
{
    quad unused;
    if (!is_stable_ray(set, -1)) {
        return nanq("");
    }
    return sector_is_a_stable(set) ? 90 : sector_angle(set, &unused);
}

/* Is a point of the locus stable? There are some even where no ray has a stable stretch: the
 * stable set may have no inside. */
static bool has_stable_locus(const stable_set *set)
{
    enum { ANGLES = 360 };
    for (int n = 0; n < ANGLES; n++) {
        quad theta = M_PIq * (2 * n + 1) / (2 * ANGLES); /* the other half is conjugate */
        cquad sigma = cquad_make(cosq(theta), sinq(theta));
        cquad c[METHOD_MAX_STAGES + 3] = {0};
        cquad z[METHOD_MAX_STAGES + 3];
        int top = 0;
        for (int i = 0; i <= set->degree_z; i++) {
            for (int j = set->degree; j >= 0; j--) {
                c[i] = c[i] * sigma + set->c[j * (set->degree_z + 1) + i];
            }
            top = cabsq(c[i]) > 0 ? i : top;
        }
        if (!polynomial_roots(c, top, z)) {
            continue;
        }
        for (int i = 0; i < top; i++) {
            if (!set->hopeless && stable_set_growth(set, z[i]) <= 1 + 1e-15Q) {
                return true;
            }
        }
    }
    return false;
}

sector_extent sector_extent_of(const stable_set *set)
{
    enum { RAYS = 16 };
    zero_list poles;
    sector_poles(set, &poles);
    /* Without a pole, |sigma|max is constant. */
    if (poles.count == 0 && sector_infinity(set) != QUAD_INFINITY) {
        bool stable = stable_set_holds(set, cquad_make(-M_LN2q, M_LN10q));
        return stable ? EXTENT_EVERYWHERE : EXTENT_NOWHERE;
    }
    for (int n = 0; n <= RAYS; n++) {
        quad angle = M_PIq * n / RAYS;
        if (stable_set_touches(set, cquad_make(-cosq(angle), sinq(angle)))) {
            return EXTENT_SOMEWHERE;
        }
    }
    return has_stable_locus(set) ? EXTENT_SOMEWHERE : EXTENT_NOWHERE;
}
