#include "options.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { MAX_OPTIONS = 64 };

/* While it is set, tables are looked at and not used. */
static options_visitor *visitor;
static void *visitor_context;

static bool is_quiet;

bool options_said_quiet(void)
{
    return is_quiet;
}

void options_visit(const command *c, options_visitor *visit, void *context)
{
    visitor = visit;
    visitor_context = context;
    c->run(c, 0, NULL);
    visitor = NULL;
}

const char *command_word(const command *c)
{
    const char *blank = strrchr(c->name, ' ');
    return blank != NULL ? blank + 1 : c->name;
}

const char *command_full_stop(const command *c)
{
    size_t length = strlen(c->summary);
    return length > 0 && c->summary[length - 1] == '.' ? "" : ".";
}

const command *command_part(const command *c, const char *word)
{
    for (int i = 0; c->parts != NULL && c->parts[i] != NULL; i++) {
        if (strcmp(command_word(c->parts[i]), word) == 0) {
            return c->parts[i];
        }
    }
    return NULL;
}

const char *options_nearest(const char *typed, const char *const *names, int count)
{
    const char *best = NULL;
    size_t least = 1 + strlen(typed) / 3;
    for (int i = 0; i < count; i++) {
        size_t distance = text_distance(typed, names[i]);
        if (distance <= least) {
            least = distance;
            best = names[i];
        }
    }
    return best;
}

void options_list(const char *const *names, int count, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < count && used < size; i++) {
        used += (size_t)snprintf(out + used, size - used, "%s%s", i > 0 ? ", " : "", names[i]);
    }
}

status options_refuse_name(const char *words, const char *name, const char *const *names, int count,
                           message *why)
{
    const char *near = options_nearest(name, names, count);
    char accepted[sizeof why->text];
    options_list(names, count, accepted, sizeof accepted);
    return near != NULL ? refuse(why, "%s; did you mean %s?", words, near)
                        : refuse(why, "%s; accepted: %s", words, accepted);
}

static status unknown_option(const options *o, const char *name, message *why)
{
    const char *names[MAX_OPTIONS + 1] = {"--help"};
    int count = 1;
    for (int i = 0; i < o->count && count < MAX_OPTIONS; i++) {
        names[count++] = o->table[i].name;
    }
    const char *near = options_nearest(name, names, count);
    if (near != NULL) {
        return refuse(why, "unknown option %.60s; did you mean %s?", name, near);
    }
    return refuse(why, "unknown option %.60s; --help shows what there is", name);
}

static void print_option(const option *o)
{
    enum { COLUMN = 24 };
    char left[64];
    snprintf(left, sizeof left, "%s%s%s", o->name, o->hint != NULL ? " " : "",
             o->hint != NULL ? o->hint : "");
    printf("  %-*s", COLUMN, left);
    if (strlen(left) > COLUMN) {
        printf("\n  %-*s", COLUMN, "");
    }
    printf(" %s\n", o->help);
}

static void print_help(const options *o, const command *self)
{
    printf("usage: spinscope %s%s%s\n\n%s%s\n", self->name, self->usage[0] != '\0' ? " " : "",
           self->usage, self->summary, command_full_stop(self));
    if (self->details[0] != '\0') {
        printf("\n%s", self->details);
    }
    printf("\noptions:\n");
    for (int i = 0; i < o->count; i++) {
        print_option(&o->table[i]);
    }
    print_option(&(option){.name = "--help", .help = "this text"});
}

/* An option that stands for a value. Two of the same property contradict each other. */
static status set_flag(const options *o, int which, message *why)
{
    const option *entry = &o->table[which];
    for (int i = 0; i < o->count; i++) {
        const option *other = &o->table[i];
        if (i != which && other->property == entry->property && (*o->given >> i & 1) != 0) {
            return refuse(why, "%s and %s cannot be combined", o->table[i < which ? i : which].name,
                          o->table[i < which ? which : i].name);
        }
    }
    return property_set(entry->property, entry->owner, entry->name, entry->stands_for, why);
}

/* One option with its value; *at is advanced past both. */
static status read_option(const options *o, int count, char **arguments, int *at, message *why)
{
    char *argument = arguments[*at];
    size_t length = strcspn(argument, "=");
    const char *inline_value = argument[length] == '=' ? argument + length + 1 : NULL;
    for (int i = 0; i < o->count; i++) {
        const option *entry = &o->table[i];
        if (strlen(entry->name) != length || memcmp(entry->name, argument, length) != 0) {
            continue;
        }
        if (o->given != NULL) {
            *o->given |= 1ull << i;
        }
        if (entry->flag != NULL) {
            *entry->flag = true;
            is_quiet = is_quiet || strcmp(entry->name, "--quiet") == 0;
            return inline_value == NULL ? STATUS_OK : refuse(why, "%s takes no value", entry->name);
        }
        if (entry->stands_for != NULL) {
            return inline_value == NULL ? set_flag(o, i, why)
                                        : refuse(why, "%s takes no value", entry->name);
        }
        if (inline_value == NULL && *at + 1 < count && strncmp(arguments[*at + 1], "--", 2) != 0) {
            inline_value = arguments[++*at];
        }
        if (inline_value == NULL || *inline_value == '\0') {
            return refuse(why, "%s needs a value: %s", entry->name, entry->hint);
        }
        if (entry->property != NULL) {
            return property_set(entry->property, entry->owner, entry->name, inline_value, why);
        }
        if (entry->times != NULL && *entry->times == entry->most) {
            return refuse(why, "%s %.60s: given more than %d times", entry->name, inline_value,
                          entry->most);
        }
        entry->value[entry->times != NULL ? (*entry->times)++ : 0] = inline_value;
        if (entry->pair && (*at + 1 == count || arguments[*at + 1][0] == '\0' ||
                            strncmp(arguments[*at + 1], "--", 2) == 0)) {
            return refuse(why, "%s needs two values: %s", entry->name, entry->hint);
        }
        if (entry->pair) {
            entry->value[1] = arguments[++*at];
        }
        return STATUS_OK;
    }
    argument[length] = '\0';
    return unknown_option(o, argument, why);
}

bool options_given(const options *o, const char *name)
{
    for (int i = 0; i < o->count; i++) {
        if (strcmp(o->table[i].name, name) == 0) {
            return (*o->given >> i & 1) != 0;
        }
    }
    return false;
}

void option_rows_add(option_rows *r, const option *own, int count)
{
    for (int i = 0; i < count && r->count < OPTIONS_MOST; i++) {
        r->rows[r->count++] = own[i];
    }
}

static void add_row(option_rows *r, const option *row, const char *help, const char *usual)
{
    char *out = r->helps[r->count];
    bool tells = usual[0] != '\0' && strstr(help, "(default") == NULL;
    snprintf(out, OPTIONS_HELP_SIZE, "%.150s%s%.60s%s", help, tells ? " (default " : "",
             tells ? usual : "", tells ? ")" : "");
    r->rows[r->count] = *row;
    r->rows[r->count++].help = out;
}

static void add_property(option_rows *r, const property *p, void *owner, unsigned keep,
                         unsigned add)
{
    option row = {.name = p->option,
                  .hint = p->kind->is_flag ? NULL : p->hint,
                  .property = p,
                  .owner = owner,
                  .idle = (p->idle & keep) | add};
    text usual = {0};
    if (p->kind->is_flag) { /* the option turns it around */
        row.stands_for = strcmp(p->initial, "on") == 0 ? "off" : "on";
    } else {
        property_write(p, owner, &usual);
    }
    if (p->option != NULL) {
        bool denies = row.stands_for != NULL && strcmp(row.stands_for, "off") == 0;
        char help[OPTIONS_HELP_SIZE];
        snprintf(help, sizeof help, "%s%.140s", denies ? "do not " : "", p->help);
        add_row(r, &row, help, usual.data != NULL ? usual.data : "");
    }
    text_clear(&usual);
    for (const property_flag *f = p->flags; f != NULL && f->option != NULL; f++) {
        row.name = f->option;
        row.hint = NULL;
        row.stands_for = f->value;
        row.idle = (f->idle & keep) | add;
        add_row(r, &row, f->help, "");
    }
}

void option_rows_add_properties(option_rows *r, const property *table, int count, unsigned users,
                                void *owner, unsigned keep, unsigned add)
{
    for (int i = 0; i < count && r->count < OPTIONS_MOST - 2; i++) {
        if (users == 0 || (table[i].users & users) != 0) {
            add_property(r, &table[i], owner, keep, add);
        }
    }
}

status options_refuse_idle(const options *o, unsigned modes, message *why)
{
    for (int i = 0; i < o->count; i++) {
        unsigned idle = (*o->given >> i & 1) != 0 ? o->table[i].idle & modes : 0;
        for (int k = 0; idle != 0; k++, idle >>= 1) {
            if ((idle & 1) != 0) {
                return refuse(why, "%s: has no effect %s", o->table[i].name, o->modes[k]);
            }
        }
    }
    return STATUS_OK;
}

status options_read(const options *o, const command *self, int count, char **arguments,
                    bool *helped, message *why)
{
    int operands = 0;
    bool only_operands = false;
    *helped = visitor != NULL;
    if (visitor != NULL) {
        visitor(visitor_context, o, self);
        return STATUS_OK;
    }
    for (int at = 0; at < count; at++) {
        char *argument = arguments[at];
        if (!only_operands && (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0)) {
            print_help(o, self);
            *helped = true;
            return STATUS_OK;
        }
        if (!only_operands && strcmp(argument, "--") == 0) {
            only_operands = true;
        } else if (!only_operands && argument[0] == '-' && argument[1] != '\0' &&
                   argument[1] != ',') { /* "-" and "-,keep=u" are standard input */
            TRY(read_option(o, count, arguments, &at, why));
        } else if (operands == o->operands_most) {
            return refuse(why, "one argument too many: '%.60s'; usage: spinscope %s %s", argument,
                          self->name, self->usage);
        } else {
            o->operands[operands++] = argument;
        }
    }
    if (operands < o->operands_least) {
        return refuse(why, "an argument is missing; usage: spinscope %s %s", self->name,
                      self->usage);
    }
    return STATUS_OK;
}
