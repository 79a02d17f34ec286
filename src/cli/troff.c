#include "troff.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* What these characters mean to troff, and what prints them. */
static const struct {
    char character;
    const char *escape;
} escapes[] = {{'\\', "\\e"},  {'\'', "\\(aq"}, {'`', "\\(ga"},
               {'^', "\\(ha"}, {'~', "\\(ti"},  {'"', "\\(dq"}};

static void put(char c)
{
    for (size_t i = 0; i < sizeof escapes / sizeof escapes[0]; i++) {
        if (escapes[i].character == c) {
            fputs(escapes[i].escape, stdout);
            return;
        }
    }
    putchar(c);
}

/* A word with signs in it is a name: it is neither hyphenated nor broken. */
static bool is_name(const char *word, size_t length)
{
    for (size_t i = 0; i < length && word[i] != ' '; i++) {
        if (strchr("-:_/=", word[i]) != NULL) {
            return true;
        }
    }
    return false;
}

/* A line that begins with . would be a request. Lines of prose are broken at a blank when they
 * become long. */
static void put_run(const char *words, size_t length, bool is_code)
{
    enum { LONG = 50 };
    bool begins = true;
    size_t column = 0;
    for (size_t i = 0; i < length; i++) {
        bool is_hyphen = i > 0 && i + 1 < length && isalpha((unsigned char)words[i - 1]) &&
                         isalpha((unsigned char)words[i + 1]);
        if (begins && words[i] == '.') {
            fputs("\\&", stdout);
        }
        if (!is_code && (i == 0 || words[i - 1] == ' ') && is_name(words + i, length - i)) {
            fputs("\\%", stdout);
        }
        begins = !is_code && words[i] == ' ' && column > LONG;
        column = begins ? 0 : column + 1;
        if (begins) {
            putchar('\n');
        } else if (words[i] == '-' && (is_code || !is_hyphen)) {
            fputs("\\-", stdout);
        } else {
            put(words[i]);
        }
    }
}

void troff_words(const char *words)
{
    put_run(words, strlen(words), false);
}

void troff_code(const char *words)
{
    put_run(words, strlen(words), true);
}

/* Letters, digits and dashes, in the face that they deserve. */
static void put_usage_word(const char *word, size_t length)
{
    bool stands_for = isupper((unsigned char)word[0]);
    for (size_t i = 0; i < length; i++) {
        stands_for = stands_for && !islower((unsigned char)word[i]);
    }
    stands_for = stands_for || (length == 3 && memcmp(word, "WxH", 3) == 0);
    fputs(stands_for ? "\\fI" : "\\fB", stdout);
    put_run(word, length, true);
    fputs("\\fR", stdout);
}

void troff_usage(const char *usage)
{
    while (*usage != '\0') {
        size_t length = 0;
        while (isalnum((unsigned char)usage[length]) || usage[length] == '-') {
            length++;
        }
        if (length > 0) {
            put_usage_word(usage, length);
            usage += length;
        } else {
            put(*usage++);
        }
    }
}

void troff_text(const char *words)
{
    bool first = true, in_code = false, in_paragraph = false;
    while (*words != '\0') {
        size_t length = strcspn(words, "\n");
        bool is_blank = length == 0, is_code = words[0] == ' ';
        if (in_code && !is_code) {
            puts(".EE");
            in_code = false;
        }
        if (!is_blank && !in_paragraph && !first) {
            puts(".PP");
        }
        if (is_code && !in_code) {
            puts(".EX");
            in_code = true;
        }
        if (!is_blank) {
            put_run(words, length, is_code);
            putchar('\n');
            first = false;
        }
        in_paragraph = !is_blank;
        words += length + (words[length] == '\n');
    }
    if (in_code) {
        puts(".EE");
    }
}
