/* glide and fly: where they are at a time, and who stops them. */
#include "explorer/stage.h"

#define DO(STAGE, LINE) \
    ASSERTm(support_say("%s: %s", (LINE), (STAGE)->why.text), stage_do(STAGE, LINE))
#define NOW(STAGE) explorer_settings((STAGE)->e)

/* 3 t^2 - 2 t^3 as the integral of 6 t (1 - t) by Simpson's rule, which is exact for it. */
static double eased(double t)
{
    double middle = t / 2;
    return t / 6 * (0 + 4 * 6 * middle * (1 - middle) + 6 * t * (1 - t));
}

TEST a_glide_follows_its_ease(void)
{
    stage s;
    ASSERT(stage_open(&s, 320, 240));
    DO(&s, "w -1");
    DO(&s, "glide w 2 4");
    ASSERT(explorer_glides(s.e));
    double began = s.now;
    static const double times[] = {0.25, 1, 2, 2.75, 3.999};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        stage_tick(&s, began + times[i] - s.now);
        ASSERT_NEAR(-1 + 3 * eased(times[i] / 4), NOW(&s)->w, 1e-12, 0);
        ASSERT(explorer_glides(s.e));
        ASSERT_NEAR(0, explorer_patience(s.e), 0, 0);
    }
    ASSERT_EQ(false, explorer_is_busy(s.e) && !explorer_glides(s.e));
    stage_tick(&s, began + 4 - s.now);
    ASSERT_EQ(2, NOW(&s)->w);
    ASSERT(!explorer_glides(s.e));
    stage_close(&s);
    PASS();
}

TEST glides_are_the_same_at_any_rate_of_frames(void)
{
    double seen[2][3];
    for (int k = 0; k < 2; k++) {
        stage s;
        ASSERT(stage_open(&s, 320, 240));
        DO(&s, "glide pin_x 3 2");
        DO(&s, "fly -2 1 4.5 3");
        int steps = k == 0 ? 10 : 137;
        for (int i = 0; i < steps; i++) {
            stage_tick(&s, 100 + 1.5 * (i + 1) / steps - s.now);
        }
        seen[k][0] = NOW(&s)->pin_x;
        seen[k][1] = NOW(&s)->x;
        seen[k][2] = NOW(&s)->span;
        stage_close(&s);
    }
    for (int i = 0; i < 3; i++) {
        ASSERT_NEAR(seen[0][i], seen[1][i], 1e-12, 0);
    }
    PASS();
}

TEST positive_numbers_glide_geometrically_and_integers_stay_integers(void)
{
    stage s;
    ASSERT(stage_open(&s, 320, 240));
    DO(&s, "h 1");
    DO(&s, "glide h 100 2");
    DO(&s, "glide steps 512 2"); /* from 64 */
    stage_tick(&s, 1);
    ASSERT_NEAR(10, NOW(&s)->look.h, 0, 1e-12);
    ASSERT_EQ(181, NOW(&s)->steps); /* 64 sqrt(8) = 181.02 */
    stage_tick(&s, 1);
    ASSERT_EQ(100, NOW(&s)->look.h);
    ASSERT_EQ(512, NOW(&s)->steps);
    stage_close(&s);
    PASS();
}

/* What both views share stays in its place of the window: the fixed point of the zoom. */
TEST a_flight_zooms_about_the_point_that_both_views_have_in_common(void)
{
    stage s;
    ASSERT(stage_open(&s, 320, 240));
    DO(&s, "look 0 0 18");
    DO(&s, "fly -2 1 2 3");
    /* (p - x) / height is the same for both views */
    double px = (-2.0 * 18 - 0.0 * 2) / (18 - 2), py = (1.0 * 18 - 0.0 * 2) / (18 - 2);
    for (int i = 1; i <= 30; i++) {
        stage_tick(&s, 0.1);
        double part = eased(i / 30.0), height = 18 * pow(2.0 / 18, part);
        ASSERT_NEAR(height, NOW(&s)->span, 0, 1e-9);
        ASSERT_NEAR((px - 0.0) / 18, (px - NOW(&s)->x) / NOW(&s)->span, 1e-9, 0);
        ASSERT_NEAR((py - 0.0) / 18, (py - NOW(&s)->y) / NOW(&s)->span, 1e-9, 0);
    }
    ASSERT_EQ(-2, NOW(&s)->x);
    ASSERT_EQ(1, NOW(&s)->y);
    ASSERT_EQ(2, NOW(&s)->span);
    DO(&s, "fly 4 1 2 1"); /* the same height: a straight pan */
    stage_tick(&s, 0.25);
    ASSERT_NEAR(-2 + 6 * eased(0.25), NOW(&s)->x, 1e-12, 0);
    stage_close(&s);
    PASS();
}

TEST who_takes_hold_of_what_moves_stops_it(void)
{
    static const struct {
        const char *glide, *takes;
        bool stops;
    } cases[] = {{"glide w 2 4", "w 0.5", true},         {"glide w 2 4", "step 1", true},
                 {"glide w 2 4", "play on", true},       {"glide w 2 4", "pan-left", false},
                 {"glide w 2 4", "method bdf:2", false}, {"fly 1 1 3 4", "zoom 2", true},
                 {"fly 1 1 3 4", "centre 0 0", true},    {"fly 1 1 3 4", "x 1", true},
                 {"fly 1 1 3 4", "undo", true},          {"fly 1 1 3 4", "w 1", false},
                 {"glide span 3 4", "look 0 0 6", true}, {"glide pin_x 3 4", "pin 1 1", true},
                 {"glide x 3 4", "fly 0 0 5 0", true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        stage s;
        ASSERT(stage_open(&s, 320, 240));
        DO(&s, "pin 0 0");
        DO(&s, cases[i].glide);
        stage_tick(&s, 1);
        DO(&s, cases[i].takes);
        ASSERTm(support_say("%s, %s", cases[i].glide, cases[i].takes),
                explorer_glides(s.e) == !cases[i].stops);
        stage_close(&s);
    }
    PASS();
}

TEST the_mouse_takes_the_view_out_of_a_flight(void)
{
    stage s;
    ASSERT(stage_open(&s, 640, 480));
    ASSERT(stage_draw(&s));
    area a = stage_area(&s);
    DO(&s, "fly 1 1 3 4");
    stage_tick(&s, 1);
    double x = NOW(&s)->x, span = NOW(&s)->span;
    stage_mouse(&s, INPUT_PRESS, a.x + a.width / 2, a.y + a.height / 2, 0, 1);
    stage_tick(&s, 1);
    ASSERT(!explorer_glides(s.e));
    ASSERT_EQ(x, NOW(&s)->x);
    ASSERT_EQ(span, NOW(&s)->span);
    stage_close(&s);
    PASS();
}

TEST playing_ends_when_w_glides(void)
{
    stage s;
    ASSERT(stage_open(&s, 320, 240));
    DO(&s, "play on");
    stage_tick(&s, 0.1);
    DO(&s, "glide w 0 1");
    stage_tick(&s, 1);
    stage_tick(&s, 1);
    ASSERT_EQ(0, NOW(&s)->w);
    stage_close(&s);
    PASS();
}

TEST what_is_no_glide_is_refused_and_changes_nothing(void)
{
    static const char *const lines[] = {"glide",
                                        "glide w",
                                        "glide w 1",
                                        "glide w 1 2 3",
                                        "glide method 1 2",
                                        "glide boundary 1 1",
                                        "glide nothing 1 1",
                                        "glide w x 2",
                                        "glide w 1e9 2",
                                        "glide w nan 2",
                                        "glide w 1 -1",
                                        "glide w 1 61",
                                        "glide w 1 inf",
                                        "glide span 0 1",
                                        "fly 0 0 5",
                                        "fly 0 0 0 1",
                                        "fly 0 0 -3 1",
                                        "fly 0 1e9 3 1",
                                        "fly 0 0 3 100",
                                        "fly a b c d",
                                        "fly 1 0 1e-13 1"};
    stage s;
    ASSERT(stage_open(&s, 320, 240));
    const settings before = *NOW(&s);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        ASSERTm(lines[i], !stage_do(&s, lines[i]));
        ASSERTm(s.why.text, is_one_line(s.why.text) || strchr(s.why.text, '\n') == NULL);
        ASSERTm(lines[i], !explorer_glides(s.e));
        ASSERTm(support_words, same_settings(&before, NOW(&s)));
    }
    stage_close(&s);
    PASS();
}

SUITE(glide)
{
    RUN_TEST(a_glide_follows_its_ease);
    RUN_TEST(glides_are_the_same_at_any_rate_of_frames);
    RUN_TEST(positive_numbers_glide_geometrically_and_integers_stay_integers);
    RUN_TEST(a_flight_zooms_about_the_point_that_both_views_have_in_common);
    RUN_TEST(who_takes_hold_of_what_moves_stops_it);
    RUN_TEST(the_mouse_takes_the_view_out_of_a_flight);
    RUN_TEST(playing_ends_when_w_glides);
    RUN_TEST(what_is_no_glide_is_refused_and_changes_nothing);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(glide);
    GREATEST_MAIN_END();
}
