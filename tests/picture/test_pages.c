/* Pages and recordings. */
#include "picture/pages.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "picture/png.h"
#include "support/command.h"
#include "support/support.h"

static const page_font regular = {.size = 10, .colour = 0xff000000};

/* A chart whose data is gone when it returns. */
static status record(recording **out, message *why)
{
    double *x = malloc(100 * sizeof *x), *y = malloc(100 * sizeof *y);
    for (int i = 0; i < 100; i++) {
        x[i] = i;
        y[i] = i * i;
    }
    chart_panel panel = {.title = "/y/ = /x/^{2}",
                         .series_count = 1,
                         .series = {{.x = x, .y = y, .count = 100, .pen = 1, .solid = true}}};
    const chart c = {.width = 300, .height = 200, .panel_count = 1, .panels = &panel};
    status s = recording_of_chart(&c, out, why);
    memset(x, 0, 100 * sizeof *x);
    memset(y, 0, 100 * sizeof *y);
    free(x);
    free(y);
    return s;
}

/* Two pages with one of everything. */
static status set_pages(output *to, const recording *r, double *width, int *count, message *why)
{
    pages *p = NULL;
    status s = pages_open(595, 842, to, "Title", "spinscope a b", &p, why);
    if (s != STATUS_OK) {
        return s;
    }
    *width = pages_text(p, 50, 50, regular, CANVAS_START, "Some /words/ and x^{2}");
    pages_text(p, 300, 80, regular, CANVAS_END, "at the right");
    pages_rule(p, 50, 500, 100, 0.5, 0xff000000);
    pages_fill(p, (box){50, 110, 100, 20}, 0xffeeeeee);
    pages_link(p, (box){50, 110, 100, 20}, "there");
    pages_next(p);
    pages_bookmark(p, 50, "there", "A /section/ & <more>");
    pages_recording(p, (box){50, 50, 450, 300}, r);
    *count = pages_count(p);
    return pages_close(&p, why);
}

static int occurrences(const char *data, size_t size, const char *what)
{
    int count = 0;
    size_t length = strlen(what);
    for (size_t i = 0; i + length <= size; i++) {
        count += memcmp(data + i, what, length) == 0;
    }
    return count;
}

TEST measuring_and_writing_agree_and_writing_is_reproducible(void)
{
    message why;
    recording *r = NULL;
    char *data[2] = {NULL, NULL};
    size_t size[2];
    double width[3];
    int count[3];
    ASSERT_OK(record(&r, &why), "", why);
    for (int i = 0; i < 2; i++) {
        output *to = NULL;
        ASSERT_OK(output_open_memory(&data[i], &size[i], &to, &why), "", why);
        ASSERT_OK(set_pages(to, r, &width[i], &count[i], &why), "", why);
        ASSERT_OK(output_commit(&to, &why), "", why);
    }
    ASSERT_OK(set_pages(NULL, r, &width[2], &count[2], &why), "", why);
    ASSERT(width[0] > 70 && width[0] < 110); /* 18 letters of 10 points */
    ASSERT_NEAR(width[0], width[2], 0, 1e-12);
    ASSERT_EQ(2, count[0]);
    ASSERT_EQ(2, count[2]);
    ASSERT_EQ(size[0], size[1]);
    ASSERT_EQ(0, memcmp(data[0], data[1], size[0]));
    ASSERT_EQ(0, strncmp(data[0], "%PDF-", 5));
    ASSERT_EQ(2, occurrences(data[0], size[0], "/Type /Page %"));
    ASSERT_EQ(0, occurrences(data[0], size[0], "/Subtype /Image")); /* the chart is vectors */
    ASSERT(occurrences(data[0], size[0], "/Type /Outlines") == 1);
    ASSERT(occurrences(data[0], size[0], "/Subtype /Link") == 1);
    free(data[0]);
    free(data[1]);
    recording_destroy(r);
    PASS();
}

TEST letters_in_bold_are_wider_and_sizes_scale(void)
{
    message why;
    pages *p = NULL;
    ASSERT_OK(pages_open(595, 842, NULL, "", "", &p, &why), "", why);
    page_font bold = regular, large = regular;
    bold.bold = true;
    large.size = 30;
    double width = pages_text_width(p, regular, "Published beside computed");
    ASSERT(pages_text_width(p, bold, "Published beside computed") > 1.02 * width);
    ASSERT_NEAR(3 * width, pages_text_width(p, large, "Published beside computed"), 0, 1e-3);
    ASSERT_NEAR(0, pages_text_width(p, regular, ""), 0, 0);
    ASSERT_OK(pages_close(&p, &why), "", why);
    ASSERT(p == NULL);
    PASS();
}

TEST a_full_disk_is_told(void)
{
    message why;
    recording *r = NULL;
    output *to = NULL;
    double width;
    int count;
    ASSERT_OK(record(&r, &why), "", why);
    ASSERT_OK(output_open("/dev/full", true, &to, &why), "", why);
    status s = set_pages(to, r, &width, &count, &why);
    s = s == STATUS_OK ? output_commit(&to, &why) : s;
    output_discard(&to);
    ASSERT_EQ(STATUS_FAILED, s);
    ASSERTm(why.text, strstr(why.text, "/dev/full") != NULL);
    recording_destroy(r);
    PASS();
}

/* A recording draws what the chart did, at any size, after its data is gone. */
TEST recordings_become_png_of_one_and_two_times_their_size(void)
{
    message why;
    recording *r = NULL;
    ASSERT_OK(record(&r, &why), "", why);
    ASSERT_EQ(300, recording_width(r));
    ASSERT_EQ(200, recording_height(r));
    for (int times = 1; times <= 2; times++) {
        char path[256];
        output *to = NULL;
        uint32_t *pixels = NULL;
        int width, height, red = 0;
        snprintf(path, sizeof path, "%s", scratch_file("recorded.png", "", 0));
        ASSERT_OK(output_open(path, true, &to, &why), "", why);
        ASSERT_OK(recording_png(r, times, "command", to, &why), "", why);
        ASSERT_OK(output_commit(&to, &why), "", why);
        ASSERT_OK(png_read(path, &pixels, &width, &height, &why), "", why);
        ASSERT_EQ(300 * times, width);
        ASSERT_EQ(200 * times, height);
        ASSERT_EQ(0xffffffff, pixels[0]);
        ASSERT_EQ(0xffffffff, pixels[width * height - 1]);
        for (int i = 0; i < width * height; i++) {
            red += (pixels[i] >> 16 & 255) > 150 && (pixels[i] & 255) < 60;
        }
        ASSERT(red > 100 * times && red < 5000 * times); /* the line */
        free(pixels);
    }
    recording_destroy(r);
    PASS();
}

/* The colours of a field are pixels that are freed after drawing: the recording has its own. */
TEST recordings_of_figures_keep_the_colours_of_their_fields(void)
{
    message why;
    palette *colours = NULL;
    recording *r = NULL;
    figure_panel panel = {.title = "half"};
    figure f = {.width = 500, .height = 400, .panel_count = 1, .panels = &panel};
    ASSERT_OK(palette_open(SPINSCOPE_ASSETS, "paper", &colours, &why), "", why);
    f.palette = colours;
    f.growth_label = "|/σ/|";
    panel.view = (view){.x0 = -1, .x1 = 1, .y0 = -1, .y1 = 1, .width = 100, .height = 100};
    ASSERT_OK(figure_layout(&f, &why), "", why);
    panel.view.width = (int)panel.width;
    panel.view.height = (int)panel.height;
    int count = panel.view.width * panel.view.height;
    panel.field.view = panel.view;
    panel.field.rows = panel.view.height;
    panel.field.growth = malloc((size_t)count * sizeof *panel.field.growth);
    panel.field.verdict = calloc((size_t)count, 1);
    for (int i = 0; i < count; i++) {
        panel.field.growth[i] = i % panel.view.width < panel.view.width / 2 ? 0.1f : 8.0f;
    }
    uint32_t left = palette_colour(colours, log2(0.1)), right = palette_colour(colours, 3);
    ASSERT_OK(recording_of_figure(&f, &r, &why), "", why);
    memset(panel.field.growth, 0, (size_t)count * sizeof *panel.field.growth);
    field_clear(&panel.field);
    palette_destroy(colours);
    char path[256];
    output *to = NULL;
    uint32_t *pixels = NULL;
    int width, height;
    snprintf(path, sizeof path, "%s", scratch_file("field.png", "", 0));
    ASSERT_OK(output_open(path, true, &to, &why), "", why);
    ASSERT_OK(recording_png(r, 2, "command", to, &why), "", why);
    ASSERT_OK(output_commit(&to, &why), "", why);
    ASSERT_OK(png_read(path, &pixels, &width, &height, &why), "", why);
    int row = (int)(2 * (panel.y + 0.3 * panel.height));
    int a = (int)(2 * (panel.x + 0.2 * panel.width)), b = (int)(2 * (panel.x + 0.8 * panel.width));
    ASSERT_EQ_FMT(left, pixels[row * width + a], "%08x");
    ASSERT_EQ_FMT(right, pixels[row * width + b], "%08x");
    free(pixels);
    recording_destroy(r);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(measuring_and_writing_agree_and_writing_is_reproducible);
    RUN_TEST(letters_in_bold_are_wider_and_sizes_scale);
    RUN_TEST(a_full_disk_is_told);
    RUN_TEST(recordings_become_png_of_one_and_two_times_their_size);
    RUN_TEST(recordings_of_figures_keep_the_colours_of_their_fields);
    GREATEST_MAIN_END();
}
