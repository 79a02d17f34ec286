#include "lab_film.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "lab/systems.h"
#include "lab_scene.h"

enum { TRAIL_POINTS = 96 };

/* How many seconds of the film a trail lasts. */
static const double trail_seconds = 1.5;

/* The step at or before a time; there is one after it, unless there is but one. */
static int step_before(const lab_film *film, double t)
{
    int low = 0, high = film->count - 1;
    while (low + 1 < high) {
        int middle = low + (high - low) / 2;
        if (film->t[middle] <= t) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The slope at step i of the parabola through it and its neighbours. */
static double slope_at(const lab_film *film, const double *rows, int i, int coordinate)
{
    int n = film->system->positions;
    int middle = i == 0 ? 1 : i == film->count - 1 ? i - 1 : i;
    const double *t = film->t + middle, *x = rows + (size_t)middle * (size_t)n + coordinate;
    double before = t[0] - t[-1], after = t[1] - t[0];
    double first = (x[0] - x[-n]) / before, second = (x[n] - x[0]) / after;
    double bend = (second - first) / (before + after); /* half of the second derivative */
    return first + bend * before + 2 * bend * (film->t[i] - t[0]);
}

void lab_film_positions(const lab_film *film, const double *rows, double t, double *out)
{
    int n = film->system->positions, k = step_before(film, t);
    const double *a = rows + (size_t)k * (size_t)n, *b = a + n;
    if (film->count == 1) {
        memcpy(out, a, (size_t)n * sizeof *out);
        return;
    }
    double h = film->t[k + 1] - film->t[k], s = fmin(fmax((t - film->t[k]) / h, 0), 1), r = 1 - s;
    for (int i = 0; i < n; i++) {
        double from = a[i], to = b[i], straight = s == 0 ? from : s == 1 ? to : r * from + s * to;
        double m0 = film->count > 2 ? h * slope_at(film, rows, k, i) : to - from;
        double m1 = film->count > 2 ? h * slope_at(film, rows, k + 1, i) : to - from;
        /* Hermite: the straight line, and what vanishes at both ends. */
        double bow = s * r * (r * (m0 - (to - from)) - s * (m1 - (to - from)));
        out[i] = isfinite(bow) ? straight + bow : straight;
    }
}

double lab_film_time(const lab_film *film, int frames, int frame)
{
    double from = film->t[0], to = film->t[film->count - 1];
    return frame <= 0 ? from : frame >= frames - 1 ? to : from + (to - from) * frame / (frames - 1);
}

static void pose_of(const shape *from, mechanism_pose *out)
{
    memcpy(out->x, from->x, (size_t)from->point_count * sizeof *out->x);
    memcpy(out->y, from->y, (size_t)from->point_count * sizeof *out->y);
}

/* Relative errors of the lengths at a time, on the straight line between those of the steps. */
static void strains_at(const lab_scene *s, double t, double *out)
{
    const lab_film *film = s->film;
    const mechanism *m = &s->look;
    int n = film->system->positions, k = step_before(film, t), next = film->count > 1 ? k + 1 : k;
    shape before, after;
    film->system->draw(film->system->data, film->t[k], film->p + (size_t)k * (size_t)n, &before);
    film->system->draw(film->system->data, film->t[next], film->p + (size_t)next * (size_t)n,
                       &after);
    double part = next > k ? (t - film->t[k]) / (film->t[next] - film->t[k]) : 0;
    for (int i = 0; i < m->bar_count; i++) {
        double first = lab_scene_length(&before, i) / m->length[i] - 1;
        double second = lab_scene_length(&after, i) / m->length[i] - 1;
        out[i] = part <= 0 ? first : part >= 1 ? second : (1 - part) * first + part * second;
    }
}

static status draw(void *context, int frame, uint32_t *pixels, message *why)
{
    const lab_scene *s = context;
    const lab_film *film = s->film;
    double x[MECHANISM_MAX_TRAILS][TRAIL_POINTS], y[MECHANISM_MAX_TRAILS][TRAIL_POINTS];
    mechanism_pose ghost;
    mechanism_frame f = {.t = lab_film_time(film, s->frames, frame)};
    shape now;
    double begin = fmax(film->t[0], f.t - trail_seconds * film->speed);
    for (int i = 0; i < TRAIL_POINTS && s->trail_count > 0; i++) {
        lab_scene_shape(film, film->p, begin + (f.t - begin) * i / (TRAIL_POINTS - 1), &now);
        for (int k = 0; k < s->trail_count; k++) {
            x[k][i] = now.x[s->trails[k]];
            y[k][i] = now.y[s->trails[k]];
        }
    }
    for (int k = 0; k < s->trail_count; k++) {
        f.trails[f.trail_count++] = (mechanism_trail){x[k], y[k], TRAIL_POINTS};
    }
    lab_scene_shape(film, film->p, f.t, &now);
    pose_of(&now, &f.pose);
    strains_at(s, f.t, f.strain);
    if (film->reference != NULL) {
        lab_scene_shape(film, film->reference, f.t, &now);
        pose_of(&now, &ghost);
        f.ghost = &ghost;
    }
    return mechanism_paint(&s->look, &f, pixels, why);
}

static void tell(void *context, int done, int total)
{
    const lab_scene *s = context;
    if (s->progressed != NULL) {
        s->progressed(s->context, done, total);
    }
}

/* "ascher-petzold-1 has no picture; pendulum, chain have" */
static status refuse_system(const char *name, message *why)
{
    text names = {0};
    for (int i = 0; i < systems_count(); i++) {
        const system_entry *e = systems_at(i);
        double values[PROBLEMS_MAX_PARAMETERS];
        constrained *c = NULL;
        message unused;
        for (int k = 0; k < e->parameter_count; k++) {
            values[k] = e->parameters[k].initial;
        }
        if (system_entry_create(e, values, &c, &unused) == STATUS_OK) {
            if (c->draw != NULL) {
                text_add(&names, "%s%s", names.length > 0 ? ", " : "", e->name);
            }
            constrained_destroy(c);
        }
    }
    status s = refuse(why, "%s has no picture; %s have", name,
                      names.data != NULL ? names.data : "mechanisms");
    text_clear(&names);
    return s;
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
    double span = film->t[film->count - 1] - film->t[0];
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
    if (film->system->draw == NULL) {
        return refuse_system(film->system->name, why);
    }
    if (!movie_format_of(film->path, format)) {
        return refuse(why, "%.200s: the name must end in .mp4, .webm, .gif or / (a folder)",
                      film->path);
    }
    if (film->count < 1) {
        return refuse(why, "%d recorded steps: at least 1 is needed for a film", film->count);
    }
    for (int i = 0; i < film->count; i++) {
        if (!isfinite(film->t[i]) || (i > 0 && !(film->t[i] > film->t[i - 1]))) {
            return refuse(why, "step %d is at t = %g: finite times that increase are accepted", i,
                          film->t[i]);
        }
    }
    const double *v = film->view;
    bool is_open = v[0] == 0 && v[1] == 0 && v[2] == 0 && v[3] == 0;
    bool is_finite = isfinite(v[1] - v[0]) && isfinite(v[3] - v[2]);
    if (!is_open && !(is_finite && v[0] < v[1] && v[2] < v[3])) {
        return refuse(why, "view %g,%g,%g,%g: X0,X1,Y0,Y1 with X0 < X1 and Y0 < Y1 is accepted",
                      v[0], v[1], v[2], v[3]);
    }
    return STATUS_OK;
}

status lab_film_make(const lab_film *film, void (*progressed)(void *, int, int), void *context,
                     message *why)
{
    movie_format format;
    int frames = 0;
    lab_scene *s = NULL;
    status ok = check(film, &format, why);
    ok = ok == STATUS_OK ? memory_allocate(&s, 1, sizeof *s, why) : ok;
    if (ok != STATUS_OK) {
        return ok;
    }
    ok = lab_film_frames(film, &frames, why);
    ok = ok == STATUS_OK ? lab_scene_open(s, film, frames, why) : ok;
    if (ok == STATUS_OK) {
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
                                       .recipe = film->title};
        ok = movie_make(&request, why);
    }
    lab_scene_clear(s);
    free(s);
    return ok;
}
