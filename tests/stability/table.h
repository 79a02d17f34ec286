/* The eight rows of mathematics.md 2 (Table 5.1 of Kunkel & Mehrmann), and a reader for polynomials
 * that are written like them. */
#ifndef TESTS_TABLE_H
#define TESTS_TABLE_H

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_POWERS = 12 };

typedef struct integer_polynomial {
    long c[TABLE_POWERS][TABLE_POWERS]; /* of z^i w^k */
} integer_polynomial;

static const struct {
    const char *method, *N, *D;
} table[] = {
    {"implicit-euler", "1 - w", "1 - z - w"},
    {"radau-iia:2", "6 - 4w + 2z - 2zw", "6 - 4z - 4w + z^2 + 2zw"},
    {"radau-iia:3", "60 - 36w + 24z - 18zw + 3z^2 - 3z^2 w",
     "60 - 36w - 36z + 18zw + 9z^2 - z^3 - 3z^2 w"},
    {"midpoint", "2 + z - w", "2 - z - w"},
    {"gauss:2", "12 - 6w + 6z - 4zw + z^2", "12 - 6w - 6z + 2zw + z^2"},
    {"gauss-lobatto:1", "4 + 2z - zw", "4 - 2z - zw"},
    {"gauss-lobatto:2", "24 + 12z - 2zw + 2z^2 - z^2 w", "24 - 12z - 2zw + 2z^2 + z^2 w"},
    {"trapezoidal", "2 + z - w - zw", "2 - z - w"},
};

enum { TABLE_ROWS = sizeof table / sizeof table[0] };

/* Reads up to the end of the line. False when something is not understood. */
static inline bool read_polynomial(const char *s, integer_polynomial *out)
{
    *out = (integer_polynomial){0};
    while (*s != '\0' && *s != '\n') {
        long sign = 1;
        while (*s == ' ' || *s == '+' || *s == '-') {
            sign *= *s++ == '-' ? -1 : 1;
        }
        long factor = isdigit((unsigned char)*s) ? strtol(s, (char **)&s, 10) : 1;
        int power[2] = {0};
        while (*s == 'z' || *s == 'w' || (*s == ' ' && (s[1] == 'z' || s[1] == 'w'))) {
            s += *s == ' ';
            int which = *s++ == 'w';
            power[which] = *s == '^' ? (int)strtol(s + 1, (char **)&s, 10) : 1;
        }
        if ((*s != ' ' && *s != '\0' && *s != '\n') || power[0] >= TABLE_POWERS ||
            power[1] >= TABLE_POWERS) {
            return false;
        }
        out->c[power[0]][power[1]] += sign * factor;
    }
    return true;
}

static inline bool same_polynomial(const integer_polynomial *a, const integer_polynomial *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* Does the text have the lines "N = ..." and "D = ..." of this row? */
static inline bool shows_row(const char *printed, int row)
{
    const char *N = strstr(printed, "\nN = ");
    const char *D = strstr(printed, "\nD = ");
    integer_polynomial ours[2], published[2];
    return N != NULL && D != NULL && read_polynomial(N + 5, &ours[0]) &&
           read_polynomial(D + 5, &ours[1]) && read_polynomial(table[row].N, &published[0]) &&
           read_polynomial(table[row].D, &published[1]) &&
           same_polynomial(&ours[0], &published[0]) && same_polynomial(&ours[1], &published[1]);
}

#endif
