/* What the tests of src/dae share: opening methods, problems and steppers by name. */
#ifndef TESTS_DAE_H
#define TESTS_DAE_H

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dae/measure.h"
#include "dae/problems.h"
#include "dae/stepper.h"
#include "method/catalogue.h"

/* The test equation with z = h lambda, w = h omega; problem "ode" when `only_ode`. */
static inline status dae_test_equation(motion moves, bool only_ode, double complex z, double w,
                                       double h, problem **out, message *why)
{
    const double values[] = {creal(z) / h, cimag(z) / h, w / h};
    const problem_entry *e = only_ode ? problems_find("ode") : problems_test_equation(moves);
    return problem_entry_create(e, values, out, why);
}

/* A problem by name with up to two parameters. */
static inline status dae_problem(const char *name, double first, double second, problem **out,
                                 message *why)
{
    const double values[PROBLEMS_MAX_PARAMETERS] = {first, second};
    return problem_entry_create(problems_find(name), values, out, why);
}

/* The catalogue, made once and kept: it reads files. */
static inline const catalogue *dae_catalogue(message *why)
{
    static catalogue *all;
    if (all == NULL && catalogue_create(SPINSCOPE_ASSETS, &all, why) != STATUS_OK) {
        all = NULL;
    }
    return all;
}

/* A stepper of a method by name; NULL and *why when that fails. */
static inline stepper *dae_stepper(const char *name, const problem *p,
                                   const stepper_options *options, message *why)
{
    const catalogue *all = dae_catalogue(why);
    method *m = NULL;
    stepper *s = NULL;
    if (all != NULL && catalogue_open(all, name, &m, why) == STATUS_OK &&
        stepper_create(m, p, options, &s, why) != STATUS_OK) {
        s = NULL;
    }
    method_destroy(m);
    return s;
}

#define ASSERT_STEPPER(S, NAME, WHY) ASSERTm(support_say("%s: %s", (NAME), (WHY).text), (S) != NULL)

/* |a - b| / max(1, |b|), infinite when something is not a number. */
static inline double dae_distance(double complex a, double complex b)
{
    double d = cabs(a - b) / fmax(1, cabs(b));
    return isnan(d) ? INFINITY : d;
}

#endif
