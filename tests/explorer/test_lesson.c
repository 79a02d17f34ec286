/* Lesson files: what is read, what is refused and where, and that nothing in them reaches a file.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "explorer/lesson.h"
#include "support/command.h"
#include "support/support.h"

#define HEAD "title = T\nnumber = 2\nsummary = S\n"
#define STEP "step = A\ncaption = C\ndo = play\n"

static lesson *parsed;
static message why;

static status parse(const char *data)
{
    lesson_destroy(parsed);
    parsed = NULL;
    why.text[0] = '\0';
    return lesson_parse("x.lesson", data, strlen(data), &parsed, &why);
}

TEST a_lesson_is_read_as_it_is_written(void)
{
    ASSERT_OK(parse("# for a test\n"
                    "title   = Why /w/ matters   # the list shows it\n"
                    "number  = 3\n"
                    "summary = One line.\n\n"
                    "step    = First\n"
                    "caption = It decays: /z/ = −2,\n"
                    "          and w = 1 = 1 here\n"
                    "\tand here.\n"
                    "do      = method implicit-euler\n"
                    "wait    = 5/2\n"
                    "do      = glide w 1.5 4\n"
                    "do      = fly -2 0 6 3\n"
                    "do      = wait idle\n"
                    "question = What happens\n"
                    " for /w/ > 1?\n"
                    "answer   = Look.\n"
                    "step = Second\n"
                    "caption = C\n"
                    "do = play\n"),
              "lesson", why);
    ASSERT_STR_EQ("Why /w/ matters", parsed->title);
    ASSERT_STR_EQ("One line.", parsed->summary);
    ASSERT_EQ(3, parsed->number);
    ASSERT_EQ(2, parsed->step_count);
    const lesson_step *s = &parsed->steps[0];
    ASSERT_STR_EQ("First", s->heading);
    ASSERT_STR_EQ("It decays: /z/ = −2, and w = 1 = 1 here and here.", s->caption);
    ASSERT_STR_EQ("What happens for /w/ > 1?", s->question);
    ASSERT_STR_EQ("Look.", s->answer);
    ASSERT_EQ(5, s->item_count);
    static const struct {
        lesson_item_kind kind;
        const char *command;
        double seconds;
        int line;
    } items[] = {{LESSON_COMMAND, "method implicit-euler", 0, 10},
                 {LESSON_WAIT, NULL, 2.5, 11},
                 {LESSON_COMMAND, "glide w 1.5 4", 4, 12},
                 {LESSON_COMMAND, "fly -2 0 6 3", 3, 13},
                 {LESSON_IDLE, NULL, 0, 14}};
    for (int i = 0; i < 5; i++) {
        ASSERT_EQ(items[i].kind, s->items[i].kind);
        ASSERT_EQ(items[i].seconds, s->items[i].seconds);
        ASSERT_EQ(items[i].line, s->items[i].line);
        if (items[i].command != NULL) {
            ASSERT_STR_EQ(items[i].command, s->items[i].command);
        }
    }
    ASSERT_EQ(NULL, parsed->steps[1].question);
    ASSERT_EQ(1, parsed->steps[1].item_count);
    ASSERT_STR_EQ("play", parsed->steps[1].items[0].command);
    PASS();
}

TEST a_stage_with_a_clock_moves(void)
{
    ASSERT_OK(parse(HEAD "step = A\ncaption = C\ndo = stage ode re=-1 h=0.5 t1=10\n"), "ode", why);
    ASSERT_OK(parse(HEAD "step = A\ncaption = C\ndo = stage roots | pendulum t1=6\n"), "two", why);
    PASS();
}

TEST times_follow_from_the_letters(void)
{
    ASSERT_EQ(6, lesson_letters("/w/ = −2"));
    ASSERT_EQ(4, lesson_letters("x_{n}^{2}//"));
    ASSERT_EQ(3, lesson_letters("a}b"));
    ASSERT_NEAR(3, lesson_reading_time("short"), 0, 0);
    ASSERT_NEAR(4,
                lesson_reading_time("123456789 123456789 123456789 123456789 123456789 "
                                    "/123456789/ "),
                0, 1e-15);
    ASSERT_OK(parse(HEAD "step = A\ncaption = C\ndo = glide w 1 4\nwait = 2\n"
                         "step = B\ncaption = C\nquestion = Q\nanswer = A\n"),
              "times", why);
    lesson_times t = lesson_step_times(&parsed->steps[0]);
    ASSERT_NEAR(6, t.items, 0, 0);
    ASSERT_NEAR(7, t.end, 0, 0);
    ASSERT_NEAR(7, t.question, 0, 0);
    t = lesson_step_times(&parsed->steps[1]);
    ASSERT_NEAR(0, t.items, 0, 0);
    ASSERT_NEAR(3, t.question, 0, 0);
    ASSERT_NEAR(9, t.answer, 0, 0); /* three to read, three to think */
    ASSERT_NEAR(12, t.end, 0, 0);
    ASSERT_NEAR(19, lesson_seconds(parsed), 0, 1e-15);
    PASS();
}

/* Every refusal names its place. */
TEST what_is_wrong_is_refused_at_its_place(void)
{
    static const struct {
        const char *data, *place, *words;
    } cases[] = {
        {"", "1:1", "no title"},
        {"hello\n", "1:1", "key = value"},
        {"  hello = 1\n", "1:1", "key = value"},
        {HEAD "step = A\ncaption = C\ndo play\n", "6:1", "key = value"},
        {HEAD, "1:1", "no step"},
        {"number = 1\nsummary = s\n" STEP, "1:1", "no title"},
        {"title = t\nsummary = s\n" STEP, "1:1", "no number"},
        {"title = t\nnumber = 1\n" STEP, "1:1", "no summary"},
        {"title = t\ntitle = u\n", "2:1", "second title"},
        {"number = 1\nnumber = 2\n", "2:1", "second number"},
        {"number = x\n", "1:10", "integer"},
        {"number = 0\n", "1:10", "integer"},
        {"number = 1000\n", "1:10", "integer"},
        {"colour = red\n", "1:1", "unknown key 'colour'"},
        {"caption = C\n", "1:1", "before the first step"},
        {HEAD STEP "title = U\n", "7:1", "before the first step"},
        {HEAD "step = A\ndo = play\n", "4:1", "no caption"},
        {HEAD "step = A\ncaption = C\ncaption = D\n", "6:1", "second caption"},
        {HEAD "step = A\ncaption = C\n", "4:1", "nothing moves"},
        {HEAD "step = A\ncaption = C\ndo = method bdf:2\nwait = 3\n", "4:1", "nothing moves"},
        {HEAD "step = A\ncaption = C\ndo = play off\n", "4:1", "nothing moves"},
        {HEAD "step = A\ncaption = C\nstep = B\n", "4:1", "nothing moves"},
        {HEAD "step = A\ncaption = C\ndo = stage roots\n", "4:1", "nothing moves"},
        {HEAD "step = A\ncaption = C\ndo = stage off\n", "4:1", "nothing moves"},
        {HEAD "step = A\ncaption = C\nquestion = Q\n", "4:1", "no answer"},
        {HEAD "step = A\ncaption = C\nanswer = Q\n", "6:1", "without a question"},
        {HEAD STEP "question = Q\nanswer = A\nquestion = R\n", "9:1", "second question"},
        {HEAD STEP "question = Q\nanswer = A\nwait = 1\n", "9:1", "after the question"},
        {HEAD STEP "do = fnord 3\n", "7:6", "'fnord' is no command"},
        {HEAD STEP "do  =   w x\n", "7:9", "w x: a number"},
        {HEAD STEP "do = w 1e9\n", "7:6", "a number from"},
        {HEAD STEP "do = plane q\n", "7:6", "accepted: z, zw"},
        {HEAD STEP "do = glide w 1\n", "7:6", "KEY VALUE SECONDS"},
        {HEAD STEP "do = glide method 1 2\n", "7:6", "numeric"},
        {HEAD STEP "do = glide w 1 70\n", "7:6", "70 seconds"},
        {HEAD STEP "do = fly 1 2\n", "7:6", "X Y HEIGHT SECONDS"},
        {HEAD STEP "do = reset now\n", "7:6", "no argument"},
        {HEAD STEP "do = wait 3\n", "7:6", "'wait' is no command"},
        {HEAD STEP "do =\n", "7:5", "a value is expected"},
        {HEAD STEP "wait = -1\n", "7:8", "from 0 to 60"},
        {HEAD STEP "wait = 60.5\n", "7:8", "from 0 to 60"},
        {HEAD STEP "wait = nan\n", "7:8", "from 0 to 60"},
        {HEAD STEP "wait = idle\n", "7:8", "from 0 to 60"},
        {HEAD "step = and/or\n", "4:8", "italics"},
        {HEAD "step = x^{2\n", "4:8", "without its }"},
        {HEAD "step = x^{2_{3}}\n", "4:8", "nested"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char place[40];
        ASSERT_EQm(cases[i].data, STATUS_BAD_INPUT, parse(cases[i].data));
        snprintf(place, sizeof place, "x.lesson:%s: ", cases[i].place);
        ASSERTm(support_say("%s: %s", place, why.text),
                strncmp(why.text, place, strlen(place)) == 0);
        ASSERTm(support_say("%s: %s", cases[i].words, why.text),
                strstr(why.text, cases[i].words) != NULL);
        ASSERT_EQ(NULL, parsed);
    }
    PASS();
}

/* Nothing in a lesson reads, writes, types or leaves. */
TEST commands_that_reach_files_are_refused(void)
{
    static const char *const lines[] = {"save",
                                        "save png x.png",
                                        "save-svg",
                                        "save-pdf",
                                        "record",
                                        "record x.mp4",
                                        "workspace x",
                                        "open x.workspace",
                                        "open-last",
                                        "copy",
                                        "quit",
                                        "key s",
                                        "key q",
                                        "type x",
                                        "method ./x.method",
                                        "method x.method",
                                        "method /dev/zero",
                                        "method spin:x.method",
                                        "method spin:./x",
                                        "method x.method,keep=u",
                                        "method -",
                                        "method spin:-",
                                        "method theta:../2",
                                        "method bdf:1/2",
                                        "method bdf:2 /etc/passwd",
                                        "other ../x",
                                        "other x.method",
                                        "compare a/b",
                                        "compare x.method",
                                        "overlay x.method",
                                        "overlay -",
                                        "overlays bdf:2 x.method",
                                        "overlays bdf:2 ./y",
                                        "palette ./x",
                                        "palette x.palette",
                                        "palette -",
                                        "spectrum x.csv",
                                        "spectrum x",
                                        "spectrum /dev/stdin",
                                        "stage ode re=-1 method=./x",
                                        "stage ode re=-1 method=implicit-euler,x.method",
                                        "stage roots | ode method=spin:-"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char data[300];
        snprintf(data, sizeof data, HEAD STEP "do = %s\n", lines[i]);
        ASSERT_EQm(lines[i], STATUS_BAD_INPUT, parse(data));
        ASSERTm(why.text, strncmp(why.text, "x.lesson:7:6: ", 14) == 0);
        ASSERTm(why.text, strstr(why.text, "not for lessons") != NULL ||
                              strstr(why.text, "opens no files") != NULL);
    }
    static const char *const fine[] = {"method bdf:2",
                                       "method spin:radau-iia:2",
                                       "method theta:1/2",
                                       "compare spin:theta:2/3",
                                       "compare gauss:2",
                                       "compare",
                                       "overlay bdf:3",
                                       "overlays bdf:2 bdf:3",
                                       "palette paper",
                                       "w -1/2",
                                       "w -1",
                                       "pin -1 1",
                                       "mark poles",
                                       "look -1 0 4",
                                       "zoom 2 -1 0",
                                       "spectrum",
                                       "other",
                                       "method gauss:2,keep=u"};
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        char data[300];
        snprintf(data, sizeof data, HEAD STEP "do = %s\n", fine[i]);
        ASSERT_OK(parse(data), fine[i], why);
    }
    PASS();
}

static char *repeat(const char *head, const char *line, int times)
{
    char *all = malloc(strlen(head) + strlen(line) * (size_t)times + 1);
    strcpy(all, head);
    char *end = all + strlen(head);
    for (int i = 0; i < times; i++) {
        strcpy(end, line);
        end += strlen(line);
    }
    return all;
}

TEST limits_are_kept_to_the_letter(void)
{
    static const struct {
        const char *head, *line;
        int most;
        const char *words;
    } cases[] = {
        {HEAD, STEP, LESSON_MAX_STEPS, "more than 64 steps"},
        {HEAD "step = A\ncaption = C\ndo = play\n", "wait = 1\n", LESSON_MAX_LINES - 3,
         "more than 256 lines"},
        {HEAD STEP "question = Q\nanswer = ", "x y ", 80, "323 letters"},
        {HEAD "step = A\ndo = play\ncaption = ", "ä ö ", 80, "323 letters"},
        {HEAD "step = A\ndo = play\ncaption = ", "ä", LESSON_MAX_WORD, "more than 60 letters: ää"},
        {HEAD "step = A\ndo = play\ncaption = ", "/x/ ", 160, "321 letters"},
        {HEAD "step = A\ndo = play\ncaption = ", "// ", 160, "321 letters"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *fits = repeat(cases[i].head, cases[i].line, cases[i].most);
        ASSERT_OK(parse(fits), cases[i].words, why);
        free(fits);
        char *over = repeat(cases[i].head, cases[i].line, cases[i].most + 1);
        ASSERT_EQm(cases[i].words, STATUS_BAD_INPUT, parse(over));
        ASSERTm(why.text, strstr(why.text, cases[i].words) != NULL);
        free(over);
    }
    char *large = repeat(HEAD STEP "#", "x", LESSON_MAX_BYTES);
    ASSERT_EQ(STATUS_BAD_INPUT, parse(large));
    ASSERTm(why.text, strstr(why.text, "at most 65536") != NULL);
    large[LESSON_MAX_BYTES] = '\0';
    ASSERT_OK(parse(large), "as large as accepted", why);
    free(large);
    PASS();
}

/* Cut anywhere, a lesson is read or refused, but nothing breaks. */
TEST any_beginning_of_a_lesson_is_read_or_refused(void)
{
    static const char whole[] =
        HEAD "step = A\ncaption = C /x/^{2}\n  more = more\ndo = glide w 1 2\ndo = wait idle\n"
             "question = Q\nanswer = A\n";
    for (size_t n = 0; n < sizeof whole; n++) {
        char *part = malloc(n + 1); /* exactly as long as it is, for the sanitizer */
        memcpy(part, whole, n);
        part[n] = '\0';
        status s = parse(part);
        ASSERT(s == STATUS_OK || s == STATUS_BAD_INPUT);
        ASSERT_EQ(s == STATUS_OK, parsed != NULL);
        free(part);
    }
    static const char *const odd[] = {
        "\xff", "title = \x01", "=", " ", "=\n=", "#", "do = = =", "title = t\r\nnumber = 1\r\n"};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        ASSERT_EQ(STATUS_BAD_INPUT, parse(odd[i]));
    }
    PASS();
}

static void write_lesson(const char *folder, const char *name, const char *data)
{
    char path[900];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *to = fopen(path, "w");
    fputs(data, to);
    fclose(to);
}

TEST lessons_are_listed_by_their_number(void)
{
    char assets[600], folder[700], command[1600], path[900];
    snprintf(assets, sizeof assets, "%s", scratch_file("a", "", 0));
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir -p '%s/lessons'", assets, assets);
    result r = run_shell(command);
    ASSERT_EQ(0, r.code);
    result_clear(&r);
    snprintf(folder, sizeof folder, "%s/lessons", assets);
    write_lesson(folder, "aaa.lesson", "title = Third\nnumber = 3\nsummary = s\n" STEP);
    write_lesson(folder, "zzz.lesson", "title = First\nnumber = 1\nsummary = s\n" STEP);
    write_lesson(folder, "bad.lesson", "title = First\n");
    write_lesson(folder, "other.txt", "title = First\n");
    lesson_names names;
    ASSERT_OK(lesson_list(assets, &names, &why), "list", why);
    ASSERT_EQ(3, names.count);
    ASSERT_STR_EQ("zzz", names.entries[0].name);
    ASSERT_STR_EQ("First", names.entries[0].title);
    ASSERT_STR_EQ("aaa", names.entries[1].name);
    ASSERT_STR_EQ("bad", names.entries[2].name);
    ASSERT_STR_EQ("", names.entries[1].problem.text);
    ASSERTm(names.entries[2].problem.text,
            strstr(names.entries[2].problem.text, "bad.lesson:1:1: ") != NULL);
    lesson_names_clear(&names);

    lesson *l = NULL;
    ASSERT_OK(lesson_open(assets, "aaa", &l, &why), "by name", why);
    ASSERT_STR_EQ("Third", l->title);
    lesson_destroy(l);
    ASSERT_OK(lesson_open(assets, "3", &l, &why), "by number", why);
    ASSERT_STR_EQ("Third", l->title);
    lesson_destroy(l);
    ASSERT_EQ(STATUS_BAD_INPUT,
              lesson_open(assets, "0", &l, &why)); /* what cannot be read has none */
    ASSERT_EQ(STATUS_BAD_INPUT, lesson_open(assets, "03", &l, &why));
    write_lesson(folder, "1.lesson", "title = Named\nnumber = 9\nsummary = s\n" STEP);
    ASSERT_OK(lesson_open(assets, "1", &l, &why), "a name before a number", why);
    ASSERT_STR_EQ("Named", l->title);
    lesson_destroy(l);
    snprintf(path, sizeof path, "%s/zzz.lesson", folder);
    ASSERT_OK(lesson_open("/nowhere", path, &l, &why), "by path", why);
    ASSERT_STR_EQ("First", l->title);
    lesson_destroy(l);
    ASSERT_EQ(STATUS_BAD_INPUT, lesson_open(assets, "bbb", &l, &why));
    ASSERTm(why.text, strstr(why.text, "unknown lesson 'bbb'; there are zzz, aaa") != NULL);
    ASSERT_EQ(STATUS_BAD_INPUT, lesson_open(assets, "none.lesson", &l, &why));
    ASSERT_EQ(STATUS_BAD_INPUT, lesson_open("/nowhere", "aaa", &l, &why));
    ASSERTm(why.text, strstr(why.text, "there are none") != NULL);
    snprintf(command, sizeof command, "rm -rf '%s'", assets);
    r = run_shell(command);
    result_clear(&r);
    PASS();
}

/* Those that come with the program; how they play is in test_lessons_played.c. */
TEST every_lesson_of_the_assets_can_be_read(void)
{
    lesson_names names;
    ASSERT_OK(lesson_list(SPINSCOPE_ASSETS, &names, &why), "list", why);
    for (int i = 0; i < names.count; i++) {
        const lesson_entry *e = &names.entries[i];
        ASSERTm(e->problem.text, e->problem.text[0] == '\0');
        ASSERTm(support_say("%s and the one before it have the number %d", e->name, e->number),
                i == 0 || e->number > names.entries[i - 1].number);
    }
    lesson_names_clear(&names);
    PASS();
}

SUITE(lessons)
{
    RUN_TEST(a_lesson_is_read_as_it_is_written);
    RUN_TEST(a_stage_with_a_clock_moves);
    RUN_TEST(times_follow_from_the_letters);
    RUN_TEST(what_is_wrong_is_refused_at_its_place);
    RUN_TEST(commands_that_reach_files_are_refused);
    RUN_TEST(limits_are_kept_to_the_letter);
    RUN_TEST(any_beginning_of_a_lesson_is_read_or_refused);
    RUN_TEST(lessons_are_listed_by_their_number);
    RUN_TEST(every_lesson_of_the_assets_can_be_read);
    lesson_destroy(parsed);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(lessons);
    GREATEST_MAIN_END();
}
