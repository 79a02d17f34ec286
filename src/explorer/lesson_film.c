#include "explorer/lesson_film.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "explorer/explorer.h"

/* A smaller film cannot be read. */
enum { LEAST_WIDTH = 160, LEAST_HEIGHT = 120 };

/* What moves is moved in steps of at most so many seconds, whatever the rate of the frames. */
static const double longest_tick = 0.04;
static const double beginning = 1; /* of the explorer's time */

/* Frames come in order; going back starts again. */
typedef struct player {
    const lesson_film *film;
    explorer *explorer;
    double now;
    int next; /* the frame that comes next */
} player;

static status open_player(player *p, message *why)
{
    const settings initial = settings_initial();
    explorer_destroy(p->explorer);
    p->explorer = NULL;
    p->now = beginning;
    p->next = 0;
    TRY(explorer_create(p->film->assets, &initial, NULL, &p->explorer, why));
    explorer_resize(p->explorer, p->film->width, p->film->height, 1);
    explorer_tick(p->explorer, p->now);
    return explorer_film(p->explorer, p->film->name, why);
}

static status problem_of(const player *p, message *why)
{
    if (memory_failures() > 0) {
        return fail(why, "out of memory");
    }
    explorer_lesson l = explorer_lesson_now(p->explorer);
    return l.problem[0] == '\0' ? STATUS_OK
                                : refuse(why, "%.150s: %.340s", p->film->name, l.problem);
}

/* Until nothing is computed any more. */
static void settle(player *p)
{
    static const struct timespec moment = {.tv_nsec = 500000};
    while (explorer_is_busy(p->explorer)) {
        nanosleep(&moment, NULL);
        explorer_tick(p->explorer, p->now);
    }
}

static void go_to(player *p, double then)
{
    while (p->now < then) {
        p->now = fmin(then, p->now + longest_tick);
        explorer_tick(p->explorer, p->now);
        settle(p);
    }
    settle(p);
}

static status draw(void *context, int frame, uint32_t *pixels, message *why)
{
    player *p = context;
    if (frame < p->next) {
        TRY(open_player(p, why));
    }
    go_to(p, beginning + frame / p->film->fps);
    p->next = frame + 1;
    TRY(problem_of(p, why));
    return explorer_draw(p->explorer, pixels, p->film->width, why);
}

static void tell(void *context, int done, int total)
{
    const lesson_film *film = ((const player *)context)->film;
    if (film->progressed != NULL) {
        film->progressed(film->context, done, total);
    }
}

/* Runs every command once, as fast as it goes: what cannot be shown is known before a film is. */
static status rehearse(player *p, message *why)
{
    explorer *e = NULL;
    char line[1200];
    const settings initial = settings_initial();
    status s = STATUS_OK;
    TRY_OR_END(explorer_create(p->film->assets, &initial, NULL, &e, why));
    snprintf(line, sizeof line, "lesson %.1024s", p->film->name);
    explorer_resize(e, LEAST_WIDTH, LEAST_HEIGHT, 1);
    explorer_tick(e, beginning);
    TRY_OR_END(explorer_command(e, line, why));
    for (int i = 0; i < 3 * LESSON_MAX_STEPS; i++) {
        TRY_OR_END(explorer_command(e, "lesson-next", why));
    }
    const player tried = {.film = p->film, .explorer = e};
    s = problem_of(&tried, why);
end:
    explorer_destroy(e);
    return s;
}

static status count_frames(const lesson_film *film, int *frames, message *why)
{
    lesson *l = NULL;
    TRY(lesson_open(film->assets, film->name, &l, why));
    double seconds = lesson_seconds(l), count = fmax(1, round(seconds * film->fps));
    lesson_destroy(l);
    *frames = (int)fmin(count, MOVIE_MOST_FRAMES);
    if (count > MOVIE_MOST_FRAMES) {
        return refuse(why,
                      "--fps %g: %.0f seconds would be %.6g frames; at most %d are accepted, up "
                      "to --fps %.6g",
                      film->fps, seconds, count, MOVIE_MOST_FRAMES,
                      floor(100 * MOVIE_MOST_FRAMES / seconds) / 100);
    }
    return STATUS_OK;
}

/* What would be found only after the rehearsal. */
static status check(const lesson_film *f, message *why)
{
    if (f->width < LEAST_WIDTH || f->height < LEAST_HEIGHT) {
        return refuse(why, "--size %dx%d: from %dx%d on is accepted for a film", f->width,
                      f->height, LEAST_WIDTH, LEAST_HEIGHT);
    }
    if (f->format != MOVIE_PICTURES && !f->force && access(f->path, F_OK) == 0) {
        return refuse(why, "-o %.200s: the file exists; --force overwrites it", f->path);
    }
    return f->format == MOVIE_PICTURES ? movie_check_folder(f->path, f->force, why) : STATUS_OK;
}

status lesson_film_make(const lesson_film *film, message *why)
{
    player p = {.film = film};
    char recipe[1200];
    int frames = 0;
    TRY(check(film, why));
    TRY(count_frames(film, &frames, why));
    status s = STATUS_OK;
    TRY_OR_END(rehearse(&p, why));
    TRY_OR_END(open_player(&p, why));
    snprintf(recipe, sizeof recipe, "lesson %.1100s", film->name);
    const movie_request request = {.path = film->path,
                                   .format = film->format,
                                   .quality = film->quality,
                                   .width = film->width,
                                   .height = film->height,
                                   .frames = frames,
                                   .fps = film->fps,
                                   .jobs = 1, /* frames follow from those before */
                                   .force = film->force,
                                   .draw = draw,
                                   .progressed = tell,
                                   .context = &p,
                                   .recipe = recipe};
    s = movie_make(&request, why);
end:
    explorer_destroy(p.explorer);
    return s;
}
