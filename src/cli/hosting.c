#include "hosting.h"

#include <stdio.h>

#include "cli.h"

static void tell_warning(void *context, const char *words)
{
    const hosting *h = context;
    warn(h->self, h->quiet, words);
}

static void tell_part(void *context, const char *what, double part)
{
    hosting *h = context;
    if (what == NULL) {
        if (h->has_part) {
            progress_end(&h->part);
        }
        h->has_part = false;
        return;
    }
    if (!h->has_part) {
        progress_begin(&h->part, what, h->quiet);
        h->has_part = true;
    }
    progress_tell(&h->part, part);
}

static void tell_step(void *context, const char *name, double w, double largest)
{
    const hosting *h = context;
    progress_wipe();
    fprintf(h->on_stdout ? stderr : stdout, "%s, w = %.6g: largest stable h = %.12g\n", name, w,
            largest);
}

void hosting_begin(hosting *h)
{
    h->host = (drawing_host){
        .context = h, .warn = tell_warning, .progressed = tell_part, .found_step = tell_step};
    progress_begin(&h->whole, h->self->name, h->quiet);
}

void hosting_end(hosting *h)
{
    tell_part(h, NULL, 1);
    progress_end(&h->whole);
}
