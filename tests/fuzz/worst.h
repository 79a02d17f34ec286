/* Running the program on a file within limits of CPU time and memory. They are those of the system
 * (ulimit), so that the load of the machine does not matter. */
#ifndef TESTS_FUZZ_WORST_H
#define TESTS_FUZZ_WORST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "support/command.h"
#include "support/support.h"

#define LIMITS (IS_SANITIZED ? "ulimit -t 100" : "ulimit -t 10; ulimit -v 1048576")

/* Runs `spinscope ARGUMENTS` with %s in it as a file of these words. */
static inline result run_limited(const char *name, const text *words, const char *arguments)
{
    char path[1024], line[4096];
    snprintf(path, sizeof path, "'%s'", scratch_file(name, words->data, words->length));
    char tail[2048];
    snprintf(tail, sizeof tail, arguments, path, path);
    snprintf(line, sizeof line, "%s; '%s' %s", LIMITS, SPINSCOPE_PROGRAM, tail);
    return run_shell(line);
}

/* Killed by a limit is 128 + SIGXCPU or SIGKILL; memory that is short is exit code 3. */
static inline bool is_fine(const result *r, int code)
{
    return r->code == code && (code == 0 || code == 1 || is_one_line(r->err)) &&
           strstr(r->err, "memory") == NULL;
}

#define ASSERT_FINE(NAME, WORDS, ARGUMENTS, CODE, SAYS)                                 \
    do {                                                                                \
        result r = run_limited(NAME, &(WORDS), ARGUMENTS);                              \
        ASSERTm(support_say("%s, %s: exit %d, %.300s", NAME, ARGUMENTS, r.code, r.err), \
                is_fine(&r, CODE));                                                     \
        ASSERTm(support_say("%s: %.300s", NAME, r.err), strstr(r.err, SAYS) != NULL);   \
        result_clear(&r);                                                               \
        text_clear(&(WORDS));                                                           \
    } while (0)

static inline void repeat(text *t, const char *words, int times)
{
    for (int i = 0; i < times; i++) {
        text_add(t, "%s", words);
    }
}

static const char tableau[] = "kind = runge-kutta\n";

#endif
