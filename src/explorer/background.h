/* What goes on in the background while the window answers: finer fields of slow methods,
 * validations, and movies. Each is a job that works on copies; explorer_tick collects it. */
#ifndef EXPLORER_BACKGROUND_H
#define EXPLORER_BACKGROUND_H

#include "base/job.h"
#include "drawing/film.h"
#include "explorer/explorer.h"
#include "validation/validation.h"

/* Starts a job that wakes whoever shows the explorer. */
status background_start(const explorer *e, job *j, const char *purpose, job_work *work,
                        void *context, message *why) MUST_CHECK;

/* A full field, for methods that are slow. */
typedef struct refining {
    job job;
    int which; /* side */
    field_request request;
    field field;
} refining;

void refine_start(explorer *e, int which);
void refine_stop(explorer *e);
bool refine_collect(explorer *e); /* here and below: true when there is something new to draw */

/* A validation, and its last results. */
typedef struct checking {
    job job;
    validation result; /* what is shown */
    int side;          /* of the squares that are known */
    measurement_request request;
    field predicted;
    measurement measured;
    method *method; /* a copy for the job */
    const phi *phi; /* stays open as long as the job runs */
} checking;

status check_start(explorer *e, message *why) MUST_CHECK;
void check_stop(explorer *e);
bool check_collect(explorer *e);

/* A movie. */
typedef struct recording {
    job job;
    drawing drawing;
    film film;
    char file[SETTINGS_NAME_SIZE];
} recording;

status record_start(explorer *e, message *why) MUST_CHECK; /* what it is, is set already */
void record_stop(explorer *e);
bool record_collect(explorer *e);

#endif
