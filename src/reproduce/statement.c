#include "reproduce/statement.h"

#include <string.h>

#include "reproduce/published.h"

static const char *const kinds[] = {
    [SAYS_STABLE] = "stable",
    [SAYS_UNSTABLE] = "unstable",
    [SAYS_SOMEWHERE_STABLE] = "somewhere stable",
    [SAYS_SOMEWHERE_UNSTABLE] = "somewhere unstable",
    [SAYS_STABLE_EXACTLY] = "stable exactly",
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

const char *statement_kind_name(statement_kind k)
{
    return kinds[k];
}

expression_scope statement_scope(const char *figure)
{
    return figure[0] == '5'
               ? (expression_scope){.count = 2, .names = {{.name = "z"}, {.name = "w"}}}
               : (expression_scope){.count = 3,
                                    .names = {{.name = "delta"}, {.name = "eta"}, {.name = "h"}}};
}

static status read_kind(const published_file *p, int row, statement_kind *out, message *why)
{
    for (int k = 0; k < KINDS; k++) {
        if (strcmp(published_at(p, row, 3), kinds[k]) == 0) {
            *out = (statement_kind)k;
            return STATUS_OK;
        }
    }
    return published_wrong(p, row, why,
                           "'%.60s'; accepted: stable, unstable, somewhere stable, somewhere "
                           "unstable, stable exactly",
                           published_at(p, row, 3));
}

static status read_statement(const published_file *p, int row, statement *out, message *why)
{
    message detail;
    TRY(published_copy(p, row, 0, out->figure, sizeof out->figure, why));
    TRY(published_copy(p, row, 1, out->page, sizeof out->page, why));
    TRY(published_copy(p, row, 2, out->method, sizeof out->method, why));
    TRY(published_copy(p, row, 5, out->words, sizeof out->words, why));
    TRY(read_kind(p, row, &out->kind, why));
    const expression_scope scope = statement_scope(out->figure);
    if (condition_read(published_at(p, row, 4), &scope, &out->where, &detail) != STATUS_OK) {
        return published_wrong(p, row, why, "%s", detail.text);
    }
    return STATUS_OK;
}

status statements_read(const char *label, const char *data, size_t length, statements *out,
                       message *why)
{
    published_file p = {0};
    *out = (statements){0};
    status s = STATUS_OK;
    TRY_OR_END(published_read(label, data, length, "figure,page,method,says,where,words", &p, why));
    if (p.rows > STATEMENT_MOST) {
        TRY_OR_END(
            published_wrong(&p, STATEMENT_MOST, why, "more than %d statements", STATEMENT_MOST));
    }
    for (int i = 0; i < p.rows; i++) {
        out->count = i + 1;
        TRY_OR_END(read_statement(&p, i, &out->list[i], why));
    }
end:
    published_clear(&p);
    return s;
}

/* Of one pixel: is it spoken about, and is it against? For the kinds that want one pixel only,
 * "against" counts those that are not it. */
static bool speaks(statement_kind k, bool holds)
{
    return holds || k == SAYS_STABLE_EXACTLY;
}

static bool is_against(statement_kind k, bool holds, bool is_stable)
{
    switch (k) {
    case SAYS_STABLE:
    case SAYS_SOMEWHERE_STABLE:
        return !is_stable;
    case SAYS_UNSTABLE:
    case SAYS_SOMEWHERE_UNSTABLE:
        return is_stable;
    default:
        return holds != is_stable;
    }
}

statement_result statement_test(const statement *s, const view *v, const unsigned char *marks,
                                double h)
{
    statement_result out = {0};
    expression_scope scope = statement_scope(s->figure);
    bool wants_one = s->kind == SAYS_SOMEWHERE_STABLE || s->kind == SAYS_SOMEWHERE_UNSTABLE;
    scope.names[2].value = (quad)h;
    for (int row = 0; row < v->height; row++) {
        scope.names[1].value = (quad)view_y(v, row);
        for (int column = 0; column < v->width; column++) {
            bool known;
            unsigned char mark = marks[(size_t)row * (size_t)v->width + (size_t)column];
            scope.names[0].value = (quad)view_x(v, column);
            bool holds = condition_holds(&s->where, &scope, &known);
            if (!known || mark == SET_UNKNOWN || !speaks(s->kind, holds)) {
                continue;
            }
            out.pixels++;
            out.against += is_against(s->kind, holds, mark == SET_STABLE);
        }
    }
    out.holds = out.pixels > 0 && (wants_one ? out.against < out.pixels : out.against == 0);
    return out;
}
