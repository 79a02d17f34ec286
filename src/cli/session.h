/* What a command that works for a while and writes files needs around it. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "base/text.h"
#include "method/method.h"
#include "options.h"

/* cJSON and GMP cannot tell that there is no memory: cJSON leaves out what it cannot keep, GMP
 * aborts. From now on the program ends in their place, with a message, exit code 3 and no
 * unfinished files.
 */
void session_watch_memory(void);

/* Unfinished files are removed whatever ends the program; a reader that went away, or a file that
 * may not grow, is an error of writing. What the caller ignores stays ignored. */
void session_watch_signals(void);

/* The command line as it can be typed again, with what needs quotes in quotes. */
status session_command_line(const command *self, int count, char **arguments, text *out,
                            message *why) MUST_CHECK;

/* Progress on one line of stderr: "NAME 42 %, 3 s left". Silent when stderr is no terminal. */
typedef struct progress {
    const char *name;
    bool shown; /* is anything on the line? */
    double began, told;
} progress;

progress progress_begin(const char *name, bool quiet);
void progress_tell(progress *p, double part);
void progress_end(progress *p);

double seconds_since_boot(void);

/* A command begins, in a program that may have computed for hours: the window's. */
void patience_begins(void);

/* How long the program may compute for a file that may be a stranger's (base/patience.h); 0 with
 * --patient. What is left of ten seconds is for drawing. */
double seconds_for_a_file(bool patient);

/* The same for measuring with a method: only one that was named by its path is limited. */
double seconds_to_measure(const method *m, bool patient);

/* Of a film it is each frame that is limited: when a frame that begins now must end, while so many
 * threads draw. */
double seconds_for_a_frame(int threads);

/* That it was not enough. */
status file_takes_long(const char *file, message *why);

#endif
