/* What the tests of `reproduce` share. */
#ifndef TESTS_CLI_REPRODUCE_H
#define TESTS_CLI_REPRODUCE_H

#include <stdio.h>
#include <string.h>

#include "support/command.h"
#include "support/support.h"

static inline bool has(const char *words, const char *part)
{
    return strstr(words, part) != NULL;
}

/* Runs a topic with a published file in which sed has changed something. */
static inline result run_changed(const char *file, const char *change, const char *topic)
{
    char command[2000];
    snprintf(command, sizeof command,
             "to=changed-assets-$$; cp -r '" SPINSCOPE_ASSETS "' $to && chmod -R u+w $to && "
             "sed -i '%s' $to/published/%s && ! cmp -s '" SPINSCOPE_ASSETS "'/published/%s "
             "$to/published/%s && SPINSCOPE_ASSETS=$to '" SPINSCOPE_PROGRAM "' reproduce %s; "
             "code=$?; rm -rf $to; exit $code",
             change, file, file, file, topic);
    return run_shell(command);
}

#endif
