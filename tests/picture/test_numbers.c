#include "picture/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "support/command.h"
#include "support/support.h"

enum { MOST = 1000000 };

static message why;
static double values[MOST];
static unsigned char verdicts[MOST];

/* Growths of every kind: huge, tiny, infinite, NaN. */
static void make_values(int count)
{
    static const double edges[] = {0, 1, INFINITY, NAN, -NAN, 5e-324, 1.7976931348623157e308};
    for (int i = 0; i < count; i++) {
        int edge = random_integer(0, 20);
        values[i] = edge < 7 ? edges[edge] : exp2(random_between(-30, 30));
        verdicts[i] = (unsigned char)(isnan(values[i])   ? VERDICT_UNDEFINED
                                      : isinf(values[i]) ? VERDICT_POLE
                                      : values[i] == 1   ? VERDICT_BOUNDARY
                                      : values[i] < 1    ? VERDICT_STABLE
                                                         : VERDICT_UNSTABLE);
    }
}

/* Writes the view in bands of random heights and reads the file back. */
static status write_and_read(const view *v, bool csv, char **data, size_t *length)
{
    const char *path = scratch_file("numbers", "", 0);
    output *o = NULL;
    status s = output_open(path, true, &o, &why);
    if (s == STATUS_OK) {
        s = csv ? numbers_csv_begin(o, &why) : numbers_npy_begin(o, v, &why);
    }
    for (int row = 0, rows; row < v->height && s == STATUS_OK; row += rows) {
        int most = random_integer(1, 30);
        rows = most < v->height - row ? most : v->height - row;
        field band = {.view = *v,
                      .first_row = row,
                      .rows = rows,
                      .exact = values + row * v->width,
                      .verdict = verdicts + row * v->width};
        s = csv ? numbers_csv_rows(o, &band, &why) : numbers_npy_rows(o, &band, &why);
    }
    if (s == STATUS_OK) {
        s = output_commit(&o, &why);
    }
    output_discard(&o);
    return s == STATUS_OK ? file_read(path, (size_t)1 << 26, data, length, &why) : s;
}

static bool same(double a, double b)
{
    return isnan(a) ? isnan(b) : memcmp(&a, &b, sizeof a) == 0;
}

static const int sizes[][2] = {{1, 1}, {3, 7}, {513, 1}, {1, 100}, {65536, 3}, {640, 480}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

TEST npy_comes_back_bit_for_bit(void)
{
    for (int n = 0; n < SIZES; n++) {
        view v = {
            .x0 = -1, .x1 = 1, .y0 = -1, .y1 = 1, .width = sizes[n][0], .height = sizes[n][1]};
        int count = v.width * v.height;
        make_values(count);
        char *data = NULL;
        size_t length = 0;
        ASSERT_OK(write_and_read(&v, false, &data, &length), "npy", why);
        ASSERT_MEM_EQ("\x93NUMPY\x01\x00", data, 8);
        size_t header = 10 + (size_t)(unsigned char)data[8] + 256 * (size_t)(unsigned char)data[9];
        ASSERT_EQ_FMT((size_t)0, header % 64, "%zu");
        ASSERT_EQ('\n', data[header - 1]);
        ASSERT_EQ_FMT(header + 8 * (size_t)count, length, "%zu");
        char expected[200];
        snprintf(expected, sizeof expected,
                 "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), } ", v.height,
                 v.width);
        ASSERT_STRN_EQ(expected, data + 10, strlen(expected));
        for (size_t i = 10 + strlen(expected); i < header - 1; i++) {
            ASSERT_EQ(' ', data[i]);
        }
        for (int i = 0; i < count; i++) {
            double x = 0;
            unsigned long long bits = 0;
            for (int k = 7; k >= 0; k--) {
                bits = bits << 8 | (unsigned char)data[header + 8 * (size_t)i + (size_t)k];
            }
            memcpy(&x, &bits, sizeof x);
            ASSERTm(support_say("number %d: %a, not %a", i, x, values[i]), same(values[i], x));
        }
        free(data);
    }
    PASS();
}

/* The next entry of a line, which ends in `end`. */
static char *next_entry(char **at, char end)
{
    char *start = *at;
    char *stop = strchr(start, end);
    if (stop == NULL) {
        return NULL;
    }
    *stop = '\0';
    *at = stop + 1;
    return start;
}

static bool number_is(const char *words, double expected)
{
    char *end = NULL;
    return words != NULL && same(expected, strtod(words, &end)) && *end == '\0' && end != words;
}

TEST csv_comes_back_bit_for_bit(void)
{
    for (int n = 0; n < SIZES; n++) {
        view v = {.plane = n % 2 == 0 ? PLANE_Z : PLANE_ZW,
                  .x0 = -1.0 / 3,
                  .x1 = 1,
                  .y0 = -1e-3,
                  .y1 = 7,
                  .width = sizes[n][0],
                  .height = sizes[n][1]};
        int count = v.width * v.height;
        make_values(count);
        char *data = NULL;
        size_t length = 0;
        ASSERT_OK(write_and_read(&v, true, &data, &length), "csv", why);
        char *at = data;
        ASSERT_STR_EQ("x,y,growth,verdict", next_entry(&at, '\n'));
        for (int i = 0; i < count; i++) {
            const char *x = next_entry(&at, ',');
            const char *y = next_entry(&at, ',');
            const char *growth = next_entry(&at, ',');
            const char *verdict_text = next_entry(&at, '\n');
            ASSERTm(support_say("line %d: %s %s", i, x, y),
                    number_is(x, view_x(&v, i % v.width)) && number_is(y, view_y(&v, i / v.width)));
            ASSERTm(support_say("line %d: %s", i, growth), number_is(growth, values[i]));
            ASSERT(!isnan(values[i]) || strcmp(growth, "nan") == 0);
            ASSERT(!isinf(values[i]) || strcmp(growth, "inf") == 0);
            ASSERT_STR_EQ(verdict_name((verdict)verdicts[i]), verdict_text);
        }
        ASSERT(at == data + length);
        free(data);
    }
    PASS();
}

TEST a_full_disk_is_reported(void)
{
    if (access("/dev/full", W_OK) != 0) {
        SKIPm("no /dev/full");
    }
    view v = {.x0 = -1, .x1 = 1, .y0 = -1, .y1 = 1, .width = 300, .height = 300};
    field band = {.view = v, .rows = 300, .exact = values, .verdict = verdicts};
    make_values(300 * 300);
    for (int csv = 0; csv <= 1; csv++) {
        output *o = NULL;
        ASSERT_OK(output_open("/dev/full", false, &o, &why), "open", why);
        status s = csv ? numbers_csv_rows(o, &band, &why) : numbers_npy_rows(o, &band, &why);
        output_discard(&o);
        ASSERT_EQ_FMT(STATUS_FAILED, s, "%d");
        ASSERTm(why.text, strstr(why.text, "No space left on device") != NULL);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(npy_comes_back_bit_for_bit);
    RUN_TEST(csv_comes_back_bit_for_bit);
    RUN_TEST(a_full_disk_is_reported);
    GREATEST_MAIN_END();
}
