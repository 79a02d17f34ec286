/* Workspace files on disk: the settings (settings.h) of a file that may come from a stranger.
 *
 * A workspace names methods, a palette and a spectrum, and opening it opens those of them that are
 * files. One that somebody else wrote may open no others than those beside it: regular files of its
 * own folder or below. */
#ifndef EXPLORER_WORKSPACE_FILE_H
#define EXPLORER_WORKSPACE_FILE_H

#include "explorer/settings.h"

enum { WORKSPACE_MAX_BYTES = 1 << 16 };

/* Whose file it is: one that the explorer left itself may name any file. */
typedef enum workspace_origin { WORKSPACE_FROM_ANYBODY, WORKSPACE_OF_OURS } workspace_origin;

/* Changes *out only when all is well. */
status workspace_read(const char *path, workspace_origin origin, settings *out,
                      message *why) MUST_CHECK;

/* Does a word, separated by blanks, commas, = or |, name a file? "-", standard input, does. */
bool workspace_names_a_file(const char *words);

#endif
