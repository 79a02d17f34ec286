#include "study/map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

/* Errors above the limit have blown up. */
static const double blown_up = 1e6;

const char *const cell_words[CELL_KINDS] = {
    [CELL_DONE] = "done",
    [CELL_BLEW_UP] = "blew up",
    [CELL_NO_CONVERGENCE] = "did not converge",
    [CELL_SINGULAR] = "singular step",
    [CELL_TOO_LONG] = "too many steps",
    [CELL_NO_START] = "did not start",
    [CELL_REFUSED] = "refused",
};

const char *const cell_keys[CELL_KINDS] = {
    [CELL_DONE] = "done",
    [CELL_BLEW_UP] = "blew_up",
    [CELL_NO_CONVERGENCE] = "no_convergence",
    [CELL_SINGULAR] = "singular",
    [CELL_TOO_LONG] = "too_long",
    [CELL_NO_START] = "no_start",
    [CELL_REFUSED] = "refused",
};

const char *const map_quantity_names[] = {
    [SHOW_ERROR] = "error", [SHOW_DRIFT] = "drift", [SHOW_ENERGY] = "energy", NULL};

const char *const map_quantity_words[] = {[SHOW_ERROR] = "error at the end",
                                          [SHOW_DRIFT] = "largest drift",
                                          [SHOW_ENERGY] = "largest drift of the energy"};

/* What may be an axis besides the parameters, and its usual range; that of h depends on t1. */
static const struct {
    const char *name;
    axis_kind kind;
    double low, high;
} axis_names[] = {{"h", AXIS_H, 0, 0},
                  {"tol", AXIS_TOL, 1e-8, 1e-2},
                  {"gamma", AXIS_GAMMA, 0.1, 1000},
                  {"hnu", AXIS_HNU, 0.1, 100}};

enum { AXIS_NAMES = sizeof axis_names / sizeof axis_names[0] };

status map_axis_find(const char *name, const lab_setup *base, map_axis *out, message *why)
{
    const system_entry *e = base->entry;
    bool has_nu = system_entry_parameter(e, "nu") >= 0;
    *out = (map_axis){.parameter = system_entry_parameter(e, name)};
    snprintf(out->name, sizeof out->name, "%s", name);
    if (out->parameter >= 0) {
        return STATUS_OK;
    }
    text t = {0};
    for (int i = 0; i < AXIS_NAMES; i++) {
        bool exists = axis_names[i].kind != AXIS_HNU || has_nu;
        if (exists && strcmp(axis_names[i].name, name) == 0) {
            out->kind = axis_names[i].kind;
            out->parameter = out->kind == AXIS_HNU ? system_entry_parameter(e, "nu") : -1;
            text_clear(&t);
            return STATUS_OK;
        }
        if (exists) {
            text_add(&t, "%s, ", axis_names[i].name);
        }
    }
    for (int i = 0; i < e->parameter_count; i++) {
        text_add(&t, "%s%s", i > 0 ? ", " : "", e->parameters[i].name);
    }
    status s = refuse(why, "--plane: %s has no '%.40s'; accepted: %s", e->name, name,
                      t.data != NULL ? t.data : "");
    text_clear(&t);
    return s;
}

bool map_axis_usual(map_axis *a, const lab_setup *base)
{
    if (a->kind == AXIS_PARAMETER) {
        double initial = base->entry->parameters[a->parameter].initial;
        a->low = initial / 10;
        a->high = initial * 10;
    }
    for (int i = 0; i < AXIS_NAMES; i++) {
        if (axis_names[i].kind == a->kind) {
            a->low = axis_names[i].low;
            a->high = axis_names[i].high;
        }
    }
    if (a->kind == AXIS_H) {
        a->low = base->t1 / 1000;
        a->high = base->t1 / 10;
    }
    return a->low < a->high;
}

const map_axis *map_axis_of(const lab_map *m, axis_kind kind)
{
    return m->axes[0].kind == kind ? &m->axes[0] : m->axes[1].kind == kind ? &m->axes[1] : NULL;
}

bool map_has_gamma(const formulation_choice *f)
{
    return strstr(formulations_at(f->family)->keys, "gamma=") != NULL && !f->has_gammas;
}

void map_begin_steps(lab_map *m)
{
    lab_setup *b = &m->base;
    if (map_axis_of(m, AXIS_TOL) != NULL) {
        b->tolerance = 1;
    }
    if (map_axis_of(m, AXIS_H) != NULL) {
        b->h = 1;
    } else if (map_axis_of(m, AXIS_HNU) != NULL && !(b->h > 0)) {
        b->h = b->t1 / 200;
    }
}

double map_axis_at(const map_axis *a, int i)
{
    double part = (i + 0.5) / a->count;
    return a->is_log ? a->low * pow(a->high / a->low, part) : a->low + (a->high - a->low) * part;
}

static bool moves_system(const map_axis *a)
{
    return a->kind == AXIS_PARAMETER || a->kind == AXIS_HNU;
}

static void set_axis(const map_axis *a, double value, lab_setup *s)
{
    switch (a->kind) {
    case AXIS_PARAMETER:
        s->values[a->parameter] = value;
        break;
    case AXIS_H:
        s->h = value;
        break;
    case AXIS_TOL:
        s->tolerance = value;
        break;
    case AXIS_GAMMA:
        s->formulation.gamma[0] = value;
        break;
    case AXIS_HNU:
        s->values[a->parameter] = value / s->h;
        break;
    }
}

/* The experiment of a cell; h before h nu. */
static lab_setup setup_of(const lab_map *m, int which, int column, int row)
{
    lab_setup s = m->base;
    const double values[] = {map_axis_at(&m->axes[0], column), map_axis_at(&m->axes[1], row)};
    s.formulation = m->formulations[which];
    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; k < 2; k++) {
            if ((m->axes[k].kind == AXIS_HNU) == (pass == 1)) {
                set_axis(&m->axes[k], values[k], &s);
            }
        }
    }
    return s;
}

/* Errors are known for every column and row where only one of them, or none, moves the system. */
static bool shares_truths(const lab_map *m)
{
    return !(moves_system(&m->axes[0]) && moves_system(&m->axes[1])) &&
           !(m->axes[0].kind == AXIS_H && m->axes[1].kind == AXIS_HNU) &&
           !(m->axes[1].kind == AXIS_H && m->axes[0].kind == AXIS_HNU);
}

static int truth_count(const lab_map *m)
{
    for (int k = 0; k < 2; k++) {
        if (moves_system(&m->axes[k])) {
            return m->axes[k].count;
        }
    }
    return 1;
}

static void truth_piece(void *context, int index)
{
    lab_map *m = context;
    bool by_row = moves_system(&m->axes[1]);
    lab_setup s = setup_of(m, 0, by_row ? 0 : index, by_row ? index : 0);
    truth_find(&s, &m->truths[index]);
}

static cell_kind kind_of(const outcome *o, double size)
{
    static const cell_kind kinds[] = {[STEP_DONE] = CELL_DONE,
                                      [STEP_SINGULAR] = CELL_SINGULAR,
                                      [STEP_NO_CONVERGENCE] = CELL_NO_CONVERGENCE,
                                      [STEP_NOT_FINITE] = CELL_BLEW_UP,
                                      [STEP_TOO_SMALL] = CELL_NO_CONVERGENCE,
                                      [STEP_TOO_MANY] = CELL_TOO_LONG};
    if (o->status != STATUS_OK) {
        return o->status == STATUS_BAD_INPUT ? CELL_REFUSED : CELL_NO_START;
    }
    cell_kind kind = kinds[o->result.outcome];
    return kind == CELL_DONE && !(size <= blown_up) ? CELL_BLEW_UP : kind;
}

/* How far off a finished run is at most, of all that is known. */
static double size_of(const outcome *o, bool is_known)
{
    const lab_result *r = &o->result;
    double size = fmax(r->worst_drift[0], r->worst_drift[1]);
    if (isnan(r->worst_drift[0]) || isnan(r->worst_drift[1])) {
        return INFINITY;
    }
    if (is_known) { /* an error that is no number is one that blew up */
        size = isnan(o->error_p) ? INFINITY : o->error_p;
        size = isnan(o->error_v) ? size : fmax(size, o->error_v);
    }
    return size;
}

static void cell_piece(void *context, int index)
{
    lab_map *m = context;
    int columns = m->axes[0].count, rows = m->axes[1].count;
    int column = index % columns, row = index / columns % rows;
    lab_setup s = setup_of(m, index / columns / rows, column, row);
    truth own;
    const truth *known = NULL;
    if (m->shows == SHOW_ERROR && m->truths != NULL) {
        known = &m->truths[moves_system(&m->axes[0])   ? column
                           : moves_system(&m->axes[1]) ? row
                                                       : 0];
    } else if (m->shows == SHOW_ERROR) {
        truth_find(&s, &own);
        known = &own;
    }
    outcome o;
    outcome_find(&s, known, &o);
    bool is_known = known != NULL && known->is_known;
    m->cells[index] = (map_cell){.kind = kind_of(&o, size_of(&o, is_known)),
                                 .is_known = is_known,
                                 .error_p = o.error_p,
                                 .error_v = o.error_v,
                                 .drift = {o.result.worst_drift[0], o.result.worst_drift[1]},
                                 .energy = o.energy,
                                 .steps = o.result.steps,
                                 .note = lab_result_note(&o.result)};
    if (o.status != STATUS_OK) {
        map_cell *c = &m->cells[index];
        snprintf(c->why, sizeof c->why, "%.*s", (int)sizeof c->why - 1, o.why.text);
    }
}

/* Errors that are not known where a run was done: something else is shown, everywhere. */
static void settle_quantity(lab_map *m, int count)
{
    bool has_energy = false, lacks = false;
    for (int i = 0; i < count; i++) {
        const map_cell *c = &m->cells[i];
        has_energy = has_energy || !isnan(c->energy);
        lacks = lacks || (c->kind == CELL_DONE && !c->is_known);
    }
    if (m->shows == SHOW_ERROR && lacks) {
        m->shows = has_energy ? SHOW_ENERGY : SHOW_DRIFT;
        refuse(&m->unknown, "errors are not known everywhere; the %s is shown",
               map_quantity_words[m->shows]);
    }
}

status map_compute(lab_map *m, const study_work *work, message *why)
{
    int count = m->formulation_count * m->axes[0].count * m->axes[1].count;
    TRY(memory_allocate(&m->cells, (size_t)count, sizeof *m->cells, why));
    if (m->shows == SHOW_ERROR && shares_truths(m)) {
        int truths = truth_count(m);
        TRY(memory_allocate(&m->truths, (size_t)truths, sizeof *m->truths, why));
        work->share(work->context, "references", truths, truth_piece, m);
    }
    work->share(work->context, "cells", count, cell_piece, m);
    settle_quantity(m, count);
    return STATUS_OK;
}

void map_clear(lab_map *m)
{
    free(m->cells);
    free(m->truths);
    m->cells = NULL;
    m->truths = NULL;
}

const map_cell *map_cell_at(const lab_map *m, int which, int column, int row)
{
    return &m->cells[((size_t)which * (size_t)m->axes[1].count + (size_t)row) *
                         (size_t)m->axes[0].count +
                     (size_t)column];
}

double map_cell_value(const lab_map *m, const map_cell *c)
{
    switch (m->shows) {
    case SHOW_DRIFT:
        return fmax(c->drift[0], c->drift[1]);
    case SHOW_ENERGY:
        return c->energy;
    case SHOW_ERROR:
        break;
    }
    return outcome_larger(c->error_p, c->error_v);
}
