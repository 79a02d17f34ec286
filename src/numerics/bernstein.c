#include "numerics/bernstein.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { MAX_DEPTH = 30, ROOM = BERNSTEIN_MAX_DEGREE + 1 };

typedef struct found {
    double low, width;
    double *roots;
    int count, most;
    double negligible; /* coefficients of this size may have either sign */
} found;

/* c(low + width t) in the powers of t, then in the Bernstein basis:
 * b_i = sum_k binomial(i, k)/binomial(n, k) c_k. */
static void to_bernstein(const double *c, int n, double low, double width, double *b)
{
    double shifted[ROOM];
    memcpy(shifted, c, (size_t)(n + 1) * sizeof *c);
    for (int i = 0; i < n; i++) {
        for (int k = n - 1; k >= i; k--) {
            shifted[k] += low * shifted[k + 1];
        }
    }
    double power = 1, binomial = 1;
    for (int k = 0; k <= n; k++) {
        b[k] = shifted[k] * power / binomial;
        power *= width;
        binomial *= (double)(n - k) / (k + 1);
    }
    /* b now has c_k / binomial(n, k); sums with binomial(i, k) are repeated additions. */
    for (int i = 1; i <= n; i++) {
        for (int k = n; k >= i; k--) {
            b[k] += b[k - 1];
        }
    }
}

static int sign_changes(const double *b, int n, double negligible)
{
    int changes = 0;
    int last = 0;
    for (int i = 0; i <= n; i++) {
        int sign = fabs(b[i]) <= negligible ? 0 : b[i] > 0 ? 1 : -1;
        changes += sign != 0 && last != 0 && sign != last;
        last = sign != 0 ? sign : last;
    }
    return changes;
}

static void add(found *f, double t)
{
    if (f->count < f->most) {
        f->roots[f->count++] = f->low + t * f->width;
    }
}

/* The two halves by de Casteljau's scheme: b becomes the left one. */
static void halve(double *b, int n, double *right)
{
    for (int i = 0; i <= n; i++) {
        right[n - i] = b[n];
        for (int k = n; k > i; k--) {
            b[k] = (b[k] + b[k - 1]) / 2;
        }
    }
}

static void search(found *f, double *b, int n, double from, double width, int depth)
{
    int changes = sign_changes(b, n, f->negligible);
    bool touches = fabs(b[0]) <= f->negligible || fabs(b[n]) <= f->negligible;
    if (changes == 0 && !touches) {
        return;
    }
    if (depth == MAX_DEPTH || changes == 0) {
        if (changes > 0 || fabs(b[0]) <= f->negligible) {
            add(f, changes > 0 ? from + width / 2 : from);
        }
        if (changes == 0 && fabs(b[n]) <= f->negligible) {
            add(f, from + width);
        }
        return;
    }
    double right[ROOM];
    halve(b, n, right);
    search(f, b, n, from, width / 2, depth + 1);
    search(f, right, n, from + width / 2, width / 2, depth + 1);
}

int bernstein_roots(const double *c, int degree, double low, double high, double *roots, int most)
{
    assert(degree <= BERNSTEIN_MAX_DEGREE);
    double b[ROOM];
    double largest = 0;
    found f = {.low = low, .width = high - low, .roots = roots, .most = most};
    to_bernstein(c, degree, low, high - low, b);
    for (int i = 0; i <= degree; i++) {
        largest = fmax(largest, fabs(b[i]));
    }
    f.negligible = 1e-15 * largest;
    if (largest > 0) {
        search(&f, b, degree, 0, 1, 0);
    }
    return f.count;
}
