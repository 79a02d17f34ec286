/* Reading a command line by a table, and the help text that follows from the same table. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "drawing/property.h"

/* One option. Exactly one of `flag`, `value` and `property` is set: where the answer goes. */
typedef struct option {
    const char *name; /* with its dashes */
    const char *hint; /* what the value is, for help and completion (words.h); NULL for flags */
    const char *help; /* endings such as .png that it names are those of the files */
    const char *const *words; /* all that is accepted, ended by NULL, where it is a list of words */
    const char *(*choice)(int i); /* the same as a function */
    bool *flag;
    const char **value;       /* stays as it was when the option is not given */
    const property *property; /* a field of `owner` */
    void *owner;
    const char *stands_for; /* the value of the property, where none is typed */
    int *times; /* may be given again and again: `value` has room for `most`; else NULL */
    int most;
    bool pair; /* takes two values, for which `value` has room */
    unsigned
        idle; /* the modes of the request in which it has no effect: bits as in options.modes */
} option;

typedef struct command {
    const char *name;
    const char *summary; /* one line */
    const char *usage;   /* what follows the name */
    const char *details; /* further help, may be "" */
    int (*run)(const struct command *self, int count, char **arguments);
    /* Commands of its own, ended by NULL: "lab map" is one of "lab". Or NULL. */
    const struct command *const *parts;
} command;

typedef struct options {
    const option *table;
    int count;
    int operands_least, operands_most;
    const char **operands;            /* room for operands_most; missing ones stay as they were */
    const char *operand;              /* what they are, as in option.hint; NULL: file names */
    const char *const *operand_words; /* as option.words */
    const char *const *modes;         /* what bit k of option.idle is: "without -o"; or NULL */
    unsigned long long *given;        /* bit k is set when option k is there; or NULL */
} options;

/* A value may be negative: both `--w -1.5` and `--w=-1.5` work; `--` ends the options. --help
 * prints the help of the command and sets *helped. */
status options_read(const options *o, const command *self, int count, char **arguments,
                    bool *helped, message *why) MUST_CHECK;

/* Was the option given? Where options.given is asked for. */
bool options_given(const options *o, const char *name);

/* A table of options that is put together: own rows, and those of properties. */
enum { OPTIONS_MOST = 60, OPTIONS_HELP_SIZE = 240 };
typedef struct option_rows {
    int count;
    option rows[OPTIONS_MOST];
    char helps[OPTIONS_MOST][OPTIONS_HELP_SIZE];
} option_rows;

void option_rows_add(option_rows *r, const option *own, int count);

/* A row for every property that these users read (0: for all), with the default that the owner has
 * now. Of its idle modes those in `keep` count, and those in `add` as well. */
void option_rows_add_properties(option_rows *r, const property *table, int count, unsigned users,
                                void *owner, unsigned keep, unsigned add);

/* Was --quiet given? */
bool options_said_quiet(void);

/* Refuses the first option that was given and has no effect in one of these modes. */
status options_refuse_idle(const options *o, unsigned modes, message *why) MUST_CHECK;

/* Hands the options of a command to `visit`, without reading or doing anything. They are valid
 * during the call only. */
typedef void options_visitor(void *context, const options *o, const command *self);
void options_visit(const command *c, options_visitor *visit, void *context);

/* The part of a command that the word names, NULL when there is none. */
const command *command_part(const command *c, const char *word);

/* The last word of its name: "map" of "lab map". */
const char *command_word(const command *c);

/* What ends its summary as a sentence: "." unless it ends with dots already. */
const char *command_full_stop(const command *c);

/* The name nearest to what was typed, or NULL when none is near. */
const char *options_nearest(const char *typed, const char *const *names, int count);

/* "a, b, c" */
void options_list(const char *const *names, int count, char *out, size_t size);

/* `words` say that a name is not known: the nearest is proposed, or all that are accepted. */
status options_refuse_name(const char *words, const char *name, const char *const *names, int count,
                           message *why);

#endif
