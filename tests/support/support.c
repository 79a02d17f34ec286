#include "support/support.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char support_words[512];

static unsigned long state;
static bool seeded;

unsigned long support_seed(void)
{
    const char *given = getenv("SPINSCOPE_SEED");
    return given != NULL ? strtoul(given, NULL, 10) : 20260101UL;
}

bool support_near(double expected, double actual, double absolute, double relative)
{
    double allowed = absolute + relative * fabs(expected);
    if (isfinite(expected) && isfinite(actual) && fabs(expected - actual) <= allowed) {
        return true;
    }
    snprintf(support_words, sizeof support_words,
             "expected %.17g, got %.17g, allowed difference %.17g (seed %lu)", expected, actual,
             allowed, support_seed());
    return false;
}

bool support_ok(int status, const char *context, const char *words)
{
    if (status == 0) {
        return true;
    }
    snprintf(support_words, sizeof support_words, "%s: status %d: %s (seed %lu)", context, status,
             words, support_seed());
    return false;
}

const char *support_say(const char *format, ...)
{
    char words[sizeof support_words]; /* support_words may be among the arguments */
    va_list list;
    va_start(list, format);
    int length = vsnprintf(words, sizeof words, format, list);
    va_end(list);
    memcpy(support_words, words, sizeof words);
    if (length >= 0 && (size_t)length < sizeof support_words) {
        snprintf(support_words + length, sizeof support_words - (size_t)length, " (seed %lu)",
                 support_seed());
    }
    return support_words;
}

double random_unit(void)
{
    if (!seeded) {
        state = support_seed();
        seeded = true;
    }
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    return (double)(state >> 11) / 9007199254740992.0;
}

double random_between(double low, double high)
{
    return low + (high - low) * random_unit();
}

int random_integer(int low, int high)
{
    return low + (int)(random_unit() * (high - low + 1));
}

int rounds(int full)
{
    return IS_SANITIZED ? (full + 3) / 4 : full;
}

double random_edgy(double size)
{
    const double edges[] = {0, -0.0, 1, -1, size, -size, 1e-300, 1e-9};
    int pick = random_integer(0, 23);
    return pick < 8 ? edges[pick] : random_between(-size, size);
}
