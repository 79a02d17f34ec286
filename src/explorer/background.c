#include "explorer/background.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "explorer/saving.h"
#include "explorer/state.h"

status background_start(const explorer *e, job *j, const char *purpose, job_work *work,
                        void *context, message *why)
{
    const job_plan plan = {.purpose = purpose,
                           .work = work,
                           .context = context,
                           .wake = e->hooks.wake,
                           .wake_context = e->hooks.context};
    return job_start(j, &plan, why);
}

static status refine(job *self, void *context, message *why)
{
    refining *r = context;
    (void)self;
    return field_recompute(&r->request, 0, 0, &r->field, why);
}

void refine_start(explorer *e, int which)
{
    refining *r = &e->refining;
    message unused;
    refine_stop(e);
    r->which = which;
    r->request = (field_request){.view = view_of_side(e, which, 1),
                                 .phi = e->sides[which].of.phi,
                                 .layers = layers_of(e, &e->sides[which]),
                                 .for_display = true,
                                 .cancel = &r->job.cancel};
    /* Without a thread it stays coarse, and is tried again. */
    (void)!background_start(e, &r->job, "to refine", refine, r, &unused);
}

void refine_stop(explorer *e)
{
    refining *r = &e->refining;
    job_stop(&r->job);
    field_clear(&r->field);
    r->field = (field){0};
}

bool refine_collect(explorer *e)
{
    refining *r = &e->refining;
    if (!job_collect(&r->job)) {
        return false;
    }
    side *s = &e->sides[r->which];
    if (r->job.result != STATUS_OK || s->stale) { /* what it shows is no longer wanted */
        return false;
    }
    field old = s->field;
    s->field = r->field;
    s->scale = 1;
    r->field = old;
    s->stale = false;
    s->colours_stale = true;
    return true;
}

/* What is known of a validation that goes on. */
typedef struct check_news {
    validation of;
    int side;
} check_news;

static void forget_news(check_news *news)
{
    if (news != NULL) {
        validation_clear(&news->of);
    }
    free(news);
}

/* The workers are between two passes: what they measured can be read. */
static void check_passed(void *context, int known)
{
    checking *k = context;
    check_news *fresh = NULL;
    message why;
    if (memory_allocate(&fresh, 1, sizeof *fresh, &why) != STATUS_OK) {
        return;
    }
    fresh->side = known;
    bool is_whole = validation_of(&k->predicted, &k->measured, &fresh->of, &why) == STATUS_OK;
    forget_news(is_whole ? job_tell(&k->job, fresh) : fresh);
}

static void check_progressed(void *context, long done, long total)
{
    checking *k = context;
    job_progress(&k->job, done, total);
}

/* What is cancelled leaves nothing to show. */
static status check(job *self, void *context, message *why)
{
    checking *k = context;
    const field_request prediction = {
        .view = k->request.view, .phi = k->phi, .layers = FIELD_EXACT, .cancel = &self->cancel};
    TRY(field_compute(&prediction, 0, 0, &k->predicted, why));
    return measurement_take(&k->request, &k->measured, why);
}

static void check_clear(checking *k)
{
    forget_news(job_hear(&k->job));
    measurement_clear(&k->measured);
    field_clear(&k->predicted);
    method_destroy(k->method);
    k->method = NULL;
    k->predicted = (field){0};
}

static status check_begin(explorer *e, message *why)
{
    checking *k = &e->checking;
    const view v = view_of_side(e, 0, 1);
    k->phi = e->sides[0].of.phi;
    TRY(method_copy(e->sides[0].of.method, &k->method, why));
    k->request = measurement_of_test_equation(k->method, (motion)e->now.look.motion, &v);
    k->request.cancel = &k->job.cancel;
    k->request.passed = check_passed;
    k->request.progressed = check_progressed;
    k->request.context = k;
    validation_clear(&k->result);
    k->result = (validation){0};
    k->side = 0;
    return background_start(e, &k->job, "for the validation", check, k, why);
}

status check_start(explorer *e, message *why)
{
    check_stop(e);
    if (e->now.look.chart != CHART_PLAIN ||
        (!w_can_move(e) && plane_is_complex((plane)e->now.look.plane))) {
        return refuse(why, "validate: the plain chart at one w can be integrated; chart plain and "
                           "all-w off are accepted");
    }
    if (why_empty(e, 0) != NULL) {
        return refuse(why, "%s", why_empty(e, 0));
    }
    status s = check_begin(e, why);
    if (s != STATUS_OK) {
        check_clear(&e->checking);
    }
    e->shows_checking = s == STATUS_OK;
    e->dirty = true;
    return s;
}

void check_stop(explorer *e)
{
    checking *k = &e->checking;
    if (k->job.is_running) {
        job_stop(&k->job);
        check_clear(k);
    }
}

bool check_collect(explorer *e)
{
    checking *k = &e->checking;
    bool is_done = job_collect(&k->job);
    check_news *news = job_hear(&k->job);
    bool has_news = news != NULL;
    if (has_news) {
        validation_clear(&k->result);
        k->result = news->of;
        k->side = news->side;
        free(news);
    }
    if (is_done) {
        check_clear(k);
        long disagree = k->result.counts[DISAGREE];
        say(e, disagree > 0, "validated: %ld agree, %ld disagree, %ld too close to call",
            k->result.counts[AGREE_STABLE] + k->result.counts[AGREE_UNSTABLE], disagree,
            k->result.counts[TOO_CLOSE]);
    }
    return has_news || is_done;
}

static status record(job *self, void *context, message *why)
{
    explorer *e = context;
    const recording *r = &e->recording;
    const drawing_means means = means_of_saving(e);
    movie_request how = {.path = r->file, .quality = MOVIE_GOOD, .cancel = &self->cancel};
    if (!movie_format_of(r->file, &how.format)) {
        return refuse(why, "record %.200s: the name must end in .mp4, .webm, .gif or / (a folder)",
                      r->file);
    }
    return film_make(&r->drawing, &r->film, &how, &means, why);
}

status record_start(explorer *e, message *why)
{
    const job_plan plan = {.purpose = "to record",
                           .work = record,
                           .context = e,
                           .wake = e->hooks.wake,
                           .wake_context = e->hooks.context};
    if (!e->hooks.saves) {
        return refuse(why, "nothing can be saved from here");
    }
    TRY(job_start(&e->recording.job, &plan, why));
    say(e, false, "recording %.200s (r stops it)", e->recording.file);
    return STATUS_OK;
}

void record_stop(explorer *e)
{
    job_stop(&e->recording.job);
}

bool record_collect(explorer *e)
{
    recording *r = &e->recording;
    if (!job_collect(&r->job)) {
        return false;
    }
    if (r->job.result == STATUS_OK) {
        say(e, false, "saved %.300s", r->file);
    } else {
        say(e, true, "%s", r->job.why.text);
    }
    return true;
}
