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
    method *m;
    phi *p;
    char name[128];
} everything;

static inline bool everything_begin(everything *e)
{
    message why;
    *e = (everything){0};
    return catalogue_create(SPINSCOPE_ASSETS, &e->all, &why) == STATUS_OK;
}

static inline void everything_drop(everything *e)
{
    phi_destroy(e->p);
    method_destroy(e->m);
    e->p = NULL;
    e->m = NULL;
}

/* Opens and compiles the next method; false at the end or when something fails: then e->name says
 * where, and *why why. Finishing well leaves e->name empty. */
static inline bool everything_next(everything *e, motion moves, message *why)
{
    static const char *const options[] = {"", ",keep=u", ",keep=none"};
    for (;;) {
        bool may_keep = e->m != NULL && method_describe(e->m)->keep_matters;
        everything_drop(e);
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
        status s = catalogue_open(e->all, e->name, &e->m, why);
        return s == STATUS_OK && phi_compile(e->m, moves, &e->p, why) == STATUS_OK;
    }
}

#define ASSERT_EVERYTHING_WAS_SEEN(E, WHY) \
    ASSERTm(support_say("%s: %s", (E).name, (WHY).text), (E).name[0] == '\0')

#endif
