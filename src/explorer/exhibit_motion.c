#include "explorer/exhibit_motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/job.h"
#include "base/memory.h"
#include "picture/labels.h"
#include "scene/scene.h"

enum { SAMPLES = 300 };

static const uint32_t soft = 0xFF5A5A5A, bad = 0xFFD0202E;

struct motion_exhibit {
    lab_setup setup;
    lab_method method;
    job job;

    /* The job's until it is done. */
    take take;
    scene scene;

    uint32_t *pixels;
    size_t room;
};

static status integrate(job *self, void *context, message *why)
{
    motion_exhibit *m = context;
    (void)self;
    TRY(take_make(&m->setup, &m->job.cancel, &m->take, why));
    footage *f = &m->take.footage; /* how it was computed comes first */
    char title[FOOTAGE_TEXT_SIZE];
    memcpy(title, f->title, sizeof title);
    memcpy(f->title, f->subtitle, sizeof f->title);
    memcpy(f->subtitle, title, sizeof f->subtitle);
    return scene_open(&m->scene, f, 640, 480, SAMPLES, why);
}

status motion_create(const exhibit_plan *plan, const catalogue *all, void (*wake)(void *context),
                     void *context, motion_exhibit **out, message *why)
{
    motion_exhibit *m = NULL;
    message detail;
    *out = NULL;
    TRY(memory_allocate(&m, 1, sizeof *m, why));
    m->setup = plan->setup;
    m->setup.method = &m->method;
    const job_plan work = {.purpose = "to integrate in",
                           .work = integrate,
                           .context = m,
                           .wake = wake,
                           .wake_context = context};
    status s;
    TRY_OR_END(
        lab_method_open(all, plan->methods[0], plan->setup.tolerance > 0, &m->method, &detail));
    TRY_OR_END(take_try(&m->setup, &detail));
    TRY_OR_END(job_start(&m->job, &work, &detail));
    *out = m;
    return STATUS_OK;
end:
    motion_destroy(m);
    const char *name = plan->setup.entry->name;
    return s == STATUS_FAILED ? fail(why, "stage %s: %.400s", name, detail.text)
                              : refuse(why, "stage %s: %.400s", name, detail.text);
}

void motion_destroy(motion_exhibit *m)
{
    if (m == NULL) {
        return;
    }
    job_stop(&m->job);
    scene_clear(&m->scene);
    take_clear(&m->take);
    lab_method_clear(&m->method);
    free(m->pixels);
    free(m);
}

bool motion_collect(motion_exhibit *m)
{
    return job_collect(&m->job);
}

bool motion_is_busy(const motion_exhibit *m)
{
    return m->job.is_running;
}

const take *motion_take(const motion_exhibit *m)
{
    return m->job.is_running || m->job.result != STATUS_OK ? NULL : &m->take;
}

static void say_in(canvas *c, box b, double l, uint32_t colour, const char *words)
{
    char plain[600];
    label_plain(words, plain, sizeof plain);
    canvas_text_within(c, b.x + b.width / 2, b.y + b.height / 2, l, b.width - 2 * l, CANVAS_MIDDLE,
                       colour, plain);
}

static status paint(motion_exhibit *m, int width, int height, double letter, double t, double trail,
                    message *why)
{
    size_t needed = (size_t)width * (size_t)height;
    if (needed > m->room || needed < m->room / 4) {
        free(m->pixels);
        m->room = 0;
        TRY(memory_allocate(&m->pixels, needed, sizeof *m->pixels, why));
        m->room = needed;
    }
    m->scene.look.width = width;
    m->scene.look.height = height;
    m->scene.look.letter = letter;
    return scene_paint(&m->scene, t, trail, m->pixels, why);
}

void motion_draw(motion_exhibit *m, canvas *c, box where, double letter, double t, double trail)
{
    int width = (int)where.width, height = (int)where.height;
    message why;
    canvas_fill(c, where, 0, 0xFFFFFFFF);
    if (width < 8 * letter || height < 8 * letter) {
        return;
    }
    if (m->job.is_running) {
        say_in(c, where, 1.3 * letter, soft, "integrating …");
        return;
    }
    if (m->job.result != STATUS_OK) {
        say_in(c, where, letter, bad, m->job.why.text);
        return;
    }
    const take *k = &m->take;
    double last = k->footage.t[k->footage.count - 1];
    if (paint(m, width, height, letter, fmin(t, last), trail, &why) != STATUS_OK) {
        say_in(c, where, letter, bad, why.text);
        return;
    }
    canvas_image(c, where, m->pixels, width, height);
    if (k->ending[0] != '\0' && t >= last) {
        box b = {where.x, where.y + 4 * letter, 0.72 * where.width, 2 * letter};
        say_in(c, b, 1.2 * letter, bad, k->ending);
    }
}
