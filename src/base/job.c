#include "base/job.h"

#include <stddef.h>

static void wake(const job *j)
{
    if (j->plan.wake != NULL) {
        j->plan.wake(j->plan.wake_context);
    }
}

static void *run(void *argument)
{
    job *j = argument;
    j->result = j->plan.work(j, j->plan.context, &j->why);
    atomic_store(&j->is_done, true);
    wake(j);
    return NULL;
}

status job_start(job *j, const job_plan *plan, message *why)
{
    job_stop(j);
    j->plan = *plan;
    atomic_store(&j->cancel, false);
    atomic_store(&j->is_done, false);
    job_progress(j, 0, 0);
    j->is_running = pthread_create(&j->thread, NULL, run, j) == 0;
    return j->is_running ? STATUS_OK : fail(why, "no thread %s", plan->purpose);
}

static void wait_for_end(job *j)
{
    pthread_join(j->thread, NULL);
    j->is_running = false;
}

bool job_collect(job *j)
{
    if (!j->is_running || !atomic_load(&j->is_done)) {
        return false;
    }
    wait_for_end(j);
    return true;
}

void job_stop(job *j)
{
    if (j->is_running) {
        atomic_store(&j->cancel, true);
        wait_for_end(j);
    }
}

double job_part(const job *j)
{
    long total = atomic_load(&j->total);
    return total > 0 ? (double)atomic_load(&j->done) / (double)total : 0;
}

void job_progress(job *j, long done, long total)
{
    atomic_store(&j->done, done);
    atomic_store(&j->total, total);
}

void *job_tell(job *j, void *news)
{
    void *unheard = atomic_exchange(&j->news, news);
    wake(j);
    return unheard;
}

void *job_hear(job *j)
{
    return atomic_exchange(&j->news, NULL);
}
