/* What is on the screen and answers to the mouse does what the tables say, and says so. */
#include "explorer/screen.h"

#include "explorer/stage.h"
#include "explorer/state.h"
#include "picture/labels.h"

/* States of the explorer, each by commands, in which everything is to be seen that can be clicked:
 * the panel, exhibits with and without a clock, the list of lessons, the bar of a lesson. */
static const char *const states[][4] = {
    {"w 0.5"},
    {"compare bdf:3", "overlay rk4", "plane zw"},
    {"mark alpha", "pin -2 1"},
    {"numbers off"},
    {"help"},
    {"stage pendulum h=0.1 t1=1"},
    {"roots"},
    {"solution", "play off"},
    {"lessons"},
    {"lesson spin 2", "lesson-pause"},
    {"lesson spin 2", "lesson-next", "w 1"},
};

enum { STATES = sizeof states / sizeof states[0], LESSON = 9 };

static bool bring_about(stage *s, int state)
{
    bool ok = stage_open(s, 1280, 960);
    for (int i = 0; i < 4 && ok && states[state][i] != NULL; i++) {
        ok = stage_do(s, states[state][i]);
    }
    return ok && stage_draw(s) && s->e->zones.count > 0;
}

/* The keys of a setting are those of the actions that change it. */
static void add_keys(char *out, size_t size, const explorer_action *a, const char *key)
{
    int count = 0;
    for (int i = 0; i < actions_count(); i++) {
        const explorer_action *one = actions_at(i);
        bool is_its = a != NULL ? one == a : one->of != NULL && strcmp(one->of, key) == 0;
        if (is_its && one->key != NULL) {
            size_t used = strlen(out);
            snprintf(out + used, size - used, "%s%s", count++ == 0 ? "  [" : "  ", one->key);
        }
    }
    if (count > 0) {
        strcat(out, "]");
    }
}

/* Words about its argument or the room, which the tables of commands cannot know. */
static bool may_say(const char *name, const char *argument, const char *about)
{
    const number_entry *n = numbers_find(argument);
    return strcmp(name, "mark") == 0 ? n != NULL && strcmp(number_quantity(n)->help, about) == 0
           : strcmp(name, "numbers") == 0 ? strstr(about, "no room") != NULL
                                          : about[0] == '\0' && strncmp(name, "lesson", 6) == 0;
}

TEST every_zone_runs_a_command_of_the_tables_and_has_its_words(int state)
{
    stage s;
    ASSERTm(states[state][0], bring_about(&s, state));
    for (int i = 0; i < s.e->zones.count; i++) {
        const zone *z = &s.e->zones.all[i];
        char name[COMMAND_NAME_SIZE], plain[300] = "", wanted[300], tooltip[300];
        const char *argument = command_split(z->command, name);
        const explorer_action *a = action_find(name);
        const property *of = settings_find(name);
        support_say("%s: a zone runs '%s'", states[state][0], z->command);
        ASSERTm(support_words, a != NULL || of != NULL);
        ASSERTm(support_words, a == NULL || a->argument != NULL || argument[0] == '\0');
        zone_tooltip(z, tooltip, sizeof tooltip);
        if (z->about != NULL) {
            ASSERTm(support_words, may_say(name, argument, z->about));
            ASSERTm(support_words, strncmp(tooltip, z->about, strlen(z->about)) == 0);
            continue;
        }
        snprintf(plain, sizeof plain, "%s", a != NULL ? a->help : of->help);
        add_keys(plain, sizeof plain, a, name);
        label_plain(plain, wanted, sizeof wanted);
        ASSERT_STR_EQm(support_words, wanted, tooltip);
    }
    stage_close(&s);
    PASS();
}

/* Sliders run their command with the value as its argument; everything else runs as it stands, and
 * is understood. In a lesson everything is there: panel, exhibits and bar. */
TEST every_zone_can_be_clicked(void)
{
    stage s;
    int count = 1;
    for (int i = 0; i < count; i++) {
        ASSERT(bring_about(&s, LESSON));
        count = s.e->zones.count;
        const zone z = s.e->zones.all[i];
        double x = z.where.x + z.where.width / 2, y = z.where.y + z.where.height / 2;
        if (strncmp(z.command, "save", 4) != 0) { /* it would leave a file */
            stage_mouse(&s, INPUT_PRESS, x, y, 0, 1);
            stage_mouse(&s, INPUT_RELEASE, x, y, 0, 1);
        }
        ASSERTm(support_say("'%s' says: %s", z.command, explorer_says(s.e)),
                strstr(explorer_says(s.e), "accepted") == NULL &&
                    strstr(explorer_says(s.e), "no command") == NULL);
        stage_close(&s);
    }
    PASS();
}

TEST actions_name_settings_that_there_are(void)
{
    for (int i = 0; i < actions_count(); i++) {
        const explorer_action *a = actions_at(i);
        ASSERTm(a->name, a->of == NULL || settings_find(a->of) != NULL);
        ASSERTm(a->name, a->argument == NULL || (a->of == NULL && a->given == NULL));
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    for (int i = 0; i < STATES; i++) {
        RUN_TESTp(every_zone_runs_a_command_of_the_tables_and_has_its_words, i);
    }
    RUN_TEST(every_zone_can_be_clicked);
    RUN_TEST(actions_name_settings_that_there_are);
    GREATEST_MAIN_END();
}
