/* The parts of `lab` that have options of their own. */
#ifndef CLI_LAB_H
#define CLI_LAB_H

#include "cli.h"

extern const command lab_compare_command, lab_map_command, lab_stiffness_command;

#endif
