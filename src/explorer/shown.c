#include "explorer/shown.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* When the file of a method changed last; 0 for methods that are no file. */
static long long file_time(const char *name)
{
    struct stat about;
    const char *path = strncmp(name, "spin:", 5) == 0 ? name + 5 : name;
    if (strchr(path, '/') == NULL && strstr(path, ".method") == NULL) {
        return 0;
    }
    char plain[SETTINGS_NAME_SIZE];
    snprintf(plain, sizeof plain, "%s", path);
    char *keep = strstr(plain, ",keep=");
    if (keep != NULL) {
        *keep = '\0';
    }
    return stat(plain, &about) == 0
               ? (long long)about.st_mtim.tv_sec * 1000000000LL + about.st_mtim.tv_nsec
               : 0;
}

long long shown_saved_again(const shown *s)
{
    long long saved = s->changed != 0 ? file_time(s->name) : 0;
    return saved != s->changed ? saved : 0;
}

void shown_clear(shown *s)
{
    phi_destroy(s->phi);
    method_destroy(s->method);
    *s = (shown){0};
}

status shown_open(shown *s, const catalogue *all, const char *name, motion moves, message *why)
{
    shown fresh = {.changed = file_time(name)};
    TRY(catalogue_open(all, name, &fresh.method, why));
    snprintf(fresh.name, sizeof fresh.name, "%s", name);
    if (phi_compile(fresh.method, moves, &fresh.phi, &fresh.why_not) != STATUS_OK) {
        fresh.phi = NULL;
    }
    shown_clear(s);
    *s = fresh;
    return STATUS_OK;
}

bool is_for_odes(const shown *s)
{
    return s->method != NULL && method_describe(s->method)->form == FORM_ODE_ONLY;
}
