#include "base/patience.h"

#include <time.h>

bool patience_is_over(double most_seconds)
{
    return most_seconds > 0 && (double)clock() / CLOCKS_PER_SEC > most_seconds;
}
