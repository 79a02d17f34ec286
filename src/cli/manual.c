#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "topics.h"
#include "troff.h"

static void section(const char *title)
{
    printf(".SH ");
    for (const char *c = title; *c != '\0'; c++) {
        putchar(toupper((unsigned char)*c));
    }
    putchar('\n');
}

static void print_option(const option *o)
{
    printf(".TP\n\\fB");
    troff_code(o->name);
    printf("\\fR");
    if (o->hint != NULL) {
        printf(" \\fI");
        troff_code(o->hint);
        printf("\\fR");
    }
    putchar('\n');
    troff_words(o->help);
    putchar('\n');
}

static void print_command(void *context, const options *o, const command *self)
{
    (void)context;
    printf(".SS %s\n\\fBspinscope %s\\fR%s", self->name, self->name,
           self->usage[0] != '\0' ? " " : "");
    troff_usage(self->usage);
    printf("\n.PP\n");
    troff_words(self->summary);
    printf("%s\n", command_full_stop(self));
    if (self->details[0] != '\0') {
        printf(".PP\n");
        troff_text(self->details);
    }
    for (int i = 0; i < o->count; i++) {
        print_option(&o->table[i]);
    }
}

static void print_manual(void)
{
    printf(".TH SPINSCOPE 1 %s \"spinscope %s\" \"User Commands\"\n", SPINSCOPE_DATE,
           SPINSCOPE_VERSION);
    printf(".ad l\n");
    section("Name");
    printf("spinscope \\- stability regions of time\\-stepping methods for DAEs\n");
    section("Synopsis");
    printf("\\fBspinscope\\fR [\\fICOMMAND\\fR] [\\fIARGUMENTS\\fR]\n.PP\n"
           "\\fBspinscope\\fR \\fB\\-\\-help\\fR|\\fB\\-\\-version\\fR\n");
    section(help_topics[0].title);
    troff_text(help_topics[0].text);
    section("Commands");
    for (int i = 0; i < commands_count(); i++) {
        options_visit(commands_at(i), print_command, NULL);
        for (int k = 0; commands_at(i)->parts != NULL && commands_at(i)->parts[k] != NULL; k++) {
            options_visit(commands_at(i)->parts[k], print_command, NULL);
        }
    }
    for (int i = 1; i < help_topic_count; i++) {
        section(help_topics[i].title);
        troff_text(help_topics[i].text);
    }
    section("See also");
    printf("\\fBffmpeg\\fR(1)\n");
}

static int run(const command *self, int count, char **arguments)
{
    bool helped = false;
    const options o = {.count = 0};
    message why;
    status s = options_read(&o, self, count, arguments, &helped, &why);
    if (s == STATUS_OK && !helped) {
        print_manual();
    }
    return finish(self, s, &why);
}

const command manual_command = {
    .name = "manual",
    .summary = "Prints the manual page, made from all option tables and topics",
    .usage = "",
    .details = "The page is source for man: 'spinscope manual > spinscope.1; man ./spinscope.1'.\n",
    .run = run,
};
