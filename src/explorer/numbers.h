/* The numbers of a method that the window shows: rows of the table of quantities (quantity.h), each
 * with what is marked on the picture where it is attained.
 *
 * Pure: no explorer, no thread and no drawing here. Marks are in the coordinates of the plane. */
#ifndef EXPLORER_NUMBERS_H
#define EXPLORER_NUMBERS_H

#include "field/view.h"
#include "stability/quantity.h"

/* What the explorer keeps of a method. */
typedef portrait facts;

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
    const char *name;                                     /* as scripts and workspaces call it */
    const char *key;                                      /* of its quantity */
    bool is_wide;                                         /* takes a row of its own */
    mark_kind as;                                         /* of poles and zeros */
    void (*mark)(const facts *f, marks *out);             /* in the plane z; NULL: by its kind */
    void (*mark_zw)(const facts *f, marks *out);          /* NULL: what is real of those */
    int (*stops)(const facts *f, double out[STOPS_MOST]); /* w to go to, one a click; or NULL */
} number_entry;

int numbers_count(void);
const number_entry *numbers_at(int i);
const number_entry *numbers_find(const char *name); /* NULL: there is none */
const quantity *number_quantity(const number_entry *n);

/* Plain text; a dash for what does not exist or is not known. */
void number_write(const number_entry *n, const facts *f, char out[NUMBER_SIZE]);

/* In the plane zw only what is real is left, at the height w. */
void number_mark(const number_entry *n, const facts *f, plane in, marks *out);

#endif
