/* Jobs that are cancelled at random moments while other threads keep the processors busy: fields,
 * contours, measurements, runs of the laboratory and movies.
 *
 * However a job is cut short, it says so, leaves no thread, no memory and no unfinished file, and
 * the next one that is left alone gives the same bits as the first. SPINSCOPE_CANCELS is how many
 * are cancelled. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "field/contour.h"
#include "method/catalogue.h"
#include "movie/movie.h"
#include "scene/take.h"
#include "support/command.h"
#include "support/load.h"
#include "support/support.h"
#include "validation/measurement.h"

enum { USUAL_CANCELS = 100, LOAD_THREADS = 2 };

/* What lists of libraries may differ by. */
static const double allowed_growth = 16 * 1024;

static message why;
static catalogue *all;
static method *methods[2]; /* one that the vector kernels serve, and one of degree 3 */
static phi *phis[2];
static field traced; /* of the second */
static char folder[600];

typedef uint64_t bits;

/* FNV-1a. */
static const bits first_bits = 14695981039346656037u;

static bits add_bits(bits sum, const void *data, size_t length)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < length; i++) {
        sum = (sum ^ bytes[i]) * 1099511628211u;
    }
    return sum;
}

static view window(int side)
{
    return (view){.plane = PLANE_Z,
                  .x0 = -7,
                  .x1 = 9,
                  .y0 = -8,
                  .y1 = 8,
                  .width = side,
                  .height = side,
                  .w = 0.5};
}

static status compute_field(int which, int side, unsigned layers, const atomic_bool *cancel,
                            bits *out)
{
    field f = {0};
    const field_request request = {
        .view = window(side), .phi = phis[which], .layers = layers, .jobs = 3, .cancel = cancel};
    status s = field_compute(&request, 0, 0, &f, &why);
    if (s == STATUS_OK) {
        size_t count = (size_t)side * (size_t)side;
        *out = add_bits(*out, f.growth, count * sizeof *f.growth);
        *out = add_bits(*out, f.verdict, count);
        *out = f.exact != NULL ? add_bits(*out, f.exact, count * sizeof *f.exact) : *out;
    }
    field_clear(&f);
    return s;
}

static status fast_field(const atomic_bool *cancel, bits *out)
{
    return compute_field(0, 700, 0, cancel, out);
}

static status slow_field(const atomic_bool *cancel, bits *out)
{
    return compute_field(1, 40, FIELD_EXACT, cancel, out);
}

static status trace(const atomic_bool *cancel, bits *out)
{
    contour c = {0};
    const contour_request request = {
        .field = &traced, .phi = phis[1], .level = 1, .pixel_tolerance = 0.01, .cancel = cancel};
    status s = contour_trace(&request, &c, &why);
    for (int i = 0; i < c.count && s == STATUS_OK; i++) {
        size_t size = (size_t)c.curves[i].count * sizeof(double);
        *out = add_bits(add_bits(*out, c.curves[i].x, size), c.curves[i].y, size);
    }
    contour_clear(&c);
    return s;
}

static status measure(const atomic_bool *cancel, bits *out)
{
    const view v = window(24);
    measurement m = {0};
    measurement_request request = measurement_of_test_equation(methods[0], MOTION_SHEAR, &v);
    request.cancel = cancel;
    request.jobs = 3;
    status s = measurement_take(&request, &m, &why);
    if (s == STATUS_OK) {
        *out = add_bits(*out, m.rate, 24 * 24 * sizeof *m.rate);
        *out = add_bits(*out, m.verdict, 24 * 24);
    }
    measurement_clear(&m);
    return s;
}

static status run_pendulum(const atomic_bool *cancel, bits *out)
{
    lab_setup setup;
    lab_method how = {0};
    take t = {0};
    lab_setup_begin(systems_find("pendulum"), &setup);
    setup.method = &how;
    setup.h = 0.01;
    setup.t1 = 5;
    status s = formulation_read("index-1", &setup.formulation, &why);
    s = s == STATUS_OK ? lab_method_open(all, "rk4", false, &how, &why) : s;
    s = s == STATUS_OK ? take_make(&setup, cancel, &t, &why) : s;
    if (s == STATUS_OK) {
        size_t count = (size_t)t.footage.count;
        *out = add_bits(*out, t.footage.t, count * sizeof(double));
        *out = add_bits(*out, t.footage.p, 2 * count * sizeof(double));
        *out = add_bits(*out, t.footage.reference, 2 * count * sizeof(double));
    }
    take_clear(&t);
    lab_method_clear(&how);
    return s;
}

enum { FRAMES = 12, WIDTH = 48, HEIGHT = 32 };

static status draw_frame(void *context, int frame, uint32_t *pixels, message *unused)
{
    (void)context;
    (void)unused;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        pixels[i] = 0xFF000000u | (uint32_t)(i * (frame + 3)) % 0xFFFFFFu;
    }
    return STATUS_OK;
}

/* What the folder of pictures has, by the order of names; empties it. A picture that is not whole
 * makes it STATUS_FAILED. */
static status collect_pictures(bits *out)
{
    struct dirent **names = NULL;
    int count = scandir(folder, &names, NULL, alphasort);
    status s = count >= 0 ? STATUS_OK : fail(&why, "%.200s cannot be read", folder);
    for (int i = 0; i < count; i++) {
        static const unsigned char end[] = {'I', 'E', 'N', 'D', 0xAE, 0x42, 0x60, 0x82};
        unsigned char data[1 << 14];
        char path[900];
        snprintf(path, sizeof path, "%s/%.250s", folder, names[i]->d_name);
        FILE *from = names[i]->d_name[0] != '.' ? fopen(path, "rb") : NULL;
        size_t length = from != NULL ? fread(data, 1, sizeof data, from) : 0;
        bool is_picture = strncmp(names[i]->d_name, "frame-", 6) == 0;
        if (from != NULL && is_picture &&
            (length < sizeof end || memcmp(data + length - sizeof end, end, sizeof end) != 0)) {
            s = fail(&why, "%.200s is not whole", path);
        }
        if (from != NULL) {
            fclose(from);
            *out = is_picture ? add_bits(*out, data, length) : *out;
        }
        if (strcmp(names[i]->d_name, ".") != 0 && strcmp(names[i]->d_name, "..") != 0) {
            s = s == STATUS_OK && names[i]->d_name[0] == '.' ? fail(&why, "%.200s is left", path)
                                                             : s;
            unlink(path);
        }
        free(names[i]);
    }
    free(names);
    return s;
}

static status make_pictures(const atomic_bool *cancel, bits *out)
{
    char path[700];
    snprintf(path, sizeof path, "%s/", folder);
    const movie_request request = {.path = path,
                                   .format = MOVIE_PICTURES,
                                   .width = WIDTH,
                                   .height = HEIGHT,
                                   .frames = FRAMES,
                                   .fps = 25,
                                   .jobs = 3,
                                   .draw = draw_frame,
                                   .recipe = "test",
                                   .cancel = cancel};
    bits found = *out;
    status s = movie_make(&request, &why);
    status left = collect_pictures(&found);
    *out = s == STATUS_OK ? found : *out;
    return left == STATUS_OK ? s : left;
}

static const struct {
    const char *name;
    status (*run)(const atomic_bool *cancel, bits *out);
} jobs[] = {{"a field by the kernels", fast_field},
            {"a field by roots", slow_field},
            {"a contour", trace},
            {"a measurement", measure},
            {"a pendulum", run_pendulum},
            {"pictures", make_pictures}};
enum { JOBS = sizeof jobs / sizeof jobs[0] };

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Whole, with nobody to cancel it. How long it took says at which moments it can be. */
static enum greatest_test_res whole(int which, bits *out, double *seconds)
{
    double began = seconds_now();
    *out = first_bits;
    ASSERT_OK(jobs[which].run(NULL, out), jobs[which].name, why);
    *seconds = seconds_now() - began;
    PASS();
}

/* Runs a job again and again until it is cut short, some seconds from now; whatever is done before
 * that is right. */
static enum greatest_test_res cancel_after(int which, double seconds, bits expected, int *done)
{
    status s = STATUS_OK;
    later l;
    ASSERT(later_begin(&l, seconds));
    while (s == STATUS_OK) {
        bits got = first_bits;
        s = jobs[which].run(&l.flag, &got);
        ASSERTm(support_say("%s: other bits than before", jobs[which].name),
                s != STATUS_OK || got == expected);
        *done += s == STATUS_OK;
    }
    later_end(&l);
    ASSERTm(support_say("%s: status %d: %s", jobs[which].name, (int)s, why.text), s == STATUS_NO);
    PASS();
}

static enum greatest_test_res cancel_often(int which, int times, bits expected, double seconds)
{
    const char *name = jobs[which].name;
    double bytes = 0;
    int done = 0;
    for (int i = 0; i < times; i++) {
        bytes = i == times / 2 ? load_allocated() : bytes;
        CHECK_CALL(cancel_after(which, random_between(0, seconds), expected, &done));
    }
    double grown = load_allocated() - bytes;
    ASSERTm(support_say("%s: %.0f bytes more", name, grown),
            grown <= allowed_growth + load_slack());
    ASSERT_EQ_FMTm(name, 1 + LOAD_THREADS, load_threads(), "%d");
    fprintf(stderr, "%s: %d times cut short, %d times done before\n", name, times, done);
    PASS();
}

TEST cancelled_jobs_leave_nothing_behind_and_spoil_nothing(void)
{
    const char *wanted = getenv("SPINSCOPE_CANCELS");
    int cancels = wanted != NULL ? (int)strtol(wanted, NULL, 10) : USUAL_CANCELS;
    load busy;
    ASSERT(cancels >= JOBS && load_begin(&busy, LOAD_THREADS));
    for (int i = 0; i < JOBS; i++) {
        bits before, after;
        double seconds;
        CHECK_CALL(whole(i, &before, &seconds));
        CHECK_CALL(cancel_often(i, cancels / JOBS + (i < cancels % JOBS), before, seconds));
        CHECK_CALL(whole(i, &after, &seconds));
        ASSERTm(support_say("%s: other bits after it was cancelled", jobs[i].name),
                before == after);
    }
    load_end(&busy);
    ASSERT_EQ_FMT(1, load_threads(), "%d");
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    static const char *const names[] = {"radau-iia:2", "bdf:3"};
    GREATEST_MAIN_BEGIN();
    snprintf(folder, sizeof folder, "%s.d", scratch_file("pictures", "", 0));
    bool ok =
        mkdir(folder, 0700) == 0 && catalogue_create(SPINSCOPE_ASSETS, &all, &why) == STATUS_OK;
    for (int i = 0; i < 2 && ok; i++) {
        ok = catalogue_open(all, names[i], &methods[i], &why) == STATUS_OK &&
             phi_compile(methods[i], MOTION_SHEAR, &phis[i], &why) == STATUS_OK;
    }
    const field_request request = {.view = window(400), .phi = phis[1]};
    ok = ok && field_compute(&request, 0, 0, &traced, &why) == STATUS_OK;
    if (!ok) {
        fprintf(stderr, "%s\n", why.text);
        return 3;
    }
    RUN_TEST(cancelled_jobs_leave_nothing_behind_and_spoil_nothing);
    field_clear(&traced);
    for (int i = 0; i < 2; i++) {
        phi_destroy(phis[i]);
        method_destroy(methods[i]);
    }
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
