#include "picture/sink.h"

#include <cairo-pdf.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"

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
    char *readable = NULL;
    message unused; /* without memory the output is not committed */
    if (command != NULL && memory_copy(command, &readable, &unused) == STATUS_OK) {
        text_make_readable(readable);
    }
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "spinscope");
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT,
                                   readable != NULL ? readable : "");
    free(readable);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2026-01-01T00:00:00Z");
}
