#include "scene/scene.h"

#include <string.h>

#include "scene/record.h"

static message why;

TEST the_view_holds_the_motion_but_no_explosion(void)
{
    record *r = new_record(101, 0.1, 0.03);
    scene s;
    ASSERT_OK(scene_open(&s, &r->footage, 160, 120, 100, &why), "drift", why);
    mechanism_view v = s.look.view;
    for (int i = 0; i < 101; i++) {
        ASSERT(r->p[2 * i] >= v.x_low - 1e-2 && r->p[2 * i] <= v.x_high + 1e-2);
        ASSERT(r->p[2 * i + 1] >= v.y_low - 1e-2 && r->p[2 * i + 1] <= v.y_high + 1e-2);
    }
    ASSERT(v.x_low <= -1 && v.x_high >= 1 && v.y_low <= -1 && v.y_high >= 1); /* the circle */
    ASSERT_EQ(1, s.trail_count);
    scene_clear(&s);
    for (int with = 0; with < 2; with++) {
        r->footage.reference = with ? r->exact : NULL;
        r->p[150] = 1e9;
        r->p[152] = NAN;
        ASSERT_OK(scene_open(&s, &r->footage, 160, 120, 100, &why), "explosion", why);
        v = s.look.view;
        ASSERT(v.x_high - v.x_low <= 3.2 + 1e-9 && v.y_high - v.y_low <= 3.2 + 1e-9);
        ASSERT(v.x_high - v.x_low >= 2 && v.y_high - v.y_low >= 2);
        scene_clear(&s);
    }
    const double given[] = {-3, 5, -2, 2};
    memcpy(r->footage.view, given, sizeof given);
    ASSERT_OK(scene_open(&s, &r->footage, 160, 120, 100, &why), "given", why);
    ASSERT_NEAR(-3, s.look.view.x_low, 0, 0);
    ASSERT_NEAR(2, s.look.view.y_high, 0, 0);
    scene_clear(&s);
    end_record(r);
    PASS();
}

TEST long_records_keep_the_worst_of_their_residuals(void)
{
    record *r = new_record(MOST, 0.01, 0);
    scene s;
    r->drift[0][1777] = 0.5;
    r->drift[1][10] = NAN;
    ASSERT_OK(scene_open(&s, &r->footage, 160, 120, 10, &why), "long", why);
    const mechanism_history *h = &s.look.history;
    double worst = 0;
    ASSERT(h->count < MOST);
    for (int i = 0; i < h->count; i++) {
        ASSERT(i == 0 || h->t[i] > h->t[i - 1]);
        ASSERT(isfinite(h->residual[1][i]));
        if (h->residual[0][i] == 0.5) {
            worst = h->t[i];
        }
    }
    ASSERT_NEAR(17.77, worst, 0.1, 0);
    ASSERT_NEAR(r->t[MOST - 1], h->t[h->count - 1], 0, 0);
    scene_clear(&s);
    r->footage.drift[0] = NULL;
    ASSERT_OK(scene_open(&s, &r->footage, 160, 120, 10, &why), "one level", why);
    ASSERT(h->residual[0] == NULL && h->residual[1] != NULL);
    scene_clear(&s);
    end_record(r);
    PASS();
}

/* The ghost goes with the reference, the bob with the solution, the way behind it is as long as
 * asked. */
TEST a_picture_shows_the_time_it_is_of(void)
{
    enum { W = 320, H = 240 };
    record *r = new_record(101, 0.1, 0.05); /* beside its circle */
    scene s;
    uint32_t *pixels = calloc(W * H, sizeof *pixels), *other = calloc(W * H, sizeof *other);
    for (int i = 0; i < 101; i++) { /* the reference stands still, hanging */
        r->exact[2 * i] = 0;
        r->exact[2 * i + 1] = -1;
    }
    ASSERT_OK(scene_open(&s, &r->footage, W, H, 100, &why), "open", why);
    for (double t = 0.4; t < 6; t += 0.77) {
        double column, row, length = 1 + 0.05 * t, before = 1 + 0.05 * (t - 0.3);
        ASSERT_OK(scene_paint(&s, t, 1, pixels, &why), "paint", why);
        mechanism_pixel(&s.look, length * sin(t), -length * cos(t), &column, &row);
        uint32_t bob = pixels[(int)row * W + (int)column];
        ASSERT((bob & 255) < 80 && (bob >> 8 & 255) < 80);
        mechanism_pixel(&s.look, before * sin(t - 0.3), -before * cos(t - 0.3), &column, &row);
        bool has_trail = false;
        for (int k = 0; k < 9; k++) {
            uint32_t way = pixels[((int)row + k / 3 - 1) * W + (int)column + k % 3 - 1];
            has_trail = has_trail || (way >> 16 & 255) > (way & 255) + 25;
        }
        ASSERT(has_trail);
    }
    ASSERT_OK(scene_paint(&s, 3, 1, pixels, &why), "paint", why);
    ASSERT_OK(scene_paint(&s, 3, 2, other, &why), "paint", why);
    ASSERT(memcmp(pixels, other, W * H * sizeof *pixels) != 0);
    scene_clear(&s);
    end_record(r);
    free(pixels);
    free(other);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_view_holds_the_motion_but_no_explosion);
    RUN_TEST(long_records_keep_the_worst_of_their_residuals);
    RUN_TEST(a_picture_shows_the_time_it_is_of);
    GREATEST_MAIN_END();
}
