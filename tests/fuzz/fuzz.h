/* What the fuzz targets share. Each target is one file with LLVMFuzzerTestOneInput: libFuzzer calls
 * it with inputs of its own (preset `fuzz`), replay.c with those of corpus/TARGET (every build). */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program, telling what does not hold and where. */
#define HOLDS(CONDITION) fuzz_holds((CONDITION), #CONDITION, __FILE__, __LINE__)
void fuzz_holds(bool condition, const char *words, const char *file, int line);

/* A refusal is one line of text, and never that something could not be done because memory is
 * short: inputs are small. */
void fuzz_refused(status s, const message *why);

/* The input with a NUL behind it; the caller frees it. */
char *fuzz_words(const uint8_t *data, size_t size);

/* Eats the input from its front; 0 when nothing is left. */
typedef struct fuzz_bytes {
    const uint8_t *data;
    size_t size;
} fuzz_bytes;

unsigned fuzz_byte(fuzz_bytes *b);
/* Any double: of all bit patterns, or, as often, one that people type or that is near an edge;
 * never NaN nor infinite. */
double fuzz_double(fuzz_bytes *b);

#endif
