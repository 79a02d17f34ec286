#include "stability/spin_critical.h"

typedef struct collector {
    root_set *set;
    bool is_decimal;
} collector;

static void collect(const collector *to, const zpoly *p)
{
    root_set_add(to->set, p);
    if (to->is_decimal) {
        zpoly slope;
        zpoly_init(&slope);
        zpoly_derivative(&slope, p);
        root_set_add(to->set, &slope);
        zpoly_clear(&slope);
    }
}

/* Where a and b, as polynomials in x, get another number of common roots. */
static void collect_meetings(const collector *to, const bipoly *a, const bipoly *b)
{
    zpoly p;
    zpoly_init(&p);
    bipoly_subresultant(&p, a, b);
    collect(to, &p);
    zpoly_clear(&p);
}

/* Divides by the power of x and the polynomial in w alone that p contains, and collects the
 * latter. */
static void take_out_factors(const collector *to, bipoly *p)
{
    zpoly content;
    zpoly_init(&content);
    bipoly_content(&content, p);
    collect(to, &content);
    int low = 0;
    while (low < p->degree && p->c[low].degree < 0) {
        low++;
    }
    bipoly rest;
    bipoly_init(&rest);
    for (int i = low; i <= p->degree; i++) {
        zpoly_divide(bipoly_at(&rest, i - low), &p->c[i], &content);
    }
    bipoly_trim(&rest);
    bipoly_swap(p, &rest);
    bipoly_clear(&rest);
    zpoly_clear(&content);
}

/* Roots x of p that come from or go to 0 or infinity, or meet. */
static void collect_curve(const collector *to, const bipoly *p)
{
    if (p->degree < 0) {
        return;
    }
    bipoly slope;
    bipoly_init(&slope);
    collect(to, &p->c[0]);
    collect(to, &p->c[p->degree]);
    bipoly_derivative(&slope, p);
    collect_meetings(to, p, &slope);
    bipoly_clear(&slope);
}

/* Roots of D that cross the imaginary axis, go to infinity, meet, or cancel. */
static void collect_poles(const collector *to, const spin_conditions *c)
{
    bipoly D, even, odd;
    bipoly_init(&D);
    bipoly_init(&even);
    bipoly_init(&odd);
    bipoly_set(&D, &c->D);
    bipoly_make_primitive(&D);
    take_out_factors(to, &D);
    collect_curve(to, &D);
    bipoly_split(&D, &even, &odd);
    collect_meetings(to, &even, &odd);
    for (int i = 0; i < c->numerator_count; i++) {
        collect_meetings(to, &D, &c->numerators[i]);
    }
    bipoly_clear(&D);
    bipoly_clear(&even);
    bipoly_clear(&odd);
}

void spin_critical(const spin_conditions *c, bool is_decimal, root_set *out)
{
    const collector to = {.set = out, .is_decimal = is_decimal};
    bipoly curves[CONDITIONS_MOST];
    for (int i = 0; i < c->curve_count; i++) {
        bipoly_init(&curves[i]);
        bipoly_set(&curves[i], &c->curves[i]);
        take_out_factors(&to, &curves[i]);
        collect_curve(&to, &curves[i]);
    }
    for (int i = 0; i < c->curve_count && c->curves_meet; i++) {
        for (int k = 0; k < i; k++) {
            collect_meetings(&to, &curves[i], &curves[k]);
        }
    }
    if (c->D.degree >= 0) {
        collect_poles(&to, c);
    }
    for (int i = 0; i < c->curve_count; i++) {
        bipoly_clear(&curves[i]);
    }
}

static size_t longest(const bipoly *p)
{
    size_t most = 1;
    for (int i = 0; i <= p->degree; i++) {
        for (int k = 0; k <= p->c[i].degree; k++) {
            size_t bits = mpz_sizeinbase(p->c[i].c[k], 2);
            most = bits > most ? bits : most;
        }
    }
    return most;
}

double spin_critical_work(const spin_conditions *c)
{
    enum { SHORT = 64 };
    double work = 0;
    for (int i = 0; i < c->curve_count; i++) {
        double order = 2.0 * c->curves[i].degree;
        size_t bits = longest(&c->curves[i]);
        work += order * order * order * order * bipoly_degree_w(&c->curves[i]) *
                (double)(bits > SHORT ? bits : SHORT) / SHORT;
    }
    return work;
}
