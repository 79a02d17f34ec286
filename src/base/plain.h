/* Numbers are written and read with a point, whatever locale the program around us has chosen. */
#ifndef BASE_PLAIN_H
#define BASE_PLAIN_H

#include <stdarg.h>
#include <stddef.h>

/* The calling thread is in the C locale until plain_end, which wants what plain_begin returned. */
void *plain_begin(void);
void plain_end(void *before);

/* snprintf, vsnprintf and strtod in the C locale. */
int plain_print(char *out, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int plain_print_list(char *out, size_t size, const char *format, va_list list)
    __attribute__((format(printf, 3, 0)));
double plain_number(const char *words, char **rest);

#endif
