/* Formulations: the solution solves all of them; their Jacobians are derivatives; their names are
 * read as they are documented. */
#include "lab/lab.h"

#include "lab/formulation.h"

enum { SIZE = PROBLEM_MAX_SIZE };

/* All of the table, with the options that change the equations. */
static const char *const names[] = {"direct",
                                    "index-3",
                                    "index-2",
                                    "index-1",
                                    "unstabilised",
                                    "baumgarte:gamma=7",
                                    "baumgarte:gamma1=3,gamma2=5",
                                    "stabilised-index-2",
                                    "stabilised-index-2:D=CT",
                                    "stabilised-index-2:D=unit",
                                    "projected-invariant",
                                    "projected-invariant:D=CT,k=2",
                                    "projected-invariant:D=unit,k=2",
                                    "state-space",
                                    "overdetermined:W=M",
                                    "stabilised-ode:gamma=3,F=HT",
                                    "stabilised-ode:gamma=3,F=HHT",
                                    "stabilised-ode:gamma=3,F=D,D=CT",
                                    "post-stabilised:times=2",
                                    "coordinate-projection"};

enum { NAME_COUNT = sizeof names / sizeof names[0] };

/* NULL when the system has no such formulation. */
static formulation *open_named(const constrained *c, const char *name, bool explicitly, double t,
                               const lab_start *s, message *why)
{
    formulation_choice how;
    formulation *f = NULL;
    if (formulation_read(name, &how, why) != STATUS_OK ||
        formulation_create(c, &how, explicitly, t, s->p, &f, why) != STATUS_OK) {
        return NULL;
    }
    return f;
}

static bool is_for(const char *name, const constrained *c)
{
    return c->order == 2 ||
           (strcmp(name, "index-3") != 0 && strncmp(name, "stabilised-index-2", 18) != 0);
}

/* Consistent states: of the exact solution where it is known, else of the start. */
static lab_start consistent(const constrained *c, double t)
{
    lab_start s = lab_start_of(c), now = s;
    double y[CONSTRAINED_MAX_POSITIONS];
    if (c->exact != NULL) {
        c->exact(c->data, s.p, s.v, t, now.p, c->order == 2 ? now.v : NULL, y);
    }
    return now;
}

TEST the_solution_solves_every_formulation(void)
{
    for (int i = 0; i < systems_count(); i++) {
        constrained *c = lab_system(systems_at(i)->name, NULL, 0);
        double t = c->exact != NULL ? 0.37 : 0;
        lab_start s = consistent(c, t);
        for (int k = 0; k < NAME_COUNT; k++) {
            message why = {""};
            double x[SIZE], xd[SIZE], r[SIZE];
            formulation *f = open_named(c, names[k], false, t, &s, &why);
            ASSERT_EQm(support_say("%s of %s: %s", names[k], c->name, why.text),
                       is_for(names[k], c), f != NULL);
            if (f == NULL) {
                continue;
            }
            const problem *p = formulation_problem(f);
            ASSERT(formulation_enter(f, t, s.p, s.v, x, xd));
            p->residual(p->data, t, x, xd, r);
            double size = 1;
            for (int j = 0; j < p->size; j++) {
                size = fmax(size, fmax(fabs(x[j]), fabs(xd[j])));
            }
            for (int j = 0; j < p->size; j++) {
                ASSERTm(support_say("%s of %s, row %d", names[k], c->name, j),
                        support_near(0, r[j] / size, 1e-9, 0));
            }
            formulation_destroy(f);
        }
        constrained_destroy(c);
    }
    PASS();
}

/* For each formulation, at points off the solution. */
TEST jacobians_are_derivatives(void)
{
    static const char *const systems[] = {"pendulum", "slider-crank", "double-pendulum",
                                          "ascher-petzold-1", "ascher-petzold-3"};
    for (size_t i = 0; i < sizeof systems / sizeof systems[0]; i++) {
        constrained *c = lab_system(systems[i], i > 2 ? "nu" : NULL, 3);
        lab_start s = lab_start_of(c);
        for (int k = 0; k < NAME_COUNT; k++) {
            message why;
            formulation *f = open_named(c, names[k], false, 0, &s, &why);
            if (f == NULL) {
                continue;
            }
            const problem *p = formulation_problem(f);
            int n = p->size;
            double x[SIZE], xd[SIZE], above[SIZE], below[SIZE], t = 0.21;
            double *Fx = calloc((size_t)(2 * n * n), sizeof *Fx), *Fxd = Fx + n * n;
            formulation_enter(f, 0, s.p, s.v, x, xd);
            for (int j = 0; j < n; j++) {
                x[j] += random_between(-0.1, 0.1);
                xd[j] += random_between(-0.1, 0.1);
            }
            p->jacobian(p->data, t, x, xd, Fx, Fxd);
            for (int j = 0; j < 2 * n; j++) {
                double *moved = j < n ? &x[j] : &xd[j - n], held = *moved, h = 1e-5;
                *moved = held + h;
                p->residual(p->data, t, x, xd, above);
                *moved = held - h;
                p->residual(p->data, t, x, xd, below);
                *moved = held;
                for (int l = 0; l < n; l++) {
                    double entry = j < n ? Fx[l * n + j] : Fxd[l * n + j - n];
                    ASSERTm(support_say("%s of %s, %d %d", names[k], c->name, l, j),
                            support_near((above[l] - below[l]) / (2 * h), entry, 2e-6, 2e-6));
                }
            }
            free(Fx);
            formulation_destroy(f);
        }
        constrained_destroy(c);
    }
    PASS();
}

/* Also without complex callbacks, by differences: a user's own system may have none. */
TEST a_system_without_complex_callbacks_runs_as_well(void)
{
    message why;
    lab_result with, without;
    constrained *c = lab_system("pendulum", NULL, 0);
    ASSERT_OK(lab_go(c, "stabilised-index-2", "radau-iia:2", 0.02, 0, 1, NULL, &with, &why), "",
              why);
    memset(&c->complexes, 0, sizeof c->complexes);
    ASSERT_OK(lab_go(c, "stabilised-index-2", "radau-iia:2", 0.02, 0, 1, NULL, &without, &why), "",
              why);
    ASSERT_NEAR(0, lab_largest(with.p, without.p, 2), 1e-10, 0);
    constrained_destroy(c);
    PASS();
}

TEST explicit_forms_are_odes_with_the_same_solution(void)
{
    constrained *c = lab_system("pendulum", NULL, 0);
    lab_start s = lab_start_of(c);
    int explicit_count = 0;
    for (int k = 0; k < NAME_COUNT; k++) {
        message why;
        double x[SIZE], xd[SIZE], slope[SIZE];
        formulation *f = open_named(c, names[k], true, 0, &s, &why);
        if (f == NULL) {
            ASSERTm(why.text, strstr(why.text, "methods for ODEs only cannot take it") != NULL);
            continue;
        }
        const problem *p = formulation_problem(f);
        explicit_count++;
        ASSERT_EQ(p->size, p->differential);
        ASSERT_EQ(0, formulation_index(f));
        ASSERT(formulation_enter(f, 0, s.p, s.v, x, xd));
        p->slope(p->data, 0, x, slope);
        ASSERT_NEAR(0, lab_largest(xd, slope, p->size), 1e-12, 0);
        formulation_destroy(f);
    }
    ASSERT_EQ(11, explicit_count);
    constrained_destroy(c);
    PASS();
}

/* The error test must not read variables of index 2 and 3. */
TEST only_variables_of_index_one_are_tested(void)
{
    static const struct {
        const char *name;
        int tested, index;
    } expected[] = {{"index-3", 2, 3},
                    {"index-2", 4, 2},
                    {"index-1", 5, 1},
                    {"stabilised-index-2", 4, 2},
                    {"projected-invariant:k=2", 4, 2},
                    {"state-space", 4, 1}};
    constrained *c = lab_system("pendulum", NULL, 0);
    lab_start s = lab_start_of(c);
    for (size_t k = 0; k < sizeof expected / sizeof expected[0]; k++) {
        message why;
        formulation *f = open_named(c, expected[k].name, false, 0, &s, &why);
        int count = 0;
        for (int i = 0; i < formulation_problem(f)->size; i++) {
            ASSERT(!formulation_tested(f)[i] || i < expected[k].tested);
            count += formulation_tested(f)[i];
        }
        ASSERT_EQm(expected[k].name, expected[k].tested, count);
        ASSERT_EQm(expected[k].name, expected[k].index, formulation_index(f));
        formulation_destroy(f);
    }
    constrained_destroy(c);
    PASS();
}

TEST unit_directions_are_the_coordinates_with_the_largest_pivots(void)
{
    message why;
    constrained *c = lab_system("ascher-petzold-3", NULL, 0);
    lab_start s = lab_start_of(c);
    double x[SIZE], xd[SIZE] = {0}, r0[SIZE], r1[SIZE];
    formulation *f = open_named(c, "projected-invariant:D=unit", false, 0, &s, &why);
    const problem *p = formulation_problem(f);
    formulation_enter(f, 0, s.p, s.v, x, NULL);
    p->residual(p->data, 0, x, xd, r0);
    x[4] += 1; /* mu */
    p->residual(p->data, 0, x, xd, r1);
    ASSERT_NEAR(0, r1[0] - r0[0], 0, 0); /* C = (1, t - 2): the second, as the paper has it */
    ASSERT_NEAR(-1, r1[1] - r0[1], 1e-15, 0);
    formulation_destroy(f);
    constrained_destroy(c);
    PASS();
}

TEST wrong_names_are_refused_with_what_is_accepted(void)
{
    static const struct {
        const char *name, *says;
    } bad[] = {{"index-4", "accepted: direct"},
               {"baumgarte:gamma=-1", "gamma=-1; accepted"},
               {"baumgarte:gamma=x", "gamma=x; accepted"},
               {"baumgarte:gamma1=2", "gamma1 and gamma2"},
               {"baumgarte:gamma=1,gamma1=2,gamma2=1", "gamma alone"},
               {"baumgarte:D=B", "'D' is no option"},
               {"index-2:gamma=1", "accepted: none"},
               {"stabilised-index-2:D=C", "D=C; accepted: B, CT, unit"},
               {"projected-invariant:k=3", "from 1 to 2"},
               {"state-space:keep=0", "joined by +"},
               {"post-stabilised:frozen", "'frozen' is no option"},
               {"overdetermined:W=I", "accepted: unit, M"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        formulation_choice how;
        message why;
        ASSERT_EQm(bad[i].name, STATUS_BAD_INPUT, formulation_read(bad[i].name, &how, &why));
        ASSERTm(why.text, strstr(why.text, bad[i].says) != NULL);
    }
    PASS();
}

TEST every_row_of_the_table_can_be_read_and_made(void)
{
    constrained *c = lab_system("double-pendulum", NULL, 0);
    lab_start s = lab_start_of(c);
    for (int i = 0; i < formulations_count(); i++) {
        message why;
        formulation *f = open_named(c, formulations_at(i)->name, false, 0, &s, &why);
        ASSERTm(formulations_at(i)->name, f != NULL);
        formulation_destroy(f);
    }
    formulation_choice how;
    message why;
    formulation *f = NULL;
    ASSERT_OK(formulation_read("state-space:keep=1", &how, &why), "", why);
    ASSERT_EQ(STATUS_BAD_INPUT, formulation_create(c, &how, false, 0, s.p, &f, &why));
    ASSERTm(why.text, strstr(why.text, "2 degrees of freedom") != NULL);
    constrained_destroy(c);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_solution_solves_every_formulation);
    RUN_TEST(jacobians_are_derivatives);
    RUN_TEST(a_system_without_complex_callbacks_runs_as_well);
    RUN_TEST(explicit_forms_are_odes_with_the_same_solution);
    RUN_TEST(only_variables_of_index_one_are_tested);
    RUN_TEST(unit_directions_are_the_coordinates_with_the_largest_pivots);
    RUN_TEST(wrong_names_are_refused_with_what_is_accepted);
    RUN_TEST(every_row_of_the_table_can_be_read_and_made);
    GREATEST_MAIN_END();
}
