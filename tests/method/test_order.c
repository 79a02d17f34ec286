#include "method/order.h"

#include <math.h>
#include <string.h>

#include "method/catalogue.h"
#include "method/collocation.h"
#include "method/order_exact.h"
#include "support/command.h"
#include "support/support.h"

static catalogue *all;

static method *open_or_null(const char *name)
{
    method *m = NULL;
    message why;
    return catalogue_open(all, name, &m, &why) == STATUS_OK ? m : NULL;
}

/* The order formulas of the literature, by family. */
static int published_order(const char *name)
{
    static const struct {
        const char *family;
        int factor, shift;
    } orders[] = {
        {"gauss:", 2, 0},           {"radau-iia:", 2, -1},    {"lobatto-iiia:", 2, -2},
        {"lobatto-iiic:", 2, -2},   {"gauss-lobatto:", 2, 0}, {"bdf:", 1, 0},
        {"adams-bashforth:", 1, 0}, {"adams-moulton:", 1, 1},
    };
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        size_t length = strlen(orders[i].family);
        if (strncmp(name, orders[i].family, length) == 0) {
            return orders[i].factor * (name[length] - '0') + orders[i].shift;
        }
    }
    if (strncmp(name, "theta:", 6) == 0) {
        return strcmp(name, "theta:1/2") == 0 ? 2 : 1;
    }
    return strcmp(name, "implicit-euler") == 0 ? 1 : 2;
}

TEST every_member_has_its_published_order(void)
{
    for (int i = 0; i < catalogue_member_count(all); i++) {
        const char *name = catalogue_member(all, i);
        method *m = open_or_null(name);
        ASSERTm(support_say("%s cannot be opened", name), m != NULL);
        const method_info *info = method_describe(m);
        int expected = info->claimed_order != 0 ? info->claimed_order : published_order(name);
        ASSERTm(support_say("%s: order %d, published %d", name, info->order, expected),
                info->order == expected);
        ASSERTm(support_say("%s: %s", name, info->warning), info->warning[0] == '\0');
        method_destroy(m);
    }
    PASS();
}

TEST embedded_weights_have_their_published_order(void)
{
    static const struct {
        const char *name;
        int order;
    } pairs[] = {
        {"bogacki-shampine", 2}, {"rkf45", 5}, {"cash-karp", 4}, {"dopri5", 4}, {"tr-bdf2", 3}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        method *m = open_or_null(pairs[i].name);
        ASSERT(m != NULL);
        ASSERT_EQ_FMT(pairs[i].order, method_describe(m)->embedded_order, "%d");
        method_destroy(m);
    }
    PASS();
}

/* Any entry of any Runge-Kutta file, changed by 1e-3, loses the order. */
TEST a_changed_entry_lowers_the_order(void)
{
    for (int i = 0; i < catalogue_member_count(all); i++) {
        method *m = open_or_null(catalogue_member(all, i));
        ASSERT(m != NULL);
        coefficients a = *method_coefficients(m);
        int order = method_describe(m)->order;
        if (a.kind == METHOD_RUNGE_KUTTA && order >= 3) {
            int entry = random_integer(0, a.size - 1);
            while (a.b[entry] == 0) {
                entry = random_integer(0, a.size - 1);
            }
            a.A[entry * a.size] += 1e-3Q;
            ASSERTm(support_say("%s", catalogue_member(all, i)), order_of(&a).order < order);
        } else if (a.kind == METHOD_MULTISTEP) {
            a.beta[a.size] += 1e-3Q;
            ASSERTm(support_say("%s", catalogue_member(all, i)), order_of(&a).order < order);
        }
        method_destroy(m);
    }
    PASS();
}

/* Hairer & Wanner II, table IV.5.13. */
TEST families_satisfy_their_simplifying_assumptions(void)
{
    static const struct {
        const char *family;
        int B[2], C, D; /* B(B[0] s + B[1]), C(s + C), D(s + D) */
    } rows[] = {
        {"gauss", {2, 0}, 0, 0},
        {"radau-iia", {2, -1}, 0, -1},
        {"lobatto-iiia", {2, -2}, 0, -2},
        {"lobatto-iiic", {2, -2}, -1, -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int s = 3; s <= 9; s++) {
            char name[32];
            snprintf(name, sizeof name, "%s:%d", rows[i].family, s);
            method *m = open_or_null(name);
            ASSERT(m != NULL);
            simplifying holds = order_simplifying(method_coefficients(m), 30, 1e-25Q);
            ASSERT_EQ_FMT(rows[i].B[0] * s + rows[i].B[1], holds.B, "%d");
            ASSERT_EQ_FMT(s + rows[i].C, holds.C, "%d");
            ASSERT_EQ_FMT(s + rows[i].D, holds.D, "%d");
            method_destroy(m);
        }
    }
    PASS();
}

TEST rounded_coefficients_keep_their_order_and_say_so(void)
{
    method *m = open_or_null("sdirk3");
    ASSERT(m != NULL);
    coefficients a = *method_coefficients(m);
    ASSERT(order_of(&a).residual < 1e-30);
    for (int i = 0; i < a.size; i++) {
        a.b[i] = (double)a.b[i];
        for (int j = 0; j < a.size; j++) {
            a.A[i * a.size + j] = (double)a.A[i * a.size + j];
        }
    }
    order_report report = order_of(&a);
    ASSERT_EQ_FMT(3, report.order, "%d");
    ASSERT(report.residual > 1e-20 && report.residual < 1e-14);
    method_destroy(m);
    PASS();
}

TEST an_inconsistent_method_has_order_zero(void)
{
    coefficients a = {.kind = METHOD_RUNGE_KUTTA, .size = 1, .b = {0.5Q}};
    ASSERT_EQ_FMT(0, order_of(&a).order, "%d");
    a.b[0] = nanq("");
    ASSERT_EQ_FMT(0, order_of(&a).order, "%d");
    coefficients step = {.kind = METHOD_MULTISTEP, .size = 1, .alpha = {1, 1}, .beta = {0, 1}};
    ASSERT_EQ_FMT(0, order_of(&step).order, "%d");
    PASS();
}

/* Gauss with 9 stages; bhat interpolates on 8 of the nodes only: order 8, not 18. */
TEST embedded_orders_beyond_eight_use_their_own_weights(void)
{
    method *m = open_or_null("gauss:9");
    ASSERT(m != NULL);
    coefficients a = *method_coefficients(m);
    a.embedded = true;
    for (int j = 0; j < 8; j++) {
        a.bhat[j] = collocation_integral(8, a.c, j, 0, 1);
    }
    ASSERT_EQ_FMT(8, order_of_embedded(&a).order, "%d");
    ASSERT_EQ_FMT(18, order_of(&a).order, "%d");
    method_destroy(m);
    PASS();
}

/* b c = 1/3 breaks no condition of x' = f(x), but x' = t shows it. With c = 1/2 it is the midpoint
 * rule. */
TEST stages_at_wrong_times_cost_order(void)
{
    coefficients a = {
        .kind = METHOD_RUNGE_KUTTA, .size = 1, .A = {0.5Q}, .b = {1}, .c = {1 / 3.0Q}};
    ASSERT_EQ_FMT(1, order_of(&a).order, "%d");
    ASSERT_EQ_FMT(2, order_of_autonomous(&a), "%d");
    a.c[0] = 0.5Q;
    ASSERT_EQ_FMT(2, order_of(&a).order, "%d");
    for (int i = 0; i < catalogue_member_count(all); i++) {
        method *m = open_or_null(catalogue_member(all, i));
        ASSERT(m != NULL);
        coefficients moved = *method_coefficients(m);
        int order = method_describe(m)->order;
        if (moved.kind == METHOD_RUNGE_KUTTA && order >= 2 && order <= 8) {
            int stage = random_integer(0, moved.size - 1);
            while (moved.b[stage] == 0) {
                stage = random_integer(0, moved.size - 1);
            }
            moved.c[stage] += 0.01Q;
            ASSERTm(support_say("%s", catalogue_member(all, i)), order_of(&moved).order == 1);
            ASSERTm(support_say("%s", catalogue_member(all, i)),
                    order_of_autonomous(&moved) == order);
        }
        method_destroy(m);
    }
    PASS();
}

static void round_to(quad *x, int count, int places)
{
    quad power = powq(10, places);
    for (int i = 0; i < count; i++) {
        x[i] = rintq(x[i] * power) / power;
    }
}

/* A table that was printed with 6 to 9 digits has lost its order, but not without a hint; exact
 * ones get none. */
TEST the_order_before_rounding_is_found(void)
{
    int seen = 0;
    for (int i = 0; i < catalogue_member_count(all); i++) {
        const char *name = catalogue_member(all, i);
        method *m = open_or_null(name);
        ASSERT(m != NULL);
        coefficients a = *method_coefficients(m);
        order_report exact = order_of(&a);
        ASSERTm(support_say("%s", name), exact.rounded_order == exact.order);
        for (int places = 6; places <= 9; places++) {
            coefficients rounded = a;
            round_to(rounded.A, a.size * a.size, places);
            round_to(rounded.b, a.size, places);
            round_to(rounded.c, a.size, places);
            round_to(rounded.alpha, a.size + 1, places);
            round_to(rounded.beta, a.size + 1, places);
            order_report report = order_of(&rounded);
            /* Conditions of high order are small, and hold for numbers that were rounded. */
            if (exact.order <= 4 && report.order < exact.order) {
                seen++;
                ASSERTm(support_say("%s, %d places: %d, not %d (%.1e)", name, places,
                                    report.rounded_order, exact.order, report.rounded_residual),
                        report.rounded_order == exact.order);
                ASSERTm(name, report.rounded_residual > 1e-11 && report.rounded_residual < 1e-4);
            }
        }
        method_destroy(m);
    }
    ASSERT(seen > 40);
    PASS();
}

/* Rows that miss c by 1e-27 are rounded too, though no condition of the order tells. */
TEST rows_that_miss_c_by_little_are_noted(void)
{
    coefficients a = {.kind = METHOD_RUNGE_KUTTA, .size = 1, .A = {1}, .b = {1}, .c = {1}};
    ASSERT(order_of(&a).residual == 0);
    a.c[0] += 1e-27Q;
    ASSERT_EQ_FMT(1, order_of(&a).order, "%d");
    ASSERT_NEAR(5e-28, order_of(&a).residual, 1e-32, 1e-5);
    PASS();
}

/* Every file of the catalogue holds its conditions exactly, of which quadruple precision cannot
 * tell Gauss' method with 30 digits. */
TEST conditions_are_told_from_those_that_hold_to_thirty_digits(void)
{
    static const char digits[] = "kind = runge-kutta\n"
                                 "A = 0.25 -0.038675134594812882254574390251\n"
                                 "    0.538675134594812882254574390251 0.25\n"
                                 "b = 0.5 0.5\n";
    static const char steps[] = "kind = multistep\n"
                                "alpha = 0.333333333333333333333333333333333333"
                                " -1.333333333333333333333333333333333333 1\n"
                                "beta = 0 0 0.666666666666666666666666666666666667\n";
    int seen = 0;
    for (int i = 0; i < catalogue_member_count(all); i++) {
        method *m = open_or_null(catalogue_member(all, i));
        ASSERT(m != NULL);
        double residual = order_exact_residual(m, method_describe(m)->order);
        ASSERTm(catalogue_member(all, i), residual <= 0);
        ASSERTm(catalogue_member(all, i),
                residual < 0 || order_exact_residual(m, method_describe(m)->order + 1) > 1e-8);
        seen += residual == 0;
        method_destroy(m);
    }
    ASSERT(seen > 20);
    const char *const files[] = {digits, steps};
    const int orders[] = {4, 2};
    for (int n = 0; n < 2; n++) {
        method *m = open_or_null(scratch_file("own.method", files[n], strlen(files[n])));
        ASSERT(m != NULL);
        order_report report = order_of(method_coefficients(m));
        ASSERT_EQ_FMT(orders[n], report.order, "%d");
        ASSERT(report.residual < 1e-31);
        double rounding = order_rounding(m, &report);
        ASSERT(rounding > 1e-37 && rounding < 1e-31);
        method_destroy(m);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    message why;
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        return 1;
    }
    RUN_TEST(every_member_has_its_published_order);
    RUN_TEST(embedded_weights_have_their_published_order);
    RUN_TEST(a_changed_entry_lowers_the_order);
    RUN_TEST(families_satisfy_their_simplifying_assumptions);
    RUN_TEST(rounded_coefficients_keep_their_order_and_say_so);
    RUN_TEST(an_inconsistent_method_has_order_zero);
    RUN_TEST(stages_at_wrong_times_cost_order);
    RUN_TEST(the_order_before_rounding_is_found);
    RUN_TEST(rows_that_miss_c_by_little_are_noted);
    RUN_TEST(conditions_are_told_from_those_that_hold_to_thirty_digits);
    RUN_TEST(embedded_orders_beyond_eight_use_their_own_weights);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
