#include "lab_film.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "scene/scene.h"

/* How many seconds of the film a trail lasts. */
static const double trail_seconds = 1.5;

double lab_film_time(const lab_film *film, int frames, int frame)
{
    const footage *f = &film->footage;
    return scene_time(f->t[0], f->t[f->count - 1], frames, frame);
}

/* A film while it is made. */
typedef struct making {
    const lab_film *film;
    int frames;
    scene scene;
    void (*progressed)(void *context, int done, int total);
    void *context;
} making;

static status draw(void *context, int frame, uint32_t *pixels, message *why)
{
    const making *s = context;
    return scene_paint(&s->scene, lab_film_time(s->film, s->frames, frame),
                       trail_seconds * s->film->speed, pixels, why);
}

static void tell(void *context, int done, int total)
{
    const making *s = context;
    if (s->progressed != NULL) {
        s->progressed(s->context, done, total);
    }
}

status lab_film_frames(const lab_film *film, int *frames, message *why)
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

static status check(const lab_film *film, movie_format *format, message *why)
{
    if (!movie_format_of(film->path, format)) {
        return refuse(why, "%.200s: the name must end in .mp4, .webm, .gif or / (a folder)",
                      film->path);
    }
    return STATUS_OK;
}

status lab_film_make(const lab_film *film, void (*progressed)(void *, int, int), void *context,
                     message *why)
{
    movie_format format;
    int frames = 0;
    making *s = NULL;
    status ok = footage_check(&film->footage, why);
    ok = ok == STATUS_OK ? check(film, &format, why) : ok;
    ok = ok == STATUS_OK ? memory_allocate(&s, 1, sizeof *s, why) : ok;
    if (ok != STATUS_OK) {
        return ok;
    }
    ok = lab_film_frames(film, &frames, why);
    ok = ok == STATUS_OK
             ? scene_open(&s->scene, &film->footage, film->width, film->height, frames, why)
             : ok;
    if (ok == STATUS_OK) {
        s->film = film;
        s->frames = frames;
        s->progressed = progressed;
        s->context = context;
        const movie_request request = {.path = film->path,
                                       .format = format,
                                       .quality = film->quality,
                                       .width = film->width,
                                       .height = film->height,
                                       .frames = frames,
                                       .fps = film->fps,
                                       .jobs = film->jobs,
                                       .force = film->force,
                                       .draw = draw,
                                       .progressed = tell,
                                       .context = s,
                                       .cancel = film->cancel,
                                       .recipe = film->footage.title};
        ok = movie_make(&request, why);
    }
    scene_clear(&s->scene);
    free(s);
    return ok;
}
