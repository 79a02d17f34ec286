#include "picture/ink.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vector.h"
#include "base/work.h"

enum { BANDS = 16 };

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* The pixels of the boundary are found in bands, then inked with a light seam, so that
 * it is seen on dark and on light. */
enum { MOST_EDGES = 8192 };

typedef struct edge {
    short x, y;
} edge;

typedef struct tracing {
    const float *values; /* the growth, or its logarithm */
    bool are_logs;
    float level; /* the value on the curve */
    double log_level;
    int width, height, scale;
    uint32_t *colours;
    int across;    /* pixels of a row of colours */
    uint8_t *room; /* for masks */
    edge *edges[BANDS];
    int count[BANDS];
} tracing;

uint32_t ink_blend(uint32_t under, uint32_t over, double part)
{
    uint32_t out = 0xFF000000;
    for (int shift = 0; shift <= 16; shift += 8) {
        double a = under >> shift & 255, b = over >> shift & 255;
        out |= (uint32_t)(a + part * (b - a) + 0.5) << shift;
    }
    return out;
}

/* How far log |sigma| is above the level. */
static double log_at(const tracing *t, int x, int y)
{
    double value = t->values[y * t->width + x];
    value = t->are_logs ? value : log(value);
    /* Undefined is below, as its mask is. */
    return isnan(value) ? -20 : clamp(value - t->log_level, -20, 20);
}

/* How far the curve is from a pixel, in pixels, by the slope of log |sigma|. */
static double distance_to_curve(const tracing *t, int x, int y)
{
    int left = x > 0 ? x - 1 : x, right = x + 1 < t->width ? x + 1 : x;
    int up = y > 0 ? y - 1 : y, down = y + 1 < t->height ? y + 1 : y;
    double dx = (log_at(t, right, y) - log_at(t, left, y)) / fmax(1, right - left);
    double dy = (log_at(t, x, down) - log_at(t, x, up)) / fmax(1, down - up);
    return fabs(log_at(t, x, y)) / fmax(hypot(dx, dy), 1e-30);
}

/* 1 where a value is above the level. */
VECTOR_CLONES static void mask_row(const float *values, float level, int width, uint8_t *mask)
{
    for (int x = 0; x < width; x++) {
        mask[x] = values[x] > level;
    }
}

/* 1 where a pixel differs from one of its four neighbours; the masks have one more at both ends. */
VECTOR_CLONES static void edge_row(const uint8_t *above, const uint8_t *row, const uint8_t *below,
                                   int width, uint8_t *edges)
{
    for (int x = 0; x < width; x++) {
        edges[x] = (uint8_t)((row[x] ^ row[x - 1]) | (row[x] ^ row[x + 1]) | (row[x] ^ above[x]) |
                             (row[x] ^ below[x]));
    }
}

/* The mask of a row, its ends repeated; rows outside are those at the rim. */
static void load_mask(const tracing *t, int y, uint8_t *mask)
{
    y = y < 0 ? 0 : y < t->height ? y : t->height - 1;
    mask_row(t->values + (size_t)y * (size_t)t->width, t->level, t->width, mask + 1);
    mask[0] = mask[1];
    mask[t->width + 1] = mask[t->width];
}

static void find_edges(void *context, int band)
{
    tracing *t = context;
    int first = t->height * band / BANDS, last = t->height * (band + 1) / BANDS;
    uint8_t *masks[3], *edges = t->room + (size_t)band * 4 * ((size_t)t->width + 16);
    for (int i = 0; i < 3; i++) {
        masks[i] = edges + (size_t)(i + 1) * ((size_t)t->width + 16);
        load_mask(t, first - 1 + i, masks[i]);
    }
    for (int y = first; y < last; y++) {
        edge_row(masks[0] + 1, masks[1] + 1, masks[2] + 1, t->width, edges);
        memset(edges + t->width, 1, 1); /* ends the search */
        for (const uint8_t *at = edges; (at = memchr(at, 1, (size_t)t->width + 1)) != NULL &&
                                        at < edges + t->width && t->count[band] < MOST_EDGES;
             at++) {
            t->edges[band][t->count[band]++] = (edge){.x = (short)(at - edges), .y = (short)y};
        }
        uint8_t *oldest = masks[0];
        masks[0] = masks[1];
        masks[1] = masks[2];
        masks[2] = oldest;
        load_mask(t, y + 2, masks[2]);
    }
}

static void ink_pixel(const tracing *t, int x, int y, uint32_t ink, double part)
{
    if (x < 0 || y < 0 || x >= t->width || y >= t->height) {
        return;
    }
    for (int i = 0; i < t->scale; i++) {
        uint32_t *row = t->colours + (size_t)(y * t->scale + i) * (size_t)t->across;
        for (int j = 0; j < t->scale; j++) {
            uint32_t *at = row + x * t->scale + j;
            *at = ink_blend(*at, ink, part);
        }
    }
}

static void ink_edges(const tracing *t, uint32_t ink)
{
    for (int pass = 0; pass < 2; pass++) {
        for (int band = 0; band < BANDS; band++) {
            for (int i = 0; i < t->count[band]; i++) {
                int x = t->edges[band][i].x, y = t->edges[band][i].y;
                if (pass == 1) {
                    ink_pixel(t, x, y, ink, clamp(1.6 - distance_to_curve(t, x, y), 0.35, 1));
                }
                for (int k = 0; k < 4 && pass == 0 && t->scale == 1; k++) {
                    static const int right[] = {1, -1, 0, 0}, down[] = {0, 0, 1, -1};
                    ink_pixel(t, x + right[k], y + down[k], 0xFFFFFFFF, 0.22);
                }
            }
        }
    }
}

status ink_curve(const field *f, const ink_line *line, uint32_t *pixels, int stride, message *why)
{
    tracing t = {.values = line->star ? f->star : f->growth,
                 .are_logs = line->star,
                 .level = (float)(line->star ? log(line->level) : line->level),
                 .log_level = log(line->level),
                 .width = f->view.width,
                 .height = f->rows,
                 .scale = line->scale,
                 .colours = pixels,
                 .across = stride};
    edge *all = NULL;
    size_t masks = (size_t)BANDS * 4 * ((size_t)t.width + 16);
    status s;
    TRY_OR_END(memory_allocate(&all, (size_t)BANDS * MOST_EDGES, sizeof *all, why));
    TRY_OR_END(memory_allocate(&t.room, masks, 1, why));
    for (int i = 0; i < BANDS; i++) {
        t.edges[i] = all + (size_t)i * MOST_EDGES;
    }
    work_share(BANDS, line->jobs, find_edges, &t, NULL);
    ink_edges(&t, line->colour);
end:
    free(all);
    free(t.room);
    return s;
}
