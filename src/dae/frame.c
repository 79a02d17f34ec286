#include "dae/frame.h"

#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "numerics/linear.h"

/* A projection onto the kernel shorter than this has lost its direction. */
static const double shortest_projection = 1e-8;

status frame_init(frame *f, int size, int differential, bool is_complex, message *why)
{
    size_t n = (size_t)size;
    *f = (frame){.size = size, .differential = differential, .is_complex = is_complex};
    TRY(memory_allocate(&f->Q, n * n, sizeof *f->Q, why));
    TRY(memory_allocate(&f->Qd, n * n, sizeof *f->Qd, why));
    TRY(memory_allocate(&f->old, n * n, sizeof *f->old, why));
    return memory_allocate(&f->new, n * n, sizeof *f->new, why);
}

void frame_clear(frame *f)
{
    free(f->Q);
    free(f->Qd);
    free(f->old);
    free(f->new);
    *f = (frame){0};
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* Makes the last of `count` + 1 columns orthogonal to the others, twice against rounding, and of
 * length 1. Returns the part of its length that was left. */
static double orthonormalise(double *columns, int count, int n)
{
    double *v = columns + count * n;
    double before = sqrt(dot(v, v, n));
    for (int k = 0; k < 2 * count; k++) {
        const double *q = columns + k % count * n;
        double part = dot(q, v, n);
        for (int i = 0; i < n; i++) {
            v[i] -= part * q[i];
        }
    }
    double after = sqrt(dot(v, v, n));
    for (int i = 0; i < n; i++) {
        v[i] /= after;
    }
    return before > 0 ? after / before : 0;
}

/* i v */
static void turn_quarter(const double *v, int n, double *out)
{
    for (int i = 0; i < n / 2; i++) {
        out[i] = -v[n / 2 + i];
        out[n / 2 + i] = v[i];
    }
}

/* The next column is v; in complex problems that after it is i v, which is orthogonal already.
 * Returns the part of v's length that was left. */
static double add_column(const frame *f, double *columns, int count, const double *v)
{
    int n = f->size;
    memcpy(columns + count * n, v, (size_t)n * sizeof *v);
    double left = orthonormalise(columns, count, n);
    if (f->is_complex) {
        turn_quarter(columns + count * n, n, columns + (count + 1) * n);
    }
    return left;
}

/* The unit vector that is nearest to what is still missing. */
static void add_unit(const frame *f, double *columns, int count)
{
    int n = f->size, choices = f->is_complex ? n / 2 : n, best = 0;
    double longest = -1;
    for (int i = 0; i < choices; i++) {
        double left = 1;
        for (int k = 0; k < count; k++) {
            left -= columns[k * n + i] * columns[k * n + i];
        }
        if (left > longest) {
            longest = left;
            best = i;
        }
    }
    double *v = columns + count * n;
    memset(v, 0, (size_t)n * sizeof *v);
    v[best] = 1;
    orthonormalise(columns, count, n);
    if (f->is_complex) {
        turn_quarter(v, n, v + n);
    }
}

/* The determinant of the plane's two columns, as complex ones where they are. */
static double complex orientation(const frame *f, const double *columns)
{
    int n = f->size, imaginary = f->is_complex ? n / 2 : 0;
    const double *a = columns, *b = columns + (f->is_complex ? 2 : 1) * n;
    if (!f->is_complex) {
        return a[0] * b[1] - a[1] * b[0];
    }
    return CMPLX(a[0], a[imaginary]) * CMPLX(b[1], b[imaginary + 1]) -
           CMPLX(a[1], a[imaginary + 1]) * CMPLX(b[0], b[imaginary]);
}

/* In the plane the kernel turns with the row, however far that is. */
static void keep_orientation(const frame *f)
{
    int n = f->size, parts = f->is_complex ? 2 : 1;
    if (creal(orientation(f, f->new) * conj(orientation(f, f->old))) < 0) {
        for (int i = parts * n; i < 2 * parts * n; i++) {
            f->new[i] = -f->new[i];
        }
    }
}

/* The columns of Q from E's differential rows; the kernel's by what is missing, or after those of
 * `like`. */
static bool factor(const frame *f, const double *E, const double *like, double *columns)
{
    int n = f->size, parts = f->is_complex ? 2 : 1;
    for (int k = 0; k < f->differential; k += parts) {
        double left = add_column(f, columns, k, E + k / parts * n);
        if (!(left > n * DBL_EPSILON)) {
            return false;
        }
    }
    for (int k = f->differential; k < n; k += parts) {
        if (like == NULL || !(add_column(f, columns, k, like + k * n) > shortest_projection)) {
            add_unit(f, columns, k);
        }
    }
    return true;
}

/* The sine of the angle between the kernel's columns and where they were: what they have in common
 * with the rows. */
static double turn_of_kernel(const frame *f)
{
    int n = f->size, d = f->differential;
    double largest = 0;
    for (int k = d; k < n; k++) {
        double sum = 0;
        for (int j = 0; j < d; j++) {
            double part = dot(f->old + j * n, f->new + k *n, n);
            sum += part * part;
        }
        largest = fmax(largest, sqrt(sum));
    }
    return largest;
}

bool frame_span(frame *f, const double *E_old, const double *E_new, double t, double h)
{
    int n = f->size, parts = f->is_complex ? 2 : 1;
    f->t = t;
    if (!factor(f, E_old, NULL, f->old) || !factor(f, E_new, f->thaws ? NULL : f->old, f->new)) {
        return false;
    }
    if (n == 2 * parts && f->differential == parts && !f->thaws) {
        keep_orientation(f);
    }
    f->turned = fmax(f->turned, turn_of_kernel(f));
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            f->Q[i * n + j] = f->new[j * n + i];
            f->Qd[i * n + j] = (f->new[j * n + i] - f->old[j * n + i]) / h;
        }
    }
    return true;
}

void frame_at(const frame *f, double t, double *Qh)
{
    for (int i = 0; i < f->size * f->size; i++) {
        Qh[i] = f->Q[i] + (t - f->t) * f->Qd[i];
    }
}

bool frame_enter(const frame *f, double t, const double *x, double *y, double *work, int *pivot)
{
    frame_at(f, t, work);
    double ratio = real_lu_factor(work, f->size, pivot);
    if (!(ratio > f->size * DBL_EPSILON)) {
        return false;
    }
    memmove(y, x, (size_t)f->size * sizeof *y);
    real_lu_solve(work, f->size, pivot, y, 1);
    return true;
}

void frame_leave(const frame *f, double t, const double *y, const double *yd, double *x, double *xd)
{
    int n = f->size;
    for (int i = 0; i < n; i++) {
        double value = 0, slope = 0;
        for (int j = 0; j < n; j++) {
            double Qh = f->Q[i * n + j] + (t - f->t) * f->Qd[i * n + j];
            value += Qh * y[j];
            slope += (xd != NULL ? Qh * yd[j] : 0) + f->Qd[i * n + j] * y[j];
        }
        x[i] = value;
        if (xd != NULL) {
            xd[i] = slope;
        }
    }
}
