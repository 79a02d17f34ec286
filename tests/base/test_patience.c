#include "base/patience.h"

#include <time.h>

#include "support/support.h"

TEST without_a_limit_it_never_ends(void)
{
    ASSERT(!patience_is_over(0));
    PASS();
}

TEST it_ends_when_the_program_has_computed_for_so_long(void)
{
    volatile double sum = 0;
    while (clock() < CLOCKS_PER_SEC / 100) {
        sum += 1;
    }
    ASSERT(patience_is_over(0.001));
    ASSERT(!patience_is_over(1000));
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(without_a_limit_it_never_ends);
    RUN_TEST(it_ends_when_the_program_has_computed_for_so_long);
    GREATEST_MAIN_END();
}
