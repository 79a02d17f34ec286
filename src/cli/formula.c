#include "stability/formula.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "session.h"
#include "values.h"

typedef struct request {
    const char *method, *w, *motion;
    bool latex, document, json, quiet;
} request;

/* Phi as asked for: for all w, or its slice at --w. */
static status compile(const request *r, const method *m, phi **out, message *why)
{
    motion moves = MOTION_SHEAR;
    wide w = {0};
    phi *all = NULL;
    TRY(read_motion(r->motion, &moves, why));
    if (r->w == NULL) {
        TRY(phi_compile(m, moves, out, why));
        return phi_describe(*out)->spin != PHI_NEEDS_W
                   ? STATUS_OK
                   : refuse(why, "--motion rotation: the coefficients are not polynomials in w; "
                                 "give one with --w");
    }
    TRY(read_real("--w", r->w, &w, why));
    TRY(phi_compile(m, moves, &all, why));
    status s = phi_slice(all, w, out, why);
    phi_destroy(all);
    return s;
}

static status print_text(const phi *p, const method_info *method_about, message *why)
{
    const phi_info *info = phi_describe(p);
    char summary[160];
    text words = {0};
    method_summary(method_about, summary, sizeof summary);
    text_add(&words, "%s (%s): %s\n", info->title, info->method, summary);
    if (info->spin == PHI_ONE_W) {
        text_add(&words, "w = %.15g, %s\n", info->w.high, motion_name(info->moves));
    }
    formula_text(p, &words);
    text_add(&words, "%s coefficients; a direct step agrees to %.1e\n",
             info->exact ? "exact" : "decimal", info->residual);
    text_add(&words, "%s%s", info->note, info->note[0] != '\0' ? "\n" : "");
    return print_whole(&words, why);
}

static status print_latex(const phi *p, bool document, message *why)
{
    text words = {0};
    text_add(&words, "%s%% %s\n", document ? "\\documentclass{article}\n\\begin{document}\n" : "",
             phi_describe(p)->method);
    formula_latex(p, &words);
    text_add(&words, "%s", document ? "\\end{document}\n" : "");
    return print_whole(&words, why);
}

static status print_terms(const phi *p, message *why)
{
    const phi_info *info = phi_describe(p);
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "method", info->method);
    cJSON_AddBoolToObject(document, "exact", info->exact);
    cJSON *terms = cJSON_AddArrayToObject(document, "phi");
    for (int j = 0; j <= info->degree; j++) {
        for (int i = 0; i <= info->degree_z; i++) {
            for (int k = 0; k <= info->degree_w; k++) {
                if (phi_coefficient_is_zero(p, j, i, k)) {
                    continue;
                }
                char *value = phi_coefficient_text(p, j, i, k, 30);
                cJSON *term = cJSON_CreateObject();
                cJSON_AddNumberToObject(term, "sigma", j);
                cJSON_AddNumberToObject(term, "z", i);
                cJSON_AddNumberToObject(term, "w", k);
                cJSON_AddStringToObject(term, "value", value != NULL ? value : "");
                cJSON_AddItemToObject(term, "decimal", json_number(phi_coefficient(p, j, i, k)));
                free(value);
                cJSON_AddItemToArray(terms, term);
            }
        }
    }
    return print_json(document, why);
}

static status print_formula(const command *self, const request *r, const phi *p,
                            const method_info *info, message *why)
{
    if (!r->json && !r->latex && !r->document) {
        return print_text(p, info, why);
    }
    warn(self, r->quiet, phi_describe(p)->note);
    return r->json ? print_terms(p, why) : print_latex(p, r->document, why);
}

static status answer(const command *self, const request *r, message *why)
{
    method *m = NULL;
    phi *p = NULL;
    progress shown;
    TRY(open_method(self, r->method, r->quiet, &m, why));
    progress_begin(&shown, method_describe(m)->name, r->quiet);
    status s = compile(r, m, &p, why);
    progress_end(&shown);
    if (s == STATUS_OK) {
        s = print_formula(self, r, p, method_describe(m), why);
    }
    phi_destroy(p);
    method_destroy(m);
    return s;
}

static int run(const command *self, int count, char **arguments)
{
    enum { DOCUMENT = 1 };
    static const char *const modes[] = {"with --document, which is LaTeX, too"};
    request r = {.motion = "shear"};
    bool helped = false;
    unsigned long long given = 0;
    const option table[] = {
        {.name = "--w", .hint = "W", .help = "fix w: a formula in z alone", .value = &r.w},
        {.name = "--motion",
         .hint = "MOTION",
         .help = "shear (default), rotation (needs --w), normalised",
         .value = &r.motion},
        {.name = "--latex",
         .help = "a display to paste into LaTeX",
         .flag = &r.latex,
         .idle = DOCUMENT},
        {.name = "--document", .help = "a whole LaTeX document", .flag = &r.document},
        {.name = "--json", .help = "one line of JSON: every coefficient of Phi", .flag = &r.json},
        {.name = "--quiet", .help = "no warnings, no progress", .flag = &r.quiet},
    };
    const options o = {.table = table,
                       .count = (int)(sizeof table / sizeof table[0]),
                       .operands_least = 1,
                       .operands_most = 1,
                       .operands = &r.method,
                       .operand = "METHOD",
                       .modes = modes,
                       .given = &given};
    message why;
    status s;
    TRY_OR_END(options_read(&o, self, count, arguments, &helped, &why));
    if (!helped && r.json && (r.latex || r.document)) {
        TRY_OR_END(refuse(&why, "--json cannot be combined with --latex or --document"));
    }
    TRY_OR_END(options_refuse_idle(&o, r.document ? DOCUMENT : 0, &why));
    if (!helped) {
        s = answer(self, &r, &why);
    }
end:
    return finish(self, s, &why);
}

const command formula_command = {
    .name = "formula",
    .summary = "Prints the exact stability function R(z, w), or the polynomial in sigma",
    .usage = "METHOD [--latex|--document|--json] [--w W] [--motion MOTION]",
    .details = "The coefficients come from the method's stage equations, are recognised as "
               "integers where\nthey are rational, and are verified against direct steps.\n",
    .run = run,
};
