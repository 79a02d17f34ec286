#include "reproduce.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "session.h"

enum { MOST_TOPICS = 32, MOST_FILE = 1 << 20 };

/* The one list of what can be reproduced. Each adds a section of its own name. */
static const struct topic {
    const char *name, *summary;
    status (*run)(reproduction *r, message *why);
    const char *files; /* patterns of what it writes, with a space between; "": nothing */
} topics[] = {
    {"table-5.1", "Table 5.1 of Kunkel and Mehrmann, ETNA 26 (2007)", reproduce_table_5_1, ""},
    {"figures-5", "their figures 5.1 to 5.6, every pixel integrated", reproduce_figures_5,
     "figures-5.png remark-4.1.png"},
    {"figures-6", "their figures 6.1 and 6.2 on spin stabilisation", reproduce_figures_6,
     "figures-6.png figures-6-printed-step.png"},
    {"films", "their films of the plane z while w runs", reproduce_films, "film-*.mp4 film-*.png"},
    {"tables", "Tables 4.1 to 4.8 of Ascher and Petzold, TR 91-3", reproduce_tables, ""},
    {"projection", "Table 3.1 of Eich, SIAM J. Numer. Anal. 30 (1993)", reproduce_projection,
     "projection.png"},
    {"drift", "drift theorem of the lecture notes, post-stabilisation", reproduce_drift,
     "drift.png"},
    {"attraction", "Example 6 of the lecture notes: a circle that attracts", reproduce_attraction,
     "attraction.png"},
    {"example-10.1", "Example 10.1 of the lecture notes, of index 2", reproduce_example_10_1,
     "example-10.1.png"},
};

static const int topic_count = (int)(sizeof topics / sizeof topics[0]);

/* The files of every report. */
static const char report_files[] = "report.html report.pdf";

status reproduce_read(const char *name, char **path, char **data, size_t *length, message *why)
{
    text t = {0};
    text_add(&t, "%s/published/%s", assets_folder(), name);
    *path = t.data;
    *data = NULL;
    return t.broken ? fail(why, "out of memory") : file_read(t.data, MOST_FILE, data, length, why);
}

static status unknown_topic(const char *name, message *why)
{
    text accepted = {0};
    for (int i = 0; i < topic_count; i++) {
        text_add(&accepted, "%s%s", i > 0 ? ", " : "", topics[i].name);
    }
    status s = refuse(why, "'%.60s' cannot be reproduced; accepted: %s", name,
                      accepted.data != NULL ? accepted.data : "");
    text_clear(&accepted);
    return s;
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

/* Is a file name one of the patterns? */
static bool is_among(const char *file, const char *patterns)
{
    char pattern[64];
    for (const char *at = patterns; *at != '\0'; at += strspn(at, " ")) {
        int length = (int)strcspn(at, " ");
        snprintf(pattern, sizeof pattern, "%.*s", length, at);
        if (fnmatch(pattern, file, 0) == 0) {
            return true;
        }
        at += length;
    }
    return false;
}

/* Is there room for the report? Asked before anything is computed. */
static status check_folder(const reproduction *r, const char *const *names, message *why)
{
    DIR *folder = r->folder != NULL && !r->force ? opendir(r->folder) : NULL;
    status s = STATUS_OK;
    for (const struct dirent *e; folder != NULL && (e = readdir(folder));) {
        bool taken = is_among(e->d_name, report_files);
        for (int i = 0; i < topic_count; i++) {
            taken =
                taken || (is_wanted(names, topics[i].name) && is_among(e->d_name, topics[i].files));
        }
        if (taken) {
            s = refuse(why, "%.200s/%.100s exists; --force overwrites it", r->folder, e->d_name);
            break;
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return s;
}

/* *made: it was not there before. */
static status make_folder(const char *folder, bool *made, message *why)
{
    struct stat is;
    if (folder != NULL && strcmp(folder, "-") == 0) {
        return refuse(why, "-o -: a folder is accepted, not standard output (./- is one, too)");
    }
    *made = folder != NULL && mkdir(folder, 0777) == 0;
    if (folder == NULL || *made ||
        (errno == EEXIST && stat(folder, &is) == 0 && S_ISDIR(is.st_mode))) {
        return STATUS_OK;
    }
    return refuse(why, "-o %.200s: no folder can be made there: %s", folder,
                  strerror(errno == EEXIST ? ENOTDIR : errno));
}

static status run_topics(reproduction *r, const char *const *names, message *why)
{
    int wanted = 0, done = 0;
    for (int i = 0; i < topic_count; i++) {
        wanted += is_wanted(names, topics[i].name);
    }
    catalogue *all = NULL;
    TRY(catalogue_create(assets_folder(), &all, why));
    status s = STATUS_OK;
    r->all = all;
    for (int i = 0; i < topic_count; i++) {
        if (is_wanted(names, topics[i].name)) {
            char words[80];
            progress shown;
            snprintf(words, sizeof words, "%.40s (%d of %d)", topics[i].name, ++done, wanted);
            progress_begin(&shown, words, false);
            s = topics[i].run(r, why);
            progress_end(&shown);
            TRY_OR_END(s);
        }
    }
end:
    catalogue_destroy(all);
    r->all = NULL;
    return s;
}

/* The files of a report, which get their names when all of them are on the disk. */
typedef struct files {
    int count;
    output *open[OUTPUT_MAX_OPEN];
    text paths; /* a line each */
} files;

static status files_open(files *f, const reproduction *r, const char *name, const char *ending,
                         message *why)
{
    text path = {0}, shown = {0};
    text_add(&path, "%s/%s%s", r->folder, name, ending);
    text_add(&shown, "%s", path.data != NULL ? path.data : "");
    if (shown.data != NULL) {
        text_make_line(shown.data);
    }
    text_add(&f->paths, "  %s\n", shown.data != NULL ? shown.data : "");
    text_clear(&shown);
    status s = STATUS_OK;
    TRY_OR_END(path.broken || f->paths.broken ? fail(why, "out of memory") : STATUS_OK);
    if (f->count == OUTPUT_MAX_OPEN) {
        TRY_OR_END(fail(why, "%.200s: a report has at most %d files", path.data, OUTPUT_MAX_OPEN));
    }
    TRY_OR_END(output_open(path.data, r->force, &f->open[f->count], why));
    f->count++;
end:
    text_clear(&path);
    return s;
}

/* The two that every report has, before anything is computed: a folder that cannot be written into
 * is known at once. */
static status files_begin(files *f, const reproduction *r, message *why)
{
    TRY(files_open(f, r, "report", ".html", why));
    return files_open(f, r, "report", ".pdf", why);
}

static status files_write(files *f, const reproduction *r, message *why)
{
    const document *d = r->document;
    TRY(document_html(d, f->open[0], why));
    TRY(document_pdf(d, f->open[1], why));
    for (int i = 0; i < document_picture_count(d); i++) {
        TRY(files_open(f, r, document_picture_name(d, i), ".png", why));
        TRY(document_picture(d, i, f->open[f->count - 1], why));
    }
    return output_commit_all(f->open, f->count, why);
}

static void files_clear(files *f)
{
    for (int i = 0; i < f->count; i++) {
        output_discard(&f->open[i]);
    }
    text_clear(&f->paths);
}

static status write_report(files *f, const reproduction *r, message *why)
{
    text summary = {0};
    status s = STATUS_OK;
    TRY_OR_END(files_write(f, r, why));
    document_summary(r->document, &summary);
    if (summary.broken) {
        TRY_OR_END(fail(why, "out of memory"));
    }
    printf("%s\n%s", summary.data, f->paths.data);
end:
    text_clear(&summary);
    return s;
}

static status print_text(const reproduction *r, message *why)
{
    text words = {0};
    document_text(r->document, &words);
    status s = STATUS_OK;
    TRY_OR_END(words.broken ? fail(why, "out of memory") : STATUS_OK);
    printf("%s", words.data);
    if (document_picture_count(r->document) > 0) {
        printf("\nThe pictures, and all of this as HTML and PDF: -o FOLDER\n");
    }
end:
    text_clear(&words);
    return s;
}

static status begin_document(reproduction *r, message *why)
{
    TRY(document_create("Published results, computed again", &r->document, why));
    document_origin(r->document, r->command_line, SPINSCOPE_VERSION);
    document_paragraph(r->document,
                       "Tables, figures and theorems about differential-algebraic equations "
                       "and their discretisations. Every number that is called computed was "
                       "computed for this report; every number that is called published was "
                       "read from the publication.");
    return STATUS_OK;
}

/* *holds: the answer. */
static status reproduce(reproduction *r, const char *const *names, bool *holds, message *why)
{
    bool made = false;
    files f = {.count = 0};
    status s = STATUS_OK;
    TRY_OR_END(check_topics(names, why));
    TRY_OR_END(check_folder(r, names, why));
    TRY_OR_END(make_folder(r->folder, &made, why));
    if (r->folder != NULL) {
        TRY_OR_END(files_begin(&f, r, why));
    }
    TRY_OR_END(begin_document(r, why));
    TRY_OR_END(run_topics(r, names, why));
    TRY_OR_END(memory_failures() > 0 ? fail(why, "out of memory") : STATUS_OK);
    *holds = document_holds(r->document);
    s = r->folder != NULL ? write_report(&f, r, why) : print_text(r, why);
end:
    files_clear(&f);
    if (s != STATUS_OK) {
        reproduce_films_remove(r);
    }
    if (s != STATUS_OK && made) {
        rmdir(r->folder); /* when nothing is in it */
    }
    document_destroy(r->document);
    r->document = NULL;
    return s;
}

/* The help, with the topics. */
static void add_details(text *out)
{
    text_add(out, "WHAT is one or more of (all of them when nothing is said):\n");
    for (int i = 0; i < topic_count; i++) {
        text_add(out, "  %-12s %s\n", topics[i].name, topics[i].summary);
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
    const char *words[MOST_TOPICS] = {NULL};
    for (int i = 0; i < topic_count; i++) {
        words[i] = topics[i].name;
    }
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
        reproduction r = {
            .self = self, .folder = folder, .command_line = line.data, .force = force};
        s = reproduce(&r, names, &holds, &why);
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
