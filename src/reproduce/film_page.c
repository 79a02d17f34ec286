#include "reproduce/film_page.h"

#include <stdio.h>

#include "base/output.h"
#include "base/text.h"

const char *const film_paper[] = {"implicit-euler",
                                  "radau-iia:2",
                                  "radau-iia:3",
                                  "midpoint",
                                  "gauss:2",
                                  "trapezoidal",
                                  "gauss-lobatto:1",
                                  "gauss-lobatto:2",
                                  "bdf:1",
                                  "bdf:2",
                                  "bdf:3",
                                  "bdf:4",
                                  "bdf:5",
                                  "bdf:6",
                                  "spin:implicit-euler",
                                  "spin:radau-iia:2",
                                  "spin:bdf:2"};

const int film_paper_count = (int)(sizeof film_paper / sizeof film_paper[0]);

void film_file_name(const char *method_name, char *out, size_t size)
{
    snprintf(out, size, "%s.mp4", method_name);
    for (char *c = out; *c != '\0'; c++) {
        *c = *c == ':' ? '-' : *c;
    }
}

status film_write_page(const char *folder, bool force, message *why)
{
    text page = {0};
    output *to = NULL;
    char path[2048];
    text_add(&page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                    "<title>Stability regions across w</title>\n<style>\n"
                    "body { font-family: serif; margin: 2em; background: #fff; color: #111 }\n"
                    "main { display: grid; gap: 1em; "
                    "grid-template-columns: repeat(auto-fill, minmax(28em, 1fr)) }\n"
                    "video { width: 100%% } figure { margin: 0 }\n</style>\n</head>\n<body>\n"
                    "<h1>Stability regions across w = h omega</h1>\n"
                    "<p><button onclick=\"document.querySelectorAll('video').forEach("
                    "v => { v.currentTime = 0; v.play() })\">play all from the start</button></p>\n"
                    "<main>\n");
    for (int i = 0; i < film_paper_count; i++) {
        char name[80];
        film_file_name(film_paper[i], name, sizeof name);
        text_add(&page,
                 "<figure><video src=\"%s\" controls muted loop preload=\"metadata\"></video>"
                 "<figcaption>%s</figcaption></figure>\n",
                 name, film_paper[i]);
    }
    text_add(&page, "</main>\n</body>\n</html>\n");
    snprintf(path, sizeof path, "%sindex.html", folder);
    status s = STATUS_OK;
    TRY_OR_END(page.broken ? fail(why, "out of memory") : STATUS_OK);
    TRY_OR_END(output_open(path, force, &to, why));
    TRY_OR_END(output_write(to, page.data, page.length, why));
    s = output_commit(&to, why);
end:
    output_discard(&to);
    text_clear(&page);
    return s;
}
