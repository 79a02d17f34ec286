#include "lab_animate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"
#include "lab_film.h"

/* A smaller film shows nothing. */
enum { LEAST_WIDTH = 160, LEAST_HEIGHT = 120 };

status animation_check(const animation *a, const experiment *e, message *why)
{
    movie_format format;
    if (a->path == NULL) {
        return STATUS_OK;
    }
    if (!movie_format_of(a->path, &format)) {
        return refuse(why, "--animate %.200s: a name ending in .mp4, .webm, .gif or / is accepted",
                      a->path);
    }
    if (format != MOVIE_PICTURES && !a->force && access(a->path, F_OK) == 0) {
        return refuse(why, "--animate %.200s: the file exists; --force overwrites it", a->path);
    }
    if (a->width < LEAST_WIDTH || a->height < LEAST_HEIGHT) {
        return refuse(why, "--size %dx%d: from %dx%d on is accepted for a film", a->width,
                      a->height, LEAST_WIDTH, LEAST_HEIGHT);
    }
    if (format != MOVIE_PICTURES && (a->width % 2 != 0 || a->height % 2 != 0)) {
        return refuse(why, "--size %dx%d: even numbers are accepted for a film", a->width,
                      a->height);
    }
    if (e->system->draw == NULL) {
        return refuse(why, "--animate: %s has no picture; linkages such as pendulum are accepted",
                      e->system->name);
    }
    return format == MOVIE_PICTURES ? movie_check_folder(a->path, a->force, why) : STATUS_OK;
}

/* The reference solution at the times of the record; NaN from where it is not known. */
static status fill_reference(const record *r, const double *t, double *out, message *why)
{
    reference *known = NULL;
    status s = experiment_reference(r->of, &known, why);
    if (s == STATUS_OK) {
        footage_fill_reference(known, r->of->system->positions, r->count, t, NULL, out);
    }
    reference_destroy(known);
    return s;
}

/* A column of the record, `width` numbers wide, from `first` on. */
static void copy_columns(const record *r, int first, int width, double *out)
{
    for (int i = 0; i < r->count; i++) {
        for (int j = 0; j < width; j++) {
            out[i * width + j] = r->rows[(size_t)i * (size_t)r->width + (size_t)(first + j)];
        }
    }
}

static void tell(void *context, int done, int total)
{
    progress_tell(context, (double)done / (double)total);
}

static status make(const animation *a, const record *r, double *numbers, message *why)
{
    const experiment *e = r->of;
    const lab_setup *setup = e->setup;
    size_t count = (size_t)r->count, n = (size_t)e->system->positions;
    double *t = numbers, *p = t + count, *known = p + count * n, *drift = known + count * n;
    copy_columns(r, ROW_T, 1, t);
    copy_columns(r, ROW_STATE, (int)n, p);
    copy_columns(r, ROW_DRIFT_0, 1, drift);
    copy_columns(r, ROW_DRIFT_1, 1, drift + count);
    lab_film film = {.footage = {.system = e->system,
                                 .count = r->count,
                                 .t = t,
                                 .p = p,
                                 .reference = e->is_off ? NULL : known,
                                 .drift = {drift, e->system->order == 2 ? drift + count : NULL}},
                     .path = a->path,
                     .width = a->width,
                     .height = a->height,
                     .fps = a->fps,
                     .speed = a->speed,
                     .force = a->force,
                     .quality = MOVIE_GOOD};
    status s = film.footage.reference != NULL ? fill_reference(r, t, known, why) : STATUS_OK;
    if (s != STATUS_OK) {
        return s;
    }
    footage_name(&film.footage, setup->entry->title, setup->formulation.name, setup->method->name,
                 setup->tolerance, r->result.h);
    progress shown;
    progress_begin(&shown, "film", a->quiet);
    s = lab_film_make(&film, tell, &shown, why);
    progress_end(&shown);
    return s;
}

status animation_make(const animation *a, const record *r, message *why)
{
    if (a->path == NULL) {
        return STATUS_OK;
    }
    size_t n = (size_t)r->of->system->positions;
    double *numbers = NULL;
    status s = memory_allocate(&numbers, (size_t)r->count * (2 * n + 3), sizeof *numbers, why);
    s = s == STATUS_OK ? make(a, r, numbers, why) : s;
    free(numbers);
    return s;
}
