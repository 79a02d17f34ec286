#include "field/spectrum.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/patience.h"
#include "base/plain.h"
#include "numerics/dft.h"
#include "numerics/linear.h"

enum { LARGEST_FILE = 16 << 20 };

/* One number up to `end`; *after is where it stops. */
static bool read_number(const char *at, const char *end, double *value, const char **after)
{
    char copy[64];
    size_t length = (size_t)(end - at) < sizeof copy - 1 ? (size_t)(end - at) : sizeof copy - 1;
    memcpy(copy, at, length);
    copy[length] = '\0';
    char *rest = NULL;
    *value = plain_number(copy, &rest);
    *after = at + (rest - copy);
    return rest != copy && isfinite(*value);
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r')) {
        at++;
    }
    return at;
}

static status read_line(const char *path, int number, const char *at, const char *end,
                        spectrum *out, message *why)
{
    const char *comment = memchr(at, '#', (size_t)(end - at));
    end = comment != NULL ? comment : end;
    at = skip_blanks(at, end);
    if (at == end) {
        return STATUS_OK;
    }
    double re = 0, im = 0;
    bool good = read_number(at, end, &re, &at);
    at = skip_blanks(at, end);
    if (good && at < end && *at == ',') {
        at = skip_blanks(at + 1, end);
        good = read_number(at, end, &im, &at);
        at = skip_blanks(at, end);
    }
    if (!good || at != end) {
        return refuse(why, "%.200s:%d: 're,im' with two finite numbers is expected", path, number);
    }
    if (out->count == SPECTRUM_MOST) {
        return refuse(why, "%.200s: more than %d eigenvalues", path, SPECTRUM_MOST);
    }
    out->values[out->count++] = CMPLX(re, im);
    return STATUS_OK;
}

status spectrum_parse(const char *label, const char *data, size_t length, spectrum *out,
                      message *why)
{
    size_t lines = 1;
    *out = (spectrum){0};
    for (size_t i = 0; i < length; i++) {
        lines += data[i] == '\n';
    }
    status s = STATUS_OK;
    TRY_OR_END(memory_allocate(&out->values, lines < SPECTRUM_MOST ? lines : SPECTRUM_MOST,
                               sizeof *out->values, why));
    const char *end = data + length;
    int number = 1;
    for (const char *at = data; at < end; number++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline != NULL ? newline : end;
        TRY_OR_END(read_line(label, number, at, stop, out, why));
        at = newline != NULL ? newline + 1 : end;
    }
    if (out->count == 0) {
        TRY_OR_END(refuse(why, "%.200s: holds no eigenvalue; 're,im' lines are expected", label));
    }
end:
    if (s != STATUS_OK) {
        spectrum_clear(out);
    }
    return s;
}

status spectrum_read(const char *path, spectrum *out, message *why)
{
    char *data = NULL;
    size_t length = 0;
    *out = (spectrum){0};
    TRY(file_read(path, LARGEST_FILE, &data, &length, why));
    status s = spectrum_parse(path, data, length, out, why);
    free(data);
    return s;
}

/* The first power p for which sum_j s_j j^p does not vanish. Sums are those of s/largest, which do
 * not overflow. */
static int derivative_order(const double *stencil, int length)
{
    double largest = real_size(stencil, length);
    for (int p = 0; p < length && largest > 0; p++) {
        double sum = 0, size = 0;
        for (int i = 0; i < length; i++) {
            double term = stencil[i] / largest * pow(i - length / 2, p);
            sum += term;
            size += fabs(term);
        }
        if (fabs(sum) > 1e-10 * size) {
            return p;
        }
    }
    return 0;
}

/* The largest real or imaginary part; infinite when one is no finite number. */
static double largest_part(const spectrum *s)
{
    double largest = 0;
    for (int i = 0; i < s->count; i++) {
        double part = fmax(fabs(creal(s->values[i])), fabs(cimag(s->values[i])));
        bool finite = isfinite(creal(s->values[i])) && isfinite(cimag(s->values[i]));
        largest = finite ? fmax(largest, part) : INFINITY;
    }
    return largest;
}

static bool is_zero(const double *stencil, int length)
{
    int i = 0;
    while (i < length && stencil[i] == 0) {
        i++;
    }
    return i == length;
}

/* Divides by dx^order, transforms, and refuses what is beyond the numbers there are. */
static status transform(const double *stencil, int length, double dx, spectrum *s, message *why)
{
    int order = derivative_order(stencil, length);
    double scale = pow(dx, order);
    for (int i = 0; i < length; i++) {
        int offset = i - length / 2;
        s->values[(s->count - offset) % s->count] += stencil[i] / scale;
    }
    bool vanishes = largest_part(s) == 0 && !is_zero(stencil, length);
    TRY(dft_forward(s->values, s->count, why));
    if (vanishes || isinf(largest_part(s))) {
        return refuse(why,
                      "divided by dx^%d = %g^%d its eigenvalues are too %s; sizes from 1e-308 to "
                      "1e308 are accepted",
                      order, dx, order, vanishes ? "small" : "large");
    }
    return STATUS_OK;
}

status spectrum_of_stencil(const double *stencil, int length, double dx, int points, spectrum *out,
                           message *why)
{
    *out = (spectrum){0};
    if (length < 1 || length > STENCIL_MOST || length % 2 == 0) {
        return refuse(why, "a stencil of %d entries: an odd number up to %d is accepted", length,
                      STENCIL_MOST - 1);
    }
    if (points < length || points > SPECTRUM_MOST) {
        return refuse(why, "%d points: from %d (the stencil) to %d are accepted", points, length,
                      SPECTRUM_MOST);
    }
    if (!(dx > 0) || !isfinite(dx)) {
        return refuse(why, "dx = %g: a positive number is accepted", dx);
    }
    TRY(memory_allocate(&out->values, (size_t)points, sizeof *out->values, why));
    out->count = points;
    status s = transform(stencil, length, dx, out, why);
    if (s != STATUS_OK) {
        spectrum_clear(out);
    }
    return s;
}

void spectrum_clear(spectrum *s)
{
    free(s->values);
    *s = (spectrum){0};
}

static bool is_stable(const slice *s, double complex z)
{
    verdict v = point_evaluate(s, z).verdict;
    return v == VERDICT_STABLE || v == VERDICT_BOUNDARY;
}

/* Along one ray, up to `limit`: a geometric scan finds the first unstable point, bisection the
 * place where stability ends. */
static double largest_on_ray(const slice *s, double complex lambda, double limit)
{
    const double first = 1e-4, last = 1e6, factor = 1.02;
    double size = cabs(lambda);
    double good = 0;
    for (double t = first; t <= last && good < limit; t *= factor) {
        double h = fmin(t / size, limit);
        if (is_stable(s, h * lambda)) {
            good = h;
            continue;
        }
        double bad = h;
        for (int i = 0; i < 60 && good > 0; i++) {
            double middle = (good + bad) / 2;
            *(is_stable(s, middle * lambda) ? &good : &bad) = middle;
        }
        /* Growth like 1 + h^4 is within rounding of the boundary at first: that is no stability. */
        return point_evaluate(s, 0.7 * good * lambda).growth > 1 + 1e-12 ? 0 : good;
    }
    return limit;
}

double spectrum_rounding(int count)
{
    return fmin(count * DBL_EPSILON, 1e-12);
}

double spectrum_largest_step(const slice *s, const spectrum *eigenvalues, double most_seconds)
{
    /* h lambda = (h/shrink) (shrink lambda): its absolute value must not overflow. */
    double part = largest_part(eigenvalues), shrink = part > 1e300 ? 0.25 : 1;
    double largest = 0;
    double least = INFINITY;
    if (isinf(part)) {
        return 0;
    }
    for (int i = 0; i < eigenvalues->count; i++) {
        largest = fmax(largest, cabs(shrink * eigenvalues->values[i]));
    }
    for (int i = 0; i < eigenvalues->count; i++) {
        if (patience_is_over(most_seconds)) {
            return NAN;
        }
        double complex lambda = shrink * eigenvalues->values[i];
        if (cabs(lambda) > spectrum_rounding(eigenvalues->count) * largest) {
            least = fmin(least, largest_on_ray(s, lambda, least));
        }
    }
    return shrink * least;
}
