#include "picture/format.h"

#include <stdio.h>
#include <string.h>

static const char *const names[] = {
    [FORMAT_PNG] = "png", [FORMAT_SVG] = "svg", [FORMAT_PDF] = "pdf",
    [FORMAT_NPY] = "npy", [FORMAT_CSV] = "csv", NULL};

const char *file_format_name(int i)
{
    return names[i];
}

bool file_format_is_numbers(file_format f)
{
    return (FORMATS_NUMBERS >> f & 1) != 0;
}

bool file_format_of(const char *path, unsigned accepted, file_format *out)
{
    const char *dot = strrchr(path, '.');
    for (int i = 0; names[i] != NULL && dot != NULL; i++) {
        if ((accepted >> i & 1) != 0 && strcmp(dot + 1, names[i]) == 0) {
            *out = (file_format)i;
            return true;
        }
    }
    return false;
}

status file_format_read(const char *option, const char *path, unsigned accepted, file_format *out,
                        message *why)
{
    if (file_format_of(path, accepted, out)) {
        return STATUS_OK;
    }
    char all[80] = "";
    for (int i = 0; names[i] != NULL; i++) {
        if ((accepted >> i & 1) != 0) {
            size_t used = strlen(all);
            bool is_last = accepted >> (i + 1) == 0;
            snprintf(all + used, sizeof all - used, "%s.%s",
                     used == 0 ? ""
                     : is_last ? " or "
                               : ", ",
                     names[i]);
        }
    }
    return refuse(why, "%s %.200s: the name must end in %s", option, path, all);
}
