/* The explorer without a window: commands, input, undo, zoom, playing, files, validation. */
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "explorer/picture.h"
#include "explorer/stage.h"

/* Every command of the table, typed in here so that one that disappears is missed; with an argument
 * that it accepts. Those that write files, open files or leave come elsewhere. */
static const char *const commands[] = {"play on",
                                       "play off",
                                       "play",
                                       "less-w",
                                       "more-w",
                                       "step -3",
                                       "step 2",
                                       "zoom-in",
                                       "zoom-out",
                                       "zoom 2",
                                       "zoom 0.5 -1 2",
                                       "pan-left",
                                       "pan-right",
                                       "pan-up",
                                       "pan-down",
                                       "pan 0.1 -0.2",
                                       "centre -1 1",
                                       "look -2 0 6",
                                       "fly -1 0 4 0.1",
                                       "glide w 0.5 0.1",
                                       "reset",
                                       "undo",
                                       "next-plane",
                                       "next-plane",
                                       "next-motion",
                                       "next-motion",
                                       "next-motion",
                                       "next-shade",
                                       "next-shade",
                                       "next-shade",
                                       "next-palette",
                                       "next-palette",
                                       "next",
                                       "previous",
                                       "filter bdf",
                                       "filter off",
                                       "filter",
                                       "type bdf:3",
                                       "key Return",
                                       "compare gauss:2",
                                       "compare",
                                       "compare",
                                       "compare",
                                       "spin",
                                       "spin",
                                       "overlay bdf:2",
                                       "overlay",
                                       "clear-overlays",
                                       "toggle-numbers",
                                       "toggle-numbers",
                                       "mark",
                                       "mark poles",
                                       "mark off",
                                       "validate",
                                       "validate",
                                       "pin -1 0.5",
                                       "pin off",
                                       "pin",
                                       "pin",
                                       "toggle-boundary",
                                       "toggle-hatch",
                                       "toggle-grid",
                                       "toggle-panel",
                                       "toggle-inspector",
                                       "present",
                                       "escape",
                                       "toggle-boundary",
                                       "toggle-hatch",
                                       "toggle-grid",
                                       "toggle-panel",
                                       "toggle-inspector",
                                       "help",
                                       "help-too",
                                       "copy",
                                       "key v",
                                       "key Escape",
                                       "w 0.5",
                                       "plane zw",
                                       "plane z",
                                       "motion rotation",
                                       "motion shear",
                                       "shade phase",
                                       "shade star",
                                       "shade growth",
                                       "engine scalar",
                                       "engine simd",
                                       "engine auto",
                                       "method bdf:6",
                                       "steps 100",
                                       "boundary off",
                                       "boundary on",
                                       "method rk4",
                                       "method radau-iia:2"};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const char *const keys[] = {
    "space", "[", "]", "+",   "-", "Left", "Right", "Up", "Down",   "Home", "Backspace", "a",
    "k",     "g", "p", "n",   "N", "/",    "c",     "x",  "o",      "O",    "v",         "Return",
    "b",     "h", "l", "Tab", "i", "m",    "M",     "F5", "Ctrl-c", "F1",   "?",         "Escape"};

enum { KEYS = sizeof keys / sizeof keys[0] };

#define DO(STAGE, LINE) \
    ASSERTm(support_say("%s: %s", (LINE), (STAGE)->why.text), stage_do(STAGE, LINE))
#define DRAW(STAGE) ASSERTm((STAGE)->why.text, stage_draw(STAGE))
#define SETTLE(STAGE) ASSERTm((STAGE)->why.text, stage_settle(STAGE))
#define NOW(STAGE) explorer_settings((STAGE)->e)
#define PIXEL(STAGE, X, Y) ((STAGE)->pixels[(int)(Y) * (STAGE)->width + (int)(X)] & 0xFFFFFF)

static const char *scratch_text(const char *name, const char *data)
{
    return scratch_file(name, data, strlen(data));
}

/* Makes the file newer than it was, whatever the clock's grain. */
static void age(const char *path, long seconds)
{
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = 1700000000 + seconds}};
    utimensat(AT_FDCWD, path, times, 0);
}

static const char euler[] = "kind = runge-kutta\norder = 1\nA = 1\nb = 1\n";
static const char midpoint[] = "kind = runge-kutta\norder = 2\nA = 1/2\nb = 1\n";
static const char broken[] = "kind = runge-kutta\norder = 1\nA = 1 2\nb = 1\n";

/* A picture of these settings by an explorer that never had others. */
static bool draw_fresh(const settings *s, stage *like, stage *out)
{
    return stage_open_with(out, s, like->width, like->height) && stage_settle(out);
}

TEST every_command_runs_at_every_size(void)
{
    static const int sizes[][2] = {{1, 1}, {3, 2}, {64, 64}, {300, 200}, {1280, 720}};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        stage s;
        ASSERT(stage_open(&s, sizes[k][0], sizes[k][1]));
        for (int i = 0; i < COMMANDS; i++) {
            DO(&s, commands[i]);
            stage_tick(&s, 0.02);
            ASSERTm(support_say("%dx%d, %s: %s", s.width, s.height, commands[i], s.why.text),
                    stage_draw(&s));
        }
        SETTLE(&s);
        stage_close(&s);
    }
    PASS();
}

TEST every_key_does_something(void)
{
    stage s;
    ASSERT(stage_open(&s, 640, 480));
    SETTLE(&s); /* the numbers come by themselves */
    for (int i = 0; i < KEYS; i++) {
        stage_tick(&s, 10);
        DRAW(&s);
        stage_tick(&s, 0.001);
        ASSERTm(keys[i], explorer_patience(s.e) > 0 || i > 0);
        stage_key(&s, keys[i]);
        ASSERTm(keys[i], stage_tick(&s, 0.02));
        DRAW(&s);
    }
    stage_key(&s, "q");
    ASSERT(explorer_has_quit(s.e));
    stage_close(&s);
    PASS();
}

TEST what_is_no_command_is_named(void)
{
    static const struct {
        const char *line, *words;
    } cases[] = {{"jump", "jump"},
                 {"", "''"},
                 {"zoom", "FACTOR"},
                 {"zoom 0", "zoom 0"},
                 {"zoom -1", "FACTOR"},
                 {"zoom 2 1", "X Y"},
                 {"zoom nan", "nan"},
                 {"zoom 1 2 3 4", "zoom"},
                 {"pan 1", "DX DY"},
                 {"centre 1", "X Y"},
                 {"look 1 2 0", "HEIGHT"},
                 {"look 1 2", "HEIGHT"},
                 {"step x", "step x"},
                 {"play maybe", "on, off"},
                 {"pin 1", "X Y"},
                 {"pin x y", "off"},
                 {"method nope", "nope"},
                 {"method", ""},
                 {"palette nope", "nope"},
                 {"plane q", "z, zw"},
                 {"mark q", "order"},
                 {"marked q", "order"},
                 {"w 1e9", "1e+06"},
                 {"save gif", "png, svg or pdf"},
                 {"open", "workspace"},
                 {"open /no/such/file.method", "/no/such/file.method"},
                 {"open /no/such/file.csv", "file.csv"},
                 {"open /no/such/file.workspace", "file.workspace"},
                 {"compare nope", "nope"},
                 {"overlay nope", "nope"},
                 {"overlays bdf:2 nope", "nope"},
                 {"open-last", "last time"},
                 {"spectrum /no/such.csv", "such.csv"}};
    stage s;
    ASSERT(stage_open(&s, 320, 240));
    DO(&s, "method bdf:2");
    DO(&s, "compare gauss:2");
    DO(&s, "overlay bdf:1");
    const settings before = *NOW(&s);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ASSERTm(support_say("'%s' is accepted", cases[i].line), !stage_do(&s, cases[i].line));
        ASSERTm(support_say("'%s': '%s'", cases[i].line, s.why.text),
                s.why.text[0] != '\0' && strstr(s.why.text, cases[i].words) != NULL);
        ASSERTm(support_words, same_settings(&before, NOW(&s)));
        DRAW(&s);
    }
    stage_close(&s);
    PASS();
}

TEST every_setting_is_a_command(void)
{
    stage s;
    ASSERT(stage_open(&s, 320, 240));
    for (int i = 0; i < settings_count(); i++) {
        char line[SETTINGS_LIST_SIZE + 40], value[SETTINGS_LIST_SIZE];
        const property *of = settings_at(i);
        settings_get(NOW(&s), of, value, sizeof value);
        snprintf(line, sizeof line, "%s %s", of->key, value);
        DO(&s, line);
    }
    const settings initial = settings_initial();
    ASSERTm(support_words, same_settings(&initial, NOW(&s)));
    DO(&s, "w -0.75");
    ASSERT_EQ_FMT(-0.75, NOW(&s)->w, "%g");
    stage_close(&s);
    PASS();
}

TEST the_point_under_the_cursor_stays_under_it(void)
{
    stage s;
    ASSERT(stage_open(&s, 1000, 700));
    DO(&s, "look -1.5 0.75 9");
    area a = stage_area(&s);
    ASSERT(a.width > 300 && a.height > 300);
    for (int i = 0; i < 200; i++) {
        double px = random_between(a.x, a.x + a.width - 1),
               py = random_between(a.y, a.y + a.height - 1);
        double x = area_x(&a, NOW(&s), px), y = area_y(&a, NOW(&s), py), span = NOW(&s)->span;
        double turn = random_integer(0, 1) ? random_between(-2, 2) : random_integer(0, 1) ? 1 : -1;
        stage_wheel(&s, px, py, turn);
        ASSERT_NEAR(x, area_x(&a, NOW(&s), px), 1e-9 * span, 1e-9);
        ASSERT_NEAR(y, area_y(&a, NOW(&s), py), 1e-9 * span, 1e-9);
        ASSERTm("away from the user is closer",
                turn > 0 ? NOW(&s)->span < span : NOW(&s)->span > span);
        if (NOW(&s)->span < 0.1 || NOW(&s)->span > 100) {
            DO(&s, "look 1 -2 9");
        }
    }
    stage_close(&s);
    PASS();
}

TEST dragging_moves_the_plane_with_the_mouse(void)
{
    stage s;
    ASSERT(stage_open(&s, 1000, 700));
    area a = stage_area(&s);
    double x0 = a.x + 100, y0 = a.y + 80, x1 = a.x + 260, y1 = a.y + 190;
    double x = area_x(&a, NOW(&s), x0), y = area_y(&a, NOW(&s), y0);
    const settings before = *NOW(&s);
    stage_drag(&s, x0, y0, x1, y1, 0);
    ASSERT_NEAR(x, area_x(&a, NOW(&s), x1), 1e-12, 1e-12);
    ASSERT_NEAR(y, area_y(&a, NOW(&s), y1), 1e-12, 1e-12);
    ASSERT(NOW(&s)->x < before.x && NOW(&s)->y > before.y && NOW(&s)->span == before.span);
    ASSERT(!NOW(&s)->pinned);
    stage_key(&s, "Backspace");
    ASSERTm(support_words, same_settings(&before, NOW(&s)));
    stage_close(&s);
    PASS();
}

TEST arrows_and_signs_move_the_right_way(void)
{
    static const struct {
        const char *key;
        double dx, dy, factor;
    } cases[] = {{"Left", -0.1, 0, 1}, {"Right", 0.1, 0, 1}, {"Up", 0, 0.1, 1},
                 {"Down", 0, -0.1, 1}, {"+", 0, 0, 0.8},     {"-", 0, 0, 1.25}};
    stage s;
    ASSERT(stage_open(&s, 640, 480));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const settings before = *NOW(&s);
        stage_key(&s, cases[i].key);
        ASSERT_NEAR(before.x + cases[i].dx * before.span, NOW(&s)->x, 1e-12, 0);
        ASSERT_NEAR(before.y + cases[i].dy * before.span, NOW(&s)->y, 1e-12, 0);
        ASSERT_NEAR(before.span * cases[i].factor, NOW(&s)->span, 1e-12, 0);
        stage_key(&s, "Backspace");
        ASSERTm(support_words, same_settings(&before, NOW(&s)));
    }
    stage_close(&s);
    PASS();
}

TEST a_box_fills_the_region(void)
{
    stage s;
    ASSERT(stage_open(&s, 1000, 700));
    area a = stage_area(&s);
    static const double boxes[][4] = {
        {50, 60, 250, 120}, {250, 120, 50, 60}, {100, 300, 140, 30}, {10, 10, 30, 300}};
    for (size_t i = 0; i < 4; i++) {
        DO(&s, "reset");
        const settings before = *NOW(&s);
        double px0 = a.x + boxes[i][0], py0 = a.y + boxes[i][1], px1 = a.x + boxes[i][2],
               py1 = a.y + boxes[i][3];
        double x0 = area_x(&a, &before, px0), x1 = area_x(&a, &before, px1),
               y0 = area_y(&a, &before, py0), y1 = area_y(&a, &before, py1);
        stage_drag(&s, px0, py0, px1, py1, INPUT_SHIFT);
        ASSERT_NEAR((x0 + x1) / 2, NOW(&s)->x, 1e-12, 1e-12);
        ASSERT_NEAR((y0 + y1) / 2, NOW(&s)->y, 1e-12, 1e-12);
        /* All of the box is seen, and it touches both sides one way. */
        double across = fabs(x1 - x0) / (NOW(&s)->span * a.width / a.height),
               upward = fabs(y1 - y0) / NOW(&s)->span;
        ASSERT_NEAR(1, fmax(across, upward), 1e-12, 0);
        stage_key(&s, "Backspace");
        ASSERTm(support_words, same_settings(&before, NOW(&s)));
    }
    /* A box without a size is no box. */
    const settings before = *NOW(&s);
    stage_drag(&s, a.x + 50, a.y + 50, a.x + 52, a.y + 52, INPUT_SHIFT);
    stage_drag(&s, a.x + 50, a.y + 50, a.x + 52, a.y + 90, INPUT_SHIFT);
    ASSERTm(support_words, same_settings(&before, NOW(&s)));
    stage_close(&s);
    PASS();
}

/* As a window sends it: press, release, press with two clicks, release. */
static void double_click(stage *s, double x, double y)
{
    stage_mouse(s, INPUT_MOVE, x, y, 0, 0);
    for (int clicks = 1; clicks <= 2; clicks++) {
        stage_mouse(s, INPUT_PRESS, x, y, 0, clicks);
        stage_mouse(s, INPUT_RELEASE, x, y, 0, clicks);
    }
}

TEST a_double_click_centres(void)
{
    stage s;
    ASSERT(stage_open(&s, 1000, 700));
    area a = stage_area(&s);
    const settings before = *NOW(&s);
    double_click(&s, a.x + 40, a.y + 333);
    ASSERT_NEAR(area_x(&a, &before, a.x + 40), NOW(&s)->x, 1e-12, 1e-12);
    ASSERT_NEAR(area_y(&a, &before, a.y + 333), NOW(&s)->y, 1e-12, 1e-12);
    ASSERT_EQ_FMT(before.span, NOW(&s)->span, "%g");
    stage_key(&s, "Backspace");
    ASSERT(NOW(&s)->x == before.x && NOW(&s)->y == before.y);
    stage_close(&s);
    PASS();
}

TEST a_double_click_leaves_the_pin_as_it_was(void)
{
    stage s;
    ASSERT(stage_open(&s, 1000, 700));
    area a = stage_area(&s);
    double_click(&s, a.x + 40, a.y + 333);
    ASSERT(!NOW(&s)->pinned);
    DO(&s, "pin -1 1");
    double_click(&s, a.x + 140, a.y + 133);
    ASSERT(NOW(&s)->pinned && NOW(&s)->pin_x == -1 && NOW(&s)->pin_y == 1);
    stage_close(&s);
    PASS();
}

TEST a_click_pins_and_frees(void)
{
    stage s;
    ASSERT(stage_open(&s, 1000, 700));
    area a = stage_area(&s);
    const settings before = *NOW(&s);
    stage_drag(&s, a.x + 30, a.y + 40, a.x + 30, a.y + 40, 0);
    ASSERT(NOW(&s)->pinned);
    ASSERT_NEAR(area_x(&a, &before, a.x + 30), NOW(&s)->pin_x, 1e-12, 1e-12);
    ASSERT_NEAR(area_y(&a, &before, a.y + 40), NOW(&s)->pin_y, 1e-12, 1e-12);
    stage_mouse(&s, INPUT_MOVE, a.x + 99, a.y + 99, 0, 0);
    DRAW(&s);
    ASSERT_NEAR(area_x(&a, &before, a.x + 30), NOW(&s)->pin_x, 1e-12, 1e-12);
    stage_drag(&s, a.x + 60, a.y + 40, a.x + 61, a.y + 41, 0);
    ASSERT(!NOW(&s)->pinned);
    ASSERTm("a click moves nothing", NOW(&s)->x == before.x && NOW(&s)->y == before.y);
    stage_close(&s);
    PASS();
}

TEST undo_goes_back_move_by_move(void)
{
    static const char *const moves[] = {"zoom 2 1 1", "pan 0.1 0.3", "centre -1 4", "zoom-out",
                                        "look 3 3 3", "pan-left",    "reset"};
    stage s;
    settings before[7];
    ASSERT(stage_open(&s, 500, 400));
    for (int i = 0; i < 7; i++) {
        before[i] = *NOW(&s);
        DO(&s, moves[i]);
    }
    for (int i = 6; i >= 0; i--) {
        DO(&s, "undo");
        ASSERTm(support_words, same_settings(&before[i], NOW(&s)));
    }
    ASSERT(!stage_do(&s, "undo"));
    ASSERTm(s.why.text, strstr(s.why.text, "no move") != NULL);
    for (int i = 0; i < 250; i++) { /* more than are kept */
        DO(&s, "pan-left");
    }
    int count = 0;
    while (stage_do(&s, "undo")) {
        count++;
    }
    ASSERTm(support_say("%d moves kept", count), count >= 50 && count <= 250);
    stage_close(&s);
    PASS();
}

/* Undo concerns the view; what else was chosen since stays. */
TEST undo_keeps_everything_but_the_view(void)
{
    stage s;
    ASSERT(stage_open(&s, 500, 400));
    DO(&s, "zoom-in");
    DO(&s, "method bdf:2");
    DO(&s, "w 0.5");
    DO(&s, "undo");
    ASSERT_STR_EQ("bdf:2", NOW(&s)->method);
    ASSERT_EQ_FMT(0.5, NOW(&s)->w, "%g");
    ASSERT_EQ_FMT(18.0, NOW(&s)->span, "%g");
    stage_close(&s);
    PASS();
}

TEST zooming_ends_with_a_message_and_comes_back(void)
{
    static const char *const at[] = {"centre 0 0", "centre -1 1", "centre -1000 2",
                                     "centre 0 -123456"};
    for (size_t k = 0; k < 4; k++) {
        stage s;
        bool refused = false;
        ASSERT(stage_open(&s, 640, 480));
        DO(&s, at[k]);
        for (int i = 0; i < 300 && !refused; i++) {
            double span = NOW(&s)->span;
            refused = !stage_do(&s, "zoom 2");
            if (!refused && NOW(&s)->span == span) {
                break; /* the smallest height that there is */
            }
            if (i % 10 == 0 && !refused) {
                DRAW(&s);
            }
        }
        ASSERTm(at[k], refused || NOW(&s)->span <= 1e-13);
        if (refused) {
            ASSERTm(s.why.text, strstr(s.why.text, "double precision") != NULL);
        }
        double deep = NOW(&s)->span;
        ASSERTm(at[k], deep < 1e-5);
        stage_key(&s, "+");
        ASSERTm("the key says it",
                !refused || explorer_says(s.e)[0] != '\0' || NOW(&s)->span < deep);
        DRAW(&s);
        for (int i = 0; i < 40; i++) {
            stage_key(&s, "-");
        }
        ASSERT(NOW(&s)->span > 1000 * deep);
        SETTLE(&s);
        stage_close(&s);
    }
    PASS();
}

/* Deep in, more pixels would be too many; whatever adds pixels must not end the program. */
TEST what_adds_pixels_to_the_deepest_view_can_be_drawn(void)
{
    static const char *const adders[] = {"size", "toggle-inspector", "toggle-panel", "present"};
    for (size_t k = 0; k < 4; k++) {
        stage s;
        ASSERT(stage_open(&s, 640, 480));
        DO(&s, "look -1.7 1.3 1e-11"); /* not far from the deepest */
        while (stage_do(&s, "zoom 1.01") && NOW(&s)->span > 2e-13) {
        }
        DRAW(&s);
        if (strcmp(adders[k], "size") == 0) {
            stage_resize(&s, 1280, 960);
        } else {
            (void)stage_do(&s, adders[k]);
        }
        ASSERTm(support_say("%s at height %g: %s", adders[k], NOW(&s)->span, s.why.text),
                stage_draw(&s));
        stage_close(&s);
    }
    PASS();
}

/* Dragging from the middle of the deepest view to where numbers are coarser. */
TEST dragging_in_the_deepest_view_can_be_drawn(void)
{
    stage s;
    ASSERT(stage_open(&s, 640, 480));
    DO(&s, "centre 0.999999999999 0.5");
    while (stage_do(&s, "zoom 1.05") && NOW(&s)->span > 2e-13) {
    }
    area a = stage_area(&s);
    DRAW(&s);
    for (int i = 0; i < 30; i++) {
        stage_drag(&s, a.x + a.width - 2, a.y + 9, a.x + 2, a.y + 9, 0);
        ASSERTm(support_say("x = %.17g, height %g: %s", NOW(&s)->x, NOW(&s)->span, s.why.text),
                stage_draw(&s));
    }
    stage_close(&s);
    PASS();
}

TEST a_workspace_whose_view_is_too_deep_is_refused_or_drawn(void)
{
    stage s;
    char line[700];
    ASSERT(stage_open(&s, 640, 480));
    const char *path = scratch_text("deep.workspace", "x = 1000000\nspan = 1e-13\n");
    snprintf(line, sizeof line, "open %s", path);
    (void)stage_do(&s, line);
    ASSERTm(s.why.text, stage_draw(&s));
    stage_close(&s);
    PASS();
}

/* Far out the view stops, and does not slide away under the wheel. */
TEST zooming_out_ends_where_it_is(void)
{
    stage s;
    ASSERT(stage_open(&s, 640, 480));
    area a = stage_area(&s);
    for (int i = 0; i < 100; i++) {
        stage_wheel(&s, a.x + a.width / 2.0, a.y + a.height / 2.0, -3);
        DRAW(&s);
    }
    const settings end = *NOW(&s);
    ASSERT(end.span > 1e5);
    stage_wheel(&s, a.x + 10, a.y + 10, -3);
    ASSERTm(support_say("from %g, %g to %g, %g", end.x, end.y, NOW(&s)->x, NOW(&s)->y),
            fabs(NOW(&s)->x - end.x) <= 1e-9 * end.span &&
                fabs(NOW(&s)->y - end.y) <= 1e-9 * end.span);
    DO(&s, "reset");
    SETTLE(&s);
    stage_close(&s);
    PASS();
}

/* One unit is as many pixels across as upward: a circle is a circle. The boundary of explicit Euler
 * is |1 + z| = 1; where colours change along its diameters is looked for in the picture. */
TEST units_are_equal_across_and_upward(void)
{
    static const int sizes[][2] = {{1280, 720}, {700, 900}, {300, 200}};
    for (size_t k = 0; k < 3; k++) {
        stage s;
        ASSERT(stage_open(&s, sizes[k][0], sizes[k][1]));
        DO(&s, "method explicit-euler");
        DO(&s, "look -1 0.0 3");
        DO(&s, "panel off");
        area a = stage_area(&s);
        if (a.width < a.height) {
            char line[80];
            snprintf(line, sizeof line, "look -1 0 %g", 3.0 * a.height / a.width);
            DO(&s, line);
        }
        SETTLE(&s);
        /* The boundary is the darkest thing on a ray from the middle. */
        for (int i = 0; i < 8; i++) {
            double angle = (i + 0.4) * 0.7853981633974483, best = 0;
            uint32_t least = 999;
            for (double r = 0.8; r < 1.2; r += 0.2 * NOW(&s)->span / a.height) {
                uint32_t p = PIXEL(&s, area_px(&a, NOW(&s), -1 + r * cos(angle)),
                                   area_py(&a, NOW(&s), r * sin(angle)));
                uint32_t sum = (p >> 16) + (p >> 8 & 255) + (p & 255);
                best = sum < least ? r : best;
                least = sum < least ? sum : least;
            }
            ASSERTm(support_say("%dx%d: radius %g at angle %g", s.width, s.height, best, angle),
                    fabs(best - 1) < 2.5 * NOW(&s)->span / a.height);
        }
        stage_close(&s);
    }
    PASS();
}

/* Whatever was done before, the picture is that of the settings. */
static enum greatest_test_res looks_like_fresh(stage *s, const char *after)
{
    stage fresh;
    ASSERTm(s->why.text, stage_settle(s));
    explorer_input(s->e, &(input){.kind = INPUT_LEAVE});
    SETTLE(s);
    ASSERTm(after, draw_fresh(NOW(s), s, &fresh));
    area a = stage_area(&fresh);
    SETTLE(&fresh);
    /* Text lies over the top: hint and messages. */
    int top = a.height / 5;
    a.y += top;
    a.height -= top;
    long differ = area_differs(&a, 2, s->pixels, s->width, fresh.pixels, fresh.width);
    stage_close(&fresh);
    ASSERTm(support_say("after %s: %ld pixels differ", after, differ), differ == 0);
    PASS();
}

TEST the_picture_is_that_of_the_settings(void)
{
    static const char *const lines[] = {
        "w 0.5",          "method bdf:6",    "w 0.3",         "zoom 3 -1 1",  "plane zw",
        "method rk4",     "plane z",         "compare bdf:4", "shade phase",  "shade star",
        "method gauss:2", "motion rotation", "spin",          "compare",      "motion shear",
        "overlay bdf:2",  "palette grey",    "toggle-panel",  "shade growth", "method bdf:5",
        "clear-overlays", "hatch on",        "grid on",       "undo",         "present"};
    stage s;
    ASSERT(stage_open(&s, 400, 270)); /* with the panel */
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        DO(&s, lines[i]);
        CHECK_CALL(looks_like_fresh(&s, lines[i]));
    }
    stage_close(&s);
    PASS();
}

/* A finer picture that is ready but not yet collected belongs to the old view. */
TEST a_late_finer_picture_does_not_replace_a_newer_view(void)
{
    static const char *const lines[] = {"size 700x500", "size 260x200", "w 0.6",
                                        "zoom 4 1 1",   "plane zw",     "palette grey"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        stage s;
        int width, height;
        ASSERT(stage_open(&s, 480, 360));
        DO(&s, "method bdf:6");
        DRAW(&s);
        ASSERTm("bdf:6 is drawn coarsely first", explorer_is_busy(s.e));
        int wakes = atomic_load(&s.wakes);
        for (int k = 0; k < 500 && atomic_load(&s.wakes) == wakes; k++) {
            if (k < 3) { /* only until it has begun: what is ready must not be collected */
                stage_tick(&s, 0.2);
            }
            stage_sleep(0.01);
        }
        ASSERTm("a finer picture came", atomic_load(&s.wakes) > wakes);
        if (sscanf(lines[i], "size %dx%d", &width, &height) == 2) {
            stage_resize(&s, width, height);
        } else {
            DO(&s, lines[i]);
        }
        stage_tick(&s, 0.01);
        DRAW(&s);
        CHECK_CALL(looks_like_fresh(&s, lines[i]));
        stage_close(&s);
    }
    PASS();
}

/* Keys while the button is down: what is shown and what is said to be shown stay the same. */
TEST keys_during_a_click_are_not_lost(void)
{
    static const char *const pressed[] = {"n", "]", "a", "c", "Tab"};
    for (size_t i = 0; i < sizeof pressed / sizeof pressed[0]; i++) {
        stage s;
        ASSERT(stage_open(&s, 600, 450));
        area a = stage_area(&s);
        stage_mouse(&s, INPUT_PRESS, a.x + 50, a.y + 50, 0, 1);
        stage_key(&s, pressed[i]);
        const settings between = *NOW(&s);
        stage_mouse(&s, INPUT_RELEASE, a.x + 50, a.y + 50, 0, 1);
        ASSERT_STR_EQm(pressed[i], between.method, NOW(&s)->method);
        ASSERT_STR_EQm(pressed[i], between.other, NOW(&s)->other);
        ASSERTm(pressed[i], between.w == NOW(&s)->w && between.look.plane == NOW(&s)->look.plane &&
                                between.panel == NOW(&s)->panel);
        CHECK_CALL(looks_like_fresh(&s, pressed[i]));
        stage_close(&s);
    }
    PASS();
}

static void play_for(stage *s, double seconds)
{
    for (double t = 0; t < seconds - 1e-9; t += 0.05) {
        stage_tick(s, 0.05);
    }
}

TEST playing_turns_repeats_or_ends_at_the_ends(void)
{
    stage s;
    ASSERT(stage_open(&s, 200, 150));
    DO(&s, "w_from -1");
    DO(&s, "w_to 2");
    DO(&s, "speed 1");
    DO(&s, "w 0");
    stage_key(&s, "space");
    play_for(&s, 1);
    ASSERT_NEAR(1, NOW(&s)->w, 1e-9, 0);
    play_for(&s, 1.5); /* to 2 and half way back */
    ASSERT_NEAR(1.5, NOW(&s)->w, 1e-9, 0);
    play_for(&s, 3); /* to -1 and back again */
    ASSERT_NEAR(-0.5, NOW(&s)->w, 1e-9, 0);
    stage_key(&s, "space");
    play_for(&s, 1);
    ASSERT_NEAR(-0.5, NOW(&s)->w, 1e-9, 0);
    DO(&s, "repeat loop");
    DO(&s, "w 1.5");
    DO(&s, "play on");
    play_for(&s, 1); /* over the end and from the beginning */
    ASSERT_NEAR(-0.5, NOW(&s)->w, 1e-9, 0);
    DO(&s, "play off");
    DO(&s, "repeat once");
    DO(&s, "w 2"); /* the end: it begins again */
    DO(&s, "play on");
    ASSERT_EQ_FMT(-1.0, NOW(&s)->w, "%g");
    play_for(&s, 4);
    ASSERT_EQ_FMT(2.0, NOW(&s)->w, "%g");
    ASSERTm("it has ended", explorer_patience(s.e) >= 0);
    DRAW(&s);
    ASSERTm("and nothing moves", explorer_patience(s.e) > 1);
    DO(&s, "speed 2");
    DO(&s, "play");
    play_for(&s, 1);
    ASSERT_NEAR(1, NOW(&s)->w, 1e-9, 0);
    stage_close(&s);
    PASS();
}

TEST playing_starts_inside_the_range_and_never_leaves_it(void)
{
    stage s;
    static const char *const repeats[] = {"repeat pingpong", "repeat loop", "repeat once"};
    ASSERT(stage_open(&s, 100, 80));
    DO(&s, "w_from 3");
    DO(&s, "w_to -2"); /* the wrong way round is a range, too */
    for (int round = 0; round < 60; round++) {
        char line[80];
        DO(&s, repeats[random_integer(0, 2)]);
        snprintf(line, sizeof line, "w %.3f", random_between(-9, 9));
        DO(&s, line);
        snprintf(line, sizeof line, "speed %.3f",
                 random_integer(0, 1) ? 100 : random_between(0.1, 9));
        DO(&s, line);
        DO(&s, "play on");
        for (int i = 0; i < 20; i++) {
            stage_tick(&s, random_integer(0, 3) == 0 ? 5 : random_between(0, 0.1));
            ASSERTm(support_say("w = %g", NOW(&s)->w), NOW(&s)->w >= -2 && NOW(&s)->w <= 3);
        }
    }
    stage_close(&s);
    PASS();
}

/* "once" that was stopped half way goes on from there. */
TEST once_goes_on_after_a_pause(void)
{
    stage s;
    ASSERT(stage_open(&s, 100, 80));
    DO(&s, "repeat once");
    DO(&s, "play on");
    play_for(&s, 2);
    stage_key(&s, "space");
    double w = NOW(&s)->w;
    stage_key(&s, "space");
    play_for(&s, 0.1);
    ASSERT_NEAR(w + 0.1, NOW(&s)->w, 1e-9, 0);
    stage_close(&s);
    PASS();
}

TEST playing_changes_the_region_and_needs_the_plane_z(void)
{
    stage s;
    ASSERT(stage_open(&s, 400, 300));
    DO(&s, "method implicit-euler");
    SETTLE(&s);
    area a = stage_area(&s);
    SETTLE(&s);
    uint32_t *before = malloc((size_t)(s.width * s.height) * 4);
    memcpy(before, s.pixels, (size_t)(s.width * s.height) * 4);
    stage_key(&s, "space");
    ASSERT_EQ_FMT(0.0, explorer_patience(s.e), "%g");
    play_for(&s, 0.5);
    DRAW(&s);
    ASSERT(area_differs(&a, 2, before, s.width, s.pixels, s.width) > 1000);
    free(before);
    DO(&s, "plane zw");
    double w = NOW(&s)->w;
    play_for(&s, 0.5);
    ASSERT_EQ_FMT(w, NOW(&s)->w, "%g");
    ASSERT(!stage_do(&s, "play on"));
    ASSERTm(s.why.text, strstr(s.why.text, "plane") != NULL);
    stage_close(&s);
    PASS();
}

TEST brackets_step_w_and_stop_playing(void)
{
    stage s;
    ASSERT(stage_open(&s, 100, 80));
    stage_key(&s, "]");
    stage_key(&s, "]");
    stage_key(&s, "]");
    ASSERT_NEAR(0.15, NOW(&s)->w, 1e-12, 0);
    stage_key(&s, "[");
    ASSERT_NEAR(0.1, NOW(&s)->w, 1e-12, 0);
    DO(&s, "play on");
    stage_key(&s, "]");
    double w = NOW(&s)->w;
    play_for(&s, 0.5);
    ASSERT_EQ_FMT(w, NOW(&s)->w, "%g");
    stage_close(&s);
    PASS();
}

TEST typing_filters_and_return_chooses(void)
{
    stage s;
    ASSERT(stage_open(&s, 1000, 700));
    stage_key(&s, "/");
    for (const char *c = "bdf:4"; *c != '\0'; c++) {
        char one[2] = {*c, '\0'};
        stage_type(&s, one);
        stage_key(&s, one); /* as a window sends it */
    }
    DRAW(&s);
    ASSERT_STR_EQ("radau-iia:2", NOW(&s)->method);
    stage_key(&s, "Backspace");
    stage_type(&s, "3");
    stage_key(&s, "Return");
    ASSERT_STR_EQ("bdf:3", NOW(&s)->method);
    ASSERTm("typing did not press keys", NOW(&s)->look.boundary && NOW(&s)->look.plane == 0);
    stage_key(&s, "h"); /* typing has ended: a key again */
    ASSERT(NOW(&s)->look.hatch);
    /* Escape ends typing without a choice; nothing that matches leaves the method. */
    DO(&s, "filter");
    stage_type(&s, "zzzz");
    stage_key(&s, "Return");
    stage_key(&s, "Escape");
    ASSERT_STR_EQ("bdf:3", NOW(&s)->method);
    DRAW(&s);
    DO(&s, "filter");
    for (int i = 0; i < 200; i++) { /* longer than there is room for, and letters of two bytes */
        stage_type(&s, i % 2 ? "\xCF\x83" : "x");
    }
    DRAW(&s);
    for (int i = 0; i < 200; i++) {
        stage_key(&s, "Backspace");
        DRAW(&s);
    }
    stage_type(&s, "rk4");
    stage_key(&s, "Return");
    ASSERT_STR_EQ("rk4", NOW(&s)->method);
    stage_close(&s);
    PASS();
}

/* The list of methods answers to clicks and to the wheel; sliders to drags. */
TEST the_panel_answers_to_the_mouse(void)
{
    stage s;
    ASSERT(stage_open(&s, 445, 720)); /* just wide enough for the panel and the inspector */
    DO(&s, "numbers off");            /* a click on a number may move the view */
    DRAW(&s);
    const settings initial = *NOW(&s);
    int methods = 0, others = 0, w_changes = 0, overlays = 0;
    for (int y = 4; y < 700; y += 15) {
        static const int columns[] = {275, 325, 375, 427};
        for (int k = 0; k < 4; k++) {
            int x = columns[k];
            settings before = *NOW(&s);
            stage_drag(&s, x, y, x, y, 0);
            methods += strcmp(before.method, NOW(&s)->method) != 0;
            overlays += strcmp(before.overlays, NOW(&s)->overlays) != 0;
            w_changes += before.w != NOW(&s)->w;
            others += before.look.hatch != NOW(&s)->look.hatch ||
                      before.look.plane != NOW(&s)->look.plane ||
                      before.look.motion != NOW(&s)->look.motion;
            ASSERTm("the view is not the panel's",
                    before.x == NOW(&s)->x && before.span == NOW(&s)->span);
            stage_key(&s, "Escape");
            if (y % 5 == 0) {
                DO(&s, "clear-overlays");
            }
            if (!same_settings(&before, NOW(&s))) {
                DRAW(&s);
            }
        }
    }
    ASSERTm(support_say("%d methods, %d others, %d overlays, %d w", methods, others, overlays,
                        w_changes),
            methods > 8 && others > 3 && overlays > 4 && w_changes > 3);
    DO(&s, "reset");
    ASSERT_EQ_FMT(initial.span, NOW(&s)->span, "%g");
    stage_close(&s);
    PASS();
}

TEST a_broken_method_file_is_named_and_the_old_method_stays(void)
{
    stage s;
    char line[700];
    ASSERT(stage_open(&s, 300, 220));
    DO(&s, "method bdf:2");
    SETTLE(&s);
    const char *path = scratch_text("bad.method", broken);
    snprintf(line, sizeof line, "open %s", path);
    ASSERT(!stage_do(&s, line));
    ASSERTm(s.why.text, strstr(s.why.text, "bad.method:") != NULL);
    ASSERT_STR_EQ("bdf:2", NOW(&s)->method);
    explorer_input(s.e, &(input){.kind = INPUT_DROP, .text = path});
    ASSERTm(explorer_says(s.e), strstr(explorer_says(s.e), "bad.method") != NULL);
    ASSERT_STR_EQ("bdf:2", NOW(&s)->method);
    CHECK_CALL(looks_like_fresh(&s, "a broken file"));
    stage_close(&s);
    PASS();
}

TEST a_method_file_that_changes_is_read_again(void)
{
    stage s;
    char path[600];
    ASSERT(stage_open(&s, 300, 220));
    snprintf(path, sizeof path, "%s", scratch_text("live.method", euler));
    age(path, 0);
    explorer_input(s.e, &(input){.kind = INPUT_DROP, .text = path});
    ASSERT_STR_EQ(path, NOW(&s)->method);
    SETTLE(&s);
    area a = stage_area(&s);
    SETTLE(&s);
    size_t bytes = (size_t)(s.width * s.height) * 4;
    uint32_t *first = malloc(bytes), *second = malloc(bytes);
    memcpy(first, s.pixels, bytes);
    a.y += a.height / 3;
    a.height -= a.height / 3;

    scratch_text("live.method", midpoint);
    age(path, 10);
    stage_tick(&s, 1);
    ASSERTm(explorer_says(s.e), strstr(explorer_says(s.e), "read again") != NULL);
    SETTLE(&s);
    memcpy(second, s.pixels, bytes);
    ASSERT(area_differs(&a, 2, first, s.width, second, s.width) > 1000);

    scratch_text("live.method", broken);
    age(path, 20);
    stage_tick(&s, 1);
    ASSERTm(explorer_says(s.e), strstr(explorer_says(s.e), "live.method:") != NULL);
    SETTLE(&s);
    ASSERT_EQ_FMT(0L, area_differs(&a, 2, second, s.width, s.pixels, s.width), "%ld");
    ASSERT_STR_EQ(path, NOW(&s)->method);

    unlink(path); /* an editor that replaces the file */
    stage_tick(&s, 1);
    SETTLE(&s);
    ASSERT_EQ_FMT(0L, area_differs(&a, 2, second, s.width, s.pixels, s.width), "%ld");
    scratch_text("live.method", euler);
    age(path, 30);
    stage_tick(&s, 1);
    SETTLE(&s);
    ASSERT_EQ_FMT(0L, area_differs(&a, 2, first, s.width, s.pixels, s.width), "%ld");
    free(first);
    free(second);
    stage_close(&s);
    PASS();
}

/* Nobody writes to a pipe: the window would wait for ever. */
TEST a_method_file_that_becomes_a_pipe_is_not_waited_for(void)
{
    stage s;
    char path[600];
    ASSERT(stage_open(&s, 300, 220));
    snprintf(path, sizeof path, "%s", scratch_text("turned.method", euler));
    age(path, 0);
    explorer_input(s.e, &(input){.kind = INPUT_DROP, .text = path});
    ASSERT_STR_EQ(path, NOW(&s)->method);
    unlink(path);
    ASSERT_EQ(0, mkfifo(path, 0600));
    age(path, 10);
    alarm(60);
    stage_tick(&s, 1);
    ASSERTm(explorer_says(s.e), strstr(explorer_says(s.e), "is a pipe") != NULL);
    SETTLE(&s);
    unlink(path);
    scratch_text("turned.method", midpoint);
    age(path, 20);
    stage_tick(&s, 1);
    alarm(0);
    ASSERTm(explorer_says(s.e), strstr(explorer_says(s.e), "read again") != NULL);
    stage_close(&s);
    PASS();
}

/* The error of a file is shown as long as the file is wrong, not for some seconds. */
TEST the_error_of_a_file_stays_while_the_file_is_wrong(void)
{
    stage s;
    char path[600];
    ASSERT(stage_open(&s, 300, 220));
    snprintf(path, sizeof path, "%s", scratch_text("wrong.method", euler));
    age(path, 0);
    explorer_input(s.e, &(input){.kind = INPUT_DROP, .text = path});
    scratch_text("wrong.method", broken);
    age(path, 10);
    stage_tick(&s, 1);
    ASSERT(strstr(explorer_says(s.e), "wrong.method:") != NULL);
    for (int i = 0; i < 30; i++) {
        stage_tick(&s, 1);
    }
    ASSERTm("still shown after half a minute", strstr(explorer_says(s.e), "wrong.method:") != NULL);
    stage_close(&s);
    PASS();
}

/* What is beside the method on the screen is watched, too. */
TEST files_of_overlays_and_of_the_other_side_are_watched(void)
{
    static const char *const ways[] = {"compare", "overlay"};
    for (int i = 0; i < 2; i++) {
        stage s;
        char path[600], line[700];
        ASSERT(stage_open(&s, 400, 220));
        snprintf(path, sizeof path, "%s", scratch_text("second.method", euler));
        age(path, 0);
        snprintf(line, sizeof line, "%s %s", ways[i], path);
        DO(&s, line);
        SETTLE(&s);
        scratch_text("second.method", midpoint);
        age(path, 10);
        stage_tick(&s, 1);
        ASSERTm(ways[i], strstr(explorer_says(s.e), "read again") != NULL);
        stage_close(&s);
    }
    PASS();
}

/* Deep in a zoom it is more pixels away than an int can count. */
TEST the_hatch_ends_at_an_axis_however_far_it_is(void)
{
    static const struct {
        const char *look;
        bool is_hatched;
    } cases[] = {{"look -1000 0 1e-8", false},
                 {"look -1 0 1e-10", false},
                 {"look 1 0 1e-10", true},
                 {"look 1000 0 1e-8", true}};
    stage s;
    ASSERT(stage_open(&s, 300, 220));
    area a = stage_area(&s);
    uint32_t *plain = calloc((size_t)s.width * (size_t)s.height, sizeof *plain);
    ASSERT(plain != NULL && a.width > 0);
    DO(&s, "grid off");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        DO(&s, cases[i].look);
        DO(&s, "hatch off");
        ASSERT(stage_settle(&s));
        memcpy(plain, s.pixels, (size_t)s.width * (size_t)s.height * sizeof *plain);
        DO(&s, "hatch on");
        ASSERT(stage_settle(&s));
        long differ = area_differs(&a, 2, plain, s.width, s.pixels, s.width);
        ASSERTm(support_say("%s: %ld pixels are hatched", cases[i].look, differ),
                cases[i].is_hatched ? differ > a.width * a.height / 20L : differ == 0);
    }
    free(plain);
    stage_close(&s);
    PASS();
}

TEST workspaces_are_saved_and_opened(void)
{
    stage s;
    char path[600], line[700];
    ASSERT(stage_open(&s, 300, 220));
    DO(&s, "method bdf:3");
    DO(&s, "compare gauss:2");
    DO(&s, "overlay radau-iia:2");
    DO(&s, "w 0.37");
    DO(&s, "look -1.25 0.5 7.5");
    DO(&s, "palette safe");
    DO(&s, "hatch on");
    DO(&s, "pin -0.3 0.1");
    const settings saved = *NOW(&s);
    snprintf(path, sizeof path, "%s", scratch_text("mine.workspace", ""));
    snprintf(line, sizeof line, "workspace %s", path);
    DO(&s, line);
    ASSERT(strstr(explorer_says(s.e), "mine.workspace") != NULL);
    DO(&s, "method rk4");
    DO(&s, "compare");
    DO(&s, "plane zw");
    DO(&s, "reset");
    DO(&s, "palette grey");
    DO(&s, "hatch off");
    DO(&s, "pin off");
    snprintf(line, sizeof line, "open %s", path);
    DO(&s, line);
    ASSERTm(support_words, same_settings(&saved, NOW(&s)));
    CHECK_CALL(looks_like_fresh(&s, "open workspace"));

    /* One that is wrong, in a line or in what it names, changes nothing. */
    static const char *const wrong[] = {"method = gauss:2\nw = much\n", "method = nope\nw = 1\n",
                                        "method = gauss:2\npalette = nope\n", "other = nope\n",
                                        "spectrum = /no/such.csv\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        snprintf(line, sizeof line, "open %s", scratch_text("wrong.workspace", wrong[i]));
        ASSERTm(wrong[i], !stage_do(&s, line));
        ASSERTm(s.why.text, i > 0 || strstr(s.why.text, "wrong.workspace:2") != NULL);
        ASSERTm(support_words, same_settings(&saved, NOW(&s)));
    }
    CHECK_CALL(looks_like_fresh(&s, "wrong workspaces"));
    stage_close(&s);
    PASS();
}

/* What the mouse can do, a workspace can keep. */
TEST every_state_can_be_saved_and_opened_again(void)
{
    static const char *const before[] = {"reset", "look 1000000 1000000 2000000",
                                         "look -1000000 0 2000000"};
    for (size_t i = 0; i < 3; i++) {
        stage s;
        char path[600], line[700];
        ASSERT(stage_open(&s, 640, 400));
        DO(&s, before[i]);
        area a = stage_area(&s);
        for (int k = 0; k < 4; k++) {
            stage_drag(&s, a.x + 5, a.y + 5, a.x + a.width - 5, a.y + a.height - 5, 0);
        }
        stage_drag(&s, a.x + 9, a.y + 9, a.x + 9, a.y + 9, 0); /* pins */
        DRAW(&s);
        snprintf(path, sizeof path, "%s", scratch_text("far.workspace", ""));
        snprintf(line, sizeof line, "workspace %s", path);
        DO(&s, line);
        const settings saved = *NOW(&s);
        snprintf(line, sizeof line, "open %s", path);
        DO(&s, line);
        ASSERTm(support_words, same_settings(&saved, NOW(&s)));
        stage_close(&s);
    }
    PASS();
}

TEST the_last_workspace_is_offered(void)
{
    stage s;
    char path[600];
    message why;
    ASSERT(stage_open(&s, 300, 220));
    DO(&s, "method bdf:4");
    snprintf(path, sizeof path, "%s", scratch_text("last.workspace", ""));
    ASSERT_OK(explorer_leave(s.e, path, &why), path, why);
    stage_close(&s);
    ASSERT(stage_open(&s, 300, 220));
    explorer_offer(s.e, NULL);
    explorer_offer(s.e, "/no/such/file");
    ASSERT_STR_EQ("", explorer_says(s.e));
    explorer_offer(s.e, path);
    ASSERT(strstr(explorer_says(s.e), "Ctrl-o") != NULL);
    stage_key(&s, "Ctrl-o");
    ASSERT_STR_EQ("bdf:4", NOW(&s)->method);
    stage_close(&s);
    PASS();
}

TEST a_spectrum_file_is_laid_over_the_region(void)
{
    stage s;
    char line[700];
    ASSERT(stage_open(&s, 600, 450));
    snprintf(line, sizeof line, "%s", scratch_text("s.csv", "-4,3\n-4,-3\n"));
    explorer_input(s.e, &(input){.kind = INPUT_DROP, .text = line});
    ASSERT_STR_EQ(line, NOW(&s)->look.spectrum);
    SETTLE(&s);
    area a = stage_area(&s);
    SETTLE(&s);
    ASSERT_EQ_FMT(0xF39C12u, PIXEL(&s, area_px(&a, NOW(&s), -4), area_py(&a, NOW(&s), 3)), "%06x");
    DO(&s, "h 0.5");
    SETTLE(&s);
    ASSERT_EQ_FMT(0xF39C12u, PIXEL(&s, area_px(&a, NOW(&s), -2), area_py(&a, NOW(&s), -1.5)),
                  "%06x");
    stage_close(&s);
    PASS();
}

TEST validation_finds_no_disagreement(void)
{
    static const char *const names[] = {"radau-iia:2", "bdf:3", "gauss-lobatto:2"};
    for (size_t i = 0; i < 3; i++) {
        stage s;
        char line[80];
        long agree = 0, disagree = -1, close = 0;
        ASSERT(stage_open(&s, 200, 150));
        snprintf(line, sizeof line, "method %s", names[i]);
        DO(&s, line);
        DO(&s, "w 0.4");
        SETTLE(&s);
        area a = stage_area(&s);
        stage_key(&s, "v");
        ASSERT(explorer_is_busy(s.e));
        for (int k = 0; k < 3000 && explorer_is_busy(s.e); k++) {
            stage_tick(&s, 0.001);
            DRAW(&s); /* while it goes on */
            stage_sleep(0.005);
        }
        ASSERT(!explorer_is_busy(s.e));
        const char *at = strstr(explorer_says(s.e), "validated: ");
        ASSERTm(explorer_says(s.e),
                at != NULL && sscanf(at, "validated: %ld agree, %ld disagree, %ld", &agree,
                                     &disagree, &close) == 3);
        ASSERTm(support_say("%s: %s", names[i], at), disagree == 0 && agree > 0);
        ASSERT_EQ_FMT((long)a.width * a.height, agree + close, "%ld");
        SETTLE(&s);
        long red = 0;
        for (int k = 0; k < s.width * s.height; k++) {
            red += (s.pixels[k] & 0xFFFFFF) == 0xFF0033;
        }
        ASSERT_EQ_FMT(0L, red, "%ld");
        stage_close(&s);
    }
    PASS();
}

/* What disagrees is red. Spin stabilisation begins at t = 0 here, where it is nothing like its
 * limit, so that a disagreement is certain if t0 is 0; if the explorer starts later there is none.
 */
TEST validation_tints_what_agrees_and_goes_away_with_the_view(void)
{
    stage s;
    ASSERT(stage_open(&s, 260, 200));
    DO(&s, "w 0.4");
    SETTLE(&s);
    area a = stage_area(&s);
    SETTLE(&s);
    size_t bytes = (size_t)(s.width * s.height) * 4;
    uint32_t *plain = malloc(bytes);
    memcpy(plain, s.pixels, bytes);
    stage_key(&s, "v");
    SETTLE(&s);
    long green = 0, all = 0;
    for (int y = a.y + a.height / 3; y < a.y + a.height - 2; y++) {
        for (int x = a.x + 2; x < a.x + a.width - 2; x++) {
            uint32_t before = plain[y * s.width + x], after = s.pixels[y * s.width + x];
            int more_green = (int)(after >> 8 & 255) - (int)(after >> 16 & 255) -
                             ((int)(before >> 8 & 255) - (int)(before >> 16 & 255));
            green += more_green > 10;
            all++;
        }
    }
    ASSERTm(support_say("%ld of %ld", green, all), green > 0.8 * (double)all);
    stage_key(&s, "v"); /* and off */
    stage_tick(&s, 10);
    SETTLE(&s);
    ASSERT_EQ_FMT(0L, area_differs(&a, 2, plain, s.width, s.pixels, s.width), "%ld");
    stage_key(&s, "v");
    stage_key(&s, "Right");
    ASSERTm("another view ends it", !explorer_is_busy(s.e));
    stage_key(&s, "Backspace");
    stage_tick(&s, 10);
    SETTLE(&s);
    ASSERT_EQ_FMT(0L, area_differs(&a, 2, plain, s.width, s.pixels, s.width), "%ld");
    free(plain);
    stage_close(&s);
    PASS();
}

/* Drawing goes on while it validates: the results are handed over whole. */
TEST drawing_during_a_validation_is_safe(void)
{
    for (int round = 0; round < 6; round++) {
        stage s;
        ASSERT(stage_open(&s, 120 + 20 * round, 110));
        DO(&s, round % 2 ? "method bdf:2" : "method implicit-euler");
        DRAW(&s);
        stage_key(&s, "v");
        for (int k = 0; k < 4000 && explorer_is_busy(s.e); k++) {
            stage_tick(&s, 0.001);
            DRAW(&s);
            if (round == 5 && k == 3) {
                break; /* destroyed in the middle */
            }
        }
        stage_close(&s);
    }
    PASS();
}

/* Methods for ODEs have no w; a stabilised method whose kernel rotates has no prediction. Both are
 * said, neither is a crash. */
TEST regions_without_a_prediction_say_so(void)
{
    static const char *const lines[] = {"method rk4",
                                        "w 1",
                                        "spin",
                                        "spin",
                                        "compare bdf:3",
                                        "plane zw",
                                        "validate",
                                        "plane z",
                                        "compare",
                                        "motion rotation",
                                        "overlay bdf:2",
                                        "method bdf:3",
                                        "spin",
                                        "validate",
                                        "validate",
                                        "plane zw",
                                        "plane z",
                                        "method spin:bdf:3",
                                        "validate",
                                        "pin -1 1",
                                        "motion normalised",
                                        "motion shear",
                                        "overlay rk4",
                                        "method implicit-euler",
                                        "plane zw",
                                        "compare rk4",
                                        "validate"};
    stage s;
    ASSERT(stage_open(&s, 400, 230));
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (!stage_do(&s, lines[i])) {
            ASSERTm(lines[i], s.why.text[0] != '\0');
        }
        ASSERTm(support_say("%s: %s", lines[i], s.why.text), stage_settle(&s));
    }
    DO(&s, "method spin:bdf:3");
    DO(&s, "plane z");
    DO(&s, "motion rotation");
    ASSERT(!stage_do(&s, "validate"));
    ASSERTm(s.why.text, s.why.text[0] != '\0');
    stage_close(&s);
    PASS();
}

TEST a_failed_comparison_does_not_spoil_the_key(void)
{
    stage s;
    ASSERT(stage_open(&s, 300, 220));
    ASSERT(!stage_do(&s, "compare nope"));
    DO(&s, "compare");
    ASSERT(NOW(&s)->other[0] != '\0');
    stage_close(&s);
    PASS();
}

/* The copied command, run by the shell, writes the file that `save` writes. */
static enum greatest_test_res copy_equals_save(const char *const *lines)
{
    stage s;
    char save[700], saved[600], command[9400];
    ASSERT(stage_open(&s, 500, 380));
    for (int i = 0; lines[i] != NULL; i++) {
        DO(&s, lines[i]);
    }
    snprintf(saved, sizeof saved, "%s", scratch_text("saved.png", ""));
    unlink(saved);
    snprintf(save, sizeof save, "save png %s", saved);
    DO(&s, save);
    DO(&s, "copy");
    ASSERTm(s.copied, strncmp(s.copied, "spinscope render ", 17) == 0);
    ASSERTm(s.copied, strstr(explorer_says(s.e), "spinscope render") != NULL);
    /* In a folder of its own, as a person would paste it. */
    char again[600];
    snprintf(again, sizeof again, "%s", scratch_text("again.png", ""));
    snprintf(
        command, sizeof command,
        "d=$(mktemp -d) && cd $d && spinscope() { '%s' \"$@\"; } && %s && mv spinscope-*.png '%s'; "
        "c=$?; cd / && rm -rf \"$d\"; exit $c",
        SPINSCOPE_PROGRAM, s.copied, again);
    result r = run_shell(command);
    ASSERTm(support_say("%s: %s", s.copied, r.err), r.code == 0);
    result_clear(&r);
    /* The metadata tell the name of the file; the pixels are the same. */
    picture one, other;
    ASSERT(picture_read(saved, &one) && picture_read(again, &other));
    ASSERT(one.width == other.width && one.height == other.height);
    ASSERT(memcmp(one.pixels, other.pixels, (size_t)(one.width * one.height) * 4) == 0);
    picture_clear(&one);
    picture_clear(&other);
    stage_close(&s);
    PASS();
}

TEST the_copied_command_draws_what_is_saved(void)
{
    static const char *const plain[] = {"method radau-iia:2", "w 0.25", NULL};
    static const char *const busy[] = {"method bdf:3", "look -1.3 0.7 5", "palette safe",
                                       "hatch on",     "boundary off",    NULL};
    static const char *const pair[] = {"method gauss:2,keep=u", "compare bdf:3", "w -0.5", NULL};
    static const char *const rates[] = {"method implicit-euler", "plane zw", NULL};
    static const char *const turned[] = {"method gauss:2", "motion rotation", "w 1", "shade phase",
                                         NULL};
    CHECK_CALL(copy_equals_save(plain));
    CHECK_CALL(copy_equals_save(busy));
    CHECK_CALL(copy_equals_save(pair));
    CHECK_CALL(copy_equals_save(rates));
    CHECK_CALL(copy_equals_save(turned));
    PASS();
}

/* w stays what it was when a method without w is looked at; saving must not stumble over it. */
TEST methods_for_odes_can_be_saved_whatever_w_is(void)
{
    static const char *const lines[] = {"w 0.5", "method rk4", NULL};
    static const char *const both[] = {"w 0.5", "method rk4", "compare bdf:3", NULL};
    CHECK_CALL(copy_equals_save(lines));
    CHECK_CALL(copy_equals_save(both));
    PASS();
}

/* The command tells the view to a tenth of a pixel, however deep. */
TEST deep_views_can_be_saved(void)
{
    static const double spans[] = {1e-3, 1e-7, 1e-9, 1e-10, 1e-11};
    for (size_t i = 0; i < sizeof spans / sizeof spans[0]; i++) {
        stage s;
        char line[200];
        double x0, x1, y0, y1;
        ASSERT(stage_open(&s, 500, 380));
        area a = stage_area(&s);
        snprintf(line, sizeof line, "look -1.2345678901234 0.9876543210987 %g", spans[i]);
        DO(&s, line);
        DO(&s, "copy");
        const char *at = strstr(s.copied, "--view=");
        ASSERTm(s.copied,
                at != NULL && sscanf(at, "--view=%lf,%lf,%lf,%lf", &x0, &x1, &y0, &y1) == 4);
        double pixel = spans[i] / a.height;
        ASSERT_NEAR(NOW(&s)->y - spans[i] / 2, y0, pixel / 10, 0);
        ASSERT_NEAR(NOW(&s)->y + spans[i] / 2, y1, pixel / 10, 0);
        ASSERT_NEAR(NOW(&s)->x - spans[i] / 2 * a.width / a.height, x0, pixel / 10, 0);
        ASSERT_NEAR(NOW(&s)->x + spans[i] / 2 * a.width / a.height, x1, pixel / 10, 0);
        stage_close(&s);
    }
    static const char *const deep[] = {"method radau-iia:2",
                                       "look -1.2345678901234 0.9876543210987 1e-10", NULL};
    CHECK_CALL(copy_equals_save(deep));
    PASS();
}

/* Overlays are part of what is seen. */
TEST the_copied_command_names_the_overlays(void)
{
    stage s;
    ASSERT(stage_open(&s, 500, 380));
    DO(&s, "method bdf:2");
    DO(&s, "overlay bdf:4");
    DO(&s, "copy");
    ASSERTm(s.copied, strstr(s.copied, "bdf:4") != NULL);
    stage_close(&s);
    PASS();
}

TEST what_a_method_file_is_called_is_quoted(void)
{
    stage s;
    char line[700];
    ASSERT(stage_open(&s, 500, 380));
    const char *path = scratch_text("it's a method.method", euler);
    snprintf(line, sizeof line, "open %s", path);
    DO(&s, line);
    DO(&s, "copy");
    char command[9000];
    snprintf(command, sizeof command,
             "d=$(mktemp -d) && cd $d && spinscope() { '%s' \"$@\"; } && %s; c=$?; "
             "rm -rf $d; exit $c",
             SPINSCOPE_PROGRAM, s.copied);
    result r = run_shell(command);
    ASSERTm(support_say("%s: %s", s.copied, r.err), r.code == 0);
    result_clear(&r);
    stage_close(&s);
    PASS();
}

/* A movie is made in the background, by the program, of the range that is played. */
TEST a_movie_is_recorded(void)
{
    stage s;
    char path[600], line[700];
    ASSERT(stage_open(&s, 200, 160));
    snprintf(path, sizeof path, "%s", scratch_text("film.gif", ""));
    unlink(path);
    DO(&s, "plane zw");
    snprintf(line, sizeof line, "record %s", path);
    ASSERT(!stage_do(&s, line));
    DO(&s, "plane z");
    DO(&s, "panel off");
    DO(&s, "method implicit-euler");
    DO(&s, "w_from 0");
    DO(&s, "w_to 0.2");
    DO(&s, "speed 2");
    DO(&s, line);
    ASSERT(explorer_is_busy(s.e));
    ASSERTm(explorer_says(s.e), strstr(explorer_says(s.e), "film.gif") != NULL);
    SETTLE(&s);
    ASSERTm(explorer_says(s.e), strncmp(explorer_says(s.e), "saved", 5) == 0);
    FILE *film = fopen(path, "rb");
    char magic[6] = "";
    ASSERT(film != NULL && fread(magic, 1, 6, film) == 6);
    fclose(film);
    ASSERT(strncmp(magic, "GIF89a", 6) == 0);
    /* Again onto the same file, and what the program says of it. */
    DO(&s, line);
    SETTLE(&s);
    ASSERTm(explorer_says(s.e), strncmp(explorer_says(s.e), "saved", 5) != 0);
    stage_close(&s);
    PASS();
}

/* The trajectory and its DFT, at the right of the inspector, in the colour of what is measured. */
TEST the_inspector_draws_its_plots_for_any_number_of_steps(void)
{
    static const int steps[] = {8, 64, 1000, 1024, 4096};
    stage s;
    ASSERT(stage_open(&s, 1280, 720));
    area a = stage_area(&s);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        char line[40];
        snprintf(line, sizeof line, "steps %d", steps[i]);
        DO(&s, line);
        DO(&s, "pin -0.01 1");
        SETTLE(&s);
        long trajectory = 0, turns = 0;
        for (int y = a.y + a.height; y < s.height - 30; y++) {
            for (int x = a.x + a.width / 2; x < a.x + a.width; x++) {
                bool is_measured = PIXEL(&s, x, y) == 0x58C4FF;
                *(x < a.x + a.width * 3 / 4 ? &trajectory : &turns) += is_measured;
            }
        }
        ASSERTm(support_say("%d steps: %ld and %ld pixels", steps[i], trajectory, turns),
                trajectory > 20 && turns > 20);
        DO(&s, "pin off");
    }
    stage_close(&s);
    PASS();
}

TEST messages_go_away_after_a_while(void)
{
    stage s;
    ASSERT(stage_open(&s, 300, 220));
    DO(&s, "copy");
    ASSERT(explorer_says(s.e)[0] != '\0');
    DRAW(&s);
    double patience = explorer_patience(s.e);
    ASSERT(patience > 0 && patience < 20);
    ASSERTm("and then it is drawn again", stage_tick(&s, patience + 0.1));
    ASSERT_STR_EQ("", explorer_says(s.e));
    DRAW(&s);
    ASSERT(!stage_tick(&s, 1));
    ASSERT(explorer_patience(s.e) > 100);
    stage_close(&s);
    PASS();
}

/* The window may have rows longer than its width; what is beside stays untouched. */
TEST drawing_keeps_to_its_rows(void)
{
    enum { WIDTH = 333, HEIGHT = 210, STRIDE = 400 };
    stage s;
    uint32_t *pixels = malloc(sizeof *pixels * STRIDE * HEIGHT);
    ASSERT(stage_open(&s, WIDTH, HEIGHT));
    SETTLE(&s);
    for (int i = 0; i < STRIDE * HEIGHT; i++) {
        pixels[i] = 0x12345678;
    }
    ASSERT(explorer_draw(s.e, pixels, STRIDE, &s.why) == STATUS_OK);
    for (int y = 0; y < HEIGHT; y++) {
        ASSERT(memcmp(pixels + y * STRIDE, s.pixels + y * WIDTH, WIDTH * 4) == 0);
        for (int x = WIDTH; x < STRIDE; x++) {
            ASSERT_EQ_FMT(0x12345678u, pixels[y * STRIDE + x], "%08x");
        }
    }
    free(pixels);
    stage_close(&s);
    PASS();
}

/* Comparing in windows that are too narrow for it. */
TEST two_regions_fit_into_every_width(void)
{
    stage s;
    ASSERT(stage_open(&s, 200, 100));
    DO(&s, "compare gauss:2");
    for (int width = 1; width < 80; width++) {
        stage_resize(&s, width, 1 + width % 7);
        ASSERTm(support_say("%dx%d: %s", s.width, s.height, s.why.text), stage_draw(&s));
    }
    stage_close(&s);
    PASS();
}

TEST large_letters_for_screens_of_many_pixels(void)
{
    stage s;
    ASSERT(stage_open(&s, 1280, 720));
    area one = stage_area(&s);
    explorer_resize(s.e, 1280, 720, 2);
    area two = stage_area(&s);
    ASSERTm("the letters beside the region are larger", two.x > one.x);
    DRAW(&s);
    explorer_resize(s.e, -3, 0, -1);
    DRAW(&s);
    stage_close(&s);
    PASS();
}

/* Anything, in any order: nothing crashes, the view stays square and sane, and at the end the
 * picture is that of the settings. */
TEST random_input_is_no_danger(void)
{
    static const int sizes[][2] = {{64, 64}, {300, 200}, {640, 400}, {17, 333}, {200, 500}};
    stage s;
    ASSERT(stage_open(&s, 300, 200));
    for (int step = 0; step < 2000; step++) {
        double x = random_between(-20, s.width + 20), y = random_between(-20, s.height + 20);
        char words[60];
        switch (random_integer(0, 9)) {
        case 0:
            (void)stage_do(&s, commands[random_integer(0, COMMANDS - 1)]);
            break;
        case 1:
            stage_key(&s, keys[random_integer(0, KEYS - 1)]);
            break;
        case 2:
            stage_mouse(&s, INPUT_MOVE, x, y, 0, 0);
            break;
        case 3:
            stage_mouse(&s, INPUT_PRESS, x, y, (unsigned)random_integer(0, 3),
                        random_integer(1, 3));
            break;
        case 4:
            stage_mouse(&s, INPUT_RELEASE, x, y, (unsigned)random_integer(0, 3), 1);
            break;
        case 5:
            stage_wheel(&s, x, y, random_between(-3, 3));
            break;
        case 6:
            snprintf(words, sizeof words, "%c", random_integer(32, 126));
            stage_type(&s, words);
            stage_key(&s, strchr("qsSr", words[0]) != NULL ? "x" : words); /* no files, no end */
            break;
        case 7:
            snprintf(words, sizeof words, "%s %.17g",
                     settings_at(random_integer(0, settings_count() - 1))->key, random_edgy(8));
            (void)stage_do(&s, words);
            break;
        case 8:
            stage_tick(&s, random_integer(0, 9) == 0 ? 3 : random_between(0, 0.1));
            break;
        default:
            if (random_integer(0, 19) == 0) {
                int k = random_integer(0, 4);
                stage_resize(&s, sizes[k][0], sizes[k][1]);
            } else if (random_integer(0, 3) == 0) {
                explorer_input(s.e, &(input){.kind = INPUT_LEAVE});
            }
        }
        ASSERTm(support_say("step %d", step), !explorer_has_quit(s.e));
        ASSERTm(support_say("step %d: %g, %g, %g", step, NOW(&s)->x, NOW(&s)->y, NOW(&s)->span),
                isfinite(NOW(&s)->x) && isfinite(NOW(&s)->y) && NOW(&s)->span > 0);
        if (step % 20 == 0) {
            ASSERTm(support_say("step %d: %s", step, s.why.text), stage_draw(&s));
        }
    }
    stage_key(&s, "Escape");
    DO(&s, "play off");
    stage_mouse(&s, INPUT_RELEASE, 0, 0, 0, 1);
    DO(&s, "presents off");
    stage_resize(&s, 500, 400);
    stage_tick(&s, 10);
    DO(&s, "look -1 0 8");
    CHECK_CALL(looks_like_fresh(&s, "random input"));
    stage_close(&s);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    /* Keys and buttons that save do so in a folder that is removed afterwards. */
    char folder[600];
    snprintf(folder, sizeof folder, "%s", scratch_text("here", ""));
    *strrchr(folder, '/') = '\0';
    if (chdir(folder) != 0) {
        perror(folder);
        return 1;
    }
    GREATEST_MAIN_BEGIN();
    RUN_TEST(every_command_runs_at_every_size);
    RUN_TEST(every_key_does_something);
    RUN_TEST(what_is_no_command_is_named);
    RUN_TEST(every_setting_is_a_command);
    RUN_TEST(the_point_under_the_cursor_stays_under_it);
    RUN_TEST(dragging_moves_the_plane_with_the_mouse);
    RUN_TEST(arrows_and_signs_move_the_right_way);
    RUN_TEST(a_box_fills_the_region);
    RUN_TEST(a_double_click_centres);
    RUN_TEST(a_double_click_leaves_the_pin_as_it_was);
    RUN_TEST(a_click_pins_and_frees);
    RUN_TEST(undo_goes_back_move_by_move);
    RUN_TEST(undo_keeps_everything_but_the_view);
    RUN_TEST(zooming_ends_with_a_message_and_comes_back);
    RUN_TEST(what_adds_pixels_to_the_deepest_view_can_be_drawn);
    RUN_TEST(dragging_in_the_deepest_view_can_be_drawn);
    RUN_TEST(a_workspace_whose_view_is_too_deep_is_refused_or_drawn);
    RUN_TEST(zooming_out_ends_where_it_is);
    RUN_TEST(units_are_equal_across_and_upward);
    RUN_TEST(the_picture_is_that_of_the_settings);
    RUN_TEST(a_late_finer_picture_does_not_replace_a_newer_view);
    RUN_TEST(keys_during_a_click_are_not_lost);
    RUN_TEST(playing_turns_repeats_or_ends_at_the_ends);
    RUN_TEST(playing_starts_inside_the_range_and_never_leaves_it);
    RUN_TEST(once_goes_on_after_a_pause);
    RUN_TEST(playing_changes_the_region_and_needs_the_plane_z);
    RUN_TEST(brackets_step_w_and_stop_playing);
    RUN_TEST(typing_filters_and_return_chooses);
    RUN_TEST(the_panel_answers_to_the_mouse);
    RUN_TEST(a_broken_method_file_is_named_and_the_old_method_stays);
    RUN_TEST(a_method_file_that_changes_is_read_again);
    RUN_TEST(a_method_file_that_becomes_a_pipe_is_not_waited_for);
    RUN_TEST(the_error_of_a_file_stays_while_the_file_is_wrong);
    RUN_TEST(files_of_overlays_and_of_the_other_side_are_watched);
    RUN_TEST(the_hatch_ends_at_an_axis_however_far_it_is);
    RUN_TEST(workspaces_are_saved_and_opened);
    RUN_TEST(every_state_can_be_saved_and_opened_again);
    RUN_TEST(the_last_workspace_is_offered);
    RUN_TEST(a_spectrum_file_is_laid_over_the_region);
    RUN_TEST(validation_finds_no_disagreement);
    RUN_TEST(validation_tints_what_agrees_and_goes_away_with_the_view);
    RUN_TEST(drawing_during_a_validation_is_safe);
    RUN_TEST(regions_without_a_prediction_say_so);
    RUN_TEST(a_failed_comparison_does_not_spoil_the_key);
    RUN_TEST(the_copied_command_draws_what_is_saved);
    RUN_TEST(methods_for_odes_can_be_saved_whatever_w_is);
    RUN_TEST(deep_views_can_be_saved);
    RUN_TEST(the_copied_command_names_the_overlays);
    RUN_TEST(what_a_method_file_is_called_is_quoted);
    RUN_TEST(a_movie_is_recorded);
    RUN_TEST(the_inspector_draws_its_plots_for_any_number_of_steps);
    RUN_TEST(messages_go_away_after_a_while);
    RUN_TEST(drawing_keeps_to_its_rows);
    RUN_TEST(two_regions_fit_into_every_width);
    RUN_TEST(large_letters_for_screens_of_many_pixels);
    RUN_TEST(random_input_is_no_danger);
    GREATEST_MAIN_END();
}
