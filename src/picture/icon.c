#include "picture/icon.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "field/contour.h"
#include "method/catalogue.h"
#include "picture/canvas.h"
#include "picture/palette.h"

static const char method_name[] = "radau-iia:3";
static const char palette_name[] = "diverging";
static const double spin = 1.2;

/* The middle of what is shown and half its side; the rest in parts of the side. */
static const double middle = 2, half = 5.5;
static const double corner = 0.22, line = 0.045;
static const uint32_t ink = 0xFF101418;

/* What both forms of the icon are made of. */
typedef struct design {
    phi *phi;
    palette *palette;
} design;

static status design_open(const char *assets, design *d, message *why)
{
    catalogue *c = NULL;
    method *m = NULL;
    *d = (design){0};
    status s = STATUS_OK;
    TRY_OR_END(catalogue_create(assets, &c, why));
    TRY_OR_END(catalogue_open(c, method_name, &m, why));
    TRY_OR_END(phi_compile(m, MOTION_SHEAR, &d->phi, why));
    s = palette_open(assets, palette_name, &d->palette, why);
end:
    method_destroy(m);
    catalogue_destroy(c);
    return s;
}

static void design_clear(design *d)
{
    phi_destroy(d->phi);
    palette_destroy(d->palette);
}

/* The field of a square of `reach` times what is shown. */
static status compute(const design *d, int side, double reach, field *out, message *why)
{
    double r = half * reach;
    const field_request request = {.view = {.plane = PLANE_Z,
                                            .x0 = middle - r,
                                            .x1 = middle + r,
                                            .y0 = -r,
                                            .y1 = r,
                                            .width = side,
                                            .height = side,
                                            .w = spin},
                                   .phi = d->phi};
    return field_compute(&request, 0, 0, out, why);
}

static status trace(const design *d, const field *f, double level, contour *out, message *why)
{
    const contour_request request = {
        .field = f, .phi = d->phi, .level = level, .pixel_tolerance = 0.1};
    return contour_trace(&request, out, why);
}

/* The curve |sigma| = 1, closed, on `side` pixels. */
static status draw_curve(canvas *on, const field *f, const curve *k, message *why)
{
    int side = f->view.width;
    double *x = NULL;
    size_t own = (size_t)k->count, count = own + 2;
    TRY(memory_allocate(&x, 2 * count, sizeof *x, why));
    double *y = x + count;
    for (size_t n = 0; n < count; n++) { /* once round and over the joint */
        size_t at = k->closed || n < own ? n % own : own - 1;
        x[n] = (k->x[at] - f->view.x0) / (2 * half) * side;
        y[n] = (f->view.y1 - k->y[at]) / (2 * half) * side;
    }
    canvas_polyline(on, x, y, (int)count, line * side, ink);
    free(x);
    return STATUS_OK;
}

static status draw_boundary(const design *d, const field *f, uint32_t *pixels, message *why)
{
    int side = f->view.width;
    contour c = {0};
    canvas *on = NULL;
    status s = STATUS_OK;
    TRY_OR_END(trace(d, f, 1, &c, why));
    TRY_OR_END(canvas_create(pixels, side, side, side, &on, why));
    for (int i = 0; i < c.count; i++) {
        TRY_OR_END(draw_curve(on, f, &c.curves[i], why));
    }
end:
    canvas_destroy(on);
    contour_clear(&c);
    return s;
}

/* Is the centre of this pixel inside of the square with round corners? */
static bool is_inside(int x, int y, int side)
{
    double r = corner * side;
    double dx = fmax(fabs(x + 0.5 - 0.5 * side) - (0.5 * side - r), 0);
    double dy = fmax(fabs(y + 0.5 - 0.5 * side) - (0.5 * side - r), 0);
    return dx * dx + dy * dy <= r * r;
}

/* Every pixel is the mean of the finer ones that are inside. */
static void shrink(const uint32_t *fine, int finer, int size, uint32_t *argb)
{
    int side = size * finer;
    for (int p = 0; p < size * size; p++) {
        uint32_t sum[3] = {0}, inside = 0;
        for (int n = 0; n < finer * finer; n++) {
            int x = p % size * finer + n % finer, y = p / size * finer + n / finer;
            uint32_t colour = fine[y * side + x];
            for (int k = 0; k < 3 && is_inside(x, y, side); k++) {
                sum[k] += colour >> (8 * k) & 0xFF;
                inside += k == 0;
            }
        }
        uint32_t all = (uint32_t)(finer * finer);
        argb[p] = 255 * inside / all << 24;
        for (int k = 0; k < 3 && inside > 0; k++) {
            argb[p] |= (sum[k] + inside / 2) / inside << (8 * k);
        }
    }
}

status icon_paint(const char *assets, int size, uint32_t *argb, message *why)
{

    if (size < 1 || size > ICON_MAX_SIZE) {
        return refuse(why, "an icon of %d pixels; 1 to %d are accepted", size, ICON_MAX_SIZE);
    }
    int finer = size < 64 ? 8 : 4, side = size * finer;
    design d;
    field f = {0};
    uint32_t *fine = NULL;
    status s = STATUS_OK;
    TRY_OR_END(design_open(assets, &d, why));
    TRY_OR_END(compute(&d, side, 1, &f, why));
    TRY_OR_END(memory_allocate(&fine, (size_t)side, (size_t)side * sizeof *fine, why));
    palette_apply(d.palette, f.growth, side * side, fine);
    TRY_OR_END(draw_boundary(&d, &f, fine, why));
    shrink(fine, finer, size, argb);
end:
    free(fine);
    field_clear(&f);
    design_clear(&d);
    return s;
}

/* What the SVG is drawn on: a square of 256 units. */
enum { UNITS = 256 };

static void add_path(text *out, const contour *c)
{
    double unit = UNITS / (2 * half);
    for (int i = 0; i < c->count; i++) {
        for (int n = 0; n < c->curves[i].count; n++) {
            text_add(out, "%s%.1f %.1f",
                     n == 0   ? "M"
                     : n == 1 ? "L"
                              : " ",
                     unit * (c->curves[i].x[n] - (middle - half)),
                     unit * (half - c->curves[i].y[n]));
        }
        text_add(out, "%s", c->curves[i].closed ? "Z" : "");
    }
}

/* Bands of growth, from stable to the poles: each is painted over the one below. */
static status add_bands(const design *d, const field *f, text *out, message *why)
{
    static const double step = 0.25;
    double low = palette_low(d->palette), high = palette_high(d->palette);
    text_add(out, "<rect width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n", UNITS, UNITS,
             palette_colour(d->palette, low) & 0xFFFFFFU);
    for (double level = low + step / 2; level < high; level += step) {
        contour c = {0};
        status s = trace(d, f, exp2(level), &c, why);
        text_add(out, "<path fill=\"#%06x\" fill-rule=\"evenodd\" d=\"",
                 palette_colour(d->palette, level + step / 2) & 0xFFFFFFU);
        add_path(out, &c);
        text_add(out, "\"/>\n");
        contour_clear(&c);
        TRY(s);
    }
    return STATUS_OK;
}

status icon_svg(const char *assets, text *out, message *why)
{
    /* Wide enough for every band to close. */
    enum { SIDE = 256, REACH = 4 };
    design d;
    field f = {0};
    contour boundary = {0};
    status s = STATUS_OK;
    TRY_OR_END(design_open(assets, &d, why));
    TRY_OR_END(compute(&d, SIDE, REACH, &f, why));
    TRY_OR_END(trace(&d, &f, 1, &boundary, why));
    text_add(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\">\n<title>spinscope"
             "</title>\n<clipPath id=\"a\"><rect width=\"%d\" height=\"%d\" rx=\"%.2f\"/>"
             "</clipPath>\n<g clip-path=\"url(#a)\">\n",
             UNITS, UNITS, UNITS, UNITS, corner * UNITS);
    TRY_OR_END(add_bands(&d, &f, out, why));
    text_add(out, "<path fill=\"none\" stroke=\"#%06x\" stroke-width=\"%.2f\" d=\"",
             ink & 0xFFFFFFU, line * UNITS);
    add_path(out, &boundary);
    text_add(out, "\"/>\n</g>\n</svg>\n");
    s = out->broken ? fail(why, "out of memory") : STATUS_OK;
end:
    contour_clear(&boundary);
    field_clear(&f);
    design_clear(&d);
    return s;
}
