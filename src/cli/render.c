#include "drawing/rendering.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli.h"
#include "hosting.h"
#include "session.h"
#include "values.h"

typedef struct request {
    drawing drawing;
    drawing_target to;
    const char *methods, *format, *jobs_text;
    int jobs;
    bool quiet, patient;
} request;

static status read_format(const request *q, file_format *out, message *why)
{
    static const char accepted[] = "png, svg, pdf, npy or csv";
    if (q->to.path == NULL) {
        return refuse(why, "-o is missing; accepted: a file that ends in .png, .svg, .pdf, .npy "
                           "or .csv");
    }
    for (int i = 0; q->format != NULL && file_format_name(i) != NULL; i++) {
        if (strcmp(q->format, file_format_name(i)) == 0) {
            *out = (file_format)i;
            return STATUS_OK;
        }
    }
    if (q->format != NULL) {
        return refuse(why, "--format %.80s: unknown; accepted: %s", q->format, accepted);
    }
    return file_format_of(q->to.path, FORMATS_FIGURES | FORMATS_NUMBERS, out)
               ? STATUS_OK
               : refuse(why,
                        "-o %.200s: the name must end in .png, .svg, .pdf, .npy or .csv (or give "
                        "--format)",
                        q->to.path);
}

static status read_request(const command *self, int count, char **arguments, request *q,
                           bool *helped, message *why)
{
    unsigned long long given = 0;
    const option first[] = {
        {.name = "-o",
         .hint = "FILE",
         .help = ".png, .svg, .pdf: a figure; .npy, .csv: numbers",
         .value = &q->to.path},
        {.name = "--format",
         .hint = "FORMAT",
         .choice = file_format_name,
         .help = "the format, whatever the name (for -o -)",
         .value = &q->format},
        {.name = "--boundary",
         .hint = "FILE",
         .help = "also write the curve |sigma| = 1 as csv: curve,x,y",
         .value = &q->to.boundary},
    };
    const option last[] = {
        {.name = "--jobs",
         .hint = "N",
         .help = "threads (default: all processors)",
         .value = &q->jobs_text},
        {.name = "--patient",
         .help = "take longer than 10 s where a file needs it",
         .flag = &q->patient},
        {.name = "--force", .help = "overwrite existing files", .flag = &q->to.force},
        {.name = "--quiet", .help = "no warnings, no progress", .flag = &q->quiet},
    };
    option_rows rows = {0};
    q->drawing = drawing_initial();
    option_rows_add(&rows, first, sizeof first / sizeof first[0]);
    option_rows_add_properties(&rows, drawing_properties, drawing_property_count, USES_RENDER,
                               &q->drawing, ~0u, 0);
    option_rows_add(&rows, last, sizeof last / sizeof last[0]);
    const options o = {.table = rows.rows,
                       .count = rows.count,
                       .operands_least = 1,
                       .operands_most = 1,
                       .operands = &q->methods,
                       .operand = "METHOD,...",
                       .modes = drawing_mode_words,
                       .given = &given};
    status s = options_read(&o, self, count, arguments, helped, why);
    if (s != STATUS_OK || *helped) {
        return s;
    }
    TRY(drawing_set(&q->drawing, "methods", q->methods, why));
    TRY(read_format(q, &q->to.format, why));
    if (q->jobs_text != NULL) {
        TRY(read_integer("--jobs", q->jobs_text, 1, 256, &q->jobs, why));
    }
    TRY(drawing_check(&q->drawing, q->to.format, why));
    return options_refuse_idle(&o, drawing_modes(&q->drawing, q->to.format), why);
}

/* *helped when it was only --help. */
static status render(const command *self, int count, char **arguments, bool *helped, message *why)
{
    request *q = NULL;
    text line = {0};
    status s;
    TRY(memory_allocate(&q, 1, sizeof *q, why));
    TRY_OR_END(read_request(self, count, arguments, q, helped, why));
    if (!*helped) {
        hosting h = {.self = self, .quiet = q->quiet, .on_stdout = strcmp(q->to.path, "-") == 0};
        TRY_OR_END(session_command_line(self, count, arguments, &line, why));
        q->to.command = line.data;
        hosting_begin(&h);
        const drawing_means means = {.assets = assets_folder(),
                                     .host = &h.host,
                                     .jobs = q->jobs,
                                     .most_seconds = seconds_for_a_file(q->patient)};
        s = drawing_write(&q->drawing, &q->to, &means, why);
        hosting_end(&h);
    }
end:
    text_clear(&line);
    free(q);
    return s;
}

static int run(const command *self, int count, char **arguments)
{
    message why;
    bool helped = false;
    session_watch_signals();
    status s = render(self, count, arguments, &helped, &why);
    return finish(self, s, &why);
}

const command render_command = {
    .name = "render",
    .summary = "Draws the stability region of one or several methods",
    .usage = "METHOD[,METHOD...] -o FILE [--plane z|zw] [--w W,...] [--view X0,X1,Y0,Y1] ...",
    .details =
        "Dark is stable. The black curve is |sigma| = 1. Several methods or several w give "
        "one panel\neach; with --overlay only their boundaries are drawn, in one pair of "
        "axes. With --plain,\n.npy and .csv, --size is the field itself. At one w their numbers "
        "are right to 1e-12,\nrelative: inf is a pole, nan is 0/0, and 1e308 stands for what "
        "is larger.\n",
    .run = run,
};
