#include "field/isoline.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

/* Logarithms beyond this are as good as infinite. */
static const double most = 50;

/* Smaller ones are rounding on lines of |sigma| = 1. */
static const double least = 1e-10;

/* log |sigma| at a pixel centre. */
static double excess(const field *f, int column, int row)
{
    size_t at = (size_t)row * (size_t)f->view.width + (size_t)column;
    double value = log(f->exact != NULL ? f->exact[at] : (double)f->growth[at]);
    if (isnan(value)) {
        return value;
    }
    return fabs(value) < least ? 0 : fmax(-most, fmin(most, value));
}

typedef struct corner {
    double x, y, excess;
} corner;

/* The crossings of a cell's four edges, in order around it. */
static int crossings(const corner *c, double x[4], double y[4])
{
    int count = 0;
    for (int i = 0; i < 4; i++) {
        const corner *a = &c[i], *b = &c[(i + 1) % 4];
        if ((a->excess > 0) != (b->excess > 0)) {
            double part = a->excess / (a->excess - b->excess);
            x[count] = a->x + part * (b->x - a->x);
            y[count] = a->y + part * (b->y - a->y);
            count++;
        }
    }
    return count;
}

static status add_piece(contour *out, int *room, const double *x, const double *y, message *why)
{
    if (out->count == *room) {
        int larger = *room > 0 ? 2 * *room : 256;
        TRY(memory_resize(&out->curves, (size_t)larger, sizeof *out->curves, why));
        *room = larger;
    }
    curve *c = &out->curves[out->count];
    *c = (curve){.count = 2};
    out->count++; /* cleared with the contour in every case */
    TRY(memory_allocate(&c->x, 2, sizeof *c->x, why));
    TRY(memory_allocate(&c->y, 2, sizeof *c->y, why));
    for (int i = 0; i < 2; i++) {
        c->x[i] = x[i];
        c->y[i] = y[i];
    }
    return STATUS_OK;
}

status isoline_trace(const field *f, contour *out, message *why)
{
    int room = 0;
    *out = (contour){0};
    for (int row = 0; row + 1 < f->rows; row++) {
        for (int column = 0; column + 1 < f->view.width; column++) {
            static const int right[] = {0, 1, 1, 0}, down[] = {0, 0, 1, 1};
            corner c[4];
            bool is_known = true;
            for (int i = 0; i < 4; i++) {
                c[i] = (corner){.x = view_x(&f->view, column + right[i]),
                                .y = view_y(&f->view, f->first_row + row + down[i]),
                                .excess = excess(f, column + right[i], row + down[i])};
                is_known = is_known && !isnan(c[i].excess);
            }
            double x[4], y[4];
            int count = is_known ? crossings(c, x, y) : 0;
            for (int i = 0; i + 1 < count; i += 2) {
                TRY(add_piece(out, &room, x + i, y + i, why));
            }
        }
    }
    return STATUS_OK;
}
