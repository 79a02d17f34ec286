#include "lab/formulation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lab/formulation_plan.h"
#include "lab/projection.h"
#include "lab/state_space.h"
#include "numerics/linear.h"

static const double complex_step = 1e-100;

/* Determinants of a state space: below the first it is parametrised anew, below the second it is
 * singular. */
static const double bad_coordinates = 0.5, singular_coordinates = 1e-6;

struct formulation {
    const constrained *of;
    plan plan;
    problem problem;
    real_dynamics reals;
    complex_dynamics complexes;
    post_stabiliser post;
    bool *tested;
    double *R;          /* of the state space, free by positions */
    bool is_minimal;    /* the unknowns are R p, R v themselves */
    bool is_fixed;      /* R is never chosen anew */
    double determinant; /* of R and G at the step before, when it is fixed */
    int switches;
    double *near; /* p of the last point: where Newton's method starts */
    double complex *cx, *cxd, *cr;
};

#define NUMBER double
#define NAME(x) real_##x
#define CALLBACKS reals
#include "lab/formulation.inc"
#undef NUMBER
#undef NAME
#undef CALLBACKS

#define NUMBER double complex
#define NAME(x) complex_##x
#define CALLBACKS complexes
#include "lab/formulation.inc"
#undef NUMBER
#undef NAME
#undef CALLBACKS

static void residual(const void *data, double t, const double *x, const double *xd, double *r)
{
    formulation *f = *(formulation *const *)data;
    real_formulation_residual(f, &f->reals, t, x, xd, r);
}

static void residual_complex(const void *data, double complex t, const double complex *x,
                             const double complex *xd, double complex *r)
{
    formulation *f = *(formulation *const *)data;
    complex_formulation_residual(f, &f->complexes, t, x, xd, r);
}

/* F_x' is known: M or the identity, times R where that is; F_x by complex steps. */
static void jacobian(const void *data, double t, const double *x, const double *xd, double *Fx,
                     double *Fxd)
{
    formulation *f = *(formulation *const *)data;
    const constrained *c = f->of;
    int size = f->problem.size, n = c->positions, m = c->order;
    int rows = f->plan.reduced ? n - c->constraints : n;
    memset(Fxd, 0, (size_t)(size * size) * sizeof *Fxd);
    for (int block = 0; block < m; block++) {
        bool masses = f->plan.multiplier && block == m - 1 && c->reals.mass != NULL;
        if (masses) {
            c->reals.mass(c->data, t, x, f->reals.M);
        }
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < n; j++) {
                double entry = f->plan.reduced ? f->R[i * n + j] : i == j;
                if (masses && c->mass_is_diagonal) {
                    entry *= f->reals.M[i];
                } else if (masses) {
                    entry = f->reals.M[i * n + j];
                }
                Fxd[(block * rows + i) * size + block * n + j] = entry;
            }
        }
    }
    for (int i = 0; i < size; i++) {
        f->cx[i] = x[i];
        f->cxd[i] = xd[i];
    }
    for (int j = 0; j < size; j++) {
        f->cx[j] = CMPLX(x[j], complex_step);
        complex_formulation_residual(f, &f->complexes, t, f->cx, f->cxd, f->cr);
        f->cx[j] = x[j];
        for (int i = 0; i < size; i++) {
            Fx[i * size + j] = cimag(f->cr[i]) / complex_step;
        }
    }
}

/* The state that minimal coordinates mean. */
static bool unfold(formulation *f, double t, const double *u, double *p, double *v)
{
    int n = f->of->positions, free_count = n - f->of->constraints;
    memcpy(p, f->near, (size_t)n * sizeof *p);
    if (!state_space_positions(&f->reals, f->R, t, u, p) ||
        (f->of->order == 2 && !state_space_velocities(&f->reals, f->R, t, p, u + free_count, v))) {
        return false;
    }
    memcpy(f->near, p, (size_t)n * sizeof *p);
    return true;
}

/* (p, v)' of the underlying ODE, with what stabilises it. */
static bool underlying_slope(formulation *f, double t, const double *x, double *xd)
{
    int size = f->of->order * f->of->positions;
    double zero[2 * CONSTRAINED_MAX_POSITIONS] = {0};
    real_eliminated(f, &f->reals, t, x, zero, xd);
    if (f->plan.strength != 0) {
        real_pull(f, &f->reals, t, x, xd);
    }
    bool finite = true;
    for (int i = 0; i < size; i++) {
        xd[i] = -xd[i];
        finite = finite && isfinite(xd[i]);
    }
    return finite;
}

static void slope(const void *data, double t, const double *x, double *xd)
{
    formulation *f = *(formulation *const *)data;
    if (!f->is_minimal) {
        underlying_slope(f, t, x, xd);
        return;
    }
    int n = f->of->positions, m = f->of->order, free_count = n - f->of->constraints;
    double z[2 * CONSTRAINED_MAX_POSITIONS], zd[2 * CONSTRAINED_MAX_POSITIONS];
    if (!unfold(f, t, x, z, z + n) || !underlying_slope(f, t, z, zd)) {
        xd[0] = NAN;
        return;
    }
    for (int block = 0; block < m; block++) {
        state_space_fold(f->R, zd + block * n, n, free_count, xd + block * free_count);
    }
}

/* For the unknowns of a DAE: those of the underlying ODE; multipliers are given no derivative. */
static bool consistent_slope(const void *data, double t, const double *x, double *xd)
{
    formulation *f = *(formulation *const *)data;
    memset(xd, 0, (size_t)f->problem.size * sizeof *xd);
    return underlying_slope(f, t, x, xd);
}

/* A problem without complex callbacks: x' - slope. */
static void minimal_residual(const void *data, double t, const double *x, const double *xd,
                             double *r)
{
    formulation *f = *(formulation *const *)data;
    slope(data, t, x, r);
    for (int i = 0; i < f->problem.size; i++) {
        r[i] = xd[i] - r[i];
    }
}

static void describe_problem(formulation *f)
{
    const plan *how = &f->plan;
    const constrained *c = f->of;
    int n = c->positions, q = c->constraints, m = c->order;
    int blocks = how->reduced ? n - q : n;
    problem *p = &f->problem;
    p->differential = m * blocks;
    p->size = f->is_minimal ? m * blocks : m * n + (how->multiplier + how->mu[0] + how->mu[1]) * q;
    p->linear = c->linear && !f->is_minimal;
    p->residual = f->is_minimal ? minimal_residual : residual;
    bool is_ode = p->size == p->differential;
    p->slope = is_ode ? slope : NULL;
    p->consistent_slope = is_ode ? NULL : consistent_slope;
    if (c->complexes.force != NULL && !f->is_minimal) {
        p->residual_complex = residual_complex;
        p->jacobian = jacobian;
    }
    snprintf(p->name, sizeof p->name, "%s", c->name);
    /* In index 3 velocities are of index 2; multipliers have the index of the problem. */
    for (int i = 0; i < p->size; i++) {
        bool positions = i < n, state = i < m * n;
        f->tested[i] = how->index <= 1 || positions || (state && how->index == 2);
    }
}

static status allocate(formulation *f, const formulation_choice *how, message *why)
{
    const constrained *c = f->of;
    size_t n = (size_t)c->positions;
    size_t size = (size_t)c->order * n + 3 * (size_t)c->constraints;
    TRY(real_dynamics_init(&f->reals, c, why));
    if (c->complexes.force != NULL) {
        TRY(complex_dynamics_init(&f->complexes, c, why));
    }
    TRY(memory_allocate(&f->tested, size, sizeof *f->tested, why));
    TRY(memory_allocate(&f->R, n * n, sizeof *f->R, why));
    TRY(memory_allocate(&f->near, n, sizeof *f->near, why));
    TRY(memory_allocate(&f->cx, 3 * size, sizeof *f->cx, why));
    f->cxd = f->cx + size;
    f->cr = f->cxd + size;
    f->post = (post_stabiliser){
        .along = f->plan.corrects_along, .times = how->times, .frozen = how->frozen};
    return post_stabiliser_init(&f->post, c, why);
}

/* R for the start: the coordinates that are kept, or the best ones there. */
static status parametrise(formulation *f, const formulation_choice *how, double t, const double *p,
                          message *why)
{
    const constrained *c = f->of;
    int n = c->positions, free_count = n - c->constraints;
    if (!f->plan.reduced) {
        return STATUS_OK;
    }
    f->is_fixed = how->kept_count > 0;
    if (!f->is_fixed) {
        return state_space_choose(&f->reals, t, p, f->R)
                   ? STATUS_OK
                   : fail(why, "%s: the constraints are dependent at t = %g", c->name, t);
    }
    if (how->kept_count != free_count) {
        return refuse(why, "formulation %s: keep has %d coordinates; %s has %d degrees of freedom",
                      how->name, how->kept_count, c->name, free_count);
    }
    for (int i = 0; i < free_count; i++) {
        if (how->kept[i] >= n) {
            return refuse(why, "formulation %s: keep=%d; %s has coordinates 1 to %d", how->name,
                          how->kept[i] + 1, c->name, n);
        }
        f->R[i * n + how->kept[i]] = 1;
    }
    f->determinant = state_space_determinant(&f->reals, f->R, t, p);
    if (!c->linear && fabs(f->determinant) < singular_coordinates) {
        return refuse(why, "formulation %s: these coordinates do not determine %s at t = %g",
                      how->name, c->name, t);
    }
    return STATUS_OK;
}

status formulation_create(const constrained *of, const formulation_choice *how, bool explicitly,
                          double t, const double *p, formulation **out, message *why)
{
    *out = NULL;
    formulation *f = NULL;
    status s;
    TRY(memory_allocate(&f, 1, sizeof *f, why));
    f->of = of;
    TRY_OR_END(formulation_plan(how, of->order, explicitly, &f->plan, why));
    TRY_OR_END(allocate(f, how, why));
    TRY_OR_END(parametrise(f, how, t, p, why));
    f->is_minimal = explicitly && f->plan.reduced;
    if (f->is_fixed && of->linear) {
        f->plan.corrects = CORRECT_NOTHING;
    }
    memcpy(f->near, p, (size_t)of->positions * sizeof *p);
    real_dynamics_choose_unit(&f->reals, t, p);
    memcpy(f->complexes.unit, f->reals.unit, sizeof f->reals.unit);
    describe_problem(f);
    formulation **self = NULL; /* the callbacks' data is const; what it points to is not */
    TRY_OR_END(memory_allocate(&self, 1, sizeof *self, why));
    *self = f;
    f->problem.data = self;
    *out = f;
    f = NULL;
end:
    formulation_destroy(f);
    return s;
}

void formulation_destroy(formulation *f)
{
    if (f == NULL) {
        return;
    }
    real_dynamics_clear(&f->reals);
    complex_dynamics_clear(&f->complexes);
    post_stabiliser_clear(&f->post);
    free(f->tested);
    free(f->R);
    free(f->near);
    free(f->cx);
    free(f->problem.data);
    free(f);
}

const problem *formulation_problem(const formulation *f)
{
    return &f->problem;
}

bool formulation_is_minimal(const formulation *f)
{
    return f->is_minimal;
}

int formulation_index(const formulation *f)
{
    return f->plan.index;
}

const bool *formulation_tested(const formulation *f)
{
    return f->tested;
}

int formulation_switches(const formulation *f)
{
    return f->switches;
}

bool formulation_met_singularity(formulation *f)
{
    bool met = f->reals.singular || f->complexes.singular;
    f->reals.singular = f->complexes.singular = false;
    return met;
}

bool formulation_enter(formulation *f, double t, const double *p, const double *v, double *x,
                       double *xd)
{
    const constrained *c = f->of;
    int n = c->positions, m = c->order, free_count = n - c->constraints;
    double a[CONSTRAINED_MAX_POSITIONS], y[CONSTRAINED_MAX_POSITIONS];
    if (!real_accelerate(&f->reals, t, p, v, NULL, a, y)) {
        return false;
    }
    memset(x, 0, (size_t)f->problem.size * sizeof *x);
    if (f->is_minimal) {
        memcpy(f->near, p, (size_t)n * sizeof *p);
        state_space_fold(f->R, p, n, free_count, x);
        if (m == 2) {
            state_space_fold(f->R, v, n, free_count, x + free_count);
        }
        if (xd != NULL) {
            slope(f->problem.data, t, x, xd);
        }
        return true;
    }
    memcpy(x, p, (size_t)n * sizeof *x);
    if (m == 2) {
        memcpy(x + n, v, (size_t)n * sizeof *x);
    }
    if (f->plan.multiplier) {
        memcpy(x + m * n, y, (size_t)c->constraints * sizeof *x);
    }
    return xd == NULL || consistent_slope(f->problem.data, t, x, xd);
}

double formulation_leave(formulation *f, double t, const double *x, double *p, double *v, double *y)
{
    const constrained *c = f->of;
    int n = c->positions, q = c->constraints, m = c->order;
    double z[2 * CONSTRAINED_MAX_POSITIONS], a[CONSTRAINED_MAX_POSITIONS];
    double largest = 0;
    if (!f->is_minimal) {
        memcpy(z, x, (size_t)(m * n) * sizeof *z);
    } else if (!unfold(f, t, x, z, z + n)) {
        for (int i = 0; i < m * n; i++) {
            z[i] = NAN;
        }
    }
    if (p != NULL) {
        memcpy(p, z, (size_t)n * sizeof *p);
    }
    if (v != NULL && m == 2) {
        memcpy(v, z + n, (size_t)n * sizeof *v);
    }
    if (y != NULL && f->plan.multiplier) {
        memcpy(y, x + m * n, (size_t)q * sizeof *y);
    } else if (y != NULL) {
        real_accelerate(&f->reals, t, z, m == 2 ? z + n : NULL, NULL, a, y);
    }
    for (int i = m * n + (f->plan.multiplier ? q : 0); i < f->problem.size; i++) {
        largest = real_larger(largest, fabs(x[i]));
    }
    return largest;
}

bool formulation_corrects(const formulation *f)
{
    return f->plan.corrects != CORRECT_NOTHING;
}

/* Takes what Newton's method left of the constraints, with R p and R v held: it would become an
 * error of R p when R changes. Minimal coordinates have nothing of it. */
static step_outcome settle(formulation *f, double t, double *x)
{
    const constrained *c = f->of;
    int n = c->positions, free_count = n - c->constraints;
    double u[2 * CONSTRAINED_MAX_POSITIONS];
    if (f->is_minimal) {
        return STEP_DONE;
    }
    for (int block = 0; block < c->order; block++) {
        state_space_fold(f->R, x + block * n, n, free_count, u + block * free_count);
    }
    bool found =
        state_space_positions(&f->reals, f->R, t, u, x) &&
        (c->order == 1 || state_space_velocities(&f->reals, f->R, t, x, u + free_count, x + n));
    return found ? STEP_DONE : STEP_SINGULAR;
}

/* Another R, and the unknowns that belong to it. Where that leads nowhere the old one stays, and
 * with it what a caller has that tries again. */
static step_outcome parametrise_anew(formulation *f, double t, const double *z, double *x)
{
    const constrained *c = f->of;
    int n = c->positions;
    double held_x[2 * CONSTRAINED_MAX_POSITIONS], xd[2 * CONSTRAINED_MAX_POSITIONS] = {0};
    double held_R[CONSTRAINED_MAX_POSITIONS * CONSTRAINED_MAX_POSITIONS];
    size_t bytes_x = (size_t)f->problem.size * sizeof *x, bytes_R = (size_t)(n * n) * sizeof *f->R;
    memcpy(held_x, x, bytes_x);
    memcpy(held_R, f->R, bytes_R);
    bool found = state_space_choose(&f->reals, t, z, f->R);
    if (found && f->is_minimal) {
        found = formulation_enter(f, t, z, c->order == 2 ? z + n : NULL, x, xd);
        for (int i = 0; i < f->problem.size && found; i++) {
            found = isfinite(xd[i]);
        }
    }
    if (!found) {
        memcpy(x, held_x, bytes_x);
        memcpy(f->R, held_R, bytes_R);
        f->reals.singular = true;
        return STEP_SINGULAR;
    }
    f->switches++;
    return STEP_DONE;
}

/* A new R where the old one has become bad. One that is fixed ends the run where it becomes
 * singular; but a linear model may step over that, as the paper's does. */
static step_outcome switch_coordinates(formulation *f, double t, double *x)
{
    const constrained *c = f->of;
    int n = c->positions;
    double z[2 * CONSTRAINED_MAX_POSITIONS];
    step_outcome o = settle(f, t, x);
    if (o != STEP_DONE) {
        return o;
    }
    formulation_leave(f, t, x, z, z + n, NULL);
    double before = f->determinant;
    f->determinant = state_space_determinant(&f->reals, f->R, t, z);
    if (fabs(f->determinant) >= (f->is_fixed ? singular_coordinates : bad_coordinates) &&
        (!f->is_fixed || f->determinant * before > 0)) {
        return STEP_DONE;
    }
    if (f->is_fixed) {
        f->reals.singular = true;
        return STEP_SINGULAR;
    }
    return parametrise_anew(f, t, z, x);
}

static step_outcome correct_weighted(formulation *f, double t, double *x)
{
    direction along = f->plan.corrects_along;
    step_outcome o = project_positions(&f->reals, along, t, x);
    return o == STEP_DONE && f->of->order == 2
               ? project_velocities(&f->reals, along, t, x, x + f->of->positions)
               : o;
}

step_outcome formulation_correct(formulation *f, double t, double *x)
{
    switch (f->plan.corrects) {
    case CORRECT_STATE:
        return project_state(&f->reals, t, x);
    case CORRECT_WEIGHTED:
        return correct_weighted(f, t, x);
    case CORRECT_POST:
        return post_stabilise(&f->post, &f->reals, t, x);
    case CORRECT_SWITCH:
        return switch_coordinates(f, t, x);
    case CORRECT_NOTHING:
        break;
    }
    return STEP_DONE;
}

/* The direction in which the multiplier of a level acts during a step, and in which a projected
 * method moves its end: mu pushes along D, y along B. A formulation with D = C^T is chosen because
 * B turns quickly; to project along B would bring its growth back (Ascher and Petzold, the end of
 * their section 4). */
static direction pushed_along(const formulation *f, int level)
{
    return f->plan.mu[level] ? f->plan.direction : ALONG_B;
}

step_outcome formulation_project(formulation *f, double t, double *x)
{
    const constrained *c = f->of;
    int n = c->positions, m = c->order;
    double a[CONSTRAINED_MAX_POSITIONS], y[CONSTRAINED_MAX_POSITIONS];
    step_outcome o = STEP_DONE;
    if (f->plan.imposes[0]) {
        o = project_positions(&f->reals, pushed_along(f, 0), t, x);
    }
    if (o == STEP_DONE && m == 2 && f->plan.imposes[1]) {
        o = project_velocities(&f->reals, pushed_along(f, 1), t, x, x + n);
    }
    if (o == STEP_DONE && !real_accelerate(&f->reals, t, x, m == 2 ? x + n : NULL, NULL, a, y)) {
        o = STEP_SINGULAR;
    }
    for (int i = m * n; i < f->problem.size && o == STEP_DONE; i++) {
        int multiplier = i - m * n; /* then mu, which vanish */
        x[i] = f->plan.multiplier && multiplier < c->constraints ? y[multiplier] : 0;
    }
    return o;
}
