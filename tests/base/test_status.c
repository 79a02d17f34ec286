#include "base/status.h"

#include <string.h>

#include "base/text.h"
#include "support/support.h"

/* The program exits with them, so they are part of its interface. */
TEST values_are_the_documented_exit_codes(void)
{
    ASSERT_EQ_FMT(0, (int)STATUS_OK, "%d");
    ASSERT_EQ_FMT(1, (int)STATUS_NO, "%d");
    ASSERT_EQ_FMT(2, (int)STATUS_BAD_INPUT, "%d");
    ASSERT_EQ_FMT(3, (int)STATUS_FAILED, "%d");
    PASS();
}

TEST refuse_and_fail_write_their_words_and_return_their_status(void)
{
    message why = {.text = "old"};
    ASSERT_EQ_FMT((int)STATUS_BAD_INPUT, (int)refuse(&why, "%s is %d", "s", 17), "%d");
    ASSERT_STR_EQ("s is 17", why.text);
    ASSERT_EQ_FMT((int)STATUS_FAILED, (int)fail(&why, "no %s after %.1f s", "result", 2.5), "%d");
    ASSERT_STR_EQ("no result after 2.5 s", why.text);
    PASS();
}

TEST long_messages_are_cut_to_their_size(void)
{
    char words[2000];
    memset(words, 'x', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    for (int round = 0; round < 2; round++) {
        message why;
        memset(&why, '#', sizeof why);
        status s = round == 0 ? refuse(&why, "%s", words) : fail(&why, "%s", words);
        ASSERT(s != STATUS_OK);
        ASSERT_EQ_FMT(sizeof why.text - 1, strnlen(why.text, sizeof why.text), "%zu");
        ASSERT_EQ_FMT(sizeof why.text - 1, strspn(why.text, "x"), "%zu");
    }
    PASS();
}

TEST a_message_of_exactly_the_size_is_kept_whole(void)
{
    message why;
    char words[sizeof why.text];
    memset(words, 'y', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    ASSERT_EQ(STATUS_BAD_INPUT, refuse(&why, "%s", words));
    ASSERT_STR_EQ(words, why.text);
    PASS();
}

TEST what_is_no_letter_is_replaced_and_nothing_else_is(void)
{
    message why;
    for (int c = 1; c < 256; c++) {
        char typed[] = {'<', (char)c, '>', '\0'};
        char shown[] = {'<', c < 0x20 || c >= 0x7f ? '?' : (char)c, '>', '\0'};
        ASSERT_EQ(STATUS_BAD_INPUT, refuse(&why, "%s", typed));
        ASSERTm(support_say("byte 0x%02x", (unsigned)c), strcmp(shown, why.text) == 0);
        ASSERT_EQ(STATUS_FAILED, fail(&why, "%s", typed));
        ASSERTm(support_say("byte 0x%02x", (unsigned)c), strcmp(shown, why.text) == 0);
    }
    PASS();
}

TEST a_long_message_is_cut_between_characters(void)
{
    char words[700] = "";
    for (int shift = 0; shift < 3; shift++) {
        message why;
        size_t where;
        memset(words, 'x', (size_t)shift);
        words[shift] = '\0';
        for (int i = 0; i < 300; i++) {
            strcat(words, "é");
        }
        refuse(&why, "%s", words);
        ASSERT(strlen(why.text) >= sizeof why.text - 4);
        ASSERT(text_is_readable(why.text, strlen(why.text), &where));
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(values_are_the_documented_exit_codes);
    RUN_TEST(refuse_and_fail_write_their_words_and_return_their_status);
    RUN_TEST(long_messages_are_cut_to_their_size);
    RUN_TEST(a_message_of_exactly_the_size_is_kept_whole);
    RUN_TEST(what_is_no_letter_is_replaced_and_nothing_else_is);
    RUN_TEST(a_long_message_is_cut_between_characters);
    GREATEST_MAIN_END();
}
