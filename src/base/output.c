#define _XOPEN_SOURCE 700 /* realpath */

#include "base/output.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"

enum { BUFFER_SIZE = 1 << 16, NAME_TRIES = 16, MOST_MOMENTS = 1000 };

struct output {
    FILE *stream; /* stdout for "-" */
    char *label;  /* what messages call it */
    char *target; /* NULL when there is no temporary file */
    bool overwrite;
    bool is_new;   /* there was no such file when it was opened */
    long failures; /* of memory, when it was opened */
    int slot;      /* of the temporary's path */
    struct {
        char *data; /* of the stream, as it grows */
        size_t size;
        char **out; /* where it goes at commit; NULL: not in memory */
        size_t *out_size;
    } memory;
    char buffer[BUFFER_SIZE];
};

/* The temporaries. A signal handler reads this table, so it is fixed and its states are atomic. A
 * path is entered before its file is created: no moment is without protection. */
enum { SLOT_FREE, SLOT_FILLING, SLOT_LIVE };

static struct {
    atomic_int state;
    char path[PATH_MAX];
} temporaries[OUTPUT_MAX_OPEN];

/* Once all temporaries are removed, no thread may create another one: the program is about to end.
 * Whoever is just creating one is waited for, but not for ever. */
static atomic_bool is_ending;
static atomic_int creating;

void output_discard_all(void)
{
    static const struct timespec moment = {.tv_nsec = 100000};
    int saved = errno;
    atomic_store(&is_ending, true);
    for (int i = 0; i < MOST_MOMENTS && atomic_load(&creating) > 0; i++) {
        nanosleep(&moment, NULL);
    }
    for (int i = 0; i < OUTPUT_MAX_OPEN; i++) {
        if (atomic_load(&temporaries[i].state) == SLOT_LIVE) {
            unlink(temporaries[i].path);
        }
    }
    errno = saved;
}

static int slot_take(void)
{
    for (int i = 0; i < OUTPUT_MAX_OPEN; i++) {
        int expected = SLOT_FREE;
        if (atomic_compare_exchange_strong(&temporaries[i].state, &expected, SLOT_FILLING)) {
            return i;
        }
    }
    return -1;
}

static uint64_t unpredictable(void)
{
    uint64_t bits = 0;
    if (getrandom(&bits, sizeof bits, 0) != (ssize_t)sizeof bits) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        bits = (uint64_t)now.tv_nsec << 32 ^ (uint64_t)now.tv_sec << 16 ^ (uint64_t)getpid();
    }
    return bits;
}

/* The length of the folder part of a path, its last slash included; 0 for the current folder. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

bool output_is_same(const char *a, const char *b)
{
    struct stat at_a, at_b;
    if (strcmp(a, b) == 0) {
        return true;
    }
    bool has_a = (strcmp(a, "-") == 0 ? fstat(STDOUT_FILENO, &at_a) : stat(a, &at_a)) == 0;
    bool has_b = (strcmp(b, "-") == 0 ? fstat(STDOUT_FILENO, &at_b) : stat(b, &at_b)) == 0;
    char folder_a[PATH_MAX], folder_b[PATH_MAX];
    if (has_a && has_b && at_a.st_dev == at_b.st_dev && at_a.st_ino == at_b.st_ino) {
        /* Of hard links each is replaced by itself. */
        bool has_names = S_ISREG(at_a.st_mode) && strcmp(a, "-") != 0 && strcmp(b, "-") != 0 &&
                         realpath(a, folder_a) != NULL && realpath(b, folder_b) != NULL;
        return has_names ? strcmp(folder_a, folder_b) == 0 : !S_ISCHR(at_a.st_mode);
    }
    size_t length_a = folder_length(a), length_b = folder_length(b);
    if (has_a || has_b || strcmp(a + length_a, b + length_b) != 0) {
        return false;
    }
    snprintf(folder_a, sizeof folder_a, "%.*s.", (int)length_a, a);
    snprintf(folder_b, sizeof folder_b, "%.*s.", (int)length_b, b);
    return stat(folder_a, &at_a) == 0 && stat(folder_b, &at_b) == 0 && at_a.st_dev == at_b.st_dev &&
           at_a.st_ino == at_b.st_ino;
}

static status cannot_create(const char *path, int error, message *why)
{
    size_t folder = folder_length(path);
    switch (error) {
    case ENOENT:
    case ENOTDIR:
        return refuse(why, "%.200s: cannot be created; there is no folder %.*s", path,
                      (int)(folder < 200 ? folder : 200), path);
    case EACCES:
    case EPERM:
    case EROFS:
    case ELOOP:
    case ENAMETOOLONG:
        return refuse(why, "%.300s: cannot be created (%s)", path, strerror(error));
    default:
        return fail(why, "%.300s: cannot be created (%s)", path, strerror(error));
    }
}

static status exists_already(const char *path, message *why)
{
    return refuse(why, "%.300s: exists already; --force overwrites it", path);
}

/* The descriptor of a new file; -1 when it cannot be created, or when the program ends. A handler
 * of this thread would wait for itself: it comes later. */
static int create_unless_ending(const char *path)
{
    sigset_t all, before;
    int descriptor = -1, error = ECANCELED;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    atomic_fetch_add(&creating, 1);
    if (!atomic_load(&is_ending)) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        error = errno;
    }
    atomic_fetch_sub(&creating, 1);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return descriptor;
}

/* Creates a file of an unpredictable name beside the target. 0, or an errno. */
static int create_temporary(output *o, int *descriptor)
{
    char *path = temporaries[o->slot].path;
    int folder = (int)folder_length(o->target);
    for (int i = 0; i < NAME_TRIES; i++) {
        int length = snprintf(path, PATH_MAX, "%.*s.spinscope-%016llx", folder, o->target,
                              (unsigned long long)unpredictable());
        if (length >= PATH_MAX) {
            return ENAMETOOLONG;
        }
        atomic_store(&temporaries[o->slot].state, SLOT_LIVE);
        *descriptor = create_unless_ending(path);
        if (*descriptor >= 0) {
            return 0;
        }
        int error = errno;
        atomic_store(&temporaries[o->slot].state, SLOT_FILLING);
        if (error != EEXIST) {
            return error;
        }
    }
    return EEXIST;
}

/* about: the file that is to be overwritten, or NULL. */
static status open_temporary(output *o, const struct stat *about, message *why)
{
    o->slot = slot_take();
    if (o->slot < 0) {
        return fail(why, "%.300s: more than %d files are being written", o->label, OUTPUT_MAX_OPEN);
    }
    int descriptor = -1;
    int error = create_temporary(o, &descriptor);
    if (error != 0) {
        return cannot_create(o->target, error, why);
    }
    if (about != NULL && fchmod(descriptor, about->st_mode & 0777) != 0) {
        error = errno;
    }
    o->stream = error == 0 ? fdopen(descriptor, "wb") : NULL;
    if (o->stream == NULL) {
        error = error != 0 ? error : errno;
        close(descriptor);
        return fail(why, "%.300s: cannot be created (%s)", o->label, strerror(error));
    }
    return STATUS_OK;
}

static status open_directly(output *o, const char *path, message *why)
{
    int descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    o->stream = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
    if (o->stream == NULL) {
        int error = errno;
        if (descriptor >= 0) {
            close(descriptor);
        }
        return refuse(why, "%.300s: cannot be opened (%s)", path, strerror(error));
    }
    return STATUS_OK;
}

static status open_file(output *o, const char *path, message *why)
{
    struct stat about;
    bool exists = stat(path, &about) == 0;
    int error = exists ? 0 : errno;
    if (exists && S_ISDIR(about.st_mode)) {
        return refuse(why, "%.300s: is a folder, not a file", path);
    }
    if (exists && (S_ISCHR(about.st_mode) || S_ISFIFO(about.st_mode))) {
        return open_directly(o, path, why);
    }
    if (exists && !S_ISREG(about.st_mode)) {
        return refuse(why, "%.300s: is not a file that can be replaced", path);
    }
    struct stat link_itself;
    bool dangles = !exists && lstat(path, &link_itself) == 0;
    if ((exists || dangles) && !o->overwrite) {
        return exists_already(path, why);
    }
    if (!exists && error != ENOENT) {
        return cannot_create(path, error, why);
    }
    status s = STATUS_OK;
    o->is_new = !exists && !dangles;
    if (!exists) {
        s = memory_copy(path, &o->target, why);
    } else if ((o->target = realpath(path, NULL)) == NULL) {
        s = fail(why, "%.300s: cannot be created (%s)", path, strerror(errno));
    }
    if (s != STATUS_OK) {
        return s;
    }
    return open_temporary(o, exists ? &about : NULL, why);
}

/* What every output begins with; output_discard ends it. */
static status create(const char *label, output **out, message *why)
{
    TRY(memory_allocate(out, 1, sizeof **out, why));
    (*out)->slot = -1;
    (*out)->failures = memory_failures();
    return memory_copy(label, &(*out)->label, why);
}

status output_open(const char *path, bool overwrite, output **out, message *why)
{
    *out = NULL;
    if (*path == '\0') {
        return refuse(why, "an output file needs a name; '-' is standard output");
    }
    bool to_stdout = strcmp(path, "-") == 0;
    output *o = NULL;
    status s = STATUS_OK;
    TRY_OR_END(create(to_stdout ? "standard output" : path, &o, why));
    o->overwrite = overwrite;
    if (to_stdout) {
        o->stream = stdout;
    } else {
        TRY_OR_END(open_file(o, path, why));
        setvbuf(o->stream, o->buffer, _IOFBF, sizeof o->buffer);
    }
    *out = o;
    o = NULL;
end:
    output_discard(&o);
    return s;
}

status output_open_kind(const char *path, const void *beginning, size_t length, const char *kind,
                        output **out, message *why)
{
    char first[64];
    struct stat is;
    assert(length <= sizeof first);
    *out = NULL;
    if (strcmp(path, "-") != 0 && stat(path, &is) == 0 && S_ISREG(is.st_mode) && is.st_size > 0) {
        int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
        ssize_t got = file >= 0 ? read(file, first, length) : 0;
        if (file >= 0) {
            close(file);
        }
        if (got != (ssize_t)length || memcmp(first, beginning, length) != 0) {
            return refuse(why, "%.300s: exists already and is not %s; it is not overwritten", path,
                          kind);
        }
    }
    return output_open(path, true, out, why);
}

status output_open_memory(char **data, size_t *size, output **out, message *why)
{
    *data = NULL;
    *size = 0;
    status s = STATUS_OK;
    TRY_OR_END(create("memory", out, why));
    output *o = *out;
    o->memory.out = data;
    o->memory.out_size = size;
    o->stream = open_memstream(&o->memory.data, &o->memory.size);
    s = o->stream != NULL ? STATUS_OK : fail(why, "out of memory");
end:
    if (s != STATUS_OK) {
        output_discard(out);
    }
    return s;
}

const char *output_path(const output *o)
{
    return o->target != NULL ? temporaries[o->slot].path : NULL;
}

int output_descriptor(const output *o)
{
    return fileno(o->stream);
}

static status cannot_write(const output *o, int error, message *why)
{
    return fail(why, "%.300s: cannot be written (%s)", o->label,
                strerror(error != 0 ? error : EIO));
}

status output_write(output *o, const void *data, size_t size, message *why)
{
    errno = 0;
    if (ferror(o->stream) || fwrite(data, 1, size, o->stream) != size) {
        return cannot_write(o, errno, why);
    }
    return STATUS_OK;
}

/* Everything to the disk. 0, or an errno. */
static int finish_stream(output *o)
{
    errno = 0;
    bool wrote = fflush(o->stream) == 0 && !ferror(o->stream);
    if (wrote && o->target != NULL) {
        wrote = fsync(fileno(o->stream)) == 0;
    }
    int error = wrote ? 0 : errno != 0 ? errno : EIO;
    if (o->stream != stdout) {
        if (fclose(o->stream) != 0 && error == 0) {
            error = errno;
        }
        o->stream = NULL;
    }
    return error;
}

/* Names the temporary where no file may be replaced. A hard link does it in one step; where there
 * are none (FAT) the name is claimed by an empty file, which is our own to replace. */
static int name_new(const char *temporary, const char *target)
{
    if (link(temporary, target) == 0) {
        return 0;
    }
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS && errno != EMLINK) {
        return errno;
    }
    int claim = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (claim < 0) {
        return errno;
    }
    close(claim);
    if (rename(temporary, target) != 0) {
        int error = errno;
        unlink(target);
        return error;
    }
    return 0;
}

/* All that may go wrong before the file has its name. */
static status finish(output *o, message *why)
{
    int error = finish_stream(o);
    if (error != 0) {
        return cannot_write(o, error, why);
    }
    return memory_failures() > o->failures
               ? fail(why, "%.300s: not written (out of memory)", o->label)
               : STATUS_OK;
}

static status give_name(output *o, message *why)
{
    int error = 0;
    if (o->target != NULL) {
        const char *temporary = temporaries[o->slot].path;
        if (!o->overwrite) {
            error = name_new(temporary, o->target);
        } else if (rename(temporary, o->target) != 0) {
            error = errno;
        }
    } else if (o->memory.out != NULL) {
        *o->memory.out = o->memory.data;
        *o->memory.out_size = o->memory.size;
        o->memory.data = NULL;
    }
    return error == 0        ? STATUS_OK
           : error == EEXIST ? exists_already(o->label, why)
                             : cannot_write(o, error, why);
}

/* A name is on the disk when its folder is. What cannot be opened or synced (some file systems have
 * no such thing) is left to the system. */
static status sync_folder(const output *o, message *why)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.*s.", (int)folder_length(o->target), o->target);
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) {
        return STATUS_OK;
    }
    int error = fsync(folder) == 0 ? 0 : errno;
    close(folder);
    bool matters = error == EIO || error == ENOSPC || error == EDQUOT;
    return matters ? cannot_write(o, error, why) : STATUS_OK;
}

static bool is_in_same_folder(const output *a, const output *b)
{
    size_t length = folder_length(a->target);
    return length == folder_length(b->target) && memcmp(a->target, b->target, length) == 0;
}

/* Of every folder once, when its last file has its name. */
static status sync_folders(output **list, int count, message *why)
{
    const output *before = NULL;
    for (int i = count - 1; i >= 0; i--) {
        const output *o = list[i];
        if (o != NULL && o->target != NULL && (before == NULL || !is_in_same_folder(o, before))) {
            TRY(sync_folder(o, why));
            before = o;
        }
    }
    return STATUS_OK;
}

status output_commit(output **out, message *why)
{
    return output_commit_all(out, 1, why);
}

status output_commit_all(output **list, int count, message *why)
{
    int named = 0;
    status s = STATUS_OK;
    for (int i = 0; i < count; i++) {
        TRY_OR_END(list[i] != NULL ? finish(list[i], why) : STATUS_OK);
    }
    for (; named < count; named++) {
        TRY_OR_END(list[named] != NULL ? give_name(list[named], why) : STATUS_OK);
    }
    s = sync_folders(list, count, why);
end:
    for (int i = 0; i < count; i++) {
        if (s != STATUS_OK && i < named && list[i] != NULL && list[i]->is_new) {
            unlink(list[i]->target);
        }
        output_discard(&list[i]);
    }
    return s;
}

bool output_is_empty(const output *o)
{
    struct stat is;
    return o->target != NULL && stat(temporaries[o->slot].path, &is) == 0 && is.st_size == 0;
}

void output_discard(output **out)
{
    output *o = *out;
    if (o == NULL) {
        return;
    }
    if (o->stream != NULL && o->stream != stdout) {
        fclose(o->stream);
    }
    if (o->slot >= 0) {
        /* After a rename the path is gone; after a link it is the second name. */
        if (atomic_load(&temporaries[o->slot].state) == SLOT_LIVE) {
            unlink(temporaries[o->slot].path);
        }
        atomic_store(&temporaries[o->slot].state, SLOT_FREE);
    }
    free(o->memory.data); /* after its stream was closed */
    free(o->target);
    free(o->label);
    free(o);
    *out = NULL;
}
