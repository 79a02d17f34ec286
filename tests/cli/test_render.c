/* The figures as files: what they hold, and what is refused. */
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/command.h"
#include "support/support.h"

#define MEASURED "render bdf:2 --measured --problem example-1.1 "
#define EXAMPLE_10_1 "render bdf:2 --measured --problem example-10.1 "

/* A folder of its own for each call, removed afterwards; %s in the command is its path. */
static result in_folder(const char *command)
{
    char line[2000];
    snprintf(line, sizeof line,
             "d=$(mktemp -d) && cd \"$d\" && spinscope() { '" SPINSCOPE_PROGRAM
             "' \"$@\"; } && { %s; }; code=$?; cd / && rm -rf \"$d\"; exit $code",
             command);
    return run_shell(line);
}

TEST every_format_is_written(void)
{
    static const struct {
        const char *name, *magic; /* the first bytes, as a pattern for grep */
    } formats[] = {{"f.png", "PNG"},
                   {"f.svg", "<?xml"},
                   {"f.pdf", "%PDF"},
                   {"f.npy", "NUMPY"},
                   {"f.csv", "x,y,growth,verdict"}};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        char command[400];
        snprintf(command, sizeof command,
                 "spinscope render radau-iia:2 --w 0.5 --size 300x260 -o %s && head -c 100 %s | "
                 "grep -aq '%s' && test $(ls | wc -l) = 1",
                 formats[i].name, formats[i].name, formats[i].magic);
        result r = in_folder(command);
        ASSERTm(support_say("%s: %s", formats[i].name, r.err), r.code == 0);
        result_clear(&r);
    }
    PASS();
}

/* Radau IIA 2 has |R(z, w)| known in closed form (mathematics.md 2). */
TEST csv_holds_the_growth_at_pixel_centres(void)
{
    result r =
        in_folder("spinscope render radau-iia:2 --w 0.5 --view -4,4,-3,3 --size 9x7 -o f.csv "
                  "&& cat f.csv");
    ASSERT_EQ_FMT(0, r.code, "%d");
    int lines = 0;
    for (char *line = strtok(strchr(r.out, '\n'), "\n"); line != NULL; line = strtok(NULL, "\n")) {
        double x, y, growth;
        char verdict[20];
        ASSERT_EQ_FMT(4, sscanf(line, "%lf,%lf,%lf,%19s", &x, &y, &growth, verdict), "%d");
        double w = 0.5;
        /* |N|^2 and |D|^2 written out */
        double Nr = 6 - 4 * w + (2 - 2 * w) * x, Ni = (2 - 2 * w) * y;
        double Dr = 6 - 4 * w + (-4 + 2 * w) * x + x * x - y * y;
        double Di = (-4 + 2 * w) * y + 2 * x * y;
        ASSERT_NEAR(sqrt((Nr * Nr + Ni * Ni) / (Dr * Dr + Di * Di)), growth, 0, 1e-12);
        ASSERT_NEAR(-4 + 8 * (lines % 9 + 0.5) / 9, x, 1e-14, 0);
        ASSERT_NEAR(3 - 6 * (lines / 9 + 0.5) / 7, y, 1e-14, 0);
        bool on_boundary = fabs(growth - 1) <= 1e-10;
        ASSERT_STR_EQ(on_boundary ? "boundary" : growth < 1 ? "stable" : "unstable", verdict);
        lines++;
    }
    ASSERT_EQ_FMT(63, lines, "%d");
    result_clear(&r);
    PASS();
}

/* The growth of one line of a csv file, -1 when there is none for this place. */
static double growth_in(const char *csv, double x, double y)
{
    for (const char *line = strchr(csv, '\n'); line != NULL; line = strchr(line + 1, '\n')) {
        double at_x, at_y, growth;
        if (sscanf(line, "%lf,%lf,%lf", &at_x, &at_y, &growth) == 3 && fabs(at_x - x) < 1e-12 &&
            fabs(at_y - y) < 1e-12) {
            return growth;
        }
    }
    return -1;
}

/* Implicit Euler, |1 - w|/|1 - z - w|: at z = -1.75 the largest of all w in [-1, 2] is 4/3 at w =
 * 2, and at z = 1/4 there is a pole at w = 3/4. The place 0 of the chart at infinity is R = 0, the
 * place 1/2 is z = 2; in the logarithmic chart the place (0, 1) is z = -1. */
TEST numbers_of_worst_cases_and_charts_are_those_worked_out_by_hand(void)
{
    result r = in_folder("spinscope render implicit-euler --all-w -1:2 --view -2.5,1,-1,1 --size "
                         "7x1 -o - --format csv");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERT_NEAR(4.0 / 3, growth_in(r.out, -1.75, 0), 1e-12, 0);
    ASSERT(isinf(growth_in(r.out, 0.25, 0)));
    result_clear(&r);
    r = in_folder("spinscope render implicit-euler --chart infinity --view -1.25,1.25,-1,1 --size "
                  "5x1 -o - --format csv");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERT_NEAR(0, growth_in(r.out, 0, 0), 0, 0);
    ASSERT_NEAR(1, growth_in(r.out, 0.5, 0), 1e-12, 0);
    ASSERT_NEAR(1.0 / 3, growth_in(r.out, -0.5, 0), 1e-12, 0);
    result_clear(&r);
    r = in_folder("spinscope render implicit-euler --chart log --view -1.5,1.5,0.5,1.5 --size 3x1 "
                  "-o - --format csv");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERT_NEAR(0.5, growth_in(r.out, 0, 1), 1e-12, 0);
    ASSERT_NEAR(1.0 / 11, growth_in(r.out, 1, 1), 1e-12, 0);
    result_clear(&r);
    PASS();
}

TEST poles_and_undefined_points_are_written_as_such(void)
{
    result r = in_folder("spinscope render implicit-euler --plane zw --view -1,1,0,2 --size 3x3 -o "
                         "f.csv && cat f.csv");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERTm(r.out, strstr(r.out, "\n0,1,nan,undefined\n") != NULL);
    result_clear(&r);
    r = in_folder("spinscope render implicit-euler --view 0.5,1.5,-1,1 --size 1x1 -o f.csv && cat "
                  "f.csv");
    ASSERTm(r.out, strstr(r.out, "\n1,0,inf,pole\n") != NULL);
    result_clear(&r);
    PASS();
}

/* 16 steps of implicit Euler in one, |16/(16 - z)|^16: double precision finds poles from z = 12.5
 * on, where there is only one, at 16. With entries that are not exact what is left open is told. */
TEST numbers_of_sixteen_stages_are_right(void)
{
    result r = in_folder("spinscope render " SPINSCOPE_TESTS "/bench/substeps-16.method --view "
                         "11.75,20.25,-1.25,1.25 --size 17x5 -o - --format csv");
    ASSERTm(r.err, r.code == 0 && r.err[0] == '\0');
    int lines = 0;
    for (char *line = strtok(strchr(r.out, '\n'), "\n"); line != NULL; line = strtok(NULL, "\n")) {
        double x, y, growth;
        char verdict[20];
        ASSERT_EQ_FMT(4, sscanf(line, "%lf,%lf,%lf,%19s", &x, &y, &growth, verdict), "%d");
        bool is_pole = x == 16 && y == 0;
        ASSERT_STR_EQ(is_pole ? "pole" : "unstable", verdict);
        ASSERTm(line, is_pole ? isinf(growth)
                              : support_near(pow(16 / hypot(16 - x, y), 16), growth, 0, 1e-12));
        lines++;
    }
    ASSERT_EQ_FMT(85, lines, "%d");
    result_clear(&r);
    r = in_folder("sed 's|1/16|sin(1)/16|g' " SPINSCOPE_TESTS
                  "/bench/substeps-16.method > m.method "
                  "&& spinscope render m.method --view 18,20,-1,1 --size 9x9 -o f.npy");
    ASSERTm(r.err, r.code == 0 && strstr(r.err, "of 81 pixels are not certain to 1e-12") != NULL);
    result_clear(&r);
    PASS();
}

/* Implicit Euler at w = 1/2: |1 - w| = |1 - w - z| is the circle around 1/2 of radius 1/2. */
TEST boundary_vertices_are_on_the_circle(void)
{
    result r = in_folder("spinscope render implicit-euler --w 0.5 --view -1,2,-1.5,1.5 --size "
                         "400x400 -o f.png --boundary b.csv && cat b.csv");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERTm(r.out, strncmp(r.out, "curve,x,y\n", 10) == 0);
    int count = 0;
    for (char *line = strtok(r.out + 10, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        double x, y;
        int curve;
        ASSERT_EQ_FMT(3, sscanf(line, "%d,%lf,%lf", &curve, &x, &y), "%d");
        ASSERT_NEAR(0.5, hypot(x - 0.5, y), 1e-9, 0);
        count++;
    }
    ASSERT(count > 100);
    result_clear(&r);
    PASS();
}

TEST png_metadata_reproduces_the_picture(void)
{
    result r = in_folder("spinscope render bdf:2 --w -0.5 --size 320x300 -o a.png && c=$(grep -ao "
                         "'spinscope render.*a\\.png' a.png | head -1) && echo \"$c\" && mv "
                         "a.png b.png && eval \"$c\" && cmp a.png b.png");
    ASSERTm(support_say("%s %s", r.out, r.err), r.code == 0);
    ASSERTm(r.out, strstr(r.out, "spinscope render bdf:2 --w -0.5 --size 320x300 -o a.png"));
    result_clear(&r);
    PASS();
}

/* The pixels, without the command line in front of them; the evaluators are compared in
 * tests/field. */
TEST any_number_of_jobs_gives_the_same_picture(void)
{
    result r = in_folder(
        "for m in radau-iia:3 bdf:2 bdf:4; do for j in 1 2 3; do spinscope render $m --plain "
        "--size "
        "257x131 --jobs $j -o f$j.png --force || exit 1; done; n() { tail -c +400 $1 | cksum; }; "
        "test $(stat -c %s f1.png) -gt 1000 && test \"$(n f1.png)\" = \"$(n f2.png)\" && test "
        "\"$(n f1.png)\" = \"$(n f3.png)\" || exit 1; done");
    ASSERTm(r.err, r.code == 0);
    result_clear(&r);
    PASS();
}

TEST figures_of_many_kinds_are_drawn(void)
{
    static const char *const good[] = {
        "render radau-iia:2,gauss-lobatto:1,bdf:2 --columns 3 --size 900x400 -o f.png",
        "render radau-iia:2 --w -2,-1,0,1,2 --size 900x700 -o f.svg",
        "render bdf:1,bdf:2,bdf:3,bdf:4,bdf:5,bdf:6 --overlay --size 600x500 -o f.pdf",
        "render rk4 --stencil 1,-2,1 --dx 0.1 --h 0.004 --points 32 --size 500x400 -o f.png",
        "render gauss:2,keep=u --plane zw --contours 0.5,0.9,2 --hatch --size 500x400 -o f.png",
        "render radau-iia:3 --phase --size 500x400 -o f.png",
        "render radau-iia:3 --star --palette grey --size 500x400 -o f.png",
        "render gauss:2 --motion rotation --w 1 --size 500x400 -o f.png",
        "render spin:bdf:2 --w 3 --palette diverging --size 500x400 -o f.png",
        "render radau-iia:2 --plain --size 64x48 -o - --format png",
        "render rk4 --view -3,1,-3,3 --size 400x500 --title 'my / method^{2}' -o f.png",
        "render rk4 --size 300x300 -o f.png --title \"x$(printf 'é%.0s' $(seq 70))\"",
        "render implicit-euler --overlay --w -2,-1,0 --motion rotation --size 300x300 -o f.png",
        "render implicit-euler,bdf:2 --measured --steps 20 --columns 2 --size 400x300 -o f.png",
        "render implicit-euler --measured --plane zw --hatch --steps 20 --size 250x250 -o f.png",
        "render rk4 --measured --plain --steps 20 --size 64x300 -o f.png",
        "render gauss:2,bdf:2 --all-w -1:1/2 --contours 0.5 --hatch --columns 2 --size 500x300 "
        "-o f.png",
        "render radau-iia:2 --all-w -1:1 --chart log --size 300x300 -o f.svg",
        "render midpoint --no-boundary --with rk4 --all-w -3:3 --size 300x300 -o f.png",
        "render rk4,gauss:2 --chart infinity --hatch --phase --size 400x300 -o f.pdf",
        "render rk4 --chart log --hatch --size 300x300 --boundary f.csv -o f.png",
        "render gauss:2 --chart infinity --plane zw --with bdf:2 --size 300x300 -o f.png",
        "render spin:bdf:2 --measured --motion rotation --w 1 --steps 9 --size 250x250 -o f.png",
        "render implicit-euler,spin:implicit-euler --measured --problem example-1.1 --plane "
        "delta,eta --view -3,3,-3,3 --steps 20 --size 500x300 -o f.pdf",
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        char command[400];
        snprintf(command, sizeof command, "spinscope %s", good[i]);
        result r = in_folder(command);
        ASSERTm(support_say("%s: %s", good[i], r.err), r.code == 0);
        result_clear(&r);
    }
    PASS();
}

TEST every_format_of_a_measurement_is_written(void)
{
    static const struct {
        const char *name, *magic;
    } formats[] = {{"f.png", "PNG"},
                   {"f.svg", "<?xml"},
                   {"f.pdf", "%PDF"},
                   {"f.npy", "NUMPY"},
                   {"f.csv", "x,y,growth,verdict"}};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        char command[400];
        snprintf(command, sizeof command,
                 "spinscope render radau-iia:2 --measured --w 0.5 --steps 16 --size 160x120 -o %s "
                 "&& head -c 100 %s | grep -aq '%s' && test $(ls | wc -l) = 1",
                 formats[i].name, formats[i].name, formats[i].magic);
        result r = in_folder(command);
        ASSERTm(support_say("%s: %s", formats[i].name, r.err), r.code == 0);
        result_clear(&r);
    }
    PASS();
}

/* The numbers of a file of 8-byte floats: (rows, columns) as the header says, in r->out. */
static bool npy_numbers(const result *r, const char *shape, int count, double *out)
{
    const unsigned char *bytes = (const unsigned char *)r->out;
    size_t start = 10 + (size_t)bytes[8] + 256 * (size_t)bytes[9];
    char header[200] = "";
    memcpy(header, bytes + 10, start - 10 < 199 ? start - 10 : 199);
    memcpy(out, bytes + start, (size_t)count * sizeof *out);
    return memcmp(bytes, "\x93NUMPY", 6) == 0 && strstr(header, "'<f8'") != NULL &&
           strstr(header, shape) != NULL;
}

/* One-step methods settle, so what is measured is |R| to rounding. */
TEST measured_numbers_are_the_predicted_ones(void)
{
    static const char *const cases[] = {
        "radau-iia:2 --w 0.5",  "gauss:2,keep=u --plane zw",
        "trapezoidal --w -0.7", "sdirk3 --plane zw --jobs 1",
        "rk4 --view -4,1,-3,3", "radau-iia:2 --motion rotation --w 1"};
    enum { WIDTH = 19, HEIGHT = 13, COUNT = WIDTH * HEIGHT };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double predicted[COUNT], measured[COUNT];
        char command[400];
        int compared = 0;
        for (int n = 0; n < 2; n++) {
            snprintf(command, sizeof command,
                     "spinscope render %s --size 19x13 %s -o f.npy && cat f.npy", cases[i],
                     n == 0 ? "" : "--measured");
            result r = in_folder(command);
            ASSERTm(support_say("%s: %s", command, r.err), r.code == 0);
            ASSERTm(command, npy_numbers(&r, "(13, 19)", COUNT, n == 0 ? predicted : measured));
            result_clear(&r);
        }
        for (int k = 0; k < COUNT; k++) {
            if (isfinite(predicted[k]) && predicted[k] > 1e-2 && predicted[k] < 1e2) {
                ASSERT_NEAR(predicted[k], measured[k], 0, 1e-7);
                compared++;
            }
        }
        ASSERTm(support_say("%s: %d compared", cases[i], compared), compared > COUNT / 3);
    }
    PASS();
}

/* Implicit Euler has the factor (1 + h delta)/(1 + h eta) on Example 1.1 (mathematics.md 6). */
TEST a_problem_is_measured_in_the_plane_of_its_parameters(void)
{
    for (int n = 0; n < 2; n++) {
        char command[400];
        double h = n == 0 ? 1 : 0.25;
        int lines = 0;
        snprintf(command, sizeof command,
                 "spinscope render implicit-euler --measured --problem example-1.1 --plane "
                 "delta,eta --h %g --view -3,3,-2.15,2.3 --size 12x10 -o f.csv && cat f.csv",
                 h);
        result r = in_folder(command);
        ASSERTm(r.err, r.code == 0);
        for (char *line = strtok(strchr(r.out, '\n'), "\n"); line != NULL;
             line = strtok(NULL, "\n")) {
            double delta, eta, growth;
            char verdict[20];
            ASSERT_EQ_FMT(4, sscanf(line, "%lf,%lf,%lf,%19s", &delta, &eta, &growth, verdict),
                          "%d");
            double factor = fabs((1 + h * delta) / (1 + h * eta));
            ASSERT_NEAR(-3 + 6 * (lines % 12 + 0.5) / 12, delta, 1e-14, 0);
            ASSERT_NEAR(2.3 - 4.45 * (lines / 12 + 0.5) / 10, eta, 1e-14, 0);
            ASSERT_NEAR(factor, growth, 0, 1e-7);
            ASSERT_STR_EQ(fabs(factor - 1) < 1e-9 ? "boundary"
                          : factor < 1            ? "stable"
                                                  : "unstable",
                          verdict);
            lines++;
        }
        ASSERT_EQ_FMT(120, lines, "%d");
        result_clear(&r);
    }
    PASS();
}

/* The largest factor on Example 10.1 without its force, y1 + eta t y2 = 0, y1' + eta t y2' +
 * (1 + eta) y2 = 0. With y1 put in, t drops out: a multistep method of BDF's kind is left with
 *     (1 + eta) y_n + eta sum_l l alpha_l y_{n-l} = 0,
 * which is (1 + eta) sigma = eta for implicit Euler, (1 + eta) sigma^2 - 2 eta sigma + eta = 0 for
 * BDF2; stages, with V = A^{-1}, d = V 1, with (1 + eta) Y_j + eta sum_l V_jl (c_j - c_l) Y_l = eta
 * d_j c_j y, which Radau IIA 2 solves with Y_2 = -2 eta/(1 + 2 eta) y. */
static double example_10_1_factor(int which, double eta)
{
    if (which == 0) {
        return fabs(eta / (1 + eta));
    }
    if (which == 1) {
        return fabs(2 * eta / (1 + 2 * eta));
    }
    double complex root = csqrt(eta * eta - eta * (1 + eta));
    return fmax(cabs((eta + root) / (1 + eta)), cabs((eta - root) / (1 + eta)));
}

/* A plane of one parameter and the step: on Example 10.1, where no step helps, and on Example 1.1,
 * where implicit Euler has |1 + h delta|/|1 + h eta|. */
TEST a_problem_is_measured_over_the_step(void)
{
    static const struct {
        const char *arguments;
        int which;     /* 3: Example 1.1 */
        bool h_across; /* else it is up */
    } cases[] = {{"implicit-euler --problem example-10.1 --plane eta,h", 0, false},
                 {"implicit-euler --problem example-10.1 --plane h,eta --param q=0", 0, true},
                 {"radau-iia:2 --problem example-10.1 --plane eta,h", 1, false},
                 {"bdf:2 --problem example-10.1 --plane eta,h", 2, false},
                 {"implicit-euler --problem example-1.1 --plane delta,h --param eta=0.6", 3, false},
                 {"implicit-euler --problem example-1.1 --plane h,delta --param eta=0.6", 3, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[400];
        int lines = 0;
        snprintf(command, sizeof command,
                 "spinscope render --measured %s --view %s --size 11x9 -o f.csv && cat f.csv",
                 cases[i].arguments, cases[i].h_across ? "0,1.7,-3,1.4" : "-3,1.4,0,1.7");
        result r = in_folder(command);
        ASSERTm(support_say("%s: %s", command, r.err), r.code == 0);
        for (char *line = strtok(strchr(r.out, '\n'), "\n"); line != NULL;
             line = strtok(NULL, "\n")) {
            double x, y, growth;
            char verdict[20];
            ASSERT_EQ_FMT(4, sscanf(line, "%lf,%lf,%lf,%19s", &x, &y, &growth, verdict), "%d");
            double h = cases[i].h_across ? x : y, eta = cases[i].h_across ? y : x;
            double factor = cases[i].which == 3 ? fabs((1 + h * eta) / (1 + h * 0.6))
                                                : example_10_1_factor(cases[i].which, eta);
            ASSERT_NEAR(factor, growth, 1e-7, 1e-7); /* 0 is met up to rounding */
            ASSERT_STR_EQm(line,
                           fabs(factor - 1) < 1e-9 ? "boundary"
                           : factor < 1            ? "stable"
                                                   : "unstable",
                           verdict);
            lines++;
        }
        ASSERT_EQ_FMT(99, lines, "%d");
        result_clear(&r);
    }
    PASS();
}

/* At eta = -1 backward Euler has no step (it is a pole), and eta = -1/2 is the boundary. */
TEST the_special_values_of_example_10_1_are_seen(void)
{
    result r =
        in_folder("spinscope render implicit-euler --measured --problem example-10.1 --plane "
                  "eta,h --view -1.25,0.25,0.5,1.5 --size 3x1 -o f.csv && cut -d, -f1,4 "
                  "f.csv | tr '\n' ' '");
    ASSERTm(r.err, r.code == 0);
    ASSERT_STR_EQ("x,verdict -1,pole -0.5,boundary 0,stable ", r.out);
    result_clear(&r);
    PASS();
}

/* The coordinates change places, and a parameter that is not one of them is given: implicit Euler
 * has |R| = |1 - w|/|1 - z - w|. */
TEST parameters_go_where_they_are_asked_to(void)
{
    static const struct {
        const char *arguments;
        double re[3], im[3], omega[3]; /* of 1, x and y */
    } cases[] = {
        {"--plane re,omega --param im=1.5", {0, 1, 0}, {1.5, 0, 0}, {0, 0, 1}},
        {"--plane omega,re --param im=-1/2", {0, 0, 1}, {-0.5, 0, 0}, {0, 1, 0}},
        {"--plane im,omega --param re=-2", {-2, 0, 0}, {0, 1, 0}, {0, 0, 1}},
        {"--plane re,im --param omega=0.75", {0, 1, 0}, {0, 0, 1}, {0.75, 0, 0}},
        {"--plane im,omega", {-1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[400];
        int lines = 0;
        snprintf(command, sizeof command,
                 "spinscope render implicit-euler --measured --problem shear %s --view "
                 "-3.1,2.3,-2.2,3.4 --size 7x5 -o f.csv && cat f.csv",
                 cases[i].arguments);
        result r = in_folder(command);
        ASSERTm(support_say("%s: %s", command, r.err), r.code == 0);
        for (char *line = strtok(strchr(r.out, '\n'), "\n"); line != NULL;
             line = strtok(NULL, "\n")) {
            double x, y, growth;
            ASSERT_EQ_FMT(3, sscanf(line, "%lf,%lf,%lf,", &x, &y, &growth), "%d");
            double re = cases[i].re[0] + cases[i].re[1] * x + cases[i].re[2] * y;
            double im = cases[i].im[0] + cases[i].im[1] * x + cases[i].im[2] * y;
            double w = cases[i].omega[0] + cases[i].omega[1] * x + cases[i].omega[2] * y;
            ASSERT_NEAR(fabs(1 - w) / hypot(1 - re - w, im), growth, 1e-9, 1e-7);
            lines++;
        }
        ASSERT_EQ_FMT(35, lines, "%d");
        result_clear(&r);
    }
    PASS();
}

/* --steps and --t0 reach the measurement: the first steps of a stabilised method are not its
 * limit. At step i from t = 0 the factor is R (1 + a/i + ...) (mathematics.md 6). */
TEST steps_and_the_starting_time_are_those_asked_for(void)
{
    result early =
        in_folder("spinscope render spin:implicit-euler --measured --w -4 --t0 0 --steps "
                  "4 --view -2.5,-1.5,-0.5,0.5 --size 1x1 -o f.csv && tail -n 1 f.csv");
    result late = in_folder("spinscope render spin:implicit-euler --measured --w -4 --view "
                            "-2.5,-1.5,-0.5,0.5 --size 1x1 -o f.csv && tail -n 1 f.csv");
    double x, y, first = 0, last = 0;
    ASSERTm(early.err, early.code == 0 && late.code == 0);
    ASSERT_EQ_FMT(3, sscanf(early.out, "%lf,%lf,%lf", &x, &y, &first), "%d");
    ASSERT_EQ_FMT(3, sscanf(late.out, "%lf,%lf,%lf", &x, &y, &last), "%d");
    ASSERT(x == -2 && y == 0);
    ASSERT_NEAR(1.0 / 3, last, 1e-4, 0);
    ASSERTm(support_say("%g", first), fabs(first - 1.0 / 3) > 0.05);
    result_clear(&early);
    result_clear(&late);
    PASS();
}

/* Whatever ends the program, or takes its reader away, no unfinished file stays. */
TEST nothing_unfinished_is_left_behind(void)
{
    static const char *const ends[] = {"INT", "TERM", "HUP", "QUIT"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char command[400];
        snprintf(command, sizeof command,
                 "env --default-signal timeout -s %s 0.5 '" SPINSCOPE_PROGRAM
                 "' render bdf:6 --plain --size 12000x12000 -o f.png; test $? = 124 && test -z "
                 "\"$(ls -A)\"",
                 ends[i]);
        result r = in_folder(command);
        ASSERTm(support_say("%s: exit %d, %s", ends[i], r.code, r.err), r.code == 0);
        result_clear(&r);
    }
    result r = in_folder("{ spinscope render rk4 -o f.png --size 300x300 --boundary /dev/stdout; "
                         "echo $? > /dev/null; } | true; test $(ls -A | grep -c spinscope) = 0");
    ASSERTm(r.err, r.code == 0);
    result_clear(&r);
    PASS();
}

/* A curve that cannot be written leaves no picture, and never takes its place. */
TEST a_picture_and_its_boundary_appear_together(void)
{
    result r = in_folder("spinscope render bdf:2 -o f.png --size 160x130 --boundary /dev/full; "
                         "test $? = 3 && test -z \"$(ls -A)\" && echo old > target.png && "
                         "ln -s target.png link.png && ! spinscope render bdf:2 -o link.png "
                         "--size 160x130 --boundary target.png --force && grep -qx old target.png");
    ASSERTm(r.err, r.code == 0 && strstr(r.err, "--boundary target.png: the picture") != NULL);
    result_clear(&r);
    PASS();
}

TEST the_least_size_that_is_named_is_accepted(void)
{
    result r = in_folder(
        "for m in bdf:2 bdf:2,bdf:3,bdf:4; do size=$(spinscope render $m --force -o f.png "
        "--size 60x50 2>&1 | sed -n 's/.*axes; \\([0-9x]*\\) is.*/\\1/p'); "
        "spinscope render $m -o f.png --force --size $size || exit 1; done");
    ASSERTm(r.err, r.code == 0);
    result_clear(&r);
    PASS();
}

TEST the_largest_step_of_a_spectrum_is_printed(void)
{
    result r =
        in_folder("spinscope render rk4 --stencil 1,-2,1 --dx 0.1 --points 32 --size 400x400 "
                  "-o f.png");
    const char *at = strstr(r.out, "largest stable h = ");
    ASSERTm(r.out, at != NULL);
    ASSERT_NEAR(2.7852935634 / 400, atof(at + 19), 1e-12, 1e-9);
    result_clear(&r);
    PASS();
}

TEST bad_input_is_one_line_and_leaves_nothing(void)
{
    static const struct {
        const char *arguments, *words;
    } cases[] = {
        {"render", "usage: spinscope render"},
        {"render bdf:2", "-o is missing"},
        {"render bdf:2 -o f.jpeg", "must end in .png"},
        {"render bdf:2 -o f", "must end in .png"},
        {"render nope -o f.png", "unknown method 'nope'"},
        {"render bdf:2, -o f.png", "after the last comma"},
        {"render bdf:2 --size 0x10 -o f.png", "--size 0x10"},
        {"render bdf:2 --size 1000000000x1 -o f.png", "--size 1000000000x1"},
        {"render bdf:2 --size -5x5 -o f.png", "--size -5x5"},
        {"render bdf:2 --size 10 -o f.png", "--size 10"},
        {"render bdf:2 --size 30x30 -o f.png", "too small for 1 panel with axes; "},
        {"render bdf:2 --view 1,1,0,1 -o f.png", "X0 < X1"},
        {"render bdf:2 --all-w 1 -o f.png", "A:B with A <= B"},
        {"render bdf:2 --all-w 1:-1 -o f.png", "A:B with A <= B"},
        {"render bdf:2 --all-w -1:x -o f.png", "A:B with A <= B"},
        {"render bdf:2 --all-w -1:1 --w 0 -o f.png", "--w: has no effect with --all-w"},
        {"render bdf:2 --all-w -1:1 --plane zw -o f.png", "--all-w is for the plane z"},
        {"render bdf:2 --all-w -1:1 --measured -o f.png", "--all-w and --measured"},
        {"render gauss:2 --all-w -1:1 --star -o f.png", "--all-w and --star"},
        {"render gauss:2 --all-w -1:1 --phase -o f.png", "--all-w and --phase"},
        {"render bdf:2 --all-w -1:1 --motion rotation -o f.png", "rotating kernel"},
        {"render rk4 --all-w -1:1 -o f.png", "for ODEs only"},
        {"render bdf:2 --chart sphere -o f.png", "plain, infinity, log"},
        {"render bdf:2 --chart log --plane zw -o f.png", "--chart log is for the plane z"},
        {"render bdf:2 --chart log --view 0,999,0,1 -o f.png", "from -290 to 290"},
        {"render rk4 --chart infinity --stencil 1,-2,1 -o f.png", "--chart and --stencil"},
        {"render bdf:2 --view 2,1,0,1 -o f.png", "X0 < X1"},
        {"render bdf:2 --view 0,1,0 -o f.png", "--view 0,1,0"},
        {"render bdf:2 --view nan,1,0,1 -o f.png", "--view nan"},
        {"render bdf:2 --view 1,1.0000000000000002,0,1 -o f.png", "too small"},
        {"render bdf:2 --w nan -o f.png", "--w nan"},
        {"render bdf:2 --w 1,,2 -o f.png", "separated by commas"},
        {"render bdf:2 --plane q -o f.png", "accepted: z, zw"},
        {"render bdf:2 --plane zw --w 1 -o f.png", "every w is shown"},
        {"render rk4 --plane zw -o f.png", "ODEs only"},
        {"render bdf:2 --with nope -o f.png", "unknown method 'nope'"},
        {"render bdf:2 --with bdf:3, -o f.png", "after the last comma"},
        {"render bdf:2 --with bdf:3 --plain -o f.png", "--with is for figures"},
        {"render bdf:2 --with bdf:3 --overlay -o f.png", "--with is for figures"},
        {"render radau-iia:2 --with bdf:3 --star -o f.png", "--with is for figures"},
        {"render rk4 --w 1 -o f.png", "ODEs only"},
        {"render bdf:2 --phase -o f.png", "one-step methods"},
        {"render bdf:2 --palette nope -o f.png", "paper"},
        {"render bdf:2 --evaluator gpux -o f.png", "accepted: auto, scalar, simd, gpu"},
        {"render bdf:2 --jobs 0 -o f.png", "--jobs 0"},
        {"render bdf:2 --contours -1 -o f.png", "positive"},
        {"render bdf:2 -o /no/such/folder/f.png", "/no/such/folder"},
        {"render bdf:2,bdf:3 --plain -o f.png", "one method at one w"},
        {"render bdf:2 --spectrum words.csv -o f.png", "words.csv:1"},
        {"render bdf:2 --stencil 1,2 -o f.png", "odd number"},
        {"render bdf:2 --stencil 1,-2,1 --dx 1e-155 -o f.png", "--stencil 1,-2,1 --dx 1e-155: "},
        {"render rk4 --star -o f.npy", "--star: has no effect on .npy and .csv"},
        {"render rk4 --phase -o f.csv", "--phase: has no effect on .npy and .csv"},
        {"render bdf:2 --dx 2 -o f.png", "--dx: has no effect without --stencil"},
        {"render bdf:2 --spectrum words.csv --points 9 -o f.png",
         "--points: has no effect without"},
        {"render bdf:2 --h 2 -o f.png", "--h: has no effect without --spectrum, --stencil or"},
        {"render bdf:2 --stencil 1,-2,1 --h -1 -o f.png", "--h -1"},
        {"render bdf:2 -o there.png", "--force overwrites"},
        {"render bdf:2 -o f.png --boundary there.png", "--force overwrites"},
        {"render bdf:2 -o f.png --boundary f.png", "the picture goes there"},
        {"render bdf:2 -o f.png --boundary ./f.png", "--boundary ./f.png: the picture goes there"},
        {"render bdf:2,bdf:3 --overlay -o f.png --boundary b.csv", "one method at one w"},
        {"render bdf:2 --size 33000x2000 -o f.png", "at most 32767 pixels"},
        {"render bdf:2 -o f.png --title \"$(printf '\\377')\"", "UTF-8"},
        {"render bdf:2 -o f.png --title \"$(printf 'x%.0s' $(seq 200))\"", "at most 150"},
        {"render bdf:2 --problem example-1.1 --plane delta,eta -o f.png", "for --measured"},
        {"render bdf:2 --param eta=1 -o f.png", "--param: has no effect without --measured"},
        {"render bdf:2 --steps 9 -o f.png", "--steps: has no effect without --measured"},
        {"render bdf:2 --t0 9 -o f.png", "--t0: has no effect without --measured"},
        {"render bdf:2 --plane delta,eta -o f.png", "--plane delta,eta"},
        {"render bdf:2 --measured --plane delta,eta -o f.png", "--plane delta,eta"},
        {"render bdf:2 --measured --problem nope --plane a,b -o f.png", "--problem nope"},
        {MEASURED "--plane delta,delta -o f.png", "--plane delta,delta"},
        {MEASURED "--plane x,y -o f.png", "from: delta, eta"},
        {MEASURED "--plane delta -o f.png", "two parameters"},
        {MEASURED "--plane zw -o f.png", "two parameters"},
        {MEASURED "--plane delta,eta,q -o f.png", "two parameters"},
        {MEASURED "--plane delta, -o f.png", "two parameters"},
        {MEASURED "-o f.png", "two parameters"},
        {MEASURED "--plane delta,eta --param bad -o f.png", "--param bad"},
        {MEASURED "--plane delta,eta --param bad=1 -o f.png", "NAME=VALUE"},
        {MEASURED "--plane delta,eta --param eta=x -o f.png", "a real number"},
        {MEASURED "--plane delta,eta --param eta= -o f.png", "--param"},
        {MEASURED "--plane delta,eta --param eta=2 -o f.png", "eta is a coordinate"},
        {MEASURED "--plane delta,eta --w 1 -o f.png", "--w: has no effect with --problem"},
        {MEASURED "--plane delta,eta --hatch -o f.png", "--hatch: has no effect with --problem"},
        {MEASURED "--plane delta,eta --h 0 -o f.png", "--h 0"},
        {"render bdf:2 --measured --param eta=1 -o f.png",
         "--param: has no effect without --problem"},
        {"render rk4 --measured --w 1 -o f.png", "ODEs only"},
        {"render rk4 --measured --plane zw -o f.png", "ODEs only"},
        {"render rk4 --measured --problem shear --plane re,im -o f.png", "ODEs only"},
        {EXAMPLE_10_1 "--plane eta,q -o f.png", "from: eta, h"},
        {EXAMPLE_10_1 "--plane eta,h --param q=2 -o f.png", "q = 0"},
        {EXAMPLE_10_1 "--plane eta,h --h 2 -o f.png", "--h: has no effect where h is a coordinate"},
        {EXAMPLE_10_1 "--plane eta,h --view -1,1,-1,1 -o f.png", "h is positive"},
        {EXAMPLE_10_1 "--plane h,eta --view -1,1,-1,1 -o f.png", "h is positive"},
        {EXAMPLE_10_1 "--plane h,h -o f.png", "from: eta, h"},
        {EXAMPLE_10_1 "--plane eta,h --param h=1 -o f.png", "NAME=VALUE"},
        {EXAMPLE_10_1 "-o f.png", "from: eta, h"},
        {"render bdf:2 --measured --steps 0 -o f.png", "--steps 0"},
        {"render bdf:2 --measured --steps x -o f.png", "--steps x"},
        {"render bdf:2 --measured --t0 nan -o f.png", "--t0 nan"},
        {"render bdf:2 --measured --t0 1e13 -o f.png", "t0 = 1e+13"},
        {"render rk4 --measured --phase -o f.png", "--measured and --phase"},
        {"render rk4 --measured --star -o f.png", "--measured and --star"},
        {"render rk4 --measured --overlay -o f.png", "--measured and --overlay"},
        {"render rk4 --measured --contours 2 -o f.png", "--measured and --contours"},
        {"render rk4 --measured --boundary b.csv -o f.png", "--measured and --boundary"},
        {"render rk4 --measured --spectrum s.csv -o f.png", "--measured and --spectrum"},
        {"render rk4 --measured --stencil 1,-2,1 -o f.png", "--measured and --stencil"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[500];
        snprintf(command, sizeof command,
                 "echo words > words.csv; echo x > there.png; spinscope %s; code=$?; test \"$(cat "
                 "there.png)\" = x && test $(ls -A | wc -l) = 2 && exit $code; exit 99",
                 cases[i].arguments);
        result r = in_folder(command);
        ASSERTm(support_say("%s: exit %d, %s", cases[i].arguments, r.code, r.err), r.code == 2);
        ASSERTm(support_say("%s: %s", cases[i].arguments, r.err),
                is_one_line(r.err) && strstr(r.err, cases[i].words) != NULL);
        result_clear(&r);
    }
    PASS();
}

/* A disk of 64 KiB; needs the right to mount one. */
TEST a_full_disk_leaves_nothing(void)
{
    result r =
        in_folder("mkdir m && mount -t tmpfs -o size=64k none m || exit 77; spinscope render "
                  "radau-iia:3 -o m/f.png; code=$?; ls -A m; umount m; exit $code");
    if (r.code == 77) {
        result_clear(&r);
        SKIPm("no right to mount");
    }
    ASSERT_EQ_FMT(3, r.code, "%d");
    ASSERT_STR_EQ("", r.out);
    ASSERTm(r.err, is_one_line(r.err));
    result_clear(&r);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(every_format_is_written);
    RUN_TEST(csv_holds_the_growth_at_pixel_centres);
    RUN_TEST(numbers_of_worst_cases_and_charts_are_those_worked_out_by_hand);
    RUN_TEST(poles_and_undefined_points_are_written_as_such);
    RUN_TEST(numbers_of_sixteen_stages_are_right);
    RUN_TEST(boundary_vertices_are_on_the_circle);
    RUN_TEST(png_metadata_reproduces_the_picture);
    RUN_TEST(any_number_of_jobs_gives_the_same_picture);
    RUN_TEST(figures_of_many_kinds_are_drawn);
    RUN_TEST(every_format_of_a_measurement_is_written);
    RUN_TEST(measured_numbers_are_the_predicted_ones);
    RUN_TEST(a_problem_is_measured_in_the_plane_of_its_parameters);
    RUN_TEST(a_problem_is_measured_over_the_step);
    RUN_TEST(the_special_values_of_example_10_1_are_seen);
    RUN_TEST(parameters_go_where_they_are_asked_to);
    RUN_TEST(steps_and_the_starting_time_are_those_asked_for);
    RUN_TEST(nothing_unfinished_is_left_behind);
    RUN_TEST(a_picture_and_its_boundary_appear_together);
    RUN_TEST(the_least_size_that_is_named_is_accepted);
    RUN_TEST(the_largest_step_of_a_spectrum_is_printed);
    RUN_TEST(bad_input_is_one_line_and_leaves_nothing);
    RUN_TEST(a_full_disk_leaves_nothing);
    GREATEST_MAIN_END();
}
