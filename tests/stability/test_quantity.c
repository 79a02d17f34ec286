/* The table of quantities: keys, and words in both styles of numbers that are published. */
#include "stability/quantity.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "method/catalogue.h"
#include "stability/comparison.h"
#include "support/support.h"

static catalogue *all;
static message why;

static const char *words_of(const char *key, const portrait *p, number_style style)
{
    static char out[400];
    text words = {0};
    quantity_words(quantity_find(key), p, style, &words);
    snprintf(out, sizeof out, "%s", words.data != NULL ? words.data : "");
    text_clear(&words);
    return out;
}

TEST keys_are_found_and_differ(void)
{
    for (int i = 0; i < quantity_count; i++) {
        ASSERT_EQ(&quantities[i], quantity_find(quantities[i].key));
    }
    ASSERT_EQ(NULL, quantity_find("nope"));
    PASS();
}

TEST words_are_plain_or_as_in_print(void)
{
    static const struct {
        const char *method, *key, *plain, *fine;
    } cases[] = {
        {"rk4", "order", "4", "4"},
        {"rk4", "order_spinning", "-", "–"},
        {"rk4", "real_interval", "[-2.78529356341, 0]", "[−2.785294, 0]"},
        {"rk4", "imaginary_interval", "[-2.82842712475, 2.82842712475]", "[−2.828427i, 2.828427i]"},
        {"rk4", "alpha_degrees", "none", "–"},
        {"rk4", "R_infinity", "inf", "∞"},
        {"rk4", "poles", "none", "0"},
        {"bdf:4", "alpha_degrees", "73.3516704746", "73.3517°"},
        {"bdf:3", "imaginary_interval", "none", "only 0"},
        {"implicit-euler", "imaginary_interval", "unbounded", "(−∞, ∞)"},
        {"implicit-euler", "error_constant", "-1/2", "−1/2"},
        {"lobatto-iiic:2", "spin_range", "(-inf, 0] and {1}", "(−∞, 0] and {1}"},
        {"theta:11/20", "spin_range", "[-2/9, 20/11] and {20/9}", "[−2/9, 20/11] and {20/9}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static portrait p;
        method *m = NULL;
        ASSERT_EQ_FMT(STATUS_OK, catalogue_open(all, cases[i].method, &m, &why), "%d");
        portrait_of(m, (wide){0}, 0, &p);
        method_destroy(m);
        ASSERTm(p.why.text, p.status == STATUS_OK);
        support_say("%s, %s", cases[i].method, cases[i].key);
        ASSERT_STR_EQ(cases[i].plain, words_of(cases[i].key, &p, NUMBER_PLAIN));
        ASSERT_STR_EQ(cases[i].fine, words_of(cases[i].key, &p, NUMBER_FINE));
    }
    PASS();
}

static void count_done(void *context, long done, long total)
{
    *(atomic_long *)context += done > 0 && done <= total;
}

TEST a_method_that_is_refused_has_the_reason_in_its_row(void)
{
    atomic_long told = 0;
    text table = {0};
    sitter both[2] = {
        {.name = "rk4"},
        {.name = "nope", .of = {.status = STATUS_BAD_INPUT, .why = {"there is no, such"}}}};
    ASSERT_EQ_FMT(STATUS_OK, catalogue_open(all, "rk4", &both[0].method, &why), "%d");
    portraits_of(both, 2, (wide){0}, PORTRAIT_NEGATIVE_AXIS, count_done, &told);
    comparison_write(both, 2, COMPARISON_CSV, &table);
    ASSERT_EQ_FMT(2L, (long)told, "%ld");
    ASSERT(strncmp(table.data, "method,order,", 13) == 0);
    ASSERT(strstr(table.data, "\nrk4,4,-,1/120,no,inf,no,none,no,\"[-2.78529356341, 0]\",") !=
           NULL);
    ASSERT(strstr(table.data, ",\"there is no, such\"\n") != NULL);
    table.length = 0;
    comparison_write(both, 2, COMPARISON_TEXT, &table);
    ASSERT(strstr(table.data, "\nnope    refused: there is no, such\n") != NULL);
    text_clear(&table);
    method_destroy(both[0].method);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        return EXIT_FAILURE;
    }
    RUN_TEST(keys_are_found_and_differ);
    RUN_TEST(words_are_plain_or_as_in_print);
    RUN_TEST(a_method_that_is_refused_has_the_reason_in_its_row);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
