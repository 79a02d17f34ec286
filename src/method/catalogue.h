/* The catalogue: every method that has a name. Families are built in; method files are found in
 * the folder `methods` of the assets, one NAME.method each. */
#ifndef METHOD_CATALOGUE_H
#define METHOD_CATALOGUE_H

#include "method/method.h"

typedef struct catalogue catalogue;

/* `assets` is the folder that has `methods` in it. A missing folder is not an error: the families
 * are there all the same. The caller destroys the catalogue. */
status catalogue_create(const char *assets, catalogue **out, message *why) MUST_CHECK;
void catalogue_destroy(catalogue *c);

/* Opens [spin:]NAME[:PARAMETER][,keep=x2|u|none]; a name with a slash or ending in .method is the
 * path of a method file, "-" is standard input. The caller destroys the method. */
status catalogue_open(const catalogue *c, const char *name, method **out, message *why) MUST_CHECK;

/* What `list` shows: a family with its range, or a file. */
typedef struct catalogue_entry {
    const char *name;      /* radau-iia, rk4 */
    const char *parameter; /* "s", or NULL */
    char range[16];        /* "1..9", "1/2..1", "" */
    const char *order;     /* "2s-1"; NULL for files: open them and see */
} catalogue_entry;

/* Families first, then files by name. The names stay valid as long as the catalogue. */
int catalogue_entry_count(const catalogue *c);
catalogue_entry catalogue_entry_at(const catalogue *c, int i);

/* Every concrete method, so that a statement can be tested over the whole catalogue. The name
 * stays valid as long as the catalogue. */
int catalogue_member_count(const catalogue *c);
const char *catalogue_member(const catalogue *c, int i);

#endif
