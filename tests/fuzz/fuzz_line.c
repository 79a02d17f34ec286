/* Whole command lines, put together from the program's own tables: the input chooses a command,
 * options of its table, and values, which are those of tests/hostile/vocabulary, or bytes of the
 * input itself. main() runs in process, in a folder of its own.
 *
 * What it leaves out: the window, ffmpeg (films are folders of pictures), reproduce, and what the
 * vocabulary leaves out. Sizes are small: the vocabulary tells which options to add for that. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli.h"
#include "fuzz.h"
#include "home.h"

enum { MOST_WORDS = 40, MOST_CHOSEN = 7, WORD_SIZE = 160, MOST_LINES = 120 };

typedef struct line {
    fuzz_bytes *from;
    int count;
    char words[MOST_WORDS][WORD_SIZE];
    bool is_left_out;
} line;

/* ---- the vocabulary ---- */

static char *vocabulary[MOST_LINES]; /* each has its words separated by single blanks */
static int vocabulary_count;

static void read_vocabulary(void)
{
    char *data = NULL;
    size_t length = 0;
    message why;
    HOLDS(file_read(SPINSCOPE_TESTS "/hostile/vocabulary", 1 << 20, &data, &length, &why) ==
          STATUS_OK);
    for (char *at = strtok(data, "\n"); at != NULL; at = strtok(NULL, "\n")) {
        HOLDS(vocabulary_count < MOST_LINES);
        char *to = at;
        for (char *from = at; *from != '\0'; from++) {
            if (*from != ' ' || to[-1] != ' ') {
                *to++ = *from;
            }
        }
        *to = '\0';
        if (at[0] != '#') {
            vocabulary[vocabulary_count++] = at;
        }
    }
}

/* The word of this number, from 0 on, into `out`; false when there are not as many. */
static bool word_at(const char *words, int number, char *out)
{
    for (; number > 0 && words != NULL; number--) {
        words = strchr(words, ' ');
        words = words != NULL ? words + 1 : NULL;
    }
    if (words == NULL) {
        return false;
    }
    snprintf(out, WORD_SIZE, "%.*s", (int)strcspn(words, " "), words);
    if (strcmp(out, "\"\"") == 0) {
        out[0] = '\0';
    }
    return true;
}

static const char *find_key(const char *key)
{
    size_t length = strlen(key);
    for (int i = 0; i < vocabulary_count; i++) {
        if (strncmp(vocabulary[i], key, length) == 0 && vocabulary[i][length] == ' ') {
            return vocabulary[i];
        }
    }
    return NULL;
}

static bool is_left_out(const char *word)
{
    char entry[WORD_SIZE + 2];
    snprintf(entry, sizeof entry, "- %s", word);
    for (int i = 0; i < vocabulary_count; i++) {
        if (strcmp(vocabulary[i], entry) == 0) {
            return true;
        }
    }
    const char *ending = strrchr(word, '.');
    return ending != NULL && (strcmp(ending, ".mp4") == 0 || strcmp(ending, ".webm") == 0 ||
                              strcmp(ending, ".gif") == 0);
}

/* ---- a line ---- */

static void add(line *l, const char *word)
{
    if (l->count == MOST_WORDS) {
        l->is_left_out = true;
        return;
    }
    l->is_left_out = l->is_left_out || is_left_out(word);
    snprintf(l->words[l->count++], WORD_SIZE, "%.*s", WORD_SIZE - 1, word);
}

/* Up to 15 bytes of the input, which name nothing outside and count nothing large. */
static void raw_value(line *l, char *out)
{
    int length = (int)(fuzz_byte(l->from) % 16), digits = 0;
    for (int i = 0; i < length; i++) {
        out[i] = (char)fuzz_byte(l->from);
        digits += out[i] >= '0' && out[i] <= '9';
    }
    out[length] = '\0';
    l->is_left_out = l->is_left_out || home_may_be_left(out) || digits > 2;
}

static void choose_value(line *l, const char *first, const char *second, char *out)
{
    unsigned kind = fuzz_byte(l->from), number = fuzz_byte(l->from);
    const char *of = first != NULL ? find_key(first) : NULL;
    of = of == NULL && second != NULL ? find_key(second) : of;
    if (kind < 32) {
        raw_value(l, out);
        return;
    }
    of = of == NULL || kind < 64 ? find_key("any") : of;
    int count = 0;
    while (word_at(of, count + 1, out)) {
        count++;
    }
    HOLDS(count > 0 && word_at(of, 1 + (int)number % count, out));
    l->is_left_out = l->is_left_out || out[0] == '/';
}

static void add_option(line *l, const option *o)
{
    char value[WORD_SIZE], both[2 * WORD_SIZE];
    if (o->flag != NULL) {
        add(l, o->name);
        return;
    }
    choose_value(l, o->name, o->hint, value);
    if (fuzz_byte(l->from) % 4 == 0) {
        snprintf(both, sizeof both, "%s=%s", o->name, value);
        l->is_left_out = l->is_left_out || is_left_out(value);
        add(l, both);
    } else {
        add(l, o->name);
        add(l, value);
    }
    if (o->pair) {
        choose_value(l, o->name, o->hint, value);
        add(l, value);
    }
}

/* Options that keep the command small, where they were not chosen. */
static void keep_small(line *l, const options *o, const char *of_command, const bool *is_chosen)
{
    for (int i = 0; i < vocabulary_count; i++) {
        char of[WORD_SIZE], name[WORD_SIZE], value[WORD_SIZE];
        if (vocabulary[i][0] != '!' || !word_at(vocabulary[i], 1, of) ||
            !word_at(vocabulary[i], 2, name) || !word_at(vocabulary[i], 3, value) ||
            (strcmp(of, "*") != 0 && strcmp(of, of_command) != 0)) {
            continue;
        }
        for (int n = 0; n < o->count; n++) {
            if (strcmp(o->table[n].name, name) == 0 && !is_chosen[n]) {
                add(l, name);
                add(l, value);
            }
        }
    }
}

static void fill(void *context, const options *o, const command *self)
{
    line *l = context;
    bool is_chosen[MOST_LINES] = {false};
    char name[WORD_SIZE], key[WORD_SIZE + 10], value[WORD_SIZE];
    snprintf(name, sizeof name, "%s", self->name);
    char *blank = strchr(name, ' ');
    if (blank != NULL) {
        *blank = '\0';
        add(l, name);
        add(l, blank + 1);
        *blank = '.';
    } else {
        add(l, name);
    }
    snprintf(key, sizeof key, "%s.operand", name);
    for (unsigned n = fuzz_byte(l->from) % 4; n > 0; n--) {
        choose_value(l, key, "METHOD", value);
        add(l, value);
    }
    for (unsigned n = fuzz_byte(l->from) % MOST_CHOSEN; n > 0 && o->count > 0; n--) {
        int which = (int)fuzz_byte(l->from) % o->count;
        HOLDS(o->count <= MOST_LINES);
        is_chosen[which] = true;
        add_option(l, &o->table[which]);
    }
    keep_small(l, o, name, is_chosen);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static line l;
    fuzz_bytes b = {data, size};
    if (vocabulary_count == 0) {
        read_vocabulary();
    }
    l = (line){.from = &b};
    const command *c = commands_at((int)fuzz_byte(&b) % commands_count());
    int parts = 0;
    while (c->parts != NULL && c->parts[parts] != NULL) {
        parts++;
    }
    int part = (int)fuzz_byte(&b) % (parts + 1);
    options_visit(part < parts ? c->parts[part] : c, fill, &l);
    if (l.is_left_out || strcmp(c->name, "reproduce") == 0) {
        return 0;
    }
    static char program[] = "spinscope";
    char *arguments[MOST_WORDS + 2] = {program};
    for (int i = 0; i < l.count; i++) {
        arguments[i + 1] = l.words[i];
    }
    if (getenv("SPINSCOPE_SAY") != NULL) { /* which line it is, to repeat it by hand */
        for (int i = 1; i <= l.count; i++) {
            fprintf(stderr, " '%s'", arguments[i]);
        }
        fputc('\n', stderr);
    }
    home_prepare(SPINSCOPE_TESTS "/hostile/files");
    int code = spinscope_main(l.count + 1, arguments);
    HOLDS(code >= 0 && code <= 3);
    return 0;
}
