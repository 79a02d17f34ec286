#include "stability/ray.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "numerics/polynomial.h"
#include "stability/crossings.h"
#include "stability/evaluate.h"
#include "stability/phi_quad.h"

/* Between crossings a root is on the unit circle all the way or not at all: at a place where none
 * is within `away` of it there is nothing to decide. */
static const quad on_circle = 1e-20Q;
static const quad away = 1e-9Q;

/* Roots this close to each other on the circle are one multiple root. */
static const quad multiple = 1e-12Q;

/* A window narrower than this part of its place is an accident of rounding. */
static const quad narrowest = 1e-12Q;

status ray_init(ray *r, const phi *p, cquad lambda, quad omega, message *why)
{
    const phi_info *info = &p->info;
    if (omega != 0 && info->spin == PHI_ODE_ONLY) {
        return refuse(why, "omega = %.6g: %.200s is for ODEs only; accepted: 0", (double)omega,
                      info->method);
    }
    if (info->spin == PHI_NEEDS_W) {
        return refuse(why, "a rotating kernel: only the shear has polynomials along a ray");
    }
    assert(info->degree_z + info->degree_w <= RAY_MAX_TOP);
    *r = (ray){.degree = info->degree};
    for (int j = 0; j <= r->degree; j++) {
        quad size[RAY_MAX_TOP + 1] = {0};
        cquad *c = r->c[j];
        cquad power = 1;
        for (int i = 0; i <= info->degree_z; i++, power *= lambda) {
            quad spin = 1;
            for (int k = 0; k <= info->degree_w; k++, spin *= omega) {
                size_t at = phi_index(info, j, i, k);
                cquad term = p->c[at] * power * spin;
                c[i + k] += term;
                size[i + k] += 1e-31Q * cabsq(term);
                size[i + k] += info->exact ? 0 : p->noise[at] * cabsq(power) * fabsq(spin);
            }
        }
        for (int n = 0; n <= info->degree_z + info->degree_w; n++) {
            c[n] = cabsq(c[n]) <= size[n] ? 0 : c[n];
            r->top = c[n] != 0 && n > r->top ? n : r->top;
        }
    }
    return STATUS_OK;
}

void ray_values(const ray *r, cquad h, cquad *c)
{
    for (int j = 0; j <= r->degree; j++) {
        const cquad *in_h = r->c[j];
        c[j] = 0;
        for (int n = r->top; n >= 0; n--) {
            c[j] = c[j] * h + in_h[n];
        }
    }
}

typedef struct sight {
    bool stable;
    bool clear; /* no root is near the circle */
} sight;

static sight see_one_step(const ray *r, const crossings *x, quad h)
{
    quad size;
    quad value = crealq(polynomial_value(x->difference, 2 * r->top, h, &size));
    return (sight){.stable = value >= -1e-31Q * size, .clear = true};
}

static sight see(const ray *r, const crossings *x, quad h)
{
    cquad c[METHOD_MAX_STEPS + 1], roots[METHOD_MAX_STEPS + 1];
    if (r->degree == 1) {
        return see_one_step(r, x, h);
    }
    ray_values(r, h, c);
    if (c[r->degree] == 0 || !polynomial_roots(c, r->degree, roots)) {
        return (sight){.stable = false, .clear = false};
    }
    sight seen = {.stable = true, .clear = true};
    for (int i = 0; i < r->degree; i++) {
        quad distance = cabsq(roots[i]) - 1;
        if (distance > on_circle) {
            seen.stable = false;
        }
        seen.clear = seen.clear && fabsq(distance) > away;
        for (int j = 0; j < i && fabsq(distance) <= on_circle; j++) {
            seen.stable = seen.stable && cabsq(roots[i] - roots[j]) > multiple;
        }
    }
    return seen;
}

/* Is the open interval stable? One point decides where every root is well away from the circle.
 * Else a root may be on it throughout, or so little outside at one point that it cannot be seen
 * there: stable is what no point contradicts. */
static bool is_stable_between(const ray *r, const crossings *x, quad low, quad high)
{
    static const double parts[] = {0.5, 0.3, 0.7, 0.85, 0.95};
    bool stable = true;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && stable; i++) {
        quad h = isinfq(high) ? (low > 0 ? low : 1) / (quad)(parts[i] * parts[i])
                              : low + (high - low) * parts[i];
        sight seen = see(r, x, h);
        stable = seen.stable;
        if (seen.clear) {
            break;
        }
    }
    return stable;
}

/* The crossing at `near` to full accuracy: the verdict changes from `before` there. */
static quad refine(const ray *r, const crossings *x, quad low, quad near, quad high, bool before)
{
    quad a = near - (near - low) / 2;
    quad b = isinfq(high) ? 2 * near : near + (high - near) / 2;
    quad close = 1e-24Q * near;
    bool left = near - close > a && see(r, x, near - close).stable == before;
    bool right = near + close < b && see(r, x, near + close).stable != before;
    if (left && right) {
        return near;
    }
    a = left ? near - close : a;
    b = right ? near + close : b;
    while (b - a > 3e-24Q * b) {
        quad middle = (a + b) / 2;
        *(see(r, x, middle).stable == before ? &a : &b) = middle;
    }
    return before ? a : b;
}

/* Does the root condition hold at this h itself? */
static status holds_at(const phi *p, cquad lambda, quad omega, quad h, bool *holds, message *why)
{
    evaluation e;
    wide w = p->info.spin == PHI_ODE_ONLY ? (wide){0} : wide_from_quad(h * omega);
    TRY(phi_evaluate(p, wide_from_quad(h * crealq(lambda)), wide_from_quad(h * cimagq(lambda)), w,
                     &e, why));
    *holds = e.verdict == VERDICT_STABLE || e.verdict == VERDICT_BOUNDARY;
    return STATUS_OK;
}

/* Windows as they come, before those are dropped that rounding made. */
static status collect(const phi *p, const ray *r, const crossings *x, cquad lambda, quad omega,
                      windows *out, message *why)
{
    bool before = false;
    window open = {.from = 0};
    for (int i = 0; i <= x->count; i++) {
        quad low = i > 0 ? x->at[i - 1] : 0;
        quad high = i < x->count ? x->at[i] : QUAD_INFINITY;
        bool now = is_stable_between(r, x, low, high);
        if (i > 0 && (before || now)) {
            quad earlier = i > 1 ? x->at[i - 2] : 0;
            quad at = before != now ? refine(r, x, earlier, low, high, before) : low;
            bool holds = false;
            TRY(holds_at(p, lambda, omega, at, &holds, why));
            open.to = at;
            open.to_closed = holds;
            if (before) {
                TRY(windows_append(out, open, why));
            }
            open = (window){.from = at, .from_closed = holds};
        }
        before = now;
    }
    open.to = QUAD_INFINITY;
    open.to_closed = false;
    return before ? windows_append(out, open, why) : STATUS_OK;
}

static void drop_narrow(windows *set)
{
    int kept = 0;
    for (int i = 0; i < set->count; i++) {
        window w = set->list[i];
        if (isinfq(w.to) || w.to - w.from > narrowest * w.to) {
            set->list[kept++] = w;
        }
    }
    set->count = kept;
}

status ray_windows(const phi *p, cquad lambda, quad omega, windows *out, message *why)
{
    ray *r = NULL;
    crossings *x = NULL;
    *out = (windows){0};
    status s = STATUS_OK;
    TRY_OR_END(memory_allocate(&r, 1, sizeof *r, why));
    TRY_OR_END(memory_allocate(&x, 1, sizeof *x, why));
    TRY_OR_END(ray_init(r, p, lambda, omega, why));
    TRY_OR_END(crossings_find(r, x, why));
    TRY_OR_END(collect(p, r, x, lambda, omega, out, why));
    drop_narrow(out);
end:
    free(r);
    free(x);
    return s;
}
