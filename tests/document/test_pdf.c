/* Documents on pages: where lines, tables and pages end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document/document_setter.h"
#include "support/support.h"

static status begin(setter *s, document *d, int *section_pages, message *why)
{
    *s = (setter){
        .document = d, .y = page_top, .section_pages = section_pages, .why = why, .total = 9};
    return pages_open(page_width, page_height, NULL, "", "", &s->pages, why);
}

TEST lines_are_as_wide_as_their_column_at_most(void)
{
    static const char *const words =
        "Some words with /italics that go on and on over several lines/ and then x^{a b c} end, "
        "a//slash and aVeryVeryLongWordWithoutAnySpaceThatDoesNotFitIntoTheNarrowColumn at last "
        "x^{2}.";
    for (double width = 60; width < 500; width += 37) {
        message why;
        document *d = NULL;
        setter s;
        int section_pages[1] = {0};
        ASSERT_OK(document_create("Title", &d, &why), "", why);
        ASSERT_OK(begin(&s, d, section_pages, &why), "", why);
        const column c = {.x = 50, .width = width, .leading = 12, .font = {.size = 10}};
        ASSERT(setter_width(&s, &c, words) <= width);
        double whole = pages_text_width(s.pages, c.font, words);
        double lines = setter_measure(&s, &c, words) / c.leading;
        ASSERT(lines >= whole / width);
        ASSERT(lines <= 2 * whole / width + 2);
        ASSERT_NEAR(0, setter_measure(&s, &c, "  "), 0, 0);
        double before = s.y;
        setter_words(&s, &c, words);
        ASSERT_NEAR(before + lines * c.leading, s.y, 1e-9, 0);
        ASSERT_OK(pages_close(&s.pages, &why), "", why);
        document_destroy(d);
    }
    PASS();
}

/* Italics and scripts that are broken over lines are as wide as when they are not. */
TEST a_line_that_is_not_broken_is_what_it_was(void)
{
    static const char *const words = "a /b c d/ e^{f g} 1//2 /h i/";
    message why;
    document *d = NULL;
    setter s;
    int section_pages[1] = {0};
    ASSERT_OK(document_create("Title", &d, &why), "", why);
    ASSERT_OK(begin(&s, d, section_pages, &why), "", why);
    const column c = {.width = 1000, .leading = 12, .font = {.size = 10}};
    ASSERT_NEAR(pages_text_width(s.pages, c.font, words), setter_width(&s, &c, words), 1e-9, 0);
    ASSERT_NEAR(c.leading, setter_measure(&s, &c, words), 0, 0);
    /* and what is broken goes on in italics */
    ASSERT_NEAR(pages_text_width(s.pages, c.font, "/minimum/"),
                setter_widest_word(&s, &c, "/a minimum/ of"), 1e-9, 0);
    const column narrow = {.width = 48, .leading = 12, .font = {.size = 10}};
    ASSERT_NEAR(pages_text_width(s.pages, c.font, "/minimum/"),
                setter_width(&s, &narrow, "/as a minimum/ of"), 1e-9, 0);
    ASSERT_OK(pages_close(&s.pages, &why), "", why);
    document_destroy(d);
    PASS();
}

static void add_table(document *d, int columns, int rows, const char *words)
{
    static const char *const heads[DOCUMENT_MAX_COLUMNS] = {
        "one",   "two of them", "three", "four", "five", "six",  "seven", "eight",
        "nine",  "ten",         "a",     "b",    "c",    "d",    "e",     "f",
        "seven", "eight",       "nine",  "ten",  "one",  "more", "and",   "last"};
    column_kind of[DOCUMENT_MAX_COLUMNS];
    for (int c = 0; c < columns; c++) {
        of[c] = c == 0 ? COLUMN_WORDS : COLUMN_NUMBER;
    }
    document_table(d, "A caption", columns, heads, of);
    for (int i = 0; i < columns * rows; i++) {
        bool first = i % columns == 0;
        document_cell(d, first ? VERDICT_NONE : VERDICT_MATCHES, "%s", first ? words : "1.234e+56");
    }
    document_end_table(d);
}

TEST tables_of_every_width_fit_the_page(void)
{
    static const char *const words[] = {
        "short", "a long description that has to be broken into several "
                 "lines because it is wider than the page by far, and more than "
                 "twice so, with letters of any size that can be read"};
    for (int columns = 1; columns <= DOCUMENT_MAX_COLUMNS; columns++) {
        for (int k = 0; k < 2; k++) {
            message why;
            document *d = NULL;
            setter s;
            int section_pages[1] = {0};
            ASSERT_OK(document_create("Title", &d, &why), "", why);
            add_table(d, columns, 3, words[k]);
            ASSERT_OK(begin(&s, d, section_pages, &why), "", why);
            double right = grid_set(&s, &d->blocks[0].table, d->blocks[0].words, 0, NULL);
            ASSERTm(support_say("%d columns end at %g", columns, right), right <= page_right + 0.5);
            ASSERT(right > page_left && s.y > page_top + 40);
            if (columns <= 5 && k == 1) { /* words are broken before letters become small */
                ASSERTm(support_say("%d columns, %g", columns, s.y),
                        s.y > page_top + 40 + 3 * 2 * 8.5);
            }
            ASSERT_OK(pages_close(&s.pages, &why), "", why);
            document_destroy(d);
        }
    }
    PASS();
}

TEST long_tables_go_on_and_small_ones_are_not_broken(void)
{
    message why;
    document *d = NULL;
    setter s;
    int section_pages[1] = {0};
    ASSERT_OK(document_create("Title", &d, &why), "", why);
    add_table(d, 4, 200, "row");
    add_table(d, 4, 5, "row");
    ASSERT_OK(begin(&s, d, section_pages, &why), "", why);
    grid_set(&s, &d->blocks[0].table, NULL, 0, NULL);
    int used = pages_count(s.pages);
    ASSERTm(support_say("%d pages", used), used >= 4 && used <= 5); /* 11.7 points a row */
    s.y = page_bottom - 50;
    grid_set(&s, &d->blocks[1].table, NULL, 0, NULL);
    ASSERT_EQ(used + 1, pages_count(s.pages));
    double height = s.y - page_top;
    s.y = page_bottom - height - 5; /* room for it, but not for what follows it */
    grid_set(&s, &d->blocks[1].table, NULL, 0, NULL);
    ASSERT_EQ(used + 1, pages_count(s.pages));
    s.y = page_bottom - height - 5;
    grid_set(&s, &d->blocks[1].table, NULL, 40, NULL);
    ASSERT_EQ(used + 2, pages_count(s.pages));
    ASSERT_OK(pages_close(&s.pages, &why), "", why);
    document_destroy(d);
    PASS();
}

/* A table whose last row alone is on the second page ends there as one that has but this row. */
TEST heads_are_repeated_on_every_page(void)
{
    double alone = 0;
    for (int rows = 1; rows < 100; rows++) {
        message why;
        document *d = NULL;
        setter s;
        int section_pages[1] = {0};
        ASSERT_OK(document_create("Title", &d, &why), "", why);
        add_table(d, 4, rows, "row");
        ASSERT_OK(begin(&s, d, section_pages, &why), "", why);
        grid_set(&s, &d->blocks[0].table, NULL, 0, NULL);
        int used = pages_count(s.pages);
        alone = rows == 1 ? s.y : alone;
        ASSERT_OK(pages_close(&s.pages, &why), "", why);
        document_destroy(d);
        if (used == 2) {
            ASSERT(rows > 40);
            ASSERT_NEAR(alone, s.y, 1e-9, 0);
            PASS();
        }
    }
    FAILm("a hundred rows on a page");
}

static int pages_in(const char *data, size_t size)
{
    static const char what[] = "/Type /Page %";
    int count = 0;
    for (size_t i = 0; i + sizeof what - 1 <= size; i++) {
        count += memcmp(data + i, what, sizeof what - 1) == 0;
    }
    return count;
}

TEST a_document_becomes_pages_with_bookmarks(void)
{
    message why;
    document *d = NULL;
    char *data = NULL;
    size_t size = 0;
    output *to = NULL;
    ASSERT_OK(document_create("/T/itle & more", &d, &why), "", why);
    document_origin(d, "spinscope reproduce -o /a/b", "1.0");
    document_paragraph(d, "An introduction.");
    for (int i = 0; i < 3; i++) {
        char name[16];
        snprintf(name, sizeof name, "part-%d", i);
        document_section(d, name, "A part");
        document_heading(d, "Heading");
        add_table(d, 3, 80, "row");
        document_claim(d, i != 1, "claim");
        document_erratum(d, true, "source", "erratum");
    }
    ASSERT_OK(output_open_memory(&data, &size, &to, &why), "", why);
    ASSERT_OK(document_pdf(d, to, &why), "", why);
    ASSERT_OK(output_commit(&to, &why), "", why);
    int count = pages_in(data, size); /* the front, and two or so a part */
    ASSERTm(support_say("%d pages", count), count >= 6 && count <= 8);
    free(data);
    document_destroy(d);
    PASS();
}

/* A picture is never cut: it goes to the next page, or is made a little smaller. */
TEST pictures_stay_on_one_page(void)
{
    message why;
    document *d = NULL;
    char *data = NULL;
    size_t size = 0;
    output *to = NULL;
    static const double x[] = {0, 1}, y[] = {0, 1};
    chart_panel panel = {.series_count = 1, .series = {{.x = x, .y = y, .count = 2}}};
    const chart c = {.width = 400, .height = 1500, .panel_count = 1, .panels = &panel};
    ASSERT_OK(document_create("Title", &d, &why), "", why);
    document_section(d, "tall", "Tall pictures");
    ASSERT_OK(document_chart(d, "one", &c, "command", "caption", &why), "", why);
    ASSERT_OK(document_chart(d, "two", &c, "command", "caption", &why), "", why);
    ASSERT_OK(output_open_memory(&data, &size, &to, &why), "", why);
    ASSERT_OK(document_pdf(d, to, &why), "", why);
    ASSERT_OK(output_commit(&to, &why), "", why);
    ASSERT_EQ(3, pages_in(data, size)); /* the front, with the heading the first, the second */
    free(data);
    document_destroy(d);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(lines_are_as_wide_as_their_column_at_most);
    RUN_TEST(a_line_that_is_not_broken_is_what_it_was);
    RUN_TEST(tables_of_every_width_fit_the_page);
    RUN_TEST(long_tables_go_on_and_small_ones_are_not_broken);
    RUN_TEST(heads_are_repeated_on_every_page);
    RUN_TEST(a_document_becomes_pages_with_bookmarks);
    RUN_TEST(pictures_stay_on_one_page);
    GREATEST_MAIN_END();
}
