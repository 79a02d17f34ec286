/* The portrait of a method: every number of it at one w, as one value. quantity.h says what the
 * numbers are called and how they are written; both the window and the command line show them. */
#ifndef STABILITY_PORTRAIT_H
#define STABILITY_PORTRAIT_H

#include "stability/analysis.h"
#include "stability/spin_range.h"

/* What not everybody wants to wait for. */
typedef enum portrait_wish {
    PORTRAIT_NEGATIVE_AXIS = 1 << 0, /* negative_axis_for */
    PORTRAIT_TOUCH = 1 << 1          /* touch */
} portrait_wish;

/* A set of w; for a method with very many stages it may be out of reach. */
typedef struct portrait_range {
    bool is_known;
    spin_range range;
} portrait_range;

typedef struct portrait {
    double w;
    status status; /* else there are no numbers */
    message why;   /* then; also why a set is not known */
    analysis numbers;
    portrait_range a_stable_for, negative_axis_for;
    double complex touch; /* where the upper ray at angle alpha meets the boundary; NaN: nowhere */
} portrait;

/* Takes up to half a second. Kernel: the shear. `wishes` are bits of portrait_wish. */
void portrait_of(const method *m, wide w, unsigned wishes, portrait *out);

/* A method that was asked for, and its portrait. */
typedef struct sitter {
    const char *name; /* the caller's, who keeps it */
    method *method; /* the caller's; NULL: there is none, and the status of the portrait says why */
    portrait of;
} sitter;

/* The portraits of all that have a method, on all threads. `progressed` is called by any of
 * them whenever one is done. */
void portraits_of(sitter *all, int count, wide w, unsigned wishes,
                  void (*progressed)(void *context, long done, long total), void *context);

#endif
