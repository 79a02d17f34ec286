#include "fuzz.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

void fuzz_holds(bool condition, const char *words, const char *file, int line)
{
    if (!condition) {
        fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, words);
        abort();
    }
}

void fuzz_refused(status s, const message *why)
{
    size_t where;
    HOLDS(s == STATUS_BAD_INPUT || s == STATUS_FAILED || s == STATUS_NO);
    HOLDS(why->text[0] != '\0' && strlen(why->text) < sizeof why->text);
    HOLDS(strchr(why->text, '\n') == NULL);
    HOLDS(text_is_readable(why->text, strlen(why->text), &where));
    HOLDS(strncmp(why->text, "out of memory", 13) != 0);
}

char *fuzz_words(const uint8_t *data, size_t size)
{
    char *words = malloc(size + 1);
    HOLDS(words != NULL);
    if (size > 0) {
        memcpy(words, data, size);
    }
    words[size] = '\0';
    return words;
}

unsigned fuzz_byte(fuzz_bytes *b)
{
    if (b->size == 0) {
        return 0;
    }
    b->size--;
    return *b->data++;
}

static double any_bits(fuzz_bytes *b)
{
    uint64_t bits = 0;
    double value;
    for (int i = 0; i < 8; i++) {
        bits = bits << 8 | fuzz_byte(b);
    }
    memcpy(&value, &bits, sizeof value);
    return isfinite(value) ? value : 0;
}

double fuzz_double(fuzz_bytes *b)
{
    static const double special[] = {
        0,      1,     -1,     0.5,    -0.5,   2, 1.0 / 3, 1e-15, 1e-30, 1e10,     1e100,
        1e-100, 1e300, -1e300, 1e-310, 5e-324, 3, -2,      0.25,  0.75,  1 + 1e-9, 1 - 1e-13};
    unsigned kind = fuzz_byte(b);
    if (kind < 64) {
        return any_bits(b);
    }
    if (kind < 128) {
        return special[fuzz_byte(b) % (sizeof special / sizeof special[0])];
    }
    if (kind < 192) { /* a small fraction */
        return ((int)fuzz_byte(b) - 128) / (double)(1 + fuzz_byte(b) % 16);
    }
    return ((int)(fuzz_byte(b) << 8 | fuzz_byte(b)) - 32768) / 8192.0;
}
