/* What a command that works for a while and writes files needs around it. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "base/text.h"
#include "base/work.h"
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

/* Progress on one line of stderr: "NAME 42 %, 3 s left", or "NAME, 5 s" as long as nobody told
 * which part is done. Silent when stderr is no terminal. A thread of its own writes it, so that it
 * is seen whatever the others do; messages take it away first, by progress_wipe. Of several, in any
 * threads, the first that knows its part is shown, else the last. */
typedef struct progress {
    bool is_shown; /* may it be? */
    char name[80];
    double began;
    _Atomic double part;    /* that is done; 0: not known */
    struct progress *outer; /* that was begun before; NULL: none */
} progress;

void progress_begin(progress *p, const char *name, bool quiet);
void progress_rename(progress *p, const char *name);
void progress_tell(progress *p, double part); /* by any thread */
void progress_end(progress *p);               /* again: does nothing */
void progress_wipe(void);

/* progress_tell for those who report counts. */
void progress_tell_count(void *progress, long done, long total);

/* work_share that shows its progress. */
void share_with_progress(int count, int jobs, work_piece piece, void *context, const char *name,
                         bool quiet);

/* How long the program may compute for a file that may be a stranger's (base/patience.h); 0 with
 * --patient. What is left of ten seconds is for drawing. */
double seconds_for_a_file(bool patient);

/* The same for measuring with a method: only one that was named by its path is limited. */
double seconds_to_measure(const method *m, bool patient);

/* That it was not enough. */
status file_takes_long(const char *file, message *why);

#endif
