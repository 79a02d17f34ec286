#include "base/text.h"

#include <stdlib.h>
#include <string.h>

#include "support/support.h"

TEST a_builder_grows_as_text_is_added(void)
{
    text t = {0};
    char expected[40000] = "";
    size_t length = 0;
    for (int i = 0; i < 2000; i++) {
        int digits = random_integer(0, 12);
        text_add(&t, "%d:%.*s ", i, digits, "abcdefghijklmnop");
        length += (size_t)snprintf(expected + length, sizeof expected - length, "%d:%.*s ", i,
                                   digits, "abcdefghijklmnop");
        ASSERT(t.data != NULL && !t.broken && t.capacity > t.length);
        ASSERT_EQ_FMT(length, t.length, "%zu");
    }
    ASSERT_STR_EQ(expected, t.data);
    text_clear(&t);
    ASSERT(t.data == NULL && t.length == 0 && t.capacity == 0);
    PASS();
}

TEST one_addition_may_be_long_and_one_may_be_empty(void)
{
    text t = {0};
    text_add(&t, "%s", "");
    ASSERT(t.data != NULL && t.data[0] == '\0' && t.length == 0);
    text_add(&t, "%*d", 100000, 7);
    ASSERT_EQ_FMT((size_t)100000, t.length, "%zu");
    ASSERT_EQ_FMT((size_t)100000, strlen(t.data), "%zu");
    ASSERT_EQ('7', t.data[99999]);
    text_clear(&t);
    PASS();
}

TEST a_broken_builder_ignores_further_text(void)
{
    text t = {0};
    text_add(&t, "kept");
    t.broken = true;
    text_add(&t, " and lost");
    ASSERT_STR_EQ("kept", t.data);
    ASSERT_EQ_FMT((size_t)4, t.length, "%zu");
    text_clear(&t);
    ASSERT(!t.broken);
    PASS();
}

/* The definition, word for word: exponential, so short words only. */
static size_t distance_by_definition(const char *a, const char *b)
{
    if (*a == '\0' || *b == '\0') {
        return strlen(a) + strlen(b);
    }
    if (*a == *b) {
        return distance_by_definition(a + 1, b + 1);
    }
    size_t removal = distance_by_definition(a + 1, b);
    size_t insertion = distance_by_definition(a, b + 1);
    size_t change = distance_by_definition(a + 1, b + 1);
    size_t least = removal < insertion ? removal : insertion;
    return 1 + (least < change ? least : change);
}

static void random_word(char *word, int longest)
{
    int length = random_integer(0, longest);
    for (int i = 0; i < length; i++) {
        word[i] = (char)('a' + random_integer(0, 2));
    }
    word[length] = '\0';
}

TEST distance_agrees_with_its_definition(void)
{
    for (int round = 0; round < 3000; round++) {
        char a[8], b[8];
        random_word(a, 7);
        random_word(b, 7);
        size_t expected = distance_by_definition(a, b);
        size_t found = text_distance(a, b);
        ASSERTm(support_say("'%s' '%s': %zu, not %zu", a, b, found, expected), found == expected);
    }
    PASS();
}

TEST distance_is_a_metric(void)
{
    for (int round = 0; round < 3000; round++) {
        char a[31], b[31], c[31];
        random_word(a, 30);
        random_word(b, 30);
        random_word(c, 30);
        size_t ab = text_distance(a, b);
        ASSERTm(support_say("'%s' '%s'", a, b), ab == text_distance(b, a));
        ASSERTm(support_say("'%s' '%s'", a, b), (ab == 0) == (strcmp(a, b) == 0));
        ASSERTm(support_say("'%s' '%s' '%s'", a, b, c),
                ab <= text_distance(a, c) + text_distance(c, b));
    }
    PASS();
}

TEST what_is_made_readable_is_readable_and_as_long(void)
{
    for (int round = 0; round < 2000; round++) {
        char words[40], before[40];
        size_t length = (size_t)random_integer(0, 39), where = 0;
        for (size_t i = 0; i < length; i++) {
            words[i] = (char)random_integer(1, 255);
        }
        words[length] = '\0';
        memcpy(before, words, sizeof words);
        bool was_readable = text_is_readable(words, length, &where);
        text_make_readable(words);
        ASSERT_EQ_FMT(length, strlen(words), "%zu");
        ASSERTm(support_say("%s", words), text_is_readable(words, length, &where));
        ASSERT(strpbrk(words, "\t\r") == NULL);
        for (size_t i = 0; i < length; i++) {
            bool is_plain = before[i] == '\n' || (before[i] >= ' ' && before[i] < 0x7f);
            ASSERT((!is_plain && !was_readable) || words[i] == before[i] || words[i] == ' ');
        }
    }
    char known[] = "a\xff\xcf\x89\tb\033\n\xe2\x82";
    text_make_readable(known);
    ASSERT_STR_EQ("a?\xcf\x89 b?\n??", known);
    PASS();
}

TEST distance_of_long_words_counts_the_first_63_characters(void)
{
    char a[201], b[201];
    memset(a, 'a', 200);
    memset(b, 'b', 200);
    a[200] = b[200] = '\0';
    ASSERT_EQ_FMT((size_t)63, text_distance(a, b), "%zu");
    ASSERT_EQ_FMT((size_t)63, text_distance(a, ""), "%zu");
    memset(b, 'a', 63);
    ASSERT_EQ_FMT((size_t)0, text_distance(a, b), "%zu");
    b[62] = 'b';
    ASSERT_EQ_FMT((size_t)1, text_distance(a, b), "%zu");
    PASS();
}

static size_t encode(unsigned long point, char *out)
{
    static const unsigned char leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t n = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (size_t i = n; i-- > 1; point >>= 6) {
        out[i] = (char)(0x80 | (point & 0x3f));
    }
    out[0] = (char)(leads[n] | point);
    return n;
}

/* All code points that Unicode has and, up to 0x1fffff, those that it has not. */
TEST every_code_point_is_judged(void)
{
    for (unsigned long point = 0; point <= 0x1fffff; point++) {
        char bytes[6] = "xy";
        size_t length = 2 + encode(point, bytes + 2);
        bool control =
            point == 0x7f || (point < 0x20 && point != '\t' && point != '\n' && point != '\r');
        control = control || (point >= 0x80 && point < 0xa0);
        bool surrogate = point >= 0xd800 && point <= 0xdfff;
        bool is_none = point % 0x10000 >= 0xfffe || (point >= 0xfdd0 && point < 0xfdf0);
        size_t where = 99;
        bool readable = text_is_readable(bytes, length, &where);
        ASSERTm(support_say("U+%04lX", point),
                readable == (!control && !surrogate && !is_none && point <= 0x10ffff));
        ASSERTm(support_say("U+%04lX at %zu", point, where), readable || where == 2);
    }
    PASS();
}

TEST malformed_bytes_are_found(void)
{
    static const struct {
        const char *bytes;
        size_t length, where;
        const char *what;
    } cases[] = {
        {"a\0b", 3, 1, "NUL"},
        {"\x80", 1, 0, "continuation alone"},
        {"\xc3\xa9\xbf", 3, 2, "one continuation too many"},
        {"\xc0\x80", 2, 0, "overlong NUL"},
        {"\xc1\xbf", 2, 0, "overlong, two bytes"},
        {"\xe0\x9f\xbf", 3, 0, "overlong, three bytes"},
        {"\xf0\x8f\xbf\xbf", 4, 0, "overlong, four bytes"},
        {"\xed\xa0\x80", 3, 0, "first surrogate"},
        {"\xed\xbf\xbf", 3, 0, "last surrogate"},
        {"\xf4\x90\x80\x80", 4, 0, "above U+10FFFF"},
        {"\xf8\x88\x80\x80\x80", 5, 0, "five bytes"},
        {"\xfe", 1, 0, "0xfe"},
        {"\xff", 1, 0, "0xff"},
        {"ok\xc3", 3, 2, "two bytes, one there"},
        {"ok\xe2\x82", 4, 2, "three bytes, two there"},
        {"ok\xf0\x9f\x98", 5, 2, "four bytes, three there"},
        {"\xe2\x82x", 3, 0, "broken by a letter"},
        {"\xe2\xc3\xa9", 3, 0, "broken by another lead"},
        {"a\x1b[0m", 5, 1, "escape"},
        {"ab\x7f", 3, 2, "delete"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        /* A copy without room to spare: reading beyond it is seen by the sanitizer. */
        char *bytes = malloc(cases[i].length);
        ASSERT(bytes != NULL);
        memcpy(bytes, cases[i].bytes, cases[i].length);
        size_t where = 99;
        bool readable = text_is_readable(bytes, cases[i].length, &where);
        free(bytes);
        ASSERTm(support_say("%s is accepted", cases[i].what), !readable);
        ASSERTm(support_say("%s: found at %zu", cases[i].what, where), where == cases[i].where);
    }
    PASS();
}

TEST readable_text_is_accepted(void)
{
    static const char *const words[] = {"",
                                        "plain",
                                        "tab\tand\r\nnewline\n",
                                        "\xc3\xa9t\xc3\xa9",
                                        "\xe2\x82\xac \xf0\x9f\x98\x80",
                                        "\xf4\x8f\xbf\xbd"};
    size_t where = 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        ASSERTm(words[i], text_is_readable(words[i], strlen(words[i]), &where));
    }
    PASS();
}

TEST a_tail_is_the_end_of_long_words(void)
{
    ASSERT_STR_EQ("abc", text_tail("abc", 3));
    ASSERT_STR_EQ("bc", text_tail("abc", 2));
    ASSERT_STR_EQ("c", text_tail("éc", 2));
    ASSERT_STR_EQ("", text_tail("", 5));
    PASS();
}

/* The shell itself reads them back. */
TEST words_come_back_from_the_shell(void)
{
    static const char *const words[] = {"plain",           "",     "two words", "it's",
                                        "$HOME `x` \"q\"", "-a;b", "a\\b*?"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        text command = {0};
        char back[80] = "";
        text_add(&command, "printf %%s ");
        text_add_word(&command, words[i]);
        FILE *pipe = popen(command.data, "r");
        ASSERT(pipe != NULL);
        size_t length = fread(back, 1, sizeof back - 1, pipe);
        pclose(pipe);
        ASSERT_EQ(strlen(words[i]), length);
        ASSERT_STR_EQ(words[i], back);
        text_clear(&command);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(a_builder_grows_as_text_is_added);
    RUN_TEST(one_addition_may_be_long_and_one_may_be_empty);
    RUN_TEST(a_broken_builder_ignores_further_text);
    RUN_TEST(distance_agrees_with_its_definition);
    RUN_TEST(distance_is_a_metric);
    RUN_TEST(what_is_made_readable_is_readable_and_as_long);
    RUN_TEST(distance_of_long_words_counts_the_first_63_characters);
    RUN_TEST(every_code_point_is_judged);
    RUN_TEST(malformed_bytes_are_found);
    RUN_TEST(readable_text_is_accepted);
    RUN_TEST(a_tail_is_the_end_of_long_words);
    RUN_TEST(words_come_back_from_the_shell);
    GREATEST_MAIN_END();
}
