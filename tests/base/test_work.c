#include "base/work.h"

#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "support/load.h"
#include "support/support.h"

enum { MOST = 3000 };

typedef struct tally {
    atomic_int times[MOST]; /* that each piece was done */
    atomic_int running, most_running, total;
    atomic_bool cancel;
    int cancel_at; /* the piece that asks to stop, or -1 */
} tally;

static void count_piece(void *context, int index)
{
    tally *t = context;
    int running = atomic_fetch_add(&t->running, 1) + 1;
    int most = atomic_load(&t->most_running);
    while (running > most && !atomic_compare_exchange_weak(&t->most_running, &most, running)) {
    }
    atomic_fetch_add(&t->times[index], 1);
    atomic_fetch_add(&t->total, 1);
    if (index == t->cancel_at) {
        atomic_store(&t->cancel, true);
    }
    atomic_fetch_sub(&t->running, 1);
}

static tally *tally_create(void)
{
    tally *t = calloc(1, sizeof *t);
    t->cancel_at = -1;
    return t;
}

TEST every_piece_is_done_exactly_once(void)
{
    static const int counts[] = {1, 2, 3, 7, 100, MOST};
    static const int jobs[] = {0, 1, 2, 5, 16, 255, 256, 257, 100000, -3};
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        for (size_t j = 0; j < sizeof jobs / sizeof jobs[0]; j++) {
            tally *t = tally_create();
            work_share(counts[c], jobs[j], count_piece, t, NULL);
            for (int i = 0; i < MOST; i++) {
                ASSERT_EQ_FMTm(support_say("%d pieces, %d jobs, piece %d", counts[c], jobs[j], i),
                               i < counts[c] ? 1 : 0, atomic_load(&t->times[i]), "%d");
            }
            free(t);
        }
    }
    PASS();
}

TEST no_pieces_are_no_work(void)
{
    for (int jobs = 0; jobs < 4; jobs++) {
        tally *t = tally_create();
        work_share(0, jobs, count_piece, t, NULL);
        ASSERT_EQ_FMT(0, atomic_load(&t->total), "%d");
        free(t);
    }
    PASS();
}

static void slow_piece(void *context, int index)
{
    tally *t = context;
    int running = atomic_fetch_add(&t->running, 1) + 1;
    int most = atomic_load(&t->most_running);
    while (running > most && !atomic_compare_exchange_weak(&t->most_running, &most, running)) {
    }
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    atomic_fetch_add(&t->times[index], 1);
    atomic_fetch_sub(&t->running, 1);
}

/* Pieces that sleep overlap on any machine, loaded or not, if there are threads at all. */
TEST as_many_pieces_run_at_a_time_as_there_are_jobs(void)
{
    for (int jobs = 1; jobs <= 4; jobs++) {
        tally *t = tally_create();
        work_share(40, jobs, slow_piece, t, NULL);
        ASSERT_EQ_FMT(jobs, atomic_load(&t->most_running), "%d");
        free(t);
    }
    PASS();
}

TEST one_job_takes_pieces_in_order_and_stops_when_cancelled(void)
{
    tally *t = tally_create();
    t->cancel_at = 41;
    work_share(MOST, 1, count_piece, t, &t->cancel);
    for (int i = 0; i < MOST; i++) {
        ASSERT_EQ_FMT(i <= 41 ? 1 : 0, atomic_load(&t->times[i]), "%d");
    }
    free(t);
    PASS();
}

static void wait_piece(void *context, int index)
{
    tally *t = context;
    atomic_fetch_add(&t->total, 1);
    if (index == t->cancel_at) {
        atomic_store(&t->cancel, true);
    }
    while (index > t->cancel_at && !atomic_load(&t->cancel)) {
    }
}

/* Pieces behind the one that cancels wait for it: each of the other jobs has begun one at most. */
TEST cancelling_lets_begun_pieces_finish_and_begins_no_more(void)
{
    for (int jobs = 2; jobs <= 8; jobs++) {
        tally *t = tally_create();
        t->cancel_at = 10;
        work_share(MOST, jobs, wait_piece, t, &t->cancel);
        int total = atomic_load(&t->total);
        ASSERTm(support_say("%d jobs: %d pieces", jobs, total), total >= 11 && total < 11 + jobs);
        free(t);
    }
    PASS();
}

TEST cancelled_work_does_not_start(void)
{
    for (int jobs = 0; jobs < 4; jobs++) {
        tally *t = tally_create();
        atomic_store(&t->cancel, true);
        work_share(100, jobs, count_piece, t, &t->cancel);
        ASSERT_EQ_FMT(0, atomic_load(&t->total), "%d");
        free(t);
    }
    PASS();
}

/* A thousand times at random moments, while other threads keep the processors busy: when work_share
 * returns nothing runs, and nothing begins later. */
TEST work_that_is_cancelled_under_load_is_over(void)
{
    enum { CANCELS = 1000, PIECES = 200 };
    load busy;
    tally *whole = tally_create();
    long begun = 0;
    ASSERT(load_begin(&busy, 2));
    for (int i = 0; i < CANCELS; i++) {
        tally *t = tally_create();
        t->cancel_at = random_integer(0, PIECES - 1);
        work_share(PIECES, random_integer(1, 6), count_piece, t, &t->cancel);
        int total = atomic_load(&t->total), once = 0;
        ASSERT_EQ_FMT(0, atomic_load(&t->running), "%d");
        for (int k = 0; k < PIECES; k++) {
            int times = atomic_load(&t->times[k]);
            ASSERTm(support_say("piece %d was done %d times", k, times), times <= 1);
            once += times;
        }
        ASSERTm(support_say("%d pieces, cancelled at %d", total, t->cancel_at),
                once == total && total >= 1);
        begun += total;
        free(t); /* the sanitizer would see a piece that is late */
    }
    ASSERTm(support_say("%ld pieces: nothing was cancelled", begun), begun < CANCELS * PIECES);
    work_share(PIECES, 6, count_piece, whole, &whole->cancel);
    ASSERT_EQ_FMT(PIECES, atomic_load(&whole->total), "%d");
    ASSERT_EQ_FMT(1 + 2, load_threads(), "%d");
    load_end(&busy);
    free(whole);
    PASS();
}

TEST there_is_a_processor(void)
{
    ASSERT(work_processors() >= 1 && work_processors() <= 256);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(every_piece_is_done_exactly_once);
    RUN_TEST(no_pieces_are_no_work);
    RUN_TEST(as_many_pieces_run_at_a_time_as_there_are_jobs);
    RUN_TEST(one_job_takes_pieces_in_order_and_stops_when_cancelled);
    RUN_TEST(cancelling_lets_begun_pieces_finish_and_begins_no_more);
    RUN_TEST(cancelled_work_does_not_start);
    RUN_TEST(work_that_is_cancelled_under_load_is_over);
    RUN_TEST(there_is_a_processor);
    GREATEST_MAIN_END();
}
