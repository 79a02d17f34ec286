/* The command line: main() of the program with the lines of the input as its arguments, in a folder
 * of its own.
 *
 * What it covers: the tables of options of list, formula, eval, analyse, compare, render, validate
 * and largest-h, reading their values, opening methods by name, and the commands themselves on
 * small methods and tiny pictures. What it leaves out: the window, movies, the laboratory and
 * reproduce, which take their time by design; words that could name a file outside of the folder;
 * sizes, steps and families with more than two digits or three stages. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "home.h"

enum { MOST_WORDS = 24, MOST_BYTES = 600 };

/* Numbers of more than two digits after a colon, an x or the name of an option that counts. */
static bool takes_long(const char *word)
{
    static const char *const counts[] = {"--steps", "--points", "--jobs", "--size", "--stencil"};
    const char *colon = strchr(word, ':');
    if (strcmp(word, "--all") == 0 || strstr(word, "gpu") != NULL) {
        return true;
    }
    if (colon != NULL && colon[1] > '3' && isdigit((unsigned char)colon[1])) {
        return true;
    }
    if (colon != NULL && isdigit((unsigned char)colon[1]) && isdigit((unsigned char)colon[2])) {
        return true;
    }
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        if (strncmp(word, counts[i], strlen(counts[i])) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_known(const char *name)
{
    static const char *const names[] = {"list",   "formula",  "eval",      "analyse", "compare",
                                        "render", "validate", "largest-h", "--help",  "--version"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > MOST_BYTES) {
        return 0;
    }
    char *words = fuzz_words(data, size);
    char *arguments[MOST_WORDS + 4] = {"spinscope"};
    int count = 1;
    bool is_fit = strlen(words) == size;
    for (char *at = words; at != NULL && is_fit;) {
        char *next = strchr(at, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        is_fit = count < MOST_WORDS && !home_may_be_left(at) && !takes_long(at);
        arguments[count++] = at;
        at = next;
    }
    if (is_fit && (is_known(arguments[1]) || strlen(arguments[1]) > 9)) {
        bool draws = strcmp(arguments[1], "render") == 0 || strcmp(arguments[1], "validate") == 0;
        char size_option[] = "--size=230x160", field_option[] = "--size=7x5", jobs[] = "--jobs=1";
        if (draws) {
            arguments[count++] = arguments[1][0] == 'r' ? size_option : field_option;
            arguments[count++] = jobs;
        }
        home_prepare(NULL);
        int code = spinscope_main(count, arguments);
        HOLDS(code >= 0 && code <= 3);
    }
    free(words);
    return 0;
}
