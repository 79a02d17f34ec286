#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agreement_map.h"
#include "cli.h"
#include "session.h"
#include "stability/phi.h"
#include "validation/validation.h"
#include "values.h"

enum { MOST_EXAMPLES = 5 };

typedef struct request {
    /* as typed */
    const char *method, *plane_text, *w_text, *view_text, *size_text, *motion_text, *steps_text;
    const char *t0_text, *jobs_text, *output, *stepper_text;
    bool json, all, force, quiet, patient;

    /* as understood */
    plane plane;
    double w, view[4];
    int width, height, steps, jobs;
    motion moves;
    double t0;
    bool plainly;
} request;

/* One method with one motion. */
typedef struct run {
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
} run;

static void run_clear(run *r)
{
    validation_clear(&r->result);
    measurement_clear(&r->measured);
    field_clear(&r->predicted);
    phi_destroy(r->phi);
    method_destroy(r->method);
}

static view view_of(const request *q, plane p)
{
    return view_usual(CHART_PLAIN, p, p == PLANE_Z ? q->w : 0,
                      q->view_text != NULL ? q->view : NULL, q->width, q->height);
}

/* What is left of the spin when measuring begins is some w^2/1e5 of the growth, and rounding lets
 * it begin no later. */
static void warn_of_fast_spin(const run *r, const view *v)
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
static status measure_and_predict(run *r, const view *v, message *why)
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

static status validate(run *r, plane p, message *why)
{
    const request *q = r->request;
    if (p == PLANE_ZW && method_describe(r->method)->form == FORM_ODE_ONLY) {
        return refuse(why, "--plane zw: %.200s is for ODEs only, there is no w",
                      method_describe(r->method)->name);
    }
    const view v = view_of(q, p);
    double began = seconds_since_boot();
    progress shown;
    progress_begin(&shown, method_describe(r->method)->name, q->quiet);
    r->how = measurement_of_test_equation(r->method, r->moves, &v);
    warn_of_fast_spin(r, &v);
    r->how.steps = q->steps_text != NULL ? q->steps : r->how.steps;
    r->how.t0 = q->t0_text != NULL ? q->t0 : r->how.t0;
    r->how.plain = q->plainly;
    r->how.jobs = q->jobs;
    r->how.most_seconds = seconds_to_measure(r->method, q->patient);
    r->how.progressed = progress_tell_count;
    r->how.context = &shown;
    status s = measure_and_predict(r, &v, why);
    progress_end(&shown);
    TRY(s);
    TRY(validation_of(&r->predicted, &r->measured, &r->result, why));
    r->seconds = seconds_since_boot() - began;
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

static cJSON *json_of(const run *r)
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
    if (v->plane == PLANE_Z) {
        snprintf(out, size, "z = %.12g%+.12gi", x, y);
    } else {
        snprintf(out, size, "z = %.12g, w = %.12g", x, y);
    }
}

static void print_examples(const run *r)
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

static void print_text(const run *r)
{
    const validation *v = &r->result;
    char plane_words[64];
    if (v->view.plane == PLANE_Z) {
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

static status write_map(const run *r, int count, char **arguments, output *to, message *why)
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
    s = agreement_map_write(&map, q->output, to, why);
end:
    text_clear(&line);
    return s;
}

/* STATUS_NO when a pixel disagrees; then everything has been said. */
static status validate_one(const command *self, const request *q, int count, char **arguments,
                           message *why)
{
    run r = {.self = self, .request = q, .moves = q->moves};
    output *map = NULL;
    status s = STATUS_OK;
    TRY_OR_END(open_method(self, q->method, q->quiet, &r.method, why));
    if (q->output != NULL) { /* a file that cannot be written is known before the work */
        TRY_OR_END(output_open(q->output, q->force, &map, why));
    }
    TRY_OR_END(validate(&r, q->plane, why));
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

static void add_member(const run *r, cJSON *runs, totals *sum)
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
    run r = {.self = self, .request = q, .moves = moves};
    TRY(open_method(self, name, q->quiet, &r.method, why));
    status s = STATUS_OK;
    bool is_ode = method_describe(r.method)->form == FORM_ODE_ONLY;
    bool asks_z = q->plane_text != NULL && q->plane == PLANE_Z;
    /* x' = lambda x has no kernel to move */
    if (is_ode && (moves != MOTION_SHEAR || q->w != 0)) {
        sum->left_out += q->motion_text != NULL || moves == MOTION_SHEAR;
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
        for (motion m = MOTION_SHEAR; m <= MOTION_NORMALISED; m++) {
            bool wanted = q->motion_text != NULL ? m == q->moves : m != MOTION_NORMALISED;
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

static status check_combination(const request *q, message *why)
{
    if (q->all == (q->method != NULL)) {
        return q->all ? refuse(why, "'%.80s': with --all no method is accepted", q->method)
                      : refuse(why, "a method is missing; accepted: a method, or --all");
    }
    if (q->all && q->output != NULL) {
        return refuse(why, "-o %.200s: a map is of one method, not of --all", q->output);
    }
    if (q->output != NULL && !agreement_map_knows(q->output)) {
        return refuse(why, "-o %.200s: the name must end in .png, .svg or .pdf", q->output);
    }
    if (q->w_text != NULL && q->plane_text != NULL && q->plane == PLANE_ZW) {
        return refuse(why, "--w %.80s: in the plane zw every w is measured", q->w_text);
    }
    return STATUS_OK;
}

static const char *const steppers[] = {"batched", "plain", NULL};

static status read_values(request *q, message *why)
{
    wide number = {0};
    if (q->plane_text != NULL && !plane_find(q->plane_text, &q->plane)) {
        return refuse(why, "--plane %.80s: unknown; accepted: z, zw", q->plane_text);
    }
    if (q->w_text != NULL) {
        TRY(read_real("--w", q->w_text, &number, why));
        q->w = number.high;
        q->plane_text = q->plane_text != NULL ? q->plane_text : "z"; /* for --all */
    }
    TRY(read_size(q->size_text, &q->width, &q->height, why));
    if (q->view_text != NULL) {
        TRY(read_view(q->view_text, q->view, why));
    }
    if (q->motion_text != NULL) {
        TRY(read_motion(q->motion_text, &q->moves, why));
    }
    if (q->steps_text != NULL) {
        TRY(read_integer("--steps", q->steps_text, 1, MEASUREMENT_MOST_STEPS, &q->steps, why));
    }
    if (q->t0_text != NULL) {
        TRY(read_real("--t0", q->t0_text, &number, why));
        q->t0 = number.high;
    }
    if (q->jobs_text != NULL) {
        TRY(read_integer("--jobs", q->jobs_text, 1, 256, &q->jobs, why));
    }
    int stepper = 0;
    TRY(read_word("--stepper", q->stepper_text, steppers, &stepper, why));
    q->plainly = stepper == 1;
    return check_combination(q, why);
}

static int run_command(const command *self, int count, char **arguments)
{
    enum { NO_FILE = 1 };
    static const char *const modes[] = {"without -o"};
    request q = {.size_text = "400x400", .stepper_text = "batched", .plane = PLANE_Z};
    bool helped = false;
    unsigned long long given = 0;
    const option table[] = {
        {.name = "--plane",
         .hint = "PLANE",
         .help = "z (default) or zw: real z against w (default of --all)",
         .value = &q.plane_text},
        {.name = "--w",
         .hint = "W",
         .help = "h omega in the plane z (default 0)",
         .value = &q.w_text},
        {.name = "--view",
         .hint = "X0,X1,Y0,Y1",
         .help = "the rectangle (default -9,9,-9,9, widened)",
         .value = &q.view_text},
        {.name = "--size",
         .hint = "WxH",
         .help = "pixels to measure (default 400x400)",
         .value = &q.size_text},
        {.name = "--motion",
         .hint = "MOTION",
         .help = "shear (default), rotation, normalised; --all: the first two",
         .value = &q.motion_text},
        {.name = "--steps",
         .hint = "N",
         .help = "for each pixel (default 64; 400 with several roots)",
         .value = &q.steps_text},
        {.name = "--t0",
         .hint = "T",
         .help = "where measuring starts, in steps (default 0; limits: 1e5/|w|)",
         .value = &q.t0_text},
        {.name = "--stepper",
         .hint = "STEPPER",
         .words = steppers,
         .help = "batched (default), or plain: the one that the laboratory uses",
         .value = &q.stepper_text},
        {.name = "--all", .help = "every method of the catalogue", .flag = &q.all},
        {.name = "-o",
         .hint = "FILE",
         .help = "a map of the agreement: .png, .svg or .pdf",
         .value = &q.output},
        {.name = "--json", .help = "print one line of JSON", .flag = &q.json},
        {.name = "--jobs",
         .hint = "N",
         .help = "threads (default: all processors)",
         .value = &q.jobs_text},
        {.name = "--patient",
         .help = "take longer than 10 s where a method file needs it",
         .flag = &q.patient},
        {.name = "--force", .help = "overwrite existing files", .flag = &q.force, .idle = NO_FILE},
        {.name = "--quiet", .help = "no warnings, no progress", .flag = &q.quiet},
    };
    const options o = {.table = table,
                       .count = (int)(sizeof table / sizeof table[0]),
                       .operands_least = 0,
                       .operands_most = 1,
                       .operands = &q.method,
                       .operand = "METHOD",
                       .modes = modes,
                       .given = &given};
    message why;
    status s = STATUS_OK;
    TRY_OR_END(options_read(&o, self, count, arguments, &helped, &why));
    if (helped) {
        return 0;
    }
    session_watch_signals();
    TRY_OR_END(read_values(&q, &why));
    TRY_OR_END(options_refuse_idle(&o, q.output == NULL ? NO_FILE : 0, &why));
    s = q.all ? validate_all(self, &q, &why) : validate_one(self, &q, count, arguments, &why);
end:
    return s == STATUS_OK || s == STATUS_NO ? (int)s : complain(self, s, &why);
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
    .run = run_command,
};
