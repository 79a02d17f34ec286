#include "portraits.h"
#include "values.h"

enum { MOST_METHODS = 256 };

typedef struct request {
    const char *methods[MOST_METHODS];
    const char *w;
    bool json, latex, csv, quiet;
} request;

static status answer(const command *self, const request *r, message *why)
{
    wide w = {0};
    portraits all = {0};
    status s;
    int count = 0;
    while (count < MOST_METHODS && r->methods[count] != NULL) {
        count++;
    }
    comparison_form form = r->latex ? COMPARISON_LATEX : r->csv ? COMPARISON_CSV : COMPARISON_TEXT;
    TRY(read_real("--w", r->w, &w, why));
    TRY_OR_END(portraits_of_names(self, r->methods, count, w, r->quiet, &all, why));
    TRY_OR_END(r->json ? portraits_print_json(&all, why) : portraits_print(&all, form, why));
    s = portraits_status(&all, why);
end:
    portraits_clear(&all);
    return s;
}

static int run(const command *self, int count, char **arguments)
{
    request r = {.w = "0"};
    bool helped = false;
    const option table[] = {
        {.name = "--w",
         .hint = "W",
         .help = "h omega, at most 1e6 (default 0): -1.5, 3/2",
         .value = &r.w},
        {.name = "--json", .help = "one line of JSON, every number", .flag = &r.json},
        {.name = "--csv", .help = "comma-separated values, every number", .flag = &r.csv},
        {.name = "--latex", .help = "a tabular to paste into LaTeX", .flag = &r.latex},
        {.name = "--quiet", .help = "no warnings, no progress", .flag = &r.quiet},
    };
    const options o = {.table = table,
                       .count = (int)(sizeof table / sizeof table[0]),
                       .operands_least = 1,
                       .operands_most = MOST_METHODS,
                       .operands = r.methods,
                       .operand = "METHOD"};
    message why;
    status s = options_read(&o, self, count, arguments, &helped, &why);
    if (s == STATUS_OK && !helped && r.json + r.csv + r.latex > 1) {
        s = refuse(&why, "only one of --json, --csv and --latex can be given");
    }
    if (s == STATUS_OK && !helped) {
        s = answer(self, &r, &why);
    }
    return finish(self, s, &why);
}

const command compare_command = {
    .name = "compare",
    .summary = "Compares methods: orders, angles, intervals and spin ranges in one table",
    .usage = "METHOD... [--json|--csv|--latex] [--w W]",
    .details = "The numbers are those of 'analyse'. C is the error constant, e^z - R = C z^(p+1) "
               "+ ...;\nalpha the angle of A(alpha)-stability in degrees; real and imaginary are "
               "the stable\nintervals about 0. The last columns do not depend on --w.\n"
               "A method that is refused has the reason in its row; then the exit code is not 0.\n",
    .run = run,
};
