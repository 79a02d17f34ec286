/* For statements that are true of every method: all members of the catalogue and, for projected
 * ones, keep=u and keep=none beside the default. */
#ifndef TESTS_EVERYTHING_H
#define TESTS_EVERYTHING_H

#include <stdio.h>

#include "method/catalogue.h"
#include "stability/phi.h"

typedef struct everything {
    catalogue *all;
    int member, keep; /* the next one */
    int seen;
    method *m; /* these live as long as the program; nobody destroys them */
    phi *p;
    char name[128];
} everything;

/* What was compiled once serves all tests of a program. */
enum { EVERYTHING_MOST = 256 };
static struct {
    method *m;
    phi *p;
} everything_kept[MOTION_COUNT][EVERYTHING_MOST];

static inline bool everything_begin(everything *e)
{
    message why;
    *e = (everything){0};
    return catalogue_create(SPINSCOPE_ASSETS, &e->all, &why) == STATUS_OK;
}

/* Opens and compiles the next method; false at the end or when something fails: then e->name says
 * where, and *why why. Finishing well leaves e->name empty. */
static inline bool everything_next(everything *e, motion moves, message *why)
{
    static const char *const options[] = {"", ",keep=u", ",keep=none"};
    bool may_keep = e->m != NULL && method_describe(e->m)->keep_matters;
    if (e->keep == 3 || (e->keep > 0 && !may_keep)) {
        e->keep = 0;
        e->member++;
    }
    if (e->member == catalogue_member_count(e->all)) {
        catalogue_destroy(e->all);
        *e = (everything){0};
        return false;
    }
    snprintf(e->name, sizeof e->name, "%s%s", catalogue_member(e->all, e->member),
             options[e->keep++]);
    if (e->seen == EVERYTHING_MOST) {
        return refuse(why, "more than %d methods", EVERYTHING_MOST) == STATUS_OK;
    }
    method **m = &everything_kept[moves][e->seen].m;
    phi **p = &everything_kept[moves][e->seen++].p;
    status s = *m == NULL ? catalogue_open(e->all, e->name, m, why) : STATUS_OK;
    s = s == STATUS_OK && *p == NULL ? phi_compile(*m, moves, p, why) : s;
    e->m = *m;
    e->p = *p;
    return s == STATUS_OK;
}

#define ASSERT_EVERYTHING_WAS_SEEN(E, WHY) \
    ASSERTm(support_say("%s: %s", (E).name, (WHY).text), (E).name[0] == '\0')

#endif
