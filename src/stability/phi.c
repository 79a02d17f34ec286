#include "stability/phi_quad.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "numerics/dft_quad.h"
#include "numerics/polynomial.h"

/* A coefficient smaller than this part of the largest (both scaled by the radii of the torus) is
 * rounding error. Quadruple precision leaves 1e-33 there for small methods, 1e-29 for 16 stages. */
static const quad negligible = 1e-26Q;

static const double acceptable_residual = 1e-12;

/* On a torus that is much wider in z than in w a term of w may be there and not be seen. At a w of
 * the size of the poles it is to be below this part of the terms beside it. */
static const quad acceptable_blindness = 1e-9Q;

/* Radii of the torus to try: for z in units of the mean modulus of the poles, so that the powers
 * of z have coefficients of one size, and for w absolute or in the same units. */
static const struct {
    double z, w;
    bool w_in_units;
} radii[] = {{.z = 1.5, .w = 1},
             {.z = 0.5, .w = 0.5},
             {.z = 1.5, .w = 1.5, .w_in_units = true},
             {.z = 6, .w = 3},
             {.z = 0.1, .w = 0.1, .w_in_units = true}};

typedef struct torus {
    int sizes[2]; /* z, w */
    quad radius_z, radius_w;
    quad w; /* when sizes[1] is 1 */
} torus;

static cquad on_circle(int index, int size, quad radius)
{
    quad angle = 2 * M_PIq * index / size;
    return radius * cquad_make(cosq(angle), sinq(angle));
}

/* Samples every c_j, one torus after the other. The coefficients are real, so a point and its
 * conjugate share one determinant. */
static void sample(const stage_system *system, const torus *t, cquad *data)
{
    int total = t->sizes[0] * t->sizes[1];
    for (int i = 0; i < t->sizes[0]; i++) {
        for (int k = 0; k < t->sizes[1]; k++) {
            int here = i * t->sizes[1] + k;
            int mirror_i = (t->sizes[0] - i) % t->sizes[0];
            int mirror = mirror_i * t->sizes[1] + (t->sizes[1] - k) % t->sizes[1];
            cquad c[METHOD_MAX_STEPS + 1];
            if (mirror >= here) {
                cquad w = t->sizes[1] == 1 ? t->w : on_circle(k, t->sizes[1], t->radius_w);
                stage_system_phi(system, on_circle(i, t->sizes[0], t->radius_z), w, c);
            }
            for (int j = 0; j <= system->degree; j++) {
                data[j * total + here] = mirror < here ? conjq(data[j * total + mirror]) : c[j];
            }
        }
    }
}

/* How large the coefficients of one c_j are, and how far they may be off: all scaled by the radii.
 * The imaginary parts, which should vanish, are a sample of the error. */
static void measure(const torus *t, const cquad *data, quad *largest, quad *noise)
{
    *largest = *noise = 0;
    for (int n = 0; n < t->sizes[0] * t->sizes[1]; n++) {
        *largest = fmaxq(*largest, fabsq(crealq(data[n])));
        *noise = fmaxq(*noise, fabsq(cimagq(data[n])));
    }
    *noise = 30 * *noise + 1e-31Q * *largest;
}

/* The highest powers of z and w that are really there. */
static void find_degrees(const torus *t, const cquad *data, phi_info *info)
{
    int total = t->sizes[0] * t->sizes[1];
    info->degree_z = info->degree_w = 0;
    for (int j = 0; j <= info->degree; j++) {
        quad largest, noise;
        measure(t, data + j * total, &largest, &noise);
        for (int n = 0; n < total; n++) {
            int i = n / t->sizes[1];
            int k = n % t->sizes[1];
            if (fabsq(crealq(data[j * total + n])) > negligible * largest) {
                info->degree_z = i > info->degree_z ? i : info->degree_z;
                info->degree_w = k > info->degree_w ? k : info->degree_w;
            }
        }
    }
}

/* The largest term of w that may have been taken for rounding, as a part of those that have the
 * same power of z. */
static quad blindness(const torus *t, const cquad *data, int degree)
{
    quad worst = 0;
    for (int n = 0; n < (degree + 1) * t->sizes[0]; n++) {
        quad largest, noise, seen = 0, unseen = 0;
        int j = n / t->sizes[0], row = n % t->sizes[0] * t->sizes[1];
        const cquad *c = data + j * t->sizes[0] * t->sizes[1];
        measure(t, c, &largest, &noise);
        for (int k = 0; k < t->sizes[1]; k++) {
            quad scaled = fabsq(crealq(c[row + k])), scale = powq(t->radius_w, k);
            bool is_seen = scaled > negligible * largest;
            seen = is_seen ? fmaxq(seen, scaled / scale) : seen;
            unseen = is_seen ? unseen : fmaxq(unseen, negligible * largest / scale);
        }
        worst = seen > 0 ? fmaxq(worst, unseen / seen) : worst;
    }
    return worst;
}

/* From the transformed samples, which are c radius_z^i radius_w^k times their number. */
static status take_coefficients(const torus *t, const cquad *data, phi *p, message *why)
{
    int total = t->sizes[0] * t->sizes[1];
    find_degrees(t, data, &p->info);
    TRY(memory_allocate(&p->c, phi_length(&p->info), sizeof *p->c, why));
    TRY(memory_allocate(&p->noise, phi_length(&p->info), sizeof *p->noise, why));
    for (int j = 0; j <= p->info.degree; j++) {
        quad largest, noise;
        measure(t, data + j * total, &largest, &noise);
        for (int i = 0; i <= p->info.degree_z; i++) {
            for (int k = 0; k <= p->info.degree_w; k++) {
                quad scaled = crealq(data[j * total + i * t->sizes[1] + k]);
                quad scale = total * powq(t->radius_z, i) * powq(t->radius_w, k);
                size_t at = phi_index(&p->info, j, i, k);
                bool is_noise = fabsq(scaled) <= negligible * largest;
                /* After an overflow nothing is known; it must not look like 0. */
                p->c[at] = !finiteq(largest) ? NAN : is_noise ? 0 : scaled / scale;
                p->noise[at] = noise / scale;
            }
        }
    }
    return STATUS_OK;
}

/* Phi of the system, for all w or for the one of the torus; *blind (or NULL) when there may be more
 * of w in it. */
static status transform(const stage_system *system, const torus *t, phi *p, bool *blind,
                        message *why)
{
    cquad *data = NULL;
    size_t total = (size_t)t->sizes[0] * (size_t)t->sizes[1];
    status s = STATUS_OK;
    TRY_OR_END(memory_allocate(&data, total * (size_t)(system->degree + 1), sizeof *data, why));
    sample(system, t, data);
    for (int j = 0; j <= system->degree; j++) {
        TRY_OR_END(dft_forward_quad(data + (size_t)j * total, 2, t->sizes, why));
    }
    TRY_OR_END(take_coefficients(t, data, p, why));
    if (blind != NULL) {
        quad unit = system->size_z > 0 ? system->size_z : 1;
        *blind = !(blindness(t, data, p->info.degree) * unit <= acceptable_blindness);
    }
end:
    free(data);
    return s;
}

/* The torus of attempt n, for all w or for one. */
static torus torus_for(const stage_system *system, int n, bool one_w, quad w)
{
    quad unit = system->size_z > 0 ? system->size_z : 1;
    return (torus){.sizes = {system->degree_z + 1, one_w ? 1 : system->degree_w + 1},
                   .radius_z = radii[n].z * unit,
                   .radius_w = radii[n].w * (radii[n].w_in_units ? unit : 1),
                   .w = w};
}

static status verify(const phi *p, const method *m, message *why)
{
    if (!(p->info.residual <= acceptable_residual)) {
        return refuse(why,
                      "%.200s: the coefficients are so far apart in size that the stability "
                      "polynomial cannot be told%s",
                      p->info.method, isfinite(p->info.residual) ? ": a direct step differs" : "");
    }
    TRY(phi_check_far(p, m, why));
    return p->info.spin == PHI_ANY_W ? phi_check_far_in_w(p, m, why) : STATUS_OK;
}

/* Tries the radii until the residual is as small as quadruple precision makes it. */
static status find_coefficients(phi *p, const stage_system *system, const method *m, bool one_w,
                                quad w, message *why)
{
    p->info.degree = system->degree;
    p->info.residual = INFINITY;
    int attempts = (int)(sizeof radii / sizeof radii[0]);
    for (int n = 0; n < attempts && p->info.residual > 1e-28; n++) {
        torus t = torus_for(system, n, one_w, w);
        phi attempt = {.info = p->info};
        bool blind = true;
        status s = transform(system, &t, &attempt, &blind, why);
        attempt.info.residual = blind ? INFINITY : phi_residual(&attempt, m, 1);
        bool better = attempt.info.residual < p->info.residual;
        phi *loser = better ? p : &attempt;
        free(loser->c);
        free(loser->noise);
        if (better) {
            p->info = attempt.info;
            p->c = attempt.c;
            p->noise = attempt.noise;
        }
        TRY(s);
    }
    if (p->info.residual <= acceptable_residual) {
        TRY(phi_recognise(p, m, why)); /* compares at other points */
    }
    return verify(p, m, why);
}

/* Slices of a rotating kernel are taken as they come, by the hundred. That they can be trusted is
 * found out once, at a w that is like any other. */
static status verify_rotating(const phi *p, message *why)
{
    static const double w = 0.43;
    torus t = torus_for(p->system, 0, true, w);
    phi slice = {.info = p->info};
    slice.info.spin = PHI_ONE_W;
    slice.info.w = (wide){.high = w};
    status s = STATUS_OK;
    TRY_OR_END(transform(p->system, &t, &slice, NULL, why));
    slice.info.residual = phi_residual(&slice, p->method, 1);
    s = verify(&slice, p->method, why);
end:
    free(slice.c);
    free(slice.noise);
    return s;
}

/* How the method depends on w, and what to say about it. */
static void describe_spin(phi *p, const method_info *info, motion moves)
{
    const char *note = "";
    p->info.spin = PHI_ANY_W;
    if (info->form == FORM_ODE_ONLY) {
        p->info.spin = PHI_ODE_ONLY;
        note = "for ODEs only: there is no DAE form of this method, so w = 0";
    } else if (info->spin) {
        p->info.spin = PHI_LIMIT;
        note = "spin-stabilised: the limit t -> infinity, R(z, 0) whatever w is";
    } else if (moves == MOTION_NORMALISED) {
        p->info.spin = PHI_LIMIT;
        note = "normalised kernel: the limit t -> infinity, R(z, 0) whatever w is";
    } else if (moves == MOTION_ROTATION) {
        p->info.spin = PHI_NEEDS_W;
        if (info->keep_matters && info->keep == KEEP_X2) {
            note = "rotating kernel: keep=x2 is taken as keep=u, because keeping x2 would make "
                   "the factor depend on time";
        }
    }
    snprintf(p->info.note, sizeof p->info.note, "%s", note);
}

/* From the exact coefficients where the method has them, else by sampling. */
static status find_exactly_or_not(phi *p, const method *m, message *why)
{
    bool found = false;
    TRY(phi_exact_find(p, m, &found, why));
    if (!found) {
        return find_coefficients(p, p->system, m, p->info.spin != PHI_ANY_W, 0, why);
    }
    p->info.residual = phi_residual(p, m, 1);
    if (p->info.cancelled > 0 && p->info.note[0] == '\0') {
        snprintf(p->info.note, sizeof p->info.note,
                 "some stages are redundant: a common factor of degree %d was cancelled",
                 p->info.cancelled);
    }
    return STATUS_OK;
}

status phi_compile(const method *m, motion moves, phi **out, message *why)
{
    const method_info *info = method_describe(m);
    phi *p = NULL;
    *out = NULL;
    if (info->spin && moves == MOTION_ROTATION) {
        return refuse(
            why,
            "%.200s with a rotating kernel: the kernel never comes to rest, so that R(z, 0) "
            "is not the limit and nothing is predicted; 'render --measured' shows it",
            info->name);
    }
    TRY(memory_allocate(&p, 1, sizeof *p, why));
    status s = STATUS_OK;
    snprintf(p->info.method, sizeof p->info.method, "%s", info->name);
    snprintf(p->info.title, sizeof p->info.title, "%s", info->title);
    p->info.moves = moves;
    describe_spin(p, info, moves);
    TRY_OR_END(memory_allocate(&p->system, 1, sizeof *p->system, why));
    /* At w = 0 nothing moves, and the shear stands for every motion. */
    bool rotates = p->info.spin == PHI_NEEDS_W;
    stage_system_init(p->system, m, rotates ? MOTION_ROTATION : MOTION_SHEAR);
    p->info.degree = p->system->degree;
    p->info.degree_z = p->system->degree_z;
    TRY_OR_END(method_copy(m, &p->method, why));
    TRY_OR_END(rotates ? verify_rotating(p, why) : find_exactly_or_not(p, m, why));
    *out = p;
    p = NULL;
end:
    phi_destroy(p);
    return s;
}

/* Sets w in the coefficient of one power of z; *off is how far it may be off. A power of w that
 * is not there is not there: a direct step tells afterwards if that was wrong. */
static quad set_w_in_one(const quad *c, const quad *noise, int degree_w, quad w, quad *off)
{
    quad value = 0, size = 0, sum = 0;
    for (int k = degree_w; k >= 0; k--) {
        value = value * w + c[k];
        size = size * fabsq(w) + fabsq(c[k]);
        sum = sum * fabsq(w) + (c[k] != 0 ? noise[k] : 0);
    }
    /* w itself is good to 1e-32: terms that cancel to less leave nothing. */
    *off = fmaxq(sum, 1e-31Q * size);
    return fabsq(value) <= *off ? 0 : value;
}

/* Sets w in coefficients that are polynomials in it. */
static status set_w(const phi *p, quad w, phi *slice, message *why)
{
    slice->info.degree_w = 0;
    size_t length = phi_length(&slice->info);
    TRY(memory_allocate(&slice->c, length, sizeof *slice->c, why));
    TRY(memory_allocate(&slice->noise, length, sizeof *slice->noise, why));
    for (int j = 0; j <= p->info.degree; j++) {
        for (int i = 0; i <= p->info.degree_z; i++) {
            size_t from = phi_index(&p->info, j, i, 0), to = phi_index(&slice->info, j, i, 0);
            slice->c[to] =
                set_w_in_one(p->c + from, p->noise + from, p->info.degree_w, w, &slice->noise[to]);
        }
    }
    return STATUS_OK;
}

static status refuse_spin(const phi *p, double w, message *why)
{
    return refuse(why, "w = %.17g: %.200s is for ODEs only; accepted: 0", w, p->info.method);
}

/* At a w that is too large a direct step loses its digits, and what cannot be compared is not told.
 */
static status verify_slice(const phi *slice, const method *m, message *why)
{
    status s = phi_check_far(slice, m, why);
    if (s == STATUS_BAD_INPUT ||
        (s == STATUS_OK && !(slice->info.residual <= acceptable_residual))) {
        return refuse(why,
                      "w = %.9g: too large for %.200s; in quadruple precision R(z, w) cannot be "
                      "told from a step of the method there",
                      slice->info.w.high, slice->info.method);
    }
    return s;
}

status phi_slice(const phi *p, wide w, phi **out, message *why)
{
    *out = NULL;
    quad at = quad_from_wide(w);
    if (p->info.spin == PHI_ODE_ONLY && at != 0) {
        return refuse_spin(p, w.high, why);
    }
    if (p->info.spin == PHI_LIMIT) {
        at = 0;
    }
    phi *slice = NULL;
    TRY(memory_allocate(&slice, 1, sizeof *slice, why));
    status s = STATUS_OK;
    slice->info = p->info;
    slice->info.w = w;
    if (p->info.spin == PHI_ANY_W || p->info.spin == PHI_NEEDS_W) {
        slice->info.spin = PHI_ONE_W;
    }
    if (p->exact != NULL) {
        mpq_t exact_w;
        mpq_init(exact_w);
        if (p->info.spin == PHI_ANY_W) {
            phi_exact_w(w, exact_w);
        }
        s = phi_exact_slice(p, exact_w, slice, why);
        mpq_clear(exact_w);
        if (s == STATUS_OK && p->method != NULL) {
            slice->info.residual = phi_residual(slice, p->method, 1);
        }
    } else if (p->info.spin == PHI_NEEDS_W) {
        s = find_coefficients(slice, p->system, p->method, true, at, why);
    } else {
        s = set_w(p, at, slice, why);
    }
    TRY_OR_END(s);
    if (p->info.spin == PHI_ANY_W && p->exact == NULL) {
        slice->info.residual = phi_residual(slice, p->method, 1);
        TRY_OR_END(phi_recognise(slice, p->method, why));
        TRY_OR_END(verify_slice(slice, p->method, why));
    }
    *out = slice;
    slice = NULL;
end:
    phi_destroy(slice);
    return s;
}

/* A rotating kernel: samples at this w, transformed, but neither verified nor recognised. */
static status rotating_values(const phi *p, double w, quad *values, long double *off, message *why)
{
    torus t = torus_for(p->system, 0, true, w);
    phi slice = {.info = p->info};
    status s = STATUS_OK;
    TRY_OR_END(transform(p->system, &t, &slice, NULL, why));
    for (int j = 0; j <= p->info.degree; j++) {
        for (int i = 0; i <= slice.info.degree_z; i++) {
            size_t from = phi_index(&slice.info, j, i, 0);
            values[j * (p->info.degree_z + 1) + i] = slice.c[from];
            off[j * (p->info.degree_z + 1) + i] = 1.001L * (long double)slice.noise[from];
        }
    }
end:
    free(slice.c);
    free(slice.noise);
    return s;
}

status phi_slice_quads(const phi *p, double w, quad *values, long double *off, message *why)
{
    if (p->info.spin == PHI_ODE_ONLY && w != 0) {
        return refuse_spin(p, w, why);
    }
    if (p->info.spin == PHI_NEEDS_W) {
        return rotating_values(p, w, values, off, why);
    }
    int powers = p->info.degree_w + 1;
    long double modulus = fabsl((long double)w);
    /* A step of Horner's rule rounds twice, by 2^-113 each; without steps nothing is lost. Exact
     * coefficients have been rounded to quads, by that. */
    long double rounding = (2 * p->info.degree_w + (p->exact != NULL)) * 0x1p-113L;
    for (int n = 0; n < (p->info.degree + 1) * (p->info.degree_z + 1); n++) {
        const quad *c = p->c + n * powers, *noise = p->noise + n * powers;
        quad value = 0;
        long double size = 0, sum = 0;
        for (int k = p->info.degree_w; k >= 0; k--) {
            value = value * w + c[k];
            size = size * modulus + fabsl((long double)c[k]);
            sum = p->exact != NULL ? 0 : sum * modulus + (long double)noise[k];
        }
        values[n] = value;
        off[n] = 1.001L * (sum + rounding * size);
    }
    return STATUS_OK;
}

void phi_destroy(phi *p)
{
    if (p != NULL) {
        method_destroy(p->method);
        free(p->system);
        phi_exact_clear(p);
        free(p->c);
        free(p->noise);
        free(p);
    }
}

const phi_info *phi_describe(const phi *p)
{
    return &p->info;
}

bool phi_coefficient_is_zero(const phi *p, int j, int i, int k)
{
    return p->c[phi_index(&p->info, j, i, k)] == 0;
}

wide phi_coefficient_wide(const phi *p, int j, int i, int k)
{
    return wide_from_quad(p->c[phi_index(&p->info, j, i, k)]);
}

double phi_coefficient(const phi *p, int j, int i, int k)
{
    return (double)ldexpq(p->c[phi_index(&p->info, j, i, k)], p->shift);
}

char *phi_coefficient_text(const phi *p, int j, int i, int k, int digits)
{
    enum { ROOM = 64 };
    quad value = p->c[phi_index(&p->info, j, i, k)];
    const bipoly *c = p->exact != NULL && p->info.exact ? &p->exact[j] : NULL;
    bool is_there = c != NULL && i <= c->degree && k <= c->c[i].degree;
    size_t room = is_there ? mpz_sizeinbase(c->c[i].c[k], 10) + 2 : ROOM;
    char *out = malloc(room);
    if (out == NULL) {
        return NULL;
    }
    if (is_there) {
        mpz_get_str(out, 10, c->c[i].c[k]);
    } else if (p->info.exact) {
        integer_write(out, (integer)value);
    } else {
        quad_write(out, room, value, digits);
    }
    return out;
}

cquad phi_value(const phi *p, int j, cquad z, quad w, quad *size)
{
    const quad *c = p->c + phi_index(&p->info, j, 0, 0);
    cquad value = 0;
    quad sum = 0;
    quad modulus = cabsq(z);
    for (int i = p->info.degree_z; i >= 0; i--) {
        quad at_w = 0;
        quad size_at_w = 0;
        for (int k = p->info.degree_w; k >= 0; k--) {
            quad coefficient = c[i * (p->info.degree_w + 1) + k];
            at_w = at_w * w + coefficient;
            size_at_w = size_at_w * fabsq(w) + fabsq(coefficient);
        }
        value = value * z + at_w;
        sum = sum * modulus + size_at_w;
    }
    *size = sum;
    return value;
}
