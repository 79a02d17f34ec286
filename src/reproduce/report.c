#include "reproduce/report.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The files of every report. */
static const char report_files[] = "report.html report.pdf";

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

/* Is there room for the report? */
static status check_folder(const reproduction *r, message *why)
{
    DIR *folder = r->force ? NULL : opendir(r->folder);
    status s = STATUS_OK;
    for (const struct dirent *e; folder != NULL && (e = readdir(folder));) {
        bool taken = is_among(e->d_name, report_files);
        for (int i = 0; i < reproduce_topic_count; i++) {
            taken =
                taken || (reproduce_wants(r, i) && is_among(e->d_name, reproduce_topics[i].files));
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
    if (strcmp(folder, "-") == 0) {
        return refuse(why, "-o -: a folder is accepted, not standard output (./- is one, too)");
    }
    *made = mkdir(folder, 0777) == 0;
    if (*made || (errno == EEXIST && stat(folder, &is) == 0 && S_ISDIR(is.st_mode))) {
        return STATUS_OK;
    }
    return refuse(why, "-o %.200s: no folder can be made there: %s", folder,
                  strerror(errno == EEXIST ? ENOTDIR : errno));
}

static status open_file(report *p, const char *name, const char *ending, message *why)
{
    text path = {0}, shown = {0};
    text_add(&path, "%s/%s%s", p->of->folder, name, ending);
    text_add(&shown, "%s", path.data != NULL ? path.data : "");
    if (shown.data != NULL) {
        text_make_line(shown.data);
    }
    text_add(&p->paths, "  %s\n", shown.data != NULL ? shown.data : "");
    text_clear(&shown);
    status s = STATUS_OK;
    TRY_OR_END(path.broken || p->paths.broken ? fail(why, "out of memory") : STATUS_OK);
    if (p->count == OUTPUT_MAX_OPEN) {
        TRY_OR_END(fail(why, "%.200s: a report has at most %d files", path.data, OUTPUT_MAX_OPEN));
    }
    TRY_OR_END(output_open(path.data, p->of->force, &p->open[p->count], why));
    p->count++;
end:
    text_clear(&path);
    return s;
}

status report_begin(report *p, const reproduction *of, message *why)
{
    *p = (report){.of = of};
    TRY(check_folder(of, why));
    TRY(make_folder(of->folder, &p->made, why));
    TRY(open_file(p, "report", ".html", why));
    return open_file(p, "report", ".pdf", why);
}

status report_write(report *p, message *why)
{
    const document *d = p->of->document;
    TRY(document_html(d, p->open[0], why));
    TRY(document_pdf(d, p->open[1], why));
    for (int i = 0; i < document_picture_count(d); i++) {
        TRY(open_file(p, document_picture_name(d, i), ".png", why));
        TRY(document_picture(d, i, p->open[p->count - 1], why));
    }
    return output_commit_all(p->open, p->count, why);
}

void report_end(report *p, bool written)
{
    for (int i = 0; i < p->count; i++) {
        output_discard(&p->open[i]);
    }
    text_clear(&p->paths);
    if (!written) {
        reproduce_films_remove(p->of);
    }
    if (!written && p->made) {
        rmdir(p->of->folder); /* when nothing is in it */
    }
}
