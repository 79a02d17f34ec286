#include "field/spectrum.h"

#include <math.h>
#include <string.h>

#include "method/catalogue.h"
#include "support/command.h"
#include "support/support.h"

static message why;

/* The second difference on N points: lambda_m = -(4/dx^2) sin^2(pi m/N); the central first
 * difference: (i/dx) sin(2 pi m/N). */
TEST stencils_have_their_known_eigenvalues(void)
{
    enum { POINTS = 24 };
    const double second[] = {1, -2, 1}, first[] = {-0.5, 0, 0.5};
    const double dx = 0.01, pi = 3.14159265358979323846;
    spectrum s;
    ASSERT_OK(spectrum_of_stencil(second, 3, dx, POINTS, &s, &why), "second", why);
    for (int m = 0; m < POINTS; m++) {
        double exact = -4 / (dx * dx) * pow(sin(pi * m / POINTS), 2);
        ASSERT_NEAR(exact, creal(s.values[m]), 1e-9, 1e-12);
        ASSERT_NEAR(0, cimag(s.values[m]), 1e-9, 0);
    }
    spectrum_clear(&s);
    ASSERT_OK(spectrum_of_stencil(first, 3, dx, POINTS, &s, &why), "first", why);
    for (int m = 0; m < POINTS; m++) {
        ASSERT_NEAR(sin(2 * pi * m / POINTS) / dx, cimag(s.values[m]), 1e-11, 1e-12);
        ASSERT_NEAR(0, creal(s.values[m]), 1e-11, 0);
    }
    spectrum_clear(&s);
    PASS();
}

TEST bad_stencils_are_refused(void)
{
    const double even[] = {1, -1}, good[] = {1, -2, 1};
    spectrum s;
    ASSERT_EQ(STATUS_BAD_INPUT, spectrum_of_stencil(even, 2, 1, 8, &s, &why));
    ASSERT_EQ(STATUS_BAD_INPUT, spectrum_of_stencil(good, 3, 0, 8, &s, &why));
    ASSERT_EQ(STATUS_BAD_INPUT, spectrum_of_stencil(good, 3, NAN, 8, &s, &why));
    ASSERT_EQ(STATUS_BAD_INPUT, spectrum_of_stencil(good, 3, 1, 2, &s, &why));
    PASS();
}

/* Each is 2 to 4 times its entries/dx^p at the most. */
TEST eigenvalues_beyond_all_numbers_are_refused(void)
{
    static const struct {
        double stencil[3], dx;
        const char *words; /* NULL: accepted */
    } cases[] = {{{1, -2, 1}, 1e-155, "too large"},
                 {{1e308, -1e308, 1e308}, 1, "too large"},
                 {{1e200, -2e200, 1e200}, 1e-80, "too large"},
                 {{-1, 0, 1}, 1e-308, "too large"},
                 {{1, -2, 1}, 1e200, "too small"},
                 {{1e-300, -2e-300, 1e-300}, 1e20, "too small"},
                 {{1, -2, 1}, 1e-153, NULL},
                 {{-1e308, 0, 1e308}, 1e10, NULL},
                 {{0, 0, 0}, 1e200, NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        spectrum s;
        status done = spectrum_of_stencil(cases[i].stencil, 3, cases[i].dx, 8, &s, &why);
        if (cases[i].words == NULL) {
            ASSERT_OK(done, "finite", why);
            ASSERT(isfinite(cabs(s.values[2])) && (s.values[2] != 0 || i == 8));
            spectrum_clear(&s);
        } else {
            ASSERT_EQ_FMT((int)STATUS_BAD_INPUT, (int)done, "%d");
            ASSERTm(why.text, strstr(why.text, cases[i].words) != NULL);
            ASSERT(s.values == NULL);
        }
    }
    PASS();
}

/* A step that is stable for an eigenvalue nobody knows cannot be told; the size of a finite one may
 * overflow. */
TEST the_largest_step_is_never_infinite_for_want_of_numbers(void)
{
    static const double euler[] = {-1, -1, 1, 0};
    const slice forward = {.degree = 1, .degree_z = 1, .c = euler};
    static double complex bad[] = {NAN, INFINITY, CMPLX(0, NAN), CMPLX(-1, -INFINITY)};
    for (int i = 0; i < 4; i++) {
        double complex pair[] = {-1, bad[i]};
        const spectrum s = {.count = 2, .values = pair};
        ASSERT_NEAR(0, spectrum_largest_step(&forward, &s, 0), 0, 0);
    }
    double complex large[] = {CMPLX(-1.6e308, 1.6e308), CMPLX(-1.6e308, -1.6e308)};
    const spectrum s = {.count = 2, .values = large};
    /* |1 + h lambda| = 1 at h = -2 Re lambda/|lambda|^2 */
    ASSERT_NEAR(1, spectrum_largest_step(&forward, &s, 0) * 1.6e308, 1e-9, 0);
    PASS();
}

TEST files_are_read_line_by_line(void)
{
    static const char data[] = "# eigenvalues\n-1,2\n\n -3.5 , -4e1 # and more\r\n5\n";
    spectrum s;
    ASSERT_OK(spectrum_read(scratch_file("s.csv", data, sizeof data - 1), &s, &why), "s", why);
    ASSERT_EQ_FMT(3, s.count, "%d");
    ASSERT(s.values[0] == CMPLX(-1, 2) && s.values[1] == CMPLX(-3.5, -40) && s.values[2] == 5);
    spectrum_clear(&s);
    PASS();
}

TEST words_in_a_file_are_refused_with_their_line(void)
{
    static const char *const bad[] = {"-1,2\nwords\n", "1,2\n1,2,3\n", "1,2\n1;2\n",
                                      "1,2\nnan,0\n",  "1,2\n1,inf\n", "1,2\n1,\n"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        spectrum s;
        const char *path = scratch_file("bad.csv", bad[i], strlen(bad[i]));
        ASSERT_EQ(STATUS_BAD_INPUT, spectrum_read(path, &s, &why));
        ASSERTm(why.text, strstr(why.text, "bad.csv:2: ") != NULL);
    }
    spectrum s;
    ASSERT_EQ(STATUS_BAD_INPUT, spectrum_read(scratch_file("none.csv", "", 0), &s, &why));
    ASSERT_EQ(STATUS_BAD_INPUT, spectrum_read("/no/such/file.csv", &s, &why));
    PASS();
}

/* RK4 on x' = lambda x: 2.7852935634 on the real axis, 2 sqrt 2 on the imaginary one
 * (mathematics.md 10); explicit Euler leaves the imaginary axis at once; implicit Euler never
 * leaves the left. */
TEST the_largest_step_is_the_known_one(void)
{
    static const double rk4[] = {-24, -24, -12, -4, -1, 24, 0, 0, 0, 0};
    static const double euler[] = {-1, -1, 1, 0};
    static const double implicit[] = {-1, 0, 1, -1};
    const slice runge = {.degree = 1, .degree_z = 4, .c = rk4};
    const slice forward = {.degree = 1, .degree_z = 1, .c = euler};
    const slice backward = {.degree = 1, .degree_z = 1, .c = implicit};
    double complex real[] = {-9.97, -10, 0, -2} /* the second leaves just before the first */,
                   imaginary[] = {CMPLX(0, 5), CMPLX(0, -5)};
    spectrum on_real = {.count = 4, .values = real};
    spectrum on_imaginary = {.count = 2, .values = imaginary};
    ASSERT_NEAR(0.27852935634, spectrum_largest_step(&runge, &on_real, 0), 1e-11, 0);
    ASSERT_NEAR(2 * sqrt(2) / 5, spectrum_largest_step(&runge, &on_imaginary, 0), 1e-9, 0);
    ASSERT_NEAR(0, spectrum_largest_step(&forward, &on_imaginary, 0), 0, 0);
    static const double heun[] = {-2, -2, -1, 2, 0, 0};
    const slice second = {.degree = 1, .degree_z = 2, .c = heun};
    ASSERT_NEAR(0, spectrum_largest_step(&second, &on_imaginary, 0), 0, 0); /* 1 + y^4/8 */
    static const double leapfrog[] = {-1, 0, 0, -2, 1, 0};                  /* s^2 - 2 z s - 1 */
    const slice frog = {.degree = 2, .degree_z = 1, .c = leapfrog};
    ASSERT_NEAR(0.2, spectrum_largest_step(&frog, &on_imaginary, 0), 1e-6, 0);
    ASSERT_NEAR(0.2, spectrum_largest_step(&forward, &on_real, 0), 1e-10, 0);
    ASSERT(isinf(spectrum_largest_step(&backward, &on_real, 0)));
    ASSERT(isinf(spectrum_largest_step(&backward, &on_real, 1e9)));
    ASSERT(isnan(spectrum_largest_step(&backward, &on_real, 1e-9)));
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(stencils_have_their_known_eigenvalues);
    RUN_TEST(bad_stencils_are_refused);
    RUN_TEST(eigenvalues_beyond_all_numbers_are_refused);
    RUN_TEST(files_are_read_line_by_line);
    RUN_TEST(words_in_a_file_are_refused_with_their_line);
    RUN_TEST(the_largest_step_is_the_known_one);
    RUN_TEST(the_largest_step_is_never_infinite_for_want_of_numbers);
    GREATEST_MAIN_END();
}
