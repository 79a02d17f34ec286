/* Memory that runs out: whatever allocation of ours fails, the first, the thousandth, or all from
 * one on, every command says so in one line, ends with exit code 3, frees what it has and leaves no
 * file that is not whole. Leaks are seen by the sanitizer build. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faults/inject.h"
#include "faults/jobs.h"
#include "support/support.h"

int __wrap_main(int count, char **words); /* of this test */

static outcome now, whole;
static long runs;

static bool went_well(const job *j, fault f, long calls)
{
    const char *which = "";
    char at[100];
    snprintf(at, sizeof at, "allocation %ld of %ld%s fails", f.at, calls,
             f.onwards ? " and all after it" : "");
    bool goes_on = (j->kind & JOB_WINDOW) != 0 && now.code == 0;
    if (!goes_on && !is_told(&now, 3, "memory")) {
        support_say("%s: %s: exit %d: %.250s", j->words, at, now.code, now.err);
        return false;
    }
    if (!leavings_are_whole(&now, &whole, j, &which)) {
        support_say("%s: %s: left %s", j->words, at, which);
        return false;
    }
    return true;
}

/* All small numbers, then some of the others. */
static long next_call(long n)
{
    long few = is_thorough() ? 40 : 3;
    double growth = is_thorough() ? 0.2 : 4;
    return n < few ? n + 1 : n + 1 + (long)((double)n * growth * random_unit());
}

static bool survives(const job *j, bool onwards)
{
    run_options options = {.run = inject_main, .has_old_file = true};
    inject_arm((fault){.kind = FAULT_MEMORY});
    job_run(j, &options, &whole);
    long calls = inject_count();
    if (whole.code > 1) {
        support_say("%s: exit %d: %.300s", j->words, whole.code, whole.err);
        return false;
    }
    for (long n = 1; n <= calls; n = next_call(n)) {
        fault f = {.kind = FAULT_MEMORY, .at = n, .onwards = onwards};
        inject_arm(f);
        job_run(j, &options, &now);
        runs++;
        if (inject_count() < n) {
            break; /* with threads the last calls are not always made */
        }
        if (!went_well(j, f, calls)) {
            return false;
        }
    }
    return true;
}

static enum greatest_test_res all_jobs(bool onwards)
{
    for (int i = 0; i < job_count; i++) {
        if (job_is_wanted(&jobs[i])) {
            ASSERTm(support_words, survives(&jobs[i], onwards));
        }
    }
    PASS();
}

TEST any_allocation_may_fail(void)
{
    return all_jobs(false);
}

TEST memory_may_end_at_any_allocation(void)
{
    return all_jobs(true);
}

GREATEST_MAIN_DEFS();

int __wrap_main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(any_allocation_may_fail);
    RUN_TEST(memory_may_end_at_any_allocation);
    printf("%ld runs\n", runs);
    GREATEST_MAIN_END();
}
