/* Matrix files, two of them with a line `%` between: the eigenvalues of the pencil are numbers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "numerics/eigenvalues.h"
#include "numerics/matrixfile.h"

enum { LARGEST_PENCIL = 12 };

static void solve(const matrixfile *E, const matrixfile *A, bool is_exact)
{
    message why = {""};
    pencil found = {0};
    int n = E->n;
    status s = is_exact ? exact_pencil_eigenvalues((const mpq_t *)E->exact, (const mpq_t *)A->exact,
                                                   n, &found, &why)
                        : pencil_eigenvalues(E->entries, A->entries, n, &found, &why);
    if (s != STATUS_OK) {
        fuzz_refused(s, &why);
    } else {
        HOLDS(found.finite + found.infinite == n && found.index >= 0 && found.index <= n);
    }
    pencil_clear(&found);
}

static bool read(const char *label, const char *words, size_t size, matrixfile *out)
{
    message why = {""};
    status s = matrixfile_parse(label, words, size, out, &why);
    if (s != STATUS_OK) {
        fuzz_refused(s, &why);
        HOLDS(out->entries == NULL && out->exact == NULL);
        return false;
    }
    HOLDS(out->n >= 1 && out->n <= MATRIXFILE_MAX_ROWS);
    for (int i = 0; i < out->n * out->n; i++) {
        HOLDS(isfinite(out->entries[i]));
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *words = fuzz_words(data, size);
    const char *mark = memchr(words, '%', size);
    size_t first = mark != NULL ? (size_t)(mark - words) : size;
    size_t second = mark != NULL ? size - first - 1 : 0;
    matrixfile E = {0}, A = {0};
    bool good = read("E.csv", words, first, &E);
    good = read("A.csv", words + (mark != NULL ? first + 1 : size), second, &A) && good;
    if (good && E.n == A.n && E.n <= LARGEST_PENCIL) {
        solve(&E, &A, false);
        if (E.exact != NULL && A.exact != NULL &&
            exact_pencil_fits((const mpq_t *)E.exact, (const mpq_t *)A.exact, E.n)) {
            solve(&E, &A, true);
        }
    }
    matrixfile_clear(&E);
    matrixfile_clear(&A);
    free(words);
    return 0;
}
