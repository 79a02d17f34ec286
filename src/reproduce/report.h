/* The report of `reproduce` as files of a folder: report.html, report.pdf and the pictures. They
 * get their names when all of them are on the disk. */
#ifndef REPRODUCE_REPORT_H
#define REPRODUCE_REPORT_H

#include "base/output.h"
#include "base/text.h"
#include "reproduce/reproduce.h"

typedef struct report {
    const reproduction *of;
    text paths; /* of its files, a line each */

    /* private */
    bool made; /* the folder was not there before */
    int count;
    output *open[OUTPUT_MAX_OPEN];
} report;

/* Before anything is computed: refuses a folder that cannot be written into, or in which files
 * would be overwritten. End it in every case. */
status report_begin(report *p, const reproduction *of, message *why) MUST_CHECK;
status report_write(report *p, message *why) MUST_CHECK;

/* `written`: as it should be. Otherwise nothing stays that was not there before. */
void report_end(report *p, bool written);

#endif
