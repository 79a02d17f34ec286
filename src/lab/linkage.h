/* Linkages: point masses in a plane under gravity, joined by massless rods to each other or to the
 * origin, some of them guided along the line y = 0. Pendulums, chains and slider-cranks are
 * linkages; a program can make its own. */
#ifndef LAB_LINKAGE_H
#define LAB_LINKAGE_H

#include "lab/constrained.h"

enum { LINKAGE_MAX_POINTS = 50, LINKAGE_MAX_RODS = 60, LINKAGE_MAX_GUIDES = 8 };

/* A rod between two points. */
typedef struct linkage_rod {
    int from, to; /* from = -1: the origin */
    double length;
} linkage_rod;

/* The points, what joins them, and where they start. */
typedef struct linkage {
    const char *name;
    int points, rods, guides;
    double mass[LINKAGE_MAX_POINTS];
    linkage_rod rod[LINKAGE_MAX_RODS];
    int guide[LINKAGE_MAX_GUIDES]; /* points with y = 0 */
    double gravity;
    double p[2 * LINKAGE_MAX_POINTS], v[2 * LINKAGE_MAX_POINTS]; /* at t = 0: x, y of each point */
    double end;
} linkage;

/* Copies the linkage. A single pendulum knows its exact solution. */
status linkage_create(const linkage *of, constrained **out, message *why) MUST_CHECK;

#endif
