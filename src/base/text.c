#include "base/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/plain.h"

static bool text_reserve(text *t, size_t extra)
{
    if (t->broken || extra > (size_t)-1 / 2 - t->length) {
        t->broken = true;
        return false;
    }
    size_t need = t->length + extra + 1;
    if (need <= t->capacity) {
        return true;
    }
    size_t capacity = need * 2;
    message unused; /* who asks is told by `broken` */
    t->broken = memory_resize(&t->data, capacity, 1, &unused) != STATUS_OK;
    t->capacity = t->broken ? t->capacity : capacity;
    return !t->broken;
}

void text_add(text *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    int length = plain_print_list(NULL, 0, format, arguments);
    va_end(arguments);
    if (length >= 0 && text_reserve(t, (size_t)length)) {
        plain_print_list(t->data + t->length, (size_t)length + 1, format, again);
        t->length += (size_t)length;
    }
    va_end(again);
}

void text_add_word(text *t, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_=+:,./@%";
    if (word[0] != '\0' && strspn(word, plain) == strlen(word)) {
        text_add(t, "%s", word);
        return;
    }
    text_add(t, "'");
    for (const char *c = word; *c != '\0'; c++) {
        text_add(t, *c == '\'' ? "'\\''" : "%c", *c);
    }
    text_add(t, "'");
}

void text_clear(text *t)
{
    free(t->data);
    *t = (text){0};
}

const char *text_tail(const char *s, size_t most)
{
    size_t length = strlen(s);
    const char *tail = length > most ? s + length - most : s;
    while ((*tail & 0xc0) == 0x80) {
        tail++;
    }
    return tail;
}

static size_t smallest(size_t a, size_t b, size_t c)
{
    size_t least = a < b ? a : b;
    return least < c ? least : c;
}

/* Levenshtein's distance by rows. */
size_t text_distance(const char *a, const char *b)
{
    size_t row[64];
    size_t length_a = strnlen(a, 63);
    size_t length_b = strnlen(b, 63);
    for (size_t j = 0; j <= length_b; j++) {
        row[j] = j;
    }
    for (size_t i = 1; i <= length_a; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= length_b; j++) {
            size_t above = row[j];
            size_t change = diagonal + (a[i - 1] != b[j - 1]);
            row[j] = smallest(above + 1, row[j - 1] + 1, change);
            diagonal = above;
        }
    }
    return row[length_b];
}

/* Length of the UTF-8 sequence that starts at s, and which character it is; 0 when it is malformed
 * or overlong. */
static size_t utf8_length(const unsigned char *s, size_t left, unsigned long *point)
{
    static const struct {
        unsigned char mask, lead;
        unsigned long least;
    } forms[] = {
        {.mask = 0x80, .lead = 0x00, .least = 0x0},
        {.mask = 0xe0, .lead = 0xc0, .least = 0x80},
        {.mask = 0xf0, .lead = 0xe0, .least = 0x800},
        {.mask = 0xf8, .lead = 0xf0, .least = 0x10000},
    };
    for (size_t n = 1; n <= 4; n++) {
        if ((s[0] & forms[n - 1].mask) != forms[n - 1].lead) {
            continue;
        }
        if (n > left) {
            return 0;
        }
        unsigned long value = s[0] & (unsigned char)~forms[n - 1].mask;
        for (size_t i = 1; i < n; i++) {
            if ((s[i] & 0xc0) != 0x80) {
                return 0;
            }
            value = value << 6 | (s[i] & 0x3f);
        }
        *point = value;
        bool surrogate = value >= 0xd800 && value <= 0xdfff;
        return value >= forms[n - 1].least && value <= 0x10ffff && !surrogate ? n : 0;
    }
    return 0;
}

/* What a terminal may obey (U+0080 to U+009F, of which one begins escape sequences) and what is not
 * a character for XML and cairo (the two last of each plane, U+FDD0 to U+FDEF). */
static bool is_unwanted(unsigned long point)
{
    return (point >= 0x80 && point < 0xa0) || (point & 0xfffe) == 0xfffe ||
           (point >= 0xfdd0 && point <= 0xfdef);
}

bool text_is_readable(const char *bytes, size_t length, size_t *where)
{
    const unsigned char *s = (const unsigned char *)bytes;
    for (size_t i = 0; i < length;) {
        unsigned long point = 0;
        size_t n = utf8_length(s + i, length - i, &point);
        bool control = s[i] < 0x20 && s[i] != '\t' && s[i] != '\n' && s[i] != '\r';
        if (n == 0 || control || s[i] == 0x7f || is_unwanted(point)) {
            *where = i;
            return false;
        }
        i += n;
    }
    return true;
}

void text_make_readable(char *words)
{
    size_t length = strlen(words), where = 0;
    for (char *at = words; !text_is_readable(at, length, &where);) {
        at[where] = '?';
        at += where + 1;
        length -= where + 1;
    }
    for (char *c = words; *c != '\0'; c++) {
        *c = *c == '\t' || *c == '\r' ? ' ' : *c;
    }
}

void text_make_line(char *words)
{
    text_make_readable(words);
    for (char *c = words; *c != '\0'; c++) {
        *c = *c == '\n' ? '?' : *c;
    }
}
