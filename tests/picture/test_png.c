#include "picture/png.h"

#include <signal.h>
#include <spng.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/file.h"
#include "support/command.h"
#include "support/support.h"

static message why;

/* A path in the scratch folder at which there is no file. */
static const char *new_path(void)
{
    const char *path = scratch_file("picture.png", "", 0);
    remove(path);
    return path;
}

/* Smooth, noisy or striped: the kinds that filters and run lengths treat differently. */
static uint32_t *make_pixels(int width, int height, int kind)
{
    uint32_t *argb = malloc((size_t)width * (size_t)height * sizeof *argb);
    for (int i = 0; i < width * height; i++) {
        uint32_t x = (uint32_t)(i % width);
        uint32_t y = (uint32_t)(i / width);
        uint32_t noise = (uint32_t)random_integer(0, 0xffffff);
        uint32_t smooth = (x & 255) << 16 | (y & 255) << 8 | ((x + y) / 2 & 255);
        uint32_t stripes = (x / 7 + y / 5) % 2 * 0xffffff;
        argb[i] = 0xff000000 | (kind == 0 ? smooth : kind == 1 ? noise : stripes);
    }
    return argb;
}

static status write_picture(const char *path, const uint32_t *argb, int width, int height,
                            int level, const png_text *texts, int text_count)
{
    output *o = NULL;
    png_writer *w = NULL;
    status s = output_open(path, false, &o, &why);
    if (s == STATUS_OK) {
        s = png_begin(o, width, height, texts, text_count, level, &w, &why);
    }
    for (int row = 0, rows; row < height && s == STATUS_OK; row += rows) {
        int most = random_integer(1, 40);
        rows = most < height - row ? most : height - row;
        s = png_rows(w, argb + (size_t)row * (size_t)width, rows, &why);
    }
    if (s == STATUS_OK) {
        s = png_end(&w, &why);
    }
    png_discard(&w);
    if (s == STATUS_OK) {
        return output_commit(&o, &why);
    }
    output_discard(&o);
    return s;
}

typedef struct decoded {
    char *file;
    size_t length;
    spng_ctx *context;
    unsigned char *rgb;
    size_t size;
    int error;
} decoded;

static decoded decode(const char *path)
{
    decoded d = {.error = -1};
    if (file_read(path, 1 << 26, &d.file, &d.length, &why) != STATUS_OK) {
        return d;
    }
    d.context = spng_ctx_new(0);
    spng_set_crc_action(d.context, SPNG_CRC_ERROR, SPNG_CRC_ERROR);
    d.error = spng_set_png_buffer(d.context, d.file, d.length);
    if (d.error == 0) {
        d.error = spng_decoded_image_size(d.context, SPNG_FMT_RGB8, &d.size);
    }
    if (d.error == 0) {
        d.rgb = malloc(d.size);
        d.error = spng_decode_image(d.context, d.rgb, d.size, SPNG_FMT_RGB8, 0);
    }
    if (d.error == 0) {
        d.error = spng_decode_chunks(d.context); /* also what follows the image */
    }
    return d;
}

static void decoded_clear(decoded *d)
{
    spng_ctx_free(d->context);
    free(d->rgb);
    free(d->file);
}

static greatest_test_res check_round_trip(int width, int height, int level, int kind)
{
    uint32_t *argb = make_pixels(width, height, kind);
    const char *path = new_path();
    ASSERT_OK(write_picture(path, argb, width, height, level, NULL, 0), "write", why);
    decoded d = decode(path);
    struct spng_ihdr header;
    uint8_t intent = 99;
    ASSERT_EQ_FMTm(spng_strerror(d.error), 0, d.error, "%d");
    ASSERT_EQ(0, spng_get_ihdr(d.context, &header));
    ASSERT_EQ(0, spng_get_srgb(d.context, &intent));
    ASSERT(header.width == (uint32_t)width && header.height == (uint32_t)height);
    ASSERT(header.bit_depth == 8 && header.color_type == SPNG_COLOR_TYPE_TRUECOLOR);
    ASSERT_EQ_FMT((size_t)width * (size_t)height * 3, d.size, "%zu");
    for (size_t i = 0; i < d.size / 3; i++) {
        uint32_t got = 0xff000000 | (uint32_t)d.rgb[3 * i] << 16 | (uint32_t)d.rgb[3 * i + 1] << 8 |
                       d.rgb[3 * i + 2];
        ASSERTm(support_say("%dx%d level %d kind %d pixel %zu: %08x, not %08x", width, height,
                            level, kind, i, got, argb[i]),
                got == argb[i]);
    }
    decoded_clear(&d);
    free(argb);
    PASS();
}

TEST pictures_come_back_as_they_were(void)
{
    static const int sizes[][2] = {{1, 1}, {3, 7}, {1, 300}, {300, 1}, {641, 479}, {16384, 3}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (int level = 0; level <= 9; level += level < 2 ? 1 : 4) {
            for (int kind = 0; kind < 3; kind++) {
                CHECK_CALL(check_round_trip(sizes[i][0], sizes[i][1], level, kind));
            }
        }
    }
    PASS();
}

TEST the_alpha_is_ignored(void)
{
    const char *path = new_path();
    static const uint32_t argb[] = {0x00123456, 0x80abcdef};
    ASSERT_OK(write_picture(path, argb, 2, 1, PNG_LEVEL, NULL, 0), "write", why);
    decoded d = decode(path);
    ASSERT_EQ(0, d.error);
    ASSERT_MEM_EQ("\x12\x34\x56\xab\xcd\xef", d.rgb, 6);
    decoded_clear(&d);
    PASS();
}

TEST texts_are_in_the_file(void)
{
    static const uint32_t pixel = 0xff000000;
    static const png_text texts[] = {
        {.key = "Software", .value = "spinscope"},
        {.key = "Title", .value = "Gauß, s = 2\nzweite Zeile"},
        {.key = "Author", .value = NULL},
        {.key = "Comment", .value = ""},
        {.key = "Description", .value = "spinscope --out '|\xcf\x83| \xe2\x89\xa4 1.png'"},
        {.key = "Disclaimer", .value = "\xcf\x83 = \xc3\xbf"},
        {.key = "Warning", .value = "next\xc2\x85line"},
        {.key = "Copyright", .value = "\xc2\xa0\xc2\xbf\xc3\x80\xc3\xbf"},
        {.key = "Source", .value = "bad \xff\tbyte\x01 \xe2\x89"},
    };
    static const struct {
        const char *key, *value;
        int type;
    } expected[] = {
        {"Software", "spinscope", SPNG_TEXT},
        {"Title", "Gau\xdf, s = 2\nzweite Zeile", SPNG_TEXT},
        {"Description", "spinscope --out '|\xcf\x83| \xe2\x89\xa4 1.png'", SPNG_ITXT},
        {"Disclaimer", "\xcf\x83 = \xc3\xbf", SPNG_ITXT},
        {"Warning", "next??line", SPNG_TEXT},
        {"Copyright", "\xa0\xbf\xc0\xff", SPNG_TEXT},
        {"Source", "bad ? byte? ??", SPNG_TEXT},
    };
    enum { COUNT = sizeof expected / sizeof expected[0] };
    const char *path = new_path();
    ASSERT_OK(write_picture(path, &pixel, 1, 1, PNG_LEVEL, texts, sizeof texts / sizeof texts[0]),
              "write", why);
    decoded d = decode(path);
    struct spng_text got[COUNT];
    uint32_t count = 0;
    ASSERT_EQ_FMT(0, d.error, "%d");
    ASSERT_EQ_FMT(0, spng_get_text(d.context, NULL, &count), "%d");
    ASSERT_EQ_FMT((uint32_t)COUNT, count, "%u");
    ASSERT_EQ_FMT(0, spng_get_text(d.context, got, &count), "%d");
    for (int i = 0; i < COUNT; i++) {
        ASSERT_STR_EQ(expected[i].key, got[i].keyword);
        ASSERT_STR_EQ(expected[i].value, got[i].text);
        ASSERT_EQ_FMT(expected[i].type, got[i].type, "%d");
    }
    decoded_clear(&d);
    PASS();
}

/* A limit on the size of files stands in for a full disk. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0) {
        limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
        setrlimit(RLIMIT_FSIZE, &limit);
    }
}

TEST a_full_disk_is_reported_and_nothing_is_left(void)
{
    uint32_t *argb = make_pixels(500, 500, 1);
    static const rlim_t limits[] = {0, 100, 100000, 700000}; /* in the header, ..., at commit */
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        const char *path = new_path();
        limit_files(limits[i]);
        status s = write_picture(path, argb, 500, 500, PNG_LEVEL, NULL, 0);
        limit_files(RLIM_INFINITY);
        ASSERT_EQ_FMT(STATUS_FAILED, s, "%d");
        ASSERTm(why.text, strstr(why.text, "picture.png: cannot be written (File too large)"));
        char command[700];
        snprintf(command, sizeof command, "ls -A \"$(dirname '%s')\" | grep -v std", path);
        result r = run_shell(command);
        ASSERT_STR_EQ("", r.out);
        result_clear(&r);
    }
    if (access("/dev/full", W_OK) == 0) {
        ASSERT_EQ(STATUS_FAILED, write_picture("/dev/full", argb, 500, 500, PNG_LEVEL, NULL, 0));
        ASSERTm(why.text, strstr(why.text, "/dev/full: cannot be written (No space left"));
    }
    free(argb);
    PASS();
}

TEST a_picture_without_all_its_rows_is_refused(void)
{
    static const uint32_t argb[2] = {0xff000000};
    output *o = NULL;
    png_writer *w = NULL;
    ASSERT_OK(output_open(new_path(), false, &o, &why), "open", why);
    ASSERT_OK(png_begin(o, 2, 2, NULL, 0, PNG_LEVEL, &w, &why), "begin", why);
    ASSERT_OK(png_rows(w, argb, 1, &why), "row", why);
    ASSERT_OK(png_rows(w, argb, 0, &why), "no row", why);
    ASSERT_EQ(STATUS_FAILED, png_end(&w, &why));
    ASSERT(w == NULL && strstr(why.text, "1 rows where 2") != NULL);
    png_discard(&w);
    output_discard(&o);
    PASS();
}

/* 16384 rows of 16384 pixels are 1 GiB as pixels; they must pass through a few MiB of memory. */
TEST a_huge_picture_streams(void)
{
    enum { SIDE = 16384, BAND = 64 };
    uint32_t *argb = make_pixels(SIDE, BAND, 2);
    output *o = NULL;
    png_writer *w = NULL;
    ASSERT_OK(output_open("/dev/null", false, &o, &why), "open", why);
    ASSERT_OK(png_begin(o, SIDE, SIDE, NULL, 0, PNG_LEVEL, &w, &why), "begin", why);
    ASSERT_OK(png_rows(w, argb, BAND, &why), "first", why);
    struct rusage before;
    struct rusage after;
    getrusage(RUSAGE_SELF, &before);
    for (int row = BAND; row < SIDE; row += BAND) {
        ASSERT_OK(png_rows(w, argb, BAND, &why), "rows", why);
    }
    getrusage(RUSAGE_SELF, &after);
    ASSERT_OK(png_end(&w, &why), "end", why);
    ASSERT_OK(output_commit(&o, &why), "commit", why);
    free(argb);
    ASSERTm(support_say("%ld KiB more", after.ru_maxrss - before.ru_maxrss),
            after.ru_maxrss - before.ru_maxrss < 2048);
    PASS();
}

TEST what_was_written_is_read(void)
{
    static const int sizes[][2] = {{1, 1}, {3, 7}, {300, 1}, {161, 119}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (int kind = 0; kind < 3; kind++) {
            int width = sizes[i][0], height = sizes[i][1], got_width = 0, got_height = 0;
            uint32_t *argb = make_pixels(width, height, kind), *got = NULL;
            const char *path = new_path();
            ASSERT_OK(write_picture(path, argb, width, height, PNG_LEVEL, NULL, 0), "write", why);
            ASSERT_OK(png_read(path, &got, &got_width, &got_height, &why), "read", why);
            ASSERT_EQ_FMT(width, got_width, "%d");
            ASSERT_EQ_FMT(height, got_height, "%d");
            ASSERT_MEM_EQ(argb, got, (size_t)width * (size_t)height * sizeof *argb);
            free(got);
            free(argb);
        }
    }
    PASS();
}

/* As other programs write them: greys, a palette, 16 bits, with alpha. */
TEST pictures_of_every_kind_are_read(void)
{
    static const struct {
        uint8_t colour_type, bit_depth, bytes[16];
        size_t length;
        uint32_t expected[2];
    } cases[] = {
        {SPNG_COLOR_TYPE_GRAYSCALE, 8, {0x10, 0xf0}, 2, {0xff101010, 0xfff0f0f0}},
        {SPNG_COLOR_TYPE_GRAYSCALE, 1, {0x40}, 1, {0xff000000, 0xffffffff}},
        {SPNG_COLOR_TYPE_GRAYSCALE_ALPHA, 8, {0x10, 0, 0xf0, 9}, 4, {0xff101010, 0xfff0f0f0}},
        {SPNG_COLOR_TYPE_TRUECOLOR, 8, {1, 2, 3, 4, 5, 6}, 6, {0xff010203, 0xff040506}},
        {SPNG_COLOR_TYPE_TRUECOLOR,
         16,
         {0x12, 0, 0x34, 0, 0x56, 0, 0xff, 0xff, 0, 0, 0x80, 0},
         12,
         {0xff123456, 0xffff0080}},
        {SPNG_COLOR_TYPE_TRUECOLOR_ALPHA,
         8,
         {0xa1, 0xb2, 0xc3, 0, 0x0d, 0x0e, 0x0f, 0x80},
         8,
         {0xffa1b2c3, 0xff0d0e0f}},
        {SPNG_COLOR_TYPE_INDEXED, 8, {1, 0}, 2, {0xff0000ff, 0xffff8000}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct spng_ihdr header = {.width = 2,
                                   .height = 1,
                                   .bit_depth = cases[i].bit_depth,
                                   .color_type = cases[i].colour_type};
        struct spng_plte colours = {.n_entries = 2, .entries = {{255, 128, 0, 0}, {0, 0, 255, 0}}};
        spng_ctx *context = spng_ctx_new(SPNG_CTX_ENCODER);
        size_t length = 0;
        int error = 0, width = 0, height = 0;
        uint32_t *argb = NULL;
        spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1);
        ASSERT_EQ(0, spng_set_ihdr(context, &header));
        if (cases[i].colour_type == SPNG_COLOR_TYPE_INDEXED) {
            ASSERT_EQ(0, spng_set_plte(context, &colours));
        }
        error = spng_encode_image(context, cases[i].bytes, cases[i].length, SPNG_FMT_RAW,
                                  SPNG_ENCODE_FINALIZE);
        ASSERT_EQ_FMTm(spng_strerror(error), 0, error, "%d");
        char *bytes = spng_get_png_buffer(context, &length, &error);
        const char *path = scratch_file("kind.png", bytes, length);
        free(bytes);
        spng_ctx_free(context);
        ASSERT_OK(png_read(path, &argb, &width, &height, &why), support_say("case %zu", i), why);
        ASSERT(width == 2 && height == 1);
        for (int k = 0; k < 2; k++) {
            ASSERT_EQ_FMTm(support_say("case %zu", i), cases[i].expected[k], argb[k], "%08x");
        }
        free(argb);
        remove(path);
    }
    PASS();
}

TEST what_is_no_picture_is_not_read(void)
{
    uint32_t *argb = make_pixels(60, 50, 1), *got = argb;
    int width = 9, height = 9;
    char *file = NULL;
    size_t length = 0;
    const char *path = new_path();
    ASSERT_OK(write_picture(path, argb, 60, 50, PNG_LEVEL, NULL, 0), "write", why);
    ASSERT_OK(file_read(path, 1 << 20, &file, &length, &why), "read", why);
    free(argb);
    for (size_t cut = 0; cut < length - 12; cut += cut < 60 ? 1 : 997) { /* without its end chunk */
        const char *part = scratch_file("part.png", file, cut);
        ASSERT_EQ_FMTm(support_say("%zu bytes", cut), STATUS_BAD_INPUT,
                       png_read(part, &got, &width, &height, &why), "%d");
        ASSERTm(why.text, strstr(why.text, "part.png: ") != NULL);
        ASSERT(got == NULL && width == 0 && height == 0);
    }
    for (int i = 0; i < 40; i++) { /* a byte of the data is wrong: its sum tells */
        size_t at = (size_t)random_integer(60, (int)length - 20);
        file[at] ^= 0x10;
        const char *damaged = scratch_file("damaged.png", file, length);
        file[at] ^= 0x10;
        ASSERT_EQ_FMTm(support_say("byte %zu", at), STATUS_BAD_INPUT,
                       png_read(damaged, &got, &width, &height, &why), "%d");
        ASSERTm(why.text, strstr(why.text, "damaged.png: ") != NULL && got == NULL);
    }
    file[16] = 0x7f; /* a width of 2 milliards; its checksum is wrong, too */
    ASSERT_EQ(STATUS_BAD_INPUT,
              png_read(scratch_file("wide.png", file, length), &got, &width, &height, &why));
    ASSERT_EQ(STATUS_BAD_INPUT, png_read("/no/such.png", &got, &width, &height, &why));
    ASSERTm(why.text, strstr(why.text, "/no/such.png") != NULL && got == NULL);
    ASSERT_EQ(STATUS_BAD_INPUT, png_read("/", &got, &width, &height, &why));
    free(file);
    PASS();
}

/* Alpha is kept when it is asked for, at every level. */
TEST pictures_with_alpha_come_back(void)
{
    enum { WIDE = 37, HIGH = 11 };
    for (int level = 0; level <= 9; level += 3) {
        uint32_t *argb = make_pixels(WIDE, HIGH, 1);
        for (int i = 0; i < WIDE * HIGH; i++) {
            argb[i] = (argb[i] & 0xffffff) | (uint32_t)random_integer(0, 255) << 24;
        }
        const char *path = new_path();
        ASSERT_OK(write_picture(path, argb, WIDE, HIGH, level + PNG_ALPHA, NULL, 0), "write", why);
        char *file = NULL;
        size_t length = 0;
        unsigned char rgba[4 * WIDE * HIGH];
        ASSERT_OK(file_read(path, 1 << 20, &file, &length, &why), "read", why);
        spng_ctx *context = spng_ctx_new(0);
        ASSERT_EQ(0, spng_set_png_buffer(context, file, length));
        ASSERT_EQ(0, spng_decode_image(context, rgba, sizeof rgba, SPNG_FMT_RGBA8, 0));
        for (int i = 0; i < WIDE * HIGH; i++) {
            const unsigned char *p = rgba + 4 * i;
            ASSERT_EQ_FMT(argb[i],
                          (uint32_t)p[3] << 24 | (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2],
                          "%08x");
        }
        spng_ctx_free(context);
        free(file);
        free(argb);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(pictures_come_back_as_they_were);
    RUN_TEST(the_alpha_is_ignored);
    RUN_TEST(texts_are_in_the_file);
    RUN_TEST(a_full_disk_is_reported_and_nothing_is_left);
    RUN_TEST(a_picture_without_all_its_rows_is_refused);
    RUN_TEST(a_huge_picture_streams);
    RUN_TEST(what_was_written_is_read);
    RUN_TEST(pictures_of_every_kind_are_read);
    RUN_TEST(what_is_no_picture_is_not_read);
    RUN_TEST(pictures_with_alpha_come_back);
    GREATEST_MAIN_END();
}
