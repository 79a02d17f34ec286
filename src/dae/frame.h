/* Frames: the moving coordinates x = Qh(t) y of spin stabilisation (Kunkel & Mehrmann,
 * section 6).
 *
 * Q(t) = [T2' T2] is orthogonal: its first d columns span the rows of E's differential part, the
 * others its kernel. It is the Q with positive diagonal of a QR factorisation of [E^T, B], and Qh
 * is the chord through Q at both ends of a step. What is decided freely, B, is decided at the
 * beginning of the step and kept for its end: a column that changes its sign between the ends
 * destroys the effect. */
#ifndef DAE_FRAME_H
#define DAE_FRAME_H

#include <stdbool.h>

#include "base/status.h"

/* The coordinates of one step. */
typedef struct frame {
    int size, differential;
    bool is_complex;   /* real parts, then imaginary parts: columns come in pairs v, iv */
    bool thaws;        /* for tests: decide anew at the end of the step */
    double t;          /* the end of the step */
    double *Q;         /* Q(t), n by n, row-major */
    double *Qd;        /* (Q(t) - Q(t - h))/h */
    double *old, *new; /* columns of Q at both ends, one after the other */
    double turned;     /* the largest sine of the angle by which the kernel turned in a step */
} frame;

/* Makes room for n = size unknowns, d = differential of them; frame_clear frees it. */
status frame_init(frame *f, int size, int differential, bool is_complex, message *why) MUST_CHECK;
void frame_clear(frame *f);

/* Spans the step from t - h to t, with E (its differential rows first, n columns) at both ends.
 * False when the differential rows are linearly dependent. */
bool frame_span(frame *f, const double *E_old, const double *E_new, double t, double h);

/* Qh at a time, n by n. */
void frame_at(const frame *f, double t, double *Qh);

/* y = Qh(t)^{-1} x; work holds n * n numbers, pivot n. False when Qh is singular there. */
bool frame_enter(const frame *f, double t, const double *x, double *y, double *work, int *pivot);

/* x = Qh(t) y, and x' = Qh y' + Qd y (both NULL when that is not wanted). */
void frame_leave(const frame *f, double t, const double *y, const double *yd, double *x,
                 double *xd);

#endif
