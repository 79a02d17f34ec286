/* The moving coordinates of spin stabilisation (mathematics.md 6). */
#include "dae/frame.h"

#include <stdlib.h>

#include "dae/dae.h"
#include "support/support.h"

static message why;

enum { MOST = 8 };

static void random_rows(double *E, int rows, int n)
{
    for (int i = 0; i < rows * n; i++) {
        E[i] = random_between(-1, 1);
    }
}

/* Complex rows as real ones: (Re, -Im), then (Im, Re). */
static void random_complex_rows(double *E, int rows, int n)
{
    int half = n / 2, d = rows / 2;
    for (int i = 0; i < d; i++) {
        for (int j = 0; j < half; j++) {
            double re = random_between(-1, 1), im = random_between(-1, 1);
            E[i * n + j] = re;
            E[i * n + half + j] = -im;
            E[(d + i) * n + j] = im;
            E[(d + i) * n + half + j] = re;
        }
    }
}

/* The largest entry of Q^T Q - I. */
static double orthogonality(const double *Q, int n)
{
    double worst = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double sum = i == j ? -1 : 0;
            for (int k = 0; k < n; k++) {
                sum += Q[k * n + i] * Q[k * n + j];
            }
            worst = fmax(worst, fabs(sum));
        }
    }
    return worst;
}

/* The largest entry of E times the kernel's columns of Q. */
static double kernel_error(const double *E, int rows, const double *Q, int n)
{
    double worst = 0;
    for (int i = 0; i < rows; i++) {
        for (int j = rows; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++) {
                sum += E[i * n + k] * Q[k * n + j];
            }
            worst = fmax(worst, fabs(sum));
        }
    }
    return worst;
}

TEST frames_are_orthogonal_and_their_last_columns_span_the_kernel(void)
{
    for (int n = 2; n <= MOST; n++) {
        for (int d = 1; d < n; d++) {
            double old[MOST * MOST], new[MOST * MOST], Q[MOST * MOST];
            frame f;
            ASSERT_OK(frame_init(&f, n, d, false, &why), "frame", why);
            random_rows(old, d, n);
            for (int i = 0; i < d * n; i++) {
                new[i] = old[i] + random_between(-0.2, 0.2);
            }
            ASSERT(frame_span(&f, old, new, 1.5, 0.5));
            frame_at(&f, 1.5, Q);
            ASSERTm(support_say("n = %d, d = %d", n, d), orthogonality(Q, n) < 1e-13);
            ASSERT(kernel_error(new, d, Q, n) < 1e-13);
            frame_at(&f, 1.0, Q);
            ASSERT(orthogonality(Q, n) < 1e-13);
            ASSERT(kernel_error(old, d, Q, n) < 1e-13);
            frame_clear(&f);
        }
    }
    PASS();
}

/* A QR factorisation of E^T with positive diagonal: E Q is lower triangular, diagonal > 0. */
TEST the_first_columns_are_those_of_a_qr_factorisation(void)
{
    for (int n = 2; n <= MOST; n++) {
        for (int d = 1; d < n; d++) {
            double old[MOST * MOST], new[MOST * MOST];
            frame f;
            ASSERT_OK(frame_init(&f, n, d, false, &why), "frame", why);
            random_rows(old, d, n);
            random_rows(new, d, n);
            ASSERT(frame_span(&f, old, new, 0, 1));
            for (int i = 0; i < d; i++) {
                for (int j = i; j < n; j++) {
                    double sum = 0;
                    for (int k = 0; k < n; k++) {
                        sum += new[i * n + k] * f.Q[k * n + j];
                    }
                    ASSERT(i == j ? sum > 0 : fabs(sum) < 1e-13);
                }
            }
            frame_clear(&f);
        }
    }
    PASS();
}

/* In the plane: Q = [e, e turned by +90 degrees] up to one sign for both ends. */
TEST in_the_plane_the_kernel_turns_with_the_row_however_far(void)
{
    for (int k = -35; k <= 35; k++) {
        double turn = k * 0.0872664625997164788; /* 5 degrees; up to 175 */
        for (int n = 0; n < 20; n++) {
            double start = random_between(-3.1, 3.1), length = random_between(0.1, 10);
            const double old[2] = {cos(start), sin(start)};
            const double new[2] = {length * cos(start + turn), length * sin(start + turn)};
            double first[4], last[4];
            frame f;
            ASSERT_OK(frame_init(&f, 2, 1, false, &why), "frame", why);
            ASSERT(frame_span(&f, old, new, 1, 1));
            frame_at(&f, 0, first);
            frame_at(&f, 1, last);
            double before = first[0] * first[3] - first[1] * first[2];
            double after = last[0] * last[3] - last[1] * last[2];
            ASSERTm(
                support_say("turn by %g from %g: determinants %g, %g", turn, start, before, after),
                fabs(fabs(before) - 1) < 1e-13 && fabs(before - after) < 1e-13);
            frame_clear(&f);
        }
    }
    PASS();
}

/* The same for complex problems: rows with real entries and their multiples by i. */
TEST in_the_complex_plane_the_kernel_turns_with_the_row(void)
{
    for (int k = -17; k <= 17; k++) {
        double turn = k * 0.174532925199432958; /* 10 degrees */
        double start = random_between(-3, 3);
        double old[8] = {cos(start), sin(start), 0, 0, 0, 0, cos(start), sin(start)};
        double new[8] = {cos(start + turn), sin(start + turn), 0, 0, 0, 0,
                         cos(start + turn), sin(start + turn)};
        double first[16], last[16];
        frame f;
        ASSERT_OK(frame_init(&f, 4, 2, true, &why), "frame", why);
        ASSERT(frame_span(&f, old, new, 1, 1));
        frame_at(&f, 0, first);
        frame_at(&f, 1, last);
        /* columns: row, i row, kernel, i kernel; the real block is rows 0, 1 of columns 0, 2 */
        double before = first[0] * first[6] - first[2] * first[4];
        double after = last[0] * last[6] - last[2] * last[4];
        ASSERTm(support_say("turn by %g: %g, %g", turn, before, after),
                fabs(fabs(before) - 1) < 1e-13 && fabs(before - after) < 1e-13);
        frame_clear(&f);
    }
    PASS();
}

/* A quarter turn moves the old kernel onto the row: its projection has no direction. The frame is
 * orthogonal all the same. */
TEST a_quarter_turn_still_gives_a_frame(void)
{
    const double old[2] = {1, 0}, new[2] = {0, 1};
    double Q[4];
    frame f;
    ASSERT_OK(frame_init(&f, 2, 1, false, &why), "frame", why);
    ASSERT(frame_span(&f, old, new, 1, 1));
    frame_at(&f, 1, Q);
    ASSERT(orthogonality(Q, 2) < 1e-15);
    ASSERT(kernel_error(new, 1, Q, 2) < 1e-15);
    frame_clear(&f);
    PASS();
}

/* Small turns move every column by little, for any n: no column changes its sign. */
TEST small_turns_move_frames_by_little(void)
{
    for (int n = 2; n <= MOST; n++) {
        for (int d = 1; d < n; d++) {
            for (int k = 0; k < 20; k++) {
                double old[MOST * MOST] = {0}, new[MOST * MOST] = {0};
                frame f;
                ASSERT_OK(frame_init(&f, n, d, false, &why), "frame", why);
                for (int i = 0; i < d * n; i++) { /* well conditioned rows */
                    old[i] = (i % (n + 1) == 0 ? 2 : 0) + random_between(-0.6, 0.6);
                    new[i] = old[i] + random_between(-1e-4, 1e-4);
                }
                ASSERT(frame_span(&f, old, new, 0, 1));
                for (int i = 0; i < n * n; i++) { /* Qd = Q_new - Q_old, h = 1 */
                    ASSERTm(support_say("n = %d, d = %d: moved by %g", n, d, f.Qd[i]),
                            fabs(f.Qd[i]) < 0.1);
                }
                frame_clear(&f);
            }
        }
    }
    PASS();
}

/* The chord is through Q at both ends, and straight. */
TEST the_chord_is_straight_and_exact_at_its_ends(void)
{
    double old[12], new[12], a[16], b[16], middle[16], beyond[16];
    frame f;
    ASSERT_OK(frame_init(&f, 4, 3, false, &why), "frame", why);
    random_rows(old, 3, 4);
    for (int i = 0; i < 12; i++) {
        new[i] = old[i] + random_between(-0.3, 0.3);
    }
    ASSERT(frame_span(&f, old, new, 7, 0.25));
    frame_at(&f, 6.75, a);
    frame_at(&f, 7, b);
    frame_at(&f, 6.875, middle);
    frame_at(&f, 6.5, beyond);
    for (int i = 0; i < 16; i++) {
        ASSERT_NEAR((a[i] + b[i]) / 2, middle[i], 1e-14, 0);
        ASSERT_NEAR(2 * a[i] - b[i], beyond[i], 1e-13, 0);
        ASSERT_NEAR((b[i] - a[i]) / 0.25, f.Qd[i], 1e-12, 0);
        ASSERT_EQ(f.Q[i], b[i]);
    }
    ASSERT(orthogonality(middle, 4) > 1e-6); /* not orthogonal in between: never transpose it */
    frame_clear(&f);
    PASS();
}

TEST entering_undoes_leaving(void)
{
    for (int n = 2; n <= MOST; n++) {
        double old[MOST * MOST], new[MOST * MOST], x[MOST], xd[MOST], y[MOST], back[MOST];
        double yd[MOST], work[MOST * MOST], t = 2 - random_unit();
        int pivot[MOST], d = random_integer(1, n - 1);
        frame f;
        ASSERT_OK(frame_init(&f, n, d, false, &why), "frame", why);
        random_rows(old, d, n);
        for (int i = 0; i < n * n; i++) {
            new[i] = i < d *n ? old[i] + random_between(-0.1, 0.1) : 0;
        }
        for (int i = 0; i < n; i++) {
            x[i] = random_between(-1, 1);
            yd[i] = random_between(-1, 1);
        }
        ASSERT(frame_span(&f, old, new, 2, 1));
        ASSERT(frame_enter(&f, t, x, y, work, pivot));
        frame_leave(&f, t, y, yd, back, xd);
        /* x(t + e) = Qh(t + e) (y + e y') has the derivative x' */
        const double e = 1e-5;
        double ahead[MOST], behind[MOST], moved[MOST];
        for (int i = 0; i < n; i++) {
            moved[i] = y[i] + e * yd[i];
        }
        frame_leave(&f, t + e, moved, NULL, ahead, NULL);
        for (int i = 0; i < n; i++) {
            moved[i] = y[i] - e * yd[i];
        }
        frame_leave(&f, t - e, moved, NULL, behind, NULL);
        for (int i = 0; i < n; i++) {
            ASSERT_NEAR(x[i], back[i], 1e-11, 0);
            ASSERT_NEAR((ahead[i] - behind[i]) / (2 * e), xd[i], 1e-8, 1e-8);
        }
        ASSERT(frame_enter(&f, t, back, back, work, pivot)); /* in place */
        for (int i = 0; i < n; i++) {
            ASSERT_NEAR(y[i], back[i], 1e-11, 1e-11);
        }
        frame_clear(&f);
    }
    PASS();
}

/* Halfway between a frame and its opposite the chord passes through a singular matrix. */
TEST a_singular_chord_is_noticed(void)
{
    const double old[2] = {1, 0}, new[2] = {-1, 0};
    double x[2] = {1, 1}, y[2], work[4];
    int pivot[2];
    frame f;
    ASSERT_OK(frame_init(&f, 2, 1, false, &why), "frame", why);
    ASSERT(frame_span(&f, old, new, 1, 1));
    ASSERT_FALSE(frame_enter(&f, 0.5, x, y, work, pivot));
    ASSERT(frame_enter(&f, 1, x, y, work, pivot));
    frame_clear(&f);
    PASS();
}

/* Complex problems: Q commutes with multiplication by i. */
TEST complex_frames_come_in_pairs(void)
{
    for (int n = 4; n <= MOST; n += 2) {
        for (int d = 2; d < n; d += 2) {
            double old[MOST * MOST], new[MOST * MOST], Q[MOST * MOST];
            frame f;
            ASSERT_OK(frame_init(&f, n, d, true, &why), "frame", why);
            random_complex_rows(old, d, n);
            random_complex_rows(new, d, n);
            for (int i = 0; i < d * n; i++) {
                new[i] = old[i] + 0.1 * new[i];
            }
            ASSERT(frame_span(&f, old, new, 1, 1));
            for (int end = 0; end < 2; end++) {
                frame_at(&f, end, Q);
                ASSERTm(support_say("n = %d, d = %d", n, d), orthogonality(Q, n) < 1e-13);
                ASSERT(kernel_error(end == 0 ? old : new, d, Q, n) < 1e-13);
                for (int j = 0; j < n; j += 2) {
                    for (int i = 0; i < n / 2; i++) { /* column j + 1 is i times column j */
                        ASSERT_NEAR(-Q[(n / 2 + i) * n + j], Q[i * n + j + 1], 1e-13, 0);
                        ASSERT_NEAR(Q[i * n + j], Q[(n / 2 + i) * n + j + 1], 1e-13, 0);
                    }
                }
            }
            frame_clear(&f);
        }
    }
    PASS();
}

TEST dependent_rows_are_refused(void)
{
    for (int n = 2; n <= MOST; n++) {
        double good[MOST * MOST], bad[MOST * MOST];
        int d = n > 2 ? n - 1 : 1;
        frame f;
        ASSERT_OK(frame_init(&f, n, d, false, &why), "frame", why);
        random_rows(good, d, n);
        memcpy(bad, good, sizeof bad);
        for (int j = 0; j < n; j++) { /* the last row: zero, or a combination of the others */
            bad[(d - 1) * n + j] = d == 1 ? 0 : 2 * good[j] - (d > 2 ? good[n + j] : 0);
        }
        ASSERT_FALSEm(support_say("n = %d", n), frame_span(&f, bad, good, 0, 1));
        ASSERT_FALSE(frame_span(&f, good, bad, 0, 1));
        ASSERT(frame_span(&f, good, good, 0, 1));
        good[0] = NAN;
        ASSERT_FALSE(frame_span(&f, good, good, 0, 1));
        frame_clear(&f);
    }
    PASS();
}

/* For tests: thawed frames decide anew, and lose the sign at 135 degrees. */
TEST thawed_frames_flip_where_frozen_ones_do_not(void)
{
    const double a = 3 * 0.78539816339744830962; /* 135 degrees */
    for (int thaw = 0; thaw < 2; thaw++) {
        const double old[2] = {cos(a - 0.01 - 1.5707963267948966),
                               sin(a - 0.01 - 1.5707963267948966)};
        const double new[2] = {cos(a + 0.01 - 1.5707963267948966),
                               sin(a + 0.01 - 1.5707963267948966)};
        double first[4], last[4];
        frame f;
        ASSERT_OK(frame_init(&f, 2, 1, false, &why), "frame", why);
        f.thaws = thaw;
        ASSERT(frame_span(&f, old, new, 1, 1));
        frame_at(&f, 0, first);
        frame_at(&f, 1, last);
        double along = first[1] * last[1] + first[3] * last[3];
        ASSERT_NEAR(thaw ? -cos(0.02) : cos(0.02), along, 1e-12, 0);
        frame_clear(&f);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(frames_are_orthogonal_and_their_last_columns_span_the_kernel);
    RUN_TEST(the_first_columns_are_those_of_a_qr_factorisation);
    RUN_TEST(in_the_plane_the_kernel_turns_with_the_row_however_far);
    RUN_TEST(in_the_complex_plane_the_kernel_turns_with_the_row);
    RUN_TEST(a_quarter_turn_still_gives_a_frame);
    RUN_TEST(small_turns_move_frames_by_little);
    RUN_TEST(the_chord_is_straight_and_exact_at_its_ends);
    RUN_TEST(entering_undoes_leaving);
    RUN_TEST(a_singular_chord_is_noticed);
    RUN_TEST(complex_frames_come_in_pairs);
    RUN_TEST(dependent_rows_are_refused);
    RUN_TEST(thawed_frames_flip_where_frozen_ones_do_not);
    GREATEST_MAIN_END();
}
