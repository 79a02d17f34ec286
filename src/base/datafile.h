/* Data files of `key = value` lines, UTF-8 with # comments: methods, palettes. This reads lines and
 * says where something is wrong (FILE:LINE:COLUMN); what the keys mean is the caller's business. */
#ifndef BASE_DATAFILE_H
#define BASE_DATAFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

/* A file that is being read. The data stay the caller's and must outlive it. */
typedef struct datafile {
    const char *label;                 /* how messages call the file */
    const char *rest, *end;            /* what was not read yet */
    const char *line_start, *line_end; /* the line, without comment and blanks at its end */
    int line;
    message *why;
} datafile;

/* A line, split; it points into the data. */
typedef struct assignment {
    const char *key, *key_end; /* key is NULL when the line has no '=' */
    const char *value;         /* up to the end of the line; not empty */
} assignment;

/* Refuses what is not text; skips a byte order mark. */
status datafile_open(datafile *f, const char *label, const char *data, size_t length,
                     message *why) MUST_CHECK;

/* The next line with something on it; false at the end. */
bool datafile_next(datafile *f);

/* Splits the line at its '='. */
status datafile_split(datafile *f, assignment *out) MUST_CHECK;

/* Refusals: at a place in the line that was read last, and about a line read before (0: the file
 * as a whole, which counts as line 1). */
status datafile_wrong(const datafile *f, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
status datafile_wrong_line(const datafile *f, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Copies the value as text; refuses one that does not fit. */
status datafile_text(const datafile *f, const char *value, char *out, size_t size) MUST_CHECK;

/* A blank is a space or a tab; the first place from `at` on that is none. */
bool datafile_is_blank(char c);
const char *datafile_skip_blanks(const char *at, const char *end);

/* The end of the entry at `at`: the next blank outside parentheses. */
const char *datafile_entry_end(const char *at, const char *end);

/* Is the word of this length the key? */
bool datafile_spells(const char *key, const char *word, size_t length);

#endif
