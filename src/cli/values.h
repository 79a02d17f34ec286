/* The values of options: what is typed becomes a number, a size, a view. The messages name the
 * option, the value and what is accepted. */
#ifndef CLI_VALUES_H
#define CLI_VALUES_H

#include "field/field.h"
#include "method/motion.h"
#include "numerics/wide.h"

status read_real(const char *option_name, const char *value, wide *out, message *why) MUST_CHECK;
status read_complex(const char *option_name, const char *value, wide *re, wide *im,
                    message *why) MUST_CHECK;
status read_positive(const char *name, const char *value, double *out, message *why) MUST_CHECK;
status read_integer(const char *name, const char *value, int least, int most, int *out,
                    message *why) MUST_CHECK;

/* A:B with A < B, or one number, which is both. */
status read_span(const char *name, const char *value, double *from, double *to,
                 message *why) MUST_CHECK;

/* Names in a list. A semicolon separates, and so does a comma, unless KEY=VALUE follows, which goes
 * on with the options of the name before: projected-invariant:D=CT,k=2,index-2 are two. */
enum { NAME_LIST_MOST = 24, NAME_LIST_SIZE = 128 };
typedef struct name_list {
    int count;
    char names[NAME_LIST_MOST][NAME_LIST_SIZE];
} name_list;

/* All values of the option, one after the other; when there is none, `usual`. */
status read_names(const char *name, const char *const *values, int count, const char *usual,
                  name_list *out, message *why) MUST_CHECK;

/* The place of the value in a list of words that ends with NULL. */
status read_word(const char *name, const char *value, const char *const *words, int *out,
                 message *why) MUST_CHECK;

/* The same where a function tells the words. */
status read_choice(const char *name, const char *value, const char *(*choice)(int), int *out,
                   message *why) MUST_CHECK;

status read_motion(const char *value, motion *out, message *why) MUST_CHECK;
status read_size(const char *value, int *width, int *height, message *why) MUST_CHECK;

#endif
