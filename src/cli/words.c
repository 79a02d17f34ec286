#include "words.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "dae/problems.h"
#include "field/view.h"
#include "lab/formulation.h"
#include "lab/systems.h"
#include "method/motion.h"
#include "picture/palette.h"
#include "topics.h"
#include "validation/measurement.h"

enum { ITEM_SIZE = 80 };

void words_print_one(const wanted *w, const char *word, const char *about)
{
    if (strncmp(word, w->typed, strlen(w->typed)) == 0) {
        printf("%s%s%s%s\n", w->before, word, about != NULL && about[0] != '\0' ? "\t" : "",
               about != NULL ? about : "");
    }
}

/* Families wait for their parameter; what has a colon already gets the members. */
static void print_methods(const wanted *w)
{
    static const char spin[] = "spin:";
    catalogue *c = NULL;
    message why;
    wanted inner = *w;
    char before[ITEM_SIZE];
    if (strncmp(w->typed, spin, sizeof spin - 1) == 0) {
        snprintf(before, sizeof before, "%s%s", w->before, spin);
        inner.before = before;
        inner.typed += sizeof spin - 1;
    } else {
        words_print_one(w, spin, "the spin-stabilised variant of a method");
    }
    if (catalogue_create(assets_folder(), &c, &why) != STATUS_OK) {
        return;
    }
    bool has_colon = strchr(inner.typed, ':') != NULL;
    for (int i = 0; i < catalogue_entry_count(c) && !has_colon; i++) {
        catalogue_entry e = catalogue_entry_at(c, i);
        char word[ITEM_SIZE], about[ITEM_SIZE] = "";
        snprintf(word, sizeof word, "%s%s", e.name, e.parameter != NULL ? ":" : "");
        if (e.parameter != NULL) {
            snprintf(about, sizeof about, "%s = %s, order %s", e.parameter, e.range, e.order);
        } else if (e.order != NULL) {
            snprintf(about, sizeof about, "order %s", e.order);
        }
        words_print_one(&inner, word, about);
    }
    for (int i = 0; i < catalogue_member_count(c) && has_colon; i++) {
        words_print_one(&inner, catalogue_member(c, i), NULL);
    }
    catalogue_destroy(c);
    if (w->before[0] == '\0' && !has_colon) {
        printf(":files .method\n");
    }
}

static void print_problems(const wanted *w)
{
    for (int i = 0; i < problems_count(); i++) {
        words_print_one(w, problems_at(i)->name, problems_at(i)->title);
    }
}

static void print_systems(const wanted *w)
{
    for (int i = 0; i < systems_count(); i++) {
        words_print_one(w, systems_at(i)->name, systems_at(i)->title);
    }
}

static void print_formulations(const wanted *w)
{
    for (int i = 0; i < formulations_count(); i++) {
        words_print_one(w, formulations_at(i)->name, formulations_at(i)->title);
    }
}

/* NAME= for every parameter of the problem or system. */
static void print_parameters(const wanted *w)
{
    const problem_entry *p = w->owner != NULL ? problems_find(w->owner) : NULL;
    const system_entry *s = w->owner != NULL ? systems_find(w->owner) : NULL;
    const problem_parameter *list = p != NULL ? p->parameters : s != NULL ? s->parameters : NULL;
    int count = p != NULL ? p->parameter_count : s != NULL ? s->parameter_count : 0;
    for (int i = 0; i < count; i++) {
        char word[ITEM_SIZE];
        snprintf(word, sizeof word, "%s=", list[i].name);
        words_print_one(w, word, list[i].help);
    }
}

static void print_palettes(const wanted *w)
{
    palette_names names;
    palette_list(assets_folder(), &names);
    for (int i = 0; i < names.count; i++) {
        words_print_one(w, names.names[i], NULL);
    }
    printf(":files .palette\n");
}

/* The lessons are the files of their folder. */
static void print_lessons(const wanted *w)
{
    static const char ending[] = ".lesson";
    char path[1100];
    snprintf(path, sizeof path, "%s/lessons", assets_folder());
    DIR *folder = opendir(path);
    for (struct dirent *item; folder != NULL && (item = readdir(folder)) != NULL;) {
        char *dot = strrchr(item->d_name, '.');
        if (dot != NULL && strcmp(dot, ending) == 0) {
            *dot = '\0';
            words_print_one(w, item->d_name, NULL);
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
}

static void print_motions(const wanted *w)
{
    for (int i = 0; i < MOTION_COUNT; i++) {
        words_print_one(w, motion_name((motion)i), NULL);
    }
}

/* The planes of two coordinates of a problem. */
static void print_problem_planes(const wanted *w, const problem_entry *e)
{
    for (int i = 0; i <= MEASUREMENT_STEP; i++) {
        for (int k = 0; k <= MEASUREMENT_STEP; k++) {
            const char *x = measurement_coordinate_name(e, i);
            const char *y = measurement_coordinate_name(e, k);
            if (x != NULL && y != NULL && i != k) {
                char word[ITEM_SIZE];
                snprintf(word, sizeof word, "%s,%s", x, y);
                words_print_one(w, word, NULL);
            }
        }
    }
}

static void print_planes(const wanted *w)
{
    const problem_entry *e = w->owner != NULL ? problems_find(w->owner) : NULL;
    if (e != NULL) {
        print_problem_planes(w, e);
        return;
    }
    for (int i = 0; i < PLANE_COUNT; i++) {
        words_print_one(w, plane_name((plane)i), NULL);
    }
}

static void print_topics(const wanted *w)
{
    for (int i = 0; i < topics_count(); i++) {
        words_print_one(w, topics_at(i)->name, topics_at(i)->title);
    }
    for (int i = 0; i < commands_count(); i++) {
        words_print_one(w, commands_at(i)->name, commands_at(i)->summary);
    }
}

static void print_folders(const wanted *w)
{
    (void)w;
    printf(":folders\n");
}

static const struct {
    const char *hint;
    void (*print)(const wanted *w);
} kinds[] = {{"METHOD", print_methods},        {"PROBLEM", print_problems},
             {"SYSTEM", print_systems},        {"FORMULATION", print_formulations},
             {"NAME=VALUE", print_parameters}, {"PALETTE", print_palettes},
             {"LESSON", print_lessons},        {"MOTION", print_motions},
             {"PLANE", print_planes},          {"TOPIC", print_topics},
             {"FOLDER", print_folders}};

/* The endings that a text names: a dot and letters, at the start of a word unless `anywhere`. */
static void print_endings(const char *words, bool anywhere)
{
    for (const char *at = words; (at = strchr(at, '.')) != NULL;) {
        size_t length = 1;
        while (isalnum((unsigned char)at[length])) {
            length++;
        }
        bool is_start = anywhere || at == words || !isalnum((unsigned char)at[-1]);
        if (is_start && islower((unsigned char)at[1])) {
            printf(" %.*s", (int)length, at);
        }
        at += length;
    }
}

static void print_files(const wanted *w, const char *hint)
{
    printf(":files");
    print_endings(hint, true);
    print_endings(w->help != NULL ? w->help : "", false);
    printf("\n");
}

static void print_kind(const wanted *w, const char *hint)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].hint, hint) == 0) {
            kinds[i].print(w);
            return;
        }
    }
    if (strcmp(hint, "FILE") == 0 || strchr(hint, '.') != NULL) {
        print_files(w, hint);
    }
}

/* Of several of a kind the last one is being typed. */
static void print_list(const wanted *w, const char *hint, size_t length)
{
    char one[ITEM_SIZE], before[1024];
    const char *last = w->typed;
    for (const char *c = w->typed; *c != '\0'; c++) {
        last = *c == ',' || *c == ';' ? c + 1 : last;
    }
    snprintf(one, sizeof one, "%.*s", (int)length, hint);
    snprintf(before, sizeof before, "%s%.*s", w->before, (int)(last - w->typed), w->typed);
    wanted inner = *w;
    inner.before = before;
    inner.typed = last;
    print_kind(&inner, one);
}

void words_print(const wanted *w)
{
    const char *hint = w->hint != NULL ? w->hint : "";
    size_t length = strcspn(hint, ",;");
    for (int i = 0; w->words != NULL && w->words[i] != NULL; i++) {
        words_print_one(w, w->words[i], NULL);
    }
    for (int i = 0; w->choice != NULL && w->choice(i) != NULL; i++) {
        words_print_one(w, w->choice(i), NULL);
    }
    if (w->words != NULL || w->choice != NULL) {
        return;
    }
    if (hint[length] != '\0' && strcmp(hint + length + 1, "...") == 0) {
        print_list(w, hint, length);
    } else {
        print_kind(w, hint);
    }
}
