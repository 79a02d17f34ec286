/* The largest step: for which h is h lambda stable for every lambda of a spectrum, with w = h omega
 * along? Exact per ray (ray.h): no grid of step sizes decides. */
#ifndef STABILITY_LARGEST_H_H
#define STABILITY_LARGEST_H_H

#include <stdbool.h>

#include "method/steps.h"
#include "stability/phi.h"

/* Step sizes between two ends; the ends are rounded to doubles inside of it. */
typedef struct step_window {
    double from, to; /* `to` may be infinite */
    bool from_closed, to_closed;
} step_window;

/* The answer, with all windows of h. */
typedef struct largest_h {
    step_answer answer;
    double h;     /* every smaller one is stable; infinite when unbounded, 0 when there is none */
    bool closed;  /* is h itself stable? Not at a pole, nor where two roots meet on the circle */
    int limiting; /* which mode says so first; -1 when unbounded */
    int growing;  /* how many have Re lambda > 0: the exact solution grows */
    int fastest;  /* the one of them with the largest real part, or -1 */
    int window_count; /* all windows, the first one included, ascending */
    step_window *list;
} largest_h;

/* "bounded", "unbounded", "beyond", "none", "undecided". */
const char *step_answer_name(step_answer a);

/* Refuses what is not finite, and omega /= 0 for methods that are for ODEs only. The caller clears
 * the answer in every case. */
status largest_h_find(const phi *p, const spin_mode *modes, int count, largest_h *out,
                      message *why) MUST_CHECK;

/* The same, but STATUS_NO once the program has computed for so many seconds (patience.h). */
status largest_h_find_within(const phi *p, const spin_mode *modes, int count, double most_seconds,
                             largest_h *out, message *why) MUST_CHECK;

/* About how many seconds of CPU it takes: so much for each direction of (lambda, omega), conjugates
 * together. A spectrum on an axis has one or two, another may have as many as eigenvalues. */
double largest_h_seconds(const phi *p, const spin_mode *modes, int count);

/* Frees the windows. */
void largest_h_clear(largest_h *l);

#endif
