/* A real X server without a screen (Xvfb), the program on it, and xdotool's hands. One server for
 * the whole test program; whatever happens, it and the program are ended at the latest by an alarm.
 */
#ifndef TESTS_GUI_SCREEN_H
#define TESTS_GUI_SCREEN_H

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct screen {
    pid_t server, program;
    int display;
    unsigned long window;
    char folder[600]; /* the program's, and its home */
} screen;

/* What is on the window. */
typedef struct snapshot {
    int width, height;
    uint32_t *pixels;
} snapshot;

static screen the_screen = {.server = -1, .program = -1};

/* Never kill(-1, ...): that is every process there is. */
static inline void signal_child(pid_t child, int number)
{
    if (child > 1) {
        kill(child, number);
    }
}

static inline void screen_kill(void)
{
    signal_child(the_screen.program, SIGKILL);
    signal_child(the_screen.server, SIGKILL);
    the_screen.program = the_screen.server = -1;
}

static inline void screen_too_late(int number)
{
    static const char words[] = "the tests of the window took too long\n";
    (void)number;
    screen_kill();
    (void)!write(STDERR_FILENO, words, sizeof words - 1);
    _exit(1);
}

static inline double wall(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline void pause_for(double seconds)
{
    struct timespec t = {.tv_sec = (time_t)seconds,
                         .tv_nsec = (long)(1e9 * (seconds - (double)(time_t)seconds))};
    nanosleep(&t, NULL);
}

/* Starts the server and waits for its number; false: there is none here. */
static inline bool screen_open(const char *folder, unsigned seconds_at_most)
{
    int ends[2];
    char number[32] = "";
    if (system("command -v Xvfb xdotool xwd >/dev/null 2>&1") != 0 || pipe(ends) != 0) {
        return false;
    }
    snprintf(the_screen.folder, sizeof the_screen.folder, "%s", folder);
    signal(SIGALRM, screen_too_late);
    alarm(seconds_at_most);
    atexit(screen_kill);
    the_screen.server = fork();
    if (the_screen.server == 0) {
        int nothing = open("/dev/null", O_RDWR);
        dup2(ends[1], 3);
        dup2(nothing, STDOUT_FILENO);
        dup2(nothing, STDERR_FILENO);
        execlp("Xvfb", "Xvfb", "-displayfd", "3", "-screen", "0", "1400x900x24", "-nolisten", "tcp",
               "-noreset", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    struct pollfd waits = {.fd = ends[0], .events = POLLIN};
    size_t length = 0;
    bool ok = true;
    while (ok && strchr(number, '\n') == NULL && length + 1 < sizeof number) {
        ok = poll(&waits, 1, 10000) == 1 && read(ends[0], number + length++, 1) == 1;
    }
    /* The pipe stays open: a server that cannot write to it would end. */
    the_screen.display = atoi(number);
    return ok;
}

/* Runs a shell command on the screen; at most 5 s. */
static inline int on_screen(const char *format, ...) __attribute__((format(printf, 1, 2)));

static inline int on_screen(const char *format, ...)
{
    char command[1600], line[2000];
    va_list values;
    va_start(values, format);
    vsnprintf(command, sizeof command, format, values);
    va_end(values);
    snprintf(line, sizeof line, "DISPLAY=:%d timeout 5 %s >/dev/null 2>&1", the_screen.display,
             command);
    return system(line);
}

static inline bool find_window(void)
{
    char line[200], out[64] = "";
    snprintf(
        line, sizeof line,
        "DISPLAY=:%d timeout 5 xdotool search --onlyvisible --name '^spinscope$' 2>/dev/null | "
        "tail -1",
        the_screen.display);
    FILE *from = popen(line, "r");
    if (from != NULL) {
        (void)!fgets(out, sizeof out, from);
        pclose(from);
    }
    the_screen.window = strtoul(out, NULL, 10);
    return the_screen.window != 0;
}

/* Starts the program with these words and waits for its window. */
static inline bool program_start(char *const *words)
{
    char display[32], errors[700];
    snprintf(display, sizeof display, ":%d", the_screen.display);
    snprintf(errors, sizeof errors, "%s/stderr", the_screen.folder);
    the_screen.program = fork();
    if (the_screen.program == 0) {
        setenv("DISPLAY", display, 1);
        setenv("HOME", the_screen.folder, 1);
        setenv("XDG_CONFIG_HOME", the_screen.folder, 1);
        unsetenv("SDL_VIDEODRIVER");
        unsetenv("WAYLAND_DISPLAY");
        int to = open(errors, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(to, STDERR_FILENO);
        if (chdir(the_screen.folder) == 0) {
            execv(SPINSCOPE_PROGRAM, words);
        }
        _exit(127);
    }
    for (double began = wall(); wall() - began < 30;) {
        if (find_window()) {
            on_screen("xdotool windowfocus %lu", the_screen.window);
            return true;
        }
        pause_for(0.02);
    }
    return false;
}

/* Waits for the end of the program: its exit code, 128 + signal, -1 when it does not end. */
static inline int program_end(double seconds)
{
    if (the_screen.program <= 1) {
        return -1;
    }
    for (double began = wall(); wall() - began < seconds;) {
        int code;
        if (waitpid(the_screen.program, &code, WNOHANG) == the_screen.program) {
            the_screen.program = -1;
            return WIFEXITED(code) ? WEXITSTATUS(code) : 128 + WTERMSIG(code);
        }
        pause_for(0.01);
    }
    return -1;
}

/* What it wrote to its standard error. */
static inline const char *program_said(void)
{
    static char words[400];
    char path[700];
    snprintf(path, sizeof path, "%s/stderr", the_screen.folder);
    FILE *from = fopen(path, "r");
    words[from != NULL ? fread(words, 1, sizeof words - 1, from) : 0] = '\0';
    if (from != NULL) {
        fclose(from);
    }
    return words;
}

static inline int ignore_error(void *display, void *error)
{
    (void)display;
    (void)error;
    return 0;
}

/* What a window manager sends when its cross is clicked: WM_DELETE_WINDOW. xdotool has no word for
 * it in its older releases, and Xlib's headers are not needed for four of its functions. */
static inline bool ask_to_close(void)
{
    union { /* XClientMessageEvent, and room for every XEvent */
        struct {
            int type;
            unsigned long serial;
            int send_event;
            void *display;
            unsigned long window, message_type;
            int format;
            long data[5];
        } message;
        long pad[24];
    } event;
    char name[32];
    void *x11 = dlopen("libX11.so.6", RTLD_NOW);
    void *(*open_display)(const char *);
    int (*(*on_error)(int (*)(void *, void *)))(void *, void *);
    unsigned long (*intern)(void *, const char *, int);
    int (*send)(void *, unsigned long, int, long, void *), (*close_display)(void *);
    if (x11 == NULL) {
        return false;
    }
    *(void **)&open_display = dlsym(x11, "XOpenDisplay");
    *(void **)&on_error = dlsym(x11, "XSetErrorHandler");
    *(void **)&intern = dlsym(x11, "XInternAtom");
    *(void **)&send = dlsym(x11, "XSendEvent");
    *(void **)&close_display = dlsym(x11, "XCloseDisplay");
    snprintf(name, sizeof name, ":%d", the_screen.display);
    void *display = open_display(name);
    if (display == NULL) {
        return false;
    }
    on_error(ignore_error); /* the window may be gone already */
    memset(&event, 0, sizeof event);
    event.message.type = 33; /* ClientMessage */
    event.message.window = the_screen.window;
    event.message.message_type = intern(display, "WM_PROTOCOLS", 0);
    event.message.format = 32;
    event.message.data[0] = (long)intern(display, "WM_DELETE_WINDOW", 0);
    send(display, the_screen.window, 0, 0, &event);
    close_display(display);
    dlclose(x11);
    return true;
}

/* The icon that the window has told the X server: its pixels, 0xAARRGGBB; NULL when there is none.
 * The caller frees them. */
static inline uint32_t *window_icon(int *width, int *height)
{
    char name[32];
    void *x11 = dlopen("libX11.so.6", RTLD_NOW);
    void *(*open_display)(const char *);
    unsigned long (*intern)(void *, const char *, int), type, count = 0, rest;
    int (*window_property)(void *, unsigned long, unsigned long, long, long, int, unsigned long,
                           unsigned long *, int *, unsigned long *, unsigned long *,
                           unsigned char **);
    int (*close_display)(void *), (*release)(void *), format = 0;
    unsigned char *data = NULL;
    uint32_t *pixels = NULL;
    *(void **)&open_display = x11 != NULL ? dlsym(x11, "XOpenDisplay") : NULL;
    snprintf(name, sizeof name, ":%d", the_screen.display);
    void *display = x11 != NULL ? open_display(name) : NULL;
    if (display == NULL) {
        return NULL;
    }
    *(void **)&intern = dlsym(x11, "XInternAtom");
    *(void **)&window_property = dlsym(x11, "XGetWindowProperty");
    *(void **)&release = dlsym(x11, "XFree");
    *(void **)&close_display = dlsym(x11, "XCloseDisplay");
    window_property(display, the_screen.window, intern(display, "_NET_WM_ICON", 0), 0, 1 << 20, 0,
                    0, &type, &format, &count, &rest, &data);
    const long *words = (const long *)(void *)data; /* whatever the size of a long is */
    if (format == 32 && count > 2 && (long)count == 2 + words[0] * words[1]) {
        *width = (int)words[0];
        *height = (int)words[1];
        pixels = malloc((count - 2) * sizeof *pixels);
        for (unsigned long i = 2; i < count; i++) {
            pixels[i - 2] = (uint32_t)words[i];
        }
    }
    release(data);
    close_display(display);
    dlclose(x11);
    return pixels;
}

static inline uint32_t big_endian(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static inline void snapshot_clear(snapshot *s)
{
    free(s->pixels);
    *s = (snapshot){0};
}

/* Reads the window by xwd: 25 words of header, colours of 12 bytes, rows of 32-bit pixels. */
static inline bool snapshot_take(snapshot *out)
{
    char line[300];
    size_t room = 8 << 20, length = 0, n;
    unsigned char *data = malloc(room);
    *out = (snapshot){0};
    snprintf(line, sizeof line, "DISPLAY=:%d timeout 5 xwd -silent -id %lu 2>/dev/null",
             the_screen.display, the_screen.window);
    FILE *from = popen(line, "r");
    while (from != NULL && length < room &&
           (n = fread(data + length, 1, room - length, from)) > 0) {
        length += n;
    }
    if (from != NULL) {
        pclose(from);
    }
    bool ok = length > 100 && big_endian(data + 4) == 7 && big_endian(data + 44) == 32;
    if (ok) {
        size_t width = big_endian(data + 16), height = big_endian(data + 20),
               row = big_endian(data + 48),
               start = big_endian(data) + 12 * (size_t)big_endian(data + 76);
        bool is_big = big_endian(data + 28) != 0;
        ok = start + row * height <= length && width * 4 <= row;
        out->pixels = ok ? malloc(width * height * 4) : NULL;
        for (size_t y = 0; ok && y < height; y++) {
            for (size_t x = 0; x < width; x++) {
                const unsigned char *p = data + start + y * row + 4 * x;
                out->pixels[y * width + x] =
                    is_big ? big_endian(p) & 0xFFFFFF
                           : (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
            }
        }
        out->width = (int)width;
        out->height = (int)height;
    }
    free(data);
    return ok;
}

/* Clock ticks of CPU that the program has used. */
static inline long program_ticks(void)
{
    char path[64], line[1024] = "";
    long user = -1, kernel = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)the_screen.program);
    FILE *from = fopen(path, "r");
    if (from != NULL) {
        (void)!fgets(line, sizeof line, from);
        fclose(from);
    }
    const char *at = strrchr(line, ')');
    if (at != NULL &&
        sscanf(at, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &kernel) != 2) {
        return -1;
    }
    return user + kernel;
}

#endif
