/* Chance at the explorer: random lines for its commands, and random events for its window.
 *
 * Lines are made from the explorer's own tables. What a command takes is read from its hint in the
 * table, "X Y HEIGHT" or "[png|svg|pdf] [FILE]", and what a setting takes from its type; a hint or
 * a setting that nothing is known of is a failure, so that nothing new can be forgotten. Most
 * arguments are sensible, some are absurd. Random numbers are those of support.h. */
#ifndef TESTS_SOAK_CHANCE_H
#define TESTS_SOAK_CHANCE_H

#include "explorer/commands.h"
#include "method/catalogue.h"
#include "picture/palette.h"

enum { CHANCE_SIZE = 3000 };

typedef struct chance {
    catalogue *methods;
    palette_names palettes;
    lesson_names lessons;
    char unknown[200]; /* the first hint or setting that nothing is known of; "": none */
} chance;

bool chance_open(chance *c, const char *assets);
void chance_clear(chance *c);

bool chance_happens(double probability);

/* A line for this command, or this setting. */
void chance_command(chance *c, const explorer_action *a, char out[CHANCE_SIZE]);
void chance_setting(chance *c, const property *s, char out[CHANCE_SIZE]);

/* A key of the table, or some other; a file of the scratch folder that may be opened. */
const char *chance_key(void);
const char *chance_file(void);

/* Writes these files into the folder that the process is in; some of them are broken. */
bool chance_write_files(void);

#endif
