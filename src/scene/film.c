#include "scene/film.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "scene/scene.h"

double scene_film_time(const scene_film *film, int frames, int frame)
{
    const footage *f = &film->footage;
    return scene_time(f->t[0], f->t[f->count - 1], frames, frame);
}

/* A film while it is made. */
typedef struct making {
    const scene_film *film;
    int frames;
    scene scene;
    void (*progressed)(void *context, int done, int total);
    void *context;
} making;

static status draw(void *context, int frame, uint32_t *pixels, message *why)
{
    const making *s = context;
    return scene_paint(&s->scene, scene_film_time(s->film, s->frames, frame),
                       scene_trail_seconds * s->film->speed, pixels, why);
}

static void tell(void *context, int done, int total)
{
    const making *s = context;
    if (s->progressed != NULL) {
        s->progressed(s->context, done, total);
    }
}

status scene_film_frames(const scene_film *film, int *frames, message *why)
{
    *frames = 0;
    if (!(film->speed > 0) || !isfinite(film->speed)) {
        return refuse(why,
                      "speed %g: a positive number is accepted, seconds of the system in a "
                      "second of the film",
                      film->speed);
    }
    if (!(film->fps > 0) || !isfinite(film->fps)) {
        return refuse(why, "%g frames a second: a positive number is accepted", film->fps);
    }
    double span = film->footage.t[film->footage.count - 1] - film->footage.t[0];
    double count = fmax(round(span / film->speed * film->fps), 1);
    if (!(count <= MOVIE_MOST_FRAMES)) {
        return refuse(why,
                      "speed %g with %g frames a second: %g seconds would be %.6g frames; at most "
                      "%d are accepted, from speed %.3g on",
                      film->speed, film->fps, span, count, MOVIE_MOST_FRAMES,
                      1.01 * span * film->fps / MOVIE_MOST_FRAMES);
    }
    *frames = (int)count;
    return STATUS_OK;
}

status scene_film_make(const scene_film *film, void (*progressed)(void *, int, int), void *context,
                       message *why)
{
    movie_format format;
    making *m = NULL;
    status s = STATUS_OK;
    TRY(footage_check(&film->footage, why));
    if (!movie_format_of(film->path, &format)) {
        return refuse(why, "%.200s: the name must end in .mp4, .webm, .gif or / (a folder)",
                      film->path);
    }
    TRY(memory_allocate(&m, 1, sizeof *m, why));
    m->film = film;
    m->progressed = progressed;
    m->context = context;
    TRY_OR_END(scene_film_frames(film, &m->frames, why));
    TRY_OR_END(scene_open(&m->scene, &film->footage, film->width, film->height, m->frames, why));
    const movie_request request = {.path = film->path,
                                   .format = format,
                                   .quality = film->quality,
                                   .width = film->width,
                                   .height = film->height,
                                   .frames = m->frames,
                                   .fps = film->fps,
                                   .jobs = film->jobs,
                                   .force = film->force,
                                   .draw = draw,
                                   .progressed = tell,
                                   .context = m,
                                   .cancel = film->cancel,
                                   .recipe = film->footage.title};
    TRY_OR_END(movie_make(&request, why));
end:
    scene_clear(&m->scene);
    free(m);
    return s;
}
