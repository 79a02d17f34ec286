#include "gpu/gpu.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "stability/everything.h"
#include "support/support.h"

#define SHADERS SPINSCOPE_ASSETS "/../shaders"

static const char *const shader_names[] = {"field.vert",     "common.glsl", "one_step.frag",
                                           "quadratic.frag", "start.frag",  "refine.frag"};

enum { SHADER_COUNT = sizeof shader_names / sizeof shader_names[0] };

static catalogue *all;
static gpu *device;
static message why;

static status compile(const char *name, motion moves, phi **p)
{
    method *m = NULL;
    status s = catalogue_open(all, name, &m, &why);
    s = s == STATUS_OK ? phi_compile(m, moves, p, &why) : s;
    method_destroy(m);
    return s;
}

static view window(plane kind, double w, double half, int width, int height)
{
    return (view){.plane = kind,
                  .x0 = -half,
                  .x1 = half,
                  .y0 = -half,
                  .y1 = half,
                  .width = width,
                  .height = height,
                  .w = w};
}

/* A view of a random place, from a thousandth wide to thousands, that shows a part that matters
 * more often than not. */
static view random_view(plane kind, bool ode_only)
{
    double half = pow(10, random_between(-3, 2));
    double x = random_edgy(4) - half * random_between(-0.5, 0.5);
    double y = random_edgy(4) - half * random_between(-0.5, 0.5);
    return (view){.plane = kind,
                  .x0 = x - half,
                  .x1 = x + half,
                  .y0 = y - half,
                  .y1 = y + half,
                  .width = random_integer(1, 70),
                  .height = random_integer(1, 50),
                  .w = ode_only ? 0 : random_edgy(3)};
}

static bool same_float(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

/* The verdicts of the reference evaluator, and its growths to the tolerance. */
static enum greatest_test_res compare(const char *name, const phi *p, view v, field *found)
{
    field reference;
    field_request request = {.view = v, .phi = p, .evaluator = EVALUATOR_SCALAR};
    ASSERT_OK(field_compute(&request, 0, 0, &reference, &why), name, why);
    ASSERT_OK(gpu_field(device, &request, found, &why), name, why);
    ASSERT(found->first_row == 0 && found->rows == v.height);
    for (int i = 0; i < v.width * v.height; i++) {
        double expected = (double)reference.growth[i];
        double growth = (double)found->growth[i];
        bool same = reference.verdict[i] == found->verdict[i] &&
                    (same_float(reference.growth[i], found->growth[i]) ||
                     fabs(expected - growth) <= gpu_tolerance * expected);
        ASSERTm(support_say("%s, plane %s, w %.17g, view %.17g,%.17g,%.17g,%.17g %dx%d, pixel "
                            "%d,%d: %.9g (%s), reference %.9g (%s), seed %lu",
                            name, plane_name(v.plane), v.w, v.x0, v.x1, v.y0, v.y1, v.width,
                            v.height, i % v.width, i / v.width, growth,
                            verdict_name((verdict)found->verdict[i]), expected,
                            verdict_name((verdict)reference.verdict[i]), support_seed()),
                same);
    }
    field_clear(&reference);
    PASS();
}

TEST the_shader_agrees_with_the_reference_for_every_method(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    field f = {0};
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        bool ode_only = phi_describe(e.p)->spin == PHI_ODE_ONLY;
        /* Odd sizes: centres lie on the axes, on z = 0, and on poles such as z + w = 3/2. */
        view views[] = {
            window(PLANE_Z, 0, 6, 61, 33),   window(PLANE_Z, 0.5, 8.25, 33, 33),
            window(PLANE_Z, 0, 1e6, 17, 9),  random_view(PLANE_Z, ode_only),
            random_view(PLANE_Z, ode_only),  window(PLANE_ZW, 0, 8.25, 33, 33),
            random_view(PLANE_ZW, ode_only),
        };
        for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
            if (!ode_only || (views[i].plane == PLANE_Z && views[i].w == 0)) {
                CHECK_CALL(compare(e.name, e.p, views[i], &f));
            }
        }
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    field_clear(&f);
    PASS();
}

TEST rotating_kernels_agree_too(void)
{
    static const char *const methods[] = {"implicit-euler", "radau-iia:3", "bdf:3", "midpoint"};
    field f = {0};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        phi *p = NULL;
        ASSERT_OK(compile(methods[i], MOTION_ROTATION, &p), methods[i], why);
        CHECK_CALL(compare(methods[i], p, window(PLANE_Z, 0.7, 5, 41, 33), &f));
        CHECK_CALL(compare(methods[i], p, window(PLANE_ZW, 0, 5, 41, 33), &f));
        CHECK_CALL(compare(methods[i], p, random_view(PLANE_ZW, false), &f));
        phi_destroy(p);
    }
    field_clear(&f);
    PASS();
}

/* Otherwise a shader that decides nothing would pass. */
TEST the_shader_decides_nearly_all_pixels(void)
{
    static const char *const methods[] = {"radau-iia:3", "radau-iia:9", "gauss:9", "bdf:2",
                                          "bdf:6",       "rk4",         "sdirk3"};
    field f = {0};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        phi *p = NULL;
        ASSERT_OK(compile(methods[i], MOTION_SHEAR, &p), methods[i], why);
        for (int k = 0; k < PLANE_COUNT; k++) {
            if (k == PLANE_Z || phi_describe(p)->spin != PHI_ODE_ONLY) {
                CHECK_CALL(compare(methods[i], p, window((plane)k, 0, 9, 180, 120), &f));
                ASSERTm(support_say("%s, plane %s: %g undecided", methods[i], plane_name((plane)k),
                                    gpu_undecided(device)),
                        gpu_undecided(device) < 0.05);
            }
        }
        phi_destroy(p);
    }
    field_clear(&f);
    PASS();
}

/* Down to what gpu_can allows, at a point of the boundary of implicit Euler's region and at the one
 * where its pole is. */
TEST deep_views_keep_their_digits(void)
{
    static const char *const methods[] = {"implicit-euler", "gauss:5", "bdf:4"};
    static const double places[][2] = {{1, 1}, {1, 0}, {-0.5, 2.5}};
    field f = {0};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        phi *p = NULL;
        ASSERT_OK(compile(methods[i], MOTION_SHEAR, &p), methods[i], why);
        for (int k = 0; k < 9; k++) {
            double half = pow(10, -1.5 * (k / 3) - 1);
            double x = places[k % 3][0];
            double y = places[k % 3][1];
            view v = {.x0 = x - half,
                      .x1 = x + half,
                      .y0 = y - half,
                      .y1 = y + half,
                      .width = 41,
                      .height = 31};
            CHECK_CALL(compare(methods[i], p, v, &f));
        }
        phi_destroy(p);
    }
    field_clear(&f);
    PASS();
}

/* One field is used again for another w, another method and another size; two devices at a time do
 * not disturb each other. */
TEST a_device_can_be_used_again_and_again(void)
{
    phi *radau = NULL;
    phi *bdf = NULL;
    gpu *second = NULL;
    field f = {0};
    field g = {0};
    ASSERT_OK(compile("radau-iia:3", MOTION_SHEAR, &radau), "radau-iia:3", why);
    ASSERT_OK(compile("bdf:4", MOTION_SHEAR, &bdf), "bdf:4", why);
    ASSERT_OK(gpu_open(SHADERS, &second, &why), "a second device", why);
    CHECK_CALL(compare("radau-iia:3", radau, window(PLANE_Z, 0, 6, 40, 30), &f));
    const float *memory = f.growth;
    for (int i = 1; i <= 5; i++) {
        CHECK_CALL(compare("radau-iia:3", radau, window(PLANE_Z, 0.3 * i, 6, 40, 30), &f));
        ASSERT_EQ(memory, f.growth);
        field_request request = {.view = window(PLANE_ZW, 0, 5, 50, 20), .phi = bdf};
        ASSERT_OK(gpu_field(second, &request, &g, &why), "second", why);
        CHECK_CALL(compare("bdf:4", bdf, window(PLANE_Z, -0.2 * i, 6, 40, 30), &f));
    }
    CHECK_CALL(compare("bdf:4", bdf, window(PLANE_ZW, 0, 5, 50, 20), &f));
    ASSERT(memcmp(f.verdict, g.verdict, 50 * 20) == 0);
    CHECK_CALL(compare("bdf:4", bdf, window(PLANE_Z, 0, 5, 1, 1), &f));
    gpu_close(second);
    CHECK_CALL(compare("bdf:4", bdf, window(PLANE_Z, 0, 5, 333, 7), &f));
    field_clear(&f);
    field_clear(&g);
    phi_destroy(radau);
    phi_destroy(bdf);
    PASS();
}

typedef struct errand {
    field_request request;
    field f;
    status s;
} errand;

static void *run_errand(void *context)
{
    errand *e = context;
    e->s = gpu_field(device, &e->request, &e->f, &why);
    return NULL;
}

TEST another_thread_may_use_it_too(void)
{
    phi *p = NULL;
    field f = {0};
    ASSERT_OK(compile("bdf:3", MOTION_SHEAR, &p), "bdf:3", why);
    CHECK_CALL(compare("bdf:3", p, window(PLANE_Z, 0.3, 6, 40, 30), &f));
    errand e = {.request = {.view = f.view, .phi = p}, .s = STATUS_FAILED};
    pthread_t thread;
    ASSERT_EQ(0, pthread_create(&thread, NULL, run_errand, &e));
    ASSERT_EQ(0, pthread_join(thread, NULL));
    ASSERT_OK(e.s, "on another thread", why);
    ASSERT(memcmp(f.verdict, e.f.verdict, 40 * 30) == 0);
    CHECK_CALL(compare("bdf:3", p, window(PLANE_Z, 0.4, 6, 40, 30), &f));
    field_clear(&e.f);
    field_clear(&f);
    phi_destroy(p);
    PASS();
}

/* Larger than a tile in each direction, with the number of jobs not mattering. */
TEST views_larger_than_a_tile_are_put_together(void)
{
    static const int sizes[][2] = {{2500, 11}, {9, 2300}};
    field f = {0};
    field g = {0};
    for (int i = 0; i < 4; i++) {
        const char *name = i < 2 ? "radau-iia:2" : "bdf:3";
        phi *p = NULL;
        ASSERT_OK(compile(name, MOTION_SHEAR, &p), name, why);
        view v = window(i % 2 == 0 ? PLANE_Z : PLANE_ZW, 0, 7, sizes[i % 2][0], sizes[i % 2][1]);
        CHECK_CALL(compare(name, p, v, &f));
        field_request request = {.view = v, .phi = p, .jobs = 1};
        ASSERT_OK(gpu_field(device, &request, &g, &why), name, why);
        ASSERT(memcmp(f.verdict, g.verdict, (size_t)(v.width * v.height)) == 0);
        phi_destroy(p);
    }
    field_clear(&f);
    field_clear(&g);
    PASS();
}

/* Implicit Euler: a pole at z + w = 1, undefined at (0, 1), |R| = 1 at z = 0. */
TEST special_pixels_are_those_of_the_reference(void)
{
    phi *p = NULL;
    field f = {0};
    ASSERT_OK(compile("implicit-euler", MOTION_SHEAR, &p), "implicit-euler", why);
    view v = {
        .plane = PLANE_ZW, .x0 = -1.5, .x1 = 1.5, .y0 = -0.5, .y1 = 1.5, .width = 3, .height = 2};
    CHECK_CALL(compare("implicit-euler", p, v, &f));
    static const verdict expected[] = {VERDICT_STABLE, VERDICT_UNDEFINED, VERDICT_STABLE,
                                       VERDICT_STABLE, VERDICT_BOUNDARY,  VERDICT_POLE};
    for (int i = 0; i < 6; i++) {
        ASSERT_EQ_FMT((int)expected[i], (int)f.verdict[i], "%d");
    }
    ASSERT(isnan(f.growth[1]));
    ASSERT(isinf(f.growth[5]));
    field_clear(&f);
    phi_destroy(p);
    PASS();
}

TEST what_needs_double_precision_is_denied_with_a_reason(void)
{
    phi *p = NULL;
    field f = {0};
    ASSERT_OK(compile("radau-iia:3", MOTION_SHEAR, &p), "radau-iia:3", why);
    view usual = window(PLANE_Z, 0, 9, 640, 480);
    view deep = usual;
    deep.x0 = -1.00001;
    deep.x1 = -1;
    view parameters = usual;
    parameters.plane = PLANE_PARAMETERS;
    view empty = usual;
    empty.width = 0;
    const struct {
        view view;
        unsigned layers;
        const char *word;
    } rows[] = {
        {.view = usual, .layers = FIELD_EXACT, .word = "double precision"},
        {.view = usual, .layers = FIELD_R, .word = "double precision"},
        {.view = usual, .layers = FIELD_STAR, .word = "double precision"},
        {.view = usual, .layers = FIELD_OUTSIDE, .word = "double precision"},
        {.view = deep, .word = "too deep"},
        {.view = window(PLANE_Z, 0, 1e100, 64, 48), .word = "too far out"},
        {.view = parameters, .word = "only measured"},
        {.view = empty, .word = "0x480"},
    };
    field_request request = {.view = usual, .phi = p};
    ASSERTm(why.text, gpu_can(device, &request, &why));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        request = (field_request){.view = rows[i].view, .phi = p, .layers = rows[i].layers};
        ASSERTm(rows[i].word, !gpu_can(device, &request, &why));
        ASSERTm(why.text, strstr(why.text, rows[i].word) != NULL);
        ASSERT_EQ(STATUS_BAD_INPUT, gpu_field(device, &request, &f, &why));
    }
    field_clear(&f);
    phi_destroy(p);
    PASS();
}

TEST methods_for_odes_refuse_spin(void)
{
    phi *p = NULL;
    field f = {0};
    ASSERT_OK(compile("rk4", MOTION_SHEAR, &p), "rk4", why);
    view views[] = {window(PLANE_ZW, 0, 4, 5, 5), window(PLANE_Z, 0.5, 4, 5, 5)};
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        field_request request = {.view = views[i], .phi = p};
        ASSERT_EQ(STATUS_BAD_INPUT, gpu_field(device, &request, &f, &why));
        ASSERTm(why.text, strstr(why.text, "ODEs only") != NULL);
    }
    field_clear(&f);
    phi_destroy(p);
    PASS();
}

/* Layers that an earlier computation left are not those of this view. */
TEST other_layers_are_dropped(void)
{
    phi *p = NULL;
    field f = {0};
    ASSERT_OK(compile("gauss:2", MOTION_SHEAR, &p), "gauss:2", why);
    field_request request = {.view = window(PLANE_Z, 0, 4, 20, 10),
                             .phi = p,
                             .layers = FIELD_EXACT | FIELD_R | FIELD_STAR | FIELD_OUTSIDE};
    ASSERT_OK(field_compute(&request, 0, 0, &f, &why), "gauss:2", why);
    CHECK_CALL(compare("gauss:2", p, window(PLANE_Z, 0.5, 4, 20, 10), &f));
    ASSERT(f.exact == NULL && f.R == NULL && f.star == NULL && f.outside == NULL);
    field_clear(&f);
    phi_destroy(p);
    PASS();
}

static void count_pass(void *context, int side)
{
    *(int *)context += side;
}

TEST a_cancelled_field_says_no(void)
{
    phi *p = NULL;
    field f = {0};
    int passes = 0;
    atomic_bool cancel = true;
    ASSERT_OK(compile("bdf:2", MOTION_SHEAR, &p), "bdf:2", why);
    for (int kind = 0; kind < PLANE_COUNT; kind++) {
        field_request request = {.view = window((plane)kind, 0, 4, 20, 10),
                                 .phi = p,
                                 .cancel = &cancel,
                                 .passed = count_pass,
                                 .context = &passes};
        atomic_store(&cancel, true);
        ASSERT_EQ(STATUS_NO, gpu_field(device, &request, &f, &why));
        ASSERT_EQ_FMT(0, passes, "%d");
        atomic_store(&cancel, false);
        ASSERT_OK(gpu_field(device, &request, &f, &why), "not cancelled", why);
        ASSERT_EQ_FMT(1, passes, "%d");
        passes = 0;
    }
    field_clear(&f);
    phi_destroy(p);
    PASS();
}

/* A copy of the shaders with one file replaced; it stays when `text` is NULL, is left out when it
 * is "". */
static bool copy_shaders(const char *folder, const char *replaced, const char *text)
{
    bool good = true;
    for (size_t i = 0; i < SHADER_COUNT; i++) {
        char from[512];
        char to[512];
        char *data = NULL;
        size_t length = 0;
        bool is_replaced = strcmp(shader_names[i], replaced) == 0;
        snprintf(from, sizeof from, "%s/%s", SHADERS, shader_names[i]);
        snprintf(to, sizeof to, "%s/%s", folder, shader_names[i]);
        good &= file_read(from, 1 << 20, &data, &length, &why) == STATUS_OK;
        const char *written = is_replaced && text != NULL ? text : data;
        FILE *stream = good && written[0] != '\0' ? fopen(to, "w") : NULL;
        if (stream != NULL) {
            good &= fputs(written, stream) >= 0;
            good &= fclose(stream) == 0;
        }
        free(data);
    }
    return good;
}

static void remove_shaders(const char *folder)
{
    for (size_t i = 0; i < SHADER_COUNT; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, shader_names[i]);
        unlink(path);
    }
    rmdir(folder);
}

/* Opens the device and draws with the methods of all three kinds; what failed first. */
static status try_folder(const char *folder)
{
    static const char *const methods[] = {"implicit-euler", "bdf:2", "bdf:3"};
    gpu *g = NULL;
    field f = {0};
    status s = gpu_open(folder, &g, &why);
    for (size_t i = 0; s == STATUS_OK && i < sizeof methods / sizeof methods[0]; i++) {
        phi *p = NULL;
        s = compile(methods[i], MOTION_SHEAR, &p);
        field_request request = {.view = window(PLANE_Z, 0, 4, 9, 9), .phi = p};
        s = s == STATUS_OK ? gpu_field(g, &request, &f, &why) : s;
        phi_destroy(p);
    }
    field_clear(&f);
    gpu_close(g);
    return s;
}

TEST broken_shaders_give_a_message(void)
{
    static const struct {
        const char *file, *text, *words;
    } rows[] = {
        {.file = "none", .text = "", .words = NULL},
        {.file = "start.frag", .text = "", .words = "start.frag: cannot be opened"},
        {.file = "field.vert",
         .text = "#version 330 core\nvoid main() { x = 1; }\n",
         .words = "shader field.vert does not compile: "},
        {.file = "one_step.frag",
         .text = "out float growth;\nvoid main() { growth = ; }\n",
         .words = "shader one_step.frag does not compile: "},
        {.file = "quadratic.frag",
         .text = "out float growth;\nfloat f(float);\nvoid main() { growth = f(1.0); }\n",
         .words = "shader quadratic.frag does not "},
        {.file = "refine.frag",
         .text = "out float growth;\nvoid main() {\n//@ nonsense\n}\n",
         .words = "refine.frag asks for \"nonsense\""},
        {.file = "common.glsl", .text = "{", .words = "does not compile: "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char folder[] = "/tmp/spinscope-shaders-XXXXXX";
        ASSERT(mkdtemp(folder) != NULL);
        bool copied = copy_shaders(folder, rows[i].file, rows[i].text);
        status s = try_folder(folder);
        remove_shaders(folder);
        ASSERT(copied);
        ASSERT_EQ_FMTm(why.text, rows[i].words == NULL ? (int)STATUS_OK : (int)STATUS_FAILED,
                       (int)s, "%d");
        if (rows[i].words != NULL) {
            ASSERTm(why.text, strstr(why.text, rows[i].words) != NULL);
            ASSERTm(why.text, strchr(why.text, '\n') == NULL);
        }
    }
    gpu *g = device;
    ASSERT_EQ(STATUS_FAILED, gpu_open("/nowhere/shaders", &g, &why));
    ASSERT(g == NULL);
    ASSERTm(why.text, strstr(why.text, "/nowhere/shaders/field.vert") != NULL);
    PASS();
}

TEST software_is_not_hardware(void)
{
    bool is_software = strstr(gpu_renderer(device), "llvmpipe") != NULL ||
                       strstr(gpu_renderer(device), "softpipe") != NULL;
    ASSERT_EQ(!is_software, gpu_is_hardware(device));
    gpu_close(NULL);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        return 1;
    }
    if (gpu_open(SHADERS, &device, &why) != STATUS_OK) {
        bool is_missing = strstr(why.text, "OpenGL") != NULL;
        printf("%s: %s\n", is_missing ? "SKIP" : "FAIL", why.text);
        catalogue_destroy(all);
        return is_missing ? 0 : 1;
    }
    RUN_TEST(the_shader_agrees_with_the_reference_for_every_method);
    RUN_TEST(rotating_kernels_agree_too);
    RUN_TEST(the_shader_decides_nearly_all_pixels);
    RUN_TEST(deep_views_keep_their_digits);
    RUN_TEST(a_device_can_be_used_again_and_again);
    RUN_TEST(another_thread_may_use_it_too);
    RUN_TEST(views_larger_than_a_tile_are_put_together);
    RUN_TEST(special_pixels_are_those_of_the_reference);
    RUN_TEST(what_needs_double_precision_is_denied_with_a_reason);
    RUN_TEST(methods_for_odes_refuse_spin);
    RUN_TEST(other_layers_are_dropped);
    RUN_TEST(a_cancelled_field_says_no);
    RUN_TEST(broken_shaders_give_a_message);
    RUN_TEST(software_is_not_hardware);
    gpu_close(device);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
