/* The steps themselves and what is measured at each; the systems they solve are in batch_stage.c,
 * the equations in batch_equation.c, the starting values in batch_run.c.
 *
 * A lane that fails leaves the block with the record it had before, and is calculated on with no
 * one looking. Comparisons are written so that NaN fails them. */
#include "dae/batch.h"

#include <limits.h>
#include <stddef.h>

#include "dae/batch_run.h"

/* The solution at one time. */
typedef struct moment {
    complexes x[2];
    complexes K; /* h x', of ODEs in multistep methods */
    complexes u; /* row 0 of E times x */
    complexes v; /* x2 when it is free, else 0 */
} moment;

/* |u|^2 (and |v|^2) of one step of a window, times 4^exponent. */
typedef struct sample {
    lanes square;
    mask exponent;
} sample;

typedef struct block {
    pixels p;
    instant ends[2], stage[STAGE_MAX_INSTANTS];
    instant *start, *end; /* of the step, in `ends` */
    moment room[METHOD_MAX_STEPS + 1];
    moment *past[METHOD_MAX_STEPS + 1]; /* oldest first; the last is the step being taken */
    stage_problem problem;

    mask alive;
    complexes factor, reference;
    mask run;
    mask exponent; /* the solution is 2^exponent times what is stored */
    sample early[GROWTH_WINDOW], late[GROWTH_WINDOW];
    complexes tail[GROWTH_TAIL]; /* the last u */
    mask tail_exponent[GROWTH_TAIL];
    growth *out;
} block;

status batch_check(const batch_request *request, message *why)
{
    if (request->method->form == FORM_ODE_ONLY && request->equation != BATCH_ODE) {
        return refuse(why, "this method is for ODEs only: it cannot step a DAE");
    }
    if (!(request->h > 0) || !isfinite(request->h)) {
        return refuse(why, "step size %g: accepted are positive numbers", request->h);
    }
    if (!isfinite(request->t0)) {
        return refuse(why, "starting time %g: accepted are finite numbers", request->t0);
    }
    if (request->steps < 1) {
        return refuse(why, "%d steps: accepted are 1 or more", request->steps);
    }
    return STATUS_OK;
}

/* The pixels of a block, the last one repeated when there are fewer than lanes. */
static void load(const batch_run *r, int count, const double *parameters, block *b)
{
    for (int l = 0; l < LANES; l++) {
        const double *of = parameters + (l < count ? l : count - 1) * BATCH_PARAMETERS;
        bool finite = true;
        for (int k = 0; k < r->equation->parameters; k++) {
            finite &= isfinite(of[k]) != 0;
        }
        for (int k = 0; k < BATCH_PARAMETERS; k++) {
            bool use = finite && k < r->equation->parameters;
            b->p.value[k][l] = use ? of[k] : 0;
        }
        b->alive[l] = l < count && finite ? -1 : 0;
        if (l < count && !finite) {
            b->out[l] = growth_begin(r->steps, -INFINITY);
            b->out[l].outcome = STEP_NOT_FINITE;
        }
    }
    b->p.same_omega = true;
    for (int l = 1; l < LANES; l++) {
        b->p.same_omega &= b->p.value[2][l] == b->p.value[2][0];
    }
}

/* u, and x2 when it is free, in the frame that moves with the kernel. */
ALWAYS_INLINE void observe(const batch_run *r, const instant *at, moment *m)
{
    const lanes zero = {0};
    m->u = (complexes){zero, zero};
    m->v = (complexes){zero, zero};
    for (int c = 0; c < r->unknowns; c++) {
        add_real_product(&m->u, &at->e[c], &m->x[c]);
    }
    if (r->free_constraint && r->equation->turns) {
        for (int c = 0; c < 2; c++) {
            lanes row = at->e[c] + at->g[c];
            add_real_product(&m->v, &row, &m->x[c]);
        }
    } else if (r->free_constraint) {
        copy(&m->v, &m->x[1], 1);
    }
}

/* A step that lies in one of the windows. */
ALWAYS_INLINE void note(const batch_run *r, block *b, int step)
{
    const moment *m = b->past[r->history - 1];
    sample *at = NULL;
    if (step >= r->late) {
        at = &b->late[step - r->late];
    } else if (step >= r->early && step < r->early + r->window) {
        at = &b->early[step - r->early];
    }
    if (at != NULL) {
        at->square = m->u.re * m->u.re + m->u.im * m->u.im + m->v.re * m->v.re + m->v.im * m->v.im;
        at->exponent = b->exponent;
    }
}

/* One of the last steps. */
ALWAYS_INLINE void note_tail(const batch_run *r, block *b, int step)
{
    int index = step - (r->steps - GROWTH_TAIL + 1);
    if (index >= 0) {
        copy(&b->tail[index], &b->past[r->history - 1]->u, 1);
        b->tail_exponent[index] = b->exponent;
    }
}

/* Looks at the last steps, unless all is known: a single factor has settled. */
static void read_tail(const batch_run *r, const block *b, int lane, growth *g)
{
    double complex tail[GROWTH_TAIL];
    if (r->steps < GROWTH_TAIL || (g->is_single && g->run >= GROWTH_SETTLED)) {
        return;
    }
    for (int i = 0; i < GROWTH_TAIL; i++) {
        long below = b->tail_exponent[i][lane] - b->tail_exponent[GROWTH_TAIL - 1][lane];
        int clipped = below > 1000 ? 1000 : below < -1000 ? -1000 : (int)below;
        tail[i] = CMPLX(ldexp(b->tail[i].re[lane], clipped), ldexp(b->tail[i].im[lane], clipped));
    }
    growth_read_tail(g, tail);
}

/* The logarithm of the sum over the first `count` samples. */
static double log_sum(const sample *window, int count, int lane)
{
    long largest = LONG_MIN;
    double sum = 0;
    for (int i = 0; i < count; i++) {
        largest = window[i].exponent[lane] > largest ? window[i].exponent[lane] : largest;
    }
    for (int i = 0; i < count; i++) {
        long below = window[i].exponent[lane] - largest;
        double square = window[i].square[lane];
        sum += below == 0 ? square : ldexp(square, (int)(below < -1100 ? -2200 : 2 * below));
    }
    if (sum == 0) {
        return -INFINITY;
    }
    return sum > 0 ? log(sum) + 2 * (double)largest * log(2) : NAN;
}

static int samples_until(const batch_run *r, int first, int steps)
{
    int count = steps - first + 1;
    return count < 0 ? 0 : count > r->window ? r->window : count;
}

/* The record of one lane after so many steps; it leaves the block. */
static void leave(const batch_run *r, block *b, int lane, int steps, step_outcome outcome)
{
    growth *g = &b->out[lane];
    b->alive[lane] = 0;
    *g = growth_begin(r->steps, -INFINITY);
    g->outcome = outcome;
    g->steps = steps;
    g->is_single = r->history == 1 && !r->free_constraint;
    g->run = (int)b->run[lane];
    g->factor = CMPLX(b->factor.re[lane], b->factor.im[lane]);
    g->reference = CMPLX(b->reference.re[lane], b->reference.im[lane]);
    g->early = log_sum(b->early, samples_until(r, r->early, steps), lane);
    g->late = log_sum(b->late, samples_until(r, r->late, steps), lane);
}

/* u is 0, and will stay so in the steps that remain. */
static void vanish(const batch_run *r, block *b, int lane, int steps)
{
    growth *g = &b->out[lane];
    leave(r, b, lane, steps, STEP_DONE);
    g->steps = r->steps;
    g->late = -INFINITY;
    g->factor = g->reference = 0;
    g->run = GROWTH_SETTLED;
}

static void retire(const batch_run *r, block *b, const mask *failed, int steps)
{
    for (int l = 0; l < LANES; l++) {
        if (b->alive[l] && (*failed)[l]) {
            leave(r, b, l, steps, b->problem.singular[l] ? STEP_SINGULAR : STEP_NOT_FINITE);
        }
    }
}

/* Consistent values with generic u; keep=none begins with a generic residual as well. */
static void start(const batch_run *r, block *b)
{
    const lanes zero = {0};
    b->start = &b->ends[0];
    b->end = &b->ends[1];
    b->problem = (stage_problem){.method = r->method, .h = r->h, .known = r->known};
    mask failed = (mask)zero;
    for (int i = 0; i <= r->history; i++) {
        moment *m = b->past[i] = &b->room[i];
        double complex u = r->generic[i], residual = r->free_constraint ? r->generic[1] : 0;
        complexes p = {zero + creal(u), zero + cimag(u)};
        complexes q = {zero + creal(residual), zero + cimag(residual)};
        *m = (moment){.x = {p}};
        if (i == r->history) {
            continue;
        }
        r->equation->assemble(&b->p, r->t0 - (r->history - 1 - i) * r->h, b->start);
        if (r->unknowns == 2) {
            equation_solve_pair(b->start, &p, &q, m->x, &b->problem.singular);
        }
        observe(r, b->start, m);
        add_product(&m->K, &b->start->a[0], &m->x[0]);
        m->K.re *= r->h;
        m->K.im *= r->h;
        lanes size;
        size_of(&m->u, &size);
        failed |= ~(size < LANES_HUGE);
    }
    b->run = b->exponent = (mask)zero;
    b->factor = b->reference = (complexes){zero, zero};
    note(r, b, 0);
    failed |= b->problem.singular;
    retire(r, b, &failed, 0);
}

/* E and A at the nodes of this step, transformed when stabilising. */
static void prepare(const batch_run *r, block *b, double t_old, double t_new, const chord *q)
{
    stage_problem *p = &b->problem;
    for (int j = r->known; j < r->node_count; j++) {
        double node = r->node[j], t = node == 1 ? t_new : t_old + node * r->h;
        p->at[j] = node == 0 ? b->start : b->end;
        if (node != 0 && node != 1) {
            r->equation->assemble(&b->p, t, &b->stage[j]);
            p->at[j] = &b->stage[j];
        }
        if (r->spin) {
            chord_transform(q, p->at[j], t, &b->stage[j]);
            p->at[j] = &b->stage[j];
        }
    }
}

/* K of an explicit first stage: the consistent derivative of x, as one of y when stabilising. */
ALWAYS_INLINE void take_first_stage(const batch_run *r, block *b, double t_old, const chord *q)
{
    const lanes zero = {0};
    stage_problem *p = &b->problem;
    complexes slope[2] = {{zero, zero}, {zero, zero}};
    if (r->unknowns == 1) {
        add_product(&slope[0], &b->start->a[0], &b->past[0]->x[0]);
    } else {
        equation_derivative(b->start, b->past[0]->x, slope, &p->singular);
    }
    if (r->spin) { /* x' - Qd y */
        const complexes *y = p->x;
        lanes minus_da = -q->da, minus_db = -q->db;
        add_real_product(&slope[0], &minus_da, &y[0]);
        add_real_product(&slope[0], &q->db, &y[1]);
        add_real_product(&slope[1], &minus_db, &y[0]);
        add_real_product(&slope[1], &minus_da, &y[1]);
        chord_solve(q, t_old, slope, &p->singular);
    }
    for (int c = 0; c < r->unknowns; c++) {
        p->K[0][c] = (complexes){slope[c].re * r->h, slope[c].im * r->h};
    }
}

/* What the history contributes to the newest x of a multistep method. */
ALWAYS_INLINE void gather_history(const batch_run *r, block *b, double t_new, const chord *q)
{
    const lanes zero = {0};
    stage_problem *p = &b->problem;
    complexes sum[2] = {{zero, zero}, {zero, zero}};
    for (int i = 0; i < r->history; i++) {
        const moment *m = b->past[i];
        complexes y[2];
        copy(y, m->x, 2);
        if (r->spin) {
            chord_solve(q, t_new - (r->history - i) * r->h, y, &p->singular);
        }
        lanes from_x = zero + r->from_x[i], from_K = zero + r->from_K[i];
        add_real_product(&sum[0], &from_x, &y[0]);
        if (r->unknowns == 2) {
            add_real_product(&sum[1], &from_x, &y[1]);
        } else {
            add_real_product(&sum[0], &from_K, &m->K);
        }
    }
    copy(p->x, sum, 2);
    p->a = r->newest;
}

/* Puts x back onto the constraint, and leaves x2 or u as it is. */
ALWAYS_INLINE void project(const batch_run *r, block *b, complexes *x)
{
    const lanes zero = {0};
    const instant *at = b->end;
    if (r->method->keep == KEEP_X2 && !r->equation->turns) {
        lanes ratio = -at->g[1] / at->g[0];
        b->problem.singular |= at->g[0] == 0;
        x[0] = (complexes){ratio * x[1].re, ratio * x[1].im};
        return;
    }
    complexes u = {zero, zero}, none = {zero, zero};
    add_real_product(&u, &at->e[0], &x[0]);
    add_real_product(&u, &at->e[1], &x[1]);
    equation_solve_pair(at, &u, &none, x, &b->problem.singular);
}

/* One step of all lanes, to the moment behind the history. */
ALWAYS_INLINE void take_step(const batch_run *r, block *b, double t_old, double t_new)
{
    const lanes zero = {0};
    stage_problem *p = &b->problem;
    moment *next = b->past[r->history];
    chord q;
    r->equation->assemble(&b->p, t_new, b->end);
    p->singular = (mask)zero;
    if (r->spin) {
        chord_between(b->start, b->end, t_new, r->h, &q);
    }
    prepare(r, b, t_old, t_new, &q);
    if (r->method->kind == METHOD_MULTISTEP) {
        gather_history(r, b, t_new, &q);
    } else {
        copy(p->x, b->past[0]->x, 2);
        if (r->spin) {
            chord_solve(&q, t_old, p->x, &p->singular);
        }
        if (r->known > 0) {
            take_first_stage(r, b, t_old, &q);
        }
    }
    r->solve(p);
    if (r->spin) {
        chord_apply(&q, t_new, p->result);
    }
    if (r->projects) {
        project(r, b, p->result);
    }
    copy(next->x, p->result, 2);
    copy(&next->K, &p->K[0][0], 1);
    observe(r, b->end, next);
}

/* |a - b|^2 <= tolerance |b|^2 */
ALWAYS_INLINE void nearly_equal(const complexes *a, const complexes *b, mask *out)
{
    const double tolerance = growth_settled_difference * growth_settled_difference;
    lanes dr = a->re - b->re, di = a->im - b->im;
    *out = dr * dr + di * di <= tolerance * (b->re * b->re + b->im * b->im);
}

/* The factor of this step, and whether the run of equal factors goes on; as growth_add. A factor
 * that is not finite (u was 0 by accident, in a history that is not) counts as none. When x2 is
 * free it must have been multiplied by the same factor. */
ALWAYS_INLINE void add_factor(const batch_run *r, block *b)
{
    const moment *before = b->past[r->history - 1], *after = b->past[r->history];
    const complexes *from = &before->u, *to = &after->u;
    lanes inverse = 1 / (from->re * from->re + from->im * from->im), size;
    complexes f = {(to->re * from->re + to->im * from->im) * inverse,
                   (to->im * from->re - to->re * from->im) * inverse};
    size_of(&f, &size);
    mask defined = size < LANES_HUGE, same;
    f.re = (lanes)((mask)f.re & defined);
    f.im = (lanes)((mask)f.im & defined);
    nearly_equal(&f, &b->reference, &same);
    if (r->free_constraint) {
        complexes expected = {{0}, {0}};
        mask together;
        add_product(&expected, &f, &before->v);
        nearly_equal(&after->v, &expected, &together);
        same &= together;
    }
    b->run = ((b->run & same) + 1) & defined;
    choose(&same, &b->reference.re, &f.re, &b->reference.re);
    choose(&same, &b->reference.im, &f.im, &b->reference.im);
    copy(&b->factor, &f, 1);
}

/* Brings the history near 1 by a power of two for each lane, and lets those leave that vanished. */
VECTOR_CLONES static void renormalise(const batch_run *r, block *b, int steps)
{
    lanes largest = {0}, scale;
    for (int i = 0; i < r->history; i++) {
        lanes u, v;
        size_of(&b->past[i]->u, &u);
        size_of(&b->past[i]->v, &v);
        u += v;
        mask keep = largest > u;
        choose(&keep, &largest, &u, &largest);
    }
    for (int l = 0; l < LANES; l++) {
        if (b->alive[l] && largest[l] == 0) {
            vanish(r, b, l, steps);
        }
    }
    mask e;
    power_of_two_below(&largest, &scale, &e);
    for (int i = 0; i < r->history; i++) {
        moment *m = b->past[i];
        complexes *all[] = {&m->x[0], &m->x[1], &m->K, &m->u, &m->v};
        for (int k = 0; k < (int)(sizeof all / sizeof *all); k++) {
            all[k]->re *= scale;
            all[k]->im *= scale;
        }
    }
    b->exponent += e;
}

/* What was measured at the end of a step makes it part of the history, or not; false when no lane
 * is left. */
ALWAYS_INLINE bool conclude(const batch_run *r, block *b, int step)
{
    const double smallest = 0x1p-64, largest = 0x1p64; /* beyond these the history is rescaled */
    moment *next = b->past[r->history];
    lanes size, second;
    size_of(&next->u, &size);
    size_of(&next->v, &second);
    size += second;
    mask failed = b->problem.singular | ~(size < LANES_HUGE);
    mask unusual = b->alive & (failed | ~(size > smallest) | ~(size < largest));
    bool look = any_lane(&unusual);
    if (look) {
        retire(r, b, &failed, step - 1);
    }
    add_factor(r, b);
    moment *oldest = b->past[0];
    for (int i = 0; i < r->history; i++) {
        b->past[i] = b->past[i + 1];
    }
    b->past[r->history] = oldest;
    if (look) {
        renormalise(r, b, step);
    }
    note(r, b, step);
    note_tail(r, b, step);
    return !look || any_lane(&b->alive);
}

VECTOR_CLONES static void step_block(const batch_run *r, block *b)
{
    for (int i = 1; i <= r->steps; i++) {
        take_step(r, b, r->t0 + (i - 1) * r->h, r->t0 + i * r->h);
        if (!conclude(r, b, i)) {
            return;
        }
        instant *old = b->start;
        b->start = b->end;
        b->end = old;
    }
    for (int l = 0; l < LANES; l++) {
        if (b->alive[l]) {
            leave(r, b, l, r->steps, STEP_DONE);
            read_tail(r, b, l, &b->out[l]);
        }
    }
}

void batch_measure(const batch_request *request, int count, const double *parameters, growth *out)
{
    batch_run r;
    batch_plan(request, &r);
    for (int first = 0; first < count; first += LANES) {
        block b;
        b.out = out + first;
        load(&r, count - first, parameters + first * BATCH_PARAMETERS, &b);
        start(&r, &b);
        if (any_lane(&b.alive)) {
            step_block(&r, &b);
        }
    }
}
