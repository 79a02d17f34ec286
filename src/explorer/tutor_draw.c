/* The bar of a lesson at the bottom: heading, buttons, and what is said, asked and answered. Its
 * height is that of the longest text of the lesson, so that the region stays where it is. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/datafile.h"
#include "explorer/state.h"

static const uint32_t ground = 0xFF1B2129, edge = 0xFF3C4652, lit = 0xFF2F6FB0, white = 0xFFFFFFFF,
                      ink = 0xFFE6EAEE, faint = 0xFF9AA5B1, asks_ink = 0xFFFFC145,
                      answer_ink = 0xFF6BD68F, waits_ink = 0xFFFF9F1C;

/* In units of the bar's letter; of its text; and the part of the window that it may take. */
static const double heading_row = 2.2, margin = 0.7, text_size = 1.3, line_height = 1.36,
                    most_of_window = 0.36;
static const int longest_formula = 60;     /* bytes that stay on one line */
enum { LINE_SIZE = 700, MOST_LINE = 230 }; /* bytes */

/* A text on its way into lines. */
typedef struct setting_lines {
    canvas *c;
    double x, y, size, width;
    uint32_t colour;
    bool paints;
    int count;
} setting_lines;

static void end_line(setting_lines *s, const char *line)
{
    if (s->paints) {
        canvas_text(s->c, s->x, s->y + (s->count + 0.78) * line_height * s->size, s->size,
                    CANVAS_START, s->colour, line);
    }
    s->count++;
}

/* Is the word that ends (begins) at this blank a sign of mathematics? Lines do not break there. */
static bool is_sign(const char *word, size_t length)
{
    static const char *const signs[] = {"=", "+", "−", "<", ">", "≤", "≥", "≈", "→", "·"};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (datafile_spells(signs[i], word, length)) {
            return true;
        }
    }
    return false;
}

static bool is_glued(const char *start, const char *blank)
{
    const char *before = blank;
    while (before > start && before[-1] != ' ') {
        before--;
    }
    return blank - start < longest_formula && (is_sign(before, (size_t)(blank - before)) ||
                                               is_sign(blank + 1, strcspn(blank + 1, " ")));
}

/* Where the word at `at` ends: a blank within ^{..}, R(..) or beside a sign does not end it. Notes
 * the italics. */
static const char *word_end(const char *at, bool glues, bool *leans)
{
    const char *start = at;
    bool is_script = false;
    int depth = 0; /* of arguments */
    for (; *at != '\0'; at++) {
        bool is_argument = depth > 0 && at - start < longest_formula;
        bool holds = is_script || (glues && (is_argument || is_glued(start, at)));
        if (*at == ' ' && !holds) {
            return at;
        }
        depth += *at == '(' && at > start && at[-1] != ' ' && at[-1] != '(';
        depth -= *at == ')' && depth > 0;
        bool begins = (at[0] == '^' || at[0] == '_') && at[1] == '{';
        is_script = begins || (is_script && *at != '}');
        if (at[0] == '/' && at[1] == '/') {
            at++;
        } else if (at[0] == '/') {
            *leans = !*leans;
        }
    }
    return at;
}

static bool fits_alone(setting_lines *s, const char *at, const char *end)
{
    char word[LINE_SIZE];
    snprintf(word, sizeof word, "%.*s", (int)(end - at), at);
    return strlen(word) < MOST_LINE && canvas_text_width(s->c, s->size, word) <= s->width;
}

/* Lines that fit; italics that go over the end of a line go on in the next. */
static int set_text(setting_lines *s, const char *markup)
{
    char line[LINE_SIZE] = "", longer[LINE_SIZE];
    bool leans = false; /* at the end of `line` */
    for (const char *at = markup + strspn(markup, " "); *at != '\0';) {
        bool after = leans;
        const char *end = word_end(at, true, &after);
        if (!fits_alone(s, at, end)) {
            after = leans;
            end = word_end(at, false, &after);
        }
        int length = (int)(end - at < LINE_SIZE / 3 ? end - at : LINE_SIZE / 3);
        snprintf(longer, sizeof longer, "%.400s%s%.*s", line, line[0] != '\0' ? " " : "", length,
                 at);
        bool fits =
            canvas_text_width(s->c, s->size, longer) <= s->width && strlen(longer) < MOST_LINE;
        if (!fits && line[0] != '\0') {
            end_line(s, line);
            snprintf(longer, sizeof longer, "%s%.*s", leans ? "/" : "", length, at);
        }
        snprintf(line, sizeof line, "%s", longer);
        leans = after;
        at = end + strspn(end, " ");
    }
    end_line(s, line);
    return s->count;
}

static int lines_of(canvas *c, double size, double width, const char *markup)
{
    setting_lines s = {.c = c, .size = size, .width = width};
    return markup != NULL ? set_text(&s, markup) : 0;
}

static double text_width(const explorer *e, double size)
{
    return fmax(1, fmin(e->width - 2 * margin * e->tutor.letter, 62 * size));
}

/* Rows for the longest text of the lesson: what is said, or asked and answered. */
static int rows_needed(const explorer *e, canvas *c, double size)
{
    double width = text_width(e, size);
    int rows = 2;
    for (int i = 0; i < e->tutor.lesson->step_count; i++) {
        const lesson_step *s = &e->tutor.lesson->steps[i];
        int says = lines_of(c, size, width, s->caption);
        int asks = lines_of(c, size, width, s->question) + lines_of(c, size, width, s->answer);
        rows = says > rows ? says : rows;
        rows = asks > rows ? asks : rows;
    }
    return rows;
}

static double needed(const tutor *t)
{
    return (heading_row + margin) * t->letter + t->rows * line_height * t->size;
}

/* Letters become smaller until all is in its place. */
static void measure(explorer *e, double height)
{
    tutor *t = &e->tutor;
    const double now[3] = {e->width, height, t->letter};
    uint32_t pixel = 0;
    canvas *c = NULL;
    message why;
    if (memcmp(now, t->measured_for, sizeof now) == 0 ||
        canvas_create(&pixel, 1, 1, 1, &c, &why) != STATUS_OK) {
        return;
    }
    memcpy(t->measured_for, now, sizeof now);
    for (double part = 1; part > 0.45; part *= 0.94) {
        t->size = part * text_size * t->letter;
        t->rows = rows_needed(e, c, t->size);
        if (needed(t) <= most_of_window * height) {
            break;
        }
    }
    canvas_destroy(c);
}

double bar_height(explorer *e, double height)
{
    tutor *t = &e->tutor;
    if (t->lesson == NULL || t->letter < 4) {
        return 0;
    }
    measure(e, height);
    return round(fmin(needed(t), most_of_window * height));
}

typedef struct bar_button {
    const char *command, *says; /* NULL: its label */
    bool is_on, is_shown;
} bar_button;

/* Returns where the buttons begin. */
static double draw_buttons(explorer *e, cursor *k)
{
    const tutor *t = &e->tutor;
    const lesson_step *s = &t->lesson->steps[t->step];
    const bar_button all[] = {{"lesson-back", NULL, false, true},
                              {"lesson-pause", t->paused ? "go on" : NULL, t->paused, !t->explores},
                              {"lesson-return", t->explores ? "return" : NULL, t->explores, true},
                              {"lesson-answer", NULL, tutor_answers(e), s->question != NULL},
                              {"lesson-next", NULL, false, true},
                              {"lesson-leave", NULL, false, true}};
    double l = k->l, each = fmin(4.3 * l, 0.11 * k->width), x = k->x + k->width;
    for (int i = (int)(sizeof all / sizeof all[0]) - 1; i >= 0; i--) {
        if (all[i].is_shown) {
            x -= each;
            panel_button(k, (box){x + 0.1 * l, k->y + 0.35 * l, each - 0.2 * l, 1.6 * l},
                         all[i].is_on, all[i].says, "%s", all[i].command);
        }
    }
    return x;
}

static void draw_heading(explorer *e, cursor *k)
{
    const tutor *t = &e->tutor;
    double l = k->l, right = t->films ? k->x + k->width : draw_buttons(e, k);
    char place[600];
    snprintf(place, sizeof place, "%s%s%d of %d", t->films ? t->lesson->title : "",
             t->films ? ",  " : "", t->step + 1, t->lesson->step_count);
    double size = l, width = fmin(canvas_text_width(k->c, size, place) + l, 0.4 * k->width);
    words(k, (box){right - width, k->y, width, heading_row * l}, size, CANVAS_END, faint, place);
    bool waits = t->explores || t->paused;
    words(k, (box){k->x - 0.2 * l, k->y, right - width - k->x, heading_row * l}, 1.35 * l,
          CANVAS_START, waits ? waits_ink : white,
          t->explores ? "you explore, the lesson waits"
          : t->paused ? "paused"
                      : t->lesson->steps[t->step].heading);
}

static void draw_progress(const explorer *e, canvas *c)
{
    const tutor *t = &e->tutor;
    const box b = e->bar;
    double part = t->films ? t->clock / lesson_step_times(&t->lesson->steps[t->step]).end : 1;
    double done = (t->step + fmin(1, part)) / t->lesson->step_count,
           line = fmax(2, 0.16 * t->letter);
    canvas_fill(c, (box){b.x, b.y, b.width, line}, 0, edge);
    canvas_fill(c, (box){b.x, b.y, done * b.width, line}, 0, lit);
}

/* What is said stays beside the question when there is room for both. */
static void draw_words(explorer *e, cursor *k)
{
    const tutor *t = &e->tutor;
    const lesson_step *s = &t->lesson->steps[t->step];
    const struct {
        const char *text;
        uint32_t colour;
    } all[] = {{s->caption, ink},
               {tutor_asks(e) ? s->question : NULL, asks_ink},
               {tutor_answers(e) ? s->answer : NULL, answer_ink}};
    double width = text_width(e, t->size), y = k->y + heading_row * k->l;
    int total = 0;
    for (int i = 0; i < 3; i++) {
        total += lines_of(k->c, t->size, width, all[i].text);
    }
    for (int i = tutor_asks(e) && total > t->rows ? 1 : 0; i < 3; i++) {
        setting_lines lines = {.c = k->c,
                               .x = k->x,
                               .y = y,
                               .size = t->size,
                               .width = width,
                               .colour = all[i].colour,
                               .paints = true};
        y += all[i].text != NULL ? set_text(&lines, all[i].text) * line_height * t->size : 0;
    }
}

void bar_draw(explorer *e, canvas *c)
{
    const tutor *t = &e->tutor;
    const box b = e->bar;
    if (t->lesson == NULL || b.height <= 0) {
        return;
    }
    canvas_clip(c, b);
    canvas_fill(c, b, 0, ground);
    draw_progress(e, c);
    cursor k = {.e = e,
                .c = c,
                .x = b.x + margin * t->letter,
                .y = b.y,
                .width = b.width - 2 * margin * t->letter,
                .l = t->letter};
    draw_heading(e, &k);
    draw_words(e, &k);
    canvas_release(c);
}
