/* Files that take as long as a file can, and end all the same. */
#include "worst.h"

/* Twenty zeros at -1 and one at 5: as long as a root() can take. */
static const char slow_root[] =
    "root(-5,-99,-930,-5510,-23085,-72675,-178296,-348840,-552330,-713830,-755820,-65"
    "5044,-461890,-261630,-116280,-38760,-8721,-855,190,90,15,1;3,9)";

/* Sixteen stages: triangular, full, and with numbers that are far apart. */
TEST large_methods_are_analysed_in_time(void)
{
    for (int kind = 0; kind < 3; kind++) {
        text t = {0};
        text_add(&t, "%sA =", tableau);
        for (int i = 0; i < 16 * 16; i++) {
            bool is_zero = kind == 0 && i % 16 > i / 16;
            text_add(&t, " %.6ge%d%s", is_zero ? 0 : random_between(-1, 1),
                     kind == 2 ? random_integer(-30, 30) : 0, i % 16 == 15 ? "\n" : "");
        }
        text_add(&t, "b = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n");
        ASSERT_FINE("wild.method", t, "analyse --quiet %s", kind == 2 ? 2 : 0, "");
    }
    PASS();
}

/* Weights of 0: R = 1, and no number of steps decides a pixel. */
TEST measuring_ends(void)
{
    text t = {0};
    text_add(&t, "%sA =", tableau);
    for (int i = 0; i < 16 * 16; i++) {
        text_add(&t, " %.6g%s", random_between(-1, 1), i % 16 == 15 ? "\n" : "");
    }
    text_add(&t, "b = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
    text again = {0};
    text_add(&again, "%s", t.data);
    ASSERT_FINE("undecided.method", t, "validate --quiet %s", 2, "--patient");
    ASSERT_FINE("undecided.method", again, "render --quiet --measured %s -o - --format png", 2,
                "--patient");
    PASS();
}

/* Boundaries that double precision sees as a cloud: every pixel is looked at again and again. */
TEST pictures_end(void)
{
    static const char *const ways[] = {"--plane zw", "--all-w -1:1"};
    for (int way = 0; way < 2; way++) {
        text t = {0};
        text_add(&t, "%sA =", tableau);
        for (int i = 0; i < 12 * 12; i++) {
            text_add(&t, " %s%s",
                     i / 12 == i % 12  ? "1"
                     : i / 12 > i % 12 ? "1/3"
                                       : "0",
                     i % 12 == 11 ? "\n" : "");
        }
        text_add(&t, "b = 1/12 1/12 1/12 1/12 1/12 1/12 1/12 1/12 1/12 1/12 1/12 1/12\n");
        char line[100];
        snprintf(line, sizeof line, "render --quiet %%s %s -o - --format png", ways[way]);
        ASSERT_FINE("cloud.method", t, line, 2, "--patient");
    }
    PASS();
}

TEST spectra_end(void)
{
    text t = {0};
    for (int i = 0; i < 1300; i++) { /* as many as pass for quick */
        text_add(&t, "-%d,%d\n", 1 + i, 1301 - i);
    }
    ASSERT_FINE("some.csv", t, "largest-h bdf:6 --spectrum %s", 2, "--patient");
    for (int i = 0; i < 200000; i++) { /* none ever leaves the region */
        text_add(&t, "-%d,%d\n", 1 + i, 200001 - i);
    }
    ASSERT_FINE("far.csv", t, "render implicit-euler --spectrum %s -o - --format png", 2,
                "--patient");
    PASS();
}

TEST slow_roots_end(void)
{
    text t = {0};
    text_add(&t, "%slet g = 0", tableau);
    for (int i = 0; i < 400; i++) {
        text_add(&t, "+%s", slow_root);
    }
    text_add(&t, "\nA = g\nb = 1\n");
    ASSERT_FINE("slow.method", t, "formula %s", 0, "");
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(large_methods_are_analysed_in_time);
    RUN_TEST(measuring_ends);
    RUN_TEST(pictures_end);
    RUN_TEST(spectra_end);
    RUN_TEST(slow_roots_end);
    GREATEST_MAIN_END();
}
