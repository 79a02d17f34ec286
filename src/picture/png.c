#include "picture/png.h"

#include <assert.h>
#include <spng.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

enum { RUN_LENGTHS = 3 }; /* zlib's Z_RLE */

struct png_writer {
    output *to;
    spng_ctx *context;
    int width, height;
    int written; /* rows */
    int channels;
    unsigned char *row;
    int text_count;
    struct spng_text *texts; /* libspng keeps no copy of their values */
    status failed;           /* of the output, with its words */
    message why;
};

/* libspng hands over what it has encoded. */
static int receive(spng_ctx *context, void *user, void *data, size_t length)
{
    (void)context;
    png_writer *w = user;
    w->failed = output_write(w->to, data, length, &w->why);
    return w->failed == STATUS_OK ? 0 : SPNG_IO_ERROR;
}

/* The words of the output say more than those of libspng. */
static status report(const png_writer *w, int error, message *why)
{
    if (error == 0) {
        return STATUS_OK;
    }
    if (w->failed != STATUS_OK) {
        *why = w->why;
        return w->failed;
    }
    return fail(why, "PNG: %s", spng_strerror(error));
}

/* Turns UTF-8 into Latin-1 in place, unless a character has no place there. */
static bool make_latin1(char *value)
{
    for (const char *c = value; *c != '\0'; c++) {
        unsigned byte = (unsigned char)*c;
        bool is_lead = byte >= 0xc0;
        bool fits = byte == 0xc3 || (byte == 0xc2 && (unsigned char)c[1] >= 0xa0);
        if (is_lead && !fits) {
            return false;
        }
    }
    char *to = value;
    for (const char *c = value; *c != '\0'; c++) {
        bool pair = (unsigned char)*c >= 0x80;
        *to++ = pair ? (char)(((unsigned char)c[0] & 3) << 6 | ((unsigned char)c[1] & 0x3f)) : *c;
        c += pair;
    }
    *to = '\0';
    return true;
}

static status set_texts(png_writer *w, const png_text *texts, int count, message *why)
{
    static char none[] = "";
    TRY(memory_allocate(&w->texts, (size_t)count, sizeof *w->texts, why));
    for (int i = 0; i < count; i++) {
        if (texts[i].value == NULL || texts[i].value[0] == '\0') {
            continue;
        }
        struct spng_text *t = &w->texts[w->text_count];
        size_t key_length = strlen(texts[i].key);
        assert(key_length >= 1 && key_length < sizeof t->keyword);
        memcpy(t->keyword, texts[i].key, key_length + 1);
        TRY(memory_copy(texts[i].value, &t->text, why));
        w->text_count++;
        text_make_readable(t->text);
        t->type = make_latin1(t->text) ? SPNG_TEXT : SPNG_ITXT;
        t->length = strlen(t->text);
        t->language_tag = none;
        t->translated_keyword = none;
    }
    return w->text_count > 0
               ? report(w, spng_set_text(w->context, w->texts, (uint32_t)w->text_count), why)
               : STATUS_OK;
}

/* Measured: filters other than `up` make growth fields, which have few colours, no smaller, and
 * zlib's search finds more without any. Choosing a filter for each row costs more than it gains. */
static int set_compression(spng_ctx *context, int level)
{
    bool runs = level == 1;
    int filter = runs ? SPNG_FILTER_CHOICE_UP : SPNG_DISABLE_FILTERING;
    int error = spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, level);
    if (error == 0) {
        error = spng_set_option(context, SPNG_FILTER_CHOICE, filter);
    }
    if (error == 0 && runs) {
        error = spng_set_option(context, SPNG_IMG_COMPRESSION_STRATEGY, RUN_LENGTHS);
    }
    return error;
}

static int set_header(png_writer *w, int level)
{
    struct spng_ihdr header = {.width = (uint32_t)w->width,
                               .height = (uint32_t)w->height,
                               .bit_depth = 8,
                               .color_type = w->channels == 4 ? SPNG_COLOR_TYPE_TRUECOLOR_ALPHA
                                                              : SPNG_COLOR_TYPE_TRUECOLOR};
    int error = spng_set_png_stream(w->context, receive, w);
    if (error == 0) {
        error = spng_set_ihdr(w->context, &header);
    }
    if (error == 0) {
        error = spng_set_srgb(w->context, 0); /* perceptual intent */
    }
    return error == 0 ? set_compression(w->context, level) : error;
}

status png_begin(output *o, int width, int height, const png_text *texts, int text_count, int level,
                 png_writer **out, message *why)
{
    int channels = level >= PNG_ALPHA ? 4 : 3;
    level %= PNG_ALPHA;
    assert(width >= 1 && height >= 1 && level >= 0 && level <= 9);
    *out = NULL;
    png_writer *w = NULL;
    TRY(memory_allocate(&w, 1, sizeof *w, why));
    status s = STATUS_OK;
    w->to = o;
    w->width = width;
    w->height = height;
    w->channels = channels;
    w->context = spng_ctx_new(SPNG_CTX_ENCODER);
    TRY_OR_END(w->context != NULL ? memory_allocate(&w->row, (size_t)width, (size_t)channels, why)
                                  : fail(why, "out of memory"));
    TRY_OR_END(report(w, set_header(w, level), why));
    TRY_OR_END(set_texts(w, texts, text_count, why));
    int flags = SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE;
    TRY_OR_END(report(w, spng_encode_image(w->context, NULL, 0, SPNG_FMT_PNG, flags), why));
    *out = w;
    w = NULL;
end:
    png_discard(&w);
    return s;
}

status png_rows(png_writer *w, const uint32_t *argb, int rows, message *why)
{
    assert(rows >= 0 && rows <= w->height - w->written);
    for (int n = 0; n < rows; n++) {
        for (int i = 0; i < w->width; i++) {
            uint32_t pixel = *argb++;
            unsigned char *to = w->row + w->channels * i;
            to[0] = (unsigned char)(pixel >> 16);
            to[1] = (unsigned char)(pixel >> 8);
            to[2] = (unsigned char)pixel;
            if (w->channels == 4) {
                to[3] = (unsigned char)(pixel >> 24);
            }
        }
        int error = spng_encode_row(w->context, w->row, (size_t)w->channels * (size_t)w->width);
        bool is_last = ++w->written == w->height;
        if (error != 0 && !(is_last && error == SPNG_EOI)) {
            return report(w, error, why);
        }
    }
    return STATUS_OK;
}

status png_end(png_writer **w, message *why)
{
    status s = STATUS_OK;
    if ((*w)->failed != STATUS_OK) {
        *why = (*w)->why;
        s = (*w)->failed;
    } else if ((*w)->written < (*w)->height) {
        s = fail(why, "PNG: %d rows where %d were announced", (*w)->written, (*w)->height);
    }
    png_discard(w);
    return s;
}

void png_discard(png_writer **out)
{
    png_writer *w = *out;
    if (w == NULL) {
        return;
    }
    spng_ctx_free(w->context);
    for (int i = 0; i < w->text_count; i++) {
        free(w->texts[i].text);
    }
    free(w->texts);
    free(w->row);
    free(w);
    *out = NULL;
}

status png_read(const char *path, uint32_t **argb, int *width, int *height, message *why)
{
    char *data = NULL;
    size_t length = 0, size = 0;
    struct spng_ihdr header;
    unsigned char *bytes = NULL;
    *argb = NULL;
    *width = *height = 0;
    TRY(file_read(path, PNG_READ_MOST, &data, &length, why));
    status s = STATUS_OK;
    spng_ctx *context = spng_ctx_new(0);
    bool fine = context != NULL && spng_set_png_buffer(context, data, length) == 0 &&
                spng_get_ihdr(context, &header) == 0 &&
                spng_decoded_image_size(context, SPNG_FMT_RGBA8, &size) == 0;
    if (!fine || header.width > 65536 || header.height > 65536) {
        TRY_OR_END(refuse(why, "%.300s: is not a PNG picture", path));
    }
    TRY_OR_END(memory_allocate(&bytes, size, 1, why));
    if (spng_decode_image(context, bytes, size, SPNG_FMT_RGBA8, 0) != 0) {
        TRY_OR_END(refuse(why, "%.300s: the picture is damaged", path));
    }
    TRY_OR_END(memory_allocate(argb, size / 4, sizeof **argb, why));
    for (size_t i = 0; i < size / 4; i++) {
        (*argb)[i] = 0xFF000000U | (uint32_t)bytes[4 * i] << 16 | (uint32_t)bytes[4 * i + 1] << 8 |
                     bytes[4 * i + 2];
    }
    *width = (int)header.width;
    *height = (int)header.height;
end:
    spng_ctx_free(context);
    free(bytes);
    free(data);
    return s;
}
