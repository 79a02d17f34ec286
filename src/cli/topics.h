/* Help that belongs to no command: the texts of src/cli/topics, compiled into the program. In them,
 * as in the details of commands, blank lines separate paragraphs and lines that begin with blanks
 * are kept as they are. */
#ifndef CLI_TOPICS_H
#define CLI_TOPICS_H

typedef struct topic {
    const char *name;  /* that of its file, and what is typed */
    const char *title; /* a heading */
    const char *text;
} topic;

extern const topic help_topics[];
extern const int help_topic_count;

/* NULL when there is none of this name. */
const topic *topic_find(const char *name);

#endif
