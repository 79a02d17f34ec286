#include "lab/systems.h"

#include <math.h>
#include <string.h>

#include "lab/linkage.h"
#include "lab/models.h"

static const double degree = 0.017453292519943295769;

static status pendulum_named(const char *name, const double *values, constrained **out,
                             message *why)
{
    const linkage k = {.name = name,
                       .points = 1,
                       .rods = 1,
                       .mass = {1},
                       .rod = {{.from = -1, .to = 0, .length = 1}},
                       .gravity = values[0],
                       .p = {values[1], values[2]},
                       .v = {values[3], values[4]},
                       .end = 10};
    return linkage_create(&k, out, why);
}

static status pendulum_create(const double *values, constrained **out, message *why)
{
    return pendulum_named("pendulum", values, out, why);
}

static status eich_pendulum_create(const double *values, constrained **out, message *why)
{
    return pendulum_named("eich-pendulum", values, out, why);
}

/* Rods of equal length hang from each other, straight, at an angle from the lowest position. */
static void hang(linkage *k, int count, double length, double angle)
{
    k->points = k->rods = count;
    for (int i = 0; i < count; i++) {
        k->rod[i] = (linkage_rod){.from = i - 1, .to = i, .length = length};
        k->p[2 * i] = (i + 1) * length * sin(angle * degree);
        k->p[2 * i + 1] = -(i + 1) * length * cos(angle * degree);
    }
}

/* Beside a mass of 1: with one that is lighter or heavier by more the constraints are dependent but
 * for rounding. */
static status check_mass(const char *name, double value, message *why)
{
    static const double most = 1e12;
    return value >= 1 / most && value <= most
               ? STATUS_OK
               : refuse(why, "%s = %g: a positive number from %g to %g is accepted", name, value,
                        1 / most, most);
}

static status double_pendulum_create(const double *values, constrained **out, message *why)
{
    linkage k = {.name = "double-pendulum", .gravity = 9.81, .end = 5};
    status s = check_mass("m", values[0], why);
    if (s != STATUS_OK) {
        return s;
    }
    hang(&k, 2, 1, values[1]);
    k.mass[0] = 1;
    k.mass[1] = values[0];
    return linkage_create(&k, out, why);
}

static status chain_create(const double *values, constrained **out, message *why)
{
    int count = values[0] >= 1 && values[0] <= LINKAGE_MAX_POINTS ? (int)values[0] : 0;
    if (count == 0 || values[0] != count) {
        return refuse(why, "n = %g: an integer from 1 to %d is accepted", values[0],
                      LINKAGE_MAX_POINTS);
    }
    linkage k = {.name = "chain", .gravity = 9.81, .end = 2};
    status s = check_mass("ratio", values[1], why);
    if (s != STATUS_OK) {
        return s;
    }
    hang(&k, count, 1.0 / count, values[2]);
    for (int i = 0; i < count; i++) {
        k.mass[i] = i % 2 == 0 ? 1 : values[1];
    }
    return linkage_create(&k, out, why);
}

/* The crank pin turns about the origin; the rod joins it to the slider on y = 0. */
static status slider_crank_create(const double *values, constrained **out, message *why)
{
    double crank = values[0], rod = values[1], angle = values[2] * degree, speed = values[3];
    double c = cos(angle), s = sin(angle), reach = rod * rod - crank * crank * s * s;
    if (!(crank > 0) || !(rod >= crank)) {
        return refuse(why,
                      "crank = %g, rod = %g: a positive crank that is not longer than the rod is "
                      "accepted",
                      crank, rod);
    }
    double along = sqrt(reach > 0 ? reach : 0);
    linkage k = {
        .name = "slider-crank",
        .points = 2,
        .rods = 2,
        .guides = 1,
        .mass = {1, 1},
        .rod = {{.from = -1, .to = 0, .length = crank}, {.from = 0, .to = 1, .length = rod}},
        .guide = {1},
        .gravity = 9.81,
        .p = {crank * c, crank * s, crank * c + along, 0},
        .end = 10};
    k.v[0] = -speed * crank * s;
    k.v[1] = speed * crank * c;
    k.v[2] = k.v[0] - (along > 0 ? speed * crank * crank * s * c / along : 0);
    return linkage_create(&k, out, why);
}

static status example_1_create(const double *values, constrained **out, message *why)
{
    return model_create(1, (model){.nu = values[0]}, out, why);
}

static status example_2_create(const double *values, constrained **out, message *why)
{
    return model_create(2, (model){.nu = values[0]}, out, why);
}

static status example_3_create(const double *values, constrained **out, message *why)
{
    return model_create(3, (model){.nu = values[0], .c = values[1]}, out, why);
}

#define PENDULUM_PARAMETERS(GRAVITY, SPEED)                           \
    {.name = "g", .initial = (GRAVITY), .help = "gravity"},           \
        {.name = "x", .initial = 1, .help = "position at t = 0"},     \
        {.name = "y", .initial = 0, .help = "position at t = 0"},     \
        {.name = "vx", .initial = 0, .help = "velocity at t = 0"},    \
    {                                                                 \
        .name = "vy", .initial = (SPEED), .help = "velocity at t = 0" \
    }

#define NU(HELP)                                      \
    {                                                 \
        .name = "nu", .initial = 1000, .help = (HELP) \
    }

static const system_entry entries[] = {
    {.name = "pendulum",
     .title = "pendulum of the lecture notes",
     .equation = "p'' = (0, -g) - 2 p lambda, 0 = x^2 + y^2 - 1",
     .parameter_count = 5,
     .parameters = {PENDULUM_PARAMETERS(9.81, -5)},
     .create = pendulum_create},
    {.name = "eich-pendulum",
     .title = "pendulum of Eich, started at rest; its period is nearly 2",
     .equation = "p'' = (0, -g) - 2 p lambda, 0 = x^2 + y^2 - 1",
     .parameter_count = 5,
     .parameters = {PENDULUM_PARAMETERS(13.7503716373294544, 0)},
     .create = eich_pendulum_create},
    {.name = "double-pendulum",
     .title = "two pendulums, one below the other",
     .equation = "point masses 1 and m on two rods of length 1, released at rest",
     .parameter_count = 2,
     .parameters = {{.name = "m", .initial = 1, .help = "mass of the lower one; the upper has 1"},
                    {.name = "angle", .initial = 90, .help = "at t = 0, degrees from hanging"}},
     .create = double_pendulum_create},
    {.name = "slider-crank",
     .title = "slider-crank mechanism",
     .equation = "crank pin on a circle, joined by a rod to a slider on y = 0; masses 1",
     .parameter_count = 4,
     .parameters = {{.name = "crank", .initial = 1, .help = "its length"},
                    {.name = "rod",
                     .initial = 2,
                     .help = "its length; equal to the crank's there is a dead point"},
                    {.name = "angle", .initial = 45, .help = "of the crank at t = 0, degrees"},
                    {.name = "speed", .initial = 5, .help = "of the crank at t = 0, rad/s"}},
     .create = slider_crank_create},
    {.name = "chain",
     .title = "chain of n pendulums, total length 1",
     .equation = "masses 1, ratio, 1, ratio, ... on rods of length 1/n, released at rest",
     .parameter_count = 3,
     .parameters = {{.name = "n", .initial = 5, .help = "how many; 1 to 50"},
                    {.name = "ratio", .initial = 1, .help = "mass of every second one"},
                    {.name = "angle", .initial = 30, .help = "at t = 0, degrees from hanging"}},
     .create = chain_create},
    {.name = "ascher-petzold-1",
     .title = "Ascher and Petzold, Example 1: constraints that turn quickly",
     .equation = "x' = -x + B y + q, 0 = C x + r, B^T = C = (sin nu t, cos nu t)",
     .parameter_count = 1,
     .parameters = {NU("how fast the constraints turn; from 1 on")},
     .create = example_1_create},
    {.name = "ascher-petzold-2",
     .title = "Ascher and Petzold, Example 2: a stiff variable part",
     .equation = "x' = B y + q, 0 = C x + r, B = ((2-t) nu, nu-1), C = (t+2, t^2-4)",
     .parameter_count = 1,
     .parameters = {NU("how far B is from C^T; from 1 on")},
     .create = example_2_create},
    {.name = "ascher-petzold-3",
     .title = "Ascher and Petzold, Example 3: a linear mechanical system",
     .equation = "M v' = diag(0, c (2+t)/nu) v - C^T lambda + q, 0 = C p + r, C = (1, t-2)",
     .parameter_count = 2,
     .parameters = {NU("how far B is from C^T; from 1 on"),
                    {.name = "c", .initial = 1, .help = "of the force; 0, 1 and 2 are printed"}},
     .create = example_3_create},
};

int systems_count(void)
{
    return (int)(sizeof entries / sizeof entries[0]);
}

const system_entry *systems_at(int i)
{
    return &entries[i];
}

const system_entry *systems_find(const char *name)
{
    for (int i = 0; i < systems_count(); i++) {
        if (strcmp(entries[i].name, name) == 0) {
            return &entries[i];
        }
    }
    return NULL;
}

int system_entry_parameter(const system_entry *e, const char *name)
{
    return problem_parameter_find(e->parameters, e->parameter_count, name);
}

status system_entry_create(const system_entry *e, const double *values, constrained **out,
                           message *why)
{
    *out = NULL;
    TRY(problem_parameter_check(e->name, e->parameters, e->parameter_count, values, why));
    return e->create(values, out, why);
}
