#include "reproduce_papers.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "picture/labels.h"
#include "rendering.h"
#include "session.h"

enum { MOST_WORDS = 32 };

static status add_rendering(reproduction *r, rendering *d, const char *name, const char *caption,
                            message *why)
{
    TRY(rendering_open(d, why));
    TRY(rendering_make_figure(d, why));
    return document_figure(r->document, name, &d->figure, d->command_line.data, caption, why);
}

/* Cuts the words at blanks, in place, and adds where the picture would go. */
static int cut(char *words, const char *name, char *arguments[MOST_WORDS], char *file, size_t size)
{
    int count = 0;
    bool is_measured = false; /* then one pixel a unit is enough to integrate */
    for (char *word = strtok(words, " "); word != NULL && count < MOST_WORDS - 2;
         word = strtok(NULL, " ")) {
        is_measured = is_measured || strcmp(word, "--measured") == 0;
        arguments[count++] = word;
    }
    snprintf(file, size, "%s.%s", name, is_measured ? "png" : "pdf");
    arguments[count++] = "-o";
    arguments[count++] = file;
    return count;
}

status reproduce_render(reproduction *r, const char *name, const char *caption, message *why,
                        const char *words, ...)
{

    char typed[800], file[100], *arguments[MOST_WORDS];
    bool helped = false;
    rendering *d = NULL;
    render_request *request = NULL;
    va_list values;
    if (r->folder == NULL) {
        return STATUS_OK; /* only text is asked for */
    }
    va_start(values, words);
    vsnprintf(typed, sizeof typed, words, values);
    va_end(values);
    int count = cut(typed, name, arguments, file, sizeof file);
    TRY(memory_allocate(&d, 1, sizeof *d, why));
    status s = STATUS_OK;
    TRY_OR_END(memory_allocate(&request, 1, sizeof *request, why));
    TRY_OR_END(render_read(r->self, count, arguments, request, &helped, why));
    request->quiet = true;
    d->self = r->self;
    d->request = request;
    TRY_OR_END(session_command_line(&render_command, count, arguments, &d->command_line, why));
    s = add_rendering(r, d, name, caption, why);
end:
    rendering_clear(d);
    free(request);
    free(d);
    return s;
}

status reproduce_statements(statements **out, message *why)
{
    char *path = NULL, *data = NULL;
    size_t length = 0;
    *out = NULL;
    status s = STATUS_OK;
    TRY_OR_END(reproduce_read("kunkel-mehrmann-figures.csv", &path, &data, &length, why));
    TRY_OR_END(memory_allocate(out, 1, sizeof **out, why));
    s = statements_read(path, data, length, *out, why);
end:
    free(data);
    free(path);
    return s;
}

status reproduce_published(const char *name, const char *columns, published_file *out, message *why)
{
    char *path = NULL, *data = NULL;
    size_t length = 0;
    *out = (published_file){0};
    status s = STATUS_OK;
    TRY_OR_END(reproduce_read(name, &path, &data, &length, why));
    s = published_read(path, data, length, columns, out, why);
end:
    free(data);
    free(path);
    return s;
}

status reproduce_quoted(published_file *out, message *why)
{
    return reproduce_published("quoted.csv", "name,value,where", out, why);
}

double reproduce_share(stable_set_difference d)
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
