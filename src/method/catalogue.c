#include "method/catalogue.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "method/build.h"
#include "method/families.h"
#include "method/methodfile.h"

enum { MAX_FILES = 256, MAX_MEMBERS = MAX_FILES + 128, MEMBER_SIZE = 64 };

/* Members of the family with a real parameter. */
static const char *const fractions[] = {"1/2", "11/20", "3/4", "1"};

struct catalogue {
    char folder[1024];
    int file_count;
    char files[MAX_FILES][MEMBER_SIZE]; /* without .method, sorted */
    int member_count;
    char members[MAX_MEMBERS][MEMBER_SIZE];
    bool is_missing; /* the folder */
};

static const char suffix[] = ".method";

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void find_files(catalogue *c)
{
    DIR *folder = opendir(c->folder);
    if (folder == NULL) {
        c->is_missing = true;
        return;
    }
    for (struct dirent *item; (item = readdir(folder)) != NULL;) {
        size_t length = strlen(item->d_name);
        size_t end = sizeof suffix - 1;
        bool is_method = length > end && length - end < MEMBER_SIZE &&
                         strcmp(item->d_name + length - end, suffix) == 0;
        if (is_method && c->file_count < MAX_FILES) {
            snprintf(c->files[c->file_count++], MEMBER_SIZE, "%.*s", (int)(length - end),
                     item->d_name);
        }
    }
    closedir(folder);
    qsort(c->files, (size_t)c->file_count, MEMBER_SIZE, compare_names);
}

static void find_members(catalogue *c)
{
    for (int i = 0; i < family_count; i++) {
        const family *f = &families[i];
        int count =
            f->fractional ? (int)(sizeof fractions / sizeof fractions[0]) : f->most - f->least + 1;
        for (int m = 0; m < count; m++) {
            char *name = c->members[c->member_count++];
            if (f->symbol == NULL) {
                snprintf(name, MEMBER_SIZE, "%s", f->name);
            } else if (f->fractional) {
                snprintf(name, MEMBER_SIZE, "%s:%s", f->name, fractions[m]);
            } else {
                snprintf(name, MEMBER_SIZE, "%s:%d", f->name, f->least + m);
            }
        }
    }
    for (int i = 0; i < c->file_count; i++) {
        memcpy(c->members[c->member_count++], c->files[i], MEMBER_SIZE);
    }
}

status catalogue_create(const char *assets, catalogue **out, message *why)
{
    TRY(memory_allocate(out, 1, sizeof **out, why));
    snprintf((*out)->folder, sizeof(*out)->folder, "%s/methods", assets);
    find_files(*out);
    find_members(*out);
    return STATUS_OK;
}

void catalogue_destroy(catalogue *c)
{
    free(c);
}

int catalogue_entry_count(const catalogue *c)
{
    return family_count + c->file_count;
}

catalogue_entry catalogue_entry_at(const catalogue *c, int i)
{
    if (i >= family_count) {
        return (catalogue_entry){.name = c->files[i - family_count]};
    }
    const family *f = &families[i];
    catalogue_entry entry = {.name = f->name, .parameter = f->symbol, .order = f->order};
    if (f->fractional) {
        snprintf(entry.range, sizeof entry.range, "1/2..1");
    } else if (f->symbol != NULL) {
        snprintf(entry.range, sizeof entry.range, "%d..%d", f->least, f->most);
    }
    return entry;
}

int catalogue_member_count(const catalogue *c)
{
    return c->member_count;
}

const char *catalogue_member(const catalogue *c, int i)
{
    return c->members[i];
}

/* How far `typed` is from `name`; a name that contains what was typed is near. */
static size_t farness(const char *typed, const char *name)
{
    if (strlen(typed) >= 3 && strstr(name, typed) != NULL) {
        return 1;
    }
    return text_distance(typed, name);
}

static status unknown_method(const catalogue *c, const char *name, size_t length, message *why)
{
    char typed[64];
    snprintf(typed, sizeof typed, "%.*s", (int)length, name);
    size_t limit = 2 + strlen(typed) / 4;
    text near = {0};
    int found = 0;
    for (size_t distance = 0; distance <= limit && found < 3; distance++) {
        for (int i = 0; i < catalogue_entry_count(c) && found < 3; i++) {
            catalogue_entry entry = catalogue_entry_at(c, i);
            if (farness(typed, entry.name) == distance) {
                text_add(&near, "%s%s%s%s", found > 0 ? ", " : "", entry.name,
                         entry.parameter != NULL ? ":" : "",
                         entry.parameter != NULL ? entry.parameter : "");
                found++;
            }
        }
    }
    status s =
        c->is_missing ? refuse(why,
                               "unknown method '%s'; the folder %.300s, which has further ones, is "
                               "missing",
                               typed, c->folder)
        : near.data != NULL
            ? refuse(why, "unknown method '%s'; near it: %s", typed, near.data)
            : refuse(why, "unknown method '%s'; 'spinscope list' shows what there is", typed);
    text_clear(&near);
    return s;
}

static bool is_path(const char *name)
{
    size_t length = strlen(name);
    size_t end = sizeof suffix - 1;
    return strchr(name, '/') != NULL || strcmp(name, "-") == 0 ||
           (length > end && strcmp(name + length - end, suffix) == 0);
}

static status open_file(const char *path, method_recipe *recipe, method **out, message *why)
{
    methodfile *file = NULL;
    TRY(memory_allocate(&file, 1, sizeof *file, why));
    status s = STATUS_OK;
    TRY_OR_END(methodfile_read(path, file, why));
    recipe->title = file->name[0] != '\0' ? file->name : recipe->name;
    recipe->reference = file->reference;
    recipe->claimed_order = file->claimed_order;
    recipe->coefficients = &file->coefficients;
    recipe->exact = file->exact;
    recipe->c_moved = file->c_moved;
    s = method_build(recipe, out, why);
end:
    methodfile_clear(file);
    free(file);
    return s;
}

static status open_family(const family *f, const char *parameter, method_recipe *recipe,
                          method **out, message *why)
{
    coefficients *built = NULL;
    scheme *exact = NULL;
    status s = STATUS_OK;
    TRY_OR_END(memory_allocate(&built, 1, sizeof *built, why));
    TRY_OR_END(family_build(f, parameter, built, &exact, why));
    char title[128];
    snprintf(title, sizeof title, f->title, parameter);
    recipe->title = title;
    recipe->reference = f->reference;
    recipe->coefficients = built;
    recipe->exact = exact;
    s = method_build(recipe, out, why);
end:
    scheme_destroy(exact);
    free(built);
    return s;
}

/* `name` has neither spin: nor keep= any more. */
static status open_base(const catalogue *c, const char *name, method_recipe *recipe, method **out,
                        message *why)
{
    size_t length = strcspn(name, ":");
    const char *parameter = name[length] == ':' ? name + length + 1 : NULL;
    const family *f = family_find(name, length);
    if (f != NULL) { /* before paths: theta:1/2 has a slash as well */
        return open_family(f, parameter, recipe, out, why);
    }
    if (is_path(name)) {
        recipe->from_path = true;
        return open_file(name, recipe, out, why);
    }
    for (int i = 0; i < c->file_count; i++) {
        if (strlen(c->files[i]) != length || memcmp(c->files[i], name, length) != 0) {
            continue;
        }
        if (parameter != NULL) {
            return refuse(why, "%s: %s takes no parameter", name, c->files[i]);
        }
        char path[sizeof c->folder + MEMBER_SIZE + sizeof suffix];
        snprintf(path, sizeof path, "%s/%s%s", c->folder, c->files[i], suffix);
        return open_file(path, recipe, out, why);
    }
    return unknown_method(c, name, length, why);
}

status catalogue_open(const catalogue *c, const char *name, method **out, message *why)
{
    static const char spin[] = "spin:";
    static const char keep[] = ",keep=";
    *out = NULL;
    if (strlen(name) >= METHOD_NAME_SIZE) {
        return refuse(why, "%.40s...: a method name of %zu characters; at most %d are accepted",
                      name, strlen(name), METHOD_NAME_SIZE - 1);
    }
    method_recipe recipe = {.spin = strncmp(name, spin, sizeof spin - 1) == 0};
    if (recipe.spin && strncmp(name + sizeof spin - 1, spin, sizeof spin - 1) == 0) {
        return refuse(why, "%s: spin: is accepted once, before a method", name);
    }
    char base[METHOD_NAME_SIZE];
    snprintf(base, sizeof base, "%s", name + (recipe.spin ? sizeof spin - 1 : 0));
    char *option = strstr(base, keep);
    if (option != NULL) {
        recipe.keep_given = true;
        if (!method_keep_find(option + sizeof keep - 1, &recipe.keep)) {
            return refuse(why, "%s: keep=%s is unknown; accepted: x2, u, none", name,
                          option + sizeof keep - 1);
        }
        *option = '\0';
    }
    recipe.name = base;
    return open_base(c, base, &recipe, out, why);
}
