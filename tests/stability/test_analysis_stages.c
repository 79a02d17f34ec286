#include "stability/analysis_stages.h"

#include <math.h>

#include "method/catalogue.h"
#include "numerics/linear_quad.h"
#include "support/support.h"

static catalogue *all;
static message why;

static status load(const char *name, coefficients *a)
{
    method *m = NULL;
    status s = catalogue_open(all, name, &m, &why);
    if (s == STATUS_OK) {
        *a = *method_coefficients(m);
    }
    method_destroy(m);
    return s;
}

/* The largest |stage| at z, by solving (I - zA) X = 1. */
static double stages_at(const coefficients *a, cquad z)
{
    int s = a->size;
    cquad matrix[METHOD_MAX_STAGES * METHOD_MAX_STAGES];
    cquad X[METHOD_MAX_STAGES];
    int pivot[METHOD_MAX_STAGES];
    for (int i = 0; i < s; i++) {
        X[i] = 1;
        for (int j = 0; j < s; j++) {
            matrix[i * s + j] = (i == j) - z * a->A[i * s + j];
        }
    }
    if (!(cquad_lu_factor(matrix, s, pivot) > 0)) {
        return INFINITY;
    }
    cquad_lu_solve(matrix, s, pivot, X, 1);
    double largest = 0;
    for (int i = 0; i < s; i++) {
        largest = fmax(largest, (double)cabsq(X[i]));
    }
    return largest;
}

/* Second algorithm: a grid of z. It never sees more than the report says, and comes close. */
TEST growth_of_the_stages_agrees_with_a_grid(void)
{
    for (int i = 0; i < catalogue_member_count(all); i++) {
        const char *name = catalogue_member(all, i);
        coefficients a;
        stage_report report;
        ASSERT_OK(load(name, &a), name, why);
        if (a.kind == METHOD_MULTISTEP) {
            continue;
        }
        stage_report_make(&a, 3, 0, &report);
        double seen = 0, on_axis = 0;
        for (int n = 0; n <= 300; n++) {
            seen = fmax(seen, stages_at(&a, -n * 0.01Q));
            on_axis = fmax(on_axis, stages_at(&a, cquad_make(0, expq(n * 0.04Q - 5))));
        }
        const char *where = support_say("%s: %.17g, grid %.17g", name, (double)report.growth, seen);
        ASSERTm(where, (double)report.growth >= seen * (1 - 1e-14));
        ASSERTm(where, (double)report.growth <= seen * (1 + 1e-3));
        ASSERTm(support_say("%s: %.17g on the axis", name, on_axis),
                !report.a_stable || on_axis <= 1 + 1e-12);
        stage_report_make(&a, HUGE_VALQ, 0, &report);
        ASSERTm(name, (double)report.growth >= seen * (1 - 1e-14));
    }
    PASS();
}

/* RK4 by hand at -2: 1, 0, 1, -1; at -3 stage 4 is 1 - 3 + 9/2 - 27/4 = -17/4. */
TEST rk4_has_the_stages_of_its_tableau(void)
{
    coefficients a;
    stage_report report;
    ASSERT_OK(load("rk4", &a), "rk4", why);
    stage_report_make(&a, 3, 0, &report);
    ASSERT_NEAR(4.25, (double)report.growth, 1e-15, 0);
    ASSERT_EQ_FMT(4, report.stage, "%d");
    ASSERT(!report.a_stable && report.z == -3);
    stage_report_make(&a, HUGE_VALQ, 0, &report);
    ASSERT(report.growth == HUGE_VALQ);
    PASS();
}

/* x^T M x for many x never falls below the smallest eigenvalue, and algebraic stability is that it
 * is not negative; for two stages the eigenvalue is known in closed form. */
TEST the_smallest_eigenvalue_bounds_the_form(void)
{
    for (int i = 0; i < catalogue_member_count(all); i++) {
        const char *name = catalogue_member(all, i);
        coefficients a;
        algebraic_report report;
        ASSERT_OK(load(name, &a), name, why);
        if (a.kind == METHOD_MULTISTEP) {
            continue;
        }
        int s = a.size;
        quad M[METHOD_MAX_STAGES][METHOD_MAX_STAGES];
        algebraic_report_make(&a, 0, &report);
        for (int j = 0; j < s; j++) {
            for (int k = 0; k < s; k++) {
                M[j][k] = a.b[j] * a.A[j * s + k] + a.b[k] * a.A[k * s + j] - a.b[j] * a.b[k];
            }
        }
        for (int n = 0; n < 100; n++) {
            quad x[METHOD_MAX_STAGES], form = 0, size = 0;
            for (int j = 0; j < s; j++) {
                x[j] = random_edgy(1);
                size += x[j] * x[j];
            }
            for (int j = 0; j < s * s; j++) {
                form += x[j / s] * M[j / s][j % s] * x[j % s];
            }
            ASSERTm(name, form >= (report.smallest - 1e-25Q) * size);
        }
        if (s == 2) {
            quad mean = (M[0][0] + M[1][1]) / 2, half = (M[0][0] - M[1][1]) / 2;
            double smallest = (double)(mean - hypotq(half, M[0][1]));
            ASSERT_NEAR(smallest, (double)report.smallest, 1e-25, 1e-15);
        }
        ASSERTm(name, report.irreducible);
    }
    PASS();
}

TEST stages_that_are_always_the_same_are_noticed(void)
{
    algebraic_report report;
    coefficients twice = {.kind = METHOD_RUNGE_KUTTA,
                          .size = 2,
                          .A = {0.25Q, 0.25Q, 0.25Q, 0.25Q},
                          .b = {0.5Q, 0.5Q},
                          .c = {0.5Q, 0.5Q}};
    algebraic_report_make(&twice, 0, &report);
    ASSERT(!report.irreducible && report.stable); /* the midpoint rule */
    twice.b[0] = 1.5Q;
    twice.b[1] = -0.5Q; /* still the midpoint rule, but b >= 0 no more */
    algebraic_report_make(&twice, 0, &report);
    ASSERT(!report.irreducible && !report.stable);
    twice.A[0] = 0.5Q;
    twice.A[1] = 0;
    algebraic_report_make(&twice, 0, &report);
    ASSERT(!report.irreducible); /* the sums over both are the same still */
    twice.A[0] = 0.25Q;
    algebraic_report_make(&twice, 0, &report);
    ASSERT(report.irreducible);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        return 1;
    }
    RUN_TEST(growth_of_the_stages_agrees_with_a_grid);
    RUN_TEST(rk4_has_the_stages_of_its_tableau);
    RUN_TEST(the_smallest_eigenvalue_bounds_the_form);
    RUN_TEST(stages_that_are_always_the_same_are_noticed);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
