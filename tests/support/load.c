#include "support/load.h"

#include <dirent.h>
#include <malloc.h>
#include <time.h>

#ifdef __SANITIZE_ADDRESS__
size_t __sanitizer_get_current_allocated_bytes(void); /* gcc has no header for it */
#endif

static void *burn(void *context)
{
    load *l = context;
    while (!atomic_load_explicit(&l->stop, memory_order_relaxed)) {
    }
    return NULL;
}

bool load_begin(load *l, int count)
{
    l->count = 0;
    atomic_store(&l->stop, false);
    while (l->count < count && pthread_create(&l->threads[l->count], NULL, burn, l) == 0) {
        l->count++;
    }
    return l->count == count;
}

void load_end(load *l)
{
    atomic_store(&l->stop, true);
    for (int i = 0; i < l->count; i++) {
        pthread_join(l->threads[i], NULL);
    }
}

static void *raise_flag(void *context)
{
    later *l = context;
    const struct timespec t = {.tv_sec = (time_t)l->seconds,
                               .tv_nsec = (long)(1e9 * (l->seconds - (double)(time_t)l->seconds))};
    nanosleep(&t, NULL);
    atomic_store(&l->flag, true);
    return NULL;
}

bool later_begin(later *l, double seconds)
{
    l->seconds = seconds;
    atomic_store(&l->flag, false);
    return pthread_create(&l->thread, NULL, raise_flag, l) == 0;
}

void later_end(later *l)
{
    pthread_join(l->thread, NULL);
}

int load_threads(void)
{
    int count = 0;
    DIR *all = opendir("/proc/self/task");
    for (struct dirent *d; all != NULL && (d = readdir(all)) != NULL;) {
        count += d->d_name[0] != '.';
    }
    if (all != NULL) {
        closedir(all);
    }
#ifdef __SANITIZE_THREAD__
    count--; /* its own */
#endif
    return count;
}

double load_allocated(void)
{
#ifdef __SANITIZE_ADDRESS__
    return (double)__sanitizer_get_current_allocated_bytes();
#else
    const struct mallinfo2 all = mallinfo2();
    return (double)all.uordblks + (double)all.hblkhd;
#endif
}

double load_slack(void)
{
#ifdef __SANITIZE_ADDRESS__
    return 0;
#else
    return 96 * 1024;
#endif
}
