#include "method/catalogue.h"

#include <string.h>

#include "support/command.h"
#include "support/support.h"

static catalogue *all;
static message why;

TEST the_sixteen_named_files_are_there(void)
{
    static const char *const names[] = {
        "explicit-euler",   "heun",     "rk4",       "rk38",          "kutta3",     "ssprk33",
        "bogacki-shampine", "rkf45",    "cash-karp", "dopri5",        "radau-ia-2", "sdirk2",
        "sdirk3",           "crouzeix", "tr-bdf2",   "lobatto-iiib-3"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        method *m = NULL;
        ASSERT_OK(catalogue_open(all, names[i], &m, &why), names[i], why);
        ASSERT_STR_EQ(names[i], method_describe(m)->name);
        method_destroy(m);
    }
    PASS();
}

TEST every_member_opens_and_keeps_its_name(void)
{
    ASSERT(catalogue_member_count(all) > 80);
    for (int i = 0; i < catalogue_member_count(all); i++) {
        const char *name = catalogue_member(all, i);
        method *m = NULL;
        ASSERT_OK(catalogue_open(all, name, &m, &why), name, why);
        ASSERT_STR_EQ(name, method_describe(m)->name);
        ASSERT(method_describe(m)->title[0] != '\0' && method_describe(m)->reference[0] != '\0');
        method_destroy(m);
    }
    PASS();
}

TEST every_entry_is_a_member_without_its_parameter(void)
{
    for (int i = 0; i < catalogue_entry_count(all); i++) {
        catalogue_entry entry = catalogue_entry_at(all, i);
        int members = 0;
        for (int n = 0; n < catalogue_member_count(all); n++) {
            const char *name = catalogue_member(all, n);
            size_t length = strlen(entry.name);
            members += strncmp(name, entry.name, length) == 0 &&
                       (name[length] == ':' || name[length] == '\0');
        }
        ASSERTm(entry.name, members >= 1);
        ASSERTm(entry.name, (entry.parameter != NULL) == (members > 1));
    }
    PASS();
}

TEST prefix_and_option_are_understood(void)
{
    method *m = NULL;
    ASSERT_OK(catalogue_open(all, "spin:gauss:2,keep=u", &m, &why), "spin", why);
    const method_info *info = method_describe(m);
    ASSERT_STR_EQ("spin:gauss:2,keep=u", info->name);
    ASSERT(info->spin && info->keep == KEEP_U && info->keep_matters);
    method_destroy(m);
    ASSERT_OK(catalogue_open(all, "radau-iia:2,keep=none", &m, &why), "radau", why);
    ASSERT_FALSE(method_describe(m)->keep_matters);
    method_destroy(m);
    ASSERT_OK(catalogue_open(all, "theta:1/2", &m, &why), "theta has a slash", why);
    method_destroy(m);
    PASS();
}

TEST bad_names_are_refused_with_what_is_accepted(void)
{
    static const struct {
        const char *name, *words;
    } cases[] = {
        {"radu-iia:3", "near it: radau-iia:s"},
        {"radau", "radau-iia:s"},
        {"rk5", "rk4"},
        {"zzzzzzzzzzzz", "spinscope list"},
        {"", "unknown method ''"},
        {"radau-iia", "radau-iia:s with s from 1 to 9"},
        {"radau-iia:0", "integer from 1 to 9"},
        {"radau-iia:10", "integer from 1 to 9"},
        {"radau-iia:3x", "integer from 1 to 9"},
        {"lobatto-iiic:1", "integer from 2 to 9"},
        {"gauss-lobatto:9", "integer from 1 to 8"},
        {"bdf:8", "integer from 1 to 7"},
        {"bdf:-1", "integer from 1 to 7"},
        {"theta:0.49", "from 1/2 to 1"},
        {"theta:1.01", "from 1/2 to 1"},
        {"theta:nan", "from 1/2 to 1"},
        {"theta:", "from 1/2 to 1"},
        {"midpoint:2", "takes no parameter"},
        {"rk4:2", "takes no parameter"},
        {"gauss:2,keep=x1", "accepted: x2, u, none"},
        {"gauss:2,keep=", "accepted: x2, u, none"},
        {"gauss:2,kep=u", "integer from 1 to 9"},
        {"bdf:2,keep=u", "projected Runge-Kutta"},
        {"rk4,keep=u", "projected Runge-Kutta"},
        {"spin:rk4", "ODEs only"},
        {"spin:spin:bdf:2", "spin: is accepted once"},
        {"./no/such.method", "No such file"},
        {"/", "is a folder"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        method *m = NULL;
        status s = catalogue_open(all, cases[i].name, &m, &why);
        ASSERTm(support_say("'%s' is accepted", cases[i].name), s == STATUS_BAD_INPUT && m == NULL);
        ASSERTm(support_say("'%s': %s", cases[i].name, why.text),
                strstr(why.text, cases[i].words) != NULL);
    }
    char long_name[2000];
    memset(long_name, 'a', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    method *m = NULL;
    ASSERT_EQ(STATUS_BAD_INPUT, catalogue_open(all, long_name, &m, &why));
    PASS();
}

TEST forms_follow_from_the_coefficients(void)
{
    static const struct {
        const char *name;
        method_form form;
        bool stiffly_accurate;
    } rows[] = {
        {"radau-iia:3", FORM_IMPLICIT, true},
        {"lobatto-iiic:4", FORM_IMPLICIT, true},
        {"sdirk3", FORM_IMPLICIT, true},
        {"gauss:3", FORM_IMPLICIT, false},
        {"radau-ia-2", FORM_IMPLICIT, false},
        {"crouzeix", FORM_IMPLICIT, false},
        {"trapezoidal", FORM_EXPLICIT_FIRST_STAGE, true},
        {"theta:1", FORM_EXPLICIT_FIRST_STAGE, true},
        {"lobatto-iiia:5", FORM_EXPLICIT_FIRST_STAGE, true},
        {"tr-bdf2", FORM_EXPLICIT_FIRST_STAGE, true},
        {"lobatto-iiib-3", FORM_ODE_ONLY, false},
        {"rk4", FORM_ODE_ONLY, false},
        {"explicit-euler", FORM_ODE_ONLY, false},
        {"adams-moulton:2", FORM_ODE_ONLY, false},
        {"adams-bashforth:1", FORM_ODE_ONLY, false},
        {"bdf:5", FORM_NEWEST_DERIVATIVE, false},
        {"gauss-lobatto:4", FORM_COLLOCATION, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        method *m = NULL;
        ASSERT_OK(catalogue_open(all, rows[i].name, &m, &why), rows[i].name, why);
        ASSERTm(rows[i].name, method_describe(m)->form == rows[i].form);
        ASSERTm(rows[i].name, method_describe(m)->stiffly_accurate == rows[i].stiffly_accurate);
        method_destroy(m);
    }
    PASS();
}

TEST a_wrong_claim_loads_with_a_warning(void)
{
    static const char data[] = "kind = runge-kutta\norder = 4\nA = 0 0\n 1 0\nb = 1/2 1/2\n";
    method *m = NULL;
    const char *path = scratch_file("claim.method", data, sizeof data - 1);
    ASSERT_OK(catalogue_open(all, path, &m, &why), path, why);
    ASSERT_STR_EQ("it claims order 4, its order is 2", method_describe(m)->warning);
    ASSERT_EQ_FMT(2, method_describe(m)->order, "%d");
    method_destroy(m);
    PASS();
}

TEST other_doubtful_files_load_with_a_warning(void)
{
    static const struct {
        const char *data, *warning;
    } cases[] = {
        {"kind = runge-kutta\nc = 1/2\nA = 1\nb = 1\n", "row 1 of A does not sum to c_1"},
        {"kind = runge-kutta\nA = 1\nb = 2\n", "its order is 0"},
        {"kind = runge-kutta\nA = 0.33333333333333331\nb = 0.99999999999999989\n", "rounded"},
        {"kind = multistep\nalpha = 1 1\nbeta = 0 1\n", "its order is 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        method *m = NULL;
        const char *path = scratch_file("doubt.method", cases[i].data, strlen(cases[i].data));
        ASSERT_OK(catalogue_open(all, path, &m, &why), path, why);
        ASSERTm(method_describe(m)->warning,
                strstr(method_describe(m)->warning, cases[i].warning) != NULL);
        method_destroy(m);
    }
    PASS();
}

TEST families_exist_without_any_assets(void)
{
    catalogue *bare = NULL;
    ASSERT_OK(catalogue_create("/nowhere/at/all", &bare, &why), "bare", why);
    method *m = NULL;
    ASSERT_OK(catalogue_open(bare, "radau-iia:3", &m, &why), "radau", why);
    method_destroy(m);
    ASSERT_EQ(STATUS_BAD_INPUT, catalogue_open(bare, "rk4", &m, &why));
    catalogue_destroy(bare);
    PASS();
}

TEST names_of_odd_paths_are_printable(void)
{
    static const char data[] = "kind = runge-kutta\nA = 1\nb = 1\n";
    method *m = NULL;
    const char *path = scratch_file("a\nb\xff.method", data, sizeof data - 1);
    ASSERT_OK(catalogue_open(all, path, &m, &why), path, why);
    ASSERTm(method_describe(m)->name, strstr(method_describe(m)->name, "/a?b?.method") != NULL);
    method_destroy(m);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    if (catalogue_create(SPINSCOPE_ASSETS, &all, &why) != STATUS_OK) {
        return 1;
    }
    RUN_TEST(the_sixteen_named_files_are_there);
    RUN_TEST(every_member_opens_and_keeps_its_name);
    RUN_TEST(every_entry_is_a_member_without_its_parameter);
    RUN_TEST(prefix_and_option_are_understood);
    RUN_TEST(bad_names_are_refused_with_what_is_accepted);
    RUN_TEST(forms_follow_from_the_coefficients);
    RUN_TEST(a_wrong_claim_loads_with_a_warning);
    RUN_TEST(other_doubtful_files_load_with_a_warning);
    RUN_TEST(families_exist_without_any_assets);
    RUN_TEST(names_of_odd_paths_are_printable);
    catalogue_destroy(all);
    GREATEST_MAIN_END();
}
