#include "reproduce/topics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "picture/labels.h"

enum { MOST_FILE = 1 << 20 };

drawing topic_square(const char *methods, double range, int width, int height)
{
    drawing d = drawing_initial();
    message why;
    (void)!drawing_set(&d, "methods", methods, &why); /* drawing_check sees that there is one */
    d.view[0] = d.view[2] = -range;
    d.view[1] = d.view[3] = range;
    d.size[0] = width;
    d.size[1] = height;
    return d;
}

status topic_drawing(reproduction *r, const char *name, const char *caption, const drawing *d,
                     message *why)
{
    char file[100];
    rendering *made = NULL;
    text typed = {0};
    status s;
    if (r->folder == NULL) {
        return STATUS_OK; /* only text is asked for */
    }
    /* What is measured has one pixel a unit, which is enough to integrate. */
    snprintf(file, sizeof file, "%s.%s", name, d->measured ? "png" : "pdf");
    drawing_command(d, file, &typed);
    TRY_OR_END(typed.broken ? fail(why, "out of memory") : STATUS_OK);
    TRY_OR_END(memory_allocate(&made, 1, sizeof *made, why));
    *made = (rendering){.drawing = d,
                        .format = d->measured ? FORMAT_PNG : FORMAT_PDF,
                        .means = {.assets = r->assets}};
    TRY_OR_END(rendering_open(made, why));
    TRY_OR_END(rendering_make_figure(made, why));
    s = document_figure(r->document, name, &made->figure, typed.data, caption, why);
end:
    if (made != NULL) {
        rendering_clear(made);
    }
    free(made);
    text_clear(&typed);
    return s;
}

status topic_read(const reproduction *r, const char *name, char **path, char **data, size_t *length,
                  message *why)
{
    text t = {0};
    text_add(&t, "%s/published/%s", r->assets, name);
    *path = t.data;
    *data = NULL;
    return t.broken ? fail(why, "out of memory") : file_read(t.data, MOST_FILE, data, length, why);
}

status topic_statements(const reproduction *r, statements **out, message *why)
{
    char *path = NULL, *data = NULL;
    size_t length = 0;
    *out = NULL;
    status s = STATUS_OK;
    TRY_OR_END(topic_read(r, "kunkel-mehrmann-figures.csv", &path, &data, &length, why));
    TRY_OR_END(memory_allocate(out, 1, sizeof **out, why));
    s = statements_read(path, data, length, *out, why);
end:
    free(data);
    free(path);
    return s;
}

status topic_published(const reproduction *r, const char *name, const char *columns,
                       published_file *out, message *why)
{
    char *path = NULL, *data = NULL;
    size_t length = 0;
    *out = (published_file){0};
    status s = STATUS_OK;
    TRY_OR_END(topic_read(r, name, &path, &data, &length, why));
    s = published_read(path, data, length, columns, out, why);
end:
    free(data);
    free(path);
    return s;
}

status topic_quoted(const reproduction *r, published_file *out, message *why)
{
    return topic_published(r, "quoted.csv", "name,value,where", out, why);
}

double topic_share(stable_set_difference d)
{
    return d.known > 0 ? 100 * (double)d.different / (double)d.known : 0;
}

void statement_table_begin(statement_table *t, reproduction *r, const char *caption)
{
    static const char *const names[] = {"figure",    "page",     "what is said", "where",
                                        "predicted", "measured", "pixels"};
    static const column_kind kinds[] = {COLUMN_WORDS,  COLUMN_WORDS,  COLUMN_WORDS, COLUMN_WORDS,
                                        COLUMN_NUMBER, COLUMN_NUMBER, COLUMN_NUMBER};
    *t = (statement_table){.r = r};
    document_table(r->document, caption, 7, names, kinds);
}

/* How many pixels speak against it. Of "somewhere" those that speak for it are more telling. */
static statement_result add_count(document *d, const statement *s, const stable_set *of,
                                  const unsigned char *marks, double h)
{
    if (marks == NULL) {
        document_cell(d, VERDICT_NONE, "-");
        return (statement_result){.holds = true};
    }
    statement_result result = statement_test(s, &of->view, marks, h);
    bool wants_one = s->kind == SAYS_SOMEWHERE_STABLE || s->kind == SAYS_SOMEWHERE_UNSTABLE;
    document_cell(d, result.holds ? VERDICT_MATCHES : VERDICT_DIFFERS,
                  wants_one ? "%ld for" : "%ld against",
                  wants_one ? result.pixels - result.against : result.against);
    return result;
}

void statement_table_row(statement_table *t, const statement *s, const stable_set *of, double h)
{
    document *d = t->r->document;
    char words[2 * STATEMENT_WORDS], where[2 * CONDITION_SIZE];
    label_plain(s->words, words, sizeof words);
    label_plain(s->where.words, where, sizeof where);
    document_cell(d, VERDICT_NONE, "%s", s->figure);
    document_cell(d, VERDICT_NONE, "%s", s->page);
    document_cell(d, VERDICT_NONE, "%s", words);
    document_cell(d, VERDICT_NONE, "%s: %s", statement_kind_name(s->kind), where);
    statement_result predicted = add_count(d, s, of, of->predicted, h);
    statement_result measured = add_count(d, s, of, of->measured, h);
    document_cell(d, VERDICT_NONE, "%ld", measured.pixels);
    t->rows++;
    t->held += predicted.holds && measured.holds;
}

void statement_table_end(statement_table *t, const char *what)
{
    document_end_table(t->r->document);
    document_claim(t->r->document, t->rows > 0 && t->held == t->rows,
                   "%s: %d of %d statements hold at every pixel they speak about", what, t->held,
                   t->rows);
}
