/* A display that may go away. When the connection to an X server breaks, the X library ends the
 * program on the spot; here it ends what is being done, and the program can end by itself. */
#ifndef WINDOW_DISPLAY_H
#define WINDOW_DISPLAY_H

#include <stdbool.h>

/* Runs `work`, in which SDL is used, and returns true; false when the display was lost on the way:
 * then SDL must not be called any more. Not to be nested. */
bool display_guard(void (*work)(void *context), void *context);

#endif
