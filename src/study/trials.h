/* Trials: every formulation with every method at every tolerance or step, held against one
 * solution. */
#ifndef STUDY_TRIALS_H
#define STUDY_TRIALS_H

#include "study/json.h"
#include "study/outcome.h"
#include "study/sheet.h"

enum { TRIALS_MOST_NAMES = 24, TRIALS_MOST_STEPS = 32 };

/* A method that is tried. */
typedef struct trial_method {
    lab_method method;
    bool adapts; /* it takes the tolerances, else the steps */
} trial_method;

/* A formulation with a method. */
typedef struct combination {
    const char *formulation, *method;
    int first, count; /* of its runs */
} combination;

typedef struct trials {
    /* What is tried; filled in before trials_run. */
    lab_setup base; /* all runs share it but for formulation, method, h and tolerance */
    int formulation_count, method_count, tol_count, h_count; /* no tol, no h: the usual ones */
    formulation_choice formulations[TRIALS_MOST_NAMES];
    trial_method methods[TRIALS_MOST_NAMES];
    double tols[TRIALS_MOST_STEPS], hs[TRIALS_MOST_STEPS];

    /* What came of it: formulation by formulation, each with all methods. */
    int combination_count;
    combination combinations[TRIALS_MOST_NAMES * TRIALS_MOST_NAMES];
    int run_count;
    lab_setup *setups;
    outcome *outcomes;
    truth truth;
} trials;

/* Adds a method: it adapts its steps where there are tolerances only, takes fixed ones where there
 * are steps only, and else adapts if it can. */
status trials_add_method(trials *t, const catalogue *all, const char *name,
                         message *why) MUST_CHECK;

/* Runs all. Refused when no run could be begun. */
status trials_run(trials *t, const study_work *work, message *why) MUST_CHECK;

/* In every case. */
void trials_clear(trials *t);

void trials_words(const trials *t, text *out);
cJSON *trials_json(const trials *t);
status trials_csv(const trials *t, output *to, message *why) MUST_CHECK;

/* The work-precision diagram; the sheet reads the trials. Destroy *out in every case. */
status trials_chart(const trials *t, chart_sheet **out, message *why) MUST_CHECK;

#endif
