/* Equation files: the matrices at a few times, and what the reduction makes of them. The first byte
 * chooses the times. */
#include <math.h>
#include <stdlib.h>

#include "fuzz.h"
#include "stability/reduce.h"

enum { TIMES = 3 };

static void look_at(const equation *e, const double *times)
{
    message why = {""};
    int differential = 0;
    equation_matrices *m = calloc(1, sizeof *m);
    reduced *at = calloc(1, sizeof *at);
    frozen *rates = calloc(1, sizeof *rates);
    HOLDS(m != NULL && at != NULL && rates != NULL);
    int n = equation_size(e);
    status s = equation_at(e, times[0], m, &why);
    for (int i = 0; i < n * n && s == STATUS_OK; i++) {
        HOLDS(isfinite(m->E[i]) && isfinite(m->A[i]));
        HOLDS(isfinite(m->E_slope[i]) && isfinite(m->sum[i]));
    }
    if (s != STATUS_OK) {
        fuzz_refused(s, &why);
    }
    s = reduce_rank(e, times, TIMES, &differential, &why);
    for (int i = 0; i < TIMES && s == STATUS_OK; i++) {
        s = reduce_at(e, differential, times[i], at, rates, &why);
        HOLDS(s != STATUS_OK || (at->count >= 1 && at->count <= n));
    }
    if (s != STATUS_OK) {
        fuzz_refused(s, &why);
    }
    free(m);
    free(at);
    free(rates);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const double times[][TIMES] = {{0, 0.5, 1}, {-1, 1, 2}, {1e-9, 1e6, 1e12}, {3, 3, 4}};
    fuzz_bytes b = {data, size};
    unsigned which = fuzz_byte(&b) % (sizeof times / sizeof times[0]);
    char *words = fuzz_words(b.data, b.size);
    message why = {""};
    equation *e = NULL;
    status s = equation_parse("a.dae", words, b.size, &e, &why);
    if (s != STATUS_OK) {
        fuzz_refused(s, &why);
        HOLDS(e == NULL);
    } else {
        HOLDS(equation_size(e) >= 1 && equation_size(e) <= EQUATION_MAX_SIZE);
        if (equation_size(e) <= 8) {
            look_at(e, times[which]);
        }
    }
    equation_destroy(e);
    free(words);
    return 0;
}
