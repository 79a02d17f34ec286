#include "reproduce/stable_set.h"

#include "reproduce.h"

static const view window = {
    .plane = PLANE_ZW, .x0 = -9, .x1 = 9, .y0 = -9, .y1 = 9, .width = 30, .height = 30};

TEST predicted_and_measured_regions_agree(void)
{
    static const char *const names[] = {"implicit-euler", "gauss-lobatto:1", "bdf:2"};
    catalogue *all = open_catalogue();
    for (int i = 0; i < 3; i++) {
        stable_set r;
        const stable_set_request q = {
            .method = names[i], .view = window, .predicts = true, .measures = true};
        ASSERT_OK(stable_set_compute(&q, all, &r, &why), names[i], why);
        ASSERT_EQ(0, r.counts[DISAGREE]);
        stable_set_difference d = stable_set_compare(&r.view, r.predicted, r.measured);
        ASSERT_EQ(0, d.different);
        ASSERT(d.known > 850);
        stable_set_clear(&r);
    }
    catalogue_destroy(all);
    PASS();
}

/* Implicit Euler has its pole on z + w = 1, and is undefined at (0, 1). */
TEST poles_are_unstable_and_the_undefined_is_unknown(void)
{
    catalogue *all = open_catalogue();
    stable_set r;
    const view v = {
        .plane = PLANE_ZW, .x0 = -1.5, .x1 = 1.5, .y0 = 0.5, .y1 = 3.5, .width = 3, .height = 3};
    const stable_set_request q = {
        .method = "implicit-euler", .view = v, .predicts = true, .measures = true};
    ASSERT_OK(stable_set_compute(&q, all, &r, &why), "pole", why);
    ASSERT_EQ(SET_UNSTABLE, r.predicted[3]); /* (-1, 2) */
    ASSERT_EQ(SET_UNSTABLE, r.measured[3]);
    ASSERT_EQ(SET_UNKNOWN, r.predicted[7]); /* (0, 1) */
    ASSERT_EQ(SET_STABLE, r.predicted[6]);  /* (-1, 1), where R = 0 */
    ASSERT_EQ(SET_STABLE, r.measured[6]);
    stable_set_clear(&r);
    catalogue_destroy(all);
    PASS();
}

/* Shear and rotation differ on the window of the figures. */
TEST differences_are_counted(void)
{
    catalogue *all = open_catalogue();
    stable_set a, b;
    stable_set_request q = {.method = "implicit-euler", .view = window, .predicts = true};
    ASSERT_OK(stable_set_compute(&q, all, &a, &why), "shear", why);
    q.moves = MOTION_ROTATION;
    ASSERT_OK(stable_set_compute(&q, all, &b, &why), "rotation", why);
    ASSERT(a.measured == NULL);
    stable_set_difference same = stable_set_compare(&window, a.predicted, a.predicted);
    stable_set_difference d = stable_set_compare(&window, a.predicted, b.predicted);
    ASSERT_EQ(0, same.different);
    ASSERT(d.different > d.known / 10 && d.different < d.known / 2);
    stable_set_clear(&a);
    stable_set_clear(&b);
    catalogue_destroy(all);
    PASS();
}

/* (1 + h delta)/(1 + h eta) with h = 1/2: twice the window of h = 1 shows the same. */
TEST the_step_scales_the_parameters(void)
{
    catalogue *all = open_catalogue();
    view v = {
        .plane = PLANE_PARAMETERS, .x0 = -3, .x1 = 3, .y0 = -3, .y1 = 3, .width = 12, .height = 12};
    stable_set_request q = {.method = "implicit-euler",
                            .view = v,
                            .measures = true,
                            .equation = "example-1.1",
                            .x_parameter = "delta",
                            .y_parameter = "eta",
                            .h = 1};
    stable_set a, b;
    ASSERT_OK(stable_set_compute(&q, all, &a, &why), "h = 1", why);
    q.view.x0 = q.view.y0 = -6;
    q.view.x1 = q.view.y1 = 6;
    q.h = 0.5;
    ASSERT_OK(stable_set_compute(&q, all, &b, &why), "h = 0.5", why);
    stable_set_difference d = stable_set_compare(&v, a.measured, b.measured);
    ASSERT_EQ(0, d.different);
    ASSERT(d.known > 110);
    for (int i = 0; i < 144; i++) {
        double delta = view_x(&v, i % 12), eta = view_y(&v, i / 12);
        if (a.measured[i] != SET_UNKNOWN) {
            ASSERT_EQ((1 + delta) * (1 + delta) < (1 + eta) * (1 + eta) ? SET_STABLE : SET_UNSTABLE,
                      a.measured[i]);
        }
    }
    stable_set_clear(&a);
    stable_set_clear(&b);
    catalogue_destroy(all);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(predicted_and_measured_regions_agree);
    RUN_TEST(poles_are_unstable_and_the_undefined_is_unknown);
    RUN_TEST(differences_are_counted);
    RUN_TEST(the_step_scales_the_parameters);
    GREATEST_MAIN_END();
}
