/* The numbers in the explorer: computed beside the frames, clicked, marked, undone and saved. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explorer/stage.h"
#include "method/catalogue.h"

#define DO(STAGE, LINE) \
    ASSERTm(support_say("%s: %s", (LINE), (STAGE)->why.text), stage_do(STAGE, LINE))
#define DRAW(STAGE) ASSERTm((STAGE)->why.text, stage_draw(STAGE))
#define SETTLE(STAGE) ASSERTm((STAGE)->why.text, stage_settle(STAGE))
#define NOW(STAGE) explorer_settings((STAGE)->e)

static const uint32_t mark_ink = 0x00E5FF;

static bool is_marked_at(const stage *s, const area *a, double x, double y)
{
    int px = (int)area_px(a, NOW(s), x), py = (int)area_py(a, NOW(s), y);
    return px >= a->x && py >= a->y && px < a->x + a->width && py < a->y + a->height &&
           (s->pixels[py * s->width + px] & 0xFFFFFF) == mark_ink;
}

static long marked_pixels(const stage *s)
{
    long count = 0;
    for (int i = 0; i < s->width * s->height; i++) {
        count += (s->pixels[i] & 0xFFFFFF) == mark_ink;
    }
    return count;
}

static bool direct(const char *name, double w, analysis *out)
{
    catalogue *all = NULL;
    method *m = NULL;
    message why;
    bool ok = catalogue_create(SPINSCOPE_ASSETS, &all, &why) == STATUS_OK &&
              catalogue_open(all, name, &m, &why) == STATUS_OK &&
              analysis_of(m, (wide){.high = w}, out, &why) == STATUS_OK;
    method_destroy(m);
    catalogue_destroy(all);
    return ok;
}

TEST the_numbers_shown_are_those_of_the_analysis(void)
{
    static const struct {
        const char *method;
        double w, at;
    } cases[] = {{"radau-iia:2", 0, 0},
                 {"radau-iia:2", 1.75, 1.75},
                 {"bdf:3", -0.5, -0.5},
                 {"rk4", 0.7, 0},
                 {"radau-iia:2", 0, 0}};
    stage s;
    ASSERT(stage_open(&s, 800, 600));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[80];
        analysis a;
        snprintf(line, sizeof line, "method %s", cases[i].method);
        DO(&s, line);
        snprintf(line, sizeof line, "w %g", cases[i].w);
        DO(&s, line);
        SETTLE(&s);
        const facts *f = explorer_facts(s.e);
        ASSERT(f != NULL && f->status == STATUS_OK && f->w == cases[i].at);
        ASSERT(direct(cases[i].method, cases[i].at, &a));
        ASSERT_EQ(a.order, f->numbers.order);
        ASSERT_EQ(a.A_stable, f->numbers.A_stable);
        ASSERT_EQ(a.poles.count, f->numbers.poles.count);
        ASSERT_EQ(a.real_interval[0], f->numbers.real_interval[0]);
        ASSERT_EQ(a.imaginary_interval[1], f->numbers.imaginary_interval[1]);
    }
    stage_close(&s);
    PASS();
}

/* Nothing is there at once; what was there before is there at once again. */
TEST a_frame_does_not_wait_for_the_numbers(void)
{
    stage s;
    ASSERT(stage_open(&s, 800, 600));
    SETTLE(&s);
    DO(&s, "method lobatto-iiic:9");
    stage_tick(&s, 0.01);
    ASSERT_EQ(NULL, explorer_facts(s.e));
    ASSERT(explorer_is_busy(s.e));
    DRAW(&s);
    SETTLE(&s);
    ASSERT(explorer_facts(s.e) != NULL);
    DO(&s, "method radau-iia:2");
    stage_tick(&s, 0.01);
    ASSERTm("the numbers of before were kept", explorer_facts(s.e) != NULL);
    stage_close(&s);
    PASS();
}

TEST playing_neither_waits_nor_is_busy(void)
{
    stage s;
    ASSERT(stage_open(&s, 800, 600));
    SETTLE(&s);
    int wakes = atomic_load(&s.wakes);
    DO(&s, "play on");
    for (int i = 0; i < 60; i++) {
        stage_tick(&s, 1.0 / 60);
        DRAW(&s);
        ASSERT(!explorer_is_busy(s.e));
        stage_sleep(0.002);
    }
    int computed = atomic_load(&s.wakes) - wakes;
    ASSERTm(support_say("%d times in a second", computed), computed <= 5);
    DO(&s, "play off");
    SETTLE(&s);
    ASSERT(explorer_facts(s.e) != NULL && explorer_facts(s.e)->w == NOW(&s)->w);
    stage_close(&s);
    PASS();
}

/* Where on the panel a click marks this; false when nowhere. */
static bool find_row(stage *s, const char *name, int *x, int *y)
{
    for (int py = 40; py < s->height; py += 5) { /* below the filter and the lessons */
        for (int px = s->width - 20; px > s->width * 3 / 4; px -= 60) {
            settings before = *NOW(s);
            stage_mouse(s, INPUT_MOVE, px, py, 0, 0);
            stage_mouse(s, INPUT_PRESS, px, py, 0, 1);
            stage_mouse(s, INPUT_RELEASE, px, py, 0, 1);
            bool hit = strcmp(NOW(s)->marked, name) == 0;
            message why;
            for (int i = 0; i < settings_count(); i++) { /* all as it was */
                char line[SETTINGS_LIST_SIZE + 40], value[SETTINGS_LIST_SIZE],
                    is[SETTINGS_LIST_SIZE];
                settings_get(&before, settings_at(i), value, sizeof value);
                settings_get(NOW(s), settings_at(i), is, sizeof is);
                snprintf(line, sizeof line, "%s %s", settings_at(i)->key, value);
                if (strcmp(is, value) != 0 && explorer_command(s->e, line, &why) != STATUS_OK) {
                    support_say("%s", why.text);
                }
            }
            if (hit) {
                *x = px;
                *y = py;
                return stage_settle(s);
            }
        }
    }
    return false;
}

TEST a_click_marks_and_a_second_click_unmarks(void)
{
    stage s;
    int x = 0, y = 0;
    ASSERT(stage_open(&s, 800, 600));
    DO(&s, "method rk4");
    SETTLE(&s);
    area a = stage_area(&s);
    SETTLE(&s);
    ASSERT_EQ_FMT(0L, marked_pixels(&s), "%ld");
    ASSERTm("no row for the real interval", find_row(&s, "real", &x, &y));
    stage_mouse(&s, INPUT_PRESS, x, y, 0, 1);
    stage_mouse(&s, INPUT_RELEASE, x, y, 0, 1);
    SETTLE(&s);
    ASSERT_STR_EQ("real", NOW(&s)->marked);
    ASSERT(is_marked_at(&s, &a, -2.7852935634, 0));
    ASSERT(is_marked_at(&s, &a, -1, 0));
    ASSERT(!is_marked_at(&s, &a, -3.5, 0) && !is_marked_at(&s, &a, 0.8, 0));
    stage_mouse(&s, INPUT_PRESS, x, y, 0, 1);
    stage_mouse(&s, INPUT_RELEASE, x, y, 0, 1);
    SETTLE(&s);
    ASSERT_STR_EQ("", NOW(&s)->marked);
    ASSERT_EQ_FMT(0L, marked_pixels(&s), "%ld");
    stage_close(&s);
    PASS();
}

TEST escape_removes_the_mark_and_keeps_the_presentation(void)
{
    stage s;
    ASSERT(stage_open(&s, 800, 600));
    DO(&s, "presents on");
    DO(&s, "mark imaginary");
    SETTLE(&s);
    ASSERT(marked_pixels(&s) > 0);
    stage_key(&s, "Escape");
    SETTLE(&s);
    ASSERT(NOW(&s)->marked[0] == '\0' && NOW(&s)->presents);
    ASSERT_EQ_FMT(0L, marked_pixels(&s), "%ld");
    stage_key(&s, "Escape");
    ASSERT(!NOW(&s)->presents);
    stage_close(&s);
    PASS();
}

TEST the_view_moves_to_the_mark_and_back(void)
{
    stage s;
    ASSERT(stage_open(&s, 800, 600));
    DO(&s, "method rk4");
    DO(&s, "look 40 30 2");
    area a = stage_area(&s);
    const settings before = *NOW(&s);
    DO(&s, "mark imaginary");
    SETTLE(&s);
    ASSERT(is_marked_at(&s, &a, 0, 2 * sqrt(2)) && is_marked_at(&s, &a, 0, -2 * sqrt(2)));
    stage_key(&s, "Backspace");
    ASSERT_EQ_FMT(before.x, NOW(&s)->x, "%g");
    ASSERT_EQ_FMT(before.y, NOW(&s)->y, "%g");
    ASSERT_EQ_FMT(before.span, NOW(&s)->span, "%g");
    DO(&s, "look 0 0 1000"); /* it is too small to be seen */
    DO(&s, "mark real");
    SETTLE(&s);
    ASSERT(NOW(&s)->span < 10);
    ASSERT(is_marked_at(&s, &a, -2.7852935634, 0));
    const settings there = *NOW(&s);
    DO(&s, "mark imaginary"); /* in view already */
    SETTLE(&s);
    ASSERTm("what is seen needs no move", NOW(&s)->x == there.x || NOW(&s)->span > there.span);
    stage_close(&s);
    PASS();
}

TEST poles_are_marked_where_they_are(void)
{
    stage s;
    ASSERT(stage_open(&s, 800, 600));
    DO(&s, "method implicit-euler");
    DO(&s, "mark poles");
    SETTLE(&s);
    area a = stage_area(&s);
    SETTLE(&s);
    ASSERT(is_marked_at(&s, &a, 1, 0)); /* R = 1 / (1 - z) at w = 0 */
    DO(&s, "mark zeros");
    SETTLE(&s);
    ASSERT_EQ_FMT(0L, marked_pixels(&s), "%ld"); /* it has none */
    stage_close(&s);
    PASS();
}

TEST the_order_shows_its_star_and_gives_the_shade_back(void)
{
    stage s;
    ASSERT(stage_open(&s, 800, 600));
    DO(&s, "shade phase");
    DO(&s, "mark order");
    SETTLE(&s);
    ASSERT_EQ_FMT((int)SHADE_STAR, NOW(&s)->look.shade, "%d");
    DO(&s, "mark real");
    SETTLE(&s);
    ASSERT_EQ_FMT((int)SHADE_PHASE, NOW(&s)->look.shade, "%d");
    DO(&s, "method bdf:2"); /* no R, no star */
    DO(&s, "mark order");
    SETTLE(&s);
    ASSERT_EQ_FMT((int)SHADE_PHASE, NOW(&s)->look.shade, "%d");
    stage_close(&s);
    PASS();
}

/* The range of Lobatto IIIC 2 is (-inf, 0] and {1}. */
TEST the_spin_range_goes_from_end_to_end(void)
{
    stage s;
    ASSERT(stage_open(&s, 800, 600));
    DO(&s, "method lobatto-iiic:2");
    DO(&s, "w -2.5");
    DO(&s, "mark range");
    SETTLE(&s);
    ASSERT_EQ_FMT(0.0, NOW(&s)->w, "%g");
    DO(&s, "mark range");
    SETTLE(&s);
    ASSERT_EQ_FMT(1.0, NOW(&s)->w, "%g");
    ASSERT(explorer_facts(s.e)->numbers.A_stable == ANSWER_YES);
    stage_key(&s, "Backspace");
    ASSERT_EQ_FMT(0.0, NOW(&s)->w, "%g");
    stage_key(&s, "Backspace");
    ASSERT_EQ_FMT(-2.5, NOW(&s)->w, "%g");
    ASSERT_STR_EQ("range", NOW(&s)->marked);
    DO(&s, "mark range"); /* after the last end: none */
    ASSERT_STR_EQ("", NOW(&s)->marked);
    DO(&s, "plane zw");
    DO(&s, "look 0 30 2");
    DO(&s, "mark range");
    SETTLE(&s);
    area a = stage_area(&s);
    SETTLE(&s);
    ASSERT_EQ_FMT(-2.5, NOW(&s)->w, "%g");
    ASSERT(is_marked_at(&s, &a, -0.7, 0) && is_marked_at(&s, &a, -0.7, 1));
    ASSERT(!is_marked_at(&s, &a, -0.7, 0.5));
    stage_close(&s);
    PASS();
}

TEST every_number_can_be_marked_in_both_planes(void)
{
    static const char *const methods[] = {"radau-iia:2", "rk4", "bdf:6", "explicit-euler",
                                          "spin:gauss:2"};
    stage s;
    ASSERT(stage_open(&s, 640, 480));
    for (size_t m = 0; m < sizeof methods / sizeof methods[0]; m++) {
        char line[80];
        snprintf(line, sizeof line, "method %s", methods[m]);
        DO(&s, line);
        DO(&s, m % 2 == 0 ? "plane zw" : "plane z");
        for (int i = 0; i <= numbers_count(); i++) { /* one more: none */
            stage_key(&s, "M");
            SETTLE(&s);
            ASSERT_STR_EQ(i < numbers_count() ? numbers_at(i)->name : "", NOW(&s)->marked);
        }
    }
    stage_close(&s);
    PASS();
}

TEST marks_are_saved_and_wrong_ones_refused(void)
{
    stage s;
    settings again;
    message why;
    text file = {0};
    ASSERT(stage_open(&s, 800, 600));
    DO(&s, "mark alpha");
    stage_key(&s, "m");
    ASSERT(!NOW(&s)->numbers);
    settings_write(NOW(&s), &file);
    ASSERT(settings_read("test", file.data, file.length, &again, &why) == STATUS_OK);
    ASSERT(strcmp(again.marked, "alpha") == 0 && !again.numbers);
    text_clear(&file);
    ASSERT(!stage_do(&s, "mark nope") && strstr(s.why.text, "imaginary") != NULL);
    ASSERT(!stage_do(&s, "marked nope") && strstr(s.why.text, "nope") != NULL);
    ASSERT_STR_EQ("alpha", NOW(&s)->marked);
    stage_close(&s);
    snprintf(again.marked, sizeof again.marked, "nope");
    ASSERTm("a workspace with a mark that is none", !stage_open_with(&s, &again, 800, 600));
    stage_close(&s);
    PASS();
}

/* A file that breaks leaves the old method with its numbers. */
TEST a_broken_file_leaves_the_numbers_of_the_old_method(void)
{
    static const char good[] = "name = mine\nkind = runge-kutta\nc = 0\nA = 0\nb = 1\n";
    static const char bad[] = "name = mine\nkind = runge-kutta\nc = 0\nA = what\nb = 1\n";
    char path[600], line[700];
    stage s;
    ASSERT(stage_open(&s, 800, 600));
    snprintf(path, sizeof path, "%s", scratch_file("mine.method", good, strlen(good)));
    snprintf(line, sizeof line, "open %s", path);
    DO(&s, line);
    DO(&s, "mark real");
    SETTLE(&s);
    ASSERT_NEAR(-2.0, explorer_facts(s.e)->numbers.real_interval[0], 1e-12, 0);
    stage_sleep(0.02);
    scratch_file("mine.method", bad, strlen(bad));
    stage_tick(&s, 1);
    SETTLE(&s);
    ASSERT(explorer_facts(s.e) != NULL && explorer_facts(s.e)->status == STATUS_OK);
    ASSERT_NEAR(-2.0, explorer_facts(s.e)->numbers.real_interval[0], 1e-12, 0);
    ASSERT(marked_pixels(&s) > 0);
    stage_close(&s);
    PASS();
}

/* With and without the section; no size is dangerous, and hidden numbers are not computed. */
TEST every_size_can_be_drawn(void)
{
    static const int sizes[][2] = {{800, 600}, {1120, 700}, {1280, 720}, {1920, 1080}, {640, 360},
                                   {500, 900}, {200, 150},  {1, 1},      {3000, 500}};
    stage s;
    ASSERT(stage_open(&s, 800, 600));
    DO(&s, "mark alpha");
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        ASSERT(stage_resize(&s, sizes[i][0], sizes[i][1]));
        SETTLE(&s);
    }
    DO(&s, "mark off");
    DO(&s, "numbers off");
    DO(&s, "w 0.125");
    ASSERT(stage_resize(&s, 800, 600));
    SETTLE(&s);
    ASSERT_EQ(NULL, explorer_facts(s.e));
    stage_close(&s);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_numbers_shown_are_those_of_the_analysis);
    RUN_TEST(a_frame_does_not_wait_for_the_numbers);
    RUN_TEST(playing_neither_waits_nor_is_busy);
    RUN_TEST(a_click_marks_and_a_second_click_unmarks);
    RUN_TEST(escape_removes_the_mark_and_keeps_the_presentation);
    RUN_TEST(the_view_moves_to_the_mark_and_back);
    RUN_TEST(poles_are_marked_where_they_are);
    RUN_TEST(the_order_shows_its_star_and_gives_the_shade_back);
    RUN_TEST(the_spin_range_goes_from_end_to_end);
    RUN_TEST(every_number_can_be_marked_in_both_planes);
    RUN_TEST(marks_are_saved_and_wrong_ones_refused);
    RUN_TEST(a_broken_file_leaves_the_numbers_of_the_old_method);
    RUN_TEST(every_size_can_be_drawn);
    GREATEST_MAIN_END();
}
