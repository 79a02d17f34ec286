/* A method that is shown: opened, compiled, and opened again when its file was saved again. */
#ifndef EXPLORER_SHOWN_H
#define EXPLORER_SHOWN_H

#include "explorer/settings.h"
#include "method/catalogue.h"
#include "stability/phi.h"

typedef struct shown {
    char name[SETTINGS_NAME_SIZE];
    method *method;
    phi *phi; /* NULL: nothing is predicted, why_not says why */
    message why_not;
    long long changed; /* of its file, when it is one */
} shown;

/* Opens a method in place of what is there, which stays when that fails. */
status shown_open(shown *s, const catalogue *all, const char *name, motion moves,
                  message *why) MUST_CHECK;
void shown_clear(shown *s);

bool is_for_odes(const shown *s);

/* When its file was saved, if that is not when it was opened; else 0. */
long long shown_saved_again(const shown *s);

#endif
