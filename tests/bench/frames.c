#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "bench/bench.h"
#include "bench/peak.h"
#include "explorer/explorer.h"

enum { WIDTH = 1280, HEIGHT = 720 };

static double cpu_now(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* Frames of the explorer while w is dragged: CPU and wall time of one, present not included. For
 * slow methods these are the coarse first pictures; then the time to full quality. */
static void bench_frames_of(const char *method_name, uint32_t *pixels)
{
    enum { FRAMES = 60 };
    settings initial = settings_initial();
    explorer *e = NULL;
    message why;
    char name[96];
    bool is_fine = settings_set(&initial, "method", method_name, &why) == STATUS_OK &&
                   explorer_create(SPINSCOPE_ASSETS, &initial, NULL, &e, &why) == STATUS_OK;
    if (is_fine) {
        explorer_resize(e, WIDTH, HEIGHT, 1);
    }
    double cpu = 0, wall = 0;
    for (int i = 0; i < FRAMES + 5 && is_fine; i++) {
        char line[40];
        if (i == 5) {
            cpu = cpu_now();
            wall = seconds_now();
        }
        snprintf(line, sizeof line, "w %.6f", -5 + 10.0 * i / FRAMES);
        is_fine = explorer_command(e, line, &why) == STATUS_OK &&
                  explorer_draw(e, pixels, WIDTH, &why) == STATUS_OK;
    }
    snprintf(name, sizeof name, "frame %s, 720p, CPU", method_name);
    report(name, is_fine ? 1e3 * (cpu_now() - cpu) / FRAMES : -1, "ms");
    snprintf(name, sizeof name, "frame %s, 720p", method_name);
    report(name, 1e3 * (seconds_now() - wall) / FRAMES, "ms");
    double start = seconds_now();
    is_fine = explorer_command(e, "w 0.5", &why) == STATUS_OK &&
              explorer_draw(e, pixels, WIDTH, &why) == STATUS_OK;
    snprintf(name, sizeof name, "first picture %s", method_name);
    report(name, is_fine ? 1e3 * (seconds_now() - start) : -1, "ms");
    while (explorer_is_busy(e) && seconds_now() - start < 10) {
        explorer_tick(e, seconds_now());
    }
    is_fine = !explorer_is_busy(e) && explorer_draw(e, pixels, WIDTH, &why) == STATUS_OK;
    snprintf(name, sizeof name, "full quality %s", method_name);
    report(name, is_fine ? 1e3 * (seconds_now() - start) : -1, "ms");
    explorer_destroy(e);
}

void bench_frames(const catalogue *all)
{
    (void)all;
    static const char *const methods[] = {"implicit-euler", "radau-iia:3", "bdf:2", "bdf:6"};
    uint32_t *pixels = calloc((size_t)WIDTH * HEIGHT, sizeof *pixels);
    for (size_t i = 0; i < sizeof methods / sizeof methods[0] && pixels != NULL; i++) {
        bench_frames_of(methods[i], pixels);
    }
    free(pixels);
}
