/* Films of mechanisms: their frames, what is between the steps, what is refused, and files that
 * play. */
#include "scene/film.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "picture/png.h"
#include "scene/record.h"
#include "scene/scene.h"
#include "support/command.h"
#include "support/support.h"

static message why;

/* A record, and the film of it. */
typedef struct filmed {
    record *of;
    char path[600];
    scene_film film;
} filmed;

static filmed *new_film(int count, double h, double growth)
{
    filmed *r = calloc(1, sizeof *r);
    r->of = new_record(count, h, growth);
    r->film = (scene_film){.footage = r->of->footage,
                           .path = r->path,
                           .width = 160,
                           .height = 120,
                           .fps = 10,
                           .speed = 1,
                           .jobs = 2,
                           .force = true};
    snprintf(r->path, sizeof r->path, "%s", scratch_file("film", "", 0));
    remove(r->path); /* only its name is wanted */
    snprintf(r->path + strlen(r->path), 20, ".mp4");
    return r;
}

static void end_film(filmed *r)
{
    char command[700];
    snprintf(command, sizeof command, "rm -rf '%s'", r->path);
    result gone = run_shell(command);
    result_clear(&gone);
    end_record(r->of);
    free(r);
}

/* Is the film refused with these words? */
static bool is_refused(const scene_film *film, const char *words)
{
    why.text[0] = '\0';
    status s = scene_film_make(film, NULL, NULL, &why);
    return s == STATUS_BAD_INPUT && strstr(why.text, words) != NULL;
}

#define ASSERT_REFUSED(FILM, WORDS) ASSERTm(why.text, is_refused((FILM), (WORDS)))

TEST a_film_lasts_as_long_as_its_speed_says(void)
{
    filmed *r = new_film(101, 0.1, 0);
    const struct {
        double fps, speed;
        int frames;
    } cases[] = {{10, 1, 100}, {30, 1, 300}, {30, 2, 150}, {25, 0.5, 500}, {10, 1e9, 1}};
    for (int i = 0; i < 5; i++) {
        int frames = 0;
        r->film.fps = cases[i].fps;
        r->film.speed = cases[i].speed;
        ASSERT_OK(scene_film_frames(&r->film, &frames, &why), "frames", why);
        ASSERT_EQ_FMT(cases[i].frames, frames, "%d");
    }
    ASSERT_NEAR(r->of->t[0], scene_film_time(&r->film, 300, 0), 0, 0);
    ASSERT_NEAR(r->of->t[100], scene_film_time(&r->film, 300, 299), 0, 0);
    for (int i = 0; i < 299; i++) {
        double step = scene_film_time(&r->film, 300, i + 1) - scene_film_time(&r->film, 300, i);
        ASSERT_NEAR(10.0 / 299, step, 1e-13, 0);
    }
    r->film.footage.count = 1;
    int one = 0;
    ASSERT_OK(scene_film_frames(&r->film, &one, &why), "one step", why);
    ASSERT_EQ(1, one);
    end_film(r);
    PASS();
}

TEST what_is_no_film_is_refused_with_the_reason(void)
{
    filmed *r = new_film(20, 0.1, 0);
    scene_film f = r->film;
    f.fps = 0;
    ASSERT_REFUSED(&f, "0 frames a second");
    f = r->film;
    f.speed = -2;
    ASSERT_REFUSED(&f, "speed -2: a positive number");
    f.speed = NAN;
    ASSERT_REFUSED(&f, "a positive number");
    f.speed = 1e-6;
    ASSERT_REFUSED(&f, "at most 99999 are accepted");
    f = r->film;
    f.width = 161;
    ASSERT_REFUSED(&f, "size 161x120: even");
    f.width = 8194;
    ASSERT_REFUSED(&f, "from 2 to 8192");
    f = r->film;
    f.path = "film.avi";
    ASSERT_REFUSED(&f, "film.avi: the name must end in .mp4");
    f = r->film;
    f.footage.count = 0;
    ASSERT_REFUSED(&f, "0 recorded steps");
    f = r->film;
    f.footage.view[0] = 1;
    ASSERT_REFUSED(&f, "view 1,0,0,0");
    r->of->t[7] = r->of->t[6];
    ASSERT_REFUSED(&r->film, "step 7 is at t = 0.6");
    end_film(r);
    PASS();
}

TEST systems_without_a_picture_are_told_from_those_with_one(void)
{
    filmed *r = new_film(20, 0.1, 0);
    constrained *model = system_named("ascher-petzold-1");
    scene_film f = r->film;
    f.footage.system = model;
    ASSERT_REFUSED(&f, "ascher-petzold-1 has no picture; pendulum, ");
    ASSERT(strstr(why.text, "slider-crank") != NULL);
    ASSERT(strstr(why.text, "ascher-petzold-2") == NULL);
    constrained_destroy(model);
    end_film(r);
    PASS();
}

static void count_calls(void *context, int done, int total)
{
    int *last = context;
    *last = done <= total ? done : -1;
}

TEST films_play(void)
{
    result has = run_shell("command -v ffmpeg && command -v ffprobe");
    bool missing = has.code != 0;
    result_clear(&has);
    if (missing) {
        SKIPm("no ffmpeg");
    }
    filmed *r = new_film(21, 0.1, 0.05);
    int done = 0;
    ASSERT_OK(scene_film_make(&r->film, count_calls, &done, &why), "film", why);
    ASSERT_EQ(20, done);
    char command[1400];
    snprintf(command, sizeof command,
             "ffprobe -v error -count_frames -select_streams v -show_entries "
             "stream=width,height,pix_fmt,nb_read_frames -of csv=p=0 '%s'",
             r->path);
    result probe = run_shell(command);
    ASSERT_STR_EQ("160,120,yuv420p,20\n", probe.out);
    result_clear(&probe);
    r->film.force = false;
    ASSERT_REFUSED(&r->film, r->path);
    end_film(r);
    PASS();
}

/* The same whatever the number of threads, and with the solution moving. */
TEST pictures_are_the_same_twice_and_differ_from_each_other(void)
{
    filmed *r = new_film(21, 0.1, 0.05);
    uint32_t *pixels[2][3] = {{NULL}};
    int width = 0, height = 0;
    snprintf(r->path + strlen(r->path), 20, "-pictures/");
    for (int k = 0; k < 2; k++) {
        r->film.jobs = k == 0 ? 1 : 4;
        ASSERT_OK(scene_film_make(&r->film, NULL, NULL, &why), "pictures", why);
        for (int i = 0; i < 3; i++) {
            char name[700];
            snprintf(name, sizeof name, "%sframe-%05d.png", r->path, 1 + 9 * i);
            ASSERT_OK(png_read(name, &pixels[k][i], &width, &height, &why), name, why);
            ASSERT(width == 160 && height == 120);
        }
    }
    for (int i = 0; i < 3; i++) {
        ASSERT_EQ(0, memcmp(pixels[0][i], pixels[1][i], 160 * 120 * sizeof(uint32_t)));
        ASSERT(memcmp(pixels[0][i], pixels[0][(i + 1) % 3], 160 * 120 * sizeof(uint32_t)) != 0);
    }
    for (int i = 0; i < 6; i++) {
        free(pixels[i / 3][i % 3]);
    }
    end_film(r);
    PASS();
}

/* Of a pendulum with few steps, between which its place is not quite right. */
TEST rods_have_the_colours_of_the_steps(void)
{
    filmed *r = new_film(5, 0.8, 0);
    snprintf(r->path + strlen(r->path), 20, "-pictures/");
    for (int growing = 0; growing < 2; growing++) {
        const double growth = growing ? 0.01 : 0;
        uint32_t *pixels = NULL;
        int width, height;
        scene s;
        for (int i = 0; i < 5; i++) {
            r->of->p[2 * i] = (1 + growth * r->of->t[i]) * sin(r->of->t[i]);
            r->of->p[2 * i + 1] = -(1 + growth * r->of->t[i]) * cos(r->of->t[i]);
        }
        r->film.width = 640;
        r->film.height = 480;
        r->film.footage.reference = NULL;
        r->film.fps = 33 / 3.2; /* every eighth is of a step */
        ASSERT_OK(scene_film_make(&r->film, NULL, NULL, &why), "pictures", why);
        ASSERT_OK(scene_open(&s, &r->film.footage, r->film.width, r->film.height, 33, &why),
                  "scene", why);
        for (int frame = 0; frame < 33; frame += 4) {
            char name[700];
            double p[2], t = scene_film_time(&r->film, 33, frame), column, row;
            snprintf(name, sizeof name, "%sframe-%05d.png", r->path, frame + 1);
            ASSERT_OK(png_read(name, &pixels, &width, &height, &why), name, why);
            footage_positions(&r->film.footage, r->of->p, t, p);
            mechanism_pixel(&s.look, 0.6 * p[0], 0.6 * p[1], &column, &row);
            uint32_t colour = pixels[(int)row * width + (int)column];
            uint32_t expected = mechanism_bar_colour(growth * t);
            for (int k = 0; k < 24; k += 8) {
                ASSERT_NEAR(expected >> k & 255, colour >> k & 255, 1, 0);
            }
            free(pixels);
        }
        scene_clear(&s);
    }
    end_film(r);
    PASS();
}

TEST a_film_that_is_cancelled_leaves_no_file(void)
{
    filmed *r = new_film(21, 0.1, 0);
    const atomic_bool stop = true;
    struct stat about;
    snprintf(r->path + strlen(r->path), 20, "-pictures/");
    r->film.cancel = &stop;
    ASSERT_EQ(STATUS_NO, scene_film_make(&r->film, NULL, NULL, &why));
    char first[700];
    snprintf(first, sizeof first, "%sframe-00001.png", r->path);
    ASSERT(stat(first, &about) != 0);
    end_film(r);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(a_film_lasts_as_long_as_its_speed_says);
    RUN_TEST(what_is_no_film_is_refused_with_the_reason);
    RUN_TEST(systems_without_a_picture_are_told_from_those_with_one);
    RUN_TEST(films_play);
    RUN_TEST(pictures_are_the_same_twice_and_differ_from_each_other);
    RUN_TEST(rods_have_the_colours_of_the_steps);
    RUN_TEST(a_film_that_is_cancelled_leaves_no_file);
    GREATEST_MAIN_END();
}
