#include "method/method.h"

#include <string.h>

#include "method/catalogue.h"
#include "method/coefficients.h"
#include "support/command.h"
#include "support/support.h"

static catalogue *all;
static message why;

TEST summaries_say_what_a_method_is(void)
{
    static const struct {
        const char *name, *summary;
    } rows[] = {
        {"radau-iia:3", "3 stages, order 5, stiffly accurate"},
        {"implicit-euler", "1 stage, order 1, stiffly accurate"},
        {"gauss:2", "2 stages, order 4, projected (keeps x2)"},
        {"gauss:2,keep=u", "2 stages, order 4, projected (keeps u)"},
        {"gauss:2,keep=none", "2 stages, order 4, not projected"},
        {"spin:bdf:2", "2 steps, order 2, spin-stabilised"},
        {"dopri5", "7 stages, order 5(4), for ODEs only (w = 0)"},
        {"gauss-lobatto:2", "2 stages, order 4"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        method *m = NULL;
        char summary[160];
        ASSERT_OK(catalogue_open(all, rows[i].name, &m, &why), rows[i].name, why);
        method_summary(method_describe(m), summary, sizeof summary);
        ASSERT_STR_EQ(rows[i].summary, summary);
        method_destroy(m);
    }
    PASS();
}

TEST a_copy_outlives_its_original(void)
{
    method *m = NULL;
    ASSERT_OK(catalogue_open(all, "radau-iia:2", &m, &why), "radau", why);
    method *copy = NULL;
    ASSERT_OK(method_copy(m, &copy, &why), "copy", why);
    ASSERT(memcmp(method_coefficients(m), method_coefficients(copy), sizeof(coefficients)) == 0);
    method_destroy(m);
    ASSERT_STR_EQ("radau-iia:2", method_describe(copy)->name);
    method_destroy(copy);
    method_destroy(NULL);
    PASS();
}

/* An explicit first stage without stiff accuracy has one state only. */
TEST keep_none_needs_an_invertible_matrix(void)
{
    static const char data[] = "kind = runge-kutta\nA = 0 0\n 1/3 1/3\nb = 1/4 3/4\n";
    char name[700];
    snprintf(name, sizeof name, "%s", scratch_file("first.method", data, sizeof data - 1));
    method *m = NULL;
    ASSERT_OK(catalogue_open(all, name, &m, &why), name, why);
    ASSERT(method_describe(m)->form == FORM_EXPLICIT_FIRST_STAGE);
    ASSERT(method_describe(m)->keep_matters);
    method_destroy(m);
    strcat(name, ",keep=none");
    ASSERT_EQ(STATUS_BAD_INPUT, catalogue_open(all, name, &m, &why));
    ASSERTm(why.text, strstr(why.text, "invertible") != NULL);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        return 1;
    }
    RUN_TEST(summaries_say_what_a_method_is);
    RUN_TEST(a_copy_outlives_its_original);
    RUN_TEST(keep_none_needs_an_invertible_matrix);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
