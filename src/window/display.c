#include "window/display.h"

#include <SDL.h>
#include <setjmp.h>

static jmp_buf lost;

/* When this returned, the X library would exit. It holds locks of the display here, so that nobody
 * may use it again. */
static int leave(void *display)
{
    (void)display;
    longjmp(lost, 1);
}

/* The library is the one that SDL loads for itself; without it there is no X server to lose. */
static void watch(void)
{
    typedef int (*handler)(void *display);
    handler (*set_handler)(handler);
    void *library = SDL_getenv("DISPLAY") != NULL ? SDL_LoadObject("libX11.so.6") : NULL;
    *(void **)&set_handler =
        library != NULL ? SDL_LoadFunction(library, "XSetIOErrorHandler") : NULL;
    if (set_handler != NULL) {
        set_handler(leave);
    }
}

bool display_guard(void (*work)(void *context), void *context)
{
    if (setjmp(lost) != 0) {
        return false;
    }
    watch();
    work(context);
    return true;
}
