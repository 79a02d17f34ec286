#include "explorer/reckon.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/patience.h"
#include "explorer/marks.h"
#include "explorer/state.h"

/* While w moves they are computed at most so often (seconds), and a fifth of the time at most. */
static const double hurried = 0.25, share = 5;

static facts_key key_now(const explorer *e)
{
    const shown *s = &e->sides[0].of;
    facts_key key = {.changed = s->changed, .w = is_for_odes(s) ? 0 : e->now.w};
    memcpy(key.name, s->name, sizeof key.name);
    return key;
}

static bool same_method(const facts_key *a, const facts_key *b)
{
    return a->changed == b->changed && strcmp(a->name, b->name) == 0;
}

static bool same_key(const facts_key *a, const facts_key *b)
{
    return a->w == b->w && same_method(a, b);
}

static bool are_wanted(const explorer *e)
{
    return (e->now.numbers && e->panel.width > 0) || e->now.marked[0] != '\0';
}

bool reckon_is_current(const explorer *e)
{
    const facts_key key = key_now(e);
    return e->reckoning.has_shown && same_key(&key, &e->reckoning.shown_key);
}

bool reckon_is_busy(const explorer *e)
{
    bool moves = e->playing || (e->tutor.films && explorer_glides(e));
    return (e->tutor.films && e->reckoning.job.is_running) ||
           (!moves && are_wanted(e) && !reckon_is_current(e));
}

const facts *explorer_facts(const explorer *e)
{
    return reckon_is_current(e) ? &e->reckoning.shown : NULL;
}

const facts *reckon_shown(const explorer *e)
{
    const facts_key key = key_now(e);
    const reckoning *r = &e->reckoning;
    return r->has_shown && same_method(&key, &r->shown_key) ? &r->shown : NULL;
}

static status reckon(job *self, void *context, message *why)
{
    reckoning *r = context;
    double began = clock_seconds();
    (void)self;
    (void)why;
    portrait_of(r->method, (wide){.high = r->key.w}, PORTRAIT_TOUCH, &r->fresh);
    r->took = clock_seconds() - began;
    return STATUS_OK;
}

static void show(reckoning *r, const facts_key *key, const facts *what)
{
    r->shown = *what;
    r->shown_key = *key;
    r->has_shown = true;
}

static void keep(reckoning *r)
{
    r->keys[r->next] = r->key;
    r->kept[r->next] = r->fresh;
    r->next = (r->next + 1) % FACTS_KEPT;
    r->count = r->count < FACTS_KEPT ? r->count + 1 : r->count;
}

static void forget_method(reckoning *r)
{
    method_destroy(r->method);
    r->method = NULL;
}

static void start(explorer *e, const facts_key *key)
{
    reckoning *r = &e->reckoning;
    message why;
    r->key = *key;
    r->began = e->time;
    status s = method_copy(e->sides[0].of.method, &r->method, &why);
    if (s == STATUS_OK) {
        s = background_start(e, &r->job, "for the numbers", reckon, r, &why);
    }
    if (s != STATUS_OK) {
        forget_method(r);
        r->fresh = (facts){.w = key->w, .status = s, .why = why};
        show(r, key, &r->fresh);
    }
}

void reckon_stop(explorer *e)
{
    job_stop(&e->reckoning.job);
    forget_method(&e->reckoning);
}

/* What is done is kept, and shown if it is of this method. */
static bool collect(explorer *e, const facts_key *wanted)
{
    reckoning *r = &e->reckoning;
    if (!job_collect(&r->job)) {
        return false;
    }
    forget_method(r);
    keep(r);
    bool is_of_use = same_method(&r->key, wanted);
    if (is_of_use) {
        show(r, &r->key, &r->fresh);
    }
    return is_of_use;
}

static bool find_kept(reckoning *r, const facts_key *wanted)
{
    for (int i = 0; i < r->count; i++) {
        if (same_key(&r->keys[i], wanted)) {
            show(r, wanted, &r->kept[i]);
            return true;
        }
    }
    return false;
}

/* While w moves, not all the time is spent on numbers. `took` is the thread's as long as there is
 * one. */
static bool pauses(const explorer *e)
{
    const reckoning *r = &e->reckoning;
    bool moves = e->playing || e->pointer.drag == DRAG_SLIDER || explorer_glides(e);
    double pause = e->tutor.films ? hurried : fmax(hurried, share * r->took);
    return moves && e->time - r->began < pause;
}

bool reckon_update(explorer *e)
{
    reckoning *r = &e->reckoning;
    const facts_key wanted = key_now(e);
    bool news = collect(e, &wanted);
    if (are_wanted(e) && !reckon_is_current(e)) {
        if (find_kept(r, &wanted)) {
            news = true;
        } else if (!r->job.is_running && !pauses(e)) {
            start(e, &wanted);
        }
    }
    if (e->mark_is_new && (reckon_is_current(e) || (e->playing && reckon_shown(e) != NULL))) {
        e->mark_is_new = false;
        mark_look(e);
        news = true;
    }
    return news;
}
