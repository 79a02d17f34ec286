#include "base/patience.h"

#include <time.h>

double patience_clock(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool patience_is_over(double most_seconds)
{
    return most_seconds > 0 && patience_clock() > most_seconds;
}
