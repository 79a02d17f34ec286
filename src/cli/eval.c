#include <math.h>
#include <stdio.h>

#include "cli.h"
#include "numerics/number.h"
#include "session.h"
#include "stability/evaluate.h"
#include "values.h"

typedef struct request {
    const char *method, *z, *w, *motion;
    bool json, quiet;
    wide re, im, at_w;
    motion moves;
} request;

static void print_text(const request *r, const phi_info *info, const evaluation *e)
{
    char z[NUMBER_WORDS];
    printf("%s at z = %s, w = %.15g: %s\n", info->method,
           complex_words(CMPLX(r->re.high, r->im.high), 15, z), r->at_w.high,
           verdict_name(e->verdict));
    if (e->verdict == VERDICT_UNDEFINED) {
        printf("Phi vanishes identically here (N = D = 0)\n");
    } else {
        printf("|sigma|max = %.15g\n%s", e->growth, info->degree == 1 ? "R = " : "roots: ");
    }
    for (int j = 0; j < e->root_count; j++) {
        char root[NUMBER_WORDS];
        bool is_finite = isfinite(creal(e->roots[j]));
        printf("%s%s", is_finite ? complex_words(e->roots[j], 15, root) : "infinity",
               j + 1 < e->root_count ? ", " : "\n");
    }
    if (info->note[0] != '\0') {
        printf("%s\n", info->note);
    }
}

static cJSON *json_complex(double complex x)
{
    x = isfinite(creal(x)) && isfinite(cimag(x)) ? x : CMPLX(NAN, NAN);
    return json_pair(creal(x), cimag(x));
}

static status print_object(const request *r, const phi_info *info, const evaluation *e,
                           message *why)
{
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "method", info->method);
    cJSON_AddItemToObject(document, "z", json_complex(CMPLX(r->re.high, r->im.high)));
    cJSON_AddItemToObject(document, "w", json_number(r->at_w.high));
    cJSON_AddStringToObject(document, "verdict", verdict_name(e->verdict));
    cJSON_AddItemToObject(document, "growth", json_number(e->growth));
    cJSON *roots = cJSON_AddArrayToObject(document, "roots");
    for (int j = 0; j < e->root_count; j++) {
        cJSON_AddItemToArray(roots, json_complex(e->roots[j]));
    }
    if (info->degree == 1) {
        double complex R = e->root_count > 0 ? e->roots[0] : CMPLX(NAN, NAN);
        cJSON_AddItemToObject(document, "R", json_complex(R));
    }
    return print_json(document, why);
}

static status read_values(request *r, message *why)
{
    if (r->z == NULL) {
        return refuse(why, "--z is missing; accepted: a complex number such as -2, 1-2i or 0.5i");
    }
    TRY(read_complex("--z", r->z, &r->re, &r->im, why));
    TRY(read_real("--w", r->w, &r->at_w, why));
    return read_motion(r->motion, &r->moves, why);
}

static status evaluate(const request *r, const method *m, phi **p, evaluation *out, message *why)
{
    TRY(phi_compile(m, r->moves, p, why));
    return phi_evaluate(*p, r->re, r->im, r->at_w, out, why);
}

static status answer(const command *self, request *r, message *why)
{
    method *m = NULL;
    phi *p = NULL;
    evaluation e;
    progress shown;
    TRY(read_values(r, why));
    TRY(open_method(self, r->method, r->quiet, &m, why));
    progress_begin(&shown, r->method, r->quiet);
    status s = evaluate(r, m, &p, &e, why);
    progress_end(&shown);
    if (s == STATUS_OK && r->json) {
        warn(self, r->quiet, phi_describe(p)->note);
        s = print_object(r, phi_describe(p), &e, why);
    } else if (s == STATUS_OK) {
        print_text(r, phi_describe(p), &e);
    }
    phi_destroy(p);
    method_destroy(m);
    return s;
}

static int run(const command *self, int count, char **arguments)
{
    request r = {.w = "0", .motion = "shear"};
    bool helped = false;
    const option table[] = {
        {.name = "--z", .hint = "Z", .help = "h lambda: -2, 1-2i, 0.5i, 1/3", .value = &r.z},
        {.name = "--w", .hint = "W", .help = "h omega (default 0): -1.5, 3/2", .value = &r.w},
        {.name = "--motion",
         .hint = "MOTION",
         .help = "shear (default), rotation, normalised",
         .value = &r.motion},
        {.name = "--json", .help = "print one line of JSON", .flag = &r.json},
        {.name = "--quiet", .help = "no warnings, no progress", .flag = &r.quiet},
    };
    const options o = {.table = table,
                       .count = (int)(sizeof table / sizeof table[0]),
                       .operands_least = 1,
                       .operands_most = 1,
                       .operands = &r.method,
                       .operand = "METHOD"};
    message why;
    status s = options_read(&o, self, count, arguments, &helped, &why);
    if (s == STATUS_OK && !helped) {
        s = answer(self, &r, &why);
    }
    return finish(self, s, &why);
}

const command eval_command = {
    .name = "eval",
    .summary = "Evaluates a method at one point: R or all roots, growth, verdict",
    .usage = "METHOD --z Z [--w W] [--motion MOTION] [--json]",
    .details = "The verdict is stable, unstable, boundary (the largest root on the unit circle to "
               "1e-10,\nand simple), pole (infinite growth) or undefined (0/0). Computed in "
               "quadruple precision.\n",
    .run = run,
};
