#include "soak/chance.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dae/problems.h"
#include "drawing/random_property.h"
#include "lab/systems.h"
#include "support/support.h"

#define PICK(LIST) (LIST)[random_integer(0, (int)(sizeof(LIST) / sizeof(LIST)[0]) - 1)]

/* Files as the explorer may open them: a name, and what is in it; NULL: it is not there. */
static const struct {
    const char *name, *data;
} files[] = {
    {"start.workspace", ""},
    {"good.workspace", "method = bdf:4\nother = spin:rk4\nw = 0.5\nx = -2\nspan = 9\ngrid = on\n"},
    {"stage.workspace", "stage = roots\nstage_place = half\npalette = grey\npinned = on\n"},
    {"broken.workspace", "method = bdf:2\nw = much\n"},
    {"outside.workspace", "method = ../elsewhere.method\n"},
    {"saved.workspace", NULL},
    {"good.csv", "-1,2\n-1,-2\n-30,0\n0.5,0.5\n"},
    {"broken.csv", "-1,2\nminus one\n"},
    {"good.method",
     "name = Heun\nkind = runge-kutta\norder = 2\nc = 0 1\nA = 0 0\n    1 0\nb = 1/2 1/2\n"},
    {"broken.method", "name = nothing\nstages = 2\nA = 0 0 ; \n"},
    {"good.lesson", "title = One\nnumber = 1\nsummary = short\nstep = First\ncaption = See.\n"
                    "do = method bdf:3\ndo = glide w 1 2\nwait = 1\nquestion = Why?\nanswer = So.\n"
                    "step = Second\ncaption = Look.\ndo = fly -1 0 4 1\n"},
    {"broken.lesson", "title = Two\nstep = First\ndo = save png a.png\n"},
    {"missing.method", NULL},
    {"no/such/folder.workspace", NULL},
};

bool chance_write_files(void)
{
    bool ok = true;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        FILE *to = files[i].data != NULL ? fopen(files[i].name, "w") : NULL;
        if (to != NULL) {
            ok = fputs(files[i].data, to) >= 0 && ok;
            ok = fclose(to) == 0 && ok;
        }
        ok = ok && (to != NULL || files[i].data == NULL);
    }
    return ok;
}

bool chance_open(chance *c, const char *assets)
{
    message why;
    *c = (chance){0};
    palette_list(assets, &c->palettes);
    return catalogue_create(assets, &c->methods, &why) == STATUS_OK &&
           lesson_list(assets, &c->lessons, &why) == STATUS_OK;
}

void chance_clear(chance *c)
{
    catalogue_destroy(c->methods);
    lesson_names_clear(&c->lessons);
}

bool chance_happens(double probability)
{
    return random_unit() < probability;
}

const char *chance_key(void)
{
    static const char *const others[] = {"F12", "Delete", "space", "q", "", "Ctrl-Alt-x", "\t"};
    for (int i = 0; i < 20; i++) {
        const char *key = actions_at(random_integer(0, actions_count() - 1))->key;
        if (key != NULL && chance_happens(0.9)) {
            return key;
        }
    }
    return PICK(others);
}

const char *chance_file(void)
{
    return files[random_integer(0, (int)(sizeof files / sizeof files[0]) - 1)].name;
}

/* A line that is being written. */
typedef struct line {
    chance *c;
    const char *of; /* the command or setting */
    char *data;
    size_t length;
} line;

static void add(line *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(line *l, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int n = vsnprintf(l->data + l->length, CHANCE_SIZE - l->length, format, values);
    va_end(values);
    l->length += n > 0 ? (size_t)n : 0;
    l->length = l->length < CHANCE_SIZE ? l->length : CHANCE_SIZE - 1;
}

static void add_odd(line *l)
{
    static const char *const odd[] = {
        "nan",     "inf", "-inf", "1e308", "-1e308", "1e-320", "1e999", "x",  "--",
        "0x1p4",   "1/3", "pi",   "1,5",   "%n%s",   "-0",     "",      "=",  "sqrt(2)",
        "1e6 2 3", "\t",  "#",    "\xff",  "'",      "|",      "z z z", "on", "e\xcc\x81"};
    if (chance_happens(0.02)) { /* longer than whatever it is for */
        for (int i = random_integer(0, 290); i > 0; i--) {
            add(l, "longer,,%d:", i);
        }
        return;
    }
    add(l, "%s", PICK(odd));
}

static void add_number(line *l)
{
    double pick = random_unit();
    if (pick < 0.04) {
        add_odd(l);
    } else if (pick < 0.12) {
        add(l, "%.17g", random_edgy(1e6));
    } else if (pick < 0.2) {
        add(l, "%g", (chance_happens(0.5) ? 1 : -1) * pow(10, random_between(-16, 16)));
    } else {
        add(l, "%.4g", random_between(-6, 6));
    }
}

static void add_size(line *l) /* of a view, or how much closer */
{
    if (chance_happens(0.1)) {
        add_number(l);
    } else {
        add(l, "%.5g", pow(10, random_between(-1.5, 1.5)));
    }
}

static void add_seconds(line *l)
{
    if (chance_happens(0.1)) {
        add_number(l);
    } else {
        add(l, "%.3g", random_between(0, 4));
    }
}

static void add_count(line *l)
{
    if (chance_happens(0.1)) {
        add_number(l);
    } else {
        add(l, "%d", random_integer(-3, 9));
    }
}

static void add_method(line *l)
{
    static const char *const odd[] = {"good.method",
                                      "./good.method",
                                      "./broken.method",
                                      "nope",
                                      "spin:spin:rk4",
                                      "bdf:99",
                                      "radau-iia:0",
                                      "-",
                                      "spin:good.method,keep=u",
                                      "theta:1/3",
                                      ""};
    const catalogue *all = l->c->methods;
    if (chance_happens(0.12)) {
        add(l, "%s", PICK(odd));
        return;
    }
    add(l, "%s%s", chance_happens(0.2) ? "spin:" : "",
        catalogue_member(all, random_integer(0, catalogue_member_count(all) - 1)));
}

static void add_setting_key(line *l)
{
    const property *s = settings_at(random_integer(0, settings_count() - 1));
    for (int i = 0; i < 8 && s->kind != &property_number && s->kind != &property_integer; i++) {
        s = settings_at(random_integer(0, settings_count() - 1));
    }
    add(l, "%s", s->key);
}

static void add_key(line *l)
{
    add(l, "%s", chance_key());
}

static void add_words(line *l)
{
    static const char *const words[] = {"bdf", "gauss",    "off",   "rk",
                                        "zzz", "\xc3\xa9", "spin:", "a"};
    add(l, "%s", PICK(words));
}

static void add_mark(line *l)
{
    add(l, "%s", numbers_at(random_integer(0, numbers_count() - 1))->name);
}

static void add_lesson(line *l)
{
    const lesson_names *all = &l->c->lessons;
    if (chance_happens(0.2) || all->count == 0) {
        add(l, "%s", chance_file());
    } else {
        add(l, "%s", all->entries[random_integer(0, all->count - 1)].name);
    }
}

static void add_file_to_save(line *l)
{
    static const char *const names[] = {
        "a.png", "b.svg", "c.pdf", "no/such/folder/a.png", "d e.png",
        "a",     "/",     ".",     "good.method/a.png"};
    add(l, "%s", PICK(names));
}

static void add_movie(line *l)
{
    static const char *const names[] = {"a.mp4", "a.gif", "a.webm", "no/such/folder/a.mp4", "a"};
    add(l, "%s", PICK(names));
}

static void add_workspace(line *l)
{
    static const char *const names[] = {"saved.workspace", "no/such/folder/a.workspace", "a", "/"};
    add(l, "%s", PICK(names));
}

static void add_file(line *l)
{
    add(l, "%s", chance_file());
}

/* Words of hints; `of` is the command that they are for, NULL for any. */
static const struct {
    const char *word, *of;
    void (*add)(line *l);
} kinds[] = {
    {"KEY", "key", add_key},
    {"KEY", "glide", add_setting_key},
    {"NAME", "mark", add_mark},
    {"NAME", "lesson", add_lesson},
    {"FILE", "save", add_file_to_save},
    {"FILE", "record", add_movie},
    {"FILE", "workspace", add_workspace},
    {"FILE", "open", add_file},
    {"VALUE", NULL, add_number},
    {"SECONDS", NULL, add_seconds},
    {"TIME", NULL, add_seconds},
    {"FACTOR", NULL, add_size},
    {"HEIGHT", NULL, add_size},
    {"X", NULL, add_number},
    {"Y", NULL, add_number},
    {"DX", NULL, add_number},
    {"DY", NULL, add_number},
    {"N", NULL, add_count},
    {"STEP", NULL, add_count},
    {"METHOD", NULL, add_method},
    {"WORDS", NULL, add_words},
    {"TEXT", NULL, add_words},
};

static void unknown(line *l, const char *what, int length)
{
    if (l->c->unknown[0] == '\0') {
        snprintf(l->c->unknown, sizeof l->c->unknown, "%s: nothing is known of '%.*s'", l->of,
                 length, what);
    }
}

static void add_word(line *l, const char *word, int length)
{
    add(l, " ");
    if (islower((unsigned char)word[0])) {
        add(l, "%.*s", length, word);
        return;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strncmp(kinds[i].word, word, (size_t)length) == 0 && kinds[i].word[length] == '\0' &&
            (kinds[i].of == NULL || strcmp(kinds[i].of, l->of) == 0)) {
            kinds[i].add(l);
            return;
        }
    }
    unknown(l, word, length);
}

/* How many alternatives there are up to the end of this bracket. */
static int alternatives(const char *at)
{
    int count = 1;
    for (int depth = 0; *at != '\0' && depth >= 0; at++) {
        depth += (*at == '[') - (*at == ']');
        count += *at == '|' && depth == 0;
    }
    return count;
}

/* One of A|B|C, up to the end of the bracket, which is returned; [A] may be left out. */
static const char *add_hint(line *l, const char *at, bool is_wanted)
{
    int wanted = random_integer(0, alternatives(at) - 1);
    for (int now = 0; *at != '\0' && *at != ']';) {
        bool adds = is_wanted && now == wanted;
        if (*at == '[') {
            at = add_hint(l, at + 1, adds && chance_happens(0.7));
            at += *at == ']';
        } else if (*at == '|' || *at == ' ') {
            now += *at == '|';
            at++;
        } else {
            int length = (int)strcspn(at, " []|");
            if (adds) {
                add_word(l, at, length);
            }
            at += length;
        }
    }
    return at;
}

/* A line that somebody mistyped. */
static void spoil(line *l)
{
    if (chance_happens(0.3)) {
        l->data[strcspn(l->data, " ")] = '\0';
    } else if (chance_happens(0.1)) {
        l->data[0] ^= 0x15;
        l->data[0] = l->data[0] == '\0' || l->data[0] == '\n' ? 'x' : l->data[0];
    } else {
        add(l, " ");
        add_odd(l);
    }
}

void chance_command(chance *c, const explorer_action *a, char out[CHANCE_SIZE])
{
    line l = {.c = c, .of = a->name, .data = out};
    out[0] = '\0';
    add(&l, "%s", a->name);
    if (a->argument != NULL) {
        add_hint(&l, a->argument, true);
    }
    if (chance_happens(0.05)) {
        spoil(&l);
    }
}

static void add_overlays(line *l)
{
    for (int i = random_integer(0, 4); i > 0; i--) {
        add_method(l);
        add(l, " ");
    }
}

static void add_palette(line *l)
{
    const palette_names *all = &l->c->palettes;
    if (chance_happens(0.1) || all->count == 0) {
        add(l, "%s", chance_file());
    } else {
        add(l, "%s", all->names[random_integer(0, all->count - 1)]);
    }
}

static void add_spectrum(line *l)
{
    static const char *const names[] = {"good.csv", "", "broken.csv", "missing.csv", "good.method"};
    add(l, "%s", PICK(names));
}

static void add_exhibit(line *l)
{
    static const char *const formulations[] = {"",
                                               " formulation=index-1",
                                               " formulation=index-2",
                                               " formulation=baumgarte:gamma=5",
                                               " formulation=coordinate-projection",
                                               " formulation=nothing"};
    double pick = random_unit();
    if (pick < 0.2) {
        add(l, "roots");
        return;
    }
    if (pick < 0.6) {
        add(l, "%s", problems_at(random_integer(0, problems_count() - 1))->name);
    } else {
        add(l, "%s%s", systems_at(random_integer(0, systems_count() - 1))->name,
            PICK(formulations));
    }
    add(l, " method=");
    add_method(l);
    add(l, " h=%.3g t1=%.3g", random_between(0.04, 0.5), random_between(0.5, 3));
    if (chance_happens(0.1)) {
        add(l, " log=");
        add_odd(l);
    }
}

static void add_stage(line *l)
{
    if (chance_happens(0.2)) {
        add(l, "off");
        return;
    }
    add_exhibit(l);
    if (chance_happens(0.3)) {
        add(l, " | ");
        add_exhibit(l);
    }
}

/* Settings that are texts. */
static const struct {
    const char *key;
    void (*add)(line *l);
} texts[] = {{"method", add_method},   {"other", add_method},      {"overlays", add_overlays},
             {"palette", add_palette}, {"spectrum", add_spectrum}, {"marked", add_mark},
             {"stage", add_stage}};

static void add_text(line *l)
{
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (strcmp(texts[i].key, l->of) == 0) {
            texts[i].add(l);
            return;
        }
    }
    unknown(l, "the text", 8);
}

void chance_setting(chance *c, const property *s, char out[CHANCE_SIZE])
{
    line l = {.c = c, .of = s->key, .data = out};
    char value[400];
    out[0] = '\0';
    add(&l, "%s ", s->key);
    if (s->kind == &property_text) {
        add_text(&l);
    } else if (s->kind == &property_number && chance_happens(0.3)) {
        add_number(&l);
    } else if (s->kind == &property_number && s->most < DBL_MAX) {
        double low = fmax(s->least, -20), high = fmin(s->most, 200);
        add(&l, "%.17g",
            low > 0 ? low * pow(high / low, random_unit()) : random_between(low, fmin(high, 20)));
    } else if (random_property(s, value, sizeof value)) {
        add(&l, "%s", value);
    }
    if (chance_happens(0.03)) {
        spoil(&l);
    }
}
