#include "reproduce/stability_table.h"

#include "reproduce.h"

static status compute(const char *data, stability_table *t)
{
    catalogue *all = open_catalogue();
    status s = stability_table_read("table.csv", data, strlen(data), t, &why);
    s = s == STATUS_OK ? stability_table_compute(t, all, &why) : s;
    catalogue_destroy(all);
    return s;
}

TEST table_5_1_is_right(void)
{
    char *data = read_published("kunkel-mehrmann-table-5.1.csv");
    stability_table t;
    ASSERT(data != NULL);
    ASSERT_OK(compute(data, &t), "table", why);
    ASSERT_EQ(8, t.count);
    for (int i = 0; i < t.count; i++) {
        const stability_row *row = &t.rows[i];
        ASSERTm(row->method, row->is_exact && row->is_same);
        ASSERTm(support_say("%s: %g", row->method, row->step_difference),
                row->step_difference < 1e-11);
        ASSERTm(support_say("%s: %g", row->method, row->classical_difference),
                row->classical_difference < 1e-11);
    }
    free(data);
    PASS();
}

/* One sign, one number, one term: both comparisons see it. */
TEST a_wrong_function_is_seen_by_formula_and_by_steps(void)
{
    static const char *const rows[] = {"implicit-euler,Euler,1 + w,1 - z - w",
                                       "implicit-euler,Euler,1 - w,1 - z",
                                       "radau-iia:2,Radau,6 - 4w + 2z - 2zw,6 - 4z - 4w + z^2 + zw",
                                       "midpoint,midpoint,2 + z - w,2 - z - 2w"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char data[200];
        stability_table t;
        snprintf(data, sizeof data, "method,name,N,D\n%s\n", rows[i]);
        ASSERT_OK(compute(data, &t), rows[i], why);
        ASSERT_FALSEm(rows[i], t.rows[0].is_same);
        ASSERTm(rows[i], t.rows[0].is_exact && t.rows[0].step_difference > 1e-3);
    }
    PASS();
}

TEST multiples_are_the_same_function(void)
{
    stability_table t;
    ASSERT_OK(compute("method,name,N,D\nimplicit-euler,Euler,-3 + 3w,-3 + 3z + 3w\n", &t), "t",
              why);
    ASSERT(t.rows[0].is_same);
    PASS();
}

TEST bad_rows_are_refused_with_their_line(void)
{
    static const char *const rows[] = {"implicit-euler,Euler,1 - q,1 - z - w",
                                       "implicit-euler,Euler,1 - w,", ",Euler,1 - w,1 - z"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char data[200];
        stability_table t;
        snprintf(data, sizeof data, "method,name,N,D\n%s\n", rows[i]);
        ASSERT_EQ(STATUS_BAD_INPUT, compute(data, &t));
        ASSERTm(why.text, strstr(why.text, "table.csv:2: ") != NULL);
    }
    stability_table t;
    ASSERT_EQ(STATUS_BAD_INPUT, compute("method,name,N,D\nno-such,x,1,1\n", &t));
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(table_5_1_is_right);
    RUN_TEST(a_wrong_function_is_seen_by_formula_and_by_steps);
    RUN_TEST(multiples_are_the_same_function);
    RUN_TEST(bad_rows_are_refused_with_their_line);
    GREATEST_MAIN_END();
}
