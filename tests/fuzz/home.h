/* A folder for fuzzers that run the whole program in process, and what keeps it there. */
#ifndef TESTS_FUZZ_HOME_H
#define TESTS_FUZZ_HOME_H

#include <stdbool.h>

/* The program's main function. */
int spinscope_main(int count, char **arguments);

/* The folder that everything is written to, the current one from now on: made at the first call,
 * filled with what is in the folder `files` (NULL: nothing), and again now and then. */
void home_prepare(const char *files);

/* May a word name a file that is elsewhere? */
bool home_may_be_left(const char *word);

#endif
