#include "explorer/lesson.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/datafile.h"
#include "base/file.h"
#include "base/memory.h"
#include "explorer/commands.h"
#include "numerics/number.h"
#include "picture/markup.h"

static const double longest_wait = 60;
static const int largest_number = 999;

/* The value that is being read, and what it belongs to. */
typedef struct reader {
    datafile file;
    datafile place; /* of the value: its first line */
    const char *key_at, *value_at;
    char key[16];
    char *value; /* in the lesson's words; NULL: none is being read */
    size_t used; /* of the words */
    lesson *lesson;
    lesson_step *step; /* NULL before the first */
    int item_count, step_line, step_lines;
    bool moves; /* something in the step does */
} reader;

static status wrong_value(const reader *r, const message *why)
{
    return datafile_wrong(&r->place, r->value_at, "%s", why->text);
}

/* Texts of the markup that would not show as they are meant. */
static status check_markup(const reader *r)
{
    bool leans = false, is_script = false;
    for (const char *c = r->value; *c != '\0'; c++) {
        if (c[0] == '/' && c[1] == '/') {
            c++;
        } else if (c[0] == '/') {
            leans = !leans;
        } else if ((c[0] == '^' || c[0] == '_') && c[1] == '{') {
            if (is_script) {
                return datafile_wrong(&r->place, r->value_at,
                                      "a script within a script: ^{..} and _{..} cannot be nested");
            }
            is_script = true;
            c++;
        } else if (c[0] == '}') {
            is_script = false;
        }
    }
    if (leans) {
        return datafile_wrong(&r->place, r->value_at,
                              "/ begins italics that do not end (// is a slash)");
    }
    return is_script ? datafile_wrong(&r->place, r->value_at, "^{ or _{ without its }") : STATUS_OK;
}

/* A word that is longer than a line would not be seen whole. */
static status check_words(const reader *r)
{
    for (const char *at = r->value; *at != '\0';) {
        char word[4 * LESSON_MAX_WORD + 2];
        size_t length = strcspn(at, " \t");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (length >= sizeof word || lesson_letters(word) > LESSON_MAX_WORD) {
            return datafile_wrong(&r->place, r->value_at,
                                  "a word of more than %d letters: %.30s...", LESSON_MAX_WORD, at);
        }
        at += length + strspn(at + length, " \t");
    }
    return STATUS_OK;
}

static status read_words(reader *r, const char **out, int most)
{
    if (*out != NULL) {
        return datafile_wrong(&r->place, r->key_at, "a second %s; one is accepted", r->key);
    }
    int letters = lesson_letters(r->value);
    if (letters > most) {
        return datafile_wrong(&r->place, r->value_at, "%s: %d letters; at most %d are accepted",
                              r->key, letters, most);
    }
    *out = r->value;
    TRY(check_markup(r));
    return check_words(r);
}

static status read_number(reader *r)
{
    char *end = NULL;
    long number = strtol(r->value, &end, 10);
    if (r->lesson->number > 0) {
        return datafile_wrong(&r->place, r->key_at, "a second number; one is accepted");
    }
    if (*end != '\0' || number < 1 || number > largest_number) {
        return datafile_wrong(&r->place, r->value_at,
                              "number %.40s: an integer from 1 to %d is accepted", r->value,
                              largest_number);
    }
    r->lesson->number = (int)number;
    return STATUS_OK;
}

/* The step that was read last is complete. */
static status check_step(const reader *r)
{
    const lesson_step *s = r->step;
    if (s == NULL) {
        return STATUS_OK;
    }
    if (s->caption == NULL) {
        return datafile_wrong_line(&r->file, r->step_line, "this step has no caption");
    }
    if (s->question != NULL && s->answer == NULL) {
        return datafile_wrong_line(&r->file, r->step_line,
                                   "the question of this step has no answer");
    }
    if (s->question == NULL && !r->moves) {
        return datafile_wrong_line(&r->file, r->step_line,
                                   "nothing moves in this step and nothing is asked; glide, fly, "
                                   "play, step, validate, a stage that plays, or a question with "
                                   "its answer is needed");
    }
    return STATUS_OK;
}

static status read_step(reader *r)
{
    lesson *l = r->lesson;
    TRY(check_step(r));
    if (l->step_count == LESSON_MAX_STEPS) {
        return datafile_wrong(&r->place, r->key_at, "more than %d steps", LESSON_MAX_STEPS);
    }
    r->step = &l->steps[l->step_count++];
    r->step->items = l->items + r->item_count;
    r->step_line = r->place.line;
    r->moves = false;
    return read_words(r, &r->step->heading, LESSON_MAX_HEADING);
}

static status read_answer(reader *r)
{
    return r->step->question != NULL
               ? read_words(r, &r->step->answer, LESSON_MAX_CAPTION)
               : datafile_wrong(&r->place, r->key_at, "an answer without a question before it");
}

static status add_item(reader *r, lesson_item item)
{
    if (r->step->question != NULL) {
        return datafile_wrong(&r->place, r->key_at,
                              "'%s' after the question, which is the end of its step", r->key);
    }
    item.line = r->place.line;
    r->lesson->items[r->item_count++] = item;
    r->step->item_count++;
    return STATUS_OK;
}

static status read_wait(reader *r)
{
    wide seconds;
    message detail;
    if (number_real(r->value, &seconds, &detail) != STATUS_OK || !(seconds.high >= 0) ||
        !(seconds.high <= longest_wait)) {
        return datafile_wrong(&r->place, r->value_at,
                              "wait %.40s: seconds from 0 to %g are accepted", r->value,
                              longest_wait);
    }
    return add_item(r, (lesson_item){.kind = LESSON_WAIT, .seconds = seconds.high});
}

static status read_do(reader *r)
{
    lesson_item item = {.kind = LESSON_COMMAND, .command = r->value};
    message detail;
    bool moves = false;
    if (strcmp(r->value, "wait idle") == 0) {
        return add_item(r, (lesson_item){.kind = LESSON_IDLE});
    }
    if (command_check(r->value, &moves, &item.seconds, &detail) != STATUS_OK) {
        return wrong_value(r, &detail);
    }
    r->moves = r->moves || moves;
    return add_item(r, item);
}

static const struct {
    const char *name;
    bool in_step;
    status (*read)(reader *r); /* NULL: words of at most so many letters, which go to `offset` */
    int most;
    size_t offset; /* of the step or the lesson */
} keys[] = {{"title", false, NULL, LESSON_MAX_HEADING, offsetof(lesson, title)},
            {"number", false, read_number, 0, 0},
            {"summary", false, NULL, LESSON_MAX_SUMMARY, offsetof(lesson, summary)},
            {"step", false, read_step, 0, 0},
            {"caption", true, NULL, LESSON_MAX_CAPTION, offsetof(lesson_step, caption)},
            {"do", true, read_do, 0, 0},
            {"wait", true, read_wait, 0, 0},
            {"question", true, NULL, LESSON_MAX_CAPTION, offsetof(lesson_step, question)},
            {"answer", true, read_answer, 0, 0}};

/* The value is complete: what its key makes of it. */
static status finish_value(reader *r)
{
    if (r->value == NULL) {
        return STATUS_OK;
    }
    r->used += strlen(r->value) + 1;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strcmp(keys[i].name, r->key) != 0) {
            continue;
        }
        bool is_head = !keys[i].in_step && keys[i].read != read_step;
        if (keys[i].in_step && r->step == NULL) {
            return datafile_wrong(&r->place, r->key_at, "'%s' before the first step", r->key);
        }
        if (is_head && r->step != NULL) {
            return datafile_wrong(&r->place, r->key_at, "'%s' belongs before the first step",
                                  r->key);
        }
        if (keys[i].read != NULL) {
            return keys[i].read(r);
        }
        char *of = keys[i].in_step ? (char *)r->step : (char *)r->lesson;
        return read_words(r, (const char **)(of + keys[i].offset), keys[i].most);
    }
    return datafile_wrong(&r->place, r->key_at,
                          "unknown key '%s'; accepted: title, number, summary, step, caption, do, "
                          "wait, question, answer",
                          r->key);
}

static void add_words(reader *r, const char *from, const char *to)
{
    char *end = r->value + strlen(r->value);
    memcpy(end, from, (size_t)(to - from));
    end[to - from] = '\0';
}

static void begin_value(reader *r, const assignment *a)
{
    r->place = r->file;
    r->key_at = a->key;
    r->value_at = a->value;
    r->value = r->lesson->words + r->used;
    r->value[0] = '\0';
    snprintf(r->key, sizeof r->key, "%.*s", (int)(a->key_end - a->key), a->key);
    add_words(r, a->value, r->file.line_end);
}

/* One line of the file: it begins a value or continues one. */
static status read_line(reader *r)
{
    const datafile *f = &r->file;
    bool is_indented = datafile_is_blank(f->line_start[0]);
    assignment a = {0};
    if (!is_indented) {
        TRY(datafile_split(&r->file, &a));
    }
    if (a.key != NULL) {
        TRY(finish_value(r));
        begin_value(r, &a);
        r->step_lines = strcmp(r->key, "step") == 0 ? 0 : r->step_lines;
    } else if (r->value == NULL || !is_indented) {
        return datafile_wrong(f, f->line_start, "a line `key = value` is expected");
    } else {
        const char *from = datafile_skip_blanks(f->line_start, f->line_end);
        strcat(r->value, " ");
        add_words(r, from, f->line_end);
    }
    return ++r->step_lines <= LESSON_MAX_LINES
               ? STATUS_OK
               : datafile_wrong(f, f->line_start, "more than %d lines in a step", LESSON_MAX_LINES);
}

static status check_lesson(const reader *r)
{
    const lesson *l = r->lesson;
    const char *missing = l->title == NULL     ? "title"
                          : l->number == 0     ? "number"
                          : l->summary == NULL ? "summary"
                          : l->step_count == 0 ? "step"
                                               : NULL;
    return missing == NULL ? STATUS_OK
                           : datafile_wrong_line(&r->file, 0, "the lesson has no %s", missing);
}

status lesson_parse(const char *label, const char *data, size_t length, lesson **out, message *why)
{
    reader r = {0};
    size_t lines = 1;
    *out = NULL;
    if (length > LESSON_MAX_BYTES) {
        return refuse(why, "%.200s: %zu bytes; at most %d are accepted", label, length,
                      LESSON_MAX_BYTES);
    }
    for (size_t i = 0; i < length; i++) {
        lines += data[i] == '\n';
    }
    status s;
    TRY_OR_END(datafile_open(&r.file, label, data, length, why));
    TRY_OR_END(memory_allocate(&r.lesson, 1, sizeof *r.lesson, why));
    /* A value is shorter than the lines it stands on. */
    TRY_OR_END(memory_allocate(&r.lesson->words, length + 2, 1, why));
    TRY_OR_END(memory_allocate(&r.lesson->items, lines, sizeof(lesson_item), why));
    while (datafile_next(&r.file)) {
        TRY_OR_END(read_line(&r));
    }
    TRY_OR_END(finish_value(&r));
    TRY_OR_END(check_step(&r));
    TRY_OR_END(check_lesson(&r));
    *out = r.lesson;
    return STATUS_OK;
end:
    lesson_destroy(r.lesson);
    return s;
}

void lesson_destroy(lesson *l)
{
    if (l != NULL) {
        free(l->words);
        free(l->items);
    }
    free(l);
}

int lesson_letters(const char *words)
{
    int count = 0;
    markup m = {.at = words};
    while (markup_next(&m)) {
        for (const char *c = m.run; *c != '\0'; c++) {
            count += (*c & 0xC0) != 0x80;
        }
    }
    return count;
}

/* As fast as subtitles are read aloud, and nothing is gone before it was seen. */
double lesson_reading_time(const char *words)
{
    static const double letters_per_second = 15, least = 3;
    return fmax(least, lesson_letters(words) / letters_per_second);
}

lesson_times lesson_step_times(const lesson_step *s)
{
    static const double rest = 1, thinking = 3;
    lesson_times t = {0};
    for (int i = 0; i < s->item_count; i++) {
        t.items += s->items[i].seconds;
    }
    t.question = t.answer = t.end = fmax(t.items + rest, lesson_reading_time(s->caption));
    if (s->question != NULL) {
        t.answer = t.question + lesson_reading_time(s->question) + thinking;
        t.end = t.answer + lesson_reading_time(s->answer);
    }
    return t;
}

double lesson_seconds(const lesson *l)
{
    double sum = 0;
    for (int i = 0; i < l->step_count; i++) {
        sum += lesson_step_times(&l->steps[i]).end;
    }
    return sum;
}
