/* A measurement: the growth at every pixel of a view, by integrating the equation there. Nothing
 * here knows what is predicted. */
#ifndef VALIDATION_MEASUREMENT_H
#define VALIDATION_MEASUREMENT_H

#include <stdatomic.h>

#include "dae/growth.h"
#include "dae/problems.h"
#include "field/field.h"
#include "method/method.h"

enum {
    MEASUREMENT_STEPS = 64,            /* usual for one-step methods */
    MEASUREMENT_STEPS_MULTISTEP = 400, /* and where several roots compete */
    MEASUREMENT_MOST_STEPS = 1000000,
    MEASUREMENT_DOUBLINGS = 4 /* undecided pixels get up to 16 times as many */
};

/* A coordinate of a plane that is no parameter of the equation: the step h. */
enum { MEASUREMENT_STEP = PROBLEMS_MAX_PARAMETERS };

/* Where the predicted factor is a limit, measuring begins after this many steps by default. */
static const double measurement_late = 1e5;

/* What to measure. */
typedef struct measurement_request {
    view view;
    const method *method;
    /* The equation; two of its parameters, or one and MEASUREMENT_STEP, are the coordinates of the
     * pixel, in whatever plane. */
    const problem_entry *equation;
    double values[PROBLEMS_MAX_PARAMETERS];
    int x_parameter, y_parameter;
    double t0, h; /* h unless it is a coordinate */
    int steps;
    bool sizes; /* limits are measured twice, so that it is known how near they are */
    bool plain; /* by the plain stepper, pixel by pixel, even where there is a batched one */
    int jobs;   /* threads; 0: as many as there are processors */
    /* Gives up when the program has computed for so long, in all its threads; 0: never. */
    double most_seconds;
    const atomic_bool *cancel; /* stops soon once true; may be NULL */
    /* Coarse to fine: called after every pass with the side of the squares whose upper left pixel
     * has been measured (8, then 1); may be NULL. */
    void (*passed)(void *context, int side);
    /* Called now and then, by any thread but never by two at a time; may be NULL. */
    void (*progressed)(void *context, long done, long total);
    void *context;
} measurement_request;

/* Row by row from the top, `width` values each. */
typedef struct measurement {
    view view;
    double *rate;        /* log of the growth per step; inf where singular, NaN where it failed */
    double *uncertainty; /* how far that may be from the log of the largest root; NaN: not known */
    unsigned char *verdict; /* growth_verdict */
    atomic_llong steps;     /* taken altogether */
    atomic_bool gave_up;    /* for want of time */
} measurement;

/* The test equation with this motion in the plane of the view, h = 1; x' = lambda x for methods
 * that are for ODEs only. Steps and t0 are the usual ones. */
measurement_request measurement_of_test_equation(const method *m, motion moves, const view *v);

/* What a plane of an equation can have as a coordinate, by its name: a parameter, unless that
 * drives it, or h; -1 when it can not. And the name, up to MEASUREMENT_STEP; NULL when there is
 * none. */
int measurement_coordinate(const problem_entry *e, const char *name);
const char *measurement_coordinate_name(const problem_entry *e, int coordinate);

/* Does the factor of a step not depend on time, so that it can settle? */
bool measurement_is_steady(const measurement_request *request);

/* The caller clears the measurement in every case. When cancelled or given up: STATUS_NO, and
 * pixels that were not reached are marked so. */
status measurement_take(const measurement_request *request, measurement *out,
                        message *why) MUST_CHECK;
void measurement_clear(measurement *m);

/* As a field, to be drawn like one: undecided pixels are its boundary, singular ones its poles,
 * failed ones undefined; the layer FIELD_EXACT is there. The caller clears the field in every case.
 */
status measurement_to_field(const measurement *m, field *out, message *why) MUST_CHECK;

#endif
