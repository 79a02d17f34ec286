/* Load on the processors, and flags that are raised at some moment by another thread. */
#ifndef TESTS_SUPPORT_LOAD_H
#define TESTS_SUPPORT_LOAD_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/* Threads that do nothing but keep processors busy. */
typedef struct load {
    int count;
    pthread_t threads[8];
    atomic_bool stop;
} load;

bool load_begin(load *l, int count);
void load_end(load *l);

/* A flag that becomes true after some seconds; later_end waits for that. */
typedef struct later {
    pthread_t thread;
    atomic_bool flag;
    double seconds;
} later;

bool later_begin(later *l, double seconds);
void later_end(later *l);

/* Threads of this process, this one included. */
int load_threads(void);

/* Bytes that are allocated at the moment: as the sanitizer or the C library counts them. */
double load_allocated(void);

/* By how much it may differ by itself: the C library counts what the lists of its threads keep,
 * the sanitizer counts exactly. */
double load_slack(void);

#endif
