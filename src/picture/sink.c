#include "picture/sink.h"

#include <cairo-pdf.h>

cairo_status_t sink_receive(void *closure, const unsigned char *data, unsigned length)
{
    sink *s = closure;
    if (s->failed == STATUS_OK) {
        s->failed = output_write(s->to, data, length, s->why);
    }
    return CAIRO_STATUS_SUCCESS;
}

void sink_describe_pdf(cairo_surface_t *surface, const char *command)
{
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "spinscope");
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, command);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2026-01-01T00:00:00Z");
}
