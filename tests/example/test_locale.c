/* The library within a program that speaks German: numbers keep their points. */
#include <complex.h>
#include <field/spectrum.h>
#include <lab/formulation.h>
#include <lab/run.h>
#include <locale.h>
#include <method/catalogue.h>
#include <numerics/number.h>
#include <stability/spin_range.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/command.h"
#include "support/support.h"

static message why;

TEST numbers_are_read_with_a_point(void)
{
    wide x, im;
    ASSERT_OK(number_real("1.25", &x, &why), "1.25", why);
    ASSERT_EQ(1.25, x.high);
    ASSERT_OK(number_complex("-0.5+2.75i", &x, &im, &why), "complex", why);
    ASSERT_EQ(-0.5, x.high);
    ASSERT_EQ(2.75, im.high);
    ASSERT_EQ(STATUS_BAD_INPUT, number_real("1,25", &x, &why));
    PASS();
}

TEST files_are_read_and_ranges_written_with_points(void)
{
    static const char eigenvalues[] = "-1.5,0.25\n",
                      sdirk3[] = SPINSCOPE_ASSETS "/methods/sdirk3.method";
    spectrum s = {0};
    ASSERT_OK(spectrum_parse("eigenvalues", eigenvalues, strlen(eigenvalues), &s, &why), "", why);
    ASSERT_EQ(1, s.count);
    ASSERT(s.values[0] == -1.5 + 0.25 * I);
    spectrum_clear(&s);

    static const char rounded[] = "kind = runge-kutta\norder = 2\nA = 0.5000000000333333\nb = 1\n";
    catalogue *all = NULL;
    method *m = NULL;
    static spin_range stable;
    static char words[SPIN_RANGE_WORDS];
    ASSERT_OK(catalogue_create("", &all, &why), "", why);
    ASSERT_OK(catalogue_open(all, sdirk3, &m, &why), sdirk3, why);
    ASSERT_OK(spin_range_negative_axis(m, &stable, &why), sdirk3, why);
    spin_range_words(&stable, words, sizeof words);
    ASSERTm(words, strchr(words, '.') != NULL && strstr(words, ", ") != NULL);
    for (const char *c = words; *c != '\0'; c++) {
        ASSERTm(words, *c != ',' || c[1] == ' ');
    }
    method_destroy(m);
    ASSERT_OK(catalogue_open(all, scratch_file("r.method", rounded, strlen(rounded)), &m, &why), "",
              why);
    ASSERTm(method_describe(m)->warning, strstr(method_describe(m)->warning, "2.2e-11") != NULL);
    method_destroy(m);
    catalogue_destroy(all);
    PASS();
}

TEST options_and_words_have_points(void)
{
    formulation_choice how;
    ASSERT_OK(formulation_read("baumgarte:gamma=2.5", &how, &why), "", why);
    ASSERT_NEAR(2.5, how.gamma[0], 0, 1e-15);
    char words[100];
    lab_result_words(&(lab_result){.t = 1.5}, words, sizeof words);
    ASSERT_STR_EQ("done, t = 1.5", words);
    refuse(&why, "%g", 0.125);
    ASSERT_STR_EQ("0.125", why.text);
    PASS();
}

TEST the_program_speaks_german_before_and_after(void)
{
    wide x;
    char words[20];
    ASSERT_OK(number_real("1.25", &x, &why), "1.25", why);
    snprintf(words, sizeof words, "%.2f", x.high);
    ASSERT_STR_EQ("1,25", words);
    PASS();
}

TEST no_german_is_spoken(void)
{
    SKIPm("no German locale (package locales)");
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    const char *folder = german_locale();
    if (folder != NULL) {
        setenv("LOCPATH", folder, 1);
        setlocale(LC_ALL, "de_DE.UTF-8");
        RUN_TEST(numbers_are_read_with_a_point);
        RUN_TEST(files_are_read_and_ranges_written_with_points);
        RUN_TEST(options_and_words_have_points);
        RUN_TEST(the_program_speaks_german_before_and_after);
        setlocale(LC_ALL, "C");
    } else {
        RUN_TEST(no_german_is_spoken);
    }
    GREATEST_MAIN_END();
}
