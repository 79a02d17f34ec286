#include <cjson/cJSON.h>
#include <string.h>

#include "support/command.h"
#include "support/support.h"

static const char *string_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsString(item) ? item->valuestring : "(none)";
}

TEST json_has_a_row_for_every_line(void)
{
    result lines = run_spinscope("list");
    result r = run_spinscope("list --json");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERT_STR_EQ("", r.err);
    cJSON *document = cJSON_Parse(r.out);
    const cJSON *methods = cJSON_GetObjectItemCaseSensitive(document, "methods");
    ASSERT(cJSON_GetArraySize(methods) >= 12 + 16);
    const cJSON *row;
    cJSON_ArrayForEach(row, methods)
    {
        char start[80];
        bool family = cJSON_HasObjectItem(row, "parameter");
        snprintf(start, sizeof start, "\n%s%s", string_of(row, "name"), family ? ":" : " ");
        ASSERTm(start, strstr(lines.out, start) != NULL);
        ASSERTm(start, cJSON_IsBool(cJSON_GetObjectItemCaseSensitive(row, "dae")));
        ASSERTm(start, strcmp(string_of(row, "order"), "(none)") != 0);
        ASSERTm(start, strcmp(string_of(row, "title"), "(none)") != 0);
    }
    cJSON_Delete(document);
    result_clear(&r);
    result_clear(&lines);
    PASS();
}

TEST lines_fit_a_terminal(void)
{
    result r = run_spinscope("list");
    for (char *line = strtok(r.out, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        ASSERTm(line, strlen(line) <= 100);
    }
    result_clear(&r);
    PASS();
}

/* A broken file is named, and the others are listed all the same. */
TEST a_broken_file_does_not_hide_the_others(void)
{
    result r = run_shell("d=$(mktemp -d) && mkdir $d/methods && printf 'kind = x' > "
                         "$d/methods/broken.method && printf 'kind = runge-kutta\\nA = 1\\nb = 1' "
                         "> $d/methods/fine.method && SPINSCOPE_ASSETS=$d '" SPINSCOPE_PROGRAM
                         "' list; rm -r $d");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERT(strstr(r.out, "\nfine ") != NULL && strstr(r.out, "\nradau-iia:s ") != NULL);
    ASSERTm(r.err, is_one_line(r.err) && strstr(r.err, "broken.method:1:8:") != NULL);
    result_clear(&r);
    PASS();
}

TEST palettes_are_listed_with_the_default(void)
{
    result r = run_spinscope("list palettes");
    ASSERT_EQ_FMT(0, r.code, "%d");
    ASSERT(strstr(r.out, "paper ") != NULL && strstr(r.out, "(the default)") != NULL);
    ASSERT(strstr(r.out, "grey ") != NULL && strstr(r.out, "diverging ") != NULL);
    result_clear(&r);
    r = run_spinscope("list palettes --json");
    cJSON *document = cJSON_Parse(r.out);
    ASSERT(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(document, "palettes")) >= 4);
    cJSON_Delete(document);
    result_clear(&r);
    PASS();
}

TEST problems_are_listed_with_their_parameters(void)
{
    static const struct {
        const char *name, *parameters[4];
        double initial[4];
    } cases[] = {{"shear", {"re", "im", "omega"}, {-1, 0, 0}},
                 {"rotation", {"re", "im", "omega"}, {-1, 0, 0}},
                 {"normalised", {"re", "im", "omega"}, {-1, 0, 0}},
                 {"ode", {"re", "im"}, {-1, 0}},
                 {"example-1.1", {"delta", "eta"}, {-1, 1}},
                 {"example-10.1", {"eta", "q"}, {1, 1}}};
    enum { COUNT = sizeof cases / sizeof cases[0] };
    result lines = run_spinscope("list problems");
    result r = run_spinscope("list problems --json");
    ASSERT(lines.code == 0 && r.code == 0);
    ASSERTm(r.err, r.err[0] == '\0' && lines.err[0] == '\0');
    ASSERT(is_one_line(r.out));
    cJSON *document = cJSON_Parse(r.out);
    const cJSON *rows = cJSON_GetObjectItemCaseSensitive(document, "problems"), *row;
    int found = 0;
    cJSON_ArrayForEach(row, rows)
    {
        const cJSON *parameters = cJSON_GetObjectItemCaseSensitive(row, "parameters");
        const char *name = string_of(row, "name");
        ASSERTm(name, strstr(lines.out, name) != NULL);
        ASSERTm(name, strstr(lines.out, string_of(row, "title")) != NULL);
        ASSERTm(name, strstr(lines.out, string_of(row, "equation")) != NULL);
        for (int i = 0; i < COUNT; i++) {
            if (strcmp(cases[i].name, name) != 0) {
                continue;
            }
            found++;
            for (int k = 0; k < 4 && cases[i].parameters[k] != NULL; k++) {
                const cJSON *value =
                    cJSON_GetObjectItemCaseSensitive(parameters, cases[i].parameters[k]);
                ASSERTm(name, cJSON_IsNumber(value));
                ASSERTm(name, value->valuedouble == cases[i].initial[k]);
            }
        }
    }
    ASSERT_EQ_FMT((int)COUNT, found, "%d");
    cJSON_Delete(document);
    result_clear(&r);
    result_clear(&lines);
    PASS();
}

TEST systems_and_formulations_are_listed(void)
{
    static const struct {
        const char *what, *rows, *name, *key,
            *words; /* words: of a string, or a parameter's name */
        double value;
    } cases[] = {{"problems", "systems", "chain", "parameters", "n", 5},
                 {"problems", "systems", "ascher-petzold-3", "parameters", "nu", 1000},
                 {"problems", "systems", "pendulum", "parameters", "vy", -5},
                 {"formulations", "formulations", "baumgarte", "options", "gamma", 0},
                 {"formulations", "formulations", "projected-invariant", "options", "k=1|2", 0},
                 {"formulations", "formulations", "index-3", "title", "index 3", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char command[100];
        snprintf(command, sizeof command, "list %s", cases[i].what);
        result lines = run_spinscope(command);
        snprintf(command, sizeof command, "list %s --json", cases[i].what);
        result r = run_spinscope(command);
        ASSERTm(cases[i].name, lines.code == 0 && r.code == 0 && is_one_line(r.out));
        cJSON *document = cJSON_Parse(r.out);
        const cJSON *rows = cJSON_GetObjectItemCaseSensitive(document, cases[i].rows), *row;
        bool found = false;
        cJSON_ArrayForEach(row, rows)
        {
            ASSERTm(lines.out, strstr(lines.out, string_of(row, "name")) != NULL);
            ASSERTm(lines.out, strstr(lines.out, string_of(row, "title")) != NULL);
            if (strcmp(cases[i].name, string_of(row, "name")) == 0) {
                const cJSON *item = cJSON_GetObjectItemCaseSensitive(row, cases[i].key);
                const cJSON *number = cJSON_GetObjectItemCaseSensitive(item, cases[i].words);
                found = cJSON_IsString(item)
                            ? strstr(item->valuestring, cases[i].words) != NULL
                            : cJSON_IsNumber(number) && number->valuedouble == cases[i].value;
            }
        }
        ASSERTm(cases[i].name, found);
        cJSON_Delete(document);
        result_clear(&r);
        result_clear(&lines);
    }
    PASS();
}

TEST what_cannot_be_listed_is_refused(void)
{
    result r = run_spinscope("list stars");
    ASSERT_EQ_FMT(2, r.code, "%d");
    ASSERTm(r.err, is_one_line(r.err) && strstr(r.err, "'stars'") != NULL);
    ASSERTm(r.err, strstr(r.err, "methods, problems, formulations, palettes") != NULL);
    result_clear(&r);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(json_has_a_row_for_every_line);
    RUN_TEST(lines_fit_a_terminal);
    RUN_TEST(a_broken_file_does_not_hide_the_others);
    RUN_TEST(palettes_are_listed_with_the_default);
    RUN_TEST(problems_are_listed_with_their_parameters);
    RUN_TEST(systems_and_formulations_are_listed);
    RUN_TEST(what_cannot_be_listed_is_refused);
    GREATEST_MAIN_END();
}
