/* spinscope: one table of subcommands, and what they share. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "cli.h"
#include "picture/canvas.h"
#include "session.h"

static const command *const commands[] = {
    &list_command,    &formula_command, &eval_command,      &analyse_command,
    &compare_command, &render_command,  &validate_command,  &explore_command,
    &movie_command,   &lab_command,     &reproduce_command, &largest_h_command,
    &lesson_command,  &help_command,    &manual_command,    &completion_command};

static const int command_count = (int)(sizeof commands / sizeof commands[0]);

int commands_count(void)
{
    return command_count;
}

const command *commands_at(int i)
{
    return commands[i];
}

const command *commands_find(const char *name)
{
    for (int i = 0; i < command_count; i++) {
        if (strcmp(commands[i]->name, name) == 0) {
            return commands[i];
        }
    }
    return NULL;
}

int complain(const command *self, status s, const message *why)
{
    message memory;
    if (memory_failures() > 0 && strstr(why->text, "memory") == NULL) {
        s = fail(&memory, "out of memory"); /* whatever came of it */
        why = &memory;
    }
    s = memory_failures() > 0 ? STATUS_FAILED : s;
    fflush(stdout);
    progress_wipe();
    fprintf(stderr, "spinscope%s%s: %s\n", self != NULL ? " " : "", self != NULL ? self->name : "",
            why->text);
    return (int)s;
}

int finish(const command *self, status s, const message *why)
{
    return s == STATUS_OK || s == STATUS_NO ? (int)s : complain(self, s, why);
}

void warn(const command *self, bool quiet, const char *words)
{
    if (!quiet && words[0] != '\0' &&
        memory_failures() == 0) { /* that will be told once, by complain */
        progress_wipe();
        fprintf(stderr, "spinscope %s: %s\n", self->name, words);
    }
}

status open_method(const command *self, const char *name, bool quiet, method **out, message *why)
{
    catalogue *c = NULL;
    TRY(catalogue_create(assets_folder(), &c, why));
    status s = catalogue_open(c, name, out, why);
    catalogue_destroy(c);
    TRY(s);
    if (method_describe(*out)->warning[0] != '\0') {
        char words[METHOD_NAME_SIZE + 440];
        snprintf(words, sizeof words, "warning: %s: %s", method_describe(*out)->name,
                 method_describe(*out)->warning);
        warn(self, quiet, words);
    }
    return STATUS_OK;
}

status print_whole(text *words, message *why)
{
    status s = words->broken ? fail(why, "out of memory") : STATUS_OK;
    if (s == STATUS_OK && words->data != NULL) {
        fputs(words->data, stdout);
    }
    text_clear(words);
    return s;
}

cJSON *json_pair(double a, double b)
{
    cJSON *pair = cJSON_CreateArray();
    cJSON_AddItemToArray(pair, json_number(a));
    cJSON_AddItemToArray(pair, json_number(b));
    return pair;
}

status print_json(cJSON *document, message *why)
{
    char *printed = memory_failures() == 0 ? cJSON_PrintUnformatted(document) : NULL;
    cJSON_Delete(document);
    if (printed == NULL) {
        return fail(why, "out of memory");
    }
    text_make_readable(printed); /* names of files need not be UTF-8 */
    puts(printed);
    cJSON_free(printed);
    return STATUS_OK;
}

static int unknown_command(const char *name)
{
    message why;
    const char *names[sizeof commands / sizeof commands[0]];
    for (int i = 0; i < command_count; i++) {
        names[i] = commands[i]->name;
    }
    const char *near = options_nearest(name, names, command_count);
    char accepted[400];
    options_list(names, command_count, accepted, sizeof accepted);
    status s = near != NULL ? refuse(&why, "unknown command '%.60s'; did you mean %s?", name, near)
                            : refuse(&why,
                                     "unknown command '%.60s'; accepted: %s, --help, "
                                     "--version",
                                     name, accepted);
    return complain(NULL, s, &why);
}

static int run(int count, char **arguments)
{
    if (count == 0) {
        return explore_command.run(&explore_command, 0, arguments);
    }
    if (strcmp(arguments[0], "--help") == 0 || strcmp(arguments[0], "-h") == 0) {
        print_overview();
        return 0;
    }
    if (strcmp(arguments[0], "--version") == 0) {
        printf("spinscope %s\n", SPINSCOPE_VERSION);
        return 0;
    }
    const command *c = commands_find(arguments[0]);
    return c != NULL ? c->run(c, count - 1, arguments + 1) : unknown_command(arguments[0]);
}

int main(int count, char **arguments)
{
    session_watch_memory();
    int code = run(count > 0 ? count - 1 : 0, arguments + 1);
    if (canvas_lacks_letters() && !options_said_quiet() && memory_failures() == 0) {
        fputs(
            "spinscope: no font has all the letters that were drawn: they are spelled out (sigma, "
            "- for a minus) or a ?; the STIX fonts have them (Debian: fonts-stix)\n",
            stderr);
    }
    /* An answer that did not reach its reader is not an answer. */
    if (code < STATUS_BAD_INPUT && (fflush(stdout) != 0 || ferror(stdout))) {
        message why;
        status s = fail(&why, "the output could not be written");
        return complain(NULL, s, &why);
    }
    /* Nor is one that was made while memory ran out. */
    if (code < STATUS_BAD_INPUT && memory_failures() > 0) {
        message why;
        status s = fail(&why, "out of memory");
        return complain(NULL, s, &why);
    }
    return code;
}
