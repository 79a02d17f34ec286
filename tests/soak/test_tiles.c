/* The threads that share tiles, in small: every kind of sharing once, with plain memory on both
 * sides, so that a tool that watches threads (helgrind) can judge it. What it says counts; the
 * numbers are compared with those of one thread all the same. */
#include <stdlib.h>
#include <string.h>

#include "base/work.h"
#include "field/field.h"
#include "method/catalogue.h"
#include "support/load.h"
#include "support/support.h"
#include "validation/measurement.h"

enum { PIECES = 40, SIDE = 40, JOBS = 3 };

static message why;
static catalogue *all;

/* Plain memory: each piece has a place of its own, and reads what was there before. */
typedef struct sums {
    long before[PIECES], after[PIECES];
} sums;

static void add_up(void *context, int index)
{
    sums *s = context;
    s->after[index] = 0;
    for (int i = 0; i <= index; i++) {
        s->after[index] += s->before[i];
    }
}

TEST pieces_share_plain_memory(void)
{
    sums s;
    for (int round = 1; round <= 3; round++) { /* what threads wrote is written again by others */
        for (int i = 0; i < PIECES; i++) {
            s.before[i] = round;
        }
        work_share(PIECES, JOBS, add_up, &s, NULL);
        for (int i = 0; i < PIECES; i++) {
            ASSERT_EQ_FMT((long)round * (i + 1), s.after[i], "%ld");
        }
    }
    PASS();
}

TEST another_thread_cancels(void)
{
    for (int i = 0; i < 10; i++) {
        sums s = {.before = {1}};
        later l;
        ASSERT(later_begin(&l, 1e-4 * i));
        work_share(PIECES, JOBS, add_up, &s, &l.flag);
        later_end(&l);
        for (int k = 0; k < PIECES; k++) {
            ASSERT(s.after[k] == 0 || s.after[k] == 1);
        }
    }
    PASS();
}

static view window(plane kind)
{
    return (view){.plane = kind,
                  .x0 = -7,
                  .x1 = 9,
                  .y0 = -8,
                  .y1 = 8,
                  .width = SIDE,
                  .height = SIDE,
                  .w = 0.5};
}

/* Between two passes nothing runs: whoever is called then may read what is there. */
static void look(void *context, int side)
{
    const field *f = context;
    for (int y = 0; y < SIDE; y += side) {
        for (int x = 0; x < SIDE; x += side) {
            support_words[0] = f->growth[y * SIDE + x] > 1 ? '>' : '<';
        }
    }
}

/* Methods with slices, roots and kernels of their own, in both planes. */
static enum greatest_test_res compare_fields(const char *name, motion moves, plane kind)
{
    method *m = NULL;
    phi *p = NULL;
    field one = {0}, several = {0};
    ASSERT_OK(catalogue_open(all, name, &m, &why), name, why);
    ASSERT_OK(phi_compile(m, moves, &p, &why), name, why);
    field_request request = {.view = window(kind), .phi = p, .layers = FIELD_EXACT, .jobs = 1};
    ASSERT_OK(field_compute(&request, 0, 0, &one, &why), name, why);
    request.jobs = JOBS;
    request.passed = look;
    request.context = &several;
    for (int i = 0; i < 2; i++) {
        ASSERT_OK(field_recompute(&request, 0, 0, &several, &why), name, why);
        ASSERTm(support_say("%s: growth", name),
                memcmp(one.growth, several.growth, SIDE * SIDE * sizeof *one.growth) == 0);
        ASSERTm(support_say("%s: exact", name),
                memcmp(one.exact, several.exact, SIDE * SIDE * sizeof *one.exact) == 0);
    }
    field_clear(&one);
    field_clear(&several);
    phi_destroy(p);
    method_destroy(m);
    PASS();
}

TEST fields_are_those_of_one_thread(void)
{
    CHECK_CALL(compare_fields("radau-iia:2", MOTION_SHEAR, PLANE_Z));
    CHECK_CALL(compare_fields("bdf:3", MOTION_SHEAR, PLANE_Z));
    CHECK_CALL(compare_fields("gauss:2", MOTION_ROTATION, PLANE_ZW));
    PASS();
}

static void progressed(void *context, long done, long total)
{
    *(long *)context = total - done; /* plain: never two threads at a time */
}

TEST measurements_are_those_of_one_thread(void)
{
    method *m = NULL;
    measurement one = {0}, several = {0};
    view v = window(PLANE_Z);
    v.width = v.height = 16;
    ASSERT_OK(catalogue_open(all, "implicit-euler", &m, &why), "implicit-euler", why);
    measurement_request request = measurement_of_test_equation(m, MOTION_SHEAR, &v);
    long left = -1;
    request.jobs = 1;
    ASSERT_OK(measurement_take(&request, &one, &why), "one", why);
    request.jobs = JOBS;
    request.progressed = progressed;
    request.context = &left;
    ASSERT_OK(measurement_take(&request, &several, &why), "several", why);
    ASSERT(memcmp(one.rate, several.rate, 16 * 16 * sizeof *one.rate) == 0);
    ASSERT(left >= 0);
    measurement_clear(&one);
    measurement_clear(&several);
    method_destroy(m);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        return 3;
    }
    RUN_TEST(pieces_share_plain_memory);
    RUN_TEST(another_thread_cancels);
    RUN_TEST(fields_are_those_of_one_thread);
    RUN_TEST(measurements_are_those_of_one_thread);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
