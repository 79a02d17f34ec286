/* Threads of the explorer. Each works on copies, is cancelled by a flag, and is collected by tick.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "explorer/parts.h"

static void wake(const explorer *e)
{
    if (e->hooks.wake != NULL) {
        e->hooks.wake(e->hooks.context);
    }
}

static void *refine(void *context)
{
    explorer *e = context;
    refining *r = &e->refining;
    message why;
    r->status = field_recompute(&r->request, 0, 0, &r->field, &why);
    atomic_store(&r->is_done, true);
    wake(e);
    return NULL;
}

void refine_start(explorer *e, int which)
{
    refining *r = &e->refining;
    refine_stop(e);
    r->which = which;
    atomic_store(&r->cancel, false);
    atomic_store(&r->is_done, false);
    const view v = view_of_side(e, which, 1);
    r->request = (field_request){.view = v,
                                 .phi = e->sides[which].of.phi,
                                 .layers = layers_of(e, &e->sides[which]),
                                 .for_display = true,
                                 .cancel = &r->cancel};
    r->is_running = pthread_create(&r->thread, NULL, refine, e) == 0;
}

void refine_stop(explorer *e)
{
    refining *r = &e->refining;
    if (r->is_running) {
        atomic_store(&r->cancel, true);
        pthread_join(r->thread, NULL);
        r->is_running = false;
    }
    field_clear(&r->field);
    r->field = (field){0};
}

bool refine_collect(explorer *e)
{
    refining *r = &e->refining;
    if (!r->is_running || !atomic_load(&r->is_done)) {
        return false;
    }
    pthread_join(r->thread, NULL);
    r->is_running = false;
    side *s = &e->sides[r->which];
    if (r->status != STATUS_OK || s->stale) { /* what it shows is no longer wanted */
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

/* The workers are between two passes: what they measured can be read. */
static void check_passed(void *context, int known)
{
    explorer *e = context;
    checking *k = &e->checking;
    validation fresh;
    message why;
    if (validation_of(&k->predicted, &k->measured, &fresh, &why) != STATUS_OK) {
        validation_clear(&fresh);
        return;
    }
    pthread_mutex_lock(&k->lock);
    validation_clear(&k->fresh);
    k->fresh = fresh;
    k->fresh_side = known;
    k->has_news = true;
    pthread_mutex_unlock(&k->lock);
    wake(e);
}

static void check_progressed(void *context, long done, long total)
{
    explorer *e = context;
    atomic_store(&e->checking.pixels, done);
    atomic_store(&e->checking.total, total);
}

static void *check(void *context)
{
    explorer *e = context;
    checking *k = &e->checking;
    message why;
    const field_request prediction = {
        .view = k->request.view, .phi = k->phi, .layers = FIELD_EXACT, .cancel = &k->cancel};
    /* What is cancelled leaves nothing to show. */
    if (field_compute(&prediction, 0, 0, &k->predicted, &why) == STATUS_OK) {
        (void)!measurement_take(&k->request, &k->measured, &why);
    }
    atomic_store(&k->is_done, true);
    wake(e);
    return NULL;
}

static void check_clear(checking *k)
{
    measurement_clear(&k->measured);
    field_clear(&k->predicted);
    method_destroy(k->method);
    k->method = NULL;
    k->predicted = (field){0};
}

status check_start(explorer *e, message *why)
{
    checking *k = &e->checking;
    const side *s = &e->sides[0];
    check_stop(e);
    if (why_empty(e, 0) != NULL) {
        return refuse(why, "%s", why_empty(e, 0));
    }
    const view v = view_of_side(e, 0, 1);
    k->phi = s->of.phi;
    status ok = method_copy(s->of.method, &k->method, why);
    if (ok == STATUS_OK) {
        k->request = measurement_of_test_equation(k->method, (motion)e->now.motion, &v);
        k->request.cancel = &k->cancel;
        k->request.passed = check_passed;
        k->request.progressed = check_progressed;
        k->request.context = e;
        atomic_store(&k->cancel, false);
        atomic_store(&k->is_done, false);
        atomic_store(&k->pixels, 0);
        atomic_store(&k->total, (long)v.width * v.height);
        validation_clear(&k->result);
        validation_clear(&k->fresh);
        k->result = k->fresh = (validation){0};
        k->has_news = false;
        k->side = 0;
        k->is_running = pthread_create(&k->thread, NULL, check, e) == 0;
        ok = k->is_running ? STATUS_OK : fail(why, "no thread for the validation");
    }
    if (ok != STATUS_OK) {
        check_clear(k);
    }
    e->shows_checking = ok == STATUS_OK;
    e->dirty = true;
    return ok;
}

void check_stop(explorer *e)
{
    checking *k = &e->checking;
    if (k->is_running) {
        atomic_store(&k->cancel, true);
        pthread_join(k->thread, NULL);
        k->is_running = false;
        check_clear(k);
    }
}

bool check_collect(explorer *e)
{
    checking *k = &e->checking;
    pthread_mutex_lock(&k->lock);
    bool news = k->has_news;
    if (news) {
        validation_clear(&k->result);
        k->result = k->fresh;
        k->fresh = (validation){0};
        k->side = k->fresh_side;
    }
    k->has_news = false;
    pthread_mutex_unlock(&k->lock);
    if (!news && k->is_running && atomic_load(&k->is_done)) {
        pthread_join(k->thread, NULL);
        k->is_running = false;
        check_clear(k);
        long disagree = k->result.counts[DISAGREE];
        say(e, disagree > 0, "validated: %ld agree, %ld disagree, %ld too close to call",
            k->result.counts[AGREE_STABLE] + k->result.counts[AGREE_UNSTABLE], disagree,
            k->result.counts[TOO_CLOSE]);
        news = true;
    }
    return news;
}

static void *record(void *context)
{
    explorer *e = context;
    recording *r = &e->recording;
    r->status = run_arguments(e, r->arguments, &r->why);
    atomic_store(&r->is_done, true);
    wake(e);
    return NULL;
}

/* Before a movie has a thread: one that is stopped at once must not begin all the same. */
static void allow_movies(const explorer *e, bool allowed)
{
    if (e->hooks.stop != NULL) {
        e->hooks.stop(e->hooks.context, !allowed);
    }
}

status record_start(explorer *e, arguments *a, message *why)
{
    recording *r = &e->recording;
    r->arguments = a;
    atomic_store(&r->is_done, false);
    allow_movies(e, true);
    r->is_running = pthread_create(&r->thread, NULL, record, e) == 0;
    if (!r->is_running) {
        free(a);
        r->arguments = NULL;
        return fail(why, "no thread to record");
    }
    say(e, false, "recording %.200s (r stops it)", a->words[a->count - 1]);
    return STATUS_OK;
}

void record_stop(explorer *e)
{
    recording *r = &e->recording;
    if (r->is_running) {
        allow_movies(e, false);
        pthread_join(r->thread, NULL);
        r->is_running = false;
        free(r->arguments);
        r->arguments = NULL;
    }
}

bool record_collect(explorer *e)
{
    recording *r = &e->recording;
    if (!r->is_running || !atomic_load(&r->is_done)) {
        return false;
    }
    pthread_join(r->thread, NULL);
    r->is_running = false;
    if (r->status == STATUS_OK) {
        say(e, false, "saved %.300s", r->arguments->words[r->arguments->count - 1]);
    } else {
        say(e, true, "%s", r->why.text);
    }
    free(r->arguments);
    r->arguments = NULL;
    return true;
}
