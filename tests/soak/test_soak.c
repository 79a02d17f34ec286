/* The explorer under a random script for a long time: commands, settings, keys, the mouse, windows
 * of all sizes and the clock, while its threads work.
 *
 * What must hold after every event: refusals are one line and change nothing, the settings can be
 * written and read back, a move that is undone and done again comes out the same, and a frame can
 * be drawn. Every so often the explorer is brought back to its start and the memory that is
 * allocated then is noted; it must not grow.
 *
 * SPINSCOPE_SOAK is the number of events, SPINSCOPE_SEED where chance begins. */
#include <cairo.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "explorer/stage.h"
#include "explorer/state.h"
#include "soak/chance.h"
#include "support/load.h"

enum { HOME_WIDTH = 160, HOME_HEIGHT = 120, MOST_NOTES = 100000, USUAL_EVENTS = 120 };

/* How much more may be allocated in the last third of a run than in the second: what depends on the
 * last things that were done, and lists of libraries that fill up late. A kilobyte for every event
 * is more than that. */
static const double allowed_closed = 8 * 1024;

static double allowed_open(long events)
{
    return fmin(64 * 1024, 16 * 1024 + 40.0 * (double)events);
}

static struct {
    stage s;
    chance chance;
    char last[CHANCE_SIZE]; /* the last event, for messages */
    long wanted, events, refused, drawn;
    int largest; /* window, in pixels */
    double bytes[MOST_NOTES];
    int notes;
} soak;

static bool open_explorer(void)
{
    stage *s = &soak.s;
    const settings initial = settings_initial();
    const explorer_hooks hooks = {
        .context = s, .saves = true, .copy = stage_copy, .wake = stage_wake};
    double now = s->now;
    *s = (stage){.now = now + 100};
    if (explorer_create(SPINSCOPE_ASSETS, &initial, &hooks, &s->e, &s->why) != STATUS_OK) {
        return false;
    }
    explorer_offer(s->e, "last.workspace");
    explorer_tick(s->e, s->now);
    return stage_resize(s, HOME_WIDTH, HOME_HEIGHT);
}

static void close_explorer(void)
{
    explorer_destroy(soak.s.e);
    free(soak.s.pixels);
    soak.s.e = NULL;
    soak.s.pixels = NULL;
}

static const char *say_where(const char *what)
{
    return support_say("event %ld, %.200s: %.200s", soak.events, soak.last, what);
}

static bool is_line(const char *words)
{
    size_t where, length = strlen(words);
    return length > 0 && length < sizeof((message *)NULL)->text - 1 &&
           text_is_readable(words, length, &where) && strcspn(words, "\r\n") == length;
}

/* The settings as a workspace keeps them. */
static bool comes_back_from_text(const settings *now)
{
    text lines = {0};
    message why = {.text = ""};
    settings *read = malloc(sizeof *read);
    settings_write(now, &lines);
    bool ok = read != NULL && !lines.broken &&
              settings_read("soak", lines.data, lines.length, read, &why) == STATUS_OK &&
              same_settings(now, read);
    if (!ok) {
        say_where(why.text[0] != '\0' ? why.text : support_words);
    }
    text_clear(&lines);
    free(read);
    return ok;
}

static bool same_view(const settings *a, const settings *b)
{
    return a->x == b->x && a->y == b->y && a->span == b->span;
}

/* Undone, the view is the one before; done again, the one after. */
static enum greatest_test_res undo_and_do_again(const char *line, const settings *before)
{
    const settings after = *explorer_settings(soak.s.e);
    ASSERTm(say_where("cannot be undone"), stage_do(&soak.s, "undo"));
    ASSERTm(say_where("undone, the view is another"),
            same_view(before, explorer_settings(soak.s.e)));
    if (!same_settings(before, explorer_settings(soak.s.e))) {
        PASS(); /* it did more than to move: a mark goes on to its next place */
    }
    ASSERTm(say_where(soak.s.why.text), stage_do(&soak.s, line));
    ASSERTm(say_where("done again, the view is another"),
            same_view(&after, explorer_settings(soak.s.e)));
    PASS();
}

static enum greatest_test_res do_line(const char *line)
{
    explorer *e = soak.s.e;
    const settings before = e->now;
    int moves = e->history.count;
    bool moved_by_itself = e->playing || explorer_glides(e) || e->tutor.lesson != NULL;
    snprintf(soak.last, sizeof soak.last, "%s", line);
    if (!stage_do(&soak.s, line)) {
        soak.refused++;
        ASSERTm(say_where(soak.s.why.text), is_line(soak.s.why.text));
        ASSERTm(support_say("event %ld: '%.100s' was refused: %.100s; but it changed %.100s",
                            soak.events, line, soak.s.why.text, support_words),
                same_settings(&before, &e->now));
    } else if (!moved_by_itself && !explorer_glides(e) && !e->playing && e->tutor.lesson == NULL &&
               e->history.count == moves + 1 && !same_view(&before, &e->now)) {
        CHECK_CALL(undo_and_do_again(line, &before));
    }
    PASS();
}

static void resize(void)
{
    double pick = random_unit();
    int most = pick < 0.15 ? 40 : pick < 0.9 ? 320 : soak.largest;
    int width = random_integer(1, most), height = random_integer(1, most);
    double scale = chance_happens(0.8) ? 1 : random_between(0.5, 3);
    snprintf(soak.last, sizeof soak.last, "resize %dx%d, scale %g", width, height, scale);
    stage_resize(&soak.s, width, height);
    explorer_resize(soak.s.e, width, height, scale);
}

/* A place of the window, or beside it. */
static double place(int size)
{
    return chance_happens(0.95) ? random_between(0, size) : random_between(-size, 2.0 * size);
}

static void use_mouse(void)
{
    stage *s = &soak.s;
    static const unsigned held[] = {0, 0, INPUT_SHIFT, INPUT_CTRL, INPUT_SHIFT | INPUT_CTRL};
    unsigned keys = held[random_integer(0, 4)];
    double x = place(s->width), y = place(s->height);
    int kind = random_integer(0, 7), clicks = random_integer(1, 3);
    snprintf(soak.last, sizeof soak.last, "mouse %d at %g %g, keys %u, %d clicks", kind, x, y, keys,
             clicks);
    switch (kind) {
    case 0:
        stage_wheel(s, x, y, random_edgy(5));
        return;
    case 1:
        stage_drag(s, x, y, place(s->width), place(s->height), keys);
        return;
    case 2:
    case 3: /* a click */
        stage_mouse(s, INPUT_PRESS, x, y, keys, clicks);
        stage_mouse(s, INPUT_RELEASE, x, y, keys, clicks);
        return;
    case 4:
        stage_mouse(s, INPUT_PRESS, x, y, keys, clicks);
        return;
    case 5:
        stage_mouse(s, INPUT_RELEASE, x, y, keys, clicks);
        return;
    case 6:
        stage_mouse(s, INPUT_LEAVE, x, y, keys, 0);
        return;
    default:
        stage_mouse(s, INPUT_MOVE, x, y, keys, 0);
    }
}

/* The file of a method is saved again, sometimes broken: it may be on the screen. */
static void rewrite_method(void)
{
    bool breaks = chance_happens(0.3);
    FILE *to = fopen("good.method", "w");
    snprintf(soak.last, sizeof soak.last, "good.method is written again%s", breaks ? " badly" : "");
    if (to != NULL) {
        fprintf(to, "name = other\nkind = runge-kutta\nc = 0 1\nA = 0 0\n    1 0\nb = %s\n",
                breaks ? "half" : "1/4 3/4");
        fclose(to);
    }
}

static enum greatest_test_res order(const explorer_action *a)
{
    char line[CHANCE_SIZE];
    chance_command(&soak.chance, a, line);
    CHECK_CALL(do_line(line));
    PASS();
}

static enum greatest_test_res set(const property *s)
{
    char line[CHANCE_SIZE];
    chance_setting(&soak.chance, s, line);
    CHECK_CALL(do_line(line));
    PASS();
}

static const property *some_setting(void)
{
    const property *s = settings_at(random_integer(0, settings_count() - 1));
    while (s->kind != &property_text && chance_happens(0.4)) { /* methods and stages are the load */
        s = settings_at(random_integer(0, settings_count() - 1));
    }
    return s;
}

static enum greatest_test_res happen(void)
{
    soak.events++;
    double pick = random_unit();
    if (pick < 0.45) {
        CHECK_CALL(order(actions_at(random_integer(0, actions_count() - 1))));
    } else if (pick < 0.65) {
        CHECK_CALL(set(some_setting()));
    } else if (pick < 0.83) {
        use_mouse();
    } else if (pick < 0.92) {
        const char *key = chance_key();
        snprintf(soak.last, sizeof soak.last, "key %s", key);
        stage_key(&soak.s, key);
        stage_type(&soak.s, key);
    } else if (pick < 0.97) {
        resize();
    } else if (pick < 0.98) {
        rewrite_method();
    } else {
        const char *file = chance_file();
        snprintf(soak.last, sizeof soak.last, "drop %s", file);
        explorer_input(soak.s.e, &(input){.kind = INPUT_DROP, .text = file});
    }
    soak.s.e->quits = false; /* it goes on all the same */
    ASSERTm(soak.chance.unknown, soak.chance.unknown[0] == '\0');
    PASS();
}

/* Time passes, frames are drawn; now and then there is a moment for the threads. */
static enum greatest_test_res let_pass(void)
{
    static const double steps[] = {0, 1e-3, 1.0 / 60, 0.1, 0.6, 3};
    int frames = random_integer(0, 2);
    for (int i = 0; i < frames; i++) {
        bool is_wanted = chance_happens(0.2);
        if (stage_tick(&soak.s, steps[random_integer(0, 5)]) || is_wanted) {
            ASSERTm(say_where(soak.s.why.text), stage_draw(&soak.s));
            soak.drawn++;
        }
    }
    /* As many random numbers are drawn whatever the threads do. */
    int rests = frames == 0 ? random_integer(0, 20) : 0;
    for (int i = 0; i < rests && explorer_is_busy(soak.s.e); i++) {
        stage_sleep(0.005);
        stage_tick(&soak.s, 0.005);
    }
    const char *says = explorer_says(soak.s.e);
    ASSERTm(say_where(says), says[0] == '\0' || is_line(says));
    ASSERTm(support_words, comes_back_from_text(explorer_settings(soak.s.e)));
    PASS();
}

/* What was saved goes, so that names are free again; what is there from the start comes back. */
static bool tidy_folder(void)
{
    DIR *here = opendir(".");
    for (struct dirent *d; here != NULL && (d = readdir(here)) != NULL;) {
        if (d->d_name[0] != '.') {
            unlink(d->d_name);
        }
    }
    return here != NULL && closedir(here) == 0 && chance_write_files();
}

static double resident_bytes(void)
{
    long size = 0, resident = 0;
    FILE *from = fopen("/proc/self/statm", "r");
    bool ok = from != NULL && fscanf(from, "%ld %ld", &size, &resident) == 2;
    if (from != NULL) {
        fclose(from);
    }
    return ok ? (double)resident * (double)sysconf(_SC_PAGESIZE) : 0;
}

/* Until nothing is on its way; at most 60 s. */
static bool settle(void)
{
    stage *s = &soak.s;
    for (int i = 0; i < 20000; i++) {
        bool is_due = stage_tick(s, 0.1);
        if ((is_due || i == 0) && !stage_draw(s)) {
            return false;
        }
        if (!explorer_is_busy(s->e)) {
            return stage_draw(s);
        }
        stage_sleep(0.003);
    }
    snprintf(s->why.text, sizeof s->why.text, "still busy after 60 s");
    return false;
}

/* Everything as it was at the start, but in the same explorer. */
static enum greatest_test_res come_back(void)
{
    static const char *const lines[] = {"filter off", "open start.workspace", "engine simd",
                                        "validate"};
    explorer *e = soak.s.e;
    snprintf(soak.last, sizeof soak.last, "coming back");
    if (e->recording.job.is_running) {
        ASSERT(stage_do(&soak.s, "record"));
    }
    if (e->tutor.lesson != NULL) {
        ASSERT(stage_do(&soak.s, "lesson off"));
    }
    if (e->tutor.lists) {
        ASSERT(stage_do(&soak.s, "lessons"));
    }
    (void)!stage_do(&soak.s, "play off"); /* there may be nothing that plays */
    ASSERT(stage_resize(&soak.s, HOME_WIDTH, HOME_HEIGHT));
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        ASSERTm(say_where(soak.s.why.text), stage_do(&soak.s, lines[i]));
    }
    ASSERTm(say_where(soak.s.why.text), settle());
    PASS();
}

/* Buffers that grow with the window and stay get as large as they will ever be, and libraries that
 * are loaded late are there. */
static enum greatest_test_res stretch(void)
{
    const property *shade = settings_find("shade");
    ASSERTm(say_where(soak.s.why.text), stage_do(&soak.s, "engine gpu") && settle());
    ASSERT(stage_do(&soak.s, "engine simd") && stage_do(&soak.s, "compare rk4"));
    ASSERT(stage_resize(&soak.s, soak.largest, soak.largest));
    for (int i = 0; shade->choice(i) != NULL; i++) {
        char line[40];
        snprintf(line, sizeof line, "shade %s", shade->choice(i));
        ASSERTm(say_where(soak.s.why.text), stage_do(&soak.s, line) && settle());
    }
    PASS();
}

/* Everything of the tables once. */
static enum greatest_test_res tour(void)
{
    for (int i = 0; i < actions_count(); i++) {
        CHECK_CALL(order(actions_at(i)));
        CHECK_CALL(let_pass());
    }
    for (int i = 0; i < settings_count(); i++) {
        CHECK_CALL(set(settings_at(i)));
        CHECK_CALL(let_pass());
    }
    ASSERTm(soak.chance.unknown, soak.chance.unknown[0] == '\0');
    PASS();
}

static void note_memory(bool shows)
{
    cairo_debug_reset_static_data(); /* its glyphs; nothing of cairo is alive between frames */
    double bytes = load_allocated();
    soak.bytes[soak.notes++] = bytes;
    if (shows) {
        fprintf(
            stderr,
            "%6ld events, %5ld refused, %6ld frames: %9.0f bytes allocated, %4.0f MB resident\n",
            soak.events, soak.refused, soak.drawn, bytes, resident_bytes() / 1e6);
    }
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double *of, int count)
{
    double sorted[MOST_NOTES];
    memcpy(sorted, of, (size_t)count * sizeof *of);
    qsort(sorted, (size_t)count, sizeof *sorted, compare);
    return sorted[count / 2];
}

/* From the second third of what was noted to the last. */
static double grown(void)
{
    int count = soak.notes, third = count / 3;
    return median(soak.bytes + count - third, third) -
           median(soak.bytes + count - 2 * third, third);
}

static enum greatest_test_res begin(void)
{
    const char *wanted = getenv("SPINSCOPE_SOAK");
    soak.wanted = wanted != NULL ? strtol(wanted, NULL, 10) : USUAL_EVENTS;
    soak.largest = soak.wanted < 1000 ? 320 : 1500;
    soak.notes = 0;
    soak.events = soak.refused = soak.drawn = 0;
    ASSERTm("SPINSCOPE_SOAK: from 90 to 1000000 is accepted",
            soak.wanted >= 90 && soak.wanted <= 1000000);
    ASSERT(chance_open(&soak.chance, SPINSCOPE_ASSETS) && tidy_folder());
    PASS();
}

TEST an_explorer_that_stays_open_does_not_grow(void)
{
    CHECK_CALL(begin());
    long every = soak.wanted / 12 > 250 ? 250 : soak.wanted / 12;
    ASSERTm(soak.s.why.text, open_explorer());
    CHECK_CALL(stretch());
    CHECK_CALL(tour());
    while (soak.events < soak.wanted) {
        CHECK_CALL(happen());
        CHECK_CALL(let_pass());
        if (soak.events % every == 0) {
            ASSERT(tidy_folder());
            CHECK_CALL(come_back());
            note_memory(true);
        }
    }
    close_explorer();
    chance_clear(&soak.chance);
    ASSERTm(support_say("%.0f bytes more", grown()),
            grown() <= allowed_open(soak.wanted) + load_slack());
    PASS();
}

/* The same in many explorers, which are closed whatever they are doing. */
TEST explorers_that_are_closed_leave_nothing_behind(void)
{
    CHECK_CALL(begin());
    while (soak.events < soak.wanted / 3) {
        ASSERTm(soak.s.why.text, open_explorer());
        for (int i = 0; i < 5; i++) {
            CHECK_CALL(happen());
            CHECK_CALL(let_pass());
        }
        ASSERT_OK(explorer_leave(soak.s.e, "last.workspace", &soak.s.why), soak.last, soak.s.why);
        close_explorer();
        note_memory(soak.notes % 20 == 0);
    }
    chance_clear(&soak.chance);
    ASSERTm(support_say("%.0f bytes more", grown()), grown() <= allowed_closed + load_slack());
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    char folder[600];
    snprintf(folder, sizeof folder, "%s.d", scratch_file("soak", "", 0));
    GREATEST_MAIN_BEGIN();
    if (freopen("/dev/null", "r", stdin) == NULL ||
        setenv("SPINSCOPE_ASSETS", SPINSCOPE_ASSETS, 1) || mkdir(folder, 0700) != 0 ||
        chdir(folder) != 0) {
        return 3;
    }
    RUN_TEST(an_explorer_that_stays_open_does_not_grow);
    RUN_TEST(explorers_that_are_closed_leave_nothing_behind);
    if (chdir("/") != 0) {
        return 3;
    }
    GREATEST_MAIN_END();
}
