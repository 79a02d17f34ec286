/* The families of methods: one record each, coefficients computed for any parameter in range. */
#ifndef METHOD_FAMILIES_H
#define METHOD_FAMILIES_H

#include "method/scheme.h"

/* A row of the table. */
typedef struct family {
    const char *name;
    const char *symbol; /* of the parameter; NULL when the family has just one member */
    int least, most;    /* range of an integer parameter */
    bool fractional;    /* the parameter is a real number in [1/2, 1] instead */
    const char *title;  /* with %s for the parameter */
    const char *order;  /* as a formula in the parameter */
    const char *reference;
    scheme *(*exact)(int parameter);
    /* NULL when the coefficients are those of the scheme, rounded; the nodes of collocation are
     * found by themselves. */
    void (*build)(int parameter, coefficients *out);
} family;

/* The table itself. */
extern const family families[];
extern const int family_count;

/* By the first `length` letters of a name; NULL when there is none. */
const family *family_find(const char *name, size_t length);

/* Builds a member. `parameter` is the text after the colon, or NULL when there was none. *exact is
 * for the caller to destroy, and NULL for a parameter that is not an exact number. */
status family_build(const family *f, const char *parameter, coefficients *out, scheme **exact,
                    message *why) MUST_CHECK;

#endif
