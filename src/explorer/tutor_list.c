/* The list of lessons over the window: title and summary of each; a click or Return starts one. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "explorer/state.h"
#include "picture/labels.h"

static const uint32_t shade = 0x90000000, ground = 0xF8161B21, lit = 0xFF2F6FB0, hot = 0xFF3A4552,
                      edge = 0xFF3C4652, ink = 0xFFE6EAEE, faint = 0xFF9AA5B1, bad = 0xFFFF6B6B,
                      white = 0xFFFFFFFF;

status do_lessons(explorer *e, const char *argument, message *why)
{
    tutor *t = &e->tutor;
    (void)argument;
    e->dirty = true;
    if (t->lists) {
        t->lists = false;
        return STATUS_OK;
    }
    lesson_names_clear(&t->names);
    status s = lesson_list(e->assets, &t->names, why);
    t->lists = s == STATUS_OK;
    t->row = t->row < t->names.count ? t->row : 0;
    e->helps = e->list.types = false;
    return s;
}

bool list_key(explorer *e, const char *key)
{
    tutor *t = &e->tutor;
    static const struct {
        const char *key;
        int by;
    } moves[] = {{"Up", -1}, {"Down", 1}, {"PageUp", -5}, {"PageDown", 5}, {"Home", -1000}};
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        if (strcmp(moves[i].key, key) == 0) {
            int row = t->row + moves[i].by;
            t->row = row >= t->names.count ? t->names.count - 1 : row;
            t->row = t->row < 0 ? 0 : t->row;
            e->dirty = true;
            return true;
        }
    }
    if (strcmp(key, "Return") == 0 && t->row < t->names.count) {
        run_line(e, "lesson %s", t->names.entries[t->row].name);
        return true;
    }
    return strcmp(key, "Return") == 0;
}

static void draw_row(explorer *e, canvas *c, box b, int i)
{
    const lesson_entry *entry = &e->tutor.names.entries[i];
    double l = e->letter;
    char title[480], summary[1100], number[16] = "";
    bool is_bad = entry->problem.text[0] != '\0';
    if (is_bad) {
        label_plain(entry->name, title, sizeof title);
        label_plain(entry->problem.text, summary, sizeof summary);
    } else {
        snprintf(number, sizeof number, "%d", entry->number);
        snprintf(title, sizeof title, "%s", entry->title);
        snprintf(summary, sizeof summary, "%s", entry->summary);
    }
    zone_add(e, b, "", "lesson %s", entry->name);
    if (i == e->tutor.row || is_hovered(e, b)) {
        canvas_fill(c, b, 0.3 * l, i == e->tutor.row ? lit : hot);
    }
    cursor k = {.e = e, .c = c, .l = l};
    words(&k, (box){b.x + 0.2 * l, b.y, 2.4 * l, b.height}, 1.3 * l, CANVAS_MIDDLE,
          i == e->tutor.row ? white : faint, number);
    words(&k, (box){b.x + 2.8 * l, b.y + 0.15 * l, b.width - 3 * l, 1.5 * l}, 1.2 * l, CANVAS_START,
          is_bad ? bad : white, title);
    words(&k, (box){b.x + 2.8 * l, b.y + 1.5 * l, b.width - 3 * l, 1.2 * l}, 0.95 * l, CANVAS_START,
          i == e->tutor.row ? ink : faint, summary);
}

void list_draw(explorer *e, canvas *c)
{
    tutor *t = &e->tutor;
    double l = e->letter, width = fmin(e->width - 2 * l, 54 * l), row = 2.9 * l;
    int most = (int)fmax(1, (e->height - 8 * l) / row);
    int rows = t->names.count < most ? t->names.count : most;
    double height = (rows > 0 ? rows : 1) * row + 4.8 * l;
    box b = {(e->width - width) / 2, fmax(0, (e->height - height) / 2), width, height};
    t->top = t->row < t->top ? t->row : t->row >= t->top + rows ? t->row - rows + 1 : t->top;
    t->top = t->top < 0 ? 0 : t->top;
    zone_add(e, (box){0, 0, e->width, e->height}, "", "lessons");
    canvas_fill(c, (box){0, 0, e->width, e->height}, 0, shade);
    canvas_fill(c, b, 0.6 * l, ground);
    canvas_frame(c, b, 0.6 * l, 1, edge);
    canvas_text(c, b.x + width / 2, b.y + 1.7 * l, 1.3 * l, CANVAS_MIDDLE, white, "lessons");
    if (t->names.count == 0) {
        canvas_text(c, b.x + width / 2, b.y + 4 * l, l, CANVAS_MIDDLE, faint,
                    "there are none in the folder of the program's data");
    }
    for (int i = 0; i < rows && t->top + i < t->names.count; i++) {
        draw_row(e, c,
                 (box){b.x + 0.6 * l, b.y + 2.5 * l + i * row, width - 1.2 * l, row - 0.15 * l},
                 t->top + i);
    }
    canvas_text(c, b.x + width / 2, b.y + height - 0.7 * l, 0.85 * l, CANVAS_MIDDLE, faint,
                "Up and Down choose     Return or a click starts     Escape closes");
    if (t->names.count > rows) { /* where in the list this is */
        double part = (double)rows / t->names.count, room = rows * row;
        double at = room * (1 - part) * t->top / (t->names.count - rows);
        canvas_fill(c, (box){b.x + width - 0.5 * l, b.y + 2.5 * l + at, 0.2 * l, part * room},
                    0.1 * l, faint);
    }
}
