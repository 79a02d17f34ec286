/* What the subcommands share. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "base/text.h"
#include "method/catalogue.h"
#include "options.h"
#include "study/json.h"

extern const command list_command, formula_command, eval_command, render_command, validate_command,
    explore_command, movie_command, reproduce_command, lab_command, analyse_command,
    compare_command, largest_h_command, lesson_command, help_command, manual_command,
    completion_command;

/* All of them, in the order in which they are shown. */
int commands_count(void);
const command *commands_at(int i);
const command *commands_find(const char *name); /* NULL when there is none */

/* What `spinscope --help` prints. */
void print_overview(void);

/* The window of `explore`, playing a lesson; size NULL is the usual one. */
status explore_lesson(const char *name, const char *size, message *why) MUST_CHECK;

/* The lessons of the assets on stdout. */
status list_lessons(const command *self, bool json, bool quiet, message *why) MUST_CHECK;

/* The exit code of a command, after "spinscope NAME: ..." on stderr unless all is well or the
 * answer was "no", which has been said. */
int finish(const command *self, status s, const message *why);

/* "spinscope NAME: ..." on stderr; no words are no warning. Both end the line; complain returns the
 * exit code. */
int complain(const command *self, status s, const message *why);
void warn(const command *self, bool quiet, const char *words);

/* The folder that holds `methods` and the other data files. */
const char *assets_folder(void);

/* Has that folder this part? The message says where it was looked for. */
status assets_need(const char *part, message *why) MUST_CHECK;

/* Opens the catalogue and the method; says what the method's file should be warned about. The
 * caller destroys the method. */
status open_method(const command *self, const char *name, bool quiet, method **out,
                   message *why) MUST_CHECK;

/* Both print on stdout what they are given, and free it. */
status print_json(cJSON *document, message *why) MUST_CHECK;
status print_whole(text *words, message *why) MUST_CHECK;

cJSON *json_pair(double a, double b);

#endif
