/* A property: a field of a struct that has a name, a kind, limits, choices and a line of help.
 *
 * A table of properties is what a struct can be asked for by words: command lines, workspace files,
 * scripts, help and completion all read the same row. What is written can be read again. */
#ifndef DRAWING_PROPERTY_H
#define DRAWING_PROPERTY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "base/text.h"

typedef struct property property;

/* How values of a kind are read and written. Messages begin with `name`, as the value was called
 * where it was typed: "--h" or "h". What has no value is written as "". */
typedef struct property_kind {
    status (*read)(const property *p, void *at, const char *name, const char *value, message *why);
    void (*write)(const property *p, const void *at, text *out);
    bool is_flag; /* on, off */
} property_kind;

/* A value that an option without one stands for. */
typedef struct property_flag {
    const char *option, *value, *help; /* option NULL: the end of the list */
    unsigned idle;                     /* as in property */
} property_flag;

struct property {
    const char *key;    /* in files and scripts */
    const char *option; /* on the command line, that of a flag which turns it around; or NULL */
    const char *label;  /* on a panel */
    const char *hint;   /* what the value is, for help and completion */
    const property_kind *kind;
    size_t offset, size;          /* of the field */
    double least, most;           /* of numbers; of a list its numbers */
    int room;                     /* how many a list holds */
    bool adds;                    /* to be given again adds to it */
    const char *(*choice)(int i); /* the choices in order, NULL after the last */
    const property_flag *flags;   /* further options for some of the choices; or NULL */
    const char *initial;          /* "" where it has no value at first */
    const char *help;
    unsigned users; /* bits of the owner of the table: what reads this row */
    unsigned stale; /* bits of the owner: what is no longer right when it changes */
    unsigned idle;  /* bits of the owner: the modes in which it cannot matter */
};

/* The field of a property: for the table of the struct TYPE. */
#define PROPERTY_FIELD(TYPE, NAME) \
    .offset = offsetof(TYPE, NAME), .size = sizeof((TYPE *)NULL)->NAME

extern const property_kind property_flag_kind; /* bool */
extern const property_kind property_number;    /* double; NaN is no value */
extern const property_kind property_integer;   /* int */
extern const property_kind property_choice;    /* int, the place of the choice */
extern const property_kind property_text;      /* char[] */
extern const property_kind property_line;      /* char[], readable */
extern const property_kind property_methods;   /* names, separated by commas */
extern const property_kind property_numbers;   /* numbers, separated by commas */
extern const property_kind property_range;     /* double[2], A:B with A <= B */
extern const property_kind property_rectangle; /* double[4], X0,X1,Y0,Y1 */
extern const property_kind property_size;      /* int[2], WxH */

/* Some numbers. */
enum { NUMBER_LIST_MOST = 64 };
typedef struct number_list {
    int count;
    double at[NUMBER_LIST_MOST];
} number_list;

/* Some names, one after the other, each ended by a zero. */
enum { METHOD_NAMES_ROOM = 8 * 1024 }; /* eight of the longest names, many of usual ones */
typedef struct method_names {
    int count;
    char pool[METHOD_NAMES_ROOM];
} method_names;

const char *method_names_at(const method_names *n, int i);
/* False when there is no room; then nothing is added. */
bool method_names_add(method_names *n, const char *name, size_t length);

/* Words for a value. "" takes it away, where there may be none. */
status property_set(const property *p, void *owner, const char *name, const char *value,
                    message *why) MUST_CHECK;
void property_write(const property *p, const void *owner, text *out);
/* Is it what it was at first? Without memory the answer is no. */
bool property_is_initial(const property *p, const void *owner);

/* The row of this key, NULL when there is none. */
const property *property_find(const property *table, int count, const char *key);

/* Every field of the table gets its initial value; what no row names stays. */
void properties_init(const property *table, int count, void *owner);

/* A real number as a person types it, an exact expression. */
status property_read_real(const char *name, const char *value, double *out,
                          message *why) MUST_CHECK;

/* The same for at most `most` numbers, separated by `between`. */
status property_read_numbers(const char *name, const char *value, char between, int most,
                             number_list *out, message *why) MUST_CHECK;

#endif
