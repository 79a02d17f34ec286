#include "stability/spin_range.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/plain.h"
#include "method/order_exact.h"
#include "stability/phi_quad.h"
#include "stability/spin_critical.h"
#include "stability/spin_decide.h"
#include "stability/spin_scan.h"

/* Work that takes about a second. With decimal coefficients, which leave pairs of nearly equal
 * roots, it is less; and less still where numbers of a larger field are to be decided exactly. */
static const double most_work = 5e6;
static const double most_decimal_work = 2e6;
static const double most_field_work = 1e5;

typedef struct search {
    const phi *p;
    spin_define *define;
    int slack;
    spin_conditions conditions;
    root_set critical;
    bool is_decimal;    /* the coefficients are, or they are in a larger field */
    bool is_exact;      /* every decision so far */
    bool decides_field; /* is the field small enough? */
} search;

/* At a rational w between critical ones, or at one of them. */
static bool decide(search *s, real_root *w)
{
    decision d = UNDECIDED;
    if (!s->is_decimal) {
        if (!real_root_is_rational(w) && spin_refute(&s->conditions, w)) {
            return false;
        }
        d = spin_decide(&s->conditions, w);
    } else if (s->decides_field && real_root_is_rational(w)) {
        d = spin_decide_at(s->p, s->define, w->low, s->slack);
    }
    s->is_exact = s->is_exact && d != UNDECIDED;
    return d != UNDECIDED ? d == DECIDED_YES : spin_decide_roughly(&s->conditions, w);
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

int spin_slack(const method *m)
{
    static const double most = 1e-6;
    order_report report = order_of(method_coefficients(m));
    double size = 100 * order_rounding(m, &report);
    return size > 0 && size < most ? -(int)floor(log2(size)) - 1 : 0;
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
    return fabsq(x) < 1e-25Q || (rational_recognise(x, 1e-25Q, found) && found->q < 1000000);
}

/* The set of stable w is closed but for w at which there is no method: where |R| <= 1 for w nearby,
 * it is in the limit, and what is bounded has no poles. So a critical w beside a stable gap needs
 * no decision. */
static bool decide_point(search *s, int n, bool beside_stable)
{
    real_root *w = &s->critical.roots[n];
    rational simple;
    real_root_recognise(w);
    if (!beside_stable && s->is_decimal && snap(w, &simple)) {
        mpq_t value;
        mpq_init(value);
        mpq_set_si(value, (long)simple.p, (unsigned long)simple.q);
        real_root_set_rational(w, value);
        mpq_clear(value);
    }
    return beside_stable ? !spin_is_void(&s->conditions, w) : decide(s, w);
}

static spin_end end_at(search *s, int n)
{
    real_root *w = &s->critical.roots[n];
    spin_end e = {0};
    rational simple;
    if (s->is_decimal && snap(w, &simple)) {
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

/* From decimals one critical w becomes several that are next to each other: the last of those that
 * begin with root n. */
static int end_of_cluster(search *s, int n)
{
    enum { BITS = 200, NEAR = 34 };
    mpq_t distance, size;
    mpq_inits(distance, size, NULL);
    bool is_near = s->is_decimal;
    for (; is_near && n + 1 < s->critical.count; n += is_near) {
        real_root *w = &s->critical.roots[n];
        real_root_refine(&w[0], BITS);
        real_root_refine(&w[1], BITS);
        mpq_sub(distance, w[1].low, w[0].low);
        mpq_abs(size, w[0].low);
        mpq_div_2exp(size, size, NEAR);
        is_near = mpq_cmp(distance, size) <= 0;
    }
    mpq_clears(distance, size, NULL);
    return n;
}

static status search_all(search *s, spin_range *out, message *why)
{
    bool *holds = NULL;
    spin_critical(&s->conditions, s->is_decimal, &s->critical);
    root_set_isolate(&s->critical);
    int count = s->critical.count;
    TRY(memory_allocate(&holds, (size_t)(2 * count + 1), sizeof *holds, why));
    holds[0] = decide_gap(s, 0);
    for (int n = 0, last; n < count; n = last + 1) {
        last = end_of_cluster(s, n);
        holds[2 * last + 2] = decide_gap(s, last + 1);
        bool is_in = decide_point(s, n, holds[2 * n] || holds[2 * last + 2]);
        for (int i = 2 * n + 1; i <= 2 * last + 1; i++) {
            holds[i] = is_in;
        }
    }
    status st = assemble(s, holds, out, why);
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

/* The set for |sigma| <= 1 + 2^-slack, or 1. */
static status find_set(const phi *p, spin_define *define, int slack, spin_range *out, message *why)
{
    spin_source source;
    search job = {.p = p,
                  .define = define,
                  .slack = slack,
                  .is_decimal = !p->info.exact,
                  .is_exact = p->info.exact};
    status s = STATUS_OK;
    *out = (spin_range){0};
    spin_source_init(&source, p, slack);
    define(&source, &job.conditions);
    root_set_init(&job.critical);
    double work = spin_critical_work(&job.conditions);
    job.decides_field = p->exact != NULL && work < most_field_work;
    if (p->info.spin != PHI_ANY_W) {
        search_one(&job, p->info.spin, out);
    } else if (work > (job.is_decimal ? most_decimal_work : most_work)) {
        job.is_exact = false;
        s = spin_scan(p, define, slack, &job.conditions, out, why);
        out->is_sampled = true;
    } else {
        s = search_all(&job, out, why);
    }
    out->exact = job.is_exact;
    root_set_clear(&job.critical);
    spin_conditions_clear(&job.conditions);
    spin_source_clear(&source);
    return s;
}

static bool has_zero(const spin_range *r)
{
    bool has = false;
    for (int n = 0; n < r->count; n++) {
        has = has || (r->intervals[n].from.value <= 0 && r->intervals[n].to.value >= 0);
    }
    return has;
}

/* The same parts with nearly the same ends, as to w = 0 with the same? */
static bool are_alike(const spin_range *a, const spin_range *b)
{
    bool are = a->count == b->count && has_zero(a) == has_zero(b);
    for (int n = 0; n < a->count && are; n++) {
        const double ends[2][2] = {{a->intervals[n].from.value, b->intervals[n].from.value},
                                   {a->intervals[n].to.value, b->intervals[n].to.value}};
        for (int k = 0; k < 2; k++) {
            are = are && (ends[k][0] == ends[k][1] ||
                          fabs(ends[k][0] - ends[k][1]) <= 1e-5 * (1 + fabs(ends[k][0])));
        }
    }
    return are;
}

static status find_range(const method *m, spin_define *define, spin_range *out, message *why)
{
    phi *p = NULL;
    *out = (spin_range){0};
    spin_range *loose = NULL;
    status s = STATUS_OK;
    TRY_OR_END(phi_compile(m, MOTION_SHEAR, &p, why));
    TRY_OR_END(find_set(p, define, 0, out, why));
    int slack = p->exact != NULL ? spin_slack(m) : 0;
    if (slack > 0) {
        TRY_OR_END(memory_allocate(&loose, 1, sizeof *loose, why));
        TRY_OR_END(find_set(p, define, slack, loose, why));
        if (!are_alike(out, loose)) {
            *out = *loose;
            out->up_to_rounding = ldexp(1, -slack);
        }
    }
end:
    free(loose);
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

bool spin_interval_is_point(const spin_interval *i)
{
    return strcmp(i->from.text, i->to.text) == 0;
}

static void add_end(const spin_end *end, int digits, number_style style, text *out)
{
    char words[NUMBER_WORDS];
    size_t length = strlen(end->text);
    bool is_fraction = length < 20 && strspn(end->text, "-/0123456789") == length;
    bool is_negative = end->text[0] == '-';
    if (style == NUMBER_PLAIN) {
        text_add(out, "%s", end->text);
    } else if (is_fraction) {
        text_add(out, "%s%s", is_negative ? "−" : "", end->text + is_negative);
    } else {
        text_add(out, "%s", number_words(end->value, digits, style, words));
    }
}

void spin_range_text(const spin_range *r, int digits, number_style style, text *out)
{
    bool is_fine = style == NUMBER_FINE;
    text_add(out, "%s", r->count == 0 ? "nothing" : "");
    for (int i = 0; i < r->count; i++) {
        const spin_interval *p = &r->intervals[i];
        bool is_point = spin_interval_is_point(p);
        if (!is_fine && i > 0 && is_point && strcmp(p[-1].to.text, p->to.text) == 0) {
            continue; /* rounding has split it off: it says nothing that is not said */
        }
        text_add(out, "%s%s",
                 i == 0                         ? ""
                 : is_fine || i == r->count - 1 ? " and "
                                                : ", ",
                 is_point           ? "{"
                 : p->includes_from ? "["
                                    : "(");
        add_end(&p->from, digits, style, out);
        if (!is_point) {
            text_add(out, ", ");
            add_end(&p->to, digits, style, out);
        }
        text_add(out, "%s", is_point ? "}" : p->includes_to ? "]" : ")");
    }
}

void spin_range_words(const spin_range *r, char *out, size_t size)
{
    text words = {0};
    spin_range_text(r, 0, NUMBER_PLAIN, &words);
    snprintf(out, size, "%s", words.data != NULL ? words.data : "");
    text_clear(&words);
}
