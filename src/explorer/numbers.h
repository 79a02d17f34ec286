/* The numbers of a method as a person reads them: one table says of each its name, how its text is
 * made from what is known, and what is marked on the picture where it is attained.
 *
 * Pure: no explorer, no thread and no drawing here. Marks are in the coordinates of the plane. */
#ifndef EXPLORER_NUMBERS_H
#define EXPLORER_NUMBERS_H

#include "field/view.h"
#include "stability/analysis.h"
#include "stability/spin_range.h"

/* What is known of a method at one w. */
typedef struct facts {
    double w; /* 0 for methods that are for ODEs only */
    bool known;
    message why_not; /* when it is not known */
    analysis of;
    bool has_range;
    spin_range range;     /* of w for which the method is A-stable */
    double complex touch; /* where the upper ray at angle alpha meets the boundary; NaN: nowhere */
} facts;

/* Takes up to half a second; w is ignored by methods that are for ODEs only. */
void facts_of(const method *m, double w, facts *out);

typedef enum mark_kind {
    MARK_POINT,
    MARK_CROSS,
    MARK_RING,
    MARK_LINE, /* from (x, y) to (x1, y1), which may be infinitely far along an axis */
    MARK_RAY   /* from (x, y) on in the direction (x1, y1) */
} mark_kind;

enum {
    MARKS_MOST = 4 * SPIN_RANGE_MOST,
    STOPS_MOST = 2 * SPIN_RANGE_MOST,
    MARK_LABEL_SIZE = 96,
    NUMBER_SIZE = 160
};

typedef struct mark {
    mark_kind kind;
    double x, y, x1, y1;
    char label[MARK_LABEL_SIZE]; /* plain text; "": none */
} mark;

typedef struct marks {
    int count;
    mark at[MARKS_MOST];
    double sector;          /* half the angle of a sector about the negative axis; 0: none */
    bool star;              /* the order star shows it */
    char note[NUMBER_SIZE]; /* plain text beside the picture; "": none */
} marks;

typedef struct number_entry {
    const char *name;  /* as scripts and workspaces call it */
    const char *label; /* markup */
    const char *help;
    bool is_wide; /* takes a row of its own */
    void (*write)(const facts *f, char out[NUMBER_SIZE]);
    void (*mark)(const facts *f, marks *out);             /* in the plane z */
    void (*mark_zw)(const facts *f, marks *out);          /* NULL: what is real of those */
    int (*stops)(const facts *f, double out[STOPS_MOST]); /* w to go to, one a click; or NULL */
} number_entry;

int numbers_count(void);
const number_entry *numbers_at(int i);
const number_entry *numbers_find(const char *name); /* NULL: there is none */

/* Plain text; a dash for what does not exist or is not known. */
void number_write(const number_entry *n, const facts *f, char out[NUMBER_SIZE]);

/* In the plane zw only what is real is left, at the height w. */
void number_mark(const number_entry *n, const facts *f, plane in, marks *out);

#endif
