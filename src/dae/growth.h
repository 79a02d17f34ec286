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
/* Of two generic complex numbers one is so many times the other in one of 1e8 cases. */
static const double growth_rare = 1e4;
/* Growth beyond this in a single step is what a pole looks like. */
static const double growth_pole = 1e6;

/* The record of a run. */
typedef struct growth {
    int planned, steps;       /* to be taken, and taken */
    double early, late;       /* log of the sum of |u|^2 over the windows; late -inf: u vanished */
    double complex factor;    /* u_N / u_{N-1} */
    double complex reference; /* the factor at which the current run of equal factors began */
    int run;                  /* its length */
    double pair;  /* log of the larger of two settled factors; NaN when there are none */
    double apart; /* the distance of these two, relative to the larger */
    /* Of the last 16 factors, or of the last 16 recurrences of a pair, relative; infinite: not
     * known. */
    double spread;
    bool is_single;       /* u is all there is: no other solution competes */
    bool is_partial;      /* there is more than u, and the largest root may not be in it */
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

/* Takes the last GROWTH_TAIL u, up to a common factor, and notes how far the last factors are
 * apart. Where two factors of the same size compete, as conjugate ones do, neither settles, but the
 * recurrence u_{n+1} = p u_n + q u_{n-1} does: notes the larger root of sigma^2 = p sigma + q when
 * 16 of them in a row agree. */
void growth_read_tail(growth *g, const double complex *tail);

/* The measured logarithm per step: that of the settled factor or pair, else the mean. `steady`: the
 * factor does not depend on time, so that it may settle at all. Infinite at a singular step, NaN
 * when the record is not complete. */
double growth_rate(const growth *g, bool steady);
growth_verdict growth_judge(const growth *g, bool steady);

/* How far that may be from the logarithm of the largest root; u_n = sum_j p_j(n) sigma_j^n. NaN
 * where it is not known, because u is not all there is.
 *
 * A single solution has one root: only rounding keeps the last factors apart.
 *
 * Settled factor, of several: where a lesser root has the ratio r to the largest and s times its
 * share of u, the factor is wrong by e = |s (1 - r)/(1 + s)|. In a step it changes by |s (1 -
 * r)^2/((1 + s) (1 + s r))|, which is at most twice the spread d: e^2 <= 2 d max(1, s), and generic
 * shares have s <= K = growth_rare. Near a root of multiplicity m it is wrong by e = (m - 1)/n,
 * which changes by 15 e^2/(m - 1) in 15 steps: e^2 <= 2 d for any m up to 31.
 *
 * Settled pair: p and q change by 2 d, the roots by 2 d over their distance; the rest is the same.
 *
 * Mean: u in a window is a sum of powers with generic coefficients, and no less than the K-th part
 * of its usual size; also 2^(m - 1) <= K for any m up to 14. The rate is wrong by log K over the
 * distance of the windows.
 *
 * In no case is it known better than sqrt(2 growth_settled_difference), so that rounding in the
 * problem, the stepper and a prediction need not be known. */
double growth_uncertainty(const growth *g, bool steady);

#endif
