/* Every lesson of the program, played in full: each step in its own time, each answer, and back. */
#include "explorer/stage.h"

/* So many come with the program. */
enum { LEAST_LESSONS = 8 };

#define DO(STAGE, LINE) \
    ASSERTm(support_say("%s: %s", (LINE), (STAGE)->why.text), stage_do(STAGE, LINE))
#define LESSON_NOW(STAGE) explorer_lesson_now((STAGE)->e)

/* Lets the step have its time, drawing as a slow window would. */
static bool play_step(stage *s, const lesson_step *step)
{
    double until = lesson_step_times(step).question;
    for (int i = 0; i < 100000 && LESSON_NOW(s).clock < until; i++) {
        stage_tick(s, 0.1);
        if (i % 8 == 0 && !stage_draw(s)) {
            return false;
        }
        if (explorer_is_busy(s->e)) { /* wait idle */
            stage_sleep(0.002);
        }
    }
    return LESSON_NOW(s).clock >= until && stage_draw(s);
}

static greatest_test_res play(const lesson_entry *entry)
{
    char line[200];
    stage s;
    ASSERT(stage_open(&s, 640, 480));
    const settings before = *explorer_settings(s.e);
    snprintf(line, sizeof line, "lesson %s", entry->name);
    DO(&s, line);
    const lesson *l = LESSON_NOW(&s).lesson;
    for (int i = 0; i < l->step_count; i++) {
        const lesson_step *step = &l->steps[i];
        ASSERT_EQm(entry->name, i, LESSON_NOW(&s).step);
        ASSERTm(support_say("%s, step %d: %s", entry->name, i + 1, s.why.text),
                play_step(&s, step));
        ASSERTm(support_say("%s, step %d: %s", entry->name, i + 1, LESSON_NOW(&s).problem),
                LESSON_NOW(&s).problem[0] == '\0');
        ASSERT(!LESSON_NOW(&s).explores);
        if (step->question != NULL) {
            ASSERTm(support_say("%s, step %d asks", entry->name, i + 1), LESSON_NOW(&s).asks);
            ASSERT(!LESSON_NOW(&s).answers);
            DO(&s, "lesson-answer");
            ASSERT(LESSON_NOW(&s).answers);
            ASSERTm(s.why.text, stage_draw(&s));
        }
        DO(&s, "lesson-next");
    }
    for (int i = l->step_count - 1; i > 0; i--) {
        DO(&s, "lesson-back");
        ASSERT_EQm(entry->name, i - 1, LESSON_NOW(&s).step);
        ASSERTm(s.why.text, stage_draw(&s));
    }
    ASSERTm(LESSON_NOW(&s).problem, LESSON_NOW(&s).problem[0] == '\0');
    DO(&s, "lesson off");
    ASSERTm(support_say("%s: %s", entry->name, support_words),
            same_settings(&before, explorer_settings(s.e)));
    stage_close(&s);
    PASS();
}

TEST every_lesson_is_played_in_full(void)
{
    lesson_names names;
    message why;
    ASSERT_OK(lesson_list(SPINSCOPE_ASSETS, &names, &why), "list", why);
    ASSERTm(support_say("%d lessons; at least %d are expected", names.count, LEAST_LESSONS),
            names.count >= LEAST_LESSONS);
    for (int i = 0; i < names.count; i++) {
        ASSERTm(names.entries[i].problem.text, names.entries[i].problem.text[0] == '\0');
        CHECK_CALL(play(&names.entries[i]));
    }
    lesson_names_clear(&names);
    PASS();
}

SUITE(lessons_played)
{
    RUN_TEST(every_lesson_is_played_in_full);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(lessons_played);
    GREATEST_MAIN_END();
}
