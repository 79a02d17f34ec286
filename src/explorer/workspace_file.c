#define _XOPEN_SOURCE 700 /* realpath */

#include "explorer/workspace_file.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "method/families.h"

/* Is this the member of a family with a fraction for its parameter, theta:1/2? */
static bool is_fraction_of_family(const char *word, size_t length)
{
    const char *colon = memchr(word, ':', length);
    size_t before = colon != NULL ? (size_t)(colon - word) : length;
    const family *f = family_find(word, before);
    return before < length && f != NULL && f->fractional &&
           strspn(colon + 1, "0123456789/") >= length - before - 1;
}

/* Could this be opened as a file? `-` is standard input. */
static bool is_file_name(const char *word, size_t length)
{
    static const char *const endings[] = {".method", ".palette", ".csv", ".workspace", ".lesson"};
    bool is_file = (length > 0 && word[length - 1] == '-') ||
                   (memchr(word, '/', length) != NULL && !is_fraction_of_family(word, length));
    for (size_t i = 0; i < sizeof endings / sizeof endings[0] && !is_file; i++) {
        size_t n = strlen(endings[i]);
        is_file = length >= n && strncmp(word + length - n, endings[i], n) == 0;
    }
    return is_file;
}

/* The next word of the list without spin:, and its length; NULL at the end. */
static const char *next_word(const char *at, const char *between, size_t *length)
{
    at += strspn(at, between);
    *length = strcspn(at, between);
    bool stabilised = strncmp(at, "spin:", 5) == 0 && *length > 5;
    *length -= stabilised ? 5 : 0;
    return *at != '\0' ? at + (stabilised ? 5 : 0) : NULL;
}

bool workspace_names_a_file(const char *words)
{
    size_t length;
    for (const char *at = words; (at = next_word(at, " \t,=|", &length)) != NULL; at += length) {
        if (is_file_name(at, length)) {
            return true;
        }
    }
    return false;
}

static status check_file(const char *workspace, const char *folder, const char *key,
                         const char *file, message *why)
{
    char *real = realpath(file, NULL);
    size_t length = strlen(folder);
    struct stat about;
    bool is_inside = real != NULL && strncmp(real, folder, length) == 0 &&
                     (real[length] == '/' || strcmp(folder, "/") == 0) && stat(real, &about) == 0 &&
                     S_ISREG(about.st_mode);
    free(real);
    return is_inside
               ? STATUS_OK
               : refuse(why, "%.120s: %s = %.120s: a workspace opens the files of its folder only",
                        workspace, key, file);
}

/* Of the words of a stage: KEY=NAME,NAME. */
static const char stage_ends[] = " \t,|";

/* The settings that may name files, and what separates several of them; NULL: one, whatever it
 * has in it. */
static const struct {
    const char *key, *between;
    bool always; /* it is a file in any case */
} naming[] = {{"method", NULL, false},      {"other", NULL, false},   {"overlays", " ", false},
              {"stage", stage_ends, false}, {"palette", NULL, false}, {"spectrum", NULL, true}};

/* What is opened for a word, exactly: without KEY=, spin: and ,keep=, unless it is a plain path. */
static void opened_name(const char *word, bool has_key, bool is_path, char *out, size_t size)
{
    const char *value = has_key ? strchr(word, '=') : NULL;
    word = value != NULL ? value + 1 : word;
    word += !is_path && strncmp(word, "spin:", 5) == 0 ? 5 : 0;
    const char *keep = is_path ? NULL : strstr(word, ",keep=");
    snprintf(out, size, "%.*s", keep != NULL ? (int)(keep - word) : (int)strlen(word), word);
}

static status check_setting(const char *workspace, const char *folder, const settings *of, int row,
                            message *why)
{
    char value[SETTINGS_LIST_SIZE];
    size_t length;
    const char *between = naming[row].between != NULL ? naming[row].between : "";
    if (!settings_get(of, settings_find(naming[row].key), value, sizeof value)) {
        return fail(why, "out of memory");
    }
    for (char *at = value; *(at += strspn(at, between)) != '\0'; at += length) {
        length = strcspn(at, between);
        bool has_key = between == stage_ends && (at == value || at[-1] != ',');
        char held = at[length];
        at[length] = '\0';
        char name[SETTINGS_LIST_SIZE];
        opened_name(at, has_key, naming[row].always, name, sizeof name);
        if (naming[row].always || is_file_name(name, strlen(name))) {
            TRY(check_file(workspace, folder, naming[row].key, name, why));
        }
        at[length] = held;
    }
    return STATUS_OK;
}

static status check_files(const char *workspace, const settings *of, message *why)
{
    char here[PATH_MAX];
    const char *slash = strrchr(workspace, '/');
    snprintf(here, sizeof here, "%.*s", slash != NULL ? (int)(slash - workspace) + 1 : 1,
             slash != NULL ? workspace : ".");
    char *folder = realpath(here, NULL);
    if (folder == NULL) {
        return refuse(why, "%.200s: has no folder", workspace);
    }
    status s = STATUS_OK;
    for (size_t i = 0; i < sizeof naming / sizeof naming[0]; i++) {
        TRY_OR_END(check_setting(workspace, folder, of, (int)i, why));
    }
end:
    free(folder);
    return s;
}

status workspace_read(const char *path, workspace_origin origin, settings *out, message *why)
{
    char *data = NULL;
    size_t length = 0;
    settings *read = malloc(sizeof *read);
    status s;
    TRY_OR_END(read != NULL ? STATUS_OK : fail(why, "out of memory"));
    TRY_OR_END(file_read(path, WORKSPACE_MAX_BYTES, &data, &length, why));
    TRY_OR_END(settings_read(path, data, length, read, why));
    if (origin == WORKSPACE_FROM_ANYBODY) {
        TRY_OR_END(check_files(path, read, why));
    }
    *out = *read;
end:
    free(read);
    free(data);
    return s;
}
