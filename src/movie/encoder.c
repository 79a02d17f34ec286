#define _GNU_SOURCE /* F_SETPIPE_SZ, memfd_create */
#include "movie/encoder.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/output.h"

enum { MOST_ARGUMENTS = 64, PIPE_SIZE = 1 << 20 };

struct encoder {
    pid_t child;
    int pipe;
    int descriptor;   /* of the file, for ffmpeg */
    FILE *complaints; /* what ffmpeg writes to stderr */
    output *file;
};

/* What each quality means; speed against size as measured in 720p. */
static const char *const video[2][3][12] = {
    [MOVIE_MP4] = {[MOVIE_DRAFT] = {"-c:v", "libx264", "-preset", "ultrafast", "-crf", "26"},
                   [MOVIE_GOOD] = {"-c:v", "libx264", "-preset", "veryfast", "-crf", "20"},
                   [MOVIE_BEST] = {"-c:v", "libx264", "-preset", "slow", "-crf", "16"}},
    [MOVIE_WEBM] = {[MOVIE_DRAFT] = {"-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used",
                                     "8", "-row-mt", "1", "-crf", "36", "-b:v", "0"},
                    [MOVIE_GOOD] = {"-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "6",
                                    "-row-mt", "1", "-crf", "28", "-b:v", "0"},
                    [MOVIE_BEST] = {"-c:v", "libvpx-vp9", "-deadline", "good", "-cpu-used", "2",
                                    "-row-mt", "1", "-crf", "22", "-b:v", "0"}}};

static void add(const char **arguments, int *count, const char *word)
{
    if (*count < MOST_ARGUMENTS - 1) {
        arguments[(*count)++] = word;
    }
}

static void make_arguments(const movie_request *r, const char *file, char size[40], char rate[40],
                           const char **arguments)
{
    int n = 0;
    bool is_gif = r->format == MOVIE_GIF;
    snprintf(size, 40, "%dx%d", r->width, r->height);
    snprintf(rate, 40, "%.6f", r->fps);
    const char *const input[] = {"ffmpeg",
                                 "-hide_banner",
                                 "-nostdin",
                                 "-loglevel",
                                 "error",
                                 "-xerror",
                                 "-y",
                                 "-f",
                                 "rawvideo",
                                 "-pixel_format",
                                 is_gif ? "pal8" : "yuv420p",
                                 "-video_size",
                                 size,
                                 "-framerate",
                                 rate};
    for (size_t i = 0; i < sizeof input / sizeof input[0]; i++) {
        add(arguments, &n, input[i]);
    }
    if (!is_gif) {
        const char *const colours[] = {"-color_range",     "tv",    "-colorspace", "bt709",
                                       "-color_primaries", "bt709", "-color_trc",  "bt709"};
        for (int pass = 0; pass < 2; pass++) { /* of what comes in, and of what goes out */
            for (size_t i = 0; i < sizeof colours / sizeof colours[0]; i++) {
                add(arguments, &n, colours[i]);
            }
            if (pass == 0) {
                add(arguments, &n, "-i");
                add(arguments, &n, "pipe:0");
            }
        }
        for (int i = 0; i < 12 && video[r->format][r->quality][i] != NULL; i++) {
            add(arguments, &n, video[r->format][r->quality][i]);
        }
        add(arguments, &n, "-pix_fmt");
        add(arguments, &n, "yuv420p");
    } else {
        add(arguments, &n, "-i");
        add(arguments, &n, "pipe:0");
        add(arguments, &n, "-loop");
        add(arguments, &n, "0");
    }
    if (r->format == MOVIE_MP4) {
        add(arguments, &n, "-movflags");
        add(arguments, &n, "+faststart");
    }
    add(arguments, &n, "-fflags");
    add(arguments, &n, "+bitexact");
    add(arguments, &n, "-f");
    add(arguments, &n, is_gif ? "gif" : r->format == MOVIE_MP4 ? "mp4" : "webm");
    add(arguments, &n, file);
    arguments[n] = NULL;
}

/* In the child: becomes ffmpeg, or tells through `report` why not. */
static void become(const char **arguments, int input, int errors, int report)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* not left behind, whatever ends us */
    setpgid(0, 0);                    /* Ctrl-C is for us: we close the pipe */
    dup2(input, STDIN_FILENO);
    dup2(errors, STDERR_FILENO);
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigaction(SIGPIPE, &usual, NULL);
    execvp(arguments[0], (char *const *)(uintptr_t)arguments);
    int error = errno;
    ssize_t told = write(report, &error, sizeof error);
    (void)told;
    _exit(127);
}

static status start(encoder *e, const char **arguments, message *why)
{
    int to[2], report[2], error = 0;
    int kept = memfd_create("ffmpeg", MFD_CLOEXEC); /* no folder has to be writable for it */
    e->complaints = kept >= 0 ? fdopen(kept, "w+") : NULL;
    if (e->complaints == NULL) {
        status s = fail(why, "no room for what ffmpeg says: %s", strerror(errno));
        if (kept >= 0) {
            close(kept);
        }
        return s;
    }
    if (pipe2(to, O_CLOEXEC) != 0) {
        return fail(why, "no pipe to ffmpeg: %s", strerror(errno));
    }
    if (pipe2(report, O_CLOEXEC) != 0) {
        close(to[0]);
        close(to[1]);
        return fail(why, "no pipe to ffmpeg: %s", strerror(errno));
    }
    fcntl(to[1], F_SETPIPE_SZ, PIPE_SIZE);
    e->child = fork();
    if (e->child == 0) {
        become(arguments, to[0], fileno(e->complaints), report[1]);
    }
    close(to[0]);
    close(report[1]);
    close(e->descriptor);
    e->descriptor = -1;
    e->pipe = to[1];
    bool failed = e->child > 0 && read(report[0], &error, sizeof error) == (ssize_t)sizeof error;
    close(report[0]);
    if (e->child < 0 || failed) {
        return fail(why,
                    "ffmpeg cannot be started (%s); install it, or make numbered pictures: "
                    "FOLDER/ instead of a file",
                    strerror(failed ? error : errno));
    }
    return STATUS_OK;
}

status encoder_open(const movie_request *request, encoder **out, message *why)
{
    const char *arguments[MOST_ARGUMENTS];
    char size[40], rate[40];
    encoder *e = NULL;
    *out = NULL;
    TRY(memory_allocate(&e, 1, sizeof *e, why));
    status s = STATUS_OK;
    e->pipe = e->descriptor = -1;
    TRY_OR_END(output_open(request->path, request->force, &e->file, why));
    if (output_path(e->file) == NULL) {
        TRY_OR_END(
            refuse(why, "-o %.200s: a film needs a file, not a pipe or a device", request->path));
    }
    /* By descriptor: a file that was removed cannot be made again under its name. */
    char file[60];
    e->descriptor = fcntl(output_descriptor(e->file), F_DUPFD, 10);
    if (e->descriptor < 0) {
        TRY_OR_END(fail(why, "too few file descriptors are left to start ffmpeg (ulimit -n)"));
    }
    snprintf(file, sizeof file, "file:/proc/self/fd/%d", e->descriptor);
    make_arguments(request, file, size, rate, arguments);
    s = start(e, arguments, why);
end:
    if (s != STATUS_OK) {
        encoder_discard(&e);
    }
    *out = e;
    return s;
}

/* The last line that ffmpeg said. */
static status complain(encoder *e, message *why)
{
    char line[300] = "", last[300] = "it ended early";
    rewind(e->complaints);
    while (fgets(line, sizeof line, e->complaints) != NULL) {
        if (line[0] != '\n') {
            snprintf(last, sizeof last, "%.*s", (int)strcspn(line, "\n"), line);
        }
    }
    return fail(
        why, "ffmpeg failed: %.250s; numbered pictures need none: FOLDER/ instead of a file", last);
}

status encoder_write(encoder *e, const void *data, size_t size, message *why)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = write(e->pipe, (const char *)data + done, size - done);
        if (n < 0 && errno != EINTR) {
            close(e->pipe);
            e->pipe = -1;
            waitpid(e->child, NULL, 0);
            e->child = 0;
            return complain(e, why);
        }
        done += n > 0 ? (size_t)n : 0;
    }
    return STATUS_OK;
}

status encoder_finish(encoder **out, message *why)
{
    encoder *e = *out;
    int ended = 0;
    close(e->pipe);
    e->pipe = -1;
    pid_t child = e->child;
    e->child = 0;
    while (waitpid(child, &ended, 0) < 0 && errno == EINTR) {
    }
    status s = STATUS_OK;
    fseek(e->complaints, 0, SEEK_END); /* it may complain and end well all the same */
    if (!WIFEXITED(ended) || WEXITSTATUS(ended) != 0 || ftell(e->complaints) > 0) {
        TRY_OR_END(complain(e, why));
    }
    if (output_is_empty(e->file)) {
        TRY_OR_END(fail(
            why, "ffmpeg wrote nothing; numbered pictures need none: FOLDER/ instead of a file"));
    }
    s = output_commit(&e->file, why);
end:
    encoder_discard(out);
    return s;
}

void encoder_discard(encoder **out)
{
    encoder *e = *out;
    if (e == NULL) {
        return;
    }
    if (e->pipe >= 0) {
        close(e->pipe);
    }
    if (e->descriptor >= 0) {
        close(e->descriptor);
    }
    if (e->child > 0) {
        kill(e->child, SIGKILL);
        waitpid(e->child, NULL, 0);
    }
    if (e->complaints != NULL) {
        fclose(e->complaints);
    }
    output_discard(&e->file);
    free(e);
    *out = NULL;
}
