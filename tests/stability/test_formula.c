#include "stability/formula.h"

#include <string.h>

#include "method/catalogue.h"
#include "stability/everything.h"
#include "stability/table.h"
#include "support/support.h"

static catalogue *all;
static message why;

/* The formula of a method as text, NULL when it has none. The caller frees it. */
static char *formula_of(const char *name, void (*write)(const phi *, text *))
{
    method *m = NULL;
    phi *p = NULL;
    text out = {0};
    if (catalogue_open(all, name, &m, &why) == STATUS_OK &&
        phi_compile(m, MOTION_SHEAR, &p, &why) == STATUS_OK) {
        write(p, &out);
    }
    phi_destroy(p);
    method_destroy(m);
    return out.data;
}

TEST the_published_table_is_printed_exactly(void)
{
    for (int row = 0; row < TABLE_ROWS; row++) {
        char *formula = formula_of(table[row].method, formula_text);
        ASSERT(formula != NULL);
        ASSERTm(support_say("%s: %s", table[row].method, formula), shows_row(formula, row));
        free(formula);
    }
    PASS();
}

TEST the_reader_of_polynomials_tells_rows_apart(void)
{
    ASSERT_FALSE(shows_row("\nN = 1 - w\nD = 1 - w + z\n", 0));
    ASSERT_FALSE(shows_row("\nN = 1 - w^2\nD = 1 - w - z\n", 0));
    ASSERT(shows_row("\nN = -w + 1\nD = 1 - w - z\n", 0));
    PASS();
}

TEST multistep_methods_print_one_power_a_line(void)
{
    char *formula = formula_of("bdf:2", formula_text);
    ASSERT_STR_EQ("Phi(sigma; z, w) =\n    (3 - 2w - 2z) sigma^2\n  + (-4 + 4w) sigma\n"
                  "  + (1 - 2w)\n",
                  formula);
    free(formula);
    PASS();
}

/* mathematics.md 2: (2-z-w) sigma^2 - 2(z-w) sigma - (2+z+w) */
TEST the_unprojected_midpoint_has_a_parasitic_root(void)
{
    char *formula = formula_of("midpoint,keep=none", formula_text);
    ASSERT_STR_EQ("Phi(sigma; z, w) =\n    (2 - w - z) sigma^2\n  + (2w - 2z) sigma\n"
                  "  + (-2 - w - z)\n",
                  formula);
    free(formula);
    PASS();
}

/* theta: R = (1 - w + (1-T)(z + w - zw)) / (1 - T(z + w)), here times 4 */
TEST theta_prints_its_exact_parameter(void)
{
    char *formula = formula_of("theta:3/4", formula_text);
    ASSERT_STR_EQ("R(z, w) = N/D\nN = 4 - 3w + z - zw\nD = 4 - 3w - 3z\n", formula);
    free(formula);
    PASS();
}

TEST latex_is_balanced_for_every_method(void)
{
    static everything e;
    ASSERT(everything_begin(&e));
    while (everything_next(&e, MOTION_SHEAR, &why)) {
        text out = {0};
        formula_latex(e.p, &out);
        int depth = 0;
        for (const char *c = out.data; *c != '\0'; c++) {
            depth += (*c == '{') - (*c == '}');
            ASSERTm(e.name, depth >= 0);
        }
        ASSERTm(e.name, depth == 0 && strncmp(out.data, "\\[\n", 3) == 0);
        ASSERTm(e.name, strcmp(out.data + out.length - 4, "\n\\]\n") == 0);
        ASSERTm(e.name, strstr(out.data, "\n\n") == NULL);
        text_clear(&out);
    }
    ASSERT_EVERYTHING_WAS_SEEN(e, why);
    PASS();
}

TEST latex_writes_a_fraction(void)
{
    char *formula = formula_of("radau-iia:2", formula_latex);
    ASSERT_STR_EQ("\\[\nR(z, w) = \\frac{6 - 4w + 2z - 2zw}{6 - 4w - 4z + 2zw + z^{2}}\n\\]\n",
                  formula);
    free(formula);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        return 1;
    }
    RUN_TEST(the_published_table_is_printed_exactly);
    RUN_TEST(the_reader_of_polynomials_tells_rows_apart);
    RUN_TEST(multistep_methods_print_one_power_a_line);
    RUN_TEST(the_unprojected_midpoint_has_a_parasitic_root);
    RUN_TEST(theta_prints_its_exact_parameter);
    RUN_TEST(latex_is_balanced_for_every_method);
    RUN_TEST(latex_writes_a_fraction);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
