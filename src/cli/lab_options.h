/* What `lab`, `lab compare`, `lab map` and `lab stiffness` share of the command line: their options
 * become setups of lab/experiment.h, what they answer is printed and written. */
#ifndef CLI_LAB_OPTIONS_H
#define CLI_LAB_OPTIONS_H

#include "cli.h"
#include "lab/experiment.h"
#include "session.h"
#include "study/outcome.h"
#include "study/sheet.h"

enum { LAB_MOST_TEXTS = 16, LAB_MOST_NAMES = 24, LAB_NAME_SIZE = 128 };

/* As typed. */
typedef struct lab_texts {
    const char *problem, *method, *h, *tol, *t1, *most_steps, *size, *jobs, *output, *film;
    const char *formulations[LAB_MOST_TEXTS], *parameters[LAB_MOST_TEXTS];
    int formulation_count, parameter_count;
    bool strict, keep_start, json, force, quiet;
} lab_texts;

/* A command at work, with the file that it writes. */
typedef struct lab_job {
    lab_texts texts;
    int width, height;
    int jobs;             /* threads; 0: as many as there are processors */
    bool is_csv;          /* else it is a picture */
    figure_format format; /* of the picture */
    text line;            /* the command line, for its metadata */
    output *to;           /* NULL: no file */
} lab_job;

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

#define LAB_FORMULATION_OPTION(T, NAME, HINT, HELP)                           \
    {                                                                         \
        .name = NAME, .hint = HINT, .help = HELP, .value = (T)->formulations, \
        .times = &(T)->formulation_count, .most = LAB_MOST_TEXTS              \
    }

/* Of the commands that integrate; USUAL are the defaults in words. */
#define LAB_MOST_STEPS_OPTION(T, USUAL)                                                        \
    {                                                                                          \
        .name = "--most-steps", .hint = "N",                                                   \
        .help = "end a run after so many steps (default " USUAL ")", .value = &(T)->most_steps \
    }

#define LAB_SIZE_OPTION(T, WHAT)                                                       \
    {                                                                                  \
        .name = "--size", .hint = "WxH", .help = "of the " WHAT " (default 1280x720)", \
        .value = &(T)->size, .idle = LAB_NO_PICTURE                                    \
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

/* Reads a command line whose one operand is the problem; refuses options that cannot matter. */
status lab_read_options(const command *self, const option *table, int rows, lab_job *job, int count,
                        char **arguments, bool *helped, message *why) MUST_CHECK;

/* The whole command: reads the options, lets `answer` do the work and returns the exit code. */
int lab_do(const command *self, const option *table, int rows, lab_job *job,
           status (*answer)(const command *self, void *request, message *why), void *request,
           int count, char **arguments);

/* Names in a list. A semicolon separates, and so does a comma, unless KEY=VALUE follows, which goes
 * on with the options of the name before: projected-invariant:D=CT,k=2,index-2 are two. */
typedef struct name_list {
    int count;
    char names[LAB_MOST_NAMES][LAB_NAME_SIZE];
} name_list;

/* `option_name` is for messages; its texts are put one after the other. Without any it is `usual`.
 */
status lab_split(const char *option_name, const char *const *texts, int count, const char *usual,
                 name_list *out, message *why) MUST_CHECK;

/* The system, its parameters, t1, how many steps there may be and what becomes of the start. */
status lab_read_system(const lab_texts *texts, lab_setup *out, message *why) MUST_CHECK;

/* All of the list, with the nearest name when one is unknown. */
status lab_read_formulations(const name_list *names, formulation_choice *out,
                             message *why) MUST_CHECK;

/* h and tol of the texts. */
status lab_read_steps(const lab_texts *texts, lab_setup *out, message *why) MUST_CHECK;

/* The file that is written, its size, and how many threads there are. */
status lab_read_output(lab_job *job, message *why) MUST_CHECK;

/* Opens the file, if there is one; what cannot be written is known before the work. */
status lab_open_output(lab_job *job, message *why) MUST_CHECK;

/* Ends the file, if there is one: `sheet` is drawn into it unless it is NULL. */
status lab_close_output(lab_job *job, chart_sheet *sheet, message *why) MUST_CHECK;

/* Prints the words and clears them. */
status lab_print(text *words, message *why) MUST_CHECK;

/* Lets a study work with progress on the terminal. */
study_work lab_work(lab_job *job);

#endif
