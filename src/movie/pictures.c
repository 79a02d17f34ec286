#include "movie/pictures.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/output.h"
#include "base/work.h"
#include "movie/folder.h"
#include "picture/png.h"

enum { MOST_THREADS = 32 };

typedef struct gallery {
    const movie_request *request;
    folder folder;
    int count;     /* of the frames to draw */
    int *frames;   /* their numbers */
    bool *written; /* which of them are */
    int done;
    pthread_mutex_t lock;
    status status; /* of whoever failed first */
    message why;
} gallery;

static status write_picture(const movie_request *r, int frame, const uint32_t *pixels, message *why)
{
    char path[FOLDER_PATH_SIZE];
    output *to = NULL;
    png_writer *png = NULL;
    const png_text texts[] = {{.key = "Software", .value = "spinscope"}};
    folder_picture(r->path, frame, path);
    status s = STATUS_OK;
    TRY_OR_END(output_open(path, r->resume || r->shards > 0, &to, why));
    TRY_OR_END(png_begin(to, r->width, r->height, texts, 1, PNG_LEVEL, &png, why));
    TRY_OR_END(png_rows(png, pixels, r->height, why));
    TRY_OR_END(png_end(&png, why));
    s = output_commit(&to, why);
end:
    png_discard(&png);
    output_discard(&to);
    return s;
}

/* Once the first frame is drawn, the folder is taken over. */
static status begin(gallery *g, message *why)
{
    pthread_mutex_lock(&g->lock);
    status s = g->status == STATUS_OK ? folder_begin(&g->folder, why) : g->status;
    pthread_mutex_unlock(&g->lock);
    return s;
}

/* One picture: drawn, then written. */
static status make_picture(gallery *g, int frame, message *why)
{
    const movie_request *r = g->request;
    uint32_t *pixels = NULL;
    TRY(memory_allocate(&pixels, (size_t)r->width * (size_t)r->height, sizeof *pixels, why));
    status s = STATUS_OK;
    TRY_OR_END(r->draw(r->context, frame, pixels, why));
    TRY_OR_END(begin(g, why));
    s = write_picture(r, frame, pixels, why);
end:
    free(pixels);
    return s;
}

static void draw_picture(void *context, int index)
{
    gallery *g = context;
    const movie_request *r = g->request;
    message why;
    pthread_mutex_lock(&g->lock);
    status s = g->status;
    pthread_mutex_unlock(&g->lock);
    if (s != STATUS_OK) {
        return;
    }
    s = make_picture(g, g->frames[index], &why);
    pthread_mutex_lock(&g->lock);
    g->written[index] = s == STATUS_OK;
    g->done++;
    if (s != STATUS_OK && g->status == STATUS_OK) {
        g->status = s;
        g->why = why;
    }
    if (r->progressed != NULL) {
        r->progressed(r->context, g->done, g->count);
    }
    pthread_mutex_unlock(&g->lock);
}

/* Is there a whole picture of this size? One that is not is drawn again. */
static bool is_drawn(const char *path, int width, int height)
{
    uint32_t *pixels = NULL;
    int across = 0, down = 0;
    struct stat is;
    message ignored;
    bool whole = stat(path, &is) == 0 && S_ISREG(is.st_mode) &&
                 png_read(path, &pixels, &across, &down, &ignored) == STATUS_OK;
    free(pixels);
    return whole && across == width && down == height;
}

static status choose_frames(gallery *g, message *why)
{
    const movie_request *r = g->request;
    TRY(memory_allocate(&g->frames, (size_t)r->frames, sizeof *g->frames, why));
    TRY(memory_allocate(&g->written, (size_t)r->frames, sizeof *g->written, why));
    for (int i = 0; i < r->frames; i++) {
        char path[FOLDER_PATH_SIZE];
        bool is_mine = r->shards <= 0 || i % r->shards == r->shard - 1;
        folder_picture(r->path, i, path);
        if (is_mine && !(r->resume && is_drawn(path, r->width, r->height))) {
            g->frames[g->count++] = i;
        }
    }
    return STATUS_OK;
}

static status draw_all(gallery *g, message *why)
{
    const movie_request *r = g->request;
    int jobs = r->jobs > 0 ? r->jobs : work_processors(); /* each has a file open */
    pthread_mutex_init(&g->lock, NULL);
    work_share(g->count, jobs < MOST_THREADS ? jobs : MOST_THREADS, draw_picture, g, r->cancel);
    pthread_mutex_destroy(&g->lock);
    if (g->status != STATUS_OK) {
        *why = g->why;
        return g->status;
    }
    return r->cancel != NULL && atomic_load(r->cancel) ? STATUS_NO : STATUS_OK;
}

static void undo(gallery *g)
{
    for (int i = 0; i < g->count; i++) {
        char path[FOLDER_PATH_SIZE];
        folder_picture(g->request->path, g->frames[i], path);
        if (g->written[i]) {
            unlink(path);
        }
    }
    folder_undo(&g->folder);
}

status pictures_make(const movie_request *request, message *why)
{
    gallery g = {.request = request};
    status s = STATUS_OK;
    TRY_OR_END(folder_claim(&g.folder, request, why));
    TRY_OR_END(choose_frames(&g, why));
    s = draw_all(&g, why);
end:
    if (s == STATUS_BAD_INPUT) {
        undo(&g);
    }
    folder_release(&g.folder);
    free(g.written);
    free(g.frames);
    return s;
}
