/* What is the same in all pictures of one piece of footage: the mechanism with its sound lengths,
 * the view that holds the motion, who leaves a trail, and the residuals; and the picture of a time.
 */
#ifndef SCENE_SCENE_H
#define SCENE_SCENE_H

#include "picture/mechanism.h"
#include "scene/footage.h"

typedef struct scene {
    const footage *film;
    int samples;
    mechanism look;
    int trail_count, trails[MECHANISM_MAX_TRAILS]; /* points */
    double *strip; /* t, g and g', when the footage's own are too many; else NULL */
} scene;

/* The footage must be one that can be shown, and outlive the scene. The view is chosen from
 * `samples` times. Clear it in every case. */
status scene_open(scene *s, const footage *film, int width, int height, int samples,
                  message *why) MUST_CHECK;
void scene_clear(scene *s);

/* The i-th of `samples` times from the first to the last, both of them met. */
double scene_time(double from, double to, int samples, int i);

/* How many seconds of a film or a show a trail lasts. */
extern const double scene_trail_seconds;

/* The picture of a time, with trails that reach `trail` back, over the pixels of its look. Only
 * reads: several threads may share a scene. */
status scene_paint(const scene *s, double t, double trail, uint32_t *pixels,
                   message *why) MUST_CHECK;

#endif
