#include "document/document.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "document/document_parts.h"

enum { MOST_FILM = 1 << 28 };

status document_create(const char *title, document **out, message *why)
{
    TRY(memory_allocate(out, 1, sizeof **out, why));
    status s = memory_copy(title, &(*out)->title, why);
    if (s != STATUS_OK) {
        document_destroy(*out);
        *out = NULL;
    }
    return s;
}

static void block_clear(block *b)
{
    for (int i = 0; i < b->table.columns; i++) {
        free(b->table.names[i]);
    }
    for (int i = 0; i < b->table.count; i++) {
        free(b->table.cells[i].words);
    }
    free(b->table.cells);
    recording_destroy(b->recording);
    free(b->name);
    free(b->words);
    free(b->command);
    free(b->data);
}

void document_clear(document *d)
{
    for (int i = 0; i < d->count; i++) {
        block_clear(&d->blocks[i]);
    }
    free(d->blocks);
    free(d->title);
    free(d->command);
    free(d->version);
}

void document_destroy(document *d)
{
    if (d != NULL) {
        document_clear(d);
    }
    free(d);
}

status document_check(const document *d, message *why)
{
    return d->broken ? fail(why, "out of memory for a document") : STATUS_OK;
}

/* A copy, NULL of NULL. A command may have names in it that are no UTF-8. */
static char *keep(document *d, const char *words)
{
    char *copy = NULL;
    message unused; /* document_check tells */
    if (words != NULL && !d->broken) {
        d->broken = memory_copy(words, &copy, &unused) != STATUS_OK;
    }
    if (copy != NULL) {
        text_make_readable(copy);
    }
    return copy;
}

static char *keep_format(document *d, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = d->broken ? -1 : vsnprintf(NULL, 0, format, arguments);
    char *words = NULL;
    message unused;
    if (length >= 0 && memory_allocate(&words, (size_t)length + 1, 1, &unused) == STATUS_OK) {
        vsnprintf(words, (size_t)length + 1, format, again);
    }
    d->broken = d->broken || words == NULL;
    va_end(again);
    return words;
}

/* Room for one more item. False: the document is broken. */
static bool make_room(document *d, void *items, int count, int *capacity, size_t size)
{
    message unused;
    if (!d->broken && count == *capacity) {
        int larger = 2 * *capacity + 16;
        d->broken = memory_resize(items, (size_t)larger, size, &unused) != STATUS_OK;
        *capacity = d->broken ? *capacity : larger;
    }
    return !d->broken;
}

/* The next block; NULL when the document is broken. It takes over `words`. */
static block *add(document *d, block_kind kind, char *words)
{
    assert(!d->in_table);
    if (!make_room(d, &d->blocks, d->count, &d->capacity, sizeof *d->blocks)) {
        free(words);
        return NULL;
    }
    block *b = &d->blocks[d->count++];
    *b = (block){.kind = kind, .section = d->sections - 1, .words = words};
    return b;
}

void document_origin(document *d, const char *command, const char *version)
{
    free(d->command);
    free(d->version);
    d->command = keep(d, command);
    d->version = keep(d, version);
}

void document_section(document *d, const char *name, const char *title)
{
    block *b = add(d, BLOCK_SECTION, keep(d, title));
    if (b != NULL) {
        b->section = d->sections++;
        b->name = keep(d, name);
    }
}

void document_heading(document *d, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(d, BLOCK_HEADING, keep_format(d, format, arguments));
    va_end(arguments);
}

void document_paragraph(document *d, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(d, BLOCK_PARAGRAPH, keep_format(d, format, arguments));
    va_end(arguments);
}

void document_table(document *d, const char *caption, int columns, const char *const *names,
                    const column_kind *kinds)
{
    assert(columns > 0 && columns <= DOCUMENT_MAX_COLUMNS);
    block *b = add(d, BLOCK_TABLE, keep(d, caption));
    for (int i = 0; b != NULL && i < columns; i++) {
        b->table.names[i] = keep(d, names[i]);
        b->table.kinds[i] = kinds[i];
        b->table.columns = i + 1;
    }
    d->in_table = b != NULL;
}

void document_cell(document *d, document_verdict v, const char *format, ...)
{
    assert(d->in_table || d->broken);
    table *t = d->in_table ? &d->blocks[d->count - 1].table : NULL;
    if (t == NULL || !make_room(d, &t->cells, t->count, &t->capacity, sizeof *t->cells)) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    char *words = keep_format(d, format, arguments);
    va_end(arguments);
    if (words != NULL) {
        t->marked[t->count % t->columns] |= v != VERDICT_NONE;
        t->cells[t->count++] = (cell){.verdict = v, .words = words};
    }
}

void document_end_table(document *d)
{
    assert(d->broken ||
           (d->in_table &&
            d->blocks[d->count - 1].table.count % d->blocks[d->count - 1].table.columns == 0));
    d->in_table = false;
}

bool document_claim(document *d, bool holds, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    block *b = add(d, BLOCK_CLAIM, keep_format(d, format, arguments));
    va_end(arguments);
    if (b != NULL) {
        b->holds = holds;
    }
    return holds;
}

void document_erratum(document *d, bool is_shown, const char *source, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    block *b = add(d, BLOCK_ERRATUM, keep_format(d, format, arguments));
    va_end(arguments);
    if (b != NULL) {
        b->holds = is_shown;
        b->number = ++d->errata;
        b->name = keep(d, source);
    }
}

/* Pictures and films. */

static status check_name(const document *d, const char *name, message *why)
{
    bool good = name[0] != '\0' && name[0] != '.' && strchr(name, '/') == NULL;
    for (int i = 0; i < d->count && good; i++) {
        good = d->blocks[i].kind != BLOCK_PICTURE || strcmp(d->blocks[i].name, name) != 0;
    }
    return good ? STATUS_OK
                : refuse(why, "picture '%.60s': a file name that no other one has is accepted",
                         name);
}

/* Takes over the recording. */
static status add_picture(document *d, const char *name, recording *drawn, const char *command,
                          const char *caption, message *why)
{
    block *b = add(d, BLOCK_PICTURE, keep(d, caption));
    if (b == NULL) {
        recording_destroy(drawn);
        return document_check(d, why);
    }
    b->recording = drawn;
    b->name = keep(d, name);
    b->command = keep(d, command);
    return document_check(d, why);
}

status document_chart(document *d, const char *name, const chart *c, const char *command,
                      const char *caption, message *why)
{
    recording *drawn = NULL;
    TRY(document_check(d, why));
    TRY(check_name(d, name, why));
    TRY(recording_of_chart(c, &drawn, why));
    return add_picture(d, name, drawn, command, caption, why);
}

status document_figure(document *d, const char *name, const figure *f, const char *command,
                       const char *caption, message *why)
{
    recording *drawn = NULL;
    TRY(document_check(d, why));
    TRY(check_name(d, name, why));
    TRY(recording_of_figure(f, &drawn, why));
    return add_picture(d, name, drawn, command, caption, why);
}

/* NULL: no kind of film that is known. */
static const char *film_type(const char *path)
{
    static const struct {
        const char *ending, *type;
    } types[] = {{".mp4", "video/mp4"}, {".webm", "video/webm"}, {".gif", "image/gif"}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        size_t ending = strlen(types[i].ending), length = strlen(path);
        if (length > ending && strcmp(path + length - ending, types[i].ending) == 0) {
            return types[i].type;
        }
    }
    return NULL;
}

status document_film(document *d, const char *path, const char *caption, message *why)
{
    char *data = NULL;
    size_t size = 0;
    const char *type = film_type(path), *slash = strrchr(path, '/');
    TRY(document_check(d, why));
    if (type == NULL) {
        return refuse(why, "film %.200s: accepted are .mp4, .webm and .gif", path);
    }
    TRY(file_read(path, MOST_FILM, &data, &size, why));
    block *b = add(d, BLOCK_FILM, keep(d, caption));
    if (b == NULL) {
        free(data);
        return document_check(d, why);
    }
    b->name = keep(d, slash != NULL ? slash + 1 : path);
    b->data = data;
    b->size = size;
    b->type = type;
    return document_check(d, why);
}

static const block *picture(const document *d, int i)
{
    for (int k = 0; k < d->count; k++) {
        if (d->blocks[k].kind == BLOCK_PICTURE && i-- == 0) {
            return &d->blocks[k];
        }
    }
    return NULL;
}

int document_picture_count(const document *d)
{
    int count = 0;
    while (picture(d, count) != NULL) {
        count++;
    }
    return count;
}

const char *document_picture_name(const document *d, int i)
{
    return picture(d, i)->name;
}

status document_picture(const document *d, int i, output *to, message *why)
{
    const block *b = picture(d, i);
    return recording_png(b->recording, 1, b->command != NULL ? b->command : d->command, to, why);
}
