/* Where the stiffness of a linear system comes from, for a reader. */
#ifndef STUDY_STIFFNESS_REPORT_H
#define STUDY_STIFFNESS_REPORT_H

#include "lab/experiment.h"
#include "lab/stiffness.h"
#include "study/json.h"

void stiffness_words(const lab_setup *setup, const stiffness_report *r, text *out);
cJSON *stiffness_json(const lab_setup *setup, const stiffness_report *r);

#endif
