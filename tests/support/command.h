/* Running the program as a person would and keeping what it said. */
#ifndef TESTS_COMMAND_H
#define TESTS_COMMAND_H

#include <stdbool.h>

typedef struct result {
    int code; /* exit code; 128 + signal when it was killed */
    char *out, *err;
} result;

/* Runs `spinscope` with a shell command line of arguments: quoting and redirection work. The
 * caller clears the result. */
result run_spinscope(const char *arguments);

/* Runs any shell command. */
result run_shell(const char *command);

/* The same in a folder of its own, which is removed afterwards; `spinscope` is the program. */
result run_in_folder(const char *command);

void result_clear(result *r);

/* Exactly one line? */
bool is_one_line(const char *words);

/* Writes a file into the test's scratch folder and returns its path, valid until the next call. */
const char *scratch_file(const char *name, const char *data, unsigned long length);

/* The thread sanitizer may not call it a leak, in programs that are started from now on, when a
 * signal ends them before their threads are joined. */
void allow_unjoined_threads(void);

/* Makes the locale de_DE.UTF-8, which writes 1,5, and returns its folder, for LOCPATH; NULL where
 * it cannot be had (Debian package locales). */
const char *german_locale(void);

#endif
