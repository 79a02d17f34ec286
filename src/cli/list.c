#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli.h"
#include "dae/problems.h"
#include "lab/formulation.h"
#include "lab/systems.h"
#include "picture/palette.h"

/* The numbers of an example member: the family's first that is a proper one. */
static status open_example(const catalogue *c, const catalogue_entry *entry, method **out,
                           message *why)
{
    char name[80];
    size_t first = strcspn(entry->range, ".");
    snprintf(name, sizeof name, "%s%s%.*s", entry->name, entry->parameter != NULL ? ":" : "",
             (int)first, entry->range);
    return catalogue_open(c, name, out, why);
}

/* The title of a family is that of a member without its parameter. */
static void family_title(const catalogue_entry *entry, const method_info *info, char *out,
                         size_t size)
{
    snprintf(out, size, "%s", info->title);
    char *comma = strrchr(out, ',');
    if (entry->parameter != NULL && comma != NULL) {
        *comma = '\0';
    }
}

static void print_row(const catalogue_entry *entry, const method_info *info)
{
    char name[80];
    char order[32];
    char title[128];
    snprintf(name, sizeof name, "%s%s%s", entry->name, entry->parameter != NULL ? ":" : "",
             entry->parameter != NULL ? entry->parameter : "");
    snprintf(order, sizeof order, "%d", info->order);
    family_title(entry, info, title, sizeof title);
    printf("%-18s %-7s %-20s %-5s %s\n", name, entry->range,
           entry->order != NULL ? entry->order : order, info->form == FORM_ODE_ONLY ? "ODE" : "DAE",
           title);
}

static void add_json(cJSON *rows, const catalogue_entry *entry, const method_info *info)
{
    char title[128];
    char order[32];
    cJSON *row = cJSON_CreateObject();
    family_title(entry, info, title, sizeof title);
    snprintf(order, sizeof order, "%d", info->order);
    cJSON_AddStringToObject(row, "name", entry->name);
    cJSON_AddStringToObject(row, "title", title);
    if (entry->parameter != NULL) {
        cJSON_AddStringToObject(row, "parameter", entry->parameter);
        cJSON_AddStringToObject(row, "range", entry->range);
    }
    cJSON_AddStringToObject(row, "order", entry->order != NULL ? entry->order : order);
    cJSON_AddBoolToObject(row, "dae", info->form != FORM_ODE_ONLY);
    cJSON_AddStringToObject(row, "reference", info->reference);
    cJSON_AddItemToArray(rows, row);
}

static status list_methods(const command *self, bool json, bool quiet, message *why)
{
    catalogue *c = NULL;
    message missing;
    if (assets_need("methods", &missing) != STATUS_OK) {
        warn(self, quiet, missing.text); /* families need no files */
    }
    status s = catalogue_create(assets_folder(), &c, why);
    if (s != STATUS_OK) {
        return s;
    }
    cJSON *document = cJSON_CreateObject();
    cJSON *rows = cJSON_AddArrayToObject(document, "methods");
    if (!json) {
        printf("%-18s %-7s %-20s %-5s %s\n", "method", "range", "order", "for", "what it is");
    }
    for (int i = 0; i < catalogue_entry_count(c); i++) {
        catalogue_entry entry = catalogue_entry_at(c, i);
        method *m = NULL;
        message detail;
        char shown[128];
        if (open_example(c, &entry, &m, &detail) != STATUS_OK) {
            /* One broken file must not hide the others. */
            warn(self, quiet, detail.text);
            continue;
        }
        snprintf(shown, sizeof shown, "%s", entry.name);
        text_make_line(shown);
        entry.name = shown;
        if (json) {
            add_json(rows, &entry, method_describe(m));
        } else {
            print_row(&entry, method_describe(m));
        }
        method_destroy(m);
    }
    catalogue_destroy(c);
    if (json) {
        return print_json(document, why);
    }
    cJSON_Delete(document);
    printf("\nspin:METHOD is the spin-stabilised variant, METHOD,keep=x2|u|none says what a "
           "projected\nRunge-Kutta method keeps, ./my.method or any path is a method file of "
           "yours.\n");
    return STATUS_OK;
}

static status list_palettes(const command *self, bool json, bool quiet, message *why)
{
    palette_names names;
    status s = assets_need("palettes", why);
    if (s != STATUS_OK) {
        return s;
    }
    palette_list(assets_folder(), &names);
    cJSON *document = cJSON_CreateObject();
    cJSON *rows = cJSON_AddArrayToObject(document, "palettes");
    for (int i = 0; i < names.count; i++) {
        palette *p = NULL;
        message detail;
        if (palette_open(assets_folder(), names.names[i], &p, &detail) != STATUS_OK) {
            warn(self, quiet, detail.text);
            continue;
        }
        text_make_line(names.names[i]);
        if (json) {
            cJSON *row = cJSON_CreateObject();
            cJSON_AddStringToObject(row, "name", names.names[i]);
            cJSON_AddStringToObject(row, "description", palette_describe(p)->description);
            cJSON_AddItemToArray(rows, row);
        } else {
            printf("%-12s %s%s\n", names.names[i], palette_describe(p)->description,
                   strcmp(names.names[i], PALETTE_DEFAULT) == 0 ? " (the default)" : "");
        }
        palette_destroy(p);
    }
    if (json) {
        return print_json(document, why);
    }
    cJSON_Delete(document);
    return STATUS_OK;
}

/* A problem or a system, printed or added to the rows. */
static void list_problem(const char *name, const char *title, const char *equation,
                         const problem_parameter *parameters, int count, cJSON *rows, bool json)
{
    cJSON *row = cJSON_CreateObject();
    cJSON_AddStringToObject(row, "name", name);
    cJSON_AddStringToObject(row, "title", title);
    cJSON_AddStringToObject(row, "equation", equation);
    cJSON *values = cJSON_AddObjectToObject(row, "parameters");
    if (!json) {
        printf("%-16s %s\n%-16s %s\n", name, title, "", equation);
    }
    for (int k = 0; k < count; k++) {
        const problem_parameter *p = &parameters[k];
        cJSON_AddNumberToObject(values, p->name, p->initial);
        if (!json) {
            printf("%-16s   %s = %.9g  %s\n", "", p->name, p->initial, p->help);
        }
    }
    cJSON_AddItemToArray(rows, row);
}

static status list_problems(const command *self, bool json, bool quiet, message *why)
{
    (void)self;
    (void)quiet;
    cJSON *document = cJSON_CreateObject();
    cJSON *rows = cJSON_AddArrayToObject(document, "problems");
    for (int i = 0; i < problems_count(); i++) {
        const problem_entry *e = problems_at(i);
        list_problem(e->name, e->title, e->equation, e->parameters, e->parameter_count, rows, json);
    }
    if (!json) {
        printf("\nconstrained systems of the laboratory, for 'spinscope lab':\n");
    }
    rows = cJSON_AddArrayToObject(document, "systems");
    for (int i = 0; i < systems_count(); i++) {
        const system_entry *e = systems_at(i);
        list_problem(e->name, e->title, e->equation, e->parameters, e->parameter_count, rows, json);
    }
    if (json) {
        return print_json(document, why);
    }
    cJSON_Delete(document);
    return STATUS_OK;
}

static status list_formulations(const command *self, bool json, bool quiet, message *why)
{
    (void)self;
    (void)quiet;
    cJSON *document = cJSON_CreateObject();
    cJSON *rows = cJSON_AddArrayToObject(document, "formulations");
    for (int i = 0; i < formulations_count(); i++) {
        const formulation_family *f = formulations_at(i);
        cJSON *row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "name", f->name);
        cJSON_AddStringToObject(row, "title", f->title);
        cJSON_AddStringToObject(row, "options", f->keys);
        cJSON_AddItemToArray(rows, row);
        if (!json) {
            printf("%-22s %s\n", f->name, f->title);
        }
        if (!json && f->keys[0] != '\0') {
            printf("%-22s   :%s\n", "", f->keys);
        }
    }
    if (json) {
        return print_json(document, why);
    }
    cJSON_Delete(document);
    printf("\nA name with options is NAME:KEY=VALUE,KEY=VALUE, such as "
           "projected-invariant:D=CT,k=2.\n");
    return STATUS_OK;
}

static const struct {
    const char *name;
    status (*list)(const command *, bool, bool, message *);
} kinds[] = {{.name = "methods", .list = list_methods},
             {.name = "problems", .list = list_problems},
             {.name = "formulations", .list = list_formulations},
             {.name = "palettes", .list = list_palettes},
             {.name = "lessons", .list = list_lessons}};

static status list_kind(const command *self, const char *what, bool json, bool quiet, message *why)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].name, what) == 0) {
            return kinds[i].list(self, json, quiet, why);
        }
    }
    return refuse(why,
                  "'%.60s' cannot be listed; accepted: methods, problems, formulations, palettes, "
                  "lessons",
                  what);
}

static int run(const command *self, int count, char **arguments)
{
    bool json = false;
    bool quiet = false;
    bool helped = false;
    const char *what = "methods";
    const option table[] = {
        {.name = "--json", .help = "print one line of JSON", .flag = &json},
        {.name = "--quiet", .help = "no warnings", .flag = &quiet},
    };
    const char *words[sizeof kinds / sizeof kinds[0] + 1] = {NULL};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        words[i] = kinds[i].name;
    }
    const options o = {
        .table = table, .count = 2, .operands_most = 1, .operands = &what, .operand_words = words};
    message why;
    status s = options_read(&o, self, count, arguments, &helped, &why);
    if (s == STATUS_OK && !helped) {
        s = list_kind(self, what, json, quiet, &why);
    }
    return finish(self, s, &why);
}

const command list_command = {
    .name = "list",
    .summary = "Lists the methods (default), problems, formulations, palettes or lessons",
    .usage = "[methods|problems|formulations|palettes|lessons] [--json]",
    .details = "A family takes a parameter: radau-iia:3. 'DAE' methods are defined for every w,\n"
               "'ODE' methods for w = 0 only.\n",
    .run = run,
};
