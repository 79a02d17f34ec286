#include "picture/sheet.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>

#include "picture/png.h"
#include "picture/sink.h"

/* Draws, and tells what went wrong: in the drawing, or in cairo. */
status sheet_draw(cairo_t *canvas, const sheet *sh, message *why)
{
    TRY(sh->draw(canvas, sh->what, why));
    cairo_status_t state = cairo_status(canvas);
    return state == CAIRO_STATUS_SUCCESS
               ? STATUS_OK
               : fail(why, "drawing failed: %s", cairo_status_to_string(state));
}

static status write_png(const sheet *sh, const char *command, output *to, message *why)
{
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, sh->width, sh->height);
    if (cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS) {
        cairo_surface_destroy(surface);
        return fail(why, "no memory for a picture of %dx%d", sh->width, sh->height);
    }
    png_writer *writer = NULL;
    cairo_t *canvas = cairo_create(surface);
    status s = sheet_draw(canvas, sh, why);
    cairo_destroy(canvas);
    TRY_OR_END(s);
    cairo_surface_flush(surface);
    const png_text texts[] = {{.key = "Software", .value = "spinscope"},
                              {.key = "Description", .value = command}};
    TRY_OR_END(png_begin(to, sh->width, sh->height, texts, 2, sh->level > 0 ? sh->level : PNG_LEVEL,
                         &writer, why));
    int stride = cairo_image_surface_get_stride(surface) / 4;
    const uint32_t *pixels = (const uint32_t *)(void *)cairo_image_surface_get_data(surface);
    for (int row = 0; row < sh->height; row++) {
        TRY_OR_END(png_rows(writer, pixels + (size_t)row * (size_t)stride, 1, why));
    }
    s = png_end(&writer, why);
end:
    png_discard(&writer);
    cairo_surface_destroy(surface);
    return s;
}

static status write_vector(const sheet *sh, file_format format, const char *command, output *to,
                           message *why)
{
    sink receiver = {.to = to, .failed = STATUS_OK, .why = why};
    cairo_surface_t *surface;
    if (format == FORMAT_SVG) {
        surface =
            cairo_svg_surface_create_for_stream(sink_receive, &receiver, sh->width, sh->height);
        cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
    } else {
        /* 96 pixels are an inch, and so are 72 points. */
        surface = cairo_pdf_surface_create_for_stream(sink_receive, &receiver, 0.75 * sh->width,
                                                      0.75 * sh->height);
        sink_describe_pdf(surface, command);
    }
    cairo_t *canvas = cairo_create(surface);
    if (format == FORMAT_PDF) {
        cairo_scale(canvas, 0.75, 0.75);
    }
    message drawing;
    status s = sheet_draw(canvas, sh, &drawing);
    cairo_destroy(canvas);
    cairo_surface_finish(surface);
    cairo_status_t state = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (receiver.failed != STATUS_OK) { /* cairo does not know of it */
        return receiver.failed;
    }
    if (s != STATUS_OK) {
        *why = drawing;
        return s;
    }
    return state == CAIRO_STATUS_SUCCESS
               ? STATUS_OK
               : fail(why, "drawing failed: %s", cairo_status_to_string(state));
}

status sheet_write(const sheet *s, file_format format, const char *command, output *to,
                   message *why)
{
    return format == FORMAT_PNG ? write_png(s, command, to, why)
                                : write_vector(s, format, command, to, why);
}

status sheet_paint(const sheet *sh, uint32_t *pixels, message *why)
{
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        (unsigned char *)pixels, CAIRO_FORMAT_RGB24, sh->width, sh->height, 4 * sh->width);
    cairo_t *canvas = cairo_create(surface);
    status s = sheet_draw(canvas, sh, why);
    cairo_destroy(canvas);
    cairo_surface_flush(surface);
    cairo_surface_destroy(surface);
    return s;
}

double sheet_letter(int width, int height, int columns, int rows)
{
    double across = (double)width / (columns > 0 ? columns : 1);
    double high = (double)height / (rows > 0 ? rows : 1);
    double size = 0.026 * sqrt(across * high);
    double least = 0.012 * sqrt((double)width * height);
    size = size > least ? size : least;
    return size < 9 ? 9 : size;
}

int sheet_columns(int width, int height, int panels, double aspect)
{
    int best = 1;
    double least = INFINITY;
    for (int columns = 1; columns <= panels; columns++) {
        int rows = (panels + columns - 1) / columns;
        double is = ((double)width / columns) / ((double)height / rows);
        int empty = rows * columns - panels;
        double badness = fabs(log(is / aspect)) + 0.3 * empty;
        if (badness < least) {
            least = badness;
            best = columns;
        }
    }
    return best;
}
