/* Lessons being played: their time, the ways between their steps, and the user in the middle. */
#include <sys/stat.h>
#include <unistd.h>

#include "explorer/exhibits.h"
#include "explorer/stage.h"

#define LESSON(NAME) SPINSCOPE_TESTS "/explorer/lessons/" NAME ".lesson"
#define DO(STAGE, LINE) \
    ASSERTm(support_say("%s: %s", (LINE), (STAGE)->why.text), stage_do(STAGE, LINE))
#define DRAW(STAGE) ASSERTm((STAGE)->why.text, stage_draw(STAGE))
#define NOW(STAGE) explorer_settings((STAGE)->e)
#define LESSON_NOW(STAGE) explorer_lesson_now((STAGE)->e)

static double eased(double t)
{
    return 3 * t * t - 2 * t * t * t;
}

static bool open_lesson(stage *s, const char *line)
{
    return stage_open(s, 400, 300) && stage_do(s, line);
}

/* Time in small pieces. */
static void pass(stage *s, double seconds)
{
    double until = s->now + seconds;
    while (s->now < until - 1e-9) {
        stage_tick(s, fmin(0.07, until - s->now));
    }
}

TEST items_come_in_their_time(void)
{
    stage s;
    ASSERT(open_lesson(&s, "lesson " LESSON("motion")));
    ASSERT_STR_EQ("implicit-euler", NOW(&s)->method);
    ASSERT_EQ(8, NOW(&s)->span);
    ASSERT_EQ(0, LESSON_NOW(&s).step);
    pass(&s, 0.9);
    ASSERT_EQ(0, NOW(&s)->w);
    pass(&s, 1.1); /* one second into the glide, whatever the ticks */
    ASSERT_NEAR(1.5 * eased(0.25), NOW(&s)->w, 1e-9, 0);
    pass(&s, 1);
    ASSERT_NEAR(0.75, NOW(&s)->w, 1e-9, 0);
    pass(&s, 2.1);
    ASSERT_EQ(1.5, NOW(&s)->w);
    pass(&s, 100);
    ASSERT_EQ(0, LESSON_NOW(&s).step); /* a step ends when the user says so */
    ASSERT_EQ(1.5, NOW(&s)->w);
    ASSERT_STR_EQ("", LESSON_NOW(&s).problem);
    stage_close(&s);
    PASS();
}

/* One long tick does what many short ones do. */
TEST the_rate_of_ticks_does_not_matter(void)
{
    double w[2];
    for (int k = 0; k < 2; k++) {
        stage s;
        ASSERT(open_lesson(&s, "lesson " LESSON("motion")));
        if (k == 0) {
            stage_tick(&s, 3.7);
        } else {
            pass(&s, 3.7);
        }
        w[k] = NOW(&s)->w;
        stage_close(&s);
    }
    ASSERT_NEAR(1.5 * eased(2.7 / 4), w[0], 1e-9, 0);
    ASSERT_NEAR(w[0], w[1], 1e-9, 0);
    PASS();
}

TEST next_finishes_the_step_and_goes_on(void)
{
    stage s;
    ASSERT(open_lesson(&s, "lesson " LESSON("motion")));
    pass(&s, 2);
    stage_key(&s, "PageDown");
    ASSERT_EQ(1, LESSON_NOW(&s).step);
    ASSERT_EQ(1.5, NOW(&s)->w); /* the glide is not lost */
    ASSERT(!LESSON_NOW(&s).explores);
    pass(&s, 1.5);
    ASSERT_NEAR(8 * pow(0.5, 0.5), NOW(&s)->span, 1e-9, 0);
    DO(&s, "lesson-next");
    ASSERT_EQ(2, LESSON_NOW(&s).step);
    ASSERT_EQ(-2, NOW(&s)->x);
    ASSERT_EQ(4, NOW(&s)->span);
    stage_close(&s);
    PASS();
}

TEST back_replays_the_step_before_from_its_start(void)
{
    stage s;
    ASSERT(open_lesson(&s, "lesson " LESSON("motion") " 2"));
    const settings start = *NOW(&s);
    ASSERT_EQ(1, LESSON_NOW(&s).step);
    ASSERT_EQ(1.5, start.w);
    ASSERT_EQ(0, start.x);
    pass(&s, 4);
    DO(&s, "lesson-next");
    DO(&s, "method bdf:3");
    ASSERT(LESSON_NOW(&s).explores);
    stage_key(&s, "PageUp");
    ASSERT_EQ(1, LESSON_NOW(&s).step);
    ASSERTm(support_words, same_settings(&start, NOW(&s)));
    ASSERT(!LESSON_NOW(&s).explores);
    pass(&s, 3);
    ASSERT_EQ(-2, NOW(&s)->x);
    DO(&s, "lesson-back");
    ASSERT_EQ(0, LESSON_NOW(&s).step);
    ASSERT_EQ(0, NOW(&s)->w);
    pass(&s, 3);
    DO(&s, "lesson-back"); /* the first again */
    ASSERT_EQ(0, LESSON_NOW(&s).step);
    ASSERT_EQ(0, NOW(&s)->w);
    pass(&s, 2);
    stage_key(&s, "R"); /* nobody explores: the step again */
    ASSERT_EQ(0, NOW(&s)->w);
    stage_close(&s);
    PASS();
}

TEST a_pause_stops_the_clock_and_what_moves(void)
{
    stage s;
    ASSERT(open_lesson(&s, "lesson " LESSON("motion")));
    pass(&s, 3);
    stage_key(&s, "P");
    ASSERT(LESSON_NOW(&s).paused);
    double clock = LESSON_NOW(&s).clock;
    pass(&s, 30);
    ASSERT_NEAR(0.75, NOW(&s)->w, 1e-9, 0);
    ASSERT_EQ(clock, LESSON_NOW(&s).clock);
    DO(&s, "lesson-pause");
    pass(&s, 1);
    ASSERT_NEAR(1.5 * eased(0.75), NOW(&s)->w, 1e-9, 0);
    stage_close(&s);
    ASSERT(open_lesson(&s, "lesson " LESSON("motion") " 4"));
    ASSERT(explorer_patience(s.e) == 0); /* w plays */
    pass(&s, 0.5);
    DO(&s, "lesson-pause");
    double w = NOW(&s)->w;
    pass(&s, 1);
    ASSERT_EQ(w, NOW(&s)->w);
    DO(&s, "lesson-pause");
    pass(&s, 0.5);
    ASSERT(w != NOW(&s)->w);
    stage_close(&s);
    PASS();
}

/* Whatever the user does, the lesson waits; coming back, it goes on as if nothing had been. */
TEST the_lesson_waits_while_the_user_explores(void)
{
    static const char *const deeds[] = {
        "pan-left",        "zoom 2 -1 0", "method bdf:4", "w 0.3",       "play on",
        "compare gauss:2", "pin 1 1",     "palette grey", "plane zw",    "glide pin_x 3 2",
        "validate",        "toggle-grid", "key Left",     "fly 1 1 3 2", "shade phase"};
    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) {
        stage s;
        ASSERT(open_lesson(&s, "lesson " LESSON("motion")));
        pass(&s, 2.5);
        const settings before = *NOW(&s);
        if (i % 2 == 1) {
            DO(&s, "lesson-pause");
        }
        DO(&s, deeds[i]);
        ASSERTm(deeds[i], LESSON_NOW(&s).explores);
        double clock = LESSON_NOW(&s).clock;
        pass(&s, 5);
        DO(&s, "method rk4");
        DRAW(&s);
        ASSERTm(deeds[i], LESSON_NOW(&s).explores);
        ASSERT_EQ(clock, LESSON_NOW(&s).clock);
        ASSERT_EQ(0, LESSON_NOW(&s).step);
        stage_key(&s, "R");
        ASSERTm(support_say("%s: %s", deeds[i], support_words), same_settings(&before, NOW(&s)));
        ASSERT(!LESSON_NOW(&s).explores);
        pass(&s, 1);
        ASSERT_NEAR(1.5 * eased(2.5 / 4), NOW(&s)->w, 1e-9, 0);
        pass(&s, 2);
        ASSERT_EQ(1.5, NOW(&s)->w);
        stage_close(&s);
    }
    PASS();
}

/* A stage waits, too, and comes back at its time. */
TEST the_clock_of_a_stage_is_held_with_the_lesson(void)
{
    static const char data[] =
        "title = T\nnumber = 1\nsummary = S\nstep = A\ncaption = C\n"
        "do = stage ode re=-1 method=explicit-euler h=0.5 t1=10 speed=1\nwait = 10\n";
    char line[900];
    stage s;
    ASSERT(stage_open(&s, 640, 480));
    snprintf(line, sizeof line, "lesson %s", scratch_file("s.lesson", data, strlen(data)));
    DO(&s, line);
    pass(&s, 3);
    double t = exhibits_time(s.e);
    ASSERT_NEAR(3, t, 0.1, 0);
    DO(&s, "lesson-pause");
    pass(&s, 2);
    ASSERT_EQ(t, exhibits_time(s.e));
    ASSERT(!LESSON_NOW(&s).explores);
    DO(&s, "lesson-pause");
    pass(&s, 2);
    ASSERT_NEAR(t + 2, exhibits_time(s.e), 0.1, 0);
    t = exhibits_time(s.e);
    stage_key(&s, "space"); /* the user stops it: the lesson waits */
    ASSERT(LESSON_NOW(&s).explores);
    DO(&s, "stage off");
    pass(&s, 1);
    DO(&s, "lesson-return");
    ASSERT_NEAR(t, exhibits_time(s.e), 1e-12, 0);
    ASSERT(exhibits_are_playing(s.e));
    pass(&s, 1);
    ASSERT_NEAR(t + 1, exhibits_time(s.e), 0.1, 0);
    ASSERT(!LESSON_NOW(&s).explores);
    stage_close(&s);
    PASS();
}

TEST the_mouse_explores_too(void)
{
    stage s;
    ASSERT(stage_open(&s, 800, 600));
    DO(&s, "lesson " LESSON("motion"));
    DRAW(&s);
    stage_mouse(&s, INPUT_MOVE, 300, 200, 0, 0);
    pass(&s, 0.5);
    ASSERT(!LESSON_NOW(&s).explores); /* looking is no exploring */
    stage_wheel(&s, 300, 200, 1);
    ASSERT(LESSON_NOW(&s).explores);
    DO(&s, "lesson-return");
    stage_drag(&s, 300, 200, 350, 220, 0);
    ASSERT(LESSON_NOW(&s).explores);
    DO(&s, "lesson-next"); /* goes on from where the lesson should be */
    ASSERT_EQ(1, LESSON_NOW(&s).step);
    ASSERT_EQ(0, NOW(&s)->x);
    ASSERT_EQ(8, NOW(&s)->span);
    ASSERT(!LESSON_NOW(&s).explores);
    pass(&s, 1); /* a hand on the view during a flight */
    stage_mouse(&s, INPUT_PRESS, 300, 200, 0, 1);
    ASSERT(LESSON_NOW(&s).explores);
    stage_mouse(&s, INPUT_RELEASE, 300, 200, 0, 1);
    DO(&s, "lesson-return");
    pass(&s, 3);
    ASSERT_EQ(-2, NOW(&s)->x);
    stage_close(&s);
    PASS();
}

/* Large letters and panels are the user's business. */
TEST how_it_is_shown_is_the_users_own(void)
{
    stage s;
    ASSERT(stage_open(&s, 1280, 720));
    DO(&s, "lesson " LESSON("motion"));
    static const char *const keys[] = {"F5", "Tab", "i", "m"};
    for (int i = 0; i < 4; i++) {
        stage_key(&s, keys[i]);
        ASSERTm(keys[i], !LESSON_NOW(&s).explores);
    }
    DO(&s, "lesson-next");
    DO(&s, "lesson-back");
    ASSERT(NOW(&s)->presents && !NOW(&s)->panel && !NOW(&s)->inspector && !NOW(&s)->numbers);
    DO(&s, "method bdf:2");
    DO(&s, "lesson-return");
    ASSERT(NOW(&s)->presents && !NOW(&s)->panel);
    stage_key(&s, "E");
    const settings initial = settings_initial();
    ASSERTm(support_words, same_settings(&initial, NOW(&s)));
    stage_close(&s);
    PASS();
}

TEST leaving_brings_back_what_the_user_had(void)
{
    stage s;
    ASSERT(stage_open(&s, 640, 480));
    static const char *const mine[] = {
        "method bdf:5",  "w 0.7",    "look -3 1 5", "palette grey", "compare gauss:3",
        "overlay bdf:2", "pin -1 2", "grid on",     "pan-left",     "play on"};
    for (size_t i = 0; i < sizeof mine / sizeof mine[0]; i++) {
        DO(&s, mine[i]);
    }
    const settings before = *NOW(&s);
    DO(&s, "lesson " LESSON("motion") " 3");
    ASSERT_STR_EQ("implicit-euler", NOW(&s)->method);
    ASSERT_STR_EQ("", NOW(&s)->other);
    pass(&s, 5);
    DO(&s, "pan-up");
    DO(&s, "lesson " LESSON("questions")); /* another one in the middle */
    ASSERT_STR_EQ("gauss:2", NOW(&s)->method);
    DO(&s, "lesson off");
    ASSERTm(support_words, same_settings(&before, NOW(&s)));
    ASSERT_EQ(NULL, LESSON_NOW(&s).lesson);
    ASSERT(explorer_patience(s.e) == 0);
    double w = NOW(&s)->w;
    stage_tick(&s, 0.1);
    ASSERT(NOW(&s)->w != w); /* it plays again */
    DO(&s, "play off");
    DO(&s, "undo");
    ASSERT_EQ(-3, NOW(&s)->x); /* the user's moves, not the lesson's */
    DRAW(&s);
    stage_close(&s);
    PASS();
}

TEST the_answer_is_hidden_until_it_is_asked_for(void)
{
    stage s;
    ASSERT(open_lesson(&s, "lesson " LESSON("questions")));
    lesson_times t = lesson_step_times(&LESSON_NOW(&s).lesson->steps[0]);
    ASSERT(!LESSON_NOW(&s).asks);
    pass(&s, t.question - 0.1);
    ASSERT(!LESSON_NOW(&s).asks);
    DRAW(&s);
    pass(&s, 0.2);
    ASSERT(LESSON_NOW(&s).asks);
    pass(&s, 1000);
    ASSERT(!LESSON_NOW(&s).answers);
    stage_key(&s, "A");
    ASSERT(LESSON_NOW(&s).answers);
    stage_key(&s, "A");
    ASSERT(!LESSON_NOW(&s).answers && LESSON_NOW(&s).asks);
    DO(&s, "lesson-next"); /* a presenter has one button: the answer first */
    ASSERT(LESSON_NOW(&s).answers);
    ASSERT_EQ(0, LESSON_NOW(&s).step);
    DO(&s, "lesson-next");
    ASSERT_EQ(1, LESSON_NOW(&s).step);
    ASSERT(!LESSON_NOW(&s).asks && !LESSON_NOW(&s).answers);
    ASSERT(!stage_do(&s, "lesson-answer"));
    DO(&s, "lesson-back");
    ASSERT(!LESSON_NOW(&s).answers);
    DO(&s, "lesson-next"); /* at once: the question, then the answer, then the step */
    ASSERT(LESSON_NOW(&s).asks && !LESSON_NOW(&s).answers);
    DO(&s, "lesson-next");
    DO(&s, "lesson-next");
    ASSERT_EQ(1, LESSON_NOW(&s).step);
    DO(&s, "lesson-next"); /* the end */
    ASSERT_EQ(1, LESSON_NOW(&s).step);
    ASSERT(strstr(explorer_says(s.e), "ends here") != NULL);
    stage_close(&s);
    PASS();
}

TEST wait_idle_waits_for_the_validation(void)
{
    stage s;
    ASSERT(open_lesson(&s, "lesson " LESSON("motion") " 3"));
    DRAW(&s);
    for (int i = 0; i < 3000 && explorer_is_busy(s.e); i++) {
        ASSERT(LESSON_NOW(&s).clock < 1); /* the wait of a second comes after it */
        stage_tick(&s, 0.5);
        stage_sleep(0.01);
    }
    ASSERT(strstr(explorer_says(s.e), "validated") != NULL);
    pass(&s, 20);
    ASSERT(LESSON_NOW(&s).asks);
    stage_close(&s);
    PASS();
}

/* The caption speaks of the green pixels: they come back after large letters, another size of the
 * window or without the panel. */
TEST a_validation_of_a_lesson_survives_another_layout(void)
{
    stage s;
    ASSERT(stage_open(&s, 240, 180));
    DO(&s, "lesson " LESSON("motion") " 3");
    static const char *const layouts[] = {NULL, "present", "toggle-inspector", "resize"};
    for (int i = 0; i < 4; i++) {
        if (i == 3) {
            ASSERT(stage_resize(&s, 260, 200));
        } else if (i > 0) {
            DO(&s, layouts[i]);
        }
        ASSERTm(support_say("layout %d", i), explorer_is_busy(s.e));
        for (int k = 0; k < 3000 && explorer_is_busy(s.e); k++) {
            stage_tick(&s, 0.01);
            stage_sleep(0.01);
        }
        ASSERTm(support_say("layout %d", i), strstr(explorer_says(s.e), "validated") != NULL);
        ASSERT(!LESSON_NOW(&s).explores);
        stage_tick(&s, 10); /* it is no longer said */
        ASSERT_STR_EQ("", explorer_says(s.e));
    }
    DO(&s, "method bdf:3"); /* the user's own */
    ASSERT(LESSON_NOW(&s).explores);
    ASSERT(stage_resize(&s, 240, 180));
    ASSERT(stage_settle(&s));
    ASSERT_STR_EQ("", explorer_says(s.e));
    stage_close(&s);
    PASS();
}

TEST what_cannot_be_played_is_refused_and_changes_nothing(void)
{
    static const char *const lines[] = {"lesson",
                                        "lesson nowhere",
                                        "lesson " LESSON("nowhere"),
                                        "lesson " LESSON("motion") " 0",
                                        "lesson " LESSON("motion") " 5",
                                        "lesson " LESSON("motion") " -1",
                                        "lesson " LESSON("motion") " 4294967298",
                                        "lesson " LESSON("motion") " -2147483648",
                                        "lesson off",
                                        "lesson-next",
                                        "lesson-back",
                                        "lesson-pause",
                                        "lesson-answer",
                                        "lesson-return",
                                        "lesson-leave"};
    stage s;
    ASSERT(stage_open(&s, 320, 240));
    DO(&s, "w 0.25");
    const settings before = *NOW(&s);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        ASSERTm(lines[i], !stage_do(&s, lines[i]));
        ASSERTm(support_words, same_settings(&before, NOW(&s)));
        ASSERT_EQ(NULL, LESSON_NOW(&s).lesson);
    }
    stage_close(&s);
    PASS();
}

/* A method that is not there is found out when the lesson is played, and the line is named. */
TEST a_command_that_fails_is_told_with_its_line(void)
{
    static const char data[] = "title = T\nnumber = 1\nsummary = S\nstep = A\ncaption = C\n"
                               "do = play\ndo = method no-such-method\n";
    char line[900];
    snprintf(line, sizeof line, "lesson %s", scratch_file("bad.lesson", data, strlen(data)));
    stage s;
    ASSERT(stage_open(&s, 320, 240));
    DO(&s, line);
    ASSERTm(explorer_says(s.e), strstr(explorer_says(s.e), "line 7") != NULL);
    ASSERTm(LESSON_NOW(&s).problem, strstr(LESSON_NOW(&s).problem, "no-such-method") != NULL);
    stage_close(&s);
    PASS();
}

/* An assets folder with the lessons of the tests. */
static const char *assets_with_lessons(void)
{
    static char folder[600];
    char command[6000];
    snprintf(folder, sizeof folder, "%s.assets", scratch_file("t", "", 0));
    snprintf(command, sizeof command,
             "rm -rf '%s'; mkdir '%s'; ln -s '%s'/* '%s'; rm -f '%s/lessons'; ln -s '%s' "
             "'%s/lessons'",
             folder, folder, SPINSCOPE_ASSETS, folder, folder, SPINSCOPE_TESTS "/explorer/lessons",
             folder);
    result r = run_shell(command);
    result_clear(&r);
    return folder;
}

TEST the_list_answers_to_keys_and_mouse(void)
{
    stage s;
    ASSERT(stage_open(&s, 800, 600));
    explorer_destroy(s.e);
    const settings initial = settings_initial();
    ASSERT_OK(explorer_create(assets_with_lessons(), &initial, NULL, &s.e, &s.why), "assets",
              s.why);
    explorer_resize(s.e, 800, 600, 1);
    stage_tick(&s, 0.1);
    stage_key(&s, "L");
    DRAW(&s);
    stage_key(&s, "Down");
    ASSERT_EQ(0, NOW(&s)->y); /* no pan */
    DRAW(&s);
    stage_key(&s, "Return");
    ASSERT(LESSON_NOW(&s).lesson != NULL);
    ASSERT_EQ(2, LESSON_NOW(&s).lesson->number);
    DRAW(&s);
    stage_key(&s, "L");
    stage_key(&s, "Escape");
    DRAW(&s);
    ASSERT_EQ(2, LESSON_NOW(&s).lesson->number);
    stage_key(&s, "L");
    for (int i = 0; i < 4; i++) {
        stage_key(&s, i % 2 == 0 ? "Down" : "PageUp");
    }
    DRAW(&s);
    stage_mouse(&s, INPUT_PRESS, 400, 285, 0, 1); /* the first row */
    ASSERT_EQ(1, LESSON_NOW(&s).lesson->number);
    stage_key(&s, "L");
    DRAW(&s);
    stage_mouse(&s, INPUT_PRESS, 20, 20, 0, 1); /* beside the list: it closes */
    ASSERT(!LESSON_NOW(&s).explores);
    stage_key(&s, "Up");
    ASSERT(LESSON_NOW(&s).explores); /* a pan again */
    DO(&s, "lesson off");
    ASSERT(stage_do(&s, "lesson questions"));
    stage_close(&s);
    PASS();
}

/* A lesson of the longest texts that are accepted. */
static const char *longest_lesson(void)
{
    static char data[4000];
    char words[LESSON_MAX_CAPTION + 1] = "";
    while (strlen(words) < LESSON_MAX_CAPTION) {
        size_t n = strlen(words);
        snprintf(words + n, sizeof words - n, "%s", "Whenever kernels move ");
    }
    words[LESSON_MAX_CAPTION - 1] = '.';
    snprintf(data, sizeof data,
             "title = T\nnumber = 1\nsummary = S\nstep = %.80s\ncaption = %s\nquestion = %s\n"
             "answer = %s\n",
             words, words, words, words);
    return scratch_file("long.lesson", data, strlen(data));
}

/* The bar is below the region, takes no more than its part, and holds its text. */
TEST the_bar_has_room_of_its_own(void)
{
    static const struct {
        int width, height;
        bool presents;
    } cases[] = {{800, 600, false}, {800, 600, true}, {1280, 720, false}, {1920, 1080, true}};
    char line[900];
    snprintf(line, sizeof line, "lesson %s", longest_lesson());
    for (int k = 0; k < 4; k++) {
        stage s;
        int width = cases[k].width, height = cases[k].height;
        ASSERT(stage_open(&s, width, height));
        DO(&s, cases[k].presents ? "presents on" : "presents off");
        DO(&s, line);
        DO(&s, "lesson-answer");
        DRAW(&s);
        area a = stage_area(&s);
        DRAW(&s);
        ASSERTm(support_say("%dx%d: the region is %d high", width, height, a.height),
                a.height > 0.36 * height);
        int below = cases[k].presents ? 0 : (int)(0.04 * height), inked = 0;
        for (int y = height - below - 3; y < height - below - 1; y++) {
            for (int x = 0; x < width; x++) {
                inked += (s.pixels[y * width + x] & 0xFFFFFF) != 0x1B2129;
            }
        }
        ASSERT_EQm(support_say("%dx%d: text at the edge", width, height), 0, inked);
        int green = 0;
        for (int y = a.y + a.height; y < height - below; y++) {
            for (int x = 0; x < width; x++) {
                uint32_t p = s.pixels[y * width + x]; /* the answer is green */
                green += (p >> 8 & 255) > (p >> 16 & 255) + 40 && (p >> 8 & 255) > 140;
            }
        }
        ASSERT(green > 200);
        stage_close(&s);
    }
    PASS();
}

/* In a lesson the inspector is there when something is pinned. */
TEST the_inspector_of_a_lesson_needs_a_pin(void)
{
    static const char data[] = "title = T\nnumber = 1\nsummary = S\nstep = A\ncaption = C\n"
                               "do = glide w 0.5 1\ndo = pin -1 0.5\nwait = 1\ndo = pin off\n";
    char line[900];
    for (int k = 0; k < 2; k++) {
        stage s;
        int seen[3];
        ASSERT(stage_open(&s, 1280, 720));
        snprintf(line, sizeof line, "%s%s", k == 0 ? "lesson " : "",
                 scratch_file("pin.lesson", data, strlen(data)));
        ASSERT(k == 0 ? stage_do(&s, line) : explorer_film(s.e, line, &s.why) == STATUS_OK);
        for (int i = 0; i < 3; i++) { /* before the pin, with it, after it */
            pass(&s, i == 0 ? 0.5 : 1);
            DRAW(&s);
            seen[i] = 0;
            for (int n = 0; n < s.width * s.height; n++) {
                seen[i] += (s.pixels[n] & 0xFFFFFF) == 0x161B21; /* the inspector's ground */
            }
        }
        ASSERTm(support_say("%d %d %d", seen[0], seen[1], seen[2]),
                seen[0] < 5000 && seen[1] > 50000 && seen[2] < 5000);
        stage_close(&s);
    }
    PASS();
}

TEST a_lesson_is_drawn_at_every_size(void)
{
    static const int sizes[][2] = {{1, 1}, {3, 2}, {64, 64}, {200, 900}, {2000, 120}, {300, 200}};
    stage s;
    ASSERT(open_lesson(&s, "lesson " LESSON("motion")));
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        ASSERT(stage_resize(&s, sizes[i][0], sizes[i][1]));
        DRAW(&s);
        DO(&s, "lessons");
        DRAW(&s);
        DO(&s, "lessons");
        DO(&s, "lesson-next");
        DRAW(&s);
    }
    stage_close(&s);
    PASS();
}

TEST the_workspace_of_the_last_time_is_the_users(void)
{
    stage s;
    char path[700], command[900];
    ASSERT(stage_open(&s, 320, 240));
    DO(&s, "w 0.125");
    DO(&s, "lesson " LESSON("motion"));
    snprintf(path, sizeof path, "%s", scratch_file("last.workspace", "", 0));
    ASSERT_OK(explorer_leave(s.e, path, &s.why), "leave", s.why);
    DO(&s, "lesson off");
    DO(&s, "w 3");
    snprintf(command, sizeof command, "open %s", path);
    DO(&s, command);
    ASSERT_EQ(0.125, NOW(&s)->w);
    ASSERT_STR_EQ("radau-iia:2", NOW(&s)->method);
    stage_close(&s);
    PASS();
}

/* Steps, question and answer of a film at the times that are known beforehand. */
TEST a_film_goes_by_its_times(void)
{
    stage s;
    ASSERT(stage_open(&s, 320, 240));
    ASSERT_OK(explorer_film(s.e, LESSON("motion"), &s.why), "film", s.why);
    const lesson *l = LESSON_NOW(&s).lesson;
    double total = lesson_seconds(l), began = s.now;
    for (double t = 0.11; t < total; t += 0.43) {
        stage_tick(&s, began + t - s.now);
        for (int i = 0; i < 3000 && explorer_is_busy(s.e); i++) {
            stage_sleep(0.002);
            stage_tick(&s, 0);
        }
        int step = 0;
        double start = 0;
        while (t >= start + lesson_step_times(&l->steps[step]).end) {
            start += lesson_step_times(&l->steps[step++]).end;
        }
        lesson_times of = lesson_step_times(&l->steps[step]);
        explorer_lesson now = LESSON_NOW(&s);
        bool has_question = l->steps[step].question != NULL;
        ASSERT_EQm(support_say("at %g", t), step, now.step);
        ASSERT_NEAR(t - start, now.clock, 1e-9, 0);
        ASSERT_EQm(support_say("at %g", t), has_question && t - start >= of.question, now.asks);
        ASSERT_EQm(support_say("at %g", t), has_question && t - start >= of.answer, now.answers);
        if (step == 0) {
            double part = fmax(0, fmin(1, (t - 1) / 4));
            ASSERT_NEAR(1.5 * eased(part), NOW(&s)->w, 1e-9, 0);
        }
    }
    ASSERT_EQ(3, LESSON_NOW(&s).step);
    ASSERT_STR_EQ("", LESSON_NOW(&s).problem);
    stage_close(&s);
    PASS();
}

/* Anything in any order: nothing breaks, and leaving still brings back what was. */
TEST whatever_is_done_in_a_lesson_leaving_restores(void)
{
    static const char *const deeds[] = {"lesson-next",
                                        "lesson-next",
                                        "lesson-back",
                                        "lesson-pause",
                                        "lesson-return",
                                        "key A",
                                        "key F5",
                                        "key Tab",
                                        "key i",
                                        "pan-left",
                                        "zoom 3",
                                        "method bdf:2",
                                        "undo",
                                        "play",
                                        "validate",
                                        "key L",
                                        "key Down",
                                        "key Escape",
                                        "key Return",
                                        "glide w 1 2",
                                        "fly 1 1 2 1",
                                        "compare",
                                        "pin",
                                        "mark",
                                        "lesson " LESSON("questions"),
                                        "lesson " LESSON("motion") " 3"};
    enum { DEEDS = sizeof deeds / sizeof deeds[0] };
    for (int round = 0; round < 3; round++) {
        stage s;
        ASSERT(stage_open(&s, 320, 240));
        DO(&s, "method gauss:3");
        DO(&s, "w -0.5");
        const settings before = *NOW(&s);
        DO(&s, "lesson " LESSON("motion"));
        for (int i = 0; i < 60; i++) {
            (void)!stage_do(&s, deeds[random_integer(0, DEEDS - 1)]);
            stage_tick(&s, random_between(0, 1.5));
            if (i % 5 == 0) {
                DRAW(&s);
            }
        }
        DO(&s, "lesson off");
        ASSERTm(support_say("seed %lu: %s", support_seed(), support_words),
                same_settings(&before, NOW(&s)));
        DRAW(&s);
        stage_close(&s);
    }
    PASS();
}

SUITE(tutor)
{
    RUN_TEST(items_come_in_their_time);
    RUN_TEST(the_rate_of_ticks_does_not_matter);
    RUN_TEST(next_finishes_the_step_and_goes_on);
    RUN_TEST(back_replays_the_step_before_from_its_start);
    RUN_TEST(a_pause_stops_the_clock_and_what_moves);
    RUN_TEST(the_lesson_waits_while_the_user_explores);
    RUN_TEST(the_clock_of_a_stage_is_held_with_the_lesson);
    RUN_TEST(the_mouse_explores_too);
    RUN_TEST(how_it_is_shown_is_the_users_own);
    RUN_TEST(leaving_brings_back_what_the_user_had);
    RUN_TEST(the_answer_is_hidden_until_it_is_asked_for);
    RUN_TEST(wait_idle_waits_for_the_validation);
    RUN_TEST(a_validation_of_a_lesson_survives_another_layout);
    RUN_TEST(what_cannot_be_played_is_refused_and_changes_nothing);
    RUN_TEST(a_command_that_fails_is_told_with_its_line);
    RUN_TEST(the_list_answers_to_keys_and_mouse);
    RUN_TEST(the_bar_has_room_of_its_own);
    RUN_TEST(the_inspector_of_a_lesson_needs_a_pin);
    RUN_TEST(a_lesson_is_drawn_at_every_size);
    RUN_TEST(the_workspace_of_the_last_time_is_the_users);
    RUN_TEST(a_film_goes_by_its_times);
    RUN_TEST(whatever_is_done_in_a_lesson_leaving_restores);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(tutor);
    GREATEST_MAIN_END();
}
