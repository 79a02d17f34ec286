/* The ways into a lesson, through it and out of it: commands of the table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "explorer/exhibits.h"
#include "explorer/state.h"

/* The user's own things are put aside, once for all lessons in a row. */
static status put_aside(explorer *e, message *why)
{
    tutor *t = &e->tutor;
    if (t->lesson == NULL) {
        TRY(memory_allocate(&t->moves, 1, sizeof *t->moves, why));
        *t->moves = e->history;
        t->before = moment_now(e);
    }
    return STATUS_OK;
}

/* The step counts from 1. */
static status begin(explorer *e, const char *name, long step, message *why)
{
    tutor *t = &e->tutor;
    lesson *fresh = NULL;
    moment *starts = NULL;
    status s;
    TRY_OR_END(lesson_open(e->assets, name, &fresh, why));
    if (step < 1 || step > fresh->step_count) {
        TRY_OR_END(refuse(why, "lesson %.80s: step %ld; from 1 to %d are accepted", name, step,
                          fresh->step_count));
    }
    TRY_OR_END(memory_allocate(&starts, LESSON_MAX_STEPS, sizeof *starts, why));
    TRY_OR_END(put_aside(e, why));
    tutor_drop(t);
    t->lesson = fresh;
    t->starts = starts;
    t->problem.text[0] = '\0';
    t->measured_for[0] = 0;
    memset(t->own, 0, sizeof t->own);
    t->own[tutor_own("presents")] = t->own[tutor_own("engine")] = true;
    t->lists = e->helps = e->list.types = e->shows_hint = false;
    e->history.count = 0;
    e->notice.text[0] = '\0';
    const moment start = {.now = settings_initial(), .direction = 1, .time = e->time};
    moment_restore(e, &start, true);
    tutor_enter(e, 0, 0);
    while (t->step + 1 < step) {
        tutor_finish(e);
        tutor_enter(e, t->step + 1, 0);
    }
    (void)tutor_run_due(e);
    return STATUS_OK;
end:
    lesson_destroy(fresh);
    free(starts);
    return s;
}

/* Takes the number of a step off the end of a name; the first one when there is none. */
static long take_step(char *name)
{
    char *blank = strrchr(name, ' '), *end = NULL;
    long step = blank != NULL ? strtol(blank + 1, &end, 10) : 1;
    if (blank == NULL || end == blank + 1 || *end != '\0') {
        return 1;
    }
    while (blank > name && *blank == ' ') {
        *blank-- = '\0';
    }
    return step;
}

/* NAME, or NAME STEP. */
status do_lesson(explorer *e, const char *argument, message *why)
{
    char name[SETTINGS_NAME_SIZE];
    if (strcmp(argument, "off") == 0) {
        return do_lesson_leave(e, "", why);
    }
    if (argument[0] == '\0') {
        return refuse(why, "lesson: NAME, NAME STEP or off is accepted; `lessons` lists them");
    }
    if (strlen(argument) >= sizeof name) {
        return refuse(why, "lesson %.80s...: a name of less than %zu bytes is accepted", argument,
                      sizeof name);
    }
    strcpy(name, argument);
    long step = take_step(name);
    return begin(e, name, step, why);
}

status explorer_film(explorer *e, const char *name, message *why)
{
    e->now.presents = true;
    e->tutor.films = true;
    status s = begin(e, name, 1, why);
    e->tutor.films = s == STATUS_OK;
    return s;
}

static status need_lesson(const explorer *e, message *why)
{
    return e->tutor.lesson != NULL ? STATUS_OK
                                   : refuse(why, "no lesson is played; L lists the lessons");
}

/* Back from exploring or from a pause. */
static void resume(explorer *e)
{
    tutor *t = &e->tutor;
    t->acts++;
    if (t->explores) {
        moment_restore(e, &t->held, true);
    } else if (t->paused) {
        moment_go_on(e, &t->held);
    }
    t->explores = t->paused = false;
    e->dirty = true;
}

status do_lesson_next(explorer *e, const char *argument, message *why)
{
    tutor *t = &e->tutor;
    (void)argument;
    TRY(need_lesson(e, why));
    resume(e);
    bool is_open = tutor_step(e)->question != NULL && !tutor_answers(e);
    if (is_open && !tutor_asks(e)) {
        tutor_finish(e);
        t->asked = true;
    } else if (is_open) {
        t->answers = true;
    } else {
        tutor_finish(e);
        if (t->step + 1 < t->lesson->step_count) {
            tutor_enter(e, t->step + 1, 0);
            (void)tutor_run_due(e);
        } else {
            say(e, false, "the lesson ends here: E leaves it, L lists the others");
        }
    }
    return STATUS_OK;
}

/* From the start of a step that was reached before. */
static void replay(explorer *e, int step)
{
    tutor *t = &e->tutor;
    const moment start = t->starts[step];
    t->acts++;
    moment_restore(e, &start, true);
    tutor_enter(e, step, 0);
    (void)tutor_run_due(e);
}

status do_lesson_back(explorer *e, const char *argument, message *why)
{
    (void)argument;
    TRY(need_lesson(e, why));
    replay(e, e->tutor.step > 0 ? e->tutor.step - 1 : 0);
    return STATUS_OK;
}

status do_lesson_return(explorer *e, const char *argument, message *why)
{
    (void)argument;
    TRY(need_lesson(e, why));
    if (e->tutor.explores) {
        resume(e);
    } else {
        replay(e, e->tutor.step);
    }
    return STATUS_OK;
}

status do_lesson_pause(explorer *e, const char *argument, message *why)
{
    tutor *t = &e->tutor;
    (void)argument;
    TRY(need_lesson(e, why));
    if (t->explores || t->paused) {
        resume(e);
    } else {
        t->acts++;
        t->held = moment_now(e);
        t->paused = true;
        e->glides.count = 0;
        e->playing = false;
        e->dirty = true;
        return exhibits_have_clock(e) ? exhibits_play(e, "off", why) : STATUS_OK;
    }
    e->dirty = true;
    return STATUS_OK;
}

status do_lesson_answer(explorer *e, const char *argument, message *why)
{
    tutor *t = &e->tutor;
    (void)argument;
    TRY(need_lesson(e, why));
    if (tutor_step(e)->question == NULL) {
        return refuse(why, "nothing is asked in this step");
    }
    t->answers = !tutor_answers(e);
    t->asked = true;
    e->dirty = true;
    return STATUS_OK;
}

status do_lesson_leave(explorer *e, const char *argument, message *why)
{
    tutor *t = &e->tutor;
    (void)argument;
    TRY(need_lesson(e, why));
    const moment before = t->before;
    t->acts++;
    tutor_drop(t);
    t->films = false;
    e->history = *t->moves;
    free(t->moves);
    t->moves = NULL;
    moment_restore(e, &before, false);
    return STATUS_OK;
}
