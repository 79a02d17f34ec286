#include "reproduce/condition.h"

#include <stdio.h>
#include <string.h>

static status wrong(const char *words, const char *what, message *why)
{
    return refuse(why, "'%.80s': %s; accepted: comparisons of expressions, such as z < 0 & w > 4/z",
                  words, what);
}

/* All expressions must be ones; the values in the scope may be anything that divides. */
static status check(const condition *c, const expression_scope *scope, message *why)
{
    expression_scope names = *scope;
    message detail;
    for (int i = 0; i < names.count; i++) {
        names.names[i].value = 0.73908513321516064165531208767387Q + i;
    }
    for (int i = 0; i < c->count; i++) {
        const int at[2] = {c->parts[i].left, c->parts[i].right};
        const int length[2] = {c->parts[i].left_length, c->parts[i].right_length};
        for (int k = 0; k < 2; k++) {
            quad value;
            size_t where;
            if (expression_value(c->words + at[k], (size_t)length[k], &names, &value, &where,
                                 &detail) != STATUS_OK) {
                return wrong(c->words, detail.text, why);
            }
        }
    }
    return STATUS_OK;
}

status condition_read(const char *words, const expression_scope *scope, condition *out,
                      message *why)
{
    int from = 0, before = -1, before_length = 0; /* the expression left of the last sign */
    bool begins = true, is_less = false;
    *out = (condition){0};
    if (strlen(words) >= sizeof out->words) {
        return wrong(words, "it is too long", why);
    }
    snprintf(out->words, sizeof out->words, "%s", words);
    for (int i = 0;; i++) {
        char c = words[i];
        if (c != '<' && c != '>' && c != '&' && c != '|' && c != '\0') {
            continue;
        }
        if (before >= 0) {
            if (out->count == CONDITION_MOST) {
                return wrong(words, "it has too many comparisons", why);
            }
            out->parts[out->count].left = before;
            out->parts[out->count].left_length = before_length;
            out->parts[out->count].right = from;
            out->parts[out->count].right_length = i - from;
            out->parts[out->count].is_less = is_less;
            out->parts[out->count].begins = begins;
            out->count++;
            begins = false;
        } else if (c != '<' && c != '>') {
            return wrong(words, "a comparison is missing", why);
        }
        bool compares = c == '<' || c == '>';
        before = compares ? from : -1;
        before_length = i - from;
        is_less = c == '<';
        begins = begins || c == '|';
        from = i + 1;
        if (c == '\0') {
            return check(out, scope, why);
        }
    }
}

bool condition_holds(const condition *c, const expression_scope *scope, bool *known)
{
    bool all = false; /* of this alternative, so far */
    *known = true;
    for (int i = 0; i < c->count; i++) {
        if (c->parts[i].begins && all) {
            return true;
        }
        all = all || c->parts[i].begins;
        if (!all) {
            continue;
        }
        quad left, right;
        size_t where;
        message detail;
        bool has_both =
            expression_value(c->words + c->parts[i].left, (size_t)c->parts[i].left_length, scope,
                             &left, &where, &detail) == STATUS_OK &&
            expression_value(c->words + c->parts[i].right, (size_t)c->parts[i].right_length, scope,
                             &right, &where, &detail) == STATUS_OK;
        if (!has_both) {
            *known = false;
            return false;
        }
        all = c->parts[i].is_less ? left < right : left > right;
    }
    return all;
}
