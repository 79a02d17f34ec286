#include "picture/palettefile.h"

#include <math.h>
#include <string.h>

#include "support/support.h"

static palettefile parsed;
static message why;

static status parse(const char *data)
{
    return palettefile_parse("F", data, strlen(data), &parsed, &why);
}

#define REST "name = n\npole = 1 0 0\nundefined = 0 0 0\n"
#define STOPS "at 0 = 0 0 0\nat 1 = 1 0 0\n"

TEST a_file_is_read_exactly(void)
{
    ASSERT_OK(parse("# a comment\nname = Größe  # behind a line\r\n"
                    "description = of things = many\n\n at\t-1/2 = 1/4 (1 / 10) 90\n"
                    "at 0=1 0 0\npole = 0.5 0.1 180\n\tundefined = 0.25 0 360"),
              "file", why);
    ASSERT_STR_EQ("Größe", parsed.name);
    ASSERT_STR_EQ("of things = many", parsed.description);
    ASSERT_EQ_FMT(2, parsed.stop_count, "%d");
    ASSERT_NEAR(-0.5, parsed.stops[0].value, 0, 0);
    ASSERT_NEAR(0.25, parsed.stops[0].colour.L, 0, 0);
    ASSERT_NEAR(0, parsed.stops[0].colour.a, 1e-16, 0);
    ASSERT_NEAR(0.1, parsed.stops[0].colour.b, 1e-16, 0);
    ASSERT_NEAR(0, parsed.stops[1].value, 0, 0);
    ASSERT_NEAR(-0.1, parsed.pole.a, 1e-16, 0);
    ASSERT_NEAR(0.25, parsed.undefined.L, 0, 0);
    ASSERT_OK(parse(REST STOPS), "without description", why);
    ASSERT_STR_EQ("", parsed.description);
    PASS();
}

TEST bad_files_are_refused_with_the_place(void)
{
    static const struct {
        const char *data, *place, *words;
    } cases[] = {
        {"", "F:1:1:", "0 'at VALUE = L C H' where two"},
        {"# only a comment\n\n", "F:1:1:", "two or more"},
        {REST, "F:1:1:", "two or more"},
        {REST "at 0 = 1 0 0\n", "F:1:1:", "1 'at VALUE"},
        {STOPS "pole = 1 0 0\nundefined = 0 0 0\n", "F:1:1:", "name is missing"},
        {STOPS "name = n\nundefined = 0 0 0\n", "F:1:1:", "pole is missing"},
        {STOPS "name = n\npole = 0 0 0\n", "F:1:1:", "undefined is missing"},
        {STOPS "at 1 = 1 0 0\n", "F:3:4:", "1 follows 1; ascending"},
        {STOPS "at   -3 = 1 0 0\n", "F:3:6:", "-3 follows 1"},
        {"at = 1 0 0\n", "F:1:3:", "value of log2|sigma| is expected"},
        {"at 200 = 1 0 0\n", "F:1:4:", "log2|sigma| 200 where -150 to 128"},
        {"at 1 2 = 1 0 0\n", "F:1:6:", "'2' where"},
        {"at x = 1 0 0\n", "F:1:4:", "unknown name 'x'"},
        {"at 0 =\n", "F:1:7:", "value is expected after '='"},
        {"at 0 = 1\n", "F:1:9:", "chroma is missing"},
        {"at 0 = 1 0  # 3\n", "F:1:11:", "hue is missing"},
        {"at 0 = 1 0 0 0\n", "F:1:14:", "three numbers"},
        {"at 0 = 1.1 0 0\n", "F:1:8:", "lightness 1.1 where 0 to 1"},
        {"at 0 = -0.1 0 0\n", "F:1:8:", "lightness -0.1"},
        {"at 0 = 1 0.6 0\n", "F:1:10:", "chroma 0.6 where 0 to 0.5"},
        {"at 0 = 1 0 361\n", "F:1:12:", "hue 361 where 0 to 360"},
        {"at 0 = 1 0 -1\n", "F:1:12:", "hue -1"},
        {"at 0 = 1 0 1/0\n", "F:1:13:", "division by zero"},
        {"at 0 = 1 1e9999 0\n", "F:1:10:", "too large"},
        {"at 0 = nan 0 0\n", "F:1:8:", "unknown name 'nan'"},
        {"pole = red\n", "F:1:8:", "unknown name 'red'"},
        {"pole = 1 0 0\npole = 1 0 0\n", "F:2:1:", "pole was given before, in line 1"},
        {"name = a\n\nname = b\n", "F:3:1:", "name was given before, in line 1"},
        {"colour = 1 0 0\n", "F:1:1:", "unknown key 'colour'; known are name"},
        {"attic = 1 0 0\n", "F:1:1:", "unknown key 'attic'"},
        {"  = 1\n", "F:1:3:", "unknown key ''"},
        {"éé nonsense\n", "F:1:1:", "'key = value'"},
        {"undefined = (é 0 0\n", "F:1:14:", "'é' where"},
        {"name =   # nothing\n", "F:1:7:", "value is expected"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        status s = parse(cases[i].data);
        ASSERTm(support_say("case %zu is accepted", i), s == STATUS_BAD_INPUT);
        ASSERTm(support_say("case %zu: '%s', place %s", i, why.text, cases[i].place),
                strncmp(why.text, cases[i].place, strlen(cases[i].place)) == 0);
        ASSERTm(support_say("case %zu: '%s', words '%s'", i, why.text, cases[i].words),
                strstr(why.text, cases[i].words) != NULL);
    }
    PASS();
}

TEST sixty_four_colours_are_read_and_one_more_is_refused(void)
{
    char data[4000] = REST;
    for (int i = 0; i < 65; i++) {
        if (i == 64) {
            ASSERT_OK(parse(data), "64", why);
            ASSERT_EQ_FMT(64, parsed.stop_count, "%d");
        }
        snprintf(data + strlen(data), 40, "at %d = 0.5 0 0\n", i);
    }
    ASSERT_EQ(STATUS_BAD_INPUT, parse(data));
    ASSERTm(why.text, strncmp(why.text, "F:68:1: more than 64", 20) == 0);
    PASS();
}

TEST binary_and_long_texts_are_refused(void)
{
    static const char binary[] = "name = n\0at 0 = 1 0 0\n";
    ASSERT_EQ(STATUS_BAD_INPUT, palettefile_parse("F", binary, sizeof binary, &parsed, &why));
    ASSERTm(why.text, strstr(why.text, "byte 9 is not UTF-8 text") != NULL);
    char name[200] = "name = ";
    memset(name + 7, 'x', 64);
    ASSERT_EQ(STATUS_BAD_INPUT, parse(name));
    ASSERTm(why.text, strstr(why.text, "F:1:8: a text of 64 bytes; at most 63") != NULL);
    PASS();
}

/* Every cut of a good file, and every byte of it changed: an answer, never a crash. */
TEST damaged_files_are_accepted_or_refused(void)
{
    static const char good[] = REST STOPS;
    int accepted = 0;
    for (size_t i = 0; i < sizeof good; i++) {
        accepted += palettefile_parse("F", good, i, &parsed, &why) == STATUS_OK;
        char damaged[sizeof good];
        memcpy(damaged, good, sizeof good);
        damaged[i] = (char)random_integer(1, 127);
        status s = palettefile_parse("F", damaged, sizeof good - 1, &parsed, &why);
        ASSERT(s == STATUS_OK || (s == STATUS_BAD_INPUT && why.text[0] == 'F'));
    }
    ASSERT_EQ_FMT(2, accepted, "%d");
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(a_file_is_read_exactly);
    RUN_TEST(bad_files_are_refused_with_the_place);
    RUN_TEST(sixty_four_colours_are_read_and_one_more_is_refused);
    RUN_TEST(binary_and_long_texts_are_refused);
    RUN_TEST(damaged_files_are_accepted_or_refused);
    GREATEST_MAIN_END();
}
