#include "base/job.h"

#include <stdlib.h>
#include <time.h>

#include "support/support.h"

enum { PIECES = 1000 };

/* What the test and the work share. */
typedef struct task {
    atomic_bool may_end; /* the work goes on until this is true, or it is cancelled */
    atomic_int runs, wakes, unheard;
    bool was_cancelled;
} task;

static void count_wake(void *context)
{
    atomic_fetch_add((atomic_int *)context, 1);
}

static void rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
}

static status work(job *self, void *context, message *why)
{
    task *t = context;
    atomic_fetch_add(&t->runs, 1);
    while (!atomic_load(&t->may_end) && !atomic_load(&self->cancel)) {
        rest();
    }
    t->was_cancelled = atomic_load(&self->cancel);
    return t->was_cancelled ? fail(why, "it was cancelled") : STATUS_OK;
}

/* Tells every piece as news, as fast as it can. */
static status count(job *self, void *context, message *why)
{
    task *t = context;
    for (int i = 1; i <= PIECES; i++) {
        int *piece = malloc(sizeof *piece);
        if (piece == NULL) {
            return fail(why, "out of memory");
        }
        *piece = i;
        job_progress(self, i, PIECES);
        int *old = job_tell(self, piece);
        atomic_fetch_add(&t->unheard, old != NULL);
        free(old);
    }
    return STATUS_OK;
}

static bool start(job *j, task *t, status (*of)(job *self, void *context, message *why))
{
    const job_plan plan = {.purpose = "to test",
                           .work = of,
                           .context = t,
                           .wake = count_wake,
                           .wake_context = &t->wakes};
    message why;
    return job_start(j, &plan, &why) == STATUS_OK;
}

static void wait_for(job *j)
{
    while (!job_collect(j)) {
        rest();
    }
}

TEST a_job_is_collected_once_when_it_is_done(void)
{
    job j = {0};
    task t = {0};
    ASSERT(start(&j, &t, work));
    ASSERT(j.is_running);
    ASSERT_FALSE(job_collect(&j)); /* it waits to be let go */
    atomic_store(&t.may_end, true);
    wait_for(&j);
    ASSERT_FALSE(j.is_running);
    ASSERT_EQ(STATUS_OK, j.result);
    ASSERT_FALSE(t.was_cancelled);
    ASSERT_EQ(1, atomic_load(&t.wakes));
    ASSERT_FALSE(job_collect(&j));
    PASS();
}

TEST what_the_work_could_not_do_is_its_result(void)
{
    job j = {0};
    task t = {0};
    ASSERT(start(&j, &t, work));
    atomic_store(&j.cancel, true); /* asked to end, and not waited for */
    wait_for(&j);
    ASSERT_EQ(STATUS_FAILED, j.result);
    ASSERT_STR_EQ("it was cancelled", j.why.text);
    PASS();
}

TEST a_stopped_job_is_over_and_never_collected(void)
{
    job j = {0};
    task t = {0};
    ASSERT(start(&j, &t, work));
    job_stop(&j);
    ASSERT_FALSE(j.is_running);
    ASSERT(t.was_cancelled);
    ASSERT_FALSE(job_collect(&j));
    job_stop(&j);
    PASS();
}

TEST cancelling_before_the_start_does_not_hold_the_next_one_back(void)
{
    job j = {0};
    task t = {0};
    job_stop(&j);
    ASSERT_FALSE(job_collect(&j));
    ASSERT_EQ(0, atomic_load(&t.runs));
    atomic_store(&j.cancel, true);
    atomic_store(&t.may_end, true);
    ASSERT(start(&j, &t, work));
    wait_for(&j);
    ASSERT_EQ(STATUS_OK, j.result);
    ASSERT_FALSE(t.was_cancelled);
    PASS();
}

TEST starting_again_stops_what_runs(void)
{
    job j = {0};
    task first = {0}, second = {.may_end = true};
    ASSERT(start(&j, &first, work));
    ASSERT(start(&j, &second, work));
    ASSERT(first.was_cancelled);
    wait_for(&j);
    ASSERT_EQ(1, atomic_load(&second.runs));
    PASS();
}

TEST progress_grows_and_is_whole_at_the_end(void)
{
    job j = {0};
    task t = {0};
    ASSERT_EQ(0, job_part(&j));
    ASSERT(start(&j, &t, count));
    double before = 0;
    for (bool is_done = false; !is_done;) {
        is_done = job_collect(&j);
        double part = job_part(&j);
        ASSERT(part >= before && part <= 1);
        before = part;
    }
    ASSERT_EQ(1, before);
    free(job_hear(&j));
    PASS();
}

TEST news_are_heard_in_order_and_none_is_lost_or_heard_twice(void)
{
    job j = {0};
    task t = {0};
    int last = 0, heard = 0;
    ASSERT(start(&j, &t, count));
    for (bool is_done = false; !is_done;) {
        is_done = job_collect(&j); /* what is told before the end can be heard after it */
        int *piece = job_hear(&j);
        if (piece != NULL) {
            ASSERT(*piece > last);
            last = *piece;
            heard++;
        }
        free(piece);
    }
    ASSERT_EQ(PIECES, last);
    ASSERT_EQ(PIECES, heard + atomic_load(&t.unheard));
    ASSERT_EQ(PIECES + 1, atomic_load(&t.wakes));
    ASSERT_EQ(NULL, job_hear(&j));
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(a_job_is_collected_once_when_it_is_done);
    RUN_TEST(what_the_work_could_not_do_is_its_result);
    RUN_TEST(a_stopped_job_is_over_and_never_collected);
    RUN_TEST(cancelling_before_the_start_does_not_hold_the_next_one_back);
    RUN_TEST(starting_again_stops_what_runs);
    RUN_TEST(progress_grows_and_is_whole_at_the_end);
    RUN_TEST(news_are_heard_in_order_and_none_is_lost_or_heard_twice);
    GREATEST_MAIN_END();
}
