/* The window on a real X server: hands on mouse and keyboard, eyes on pixels. What must be seen is
 * drawn by an explorer in this program that is given the same input. */
#include <sys/stat.h>

#include "explorer/stage.h"
#include "gui/screen.h"
#include "picture/icon.h"

enum { WIDTH = 900, HEIGHT = 640, AT_MOST = IS_SANITIZED ? 280 : 110 };

static bool has_screen;
static stage twin; /* what the window should show */
static area region;

#define NEEDS_SCREEN()                             \
    do {                                           \
        if (!has_screen) {                         \
            SKIPm("no Xvfb, xdotool or xwd here"); \
        }                                          \
    } while (0)

/* Starts the program and its twin; the mouse rests at the left of the status line. */
static bool begin_with(const char *command, const char *name)
{
    char what[400];
    char *words[] = {(char *)SPINSCOPE_PROGRAM,
                     (char *)command,
                     (char *)"--size",
                     (char *)"900x640",
                     what,
                     NULL};
    settings initial = settings_initial();
    if (the_screen.program > 0) { /* of a test that failed */
        signal_child(the_screen.program, SIGKILL);
        program_end(2);
        stage_close(&twin);
    }
    snprintf(what, sizeof what, "%s", name);
    bool is_lesson = strcmp(command, "lesson") == 0;
    if (!is_lesson) {
        snprintf(initial.method, sizeof initial.method, "%s", name);
    }
    if (!program_start(words) || !stage_open_with(&twin, &initial, WIDTH, HEIGHT)) {
        return false;
    }
    region = stage_area(&twin);
    on_screen("xdotool mousemove --window %lu 2 %d key Escape", the_screen.window, HEIGHT - 2);
    stage_mouse(&twin, INPUT_MOVE, 2, HEIGHT - 2, 0, 0);
    stage_key(&twin, "Escape");
    char line[420];
    snprintf(line, sizeof line, "lesson %s", name);
    return !is_lesson || stage_do(&twin, line);
}

static bool begin(const char *name)
{
    return begin_with("explore", name);
}

static int finish(void)
{
    stage_close(&twin);
    ask_to_close();
    int code = program_end(20);
    if (code < 0) {
        signal_child(the_screen.program, SIGKILL);
        program_end(2);
    }
    return code;
}

/* Once only: greatest's macros evaluate what they compare a second time when they fail. */
#define FINISH()                                                                  \
    do {                                                                          \
        int code_of_program = finish();                                           \
        ASSERTm(support_say("exit code %d: %s", code_of_program, program_said()), \
                code_of_program == 0);                                            \
    } while (0)

/* Waits until the window shows what the twin shows, in the region or (everything) all over. */
static bool shows(bool everything, const char *after)
{
    long differ = -1;
    stage_settle(&twin);
    area all = everything ? (area){0, 0, twin.width, twin.height} : region;
    for (double began = wall(); wall() - began < 20;) {
        snapshot s;
        if (snapshot_take(&s) && s.width == twin.width && s.height == twin.height) {
            differ = area_differs(&all, 0, s.pixels, s.width, twin.pixels, twin.width);
        }
        snapshot_clear(&s);
        if (differ == 0) {
            return true;
        }
        pause_for(0.03);
    }
    support_say("after %s: %ld pixels differ", after, differ);
    return false;
}

#define SHOWS(AFTER) ASSERTm(support_words, shows(false, AFTER))
#define SHOWS_ALL(AFTER) ASSERTm(support_words, shows(true, AFTER))

static void press_key(const char *name, const char *for_xdotool)
{
    on_screen("xdotool key --delay 20 %s", for_xdotool);
    stage_key(&twin, name);
}

static void point_at(int x, int y)
{
    on_screen("xdotool mousemove --window %lu %d %d", the_screen.window, x, y);
    stage_mouse(&twin, INPUT_MOVE, x, y, 0, 0);
}

/* Pixels of one shot that are those of another, shifted. */
static double shifted_alike(const snapshot *before, const snapshot *after, int dx, int dy)
{
    long same = 0, all = 0;
    for (int y = region.y + 60; y < region.y + region.height - 60; y++) {
        for (int x = region.x + 80; x < region.x + region.width - 80; x++) {
            uint32_t a = before->pixels[y * before->width + x],
                     b = after->pixels[(y + dy) * after->width + x + dx];
            int d = abs((int)(a >> 8 & 255) - (int)(b >> 8 & 255));
            same += d <= 2;
            all++;
        }
    }
    return (double)same / (double)all;
}

TEST the_window_shows_what_the_explorer_draws(void)
{
    NEEDS_SCREEN();
    ASSERT(begin("radau-iia:2"));
    SHOWS_ALL("the start");
    FINISH();
    PASS();
}

TEST the_window_has_the_icon_of_the_program(void)
{
    static uint32_t drawn[64 * 64];
    int width = 0, height = 0;
    message why;
    NEEDS_SCREEN();
    ASSERT(begin("bdf:2"));
    SHOWS("the start");
    uint32_t *shown = window_icon(&width, &height);
    ASSERT_EQ_FMT(64, width, "%d");
    ASSERT_EQ_FMT(64, height, "%d");
    ASSERT_EQ(STATUS_OK, icon_paint(SPINSCOPE_ASSETS, 64, drawn, &why));
    ASSERT(memcmp(drawn, shown, sizeof drawn) == 0);
    free(shown);
    FINISH();
    PASS();
}

TEST keys_and_mouse_move_the_view(void)
{
    static const char *const moves[][2] = {{"Left", "Left"}, {"Right", "Right"}, {"Up", "Up"},
                                           {"Down", "Down"}, {"+", "plus"},      {"-", "minus"},
                                           {"Home", "Home"}};
    NEEDS_SCREEN();
    ASSERT(begin("gauss-lobatto:2"));
    SHOWS("the start");
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        press_key(moves[i][0], moves[i][1]);
        SHOWS(moves[i][0]);
    }
    press_key("Backspace", "BackSpace");
    SHOWS("undo");

    /* Drag: what was there is now further right and down, exactly as far as the mouse went. */
    snapshot before, after;
    point_at(region.x + 100, region.y + 100);
    SHOWS("pointing");
    ASSERT(snapshot_take(&before));
    on_screen(
        "xdotool mousedown 1 mousemove --window %lu %d %d mousemove --window %lu %d %d mouseup 1",
        the_screen.window, region.x + 120, region.y + 110, the_screen.window, region.x + 160,
        region.y + 130);
    stage_drag(&twin, region.x + 100, region.y + 100, region.x + 160, region.y + 130, 0);
    SHOWS("dragging");
    ASSERT(snapshot_take(&after));
    ASSERTm(support_say("%g", shifted_alike(&before, &after, 60, 30)),
            shifted_alike(&before, &after, 60, 30) > 0.97);
    ASSERT(shifted_alike(&before, &after, -60, -30) < shifted_alike(&before, &after, 60, 30));
    snapshot_clear(&after);
    press_key("Backspace", "BackSpace");
    point_at(region.x + 100, region.y + 100);
    SHOWS("undoing the drag");
    ASSERT(snapshot_take(&after));
    ASSERT_EQ_FMT(0L,
                  area_differs(&region, 0, before.pixels, before.width, after.pixels, after.width),
                  "%ld");
    snapshot_clear(&before);
    snapshot_clear(&after);
    FINISH();
    PASS();
}

TEST the_wheel_keeps_what_is_under_the_cursor(void)
{
    NEEDS_SCREEN();
    ASSERT(begin("implicit-euler"));
    press_key("b", "b"); /* without the boundary, colours are smooth */
    int x = region.x + 130, y = region.y + 90;
    point_at(x, y);
    SHOWS("pointing");
    snapshot before, after;
    ASSERT(snapshot_take(&before));
    for (int i = 0; i < 3; i++) {
        on_screen("xdotool click 4");
        stage_wheel(&twin, x, y, 1);
    }
    SHOWS("wheel away");
    ASSERT(explorer_settings(twin.e)->span < 18 / 1.7);
    ASSERT(snapshot_take(&after));
    uint32_t one = before.pixels[y * before.width + x], other = after.pixels[y * after.width + x];
    ASSERTm(support_say("%06x and %06x", one, other),
            abs((int)(one & 255) - (int)(other & 255)) <= 3);
    /* Elsewhere it has changed: a colour that stays by accident would prove nothing. */
    ASSERT(area_differs(&region, 2, before.pixels, before.width, after.pixels, after.width) >
           10000);
    for (int i = 0; i < 3; i++) {
        on_screen("xdotool click 5");
        stage_wheel(&twin, x, y, -1);
    }
    SHOWS("wheel towards");
    snapshot_clear(&before);
    snapshot_clear(&after);
    FINISH();
    PASS();
}

/* A window that was busy is given several events at once: each is of its own moment. */
TEST events_that_had_to_wait_mean_what_they_meant(void)
{
    NEEDS_SCREEN();
    ASSERT(begin("radau-iia:2"));
    int x = region.x + 80, y = region.y + 60;
    point_at(x, y);
    SHOWS("pointing");
    signal_child(the_screen.program, SIGSTOP);
    on_screen(
        "xdotool keydown shift mousedown 1 mousemove --window %lu %d %d mouseup 1 keyup shift",
        the_screen.window, x + 150, y + 90);
    signal_child(the_screen.program, SIGCONT);
    stage_drag(&twin, x, y, x + 150, y + 90, INPUT_SHIFT);
    SHOWS("Shift-drag");
    ASSERT(explorer_settings(twin.e)->span < 9);
    signal_child(the_screen.program, SIGSTOP);
    on_screen("xdotool click 4 mousemove --window %lu %d %d", the_screen.window, x + 40, y + 20);
    signal_child(the_screen.program, SIGCONT);
    stage_wheel(&twin, x + 150, y + 90, 1);
    stage_mouse(&twin, INPUT_MOVE, x + 40, y + 20, 0, 0);
    SHOWS("wheel");
    FINISH();
    PASS();
}

TEST boxes_and_double_clicks(void)
{
    NEEDS_SCREEN();
    ASSERT(begin("radau-iia:2"));
    int x = region.x + 80, y = region.y + 60;
    point_at(x, y);
    on_screen(
        "xdotool keydown shift sleep 0.05 mousedown 1 sleep 0.05 mousemove --window %lu %d %d "
        "sleep 0.05 mousemove --window %lu %d %d sleep 0.05 mouseup 1 sleep 0.05 keyup shift",
        the_screen.window, x + 50, y + 20, the_screen.window, x + 150, y + 90);
    stage_drag(&twin, x, y, x + 150, y + 90, INPUT_SHIFT);
    SHOWS("Shift-drag");
    ASSERT(explorer_settings(twin.e)->span < 9);
    press_key("Backspace", "BackSpace");
    SHOWS("undo");
    x = region.x + 200;
    y = region.y + 150;
    point_at(x, y);
    pause_for(0.6); /* not the third click of the drag */
    on_screen("xdotool click --repeat 2 --delay 60 1");
    for (int clicks = 1; clicks <= 2; clicks++) {
        stage_mouse(&twin, INPUT_PRESS, x, y, 0, clicks);
        stage_mouse(&twin, INPUT_RELEASE, x, y, 0, clicks);
    }
    ASSERT(explorer_settings(twin.e)->x != 0);
    SHOWS("double click");
    FINISH();
    PASS();
}

/* Pixels of the region that are not the same a moment later; -1 when none could be seen. */
static long moved_meanwhile(void)
{
    snapshot first, second;
    long differ = -1;
    bool seen = snapshot_take(&first);
    pause_for(0.4);
    if (snapshot_take(&second) && seen) {
        differ = area_differs(&region, 0, first.pixels, WIDTH, second.pixels, WIDTH);
    }
    snapshot_clear(&first);
    snapshot_clear(&second);
    return differ;
}

/* Waits until it moves, or stands: a busy machine takes its time to notice a key. */
static bool comes_to(bool move)
{
    long moved = -1;
    for (double began = wall(); wall() - began < 20;) {
        moved = moved_meanwhile();
        if (move ? moved > 3000 : moved == 0) {
            return true;
        }
    }
    support_say("%ld pixels still change", moved);
    return false;
}

TEST space_plays_and_stops(void)
{
    NEEDS_SCREEN();
    ASSERT(begin("implicit-euler"));
    SHOWS("the start");
    ASSERTm(support_words, comes_to(false));
    on_screen("xdotool key space");
    ASSERTm(support_words, comes_to(true));
    on_screen("xdotool key space");
    ASSERTm(support_words, comes_to(false));
    snapshot now;
    ASSERT(snapshot_take(&now));
    ASSERT(area_differs(&region, 2, now.pixels, WIDTH, twin.pixels, WIDTH) > 3000);
    snapshot_clear(&now);
    FINISH();
    PASS();
}

TEST typing_chooses_a_method(void)
{
    NEEDS_SCREEN();
    ASSERT(begin("radau-iia:2"));
    on_screen("xdotool type --delay 15 '/bdf:3'");
    stage_key(&twin, "/");
    for (const char *c = "bdf:3"; *c != '\0'; c++) {
        char one[2] = {*c, '\0'};
        stage_type(&twin, one);
    }
    SHOWS_ALL("typing");
    press_key("Return", "Return");
    ASSERT_STR_EQ("bdf:3", explorer_settings(twin.e)->method);
    SHOWS_ALL("Return");
    on_screen("xdotool type --delay 15 ']]n'");
    stage_key(&twin, "]");
    stage_key(&twin, "]");
    stage_key(&twin, "n");
    SHOWS_ALL("letters are keys again");
    FINISH();
    PASS();
}

TEST panels_pages_and_sizes(void)
{
    static const char *const names[][2] = {{"Tab", "Tab"},    {"Tab", "Tab"},
                                           {"F5", "F5"},      {"Escape", "Escape"},
                                           {"F1", "F1"},      {"Escape", "Escape"},
                                           {"?", "question"}, {"?", "question"},
                                           {"c", "c"},        {"i", "i"}};
    static const int sizes[][2] = {{64, 64}, {900, 640}, {1000, 700}, {300, 700}, {900, 640}};
    NEEDS_SCREEN();
    ASSERT(begin("gauss:2"));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        press_key(names[i][0], names[i][1]);
        SHOWS_ALL(names[i][0]);
    }
    /* Away from every window that follows, so that no one points at anything. */
    on_screen("xdotool mousemove 1399 899");
    explorer_input(twin.e, &(input){.kind = INPUT_LEAVE});
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        on_screen("xdotool windowsize %lu %d %d", the_screen.window, sizes[i][0], sizes[i][1]);
        stage_resize(&twin, sizes[i][0], sizes[i][1]);
        char words[40];
        snprintf(words, sizeof words, "%dx%d", sizes[i][0], sizes[i][1]);
        SHOWS_ALL(words);
    }
    FINISH();
    PASS();
}

TEST validation_is_seen(void)
{
    NEEDS_SCREEN();
    ASSERT(begin("radau-iia:2"));
    snapshot s = {0};
    long green = 0, red = 0;
    on_screen("xdotool key v");
    stage_key(&twin, "v");
    ASSERT(stage_settle(&twin));
    ASSERTm(explorer_says(twin.e), strstr(explorer_says(twin.e), " 0 disagree") != NULL);
    area lower = region;
    lower.y += 80; /* below the message */
    lower.height -= 80;
    bool same = false;
    for (double began = wall(); wall() - began < 40 && !same; pause_for(0.1)) {
        snapshot_clear(&s);
        same = snapshot_take(&s) &&
               area_differs(&lower, 0, s.pixels, s.width, twin.pixels, twin.width) == 0;
    }
    ASSERTm("the window ends with the same agreement", same);
    for (int y = lower.y; y < lower.y + lower.height; y++) {
        for (int x = lower.x; x < lower.x + lower.width; x++) {
            uint32_t p = s.pixels[y * s.width + x];
            red += p == 0xFF0033;
            green += (int)(p >> 8 & 255) - (int)(p >> 16 & 255) > 20;
        }
    }
    ASSERT_EQ_FMT(0L, red, "%ld");
    ASSERT(green > (long)lower.width * lower.height / 2);
    snapshot_clear(&s);
    FINISH();
    PASS();
}

/* A presenter's remote sends PageDown and PageUp. */
TEST a_lesson_goes_on_by_page_down(void)
{
    NEEDS_SCREEN();
    ASSERT(begin_with("lesson", SPINSCOPE_TESTS "/explorer/lessons/questions.lesson"));
    press_key("PageDown", "Next"); /* the question, then the answer */
    press_key("PageDown", "Next");
    SHOWS_ALL("the answer");
    press_key("PageDown", "Next");
    for (int i = 0; i < 20; i++) {
        stage_tick(&twin, 0.1);
    }
    pause_for(1.3); /* of the glide */
    SHOWS_ALL("the next step");
    press_key("PageUp", "Prior");
    press_key("A", "A");
    SHOWS_ALL("the step before");
    press_key("E", "E");
    SHOWS_ALL("the end of the lesson");
    FINISH();
    PASS();
}

TEST idle_uses_no_cpu(void)
{
    const long most = IS_SANITIZED ? 10 : 2; /* hundredths of the second */
    NEEDS_SCREEN();
    ASSERT(begin("bdf:4"));
    SHOWS("the start");
    pause_for(0.3);
    long before = program_ticks();
    pause_for(1);
    long after = program_ticks();
    ASSERTm(support_say("%ld ticks", after - before), before >= 0 && after - before <= most);
    /* And again after it was played. */
    on_screen("xdotool key space");
    pause_for(0.3);
    ASSERTm("playing does use it", program_ticks() > after);
    on_screen("xdotool key space");
    pause_for(0.7);
    before = program_ticks();
    pause_for(1);
    after = program_ticks();
    ASSERTm(support_say("%ld ticks", after - before), after - before <= most);
    FINISH();
    PASS();
}

/* Closing leaves a workspace for the next time, which Ctrl-o opens. */
TEST the_next_start_offers_the_last_workspace(void)
{
    NEEDS_SCREEN();
    char path[800];
    snprintf(path, sizeof path, "%s/spinscope/last.workspace", the_screen.folder);
    unlink(path);
    ASSERT(begin("bdf:2"));
    press_key("]", "bracketright");
    SHOWS("the start");
    FINISH();
    ASSERT_EQ_FMT(0, access(path, R_OK), "%d");
    ASSERT(begin("gauss:2"));
    SHOWS("the start");
    press_key("x", "ctrl+o");
    stage_close(&twin);
    settings initial = settings_initial();
    snprintf(initial.method, sizeof initial.method, "bdf:2");
    initial.w = 0.05;
    ASSERT(stage_open_with(&twin, &initial, WIDTH, HEIGHT));
    stage_key(&twin, "Escape");
    stage_mouse(&twin, INPUT_MOVE, 2, HEIGHT - 2, 0, 0);
    SHOWS("Ctrl-o");
    FINISH();
    unlink(path);
    PASS();
}

/* Ended by a signal while it saves and validates: no half-written file is left. */
TEST a_signal_ends_it_without_broken_files(void)
{
    char command[900];
    NEEDS_SCREEN();
    allow_unjoined_threads();
    ASSERT(begin("bdf:6"));
    on_screen("xdotool key --delay 1 v s S");
    signal_child(the_screen.program, SIGTERM);
    int code = program_end(20);
    stage_close(&twin);
    ASSERTm(support_say("exit %d", code), code == 128 + SIGTERM || code == 0);
    /* What is there is whole: PNG ends with IEND, SVG with its tag, and nothing else is there. */
    snprintf(
        command, sizeof command,
        "cd '%s' && for f in $(ls -A); do case $f in stderr|spinscope) ;; *.png) tail -c 8 $f | "
        "grep "
        "-aq IEND || exit 1 ;; *.svg) tail -c 12 $f | grep -aq '</svg>' || exit 1 ;; *) exit 2 ;; "
        "esac; done",
        the_screen.folder);
    result r = run_shell(command);
    ASSERT_EQ_FMT(0, r.code, "%d");
    result_clear(&r);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    char folder[600];
    snprintf(folder, sizeof folder, "%s.d", scratch_file("gui", "", 0));
    mkdir(folder, 0700);
    has_screen = screen_open(folder, AT_MOST);
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_window_shows_what_the_explorer_draws);
    RUN_TEST(the_window_has_the_icon_of_the_program);
    RUN_TEST(keys_and_mouse_move_the_view);
    RUN_TEST(the_wheel_keeps_what_is_under_the_cursor);
    RUN_TEST(events_that_had_to_wait_mean_what_they_meant);
    RUN_TEST(boxes_and_double_clicks);
    RUN_TEST(space_plays_and_stops);
    RUN_TEST(typing_chooses_a_method);
    RUN_TEST(panels_pages_and_sizes);
    RUN_TEST(validation_is_seen);
    RUN_TEST(a_lesson_goes_on_by_page_down);
    RUN_TEST(idle_uses_no_cpu);
    RUN_TEST(the_next_start_offers_the_last_workspace);
    RUN_TEST(a_signal_ends_it_without_broken_files);
    GREATEST_MAIN_END();
}
