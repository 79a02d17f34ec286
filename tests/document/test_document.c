/* Documents: what is counted, what holds, and how they are written as text and as HTML. */
#include "document/document.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "support/command.h"
#include "support/support.h"

/* Allocations fail from the n-th on, when asked to (the linker puts these in between). */
static int allocations_left = INT_MAX;

status __real_memory_allocate(void *out, size_t count, size_t size, message *why);
status __wrap_memory_allocate(void *out, size_t count, size_t size, message *why);
void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
char *__real_strdup(const char *words);
char *__wrap_strdup(const char *words);

static bool allocation_fails(void)
{
    allocations_left -= allocations_left > 0 && allocations_left < INT_MAX;
    return allocations_left == 0;
}

status __wrap_memory_allocate(void *out, size_t count, size_t size, message *why)
{
    if (allocation_fails()) {
        memset(out, 0, sizeof(void *));
        return fail(why, "out of memory");
    }
    return __real_memory_allocate(out, count, size, why);
}

void *__wrap_realloc(void *block, size_t size)
{
    return allocation_fails() ? NULL : __real_realloc(block, size);
}

void *__wrap_malloc(size_t size)
{
    return allocation_fails() ? NULL : __real_malloc(size);
}

char *__wrap_strdup(const char *words)
{
    return allocation_fails() ? NULL : __real_strdup(words);
}

/* Well-formed: every tag is closed in its order, every attribute in quotes, every & an entity.
 * Returns where it is not, NULL when it is. */
enum { DEEPEST = 32, NAME_SIZE = 16 };

static const char *skip_entity(const char *at)
{
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++) {
        if (strncmp(at, entities[i], strlen(entities[i])) == 0) {
            return at + strlen(entities[i]);
        }
    }
    return NULL;
}

/* From after the name to after '>'; *empties: the tag closes itself. */
static const char *skip_attributes(const char *at, bool *empties)
{
    *empties = false;
    while (*at != '\0' && *at != '>') {
        *empties = *at == '/';
        if (*at == '"') {
            at++;
            while (at != NULL && *at != '"' && *at != '\0') {
                if (*at == '<') {
                    return NULL;
                }
                at = *at == '&' ? skip_entity(at) : at + 1;
            }
            if (at == NULL || *at == '\0') {
                return NULL;
            }
        }
        at++;
    }
    return *at == '>' ? at + 1 : NULL;
}

static const char *malformed(const char *html)
{
    char open[DEEPEST][NAME_SIZE];
    int depth = 0;
    const char *at = strncmp(html, "<!DOCTYPE html>", 15) == 0 ? html + 15 : NULL;
    while (at != NULL && *at != '\0') {
        const char *here = at;
        bool closes = at[0] == '<' && at[1] == '/', empties = false;
        if (*at == '>') {
            return here;
        }
        if (*at != '<') {
            at = *at == '&' ? skip_entity(at) : at + 1;
            if (at == NULL) {
                return here;
            }
            continue;
        }
        char name[NAME_SIZE] = "";
        size_t length = 0;
        for (at += closes ? 2 : 1; isalnum((unsigned char)*at) && length + 1 < NAME_SIZE; at++) {
            name[length++] = *at;
            name[length] = '\0';
        }
        at = skip_attributes(at, &empties);
        if (at == NULL || length == 0) {
            return here;
        }
        if (closes && (depth == 0 || strcmp(open[--depth], name) != 0)) {
            return here;
        }
        if (!closes && !empties) {
            if (depth == DEEPEST) {
                return here;
            }
            snprintf(open[depth++], NAME_SIZE, "%s", name);
        }
        if (!closes && strcmp(name, "style") == 0) { /* which has signs of its own */
            at = strstr(at, "</style>");
        }
    }
    return depth == 0 && at != NULL ? NULL : "the end";
}

TEST the_reader_of_tags_sees_what_is_wrong(void)
{
    ASSERT_EQ(NULL, malformed("<!DOCTYPE html><p>a &amp; <b x=\"1\">c</b><br/></p>"));
    ASSERT(malformed("<!DOCTYPE html><p>") != NULL);
    ASSERT(malformed("<!DOCTYPE html><p><b></p></b>") != NULL);
    ASSERT(malformed("<!DOCTYPE html>a & b") != NULL);
    ASSERT(malformed("<!DOCTYPE html>a > b") != NULL);
    ASSERT(malformed("<!DOCTYPE html><p x=\"<\"></p>") != NULL);
    ASSERT(malformed("<!DOCTYPE html></p>") != NULL);
    PASS();
}

static bool has(const char *words, const char *part)
{
    return words != NULL && strstr(words, part) != NULL;
}

static status captioned_chart(document *d, const char *name, const char *caption, message *why)
{
    static const double x[] = {0, 1, 2}, y[] = {0, 1, 4};
    chart_panel panel = {.title = "squares",
                         .series_count = 1,
                         .series = {{.x = x, .y = y, .count = 3, .label = "/y/ = /x/^{2}"}}};
    const chart c = {.width = 300, .height = 200, .panel_count = 1, .panels = &panel};
    return document_chart(d, name, &c, "spinscope 'this' & that", caption, why);
}

static status small_chart(document *d, const char *name, message *why)
{
    return captioned_chart(d, name, "Squares, /x/^{2} < 5", why);
}

static const char *const names[] = {"/D/", "published", "computed /μ/_{1}"};
static const column_kind kinds[] = {COLUMN_WORDS, COLUMN_NUMBER, COLUMN_NUMBER};

/* One of everything; what can fail is passed on. */
static status fill(document *d, document_verdict worst, bool claim, bool shown, message *why)
{
    document_origin(d, "spinscope reproduce -o 'a <b>'", "1.2.3");
    document_paragraph(d, "An introduction with a slash: 1//2.");
    document_section(d, "first", "First & foremost");
    document_heading(d, "Heading /h/^{%d}", 2);
    document_table(d, "Table <1>", 3, names, kinds);
    const document_verdict verdicts[] = {VERDICT_MATCHES, VERDICT_NEAR, worst};
    for (int i = 0; i < 3; i++) {
        document_cell(d, VERDICT_NONE, "row %d", i);
        document_cell(d, VERDICT_NONE, "%.1e", 1.5 + i);
        document_cell(d, verdicts[i], "%.3e", 1.514 + i);
    }
    document_end_table(d);
    document_section(d, "second", "Second");
    document_claim(d, true, "a holds");
    document_claim(d, claim, "/b/ < %d", 7);
    document_erratum(d, shown, "Source, page %", "it says %d \"there\"", 3);
    return small_chart(d, "squares", why);
}

static char *html_of(const document *d, message *why)
{
    char *data = NULL;
    size_t size = 0;
    output *to = NULL;
    status s = output_open_memory(&data, &size, &to, why);
    s = s == STATUS_OK ? document_html(d, to, why) : s;
    s = s == STATUS_OK ? output_commit(&to, why) : s;
    output_discard(&to);
    return data;
}

TEST counts_are_kept_by_section(void)
{
    message why;
    document *d = NULL;
    ASSERT_OK(document_create("Title", &d, &why), "", why);
    ASSERT_OK(fill(d, VERDICT_EXPLAINED, true, true, &why), "", why);
    document_counts first = document_count(d, "first"), all = document_count(d, NULL);
    ASSERT_EQ(1, first.cells[VERDICT_MATCHES]);
    ASSERT_EQ(1, first.cells[VERDICT_NEAR]);
    ASSERT_EQ(1, first.cells[VERDICT_EXPLAINED]);
    ASSERT_EQ(0, first.cells[VERDICT_DIFFERS] + first.cells[VERDICT_NONE]);
    ASSERT_EQ(0, first.claims + first.errata);
    ASSERT_EQ(2, all.claims);
    ASSERT_EQ(2, all.claims_held);
    ASSERT_EQ(1, all.errata_shown);
    document_counts none = document_count(d, "third");
    ASSERT_EQ(0, none.claims + none.cells[VERDICT_MATCHES]);
    document_destroy(d);
    PASS();
}

TEST one_claim_one_erratum_or_one_cell_is_enough_to_fail(void)
{
    for (int i = 0; i < 16; i++) {
        message why;
        document *d = NULL;
        bool explained = (i & 1) == 0, claim = (i & 2) == 0, shown = (i & 4) == 0;
        ASSERT_OK(document_create("Title", &d, &why), "", why);
        ASSERT_OK(fill(d, explained ? VERDICT_EXPLAINED : VERDICT_DIFFERS, claim, shown, &why), "",
                  why);
        ASSERT_EQ(explained && claim && shown, document_holds(d));
        text words = {0};
        document_text(d, &words);
        ASSERT_EQ(document_holds(d), has(words.data, "Everything that must hold does."));
        ASSERT_EQ(!claim, has(words.data, "DOES NOT HOLD: b < 7"));
        ASSERT_EQ(!claim, has(words.data, "  second: b < 7"));
        ASSERT_EQ(!shown, has(words.data, "(NOT SHOWN)"));
        ASSERT_EQ(!explained, has(words.data, "3.514e+00 x"));
        ASSERT_EQ(!explained, has(words.data, "  first: Table <1>"));
        text_clear(&words);
        document_destroy(d);
    }
    PASS();
}

TEST text_has_no_markup_and_aligned_tables(void)
{
    message why;
    document *d = NULL;
    text words = {0};
    ASSERT_OK(document_create("/T/itle", &d, &why), "", why);
    ASSERT_OK(fill(d, VERDICT_EXPLAINED, true, true, &why), "", why);
    document_paragraph(d, "/h/^{2(/p/+1)} and /h/^{−1}, /q/_{1}, (/HH/^{T})^{−1}, 10^{p−1}");
    document_text(d, &words);
    ASSERT(!words.broken);
    ASSERTm(words.data, has(words.data, "Title\n=====\n"));
    ASSERTm(words.data, has(words.data, "with a slash: 1/2."));
    ASSERTm(words.data, has(words.data, "h^(2(p+1)) and h^−1, q_1, (HH^T)^−1, 10^(p−1)\n"));
    ASSERTm(words.data, has(words.data, "  D      published  computed μ_1\n"
                                        "  -----  ---------  ------------\n"
                                        "  row 0    1.5e+00   1.514e+00 =\n"
                                        "  row 1    2.5e+00   2.514e+00 ~\n"
                                        "  row 2    3.5e+00   3.514e+00 !\n"));
    ASSERTm(words.data, has(words.data, "  holds: a holds\n  holds: b < 7\n"));
    ASSERTm(words.data, has(words.data, "Erratum 1, Source, page %: it says 3 \"there\"\n"));
    ASSERTm(words.data, has(words.data, "Errors of the sources\n====="));
    text_clear(&words);
    document_destroy(d);
    PASS();
}

/* The first line that does not fit a terminal or ends with a space; NULL: none. */
static const char *line_that_is_too_long(const char *words)
{
    for (const char *line = words; *line != '\0'; line += strcspn(line, "\n") + 1) {
        int letters = 0;
        for (const char *c = line; *c != '\n'; c++) {
            letters += (*c & 0xc0) != 0x80;
        }
        if (letters > 100 || (letters > 0 && line[strcspn(line, "\n") - 1] == ' ')) {
            return line;
        }
    }
    return NULL;
}

/* No line is longer than the terminal, whatever the words. */
TEST wide_tables_and_long_paragraphs_are_broken_into_lines(void)
{
    static const char *const heads[] = {"a name of several words", "another name of words",
                                        "third"};
    static const column_kind of[] = {COLUMN_WORDS, COLUMN_NUMBER, COLUMN_WORDS};
    message why;
    document *d = NULL;
    text words = {0}, sentence = {0};
    ASSERT_OK(document_create("Title", &d, &why), "", why);
    for (int i = 0; i < 60; i++) {
        text_add(&sentence, "%sω%d", i > 0 ? " " : "", i);
    }
    document_paragraph(d, "%s", sentence.data);
    document_table(d, NULL, 3, heads, of);
    document_cell(d, VERDICT_NONE, "%s", sentence.data);
    document_cell(d, VERDICT_MATCHES, "12345678");
    document_cell(d, VERDICT_NONE, "%s", sentence.data);
    document_end_table(d);
    document_claim(d, false, "%s", sentence.data);
    document_erratum(d, true, "source", "%s", sentence.data);
    document_text(d, &words);
    const char *wrong = line_that_is_too_long(words.data);
    ASSERTm(wrong, wrong == NULL);
    for (int i = 0; i < 60; i++) {
        char word[16];
        snprintf(word, sizeof word, "ω%d", i);
        int times = 0;
        for (const char *at = words.data; (at = strstr(at, word)) != NULL; at += strlen(word)) {
            times += !isdigit((unsigned char)at[strlen(word)]);
        }
        ASSERT_EQm(word, 7, times); /* paragraph, two cells, claim and again, erratum and again */
    }
    text_clear(&sentence);
    text_clear(&words);
    document_destroy(d);
    PASS();
}

/* Nor behind a name, of whatever length. */
TEST captions_and_failures_are_broken_behind_their_names(void)
{
    message why;
    document *d = NULL;
    text words = {0};
    ASSERT_OK(document_create("Title", &d, &why), "", why);
    for (int n = 1; n <= 40; n++) {
        char name[48] = "", caption[300] = "a";
        memset(name, 'n', (size_t)n);
        for (int i = 0; i < 60; i++) {
            strcat(caption, " a");
        }
        document_section(d, name, "section");
        ASSERT_OK(captioned_chart(d, name, caption, &why), name, why);
        document_claim(d, false, "%s", caption);
    }
    document_text(d, &words);
    const char *wrong = line_that_is_too_long(words.data);
    ASSERTm(wrong, wrong == NULL);
    text_clear(&words);
    document_destroy(d);
    PASS();
}

/* Columns that do not fit side by side are shown below each other, with the first one again. */
TEST tables_that_are_far_too_wide_come_in_parts(void)
{
    message why;
    document *d = NULL;
    text words = {0};
    const char *heads[DOCUMENT_MAX_COLUMNS];
    column_kind of[DOCUMENT_MAX_COLUMNS];
    for (int c = 0; c < DOCUMENT_MAX_COLUMNS; c++) {
        heads[c] = "head";
        of[c] = COLUMN_NUMBER;
    }
    for (int columns = 1; columns <= DOCUMENT_MAX_COLUMNS; columns++) {
        ASSERT_OK(document_create("Title", &d, &why), "", why);
        document_table(d, NULL, columns, heads, of);
        for (int c = 0; c < columns; c++) {
            document_cell(d, c == 0 ? VERDICT_NONE : VERDICT_NEAR, "1.234e%02d", c);
        }
        document_end_table(d);
        text_clear(&words);
        document_text(d, &words);
        for (int c = 0; c < columns; c++) {
            char number[20];
            snprintf(number, sizeof number, c == 0 ? "  1.234e%02d" : "1.234e%02d ~", c);
            ASSERTm(words.data, has(words.data, number));
        }
        for (const char *line = words.data; *line != '\0'; line += strcspn(line, "\n") + 1) {
            ASSERTm(line, strcspn(line, "\n") <= 100);
        }
        document_destroy(d);
    }
    text_clear(&words);
    PASS();
}

TEST html_is_well_formed_escaped_and_needs_nothing_else(void)
{
    message why;
    document *d = NULL;
    ASSERT_OK(document_create("Ti & <tle>", &d, &why), "", why);
    ASSERT_OK(fill(d, VERDICT_DIFFERS, false, false, &why), "", why);
    document_paragraph(d, "/open italic and ^{open script");
    document_paragraph(d, "^{a/b}c/d_{/e/f}");
    document_paragraph(d, "<script>alert('x')<//script> \001 & \"quoted\"");
    char *html = html_of(d, &why);
    ASSERTm(why.text, html != NULL);
    const char *wrong = malformed(html);
    ASSERTm(wrong, wrong == NULL);
    ASSERT_FALSE(has(html, "http://") || has(html, "https://") || has(html, "<script"));
    ASSERT(has(html, "<title>Ti &amp; &lt;tle&gt;</title>"));
    ASSERT(has(html, "<h3>Heading <i>h</i><sup>2</sup></h3>"));
    ASSERT(has(html, "<caption>Table &lt;1&gt;</caption>"));
    ASSERT(has(html, "computed <i>μ</i><sub>1</sub>"));
    ASSERT(has(html, "<td class=\"n differs\">3.514e+00<span class=\"mark\" title=\"different, and "
                     "must not be\">x</span></td>"));
    ASSERT(has(html, "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;   &amp; &quot;quoted&quot;"));
    ASSERT(has(html, "<sup>a</sup><sup><i>b</i></sup><i>c</i>d<sub><i>e</i></sub><sub>f</sub>"));
    ASSERT(has(html, "spinscope reproduce -o &#39;a &lt;b&gt;&#39;"));
    ASSERT(has(html, "spinscope &#39;this&#39; &amp; that"));
    ASSERT(has(html, "<a href=\"#erratum-1\">"));
    ASSERT(has(html, "id=\"erratum-1\""));
    free(html);
    document_destroy(d);
    PASS();
}

/* A picture in HTML is the PNG file itself, once decoded by another program. */
TEST pictures_and_films_are_embedded_whole(void)
{
    message why;
    document *d = NULL;
    static const char film[] = "these are the 31 bytes of a film";
    const char *path = scratch_file("some.mp4", film, 31);
    ASSERT_OK(document_create("Title", &d, &why), "", why);
    document_section(d, "films", "Films");
    ASSERT_OK(small_chart(d, "squares", &why), "", why);
    ASSERT_OK(document_film(d, path, "The /film/", &why), "", why);
    ASSERT_EQ(STATUS_BAD_INPUT, document_film(d, "some.avi", "", &why));
    ASSERT_EQ(STATUS_BAD_INPUT, small_chart(d, "squares", &why)); /* the name is taken */
    ASSERT_EQ(STATUS_BAD_INPUT, small_chart(d, "../squares", &why));
    ASSERT_EQ(1, document_picture_count(d));
    ASSERT_STR_EQ("squares", document_picture_name(d, 0));
    char *html = html_of(d, &why);
    ASSERT(html != NULL && malformed(html) == NULL);
    ASSERT(has(html, "src=\"data:video/mp4;base64,dGhlc2UgYXJlIHRoZSAzMSBieXRlcyBvZiBhIGZpbA==\""));
    const char *data = strstr(html, "data:image/png;base64,");
    ASSERT(data != NULL);
    data += strlen("data:image/png;base64,");
    char command[600];
    snprintf(command, sizeof command,
             "base64 -d '%s' > decoded.png && head -c 8 decoded.png | od -An -tx1 && "
             "tail -c 8 decoded.png | od -An -tx1; rm -f decoded.png",
             scratch_file("squares.base64", data, strcspn(data, "\"")));
    result r = run_shell(command);
    ASSERTm(r.err, has(r.out, "89 50 4e 47 0d 0a 1a 0a") && has(r.out, "49 45 4e 44 ae 42 60 82"));
    result_clear(&r);
    free(html);
    document_destroy(d);
    PASS();
}

/* Whatever allocation fails: nothing is written that is not whole, nothing leaks, nothing crashes.
 */
TEST a_failed_allocation_breaks_the_document_and_nothing_else(void)
{
    bool done = false;
    for (int n = 1; !done && n < 400; n++) {
        message why;
        document *d = NULL;
        allocations_left = n;
        status s = document_create("Title", &d, &why);
        if (s == STATUS_OK) {
            document_section(d, "first", "First");
            document_table(d, "Table", 3, names, kinds);
            for (int i = 0; i < 60; i++) {
                document_cell(d, VERDICT_MATCHES, "%d", i);
            }
            document_end_table(d);
            document_claim(d, true, "claim");
            document_erratum(d, true, "source", "erratum");
            document_section(d, "second", "Second");
        }
        bool complete = allocations_left > 0;
        allocations_left = INT_MAX;
        text words = {0}, summary = {0};
        if (d != NULL) {
            document_text(d, &words);
            document_summary(d, &summary);
            char *html = html_of(d, &why);
            ASSERT_EQ(complete, html != NULL);
            ASSERT_EQ(complete, document_holds(d));
            ASSERT_EQ(complete, !words.broken);
            ASSERT_EQ(complete, !summary.broken);
            free(html);
        }
        done = complete;
        text_clear(&words);
        text_clear(&summary);
        document_destroy(d);
    }
    ASSERT(done);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(the_reader_of_tags_sees_what_is_wrong);
    RUN_TEST(counts_are_kept_by_section);
    RUN_TEST(one_claim_one_erratum_or_one_cell_is_enough_to_fail);
    RUN_TEST(text_has_no_markup_and_aligned_tables);
    RUN_TEST(wide_tables_and_long_paragraphs_are_broken_into_lines);
    RUN_TEST(captions_and_failures_are_broken_behind_their_names);
    RUN_TEST(tables_that_are_far_too_wide_come_in_parts);
    RUN_TEST(html_is_well_formed_escaped_and_needs_nothing_else);
    RUN_TEST(pictures_and_films_are_embedded_whole);
    RUN_TEST(a_failed_allocation_breaks_the_document_and_nothing_else);
    GREATEST_MAIN_END();
}
