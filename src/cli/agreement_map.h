/* The picture of a validation: where prediction and measurement agree. */
#ifndef CLI_AGREEMENT_MAP_H
#define CLI_AGREEMENT_MAP_H

#include "base/output.h"
#include "method/motion.h"
#include "validation/validation.h"

typedef struct agreement_map {
    const method_info *method;
    const validation *validation;
    motion moves;
    int steps;
    double t0;
    const char *command; /* for the metadata */
} agreement_map;

/* The format is that of the ending of `path`; false when it is none of .png, .svg and .pdf. */
bool agreement_map_knows(const char *path);

status agreement_map_write(const agreement_map *map, const char *path, output *to,
                           message *why) MUST_CHECK;

#endif
