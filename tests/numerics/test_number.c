#include "numerics/number.h"

#include <math.h>
#include <string.h>

#include "numerics/quad.h"
#include "support/support.h"

static message why;

TEST complex_numbers_are_read_as_people_type_them(void)
{
    const struct {
        const char *source;
        quad re, im;
    } cases[] = {
        {"0", 0, 0},
        {"-1.5", -1.5Q, 0},
        {"3/2", 1.5Q, 0},
        {"1-2i", 1, -2},
        {"-i", 0, -1},
        {"i", 0, 1},
        {"+i", 0, 1},
        {"j", 0, 1},
        {"2.5j", 0, 2.5Q},
        {"1e-3+2e4i", 0.001Q, 20000},
        {"1e-3", 0.001Q, 0},
        {"1e-3i", 0, 0.001Q},
        {"-1E-3-1E-4i", -0.001Q, -0.0001Q},
        {"-1/3", -1 / 3.0Q, 0},
        {"-1/3i", 0, -1 / 3.0Q},
        {"pi", M_PIq, 0},
        {"-pi", -M_PIq, 0},
        {"1-pi", 1 - M_PIq, 0},
        {"pi i", 0, M_PIq},
        {"1-pi*i", 1, -M_PIq},
        {"0.5i", 0, 0.5Q},
        {"3*i", 0, 3},
        {"3 * i", 0, 3},
        {"sqrt(2)i", 0, M_SQRT2q},
        {"0.5+sqrt(3)/2 i", 0.5Q, sqrtq(3) / 2},
        {"(1+2)i", 0, 3},
        {"-(1+2)i", 0, -3},
        {"(1-2)-(3-4)i", -1, 1},
        {"1 - 2i", 1, -2},
        {"1 - 2 i ", 1, -2},
        {" 1-2i", 1, -2},
        {"1+i", 1, 1},
        {"1 - i", 1, -1},
        {"1-2-3i", -1, -3},
        {"1+2", 3, 0},
        {"2*-3i", 0, -6},
        {"1+-2i", 1, -2},
        {"2^-1i", 0, 0.5Q},
        {"cos(pi)-cos(0)i", -1, -1},
        /* a blank before a sign changes nothing */
        {" -i", 0, -1},
        {" -2i", 0, -2},
        {"2 * -3i", 0, -6},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wide re = {7, 7}, im = {7, 7};
        ASSERT_OK(number_complex(cases[i].source, &re, &im, &why), cases[i].source, why);
        ASSERTm(support_say("'%s': %.17g + %.17g i", cases[i].source, re.high, im.high),
                fabsq(quad_from_wide(re) - cases[i].re) <= 1e-31Q * fabsq(cases[i].re) &&
                    fabsq(quad_from_wide(im) - cases[i].im) <= 1e-31Q * fabsq(cases[i].im));
    }
    PASS();
}

TEST what_is_no_complex_number_is_refused(void)
{
    static const char *const cases[] = {
        "",     " ",      "nan",   "nani",   "inf",      "-inf",   "infinity", "abc",
        "1+",   "1-",     "+",     "-",      "1+2i+",    "i2",     "1+i2",     "i+1",
        "ii",   "2ij",    "1e400", "1e400i", "1+1e400i", "-1e400", "1e5000",   "1/0",
        "1/0i", "1+1/0i", "1/i",   "2^i",    "(1+2i)",   "1+2i)",  "(1+2i",    "1,2",
        "1;2",  "0x10",   "1 2",   "1+2i 3", "sqrt(-1)", "2i\n",   "*i",       "1+*i",
        "3**i", "-*i",    "1+ *i", "abci",   "1+abci"};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wide re, im;
        why.text[0] = '\0';
        status s = number_complex(cases[i], &re, &im, &why);
        ASSERTm(support_say("'%s' is accepted", cases[i]), s == STATUS_BAD_INPUT);
        ASSERTm(support_say("'%s': no message", cases[i]), why.text[0] != '\0');
    }
    PASS();
}

TEST real_numbers_are_read_to_31_digits(void)
{
    const struct {
        const char *source;
        quad value;
    } cases[] = {
        {"0", 0},          {"-1/3", -1 / 3.0Q},   {"pi", M_PIq}, {" 2 ", 2},
        {"1e308", 1e308Q}, {"-1e-250", -1e-250Q}, {"1e-400", 0}, {"sqrt(2)", M_SQRT2q},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wide x = {7, 7};
        ASSERT_OK(number_real(cases[i].source, &x, &why), cases[i].source, why);
        ASSERTm(support_say("'%s': %.17g", cases[i].source, x.high),
                fabsq(quad_from_wide(x) - cases[i].value) <= 1e-31Q * fabsq(cases[i].value) ||
                    (x.high == 0 && cases[i].value == 0));
    }
    PASS();
}

TEST what_is_no_real_number_is_refused(void)
{
    static const char *const cases[] = {"",   " ",   "nan",   "inf",    "-inf", "i",     "2i",
                                        "1+", "abc", "1e400", "-1e309", "1/0",  "1e5000"};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wide x;
        why.text[0] = '\0';
        ASSERTm(support_say("'%s' is accepted", cases[i]),
                number_real(cases[i], &x, &why) == STATUS_BAD_INPUT);
        ASSERTm(support_say("'%s': no message", cases[i]), why.text[0] != '\0');
    }
    PASS();
}

/* What printf writes must come back, whatever the signs and exponents. */
TEST printed_numbers_are_read_back(void)
{
    for (int round = 0; round < 3000; round++) {
        double x = ldexp(random_edgy(1), random_integer(-300, 300));
        double y = ldexp(random_edgy(1), random_integer(-300, 300));
        const char *const formats[] = {"%.17g%+.17gi", "%.17e %+.17ej", "%.17g %+.17g*i"};
        char source[100];
        snprintf(source, sizeof source, formats[round % 3], x, y);
        wide re, im;
        ASSERT_OK(number_complex(source, &re, &im, &why), source, why);
        ASSERTm(support_say("'%s'", source), re.high == x && im.high == y);
    }
    PASS();
}

/* Pieces in random order: no crash, and what is accepted is finite. */
TEST random_numbers_do_no_harm(void)
{
    static const char pieces[][8] = {"1", "2.5", "e", "e-3", "e300", "+", "-", "*",  "/",
                                     "^", "(",   ")", " ",   "i",    "j", "i", "pi", "sqrt(2)"};
    enum { PIECES = sizeof pieces / sizeof pieces[0] };
    int accepted = 0;
    for (int round = 0; round < 20000; round++) {
        char source[128] = "";
        for (int n = random_integer(0, 8); n > 0; n--) {
            strcat(source, pieces[random_integer(0, PIECES - 1)]);
        }
        wide re, im;
        status s = number_complex(source, &re, &im, &why);
        ASSERTm(support_say("'%s'", source), s == STATUS_OK || s == STATUS_BAD_INPUT);
        ASSERTm(support_say("'%s'", source),
                s != STATUS_OK || (isfinite(re.high) && isfinite(im.high)));
        accepted += s == STATUS_OK;
    }
    ASSERTm(support_say("%d accepted", accepted), accepted > 500);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(complex_numbers_are_read_as_people_type_them);
    RUN_TEST(what_is_no_complex_number_is_refused);
    RUN_TEST(real_numbers_are_read_to_31_digits);
    RUN_TEST(what_is_no_real_number_is_refused);
    RUN_TEST(printed_numbers_are_read_back);
    RUN_TEST(random_numbers_do_no_harm);
    GREATEST_MAIN_END();
}
