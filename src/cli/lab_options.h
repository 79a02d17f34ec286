/* What `lab`, `lab compare`, `lab map` and `lab stiffness` share of the command line: their options
 * become setups of lab/experiment.h, what they answer is printed and written. */
#ifndef CLI_LAB_OPTIONS_H
#define CLI_LAB_OPTIONS_H

#include "cli.h"
#include "lab/experiment.h"
#include "session.h"
#include "study/outcome.h"
#include "study/sheet.h"
#include "values.h"

enum { LAB_MOST_TEXTS = 16 };

/* As typed. */
typedef struct lab_texts {
    const char *problem, *method, *h, *tol, *t1, *most_steps, *size, *jobs, *output, *film;
    const char *formulations[LAB_MOST_TEXTS], *parameters[LAB_MOST_TEXTS];
    int formulation_count, parameter_count;
    bool strict, keep_start, json, force, quiet;
} lab_texts;

/* A command at work, with the file that it writes. */
typedef struct lab_job {
    const command *self;
    lab_texts texts;
    int width, height;
    int jobs;    /* threads; 0: as many as there are processors */
    bool is_csv; /* else it is a picture */
    file_format format;
    text line;  /* the command line, for its metadata */
    output *to; /* NULL: no file */
} lab_job;

/* What a request may be, so that some options cannot matter. */
enum { LAB_NO_FILE = 1 << 0, LAB_NO_PICTURE = 1 << 1, LAB_NO_FILM = 1 << 2 };

/* Rows of a table of options: one with a value (that has no effect in some modes); one that may be
 * given again and again; those that the commands share, where T is the lab_texts. */
#define LAB_OPTION(NAME, HINT, HELP, VALUE) LAB_OPTION_UNLESS(0, NAME, HINT, HELP, VALUE)
#define LAB_OPTION_UNLESS(IDLE, NAME, HINT, HELP, VALUE)                       \
    {                                                                          \
        .name = NAME, .hint = HINT, .help = HELP, .value = VALUE, .idle = IDLE \
    }
#define LAB_OPTIONS(NAME, HINT, HELP, VALUES, TIMES)                               \
    {                                                                              \
        .name = NAME, .hint = HINT, .help = HELP, .value = VALUES, .times = TIMES, \
        .most = LAB_MOST_TEXTS                                                     \
    }
#define LAB_FLAG(NAME, HELP, FLAG)               \
    {                                            \
        .name = NAME, .help = HELP, .flag = FLAG \
    }

#define LAB_T1_OPTION(T) \
    LAB_OPTION("--t1", "T", "from t = 0 to there (default: that of the problem)", &(T)->t1)
#define LAB_PARAM_OPTION(T)                                                                     \
    LAB_OPTIONS("--param", "NAME=VALUE",                                                        \
                "a parameter of the problem; again and again, or with commas", (T)->parameters, \
                &(T)->parameter_count)
#define LAB_JSON_OPTION(T) LAB_FLAG("--json", "print one line of JSON", &(T)->json)

/* Of the commands that integrate; USUAL are the defaults in words. */
#define LAB_MOST_STEPS_OPTION(T, USUAL)                                                  \
    LAB_OPTION("--most-steps", "N", "end a run after so many steps (default " USUAL ")", \
               &(T)->most_steps)

/* Of those that write a file. */
#define LAB_SIZE_OPTION(T, WHAT)                                                             \
    LAB_OPTION_UNLESS(LAB_NO_PICTURE, "--size", "WxH", "of the " WHAT " (default 1280x720)", \
                      &(T)->size)
#define LAB_FORCE_OPTION(T)                                                           \
    {                                                                                 \
        .name = "--force", .help = "overwrite an existing file", .flag = &(T)->force, \
        .idle = LAB_NO_FILE                                                           \
    }
#define LAB_QUIET_OPTION(T) LAB_FLAG("--quiet", "no warnings, no progress", &(T)->quiet)

/* Reads a command line whose one operand is the problem; refuses options that cannot matter. */
status lab_read_options(const command *self, const option *table, int rows, lab_job *job, int count,
                        char **arguments, bool *helped, message *why) MUST_CHECK;

/* The whole command: reads the options, lets `answer` do the work and returns the exit code. */
int lab_do(const command *self, const option *table, int rows, lab_job *job,
           status (*answer)(void *request, message *why), void *request, int count,
           char **arguments);

/* All of it but formulation and method. */
status lab_read_system(const lab_texts *texts, lab_setup *out, message *why) MUST_CHECK;

/* All of the list, with the nearest name when one is unknown. */
status lab_read_formulations(const name_list *names, formulation_choice *out,
                             message *why) MUST_CHECK;

/* lab_setup_method with the catalogue of the assets. */
status lab_choose_method(const char *name, lab_setup *setup, lab_method *opened,
                         message *why) MUST_CHECK;

/* The file that is written, its size, and how many threads there are. */
status lab_read_output(lab_job *job, message *why) MUST_CHECK;

/* Opens the file, if there is one; what cannot be written is known before the work. */
status lab_open_output(lab_job *job, message *why) MUST_CHECK;

/* Ends the file, if there is one: `sheet` is drawn into it unless it is NULL. */
status lab_close_output(lab_job *job, chart_sheet *sheet, message *why) MUST_CHECK;

/* Lets a study work with progress on the terminal. */
study_work lab_work(lab_job *job);

#endif
