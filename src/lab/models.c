#include "lab/models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define NUMBER double
#define NAME(x) real_##x
#define EXP exp
#define SIN sin
#define COS cos
#include "lab/models.inc"
#undef NUMBER
#undef NAME
#undef EXP
#undef SIN
#undef COS

#define NUMBER double complex
#define NAME(x) complex_##x
#define EXP cexp
#define SIN csin
#define COS ccos
#include "lab/models.inc"
#undef NUMBER
#undef NAME
#undef EXP
#undef SIN
#undef COS

/* All components of x, p and v are e^t; y = -e^t/(2-t), lambda = e^t/(2-t). */
static void exact_of(double t, double *p, double *v, double *y, double sign)
{
    p[0] = p[1] = exp(t);
    if (v != NULL) {
        v[0] = v[1] = exp(t);
    }
    y[0] = sign * exp(t) / (2 - t);
}

static void first_order_exact(const void *data, const double *p0, const double *v0, double t,
                              double *p, double *v, double *y)
{
    (void)data, (void)p0, (void)v0, (void)v;
    exact_of(t, p, NULL, y, -1);
}

static void second_order_exact(const void *data, const double *p0, const double *v0, double t,
                               double *p, double *v, double *y)
{
    (void)data, (void)p0, (void)v0;
    exact_of(t, p, v, y, 1);
}

static void model_start(const void *data, double *p, double *v)
{
    double y;
    (void)data;
    exact_of(0, p, v, &y, 1);
}

static const constrained definitions[] = {
    {.name = "ascher-petzold-1",
     .order = 1,
     .reals = {.force = real_example_1_force,
               .coupling = real_example_1_coupling,
               .constraint = real_example_1_constraint,
               .jacobian = real_example_1_jacobian,
               .drift = real_example_1_drift},
     .complexes = {.force = complex_example_1_force,
                   .coupling = complex_example_1_coupling,
                   .constraint = complex_example_1_constraint,
                   .jacobian = complex_example_1_jacobian,
                   .drift = complex_example_1_drift},
     .exact = first_order_exact},
    {.name = "ascher-petzold-2",
     .order = 1,
     .reals = {.force = real_example_2_force,
               .coupling = real_example_2_coupling,
               .constraint = real_example_2_constraint,
               .jacobian = real_example_2_jacobian,
               .drift = real_example_2_drift},
     .complexes = {.force = complex_example_2_force,
                   .coupling = complex_example_2_coupling,
                   .constraint = complex_example_2_constraint,
                   .jacobian = complex_example_2_jacobian,
                   .drift = complex_example_2_drift},
     .exact = first_order_exact},
    {.name = "ascher-petzold-3",
     .order = 2,
     .reals = {.mass = real_example_3_mass,
               .force = real_example_3_force,
               .constraint = real_example_3_constraint,
               .jacobian = real_example_3_jacobian,
               .drift = real_example_3_drift,
               .curvature = real_example_3_curvature,
               .turning = real_example_3_turning},
     .complexes = {.mass = complex_example_3_mass,
                   .force = complex_example_3_force,
                   .constraint = complex_example_3_constraint,
                   .jacobian = complex_example_3_jacobian,
                   .drift = complex_example_3_drift,
                   .curvature = complex_example_3_curvature,
                   .turning = complex_example_3_turning},
     .exact = second_order_exact},
};

status model_create(int number, model with, constrained **out, message *why)
{
    *out = NULL;
    if (!(with.nu >= 1)) {
        return refuse(why, "nu = %g: a number from 1 on is accepted", with.nu);
    }
    constrained *c = NULL;
    model *copy = NULL;
    TRY(memory_allocate(&c, 1, sizeof *c, why));
    status s = memory_allocate(&copy, 1, sizeof *copy, why);
    if (s != STATUS_OK) {
        free(c);
        return s;
    }
    *copy = with;
    *c = definitions[number - 1];
    c->positions = 2;
    c->constraints = 1;
    c->linear = true;
    c->data = copy;
    c->destroy = free;
    c->start = model_start;
    c->end = 1;
    *out = c;
    return STATUS_OK;
}
