#include "reproduce/published.h"

#include "reproduce.h"

static status read_text(const char *data, published_file *p)
{
    return published_read("file.csv", data, strlen(data), "a,b,words", p, &why);
}

TEST cells_are_cut_at_commas_and_the_last_keeps_its_own(void)
{
    published_file p;
    ASSERT_OK(read_text("# comment\na,b,words\n\n 1 , 2,three, four \n5,,six\n", &p), "file", why);
    ASSERT_EQ(2, p.rows);
    ASSERT_STR_EQ("1", published_at(&p, 0, 0));
    ASSERT_STR_EQ("2", published_at(&p, 0, 1));
    ASSERT_STR_EQ("three, four", published_at(&p, 0, 2));
    ASSERT_STR_EQ("", published_at(&p, 1, 1));
    ASSERT_STR_EQ("six", published_at(&p, 1, 2));
    published_clear(&p);
    PASS();
}

TEST what_is_wrong_is_refused_with_file_and_line(void)
{
    static const struct {
        const char *data, *says;
    } bad[] = {{"", "first line"},
               {"a,b\n1,2\n", "'a,b,words'"},
               {"a,b,words\n", "nothing"},
               {"a,b,words\n1,2,3\n1,2\n", "file.csv:3"},
               {"a,b,words\n1,\x01,3\n", "file.csv"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        published_file p;
        ASSERT_EQ(STATUS_BAD_INPUT, read_text(bad[i].data, &p));
        ASSERTm(why.text, strstr(why.text, bad[i].says) != NULL);
        published_clear(&p);
    }
    PASS();
}

TEST copies_fit_or_are_refused(void)
{
    published_file p;
    char cell[4];
    ASSERT_OK(read_text("a,b,words\n123,1234,x\n,2,y\n", &p), "file", why);
    ASSERT_OK(published_copy(&p, 0, 0, cell, sizeof cell, &why), "fits", why);
    ASSERT_STR_EQ("123", cell);
    ASSERT_EQ(STATUS_BAD_INPUT, published_copy(&p, 0, 1, cell, sizeof cell, &why));
    ASSERTm(why.text, strstr(why.text, "file.csv:2: '1234'") != NULL);
    ASSERT_EQ(STATUS_BAD_INPUT, published_copy(&p, 1, 0, cell, sizeof cell, &why));
    ASSERTm(why.text, strstr(why.text, "file.csv:3: cell 1 is empty") != NULL);
    published_clear(&p);
    PASS();
}

TEST numbers_are_found_by_name(void)
{
    published_file p;
    double x = 0;
    ASSERT_OK(read_text("a,b,words\none,1.5,x\ntwo,2x,y\nthree,inf,z\n", &p), "file", why);
    ASSERT_OK(published_number(&p, "one", &x, &why), "one", why);
    ASSERT_EQ(1.5, x);
    ASSERT_EQ(STATUS_BAD_INPUT, published_number(&p, "two", &x, &why));
    ASSERTm(why.text, strstr(why.text, "file.csv:3: '2x'") != NULL);
    ASSERT_EQ(STATUS_BAD_INPUT, published_number(&p, "three", &x, &why));
    ASSERT_EQ(STATUS_BAD_INPUT, published_number(&p, "four", &x, &why));
    ASSERTm(why.text, strstr(why.text, "'four' is missing") != NULL);
    published_clear(&p);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(cells_are_cut_at_commas_and_the_last_keeps_its_own);
    RUN_TEST(what_is_wrong_is_refused_with_file_and_line);
    RUN_TEST(numbers_are_found_by_name);
    RUN_TEST(copies_fit_or_are_refused);
    GREATEST_MAIN_END();
}
