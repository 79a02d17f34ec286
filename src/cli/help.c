#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli.h"
#include "topics.h"

enum { MOST_WORDS = 2 }; /* lab map */

int topics_count(void)
{
    return help_topic_count + handbook_topic_count;
}

const topic *topics_at(int i)
{
    return i < help_topic_count ? &help_topics[i] : &handbook_topics[i - help_topic_count];
}

const topic *topic_find(const char *name)
{
    for (int i = 0; i < topics_count(); i++) {
        if (strcmp(topics_at(i)->name, name) == 0) {
            return topics_at(i);
        }
    }
    return NULL;
}

void print_overview(void)
{
    printf("usage: spinscope COMMAND [ARGUMENTS]\n\n"
           "Stability regions of time-stepping methods for differential-algebraic equations.\n\n"
           "commands:\n");
    for (int i = 0; i < commands_count(); i++) {
        printf("  %-12s %s\n", commands_at(i)->name, commands_at(i)->summary);
    }
    printf("\ntopics, for 'spinscope help TOPIC':\n");
    for (int i = 0; i < topics_count(); i++) {
        printf("  %-12s %s\n", topics_at(i)->name, topics_at(i)->title);
    }
    printf("\n'spinscope COMMAND --help' tells more; --version prints the version. Without a "
           "command\nthe window is opened.\n\n"
           "exit codes: 0 done, 1 the answer is \"no\", 2 bad usage or input, 3 could not be "
           "done\n");
}

static status unknown_topic(const char *name, message *why)
{
    text names = {0};
    for (int i = 0; i < topics_count(); i++) {
        text_add(&names, "%s, ", topics_at(i)->name);
    }
    status s = refuse(why, "there is no help about '%.60s'; accepted: %sor a command", name,
                      names.data != NULL ? names.data : "");
    text_clear(&names);
    return s;
}

/* The help of a command is that of its --help. */
static status help_about(const char *const *words, message *why)
{
    static char asking[] = "--help";
    char *arguments[] = {asking, NULL};
    const topic *about = topic_find(words[0]);
    const command *c = commands_find(words[0]);
    const command *part = c != NULL && words[1] != NULL ? command_part(c, words[1]) : NULL;
    if (about != NULL && words[1] == NULL && about->text == NULL) {
        return handbook_print(about, why);
    }
    if (about != NULL && words[1] == NULL) {
        printf("%s\n\n%s", about->title, about->text);
        return STATUS_OK;
    }
    if (about != NULL && c == NULL) {
        return refuse(why, "'%.60s' after '%s': one topic is accepted", words[1], about->name);
    }
    if (c == NULL) {
        return unknown_topic(words[0], why);
    }
    if (part == NULL && words[1] != NULL) {
        return refuse(why, "'%.60s' is no part of %s", words[1], c->name);
    }
    c = part != NULL ? part : c;
    return (status)c->run(c, 1, arguments);
}

static int run(const command *self, int count, char **arguments)
{
    const char *words[MOST_WORDS + 1] = {NULL};
    bool helped = false;
    const options o = {.operands_most = MOST_WORDS, .operands = words, .operand = "TOPIC"};
    message why;
    status s = options_read(&o, self, count, arguments, &helped, &why);
    if (s == STATUS_OK && !helped && words[0] == NULL) {
        print_overview();
    } else if (s == STATUS_OK && !helped) {
        s = help_about(words, &why);
    }
    return finish(self, s, &why);
}

const command help_command = {
    .name = "help",
    .summary = "Explains a topic or a command",
    .usage = "[TOPIC|COMMAND]",
    .details = "Without a topic, all commands and topics are listed. 'spinscope manual' has "
               "everything\nas a manual page.\n",
    .run = run,
};
