#include "base/plain.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

/* The C locale always exists, nothing is allocated for it; uselocale of nothing changes nothing. */
void *plain_begin(void)
{
    return uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

void plain_end(void *before)
{
    uselocale(before);
}

int plain_print(char *out, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = plain_print_list(out, size, format, list);
    va_end(list);
    return length;
}

int plain_print_list(char *out, size_t size, const char *format, va_list list)
{
    void *before = plain_begin();
    int length = vsnprintf(out, size, format, list);
    plain_end(before);
    return length;
}

double plain_number(const char *words, char **rest)
{
    void *before = plain_begin();
    double x = strtod(words, rest);
    plain_end(before);
    return x;
}
