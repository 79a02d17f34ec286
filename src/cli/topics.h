/* Help that belongs to no command. The short texts are those of src/cli/topics, compiled into the
 * program and part of the manual page. In them, as in the details of commands, blank lines separate
 * paragraphs and lines that begin with blanks are kept as they are. The long ones, the handbook,
 * are files of the assets and are read when they are asked for. */
#ifndef CLI_TOPICS_H
#define CLI_TOPICS_H

#include "base/status.h"

typedef struct topic {
    const char *name;  /* that of its file, and what is typed */
    const char *title; /* a heading */
    const char *text;  /* NULL: assets/handbook/NAME.md */
} topic;

extern const topic help_topics[], handbook_topics[];
extern const int help_topic_count, handbook_topic_count;

/* All of both, in the order in which they are listed. */
int topics_count(void);
const topic *topics_at(int i);

/* NULL when there is none of this name. */
const topic *topic_find(const char *name);

/* Prints a page of the handbook. */
status handbook_print(const topic *about, message *why) MUST_CHECK;

#endif
