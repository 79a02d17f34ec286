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
    method *method;
    analysis numbers;
    known_range a_stable_for, negative_axis_for;
    status status;
    message why; /* also why a set is not known */
} report;

typedef struct reports {
    int count;
    report *items;
} reports;

/* Of the named methods; warns about what their files should be warned about. The caller clears. */
status reports_of_names(const command *self, const char *const *names, int count, wide w,
                        bool quiet, reports *out, message *why) MUST_CHECK;

/* Of the whole catalogue; when w is not 0, without the methods that are for ODEs only. */
status reports_of_catalogue(const command *self, wide w, bool quiet, reports *out,
                            message *why) MUST_CHECK;

void reports_clear(reports *r);

#endif
