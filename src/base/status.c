#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

/* A message stays one line whatever the user typed. */
static void write_message(message *why, const char *format, va_list arguments)
{
    vsnprintf(why->text, sizeof why->text, format, arguments);
    for (char *c = why->text; *c != '\0'; c++) {
        if ((unsigned char)*c < 0x20 || *c == 0x7f) {
            *c = '?';
        }
    }
}

status refuse(message *why, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_message(why, format, arguments);
    va_end(arguments);
    return STATUS_BAD_INPUT;
}

status fail(message *why, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_message(why, format, arguments);
    va_end(arguments);
    return STATUS_FAILED;
}
