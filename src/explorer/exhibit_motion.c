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
    exhibit_plan plan;
    lab_method method;
    job job;

    /* The job's until it is done. */
    take take;
    scene scene;

    uint32_t *pixels;
    size_t room;
};

static take_request request_of(const motion_exhibit *m)
{
    const exhibit_plan *p = &m->plan;
    return (take_request){.entry = p->system,
                          .values = p->values,
                          .formulation = &p->formulation,
                          .method = &m->method,
                          .h = p->h,
                          .tolerance = p->tolerance,
                          .t1 = p->t1,
                          .cancel = &m->job.cancel};
}

static status integrate(job *self, void *context, message *why)
{
    motion_exhibit *m = context;
    const take_request request = request_of(m);
    (void)self;
    TRY(take_make(&request, &m->take, why));
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
    status s = memory_allocate(&m, 1, sizeof *m, why);
    if (s != STATUS_OK) {
        return s;
    }
    m->plan = *plan;
    s = lab_method_open(all, plan->methods[0], plan->tolerance > 0, &m->method, &detail);
    const take_request request = request_of(m);
    s = s == STATUS_OK ? take_try(&request, &detail) : s;
    if (s == STATUS_OK) {
        const job_plan work = {.purpose = "to integrate in",
                               .work = integrate,
                               .context = m,
                               .wake = wake,
                               .wake_context = context};
        s = job_start(&m->job, &work, &detail);
    }
    if (s != STATUS_OK) {
        motion_destroy(m);
        return s == STATUS_FAILED
                   ? fail(why, "stage %s: %.400s", plan->system->name, detail.text)
                   : refuse(why, "stage %s: %.400s", plan->system->name, detail.text);
    }
    *out = m;
    return STATUS_OK;
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
    return !m->job.is_running && m->job.result == STATUS_OK ? &m->take : NULL;
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
    status s = STATUS_OK;
    if (needed > m->room || needed < m->room / 4) {
        free(m->pixels);
        m->room = 0;
        s = memory_allocate(&m->pixels, needed, sizeof *m->pixels, why);
        m->room = s == STATUS_OK ? needed : 0;
    }
    m->scene.look.width = width;
    m->scene.look.height = height;
    m->scene.look.letter = letter;
    return s == STATUS_OK ? scene_paint(&m->scene, t, trail, m->pixels, why) : s;
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
