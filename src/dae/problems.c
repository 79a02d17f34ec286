#include "dae/problems.h"

#include <math.h>
#include <string.h>

/* The test equation (mathematics.md 5): with S = T^{-1},
 *     E = [1 0; 0 0] S,   A = [lambda 0; -1 1] S - [1 0; 0 0] S',
 * solved by x = S^{-1} (1, 1) e^{lambda t}. */
typedef struct test_equation {
    double complex lambda;
    double omega;
} test_equation;

/* S and its first two derivatives. */
typedef struct turning {
    double S[4], Sd[4], Sdd[4];
} turning;

static turning shear_at(double omega, double t)
{
    return (turning){.S = {1, -omega * t, 0, 1}, .Sd = {0, -omega, 0, 0}};
}

/* By the angle a, with its first two derivatives. */
static turning turn_by(double c, double s, double ad, double add)
{
    turning k = {.S = {c, -s, s, c}};
    const double quarter[4] = {-s, -c, c, -s}; /* dS/da; the second derivative is -S */
    for (int i = 0; i < 4; i++) {
        k.Sd[i] = ad * quarter[i];
        k.Sdd[i] = add * quarter[i] - ad * ad * k.S[i];
    }
    return k;
}

static turning rotation_at(double omega, double t)
{
    return turn_by(cos(omega * t), sin(omega * t), omega, 0);
}

/* The angle is atan(omega t). */
static turning normalised_at(double omega, double t)
{
    double run = omega * t;
    double square = 1 + run * run;
    double c = 1 / sqrt(square);
    return turn_by(c, run * c, omega / square, -2 * omega * omega * run / (square * square));
}

/* [l 0; -1 1] S - [1 0; 0 0] R */
static void assemble(double complex lambda, const double *S, const double *R, double complex *A)
{
    for (int j = 0; j < 2; j++) {
        A[j] = lambda * S[j] - R[j];
        A[2 + j] = S[2 + j] - S[j];
    }
}

static void matrices_of(const test_equation *q, const turning *k, double complex *E,
                        double complex *A, double complex *f)
{
    E[0] = k->S[0];
    E[1] = k->S[1];
    E[2] = E[3] = f[0] = f[1] = 0;
    assemble(q->lambda, k->S, k->Sd, A);
}

static void rates_of(const test_equation *q, const turning *k, double complex *Ad,
                     double complex *fd)
{
    fd[0] = fd[1] = 0;
    assemble(q->lambda, k->Sd, k->Sdd, Ad);
}

static void exact_of(const test_equation *q, const turning *k, double t, double complex *x)
{
    double determinant = k->S[0] * k->S[3] - k->S[1] * k->S[2];
    double complex u = cexp(q->lambda * t) / determinant;
    x[0] = (k->S[3] - k->S[1]) * u;
    x[1] = (k->S[0] - k->S[2]) * u;
}

/* The three callbacks of each motion. */
#define TEST_EQUATION(MOVES)                                                                       \
    static void MOVES##_matrices(const void *data, double t, double complex *E, double complex *A, \
                                 double complex *f)                                                \
    {                                                                                              \
        const test_equation *q = data;                                                             \
        const turning k = MOVES##_at(q->omega, t);                                                 \
        matrices_of(q, &k, E, A, f);                                                               \
    }                                                                                              \
    static void MOVES##_rates(const void *data, double t, double complex *Ad, double complex *fd)  \
    {                                                                                              \
        const test_equation *q = data;                                                             \
        const turning k = MOVES##_at(q->omega, t);                                                 \
        rates_of(q, &k, Ad, fd);                                                                   \
    }                                                                                              \
    static void MOVES##_exact(const void *data, double t, double complex *x)                       \
    {                                                                                              \
        const test_equation *q = data;                                                             \
        const turning k = MOVES##_at(q->omega, t);                                                 \
        exact_of(q, &k, t, x);                                                                     \
    }                                                                                              \
    static status MOVES##_create(const double *values, problem **out, message *why)                \
    {                                                                                              \
        const test_equation q = {.lambda = CMPLX(values[0], values[1]), .omega = values[2]};       \
        return problem_from_linear(&MOVES##_definition, &q, (int)sizeof q, out, why);              \
    }

static const linear_definition shear_definition, rotation_definition, normalised_definition;

TEST_EQUATION(shear)
TEST_EQUATION(rotation)
TEST_EQUATION(normalised)

/* Keeping x2 means something where the constraint gives x1 from it at every time. */
static const linear_definition shear_definition = {.name = "shear",
                                                   .size = 2,
                                                   .differential = 1,
                                                   .is_complex = true,
                                                   .matrices = shear_matrices,
                                                   .rates = shear_rates,
                                                   .exact = shear_exact,
                                                   .kept_count = 1,
                                                   .kept = {1}};
static const linear_definition rotation_definition = {.name = "rotation",
                                                      .size = 2,
                                                      .differential = 1,
                                                      .is_complex = true,
                                                      .matrices = rotation_matrices,
                                                      .rates = rotation_rates,
                                                      .exact = rotation_exact};
static const linear_definition normalised_definition = {.name = "normalised",
                                                        .size = 2,
                                                        .differential = 1,
                                                        .is_complex = true,
                                                        .matrices = normalised_matrices,
                                                        .rates = normalised_rates,
                                                        .exact = normalised_exact};

/* x' = lambda x, for methods that are for ODEs only. */
static void ode_matrices(const void *data, double t, double complex *E, double complex *A,
                         double complex *f)
{
    (void)t;
    E[0] = 1;
    A[0] = *(const double complex *)data;
    f[0] = 0;
}

static void ode_exact(const void *data, double t, double complex *x)
{
    x[0] = cexp(*(const double complex *)data * t);
}

static const linear_definition ode_definition = {.name = "ode",
                                                 .size = 1,
                                                 .differential = 1,
                                                 .is_complex = true,
                                                 .matrices = ode_matrices,
                                                 .exact = ode_exact};

static status ode_create(const double *values, problem **out, message *why)
{
    const double complex lambda = CMPLX(values[0], values[1]);
    return problem_from_linear(&ode_definition, &lambda, (int)sizeof lambda, out, why);
}

/* Example 1.1 of [KM], data = delta, eta. */
static void example_1_1_matrices(const void *data, double t, double complex *E, double complex *A,
                                 double complex *f)
{
    const double *p = data;
    double delta = p[0], eta = p[1];
    E[0] = delta - 1;
    E[1] = delta * t;
    E[2] = E[3] = f[0] = f[1] = 0;
    A[0] = -eta * (delta - 1);
    A[1] = -eta * delta * t;
    A[2] = delta - 1;
    A[3] = delta * t - 1;
}

static void example_1_1_rates(const void *data, double t, double complex *Ad, double complex *fd)
{
    const double *p = data;
    double delta = p[0], eta = p[1];
    (void)t;
    Ad[0] = Ad[2] = fd[0] = fd[1] = 0;
    Ad[1] = -eta * delta;
    Ad[3] = delta;
}

static void example_1_1_exact(const void *data, double t, double complex *x)
{
    const double *p = data;
    double delta = p[0], eta = p[1];
    x[1] = exp((delta - eta) * t);
    x[0] = (1 - delta * t) / (delta - 1) * x[1];
}

static const linear_definition example_1_1_definition = {.name = "example-1.1",
                                                         .size = 2,
                                                         .differential = 1,
                                                         .matrices = example_1_1_matrices,
                                                         .rates = example_1_1_rates,
                                                         .exact = example_1_1_exact,
                                                         .kept_count = 1,
                                                         .kept = {1}};

static status example_1_1_create(const double *values, problem **out, message *why)
{
    if (values[0] == 1) {
        return refuse(why, "delta = 1: the equation is not defined there; any other is accepted");
    }
    return problem_from_linear(&example_1_1_definition, values, 2 * (int)sizeof *values, out, why);
}

/* Example 10.1 of [L10], index 2, with q(t) = amplitude sin t; data = eta, amplitude. The equation
 * with x' first. u = E x is prescribed, so the free component y2 is observed. */
static void example_10_1_matrices(const void *data, double t, double complex *E, double complex *A,
                                  double complex *f)
{
    const double *p = data;
    double eta = p[0];
    E[0] = 1;
    E[1] = eta * t;
    E[2] = E[3] = 0;
    A[0] = 0;
    A[1] = -(1 + eta);
    A[2] = -1;
    A[3] = -eta * t;
    f[0] = 0;
    f[1] = p[1] * sin(t);
}

static void example_10_1_rates(const void *data, double t, double complex *Ad, double complex *fd)
{
    const double *p = data;
    Ad[0] = Ad[1] = Ad[2] = fd[0] = 0;
    Ad[3] = -p[0];
    fd[1] = p[1] * cos(t);
}

static void example_10_1_exact(const void *data, double t, double complex *x)
{
    const double *p = data;
    x[0] = p[1] * (sin(t) + p[0] * t * cos(t));
    x[1] = -p[1] * cos(t);
}

static void example_10_1_observe(const void *data, double t, const double complex *x,
                                 double complex *u)
{
    (void)data;
    (void)t;
    u[0] = x[1];
}

static const linear_definition example_10_1_definition = {.name = "example-10.1",
                                                          .size = 2,
                                                          .differential = 1,
                                                          .matrices = example_10_1_matrices,
                                                          .rates = example_10_1_rates,
                                                          .exact = example_10_1_exact,
                                                          .observe = example_10_1_observe};

static status example_10_1_create(const double *values, problem **out, message *why)
{
    return problem_from_linear(&example_10_1_definition, values, 2 * (int)sizeof *values, out, why);
}

#define LAMBDA_AND_OMEGA                                                   \
    {.name = "re", .initial = -1, .help = "Re lambda"},                    \
        {.name = "im", .initial = 0, .help = "Im lambda"},                 \
    {                                                                      \
        .name = "omega", .initial = 0, .help = "how fast the kernel turns" \
    }

static const problem_entry entries[] = {
    {.name = "shear",
     .is_steady = true,
     .title = "test equation, sheared kernel",
     .equation = "x1' - omega t x2' = lambda x1 + omega (1 - lambda t) x2, 0 = -x1 + (1 + omega t) "
                 "x2",
     .parameter_count = 3,
     .parameters = {LAMBDA_AND_OMEGA},
     .create = shear_create},
    {.name = "rotation",
     .is_steady = true,
     .title = "test equation, rotating kernel",
     .equation =
         "E = [1 0; 0 0] S, A = [lambda 0; -1 1] S - [1 0; 0 0] S', S a rotation by omega t",
     .parameter_count = 3,
     .parameters = {LAMBDA_AND_OMEGA},
     .create = rotation_create},
    {.name = "normalised",
     .title = "test equation, kernel that comes to rest",
     .equation = "the same, S a rotation by atan(omega t)",
     .parameter_count = 3,
     .parameters = {LAMBDA_AND_OMEGA},
     .create = normalised_create},
    {.name = "ode",
     .is_steady = true,
     .title = "the classical test equation",
     .equation = "x' = lambda x",
     .parameter_count = 2,
     .parameters = {{.name = "re", .initial = -1, .help = "Re lambda"},
                    {.name = "im", .initial = 0, .help = "Im lambda"}},
     .create = ode_create},
    {.name = "example-1.1",
     .is_steady = true,
     .title = "Kunkel and Mehrmann, Example 1.1",
     .equation = "(delta-1) x1' + delta t x2' = -eta (delta-1) x1 - eta delta t x2, 0 = (delta-1) "
                 "x1 + (delta t - 1) x2",
     .parameter_count = 2,
     .parameters = {{.name = "delta", .initial = -1, .help = "how fast the kernel turns; not 1"},
                    {.name = "eta", .initial = 1, .help = "the solution is e^{(delta-eta) t}"}},
     .create = example_1_1_create},
    {.name = "example-10.1",
     .is_steady = true,
     .title = "lecture notes, Example 10.1, index 2",
     .forcing = "q",
     .equation = "y1' + eta t y2' + (1 + eta) y2 = 0, y1 + eta t y2 = q sin t",
     .parameter_count = 2,
     .parameters = {{.name = "eta", .initial = 1, .help = "backward Euler has factor eta/(1+eta)"},
                    {.name = "q", .initial = 1, .help = "amplitude of the right-hand side"}},
     .create = example_10_1_create},
};

int problems_count(void)
{
    return (int)(sizeof entries / sizeof entries[0]);
}

const problem_entry *problems_at(int i)
{
    return &entries[i];
}

const problem_entry *problems_find(const char *name)
{
    for (int i = 0; i < problems_count(); i++) {
        if (strcmp(entries[i].name, name) == 0) {
            return &entries[i];
        }
    }
    return NULL;
}

int problem_parameter_find(const problem_parameter *list, int count, const char *name)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(list[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

status problem_parameter_check(const char *owner, const problem_parameter *list, int count,
                               const double *values, message *why)
{
    for (int i = 0; i < count; i++) {
        if (!isfinite(values[i])) {
            return refuse(why, "%s: %s = %g; a finite number is accepted", owner, list[i].name,
                          values[i]);
        }
    }
    return STATUS_OK;
}

int problem_entry_parameter(const problem_entry *e, const char *name)
{
    return problem_parameter_find(e->parameters, e->parameter_count, name);
}

status problem_entry_create(const problem_entry *e, const double *values, problem **out,
                            message *why)
{
    *out = NULL;
    TRY(problem_parameter_check(e->name, e->parameters, e->parameter_count, values, why));
    return e->create(values, out, why);
}

const problem_entry *problems_test_equation(motion moves)
{
    return problems_find(motion_name(moves));
}
