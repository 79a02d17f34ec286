/* The published tables of Ascher and Petzold, cell by cell. */
#include "lab/lab.h"

#include "base/file.h"
#include "lab/tables.h"

static status computed(tables *out, message *why)
{
    char *data = NULL;
    size_t length = 0;
    const char *path = SPINSCOPE_ASSETS "/published/ascher-petzold.csv";
    status s = file_read(path, 1 << 20, &data, &length, why);
    s = s == STATUS_OK ? tables_read(path, data, length, out, why) : s;
    s = s == STATUS_OK ? tables_compute(out, lab_catalogue(why), why) : s;
    free(data);
    return s;
}

/* Those that mathematics.md 8 lists, and no others; the rest to the printed digits or a unit of the
 * second, blow-ups to 1e153 included. */
TEST every_cell_matches_but_for_those_with_a_reason(void)
{
    message why;
    tables t;
    int counts[3] = {0};
    double largest = 0;
    ASSERT_OK(computed(&t, &why), "", why);
    for (int i = 0; i < t.count; i++) {
        const table_cell *c = &t.cells[i];
        counts[c->verdict]++;
        if (c->verdict != CELL_DIFFERS) {
            largest = fmax(largest, c->computed);
        }
        ASSERTm(support_say("4.%d %s nu = %g %s: printed %.2g, computed %.4g", c->table, c->row,
                            c->nu, c->quantity, c->published, c->computed),
                c->verdict != CELL_DIFFERS || c->reason[0] != '\0');
    }
    ASSERT_EQ(244, t.count);
    ASSERT_EQ(14, counts[CELL_ONE_UNIT]);
    ASSERT(counts[CELL_DIFFERS] <= 9);
    ASSERT_NEAR(2.8e152, largest, 0, 0.02);
    tables_clear(&t);
    PASS();
}

/* 4.7 is printed for another equation than the text has; both are computed. */
TEST table_7_tells_the_consistent_equation_from_the_printed_one(void)
{
    message why;
    tables t;
    int both = 0;
    ASSERT_OK(computed(&t, &why), "", why);
    for (int i = 0; i < t.count; i++) {
        const table_cell *c = &t.cells[i];
        ASSERT_EQ(c->table == 7 && strcmp(c->row, "U2") != 0, !isnan(c->consistent));
        both += c->table == 7 && fabs(c->consistent / c->computed - 1) > 0.1;
    }
    ASSERT(both > 20);
    tables_clear(&t);
    PASS();
}

TEST a_broken_table_is_refused_with_its_line(void)
{
    static const char *const bad[] = {"table,row,nu,quantity,published,reason\n4.9,B,1,mu,1,\n",
                                      "h\n4.1,B\n", "h\n4.1,0,,error,x,\n"};
    for (int i = 0; i < 3; i++) {
        message why;
        tables t;
        ASSERT_EQ(STATUS_BAD_INPUT, tables_read("t.csv", bad[i], strlen(bad[i]), &t, &why));
        ASSERTm(why.text, strstr(why.text, "t.csv") != NULL && strstr(why.text, "2") != NULL);
        tables_clear(&t);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(every_cell_matches_but_for_those_with_a_reason);
    RUN_TEST(table_7_tells_the_consistent_equation_from_the_printed_one);
    RUN_TEST(a_broken_table_is_refused_with_its_line);
    GREATEST_MAIN_END();
}
