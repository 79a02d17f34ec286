/* The command table: what keys, buttons, scripts and lessons can do. A setting is a command, too.
 */
#ifndef EXPLORER_COMMANDS_H
#define EXPLORER_COMMANDS_H

#include "explorer/explorer.h"

/* Does what a command says; `argument` is what follows its name, "" for nothing. */
typedef status action_run(explorer *e, const char *argument, message *why);

/* What an action does beside the picture. Lessons may come from strangers: they have no OUTSIDE. */
typedef enum action_traits {
    PLAIN = 0,
    OUTSIDE = 1, /* touches files or the clipboard, ends the program, or can run all of that */
    NAMES = 2,   /* its argument is a method, which may be a file */
    MOVES = 4    /* something is to be seen moving */
} action_traits;

typedef struct explorer_action {
    const char *name;
    const char *argument; /* hint, NULL: none */
    const char *key;      /* NULL: none */
    const char *help;     /* on the page of keys, and as a tooltip */
    action_run *run;
    unsigned traits;   /* of action_traits */
    const char *label; /* of its button; NULL: it has none, or one that tells the state */
    const char *of;    /* the setting that it changes, for which its key stands; NULL: none */
    const char *given; /* what `run` gets when nothing is accepted after the name; NULL: `of` */
} explorer_action;

int actions_count(void);
const explorer_action *actions_at(int i);
const explorer_action *action_for_key(const char *key);
const explorer_action *action_find(const char *name); /* NULL: none */
status action_do(explorer *e, const explorer_action *a, const char *argument,
                 message *why) MUST_CHECK;

enum { COMMAND_SIZE = 2600, COMMAND_NAME_SIZE = 64 };

/* The first word of a line; returns what follows it. */
const char *command_split(const char *line, char name[COMMAND_NAME_SIZE]);

/* What the tables say of a line: what it does, and by which keys, two blanks between them. */
typedef struct command_words {
    const char *help;
    char keys[40];
} command_words;
bool command_describe(const char *line, command_words *out); /* false: no such command */

status command_unknown(const char *name, message *why);
/* Runs a line, and says what is wrong. */
void run_line(explorer *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* lesson_check.c: would a lesson be allowed this line? On STATUS_OK: does something move, and for
 * how long. */
status command_check(const char *line, bool *moves, double *seconds, message *why) MUST_CHECK;

/* Sets and follows up; what cannot be opened changes nothing. */
status change_setting(explorer *e, const char *key, const char *value, message *why) MUST_CHECK;

#endif
