#include "report.h"

#include <stdlib.h>

#include "base/memory.h"
#include "cli.h"
#include "session.h"

typedef struct work {
    reports *reports;
    wide w;
} work;

/* A set that cannot be found does not hide the other numbers. */
static void find_range(status (*find)(const method *, spin_range *, message *), report *r,
                       known_range *out)
{
    if (r->status == STATUS_OK) {
        out->is_known = find(r->method, &out->range, &r->why) == STATUS_OK;
    }
}

static void analyse_piece(void *context, int index)
{
    const work *all = context;
    report *r = &all->reports->items[index];
    if (r->status != STATUS_OK) {
        return;
    }
    r->status = analysis_of(r->method, all->w, &r->numbers, &r->why);
    find_range(spin_range_a_stable, r, &r->a_stable_for);
    find_range(spin_range_negative_axis, r, &r->negative_axis_for);
}

/* Analyses what was opened. */
static status analyse_opened(const command *self, reports *r, wide w, bool quiet, message *why)
{
    work all = {.reports = r, .w = w};
    share_with_progress(r->count, 0, analyse_piece, &all, "analysing", quiet);
    bool any = false;
    for (int i = 0; i < r->count; i++) {
        const report *one = &r->items[i];
        bool has_sets = one->a_stable_for.is_known && one->negative_axis_for.is_known;
        any = any || one->status == STATUS_OK;
        if (one->status == STATUS_OK && !has_sets) {
            warn(self, quiet, one->why.text);
        }
    }
    return any ? STATUS_OK : reports_status(r, why);
}

status reports_status(const reports *r, message *why)
{
    for (int i = 0; i < r->count; i++) {
        if (r->items[i].status != STATUS_OK) {
            *why = r->items[i].why;
            return r->items[i].status;
        }
    }
    return STATUS_OK;
}

status reports_of_names(const command *self, const char *const *names, int count, wide w,
                        bool quiet, reports *out, message *why)
{
    *out = (reports){0};
    status s = memory_allocate(&out->items, (size_t)count, sizeof *out->items, why);
    for (int i = 0; i < count && s == STATUS_OK; i++) {
        report *r = &out->items[out->count++];
        r->name = names[i];
        r->status = open_method(self, names[i], quiet, &r->method, &r->why);
        r->name = r->method != NULL ? method_describe(r->method)->name : r->name;
    }
    return s == STATUS_OK ? analyse_opened(self, out, w, quiet, why) : s;
}

status reports_of_catalogue(const command *self, wide w, bool quiet, reports *out, message *why)
{
    catalogue *c = NULL;
    *out = (reports){0};
    status s = catalogue_create(assets_folder(), &c, why);
    int members = s == STATUS_OK ? catalogue_member_count(c) : 0;
    s = s == STATUS_OK ? memory_allocate(&out->items, (size_t)members, sizeof *out->items, why) : s;
    for (int i = 0; i < members && s == STATUS_OK; i++) {
        method *m = NULL;
        s = open_method(self, catalogue_member(c, i), quiet, &m, why);
        if (s == STATUS_OK && (w.high == 0 || method_describe(m)->form != FORM_ODE_ONLY)) {
            out->items[out->count++] = (report){.name = method_describe(m)->name, .method = m};
        } else {
            out->left_out += s == STATUS_OK;
            method_destroy(m);
        }
    }
    catalogue_destroy(c);
    return s == STATUS_OK ? analyse_opened(self, out, w, quiet, why) : s;
}

void reports_clear(reports *r)
{
    for (int i = 0; i < r->count; i++) {
        method_destroy(r->items[i].method);
    }
    free(r->items);
    *r = (reports){0};
}
