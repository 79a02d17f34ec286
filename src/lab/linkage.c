#include "lab/linkage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "numerics/elliptic.h"

#define NUMBER double
#define NAME(x) real_##x
#include "lab/linkage.inc"
#undef NUMBER
#undef NAME

#define NUMBER double complex
#define NAME(x) complex_##x
#include "lab/linkage.inc"
#undef NUMBER
#undef NAME

static void linkage_start(const void *data, double *p, double *v)
{
    const linkage *k = data;
    memcpy(p, k->p, 2 * (size_t)k->points * sizeof *p);
    memcpy(v, k->v, 2 * (size_t)k->points * sizeof *v);
}

static double linkage_energy(const void *data, double t, const double *p, const double *v)
{
    const linkage *k = data;
    double sum = 0;
    (void)t;
    for (int i = 0; i < k->points; i++) {
        double square = v[2 * i] * v[2 * i] + v[2 * i + 1] * v[2 * i + 1];
        sum += k->mass[i] * (square / 2 + k->gravity * p[2 * i + 1]);
    }
    return sum;
}

static void linkage_draw(const void *data, double t, const double *p, shape *out)
{
    const linkage *k = data;
    (void)t;
    *out = (shape){.point_count = k->points + 1, .bar_count = k->rods, .slides = k->guides > 0};
    for (int i = 0; i < k->points; i++) {
        out->x[i + 1] = p[2 * i];
        out->y[i + 1] = p[2 * i + 1];
        out->weight[i + 1] = k->mass[i];
    }
    for (int i = 0; i < k->rods; i++) {
        out->bars[i][0] = k->rod[i].from + 1;
        out->bars[i][1] = k->rod[i].to + 1;
        out->length[i] = k->rod[i].length;
    }
    for (int i = 0; i < k->guides; i++) {
        out->guided[k->guide[i] + 1] = true;
    }
}

/* A single pendulum of length l at the angle a from the lowest point, by s = sin(a/2), c = cos(a/2)
 * and r = a'/(2w), w = sqrt(g/l): these keep their digits near the top, where c and r are small. */
typedef struct half_angle {
    double s, c, r;
} half_angle;

static half_angle half_angle_of(const double *p, const double *v, double l, double w)
{
    /* The larger of s and c by a root, the other one by sin a = 2 s c; c >= 0. */
    double size = hypot(p[0], p[1]), larger = sqrt((size + fabs(p[1])) / (2 * size));
    double smaller = fabs(p[0]) / (2 * size * larger);
    return (half_angle){.s = copysign(p[1] > 0 ? larger : smaller, p[0]),
                        .c = p[1] > 0 ? smaller : larger,
                        .r = (p[0] * v[1] - p[1] * v[0]) / (2 * w * l * l)};
}

/* a'' = -w^2 sin a. With k^2 = s^2 + r^2, a constant, so that 1 - k^2 = c^2 - r^2,
 *     k <= 1:  s = k sn(u, k), c = dn(u, k),   r = k cn(u, k),          u = u0 + w t,
 *     k > 1:   s = sn(u, 1/k), c = cn(u, 1/k), r = +-k dn(u, 1/k),      u = u0 +- k w t. */
static half_angle pendulum_after(half_angle at, double w, double t)
{
    double k = hypot(at.s, at.r), way = at.r > 0 ? 1 : -1;
    double below = sqrt(fabs(at.c - fabs(at.r))) * sqrt(at.c + fabs(at.r)); /* sqrt(|1 - k^2|) */
    half_angle to = at;
    if (at.r == 0 && (at.s == 0 || at.c == 0)) { /* at rest, at the bottom or on top */
        return at;
    }
    if (at.c >= fabs(at.r)) {
        double complement = fmin(below, 1), u = elliptic_F(at.s / k, at.r / k, complement) + w * t;
        elliptic_jacobi(u, complement, &to.s, &to.r, &to.c);
        to.s *= k;
        to.r *= k;
    } else {
        double complement = fmin(below / k, 1);
        double u = elliptic_F(at.s, at.c, complement) + way * k * w * t;
        elliptic_jacobi(u, complement, &to.s, &to.c, &to.r);
        to.r *= way * k;
    }
    return to;
}

static void pendulum_exact(const void *data, const double *p0, const double *v0, double t,
                           double *p, double *v, double *y)
{
    const linkage *k = data;
    double l = k->rod[0].length, w = sqrt(k->gravity / l);
    half_angle at = pendulum_after(half_angle_of(p0, v0, l, w), w, t);
    double sine = 2 * at.s * at.c, cosine = (at.c - at.s) * (at.c + at.s), rate = 2 * w * at.r;
    p[0] = l * sine;
    p[1] = -l * cosine;
    v[0] = l * rate * cosine;
    v[1] = l * rate * sine;
    /* m p'' = (0, -m g) - 2 p y, along p */
    y[0] = k->mass[0] * (l * rate * rate * l - k->gravity * p[1]) / (2 * l * l);
}

static status check(const linkage *k, message *why)
{
    if (k->points < 1 || k->points > LINKAGE_MAX_POINTS || k->rods < 0 ||
        k->rods > LINKAGE_MAX_RODS || k->guides < 0 || k->guides > LINKAGE_MAX_GUIDES) {
        return refuse(why, "%s: %d points, %d rods, %d guides; at most %d, %d and %d are accepted",
                      k->name, k->points, k->rods, k->guides, LINKAGE_MAX_POINTS, LINKAGE_MAX_RODS,
                      LINKAGE_MAX_GUIDES);
    }
    for (int i = 0; i < k->points; i++) {
        if (!(k->mass[i] > 0)) {
            return refuse(why, "%s: mass %d is %g; a positive number is accepted", k->name, i + 1,
                          k->mass[i]);
        }
    }
    for (int i = 0; i < k->rods; i++) {
        const linkage_rod *r = &k->rod[i];
        if (r->from < -1 || r->from >= k->points || r->to < 0 || r->to >= k->points ||
            r->from == r->to || !(r->length > 0)) {
            return refuse(why,
                          "%s: rod %d from %d to %d of length %g; two different points and a "
                          "positive length are accepted",
                          k->name, i + 1, r->from, r->to, r->length);
        }
    }
    for (int i = 0; i < k->guides; i++) {
        if (k->guide[i] < 0 || k->guide[i] >= k->points) {
            return refuse(why, "%s: guide %d is at point %d; points 0 to %d are accepted", k->name,
                          i + 1, k->guide[i], k->points - 1);
        }
    }
    return STATUS_OK;
}

status linkage_create(const linkage *of, constrained **out, message *why)
{
    *out = NULL;
    constrained *c = NULL;
    linkage *copy = NULL;
    TRY(check(of, why));
    TRY(memory_allocate(&c, 1, sizeof *c, why));
    status s = memory_allocate(&copy, 1, sizeof *copy, why);
    if (s != STATUS_OK) {
        free(c);
        return s;
    }
    *copy = *of;
    bool is_pendulum = of->points == 1 && of->rods == 1 && of->guides == 0 && of->gravity > 0;
    *c = (constrained){.positions = 2 * of->points,
                       .constraints = of->rods + of->guides,
                       .order = 2,
                       .mass_is_diagonal = true,
                       .data = copy,
                       .destroy = free,
                       .reals = {.mass = real_linkage_mass,
                                 .force = real_linkage_force,
                                 .constraint = real_linkage_constraint,
                                 .jacobian = real_linkage_jacobian,
                                 .curvature = real_linkage_curvature,
                                 .turning = real_linkage_turning},
                       .complexes = {.mass = complex_linkage_mass,
                                     .force = complex_linkage_force,
                                     .constraint = complex_linkage_constraint,
                                     .jacobian = complex_linkage_jacobian,
                                     .curvature = complex_linkage_curvature,
                                     .turning = complex_linkage_turning},
                       .start = linkage_start,
                       .end = of->end,
                       .exact = is_pendulum ? pendulum_exact : NULL,
                       .energy = linkage_energy,
                       .draw = linkage_draw};
    strncpy(c->name, of->name, sizeof c->name - 1);
    s = constrained_check(c, why);
    if (s != STATUS_OK) {
        constrained_destroy(c);
        return s;
    }
    *out = c;
    return STATUS_OK;
}
