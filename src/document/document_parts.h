/* What a document is made of, for those who write it; private to src/document. */
#ifndef DOCUMENT_PARTS_H
#define DOCUMENT_PARTS_H

#include "document/document.h"
#include "picture/recording.h"

typedef enum block_kind {
    BLOCK_SECTION,
    BLOCK_HEADING,
    BLOCK_PARAGRAPH,
    BLOCK_TABLE,
    BLOCK_CLAIM,
    BLOCK_ERRATUM,
    BLOCK_PICTURE,
    BLOCK_FILM
} block_kind;

typedef struct cell {
    document_verdict verdict;
    char *words;
} cell;

typedef struct table {
    int columns;
    char *names[DOCUMENT_MAX_COLUMNS];
    column_kind kinds[DOCUMENT_MAX_COLUMNS];
    bool marked[DOCUMENT_MAX_COLUMNS]; /* some cell of the column has a verdict */
    int count, capacity;               /* of the cells, row by row */
    cell *cells;
} table;

typedef struct block {
    block_kind kind;
    int section; /* its number, from 0; -1: before the first one */
    char *name;  /* of sections, pictures and films; the source of an erratum */
    char *words; /* markup: title, heading, text, caption, claim. NULL: none */
    bool holds;  /* of claims and errata */
    int number;  /* of errata, from 1 */
    table table;
    recording *recording;
    char *command; /* of pictures; NULL: that of the document */
    char *data;    /* of films */
    size_t size;
    const char *type; /* video/mp4, ... */
} block;

struct document {
    char *title, *command, *version;
    bool broken;
    bool in_table;
    int sections, errata;
    int count, capacity;
    block *blocks;
};

/* Frees what it has; the document itself is the caller's. */
void document_clear(document *d);

/* Fails when the document is broken. */
status document_check(const document *d, message *why) MUST_CHECK;

/* "=", "~", "!", "x" and what they mean; "" for nothing. */
const char *verdict_sign(document_verdict v);
const char *verdict_words(document_verdict v);

/* The columns of the summary, which has a row for each section and one for all. */
enum { SUMMARY_COLUMNS = 7 };
extern const char *const summary_names[SUMMARY_COLUMNS];
/* Cells 1 to 6 of a row: "12", "3 of 3", or "" where nothing was asked. */
enum { SUMMARY_CELL_SIZE = 32 };
void summary_row(const document_counts *c, char cells[SUMMARY_COLUMNS][SUMMARY_CELL_SIZE]);

/* "Everything that must hold does: ..." or how much does not. */
void summary_answer(const document *d, text *out);

/* Is any cell marked, so that marks need a legend? */
bool document_compares(const document *d);

/* The title of the section that collects the errata. */
#define ERRATA_TITLE "Errors of the sources"

/* Does this block say that something does not hold? (A table does, too.) */
bool block_fails(const block *b);
/* Which section a block is in; NULL: none. */
const block *block_section(const document *d, const block *b);

/* The style sheet of HTML. */
extern const char document_style[];

/* The rows of a table. */
static inline int table_rows(const table *t)
{
    return t->count / t->columns;
}

#endif
