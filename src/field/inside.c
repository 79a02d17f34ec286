#include "field/inside.h"

#include <float.h>
#include <math.h>

/* At most sqrt(2) larger than the modulus, and much cheaper. */
static double size_of(double complex x)
{
    return fabs(creal(x)) + fabs(cimag(x));
}

series series_make(const double complex *b, int degree, double reach)
{
    series s = {.c[0] = b[0]};
    double power = 1;
    for (int k = 1; k <= degree; k++) {
        power *= reach;
        if (k <= 2) {
            s.c[k] = b[k] * power;
        } else {
            s.rest += size_of(b[k]) * power;
        }
    }
    return s;
}

static double norm(const series *s)
{
    return size_of(s->c[0]) + size_of(s->c[1]) + size_of(s->c[2]);
}

/* How far the error of two factors can carry into their product. */
static double product_rest(const series *x, const series *y)
{
    if (x->rest == 0 && y->rest == 0) {
        return 0;
    }
    return x->rest * norm(y) + y->rest * norm(x) + x->rest * y->rest;
}

/* conj(p) q - r conj(s). */
static series cross(const series *p, const series *q, const series *r, const series *s)
{
    series out;
    const double complex *a = p->c, *b = q->c, *c = r->c, *d = s->c;
    out.c[0] = conj(a[0]) * b[0] - c[0] * conj(d[0]);
    out.c[1] = conj(a[0]) * b[1] + conj(a[1]) * b[0] - c[0] * conj(d[1]) - c[1] * conj(d[0]);
    out.c[2] = conj(a[0]) * b[2] + conj(a[1]) * b[1] + conj(a[2]) * b[0] - c[0] * conj(d[2]) -
               c[1] * conj(d[1]) - c[2] * conj(d[0]);
    double complex third =
        conj(a[1]) * b[2] + conj(a[2]) * b[1] - c[1] * conj(d[2]) - c[2] * conj(d[1]);
    double complex fourth = conj(a[2]) * b[2] - c[2] * conj(d[2]);
    out.rest = size_of(third) + size_of(fourth) + product_rest(p, q) + product_rest(r, s);
    return out;
}

/* 1/s of a real series; false when s may vanish, or nearly so. */
static bool invert(const series *s, series *out)
{
    double first = creal(s->c[0]), a = -creal(s->c[1]) / first, b = -creal(s->c[2]) / first;
    double rest = s->rest / fabs(first), size = fabs(a) + fabs(b) + rest;
    if (!(size < 0.5)) {
        return false;
    }
    /* 1/(1 - u) = 1 + u + u^2 + u^3/(1 - u) with u = a t + b t^2 + ..., |u| <= size |t|. */
    *out = (series){.c = {1 / first, a / first, (b + a * a) / first}};
    out->rest = (rest + 2 * fabs(a * b) + b * b + rest * (2 * size + rest) +
                 size * size * size / (1 - size)) /
                fabs(first);
    return true;
}

static series times(const series *x, const series *y)
{
    const double complex *a = x->c;
    double b[3] = {creal(y->c[0]), creal(y->c[1]), creal(y->c[2])};
    series out = {
        .c = {a[0] * b[0], a[0] * b[1] + a[1] * b[0], a[0] * b[2] + a[1] * b[1] + a[2] * b[0]}};
    out.rest = size_of(a[1] * b[2] + a[2] * b[1]) + size_of(a[2] * b[2]) + product_rest(x, y);
    return out;
}

/* The least value of a + b t + c t^2, and where. */
static double least(double a, double b, double c, double from, double to, double *where)
{
    double at_from = a + from * (b + from * c), at_to = a + to * (b + to * c);
    double value = fmin(at_from, at_to), vertex = -b / (2 * c);
    *where = at_from < at_to ? from : to;
    if (c > 0 && vertex > from && vertex < to) {
        *where = vertex;
        value = a + vertex * b / 2;
    }
    return value;
}

bool series_roots_inside(series *a, int degree, double from, double to, double *where)
{
    /* All inside exactly when |a_0| < |a_n| and the roots of (conj(a_n) p - a_0 p*)/sigma are. */
    for (int n = degree; n > 0; n--) {
        series gap = cross(&a[n], &a[n], &a[0], &a[0]);
        double g[3] = {creal(gap.c[0]), creal(gap.c[1]), creal(gap.c[2])};
        double noise = 8 * DBL_EPSILON * (g[0] + 2 * cabs(a[0].c[0]) * cabs(a[0].c[0]));
        double unused;
        least(g[0], g[1], g[2], from, to, where);
        /* |t|^3 is at most t^2. */
        if (!(least(g[0], g[1], g[2] - gap.rest, from, to, &unused) > noise)) {
            return false;
        }
        series scale;
        bool is_monic = invert(&gap, &scale);
        if (!is_monic) {
            scale = (series){.c[0] = 1 / g[0]};
        }
        series next[METHOD_MAX_STEPS + 1];
        for (int i = 1; i < n; i++) {
            next[i - 1] = cross(&a[n], &a[i], &a[0], &a[n - i]);
        }
        next[n - 1] = gap;
        for (int i = 0; i < n; i++) {
            a[i] = times(&next[i], &scale);
        }
        a[n - 1] = is_monic ? (series){.c[0] = 1} : a[n - 1];
    }
    return true;
}
