/* The markup of text, run by run. */
#include "picture/markup.h"

#include <stdio.h>
#include <string.h>

#include "support/support.h"

/* Runs as "[i^text]", i for italic, ^ and _ for heights. */
static void describe(const char *words, text *out)
{
    static const char *const heights[] = {"", "^", "_"};
    markup m = {.at = words};
    text_add(out, "%s", "");
    while (markup_next(&m)) {
        text_add(out, "[%s%s%s]", m.italic ? "i" : "", heights[m.height], m.run);
    }
}

TEST runs_have_one_face_and_one_height(void)
{
    static const struct {
        const char *words, *runs;
    } cases[] = {
        {"", ""},
        {"plain", "[plain]"},
        {"/x/^{2} + y_{1}", "[ix][^2][ + y][_1]"},
        {"/x_{i}/ = 1//2", "[ix][i_i][ = 1/2]"},
        {"/h///2", "[ih/][2]"},
        {"^{a/b}c/d", "[^a][i^b][ic][d]"},
        {"a } b ^ c _ d {", "[a } b ^ c _ d {]"},
        {"/open ^{open", "[iopen ][i^open]"},
        {"^{}_{}//", "[/]"},
        {"(/HH/^{T})^{−1}", "[(][iHH][^T][)][^−1]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        text runs = {0};
        describe(cases[i].words, &runs);
        ASSERT_STR_EQm(cases[i].words, cases[i].runs, runs.data);
        text_clear(&runs);
    }
    PASS();
}

/* Nothing is lost, and no character is cut, whatever its place. */
TEST long_runs_come_in_pieces_of_whole_characters(void)
{
    for (int shift = 0; shift < 4; shift++) {
        text words = {0}, joined = {0};
        text_add(&words, "%.*s", shift, "abcd");
        for (int i = 0; i < 400; i++) {
            text_add(&words, "%s", i % 3 == 0 ? "→" : i % 3 == 1 ? "γ" : "x");
        }
        markup m = {.at = words.data};
        int pieces = 0;
        for (; markup_next(&m); pieces++) {
            size_t where;
            ASSERT(strlen(m.run) < MARKUP_RUN_SIZE);
            ASSERT(text_is_readable(m.run, strlen(m.run), &where));
            text_add(&joined, "%s", m.run);
        }
        ASSERT(pieces > 2);
        ASSERT_STR_EQ(words.data, joined.data);
        text_clear(&words);
        text_clear(&joined);
    }
    PASS();
}

TEST plain_words_keep_their_scripts(void)
{
    static const struct {
        const char *words, *plain;
    } cases[] = {{"/x/^{2} + /y/_{1}", "x^2 + y_1"},
                 {"10^{−6}, 10^{-6}", "10^−6, 10^-6"},
                 {"/O/(/h/^{/p/+1})", "O(h^(p+1))"},
                 {"/h/^{2/p/}_{γ}", "h^2p_γ"},
                 {"a//b, /H/^{T}", "a/b, H^T"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        text plain = {0};
        markup_plain(&plain, cases[i].words);
        ASSERT_STR_EQ(cases[i].plain, plain.data);
        text_clear(&plain);
    }
    PASS();
}

TEST quoted_slashes_are_shown(void)
{
    text quoted = {0}, runs = {0};
    markup_quote(&quoted, "spinscope -o /tmp//a/b");
    describe(quoted.data, &runs);
    ASSERT_STR_EQ("[spinscope -o /tmp//a/b]", runs.data);
    text_clear(&quoted);
    text_clear(&runs);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(runs_have_one_face_and_one_height);
    RUN_TEST(long_runs_come_in_pieces_of_whole_characters);
    RUN_TEST(plain_words_keep_their_scripts);
    RUN_TEST(quoted_slashes_are_shown);
    GREATEST_MAIN_END();
}
