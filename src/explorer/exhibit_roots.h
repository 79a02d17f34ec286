/* An exhibit: the roots sigma of a method at one place, in the unit circle, and the ways they came
 * while the place moved. Knows the roots as numbers only. */
#ifndef EXPLORER_EXHIBIT_ROOTS_H
#define EXPLORER_EXHIBIT_ROOTS_H

#include "picture/canvas.h"
#include "stability/evaluate.h"

enum { ROOTS_TRAIL = 360, ROOTS_TEXT_SIZE = 240 };

typedef struct roots_sample {
    int count;
    double complex sigma[METHOD_MAX_STEPS + 1];
} roots_sample;

typedef struct roots_exhibit {
    char title[ROOTS_TEXT_SIZE]; /* markup */
    double complex z;
    double w;
    bool has_w;
    bool is_known; /* else `why` */
    evaluation now;
    message why;

    roots_sample trail[ROOTS_TRAIL]; /* a ring */
    int count, next;
} roots_exhibit;

/* The ways are forgotten: another method. */
void roots_forget(roots_exhibit *r);

/* Where they are now; where they were before joins the trail. A root keeps its index as long as it
 * moves little. */
void roots_move(roots_exhibit *r, const evaluation *now);

void roots_draw(const roots_exhibit *r, canvas *c, box where, double letter);

/* What the roots mean, in words (markup). */
const char *roots_verdict(const roots_exhibit *r);

#endif
