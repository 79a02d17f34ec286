/* What a film of the laboratory shows in all of its frames: the mechanism with its sound lengths,
 * the view that holds the motion, who leaves a trail, and the residuals. Private to lab_film.c. */
#ifndef CLI_LAB_SCENE_H
#define CLI_LAB_SCENE_H

#include "lab_film.h"
#include "picture/mechanism.h"

typedef struct lab_scene {
    const lab_film *film;
    int frames;
    mechanism look;
    int trail_count, trails[MECHANISM_MAX_TRAILS]; /* points */
    double *strip; /* t, g and g', when the film's own are too many; else NULL */
    void (*progressed)(void *context, int done, int total);
    void *context;
} lab_scene;

/* The film must be one that can be made, and outlive the scene. Clear it in every case. */
status lab_scene_open(lab_scene *s, const lab_film *film, int frames, message *why) MUST_CHECK;
void lab_scene_clear(lab_scene *s);

/* One of its solutions at a time. */
void lab_scene_shape(const lab_film *film, const double *rows, double t, shape *out);

/* How long a bar is. */
double lab_scene_length(const shape *of, int bar);

#endif
