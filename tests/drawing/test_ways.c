/* A drawing gives the same pixels whichever way it takes: from the command line, as the window
 * saves it, as the first frame of a film, and by the command that the window copies. A property
 * that one of the ways forgets makes this test fail, because every property is drawn at random.
 *
 * The window is the origin: its settings are what is chosen at random, explorer_drawing makes a
 * drawing of them, and what only figures have is put on top. SPINSCOPE_WAYS says how many. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "drawing/film.h"
#include "drawing/random_property.h"
#include "explorer/stage.h"
#include "picture/png.h"

static const char *const few_methods[] = {
    "radau-iia:2", "implicit-euler",   "gauss-lobatto:1", "bdf:2",
    "rk4",         "spin:radau-iia:2", "gauss:2,keep=u"};
static const char *const few_with[] = {"bdf:3", "rk4", "trapezoidal"};

/* How often each property was something else than at first. */
static long used[64];

static char folder[400]; /* of the test, with a slash */

static const char *path_of(const char *name)
{
    static char paths[8][600];
    static int next;
    char *out = paths[next = (next + 1) % 8];
    snprintf(out, sizeof paths[0], "%s%s", folder, name);
    return out;
}

/* The values that need files or names which are there. */
static bool special_value(const property *p, char *out, size_t size)
{
    static const char *const palettes[] = {"paper", "grey", "diverging", "safe"};
    if (strcmp(p->key, "palette") == 0) {
        snprintf(out, size, "%s", palettes[random_integer(0, 3)]);
    } else if (strcmp(p->key, "spectrum") == 0) {
        bool none = random_integer(0, 2) > 0;
        snprintf(out, size, "%s", none ? "" : path_of("spectrum.csv"));
    } else if (strcmp(p->key, "stencil") == 0) {
        snprintf(out, size, "%s", random_integer(0, 5) == 0 ? "1,-2,1" : "");
    } else if (strcmp(p->key, "title") == 0) {
        snprintf(out, size, "%s", random_integer(0, 1) ? "A title, with words" : "");
    } else if (strcmp(p->key, "engine") == 0) {
        snprintf(out, size, "%s", "auto");
    } else if (strcmp(p->key, "h") == 0 || strcmp(p->key, "dx") == 0) {
        snprintf(out, size, "%.17g", random_between(0.1, 2));
    } else if (strcmp(p->key, "points") == 0) {
        snprintf(out, size, "%d", random_integer(1, 50));
    } else {
        return false;
    }
    return true;
}

static void random_value_of(const property *p, char *out, size_t size)
{
    if (!special_value(p, out, size) && !random_property(p, out, size)) {
        out[0] = '\0';
    }
}

/* Half of what a window can be told, at random; what does not fit together is refused and stays. */
static bool shake_window(stage *s)
{
    char line[900], value[600];
    snprintf(line, sizeof line, "method %s", few_methods[random_integer(0, 6)]);
    bool fine = stage_do(s, line);
    snprintf(line, sizeof line, "other %s",
             random_integer(0, 3) == 0 ? few_methods[random_integer(0, 6)] : "");
    fine = fine && stage_do(s, line);
    snprintf(line, sizeof line, "overlays %s",
             random_integer(0, 2) == 0 ? few_with[random_integer(0, 2)] : "");
    fine = fine && stage_do(s, line);
    for (int i = 0; i < drawing_property_count && fine; i++) {
        const property *p = &drawing_properties[i];
        if ((p->users & USES_WINDOW) == 0) {
            continue;
        }
        snprintf(value, sizeof value, "%s", p->initial);
        if (random_integer(0, 2) == 0) {
            random_value_of(p, value, sizeof value);
        }
        snprintf(line, sizeof line, "%s %s", p->key, value);
        (void)stage_do(s, line);
    }
    snprintf(line, sizeof line, "w %.17g", random_between(-3, 3));
    fine = fine && stage_do(s, line);
    snprintf(line, sizeof line, "look %.17g %.17g %.17g", random_between(-2, 2),
             random_between(-2, 2), random_between(1, 20));
    return fine && stage_do(s, line);
}

/* What a window does not have: the drawing is the same for the three other ways. */
static void shake_drawing(drawing *d)
{
    message why;
    char value[600];
    for (int i = 0; i < drawing_property_count; i++) {
        const property *p = &drawing_properties[i];
        drawing held = *d;
        bool is_place = strcmp(p->key, "methods") == 0 || strcmp(p->key, "with") == 0 ||
                        strcmp(p->key, "size") == 0 || strcmp(p->key, "plain") == 0 ||
                        strcmp(p->key, "plane") == 0;
        if ((p->users & USES_WINDOW) != 0 || is_place || random_integer(0, 3) > 0) {
            continue;
        }
        random_value_of(p, value, sizeof value);
        if (property_set(p, d, p->key, value, &why) != STATUS_OK ||
            drawing_check(d, FORMAT_PNG, &why) != STATUS_OK) {
            *d = held;
        }
    }
    d->w.count = 1; /* a film shows one w at a time */
    d->steps = d->steps > 0 ? 1 + d->steps % 20 : 0;
}

static uint32_t *pixels_of(const char *path, int *width, int *height)
{
    uint32_t *pixels = NULL;
    message why;
    return png_read(path, &pixels, width, height, &why) == STATUS_OK ? pixels : NULL;
}

static bool same_picture(const char *one, const char *other)
{
    int w[2] = {0}, h[2] = {0};
    uint32_t *a = pixels_of(one, &w[0], &h[0]), *b = pixels_of(other, &w[1], &h[1]);
    bool same = a != NULL && b != NULL && w[0] == w[1] && h[0] == h[1] &&
                memcmp(a, b, (size_t)w[0] * (size_t)h[0] * 4) == 0;
    free(a);
    free(b);
    return same;
}

/* As one frame of a film, among numbered pictures. */
static status film_first_frame(const drawing *d, const drawing_means *means, const char *path,
                               message *why)
{
    film f = film_initial();
    f.frames = 1;
    f.w[0] = f.w[1] = d->w.at[0];
    const movie_request how = {
        .path = path, .format = MOVIE_PICTURES, .quality = MOVIE_GOOD, .force = true};
    return film_make(d, &f, &how, means, why);
}

/* In a shell, as somebody would paste it. */
static bool paste(const char *typed, message *why)
{
    const char *words = strncmp(typed, "spinscope ", 10) == 0 ? typed + 10 : typed;
    result r = run_spinscope(words);
    bool fine = r.code == 0;
    snprintf(why->text, sizeof why->text, "%.500s", r.err);
    result_clear(&r);
    return fine;
}

static void count_used(const drawing *d)
{
    for (int i = 0; i < drawing_property_count; i++) {
        used[i] += !property_is_initial(&drawing_properties[i], d);
    }
}

static enum greatest_test_res compare_ways(const drawing *d, const drawing_means *means)
{
    message why = {{0}};
    text typed = {0};
    const drawing_target to = {.path = path_of("library.png"), .format = FORMAT_PNG, .force = true};
    drawing_command(d, path_of("typed.png"), &typed);
    unlink(path_of("typed.png"));
    status s = drawing_write(d, &to, means, &why);
    message told;
    bool pasted = paste(typed.data, &told);
    ASSERTm(support_say("%.400s: %.100s", typed.data, s == STATUS_OK ? told.text : why.text),
            (s == STATUS_OK) == pasted);
    if (s == STATUS_OK) {
        ASSERTm(support_say("typed: %.480s", typed.data),
                same_picture(path_of("library.png"), path_of("typed.png")));
        if (!drawing_has_all_w(d) && !d->plain) { /* films have no worst case */
            ASSERT_OK(film_first_frame(d, means, path_of("film/"), &why), typed.data, why);
            ASSERTm(support_say("film: %.480s", typed.data),
                    same_picture(path_of("library.png"), path_of("film/frame-00001.png")));
        }
        count_used(d);
    }
    text_clear(&typed);
    PASS();
}

/* Is what the window was told in the drawing that it makes? Eigenvalues are in the plain chart of
 * the plane z alone, the star and the phase are of methods that have them. */
static const char *forgotten(const stage *s, const drawing *d)
{
    const drawing *look = &explorer_settings(s->e)->look;
    bool has_points =
        look->plane == PLANE_Z && look->chart == CHART_PLAIN && !drawing_has_all_w(look);
    for (int i = 0; i < drawing_property_count; i++) {
        const property *p = &drawing_properties[i];
        bool differs_rightly = strcmp(p->key, "engine") == 0 ||
                               (strcmp(p->key, "shade") == 0 && d->shade == SHADE_GROWTH) ||
                               (strcmp(p->key, "spectrum") == 0 && !has_points) ||
                               (strcmp(p->key, "stencil") == 0 && !has_points);
        text told = {0}, made = {0};
        property_write(p, look, &told);
        property_write(p, d, &made);
        bool same =
            strcmp(told.data != NULL ? told.data : "", made.data != NULL ? made.data : "") == 0;
        text_clear(&told);
        text_clear(&made);
        if ((p->users & USES_WINDOW) != 0 && !same && !differs_rightly) {
            return p->key;
        }
    }
    return NULL;
}

static long wanted_rounds(void)
{
    const char *wanted = getenv("SPINSCOPE_WAYS");
    return wanted != NULL ? atol(wanted) : 40;
}

TEST random_drawings_look_the_same_whichever_way_they_take(void)
{
    const drawing_means means = {.assets = SPINSCOPE_ASSETS};
    static drawing d;
    stage s;
    long drawn = 0, saved = 0;
    static const char eigenvalues[] = "-1,0.5\n-0.3,-1\n";
    snprintf(folder, sizeof folder, "%s",
             scratch_file("spectrum.csv", eigenvalues, sizeof eigenvalues - 1));
    strrchr(folder, '/')[1] = '\0';
    for (long round = 0; round < wanted_rounds(); round++) {
        ASSERT(stage_open(&s, random_integer(260, 420), random_integer(240, 360)));
        (void)stage_do(&s, "panel off");
        (void)stage_do(&s, "inspector off");
        ASSERT(shake_window(&s));
        explorer_drawing(s.e, &d);
        const char *lost = forgotten(&s, &d);
        ASSERTm(lost, lost == NULL);
        message why;
        char line[700];
        unlink(path_of("window.png"));
        snprintf(line, sizeof line, "save png %s", path_of("window.png"));
        bool is_saved = drawing_check(&d, FORMAT_PNG, &why) == STATUS_OK && stage_do(&s, line);
        CHECK_CALL(compare_ways(&d, &means));
        if (is_saved) {
            saved++;
            ASSERTm("as the window saves it",
                    same_picture(path_of("library.png"), path_of("window.png")));
            ASSERT(stage_do(&s, "copy")); /* the command that is copied draws it, too */
            char *at = strstr(s.copied, " -o ");
            ASSERT(at != NULL);
            snprintf(at, sizeof s.copied - (size_t)(at - s.copied), " -o %s",
                     path_of("copied.png"));
            unlink(path_of("copied.png"));
            ASSERTm(s.copied, paste(s.copied, &why));
            ASSERTm(s.copied, same_picture(path_of("library.png"), path_of("copied.png")));
        }
        stage_close(&s);
        shake_drawing(&d);
        CHECK_CALL(compare_ways(&d, &means));
        drawn++;
    }
    printf("%ld drawings, %ld of them saved by the window\n", drawn, saved);
    ASSERTm("the window saves most of them", saved > drawn / 2);
    for (int i = 0; i < drawing_property_count && wanted_rounds() >= 500; i++) {
        bool never = strcmp(drawing_properties[i].key, "engine") == 0 ||
                     strcmp(drawing_properties[i].key, "plain") == 0;
        ASSERTm(drawing_properties[i].key, used[i] > 0 || never);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    support_seed();
    RUN_TEST(random_drawings_look_the_same_whichever_way_they_take);
    GREATEST_MAIN_END();
}
