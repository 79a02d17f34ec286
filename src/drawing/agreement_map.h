/* The picture of a validation: where prediction and measurement agree. */
#ifndef DRAWING_AGREEMENT_MAP_H
#define DRAWING_AGREEMENT_MAP_H

#include "base/output.h"
#include "method/motion.h"
#include "picture/format.h"
#include "validation/validation.h"

typedef struct agreement_map {
    const method_info *method;
    const validation *validation;
    motion moves;
    int steps;
    double t0;
    const char *command; /* for the metadata */
} agreement_map;

status agreement_map_write(const agreement_map *map, file_format format, output *to,
                           message *why) MUST_CHECK;

#endif
