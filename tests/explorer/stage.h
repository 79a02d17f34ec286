/* A stage: an explorer without a window. Its pixels are memory, its time is made up, and what it
 * would copy or run is kept. Everything goes through explorer.h; where the region is on the window
 * is found from outside, by asking which pixels the wheel answers to. */
#ifndef TESTS_WORKSPACE_STAGE_H
#define TESTS_WORKSPACE_STAGE_H

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "explorer/explorer.h"
#include "support/command.h"
#include "support/support.h"

typedef struct stage {
    explorer *e;
    uint32_t *pixels;
    int width, height;
    double now;
    message why;
    char copied[8192];
    atomic_int wakes;
} stage;

/* The region on the window, in pixels: x <= px < x + width. */
typedef struct area {
    int x, y, width, height;
} area;

static inline void stage_copy(void *context, const char *words)
{
    stage *s = context;
    snprintf(s->copied, sizeof s->copied, "%s", words);
}

static inline void stage_wake(void *context)
{
    stage *s = context;
    atomic_fetch_add(&s->wakes, 1);
}

static inline bool stage_open_with(stage *s, const settings *initial, int width, int height)
{
    *s = (stage){.now = 100, .width = width, .height = height};
    const explorer_hooks hooks = {
        .context = s, .saves = true, .copy = stage_copy, .wake = stage_wake};
    s->pixels = calloc((size_t)width * (size_t)height + 1, sizeof *s->pixels);
    if (explorer_create(SPINSCOPE_ASSETS, initial, &hooks, &s->e, &s->why) != STATUS_OK) {
        return false;
    }
    explorer_resize(s->e, width, height, 1);
    explorer_tick(s->e, s->now);
    return true;
}

static inline bool stage_open(stage *s, int width, int height)
{
    const settings initial = settings_initial();
    return stage_open_with(s, &initial, width, height);
}

static inline void stage_close(stage *s)
{
    explorer_destroy(s->e);
    free(s->pixels);
    *s = (stage){0};
}

static inline bool stage_do(stage *s, const char *line)
{
    s->why.text[0] = '\0';
    return explorer_command(s->e, line, &s->why) == STATUS_OK;
}

/* Exactly as many pixels as the window has: one more would be noticed by the sanitizer. */
static inline bool stage_resize(stage *s, int width, int height)
{
    free(s->pixels);
    s->pixels = calloc((size_t)width * (size_t)height, sizeof *s->pixels);
    s->width = width;
    s->height = height;
    explorer_resize(s->e, width, height, 1);
    return s->pixels != NULL;
}

static inline bool stage_tick(stage *s, double seconds)
{
    s->now += seconds;
    return explorer_tick(s->e, s->now);
}

static inline bool stage_draw(stage *s)
{
    s->why.text[0] = '\0';
    return explorer_draw(s->e, s->pixels, s->width, &s->why) == STATUS_OK;
}

static inline void stage_sleep(double seconds)
{
    struct timespec t = {.tv_sec = (time_t)seconds,
                         .tv_nsec = (long)(1e9 * (seconds - floor(seconds)))};
    nanosleep(&t, NULL);
}

/* Draws until nothing is on its way; at most 30 s. */
static inline bool stage_settle(stage *s)
{
    for (int i = 0; i < 18000; i++) {
        if (stage_tick(s, 1e-3) && !stage_draw(s)) {
            return false;
        }
        if (!explorer_is_busy(s->e)) {
            return stage_draw(s) && !explorer_is_busy(s->e);
        }
        stage_sleep(0.01);
    }
    snprintf(s->why.text, sizeof s->why.text, "still busy after 180 s");
    return false;
}

static inline void stage_mouse(stage *s, input_kind kind, double x, double y, unsigned held,
                               int clicks)
{
    explorer_input(s->e,
                   &(input){.kind = kind, .x = x, .y = y, .held = held, .clicks = clicks, .dy = 0});
}

static inline void stage_wheel(stage *s, double x, double y, double dy)
{
    explorer_input(s->e, &(input){.kind = INPUT_WHEEL, .x = x, .y = y, .dy = dy});
}

static inline void stage_drag(stage *s, double x0, double y0, double x1, double y1, unsigned held)
{
    stage_mouse(s, INPUT_MOVE, x0, y0, held, 0);
    stage_mouse(s, INPUT_PRESS, x0, y0, held, 1);
    stage_mouse(s, INPUT_MOVE, (x0 + x1) / 2, (y0 + y1) / 2, held, 0);
    stage_mouse(s, INPUT_MOVE, x1, y1, held, 0);
    stage_mouse(s, INPUT_RELEASE, x1, y1, held, 1);
}

static inline void stage_key(stage *s, const char *name)
{
    explorer_input(s->e, &(input){.kind = INPUT_KEY, .text = name});
}

static inline void stage_type(stage *s, const char *words)
{
    explorer_input(s->e, &(input){.kind = INPUT_TEXT, .text = words});
}

/* Does the wheel zoom at this pixel? The view is put back. */
static inline bool stage_zooms_at(stage *s, int x, int y)
{
    double span = explorer_settings(s->e)->span;
    stage_wheel(s, x, y, 1);
    bool zooms = explorer_settings(s->e)->span != span;
    if (zooms) {
        stage_key(s, "Backspace");
    }
    return zooms;
}

/* The first (last) pixel of the run of pixels around `inside` that belong to the region. */
static inline int stage_edge(stage *s, int inside, int outside, bool across, int other)
{
    while (abs(inside - outside) > 1) {
        int middle = (inside + outside) / 2;
        bool is_in = across ? stage_zooms_at(s, middle, other) : stage_zooms_at(s, other, middle);
        *(is_in ? &inside : &outside) = middle;
    }
    return inside;
}

/* Where the first region is; nothing may be typed at the moment. */
static inline area stage_area(stage *s)
{
    area a = {0};
    int x = -1, y = -1;
    for (int i = 1; i < 40 && x < 0; i++) {
        for (int k = 1; k < 40 && x < 0; k++) {
            if (stage_zooms_at(s, i * s->width / 40, k * s->height / 40)) {
                x = i * s->width / 40;
                y = k * s->height / 40;
            }
        }
    }
    if (x < 0) {
        return a;
    }
    a.x = stage_edge(s, x, -1, true, y);
    a.y = stage_edge(s, y, -1, false, x);
    a.width = stage_edge(s, x, s->width, true, y) - a.x + 1;
    a.height = stage_edge(s, y, s->height, false, x) - a.y + 1;
    return a;
}

/* The point of the plane at a place of the window, by the settings and the area alone. */
static inline double area_x(const area *a, const settings *v, double px)
{
    return v->x + (px - a->x - a->width / 2.0) * v->span / a->height;
}

static inline double area_y(const area *a, const settings *v, double py)
{
    return v->y - (py - a->y - a->height / 2.0) * v->span / a->height;
}

static inline double area_px(const area *a, const settings *v, double x)
{
    return a->x + a->width / 2.0 + (x - v->x) * a->height / v->span;
}

static inline double area_py(const area *a, const settings *v, double y)
{
    return a->y + a->height / 2.0 - (y - v->y) * a->height / v->span;
}

/* How many pixels of a rectangle differ, a margin left out. */
static inline long area_differs(const area *a, int margin, const uint32_t *one, int one_stride,
                                const uint32_t *other, int other_stride)
{
    long count = 0;
    for (int y = a->y + margin; y < a->y + a->height - margin; y++) {
        for (int x = a->x + margin; x < a->x + a->width - margin; x++) {
            count += ((one[y * one_stride + x] ^ other[y * other_stride + x]) & 0xFFFFFF) != 0;
        }
    }
    return count;
}

static inline bool same_settings(const settings *a, const settings *b)
{
    for (int i = 0; i < settings_count(); i++) {
        char one[SETTINGS_LIST_SIZE], other[SETTINGS_LIST_SIZE];
        settings_get(a, settings_at(i), one, sizeof one);
        settings_get(b, settings_at(i), other, sizeof other);
        if (strcmp(one, other) != 0) {
            support_say("%s: '%.100s' and '%.100s'", settings_at(i)->key, one, other);
            return false;
        }
    }
    return true;
}

#endif
