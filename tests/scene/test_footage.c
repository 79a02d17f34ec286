#include "scene/footage.h"

#include <string.h>

#include "scene/record.h"

TEST steps_are_met_exactly_and_parabolas_in_between(void)
{
    record *r = new_record(3, 1, 0);
    double t = 0, p[2];
    r->footage.count = 40;
    for (int i = 0; i < 40; i++) {
        t += pow(10, random_between(-2, 0));
        r->t[i] = t;
        r->p[2 * i] = 1 + 2 * t - 3 * t * t;
        r->p[2 * i + 1] = random_between(-1, 1);
    }
    for (int i = 0; i < 40; i++) {
        footage_positions(&r->footage, r->p, r->t[i], p);
        ASSERT_NEAR(r->p[2 * i], p[0], 0, 0);
        ASSERT_NEAR(r->p[2 * i + 1], p[1], 0, 0);
    }
    for (int i = 0; i < 1000; i++) {
        t = random_between(r->t[0], r->t[39]);
        footage_positions(&r->footage, r->p, t, p);
        ASSERT_NEAR(1 + 2 * t - 3 * t * t, p[0], 1e-10, 1e-10);
    }
    footage_positions(&r->footage, r->p, r->t[39] + 5, p); /* before and after: the ends */
    ASSERT_NEAR(r->p[79], p[1], 0, 0);
    footage_positions(&r->footage, r->p, r->t[0] - 5, p);
    ASSERT_NEAR(r->p[1], p[1], 0, 0);
    end_record(r);
    PASS();
}

TEST rods_hardly_shrink_between_steps(void)
{
    record *r = new_record(60, 0.2, 0);
    for (double t = 0; t < 11.8; t += 0.01) {
        double p[2];
        footage_positions(&r->footage, r->p, t, p);
        ASSERT_NEAR(1, hypot(p[0], p[1]), 5e-4, 0);
    }
    end_record(r);
    PASS();
}

TEST two_steps_are_joined_by_a_line_and_holes_stay_holes(void)
{
    record *r = new_record(2, 1, 0);
    double p[2];
    footage_positions(&r->footage, r->p, 0.25, p);
    ASSERT_NEAR(0.25 * sin(1), p[0], 1e-15, 0);
    r->footage.count = 8;
    for (int i = 0; i < 8; i++) {
        r->t[i] = i;
        r->p[2 * i] = i == 4 ? NAN : (double)i;
        r->p[2 * i + 1] = i == 4 ? INFINITY : (double)i;
    }
    for (double t = 0; t <= 7; t += 0.25) {
        footage_positions(&r->footage, r->p, t, p);
        bool is_hole = t > 3 && t < 5;
        ASSERT_EQ(is_hole, !isfinite(p[0]));
        ASSERT_EQ(is_hole, !isfinite(p[1]));
        if (!is_hole) {
            ASSERT_NEAR(t, p[0], 1e-14, 0);
        }
    }
    end_record(r);
    PASS();
}

TEST what_shows_nothing_is_refused(void)
{
    record *r = new_record(20, 0.1, 0);
    message why;
    ASSERT_OK(footage_check(&r->footage, &why), "sound", why);
    r->footage.view[0] = 1;
    ASSERT_EQ(STATUS_BAD_INPUT, footage_check(&r->footage, &why));
    ASSERT(strstr(why.text, "view 1,0,0,0") != NULL);
    r->footage.view[0] = 0;
    r->t[7] = NAN;
    ASSERT_EQ(STATUS_BAD_INPUT, footage_check(&r->footage, &why));
    ASSERT(strstr(why.text, "step 7") != NULL);
    r->footage.count = 0;
    ASSERT_EQ(STATUS_BAD_INPUT, footage_check(&r->footage, &why));
    ASSERT(footage_has_picture(systems_find("chain")));
    ASSERT(!footage_has_picture(systems_find("ascher-petzold-2")));
    end_record(r);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(steps_are_met_exactly_and_parabolas_in_between);
    RUN_TEST(rods_hardly_shrink_between_steps);
    RUN_TEST(two_steps_are_joined_by_a_line_and_holes_stay_holes);
    RUN_TEST(what_shows_nothing_is_refused);
    GREATEST_MAIN_END();
}
