/* Small jobs, one of every kind that the command line has, and running them in folders of their
 * own.
 *
 * A job is run in a forked child: either the program's own main, within the test program (see
 * inject.h), or the program as it is. What it said, how it ended and what it left in its folder is
 * kept. */
#ifndef FAULTS_JOBS_H
#define FAULTS_JOBS_H

#include <stdbool.h>
#include <sys/types.h>

#include "faults/tree.h"

typedef enum job_kind {
    JOB_QUICK = 1,   /* also for the short tests */
    JOB_WINDOW = 2,  /* goes on after a failure, and says so in the window */
    JOB_TIMES = 4,   /* tells how long it took, so that no two answers are the same */
    JOB_DIFFERS = 8, /* nor two files */
    JOB_FFMPEG = 16, /* needs it */
} job_kind;

typedef struct job {
    const char *words; /* separated by blanks */
    const char *file;  /* that it writes in its folder; a folder ends in '/'; NULL: none */
    int kind;          /* the sum of its kinds */
} job;

extern const job jobs[];
extern const int job_count;

enum { MOST_LEFT = 100 };

typedef struct outcome {
    int code;                      /* exit code; 128 + signal when it was killed */
    char err[2000];                /* what it said, cut */
    char out[2000];                /* what it answered, cut */
    unsigned long long out_digest; /* of all of it */
    leaving left[MOST_LEFT];       /* in the folder, without what every job finds there */
    int left_count;
} outcome;

typedef struct run_options {
    int (*run)(int, char **);             /* NULL: the program is executed */
    void (*prepare)(void *);              /* in the child, in the folder; NULL: nothing */
    void (*disturb)(pid_t child, void *); /* in the parent, meanwhile; NULL: nothing */
    void *context;
    bool has_old_file; /* the job's file exists already, with old_words in it, and is replaced */
    const char *name;  /* what '@' in the words is replaced by; NULL: stays */
    const char *home;  /* the folder to run it in; NULL: the usual one */
} run_options;

extern const char old_words[];

/* Runs it in a folder that holds nothing but what the jobs read. */
void job_run(const job *j, const run_options *options, outcome *out);

/* Is every file that was left that of before, or that of a whole run, and nothing else there? On
 * false *which is one that is not. */
bool leavings_are_whole(const outcome *o, const outcome *whole, const job *j, const char **which);

/* Is it exit code `code` with one line that has `words` in it? */
bool is_told(const outcome *o, int code, const char *words);

/* Is it a quick one, or are the tests thorough? Can it be done (some need ffmpeg)? SPINSCOPE_ONLY
 * in the environment chooses those that begin so. */
bool job_is_wanted(const job *j);

/* Are the tests to be thorough? Set by the environment variable SPINSCOPE_THOROUGH. */
bool is_thorough(void);

#endif
