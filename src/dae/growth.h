/* Measured growth: what repeated steps did to the observed quantity u.
 *
 * A stepper feeds u after every step; the judgement is made from these numbers alone, no
 * prediction is known here. The mean is that of the second half of the steps, from one root mean
 * square over 16 steps to another: by then the transient of a generic start is over, and a single u
 * that happens to be small does no harm. */
#ifndef DAE_GROWTH_H
#define DAE_GROWTH_H

#include <complex.h>
#include <stdbool.h>

#include "dae/outcome.h"

/* How many of the last factors must be equal, and how equal, for a factor to have settled; also the
 * length of the windows. */
enum { GROWTH_SETTLED = 16, GROWTH_WINDOW = 16, GROWTH_TAIL = GROWTH_SETTLED + 3 };
static const double growth_settled_difference = 1e-9;
/* A settled factor is told from 1 when its logarithm exceeds this, a mean of N when it exceeds
 * growth_mean_threshold / N. */
static const double growth_settled_threshold = 1e-8;
static const double growth_mean_threshold = 4;
/* The same for two factors at once, which are known less well when they are near each other. */
static const double growth_pair_threshold = 1e-7;
/* Growth beyond this in a single step is what a pole looks like. */
static const double growth_pole = 1e6;

/* The record of a run. */
typedef struct growth {
    int planned, steps;       /* to be taken, and taken */
    double early, late;       /* log of the sum of |u|^2 over the windows; late -inf: u vanished */
    double complex factor;    /* u_N / u_{N-1} */
    double complex reference; /* the factor at which the current run of equal factors began */
    int run;                  /* its length */
    double pair;          /* log of the larger of two settled factors; NaN when there are none */
    step_outcome outcome; /* STEP_DONE, or what ended it early */
} growth;

/* What it shows. */
typedef enum growth_verdict {
    GROWTH_STABLE,
    GROWTH_UNSTABLE,
    GROWTH_UNDECIDED, /* too close to call */
    GROWTH_SINGULAR,  /* a step had no solution */
    GROWTH_FAILED,    /* not a number, or no convergence */
    GROWTH_NOT_MEASURED
} growth_verdict;

/* The windows are the steps growth_window .. half and N - (half - growth_window) .. N, where half
 * is N/2 and step 0 the start. */
int growth_half(int planned);
int growth_window(int planned);

/* Begins a record of `planned` steps at u_0, given as log |u_0|. */
growth growth_begin(int planned, double log_size);

/* One more step: u was multiplied by `factor` and is exp(log_size) now, -inf for 0. */
void growth_add(growth *g, double complex factor, double log_size);

/* Where two factors of the same size compete, as conjugate ones do, neither settles, but the
 * recurrence u_{n+1} = p u_n + q u_{n-1} does: takes the last GROWTH_TAIL u, up to a common factor,
 * and notes the larger root of sigma^2 = p sigma + q when 16 of them in a row agree. */
void growth_find_pair(growth *g, const double complex *tail);

/* The measured logarithm per step: that of the settled factor or pair, else the mean. `steady`: the
 * factor does not depend on time, so that it may settle at all. Infinite at a singular step, NaN
 * when the record is not complete. */
double growth_rate(const growth *g, bool steady);
growth_verdict growth_judge(const growth *g, bool steady);

#endif
