#include "reproduce/condition.h"

#include "reproduce.h"

static const expression_scope zw = {.count = 2, .names = {{.name = "z"}, {.name = "w"}}};

static int holds(const char *words, double z, double w)
{
    condition c;
    bool known;
    expression_scope at = zw;
    at.names[0].value = (quad)z;
    at.names[1].value = (quad)w;
    if (condition_read(words, &zw, &c, &why) != STATUS_OK) {
        return -1;
    }
    bool answer = condition_holds(&c, &at, &known);
    return known ? answer : 2;
}

TEST chains_and_alternatives_mean_what_they_say(void)
{
    static const struct {
        const char *words;
        double z, w;
        int answer;
    } cases[] = {{"z < 0", -1, 0, 1},
                 {"z < 0", 0, 0, 0},
                 {"z > 0", 0, 0, 0},
                 {"z < 0 & w > 1", -1, 2, 1},
                 {"z < 0 & w > 1", -1, 1, 0},
                 {"z < 0 & w > 1 | z > 0", 1, 0, 1},
                 {"z < 0 & w > 1 | z > 0", -1, 0, 0},
                 {"z > 0 | z < 0 & w > 1", 1, 5, 1},
                 {"z > 0 | z < 0 & w > 1", -1, 0, 0},
                 {"z > 0 & w > 0 | w < 0 & z < 0 | z > 5 & w > 5", -1, -1, 1},
                 {"1 < z < 2", 1.5, 0, 1},
                 {"1 < z < 2", 2.5, 0, 0},
                 {"2 > z > 1", 1.5, 0, 1},
                 {"(6-z)/4 < w < (z^2-2*z+12)/8", -2, 2.25, 1},
                 {"(6-z)/4 < w < (z^2-2*z+12)/8", -2, 1.75, 0},
                 {"w > 4/z", 0, 1, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ASSERT_EQm(cases[i].words, cases[i].answer, holds(cases[i].words, cases[i].z, cases[i].w));
    }
    PASS();
}

TEST what_is_no_condition_is_refused(void)
{
    static const char *const bad[] = {"",        "z",         "z < ",  "< z",
                                      "z < 0 &", "z & w < 0", "q < 0", "z < 0 | | w < 0",
                                      "z << 1",  "h > 0"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        condition c;
        ASSERT_EQm(bad[i], STATUS_BAD_INPUT, condition_read(bad[i], &zw, &c, &why));
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(chains_and_alternatives_mean_what_they_say);
    RUN_TEST(what_is_no_condition_is_refused);
    GREATEST_MAIN_END();
}
