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
    status s;
    TRY_OR_END(file_read(path, LESSON_MAX_BYTES, &data, &length, why));
    s = lesson_parse(path, data, length, out, why);
end:
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
    TRY(memory_allocate(&out->entries, MOST, sizeof *out->entries, why));
    DIR *folder = opendir(path);
    if (folder == NULL) {
        return STATUS_OK;
    }
    for (struct dirent *item; (item = readdir(folder)) != NULL;) {
        size_t length = stem_length(item->d_name);
        if (length > 0 && length < LESSON_NAME_SIZE && out->count < MOST) {
            lesson_entry *e = &out->entries[out->count++];
            snprintf(e->name, sizeof e->name, "%.*s", (int)length, item->d_name);
            snprintf(path, sizeof path, "%.1000s/lessons/%.80s%s", assets, e->name, suffix);
            describe(path, e);
        }
    }
    closedir(folder);
    qsort(out->entries, (size_t)out->count, sizeof *out->entries, by_number);
    return STATUS_OK;
}

void lesson_names_clear(lesson_names *n)
{
    free(n->entries);
    *n = (lesson_names){0};
}

static status unknown(const lesson_names *known, const char *assets, const char *name, message *why)
{
    text all = {0};
    for (int i = 0; i < known->count; i++) {
        text_add(&all, "%s%s", i > 0 ? ", " : "", known->entries[i].name);
    }
    status s =
        known->count == 0
            ? refuse(why, "unknown lesson '%.100s'; there are none in %.200s/lessons", name, assets)
            : refuse(why,
                     "unknown lesson '%.100s'; there are %s, their numbers, and files that "
                     "end in .lesson",
                     name, all.broken ? "others" : all.data);
    text_clear(&all);
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
    status s;
    TRY_OR_END(lesson_list(assets, &known, why));
    for (int i = 0; i < known.count; i++) {
        const lesson_entry *e = &known.entries[i];
        bool is_named = strcmp(e->name, name) == 0;
        if (is_named || (path[0] == '\0' && has_number(e, name))) {
            snprintf(path, sizeof path, "%.1000s/lessons/%s%s", assets, e->name, suffix);
        }
        if (is_named) {
            break;
        }
    }
    s = path[0] != '\0' ? read_path(path, out, why) : unknown(&known, assets, name, why);
end:
    lesson_names_clear(&known);
    return s;
}
