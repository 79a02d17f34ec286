/* What leaves the explorer by file or clipboard, and what comes in by file. */
#ifndef EXPLORER_SAVING_H
#define EXPLORER_SAVING_H

#include "explorer/commands.h"

/* A command line of the program. */
enum { MOST_WORDS = 40, WORD_SIZE = 2 * SETTINGS_NAME_SIZE + 8 };

typedef struct arguments {
    int count;
    char words[MOST_WORDS][WORD_SIZE];
} arguments;

status run_arguments(explorer *e, arguments *a, message *why) MUST_CHECK;

action_run do_save, do_save_svg, do_save_pdf, do_record, do_copy, do_workspace, do_open,
    do_open_last;

#endif
