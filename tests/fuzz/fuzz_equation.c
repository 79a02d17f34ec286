/* Equation files: the matrices at a few times, what the reduction makes of them, and real steps for
 * a twentieth of a second. The first byte chooses the times. */
#include <math.h>
#include <stdlib.h>

#include "base/patience.h"
#include "dae/longrun.h"
#include "dae/reduce.h"
#include "fuzz.h"

enum { TIMES = 3 };

static void step_on(const equation *e, int differential, const double *times, const reduced *at)
{
    static const tableau euler = {.kind = METHOD_MULTISTEP,
                                  .form = FORM_NEWEST_DERIVATIVE,
                                  .size = 1,
                                  .alpha = {-1, 1},
                                  .beta = {0, 1}};
    double fast = at->fast > 1e-200 && at->fast < 1e200 ? at->fast : 1;
    longrun_request q = {.equation = e,
                         .differential = differential,
                         .method = &euler,
                         .t0 = times[0],
                         .t1 = times[TIMES - 1],
                         .guess = 1 / fast,
                         .most = 20 / fast,
                         .fast = fast,
                         .most_seconds = patience_clock() + 0.05};
    longrun l;
    message why = {""};
    status s = longrun_find(&q, &l, &why);
    HOLDS(s != STATUS_OK || l.answer != STEP_BOUNDED || (l.h > 0 && l.error < l.h));
    HOLDS(s != STATUS_OK || (l.answer == STEP_UNDECIDED) == (l.reason[0] != '\0'));
    if (s != STATUS_OK) {
        fuzz_refused(s, &why);
    }
}

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
    } else if (n <= 3) {
        step_on(e, differential, times, at);
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
