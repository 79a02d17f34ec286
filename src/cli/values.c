#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drawing/property.h"
#include "numerics/number.h"

status read_real(const char *option_name, const char *value, wide *out, message *why)
{
    message detail;
    return number_real(value, out, &detail) == STATUS_OK
               ? STATUS_OK
               : refuse(why, "%s %.80s: %.200s; accepted: a real number such as -1.5, 3/2 or 1e-3",
                        option_name, value, detail.text);
}

status read_complex(const char *option_name, const char *value, wide *re, wide *im, message *why)
{
    message detail;
    return number_complex(value, re, im, &detail) == STATUS_OK
               ? STATUS_OK
               : refuse(why,
                        "%s %.80s: %.200s; accepted: a complex number such as -2, 1-2i or 0.5i",
                        option_name, value, detail.text);
}

status read_motion(const char *value, motion *out, message *why)
{
    return motion_find(value, out)
               ? STATUS_OK
               : refuse(why, "--motion %.80s: unknown; accepted: shear, rotation, normalised",
                        value);
}

status read_span(const char *name, const char *value, double *from, double *to, message *why)
{
    char first[128];
    const char *colon = strchr(value, ':');
    size_t length = colon != NULL ? (size_t)(colon - value) : strlen(value);
    wide a = {0}, b = {0};
    message detail;
    if (length == 0 || length >= sizeof first) {
        return refuse(why, "%s %.80s: A:B or one time is accepted", name, value);
    }
    memcpy(first, value, length);
    first[length] = '\0';
    if (number_real(first, &a, &detail) != STATUS_OK ||
        number_real(colon != NULL ? colon + 1 : first, &b, &detail) != STATUS_OK) {
        return refuse(why, "%s %.80s: %.200s; accepted: A:B with A < B, or one time", name, value,
                      detail.text);
    }
    *from = a.high;
    *to = b.high;
    return colon == NULL || *from < *to ? STATUS_OK
                                        : refuse(why, "%s %.80s: A < B is expected", name, value);
}

status read_integer(const char *name, const char *value, int least, int most, int *out,
                    message *why)
{
    char *end = NULL;
    long number = strtol(value, &end, 10);
    if (end == value || *end != '\0' || number < least || number > most) {
        return refuse(why, "%s %.80s: an integer from %d to %d is accepted", name, value, least,
                      most);
    }
    *out = (int)number;
    return STATUS_OK;
}

/* Does the piece go on with the options of the one before? */
static bool goes_on(const char *piece, size_t length)
{
    const char *equals = memchr(piece, '=', length), *colon = memchr(piece, ':', length);
    return equals != NULL && (colon == NULL || equals < colon);
}

static status add_piece(const char *option_name, const char *piece, size_t length, bool joins,
                        name_list *out, message *why)
{
    if (!joins && out->count == NAME_LIST_MOST) {
        return refuse(why, "%s: more than %d names", option_name, NAME_LIST_MOST);
    }
    char *name = joins ? out->names[out->count - 1] : out->names[out->count];
    size_t used = joins ? strlen(name) : 0;
    if (length == 0) {
        return refuse(why,
                      "%s: a name is empty; names separated by semicolons or commas are accepted",
                      option_name);
    }
    if (used + length + 2 > NAME_LIST_SIZE) {
        return refuse(why, "%s %.*s: at most %d letters are accepted", option_name, (int)length,
                      piece, NAME_LIST_SIZE - 2);
    }
    snprintf(name + used, NAME_LIST_SIZE - used, "%s%.*s", joins ? "," : "", (int)length, piece);
    out->count += !joins;
    return STATUS_OK;
}

status read_names(const char *option_name, const char *const *values, int count, const char *usual,
                  name_list *out, message *why)
{
    out->count = 0;
    for (int i = 0; i < (count > 0 ? count : 1); i++) {
        bool after_comma = false;
        for (const char *at = count > 0 ? values[i] : usual; at != NULL;) {
            size_t length = strcspn(at, ",;");
            bool joins = after_comma && goes_on(at, length);
            TRY(add_piece(option_name, at, length, joins, out, why));
            after_comma = at[length] == ',';
            at = at[length] != '\0' ? at + length + 1 : NULL;
        }
    }
    return STATUS_OK;
}

status read_word(const char *name, const char *value, const char *const *words, int *out,
                 message *why)
{
    char all[120] = "";
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], value) == 0) {
            *out = i;
            return STATUS_OK;
        }
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i > 0 ? ", " : "", words[i]);
    }
    return refuse(why, "%s %.80s: unknown; accepted: %s", name, value, all);
}

status read_choice(const char *name, const char *value, const char *(*choice)(int), int *out,
                   message *why)
{
    const property p = {.kind = &property_choice, .size = sizeof *out, .choice = choice};
    return property_set(&p, out, name, value, why);
}

status read_positive(const char *name, const char *value, double *out, message *why)
{
    wide number;
    TRY(read_real(name, value, &number, why));
    *out = number.high;
    return *out > 0 ? STATUS_OK
                    : refuse(why, "%s %.80s: a positive number is accepted", name, value);
}

status read_size(const char *value, int *width, int *height, message *why)
{
    const property p = {.kind = &property_size, .least = 1, .most = VIEW_MAX_SIDE};
    int side[2];
    TRY(property_set(&p, side, "--size", value, why));
    *width = side[0];
    *height = side[1];
    return STATUS_OK;
}
