/* Pencils P diag(I, N) Q, P diag(J, I) Q with random unimodular integer P and Q: the structure is
 * known, and hidden by entries of thousands. */
#include <math.h>
#include <string.h>

#include "numerics/eigenvalues.h"
#include "support/support.h"

enum { MOST = 8, SQUARE = MOST * MOST };

static message why;

/* out = a b */
static void multiply(const long *a, const long *b, int n, long *out)
{
    long product[SQUARE] = {0};
    for (int i = 0; i < n * n; i++) {
        for (int k = 0; k < n; k++) {
            product[i] += a[i / n * n + k] * b[k * n + i % n];
        }
    }
    memcpy(out, product, sizeof product);
}

/* A product of so many elementary matrices; the determinant is 1. */
static void make_unimodular(long *m, int n)
{
    memset(m, 0, SQUARE * sizeof *m);
    for (int i = 0; i < n; i++) {
        m[i * n + i] = 1;
    }
    for (int k = 0; k < 3 * n && n > 1; k++) {
        int to = (int)random_between(0, n - 1e-9), from = (int)random_between(0, n - 1e-9);
        long factor = (long)random_between(-3, 3.99);
        for (int j = 0; j < n && from != to; j++) {
            m[to * n + j] += factor * m[from * n + j];
        }
    }
}

/* A block of each kind on the diagonal; where nothing follows, a row of zeros is left. */
typedef struct shape {
    int zeros;       /* simple zero eigenvalues */
    int zero_block;  /* size of one nilpotent block of A beside I */
    int doubled;     /* is -2 there twice, in one Jordan block? */
    int imaginary;   /* pairs +-3i */
    int infinite[2]; /* sizes of nilpotent blocks of E beside I */
    bool singular;
} shape;

static int build(const shape *s, long *E, long *A)
{
    int sizes[] = {s->zeros,       s->zero_block,  2 * s->doubled, 2 * s->imaginary,
                   s->infinite[0], s->infinite[1], s->singular};
    int n = 0, at = 0;
    for (int i = 0; i < 7; i++) {
        n += sizes[i];
    }
    memset(E, 0, SQUARE * sizeof *E);
    memset(A, 0, SQUARE * sizeof *A);
    for (int kind = 0; kind < 7; kind++) {
        for (int i = 0; i < sizes[kind]; i++, at++) {
            bool is_finite = kind<4, follows = i> 0;
            E[at * n + at] = is_finite;
            A[at * n + at] = kind == 2 ? -2 : kind == 4 || kind == 5;
            if (follows && (kind == 1 || kind == 2)) {
                A[(at - 1) * n + at] = 1;
            } else if (kind == 3 && i % 2 == 1) {
                A[(at - 1) * n + at] = 3;
                A[at * n + at - 1] = -3;
            } else if (follows && (kind == 4 || kind == 5)) {
                E[(at - 1) * n + at] = 1;
            }
        }
    }
    long P[SQUARE], Q[SQUARE];
    make_unimodular(P, n);
    make_unimodular(Q, n);
    multiply(P, E, n, E);
    multiply(E, Q, n, E);
    multiply(P, A, n, A);
    multiply(A, Q, n, A);
    return n;
}

static int count_of(const pencil *p, double complex wanted)
{
    int found = 0;
    for (int i = 0; i < p->finite; i++) {
        found += p->values[i] == wanted;
    }
    return found;
}

static status solve(const long *E, const long *A, int n, pencil *out)
{
    mpq_t exact[2][SQUARE];
    for (int i = 0; i < SQUARE; i++) {
        mpq_inits(exact[0][i], exact[1][i], NULL);
        mpq_set_si(exact[0][i], E[i], 1);
        mpq_set_si(exact[1][i], A[i], 1);
    }
    status s =
        exact_pencil_eigenvalues((const mpq_t *)exact[0], (const mpq_t *)exact[1], n, out, &why);
    for (int i = 0; i < SQUARE; i++) {
        mpq_clears(exact[0][i], exact[1][i], NULL);
    }
    return s;
}

TEST unimodular_transforms_change_nothing(void)
{
    static const shape shapes[] = {
        {.zeros = 1, .infinite = {2}},
        {.zeros = 1, .infinite = {1, 1}},
        {.zero_block = 2, .infinite = {1}},
        {.infinite = {3}},
        {.doubled = 1, .infinite = {1}},
        {.imaginary = 1, .infinite = {1}},
        {.zeros = 1, .zero_block = 2},
        {.zeros = 2, .doubled = 1, .infinite = {3}},
        {.imaginary = 1, .zero_block = 2, .infinite = {2, 1}},
        {.imaginary = 2, .doubled = 1, .infinite = {2}},
        {.zeros = 1, .infinite = {1}, .singular = true},
        {.doubled = 1, .infinite = {2}, .singular = true},
        {.zero_block = 2, .singular = true},
    };
    enum { SHAPES = sizeof shapes / sizeof shapes[0], EACH = 40 };
    for (int n = 0; n < SHAPES * EACH; n++) {
        const shape *s = &shapes[n % SHAPES];
        long E[SQUARE], A[SQUARE];
        pencil p;
        int size = build(s, E, A);
        status answer = solve(E, A, size, &p);
        const char *label = support_say("shape %d, index %d, %d finite, seed %lu", n % SHAPES,
                                        p.index, p.finite, support_seed());
        if (s->singular) {
            ASSERT_EQm(label, STATUS_BAD_INPUT, answer);
            ASSERTm(why.text, strstr(why.text, "singular") != NULL);
            pencil_clear(&p);
            continue;
        }
        ASSERT_OK(answer, label, why);
        int index = s->infinite[0], infinite = s->infinite[0] + s->infinite[1];
        ASSERTm(label, p.exact && p.cleaned == 0);
        ASSERTm(label, p.index == index && p.infinite == infinite);
        ASSERTm(label, p.finite == size - infinite);
        ASSERTm(label, count_of(&p, 0) == s->zeros + s->zero_block);
        ASSERTm(label, count_of(&p, -2) == 2 * s->doubled);
        ASSERTm(label, count_of(&p, CMPLX(0, 3)) == s->imaginary);
        ASSERTm(label, count_of(&p, CMPLX(0, -3)) == s->imaginary);
        pencil_clear(&p);
    }
    PASS();
}

/* A dense pencil of the largest size with entries of 16 digits: as many eigenvalues as rows, all of
 * them with det(lambda E - A) = 0 as LAPACK sees it. */
TEST large_pencils_agree_with_lapack(void)
{
    enum { N = 12 };
    static mpq_t E[N * N], A[N * N];
    double rounded[2][N * N];
    for (int i = 0; i < N * N; i++) {
        mpq_inits(E[i], A[i], NULL);
        rounded[0][i] = random_between(-1, 1) + 4 * (i / N == i % N);
        rounded[1][i] = random_between(-1, 1);
        mpq_set_d(E[i], rounded[0][i]);
        mpq_set_d(A[i], rounded[1][i]);
    }
    pencil exact, numeric;
    ASSERT_OK(exact_pencil_eigenvalues((const mpq_t *)E, (const mpq_t *)A, N, &exact, &why),
              "exact", why);
    ASSERT_OK(pencil_eigenvalues(rounded[0], rounded[1], N, &numeric, &why), "numeric", why);
    ASSERT(exact.finite == N && numeric.finite == N && exact.index == 0);
    for (int i = 0; i < N; i++) {
        double nearest = INFINITY;
        for (int j = 0; j < N; j++) {
            nearest = fmin(nearest, cabs(exact.values[i] - numeric.values[j]));
        }
        ASSERT_NEAR(0, nearest, 1e-12, 0);
    }
    pencil_clear(&exact);
    pencil_clear(&numeric);
    for (int i = 0; i < N * N; i++) {
        mpq_clears(E[i], A[i], NULL);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(unimodular_transforms_change_nothing);
    RUN_TEST(large_pencils_agree_with_lapack);
    GREATEST_MAIN_END();
}
