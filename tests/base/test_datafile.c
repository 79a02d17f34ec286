#include "base/datafile.h"

#include <string.h>

#include "support/support.h"

static message why;

static datafile open_text(const char *data)
{
    datafile f;
    status s = datafile_open(&f, "F", data, strlen(data), &why);
    (void)s;
    return f;
}

TEST lines_come_without_comments_and_blanks(void)
{
    datafile f = open_text("\xef\xbb\xbf# first\n\n  a = 1 # one\r\n \t\nlast");
    ASSERT(datafile_next(&f));
    ASSERT_EQ_FMT(3, f.line, "%d");
    ASSERT_STRN_EQ("  a = 1", f.line_start, (size_t)(f.line_end - f.line_start));
    assignment a;
    ASSERT_OK(datafile_split(&f, &a), "split", why);
    ASSERT_EQ_FMT(1, (int)(a.key_end - a.key), "%d");
    ASSERT(*a.key == 'a' && *a.value == '1');
    ASSERT(datafile_next(&f));
    ASSERT_EQ_FMT(5, f.line, "%d");
    ASSERT_OK(datafile_split(&f, &a), "split", why);
    ASSERT(a.key == NULL);
    ASSERT_FALSE(datafile_next(&f));
    PASS();
}

TEST places_count_characters(void)
{
    datafile f = open_text("x\né = \n");
    ASSERT(datafile_next(&f) && datafile_next(&f));
    assignment a;
    ASSERT_EQ(STATUS_BAD_INPUT, datafile_split(&f, &a));
    ASSERT_STR_EQ("F:2:4: a value is expected after '='", why.text);
    datafile_wrong_line(&f, 0, "%s", "whole");
    ASSERT_STR_EQ("F:1:1: whole", why.text);
    PASS();
}

TEST entries_end_at_blanks_outside_parentheses(void)
{
    const char *line = "(1 + 2)*3 4";
    const char *end = line + strlen(line);
    ASSERT_EQ_FMT(9, (int)(datafile_entry_end(line, end) - line), "%d");
    ASSERT_EQ_FMT(11, (int)(datafile_entry_end(line + 10, end) - line), "%d");
    PASS();
}

TEST long_texts_and_binary_data_are_refused(void)
{
    datafile f = open_text("name = abcdef\n");
    char out[4];
    ASSERT(datafile_next(&f));
    ASSERT_EQ(STATUS_BAD_INPUT, datafile_text(&f, f.line_start + 7, out, sizeof out));
    ASSERT_STR_EQ("F:1:8: a text of 6 bytes; at most 3 are accepted", why.text);
    ASSERT_EQ(STATUS_BAD_INPUT, datafile_open(&f, "F", "a\0b", 3, &why));
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(lines_come_without_comments_and_blanks);
    RUN_TEST(places_count_characters);
    RUN_TEST(entries_end_at_blanks_outside_parentheses);
    RUN_TEST(long_texts_and_binary_data_are_refused);
    GREATEST_MAIN_END();
}
