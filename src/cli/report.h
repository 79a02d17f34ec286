/* What `analyse` and `compare` know about methods: each is analysed once, several at a time. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "options.h"
#include "stability/analysis.h"
#include "stability/spin_range.h"

/* A set of w; for a method with very many stages it may be out of reach. */
typedef struct known_range {
    bool is_known;
    spin_range range;
} known_range;

typedef struct report {
    const char *name; /* the caller's, who keeps it */
    method *method;   /* NULL: it could not be opened */
    analysis numbers;
    known_range a_stable_for, negative_axis_for;
    status status; /* else there are no numbers */
    message why;   /* also why a set is not known */
} report;

typedef struct reports {
    int count, left_out; /* methods that are shown; that are for ODEs only, at another w than 0 */
    report *items;
} reports;

/* Of the named methods; warns about what their files should be warned about. One that is refused
 * keeps its place, with the reason; only when all are is that an error. The caller clears. */
status reports_of_names(const command *self, const char *const *names, int count, wide w,
                        bool quiet, reports *out, message *why) MUST_CHECK;

/* Of the whole catalogue; when w is not 0, without the methods that are for ODEs only. */
status reports_of_catalogue(const command *self, wide w, bool quiet, reports *out,
                            message *why) MUST_CHECK;

/* STATUS_OK, or that of the first that was refused, with its reason. */
status reports_status(const reports *r, message *why) MUST_CHECK;

void reports_clear(reports *r);

#endif
