/* Growing text, and the small string questions that several folders ask. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Starts as {0}; after a failed allocation `broken` is set and further text is ignored. */
typedef struct text {
    char *data; /* NUL-terminated once something was added, else NULL */
    size_t length;
    size_t capacity;
    bool broken;
} text;

/* Adds at the end, as printf does. */
void text_add(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A word of a shell command, in quotes where it needs them. */
void text_add_word(text *t, const char *word);

/* Frees it; it is {0} again. */
void text_clear(text *t);

/* How many single-character edits turn a into b. Only the first 63 characters count. */
size_t text_distance(const char *a, const char *b);

/* The end of s, at most `most` bytes and starting with a whole character: what tells long paths
 * apart. */
const char *text_tail(const char *s, size_t most);

/* Is `bytes` well-formed UTF-8 without NUL, control characters other than tab, CR and LF (those of
 * U+0080 to U+009F count) and code points that are no characters?
 * On false, *where is the offset of the first byte that is not. */
bool text_is_readable(const char *bytes, size_t length, size_t *where);

/* Whatever was typed becomes UTF-8 without control characters other than line feeds. */
void text_make_readable(char *words);

/* The same, and on one line: names of files may have line feeds. */
void text_make_line(char *words);

#endif
