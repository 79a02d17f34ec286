#include "base/patience.h"

#include <time.h>

double patience_clock(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

bool patience_is_over(double most_seconds)
{
    return most_seconds > 0 && patience_clock() > most_seconds;
}
