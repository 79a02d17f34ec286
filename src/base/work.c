#include "base/work.h"

#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

enum { MAX_JOBS = 256 };

typedef struct shared {
    atomic_int next;
    int count;
    work_piece piece;
    void *context;
    const atomic_bool *cancel;
} shared;

int work_processors(void)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : online > MAX_JOBS ? MAX_JOBS : (int)online;
}

static void *take_pieces(void *argument)
{
    shared *s = argument;
    for (;;) {
        int index = atomic_fetch_add(&s->next, 1);
        if (index >= s->count || (s->cancel != NULL && atomic_load(s->cancel))) {
            return NULL;
        }
        s->piece(s->context, index);
    }
}

void work_share(int count, int jobs, work_piece piece, void *context, const atomic_bool *cancel)
{
    shared s = {.count = count, .piece = piece, .context = context, .cancel = cancel};
    pthread_t threads[MAX_JOBS];
    int started = 0;
    jobs = jobs <= 0 ? work_processors() : jobs;
    jobs = jobs > MAX_JOBS ? MAX_JOBS : jobs;
    jobs = jobs > count ? count : jobs;
    /* The caller works too. */
    while (started < jobs - 1 && pthread_create(&threads[started], NULL, take_pieces, &s) == 0) {
        started++;
    }
    take_pieces(&s);
    for (int i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
}
