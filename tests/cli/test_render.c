/* The figures as files: what they hold, and what is refused. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/command.h"
#include "support/support.h"

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

/* Radau IIA 2 has |R(z, w)| known in closed form (MATH.md 2). */
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
        {"render bdf:2 --size 30x30 -o f.png", "too small for 1 panel"},
        {"render bdf:2 --view 1,1,0,1 -o f.png", "X0 < X1"},
        {"render bdf:2 --view 2,1,0,1 -o f.png", "X0 < X1"},
        {"render bdf:2 --view 0,1,0 -o f.png", "--view 0,1,0"},
        {"render bdf:2 --view nan,1,0,1 -o f.png", "--view nan"},
        {"render bdf:2 --view 1,1.0000000000000002,0,1 -o f.png", "too small"},
        {"render bdf:2 --w nan -o f.png", "--w nan"},
        {"render bdf:2 --w 1,,2 -o f.png", "separated by commas"},
        {"render bdf:2 --plane q -o f.png", "accepted: z, zw"},
        {"render bdf:2 --plane zw --w 1 -o f.png", "every w is shown"},
        {"render rk4 --plane zw -o f.png", "ODEs only"},
        {"render rk4 --w 1 -o f.png", "ODEs only"},
        {"render bdf:2 --phase -o f.png", "one-step methods"},
        {"render bdf:2 --palette nope -o f.png", "paper"},
        {"render bdf:2 --evaluator gpux -o f.png", "accepted: auto, scalar, simd"},
        {"render bdf:2 --jobs 0 -o f.png", "--jobs 0"},
        {"render bdf:2 --contours -1 -o f.png", "positive"},
        {"render bdf:2 -o /no/such/folder/f.png", "/no/such/folder"},
        {"render bdf:2,bdf:3 --plain -o f.png", "one method at one w"},
        {"render bdf:2 --spectrum words.csv -o f.png", "words.csv:1"},
        {"render bdf:2 --stencil 1,2 -o f.png", "odd number"},
        {"render bdf:2 --stencil 1,-2,1 --h -1 -o f.png", "--h -1"},
        {"render bdf:2 -o there.png", "--force overwrites"},
        {"render bdf:2 -o f.png --boundary there.png", "--force overwrites"},
        {"render bdf:2 -o f.png --boundary f.png", "the picture goes there"},
        {"render bdf:2,bdf:3 --overlay -o f.png --boundary b.csv", "one method at one w"},
        {"render bdf:2 --size 33000x2000 -o f.png", "at most 32767 pixels"},
        {"render bdf:2 -o f.png --title \"$(printf '\\377')\"", "UTF-8"},
        {"render bdf:2 -o f.png --title \"$(printf 'x%.0s' $(seq 200))\"", "at most 150"},
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
    RUN_TEST(poles_and_undefined_points_are_written_as_such);
    RUN_TEST(boundary_vertices_are_on_the_circle);
    RUN_TEST(png_metadata_reproduces_the_picture);
    RUN_TEST(any_number_of_jobs_gives_the_same_picture);
    RUN_TEST(figures_of_many_kinds_are_drawn);
    RUN_TEST(nothing_unfinished_is_left_behind);
    RUN_TEST(the_largest_step_of_a_spectrum_is_printed);
    RUN_TEST(bad_input_is_one_line_and_leaves_nothing);
    RUN_TEST(a_full_disk_leaves_nothing);
    GREATEST_MAIN_END();
}
