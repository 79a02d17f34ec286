#include "reproduce/reproduce.h"

#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "reproduce/report.h"
#include "session.h"

enum { MOST_TOPICS = 32 };

/* The names of all topics, ended by NULL. */
static void list_topics(const char *out[MOST_TOPICS])
{
    for (int i = 0; i < reproduce_topic_count; i++) {
        out[i] = reproduce_topics[i].name;
    }
    out[reproduce_topic_count] = NULL;
}

static status read_topics(const char *const *typed, unsigned *out, message *why)
{
    const char *names[MOST_TOPICS];
    char accepted[sizeof why->text];
    list_topics(names);
    for (int i = 0; typed[i] != NULL; i++) {
        int k = 0;
        while (k < reproduce_topic_count && strcmp(typed[i], names[k]) != 0) {
            k++;
        }
        if (k == reproduce_topic_count) {
            options_list(names, k, accepted, sizeof accepted);
            return refuse(why, "'%.60s' cannot be reproduced; accepted: %s", typed[i], accepted);
        }
        *out |= 1u << k;
    }
    return STATUS_OK;
}

static void show_topic(void *context, const char *topic)
{
    progress_end(context);
    progress_begin(context, topic, false);
}

static void print_text(const document *d, text *words)
{
    document_text(d, words);
    if (document_picture_count(d) > 0) {
        text_add(words, "\nThe pictures, and all of this as HTML and PDF: -o FOLDER\n");
    }
}

/* *holds: the answer. */
static status reproduce(reproduction *r, bool *holds, message *why)
{
    report files = {.of = r};
    text words = {0};
    status s = STATUS_OK;
    if (r->folder != NULL) {
        TRY_OR_END(report_begin(&files, r, why));
    }
    s = reproduce_document(r, why);
    progress_end(r->context);
    TRY_OR_END(s);
    *holds = document_holds(r->document);
    if (r->folder != NULL) {
        TRY_OR_END(report_write(&files, why));
        document_summary(r->document, &words);
        text_add(&words, "\n%s", files.paths.data);
    } else {
        print_text(r->document, &words);
    }
    s = print_whole(&words, why);
end:
    report_end(&files, s == STATUS_OK);
    text_clear(&words);
    document_destroy(r->document);
    return s;
}

/* The help, with the topics. */
static void add_details(text *out)
{
    text_add(out, "WHAT is one or more of (all of them when nothing is said):\n");
    for (int i = 0; i < reproduce_topic_count; i++) {
        text_add(out, "  %-12s %s\n", reproduce_topics[i].name, reproduce_topics[i].summary);
    }
    text_add(out, "\nWith -o FOLDER the report is written there: report.html, one file with all "
                  "pictures and\nfilms in it, report.pdf, and the pictures as files; without, it "
                  "is printed as text.\n"
                  "The exit code is 1 when something that must hold does not.\n");
}

static int run(const command *self, int count, char **arguments)
{
    enum { NO_FOLDER = 1 };
    static const char *const modes[] = {"without -o"};
    const char *names[MOST_TOPICS] = {NULL};
    const char *folder = NULL;
    unsigned long long given = 0;
    bool force = false, helped = false, holds = false;
    const option table[] = {
        {.name = "-o", .hint = "FOLDER", .help = "write the report there", .value = &folder},
        {.name = "--force",
         .help = "overwrite files that exist",
         .flag = &force,
         .idle = NO_FOLDER},
    };
    const char *words[MOST_TOPICS];
    list_topics(words);
    const options o = {.table = table,
                       .count = 2,
                       .operands_most = MOST_TOPICS - 1,
                       .operands = names,
                       .operand_words = words,
                       .modes = modes,
                       .given = &given};
    message why;
    text line = {0}, details = {0};
    session_watch_signals();
    status s = STATUS_OK;
    TRY_OR_END(session_command_line(self, count, arguments, &line, &why));
    add_details(&details);
    command described = *self;
    described.details = details.data;
    TRY_OR_END(details.broken ? fail(&why, "out of memory") : STATUS_OK);
    TRY_OR_END(options_read(&o, &described, count, arguments, &helped, &why));
    TRY_OR_END(options_refuse_idle(&o, folder == NULL ? NO_FOLDER : 0, &why));
    if (!helped) {
        progress shown = {.is_shown = false};
        reproduction r = {.assets = assets_folder(),
                          .folder = folder,
                          .command_line = line.data,
                          .version = SPINSCOPE_VERSION,
                          .force = force,
                          .begins = show_topic,
                          .context = &shown};
        TRY_OR_END(read_topics(names, &r.topics, &why));
        s = reproduce(&r, &holds, &why);
    }
end:
    text_clear(&line);
    text_clear(&details);
    return s != STATUS_OK ? complain(self, s, &why) : holds || helped ? 0 : 1;
}

const command reproduce_command = {
    .name = "reproduce",
    .summary = "Computes published results and shows them beside what was printed",
    .usage = "[WHAT...] [-o FOLDER]",
    .details = "",
    .run = run,
};
