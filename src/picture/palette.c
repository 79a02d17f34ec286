#include "picture/palette.h"

#include <dirent.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "picture/palettefile.h"

/* The table has an entry for each pattern of the 16 bits of a float below its sign: 8 of exponent,
 * 8 of mantissa, that is 256 entries an octave. */
enum { TABLE_SHIFT = 15, TABLE_SIZE = 1 << 16, TABLE_INFINITY = 0xff00 };

static const uint32_t no_sign = 0x7fffffff;

struct palette {
    palettefile file;
    palette_info info;
    uint32_t table[TABLE_SIZE];
};

static const char suffix[] = ".palette";

/* ---- one colour ---- */

static oklab lab_of(const palettefile *f, double value)
{
    if (isnan(value)) {
        return f->undefined;
    }
    if (isinf(value) && value > 0) {
        return f->pole;
    }
    const palette_stop *last = &f->stops[f->stop_count - 1];
    if (value <= f->stops[0].value) {
        return f->stops[0].colour;
    }
    if (value >= last->value) {
        return last->colour;
    }
    const palette_stop *next = &f->stops[1];
    while (next->value < value) {
        next++;
    }
    const palette_stop *before = next - 1;
    return oklab_mix(before->colour, next->colour,
                     (value - before->value) / (next->value - before->value));
}

void palette_rgb(const palette *p, double log2_growth, double rgb[3])
{
    oklab_to_srgb(lab_of(&p->file, log2_growth), rgb);
}

uint32_t palette_colour(const palette *p, double log2_growth)
{
    return oklab_pack(lab_of(&p->file, log2_growth));
}

double palette_low(const palette *p)
{
    return p->file.stops[0].value;
}

double palette_high(const palette *p)
{
    return p->file.stops[p->file.stop_count - 1].value;
}

const palette_info *palette_describe(const palette *p)
{
    return &p->info;
}

/* ---- many colours ---- */

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* The colour of an entry is that of its middle: log2 is off by at most 1/512 log2(e) = 0.0028,
 * which is a third of a step of 8 bits for a palette that runs through 256 of them in two octaves.
 */
static void fill_table(palette *p)
{
    uint32_t lowest = palette_colour(p, -INFINITY);
    uint32_t highest = palette_colour(p, palette_high(p));
    for (uint32_t i = 0; i < TABLE_INFINITY; i++) {
        uint32_t bits = i << TABLE_SHIFT | 1 << (TABLE_SHIFT - 1);
        float middle;
        memcpy(&middle, &bits, sizeof middle);
        double value = log2((double)middle);
        p->table[i] = value <= palette_low(p)    ? lowest
                      : value >= palette_high(p) ? highest
                                                 : palette_colour(p, value);
    }
    /* A NaN that arithmetic makes is quiet: its first bit of mantissa is set. */
    p->table[TABLE_INFINITY] = palette_colour(p, INFINITY);
    uint32_t undefined = palette_colour(p, NAN);
    for (int i = TABLE_INFINITY + 1; i < TABLE_SIZE; i++) {
        p->table[i] = undefined;
    }
}

void palette_apply(const palette *p, const float *growth, int count, uint32_t *argb)
{
    for (int i = 0; i < count; i++) {
        argb[i] = p->table[(bits_of(growth[i]) & no_sign) >> TABLE_SHIFT];
    }
}

/* ---- phase ---- */

/* For every hue the screen shows chroma 0.11 at lightness 0.66 to 0.78; 0.111 is the most. Red is
 * where sRGB has it. The index is the hue, then the first six bits of the mantissa of |R|. */
enum { HUES = 1024, SHADE_BITS = 6, SHADES = 1 << SHADE_BITS, SHADE_SHIFT = 23 - SHADE_BITS };

static uint32_t wheel[HUES][SHADES];
static pthread_once_t wheel_is_filled = PTHREAD_ONCE_INIT;

static void fill_wheel(void)
{
    for (int h = 0; h < HUES; h++) {
        for (int i = 0; i < SHADES; i++) {
            double part = log2(1 + (i + 0.5) / SHADES);
            wheel[h][i] = oklab_pack(
                oklab_from_lch(0.66 + 0.12 * part, 0.11, 29.2338851923 + 360.0 * h / HUES));
        }
    }
}

void palette_phase(const float *argument, const float *growth, int count, uint32_t *argb)
{
    static const uint32_t black = 0xff000000;
    static const uint32_t white = 0xffffffff;
    static const uint32_t grey = 0xff808080;
    static const float hues_a_radian = 162.97466172610083F; /* HUES / (2 pi) */
    pthread_once(&wheel_is_filled, fill_wheel);
    for (int i = 0; i < count; i++) {
        uint32_t bits = bits_of(growth[i]) & no_sign;
        bool is_value = growth[i] == growth[i];
        if (!is_value || bits == 0 || bits == bits_of(INFINITY)) {
            argb[i] = !is_value ? grey : bits == 0 ? black : white;
        } else if (!(fabsf(argument[i]) <= 4)) {
            argb[i] = grey;
        } else {
            unsigned hue = (unsigned)(argument[i] * hues_a_radian + (HUES + 0.5F));
            argb[i] = wheel[hue % HUES][bits >> SHADE_SHIFT & (SHADES - 1)];
        }
    }
}

/* ---- files ---- */

status palette_parse(const char *label, const char *data, size_t length, palette **out,
                     message *why)
{
    palette *p = NULL;
    *out = NULL;
    TRY(memory_allocate(&p, 1, sizeof *p, why));
    status s = STATUS_OK;
    TRY_OR_END(palettefile_parse(label, data, length, &p->file, why));
    p->info = (palette_info){.name = p->file.name, .description = p->file.description};
    fill_table(p);
    *out = p;
    p = NULL;
end:
    free(p);
    return s;
}

status palette_read(const char *path, palette **out, message *why)
{
    char *data = NULL;
    size_t length = 0;
    *out = NULL;
    TRY(file_read(path, PALETTEFILE_MAX_BYTES, &data, &length, why));
    const char *label = strcmp(path, "-") == 0 ? "standard input" : path;
    status s = palette_parse(label, data, length, out, why);
    free(data);
    return s;
}

void palette_destroy(palette *p)
{
    free(p);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The length of a file's name without .palette, 0 when it ends otherwise. */
static size_t stem_length(const char *name)
{
    size_t length = strlen(name);
    size_t end = sizeof suffix - 1;
    return length > end && strcmp(name + length - end, suffix) == 0 ? length - end : 0;
}

void palette_list(const char *assets, palette_names *out)
{
    out->count = 0;
    char path[1024];
    snprintf(path, sizeof path, "%s/palettes", assets);
    DIR *folder = opendir(path);
    if (folder == NULL) {
        return;
    }
    for (struct dirent *item; (item = readdir(folder)) != NULL;) {
        size_t length = stem_length(item->d_name);
        if (length > 0 && length < PALETTE_NAME_SIZE && out->count < PALETTE_MAX_NAMES) {
            snprintf(out->names[out->count++], PALETTE_NAME_SIZE, "%.*s", (int)length,
                     item->d_name);
        }
    }
    closedir(folder);
    qsort(out->names, (size_t)out->count, PALETTE_NAME_SIZE, compare_names);
}

static status unknown_palette(const palette_names *known, const char *assets, const char *name,
                              message *why)
{
    if (known->count == 0) {
        return refuse(why, "unknown palette '%.100s'; there are none in %.200s/palettes", name,
                      assets);
    }
    text all = {0};
    for (int i = 0; i < known->count; i++) {
        text_add(&all, "%s%s", i > 0 ? ", " : "", known->names[i]);
    }
    status s = refuse(why, "unknown palette '%.100s'; there are %s", name,
                      all.broken ? "others" : all.data);
    text_clear(&all);
    return s;
}

status palette_open(const char *assets, const char *name, palette **out, message *why)
{
    *out = NULL;
    if (strchr(name, '/') != NULL || strcmp(name, "-") == 0 || stem_length(name) > 0) {
        return palette_read(name, out, why);
    }
    palette_names known;
    palette_list(assets, &known);
    for (int i = 0; i < known.count; i++) {
        if (strcmp(known.names[i], name) == 0) {
            char path[1200];
            snprintf(path, sizeof path, "%.1000s/palettes/%s%s", assets, name, suffix);
            return palette_read(path, out, why);
        }
    }
    return unknown_palette(&known, assets, name, why);
}
