/* Numbers in JSON and in tables of comma-separated values. */
#ifndef STUDY_JSON_H
#define STUDY_JSON_H

#include <cjson/cJSON.h>

#include "base/output.h"
#include "base/text.h"

/* A number, or null when it is infinite or undefined. */
cJSON *json_number(double x);

/* The same as a property, and an array of such numbers. */
void json_add_number(cJSON *to, const char *name, double x);
void json_add_numbers(cJSON *to, const char *name, const double *numbers, int count);

/* A comma and a number; nothing after the comma when it is NaN, which means not known. */
void csv_add_number(text *line, double x);

/* Writes the text and clears it. */
status csv_write(text *lines, output *to, message *why) MUST_CHECK;

#endif
