#include "base/status.h"

#include <stdarg.h>
#include <string.h>

#include "base/plain.h"
#include "base/text.h"

/* A message stays one line of UTF-8 whatever the user typed, and wherever words of his were cut. */
static void write_message(message *why, const char *format, va_list arguments)
{
    int length = plain_print_list(why->text, sizeof why->text, format, arguments);
    if (length >= (int)sizeof why->text) {
        /* Cut before the character that does not fit, not within it. */
        char *end = why->text + sizeof why->text - 1;
        while (end > why->text && (end[-1] & 0xc0) == 0x80) {
            end--;
        }
        if (end > why->text && (end[-1] & 0xc0) == 0xc0) {
            end--;
        }
        *end = '\0';
    }
    for (char *c = why->text; *c != '\0'; c++) {
        *c = (unsigned char)*c < 0x20 ? '?' : *c;
    }
    for (size_t where; !text_is_readable(why->text, strlen(why->text), &where);) {
        why->text[where] = '?';
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
