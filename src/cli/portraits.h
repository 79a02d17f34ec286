/* Opens methods and has their portraits taken, for `analyse` and `compare`; and portraits as JSON.
 */
#ifndef CLI_PORTRAITS_H
#define CLI_PORTRAITS_H

#include "cli.h"
#include "stability/comparison.h"

typedef struct portraits {
    int count, left_out; /* methods that are shown; that are for ODEs only, at another w than 0 */
    sitter *items;
} portraits;

/* Of the named methods; warns about what their files should be warned about. One that is refused
 * keeps its place, with the reason; only when all are is that an error. The caller clears. */
status portraits_of_names(const command *self, const char *const *names, int count, wide w,
                          bool quiet, portraits *out, message *why) MUST_CHECK;

/* Of the whole catalogue; when w is not 0, without the methods that are for ODEs only. */
status portraits_of_catalogue(const command *self, wide w, bool quiet, portraits *out,
                              message *why) MUST_CHECK;

/* STATUS_OK, or that of the first that was refused, with its reason. */
status portraits_status(const portraits *p, message *why) MUST_CHECK;

void portraits_clear(portraits *p);

status portraits_print(const portraits *p, comparison_form form, message *why) MUST_CHECK;

/* {"methods": [what portrait_json has of each, or {"method", "refused": why}]} on one line. */
status portraits_print_json(const portraits *p, message *why) MUST_CHECK;

/* {"method": ..., every quantity by its key, "undecided": {key: why}, "up_to_rounding": {key: eps},
 * "rounded": {key: what it would be without rounding}} */
cJSON *portrait_json(const sitter *one);

#endif
