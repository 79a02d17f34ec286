/* What a recording is made of; private to src/picture. */
#ifndef PICTURE_RECORDING_PARTS_H
#define PICTURE_RECORDING_PARTS_H

#include <cairo.h>

#include "picture/recording.h"
#include "picture/sheet.h"

struct recording {
    int width, height;
    cairo_surface_t *record;
};

/* Draws the sheet once and keeps it. */
status recording_record(const sheet *sh, recording **out, message *why) MUST_CHECK;

/* Draws what was kept; the sheet has the recording as its `what`. */
status recording_replay(cairo_t *canvas, const void *what, message *why) MUST_CHECK;

#endif
