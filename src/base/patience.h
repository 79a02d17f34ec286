/* Patience: what a file asks for may end after some seconds of computing, for it may come from a
 * stranger. The clock is that of the processors, so that a busy machine does not matter, and counts
 * all threads since the program began. Loops that a file makes long look at it now and then. */
#ifndef BASE_PATIENCE_H
#define BASE_PATIENCE_H

#include <stdbool.h>

/* How long a file may compute at most; what is left of ten seconds is for drawing. */
static const double patience_with_a_file = 8;

/* For how many seconds the program has computed. */
double patience_clock(void);

/* The clock on the wall, for what is shown of times: seconds since some moment. */
double clock_seconds(void);

/* Has the program computed for longer than this? 0: there is no limit. */
bool patience_is_over(double most_seconds);

#endif
