#include "movie/movie.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/work.h"
#include "movie/encoder.h"
#include "movie/folder.h"
#include "movie/pictures.h"
#include "movie/pixels.h"
#include "picture/png.h"

enum { SAMPLES = 12, MOST_SLOTS = 64 };

bool movie_format_of(const char *path, movie_format *out)
{
    static const struct {
        const char *ending;
        movie_format format;
    } formats[] = {{".mp4", MOVIE_MP4}, {".webm", MOVIE_WEBM}, {".gif", MOVIE_GIF}};
    size_t length = strlen(path);
    if (length > 0 && path[length - 1] == '/') {
        *out = MOVIE_PICTURES;
        return true;
    }
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        size_t n = strlen(formats[i].ending);
        if (length > n && strcmp(path + length - n, formats[i].ending) == 0) {
            *out = formats[i].format;
            return true;
        }
    }
    return false;
}

static status check(const movie_request *r, message *why)
{
    bool is_video = r->format == MOVIE_MP4 || r->format == MOVIE_WEBM;
    if (r->frames < 1 || r->frames > MOVIE_MOST_FRAMES) {
        return refuse(why, "%d frames: from 1 to %d are accepted", r->frames, MOVIE_MOST_FRAMES);
    }
    if (r->format == MOVIE_GIF && !(r->fps <= 50)) {
        return refuse(why, "%g frames a second: a GIF has at most 50", r->fps);
    }
    if (!(r->fps >= 0.1) || !(r->fps <= 1000)) {
        return refuse(why, "%g frames a second: from 0.1 to 1000 are accepted", r->fps);
    }
    if (r->width < 2 || r->height < 2 || r->width > MOVIE_MOST_SIDE ||
        r->height > MOVIE_MOST_SIDE) {
        return refuse(why, "size %dx%d: from 2 to %d pixels a side are accepted", r->width,
                      r->height, MOVIE_MOST_SIDE);
    }
    if (is_video && (r->width % 2 != 0 || r->height % 2 != 0)) {
        return refuse(why, "size %dx%d: even numbers are accepted in films", r->width, r->height);
    }
    return STATUS_OK;
}

/* Frames on their way: threads draw them into slots, which are emptied in order. */
typedef struct slot {
    int frame; /* -1: free */
    bool is_done;
    uint32_t *pixels;
    uint8_t *bytes;
} slot;

typedef struct line {
    const movie_request *request;
    encoder *encoder;
    colour_table *table; /* of GIF */
    size_t size;         /* bytes of an encoded frame */
    int slot_count, next, written;
    slot slots[MOST_SLOTS];
    pthread_mutex_t lock;
    pthread_cond_t moved;
    status status; /* of whoever failed first */
    message why;
} line;

static bool is_cancelled(const movie_request *r)
{
    return r->cancel != NULL && atomic_load(r->cancel);
}

/* The next frame for a thread to draw, and where; NULL when there is none. */
static slot *take(line *l)
{
    slot *found = NULL;
    pthread_mutex_lock(&l->lock);
    while (l->status == STATUS_OK && found == NULL && l->next < l->request->frames) {
        slot *s = &l->slots[l->next % l->slot_count];
        if (is_cancelled(l->request)) {
            l->status = STATUS_NO;
            pthread_cond_broadcast(&l->moved);
        } else if (s->frame < 0) {
            *s = (slot){.frame = l->next++, .pixels = s->pixels, .bytes = s->bytes};
            found = s;
        } else {
            pthread_cond_wait(&l->moved, &l->lock);
        }
    }
    pthread_mutex_unlock(&l->lock);
    return found;
}

static void put(line *l, slot *s, status result, const message *why)
{
    pthread_mutex_lock(&l->lock);
    s->is_done = true;
    if (result != STATUS_OK && l->status == STATUS_OK) {
        l->status = result;
        l->why = *why;
    }
    pthread_cond_broadcast(&l->moved);
    pthread_mutex_unlock(&l->lock);
}

static void *draw_frames(void *context)
{
    line *l = context;
    const movie_request *r = l->request;
    for (slot *s = take(l); s != NULL; s = take(l)) {
        message why;
        status result = r->draw(r->context, s->frame, s->pixels, &why);
        if (result == STATUS_OK && l->table != NULL) {
            pixels_to_table(l->table, s->pixels, r->width, r->height, s->bytes);
        } else if (result == STATUS_OK) {
            pixels_to_yuv(s->pixels, r->width, r->height, s->bytes);
        }
        put(l, s, result, &why);
    }
    return NULL;
}

/* Hands finished frames to the encoder, in order, until all are or something failed. */
static void write_frames(line *l)
{
    const movie_request *r = l->request;
    for (;;) {
        pthread_mutex_lock(&l->lock);
        slot *s = &l->slots[l->written % l->slot_count];
        while (l->status == STATUS_OK && l->written < r->frames &&
               !(s->frame == l->written && s->is_done)) {
            pthread_cond_wait(&l->moved, &l->lock);
        }
        bool ends = l->status != STATUS_OK || l->written == r->frames;
        pthread_cond_broadcast(&l->moved);
        pthread_mutex_unlock(&l->lock);
        if (ends) {
            return;
        }
        message why;
        status result = encoder_write(l->encoder, s->bytes, l->size, &why);
        pthread_mutex_lock(&l->lock);
        s->frame = -1;
        l->written++;
        if (result != STATUS_OK && l->status == STATUS_OK) {
            l->status = result;
            l->why = why;
        }
        pthread_cond_broadcast(&l->moved);
        pthread_mutex_unlock(&l->lock);
        if (r->progressed != NULL) {
            r->progressed(r->context, l->written, r->frames);
        }
    }
}

/* The colours of a GIF, from frames all over it. */
static status sample_colours(line *l, message *why)
{
    const movie_request *r = l->request;
    int count = r->frames < SAMPLES ? r->frames : SAMPLES;
    uint32_t *pixels = l->slots[0].pixels;
    for (int i = 0; i < count; i++) {
        int frame = count > 1 ? (int)((long)i * (r->frames - 1) / (count - 1)) : 0;
        TRY(is_cancelled(r) ? STATUS_NO : r->draw(r->context, frame, pixels, why));
        colour_table_count(l->table, pixels, (size_t)r->width * (size_t)r->height);
    }
    colour_table_make(l->table);
    return STATUS_OK;
}

static status line_init(line *l, const movie_request *r, int threads, message *why)
{
    size_t count = (size_t)r->width * (size_t)r->height;
    bool is_gif = r->format == MOVIE_GIF;
    *l = (line){.request = r, .slot_count = 2 * threads + 2};
    l->slot_count = l->slot_count > MOST_SLOTS ? MOST_SLOTS : l->slot_count;
    l->size = is_gif ? count + 1024 : count * 3 / 2;
    pthread_mutex_init(&l->lock, NULL);
    pthread_cond_init(&l->moved, NULL);
    if (is_gif) {
        TRY(memory_allocate(&l->table, 1, sizeof *l->table, why));
    }
    for (int i = 0; i < l->slot_count; i++) {
        l->slots[i].frame = -1;
        TRY(memory_allocate(&l->slots[i].pixels, count, sizeof(uint32_t), why));
        TRY(memory_allocate(&l->slots[i].bytes, l->size, 1, why));
    }
    return STATUS_OK;
}

static void line_clear(line *l)
{
    for (int i = 0; i < l->slot_count; i++) {
        free(l->slots[i].pixels);
        free(l->slots[i].bytes);
    }
    free(l->table);
    pthread_cond_destroy(&l->moved);
    pthread_mutex_destroy(&l->lock);
}

enum { MOST_THREADS = 31 };

/* All frames, by as many threads as can be started. */
static status draw_and_write(line *l, int wanted, message *why)
{
    pthread_t threads[MOST_THREADS];
    int started = 0;
    while (started < wanted && pthread_create(&threads[started], NULL, draw_frames, l) == 0) {
        started++;
    }
    if (started == 0) {
        return fail(why, "no thread to draw frames");
    }
    write_frames(l);
    for (int i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    if (l->status != STATUS_OK) {
        *why = l->why;
    }
    return l->status;
}

static status make_film(const movie_request *r, message *why)
{
    int wanted = r->jobs > 0 ? r->jobs : work_processors();
    wanted = wanted > MOST_THREADS ? MOST_THREADS : wanted;
    line *l = NULL;
    TRY(memory_allocate(&l, 1, sizeof *l, why));
    status s = STATUS_OK;
    TRY_OR_END(line_init(l, r, wanted, why));
    TRY_OR_END(encoder_open(r, &l->encoder, why));
    if (l->table != NULL) {
        TRY_OR_END(sample_colours(l, why));
    }
    TRY_OR_END(draw_and_write(l, wanted, why));
    s = encoder_finish(&l->encoder, why);
end:
    encoder_discard(&l->encoder);
    line_clear(l);
    free(l);
    return s;
}

status movie_make(const movie_request *request, message *why)
{
    TRY(check(request, why));
    return request->format == MOVIE_PICTURES ? pictures_make(request, why)
                                             : make_film(request, why);
}

/* Reads pictures back, for a film of them. */
static status draw_from_folder(void *context, int frame, uint32_t *pixels, message *why)
{
    const movie_request *r = context;
    char path[FOLDER_PATH_SIZE];
    folder_picture(r->recipe, frame, path);
    int width = 0, height = 0;
    uint32_t *read = NULL;
    status s = STATUS_OK;
    TRY_OR_END(png_read(path, &read, &width, &height, why));
    if (width != r->width || height != r->height) {
        TRY_OR_END(refuse(why, "%.300s: %dx%d pixels where %dx%d are expected", path, width, height,
                          r->width, r->height));
    }
    memcpy(pixels, read, (size_t)width * (size_t)height * sizeof *read);
end:
    free(read);
    return s;
}

status movie_join(const char *pictures, const movie_request *how, message *why)
{
    char path[FOLDER_PATH_SIZE];
    char *recipe = NULL;
    size_t length = 0;
    movie_request r = *how;
    folder_recipe(pictures, path);
    TRY(file_read(path, 1 << 20, &recipe, &length, why));
    bool is_recipe = folder_parse(recipe, &r);
    free(recipe);
    if (!is_recipe) {
        return refuse(why, "%.300s: is not the recipe of a film", path);
    }
    for (int i = 0; i < r.frames; i++) {
        folder_picture(pictures, i, path);
        if (access(path, R_OK) != 0) {
            return refuse(why, "%.300s is missing: draw it with --resume first", path);
        }
    }
    r.recipe = pictures;
    r.draw = draw_from_folder;
    r.context = &r;
    r.progressed = NULL;
    return movie_make(&r, why);
}
