#include "reproduce.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "session.h"

enum { MOST_TOPICS = 16, MOST_FILE = 1 << 20 };

static const struct {
    const char *name, *summary;
    status (*run)(reproduction *r, message *why);
    const char *picture; /* its name, NULL: none */
} topics[] = {
    {"tables", "Tables 4.1 to 4.8 of Ascher and Petzold, cell by cell", reproduce_tables, NULL},
    {"projection", "Table 3.1 of Eich in kind: BDF with and without coordinate projection",
     reproduce_projection, NULL},
    {"drift", "the drift theorem of the lecture notes, and the orders of post-stabilisation",
     reproduce_drift, "drift"},
    {"attraction", "Example 6 of the lecture notes: the circle attracts when it is made to",
     reproduce_attraction, "attraction"},
};

static const int topic_count = (int)(sizeof topics / sizeof topics[0]);

const char *reproduce_claim(reproduction *r, bool holds)
{
    r->holds = r->holds && holds;
    return holds ? "holds" : "DOES NOT HOLD";
}

status reproduce_read(const char *name, char **path, char **data, size_t *length, message *why)
{
    text t = {0};
    text_add(&t, "%s/published/%s", assets_folder(), name);
    *path = t.data;
    *data = NULL;
    return t.broken ? fail(why, "out of memory") : file_read(t.data, MOST_FILE, data, length, why);
}

status reproduce_chart(const reproduction *r, const chart *c, const char *name, message *why)
{
    if (r->folder == NULL) {
        return STATUS_OK;
    }
    text path = {0};
    output *to = NULL;
    text_add(&path, "%s/%s.png", r->folder, name);
    status s = path.broken ? fail(why, "out of memory") : STATUS_OK;
    s = s == STATUS_OK ? output_open(path.data, r->force, &to, why) : s;
    s = s == STATUS_OK ? chart_write(c, FIGURE_PNG, r->command_line, to, why) : s;
    s = s == STATUS_OK ? output_commit(&to, why) : s;
    output_discard(&to);
    if (s == STATUS_OK) {
        printf("  picture: %s\n", path.data);
    }
    text_clear(&path);
    return s;
}

static status unknown_topic(const char *name, message *why)
{
    char accepted[200] = "";
    for (int i = 0; i < topic_count; i++) {
        size_t used = strlen(accepted);
        snprintf(accepted + used, sizeof accepted - used, "%s%s", i > 0 ? ", " : "",
                 topics[i].name);
    }
    return refuse(why, "'%.60s' cannot be reproduced; accepted: %s", name, accepted);
}

static status check_topics(const char *const *names, message *why)
{
    for (int i = 0; i < MOST_TOPICS && names[i] != NULL; i++) {
        bool known = false;
        for (int k = 0; k < topic_count; k++) {
            known = known || strcmp(names[i], topics[k].name) == 0;
        }
        if (!known) {
            return unknown_topic(names[i], why);
        }
    }
    return STATUS_OK;
}

static bool is_wanted(const char *const *names, const char *topic)
{
    for (int i = 0; i < MOST_TOPICS && names[i] != NULL; i++) {
        if (strcmp(names[i], topic) == 0) {
            return true;
        }
    }
    return names[0] == NULL;
}

/* Is there room for the pictures? Asked before anything is computed. */
static status check_pictures(const reproduction *r, const char *const *names, message *why)
{
    status s = STATUS_OK;
    bool any = false;
    for (int i = 0; i < topic_count && s == STATUS_OK && r->folder != NULL; i++) {
        if (topics[i].picture != NULL && is_wanted(names, topics[i].name)) {
            text path = {0};
            any = true;
            text_add(&path, "%s/%s.png", r->folder, topics[i].picture);
            if (path.data != NULL && !r->force && access(path.data, F_OK) == 0) {
                s = refuse(why, "%.300s exists; --force overwrites it", path.data);
            }
            text_clear(&path);
        }
    }
    if (s == STATUS_OK && r->folder != NULL && !any) {
        s = refuse(why, "-o %.200s: what is asked for has no pictures; drift and attraction have",
                   r->folder);
    }
    return s;
}

static status make_folder(const char *folder, message *why)
{
    struct stat is;
    if (folder == NULL || mkdir(folder, 0777) == 0 ||
        (errno == EEXIST && stat(folder, &is) == 0 && S_ISDIR(is.st_mode))) {
        return STATUS_OK;
    }
    return refuse(why, "-o %.200s: no folder can be made there: %s", folder, strerror(errno));
}

static status reproduce(reproduction *r, const char *const *names, message *why)
{
    catalogue *all = NULL;
    status s = check_topics(names, why);
    s = s == STATUS_OK ? check_pictures(r, names, why) : s;
    s = s == STATUS_OK ? make_folder(r->folder, why) : s;
    s = s == STATUS_OK ? catalogue_create(assets_folder(), &all, why) : s;
    r->all = all;
    bool first = true;
    for (int i = 0; i < topic_count && s == STATUS_OK; i++) {
        if (is_wanted(names, topics[i].name)) {
            printf("%s%s\n\n", first ? "" : "\n", topics[i].summary);
            first = false;
            s = topics[i].run(r, why);
            fflush(stdout);
        }
    }
    catalogue_destroy(all);
    return s;
}

static int run(const command *self, int count, char **arguments)
{
    const char *names[MOST_TOPICS] = {NULL};
    const char *folder = NULL;
    bool force = false, helped = false;
    const option table[] = {
        {.name = "-o", .hint = "FOLDER", .help = "write the pictures there", .value = &folder},
        {.name = "--force", .help = "overwrite pictures that exist", .flag = &force},
    };
    const options o = {
        .table = table, .count = 2, .operands_most = MOST_TOPICS - 1, .operands = names};
    message why;
    text line = {0};
    session_watch_signals();
    session_command_line(self, count, arguments, &line);
    status s = options_read(&o, self, count, arguments, &helped, &why);
    reproduction r = {
        .self = self, .folder = folder, .command_line = line.data, .force = force, .holds = true};
    if (s == STATUS_OK && !helped) {
        s = reproduce(&r, names, &why);
    }
    text_clear(&line);
    return s != STATUS_OK ? complain(self, s, &why) : r.holds ? 0 : 1;
}

const command reproduce_command = {
    .name = "reproduce",
    .summary = "Computes published results and prints them beside what was printed",
    .usage = "[WHAT...] [-o FOLDER]",
    .details = "WHAT is one or more of (all of them when nothing is said):\n"
               "  tables      Tables 4.1 to 4.8 of Ascher and Petzold, TR 91-3\n"
               "  projection  Table 3.1 of Eich, SIAM J. Numer. Anal. 30 (1993), in kind\n"
               "  drift       drift of RK4 on index 1, orders of post-stabilisation (picture)\n"
               "  attraction  Example 6 of the lecture notes (picture)\n\n"
               "The exit code is 1 when something that must hold does not.\n",
    .run = run,
};
