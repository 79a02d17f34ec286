#include "stability/analysis_sector.h"

/* Zeros that are this near to each other are one multiple zero, which is found to eps^{1/m}. */
static const quad cluster_width = 1e-6Q;

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

/* The zeros of c_j; false when it vanishes identically. */
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
    for (int n = 0; n < top; n++) {
        int at = 0;
        while (at < out->count && !is_near(out->at[at], zeros[n], cluster_width)) {
            at++;
        }
        int known = at < out->count ? out->multiplicity[at] : 0;
        out->at[at] = known > 0 ? (known * out->at[at] + zeros[n]) / (known + 1) : zeros[n];
        out->multiplicity[at] = known + 1;
        out->count += known == 0;
    }
    for (int n = 0; n < out->count; n++) {
        out->at[n] = sharpen(c, top, out->multiplicity[n], out->at[n]);
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
    if (set->degree == 1) {
        return -crealq(c[0] / c[1]);
    }
    quad largest = 0;
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

quad sector_alpha(const stable_set *set)
{
    if (!is_stable_ray(set, -1)) {
        return nanq("");
    }
    if (sector_is_a_stable(set)) {
        return 90;
    }
    quad low = 0;
    quad high = first_pole(set);
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
