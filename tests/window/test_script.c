/* The program with a script and without a screen: what it shows, saves and refuses. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "explorer/picture.h"
#include "explorer/stage.h"

/* Runs the script in a folder of its own; at most 60 s. The folder is left to read from. */
static char folder[600];

static result play_script(const char *script, const char *options)
{
    char command[6000];
    if (folder[0] == '\0') {
        snprintf(folder, sizeof folder, "%s.d", scratch_file("script", "", 0));
    }
    char path[600];
    snprintf(path, sizeof path, "%s", scratch_file("script", script, strlen(script)));
    snprintf(command, sizeof command,
             "rm -rf '%s'; mkdir '%s' && cd '%s' && cp '%s' demo.script && SDL_VIDEODRIVER=dummy "
             "HOME='%s' XDG_CONFIG_HOME='%s' timeout 60 '%s' explore %s --script demo.script",
             folder, folder, folder, path, folder, folder, SPINSCOPE_PROGRAM, options);
    return run_shell(command);
}

static const char *in_folder(const char *name)
{
    static char path[700];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

#define PLAY(SCRIPT, OPTIONS)                                                           \
    do {                                                                                \
        result played = play_script((SCRIPT), (OPTIONS));                               \
        ASSERTm(support_say("exit %d: %s", played.code, played.err), played.code == 0); \
        ASSERTm(played.err, played.err[0] == '\0');                                     \
        result_clear(&played);                                                          \
    } while (0)

TEST a_shot_is_what_the_explorer_draws(void)
{
    static const char *const commands[] = {"method gauss-lobatto:2", "w 0.75", "look -1 0.5 7",
                                           "pin -1 1", "grid on"};
    picture p;
    stage s;
    PLAY("method gauss-lobatto:2 # a comment\n\n  w 0.75\nlook -1 0.5 7\r\npin -1 1\n# nothing\n"
         "grid on\nwait idle\nkey Escape\nshot a.png\nquit\n",
         "--size 800x600");
    ASSERT(picture_read(in_folder("a.png"), &p));
    ASSERT_EQ_FMT(800, p.width, "%d");
    ASSERT_EQ_FMT(600, p.height, "%d");
    ASSERT(stage_open(&s, 800, 600));
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        ASSERTm(s.why.text, stage_do(&s, commands[i]));
    }
    stage_key(&s, "Escape");
    ASSERT(stage_settle(&s));
    long differ = 0;
    for (int i = 0; i < 800 * 600; i++) {
        differ += ((p.pixels[i] ^ s.pixels[i]) & 0xFFFFFF) != 0;
    }
    ASSERTm(support_say("%ld pixels differ", differ), differ == 0);
    stage_close(&s);
    picture_clear(&p);
    PASS();
}

/* The mouse of a script is that of the window. */
TEST the_mouse_of_a_script_moves_the_view(void)
{
    stage s;
    char script[400];
    picture p;
    ASSERT(stage_open(&s, 640, 480));
    area a = stage_area(&s);
    snprintf(
        script, sizeof script,
        "wheel %d %d 2\nmove %d %d\npress %d %d\nmove %d %d\nrelease %d %d\nkey Escape\nmove 0 "
        "479\nwait idle\nshot a.png\nquit\n",
        a.x + 30, a.y + 50, a.x + 60, a.y + 70, a.x + 60, a.y + 70, a.x + 90, a.y + 60, a.x + 90,
        a.y + 60);
    PLAY(script, "--size 640x480");
    ASSERT(picture_read(in_folder("a.png"), &p));
    stage_wheel(&s, a.x + 30, a.y + 50, 2);
    stage_drag(&s, a.x + 60, a.y + 70, a.x + 90, a.y + 60, 0);
    stage_key(&s, "Escape");
    stage_mouse(&s, INPUT_MOVE, 0, 479, 0, 0);
    ASSERT(stage_settle(&s));
    ASSERT_EQ_FMT(0L, area_differs(&a, 0, p.pixels, p.width, s.pixels, s.width), "%ld");
    picture_clear(&p);
    stage_close(&s);
    PASS();
}

/* A script marks a number; the view goes there and the shot is that of the explorer. */
TEST a_script_marks_a_number(void)
{
    picture p;
    stage s;
    PLAY("method rk4\nlook 50 0 3\nmark real\nwait idle\nkey F1\nkey F1\nshot a.png\nquit\n",
         "--size 800x600");
    ASSERT(picture_read(in_folder("a.png"), &p));
    ASSERT(stage_open(&s, 800, 600));
    ASSERT(stage_do(&s, "method rk4") && stage_do(&s, "look 50 0 3") && stage_do(&s, "mark real"));
    stage_key(&s, "F1");
    stage_key(&s, "F1");
    ASSERT(stage_settle(&s));
    ASSERT(fabs(explorer_settings(s.e)->x) < 3);
    area a = stage_area(&s);
    ASSERT(stage_settle(&s));
    ASSERT_EQ_FMT(0L, area_differs(&a, 0, p.pixels, p.width, s.pixels, s.width), "%ld");
    int x = (int)area_px(&a, explorer_settings(s.e), -2.7852935634);
    int y = (int)area_py(&a, explorer_settings(s.e), 0);
    ASSERT_EQ_FMT(0x00E5FFu, picture_at(&p, x, y) & 0xFFFFFFu, "%06x");
    picture_clear(&p);
    stage_close(&s);
    PASS();
}

/* `wait idle` ends when the picture is the final one, not the coarse one before it. */
TEST wait_idle_waits_for_the_finest_picture(void)
{
    char script[3000] = "";
    stage s;
    ASSERT(stage_open(&s, 500, 400));
    for (int i = 0; i < 8; i++) {
        snprintf(script + strlen(script), sizeof script - strlen(script),
                 "w %g\nmethod bdf:%d\nwait idle\nkey Escape\nshot %d.png\n", 0.1 * i, 3 + i % 4,
                 i);
    }
    strcat(script, "quit\n");
    PLAY(script, "--size 500x400");
    area a = stage_area(&s);
    for (int i = 0; i < 8; i++) {
        char line[40];
        picture p;
        snprintf(line, sizeof line, "w %g", 0.1 * i);
        ASSERT(stage_do(&s, line));
        snprintf(line, sizeof line, "method bdf:%d", 3 + i % 4);
        ASSERT(stage_do(&s, line));
        stage_key(&s, "Escape");
        ASSERT(stage_settle(&s));
        snprintf(line, sizeof line, "%d.png", i);
        ASSERT(picture_read(in_folder(line), &p));
        long differ = area_differs(&a, 1, p.pixels, p.width, s.pixels, s.width);
        ASSERTm(support_say("shot %d: %ld pixels differ", i, differ), differ == 0);
        picture_clear(&p);
    }
    stage_close(&s);
    PASS();
}

/* Where in a saved figure the panel is: the place at which most pixels are those of the region. */
static long best_match(const picture *saved, const picture *shot, const area *a, int *x, int *y)
{
    long best = -1;
    for (int dy = 0; dy + a->height <= saved->height; dy++) {
        for (int dx = 0; dx + a->width <= saved->width; dx++) {
            long same = 0, tried = 0;
            for (int k = 0; k < 400; k++) { /* scattered over the rectangle */
                int px = 8 + k * 7919 % (a->width - 16), py = 40 + k * 104729 % (a->height - 48);
                same +=
                    picture_at(saved, dx + px, dy + py) == picture_at(shot, a->x + px, a->y + py);
                tried++;
            }
            if (same > best) {
                best = same;
                *x = dx;
                *y = dy;
            }
        }
    }
    return best;
}

static int apart(uint32_t a, uint32_t b)
{
    int most = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        int d = abs((int)(a >> shift & 255) - (int)(b >> shift & 255));
        most = d > most ? d : most;
    }
    return most;
}

static enum greatest_test_res saved_is_shown(const char *const *setups, int count)
{
    for (int i = 0; i < count; i++) {
        char script[400];
        picture shot, saved;
        stage s;
        int x = 0, y = 0;
        snprintf(script, sizeof script,
                 "%sboundary off\nwait idle\nsave png saved.png\nkey Escape\nshot shot.png\nquit\n",
                 setups[i]);
        PLAY(script, "--size 460x360");
        ASSERT(picture_read(in_folder("shot.png"), &shot));
        ASSERT(picture_read(in_folder("saved.png"), &saved));
        ASSERT(stage_open(&s, 460, 360));
        area a = stage_area(&s);
        stage_close(&s);
        ASSERTm(
            support_say("saved %dx%d, region %dx%d", saved.width, saved.height, a.width, a.height),
            saved.width > a.width && saved.height > a.height);
        long same = best_match(&saved, &shot, &a, &x, &y);
        ASSERTm(support_say("%s: only %ld of 400 agree", setups[i], same), same > 300);
        /* All but the axes of the plane, which the window draws through the region. */
        long off = 0, all = 0;
        for (int py = 3; py < a.height - 3; py++) {
            for (int px = 3; px < a.width - 3; px++) {
                all++;
                off += apart(picture_at(&saved, x + px, y + py),
                             picture_at(&shot, a.x + px, a.y + py)) > 1;
            }
        }
        ASSERTm(support_say("%s: %ld of %ld pixels differ", setups[i], off, all),
                off <= 2L * (a.width + a.height));
        picture_clear(&shot);
        picture_clear(&saved);
    }
    PASS();
}

TEST a_saved_picture_is_that_of_the_window(void)
{
    static const char *const setups[] = {"method radau-iia:2\nw 0.5\n",
                                         "method bdf:3\nlook -1 0.7 6\npalette safe\n"};
    CHECK_CALL(saved_is_shown(setups, 2));
    PASS();
}

/* Pictures that say no w have more room; the panel must be as large as the region all the same. */
TEST a_saved_picture_without_w_is_that_of_the_window(void)
{
    static const char *const setups[] = {"method rk4\n",
                                         "method implicit-euler\nplane zw\npalette grey\n"};
    CHECK_CALL(saved_is_shown(setups, 2));
    PASS();
}

TEST svg_and_pdf_are_saved_whole(void)
{
    PLAY("method bdf:2\nsave svg a.svg\nsave pdf a.pdf\nkey s\nkey S\nkey Ctrl-s\nkey s\nworkspace "
         "a.workspace\nquit\n",
         "--size 400x300");
    char command[1600];
    snprintf(
        command, sizeof command,
        "cd '%s' && tail -c 10 a.svg | grep -q '</svg>' && head -c 4 a.pdf | grep -q %%PDF && tail "
        "-c 8 a.pdf | grep -q EOF && test -s spinscope-bdf-2.png && test -s spinscope-bdf-2.svg && "
        "test -s spinscope-bdf-2.pdf && test -s spinscope-bdf-2-2.png && grep -q 'method = bdf:2' "
        "a.workspace",
        folder);
    result r = run_shell(command);
    ASSERT_EQ_FMT(0, r.code, "%d");
    result_clear(&r);
    PASS();
}

TEST errors_name_the_script_and_its_line(void)
{
    static const struct {
        const char *script, *options, *words[3];
    } cases[] = {
        {"w 1\n\n# c\njump\nquit\n", "", {"demo.script:4:", "jump", "no command"}},
        {"method nope\n", "", {"demo.script:1:", "nope", "unknown"}},
        {"w 1\nzoom\n", "", {"demo.script:2:", "zoom", "FACTOR"}},
        {"save png /no/such/folder/a.png\n", "", {"demo.script:1:", "/no/such/folder", ""}},
        {"shot /no/such/folder/a.png\n", "", {"demo.script:1:", "/no/such/folder", ""}},
        {"wait some\n", "", {"demo.script:1:", "wait some", "seconds"}},
        {"wait -1\n", "", {"demo.script:1:", "wait -1", "idle"}},
        {"wait inf\n", "", {"demo.script:1:", "wait inf", "seconds"}},
        {"size 3\n", "", {"demo.script:1:", "size 3", "WxH"}},
        {"size -1x5\n", "", {"demo.script:1:", "size -1x5", "from 1x1"}},
        {"size 16000x16000\n", "", {"demo.script:1:", "16000x16000", "to 8192x8192"}},
        {"workspace demo.script\n", "", {"demo.script:1:", "is not a workspace", ""}},
        {"shot demo.script\n", "", {"demo.script:1:", "is not a PNG picture", ""}},
        {"quit now\n", "", {"demo.script:1:", "quit now", "nothing"}},
        {"open broken.method\n", "", {"demo.script:1:", "broken.method", ""}},
        {"quit\n", "nope", {"nope", "unknown method", ""}},
        {"quit\n", "--size 0x5", {"0x5", "", ""}},
        {"quit\n", "--size 20000x100", {"20000x100", "8192x8192", ""}},
        {"quit\n", "--evaluator cpu", {"cpu", "auto", "gpu"}},
        {"quit\n", "--workspace missing.workspace", {"missing.workspace", "", ""}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        result r = play_script(cases[i].script, cases[i].options);
        ASSERTm(support_say("%s %s: exit %d: %s", cases[i].options, cases[i].script, r.code, r.err),
                r.code == 2 || (r.code == 3 && strstr(r.err, "/no/such/folder") != NULL) ||
                    (r.code == 3 && strstr(r.err, "missing") != NULL));
        ASSERTm(r.err, is_one_line(r.err));
        for (int k = 0; k < 3; k++) {
            ASSERTm(support_say("'%s' lacks '%s'", r.err, cases[i].words[k]),
                    strstr(r.err, cases[i].words[k]) != NULL);
        }
        result_clear(&r);
    }
    PASS();
}

/* What follows it would never be run. */
TEST a_nul_in_a_script_is_refused_with_its_line(void)
{
    char command[1600];
    snprintf(command, sizeof command,
             "printf 'w 1\\nw\\0 2\\nquit\\n' | SDL_VIDEODRIVER=dummy timeout 20 '%s' explore "
             "--script -",
             SPINSCOPE_PROGRAM);
    result r = run_shell(command);
    ASSERT_EQ_FMT(2, r.code, "%d");
    ASSERTm(r.err, is_one_line(r.err) && strstr(r.err, "-:2: a NUL byte") != NULL);
    result_clear(&r);
    PASS();
}

TEST a_missing_script_is_named(void)
{
    char command[1600];
    snprintf(command, sizeof command,
             "SDL_VIDEODRIVER=dummy timeout 20 '%s' explore --script /no/such.script",
             SPINSCOPE_PROGRAM);
    result r = run_shell(command);
    ASSERTm(support_say("exit %d", r.code), r.code == 2 || r.code == 3);
    ASSERTm(r.err, is_one_line(r.err) && strstr(r.err, "/no/such.script") != NULL);
    result_clear(&r);
    PASS();
}

/* Without a display: said in one line that also tells how to draw instead; exit code 3. */
TEST without_a_display_it_says_how_to_draw(void)
{
    static const char *const ways[] = {"explore", "explore bdf:3", ""};
    for (int i = 0; i < 3; i++) {
        char command[1600];
        snprintf(command, sizeof command,
                 "env -u DISPLAY -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER timeout 20 '%s' %s",
                 SPINSCOPE_PROGRAM, ways[i]);
        result r = run_shell(command);
        ASSERTm(support_say("'%s': exit %d: %s", ways[i], r.code, r.err), r.code == 3);
        ASSERTm(r.err, is_one_line(r.err) && strstr(r.err, "spinscope render") != NULL);
        ASSERTm(r.err, i != 1 || strstr(r.err, "bdf:3") != NULL);
        result_clear(&r);
    }
    PASS();
}

TEST a_script_from_standard_input_and_sizes(void)
{
    char command[4000];
    snprintf(folder, sizeof folder, "%s.d", scratch_file("script", "", 0));
    snprintf(command, sizeof command,
             "rm -rf '%s'; mkdir '%s' && cd '%s' && printf 'size 64x64\\nshot a.png\\nsize "
             "300x200\\ncompare bdf:3\\nwait 0.05\\nshot b.png\\nsize 64x64\\nwait idle\\nshot "
             "c.png\\nquit\\n' | SDL_VIDEODRIVER=dummy timeout 60 '%s' explore --script -",
             folder, folder, folder, SPINSCOPE_PROGRAM);
    result r = run_shell(command);
    ASSERTm(support_say("exit %d: %s", r.code, r.err), r.code == 0);
    result_clear(&r);
    static const struct {
        const char *name;
        int width, height;
    } shots[] = {{"a.png", 64, 64}, {"b.png", 300, 200}, {"c.png", 64, 64}};
    for (int i = 0; i < 3; i++) {
        picture p;
        ASSERTm(shots[i].name, picture_read(in_folder(shots[i].name), &p));
        ASSERT_EQ_FMT(shots[i].width, p.width, "%d");
        ASSERT_EQ_FMT(shots[i].height, p.height, "%d");
        picture_clear(&p);
    }
    PASS();
}

/* A view as deep as it can be in a small window is shown in a large one, too, or the program goes
 * on with another; it does not end. */
TEST enlarging_the_deepest_view_does_not_end_the_program(void)
{
    char script[4000] = "size 300x200\ncentre -1.7 1.3\n";
    stage s;
    ASSERT(stage_open(&s, 300, 200));
    ASSERT(stage_do(&s, "centre -1.7 1.3"));
    while (stage_do(&s, "zoom 1.5")) {
        strcat(script, "zoom 1.5\n");
    }
    while (stage_do(&s, "zoom 1.02")) {
        strcat(script, "zoom 1.02\n");
    }
    stage_close(&s);
    strcat(script, "shot a.png\nsize 1200x900\nwait 0.1\nshot b.png\nquit\n");
    PLAY(script, "--size 300x200");
    PASS();
}

/* The window is remembered only by a person's session, not by a script's. */
TEST a_script_leaves_no_workspace_behind(void)
{
    PLAY("w 1\nquit\n", "");
    char command[1600];
    snprintf(command, sizeof command, "cd '%s' && ! find . -name '*.workspace' | grep .", folder);
    result r = run_shell(command);
    ASSERT_EQ_FMT(0, r.code, "%d");
    result_clear(&r);
    PASS();
}

TEST a_workspace_can_be_opened_at_the_start(void)
{
    picture one, other;
    stage s;
    PLAY("method bdf:2\nw 0.5\nlook -1 1 5\nworkspace a.workspace\nwait idle\nkey Escape\nshot "
         "a.png\nquit\n",
         "--size 400x300");
    ASSERT(picture_read(in_folder("a.png"), &one));
    char keep[700], options[1600];
    snprintf(keep, sizeof keep, "%s", scratch_file("kept.workspace", "", 0));
    snprintf(options, sizeof options, "cp '%s' '%s'", in_folder("a.workspace"), keep);
    result r = run_shell(options);
    result_clear(&r);
    snprintf(options, sizeof options, "--workspace '%s' --size 400x300", keep);
    PLAY("wait idle\nkey Escape\nshot b.png\nquit\n", options);
    ASSERT(picture_read(in_folder("b.png"), &other));
    ASSERT(stage_open(&s, 400, 300));
    area a = stage_area(&s);
    stage_close(&s);
    ASSERT_EQ_FMT(0L, area_differs(&a, 0, one.pixels, 400, other.pixels, 400), "%ld");
    picture_clear(&one);
    picture_clear(&other);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(a_shot_is_what_the_explorer_draws);
    RUN_TEST(the_mouse_of_a_script_moves_the_view);
    RUN_TEST(a_script_marks_a_number);
    RUN_TEST(wait_idle_waits_for_the_finest_picture);
    RUN_TEST(a_saved_picture_is_that_of_the_window);
    RUN_TEST(a_saved_picture_without_w_is_that_of_the_window);
    RUN_TEST(svg_and_pdf_are_saved_whole);
    RUN_TEST(errors_name_the_script_and_its_line);
    RUN_TEST(a_nul_in_a_script_is_refused_with_its_line);
    RUN_TEST(a_missing_script_is_named);
    RUN_TEST(without_a_display_it_says_how_to_draw);
    RUN_TEST(a_script_from_standard_input_and_sizes);
    RUN_TEST(enlarging_the_deepest_view_does_not_end_the_program);
    RUN_TEST(a_script_leaves_no_workspace_behind);
    RUN_TEST(a_workspace_can_be_opened_at_the_start);
    GREATEST_MAIN_END();
}
