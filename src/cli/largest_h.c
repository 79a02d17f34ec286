#include "largest_h.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "field/spectrum.h"
#include "numerics/eigenvalues.h"
#include "numerics/matrixfile.h"
#include "numerics/number.h"
#include "session.h"
#include "values.h"

/* What was asked about: a spectrum and where it is from. */
typedef struct subject {
    int count;
    double complex *lambda;
    spin_mode *modes;
    int zeros;      /* taken as 0 */
    bool is_pencil; /* the numbers below hold */
    bool exact;     /* decided without rounding */
    int infinite, index, cleaned;
} subject;

void step_words(double h, int digits, char *out, size_t size)
{
    if (isinf(h)) {
        snprintf(out, size, "unbounded");
    } else if (h == 0) {
        snprintf(out, size, "none");
    } else {
        snprintf(out, size, "%.*g", digits, h);
    }
}

void lambda_words(double complex x, char *out, size_t size)
{
    if (cimag(x) == 0) {
        snprintf(out, size, "%.10g", creal(x));
    } else {
        snprintf(out, size, "%.10g%+.10gi", creal(x), cimag(x));
    }
}

cJSON *json_lambda(double complex x)
{
    cJSON *pair = cJSON_CreateArray();
    cJSON_AddItemToArray(pair, json_number(creal(x)));
    cJSON_AddItemToArray(pair, json_number(cimag(x)));
    return pair;
}

static status take_modes(const step_request *r, subject *of, message *why)
{
    status s = memory_allocate(&of->modes, (size_t)of->count, sizeof *of->modes, why);
    double largest = 0, part = spectrum_rounding(of->is_pencil ? 8 * of->count : of->count);
    for (int i = 0; i < of->count; i++) {
        largest = fmax(largest, cabs(of->lambda[i] / 4)); /* which does not overflow */
    }
    for (int i = 0; i < of->count && s == STATUS_OK; i++) {
        bool is_zero =
            !of->exact && of->lambda[i] != 0 && cabs(of->lambda[i]) <= 4 * part * largest;
        of->zeros += is_zero;
        of->lambda[i] = is_zero ? 0 : of->lambda[i];
        of->modes[i] = (spin_mode){.lambda = of->lambda[i], .omega = r->omega};
    }
    return s;
}

static status read_matrices(const step_request *r, subject *of, message *why)
{
    matrixfile E = {0}, A = {0};
    pencil p = {0};
    status s = matrixfile_read(r->matrices[0], &E, why);
    s = s == STATUS_OK ? matrixfile_read(r->matrices[1], &A, why) : s;
    if (s == STATUS_OK && E.n != A.n) {
        s = refuse(why, "%.150s has %d rows and %.150s has %d; the same size is expected",
                   r->matrices[0], E.n, r->matrices[1], A.n);
    }
    bool is_exact = s == STATUS_OK && E.exact != NULL && A.exact != NULL &&
                    exact_pencil_fits((const mpq_t *)E.exact, (const mpq_t *)A.exact, E.n);
    if (s == STATUS_OK) {
        s = is_exact ? exact_pencil_eigenvalues((const mpq_t *)E.exact, (const mpq_t *)A.exact, E.n,
                                                &p, why)
                     : pencil_eigenvalues(E.entries, A.entries, E.n, &p, why);
    }
    if (s == STATUS_OK) {
        *of = (subject){.count = p.finite,
                        .lambda = p.values,
                        .is_pencil = true,
                        .infinite = p.infinite,
                        .index = p.index,
                        .cleaned = p.cleaned,
                        .exact = p.exact};
    } else {
        pencil_clear(&p);
    }
    matrixfile_clear(&E);
    matrixfile_clear(&A);
    return s;
}

static status read_subject(const step_request *r, subject *of, message *why)
{
    spectrum read = {0};
    status s;
    if (r->spectrum != NULL) {
        s = spectrum_read(r->spectrum, &read, why);
        of->count = read.count;
        of->lambda = read.values;
    } else {
        s = read_matrices(r, of, why);
    }
    return s == STATUS_OK ? take_modes(r, of, why) : s;
}

static void print_window(const step_window *w)
{
    char to[40] = "infinity";
    if (isfinite(w->to)) {
        snprintf(to, sizeof to, "%.15g", w->to);
    }
    printf("  %.15g %s h %s %s\n", w->from, w->from_closed ? "<=" : "<", w->to_closed ? "<=" : "<",
           to);
}

static void print_windows(const largest_h *l, int first)
{
    if (first < l->window_count) {
        printf("%s stable for\n", first > 0 ? "also" : "but");
    }
    for (int i = first; i < l->window_count; i++) {
        print_window(&l->list[i]);
    }
}

static void print_subject(const subject *of)
{
    if (of->is_pencil) {
        printf("regular pencil of index %d (%s): %d finite and %d infinite eigenvalue%s\n",
               of->index, of->exact ? "exact ranks" : "ranks in double precision", of->count,
               of->infinite, of->infinite == 1 ? "" : "s");
    }
    if (of->cleaned > 0) {
        printf("%d real part%s within rounding of 0, taken as 0\n", of->cleaned,
               of->cleaned == 1 ? " is" : "s are");
    }
    if (of->zeros > 0) {
        printf("%d eigenvalue%s within rounding of 0, taken as 0\n", of->zeros,
               of->zeros == 1 ? " is" : "s are");
    }
}

static void print_growing(const subject *of, const largest_h *l)
{
    char words[80];
    if (l->growing > 0) {
        lambda_words(of->lambda[l->fastest], words, sizeof words);
        printf(
            "%d of %d eigenvalues have Re lambda > 0 (the largest: %s): the exact solution grows "
            "there\n",
            l->growing, of->count, words);
    }
}

/* Does it matter here what the method cannot do? */
static bool needs_note(const step_request *r, const subject *of)
{
    phi_spin spin = phi_describe(r->phi)->spin;
    return (spin == PHI_LIMIT && r->omega != 0) || (spin == PHI_ODE_ONLY && of->index > 0);
}

static void print_answer(const step_request *r, const subject *of, const largest_h *l)
{
    char lambda[80] = "";
    if (l->limiting >= 0) {
        lambda_words(of->lambda[l->limiting], lambda, sizeof lambda);
    }
    print_subject(of);
    printf("%s, %d eigenvalue%s, omega = %.10g: ", phi_describe(r->phi)->method, of->count,
           of->count == 1 ? "" : "s", r->omega);
    switch (l->answer) {
    case STEP_UNBOUNDED:
        printf("unbounded: stable for every h > 0\n");
        break;
    case STEP_BOUNDED:
        printf("largest h = %.15g\nlimited by lambda = %s; stable for every 0 < h %s %.15g\n", l->h,
               lambda, l->closed ? "<=" : "<", l->h);
        print_windows(l, 1);
        break;
    case STEP_BEYOND:
        printf("none from 0 on: small h are unstable\nlimited by lambda = %s\n", lambda);
        print_windows(l, 0);
        break;
    case STEP_NONE:
        printf("none: no h > 0 is stable\nlimited by lambda = %s\n", lambda);
        break;
    case STEP_UNDECIDED: /* never of a spectrum */
        break;
    }
    print_growing(of, l);
    if (needs_note(r, of)) {
        printf("%s\n", phi_describe(r->phi)->note);
    }
}

static status print_object(const step_request *r, const subject *of, const largest_h *l,
                           message *why)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "method", phi_describe(r->phi)->method);
    cJSON_AddNumberToObject(o, "omega", r->omega);
    cJSON_AddNumberToObject(o, "eigenvalues", of->count);
    if (of->is_pencil) {
        cJSON_AddNumberToObject(o, "infinite", of->infinite);
        cJSON_AddNumberToObject(o, "index", of->index);
        cJSON_AddBoolToObject(o, "exact", of->exact);
        cJSON *all = cJSON_AddArrayToObject(o, "lambda");
        for (int i = 0; i < of->count; i++) {
            cJSON_AddItemToArray(all, json_lambda(of->lambda[i]));
        }
    }
    cJSON_AddNumberToObject(o, "taken_as_zero", of->zeros);
    cJSON_AddNumberToObject(o, "real_parts_taken_as_zero", of->cleaned);
    cJSON_AddStringToObject(o, "answer", step_answer_name(l->answer));
    cJSON_AddItemToObject(o, "h", json_number(l->answer == STEP_BOUNDED ? l->h : NAN));
    cJSON_AddBoolToObject(o, "closed", l->closed);
    cJSON_AddItemToObject(
        o, "limiting", l->limiting >= 0 ? json_lambda(of->lambda[l->limiting]) : cJSON_CreateNull());
    cJSON_AddNumberToObject(o, "growing", l->growing);
    cJSON *list = cJSON_AddArrayToObject(o, "windows");
    for (int i = 0; i < l->window_count; i++) {
        cJSON *pair = cJSON_CreateArray();
        cJSON_AddItemToArray(pair, json_number(l->list[i].from));
        cJSON_AddItemToArray(pair, json_number(l->list[i].to));
        cJSON_AddItemToArray(list, pair);
    }
    return print_json(o, why);
}

/* A file of somebody else does not keep the computer busy for hours unless that is wanted. */
static status check_patience(const step_request *r, const subject *of, message *why)
{
    static const double longest = 10;
    double seconds = largest_h_seconds(r->phi, of->modes, of->count);
    if (r->patient || !(seconds > longest)) {
        return STATUS_OK;
    }
    return refuse(why,
                  "%.200s: its %d eigenvalues lie in so many directions that they take about %.0f "
                  "s; with --patient that is accepted",
                  r->spectrum != NULL ? r->spectrum : r->matrices[1], of->count, seconds);
}

/* `--spectrum` and `--matrices`. */
static status answer_spectrum(step_request *r, message *why)
{
    subject of = {0};
    largest_h l = {0};
    status s = read_subject(r, &of, why);
    s = s == STATUS_OK ? check_patience(r, &of, why) : s;
    s = s == STATUS_OK ? largest_h_find_within(r->phi, of.modes, of.count,
                                               seconds_for_a_file(r->patient), &l, why)
                       : s;
    s = s == STATUS_NO ? file_takes_long(r->spectrum != NULL ? r->spectrum : r->matrices[1], why)
                       : s;
    progress_end(&r->shown);
    if (s == STATUS_OK && r->json) {
        if (needs_note(r, &of)) {
            warn(r->self, r->quiet, phi_describe(r->phi)->note);
        }
        s = print_object(r, &of, &l, why);
    } else if (s == STATUS_OK) {
        print_answer(r, &of, &l);
    }
    bool is_no = s == STATUS_OK && l.answer == STEP_NONE;
    largest_h_clear(&l);
    free(of.lambda);
    free(of.modes);
    return is_no ? STATUS_NO : s;
}

/* A:B, or one time. */
static status read_times(step_request *r, message *why)
{
    char first[128];
    const char *colon = strchr(r->t_text, ':');
    size_t length = colon != NULL ? (size_t)(colon - r->t_text) : strlen(r->t_text);
    wide a = {0}, b = {0};
    if (length == 0 || length >= sizeof first) {
        return refuse(why, "--t %.80s: A:B or one time is accepted", r->t_text);
    }
    memcpy(first, r->t_text, length);
    first[length] = '\0';
    message detail;
    status s = number_real(first, &a, &detail);
    b = a;
    s = s == STATUS_OK && colon != NULL ? number_real(colon + 1, &b, &detail) : s;
    if (s != STATUS_OK) {
        return refuse(why, "--t %.80s: %.200s; accepted: A:B with A < B, or one time", r->t_text,
                      detail.text);
    }
    r->t0 = a.high;
    r->t1 = b.high;
    if (s == STATUS_OK && (r->t1 < r->t0 || (colon != NULL && r->t1 == r->t0))) {
        s = refuse(why, "--t %.80s: A < B is expected", r->t_text);
    }
    return s;
}

static status check_options(step_request *r, message *why)
{
    int sources = (r->spectrum != NULL) + (r->matrices[0] != NULL) + (r->dae != NULL);
    wide omega = {0};
    if (sources != 1) {
        return refuse(why, "one of --spectrum FILE, --matrices E.csv A.csv and --dae FILE is "
                           "expected");
    }
    if (r->output != NULL && !largest_h_can_draw(r->output)) {
        return refuse(why, "-o %.80s: a name that ends in .png, .svg or .pdf is accepted",
                      r->output);
    }
    status s = STATUS_OK;
    if (r->omega_text != NULL) {
        s = read_real("--omega", r->omega_text, &omega, why);
    }
    r->omega = omega.high;
    r->t_text = r->t_text != NULL ? r->t_text : "0:1";
    s = s == STATUS_OK ? read_times(r, why) : s;
    s = s == STATUS_OK && r->points_text != NULL
            ? read_integer("--points", r->points_text, 2, 10000, &r->points, why)
            : s;
    r->points = r->t0 == r->t1 ? 1 : r->points;
    return s == STATUS_OK && r->h_text != NULL ? read_positive("--h", r->h_text, &r->h, why) : s;
}

static status answer(step_request *r, message *why)
{
    progress_begin(&r->shown, r->self->name, r->quiet);
    status s = open_method(r->self, r->method_name, r->quiet, &r->method, why);
    s = s == STATUS_OK ? phi_compile(r->method, MOTION_SHEAR, &r->phi, why) : s;
    if (s == STATUS_OK) {
        s = r->dae != NULL ? largest_h_equation(r, why) : answer_spectrum(r, why);
    }
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

static unsigned modes_of(const step_request *r)
{
    return (r->dae != NULL ? DAE : NO_DAE) | (r->output == NULL ? NO_FILE : 0) |
           (r->t0 == r->t1 ? ONE_TIME : 0);
}

static int run(const command *self, int count, char **arguments)
{
    step_request r = {.self = self, .points = 21};
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
    session_watch_signals();
    status s = session_command_line(self, count, arguments, &r.command_line, &why);
    s = s == STATUS_OK ? options_read(&o, self, count, arguments, &helped, &why) : s;
    if (s == STATUS_OK && !helped) {
        s = check_options(&r, &why);
        s = s == STATUS_OK ? options_refuse_idle(&o, modes_of(&r), &why) : s;
        s = s == STATUS_OK ? answer(&r, &why) : s;
    }
    text_clear(&r.command_line);
    return s == STATUS_OK || s == STATUS_NO ? (int)s : complain(self, s, &why);
}

const command largest_h_command = {
    .name = "largest-h",
    .summary = "Finds the largest stable step for a spectrum or an equation of yours",
    .usage = "METHOD --spectrum FILE | --matrices E.csv A.csv | --dae FILE [--omega OMEGA] ...",
    .details =
        "The largest h such that h lambda is stable for every eigenvalue and every smaller h, with "
        "w =\nh omega going along; which lambda limits it, and in which windows larger h are "
        "stable "
        "again.\nExact per ray: the h at which a root meets the unit circle are zeros of "
        "polynomials in h.\nThe exit code is 1 when no h works.\n\n"
        "Matrices of fractions and decimals (0.1 is 1/10) with up to 40 rows are decided exactly: "
        "the index\nby exact ranks, the finite eigenvalues as the roots of det(lambda E - A); "
        "larger ones, entries of\nvery many digits and roots such as sqrt(2) in double "
        "precision.\n\n"
        "With --dae the answer is measured by real steps from A on: how |x| grows in the long run, "
        "for\nwhich the steps go on beyond B when [A, B] is short. It may be that it cannot be "
        "told. "
        "Methods for\nODEs, with an explicit first stage or with spin: have no such steps here, "
        "and "
        "their h is that of\ncoefficients frozen at one t, as is the table: in orthonormal "
        "coordinates of the kernel of E\n(Kunkel & Mehrmann (2.9)) lambda are the eigenvalues of "
        "the inherent ODE, omega is what the motion\nof the kernel adds to them, spin how fast it "
        "turns. Constant coefficients are decided exactly.\n\n"
        "  spinscope largest-h rk4 --spectrum heat.csv\n"
        "  spinscope largest-h bdf:2 --matrices E.csv A.csv --omega 3/2\n"
        "  spinscope largest-h implicit-euler --dae test-equation.dae --t 0:4 \\\n"
        "        -o path.png\n",
    .run = run,
};
