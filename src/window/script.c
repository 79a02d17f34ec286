#include "window/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

enum { LARGEST_SCRIPT = 1 << 20 };

status script_open(script *s, const char *path, message *why)
{
    size_t length = 0;
    *s = (script){.label = path};
    TRY(file_read(path, LARGEST_SCRIPT, &s->data, &length, why));
    s->rest = s->data;
    const char *nul = memchr(s->data, '\0', length);
    if (nul == NULL) {
        return STATUS_OK;
    }
    int line = 1;
    for (const char *at = s->data; at < nul; at++) {
        line += *at == '\n';
    }
    script_clear(s);
    return refuse(why, "%.80s:%d: a NUL byte; lines of text are accepted", path, line);
}

void script_clear(script *s)
{
    free(s->data);
    *s = (script){0};
}

bool script_next(script *s, char *out, size_t size)
{
    while (s->rest != NULL && *s->rest != '\0') {
        size_t length = strcspn(s->rest, "\n");
        snprintf(out, size, "%.*s", (int)length, s->rest);
        s->rest += length + (s->rest[length] == '\n');
        s->line++;
        out[strcspn(out, "#\r")] = '\0';
        size_t end = strlen(out);
        while (end > 0 && (out[end - 1] == ' ' || out[end - 1] == '\t')) {
            out[--end] = '\0';
        }
        size_t start = strspn(out, " \t");
        memmove(out, out + start, end - start + 1);
        if (out[0] != '\0') {
            return true;
        }
    }
    return false;
}
