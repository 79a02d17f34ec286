#include "stability/spin_range.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/plain.h"
#include "stability/phi_quad.h"
#include "stability/spin_critical.h"
#include "stability/spin_decide.h"
#include "stability/spin_scan.h"

/* Products of large integers that take about a second. With decimal coefficients, which are long
 * and leave pairs of nearly equal roots, it takes fewer. */
static const double most_work = 4e7;
static const double most_decimal_work = 5e5;

typedef struct search {
    spin_conditions conditions;
    root_set critical;
    bool is_decimal; /* the coefficients are */
    bool is_exact;   /* every decision so far */
} search;

/* At a rational w between critical ones, or at one of them. */
static bool decide(search *s, real_root *w)
{
    if (!s->is_decimal) {
        if (!real_root_is_rational(w) && spin_refute(&s->conditions, w)) {
            return false;
        }
        decision d = spin_decide(&s->conditions, w);
        if (d != UNDECIDED) {
            return d == DECIDED_YES;
        }
        s->is_exact = false;
    }
    return spin_decide_roughly(&s->conditions, w);
}

static bool decide_gap(search *s, int n)
{
    mpq_t between;
    real_root w;
    mpq_init(between);
    real_root_init(&w);
    root_set_between(&s->critical, n, between);
    real_root_set_rational(&w, between);
    bool holds = decide(s, &w);
    real_root_clear(&w);
    mpq_clear(between);
    return holds;
}

/* The set of stable w is closed but for w at which there is no method: where |R| <= 1 for w nearby,
 * it is in the limit, and what is bounded has no poles. So a critical w beside a stable gap needs
 * no decision. */
static bool decide_point(search *s, int n, bool beside_stable)
{
    real_root *w = &s->critical.roots[n];
    real_root_recognise(w);
    return beside_stable ? !spin_is_void(&s->conditions, w) : decide(s, w);
}

static spin_end infinite_end(double value)
{
    spin_end e = {.value = value};
    snprintf(e.text, sizeof e.text, value < 0 ? "-inf" : "inf");
    return e;
}

/* The nearest simple fraction of a decimal w, if it is within 1e-25. */
static bool snap(real_root *w, rational *found)
{
    wide value;
    mpq_t rest;
    mpq_init(rest);
    real_root_refine(w, 200);
    value.high = mpq_get_d(w->low);
    mpq_set_d(rest, value.high);
    mpq_sub(rest, w->low, rest);
    value.low = mpq_get_d(rest);
    mpq_clear(rest);
    quad x = quad_from_wide(value);
    *found = (rational){.p = 0, .q = 1};
    return fabsq(x) < 1e-25Q || rational_recognise(x, 1e-25Q, found);
}

static spin_end end_at(search *s, int n)
{
    real_root *w = &s->critical.roots[n];
    spin_end e = {0};
    rational simple;
    if (s->is_decimal && snap(w, &simple) && simple.q < 1000000) {
        char p[48], q[48];
        integer_write(p, simple.p);
        integer_write(q, simple.q);
        e.value = (double)((quad)simple.p / (quad)simple.q);
        e.is_rational = true;
        snprintf(e.text, sizeof e.text, simple.q == 1 ? "%.20s" : "%.20s/%.20s", p, q);
        return e;
    }
    e.value = real_root_value(w);
    e.is_rational = real_root_is_rational(w);
    if (e.is_rational &&
        mpz_sizeinbase(mpq_numref(w->low), 10) + mpz_sizeinbase(mpq_denref(w->low), 10) + 3 <
            sizeof e.text) {
        mpq_get_str(e.text, 10, w->low);
    } else {
        plain_print(e.text, sizeof e.text, "%.15g", e.value);
    }
    return e;
}

/* From truths of gaps and points, in turn: gap 0, point 0, gap 1, ... */
static status assemble(search *s, const bool *holds, spin_range *out, message *why)
{
    int places = 2 * s->critical.count + 1;
    for (int i = 0; i < places; i++) {
        if (!holds[i] || (i > 0 && holds[i - 1])) {
            continue;
        }
        int last = i;
        while (last + 1 < places && holds[last + 1]) {
            last++;
        }
        if (out->count == SPIN_RANGE_MOST) {
            return fail(why, "the spin range has more than %d parts", SPIN_RANGE_MOST);
        }
        spin_interval *part = &out->intervals[out->count++];
        part->includes_from = i % 2 == 1;
        part->includes_to = last % 2 == 1;
        part->from = i == 0 ? infinite_end(-INFINITY) : end_at(s, (i - 1) / 2);
        part->to = last == places - 1 ? infinite_end(INFINITY) : end_at(s, last / 2);
        if (strcmp(part->from.text, part->to.text) == 0) { /* a point, as far as is said */
            part->to = part->from;
        }
    }
    return STATUS_OK;
}

static status search_all(search *s, spin_range *out, message *why)
{
    bool *holds = NULL;
    spin_critical(&s->conditions, s->is_decimal, &s->critical);
    root_set_isolate(&s->critical);
    int count = s->critical.count;
    status st = memory_allocate(&holds, (size_t)(2 * count + 1), sizeof *holds, why);
    if (st != STATUS_OK) {
        return st;
    }
    for (int n = 0; n <= count; n++) {
        holds[2 * n] = decide_gap(s, n);
    }
    for (int n = 0; n < count; n++) {
        holds[2 * n + 1] = decide_point(s, n, holds[2 * n] || holds[2 * n + 2]);
    }
    st = assemble(s, holds, out, why);
    free(holds);
    return st;
}

/* A Phi without w: it holds at 0, or not. */
static void search_one(search *s, phi_spin spin, spin_range *out)
{
    real_root zero;
    real_root_init(&zero);
    if (decide(s, &zero)) {
        bool everywhere = spin == PHI_LIMIT;
        const spin_end at_zero = {.is_rational = true, .text = "0"};
        out->count = 1;
        out->intervals[0] = (spin_interval){.from = everywhere ? infinite_end(-INFINITY) : at_zero,
                                            .to = everywhere ? infinite_end(INFINITY) : at_zero,
                                            .includes_from = !everywhere,
                                            .includes_to = !everywhere};
    }
    real_root_clear(&zero);
}

typedef void define(const phi *, spin_conditions *);

static status find_range(const method *m, define *conditions, spin_range *out, message *why)
{
    phi *p = NULL;
    *out = (spin_range){0};
    status s = phi_compile(m, MOTION_SHEAR, &p, why);
    if (s != STATUS_OK) {
        return s;
    }
    search job = {.is_decimal = !p->info.exact, .is_exact = p->info.exact};
    conditions(p, &job.conditions);
    root_set_init(&job.critical);
    if (p->info.spin != PHI_ANY_W) {
        search_one(&job, p->info.spin, out);
    } else if (spin_critical_work(&job.conditions) >
               (job.is_decimal ? most_decimal_work : most_work)) {
        job.is_exact = false;
        s = spin_scan(&job.conditions, out, why);
    } else {
        s = search_all(&job, out, why);
    }
    out->exact = job.is_exact;
    root_set_clear(&job.critical);
    spin_conditions_clear(&job.conditions);
    phi_destroy(p);
    return s;
}

status spin_range_a_stable(const method *m, spin_range *out, message *why)
{
    return find_range(m, spin_conditions_a_stable, out, why);
}

status spin_range_negative_axis(const method *m, spin_range *out, message *why)
{
    return find_range(m, spin_conditions_negative_axis, out, why);
}

void spin_range_words(const spin_range *r, char *out, size_t size)
{
    size_t used = (size_t)snprintf(out, size, "%s", r->count == 0 ? "nothing" : "");
    for (int i = 0; i < r->count && used < size; i++) {
        const spin_interval *p = &r->intervals[i];
        const char *and = i == 0 ? "" : i == r->count - 1 ? " and " : ", ";
        bool is_point = strcmp(p->from.text, p->to.text) == 0;
        int added = is_point ? snprintf(out + used, size - used, "%s{%s}", and, p->from.text)
                             : snprintf(out + used, size - used, "%s%c%s, %s%c", and,
                                        p->includes_from ? '[' : '(', p->from.text, p->to.text,
                                        p->includes_to ? ']' : ')');
        used += added > 0 ? (size_t)added : 0;
    }
}
