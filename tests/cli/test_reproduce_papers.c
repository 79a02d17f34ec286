/* `reproduce` of Kunkel and Mehrmann and of Example 10.1: what must hold does, and a published
 * number that is changed makes the answer no. */
#include "reproduce.h"

TEST table_5_1_matches_in_every_coefficient(void)
{
    result r = run_spinscope("reproduce table-5.1");
    ASSERT_EQm(r.out, 0, r.code);
    ASSERT(has(r.out, "8 of 8 printed functions are the computed ones in every coefficient"));
    ASSERT(has(r.out, "8 of 8 reduce to the classical function"));
    ASSERT_STR_EQ("", r.err);
    result_clear(&r);
    PASS();
}

TEST a_changed_coefficient_is_seen(void)
{
    result r =
        run_changed("kunkel-mehrmann-table-5.1.csv", "s/6 - 4w + 2z/6 - 5w + 2z/", "table-5.1");
    ASSERT_EQm(r.err, 1, r.code);
    ASSERT(has(r.out, "7 of 8 printed functions are the computed ones"));
    ASSERT(has(r.out, "7 of 8 printed functions are the factor of a step"));
    result_clear(&r);
    r = run_changed("kunkel-mehrmann-table-5.1.csv", "s/2 - z - w/2 - x - w/", "table-5.1");
    ASSERT_EQ(2, r.code);
    ASSERTm(r.err, is_one_line(r.err) && has(r.err, "table-5.1.csv:8: '2 - x - w'"));
    result_clear(&r);
    PASS();
}

TEST example_10_1_is_unstable_where_it_is_said_to_be(void)
{
    result r = run_spinscope("reproduce example-10.1");
    ASSERT_EQm(r.out, 0, r.code);
    ASSERT(has(r.out, "8 of 8 values"));
    ASSERT(has(r.out, "Lecture notes, chapter 10, Example 10.1"));
    ASSERT_FALSE(has(r.out, "NOT SHOWN"));
    result_clear(&r);
    PASS();
}

TEST a_published_number_that_is_none_is_refused_with_its_line(void)
{
    static const struct {
        const char *change, *words;
    } cases[] = {{"s/^1e-5,no,5.6e-2/1e-5,no,5.6f-2/", "eich-table-3.1.csv:4: '5.6f-2' is no"},
                 {"s/^1e-7,yes/1e-7,ja/", "eich-table-3.1.csv:9: '1e-7,ja'"},
                 {"s/^1e-9,yes.*//", "no line of TOL 1e-9, projected: yes"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        result r = run_changed("eich-table-3.1.csv", cases[i].change, "projection");
        ASSERT_EQm(cases[i].words, 2, r.code);
        ASSERTm(r.err, is_one_line(r.err) && has(r.err, cases[i].words));
        result_clear(&r);
    }
    PASS();
}

/* An erratum that is none any more must not be claimed. */
TEST an_error_that_is_mended_is_not_shown(void)
{
    static const struct {
        const char *file, *change, *topic;
    } cases[] = {
        {"quoted.csv", "s/^eich-g,13.7503716373294544/eich-g,13.7503716360407457/", "projection"},
        {"quoted.csv", "s/^notes-10.1-limit,-0.5/notes-10.1-limit,-0.6/", "example-10.1"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        result r = run_changed(cases[i].file, cases[i].change, cases[i].topic);
        ASSERT_EQm(support_say("%s: %s", cases[i].change, r.err), 1, r.code);
        result_clear(&r);
    }
    PASS();
}

TEST figures_6_are_measured(void)
{
    result r = run_spinscope("reproduce figures-6");
    ASSERT_EQm(r.out, 0, r.code);
    ASSERT(has(r.out, "5 of 5 statements hold"));
    ASSERT(has(r.out, "14 of 14 measured factors"));
    result_clear(&r);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(table_5_1_matches_in_every_coefficient);
    RUN_TEST(a_changed_coefficient_is_seen);
    RUN_TEST(example_10_1_is_unstable_where_it_is_said_to_be);
    RUN_TEST(an_error_that_is_mended_is_not_shown);
    RUN_TEST(a_published_number_that_is_none_is_refused_with_its_line);
    RUN_TEST(figures_6_are_measured);
    GREATEST_MAIN_END();
}
