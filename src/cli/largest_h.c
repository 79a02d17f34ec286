#include <math.h>

#include "cli.h"
#include "drawing/step_figure.h"
#include "field/modes.h"
#include "session.h"
#include "values.h"

typedef struct request {
    const command *self;
    /* as typed */
    const char *method_name, *spectrum, *matrices[2], *dae, *omega_text, *t_text, *points_text;
    const char *h_text, *output;
    bool json, force, quiet, patient;
    /* as understood */
    double omega, t0, t1, h; /* h = 0: the largest one is drawn */
    int points;
    file_format format;
    text command_line;
    method *method;
    phi *phi;
    progress shown; /* until something is printed */
} request;

static cJSON *json_lambda(double complex x)
{
    return json_pair(creal(x), cimag(x));
}

/* Null when it is not there. */
static void add_number(cJSON *o, const char *key, bool is_there, double value)
{
    cJSON_AddItemToObject(o, key, json_number(is_there ? value : NAN));
}

static status print_modes(const request *r, const modes *m, const largest_h *l, message *why)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "method", phi_describe(r->phi)->method);
    cJSON_AddNumberToObject(o, "omega", r->omega);
    cJSON_AddNumberToObject(o, "eigenvalues", m->count);
    if (m->is_pencil) {
        cJSON_AddNumberToObject(o, "infinite", m->infinite);
        cJSON_AddNumberToObject(o, "index", m->index);
        cJSON_AddBoolToObject(o, "exact", m->exact);
        cJSON *all = cJSON_AddArrayToObject(o, "lambda");
        for (int i = 0; i < m->count; i++) {
            cJSON_AddItemToArray(all, json_lambda(m->lambda[i]));
        }
    }
    cJSON_AddNumberToObject(o, "taken_as_zero", m->zeros);
    cJSON_AddNumberToObject(o, "real_parts_taken_as_zero", m->cleaned);
    cJSON_AddStringToObject(o, "answer", step_answer_name(l->answer));
    add_number(o, "h", l->answer == STEP_BOUNDED, l->h);
    cJSON_AddBoolToObject(o, "closed", l->closed);
    cJSON_AddItemToObject(
        o, "limiting", l->limiting >= 0 ? json_lambda(m->lambda[l->limiting]) : cJSON_CreateNull());
    cJSON_AddNumberToObject(o, "growing", l->growing);
    cJSON *list = cJSON_AddArrayToObject(o, "windows");
    for (int i = 0; i < l->window_count; i++) {
        cJSON_AddItemToArray(list, json_pair(l->list[i].from, l->list[i].to));
    }
    return print_json(o, why);
}

/* A file of somebody else does not keep the computer busy for hours unless that is wanted. */
static status check_patience(const request *r, const char *file, const modes *m, message *why)
{
    static const double longest = 10;
    double seconds = largest_h_seconds(r->phi, m->list, m->count);
    return r->patient || !(seconds > longest)
               ? STATUS_OK
               : refuse(why,
                        "%.200s: its %d eigenvalues lie in so many directions that they take about "
                        "%.0f s; with --patient that is accepted",
                        file, m->count, seconds);
}

/* `--spectrum` and `--matrices`. */
static status answer_spectrum(request *r, message *why)
{
    modes m = {0};
    largest_h l = {0};
    text words = {0};
    const char *file = r->spectrum != NULL ? r->spectrum : r->matrices[1];
    status s;
    TRY_OR_END(r->spectrum != NULL
                   ? modes_read(r->spectrum, r->omega, &m, why)
                   : modes_of_matrices(r->matrices[0], r->matrices[1], r->omega, &m, why));
    TRY_OR_END(check_patience(r, file, &m, why));
    s = largest_h_find_within(r->phi, m.list, m.count, seconds_for_a_file(r->patient), &l, why);
    TRY_OR_END(s == STATUS_NO ? file_takes_long(file, why) : s);
    progress_end(&r->shown);
    if (r->json) {
        warn(r->self, r->quiet, modes_note(&m, r->phi));
        TRY_OR_END(print_modes(r, &m, &l, why));
    } else {
        modes_text(&m, r->phi, &l, &words);
        TRY_OR_END(print_whole(&words, why));
    }
    s = l.answer == STEP_NONE ? STATUS_NO : STATUS_OK;
end:
    largest_h_clear(&l);
    modes_clear(&m);
    return s;
}

static status draw(const request *r, const step_path *path, message *why)
{
    step_curves curves;
    palette *colours = NULL;
    output *to = NULL;
    status s;
    TRY_OR_END(step_curves_find(path, r->h, r->h_text, &curves, why));
    TRY_OR_END(output_open(r->output, r->force, &to, why));
    TRY_OR_END(palette_open(assets_folder(), PALETTE_DEFAULT, &colours, why));
    TRY_OR_END(step_figure_write(&curves, colours, r->format, r->command_line.data, to, why));
    s = output_commit(&to, why);
end:
    output_discard(&to);
    palette_destroy(colours);
    step_curves_clear(&curves);
    return s;
}

static void add_table(const step_path *p, cJSON *table)
{
    for (int i = 0; i < p->count; i++) {
        for (int k = 0; k < p->at[i].count; k++) {
            const spin_mode *m = &p->at[i].modes[k];
            cJSON *row = cJSON_CreateObject();
            cJSON_AddNumberToObject(row, "t", p->t[i]);
            cJSON_AddItemToObject(row, "lambda", json_lambda(m->lambda));
            cJSON_AddNumberToObject(row, "omega", m->omega);
            cJSON_AddNumberToObject(row, "spin", p->at[i].spin);
            cJSON_AddItemToObject(row, "h", json_number(p->h[i]));
            cJSON_AddItemToArray(table, row);
        }
    }
}

static status print_path(const step_path *p, message *why)
{
    const longrun *l = &p->measured;
    bool limits = p->least_mode >= 0, is_measured = p->basis == BASIS_STEPS;
    bool is_bounded = p->answer == STEP_BOUNDED;
    const spin_mode *m = &p->least.modes[limits ? p->least_mode : 0];
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "method", phi_describe(p->asked.phi)->method);
    cJSON_AddStringToObject(o, "equation", equation_name(p->asked.equation));
    cJSON_AddNumberToObject(o, "differential", p->differential);
    cJSON_AddStringToObject(o, "answer", step_answer_name(p->answer));
    cJSON_AddStringToObject(o, "basis", step_basis_name(p->basis));
    add_number(o, "h", is_bounded, p->h_found);
    add_number(o, "error", is_measured && is_bounded, l->error);
    add_number(o, "looked_up_to", is_measured, l->most);
    add_number(o, "growth_rate", step_path_has_rate(p), l->rate);
    cJSON_AddStringToObject(o, "reason", l->reason);
    add_number(o, "frozen_h", true, p->least_h);
    add_number(o, "t", limits, p->least_t);
    cJSON_AddItemToObject(o, "lambda", limits ? json_lambda(m->lambda) : cJSON_CreateNull());
    add_number(o, "omega", limits, m->omega);
    add_table(p, cJSON_AddArrayToObject(o, "table"));
    return print_json(o, why);
}

/* STATUS_NO once patience is over. */
static status find_path(const request *r, const step_request *q, step_path *out, message *why)
{
    TRY(step_path_find(q, out, why));
    return r->output != NULL ? draw(r, out, why) : STATUS_OK;
}

/* `--dae`. */
static status answer_equation(request *r, message *why)
{
    equation *e = NULL;
    step_path p = {0};
    text words = {0};
    status s;
    TRY(equation_read(r->dae, &e, why));
    const step_request q = {.equation = e,
                            .method = r->method,
                            .phi = r->phi,
                            .t0 = r->t0,
                            .t1 = r->t1,
                            .points = r->points,
                            .most_seconds = seconds_for_a_file(r->patient)};
    s = find_path(r, &q, &p, why);
    TRY_OR_END(s == STATUS_NO ? file_takes_long(r->dae, why) : s);
    progress_end(&r->shown);
    if (r->json) {
        warn(r->self, r->quiet, step_path_note(&p));
        TRY_OR_END(print_path(&p, why));
    } else {
        step_path_text(&p, &words);
        TRY_OR_END(print_whole(&words, why));
    }
    s = p.answer == STEP_NONE ? STATUS_NO : STATUS_OK;
end:
    step_path_clear(&p);
    equation_destroy(e);
    return s;
}

static status check_options(request *r, message *why)
{
    int sources = (r->spectrum != NULL) + (r->matrices[0] != NULL) + (r->dae != NULL);
    wide omega = {0};
    if (sources != 1) {
        return refuse(why, "one of --spectrum FILE, --matrices E.csv A.csv and --dae FILE is "
                           "expected");
    }
    if (r->output != NULL) {
        TRY(file_format_read("-o", r->output, FORMATS_FIGURES, &r->format, why));
    }
    if (r->omega_text != NULL) {
        TRY(read_real("--omega", r->omega_text, &omega, why));
        r->omega = omega.high;
    }
    TRY(read_span("--t", r->t_text, &r->t0, &r->t1, why));
    if (r->points_text != NULL) {
        TRY(read_integer("--points", r->points_text, 2, 10000, &r->points, why));
    }
    r->points = r->t0 == r->t1 ? 1 : r->points;
    return r->h_text != NULL ? read_positive("--h", r->h_text, &r->h, why) : STATUS_OK;
}

static status answer(request *r, message *why)
{
    status s;
    progress_begin(&r->shown, r->self->name, r->quiet);
    TRY_OR_END(open_method(r->self, r->method_name, r->quiet, &r->method, why));
    TRY_OR_END(phi_compile(r->method, MOTION_SHEAR, &r->phi, why));
    s = r->dae != NULL ? answer_equation(r, why) : answer_spectrum(r, why);
end:
    progress_end(&r->shown);
    phi_destroy(r->phi);
    method_destroy(r->method);
    return s;
}

/* What a request may be, so that some options cannot matter; in the order of mode_words. */
enum { DAE = 1 << 0, NO_DAE = 1 << 1, NO_FILE = 1 << 2, ONE_TIME = 1 << 3 };

static const char *const mode_words[] = {
    "with --dae: the equation itself says how its kernel moves",
    "without --dae; 'render --spectrum' draws a spectrum", "without -o", "at one time --t"};

static unsigned modes_of(const request *r)
{
    return (r->dae != NULL ? DAE : NO_DAE) | (r->output == NULL ? NO_FILE : 0) |
           (r->t0 == r->t1 ? ONE_TIME : 0);
}

static int run(const command *self, int count, char **arguments)
{
    request r = {.self = self, .points = 21, .t_text = "0:1"};
    bool helped = false;
    unsigned long long given = 0;
    const option table[] = {
        {.name = "--spectrum",
         .hint = "FILE",
         .help = "eigenvalues, a line 're,im' each",
         .value = &r.spectrum},
        {.name = "--matrices",
         .hint = "E.csv A.csv",
         .help = "the finite eigenvalues of E x' = A x",
         .value = r.matrices,
         .pair = true},
        {.name = "--dae", .hint = "FILE", .help = "E(t) x' = A(t) x of index 1", .value = &r.dae},
        {.name = "--omega",
         .hint = "OMEGA",
         .help = "w = h omega goes along with h (default 0)",
         .value = &r.omega_text,
         .idle = DAE},
        {.name = "--t",
         .hint = "A:B",
         .help = "times for --dae (default 0:1)",
         .value = &r.t_text,
         .idle = NO_DAE},
        {.name = "--points",
         .hint = "N",
         .help = "how many of them (default 21)",
         .value = &r.points_text,
         .idle = NO_DAE | ONE_TIME},
        {.name = "-o",
         .hint = "FILE",
         .help = "with --dae: draw the path on the region (.png, .svg, .pdf)",
         .value = &r.output,
         .idle = NO_DAE},
        {.name = "--h",
         .hint = "H",
         .help = "the h to draw (default: the largest)",
         .value = &r.h_text,
         .idle = NO_DAE | NO_FILE},
        {.name = "--force",
         .help = "overwrite an existing file",
         .flag = &r.force,
         .idle = NO_DAE | NO_FILE},
        {.name = "--patient",
         .help = "take longer than 10 s where a file needs it",
         .flag = &r.patient},
        {.name = "--json", .help = "print one line of JSON", .flag = &r.json},
        {.name = "--quiet", .help = "no warnings, no progress", .flag = &r.quiet},
    };
    const options o = {.table = table,
                       .count = (int)(sizeof table / sizeof table[0]),
                       .operands_least = 1,
                       .operands_most = 1,
                       .operands = &r.method_name,
                       .operand = "METHOD",
                       .modes = mode_words,
                       .given = &given};
    message why = {.text = ""};
    status s;
    session_watch_signals();
    TRY_OR_END(session_command_line(self, count, arguments, &r.command_line, &why));
    TRY_OR_END(options_read(&o, self, count, arguments, &helped, &why));
    if (!helped) {
        TRY_OR_END(check_options(&r, &why));
        TRY_OR_END(options_refuse_idle(&o, modes_of(&r), &why));
        s = answer(&r, &why);
    }
end:
    text_clear(&r.command_line);
    return finish(self, s, &why);
}

const command largest_h_command = {
    .name = "largest-h",
    .summary = "Finds the largest stable step for a spectrum or an equation of yours",
    .usage = "METHOD --spectrum FILE | --matrices E.csv A.csv | --dae FILE [--omega OMEGA] ...",
    .details =
        "The largest h such that h lambda is stable for every eigenvalue and every smaller h, with "
        "w =\nh omega going along; which lambda limits it, and in which windows larger h are "
        "stable again.\nExact per ray: the h at which a root meets the unit circle are zeros of "
        "polynomials in h.\nThe exit code is 1 when no h works.\n\n"
        "Matrices of fractions and decimals (0.1 is 1/10) with up to 40 rows are decided exactly: "
        "the index\nby exact ranks, the finite eigenvalues as the roots of det(lambda E - A); "
        "larger ones, entries of\nvery many digits and roots such as sqrt(2) in double "
        "precision.\n\n"
        "With --dae the answer is measured by real steps from A on: how |x| grows in the long run, "
        "for\nwhich the steps go on beyond B when [A, B] is short. It may be that it cannot be "
        "told. Methods for\nODEs, with an explicit first stage or with spin: have no such steps "
        "here, and their h is that of\ncoefficients frozen at one t, as is the table: in "
        "orthonormal coordinates of the kernel of E\n(Kunkel & Mehrmann (2.9)) lambda are the "
        "eigenvalues of the inherent ODE, omega is what the motion\nof the kernel adds to them, "
        "spin how fast it turns. Constant coefficients are decided exactly.\n\n"
        "  spinscope largest-h rk4 --spectrum heat.csv\n"
        "  spinscope largest-h bdf:2 --matrices E.csv A.csv --omega 3/2\n"
        "  spinscope largest-h implicit-euler --dae test-equation.dae --t 0:4 \\\n"
        "        -o path.png\n",
    .run = run,
};
