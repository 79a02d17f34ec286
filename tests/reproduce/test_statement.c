#include "reproduce/statement.h"

#include "reproduce.h"

enum { SIDE = 36 };

static const view window = {
    .plane = PLANE_ZW, .x0 = -9, .x1 = 9, .y0 = -9, .y1 = 9, .width = SIDE, .height = SIDE};

TEST figures_5_are_as_the_paper_says(void)
{
    char *data = read_published("kunkel-mehrmann-figures.csv");
    static statements all_of_them;
    catalogue *all = open_catalogue();
    int tested = 0;
    ASSERT(data != NULL);
    ASSERT_OK(statements_read("figures", data, strlen(data), &all_of_them, &why), "figures", why);
    for (int i = 0; i < all_of_them.count; i++) {
        const statement *s = &all_of_them.list[i];
        if (s->figure[0] != '5') {
            continue;
        }
        stable_set r;
        const stable_set_request q = {.method = s->method, .view = window, .predicts = true};
        ASSERT_OK(stable_set_compute(&q, all, &r, &why), s->method, why);
        statement_result result = statement_test(s, &r.view, r.predicted, 1);
        ASSERTm(support_say("%s %s: %ld of %ld against it", s->figure, s->where.words,
                            result.against, result.pixels),
                result.holds);
        tested++;
        stable_set_clear(&r);
    }
    ASSERT(tested >= 10);
    catalogue_destroy(all);
    free(data);
    PASS();
}

static statement_result test_words(statement_kind kind, const char *where,
                                   const unsigned char *marks)
{
    statement s = {.figure = "5.1", .kind = kind};
    const expression_scope scope = statement_scope("5.1");
    if (condition_read(where, &scope, &s.where, &why) != STATUS_OK) {
        return (statement_result){.pixels = -1};
    }
    return statement_test(&s, &window, marks, 1);
}

/* On a region that is stable left of z = 0, and unknown below w = 0. */
TEST every_kind_can_fail(void)
{
    static const struct {
        statement_kind kind;
        const char *where;
        bool holds;
    } cases[] = {{SAYS_STABLE, "z < 0", true},
                 {SAYS_STABLE, "z < 1", false},
                 {SAYS_STABLE, "z < -1 & w < 0", false}, /* nothing is known there */
                 {SAYS_UNSTABLE, "z > 0", true},
                 {SAYS_UNSTABLE, "z > -1", false},
                 {SAYS_SOMEWHERE_STABLE, "z < 1", true},
                 {SAYS_SOMEWHERE_STABLE, "z > 1", false},
                 {SAYS_SOMEWHERE_UNSTABLE, "z > -1", true},
                 {SAYS_SOMEWHERE_UNSTABLE, "z < -1", false},
                 {SAYS_STABLE_EXACTLY, "z < 0", true},
                 {SAYS_STABLE_EXACTLY, "z < -1", false},
                 {SAYS_STABLE_EXACTLY, "z < 1", false}};
    unsigned char marks[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        marks[i] = i >= SIDE * SIDE / 2  ? SET_UNKNOWN
                   : i % SIDE < SIDE / 2 ? SET_STABLE
                                         : SET_UNSTABLE;
    }
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        statement_result r = test_words(cases[i].kind, cases[i].where, marks);
        ASSERTm(cases[i].where, r.pixels >= 0);
        ASSERT_EQm(support_say("%s %s", statement_kind_name(cases[i].kind), cases[i].where),
                   cases[i].holds, r.holds);
    }
    PASS();
}

TEST bad_lines_are_refused(void)
{
    static const char *const bad[] = {"5.1,1,bdf:2,green,z < 0,x", "5.1,1,bdf:2,stable,delta < 0,x",
                                      "6.1,1,bdf:2,stable,z < 0,x", "5.1,1,bdf:2,stable,z < 0,",
                                      "5.1,,bdf:2,stable,z < 0,x"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char data[200];
        static statements s;
        snprintf(data, sizeof data, "figure,page,method,says,where,words\n%s\n", bad[i]);
        ASSERT_EQm(bad[i], STATUS_BAD_INPUT,
                   statements_read("f.csv", data, strlen(data), &s, &why));
        ASSERTm(why.text, strstr(why.text, "f.csv:2: ") != NULL);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(figures_5_are_as_the_paper_says);
    RUN_TEST(every_kind_can_fail);
    RUN_TEST(bad_lines_are_refused);
    GREATEST_MAIN_END();
}
