#include "picture/numbers.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { NPY_HEADER = 128, NPY_PREFIX = 10, NUMBER_SIZE = 32 };

/* "\x93NUMPY", version 1.0, the length of the rest in two bytes, a Python dictionary, spaces to a
 * multiple of 64 bytes, a newline. */
status numbers_npy_begin(output *o, const view *v, message *why)
{
    char header[NPY_HEADER + 1];
    static const unsigned char prefix[NPY_PREFIX] = {
        0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, NPY_HEADER - NPY_PREFIX, 0};
    memcpy(header, prefix, sizeof prefix);
    char words[NPY_HEADER - NPY_PREFIX];
    snprintf(words, sizeof words, "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }",
             v->height, v->width);
    snprintf(header + NPY_PREFIX, sizeof header - NPY_PREFIX, "%-*s\n", NPY_HEADER - NPY_PREFIX - 1,
             words);
    return output_write(o, header, NPY_HEADER, why);
}

static void put_little_endian(double x, unsigned char out[8])
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    for (int i = 0; i < 8; i++) {
        out[i] = (unsigned char)(bits >> (8 * i));
    }
}

status numbers_npy_rows(output *o, const field *band, message *why)
{
    assert(band->exact != NULL);
    unsigned char buffer[512 * 8];
    size_t count = (size_t)band->view.width * (size_t)band->rows;
    for (size_t at = 0; at < count; at += 512) {
        size_t part = count - at < 512 ? count - at : 512;
        for (size_t i = 0; i < part; i++) {
            put_little_endian(band->exact[at + i], buffer + 8 * i);
        }
        TRY(output_write(o, buffer, 8 * part, why));
    }
    return STATUS_OK;
}

status numbers_csv_begin(output *o, message *why)
{
    static const char header[] = "x,y,growth,verdict\n";
    return output_write(o, header, sizeof header - 1, why);
}

/* C leaves the sign of a NaN to the library: "-nan" is possible. */
static void put_number(char out[NUMBER_SIZE], double x)
{
    if (isnan(x)) {
        memcpy(out, "nan", 4);
    } else {
        snprintf(out, NUMBER_SIZE, "%.17g", x);
    }
}

static status csv_row(output *o, const field *band, int row, const char (*x)[NUMBER_SIZE],
                      message *why)
{
    char y[NUMBER_SIZE];
    char growth[NUMBER_SIZE];
    char line[4 * NUMBER_SIZE];
    put_number(y, view_y(&band->view, band->first_row + row));
    for (int i = 0; i < band->view.width; i++) {
        size_t at = (size_t)row * (size_t)band->view.width + (size_t)i;
        put_number(growth, band->exact[at]);
        int length = snprintf(line, sizeof line, "%s,%s,%s,%s\n", x[i], y, growth,
                              verdict_name((verdict)band->verdict[at]));
        TRY(output_write(o, line, (size_t)length, why));
    }
    return STATUS_OK;
}

status numbers_csv_rows(output *o, const field *band, message *why)
{
    assert(band->exact != NULL);
    char(*x)[NUMBER_SIZE] = NULL; /* of every column: written once, used in every row */
    status s = STATUS_OK;
    TRY_OR_END(memory_allocate(&x, (size_t)band->view.width, sizeof *x, why));
    for (int i = 0; i < band->view.width; i++) {
        put_number(x[i], view_x(&band->view, i));
    }
    for (int row = 0; row < band->rows; row++) {
        TRY_OR_END(csv_row(o, band, row, (const char(*)[NUMBER_SIZE])x, why));
    }
end:
    free(x);
    return s;
}
