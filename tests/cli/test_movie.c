/* `movie` as a person sees it: films that play and show what `render` draws, runs that are ended in
 * the middle, shared out and completed, encoders that fail, and what is refused. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "picture/png.h"
#include "support/command.h"
#include "support/support.h"

static char folder[512]; /* empty before every test, removed after it */
static result last;      /* of the last command */

/* What the last command said is kept: a test that fails is told of after this. */
static void end_folder(void *unused)
{
    (void)unused;
    char command[1200];
    snprintf(command, sizeof command, "chmod -R u+w '%s'; rm -rf '%s'", folder, folder);
    result r = run_shell(command);
    result_clear(&r);
}

static void start_folder(void *unused)
{
    snprintf(folder, sizeof folder, "%s", scratch_file("f", "", 0));
    remove(folder);
    snprintf(folder + strlen(folder), 64, "ilms");
    end_folder(unused);
    mkdir(folder, 0755);
}

/* Runs a shell command in the folder; `spinscope` is the program, and `wait_for CONDITION` waits up
 * to some seconds. Its exit code. */
static int shell(const char *format, ...) __attribute__((format(printf, 1, 2)));

static int shell(const char *format, ...)
{
    char command[6000], line[8000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    snprintf(line, sizeof line,
             "cd '%s' && program='" SPINSCOPE_PROGRAM
             "' && spinscope() { \"$program\" \"$@\"; } && wait_for() { n=0; until eval \"$1\"; do "
             "sleep "
             "0.01; n=$((n+1)); test $n -lt 500 || return 1; done; } && { %s\n}",
             folder, command);
    result_clear(&last);
    last = run_shell(line);
    return last.code;
}

/* Fails with what the command said. */
#define ASSERT_SHELL(CODE, ...)                                                   \
    do {                                                                          \
        int code_ = shell(__VA_ARGS__);                                           \
        ASSERTm(support_say("exit %d: %.200s %.200s", code_, last.err, last.out), \
                code_ == (CODE));                                                 \
    } while (0)

static bool has_ffmpeg(void)
{
    return shell("command -v ffmpeg && command -v ffprobe") == 0;
}

#define NEEDS_FFMPEG()      \
    if (!has_ffmpeg()) {    \
        SKIPm("no ffmpeg"); \
    }

/* Where the panel of a figure of 320x240 is, by the rules of the layout for letters of 9 pixels,
 * and where a film may differ from `render`: the second line of the title, and the scale. */
enum { WIDTH = 320, HEIGHT = 240, LEFT = 41, TOP = 32, RIGHT = 251, BOTTOM = 204 };
#define SIZE " --size 320x240 "

static bool is_caption(int y)
{
    return y >= 17 && y < TOP - 1;
}

static bool is_scale(int x, int y)
{
    return y >= BOTTOM + 15 && y < BOTTOM + 28 && x >= (LEFT + RIGHT) / 2;
}

typedef struct picture {
    uint32_t *argb;
    int width, height;
} picture;

static picture picture_of(const char *name)
{
    picture p = {0};
    char path[900];
    message why;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (png_read(path, &p.argb, &p.width, &p.height, &why) != STATUS_OK) {
        p = (picture){0};
    }
    return p;
}

static double channel_difference(uint32_t a, uint32_t b)
{
    double sum = 0;
    for (int k = 0; k < 24; k += 8) {
        sum += fabs((double)(a >> k & 255) - (double)(b >> k & 255));
    }
    return sum / 3;
}

/* The mean difference of two pictures, in 1/255; infinite when they cannot be compared. */
static double mean_difference(const char *a, const char *b)
{
    picture p = picture_of(a), q = picture_of(b);
    double sum = INFINITY;
    if (p.argb != NULL && q.argb != NULL && p.width == q.width && p.height == q.height) {
        sum = 0;
        for (int i = 0; i < p.width * p.height; i++) {
            sum += channel_difference(p.argb[i], q.argb[i]) / (p.width * p.height);
        }
    }
    free(p.argb);
    free(q.argb);
    return sum;
}

/* Is a frame what `render` draws, pixel by pixel, but for its caption and its scale? `panels`: only
 * the insides of the axes are compared. A film of one frame has no scale: nothing runs. */
static bool shows_the_same(const char *frame, const char *rendered, bool panels, bool one)
{
    picture p = picture_of(frame), q = picture_of(rendered);
    bool same = p.argb != NULL && q.argb != NULL && p.width == WIDTH && q.width == WIDTH &&
                p.height == HEIGHT && q.height == HEIGHT;
    int scale = 0;
    for (int i = 0; i < WIDTH * HEIGHT && same; i++) {
        int x = i % WIDTH, y = i / WIDTH;
        bool inside = x >= LEFT && x < RIGHT && y >= TOP && y < BOTTOM;
        bool differs = p.argb[i] != q.argb[i];
        scale += differs && is_scale(x, y);
        if (differs && (panels ? inside : !is_caption(y) && !is_scale(x, y))) {
            support_say("%s and %s differ at %d, %d", frame, rendered, x, y);
            same = false;
        }
    }
    free(p.argb);
    free(q.argb);
    return same && (one ? scale == 0 : scale > 20);
}

#define ASSERT_SHOWS(FRAME, RENDERED, PANELS)                 \
    ASSERTm(support_say("%s is not %s", (FRAME), (RENDERED)), \
            shows_the_same((FRAME), (RENDERED), (PANELS), false))
#define ASSERT_SHOWS_ONE(FRAME, RENDERED, PANELS)             \
    ASSERTm(support_say("%s is not %s", (FRAME), (RENDERED)), \
            shows_the_same((FRAME), (RENDERED), (PANELS), true))

/* Where the dot of the scale is, in pixels from the left, by its red. */
static double dot_of(const char *frame)
{
    picture p = picture_of(frame);
    double sum = 0, weight = 0;
    for (int i = 0; i < p.width * p.height; i++) {
        double red = (double)(p.argb[i] >> 16 & 255) - (double)(p.argb[i] >> 8 & 255);
        if (is_scale(i % WIDTH, i / WIDTH) && red > 20) {
            sum += red * (i % WIDTH + 0.5);
            weight += red;
        }
    }
    free(p.argb);
    return weight > 0 ? sum / weight : NAN;
}

TEST films_play_and_show_what_render_draws(void)
{
    NEEDS_FFMPEG();
    static const struct {
        const char *file, *probe; /* what ffprobe must say */
        double fps, allowed;      /* mean difference of a frame */
    } films[] = {
        {"r2.mp4",
         "codec_name=h264\nwidth=320\nheight=240\npix_fmt=yuv420p\ncolor_range=tv\n"
         "color_space=bt709\ncolor_transfer=bt709\ncolor_primaries=bt709\n",
         30, 1.5},
        {"r2.webm",
         "codec_name=vp9\nwidth=320\nheight=240\npix_fmt=yuv420p\ncolor_range=tv\n"
         "color_space=bt709\ncolor_transfer=bt709\ncolor_primaries=bt709\n",
         30, 1.5},
        {"r2.gif", "codec_name=gif\nwidth=320\nheight=240\n", 20, 3},
    };
    static const double ws[] = {-5, 0, 5};
    static const int frames[] = {1, 3, 5};
    ASSERT_SHELL(0, "spinscope movie radau-iia:2 --frames 5 --palette diverging" SIZE "-o f/");
    ASSERT_SHELL(0, "test \"$(ls -A f | wc -l)\" = 6");
    for (int k = 0; k < 3; k++) {
        char frame[40];
        snprintf(frame, sizeof frame, "f/frame-%05d.png", frames[k]);
        ASSERT_SHELL(
            0, "spinscope render radau-iia:2 --w=%g --palette diverging" SIZE "-o r.png --force",
            ws[k]);
        ASSERT_SHOWS(frame, "r.png", false);
    }
    for (size_t i = 0; i < sizeof films / sizeof films[0]; i++) {
        ASSERT_SHELL(0,
                     "spinscope movie radau-iia:2 --frames 5 --palette diverging %s" SIZE "-o %s",
                     strcmp(films[i].file, "r2.gif") == 0 ? "" : "--quality best", films[i].file);
        ASSERT_STR_EQ("", last.err);
        ASSERT_STR_EQ("", last.out);
        ASSERT_SHELL(0,
                     "ffprobe -v error -show_entries stream=codec_name,width,height,pix_fmt,"
                     "color_range,color_space,color_transfer,color_primaries -of default=nw=1 "
                     "%s",
                     films[i].file);
        ASSERTm(last.out, strncmp(last.out, films[i].probe, strlen(films[i].probe)) == 0 ||
                              strcmp(films[i].file, "r2.gif") == 0);
        ASSERTm(last.out, strncmp(last.out, films[i].probe, 30) == 0);
        ASSERT_SHELL(0,
                     "ffprobe -v error -count_frames -show_entries stream=nb_read_frames:format="
                     "duration -of csv=p=0 %s",
                     films[i].file);
        int count = 0;
        double duration = 0;
        ASSERT_EQ_FMTm(last.out, 2, sscanf(last.out, "%d %lf", &count, &duration), "%d");
        ASSERT_EQ_FMT(5, count, "%d");
        ASSERT_NEAR(5 / films[i].fps, duration, 0.011, 0);
        ASSERT_SHELL(0, "rm -rf d && mkdir d && ffmpeg -v error -nostdin -i %s -vsync 0 d/%%d.png",
                     films[i].file);
        for (int n = 1; n <= 5; n++) {
            char decoded[40], frame[40];
            snprintf(decoded, sizeof decoded, "d/%d.png", n);
            snprintf(frame, sizeof frame, "f/frame-%05d.png", n);
            double d = mean_difference(decoded, frame);
            ASSERTm(support_say("%s, frame %d: %g", films[i].file, n, d), d < films[i].allowed);
        }
    }
    ASSERT_SHELL(0,
                 "test \"$(LC_ALL=C ls -A | tr '\\n' ' ')\" = 'd f r.png r2.gif r2.mp4 r2.webm '");
    PASS();
}

/* An MP4 is played while it is loaded: the index comes before the pictures. */
TEST an_mp4_starts_with_its_index(void)
{
    NEEDS_FFMPEG();
    ASSERT_SHELL(0, "spinscope movie bdf:2 --frames 4" SIZE "-o f.mp4 && m=$(grep -abo moov f.mp4 |"
                    " head -1 | cut -d: -f1) && test \"$m\" -lt $(grep -abo mdat f.mp4 | head -1 | "
                    "cut -d: -f1)");
    PASS();
}

TEST defaults_are_those_of_the_paper(void)
{
    NEEDS_FFMPEG();
    ASSERT_SHELL(0, "spinscope movie implicit-euler --quality draft --frames 2 -o f.mp4 && "
                    "ffprobe -v error -show_entries stream=width,height,r_frame_rate -of csv=p=0 "
                    "f.mp4");
    ASSERT_STR_EQ("1280,720,30/1\n", last.out);
    ASSERT_SHELL(0, "spinscope movie implicit-euler --frames 2 -o f.gif && ffprobe -v error "
                    "-show_entries stream=width,height:format=duration -of csv=p=0 f.gif");
    ASSERT_STR_EQ("640,480\n0.100000\n", last.out);
    PASS();
}

TEST the_scale_shows_where_w_is(void)
{
    ASSERT_SHELL(0, "spinscope movie radau-iia:2 --frames 5" SIZE "-o f/");
    double from = dot_of("f/frame-00001.png"), to = dot_of("f/frame-00005.png");
    ASSERTm(support_say("from %g to %g", from, to), to - from > 40 && to < RIGHT + 4);
    for (int i = 1; i < 4; i++) {
        char frame[40];
        snprintf(frame, sizeof frame, "f/frame-%05d.png", i + 1);
        ASSERT_NEAR(from + i * (to - from) / 4, dot_of(frame), 1, 0);
    }
    PASS();
}

/* Every option that `render` has and `movie` as well. */
TEST options_mean_what_they_mean_in_render(void)
{
    static const char *const options[] = {
        "radau-iia:2 --contours 0.5,2",
        "radau-iia:3 --phase",
        "radau-iia:2 --star",
        "bdf:2 --hatch",
        "bdf:3 --no-boundary --palette grey",
        "gauss:2,keep=u --motion rotation",
        "spin:bdf:2",
        "radau-iia:2 --view=-3,1,-2,2",
        "bdf:2 --title 'a  b = \"c\"'",
        "bdf:2 --spectrum s.csv --h 0.5",
        "./own.method",
    };
    ASSERT_SHELL(0, "printf -- '-1,0\\n-2,3\\n' > s.csv; printf 'kind = runge-kutta\\norder = "
                    "1\\nA = 1\\nb = 1\\n' > own.method");
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        ASSERT_SHELL(0, "rm -rf f && spinscope movie %s --w 0.5 --frames 1" SIZE "-o f/",
                     options[i]);
        ASSERT_SHELL(0, "spinscope render %s --w 0.5" SIZE "-o r.png --force", options[i]);
        ASSERT_SHOWS_ONE("f/frame-00001.png", "r.png", false);
        ASSERT_EQ(0, mean_difference("f/frame-00001.png", "r.png")); /* its caption, too */
    }
    PASS();
}

/* Boundaries may be drawn more simply there. */
TEST drafts_look_nearly_as_render_draws(void)
{
    static const char *const methods[] = {
        "radau-iia:2", "bdf:3", "gauss:2,keep=u --motion rotation", "radau-iia:2 --phase"};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        ASSERT_SHELL(0,
                     "rm -rf f && spinscope movie %s --w 0.5 --frames 1 --quality draft" SIZE
                     "-o f/ && spinscope render %s --w 0.5" SIZE "-o r.png --force && spinscope "
                     "render %s --w 0.5 --no-boundary" SIZE "-o n.png --force",
                     methods[i], methods[i], methods[i]);
        double d = mean_difference("f/frame-00001.png", "r.png");
        ASSERTm(support_say("%s: %g", methods[i], d), d < 2.5);
        bool is_bare = shows_the_same("f/frame-00001.png", "n.png", true, true);
        ASSERTm(methods[i], !is_bare);
    }
    PASS();
}

TEST several_methods_run_side_by_side(void)
{
    ASSERT_SHELL(0, "spinscope movie radau-iia:2,spin:radau-iia:2,bdf:2 --columns 3 --w -2:2 "
                    "--frames 3 --size 720x240 -o f/ && spinscope render "
                    "radau-iia:2,spin:radau-iia:2,bdf:2 --columns 3 --w 2 --size 720x240 -o r.png");
    picture p = picture_of("f/frame-00003.png"), q = picture_of("r.png");
    ASSERT(p.argb != NULL && q.argb != NULL && p.width == 720 && q.width == 720);
    int differ = 0, colours = 0;
    for (int i = 0; i < 720 * 240; i++) {
        int y = i / 720;
        bool compared = y >= TOP && y < BOTTOM;
        differ += compared && p.argb[i] != q.argb[i];
        colours += compared && p.argb[i] != 0xFFFFFFFF;
    }
    ASSERT_EQ_FMT(0, differ, "%d");
    ASSERT(colours > 720 * 100);
    free(p.argb);
    free(q.argb);
    PASS();
}

/* At the keys, and between them: w in proportion, sizes in geometric progression. */
TEST keys_say_where_w_and_the_view_are(void)
{
    static const struct {
        int frame;
        double w, view[4];
    } moments[] = {
        {1, -1, {-4, 4, -3, 3}},
        {2,
         0.5,
         {-2.8284271247461903, 2.8284271247461903, -2.1213203435596424, 2.1213203435596424}},
        {3, 2, {-2, 2, -1.5, 1.5}},
        {4, 1, {-3.5, 0.5, -1.5, 1.5}},
        {5, 0, {-5, -1, -1.5, 1.5}}};
    ASSERT_SHELL(0, "spinscope movie radau-iia:2 --frames 5" SIZE
                    "-o f/ --key t=1,w=0,view=-5:-1:-1.5:1.5 --key view=-4:4:-3:3,t=0,w=-1 --key "
                    "t=0.5,w=2,view=-2:2:-1.5:1.5");
    for (size_t i = 0; i < sizeof moments / sizeof moments[0]; i++) {
        char frame[40];
        const double *v = moments[i].view;
        snprintf(frame, sizeof frame, "f/frame-%05d.png", moments[i].frame);
        ASSERT_SHELL(0,
                     "spinscope render radau-iia:2 --w=%.17g --view=%.17g,%.17g,%.17g,%.17g" SIZE
                     "-o r.png --force",
                     moments[i].w, v[0], v[1], v[2], v[3]);
        ASSERT_SHOWS(frame, "r.png", false);
    }
    /* Keys of one kind leave the other as it was. */
    ASSERT_SHELL(0, "spinscope movie bdf:2 --w 0:1 --frames 3" SIZE "-o g/ --key "
                    "t=0,view=-4:4:-3:3 && spinscope render bdf:2 --w 0.5 --view=-4,4,-3,3" SIZE
                    "-o r.png --force");
    ASSERT_SHOWS("g/frame-00002.png", "r.png", false);
    ASSERT_SHELL(0, "spinscope movie bdf:2 --frames 3" SIZE "-o h/ --key t=0.25,w=1 --key "
                    "t=0.75,w=3 && spinscope render bdf:2 --w 1" SIZE "-o r1.png && spinscope "
                    "render bdf:2 --w 2" SIZE "-o r2.png && spinscope render bdf:2 --w 3" SIZE
                    "-o r3.png");
    ASSERT_SHOWS("h/frame-00001.png", "r1.png", false); /* before the first key */
    ASSERT_SHOWS("h/frame-00002.png", "r2.png", false);
    ASSERT_SHOWS("h/frame-00003.png", "r3.png", false);
    PASS();
}

TEST easing_changes_when_but_not_where(void)
{
    ASSERT_SHELL(0, "for e in linear smooth pingpong; do spinscope movie bdf:2 --w -5:5 --frames 5 "
                    "--ease $e" SIZE "-o $e/ || exit 1; done; for w in -5 -3.4375 -2.5 0 5; do "
                    "spinscope render bdf:2 --w=$w" SIZE "-o w$w.png || exit 1; done");
    ASSERT_SHOWS("linear/frame-00001.png", "w-5.png", false);
    ASSERT_SHOWS("linear/frame-00002.png", "w-2.5.png", false);
    ASSERT_SHOWS("linear/frame-00005.png", "w5.png", false);
    ASSERT_SHOWS("smooth/frame-00001.png", "w-5.png", false);
    ASSERT_SHOWS("smooth/frame-00002.png", "w-3.4375.png", false); /* t^2 (3 - 2t) at 1/4 */
    ASSERT_SHOWS("smooth/frame-00003.png", "w0.png", false);
    ASSERT_SHOWS("smooth/frame-00005.png", "w5.png", false);
    ASSERT_SHOWS("pingpong/frame-00003.png", "w5.png", false);
    ASSERT_SHELL(0, "cd pingpong && cmp frame-00001.png frame-00005.png && cmp frame-00002.png "
                    "frame-00004.png && ! cmp -s frame-00001.png frame-00002.png && cmp "
                    "frame-00001.png ../linear/frame-00001.png");
    PASS();
}

TEST a_parameter_of_a_family_can_run(void)
{
    ASSERT_SHELL(0, "spinscope movie theta --over theta=0.5:1 --w 1 --frames 3" SIZE "-o f/");
    static const char *const values[] = {"0.5", "0.75", "1"};
    for (int i = 0; i < 3; i++) {
        char frame[40];
        ASSERT_SHELL(0, "spinscope render theta:%s --w 1" SIZE "-o r.png --force", values[i]);
        snprintf(frame, sizeof frame, "f/frame-%05d.png", i + 1);
        ASSERT_SHOWS(frame, "r.png", true);
    }
    ASSERT_SHELL(0, "spinscope movie theta --over theta=0.5:1 --frames 1" SIZE "-o g/ && spinscope "
                    "render theta:0.5 --w 0" SIZE "-o r.png --force");
    ASSERT_SHOWS_ONE("g/frame-00001.png", "r.png", true);
    PASS();
}

#define PICTURES "movie radau-iia:2 --frames 9" SIZE

TEST any_number_of_jobs_draws_the_same_pictures(void)
{
    ASSERT_SHELL(0, "spinscope " PICTURES "--jobs 1 -o a/ && spinscope " PICTURES
                    "--jobs 3 -o b/ && diff -r a b");
    PASS();
}

TEST shards_are_one_film(void)
{
    NEEDS_FFMPEG();
    ASSERT_SHELL(0, "spinscope " PICTURES "-o one/ && spinscope " PICTURES "--shard 2/2 -o two/ && "
                    "test $(ls two | grep -c png) = 4 && spinscope " PICTURES
                    "--shard 1/2 -o two/ && diff -r one two");
    ASSERT_SHELL(0, "spinscope " PICTURES "--quality good -o direct.mp4 && spinscope movie --join "
                    "two -o joined.mp4 && for f in direct joined; do ffmpeg -v error -nostdin -i "
                    "$f.mp4 -f framemd5 - > $f.md5 || exit 1; done; test $(grep -vc '#' "
                    "direct.md5) = 9 && cmp direct.md5 joined.md5 && cmp direct.mp4 joined.mp4");
    ASSERT_SHELL(0, "spinscope movie --join two/ -o joined.gif && spinscope movie --join two/ -o "
                    "joined.webm");
    /* At the same time, as on two machines. */
    ASSERT_SHELL(0, "spinscope " PICTURES "--shard 2/2 -o three/ & spinscope " PICTURES
                    "--shard 1/2 -o three/ && wait $! && diff -r one three");
    PASS();
}

TEST a_missing_picture_is_named_by_join(void)
{
    ASSERT_SHELL(0, "spinscope " PICTURES "-o f/ && rm f/frame-00005.png");
    ASSERT_SHELL(2, "spinscope movie --join f -o f.mp4");
    ASSERTm(last.err, is_one_line(last.err) && strstr(last.err, "f/frame-00005.png is missing"));
    ASSERTm(last.err, strstr(last.err, "--resume") != NULL);
    ASSERT_SHELL(0, "test \"$(ls -A)\" = f");
    PASS();
}

TEST a_folder_of_another_film_is_not_resumed(void)
{
    ASSERT_SHELL(0, "spinscope " PICTURES "-o f/ && rm f/frame-00005.png && cp -r f g");
    static const char *const others[] = {"movie radau-iia:2 --frames 10" SIZE,
                                         "movie radau-iia:3 --frames 9" SIZE,
                                         PICTURES "--w 0:1",
                                         PICTURES "--ease smooth",
                                         PICTURES "--fps 5",
                                         PICTURES "--palette grey",
                                         PICTURES "--key t=0,w=1",
                                         PICTURES "--contours 2",
                                         PICTURES "--quality draft", /* other boundaries */
                                         "movie radau-iia:2 --frames 9 --size 330x240 "};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        ASSERT_SHELL(2, "spinscope %s --resume -o f/", others[i]);
        ASSERTm(last.err, is_one_line(last.err) && strstr(last.err, "f/ holds frames of another"));
        if ((int)i < rounds(10)) {
            ASSERT_SHELL(2, "spinscope %s --shard 1/2 -o f/", others[i]);
        }
        ASSERT_SHELL(0, "diff -r f g");
    }
    ASSERT_SHELL(0, "spinscope movie bdf:2 --frames 1 --key t=0,w=1" SIZE "-o k/");
    ASSERT_SHELL(2, "spinscope movie bdf:2 --frames 1 --key t=0,w=2" SIZE "-o k/ --resume");
    ASSERT_SHELL(2, "spinscope " PICTURES "-o f/");
    ASSERTm(last.err, is_one_line(last.err) && strstr(last.err, "--resume") != NULL);
    ASSERT_SHELL(0, "diff -r f g");
    PASS();
}

TEST damaged_pictures_are_drawn_again(void)
{
    ASSERT_SHELL(0,
                 "spinscope movie bdf:2 --frames 4" SIZE "-o f/ --quiet && cp -r f g && : > "
                 "f/frame-00001.png && head -c 900 g/frame-00002.png > f/frame-00002.png && echo "
                 "text > f/frame-00003.png && stat -c %%Y.%%i f/frame-00004.png > before && "
                 "spinscope movie bdf:2 --frames 4" SIZE "-o f/ --resume --quiet && stat -c "
                 "%%Y.%%i f/frame-00004.png | cmp - before && for i in 1 2 3 4; do cmp "
                 "f/frame-0000$i.png g/frame-0000$i.png || exit 1; done");
    PASS();
}

TEST an_ffmpeg_that_writes_nothing_is_told(void)
{
    ASSERT_SHELL(0, "mkdir bin && printf '#!/bin/sh\\ncat > /dev/null\\n' > bin/ffmpeg && chmod +x "
                    "bin/ffmpeg");
    ASSERT_SHELL(3, "PATH=$PWD/bin:$PATH spinscope movie bdf:2 --frames 2" SIZE "-o f.mp4 --quiet");
    ASSERTm(last.err, is_one_line(last.err) && strstr(last.err, "ffmpeg wrote nothing") != NULL);
    ASSERT_SHELL(0, "test \"$(ls -A)\" = bin");
    PASS();
}

/* How much is said and how many threads draw does not change pictures. */
TEST the_same_film_may_be_resumed_quietly(void)
{
    ASSERT_SHELL(0, "spinscope " PICTURES "-o f/ && cp -r f g && rm f/frame-00005.png");
    ASSERT_SHELL(0, "spinscope " PICTURES "-o f/ --resume --quiet --jobs 1");
    ASSERT_SHELL(0, "diff -r f g");
    PASS();
}

/* Slow enough to be ended in the middle: bdf:4 has four roots in every pixel. */
#define SLOW "movie bdf:4 --frames 60 --jobs 1" SIZE

TEST a_run_that_was_killed_is_completed_to_the_same_bytes(void)
{
    ASSERT_SHELL(0, "spinscope " SLOW "--jobs 2 -o whole/");
    ASSERT_SHELL(0, "env --default-signal \"$program\" " SLOW "-o f/ & wait_for 'test -e "
                    "f/frame-00007.png'; kill -9 $!; wait $!; test $? = 137 && cd f && c=$(ls "
                    "frame-* | wc -l) && test $c -ge 7 -a $c -lt 60 && stat -c '%%n %%i %%y' "
                    "frame-* > ../before");
    ASSERT_SHELL(0, "spinscope " SLOW "-o f/ --resume && cd f && stat -c '%%n %%i %%y' $(cut -d' ' "
                    "-f1 ../before) > ../after && cmp ../before ../after");
    ASSERT_SHELL(0, "for f in whole/*; do cmp $f f/${f#whole/} || exit 1; done; test $(ls whole | "
                    "wc -l) = 61");
    PASS();
}

TEST an_interrupted_film_leaves_nothing(void)
{
    NEEDS_FFMPEG();
    static const char *const ends[] = {"INT", "TERM", "HUP", "KILL"};
    static const char *const files[] = {"f.mp4", "f.webm", "f.gif"};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < (i == 0 ? 3 : 1); k++) {
            bool may_leave = strcmp(ends[i], "KILL") == 0; /* its temporary file */
            ASSERT_SHELL(0,
                         "env --default-signal \"$program\" movie bdf:4 --frames 5000" SIZE
                         "-o %s & p=$!; wait_for 'e=$(pgrep -P $p)' || exit 10; sleep 0.15; kill "
                         "-0 $e || exit 15; kill -%s $p; wait $p; test $? -gt 128 || exit 11; "
                         "wait_for '! kill -0 $e 2> /dev/null || grep -q ^State:.Z "
                         "/proc/$e/status' || exit 12; test ! -e %s || exit 13; %s; test -z \"$(ls "
                         "-A)\" || exit 14",
                         files[k], ends[i], files[k], may_leave ? "rm -f .spinscope-*" : ":");
            ASSERT_STR_EQ("", last.out);
        }
    }
    PASS();
}

/* Even an encoder that does not notice that nobody writes any more. */
TEST no_encoder_is_left_running(void)
{
    static const char *const ends[] = {"INT", "TERM", "KILL"};
    ASSERT_SHELL(0, "mkdir bin && printf '#!/bin/sh\\nexec sleep 60\\n' > bin/ffmpeg && chmod 755 "
                    "bin/ffmpeg");
    for (int i = 0; i < 3; i++) {
        ASSERT_SHELL(0,
                     "PATH=\"$PWD/bin:$PATH\" env --default-signal \"$program\" movie bdf:2 "
                     "--frames 5000" SIZE "-o f.mp4 & p=$!; wait_for 'e=$(pgrep -P $p)' || exit "
                     "10; sleep 0.1; kill -%s $p; wait $p; test $? -gt 128 || exit 11; wait_for "
                     "'! kill -0 $e 2> /dev/null || grep -q ^State:.Z /proc/$e/status' || { kill "
                     "$e; exit 12; }; test ! -e f.mp4",
                     ends[i]);
    }
    PASS();
}

/* At whatever moment: before ffmpeg has opened its file, while it does, ... */
TEST an_interruption_at_any_moment_leaves_nothing(void)
{
    NEEDS_FFMPEG();
    ASSERT_SHELL(0, "for i in 01 02 03 04 045 05 055 06 07 09; do env "
                    "--default-signal timeout -s INT 0.$i \"$program\" movie bdf:4 --frames "
                    "5000" SIZE "-o f.mp4; done 2> /dev/null; sleep 0.1; ls -A");
    ASSERT_STR_EQ("", last.out);
    PASS();
}

TEST interrupted_pictures_are_kept(void)
{
    static const char *const ends[] = {"INT", "TERM"};
    for (int i = 0; i < 2; i++) {
        ASSERT_SHELL(0,
                     "rm -rf f; env --default-signal \"$program\" " SLOW "-o f/ & wait_for 'test "
                     "-e f/frame-00003.png'; kill -%s $!; wait $!; test $? -gt 128 && test -e "
                     "f/frame-00003.png && test -z \"$(ls -A f | grep -v "
                     "'^frame-.*png$\\|^movie.txt$')\"",
                     ends[i]);
        ASSERT_SHELL(0, "for f in f/frame-*; do tail -c 8 $f | grep -aq IEND || exit 1; done");
    }
    PASS();
}

/* From the window: before its thread has begun. */
TEST a_recording_that_is_stopped_at_once_is_not_written(void)
{
    NEEDS_FFMPEG();
    ASSERT_SHELL(0, "printf 'record f.mp4\\nrecord\\nrecord g.mp4\\nwait idle\\nquit\\n' > s; "
                    "HOME=$PWD SDL_VIDEODRIVER=dummy spinscope explore bdf:2 --size 320x240 "
                    "--script s && test ! -e f.mp4 && test -s g.mp4");
    PASS();
}

#define FILM "movie radau-iia:2 --frames 12" SIZE

TEST without_ffmpeg_pictures_are_offered(void)
{
    ASSERT_SHELL(3, "mkdir bin; PATH=\"$PWD/bin\" \"$program\" " FILM "-o f.mp4");
    ASSERTm(last.err, is_one_line(last.err) && strstr(last.err, "ffmpeg") != NULL);
    ASSERTm(last.err, strstr(last.err, "pictures") && strstr(last.err, "FOLDER/"));
    ASSERT_SHELL(0, "test \"$(ls -A)\" = bin");
    ASSERT_SHELL(3,
                 "echo precious > f.mp4; PATH=\"$PWD/bin\" \"$program\" " FILM "-o f.mp4 --force");
    ASSERT_SHELL(0, "test \"$(cat f.mp4)\" = precious && test \"$(ls -A | wc -l)\" = 2");
    ASSERT_SHELL(0,
                 "PATH=\"$PWD/bin\" \"$program\" " PICTURES "-o f/ && test $(ls f | wc -l) = 10");
    PASS();
}

/* A parent that ignores the ends of its children hands that on to the program. */
TEST a_failing_ffmpeg_is_one_message_and_nothing_is_lost(void)
{
    static const struct {
        const char *script, *words;
    } cases[] = {
        {"echo boom >&2; exit 1", "boom"},
        {"head -c 200000 > /dev/null; echo boom >&2; exit 1", "boom"},
        {"cat > /dev/null; echo boom >&2; exit 1", "boom"},
        {"head -c 200000 > /dev/null; kill -9 $$", "ended early"},
        {"cat > /dev/null; kill -9 $$", "ended early"},
        {"for f; do :; done; head -c 9000 > \"${f#file:}\"; exit 1", "ended early"},
    };
    static const char *const starts[] = {"", "env --ignore-signal=CHLD"};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int k = 0; k < (i % 3 == 2 ? 2 : 1); k++) {
            ASSERT_SHELL(0,
                         "rm -rf * && mkdir bin && printf '%%s\\n' '#!/bin/sh' '%s' > bin/ffmpeg "
                         "&& chmod 755 bin/ffmpeg && echo precious > f.webm",
                         cases[i].script);
            for (int n = 0; n < 2; n++) {
                const char *file = n == 0 ? "f.mp4" : "f.webm --force";
                ASSERT_SHELL(3, "PATH=\"$PWD/bin:$PATH\" %s \"$program\" " FILM "-o %s", starts[k],
                             file);
                ASSERTm(last.err, is_one_line(last.err) && strstr(last.err, cases[i].words));
                ASSERTm(last.err, strstr(last.err, "pictures") != NULL);
                ASSERT_SHELL(
                    0, "test \"$(LC_ALL=C ls -A | tr '\\n' ' ')\" = 'bin f.webm ' && test \"$(cat "
                       "f.webm)\" = precious");
            }
        }
    }
    PASS();
}

/* Without standard input, output or error, as under cron. */
TEST closed_streams_do_no_harm(void)
{
    NEEDS_FFMPEG();
    static const char *const closed[] = {"<&-", ">&-", "2>&-", "<&- >&- 2>&-"};
    for (int i = 0; i < 4; i++) {
        ASSERT_SHELL(0,
                     "spinscope movie radau-iia:2 --frames 3" SIZE "-o f.mp4 --force %s && "
                     "ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of "
                     "csv=p=0 f.mp4",
                     closed[i]);
        ASSERT_STR_EQ("3\n", last.out);
    }
    PASS();
}

TEST existing_films_need_force(void)
{
    NEEDS_FFMPEG();
    static const char *const files[] = {"f.mp4", "f.webm", "f.gif"};
    for (int i = 0; i < 3; i++) {
        ASSERT_SHELL(2, "echo precious > %s; spinscope movie bdf:2 --frames 2" SIZE "-o %s",
                     files[i], files[i]);
        ASSERTm(last.err, is_one_line(last.err) && strstr(last.err, "--force overwrites"));
        ASSERT_SHELL(0, "test \"$(cat %s)\" = precious", files[i]);
        ASSERT_SHELL(0,
                     "spinscope movie bdf:2 --frames 2" SIZE "-o %s --force && ffprobe -v error "
                     "%s",
                     files[i], files[i]);
    }
    ASSERT_SHELL(0, "test $(ls -A | wc -l) = 3");
    PASS();
}

/* Disks of some KiB; needs the right to mount them. ffmpeg 5.1 by itself ends with success when the
 * last of a film did not fit. */
TEST a_full_disk_is_told_and_keeps_what_was_there(void)
{
    NEEDS_FFMPEG();
    static const struct {
        const char *to, *left;
    } cases[] = {{"f.mp4", "old\nprecious\n"},
                 {"f.webm", "old\nprecious\n"},
                 {"f.gif", "old\nprecious\n"},
                 {"f/", "f\nold\nprecious\nfine\n"}};
    for (int i = 0; i < 8; i++) {
        const char *to = cases[i / 2].to;
        int code = shell("rm -rf m; mkdir m && mount -t tmpfs -o size=%s none m || exit 77; echo "
                         "precious > m/old; spinscope movie bdf:3 --frames 40" SIZE
                         "-o m/%s; code=$?; ls -A m; cat m/old; test ! -d m/f || { ls -A m/f | "
                         "grep -q spinscope || echo fine; }; umount m; exit $code",
                         i % 2 == 0 ? "12k" : "28k", to);
        if (code == 77) {
            SKIPm("no right to mount");
        }
        ASSERTm(support_say("%s: exit %d: %s", to, code, last.err),
                code == 3 && is_one_line(last.err));
        ASSERTm(last.err, strstr(last.err, "No space left on device") != NULL);
        ASSERT_STR_EQ(cases[i / 2].left, last.out);
    }
    PASS();
}

TEST an_unwritable_folder_is_told(void)
{
    static const char *const outputs[] = {"shut/f.mp4", "shut/f/", "shut/"};
#ifdef COUNTS_LINES
    SKIPm("somebody else cannot count lines in this build, and says so");
#endif
    ASSERT_SHELL(0, "chmod 755 .. . && mkdir shut && chmod 555 shut");
    for (int i = 0; i < 3; i++) {
        /* root writes everywhere */
        int code = shell(
            "setpriv --reuid=65534 --clear-groups \"$program\" movie bdf:2 --frames 2" SIZE "-o %s",
            outputs[i]);
        if (code == 127 || code == 126) {
            SKIPm("nobody else to be");
        }
        ASSERTm(support_say("%s: exit %d: %s", outputs[i], code, last.err), code == 2 || code == 3);
        ASSERTm(last.err, is_one_line(last.err) && strstr(last.err, "shut/") != NULL);
        ASSERTm(last.err, strstr(last.err, "Permission denied") != NULL);
        ASSERT_SHELL(0, "test -z \"$(ls -A shut)\"");
    }
    PASS();
}

TEST strange_names_are_names(void)
{
    NEEDS_FFMPEG();
    /* What ffmpeg could take for an option, a protocol or a pattern is in the folder's name, too.
     */
    static const char *const names[] = {
        "a b.mp4",  "-dash.mp4",  "x:y=z.mp4",     "pipe:1.mp4",           "%d.webm",
        "-d/f.mp4", "tcp:/1.mp4", "a%05d b/f.gif", "it'\"'\"'s \"q\".gif", "p%05d q/"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        bool is_folder = names[i][strlen(names[i]) - 1] == '/';
        ASSERT_SHELL(0,
                     "rm -rf ./* && mkdir -- -d tcp: 'a%%05d b' && spinscope movie bdf:2 --frames "
                     "3" SIZE "-o='%s' && test -z \"$(find . -name '.spin*')\" && test -%s './%s'",
                     names[i], is_folder ? "d" : "s", names[i]);
    }
    ASSERT_SHELL(0, "cd p*/ && test $(ls | wc -l) = 4 && spinscope movie --join \"$PWD\" -o "
                    "'../: -j.mp4' && test -s '../: -j.mp4'");
    PASS();
}

TEST bad_input_is_one_line_and_leaves_nothing(void)
{
    static const struct {
        const char *arguments, *words[3]; /* the argument, its value, what is accepted */
    } cases[] = {
        {"", {"method", "--paper", "--join"}},
        {"-o f.mp4", {"method", "--paper", "--join"}},
        {"bdf:2", {"-o", "missing", ".mp4, .webm or .gif"}},
        {"bdf:2 bdf:3 -o f.mp4", {"bdf:3", "too many", "usage"}},
        {"bdf:2 --paper -o f/", {"a method", "--paper", "accepted"}},
        {"bdf:2 --join f -o f.mp4", {"a method", "--join", "accepted"}},
        {"--paper --join f -o f.mp4", {"--paper", "--join", "accepted"}},
        {"nope -o f.mp4", {"nope", "unknown method", "list"}},
        {"rk4 -o f.mp4", {"rk4", "ODEs only", "accepted"}},
        {"bdf:2 -o x.avi", {"-o", "x.avi", ".mp4, .webm, .gif or /"}},
        {"bdf:2 -o x", {"-o", "x", ".mp4, .webm, .gif or /"}},
        {"bdf:2 -o -", {"-o", "-", ".mp4, .webm, .gif or /"}},
        {"bdf:2 -o ''", {"-o", "needs a value", "FILE"}},
        {"bdf:2 -o /no/such/f.mp4", {"/no/such/f.mp4", "created", "/no/such/"}},
        {"bdf:2 -o /no/such/", {"/no/such/", "created", ""}},
        {"bdf:2 -o f.mp4 --w x", {"--w", "x", "a real number"}},
        {"bdf:2 -o f.mp4 --w 1:", {"--w", "1:", "a real number"}},
        {"bdf:2 -o f.mp4 --w :1", {"--w", ":1", "a real number"}},
        {"bdf:2 -o f.mp4 --w 1:2:3", {"--w", "1:2:3", "a real number"}},
        {"bdf:2 -o f.mp4 --w nan", {"--w", "nan", "a real number"}},
        {"bdf:2 -o f.mp4 --frames 0", {"--frames", "0", "from 1 to 99999"}},
        {"bdf:2 -o f.mp4 --frames 100000", {"--frames", "100000", "from 1 to 99999"}},
        {"bdf:2 -o f.mp4 --frames 2.5", {"--frames", "2.5", "integer"}},
        {"bdf:2 -o f.mp4 --fps 0", {"--fps", "0", "positive"}},
        {"bdf:2 -o f.mp4 --fps 0.01", {"frames a second", "0.01", "from 0.1 to 1000"}},
        {"bdf:2 -o f.mp4 --fps 1001", {"frames a second", "1001", "from 0.1 to 1000"}},
        {"bdf:2 -o f.mp4 --size 3x", {"--size", "3x", "WIDTHxHEIGHT"}},
        {"bdf:2 -o f.mp4 --size 0x0", {"--size", "0x0", "WIDTHxHEIGHT"}},
        {"bdf:2 -o f.mp4 --size 64x64", {"size", "64x64", "too small"}},
        {"bdf:2 -o f.mp4 --size 321x240", {"size", "321x240", "even"}},
        {"bdf:2 -o f.webm --size 320x241", {"size", "320x241", "even"}},
        {"bdf:2 -o f/ --size 8200x1000", {"size", "8200x1000", "8192"}},
        {"bdf:2 -o f.mp4 --ease x", {"--ease", "x", "linear, smooth, pingpong"}},
        {"bdf:2 -o f.mp4 --quality x", {"--quality", "x", "draft, good, best"}},
        {"bdf:2 -o f.mp4 --jobs 0", {"--jobs", "0", "from 1 to 256"}},
        {"bdf:2 -o f.mp4 --key x", {"--key", "x", "t=0.5,w=1,view="}},
        {"bdf:2 -o f.mp4 --key ''", {"--key", "needs a value", ""}},
        {"bdf:2 -o f.mp4 --key w=1", {"--key", "w=1", "t=0.5,w=1,view="}},
        {"bdf:2 -o f.mp4 --key t=1.5,w=1", {"--key", "t=1.5", "t from 0 to 1"}},
        {"bdf:2 -o f.mp4 --key t=nan,w=1", {"--key", "t=nan", "t from 0 to 1"}},
        {"bdf:2 -o f.mp4 --key t=0,w=inf", {"--key", "w=inf", "t=0.5,w=1,view="}},
        {"bdf:2 -o f.mp4 --key t=0,w=1x", {"--key", "w=1x", "t=0.5,w=1,view="}},
        {"bdf:2 -o f.mp4 --key t=0,q=1", {"--key", "q=1", "t=0.5,w=1,view="}},
        {"bdf:2 -o f.mp4 --key t=0,view=1:2:3", {"--key", "view=1:2:3", "t=0.5,w=1,view="}},
        {"bdf:2 -o f.mp4 --key t=0,view=2:1:3:4", {"--key", "view=2:1:3:4", "t=0.5,w=1,view="}},
        {"bdf:2 -o f.mp4 --key t=0,view=-inf:inf:0:1", {"view", "", "accepted"}},
        {"theta -o f.mp4 --over x", {"--over", "x", "theta=0.5:1"}},
        {"theta -o f.mp4 --over =1:2", {"--over", "=1:2", "theta=0.5:1"}},
        {"theta -o f.mp4 --over theta=", {"--over", "", "FAMILY=A:B"}},
        {"theta -o f.mp4 --over theta=0.5:x", {"--over", "x", "FAMILY=A:B"}},
        {"theta -o f.mp4 --over theta=2:3", {"theta:2", "from 1/2 to 1", ""}},
        {"bdf:2 -o f.mp4 --over theta=0.5:1", {"--over", "theta=0.5:1", "theta itself"}},
        {"nope -o f.mp4 --over nope=0:1", {"nope", "unknown method", ""}},
        {"bdf:2 -o f/ --shard 3/2", {"--shard", "3/2", "1 <= K <= N"}},
        {"bdf:2 -o f/ --shard 0/2", {"--shard", "0/2", "1 <= K <= N"}},
        {"bdf:2 -o f/ --shard 1", {"--shard", "1", "1 <= K <= N"}},
        {"bdf:2 -o f/ --shard 1/2x", {"--shard", "1/2x", "1 <= K <= N"}},
        {"bdf:2 -o f.mp4 --shard 1/2", {"--shard", "pictures", "-o FOLDER/"}},
        {"bdf:2 -o f.mp4 --resume", {"--resume", "pictures", "-o FOLDER/"}},
        {"--join -o f.mp4", {"--join", "", ""}},
        {"--join", {"--join", "needs a value", "FOLDER"}},
        {"--join nofolder -o f.mp4", {"nofolder", "movie.txt", "opened"}},
        {"--join . -o f/", {"-o", "f/", "--join makes a film"}},
        {"--paper -o f.mp4", {"-o", "f.mp4", "folder"}},
        {"bdf:2 -o f.mp4 --palette nope", {"palette", "nope", "paper"}},
        {"bdf:2 -o f.mp4 --view 1,0,0,1", {"--view", "1,0,0,1", "X0 < X1"}},
        {"bdf:2 -o f.mp4 --contours x", {"--contours", "x", "a real number"}},
        {"bdf:2 -o f.mp4 --phase", {"--phase", "bdf:2", "one-step"}},
        {"bdf:2 -o f.mp4 --nonsense", {"--nonsense", "unknown option", ""}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int code = shell("spinscope movie %s; code=$?; test -z \"$(ls -A)\" && exit $code; exit 99",
                         cases[i].arguments);
        ASSERTm(support_say("'%s': exit %d, %s", cases[i].arguments, code, last.err), code == 2);
        ASSERTm(last.out, last.out[0] == '\0');
        ASSERTm(support_say("'%s': %s", cases[i].arguments, last.err), is_one_line(last.err));
        for (int k = 0; k < 3; k++) {
            ASSERTm(support_say("'%s' does not say '%s': %s", cases[i].arguments, cases[i].words[k],
                                last.err),
                    strstr(last.err, cases[i].words[k]) != NULL);
        }
    }
    PASS();
}

/* The size that is too small cannot be mended by an option that there is not. */
TEST advice_can_be_followed(void)
{
    ASSERT_SHELL(2, "spinscope movie bdf:2 --size 64x64 -o f.mp4");
    ASSERTm(last.err, strstr(last.err, "--plain") == NULL || shell("spinscope movie bdf:2 --plain "
                                                                   "--frames 1 --size 64x64 -o "
                                                                   "f/") == 0);
    PASS();
}

TEST all_films_of_the_paper_are_on_a_page(void)
{
    NEEDS_FFMPEG();
    /* The rows of Table 5.1, BDF 1 to 6, and stabilised ones. */
    static const char *const films[] = {"implicit-euler",
                                        "radau-iia-2",
                                        "radau-iia-3",
                                        "midpoint",
                                        "gauss-2",
                                        "trapezoidal",
                                        "gauss-lobatto-1",
                                        "gauss-lobatto-2",
                                        "bdf-1",
                                        "bdf-2",
                                        "bdf-3",
                                        "bdf-4",
                                        "bdf-5",
                                        "bdf-6",
                                        "spin-implicit-euler",
                                        "spin-radau-iia-2",
                                        "spin-bdf-2"};
    enum { COUNT = sizeof films / sizeof films[0] };
    ASSERT_SHELL(0, "spinscope movie --paper --frames 3 --quality draft --size 160x120 -o p/");
    ASSERT_STR_EQ("", last.err);
    ASSERT_SHELL(0, "cat p/index.html");
    char *page = strdup(last.out);
    int videos = 0;
    for (const char *at = page; (at = strstr(at, "<video")) != NULL; at++) {
        videos++;
    }
    ASSERT_EQ_FMT((int)COUNT, videos, "%d");
    ASSERT(strncmp(page, "<!DOCTYPE html>", 15) == 0 && strstr(page, "</html>") != NULL);
    for (int i = 0; i < COUNT; i++) {
        char words[80];
        snprintf(words, sizeof words, "<video src=\"%s.mp4\"", films[i]);
        ASSERTm(words, strstr(page, words) != NULL);
        ASSERT_SHELL(0, "test -s p/%s.mp4", films[i]);
    }
    ASSERT_SHELL(0, "for f in p/*.mp4; do ffprobe -v error -show_entries "
                    "stream=width,height,nb_frames -of csv=p=0 $f; done | sort | uniq -c");
    ASSERT_STR_EQ("     17 160,120,3\n", last.out);
    free(page);
    ASSERT_SHELL(0, "test $(ls -A p | wc -l) = %d", COUNT + 1);
    ASSERT_SHELL(0, "test $(cksum p/*.mp4 | cut -d' ' -f1 | sort -u | wc -l) -ge %d", COUNT - 1);
    ASSERT_SHELL(2, "cksum p/* > sums; spinscope movie --paper --frames 3 --size 160x120 -o p/");
    ASSERTm(last.err, is_one_line(last.err) && strstr(last.err, "--force") != NULL);
    ASSERT_SHELL(0, "cksum p/* | cmp - sums");
    PASS();
}

TEST progress_is_for_terminals(void)
{
    ASSERT_SHELL(0,
                 "command -v script > /dev/null || exit 0; script -qec \"$program " SLOW
                 "-o f/\" /dev/null < /dev/null > shown; grep -q 'of 60 frames, .* frames/s, .* s "
                 "left' shown || { cat shown; exit 1; }; script -qec \"$program " SLOW
                 "-o g/ --quiet\" /dev/null < /dev/null > shown; test ! -s shown");
    PASS();
}

TEST help_names_every_option(void)
{
    static const char *const names[] = {
        "-o",      "--w",       "--frames", "--fps",      "--size",   "--ease",    "--quality",
        "--key",   "--over",    "--resume", "--shard",    "--join",   "--paper",   "--view",
        "--jobs",  "--palette", "--force",  "--contours", "--motion", "--columns", "--spectrum",
        "--phase", "--star",    "--hatch",  "--title",    "--quiet",  "ffmpeg"};
    ASSERT_SHELL(0, "spinscope movie --help");
    ASSERT_STR_EQ("", last.err);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        ASSERTm(names[i], strstr(last.out, names[i]) != NULL);
    }
    PASS();
}

/* The limit for files that may be a stranger's is one of each frame: a film of one's own method may
 * take as long as it has frames. Each of these takes a quarter of a second or more; the two tests
 * compute for half a minute, and say nothing more with sanitizers. */
#define LONG_METHOD                                                             \
    "printf 'kind = multistep\\nalpha = 1/7 0 1/5 0 0 0 -1/3 0 0 1/2 0 -2 1\\n" \
    "beta = 0 0 0 0 0 0 0 0 0 0 0 0 1\\n' > long.method; levels=$(seq -s, 1 0.05 1.7); "

TEST a_film_of_a_method_file_may_take_long(void)
{
    if (rounds(4) < 4) {
        SKIP();
    }
    ASSERT_SHELL(0, LONG_METHOD "spinscope movie ./long.method --quiet --frames 32 --size 400x300 "
                                "--contours $levels -o f/ && test -s f/frame-00032.png");
    PASS();
}

TEST a_frame_that_takes_long_is_told(void)
{
    if (rounds(4) < 4) {
        SKIP();
    }
    ASSERT_SHELL(2, LONG_METHOD
                 "four=./long.method,./long.method,./long.method,./long.method; spinscope movie "
                 "$four --quiet --frames 1 --size 4000x3000 --contours $levels --jobs 1 -o f/");
    ASSERT(is_one_line(last.err));
    ASSERTm(last.err, strstr(last.err, "long.method: frame 1 takes more than 10 s") != NULL);
    ASSERTm(last.err, strstr(last.err, "--patient") != NULL);
    ASSERT_SHELL(0, "! test -e f/frame-00001.png");
    PASS();
}

/* It changes nothing but that: a film is resumed with it or without. */
TEST patience_is_no_part_of_a_film(void)
{
    ASSERT_SHELL(0, "spinscope movie bdf:2 --frames 2" SIZE "-o f/ && rm f/frame-00002.png && "
                    "spinscope movie bdf:2 --frames 2" SIZE "--patient --resume -o f/");
    PASS();
}

SUITE(all)
{
    SET_SETUP(start_folder, NULL);
    SET_TEARDOWN(end_folder, NULL);
    RUN_TEST(films_play_and_show_what_render_draws);
    RUN_TEST(an_mp4_starts_with_its_index);
    RUN_TEST(defaults_are_those_of_the_paper);
    RUN_TEST(the_scale_shows_where_w_is);
    RUN_TEST(options_mean_what_they_mean_in_render);
    RUN_TEST(drafts_look_nearly_as_render_draws);
    RUN_TEST(several_methods_run_side_by_side);
    RUN_TEST(keys_say_where_w_and_the_view_are);
    RUN_TEST(easing_changes_when_but_not_where);
    RUN_TEST(a_parameter_of_a_family_can_run);
    RUN_TEST(any_number_of_jobs_draws_the_same_pictures);
    RUN_TEST(shards_are_one_film);
    RUN_TEST(a_missing_picture_is_named_by_join);
    RUN_TEST(a_folder_of_another_film_is_not_resumed);
    RUN_TEST(damaged_pictures_are_drawn_again);
    RUN_TEST(an_ffmpeg_that_writes_nothing_is_told);
    RUN_TEST(the_same_film_may_be_resumed_quietly);
    RUN_TEST(a_run_that_was_killed_is_completed_to_the_same_bytes);
    RUN_TEST(an_interrupted_film_leaves_nothing);
    RUN_TEST(no_encoder_is_left_running);
    RUN_TEST(an_interruption_at_any_moment_leaves_nothing);
    RUN_TEST(interrupted_pictures_are_kept);
    RUN_TEST(a_recording_that_is_stopped_at_once_is_not_written);
    RUN_TEST(without_ffmpeg_pictures_are_offered);
    RUN_TEST(a_failing_ffmpeg_is_one_message_and_nothing_is_lost);
    RUN_TEST(closed_streams_do_no_harm);
    RUN_TEST(existing_films_need_force);
    RUN_TEST(a_full_disk_is_told_and_keeps_what_was_there);
    RUN_TEST(an_unwritable_folder_is_told);
    RUN_TEST(strange_names_are_names);
    RUN_TEST(bad_input_is_one_line_and_leaves_nothing);
    RUN_TEST(advice_can_be_followed);
    RUN_TEST(all_films_of_the_paper_are_on_a_page);
    RUN_TEST(a_film_of_a_method_file_may_take_long);
    RUN_TEST(a_frame_that_takes_long_is_told);
    RUN_TEST(patience_is_no_part_of_a_film);
    RUN_TEST(progress_is_for_terminals);
    RUN_TEST(help_names_every_option);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(all);
    result_clear(&last);
    GREATEST_MAIN_END();
}
