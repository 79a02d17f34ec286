/* Making a method from its coefficients; private to src/method. */
#ifndef METHOD_BUILD_H
#define METHOD_BUILD_H

#include "method/scheme.h"

typedef struct method_recipe {
    const char *name; /* without spin: and keep= */
    const char *title;
    const char *reference;
    int claimed_order; /* 0: none */
    bool spin;
    bool from_path;
    bool keep_given;
    method_keep keep;
    const coefficients *coefficients; /* copied */
    const scheme *exact;              /* copied; NULL when they are not known exactly */
    double c_moved;                   /* how far c was off the row sums that it was set to */
} method_recipe;

status method_build(const method_recipe *recipe, method **out, message *why) MUST_CHECK;

bool method_keep_find(const char *name, method_keep *keep);

#endif
