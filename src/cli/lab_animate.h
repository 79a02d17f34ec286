/* The film of a run: its steps, the reference solution beside them, and the residuals. */
#ifndef CLI_LAB_ANIMATE_H
#define CLI_LAB_ANIMATE_H

#include "lab_record.h"

typedef struct animation {
    const char *path; /* NULL: no film is asked for */
    int width, height;
    double fps, speed; /* seconds of the system in a second of the film */
    bool force, quiet;
} animation;

/* What can be refused before the run: the kind of file, one that exists, a system without a
 * picture. */
status animation_check(const animation *a, const experiment *e, message *why) MUST_CHECK;

/* The record keeps its rows. */
status animation_make(const animation *a, const record *r, message *why) MUST_CHECK;

#endif
