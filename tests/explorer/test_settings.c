/* The table of settings, and workspace files. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "drawing/random_property.h"
#include "explorer/stage.h"

TEST every_setting_explains_itself_and_is_found_by_its_key(void)
{
    ASSERT(settings_count() > 20);
    for (int i = 0; i < settings_count(); i++) {
        const property *s = settings_at(i);
        ASSERTm(s->key, settings_find(s->key) == s);
        ASSERTm(s->key, s->label[0] != '\0' && s->help[0] != '\0' && strlen(s->key) < 32);
        if (s->kind == &property_number || s->kind == &property_integer) {
            ASSERTm(s->key, s->least < s->most);
        }
        if (s->kind == &property_choice) {
            ASSERTm(s->key, s->choice(0) != NULL && s->choice(1) != NULL);
        }
    }
    ASSERT_EQ(NULL, settings_find(""));
    ASSERT_EQ(NULL, settings_find("met"));
    PASS();
}

/* No two settings share memory. */
TEST settings_do_not_overlap(void)
{
    static settings s;
    for (int i = 0; i < settings_count(); i++) {
        const property *a = settings_at(i);
        const char *from = settings_value(&s, a);
        ASSERTm(a->key, from >= (char *)&s && from + a->size <= (char *)(&s + 1));
        for (int k = 0; k < i; k++) {
            const property *b = settings_at(k);
            const char *other = settings_value(&s, b);
            ASSERTm(a->key, from + a->size <= other || other + b->size <= from);
        }
    }
    PASS();
}

/* The kinds all have random values; lists of numbers are written with all their digits. */
static void random_setting(const property *p, char *out, size_t size)
{
    if (!random_property(p, out, size)) {
        abort();
    }
}

TEST every_setting_round_trips_by_set_and_get(void)
{
    for (int i = 0; i < settings_count(); i++) {
        const property *of = settings_at(i);
        for (int k = 0; k < 60; k++) {
            settings s = settings_initial(), t = settings_initial();
            message why;
            char value[200], first[SETTINGS_LIST_SIZE], second[SETTINGS_LIST_SIZE];
            random_setting(of, value, sizeof value);
            ASSERT_OK(settings_set(&s, of->key, value, &why), of->key, why);
            settings_get(&s, of, first, sizeof first);
            if (of->kind != &property_number) {
                ASSERT_STR_EQm(of->key, value, first);
            } else if (value[0] != '\0') {
                ASSERTm(support_say("%s %s", of->key, value), atof(value) == atof(first));
            }
            ASSERT_OK(settings_set(&t, of->key, first, &why), of->key, why);
            settings_get(&t, of, second, sizeof second);
            ASSERT_STR_EQ(first, second);
            /* and nothing else moved */
            ASSERT_OK(settings_set(&t, of->key, of->initial, &why), of->key, why);
            const settings initial = settings_initial();
            ASSERTm(support_words, same_settings(&initial, &t));
        }
    }
    PASS();
}

TEST workspaces_round_trip(void)
{
    for (int round = 0; round < 200; round++) {
        settings s = settings_initial(), back = settings_initial();
        message why;
        text lines = {0};
        for (int i = 0; i < settings_count(); i++) {
            char value[200];
            random_setting(settings_at(i), value, sizeof value);
            ASSERT_OK(settings_set(&s, settings_at(i)->key, value, &why), value, why);
        }
        settings_write(&s, &lines);
        ASSERT(!lines.broken);
        ASSERT_OK(settings_read("w", lines.data, lines.length, &back, &why), lines.data, why);
        ASSERTm(support_words, same_settings(&s, &back));
        text_clear(&lines);
    }
    PASS();
}

/* A file name may have any sign in it that a script or a drop can bring. */
TEST odd_file_names_round_trip_through_workspaces(void)
{
    char long_name[SETTINGS_NAME_SIZE] = "./";
    memset(long_name + 2, '#', sizeof long_name - 3);
    const char *const names[] = {"./a#1.method",          "./ends in blank ",
                                 "./C# methods/x.method", "./tab\there.method",
                                 "./caf\xe9/\xc3\xa9",    long_name};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        settings s = settings_initial(), back = settings_initial();
        message why;
        text lines = {0};
        ASSERT_OK(settings_set(&s, "spectrum", names[i], &why), names[i], why);
        settings_write(&s, &lines);
        ASSERT_OK(settings_read("w", lines.data, lines.length, &back, &why), names[i], why);
        ASSERT_STR_EQ(names[i], back.look.spectrum);
        text_clear(&lines);
    }
    PASS();
}

TEST texts_fit_or_are_refused(void)
{
    for (int i = 0; i < settings_count(); i++) {
        const property *of = settings_at(i);
        settings s = settings_initial();
        message why;
        char value[SETTINGS_LIST_SIZE + 10], out[SETTINGS_LIST_SIZE];
        if (of->kind != &property_text) {
            continue;
        }
        memset(value, 'm', sizeof value);
        value[of->size - 1] = '\0';
        ASSERT_OK(settings_set(&s, of->key, value, &why), of->key, why);
        settings_get(&s, of, out, sizeof out);
        ASSERT_STR_EQ(value, out);
        value[of->size - 1] = 'm';
        value[of->size] = '\0';
        ASSERT_EQ_FMTm(of->key, STATUS_BAD_INPUT, settings_set(&s, of->key, value, &why), "%d");
        ASSERTm(why.text, strstr(why.text, of->key) != NULL);
        settings_get(&s, of, out, sizeof out);
        ASSERT_EQ_FMT(of->size - 1, strlen(out), "%zu");
    }
    PASS();
}

TEST what_may_have_no_value_is_taken_away_by_off(void)
{
    static const char *const keys[] = {"all-w", "contours", "stencil"};
    static const char *const values[] = {"-1:1", "0.5,2", "1,-2,1"};
    const settings initial = settings_initial();
    for (int i = 0; i < 3; i++) {
        settings s = initial;
        message why;
        ASSERT_OK(settings_set(&s, keys[i], values[i], &why), keys[i], why);
        ASSERT(!settings_are_same(&s, &initial, settings_find(keys[i])));
        ASSERT_OK(settings_set(&s, keys[i], "off", &why), keys[i], why);
        ASSERTm(keys[i], settings_are_same(&s, &initial, settings_find(keys[i])));
    }
    PASS();
}

TEST what_is_not_accepted_is_named_and_changes_nothing(void)
{
    static const struct {
        const char *key, *value, *words[3];
    } cases[] = {
        {"w", "x", {"w", "x", "from -1e+06 to 1e+06"}},
        {"w", "", {"w", "number", "from"}},
        {"w", "nan", {"w", "nan", "from"}},
        {"w", "inf", {"w", "inf", "from"}},
        {"w", "1e7", {"w", "1e7", "to 1e+06"}},
        {"w", "1 2", {"w", "1 2", "number"}},
        {"span", "0", {"span", "0", "from 1e-13"}},
        {"span", "-1", {"span", "-1", "from 1e-13"}},
        {"steps", "7", {"steps", "7", "from 8 to 4096"}},
        {"steps", "9.5", {"steps", "9.5", "an integer from 8"}},
        {"steps", "4097", {"steps", "4097", "from 8 to 4096"}},
        {"speed", "0", {"speed", "0", "from 0.01"}},
        {"plane", "q", {"plane", "q", "z, zw"}},
        {"plane", "", {"plane", "accepted", "z, zw"}},
        {"plane", "delta,eta", {"plane delta,eta", "accepted", "z, zw"}},
        {"motion", "Shear", {"motion", "Shear", "shear, rotation, normalised"}},
        {"repeat", "never", {"repeat", "never", "pingpong, loop, once"}},
        {"engine", "cpu", {"engine", "cpu", "auto, scalar, simd, gpu"}},
        {"panel", "yes", {"panel", "yes", "on, off"}},
        {"nonsense", "1", {"nonsense", "no setting", ""}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const settings initial = settings_initial();
        settings s = initial;
        message why = {{0}};
        ASSERT_EQ_FMTm(cases[i].key, STATUS_BAD_INPUT,
                       settings_set(&s, cases[i].key, cases[i].value, &why), "%d");
        for (int k = 0; k < 3; k++) {
            ASSERTm(support_say("%s %s: '%s' lacks '%s'", cases[i].key, cases[i].value, why.text,
                                cases[i].words[k]),
                    strstr(why.text, cases[i].words[k]) != NULL);
        }
        ASSERTm(support_words, same_settings(&initial, &s));
    }
    PASS();
}

TEST bad_lines_of_a_workspace_are_named_and_change_nothing(void)
{
    static const struct {
        const char *data, *words[3];
    } cases[] = {
        {"w = 1\nnonsense = 3\n", {"my.workspace:2", "nonsense", "no setting"}},
        {"w = 1\n\n# x\nw = much\n", {"my.workspace:4", "much", "number"}},
        {"plane = zz\n", {"my.workspace:1", "zz", "z, zw"}},
        {"w\n", {"my.workspace:1", "key = value", ""}},
        {"w =\n", {"my.workspace:1", "", ""}},
        {"= 3\n", {"my.workspace:1", "", ""}},
        {"steps = 1e9\n", {"my.workspace:1", "steps", "4096"}},
        {"w = 1\n\x01\x02\n", {"my.workspace", "", ""}},
        {"w = 1\nmarked = "
         "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm\n",
         {"my.workspace:2", "marked", "31"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        settings s = settings_initial();
        message why = {{0}};
        s.w = 0.75;
        const settings before = s;
        ASSERT_EQ_FMTm(
            cases[i].data, STATUS_BAD_INPUT,
            settings_read("my.workspace", cases[i].data, strlen(cases[i].data), &s, &why), "%d");
        for (int k = 0; k < 3; k++) {
            ASSERTm(support_say("%s: '%s' lacks '%s'", cases[i].data, why.text, cases[i].words[k]),
                    strstr(why.text, cases[i].words[k]) != NULL);
        }
        ASSERTm(support_words, same_settings(&before, &s));
    }
    PASS();
}

TEST what_a_workspace_does_not_say_is_as_at_the_beginning(void)
{
    settings s = settings_initial(), expected = settings_initial();
    message why;
    static const char data[] = "# only this\n\nmethod = bdf:3\n";
    s.w = 3;
    s.look.grid = true;
    ASSERT_OK(settings_read("w", data, sizeof data - 1, &s, &why), "w", why);
    ASSERT_OK(settings_set(&expected, "method", "bdf:3", &why), "method", why);
    ASSERTm(support_words, same_settings(&expected, &s));
    ASSERT_OK(settings_read("w", "", 0, &s, &why), "empty", why);
    const settings initial = settings_initial();
    ASSERTm(support_words, same_settings(&initial, &s));
    PASS();
}

/* Bytes that mean nothing are refused or read, never more than that. */
TEST random_bytes_are_no_danger(void)
{
    static const char *const pieces[] = {"w",    " = ", "\n", "#",  "method", "1e",
                                         "\xFF", "=",   " ",  "\t", "\r\n",   "overlays",
                                         "-",    "9",   "z",  "on"};
    for (int round = 0; round < 2000; round++) {
        char data[400] = "";
        settings s = settings_initial();
        message why;
        for (int n = random_integer(0, 40); n > 0; n--) {
            strcat(data, pieces[random_integer(0, 15)]);
        }
        const settings before = s;
        if (settings_read("w", data, strlen(data), &s, &why) != STATUS_OK) {
            ASSERTm(support_words, same_settings(&before, &s));
        }
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(every_setting_explains_itself_and_is_found_by_its_key);
    RUN_TEST(settings_do_not_overlap);
    RUN_TEST(every_setting_round_trips_by_set_and_get);
    RUN_TEST(workspaces_round_trip);
    RUN_TEST(odd_file_names_round_trip_through_workspaces);
    RUN_TEST(texts_fit_or_are_refused);
    RUN_TEST(what_may_have_no_value_is_taken_away_by_off);
    RUN_TEST(what_is_not_accepted_is_named_and_changes_nothing);
    RUN_TEST(bad_lines_of_a_workspace_are_named_and_change_nothing);
    RUN_TEST(what_a_workspace_does_not_say_is_as_at_the_beginning);
    RUN_TEST(random_bytes_are_no_danger);
    GREATEST_MAIN_END();
}
