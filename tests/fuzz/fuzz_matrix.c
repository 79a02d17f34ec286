/* Matrix files, two of them with a line `%` between: the eigenvalues of the pencil are numbers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "numerics/eigenvalues.h"
#include "numerics/matrixfile.h"

enum { LARGEST_PENCIL = 12 };

static void solve(const double *E, const double *A, int n)
{
    message why = {""};
    pencil found = {0};
    status s = pencil_eigenvalues(E, A, n, &found, &why);
    if (s != STATUS_OK) {
        fuzz_refused(s, &why);
    } else {
        HOLDS(found.finite + found.infinite == n && found.index >= 0 && found.index <= n);
    }
    pencil_clear(&found);
}

static bool read(const char *label, const char *words, size_t size, double **entries, int *n)
{
    message why = {""};
    status s = matrixfile_parse(label, words, size, entries, n, &why);
    if (s != STATUS_OK) {
        fuzz_refused(s, &why);
        HOLDS(*entries == NULL);
        return false;
    }
    HOLDS(*n >= 1 && *n <= MATRIXFILE_MAX_ROWS);
    for (int i = 0; i < *n * *n; i++) {
        HOLDS(isfinite((*entries)[i]));
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *words = fuzz_words(data, size);
    const char *mark = memchr(words, '%', size);
    size_t first = mark != NULL ? (size_t)(mark - words) : size;
    size_t second = mark != NULL ? size - first - 1 : 0;
    double *E = NULL, *A = NULL;
    int n = 0, m = 0;
    bool good = read("E.csv", words, first, &E, &n);
    good = read("A.csv", words + (mark != NULL ? first + 1 : size), second, &A, &m) && good;
    if (good && n == m && n <= LARGEST_PENCIL) {
        solve(E, A, n);
    }
    free(E);
    free(A);
    free(words);
    return 0;
}
