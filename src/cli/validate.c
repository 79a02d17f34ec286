#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/patience.h"
#include "cli.h"
#include "drawing/agreement_map.h"
#include "drawing/drawing.h"
#include "session.h"
#include "stability/phi.h"
#include "validation/validation.h"
#include "values.h"

enum { MOST_EXAMPLES = 5 };

typedef struct request {
    drawing drawing; /* plane, w, view, size, motion, steps and t0 of it */
    const char *method, *stepper, *jobs_text, *output;
    bool json, all, force, quiet, patient;
    bool has_plane, has_motion; /* were they asked for? */
    int jobs;
    bool plainly;
    file_format format; /* of the output */
} request;

/* One method with one motion. */
typedef struct validating {
    const command *self;
    const request *request;
    method *method;
    phi *phi;
    motion moves;
    measurement_request how;
    measurement measured;
    field predicted;
    validation result;
    double seconds;
} validating;

static void run_clear(validating *r)
{
    validation_clear(&r->result);
    measurement_clear(&r->measured);
    field_clear(&r->predicted);
    phi_destroy(r->phi);
    method_destroy(r->method);
}

static view view_of(const request *q, plane p)
{
    drawing d = q->drawing;
    d.plane = (int)p;
    return drawing_view(&d, plane_is_complex(p) ? d.w.at[0] : 0, d.size[0], d.size[1]);
}

/* What is left of the spin when measuring begins is some w^2/1e5 of the growth, and rounding lets
 * it begin no later. */
static void warn_of_fast_spin(const validating *r, const view *v)
{
    static const double fast = 10;
    double w = view_largest_w(v);
    if (method_describe(r->method)->spin && w > fast) {
        char words[METHOD_NAME_SIZE + 200];
        snprintf(words, sizeof words,
                 "warning: %s: with |w| above %g rounding sets in before the limit is reached; "
                 "pixels near the boundary may disagree",
                 method_describe(r->method)->name, fast);
        warn(r->self, r->request->quiet, words);
    }
}

/* Predicts, measures and compares. The method is open. */
static status measure_and_predict(validating *r, const view *v, message *why)
{
    const request *q = r->request;
    TRY(phi_compile(r->method, r->moves, &r->phi, why));
    status s = measurement_take(&r->how, &r->measured, why);
    if (r->measured.gave_up) {
        return file_takes_long(q->method, why);
    }
    TRY(s);
    /* Last: measuring takes longer and is what ends in time. */
    const field_request prediction = {
        .view = *v, .phi = r->phi, .layers = FIELD_EXACT, .jobs = q->jobs};
    return field_compute(&prediction, 0, 0, &r->predicted, why);
}

static status validate(validating *r, plane p, message *why)
{
    const request *q = r->request;
    if (plane_has_every_w(p) && method_describe(r->method)->form == FORM_ODE_ONLY) {
        return refuse(why, "--plane zw: %.200s is for ODEs only, there is no w",
                      method_describe(r->method)->name);
    }
    const view v = view_of(q, p);
    double began = clock_seconds();
    progress shown;
    progress_begin(&shown, method_describe(r->method)->name, q->quiet);
    r->how = measurement_of_test_equation(r->method, r->moves, &v);
    warn_of_fast_spin(r, &v);
    r->how.steps = q->drawing.steps > 0 ? q->drawing.steps : r->how.steps;
    r->how.t0 = !isnan(q->drawing.t0) ? q->drawing.t0 : r->how.t0;
    r->how.plain = q->plainly;
    r->how.jobs = q->jobs;
    r->how.most_seconds = seconds_to_measure(r->method, q->patient);
    r->how.progressed = progress_tell_count;
    r->how.context = &shown;
    status s = measure_and_predict(r, &v, why);
    progress_end(&shown);
    TRY(s);
    TRY(validation_of(&r->predicted, &r->measured, &r->result, why));
    r->seconds = clock_seconds() - began;
    return STATUS_OK;
}

static long agreeing(const validation *v)
{
    return v->counts[AGREE_STABLE] + v->counts[AGREE_UNSTABLE];
}

static long pixels_of(const validation *v)
{
    return (long)v->view.width * v->view.height;
}

static cJSON *json_of(const validating *r)
{
    const validation *v = &r->result;
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "method", method_describe(r->method)->name);
    cJSON_AddNumberToObject(o, "pixels", (double)pixels_of(v));
    cJSON_AddNumberToObject(o, "agree", (double)agreeing(v));
    cJSON_AddNumberToObject(o, "disagree", (double)v->counts[DISAGREE]);
    cJSON_AddNumberToObject(o, "wrong_size", (double)v->wrong_size);
    cJSON_AddNumberToObject(o, "too_close", (double)v->counts[TOO_CLOSE]);
    cJSON_AddItemToObject(o, "max_relative_difference", json_number(v->largest_difference));
    cJSON_AddNumberToObject(o, "steps", r->how.steps);
    cJSON_AddNumberToObject(o, "seconds", r->seconds);
    return o;
}

/* A coordinate of a pixel in words: z = -1+2i, or z = -1, w = 2. */
static void write_place(const view *v, int column, int row, char *out, size_t size)
{
    double x = view_x(v, column), y = view_y(v, row);
    if (plane_is_complex(v->plane)) {
        snprintf(out, size, "z = %.12g%+.12gi", x, y);
    } else {
        snprintf(out, size, "z = %.12g, w = %.12g", x, y);
    }
}

static void print_examples(const validating *r)
{
    const validation *v = &r->result;
    int shown = 0;
    for (long i = 0; i < pixels_of(v) && shown < MOST_EXAMPLES; i++) {
        if (v->agreement[i] == DISAGREE) {
            char place[96];
            write_place(&v->view, (int)(i % v->view.width), (int)(i / v->view.width), place,
                        sizeof place);
            printf("  disagrees at %s: |sigma| %.9g predicted, %.9g measured\n", place,
                   r->predicted.exact[i], exp(r->measured.rate[i]));
            shown++;
        }
    }
    if (v->counts[DISAGREE] > shown) {
        printf("  ... and at %ld more\n", v->counts[DISAGREE] - shown);
    }
}

static void print_text(const validating *r)
{
    const validation *v = &r->result;
    char plane_words[64];
    if (plane_is_complex(v->view.plane)) {
        snprintf(plane_words, sizeof plane_words, "plane z at w = %.6g", v->view.w);
    } else {
        snprintf(plane_words, sizeof plane_words, "plane zw");
    }
    printf("%s, %s, %s, %dx%d pixels, %d steps each from t = %g h on\n",
           method_describe(r->method)->name, r->how.equation->title, plane_words, v->view.width,
           v->view.height, r->how.steps, r->how.t0);
    printf("  agree     %9ld  (%ld stable, %ld unstable)\n", agreeing(v), v->counts[AGREE_STABLE],
           v->counts[AGREE_UNSTABLE]);
    printf("  disagree  %9ld", v->counts[DISAGREE]);
    if (v->wrong_size > 0) {
        printf("  (%ld of them of the wrong size)", v->wrong_size);
    }
    printf("\n  too close %9ld", v->counts[TOO_CLOSE]);
    if (v->failed > 0) {
        printf("  (%ld of them gave no number)", v->failed);
    }
    printf("\n  largest relative difference of |sigma| %.3g", v->largest_difference);
    if (v->worst_column >= 0) {
        char place[96];
        write_place(&v->view, v->worst_column, v->worst_row, place, sizeof place);
        printf(", at %s", place);
    }
    printf("\n  %.2f s\n", r->seconds);
    print_examples(r);
}

static status write_map(const validating *r, int count, char **arguments, output *to, message *why)
{
    const request *q = r->request;
    text line = {0};
    status s = STATUS_OK;
    TRY_OR_END(session_command_line(r->self, count, arguments, &line, why));
    const agreement_map map = {.method = method_describe(r->method),
                               .validation = &r->result,
                               .moves = r->moves,
                               .steps = r->how.steps,
                               .t0 = r->how.t0,
                               .command = line.data};
    s = agreement_map_write(&map, q->format, to, why);
end:
    text_clear(&line);
    return s;
}

/* STATUS_NO when a pixel disagrees; then everything has been said. */
static status validate_one(const command *self, const request *q, int count, char **arguments,
                           message *why)
{
    validating r = {.self = self, .request = q, .moves = (motion)q->drawing.motion};
    output *map = NULL;
    status s = STATUS_OK;
    TRY_OR_END(open_method(self, q->method, q->quiet, &r.method, why));
    if (q->output != NULL) { /* a file that cannot be written is known before the work */
        TRY_OR_END(output_open(q->output, q->force, &map, why));
    }
    TRY_OR_END(validate(&r, (plane)q->drawing.plane, why));
    if (map != NULL) {
        TRY_OR_END(write_map(&r, count, arguments, map, why));
        TRY_OR_END(output_commit(&map, why));
    }
    if (q->json) {
        TRY_OR_END(print_json(json_of(&r), why));
    } else {
        print_text(&r);
    }
    s = r.result.counts[DISAGREE] > 0 ? STATUS_NO : STATUS_OK;
end:
    output_discard(&map);
    run_clear(&r);
    return s;
}

typedef struct totals {
    long pixels, agree, disagree, wrong_size, too_close;
    int runs;
    int left_out; /* methods that are for ODEs only, where there is a w or a kernel that moves */
    double seconds;
} totals;

static void print_head(void)
{
    printf("%-18s %-10s %-2s %5s %8s %8s %8s %8s %10s %7s\n", "method", "problem", "", "steps",
           "pixels", "agree", "disagree", "close", "difference", "seconds");
}

static void add_member(const validating *r, cJSON *runs, totals *sum)
{
    const validation *v = &r->result;
    sum->runs++;
    sum->pixels += pixels_of(v);
    sum->agree += agreeing(v);
    sum->disagree += v->counts[DISAGREE];
    sum->wrong_size += v->wrong_size;
    sum->too_close += v->counts[TOO_CLOSE];
    sum->seconds += r->seconds;
    if (r->request->json) {
        cJSON *o = json_of(r);
        cJSON_AddStringToObject(o, "problem", r->how.equation->name);
        cJSON_AddItemToArray(runs, o);
        return;
    }
    if (sum->runs == 1) {
        print_head();
    }
    printf("%-18s %-10s %-2s %5d %8ld %8ld %8ld %8ld %10.2e %7.2f\n",
           method_describe(r->method)->name, r->how.equation->name, plane_name(v->view.plane),
           r->how.steps, pixels_of(v), agreeing(v), v->counts[DISAGREE], v->counts[TOO_CLOSE],
           v->largest_difference, r->seconds);
    print_examples(r);
    fflush(stdout);
}

static status validate_member(const command *self, const request *q, const char *name, motion moves,
                              cJSON *runs, totals *sum, message *why)
{
    validating r = {.self = self, .request = q, .moves = moves};
    TRY(open_method(self, name, q->quiet, &r.method, why));
    status s = STATUS_OK;
    bool is_ode = method_describe(r.method)->form == FORM_ODE_ONLY;
    bool asks_z = q->has_plane && plane_is_complex((plane)q->drawing.plane);
    /* x' = lambda x has no kernel to move */
    if (is_ode && (moves != MOTION_SHEAR || q->drawing.w.at[0] != 0)) {
        sum->left_out += q->has_motion || moves == MOTION_SHEAR;
        goto end;
    }
    TRY_OR_END(validate(&r, is_ode || asks_z ? PLANE_Z : PLANE_ZW, why));
    add_member(&r, runs, sum);
end:
    run_clear(&r);
    return s;
}

static status validate_catalogue(const command *self, const request *q, const catalogue *c,
                                 cJSON *runs, totals *sum, message *why)
{
    for (int i = 0; i < catalogue_member_count(c); i++) {
        for (int which = 0; which < MOTION_COUNT; which++) {
            motion m = (motion)which;
            bool wanted = q->has_motion ? m == (motion)q->drawing.motion : m != MOTION_NORMALISED;
            if (wanted) {
                TRY(validate_member(self, q, catalogue_member(c, i), m, runs, sum, why));
            }
        }
    }
    return STATUS_OK;
}

static status validate_all(const command *self, const request *q, message *why)
{
    catalogue *c = NULL;
    totals sum = {0};
    cJSON *document = cJSON_CreateObject();
    cJSON *runs = cJSON_AddArrayToObject(document, "runs");
    status s = STATUS_OK;
    TRY_OR_END(catalogue_create(assets_folder(), &c, why));
    TRY_OR_END(validate_catalogue(self, q, c, runs, &sum, why));
    if (q->json) {
        cJSON_AddNumberToObject(document, "pixels", (double)sum.pixels);
        cJSON_AddNumberToObject(document, "agree", (double)sum.agree);
        cJSON_AddNumberToObject(document, "disagree", (double)sum.disagree);
        cJSON_AddNumberToObject(document, "wrong_size", (double)sum.wrong_size);
        cJSON_AddNumberToObject(document, "too_close", (double)sum.too_close);
        cJSON_AddNumberToObject(document, "left_out", sum.left_out);
        cJSON_AddNumberToObject(document, "seconds", sum.seconds);
        s = print_json(document, why);
        document = NULL;
        TRY_OR_END(s);
    } else {
        printf("%d runs, %ld pixels: %ld agree, %ld disagree, %ld of them of the wrong size, %ld "
               "too close to call; %.0f s\n",
               sum.runs, sum.pixels, sum.agree, sum.disagree, sum.wrong_size, sum.too_close,
               sum.seconds);
    }
    if (!q->json && sum.left_out > 0) {
        printf(
            "%d methods that are for ODEs only were left out: there is w = 0 alone for them, and "
            "no kernel that moves\n",
            sum.left_out);
    }
    s = sum.disagree > 0 ? STATUS_NO : STATUS_OK;
end:
    cJSON_Delete(document);
    catalogue_destroy(c);
    return s;
}

static const char *stepper_name(int i)
{
    static const char *const words[] = {"batched", "plain", NULL};
    return words[i];
}

static status read_values(request *q, const options *o, message *why)
{
    const drawing *d = &q->drawing;
    bool has_w = options_given(o, "--w");
    q->has_plane = options_given(o, "--plane") || has_w; /* for --all */
    q->has_motion = options_given(o, "--motion");
    if (q->all == (q->method != NULL)) {
        return q->all ? refuse(why, "'%.80s': with --all no method is accepted", q->method)
                      : refuse(why, "a method is missing; accepted: a method, or --all");
    }
    if (q->all && q->output != NULL) {
        return refuse(why, "-o %.200s: a map is of one method, not of --all", q->output);
    }
    if (q->output != NULL) {
        TRY(file_format_read("-o", q->output, FORMATS_FIGURES, &q->format, why));
    }
    if (!plane_is_predicted((plane)d->plane)) {
        return refuse(why, "--plane %.40s,%.40s: unknown; accepted: z, zw", d->across, d->upward);
    }
    if (d->w.count > 1) {
        return refuse(why, "--w: one number is accepted; %d were given", d->w.count);
    }
    if (has_w && plane_has_every_w((plane)d->plane)) {
        return refuse(why, "--w %.17g: in the plane zw every w is measured", d->w.at[0]);
    }
    if (q->jobs_text != NULL) {
        TRY(read_integer("--jobs", q->jobs_text, 1, 256, &q->jobs, why));
    }
    int stepper = 0;
    if (q->stepper != NULL) {
        TRY(read_choice("--stepper", q->stepper, stepper_name, &stepper, why));
    }
    q->plainly = stepper == 1;
    return STATUS_OK;
}

static status run_request(const command *self, int count, char **arguments, request *q,
                          message *why)
{
    enum { NO_FILE = 1 };
    static const char *const modes[] = {"without -o"};
    static const int usual_size[] = {400, 400};
    bool helped = false;
    unsigned long long given = 0;
    const option own[] = {
        {.name = "--stepper",
         .hint = "STEPPER",
         .choice = stepper_name,
         .help = "batched (default), or plain: the one that the laboratory uses",
         .value = &q->stepper},
        {.name = "--all", .help = "every method, and the plane zw", .flag = &q->all},
        {.name = "-o",
         .hint = "FILE",
         .help = "a map of the agreement: .png, .svg or .pdf",
         .value = &q->output},
        {.name = "--json", .help = "print one line of JSON", .flag = &q->json},
        {.name = "--jobs",
         .hint = "N",
         .help = "threads (default: all processors)",
         .value = &q->jobs_text},
        {.name = "--patient",
         .help = "take longer than 10 s where a method file needs it",
         .flag = &q->patient},
        {.name = "--force", .help = "overwrite existing files", .flag = &q->force, .idle = NO_FILE},
        {.name = "--quiet", .help = "no warnings, no progress", .flag = &q->quiet},
    };
    option_rows rows = {0};
    q->drawing = drawing_initial();
    memcpy(q->drawing.size, usual_size, sizeof usual_size);
    option_rows_add_properties(&rows, drawing_properties, drawing_property_count, USES_VALIDATE,
                               &q->drawing, 0, 0);
    option_rows_add(&rows, own, sizeof own / sizeof own[0]);
    const options o = {.table = rows.rows,
                       .count = rows.count,
                       .operands_most = 1,
                       .operands = &q->method,
                       .operand = "METHOD",
                       .modes = modes,
                       .given = &given};
    status s = options_read(&o, self, count, arguments, &helped, why);
    if (s != STATUS_OK || helped) {
        return s;
    }
    session_watch_signals();
    TRY(read_values(q, &o, why));
    TRY(options_refuse_idle(&o, q->output == NULL ? NO_FILE : 0, why));
    return q->all ? validate_all(self, q, why) : validate_one(self, q, count, arguments, why);
}

static int run(const command *self, int count, char **arguments)
{
    message why;
    request *q = NULL;
    status s = memory_allocate(&q, 1, sizeof *q, &why);
    if (s == STATUS_OK) {
        s = run_request(self, count, arguments, q, &why);
    }
    free(q);
    return finish(self, s, &why);
}

const command validate_command = {
    .name = "validate",
    .summary = "Integrates the test equation at every pixel and compares with the prediction",
    .usage = "METHOD|--all [--plane z|zw] [--w W] [--motion M] [--steps N] [--size WxH] "
             "[-o MAP.png] [--json]",
    .details =
        "Every pixel is stepped from generic starting values; what it does is compared with what\n"
        "Phi says: whether it is stable and, for |sigma| in [1e-3, 1e3], how large |sigma| is, "
        "within\n"
        "the bound that the number of steps allows. Pixels of the wrong size disagree, and are "
        "also\n"
        "counted apart. Undecided pixels get up to 16 times as many steps. spin:METHOD and the\n"
        "normalised motion are compared with their limit R(z, 0), late in time, and by size where\n"
        "|w| h <= t0/1000; methods for ODEs are measured on x' = lambda x; --all leaves\n"
        "them out, and says so, where w is not 0 or another motion is asked for. Exit code 1 when\n"
        "any pixel disagrees.\n",
    .run = run,
};
