/* Statements about figures: what a paper says of a region ("stays stable for arbitrary negative
 * w"), or what follows from its formulas, as a condition on the coordinates that every pixel of a
 * computed region can be held against. */
#ifndef REPRODUCE_STATEMENT_H
#define REPRODUCE_STATEMENT_H

#include "reproduce/condition.h"
#include "reproduce/stable_set.h"

enum { STATEMENT_MOST = 64, STATEMENT_WORDS = 240 };

typedef enum statement_kind {
    SAYS_STABLE,             /* every pixel with the condition is stable */
    SAYS_UNSTABLE,           /* every one is unstable */
    SAYS_SOMEWHERE_STABLE,   /* one at least */
    SAYS_SOMEWHERE_UNSTABLE, /* one at least */
    SAYS_STABLE_EXACTLY      /* those with it are stable, the others are not */
} statement_kind;

typedef struct statement {
    char figure[16], page[16], method[64];
    statement_kind kind;
    condition where;
    char words[STATEMENT_WORDS]; /* quoted, or how it follows */
} statement;

typedef struct statements {
    int count;
    statement list[STATEMENT_MOST];
} statements;

/* Columns "figure,page,method,says,where,words". A condition may use z and w (figures 5.x), or
 * delta, eta and h (the others); other names are refused. */
status statements_read(const char *label, const char *data, size_t length, statements *out,
                       message *why) MUST_CHECK;

const char *statement_kind_name(statement_kind k);

/* What the coordinates of a figure are called. */
expression_scope statement_scope(const char *figure);

typedef struct statement_result {
    long pixels;  /* that it speaks about and that are known */
    long against; /* of these */
    bool holds;
} statement_result;

/* Holds a region (its marks predicted or measured) against a statement; h is 1 in figures 5.x. */
statement_result statement_test(const statement *s, const view *v, const unsigned char *marks,
                                double h);

#endif
