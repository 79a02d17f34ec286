/* What leaves the explorer by file or clipboard, and what comes in by file. */
#ifndef EXPLORER_SAVING_H
#define EXPLORER_SAVING_H

#include "drawing/rendering.h"
#include "explorer/commands.h"

/* How a picture or a film is computed that is saved. */
drawing_means means_of_saving(const explorer *e);

action_run do_save, do_record, do_copy, do_workspace, do_open, do_open_last;

#endif
