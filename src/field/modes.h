/* A spectrum whose largest stable step is asked for: eigenvalues from a file, or the finite ones of
 * a pencil lambda E - A from two, and what largest_h.h answers about it in words. */
#ifndef FIELD_MODES_H
#define FIELD_MODES_H

#include "base/text.h"
#include "numerics/number.h"
#include "stability/largest_h.h"

typedef struct modes {
    double omega;
    int count;
    double complex *lambda;
    spin_mode *list; /* the same with omega */
    int zeros;       /* of them are 0 but for rounding, and were set to it */
    bool is_pencil;  /* the numbers below hold */
    bool exact;      /* decided without rounding */
    int infinite, index, cleaned;
} modes;

/* The caller clears the modes in every case. */
status modes_read(const char *path, double omega, modes *out, message *why) MUST_CHECK;
status modes_of_matrices(const char *E, const char *A, double omega, modes *out,
                         message *why) MUST_CHECK;
void modes_clear(modes *m);

/* What a person should know of the method here, "" for nothing. */
const char *modes_note(const modes *m, const phi *p);

/* The answer for a person. */
void modes_text(const modes *m, const phi *p, const largest_h *l, text *out);

/* "-1" or "-1+2i". */
const char *lambda_words(double complex lambda, char out[NUMBER_WORDS]);

#endif
