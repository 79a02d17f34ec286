/* Films of frames that the tests draw themselves: order, failure, cancelling, resuming, joining. */
#include "movie/movie.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "picture/png.h"
#include "support/command.h"
#include "support/support.h"

enum { WIDTH = 48, HEIGHT = 32 };

static message why;
static char folder[512]; /* empty before every test */
static char *usual_path; /* the variable PATH */

static const char *in_folder(const char *name)
{
    static char paths[32][1200];
    static int next;
    char *path = paths[next++ % 32];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

/* A shell command, %s and all; its exit code, and what it printed in `printed`. */
static char printed[4000];

static int shell(const char *format, ...) __attribute__((format(printf, 1, 2)));

static int shell(const char *format, ...)
{
    char command[8000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    result r = run_shell(command);
    int code = r.code;
    snprintf(printed, sizeof printed, "%.1900s%.1900s", r.out, r.err);
    result_clear(&r);
    return code;
}

static void start_empty(void *unused)
{
    (void)unused;
    snprintf(folder, sizeof folder, "%s", scratch_file("m", "", 0));
    remove(folder);
    snprintf(folder + strlen(folder), 64, "ovies");
    if (shell("rm -rf '%s'", folder) != 0 || mkdir(folder, 0700) != 0) {
        folder[0] = '\0';
    }
    why.text[0] = '\0';
}

static bool has_ffmpeg(void)
{
    return shell("command -v ffmpeg") == 0;
}

#define NEEDS_FFMPEG()      \
    if (!has_ffmpeg()) {    \
        SKIPm("no ffmpeg"); \
    }

static int file_count(const char *path)
{
    DIR *open_folder = opendir(path);
    int count = 0;
    for (struct dirent *item; open_folder != NULL && (item = readdir(open_folder)) != NULL;) {
        count += strcmp(item->d_name, ".") != 0 && strcmp(item->d_name, "..") != 0;
    }
    if (open_folder != NULL) {
        closedir(open_folder);
    }
    return count;
}

static void put(const char *path, const char *words)
{
    FILE *stream = fopen(path, "wb");
    fputs(words, stream);
    fclose(stream);
}

static bool holds(const char *path, const char *words)
{
    char data[200] = "";
    FILE *stream = fopen(path, "rb");
    size_t length = stream != NULL ? fread(data, 1, sizeof data - 1, stream) : 0;
    if (stream != NULL) {
        fclose(stream);
    }
    return length == strlen(words) && strcmp(data, words) == 0;
}

/* Is a process left that we started? */
static bool has_children(void)
{
    return !(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
}

/* Frames of one grey each, and what happens while they are drawn. */
typedef struct scene {
    int first_grey, step;
    int fail_at; /* frame; -1: none */
    status fail_as;
    int slow;      /* frames with a number divisible by it take long; 0: none */
    int cancel_at; /* this many are done: cancel; -1: never */
    atomic_int drawn, done, told, most_ahead, out_of_step, last_total;
    atomic_int times[64]; /* how often each frame was drawn */
    atomic_bool cancel;
} scene;

static const scene plain_scene = {.first_grey = 20, .step = 9, .fail_at = -1, .cancel_at = -1};

static void sleep_ms(long ms)
{
    const struct timespec pause = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&pause, NULL);
}

static uint32_t grey_of(const scene *s, int frame)
{
    uint32_t grey = (uint32_t)(s->first_grey + s->step * frame);
    return 0xFF000000 | grey << 16 | grey << 8 | grey;
}

static movie_request current; /* the size that the drawing is for */

static status draw(void *context, int frame, uint32_t *pixels, message *words)
{
    scene *s = context;
    int ahead = atomic_fetch_add(&s->drawn, 1) + 1 - atomic_load(&s->done);
    int most = atomic_load(&s->most_ahead);
    while (ahead > most && !atomic_compare_exchange_weak(&s->most_ahead, &most, ahead)) {
    }
    atomic_fetch_add(&s->times[frame % 64], 1);
    if (s->slow > 0 && frame % s->slow == 0) {
        sleep_ms(15);
    }
    if (frame == s->fail_at) {
        return s->fail_as == STATUS_FAILED ? fail(words, "no paint for frame %d", frame)
                                           : refuse(words, "no paint for frame %d", frame);
    }
    for (int i = 0; i < current.width * current.height; i++) {
        pixels[i] = grey_of(s, frame);
    }
    return STATUS_OK;
}

static void progressed(void *context, int done, int total)
{
    scene *s = context;
    int before = atomic_exchange(&s->done, done);
    atomic_fetch_add(&s->out_of_step, done != before + 1);
    atomic_fetch_add(&s->told, 1);
    atomic_store(&s->last_total, total);
    if (done == s->cancel_at) {
        atomic_store(&s->cancel, true);
    }
}

static movie_request request_for(scene *s, const char *path, int frames)
{
    movie_request r = {.path = path,
                       .quality = MOVIE_BEST,
                       .width = WIDTH,
                       .height = HEIGHT,
                       .frames = frames,
                       .fps = 25,
                       .jobs = 3,
                       .draw = draw,
                       .progressed = progressed,
                       .context = s,
                       .cancel = &s->cancel,
                       .recipe = "greys"};
    if (!movie_format_of(path, &r.format)) {
        r.format = MOVIE_PICTURES;
    }
    current = r;
    return r;
}

static status make(scene *s, const char *path, int frames)
{
    movie_request r = request_for(s, path, frames);
    return movie_make(&r, &why);
}

/* The films, and a folder. */
static const char *const outputs[] = {"f.mp4", "f.webm", "f.gif", "f/"};

TEST the_name_tells_the_format(void)
{
    static const struct {
        const char *path;
        int format; /* -1: none */
    } cases[] = {{"a.mp4", MOVIE_MP4},
                 {"a.webm", MOVIE_WEBM},
                 {"a.gif", MOVIE_GIF},
                 {"a/", MOVIE_PICTURES},
                 {"a.mp4/", MOVIE_PICTURES},
                 {"/", MOVIE_PICTURES},
                 {"x/b.c.mp4", MOVIE_MP4},
                 {"a.avi", -1},
                 {"a", -1},
                 {"", -1},
                 {".mp4", -1},
                 {"amp4", -1},
                 {"a.mp4.png", -1},
                 {"a.mp", -1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        movie_format format = MOVIE_MP4;
        bool known = movie_format_of(cases[i].path, &format);
        ASSERT_EQ_FMTm(cases[i].path, cases[i].format, known ? (int)format : -1, "%d");
    }
    PASS();
}

/* The greys of all frames of a film, decoded; how many there are. */
static int decode(const char *path, double *greys, int most)
{
    char name[80];
    int count = 0;
    bool ran = shell("rm -rf '%s/d' && mkdir '%s/d' && ffmpeg -v error -nostdin -i '%s' -vsync 0 "
                     "'%s/d/%%d.png'",
                     folder, folder, path, folder) == 0 &&
               printed[0] == '\0';
    for (int i = 0; i < most && ran; i++, count++) {
        uint32_t *argb = NULL;
        int width = 0, height = 0;
        message unread;
        snprintf(name, sizeof name, "d/%d.png", i + 1);
        if (png_read(in_folder(name), &argb, &width, &height, &unread) != STATUS_OK) {
            break;
        }
        double sum = 0;
        for (int k = 0; k < width * height; k++) {
            sum += (double)(argb[k] >> 8 & 255);
        }
        greys[i] = sum / (width * height);
        free(argb);
    }
    return shell("rm -rf '%s/d'", folder) == 0 ? count : -1;
}

TEST frames_keep_their_order_although_later_ones_are_done_first(void)
{
    NEEDS_FFMPEG();
    enum { FRAMES = 12 }; /* so many are looked at for the colours of a GIF */
    for (int i = 0; i < 3; i++) {
        double greys[FRAMES + 2];
        scene s = plain_scene;
        s.slow = 4;
        s.step = 18;
        const char *path = in_folder(outputs[i]);
        ASSERT_OK(make(&s, path, FRAMES), outputs[i], why);
        ASSERT_EQ_FMT(i + 1, file_count(folder), "%d");
        ASSERT_EQ_FMTm(outputs[i], FRAMES, decode(path, greys, FRAMES + 2), "%d");
        for (int n = 0; n < FRAMES; n++) { /* GIF has steps of 8 */
            ASSERT_NEAR(20 + 18 * n, greys[n], outputs[i][2] == 'g' ? 8 : 1.6, 0);
        }
    }
    ASSERT(!has_children());
    PASS();
}

TEST progress_counts_every_frame(void)
{
    NEEDS_FFMPEG();
    for (int i = 0; i < 4; i++) {
        scene s = plain_scene;
        s.slow = 3;
        ASSERT_OK(make(&s, in_folder(outputs[i]), 10), outputs[i], why);
        ASSERT_EQ_FMTm(outputs[i], 10, atomic_load(&s.done), "%d");
        ASSERT_EQ_FMTm(outputs[i], 10, atomic_load(&s.told), "%d");
        ASSERT_EQ_FMTm(outputs[i], 10, atomic_load(&s.last_total), "%d");
        ASSERT_EQ_FMTm(outputs[i], 0, atomic_load(&s.out_of_step), "%d");
    }
    PASS();
}

TEST a_drawing_that_fails_ends_the_film_with_its_message(void)
{
    NEEDS_FFMPEG();
    static const int bad[] = {0, 7, 19};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++) {
            char words[80];
            scene s = plain_scene;
            s.fail_at = bad[k];
            s.fail_as = k == 1 ? STATUS_BAD_INPUT : STATUS_FAILED;
            start_empty(NULL);
            status got = make(&s, in_folder(outputs[i]), 20);
            ASSERT_EQ_FMTm(outputs[i], s.fail_as, got, "%d");
            snprintf(words, sizeof words, "no paint for frame %d", bad[k]);
            ASSERT_STR_EQ(words, why.text);
            ASSERT(!has_children());
            if (i < 3 || s.fail_as == STATUS_BAD_INPUT) {
                ASSERT_EQ_FMTm(outputs[i], 0, file_count(folder), "%d");
                continue;
            }
            snprintf(words, sizeof words, "f/frame-%05d.png", bad[k] + 1);
            ASSERT_EQ(-1, access(in_folder(words), F_OK));
            shell("ls -A '%s' | grep -v '^frame\\|^movie.txt'", in_folder("f"));
            ASSERT_STR_EQ("", printed);
        }
    }
    PASS();
}

/* In a process of its own, which is ended when it hangs. -1: it hung or crashed. */
static int make_in_child(scene *s, const char *path, int frames, double seconds)
{
    fflush(stdout);
    fflush(stderr);
    pid_t child = fork();
    if (child == 0) {
        status got = make(s, path, frames);
        _exit(has_children() ? 99 : (int)got);
    }
    for (int i = 0; i < (int)(seconds * 100); i++) {
        int code = 0;
        if (waitpid(child, &code, WNOHANG) == child) {
            return WIFEXITED(code) ? WEXITSTATUS(code) : -1;
        }
        sleep_ms(10);
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return -1;
}

TEST cancelling_leaves_no_film(void)
{
    NEEDS_FFMPEG();
    static const int moments[] = {1, 5, 24};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            scene s = plain_scene;
            s.slow = 1;
            s.cancel_at = moments[k];
            int got = make_in_child(&s, in_folder(outputs[i]), 25, 20);
            /* With the last but one done the last may be done as well. */
            ASSERTm(support_say("%s: %d", outputs[i], got),
                    got == STATUS_NO || (k == 2 && got == 0));
            if (got == STATUS_NO) {
                ASSERT_EQ_FMTm(outputs[i], 0, file_count(folder), "%d");
            }
            start_empty(NULL);
        }
    }
    PASS();
}

/* Whoever cancels may do so before the first frame is begun: the film must not wait for it. */
TEST cancelling_before_the_first_frame_ends_at_once(void)
{
    NEEDS_FFMPEG();
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 5; k++) {
            scene s = plain_scene;
            atomic_store(&s.cancel, true);
            int got = make_in_child(&s, in_folder(outputs[i]), 25, 5);
            ASSERTm(support_say("%s, try %d: %d", outputs[i], k, got), got == STATUS_NO);
            ASSERT_EQ_FMTm(outputs[i], i < 3 ? 0 : 1, file_count(folder), "%d");
            start_empty(NULL);
        }
    }
    PASS();
}

TEST cancelled_pictures_are_kept_and_completed_later(void)
{
    scene s = plain_scene;
    s.slow = 1;
    s.cancel_at = 6;
    ASSERT_EQ_FMT(STATUS_NO, make(&s, in_folder("f/"), 20), "%d");
    int kept = file_count(in_folder("f")) - 1;
    ASSERTm(support_say("%d kept", kept), kept >= 6 && kept < 12);
    scene later = plain_scene;
    movie_request r = request_for(&later, in_folder("f/"), 20);
    r.resume = true;
    ASSERT_OK(movie_make(&r, &why), "resume", why);
    ASSERT_EQ_FMT(21, file_count(in_folder("f")), "%d");
    ASSERT_EQ_FMT(20 - kept, atomic_load(&later.drawn), "%d");
    ASSERT_EQ_FMT(20 - kept, atomic_load(&later.last_total), "%d");
    PASS();
}

TEST impossible_requests_are_refused(void)
{
    const double nan_value = nan("");
    const struct {
        const char *output, *words;
        int width, height, frames;
        double fps;
    } cases[] = {
        {"f.mp4", "0 frames: from 1 to 99999", 32, 32, 0, 25},
        {"f.gif", "-3 frames: from 1 to 99999", 32, 32, -3, 25},
        {"f/", "100000 frames: from 1 to 99999", 32, 32, 100000, 25},
        {"f.mp4", "0 frames a second: from 0.1 to 1000", 32, 32, 2, 0},
        {"f.mp4", "nan frames a second", 32, 32, 2, nan_value},
        {"f.mp4", "inf frames a second", 32, 32, 2, INFINITY},
        {"f.mp4", "size 33x32: even numbers", 33, 32, 2, 25},
        {"f.webm", "size 32x33: even numbers", 32, 33, 2, 25},
        {"f.gif", "size 1x32: from 2 to 8192", 1, 32, 2, 25},
        {"f/", "size 32x8193: from 2 to 8192", 32, 8193, 2, 25},
        {"no/f.mp4", "there is no folder", 32, 32, 2, 25},
        {"no/f/", "cannot be created", 32, 32, 2, 25},
        {".", "", 32, 32, 0, 25},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        scene s = plain_scene;
        movie_request r = request_for(&s, in_folder(cases[i].output), cases[i].frames);
        r.width = cases[i].width;
        r.height = cases[i].height;
        r.fps = cases[i].fps;
        ASSERT_EQ_FMTm(cases[i].words, STATUS_BAD_INPUT, movie_make(&r, &why), "%d");
        ASSERTm(support_say("case %zu: %s", i, why.text), strstr(why.text, cases[i].words) != NULL);
        ASSERT_EQ_FMT(0, file_count(folder), "%d");
        ASSERT_EQ_FMT(0, atomic_load(&s.drawn), "%d");
    }
    PASS();
}

TEST odd_sizes_are_pictures_and_gifs(void)
{
    NEEDS_FFMPEG();
    for (int i = 2; i < 4; i++) {
        scene s = plain_scene;
        movie_request r = request_for(&s, in_folder(outputs[i]), 3);
        r.width = 33;
        r.height = 31;
        current = r;
        ASSERT_OK(movie_make(&r, &why), outputs[i], why);
    }
    double greys[4];
    ASSERT_EQ_FMT(3, decode(in_folder("f.gif"), greys, 4), "%d");
    PASS();
}

/* The grey of picture number `frame` (from 1), or -1. */
static int picture_grey(const char *name, int frame)
{
    char path[100];
    uint32_t *argb = NULL;
    int width = 0, height = 0;
    message unread;
    snprintf(path, sizeof path, "%sframe-%05d.png", name, frame);
    if (png_read(in_folder(path), &argb, &width, &height, &unread) != STATUS_OK) {
        return -1;
    }
    int grey = (int)(argb[width * height - 1] >> 8 & 255);
    free(argb);
    return width == WIDTH && height == HEIGHT ? grey : -1;
}

TEST pictures_have_their_numbers(void)
{
    scene s = plain_scene;
    s.slow = 4;
    ASSERT_OK(make(&s, in_folder("f/"), 12), "pictures", why);
    ASSERT_EQ_FMT(13, file_count(in_folder("f")), "%d"); /* and the recipe */
    for (int i = 1; i <= 12; i++) {
        ASSERT_EQ_FMT(20 + 9 * (i - 1), picture_grey("f/", i), "%d");
    }
    PASS();
}

TEST only_missing_pictures_are_drawn(void)
{
    scene s = plain_scene;
    ASSERT_OK(make(&s, in_folder("f/"), 9), "first", why);
    ASSERT_EQ(0, remove(in_folder("f/frame-00001.png")));
    ASSERT_EQ(0, remove(in_folder("f/frame-00007.png")));
    scene later = plain_scene;
    movie_request r = request_for(&later, in_folder("f/"), 9);
    r.resume = true;
    ASSERT_OK(movie_make(&r, &why), "resume", why);
    for (int i = 0; i < 9; i++) {
        ASSERT_EQ_FMT(i == 0 || i == 6, atomic_load(&later.times[i]), "%d");
        ASSERT_EQ_FMT(20 + 9 * i, picture_grey("f/", i + 1), "%d");
    }
    scene none = plain_scene;
    r = request_for(&none, in_folder("f/"), 9);
    r.resume = true;
    ASSERT_OK(movie_make(&r, &why), "nothing to do", why);
    ASSERT_EQ_FMT(0, atomic_load(&none.drawn), "%d");
    PASS();
}

TEST shards_share_the_pictures_without_gaps(void)
{
    enum { SHARDS = 3, FRAMES = 11 };
    int drawn[FRAMES] = {0};
    for (int k = 1; k <= SHARDS; k++) {
        scene s = plain_scene;
        movie_request r = request_for(&s, in_folder("f/"), FRAMES);
        r.shard = k;
        r.shards = SHARDS;
        ASSERT_OK(movie_make(&r, &why), "shard", why);
        for (int i = 0; i < FRAMES; i++) {
            int times = atomic_load(&s.times[i]);
            ASSERT_EQ_FMT(i % SHARDS == k - 1, times, "%d");
            drawn[i] += times;
        }
    }
    for (int i = 0; i < FRAMES; i++) {
        ASSERT_EQ_FMT(1, drawn[i], "%d");
        ASSERT_EQ_FMT(20 + 9 * i, picture_grey("f/", i + 1), "%d");
    }
    PASS();
}

/* Whatever differs: recipe, number of frames, speed, size. */
TEST a_folder_of_another_film_is_left_alone(void)
{
    scene s = plain_scene;
    ASSERT_OK(make(&s, in_folder("f/"), 5), "first", why);
    ASSERT_EQ(0, remove(in_folder("f/frame-00003.png")));
    for (int i = 0; i < 8; i++) {
        scene other = plain_scene;
        movie_request r = request_for(&other, in_folder("f/"), i % 4 == 1 ? 6 : 5);
        r.recipe = i % 4 == 0 ? "greys and more" : r.recipe;
        r.fps = i % 4 == 2 ? 26 : 25;
        r.height = i % 4 == 3 ? 30 : HEIGHT;
        r.resume = i < 4;
        r.shards = i < 4 ? 0 : 2;
        r.shard = 1;
        ASSERT_EQ_FMT(STATUS_BAD_INPUT, movie_make(&r, &why), "%d");
        ASSERTm(why.text, strstr(why.text, "another film") != NULL);
        ASSERT_EQ_FMT(0, atomic_load(&other.drawn), "%d");
        ASSERT_EQ_FMT(5, file_count(in_folder("f")), "%d");
    }
    scene same = plain_scene;
    ASSERT_EQ(STATUS_BAD_INPUT, make(&same, in_folder("f/"), 5));
    ASSERTm(why.text, strstr(why.text, "--resume") == NULL && strstr(why.text, "--force") != NULL);
    movie_request again = request_for(&same, in_folder("f/"), 5);
    again.can_resume = true;
    ASSERT_EQ(STATUS_BAD_INPUT, movie_make(&again, &why));
    ASSERTm(why.text, strstr(why.text, "--resume") != NULL && strstr(why.text, "--force") != NULL);
    ASSERT_EQ_FMT(0, atomic_load(&same.drawn), "%d");
    PASS();
}

TEST force_draws_all_pictures_again(void)
{
    scene s = plain_scene, other = plain_scene;
    ASSERT_OK(make(&s, in_folder("f/"), 5), "first", why);
    other.first_grey = 100;
    movie_request r = request_for(&other, in_folder("f/"), 5);
    r.recipe = "lighter greys";
    r.force = true;
    ASSERT_OK(movie_make(&r, &why), "force", why);
    for (int i = 0; i < 5; i++) {
        ASSERT_EQ_FMT(100 + 9 * i, picture_grey("f/", i + 1), "%d");
    }
    PASS();
}

/* A film that is drawn over another one, interrupted and resumed has no picture of the other. */
TEST a_forced_run_that_was_interrupted_is_resumed_without_old_pictures(void)
{
    scene s = plain_scene, first = plain_scene, second = plain_scene;
    ASSERT_OK(make(&s, in_folder("f/"), 12), "old film", why);
    first.first_grey = second.first_grey = 100;
    first.slow = 1;
    first.cancel_at = 4;
    movie_request r = request_for(&first, in_folder("f/"), 12);
    r.recipe = "lighter greys";
    r.force = true;
    ASSERT_EQ_FMT(STATUS_NO, movie_make(&r, &why), "%d");
    r = request_for(&second, in_folder("f/"), 12);
    r.recipe = "lighter greys";
    r.resume = true;
    ASSERT_OK(movie_make(&r, &why), "resume", why);
    for (int i = 0; i < 12; i++) {
        ASSERT_EQ_FMTm(support_say("picture %d", i + 1), 100 + 9 * i, picture_grey("f/", i + 1),
                       "%d");
    }
    PASS();
}

/* Nothing of a film that is replaced is touched before the first frame of the new one is drawn, and
 * of what is refused later nothing stays. */
TEST a_film_that_is_refused_on_the_way_leaves_what_was_there(void)
{
    for (int at = 0; at < 9; at += 4) {
        scene s = plain_scene, other = plain_scene;
        start_empty(NULL);
        s.fail_at = at;
        s.fail_as = STATUS_BAD_INPUT;
        ASSERT_EQ_FMT(STATUS_BAD_INPUT, make(&s, in_folder("f/"), 9), "%d");
        ASSERT_EQ_FMTm(support_say("new, frame %d", at), 0, file_count(folder), "%d");

        s = plain_scene;
        ASSERT_OK(make(&s, in_folder("f/"), 5), "old film", why);
        other.fail_at = at;
        other.fail_as = STATUS_BAD_INPUT;
        movie_request r = request_for(&other, in_folder("f/"), 9);
        r.recipe = "others";
        r.force = true;
        r.jobs = 1;
        ASSERT_EQ_FMT(STATUS_BAD_INPUT, movie_make(&r, &why), "%d");
        ASSERT_EQ_FMTm(support_say("forced, frame %d", at), at == 0 ? 6 : 0,
                       file_count(in_folder("f")), "%d");
    }
    PASS();
}

/* Frames that were there stay when a film that is resumed is refused. */
TEST a_resumed_film_that_is_refused_keeps_its_frames(void)
{
    scene s = plain_scene, later = plain_scene;
    ASSERT_OK(make(&s, in_folder("f/"), 5), "first", why);
    ASSERT_EQ(0, remove(in_folder("f/frame-00001.png")));
    ASSERT_EQ(0, remove(in_folder("f/frame-00004.png")));
    later.fail_at = 3;
    later.fail_as = STATUS_BAD_INPUT;
    movie_request r = request_for(&later, in_folder("f/"), 5);
    r.resume = true;
    ASSERT_EQ_FMT(STATUS_BAD_INPUT, movie_make(&r, &why), "%d");
    ASSERT_EQ_FMT(4, file_count(in_folder("f")), "%d"); /* three frames and the recipe */
    PASS();
}

/* More threads than outputs can be open at a time. */
TEST any_number_of_jobs_draws_pictures(void)
{
    enum { FRAMES = 250 };
    scene s = plain_scene;
    s.step = 0;
    movie_request r = request_for(&s, in_folder("f/"), FRAMES);
    r.jobs = 200;
    ASSERT_OK(movie_make(&r, &why), "200 jobs", why);
    ASSERT_EQ_FMT(FRAMES + 1, file_count(in_folder("f")), "%d");
    PASS();
}

static bool are_same_files(const char *a, const char *b)
{
    return shell("cmp '%s' '%s'", a, b) == 0;
}

static status join(const char *name, const char *to)
{
    movie_request how = {.path = in_folder(to), .quality = MOVIE_BEST, .jobs = 3};
    if (!movie_format_of(to, &how.format)) {
        return STATUS_OK;
    }
    return movie_join(in_folder(name), &how, &why);
}

TEST a_joined_film_is_the_film(void)
{
    NEEDS_FFMPEG();
    scene s = plain_scene;
    ASSERT_OK(make(&s, in_folder("p/"), 12), "pictures", why);
    for (int i = 0; i < 3; i++) {
        char joined[40];
        scene direct = plain_scene;
        snprintf(joined, sizeof joined, "j.%s", outputs[i] + 2);
        ASSERT_OK(make(&direct, in_folder(outputs[i]), 12), outputs[i], why);
        ASSERT_OK(join(i % 2 == 0 ? "p" : "p/", joined), joined, why);
        ASSERTm(joined, are_same_files(in_folder(outputs[i]), in_folder(joined)));
    }
    PASS();
}

TEST what_cannot_be_joined_is_named_and_nothing_is_left(void)
{
    NEEDS_FFMPEG();
    scene s = plain_scene;
    uint32_t *argb = NULL;
    int width = 0, height = 0;
    static const struct {
        const char *command, *words;
    } cases[] = {
        {"rm p/frame-00004.png", "frame-00004.png is missing"},
        {"rm p/frame-00006.png", "frame-00006.png is missing"},
        {"echo nonsense > p/frame-00002.png", "frame-00002.png: is not a PNG"},
        {"head -c 100 p/frame-00003.png > p/x; mv p/x p/frame-00003.png", "frame-00003.png: "},
        {"cp q/frame-00001.png p/frame-00005.png", "48x32 are expected"},
        {"rm p/movie.txt", "movie.txt: cannot be opened"},
        {"echo nonsense > p/movie.txt", "is not the recipe"},
        {"sed -i 's/6/0/' p/movie.txt", "0 frames"},
        {"sed -i 's/size.*/size = 49x32/' p/movie.txt", "even numbers"},
        {"rm -r p", "movie.txt: cannot be opened"},
    };
    movie_request small = request_for(&s, in_folder("q/"), 1);
    small.width = 46;
    current = small;
    ASSERT_OK(movie_make(&small, &why), "other size", why);
    ASSERT_OK(png_read(in_folder("q/frame-00001.png"), &argb, &width, &height, &why), "q", why);
    free(argb);
    ASSERT_EQ_FMT(46, width, "%d");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ASSERT_EQ(0, shell("rm -rf '%s'", in_folder("p")));
        ASSERT_OK(make(&s, in_folder("p/"), 6), "pictures", why);
        ASSERT_EQ_FMT(0, shell("cd '%s' && %s", folder, cases[i].command), "%d");
        status got = join("p", "f.mp4");
        ASSERT_EQ_FMTm(cases[i].command, STATUS_BAD_INPUT, got, "%d");
        ASSERTm(support_say("%s: %s", cases[i].command, why.text),
                strstr(why.text, cases[i].words) != NULL);
        ASSERT_EQ_FMTm(cases[i].command, access(in_folder("p"), F_OK) == 0 ? 2 : 1,
                       file_count(folder), "%d");
        ASSERT(!has_children());
    }
    PASS();
}

/* Puts a program named ffmpeg in front of the real one; NULL: there is none at all. */
static void replace_ffmpeg(const char *script)
{
    char path[4000];
    mkdir(in_folder("bin"), 0700);
    snprintf(path, sizeof path, "%s%s%s", in_folder("bin"), script != NULL ? ":" : "",
             script != NULL ? usual_path : "");
    if (script != NULL) {
        put(in_folder("bin/ffmpeg"), script);
        chmod(in_folder("bin/ffmpeg"), 0700);
    }
    setenv("PATH", path, 1);
}

TEST an_encoder_that_fails_is_one_message_and_nothing_is_lost(void)
{
    static const struct {
        const char *script, *words;
    } cases[] = {
        {NULL, "cannot be started (No such file"},
        {"#!/bin/sh\necho first >&2; echo boom >&2; exit 1\n", "ffmpeg failed: boom;"},
        {"#!/bin/sh\nhead -c 100000 > /dev/null; echo late >&2; exit 3\n", "ffmpeg failed: late;"},
        {"#!/bin/sh\ncat > /dev/null; echo end >&2; exit 1\n", "ffmpeg failed: end;"},
        {"#!/bin/sh\nkill -9 $$\n", "ffmpeg failed: it ended early;"},
        {"#!/bin/sh\ncat > /dev/null; kill -9 $$\n", "ffmpeg failed: it ended early;"},
        {"#!/bin/sh\nfor f; do :; done; echo part > \"${f#file:}\"; exit 1\n", "ffmpeg failed: "},
        {"#!/bin/sh\nprintf 'tab\\tand\\033escape\\n\\n' >&2; exit 1\n", "tab?and?escape"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int n = 0; n < 6; n++) { /* of each kind: a new file, and one that is overwritten */
            const char *path = in_folder(outputs[n / 2]);
            scene s = plain_scene;
            start_empty(NULL);
            movie_request r = request_for(&s, path, 40);
            r.force = n % 2 == 1;
            s.step = 0;
            r.width = 320; /* more than the pipe holds */
            r.height = 240;
            current = r;
            if (r.force) {
                put(path, "precious");
            }
            replace_ffmpeg(cases[i].script);
            status got = movie_make(&r, &why);
            setenv("PATH", usual_path, 1);
            ASSERT_EQ_FMTm(support_say("%zu: %s", i, why.text), STATUS_FAILED, got, "%d");
            ASSERTm(support_say("%zu: %s", i, why.text), strstr(why.text, cases[i].words) != NULL);
            ASSERTm(why.text, strstr(why.text, "pictures") != NULL);
            ASSERTm(why.text, strpbrk(why.text, "\n\t\033") == NULL);
            ASSERT_EQ_FMT(1 + r.force, file_count(folder), "%d"); /* bin */
            ASSERT(!r.force || holds(path, "precious"));
            ASSERT(!has_children());
        }
    }
    PASS();
}

/* One that neither reads nor ends is ended. */
TEST an_encoder_that_hangs_is_ended_with_the_film(void)
{
    scene s = plain_scene;
    s.fail_at = 3;
    s.fail_as = STATUS_FAILED;
    replace_ffmpeg("#!/bin/sh\nexec sleep 60\n");
    int got = make_in_child(&s, in_folder("f.mp4"), 20, 5);
    setenv("PATH", usual_path, 1);
    ASSERT_EQ_FMT((int)STATUS_FAILED, got, "%d");
    ASSERT_EQ_FMT(1, file_count(folder), "%d"); /* bin */
    PASS();
}

TEST pictures_need_no_encoder(void)
{
    scene s = plain_scene;
    replace_ffmpeg(NULL);
    status got = make(&s, in_folder("f/"), 3);
    setenv("PATH", usual_path, 1);
    ASSERT_OK(got, "pictures", why);
    PASS();
}

TEST an_existing_film_needs_force(void)
{
    NEEDS_FFMPEG();
    for (int i = 0; i < 3; i++) {
        const char *path = in_folder(outputs[i]);
        scene s = plain_scene;
        put(path, "precious");
        ASSERT_EQ_FMT(STATUS_BAD_INPUT, make(&s, path, 3), "%d");
        ASSERTm(why.text, strstr(why.text, "--force") != NULL);
        ASSERT(holds(path, "precious"));
        ASSERT_EQ_FMT(0, atomic_load(&s.drawn), "%d");
        movie_request r = request_for(&s, path, 3);
        r.force = true;
        ASSERT_OK(movie_make(&r, &why), path, why);
        ASSERT(!holds(path, "precious"));
        ASSERT_EQ_FMT(i + 1, file_count(folder), "%d");
    }
    PASS();
}

/* An encoder that takes its time gets frames from a few places in memory, not from all. */
TEST few_frames_are_held_in_memory(void)
{
    scene s = plain_scene;
    s.step = 1;
    movie_request r = request_for(&s, in_folder("f.mp4"), 60);
    r.jobs = 2;
    r.width = r.height = 720; /* 0.8 MB each: the pipe holds one */
    current = r;
    replace_ffmpeg("#!/bin/sh\nfor last; do :; done\n"
                   "sleep 0.3; cat > /dev/null; echo film > \"${last#file:}\"\n");
    status got = movie_make(&r, &why);
    setenv("PATH", usual_path, 1);
    ASSERT_OK(got, "slow encoder", why);
    ASSERT_EQ_FMT(60, atomic_load(&s.drawn), "%d");
    int ahead = atomic_load(&s.most_ahead);
    ASSERTm(support_say("%d ahead", ahead), ahead <= 2 * 2 + 2 + 1);
    PASS();
}

TEST any_number_of_jobs_makes_the_same_film(void)
{
    NEEDS_FFMPEG();
    for (int i = 0; i < 3; i++) {
        char other[40];
        scene s = plain_scene;
        s.slow = 5;
        movie_request r = request_for(&s, in_folder(outputs[i]), 15);
        r.jobs = 1;
        ASSERT_OK(movie_make(&r, &why), outputs[i], why);
        snprintf(other, sizeof other, "other.%s", outputs[i] + 2);
        r.path = in_folder(other);
        r.jobs = 40; /* more than there are threads for */
        ASSERT_OK(movie_make(&r, &why), other, why);
        ASSERTm(other, are_same_files(in_folder(outputs[i]), in_folder(other)));
    }
    PASS();
}

SUITE(all)
{
    SET_SETUP(start_empty, NULL);
    RUN_TEST(the_name_tells_the_format);
    RUN_TEST(frames_keep_their_order_although_later_ones_are_done_first);
    RUN_TEST(progress_counts_every_frame);
    RUN_TEST(a_drawing_that_fails_ends_the_film_with_its_message);
    RUN_TEST(cancelling_leaves_no_film);
    RUN_TEST(cancelling_before_the_first_frame_ends_at_once);
    RUN_TEST(cancelled_pictures_are_kept_and_completed_later);
    RUN_TEST(impossible_requests_are_refused);
    RUN_TEST(odd_sizes_are_pictures_and_gifs);
    RUN_TEST(pictures_have_their_numbers);
    RUN_TEST(only_missing_pictures_are_drawn);
    RUN_TEST(shards_share_the_pictures_without_gaps);
    RUN_TEST(a_folder_of_another_film_is_left_alone);
    RUN_TEST(force_draws_all_pictures_again);
    RUN_TEST(a_forced_run_that_was_interrupted_is_resumed_without_old_pictures);
    RUN_TEST(a_film_that_is_refused_on_the_way_leaves_what_was_there);
    RUN_TEST(a_resumed_film_that_is_refused_keeps_its_frames);
    RUN_TEST(any_number_of_jobs_draws_pictures);
    RUN_TEST(a_joined_film_is_the_film);
    RUN_TEST(what_cannot_be_joined_is_named_and_nothing_is_left);
    RUN_TEST(an_encoder_that_fails_is_one_message_and_nothing_is_lost);
    RUN_TEST(an_encoder_that_hangs_is_ended_with_the_film);
    RUN_TEST(pictures_need_no_encoder);
    RUN_TEST(an_existing_film_needs_force);
    RUN_TEST(few_frames_are_held_in_memory);
    RUN_TEST(any_number_of_jobs_makes_the_same_film);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    signal(SIGPIPE, SIG_IGN); /* as programs that use this library must */
    usual_path = strdup(getenv("PATH"));
    RUN_SUITE(all);
    free(usual_path);
    GREATEST_MAIN_END();
}
