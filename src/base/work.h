/* Work that is cut into pieces and shared by threads. Pieces are taken in order; which thread
 * takes which is not determined, so a piece must not depend on another one. */
#ifndef BASE_WORK_H
#define BASE_WORK_H

#include <stdatomic.h>

#include "base/status.h"

/* Does one piece; `context` is what work_share was given. */
typedef void (*work_piece)(void *context, int index);

/* The number of processors that are online. */
int work_processors(void);

/* Calls piece(context, 0 .. count - 1), with up to `jobs` at a time (0: as many as there are
 * processors), and returns when all are done. Once *cancel is true (it may be NULL) no further
 * piece is begun. Falls back to fewer threads when no more can be had. */
void work_share(int count, int jobs, work_piece piece, void *context, const atomic_bool *cancel);

#endif
