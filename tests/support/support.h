/* What tests share beside greatest: comparison of numbers, random input with a seed. */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include <greatest.h>
#include <stdbool.h>

/* Everything takes longer with sanitizers, and address space is no measure of memory. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#else
#define IS_SANITIZED 0
#endif

/* Is |expected - actual| <= absolute + relative |expected|, with both finite? If not, support_words
 * tells both with 17 digits and the seed. */
bool support_near(double expected, double actual, double absolute, double relative);

/* The last comparison that failed, for messages. */
extern char support_words[512];

#define ASSERT_NEAR(EXPECTED, ACTUAL, ABSOLUTE, RELATIVE) \
    ASSERTm(support_words, support_near((EXPECTED), (ACTUAL), (ABSOLUTE), (RELATIVE)))

/* Fails with the words of a status message and, by way of context, the name of a method. */
bool support_ok(int status, const char *context, const char *words);

#define ASSERT_OK(STATUS, CONTEXT, MESSAGE) \
    ASSERTm(support_words, support_ok((int)(STATUS), (CONTEXT), (MESSAGE).text))

/* ASSERT with a formatted context, such as the method at which a loop over the catalogue is. */
const char *support_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Random numbers. The seed is that of the environment variable SPINSCOPE_SEED, else a fixed one;
 * it is part of every failure message. */
unsigned long support_seed(void);
double random_unit(void);                       /* uniform in [0, 1) */
double random_between(double low, double high); /* uniform */
int random_integer(int low, int high);          /* both ends included */
double random_edgy(double size);                /* in [-size, size]; often 0, +-1, +-size or tiny */

/* How often something is repeated with other (random) input: as often as asked in a plain build, a
 * quarter of it, at least once, with sanitizers. They look at memory and not at numbers, and the
 * plain build runs all of them. */
int rounds(int full);

#endif
