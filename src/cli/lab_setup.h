/* What an experiment of the laboratory is: a system with its parameters, a formulation, a method,
 * a step or a tolerance, a time. Read from the options that `lab`, `lab compare` and `lab map`
 * share; nothing is run here. */
#ifndef CLI_LAB_SETUP_H
#define CLI_LAB_SETUP_H

#include "lab/run.h"
#include "lab/systems.h"
#include "options.h"
#include "picture/figure.h"

enum { LAB_MOST_TEXTS = 16, LAB_MOST_NAMES = 24, LAB_NAME_SIZE = 128 };

#define LAB_FORMULATION "coordinate-projection"

/* As typed. */
typedef struct lab_texts {
    const char *problem, *method, *h, *tol, *t1, *most_steps, *size, *jobs, *output, *film;
    const char *formulations[LAB_MOST_TEXTS], *parameters[LAB_MOST_TEXTS];
    int formulation_count, parameter_count;
    bool strict, keep_start, json, force, quiet;
} lab_texts;

/* What a request may be, so that some options cannot matter. */
enum { LAB_NO_FILE = 1 << 0, LAB_NO_PICTURE = 1 << 1, LAB_NO_FILM = 1 << 2 };

/* Rows of a table of options that the commands share; T is the lab_texts. */
#define LAB_SYSTEM_OPTIONS(T)                                                            \
    {.name = "--t1",                                                                     \
     .hint = "T",                                                                        \
     .help = "from t = 0 to there (default: that of the problem)",                       \
     .value = &(T)->t1},                                                                 \
    {                                                                                    \
        .name = "--param", .hint = "NAME=VALUE",                                         \
        .help = "a parameter of the problem; again and again, or with commas",           \
        .value = (T)->parameters, .times = &(T)->parameter_count, .most = LAB_MOST_TEXTS \
    }

/* Of the commands that integrate; USUAL are the defaults in words. */
#define LAB_MOST_STEPS_OPTION(T, USUAL)                                                        \
    {                                                                                          \
        .name = "--most-steps", .hint = "N",                                                   \
        .help = "end a run after so many steps (default " USUAL ")", .value = &(T)->most_steps \
    }

#define LAB_FILE_OPTIONS(T)                                                        \
    {.name = "--force",                                                            \
     .help = "overwrite an existing file",                                         \
     .flag = &(T)->force,                                                          \
     .idle = LAB_NO_FILE},                                                         \
    {                                                                              \
        .name = "--quiet", .help = "no warnings, no progress", .flag = &(T)->quiet \
    }

#define LAB_JSON_OPTION(T)                                                     \
    {                                                                          \
        .name = "--json", .help = "print one line of JSON", .flag = &(T)->json \
    }

typedef struct lab_setup {
    const system_entry *entry;
    double values[PROBLEMS_MAX_PARAMETERS];
    bool is_given[PROBLEMS_MAX_PARAMETERS];
    formulation_choice formulation;
    const lab_method *method;
    double h, tolerance; /* as of lab_request */
    double t1;
    long most_steps; /* 0: the usual number */
    bool strict, keep_start;
} lab_setup;

/* Reads a command line whose one operand is the problem; refuses options that cannot matter. */
status lab_read_options(const command *self, const option *table, int rows, lab_texts *texts,
                        int count, char **arguments, bool *helped, message *why) MUST_CHECK;

/* Names in a list. A semicolon separates, and so does a comma, unless KEY=VALUE follows, which goes
 * on with the options of the name before: projected-invariant:D=CT,k=2,index-2 are two. */
typedef struct name_list {
    int count;
    char names[LAB_MOST_NAMES][LAB_NAME_SIZE];
} name_list;

/* `option_name` is for messages; its texts are put one after the other. */
status lab_split(const char *option_name, const char *const *texts, int count, name_list *out,
                 message *why) MUST_CHECK;

/* The system, its parameters, t1 and how many steps there may be. */
status lab_read_system(const lab_texts *texts, lab_setup *out, message *why) MUST_CHECK;

/* With the nearest name when it is unknown. */
status lab_read_formulation(const char *name, formulation_choice *out, message *why) MUST_CHECK;

/* A method by its name (NULL: the usual one), for the h and the tolerance in `out` (0: not given),
 * which it completes. Clear it in every case. */
status lab_choose_method(const catalogue *all, const char *name, lab_setup *out, lab_method *opened,
                         message *why) MUST_CHECK;

/* h and tol of the texts. */
status lab_read_steps(const lab_texts *texts, lab_setup *out, message *why) MUST_CHECK;

/* What is written: numbers, or a figure. Refuses other endings. */
typedef struct lab_file {
    bool is_csv;
    figure_format format;
} lab_file;
status lab_read_file(const char *path, lab_file *out, message *why) MUST_CHECK;

#endif
