/* Output files that appear whole or not at all.
 *
 * What is written goes to a temporary file beside the target, which takes the target's name at
 * commit; until then an existing file is untouched. "-" is standard output, and a device or a pipe
 * that exists is written directly: neither can be taken back. A name that cannot be created is bad
 * input; a full disk is a failure. Different outputs may be used by different threads. */
#ifndef BASE_OUTPUT_H
#define BASE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

typedef struct output output;

/* How many outputs can be open at a time. */
enum { OUTPUT_MAX_OPEN = 64 };

/* Without `overwrite` a file that exists is refused, here and again at commit. A file that is
 * overwritten keeps its permissions; through a symbolic link the file behind it is replaced. */
status output_open(const char *path, bool overwrite, output **out, message *why) MUST_CHECK;

/* The same where there is nobody to ask: what exists is replaced when it is empty or begins with
 * these bytes, of this kind ("a workspace"), and refused otherwise. */
status output_open_kind(const char *path, const void *beginning, size_t length, const char *kind,
                        output **out, message *why) MUST_CHECK;

/* Would both write the same file, however it is called? Devices such as /dev/null take any number
 * of outputs, unless they have the same name. */
bool output_is_same(const char *a, const char *b);

/* Into memory: at commit *data is what was written, *size bytes, which the caller frees. Until
 * then, and after a failure, *data is NULL. */
status output_open_memory(char **data, size_t *size, output **out, message *why) MUST_CHECK;

/* The path of the temporary file, for another program to write; NULL when there is none ("-"). What
 * is written by output_write goes there, too. */
const char *output_path(const output *o);

/* Its file descriptor; -1 in memory. */
int output_descriptor(const output *o);

/* Buffered. After a failure every further write, and the commit, fails too. */
status output_write(output *o, const void *data, size_t size, message *why) MUST_CHECK;

/* Gives the file its name once all is on the disk, and brings the name there. Fails when memory ran
 * out since it was opened: something may be missing in it. Frees the output and sets *o to NULL in
 * every case; after a failure nothing is left behind. */
status output_commit(output **o, message *why) MUST_CHECK;

/* The same for outputs that belong together (NULL: none): all of them are on the disk before the
 * first has its name, and when one cannot get it the new files among the others are removed. */
status output_commit_all(output **list, int count, message *why) MUST_CHECK;

/* Is there nothing in the file yet, whoever was to write it? False where that cannot be told. */
bool output_is_empty(const output *o);

/* Gives up: removes the temporary file, frees, and sets *o to NULL. *o may be NULL. */
void output_discard(output **o);

/* Removes the temporary files of all open outputs, which cannot be committed afterwards, and no
 * thread can open another one: the program ends. May be called in a signal handler. */
void output_discard_all(void);

#endif
