#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/bench.h"
#include "bench/peak.h"
#include "movie/movie.h"
#include "picture/png.h"

enum { FRAMES = 300, FED = 100 };

static char folder[] = "/tmp/spinscope-bench-XXXXXX";

/* Seconds that a shell command takes; negative when it fails. $P is the program, $D a scratch
 * folder. */
static double time_of(const char *command)
{
    char line[1200];
    snprintf(line, sizeof line, "P='%s' D='%s'; %s", SPINSCOPE_PROGRAM, folder, command);
    double start = seconds_now();
    return system(line) == 0 ? seconds_now() - start : -1;
}

/* Frames from memory. */
static uint32_t *fed[FED];

static status feed(void *context, int frame, uint32_t *pixels, message *why)
{
    (void)context;
    (void)why;
    memcpy(pixels, fed[frame], (size_t)1280 * 720 * sizeof *pixels);
    return STATUS_OK;
}

/* A draft film, and what the encoder needs by itself for the same frames. */
static void bench_encoding(void)
{
    char path[200];
    message why;
    int width = 1280, height = 720;
    double film = time_of("\"$P\" movie radau-iia:3 --frames 100 --quality draft --quiet --force "
                          "-o \"$D/film.mp4\"");
    time_of("\"$P\" movie radau-iia:3 --frames 100 --quiet --force -o \"$D/fed/\"");
    bool read = film > 0;
    for (int i = 0; i < FED && read; i++) {
        snprintf(path, sizeof path, "%s/fed/frame-%05d.png", folder, i + 1);
        read = png_read(path, &fed[i], &width, &height, &why) == STATUS_OK;
    }
    snprintf(path, sizeof path, "%s/fed.mp4", folder);
    const movie_request request = {.path = path,
                                   .format = MOVIE_MP4,
                                   .quality = MOVIE_DRAFT,
                                   .width = width,
                                   .height = height,
                                   .frames = FED,
                                   .fps = 30,
                                   .jobs = 1,
                                   .force = true,
                                   .draw = feed};
    report("movie draft, 100 frames", film, "s");
    double start = seconds_now();
    read = read && movie_make(&request, &why) == STATUS_OK;
    double alone = read ? seconds_now() - start : -1;
    report("movie draft, encoder alone", alone, "s");
    report("movie draft / encoder", film / alone, "times");
    for (int i = 0; i < FED; i++) {
        free(fed[i]);
    }
}

static void remove_folder(void)
{
    time_of("/bin/rm -rf \"$D\"");
}

void bench_movies(const catalogue *all)
{
    (void)all;
    static const char *const methods[] = {"radau-iia:3", "bdf:4"};
    char line[400], name[80];
    if (mkdtemp(folder) != NULL) {
        atexit(remove_folder); /* also when a row ends the bench */
    }
    /* An ffmpeg that reads and writes a word into the last of its arguments, the film: what is left
     * is drawing, conversion and the pipe. */
    time_of("printf '#!/bin/sh\\nfor film; do :; done\\ncat >/dev/null && echo film "
            ">\"${film#file:}\"\\n' "
            ">\"$D/ffmpeg\" && chmod +x \"$D/ffmpeg\"");
    for (int i = 0; i < 2; i++) {
        snprintf(line, sizeof line,
                 "PATH=\"$D:$PATH\" \"$P\" movie %s --frames %d --quiet --force -o \"$D/x.mp4\"",
                 methods[i], FRAMES);
        double spent = time_of(line);
        snprintf(name, sizeof name, "movie %s, drawn", methods[i]);
        report(name, FRAMES / spent, "frames/s");
    }
    double spent = time_of("\"$P\" movie radau-iia:3 --frames 300 --quiet -o \"$D/pictures/\"");
    report("movie radau-iia:3, pictures", FRAMES / spent, "frames/s");
    bench_encoding();
}
