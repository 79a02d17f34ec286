/* Finding lessons: those of the assets by name, others by path. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "explorer/lesson.h"

static const char suffix[] = ".lesson";

/* The length of NAME in NAME.lesson; 0 for other files. */
static size_t stem_length(const char *file)
{
    size_t length = strlen(file), end = sizeof suffix - 1;
    return length > end && strcmp(file + length - end, suffix) == 0 ? length - end : 0;
}

static status read_path(const char *path, lesson **out, message *why)
{
    char *data = NULL;
    size_t length = 0;
    status s = file_read(path, LESSON_MAX_BYTES, &data, &length, why);
    s = s == STATUS_OK ? lesson_parse(path, data, length, out, why) : s;
    free(data);
    return s;
}

static int by_number(const void *a, const void *b)
{
    const lesson_entry *one = a, *other = b;
    bool is_bad = one->problem.text[0] != '\0', other_is = other->problem.text[0] != '\0';
    return is_bad != other_is ? is_bad - other_is
           : one->number != other->number
               ? (one->number > other->number) - (one->number < other->number)
               : strcmp(one->name, other->name);
}

static void describe(const char *path, lesson_entry *e)
{
    lesson *l = NULL;
    if (read_path(path, &l, &e->problem) == STATUS_OK) {
        e->problem.text[0] = '\0';
        e->number = l->number;
        snprintf(e->title, sizeof e->title, "%s", l->title);
        snprintf(e->summary, sizeof e->summary, "%s", l->summary);
    }
    lesson_destroy(l);
}

status lesson_list(const char *assets, lesson_names *out, message *why)
{
    enum { MOST = 256 };
    char path[1400];
    *out = (lesson_names){0};
    snprintf(path, sizeof path, "%.1000s/lessons", assets);
    DIR *folder = opendir(path);
    status s = memory_allocate(&out->entries, MOST, sizeof *out->entries, why);
    if (s == STATUS_OK && folder != NULL) {
        for (struct dirent *item; (item = readdir(folder)) != NULL;) {
            size_t length = stem_length(item->d_name);
            if (length > 0 && length < LESSON_NAME_SIZE && out->count < MOST) {
                lesson_entry *e = &out->entries[out->count++];
                snprintf(e->name, sizeof e->name, "%.*s", (int)length, item->d_name);
                snprintf(path, sizeof path, "%.1000s/lessons/%.80s%s", assets, e->name, suffix);
                describe(path, e);
            }
        }
        qsort(out->entries, (size_t)out->count, sizeof *out->entries, by_number);
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return s;
}

void lesson_names_clear(lesson_names *n)
{
    free(n->entries);
    *n = (lesson_names){0};
}

static status unknown(const char *assets, const char *name, message *why)
{
    lesson_names known;
    text all = {0};
    status s = lesson_list(assets, &known, why);
    for (int i = 0; s == STATUS_OK && i < known.count; i++) {
        text_add(&all, "%s%s", i > 0 ? ", " : "", known.entries[i].name);
    }
    if (s == STATUS_OK && known.count == 0) {
        s = refuse(why, "unknown lesson '%.100s'; there are none in %.200s/lessons", name, assets);
    } else if (s == STATUS_OK) {
        s = refuse(why,
                   "unknown lesson '%.100s'; there are %s, their numbers, and files that "
                   "end in .lesson",
                   name, all.broken ? "others" : all.data);
    }
    text_clear(&all);
    lesson_names_clear(&known);
    return s;
}

/* A name that is a number: the lesson as the list counts it. */
static bool has_number(const lesson_entry *e, const char *name)
{
    char number[20];
    snprintf(number, sizeof number, "%d", e->number);
    return e->problem.text[0] == '\0' && strcmp(number, name) == 0;
}

status lesson_open(const char *assets, const char *name, lesson **out, message *why)
{
    *out = NULL;
    if (strchr(name, '/') != NULL || stem_length(name) > 0) {
        return read_path(name, out, why);
    }
    lesson_names known;
    char path[1400] = "";
    status s = lesson_list(assets, &known, why);
    for (int i = 0; s == STATUS_OK && i < known.count; i++) {
        const lesson_entry *e = &known.entries[i];
        bool is_named = strcmp(e->name, name) == 0;
        if (is_named || (path[0] == '\0' && has_number(e, name))) {
            snprintf(path, sizeof path, "%.1000s/lessons/%s%s", assets, e->name, suffix);
        }
        if (is_named) {
            break;
        }
    }
    lesson_names_clear(&known);
    s = s != STATUS_OK    ? s
        : path[0] != '\0' ? read_path(path, out, why)
                          : unknown(assets, name, why);
    return s;
}
