/* What a lesson may do: commands of the tables that stay inside of the explorer. */
#include <string.h>

#include "explorer/glide.h"
#include "explorer/workspace_file.h"

/* Does one of the exhibits have a clock? That of the roots has none. */
static bool stage_plays(const char *exhibits)
{
    for (const char *at = exhibits; *at != '\0';) {
        at += strspn(at, " |");
        size_t length = strcspn(at, " |");
        bool is_still =
            length == 0 || strncmp(at, "roots", length) == 0 || strncmp(at, "off", length) == 0;
        if (!is_still) {
            return true;
        }
        at += strcspn(at, "|");
    }
    return false;
}

static status check_setting(const char *key, const char *value, bool *moves, message *why)
{
    settings scratch = settings_initial();
    const property *of = settings_find(key);
    bool is_text = of->kind == &property_text;
    if (is_text &&
        (workspace_names_a_file(value) || (strcmp(key, "spectrum") == 0 && value[0] != '\0'))) {
        return refuse(why, "%s %.80s: a lesson opens no files; names of the lists are accepted",
                      key, value);
    }
    *moves = strcmp(key, "stage") == 0 && stage_plays(value);
    return settings_set(&scratch, key, value, why);
}

status command_check(const char *line, bool *moves, double *seconds, message *why)
{
    char name[COMMAND_NAME_SIZE];
    const char *argument = command_split(line, name);
    const explorer_action *a = action_find(name);
    gliding g = {0};
    *moves = false;
    *seconds = 0;
    if (a == NULL) {
        return settings_find(name) != NULL ? check_setting(name, argument, moves, why)
                                           : command_unknown(name, why);
    }
    if ((a->traits & OUTSIDE) != 0) {
        return refuse(why, "'%s' is not for lessons: it reaches files, keys or the program itself",
                      name);
    }
    if ((a->traits & NAMES) != 0 && workspace_names_a_file(argument)) {
        return refuse(why, "%s %.80s: a lesson opens no files; names of the lists are accepted",
                      name, argument);
    }
    if (a->argument == NULL && argument[0] != '\0') {
        return refuse(why, "%s %.80s: no argument is accepted", name, argument);
    }
    status s = a->run == do_glide ? glide_read(argument, &g, why)
               : a->run == do_fly ? fly_read(argument, &g, why)
                                  : STATUS_OK;
    *moves = (a->traits & MOVES) != 0 && strcmp(argument, "off") != 0;
    *seconds = g.seconds;
    return s;
}
