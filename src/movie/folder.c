#define _DEFAULT_SOURCE /* flock, major, minor */

#include "movie/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/file.h"
#include "base/output.h"

enum { LARGEST_RECIPE = 1 << 20, TRIES = 100 };

static const char recipe_name[] = "movie.txt", frame_name[] = "frame-00000.png";

static void path_in(const char *path, const char *name, char out[FOLDER_PATH_SIZE])
{
    size_t length = strlen(path);
    snprintf(out, FOLDER_PATH_SIZE, "%s%s%s", path,
             length > 0 && path[length - 1] == '/' ? "" : "/", name);
}

void folder_recipe(const char *path, char out[FOLDER_PATH_SIZE])
{
    path_in(path, recipe_name, out);
}

void folder_picture(const char *path, int frame, char out[FOLDER_PATH_SIZE])
{
    char name[40];
    snprintf(name, sizeof name, "frame-%05d.png", frame + 1);
    path_in(path, name, out);
}

bool folder_parse(const char *recipe, movie_request *out)
{
    return sscanf(recipe, "frames = %d\nfps = %lf\nsize = %dx%d", &out->frames, &out->fps,
                  &out->width, &out->height) == 4;
}

/* The number of a frame by its file's name; -1: it is none. */
static int frame_number(const char *name)
{
    static const size_t digits_at = 6, digits = 5;
    bool is_frame = strlen(name) == sizeof frame_name - 1 &&
                    memcmp(name, frame_name, digits_at) == 0 &&
                    strspn(name + digits_at, "0123456789") == digits &&
                    strcmp(name + digits_at + digits, ".png") == 0;
    return is_frame ? atoi(name + digits_at) : -1;
}

/* Is there a frame with another number than 1 .. known? Its name goes to `out`. */
static bool has_other_frame(const char *path, int known, char out[sizeof frame_name])
{
    bool found = false;
    DIR *d = opendir(path);
    for (const struct dirent *entry; d != NULL && !found && (entry = readdir(d)) != NULL;) {
        int number = frame_number(entry->d_name);
        if (number == 0 || number > known) {
            memcpy(out, entry->d_name, sizeof frame_name);
            found = true;
        }
    }
    if (d != NULL) {
        closedir(d);
    }
    return found;
}

static status refuse_frame(const char *path, const char *frame, message *why)
{
    return refuse(why, "%.200s: has %s, which is no frame of ours; give another folder", path,
                  frame);
}

static status refuse_recipe(const char *path, message *why)
{
    return refuse(why, "%.300s: is no recipe of ours; give another folder", path);
}

static bool continues(const movie_request *r)
{
    return r->resume || r->shards > 0;
}

/* May the film be drawn where this recipe is? `mine` is that of the film, for one that continues.
 */
static status judge(const movie_request *r, const char *recipe_path, const text *mine, message *why)
{
    char *found = NULL, other[sizeof frame_name];
    size_t length = 0;
    movie_request old;
    status s = file_read(recipe_path, LARGEST_RECIPE, &found, &length, why);
    if (s != STATUS_OK) {
        return s;
    }
    if (!folder_parse(found, &old)) {
        s = refuse_recipe(recipe_path, why);
    } else if (continues(r)) {
        bool is_same = length == mine->length && memcmp(found, mine->data, length) == 0;
        s = is_same ? STATUS_OK
                    : refuse(why,
                             "%.200s holds frames of another film; give another folder, or --force "
                             "without --resume",
                             r->path);
    } else if (!r->force) {
        s = refuse(why, "%.200s: has frames already; %s--force overwrites them", r->path,
                   r->can_resume ? "--resume completes them, " : "");
    } else if (has_other_frame(r->path, old.frames, other)) {
        s = refuse_frame(r->path, other, why);
    }
    free(found);
    return s;
}

status movie_check_folder(const char *path, bool force, message *why)
{
    const movie_request r = {.path = path, .force = force};
    char recipe[FOLDER_PATH_SIZE], other[sizeof frame_name];
    struct stat about;
    folder_recipe(path, recipe);
    if (stat(recipe, &about) == 0) {
        return judge(&r, recipe, NULL, why);
    }
    return has_other_frame(path, 0, other) ? refuse_frame(path, other, why) : STATUS_OK;
}

/* The process that holds a lock on the file, as the system tells it; 0: it does not. */
static long holder_of(int descriptor)
{
    struct stat is;
    char line[200], file[80], wanted[80];
    long found = 0, process = 0;
    FILE *locks = fstat(descriptor, &is) == 0 ? fopen("/proc/locks", "r") : NULL;
    while (locks != NULL && found == 0 && fgets(line, sizeof line, locks) != NULL) {
        snprintf(wanted, sizeof wanted, "%02x:%02x:%llu", major(is.st_dev), minor(is.st_dev),
                 (unsigned long long)is.st_ino);
        if (sscanf(line, "%*d: FLOCK %*s %*s %ld %79s", &process, file) == 2 &&
            strcmp(file, wanted) == 0) {
            found = process;
        }
    }
    if (locks != NULL) {
        fclose(locks);
    }
    return found;
}

static status refuse_busy(const folder *f, int descriptor, message *why)
{
    char who[60] = "";
    long process = holder_of(descriptor);
    if (process > 0) {
        snprintf(who, sizeof who, " by process %ld", process);
    }
    return refuse(why, "%.200s: a film is being drawn there%s; wait for it, or give another folder",
                  f->request->path, who);
}

/* Shards work together, others alone. Where there are no locks (some file systems of networks),
 * the recipe is what keeps films apart. */
static bool lock(const folder *f, int descriptor)
{
    return flock(descriptor, (f->request->shards > 0 ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 ||
           errno != EWOULDBLOCK;
}

static void remove_frames(const char *path)
{
    DIR *d = opendir(path);
    for (const struct dirent *entry; d != NULL && (entry = readdir(d)) != NULL;) {
        if (frame_number(entry->d_name) > 0) {
            unlinkat(dirfd(d), entry->d_name, 0);
        }
    }
    if (d != NULL) {
        closedir(d);
    }
}

static void take_lock(folder *f, int descriptor)
{
    if (f->lock >= 0) {
        close(f->lock);
    }
    f->lock = descriptor;
}

/* Writes the recipe, locked before it has its name, and keeps the lock. A film that is replaced is
 * gone before its recipe is: none of its frames passes for one of the new film. */
static status write_recipe(folder *f, bool replaces, message *why)
{
    output *to = NULL;
    int descriptor = -1;
    status s = STATUS_OK;
    TRY_OR_END(output_open(f->path, replaces, &to, why));
    TRY_OR_END(output_write(to, f->recipe.data, f->recipe.length, why));
    descriptor = fcntl(output_descriptor(to), F_DUPFD_CLOEXEC, 0);
    (void)!lock(f, descriptor); /* nobody else has it open */
    if (replaces) {
        remove_frames(f->request->path);
    }
    TRY_OR_END(output_commit(&to, why));
    take_lock(f, descriptor);
    f->made_recipe = true;
    descriptor = -1;
end:
    output_discard(&to);
    if (descriptor >= 0) {
        close(descriptor);
    }
    return s;
}

/* STATUS_NO: somebody else was faster, look again. */
static status claim_new(folder *f, message *why)
{
    char other[sizeof frame_name];
    struct stat about;
    if (has_other_frame(f->request->path, 0, other)) {
        /* Frames of somebody who has begun just now have a recipe. */
        return stat(f->path, &about) == 0 ? STATUS_NO : refuse_frame(f->request->path, other, why);
    }
    status s = write_recipe(f, false, why);
    return s != STATUS_OK && stat(f->path, &about) == 0 ? STATUS_NO : s;
}

static status claim_existing(folder *f, int descriptor, message *why)
{
    struct stat mine, there;
    if (fstat(descriptor, &mine) != 0 || !S_ISREG(mine.st_mode)) {
        return refuse_recipe(f->path, why);
    }
    if (!lock(f, descriptor)) {
        return refuse_busy(f, descriptor, why);
    }
    if (stat(f->path, &there) != 0 || there.st_dev != mine.st_dev || there.st_ino != mine.st_ino) {
        return STATUS_NO; /* it was replaced before it was locked */
    }
    f->replaces = !continues(f->request);
    return judge(f->request, f->path, &f->recipe, why);
}

static status claim_once(folder *f, message *why)
{
    int descriptor = open(f->path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0 && (errno == EACCES || errno == EROFS)) {
        descriptor = open(f->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    }
    if (descriptor < 0) {
        return errno == ENOENT
                   ? claim_new(f, why)
                   : refuse(why, "%.300s: cannot be opened (%s)", f->path, strerror(errno));
    }
    status s = claim_existing(f, descriptor, why);
    if (s == STATUS_OK) {
        take_lock(f, descriptor);
    } else {
        close(descriptor);
    }
    return s;
}

status folder_claim(folder *f, const movie_request *r, message *why)
{
    *f = (folder){.request = r, .lock = -1};
    folder_recipe(r->path, f->path);
    text_add(&f->recipe, "frames = %d\nfps = %.6f\nsize = %dx%d\nrecipe = %s\n", r->frames, r->fps,
             r->width, r->height, r->recipe != NULL ? r->recipe : "");
    if (f->recipe.broken) {
        return fail(why, "out of memory");
    }
    f->made_folder = mkdir(r->path, 0777) == 0;
    if (!f->made_folder && errno != EEXIST) {
        return refuse(why, "%.300s: cannot be created: %s", r->path, strerror(errno));
    }
    status s = STATUS_NO;
    for (int i = 0; i < TRIES && s == STATUS_NO; i++) {
        s = claim_once(f, why);
    }
    return s == STATUS_NO ? refuse(why, "%.200s: others draw there; give another folder", r->path)
                          : s;
}

status folder_begin(folder *f, message *why)
{
    bool replaces = f->replaces;
    f->replaces = false;
    return replaces ? write_recipe(f, true, why) : STATUS_OK;
}

void folder_undo(folder *f)
{
    char any[sizeof frame_name];
    bool is_alone = f->lock >= 0 && flock(f->lock, LOCK_EX | LOCK_NB) == 0;
    if (f->made_recipe && is_alone && !has_other_frame(f->request->path, 0, any)) {
        unlink(f->path);
    }
    if (f->made_folder) {
        rmdir(f->request->path); /* unless there is something in it */
    }
}

void folder_release(folder *f)
{
    take_lock(f, -1);
    text_clear(&f->recipe);
}
