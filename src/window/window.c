#include "window/window.h"

#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/output.h"
#include "picture/icon.h"
#include "picture/png.h"
#include "window/display.h"
#include "window/script.h"

enum { SMALLEST = 64, LINE = 2600 };

/* Frames while something moves come no faster than this. */
static const double frame_time = 1.0 / 60;

/* How often events are looked for, in seconds. SDL could wait for them itself, but wakes itself by
 * a message to the window on a second connection: when the window is closed, the message may arrive
 * after it is gone, and the X library ends the program. */
static const double between_looks = 0.005;

typedef struct window {
    const window_options *options;
    SDL_Window *sdl;
    explorer *explorer;
    script script;
    bool has_script, closes;
    double next_frame;
    double scale; /* pixels for one unit of the mouse's coordinates */
    /* Shift and Ctrl, and the mouse, as of the last event that was handled: SDL can tell what they
     * are now, after all that wait. */
    unsigned held;
    int x, y;
    status status;
    message *why;
} window;

static double seconds(void)
{
    return (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}

static void copy(void *context, const char *words)
{
    (void)context;
    SDL_SetClipboardText(words);
}

/* The name of a key in the command table; "" for keys that come as text only. */
static void key_name(const SDL_Keysym *key, char *out, size_t size)
{
    static const struct {
        SDL_Keycode code;
        const char *name;
    } names[] = {
        {SDLK_SPACE, "space"},     {SDLK_TAB, "Tab"},           {SDLK_RETURN, "Return"},
        {SDLK_KP_ENTER, "Return"}, {SDLK_ESCAPE, "Escape"},     {SDLK_BACKSPACE, "Backspace"},
        {SDLK_HOME, "Home"},       {SDLK_LEFT, "Left"},         {SDLK_RIGHT, "Right"},
        {SDLK_UP, "Up"},           {SDLK_DOWN, "Down"},         {SDLK_F1, "F1"},
        {SDLK_PAGEUP, "PageUp"},   {SDLK_PAGEDOWN, "PageDown"}, {SDLK_F5, "F5"},
        {SDLK_KP_PLUS, "+"},       {SDLK_KP_MINUS, "-"}};
    out[0] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (names[i].code == key->sym) {
            snprintf(out, size, "%s", names[i].name);
            return;
        }
    }
    if ((key->mod & KMOD_CTRL) != 0 && key->sym >= SDLK_a && key->sym <= SDLK_z) {
        snprintf(out, size, "Ctrl-%c", (char)key->sym);
    }
}

static unsigned held(Uint16 mod)
{
    return ((mod & KMOD_SHIFT) != 0 ? INPUT_SHIFT : 0U) |
           ((mod & KMOD_CTRL) != 0 ? INPUT_CTRL : 0U);
}

static void resized(window *w)
{
    int width = 1, height = 1, points = 1, unused;
    SDL_GetWindowSizeInPixels(w->sdl, &width, &height);
    SDL_GetWindowSize(w->sdl, &points, &unused);
    w->scale = points > 0 ? (double)width / points : 1;
    explorer_resize(w->explorer, width, height, w->scale);
}

/* Letters and signs are commands when nothing is being typed: as text they are what the user's
 * keyboard means. */
static void typed(window *w, const char *words)
{
    explorer_input(w->explorer, &(input){.kind = INPUT_TEXT, .text = words});
    if (words[0] != ' ') {
        explorer_input(w->explorer, &(input){.kind = INPUT_KEY, .text = words});
    }
}

/* The mouse is at x, y of the window, in units of its coordinates. */
static input at(window *w, input_kind kind, int x, int y)
{
    w->x = x;
    w->y = y;
    return (input){.kind = kind, .x = x * w->scale, .y = y * w->scale, .held = w->held};
}

static void handle_mouse(window *w, const SDL_Event *event)
{
    input i;
    if (event->type == SDL_MOUSEMOTION) {
        i = at(w, INPUT_MOVE, event->motion.x, event->motion.y);
    } else if (event->type == SDL_MOUSEWHEEL) {
        i = at(w, INPUT_WHEEL, w->x, w->y);
        i.dy = (double)event->wheel.preciseY;
    } else if (event->button.button == SDL_BUTTON_LEFT) {
        bool presses = event->type == SDL_MOUSEBUTTONDOWN;
        i = at(w, presses ? INPUT_PRESS : INPUT_RELEASE, event->button.x, event->button.y);
        i.clicks = event->button.clicks;
    } else {
        return;
    }
    explorer_input(w->explorer, &i);
}

static void handle_key(window *w, const SDL_Keysym *key)
{
    char name[40];
    key_name(key, name, sizeof name);
    if (name[0] != '\0') {
        explorer_input(w->explorer, &(input){.kind = INPUT_KEY, .text = name, .held = w->held});
    }
}

static void handle_window(window *w, Uint8 what)
{
    if (what == SDL_WINDOWEVENT_SIZE_CHANGED || what == SDL_WINDOWEVENT_EXPOSED) {
        resized(w);
    } else if (what == SDL_WINDOWEVENT_LEAVE) {
        explorer_input(w->explorer, &(input){.kind = INPUT_LEAVE, .held = w->held});
    }
}

static void handle(window *w, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_QUIT:
        w->closes = true;
        return;
    case SDL_WINDOWEVENT:
        handle_window(w, event->window.event);
        return;
    case SDL_MOUSEMOTION:
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
    case SDL_MOUSEWHEEL:
        handle_mouse(w, event);
        return;
    case SDL_KEYUP:
        w->held = held(event->key.keysym.mod);
        return;
    case SDL_KEYDOWN:
        w->held = held(event->key.keysym.mod);
        handle_key(w, &event->key.keysym);
        return;
    case SDL_TEXTINPUT:
        typed(w, event->text.text);
        return;
    case SDL_DROPFILE:
        explorer_input(w->explorer, &(input){.kind = INPUT_DROP, .text = event->drop.file});
        SDL_free(event->drop.file);
        return;
    default:
        return;
    }
}

static status draw(window *w, message *why)
{
    SDL_Surface *surface = SDL_GetWindowSurface(w->sdl);
    if (surface == NULL) {
        return STATUS_OK; /* minimised, or between two sizes */
    }
    if (surface->format->BytesPerPixel != 4) {
        return fail(why, "the window has %d bytes a pixel; 4 are needed",
                    surface->format->BytesPerPixel);
    }
    int width, height;
    SDL_GetWindowSizeInPixels(w->sdl, &width, &height);
    if (surface->w != width || surface->h != height) {
        resized(w);
        return STATUS_OK;
    }
    if (SDL_MUSTLOCK(surface)) {
        SDL_LockSurface(surface);
    }
    status s = explorer_draw(w->explorer, surface->pixels, surface->pitch / 4, why);
    if (SDL_MUSTLOCK(surface)) {
        SDL_UnlockSurface(surface);
    }
    SDL_UpdateWindowSurface(w->sdl);
    return s;
}

/* The window's pixels as a file. */
static status shoot(window *w, const char *path, message *why)
{
    output *to = NULL;
    png_writer *png = NULL;
    status s;
    TRY(draw(w, why));
    SDL_Surface *surface = SDL_GetWindowSurface(w->sdl);
    if (surface == NULL) {
        return fail(why, "shot: the window has no surface");
    }
    const uint32_t *pixels = surface->pixels;
    TRY_OR_END(output_open_kind(path, "\x89PNG\r\n\x1a\n", 8, "a PNG picture", &to, why));
    TRY_OR_END(png_begin(to, surface->w, surface->h, NULL, 0, PNG_LEVEL, &png, why));
    for (int row = 0; row < surface->h; row++) {
        TRY_OR_END(png_rows(png, pixels + row * (surface->pitch / 4), 1, why));
    }
    TRY_OR_END(png_end(&png, why));
    s = output_commit(&to, why);
end:
    png_discard(&png);
    output_discard(&to);
    return s;
}

/* Commands of the window, and what is accepted after them. */
static const struct {
    const char *name, *accepted;
    int numbers; /* of those that are input; 0: it is none */
    input_kind kind;
} known[] = {{"wait", "'wait idle', or seconds from 0 on", 0, 0},
             {"shot", "a file", 0, 0},
             {"size", "WxH, two integers", 0, 0},
             {"wheel", "X Y N, three numbers", 3, INPUT_WHEEL},
             {"move", "X Y, two numbers", 2, INPUT_MOVE},
             {"press", "X Y, two numbers", 2, INPUT_PRESS},
             {"release", "X Y, two numbers", 2, INPUT_RELEASE}};

/* Commands that concern the window; STATUS_NO when it is none of these. */
static status run_window_command(window *w, const char *line, message *why)
{
    double x;
    int width, height, used = 0;
    if (strcmp(line, "wait idle") == 0) {
        w->script.waits_until = INFINITY;
        return STATUS_OK;
    }
    if (sscanf(line, "wait %lf%n", &x, &used) == 1 && line[used] == '\0' && x >= 0 && isfinite(x)) {
        w->script.waits_until = seconds() + x;
        return STATUS_OK;
    }
    if (strncmp(line, "shot ", 5) == 0) {
        return shoot(w, line + 5, why);
    }
    if (sscanf(line, "size %5dx%5d%n", &width, &height, &used) == 2 && line[used] == '\0') {
        if (width < 1 || height < 1 || width > WINDOW_MAX_SIDE || height > WINDOW_MAX_SIDE) {
            return refuse(why, "'%.80s': from 1x1 to %dx%d is accepted", line, WINDOW_MAX_SIDE,
                          WINDOW_MAX_SIDE);
        }
        SDL_SetWindowSize(w->sdl, width, height);
        resized(w);
        return STATUS_OK;
    }
    size_t length = strcspn(line, " ");
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
        if (strlen(known[k].name) != length || memcmp(known[k].name, line, length) != 0) {
            continue;
        }
        input i = {.kind = known[k].kind, .clicks = 1};
        const char *rest = line + length;
        int count = sscanf(rest, "%lf %lf%n %lf%n", &i.x, &i.y, &used, &i.dy, &used);
        if (known[k].numbers == 0 || count != known[k].numbers || rest[used] != '\0') {
            return refuse(why, "'%.80s': accepted: %s", line, known[k].accepted);
        }
        explorer_input(w->explorer, &i);
        return STATUS_OK;
    }
    return STATUS_NO;
}

/* Runs the script until it waits or ends; at the end the window stays open. */
static void run_script(window *w)
{
    char line[LINE];
    script *s = &w->script;
    if (isinf(s->waits_until)) {
        s->waits_until = explorer_is_busy(w->explorer) ? INFINITY : 0;
    }
    while (w->has_script && seconds() >= s->waits_until && !explorer_has_quit(w->explorer)) {
        message detail;
        if (!script_next(s, line, sizeof line)) {
            w->has_script = false;
            return;
        }
        status ok = run_window_command(w, line, &detail);
        if (ok == STATUS_NO) {
            ok = explorer_command(w->explorer, line, &detail);
        }
        if (ok != STATUS_OK) {
            w->status = ok == STATUS_FAILED
                            ? fail(w->why, "%.80s:%d: %s", s->label, s->line, detail.text)
                            : refuse(w->why, "%.80s:%d: %s", s->label, s->line, detail.text);
            w->closes = true;
            return;
        }
        explorer_tick(w->explorer, seconds());
    }
}

/* Waits for events as long as nothing moves. */
static void wait_for_events(window *w)
{
    SDL_Event event;
    double patience = explorer_patience(w->explorer);
    if (w->has_script) {
        patience = fmin(patience, fmax(0, fmin(0.02, w->script.waits_until - seconds())));
    }
    if (patience <= 0) {
        patience = fmax(0, w->next_frame - seconds());
    }
    double until = seconds() + patience;
    while (SDL_PollEvent(&event) == 0) {
        double left = until - seconds();
        if (left <= 0) {
            return;
        }
        SDL_Delay((Uint32)ceil(1000 * fmin(left, between_looks)));
    }
    do {
        handle(w, &event);
    } while (SDL_PollEvent(&event) != 0);
}

static void run(window *w)
{
    while (!w->closes && !explorer_has_quit(w->explorer) && w->status == STATUS_OK) {
        wait_for_events(w);
        run_script(w);
        double now = seconds();
        if (!w->closes && explorer_tick(w->explorer, now) && now >= w->next_frame - 1e-4) {
            w->status = draw(w, w->why);
            w->next_frame = fmax(w->next_frame + frame_time, now);
        }
    }
}

/* The window has the icon of the program. One that cannot be drawn is no reason to complain. */
static void set_icon(SDL_Window *of, const char *assets)
{
    enum { SIDE = 64 };
    static uint32_t pixels[SIDE * SIDE];
    message ignored;
    if (icon_paint(assets, SIDE, pixels, &ignored) != STATUS_OK) {
        return;
    }
    SDL_Surface *icon = SDL_CreateRGBSurfaceWithFormatFrom(
        pixels, SIDE, SIDE, 32, SIDE * (int)sizeof *pixels, SDL_PIXELFORMAT_ARGB8888);
    if (icon != NULL) {
        SDL_SetWindowIcon(of, icon);
        SDL_FreeSurface(icon);
    }
}

static status open_window(window *w, const window_options *o, message *why)
{
    /* The surface goes to the screen without GL, which costs less than a millisecond. */
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    bool is_asked = SDL_getenv("SDL_VIDEODRIVER") != NULL;
    bool has_display = SDL_getenv("DISPLAY") != NULL || SDL_getenv("WAYLAND_DISPLAY") != NULL;
    bool has_video = (is_asked || has_display) && SDL_Init(SDL_INIT_VIDEO) == 0;
    /* A driver that shows nothing is used when it is asked for, not for want of a display. */
    const char *driver = has_video ? SDL_GetCurrentVideoDriver() : NULL;
    bool shows_nothing = driver != NULL && !is_asked &&
                         (strcmp(driver, "offscreen") == 0 || strcmp(driver, "dummy") == 0 ||
                          strcmp(driver, "evdev") == 0);
    if (!has_video || shows_nothing) {
        char instead[200];
        snprintf(instead, sizeof instead, "spinscope render %.60s -o region.png",
                 o->initial.method);
        return fail(why, "no window can be opened (%.100s); '%.160s' draws without one",
                    has_video || !has_display ? "there is no display" : SDL_GetError(),
                    o->instead != NULL ? o->instead : instead);
    }
    w->sdl = SDL_CreateWindow("spinscope", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, o->width,
                              o->height, SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (w->sdl == NULL) {
        return fail(why, "no window of %dx%d: %.200s", o->width, o->height, SDL_GetError());
    }
    SDL_SetWindowMinimumSize(w->sdl, SMALLEST, SMALLEST);
    set_icon(w->sdl, o->assets);
    SDL_EventState(SDL_DROPFILE, SDL_ENABLE);
    SDL_StartTextInput();
    return STATUS_OK;
}

/* From the opening of the window to its end. */
static status open_and_run(window *w)
{
    const window_options *o = w->options;
    /* No wake: an event that another thread pushes is sent to the window through a connection of
     * its own, and may arrive when the window is gone, which ends the program. Whatever runs in the
     * background is looked after 50 times a second. */
    explorer_hooks all = {.context = w, .copy = copy, .saves = true};
    TRY(open_window(w, o, w->why));
    TRY(explorer_create(o->assets, &o->initial, &all, &w->explorer, w->why));
    file_wait_no_more(); /* a window that waits is dead */
    resized(w);
    explorer_tick(w->explorer, seconds());
    explorer_offer(w->explorer, o->last);
    if (o->first != NULL) {
        TRY(explorer_command(w->explorer, o->first, w->why));
    }
    run(w);
    return w->status;
}

static void show(void *context)
{
    window *w = context;
    w->status = open_and_run(w);
}

static void close_window(void *context)
{
    window *w = context;
    if (w->sdl != NULL) {
        SDL_DestroyWindow(w->sdl);
    }
    SDL_Quit();
}

status window_run(const window_options *options, message *why)
{
    window w = {.options = options, .why = why, .has_script = options->script != NULL};
    if (w.has_script) {
        TRY(script_open(&w.script, options->script, why));
    }
    bool has_display = display_guard(show, &w);
    status s = has_display ? w.status : fail(why, "the display is gone, and the window with it");
    if (w.explorer != NULL && options->last != NULL && (s == STATUS_OK || !has_display)) {
        message ignored; /* not being able to remember is no reason to complain */
        (void)!explorer_leave(w.explorer, options->last, &ignored);
    }
    explorer_destroy(w.explorer);
    script_clear(&w.script);
    if (has_display) {
        (void)!display_guard(close_window, &w); /* lost or not: it is the end */
    }
    return s;
}
