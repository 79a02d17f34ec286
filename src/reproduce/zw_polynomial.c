#include "reproduce/zw_polynomial.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_blanks(const char *s)
{
    while (*s == ' ') {
        s++;
    }
    return s;
}

/* Reads digits; -1 when there are none, or too many. */
static long read_number(const char **at)
{
    long value = isdigit((unsigned char)**at) ? 0 : -1;
    while (isdigit((unsigned char)**at) && value >= 0) {
        value = 10 * value + (*(*at)++ - '0');
        value = value <= ZW_LARGEST ? value : -1;
    }
    return value;
}

/* 4zw, z^2 w, 60: false when there is no such term. */
static bool read_term(const char **at, long *factor, int power[2])
{
    const char *s = *at;
    bool has_number = isdigit((unsigned char)*s);
    *factor = has_number ? read_number(&s) : 1;
    power[0] = power[1] = 0;
    const char *letter = skip_blanks(s);
    bool has_letter = false;
    while (*letter == 'z' || *letter == 'w') {
        long times = 1;
        int which = *letter++ == 'w';
        if (*letter == '^') {
            letter++;
            times = read_number(&letter);
        }
        if (times < 0 || power[which] + times >= ZW_POWERS) {
            return false;
        }
        power[which] += (int)times;
        has_letter = true;
        s = letter;
        letter = skip_blanks(s);
    }
    *at = s;
    return *factor >= 0 && (has_number || has_letter);
}

status zw_read(const char *source, zw_polynomial *out, message *why)
{
    const char *s = skip_blanks(source);
    *out = (zw_polynomial){0};
    for (bool first = true; *s != '\0'; first = false) {
        long factor = 0, sign = *s == '-' ? -1 : 1;
        int power[2];
        bool has_sign = *s == '-' || *s == '+';
        s = skip_blanks(s + has_sign);
        if ((!has_sign && !first) || !read_term(&s, &factor, power)) {
            return refuse(why,
                          "'%.80s' is no polynomial in z and w; accepted are whole numbers and "
                          "powers below %d, such as 6 - 4w + 2zw + z^2",
                          source, ZW_POWERS);
        }
        long *c = &out->c[power[0]][power[1]];
        *c += sign * factor;
        if (labs(*c) > ZW_LARGEST) {
            return refuse(why, "'%.80s': a coefficient beyond %d", source, ZW_LARGEST);
        }
        s = skip_blanks(s);
    }
    return s == skip_blanks(source) ? refuse(why, "a polynomial in z and w is missing") : STATUS_OK;
}

/* z^i w^k; in the markup letters that follow each other are one run of italics. */
static void write_letters(int i, int k, bool markup, text *out)
{
    if (markup && i == 1 && k > 0) {
        text_add(out, "/zw/");
    } else {
        if (i > 0) {
            text_add(out, markup ? "/z/" : "z");
        }
        if (i > 1) {
            text_add(out, markup ? "^{%d}" : "^%d", i);
        }
        text_add(out, "%s", i > 1 && k > 0 && !markup ? " " : "");
        if (k > 0) {
            text_add(out, markup ? "/w/" : "w");
        }
    }
    if (k > 1) {
        text_add(out, markup ? "^{%d}" : "^%d", k);
    }
}

void zw_write(const zw_polynomial *p, bool markup, text *out)
{
    const char *minus = markup ? "−" : "-";
    bool first = true;
    for (int i = 0; i < ZW_POWERS; i++) {
        for (int k = 0; k < ZW_POWERS; k++) {
            long c = p->c[i][k];
            if (c == 0) {
                continue;
            }
            text_add(out, first ? "%s" : " %s ", c < 0 ? minus : first ? "" : "+");
            if (labs(c) != 1 || i + k == 0) {
                text_add(out, "%ld", labs(c));
            }
            write_letters(i, k, markup, out);
            first = false;
        }
    }
    text_add(out, "%s", first ? "0" : "");
}

bool zw_same(const zw_polynomial *a, const zw_polynomial *b)
{
    return memcmp(a->c, b->c, sizeof a->c) == 0;
}

static long common_factor(long factor, const zw_polynomial *p)
{
    for (int i = 0; i < ZW_POWERS * ZW_POWERS; i++) {
        long a = labs(p->c[i / ZW_POWERS][i % ZW_POWERS]);
        while (a != 0) {
            long rest = factor % a;
            factor = a;
            a = rest;
        }
    }
    return factor;
}

static void divide(zw_polynomial *p, long by)
{
    for (int i = 0; i < ZW_POWERS * ZW_POWERS; i++) {
        p->c[i / ZW_POWERS][i % ZW_POWERS] /= by;
    }
}

void zw_reduce(zw_polynomial *of, zw_polynomial *with)
{
    long by = common_factor(common_factor(0, of), with), first = 0;
    for (int i = 0; i < ZW_POWERS * ZW_POWERS && first == 0; i++) {
        first = of->c[i / ZW_POWERS][i % ZW_POWERS];
    }
    if (by != 0) {
        divide(of, first < 0 ? -by : by);
        divide(with, first < 0 ? -by : by);
    }
}

double complex zw_value(const zw_polynomial *p, double complex z, double w)
{
    double complex value = 0;
    for (int i = ZW_POWERS - 1; i >= 0; i--) {
        double c = 0;
        for (int k = ZW_POWERS - 1; k >= 0; k--) {
            c = c * w + (double)p->c[i][k];
        }
        value = value * z + c;
    }
    return value;
}

double zw_size(const zw_polynomial *p, double complex z, double w)
{
    zw_polynomial sizes = *p;
    for (int i = 0; i < ZW_POWERS * ZW_POWERS; i++) {
        long *c = &sizes.c[i / ZW_POWERS][i % ZW_POWERS];
        *c = labs(*c);
    }
    return creal(zw_value(&sizes, cabs(z), w < 0 ? -w : w));
}
