/* The formats of files that pictures and their numbers are written in, by the endings of names. */
#ifndef PICTURE_FORMAT_H
#define PICTURE_FORMAT_H

#include <stdbool.h>

#include "base/status.h"

typedef enum file_format { FORMAT_PNG, FORMAT_SVG, FORMAT_PDF, FORMAT_NPY, FORMAT_CSV } file_format;

enum {
    FORMATS_FIGURES = 1 << FORMAT_PNG | 1 << FORMAT_SVG | 1 << FORMAT_PDF,
    FORMATS_NUMBERS = 1 << FORMAT_NPY | 1 << FORMAT_CSV
};

/* "png", ...; NULL after the last. */
const char *file_format_name(int i);

bool file_format_is_numbers(file_format f);

/* By the ending of the name; false when it is none of those that are accepted. */
bool file_format_of(const char *path, unsigned accepted, file_format *out);

/* The same, refused in the words of the option that names the file. */
status file_format_read(const char *option, const char *path, unsigned accepted, file_format *out,
                        message *why) MUST_CHECK;

#endif
