/* Structured fuzzing of coefficients: the bytes are read as a shape (full, lower triangular,
 * explicit, explicit first stage, rank one, zero rows, repeated c, multistep, as BDF), a scale and
 * numbers that are often special or extreme, so that nearly every input is a method. Each is
 * compiled and evaluated, or refused. */
#include <math.h>
#include <stdlib.h>

#include "confirm.h"
#include "fuzz.h"
#include "method/build.h"

enum { MOST_STAGES = 5, MOST_STEPS = 8 };

typedef enum shape {
    FULL,
    TRIANGULAR,
    EXPLICIT,
    FIRST_EXPLICIT,
    RANK_ONE,
    ZERO_ROW,
    NEARLY_SINGULAR,
    SHAPES
} shape;

static quad entry(fuzz_bytes *b, shape of, int i, int j)
{
    bool is_zero = (of == TRIANGULAR && j > i) || (of == EXPLICIT && j >= i) ||
                   (of == FIRST_EXPLICIT && i == 0) || (of == ZERO_ROW && i == 1);
    return is_zero ? 0 : fuzz_double(b);
}

static void fill_runge_kutta(fuzz_bytes *b, coefficients *a)
{
    unsigned kind = fuzz_byte(b);
    shape of = (shape)(kind % SHAPES);
    int n = a->size = 1 + (int)(fuzz_byte(b) % MOST_STAGES);
    for (int i = 0; i < n * n; i++) {
        a->A[i] = entry(b, of, i / n, i % n);
    }
    for (int i = 1; i < n; i++) {
        for (int j = 0; j < n; j++) {
            quad copied = a->A[j] * (1 + i);
            bool copies = of == RANK_ONE || (of == NEARLY_SINGULAR && i == n - 1);
            a->A[i * n + j] = copies ? copied : a->A[i * n + j];
        }
    }
    a->A[n * n - 1] += of == NEARLY_SINGULAR ? (quad)fuzz_double(b) * 1e-15Q : 0;
    bool is_stiffly_accurate = (kind & 64) != 0, sums = (kind & 128) != 0;
    for (int i = 0; i < n; i++) {
        quad row = 0;
        for (int j = 0; j < n; j++) {
            row += a->A[i * n + j];
        }
        a->b[i] = is_stiffly_accurate ? a->A[(n - 1) * n + i] : (quad)fuzz_double(b);
        a->c[i] = sums ? row : (quad)fuzz_double(b);
    }
    if (is_stiffly_accurate) {
        a->c[n - 1] = 1;
    }
}

static void fill_multistep(fuzz_bytes *b, coefficients *a)
{
    bool as_bdf = fuzz_byte(b) % 4 != 0;
    a->kind = METHOD_MULTISTEP;
    a->size = 1 + (int)(fuzz_byte(b) % MOST_STEPS);
    for (int j = 0; j <= a->size; j++) {
        a->alpha[j] = fuzz_double(b);
        a->beta[j] = as_bdf && j < a->size ? 0 : (quad)fuzz_double(b);
    }
    if (a->alpha[a->size] == 0) { /* what a file would be refused for */
        a->alpha[a->size] = 1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes b = {data, size};
    message why = {""};
    method *m = NULL;
    coefficients *a = calloc(1, sizeof *a);
    HOLDS(a != NULL);
    a->kind = METHOD_RUNGE_KUTTA;
    unsigned way = fuzz_byte(&b);
    const double at[3] = {fuzz_double(&b), fuzz_double(&b), fuzz_double(&b)};
    way % 4 == 0 ? fill_multistep(&b, a) : fill_runge_kutta(&b, a);
    method_recipe recipe = {.name = "random",
                            .title = "random",
                            .reference = "",
                            .keep_given = (way & 16) != 0,
                            .keep = (method_keep)(way / 32 % 3),
                            .coefficients = a};
    status s = method_build(&recipe, &m, &why);
    if (s != STATUS_OK) {
        fuzz_refused(s, &why);
    } else {
        confirm_method(m, (way & 12) == 12 ? MOTION_ROTATION : MOTION_SHEAR, at[0], at[1], at[2]);
    }
    method_destroy(m);
    free(a);
    return 0;
}
