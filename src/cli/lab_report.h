/* What `lab` says about a run: a table for a person, or JSON. */
#ifndef CLI_LAB_REPORT_H
#define CLI_LAB_REPORT_H

#include "cli.h"
#include "lab_record.h"

void report_print(const record *r);
cJSON *report_json(const record *r);

/* "tolerance 1e-06", "tolerance 1e-06, steps up to 0.1", "h = 0.01". */
void report_steps(const lab_setup *q, double h, char *out, size_t size);

/* The problem with the parameters that were given: "pendulum (y = 0.5)". */
void report_name(const lab_setup *q, char *out, size_t size);

#endif
