/* A comparison: every formulation with every method at every tolerance or step. */
#ifndef CLI_LAB_COMPARE_H
#define CLI_LAB_COMPARE_H

#include "base/output.h"
#include "cli.h"
#include "lab_experiment.h"

enum { COMPARE_MOST_STEPS = 32 };

/* A formulation with a method. */
typedef struct combination {
    const char *formulation, *method;
    int first, count; /* of its runs */
} combination;

typedef struct comparison {
    lab_setup base; /* all runs share it but for formulation, method, h and tolerance */
    int combination_count, method_count; /* formulation by formulation, each with all methods */
    combination combinations[LAB_MOST_NAMES * LAB_MOST_NAMES];
    int run_count;
    lab_setup *setups;
    outcome *outcomes;
    truth truth;
} comparison;

/* The largest error of a position or velocity at the end. */
double comparison_error(const outcome *o);

/* lab_compare_report.c */
void comparison_print(const comparison *c);
cJSON *comparison_json(const comparison *c);
status comparison_csv(const comparison *c, output *to, message *why) MUST_CHECK;

/* lab_compare_chart.c: the work-precision diagram. */
status comparison_chart(const comparison *c, figure_format format, int width, int height,
                        const char *command_line, output *to, message *why) MUST_CHECK;

#endif
