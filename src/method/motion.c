#include "method/motion.h"

#include <string.h>

static const char *const names[MOTION_COUNT] = {
    [MOTION_SHEAR] = "shear",
    [MOTION_ROTATION] = "rotation",
    [MOTION_NORMALISED] = "normalised",
};

const char *motion_name(motion m)
{
    return names[m];
}

bool motion_find(const char *name, motion *m)
{
    for (int i = 0; i < MOTION_COUNT; i++) {
        if (strcmp(names[i], name) == 0) {
            *m = (motion)i;
            return true;
        }
    }
    return false;
}
