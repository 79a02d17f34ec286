#define _XOPEN_SOURCE 700 /* sigaltstack */

#include "session.h"

#include <cjson/cJSON.h>
#include <gmp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/output.h"
#include "base/patience.h"

static void give_up(void)
{
    static const char words[] = "spinscope: out of memory\n";
    static atomic_flag told_already = ATOMIC_FLAG_INIT;
    while (atomic_flag_test_and_set(&told_already)) {
        pause(); /* another thread ends the program */
    }
    output_discard_all();
    ssize_t told = write(STDERR_FILENO, words, sizeof words - 1);
    (void)told;
    _exit(STATUS_FAILED);
}

static void *allocate(size_t size)
{
    void *block = malloc(size);
    if (block == NULL) {
        give_up();
    }
    return block;
}

static void *resize(void *block, size_t old_size, size_t size)
{
    (void)old_size;
    block = realloc(block, size);
    if (block == NULL) {
        give_up();
    }
    return block;
}

static void release(void *block, size_t size)
{
    (void)size;
    free(block);
}

void session_watch_memory(void)
{
    cJSON_Hooks hooks = {.malloc_fn = allocate, .free_fn = free};
    cJSON_InitHooks(&hooks);
    mp_set_memory_functions(allocate, resize, release);
}

static const char wiping[] = "\r\033[K"; /* the line of progress */
static atomic_bool is_line_written;

static void interrupted(int number)
{
    output_discard_all();
    if (atomic_load(&is_line_written)) { /* of progress */
        ssize_t told = write(STDERR_FILENO, wiping, sizeof wiping - 1);
        (void)told;
    }
    _exit(128 + number);
}

/* A library that aborts without memory, or a stack that cannot grow: the program ends as it would
 * have, but for its unfinished files. */
static void crashed(int number)
{
    output_discard_all();
    raise(number); /* once more, as usual: see SA_RESETHAND */
}

static void watch_crashes(void)
{
    static const int crashes[] = {
        SIGABRT,
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) /* which tell where */
        SIGSEGV,
        SIGBUS,
        SIGILL,
        SIGFPE,
        SIGSYS,
        SIGTRAP,
#endif
    };
    static char room[1 << 15]; /* for a handler when there is no stack left */
    const stack_t other = {.ss_sp = room, .ss_size = sizeof room};
    struct sigaction handler = {.sa_handler = crashed,
                                .sa_flags = (int)(SA_RESETHAND | SA_ONSTACK)};
    sigaltstack(&other, NULL);
    for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++) {
        sigaction(crashes[i], &handler, NULL);
    }
}

static bool is_harmless(int number)
{
    static const int harmless[] = {SIGCHLD, SIGCONT, SIGURG,  SIGWINCH, SIGTSTP,
                                   SIGTTIN, SIGTTOU, SIGKILL, SIGSTOP};
    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++) {
        if (number == harmless[i]) {
            return true;
        }
    }
    return false;
}

/* Whatever would end the program: batch systems send SIGUSR1, SIGXCPU and others. What is ignored,
 * as under nohup, stays so. */
static void watch_ends(void)
{
    struct sigaction handler = {.sa_handler = interrupted}, before;
    sigfillset(&handler.sa_mask); /* a second signal must not end the handler of the first */
    for (int number = 1; number <= SIGRTMAX; number++) {
        if (!is_harmless(number) && sigaction(number, NULL, &before) == 0 &&
            before.sa_handler == SIG_DFL) {
            sigaction(number, &handler, NULL);
        }
    }
}

void session_watch_signals(void)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    watch_ends();
    watch_crashes();
    sigaction(SIGPIPE, &ignore, NULL);
    sigaction(SIGXFSZ, &ignore, NULL);
    struct sigaction usual = {.sa_handler = SIG_DFL}; /* how a child ended must be known */
    sigaction(SIGCHLD, &usual, NULL);
}

status session_command_line(const command *self, int count, char **arguments, text *out,
                            message *why)
{
    text_add(out, "spinscope %s", self->name);
    for (int i = 0; i < count; i++) {
        text_add(out, " ");
        text_add_word(out, arguments[i]);
    }
    return out->broken ? fail(why, "out of memory") : STATUS_OK;
}

/* The line on the terminal, which one thread writes while there is a progress to show. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t begun;
    bool has_writer;
    progress *inner; /* the last that was begun; the others by `outer` */
} line = {.lock = PTHREAD_MUTEX_INITIALIZER, .begun = PTHREAD_COND_INITIALIZER};

static void wipe(void)
{
    if (atomic_exchange(&is_line_written, false)) {
        fputs(wiping, stderr);
        fflush(stderr);
    }
}

/* The lock is held. */
static void write_line(const progress *p)
{
    double part = atomic_load(&p->part), took = clock_seconds() - p->began;
    atomic_store(&is_line_written, true);
    if (part > 0) {
        fprintf(stderr, "\r%s %3.0f %%, %.0f s left \033[K", p->name, 100 * part,
                took * (1 - part) / part);
    } else {
        fprintf(stderr, "\r%s, %.0f s \033[K", p->name, took);
    }
    fflush(stderr);
}

static const progress *shown_one(void)
{
    const progress *shown = line.inner;
    for (const progress *p = line.inner; p != NULL; p = p->outer) {
        shown = atomic_load(&p->part) > 0 ? p : shown;
    }
    return shown;
}

/* Five times a second, which is seldom enough to cost nothing. Ends with the program. */
static void *write_lines(void *nothing)
{
    static const struct timespec moment = {.tv_nsec = 200000000};
    for (;;) {
        pthread_mutex_lock(&line.lock);
        while (line.inner == NULL) {
            pthread_cond_wait(&line.begun, &line.lock);
        }
        pthread_mutex_unlock(&line.lock);
        nanosleep(&moment, NULL);
        pthread_mutex_lock(&line.lock);
        const progress *shown = shown_one();
        if (shown != NULL && clock_seconds() - shown->began > 0.2) {
            write_line(shown);
        }
        pthread_mutex_unlock(&line.lock);
    }
    return nothing;
}

/* Without a thread there is no progress, and nothing else changes. The lock is held. */
static void need_writer(void)
{
    pthread_t writer;
    if (!line.has_writer && pthread_create(&writer, NULL, write_lines, NULL) == 0) {
        pthread_detach(writer);
        line.has_writer = true;
    }
}

void progress_begin(progress *p, const char *name, bool quiet)
{
    p->is_shown = !quiet && isatty(STDERR_FILENO) != 0;
    p->began = clock_seconds();
    atomic_init(&p->part, 0);
    snprintf(p->name, sizeof p->name, "%.79s", name);
    if (!p->is_shown) {
        return;
    }
    pthread_mutex_lock(&line.lock);
    p->outer = line.inner;
    line.inner = p;
    need_writer();
    pthread_cond_signal(&line.begun);
    pthread_mutex_unlock(&line.lock);
}

void progress_rename(progress *p, const char *name)
{
    pthread_mutex_lock(&line.lock);
    snprintf(p->name, sizeof p->name, "%.79s", name);
    pthread_mutex_unlock(&line.lock);
}

void progress_tell(progress *p, double part)
{
    atomic_store(&p->part, part);
}

void progress_tell_count(void *progress_of, long done, long total)
{
    progress_tell(progress_of, (double)done / (double)total);
}

void progress_end(progress *p)
{
    if (!p->is_shown) {
        return;
    }
    pthread_mutex_lock(&line.lock);
    progress **at = &line.inner;
    while (*at != p) {
        at = &(*at)->outer;
    }
    *at = p->outer;
    p->is_shown = false;
    if (line.inner == NULL) { /* else the next one is written over it */
        wipe();
    }
    pthread_mutex_unlock(&line.lock);
}

void progress_wipe(void)
{
    pthread_mutex_lock(&line.lock);
    wipe();
    pthread_mutex_unlock(&line.lock);
}

typedef struct sharing {
    work_piece piece;
    void *context;
    int count;
    atomic_int done;
    progress progress;
} sharing;

static void share_piece(void *context, int index)
{
    sharing *s = context;
    s->piece(s->context, index);
    progress_tell_count(&s->progress, atomic_fetch_add(&s->done, 1) + 1, s->count);
}

void share_with_progress(int count, int jobs, work_piece piece, void *context, const char *name,
                         bool quiet)
{
    sharing s = {.piece = piece, .context = context, .count = count};
    progress_begin(&s.progress, name, quiet);
    work_share(count, jobs, share_piece, &s, NULL);
    progress_end(&s.progress);
}

double seconds_for_a_file(bool patient)
{
    return patient ? 0 : patience_with_a_file;
}

double seconds_to_measure(const method *m, bool patient)
{
    return method_describe(m)->from_path ? seconds_for_a_file(patient) : 0;
}

status file_takes_long(const char *file, message *why)
{
    return refuse(why, "%.200s: it takes more than 10 s; with --patient that is accepted", file);
}
