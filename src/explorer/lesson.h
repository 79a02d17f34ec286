/* Lessons: files that a teacher writes and the explorer plays.
 *
 *     title = Why DAEs are different    number = 3    summary = one line for the list
 *     step = heading    caption = what is said    question = ...    answer = ...
 *     do = COMMAND      do = wait idle            wait = SECONDS
 *
 * One `key = value` a line, # comments; keys start in column 1, an indented line continues the
 * value above it. Reading checks every command against the tables of the explorer, and refuses
 * whatever could reach a file: lessons may come from strangers. Nothing is run here. */
#ifndef EXPLORER_LESSON_H
#define EXPLORER_LESSON_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

enum {
    LESSON_MAX_BYTES = 1 << 16,
    LESSON_MAX_STEPS = 64,
    LESSON_MAX_LINES = 256, /* of one step */
    LESSON_MAX_CAPTION = 320,
    LESSON_MAX_HEADING = 80,
    LESSON_MAX_SUMMARY = 160,
    LESSON_MAX_WORD = 60,
    LESSON_NAME_SIZE = 80
};

typedef enum lesson_item_kind {
    LESSON_COMMAND, /* `seconds` is how long it takes: glides and flights */
    LESSON_WAIT,
    LESSON_IDLE /* until nothing is computed any more */
} lesson_item_kind;

typedef struct lesson_item {
    lesson_item_kind kind;
    const char *command;
    double seconds;
    int line; /* of the file */
} lesson_item;

typedef struct lesson_step {
    const char *heading, *caption; /* markup of the figures */
    const char *question, *answer; /* NULL: none */
    const lesson_item *items;
    int item_count;
} lesson_step;

typedef struct lesson {
    const char *title, *summary;
    int number;
    int step_count;
    lesson_step steps[LESSON_MAX_STEPS];
    char *words; /* all texts above */
    lesson_item *items;
} lesson;

/* `label` is how messages call the file: FILE:LINE:COLUMN. The caller destroys the lesson. */
status lesson_parse(const char *label, const char *data, size_t length, lesson **out,
                    message *why) MUST_CHECK;

/* By its name in the folder `lessons` of the assets, by its number in the list (of two with one
 * number the first), or by a path: one that has a slash or ends in .lesson. */
status lesson_open(const char *assets, const char *name, lesson **out, message *why) MUST_CHECK;
void lesson_destroy(lesson *l);

/* Letters that a reader sees, without the markup. */
int lesson_letters(const char *words);

/* A step as a film shows it, in seconds since its start: the question comes when all is done and
 * the caption is read, the answer when there was time to think. Without a question all three are
 * the end. */
typedef struct lesson_times {
    double items, question, answer, end;
} lesson_times;

double lesson_reading_time(const char *words);
lesson_times lesson_step_times(const lesson_step *s);
double lesson_seconds(const lesson *l);

typedef struct lesson_entry {
    char name[LESSON_NAME_SIZE];
    int number;
    char title[400], summary[800]; /* markup */
    message problem;               /* "" for a lesson that can be read */
} lesson_entry;

typedef struct lesson_names {
    int count;
    lesson_entry *entries;
} lesson_names;

/* Those of the assets, by number; files that cannot be read come last. None when there is no
 * folder. */
status lesson_list(const char *assets, lesson_names *out, message *why) MUST_CHECK;
void lesson_names_clear(lesson_names *n);

#endif
