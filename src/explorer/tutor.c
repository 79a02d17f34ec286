/* A lesson being played: its clock, its steps, and the ways between them. Times of items add up
 * exactly, whatever the rate of the ticks. The lesson never fights the user: it waits while the
 * user explores, and what the user had comes back when it is left. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "explorer/exhibits.h"
#include "explorer/state.h"

static const char *const own[OWN_SETTINGS] = {"presents", "engine", "panel", "inspector",
                                              "numbers"};

int tutor_own(const char *key)
{
    for (int i = 0; i < OWN_SETTINGS; i++) {
        if (strcmp(own[i], key) == 0) {
            return i;
        }
    }
    return -1;
}

bool tutor_inspects(const explorer *e)
{
    const tutor *t = &e->tutor;
    return t->lesson == NULL || e->now.pinned || (!t->films && t->own[tutor_own("inspector")]);
}

const lesson_step *tutor_step(const explorer *e)
{
    return &e->tutor.lesson->steps[e->tutor.step];
}

moment moment_now(const explorer *e)
{
    return (moment){.now = e->now,
                    .playing = e->playing,
                    .direction = e->direction,
                    .star_is_marked = e->star_is_marked,
                    .mark_stop = e->mark_stop,
                    .shade_before = e->shade_before,
                    .glides = e->glides,
                    .stage_plays = exhibits_are_playing(e),
                    .stage_time = exhibits_time(e),
                    .time = e->time};
}

static void copy_setting(settings *to, const settings *from, const char *key)
{
    const property *of = settings_find(key);
    memcpy(settings_field(to, of), settings_value(from, of), of->size);
}

/* The clock of the stage, if this is still a stage with such a time. */
static void set_stage(explorer *e, const moment *m)
{
    char time[40];
    message unused;
    snprintf(time, sizeof time, "%.17g", m->stage_time);
    if (exhibits_have_clock(e) && do_seek(e, time, &unused) == STATUS_OK) {
        (void)!exhibits_play(e, m->stage_plays ? "on" : "off", &unused);
    }
}

void moment_go_on(explorer *e, const moment *m)
{
    set_stage(e, m);
    e->playing = m->playing;
    e->direction = m->direction;
    e->glides = m->glides;
    for (int i = 0; i < e->glides.count; i++) {
        e->glides.of[i].began += e->time - m->time;
    }
}

void moment_restore(explorer *e, const moment *m, bool keeps_own)
{
    settings back = m->now;
    message why;
    for (int i = 0; i < OWN_SETTINGS && keeps_own; i++) {
        if (e->tutor.own[i]) {
            copy_setting(&back, &e->now, own[i]);
        }
    }
    e->pointer.drag = DRAG_NONE;
    e->mark_is_new = false;
    e->star_is_marked = m->star_is_marked;
    e->mark_stop = m->mark_stop;
    e->shade_before = m->shade_before;
    e->now = back;
    if (reopen(e, &why) != STATUS_OK) {
        say(e, true, "%s", why.text);
    }
    moment_go_on(e, m);
}

static void run_item(explorer *e, const lesson_item *item)
{
    tutor *t = &e->tutor;
    message why;
    t->acting = true;
    status ok = explorer_command(e, item->command, &why);
    t->acting = false;
    if (ok != STATUS_OK) {
        say(e, true, "line %d of the lesson: %.400s", item->line, why.text);
        if (t->problem.text[0] == '\0') {
            snprintf(t->problem.text, sizeof t->problem.text, "line %d: %.480s", item->line,
                     why.text);
        }
    }
}

bool tutor_run_due(explorer *e)
{
    tutor *t = &e->tutor;
    const lesson_step *s = tutor_step(e);
    double now = e->time;
    for (; t->item < s->item_count && t->due <= t->clock; t->item++) {
        const lesson_item *item = &s->items[t->item];
        if (item->kind == LESSON_IDLE && explorer_is_busy(e)) {
            t->clock = t->films ? t->clock : t->due; /* a film makes up for it */
            return false;
        }
        if (item->kind == LESSON_COMMAND) {
            e->time = now - (t->clock - t->due);
            glide_tick(e, e->time);
            run_item(e, item);
            e->time = now;
        }
        t->due += item->seconds;
        e->dirty = true;
    }
    return true;
}

void tutor_enter(explorer *e, int step, double clock)
{
    tutor *t = &e->tutor;
    t->step = step;
    t->item = 0;
    t->clock = clock;
    t->due = 0;
    t->paused = t->explores = t->asked = t->answers = false;
    t->acts++;
    t->starts[step] = moment_now(e);
    e->mark_is_new = false;
    e->dirty = true;
}

void tutor_finish(explorer *e)
{
    tutor *t = &e->tutor;
    const lesson_step *s = tutor_step(e);
    t->acts++;
    glide_tick(e, INFINITY);
    for (; t->item < s->item_count; t->item++) {
        if (s->items[t->item].kind == LESSON_COMMAND) {
            run_item(e, &s->items[t->item]);
            glide_tick(e, INFINITY);
        }
    }
    t->due = lesson_step_times(s).items;
    t->clock = fmax(t->clock, t->due);
    e->dirty = true;
}

void tutor_tick(explorer *e, double passed)
{
    tutor *t = &e->tutor;
    if (t->lesson == NULL || t->paused || t->explores) {
        return;
    }
    bool asked = tutor_asks(e), answered = tutor_answers(e);
    t->acts++;
    t->clock += passed;
    while (tutor_run_due(e) && t->films && t->step + 1 < t->lesson->step_count) {
        double end = lesson_step_times(tutor_step(e)).end;
        if (t->clock < end) {
            break;
        }
        glide_tick(e, e->time - (t->clock - end));
        tutor_enter(e, t->step + 1, t->clock - end);
    }
    e->dirty = e->dirty || t->films || asked != tutor_asks(e) || answered != tutor_answers(e);
}

double tutor_patience(const explorer *e)
{
    const tutor *t = &e->tutor;
    if (t->lesson == NULL || t->paused || t->explores) {
        return 3600;
    }
    const lesson_step *s = tutor_step(e);
    double question = lesson_step_times(s).question;
    return t->item < s->item_count                      ? fmax(0.005, t->due - t->clock)
           : s->question != NULL && t->clock < question ? fmax(0.005, question - t->clock)
                                                        : 3600;
}

bool tutor_asks(const explorer *e)
{
    const tutor *t = &e->tutor;
    const lesson_step *s = t->lesson != NULL ? tutor_step(e) : NULL;
    return s != NULL && s->question != NULL &&
           (t->asked || (t->item == s->item_count && t->clock >= lesson_step_times(s).question));
}

bool tutor_answers(const explorer *e)
{
    const tutor *t = &e->tutor;
    return tutor_asks(e) &&
           (t->answers || (t->films && t->clock >= lesson_step_times(tutor_step(e)).answer));
}

const settings *tutor_settings(const explorer *e)
{
    return e->tutor.lesson != NULL ? &e->tutor.before.now : &e->now;
}

explorer_lesson explorer_lesson_now(const explorer *e)
{
    const tutor *t = &e->tutor;
    return (explorer_lesson){.lesson = t->lesson,
                             .step = t->step,
                             .clock = t->clock,
                             .paused = t->paused,
                             .explores = t->explores,
                             .asks = tutor_asks(e),
                             .answers = tutor_answers(e),
                             .problem = t->problem.text};
}

void tutor_watch(const explorer *e, watch *w)
{
    const tutor *t = &e->tutor;
    w->watches = t->lesson != NULL && !t->explores && !t->acting;
    if (w->watches) {
        w->acts = t->acts;
        w->checks = e->shows_checking;
        w->before = moment_now(e);
    }
}

void tutor_check_again(explorer *e)
{
    message unused;
    if (e->tutor.lesson != NULL && !e->tutor.explores) {
        (void)!check_start(e, &unused);
    }
}

void tutor_noticed(explorer *e, const watch *w)
{
    tutor *t = &e->tutor;
    if (!w->watches || t->acts != w->acts || t->lesson == NULL || t->explores) {
        return;
    }
    bool moved = e->playing != w->before.playing || e->glides.count != w->before.glides.count ||
                 exhibits_are_playing(e) != w->before.stage_plays ||
                 exhibits_time(e) != w->before.stage_time;
    bool shows_otherwise = false;
    for (int i = 0; i < settings_count(); i++) {
        const property *of = settings_at(i);
        int mine = tutor_own(of->key);
        if (settings_are_same(&e->now, &w->before.now, of)) {
            continue;
        }
        if (mine >= 0) {
            t->own[mine] = shows_otherwise = true;
        } else {
            moved = true;
        }
    }
    /* Another layout ends a validation by itself. */
    bool is_lost = w->checks && !e->shows_checking;
    if (!moved && is_lost && shows_otherwise) {
        tutor_check_again(e);
    }
    if (moved || (e->shows_checking != w->checks && !shows_otherwise)) {
        t->held = t->paused ? t->held : w->before;
        t->explores = true;
        t->paused = false;
        e->glides.count = 0;
        e->dirty = true;
    }
}

void tutor_drop(tutor *t)
{
    lesson_destroy(t->lesson);
    free(t->starts);
    t->lesson = NULL;
    t->starts = NULL;
}

void tutor_clear(tutor *t)
{
    tutor_drop(t);
    free(t->moves);
    lesson_names_clear(&t->names);
}
