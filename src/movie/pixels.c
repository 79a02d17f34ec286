#include "movie/pixels.h"

#include <string.h>

#include "base/vector.h"

/* BT.709: Y = 0.2126 R + 0.7152 G + 0.0722 B, to [16, 235]; chroma to [16, 240]. In 1/65536. */
enum {
    Y_RED = 11966,
    Y_GREEN = 40254,
    Y_BLUE = 4064,
    U_RED = -6596,
    U_GREEN = -22189,
    U_BLUE = 28785,
    V_RED = 28785,
    V_GREEN = -26145,
    V_BLUE = -2640
};

VECTOR_CLONES static void luma_row(const uint32_t *argb, int width, uint8_t *out)
{
    for (int x = 0; x < width; x++) {
        int r = (int)(argb[x] >> 16 & 255), g = (int)(argb[x] >> 8 & 255), b = (int)(argb[x] & 255);
        out[x] = (uint8_t)(16 + ((Y_RED * r + Y_GREEN * g + Y_BLUE * b + 32768) >> 16));
    }
}

/* The mean of four pixels. */
VECTOR_CLONES static void chroma_row(const uint32_t *upper, const uint32_t *lower, int half,
                                     uint8_t *u, uint8_t *v)
{
    for (int x = 0; x < half; x++) {
        uint32_t a = upper[2 * x], b = upper[2 * x + 1], c = lower[2 * x], d = lower[2 * x + 1];
        int red = (int)((a >> 16 & 255) + (b >> 16 & 255) + (c >> 16 & 255) + (d >> 16 & 255));
        int green = (int)((a >> 8 & 255) + (b >> 8 & 255) + (c >> 8 & 255) + (d >> 8 & 255));
        int blue = (int)((a & 255) + (b & 255) + (c & 255) + (d & 255));
        u[x] = (uint8_t)(128 + ((U_RED * red + U_GREEN * green + U_BLUE * blue + 131072) >> 18));
        v[x] = (uint8_t)(128 + ((V_RED * red + V_GREEN * green + V_BLUE * blue + 131072) >> 18));
    }
}

void pixels_to_yuv(const uint32_t *argb, int width, int height, uint8_t *out)
{
    size_t count = (size_t)width * (size_t)height;
    uint8_t *u = out + count, *v = u + count / 4;
    for (int y = 0; y < height; y++) {
        luma_row(argb + (size_t)y * (size_t)width, width, out + (size_t)y * (size_t)width);
    }
    for (int y = 0; y < height / 2; y++) {
        const uint32_t *upper = argb + (size_t)(2 * y) * (size_t)width;
        chroma_row(upper, upper + width, width / 2, u + (size_t)y * (size_t)(width / 2),
                   v + (size_t)y * (size_t)(width / 2));
    }
}

static unsigned bin_of(uint32_t argb)
{
    return (argb >> 9 & 0x7C00) | (argb >> 6 & 0x3E0) | (argb >> 3 & 0x1F);
}

void colour_table_count(colour_table *t, const uint32_t *argb, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        t->counts[bin_of(argb[i])]++;
    }
}

/* A box of colour bins, 0 .. 31 on each axis. */
typedef struct cube {
    int low[3], high[3];
    double weight; /* how much it deserves to be cut */
} cube;

static int channel(unsigned bin, int axis)
{
    return (int)(bin >> (10 - 5 * axis) & 31);
}

static unsigned bin_at(int r, int g, int b)
{
    return (unsigned)(r << 10 | g << 5 | b);
}

/* Shrinks the box to what is in it; its weight is the number of pixels times its longest side. */
static void shrink(const colour_table *t, cube *c)
{
    cube tight = {.low = {31, 31, 31}, .high = {-1, -1, -1}};
    double pixels = 0;
    for (int r = c->low[0]; r <= c->high[0]; r++) {
        for (int g = c->low[1]; g <= c->high[1]; g++) {
            for (int b = c->low[2]; b <= c->high[2]; b++) {
                const int at[3] = {r, g, b};
                uint32_t count = t->counts[bin_at(r, g, b)];
                for (int k = 0; k < 3 && count > 0; k++) {
                    tight.low[k] = at[k] < tight.low[k] ? at[k] : tight.low[k];
                    tight.high[k] = at[k] > tight.high[k] ? at[k] : tight.high[k];
                }
                pixels += count;
            }
        }
    }
    int longest = 0;
    for (int k = 0; k < 3 && pixels > 0; k++) {
        int side = tight.high[k] - tight.low[k];
        longest = side > longest ? side : longest;
    }
    tight.weight = longest > 0 ? longest * (1 + pixels) : 0;
    *c = tight;
}

/* Cuts the longest side where half of the pixels are on either part. */
static cube cut(const colour_table *t, cube *c)
{
    int axis = 0;
    double sums[32] = {0}, all = 0, sum = 0;
    for (int k = 1; k < 3; k++) {
        axis = c->high[k] - c->low[k] > c->high[axis] - c->low[axis] ? k : axis;
    }
    for (int r = c->low[0]; r <= c->high[0]; r++) {
        for (int g = c->low[1]; g <= c->high[1]; g++) {
            for (int b = c->low[2]; b <= c->high[2]; b++) {
                unsigned bin = bin_at(r, g, b);
                sums[channel(bin, axis)] += t->counts[bin];
                all += t->counts[bin];
            }
        }
    }
    int at = c->low[axis];
    for (; at < c->high[axis] - 1; at++) {
        sum += sums[at];
        if (sum >= all / 2) {
            break;
        }
    }
    cube other = *c;
    other.low[axis] = at + 1;
    c->high[axis] = at;
    shrink(t, c);
    shrink(t, &other);
    return other;
}

static uint32_t mean_of(const colour_table *t, const cube *c)
{
    double sum[3] = {0}, all = 0;
    for (int r = c->low[0]; r <= c->high[0]; r++) {
        for (int g = c->low[1]; g <= c->high[1]; g++) {
            for (int b = c->low[2]; b <= c->high[2]; b++) {
                const int at[3] = {r, g, b};
                double count = t->counts[bin_at(r, g, b)];
                all += count;
                for (int k = 0; k < 3; k++) { /* the middle of the bin; black and white stay */
                    sum[k] += count * (at[k] * 255.0 / 31);
                }
            }
        }
    }
    uint32_t out = 0xFF;
    for (int k = 0; k < 3; k++) {
        out = out << 8 | (uint32_t)(all > 0 ? sum[k] / all + 0.5 : 0);
    }
    return out;
}

void colour_table_make(colour_table *t)
{
    cube cubes[256];
    int count = 1;
    cubes[0] = (cube){.low = {0, 0, 0}, .high = {31, 31, 31}};
    shrink(t, &cubes[0]);
    while (count < 256) {
        int most = 0;
        for (int i = 1; i < count; i++) {
            most = cubes[i].weight > cubes[most].weight ? i : most;
        }
        if (!(cubes[most].weight > 0)) {
            break;
        }
        cubes[count] = cut(t, &cubes[most]);
        count++;
    }
    memset(t->colours, 0, sizeof t->colours);
    for (int i = 0; i < count; i++) {
        t->colours[i] = mean_of(t, &cubes[i]);
    }
    for (int bin = 0; bin < 1 << 15; bin++) {
        int best = 0;
        long nearest = 1L << 30;
        for (int i = 0; i < count; i++) {
            long distance = 0;
            for (int k = 0; k < 3; k++) {
                long d = (long)(t->colours[i] >> (16 - 8 * k) & 255) -
                         channel((unsigned)bin, k) * 255 / 31;
                distance += d * d;
            }
            best = distance < nearest ? i : best;
            nearest = distance < nearest ? distance : nearest;
        }
        t->nearest[bin] = (uint8_t)best;
    }
}

void pixels_to_table(const colour_table *t, const uint32_t *argb, int width, int height,
                     uint8_t *out)
{
    static const int pattern[4][4] = {{0, 4, 1, 5}, {6, 2, 7, 3}, {1, 5, 0, 4}, {7, 3, 6, 2}};
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            uint32_t pixel = argb[(size_t)y * (size_t)width + (size_t)x];
            unsigned bin = 0;
            for (int k = 0; k < 3; k++) {
                int value = (int)(pixel >> (16 - 8 * k) & 255) + pattern[y & 3][x & 3] - 3;
                value = value < 0 ? 0 : value > 255 ? 255 : value;
                bin = bin << 5 | (unsigned)(value >> 3);
            }
            out[(size_t)y * (size_t)width + (size_t)x] = t->nearest[bin];
        }
    }
    memcpy(out + (size_t)width * (size_t)height, t->colours, sizeof t->colours);
}
