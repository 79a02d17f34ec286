/* The numbers of the method that is shown: a job computes them when the method or w changes, and
 * they are kept. A frame never waits for them: until they are there the old ones stay. */
#ifndef EXPLORER_RECKON_H
#define EXPLORER_RECKON_H

#include "base/job.h"
#include "explorer/explorer.h"

enum { FACTS_KEPT = 64 };

typedef struct facts_key {
    char name[SETTINGS_NAME_SIZE];
    long long changed; /* of its file */
    double w;
} facts_key;

typedef struct reckoning {
    job job;
    method *method; /* a copy for the job */
    facts_key key;
    facts fresh;
    double began, took; /* in the explorer's time, and in seconds */
    facts_key keys[FACTS_KEPT];
    facts kept[FACTS_KEPT];
    int count, next;
    bool has_shown;
    facts_key shown_key;
    facts shown;
} reckoning;

bool reckon_update(explorer *e); /* true: there is something new to draw */
void reckon_stop(explorer *e);
bool reckon_is_busy(const explorer *e);
bool reckon_is_current(const explorer *e);
const facts *reckon_shown(const explorer *e); /* of this method, maybe at another w; or NULL */

#endif
