#include "numerics/matrixfile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/command.h"
#include "support/support.h"

static message why;

TEST rows_are_read_in_order(void)
{
    static const char data[] = "# a matrix\n1, -1/4 # first\n\n 2e3 ,sqrt(9)\r\n";
    static const double exact[] = {1, -0.25, 2000, 3};
    matrixfile a;
    ASSERT_OK(matrixfile_read(scratch_file("m.csv", data, sizeof data - 1), &a, &why), "m", why);
    ASSERT_EQ_FMT(2, a.n, "%d");
    for (int i = 0; i < 4; i++) {
        ASSERT_NEAR(exact[i], a.entries[i], 0, 0);
    }
    ASSERT(a.exact != NULL && mpq_cmp_si(a.exact[3], 3, 1) == 0); /* sqrt(9) is a fraction */
    matrixfile_clear(&a);
    PASS();
}

/* 0.1 is 1/10, which no double is; 1 - 0.9 - 0.1 is 0. */
TEST decimals_are_fractions(void)
{
    static const char data[] = "0.1,1-0.9-0.1,-1.25e-2\n2^-3,(1/3+1/6)*2,-2^2\n1e20,.5,+3.\n";
    static const char *const exact[] = {
        "1/10", "0", "-1/80", "1/8", "1", "-4", "100000000000000000000", "1/2", "3"};
    matrixfile a;
    ASSERT_OK(matrixfile_parse("m.csv", data, sizeof data - 1, &a, &why), "m", why);
    ASSERT(a.n == 3 && a.exact != NULL);
    for (int i = 0; i < 9; i++) {
        mpq_t x;
        mpq_init(x);
        mpq_set_str(x, exact[i], 10);
        bool same = mpq_equal(x, a.exact[i]) != 0;
        mpq_clear(x);
        ASSERTm(exact[i], same);
    }
    ASSERT_NEAR(0, a.entries[1], 0, 0);
    matrixfile_clear(&a);
    PASS();
}

TEST what_is_no_square_matrix_is_refused_with_its_line(void)
{
    static const struct {
        const char *data, *words;
    } cases[] = {{"1,2\n3\n", "bad.csv:2:1: 1 entries where the first row has 2"},
                 {"1,2\n3,4,5\n", "bad.csv:2:5: more than 2"},
                 {"1,2\n3,x\n", "bad.csv:2:3: unknown name 'x'"},
                 {"1,2\n3,\n", "bad.csv:2:3: a number is expected"},
                 {"1,2\n3,nan\n", "bad.csv:2:3: "},
                 {"1,2\n3,1e999\n", "bad.csv:2:3: "},
                 {"1,2\n3,inf\n", "bad.csv:2:3: "},
                 {"1,2\n3,1e200\n", "bad.csv:2:3: 1e200: 0 or a magnitude"},
                 {"1,2\n1e-200,4\n", "bad.csv:2:1: 1e-200: 0 or a magnitude"},
                 {"1,2\n", "1 rows of 2 entries; a square"},
                 {"", "0 rows"},
                 {"# nothing\n", "0 rows"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        matrixfile a;
        const char *path = scratch_file("bad.csv", cases[i].data, strlen(cases[i].data));
        ASSERT_EQ(STATUS_BAD_INPUT, matrixfile_read(path, &a, &why));
        ASSERTm(why.text, strstr(why.text, cases[i].words) != NULL);
        ASSERT(a.entries == NULL && a.exact == NULL);
    }
    PASS();
}

TEST large_matrices_are_refused(void)
{
    enum { ROWS = MATRIXFILE_MAX_ROWS + 1 };
    char *data = malloc(2 * ROWS * ROWS + (MATRIXFILE_MAX_BYTES + 1));
    matrixfile a;
    char *at = data;
    for (int i = 0; i < ROWS * ROWS; i++) {
        *at++ = '1';
        *at++ = i % ROWS == ROWS - 1 ? '\n' : ',';
    }
    const char *path = scratch_file("wide.csv", data, (unsigned long)(at - data));
    ASSERT_EQ(STATUS_BAD_INPUT, matrixfile_read(path, &a, &why));
    ASSERTm(why.text, strstr(why.text, "more than 200 entries") != NULL);
    for (int i = 0; i < ROWS; i++) {
        data[2 * i] = '1';
        data[2 * i + 1] = '\n';
    }
    path = scratch_file("tall.csv", data, 2 * ROWS);
    ASSERT_EQ(STATUS_BAD_INPUT, matrixfile_read(path, &a, &why));
    ASSERTm(why.text, strstr(why.text, "more than 200 rows") != NULL);
    memset(data, ' ', MATRIXFILE_MAX_BYTES + 1);
    path = scratch_file("long.csv", data, MATRIXFILE_MAX_BYTES + 1);
    ASSERT_EQ(STATUS_BAD_INPUT, matrixfile_read(path, &a, &why));
    free(data);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(rows_are_read_in_order);
    RUN_TEST(decimals_are_fractions);
    RUN_TEST(what_is_no_square_matrix_is_refused_with_its_line);
    RUN_TEST(large_matrices_are_refused);
    GREATEST_MAIN_END();
}
