/* The families of methods: one record each, coefficients computed for any parameter in range. */
#ifndef METHOD_FAMILIES_H
#define METHOD_FAMILIES_H

#include "method/coefficients.h"

/* A row of the table. */
typedef struct family {
    const char *name;
    const char *symbol; /* of the parameter; NULL when the family has just one member */
    int least, most;    /* range of an integer parameter */
    bool fractional;    /* the parameter is a real number in [1/2, 1] instead */
    const char *title;  /* with %s for the parameter */
    const char *order;  /* as a formula in the parameter */
    const char *reference;
    void (*build)(quad parameter, coefficients *out);
} family;

/* The table itself. */
extern const family families[];
extern const int family_count;

/* By the first `length` letters of a name; NULL when there is none. */
const family *family_find(const char *name, size_t length);

/* Builds a member. `parameter` is the text after the colon, or NULL when there was none. */
status family_build(const family *f, const char *parameter, coefficients *out,
                    message *why) MUST_CHECK;

#endif
