/* A job: one piece of work in a thread of its own, for somebody who goes on meanwhile. It is
 * started, tells how far it is and what it has so far, can be cancelled, and is collected once.
 *
 * A job that is all zeros does not run. Starting, collecting and stopping are for its owner, one
 * thread; the work itself reads `cancel` and calls job_progress and job_tell. */
#ifndef BASE_JOB_H
#define BASE_JOB_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/status.h"

typedef struct job job;
typedef status job_work(job *self, void *context, message *why);

typedef struct job_plan {
    const char *purpose; /* "to record": what there was no thread for, in the message */
    job_work *work;
    void *context;
    /* The thread calls wake(wake_context) when it has something new, and at its end; or NULL. */
    void (*wake)(void *context);
    void *wake_context;
} job_plan;

struct job {
    bool is_running;    /* was started, and neither collected nor stopped */
    atomic_bool cancel; /* the work ends soon when this is true */
    status result;      /* of the work, once it was collected */
    message why;

    /* What follows is for job.c alone. */
    job_plan plan;
    pthread_t thread;
    atomic_bool is_done;
    atomic_long done, total;
    _Atomic(void *) news;
};

/* A job that still runs is stopped first. */
status job_start(job *j, const job_plan *plan, message *why) MUST_CHECK;

/* True once, as soon as the work is done: `result` and `why` can be read. */
bool job_collect(job *j);

/* Cancels the work and waits for its end. Nothing happens when it does not run. */
void job_stop(job *j);

/* How much is done, from 0 to 1; told by the work. */
double job_part(const job *j);
void job_progress(job *j, long done, long total);

/* Hands over what there is so far. What was told before and never heard comes back, or NULL: it is
 * the caller's to free. Hearing takes it, or NULL; it can be heard after the end, too. */
void *job_tell(job *j, void *news);
void *job_hear(job *j);

#endif
