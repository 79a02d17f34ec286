#include <stdio.h>

#include "portraits.h"
#include "values.h"

typedef struct request {
    const char *method, *w;
    bool all, json, quiet;
} request;

/* What the words "nowhere" and "everywhere" mean for a reader, and other things to be said. */
static void add_remarks(const portrait *p, const method_info *info, text *out)
{
    const analysis *a = &p->numbers;
    if (a->stable == STABLE_NOWHERE) {
        text_add(out, "There is no stable point at all.\n");
    } else if (a->stable == STABLE_EVERYWHERE) {
        text_add(out, "|sigma| <= 1 for every z.\n");
    }
    if (a->poles.left > 0) {
        text_add(out, "There are poles in the left half-plane: infinite growth.\n");
    }
    if (p->a_stable_for.range.is_sampled || p->negative_axis_for.range.is_sampled) {
        text_add(out,
                 "The sets of w are found from samples: parts narrower than their distance are not "
                 "seen.\n");
    }
    if (a->poles.on_axis > 0) {
        text_add(out, "There are poles on the imaginary axis: infinite growth.\n");
    }
    if (!a->has_series) {
        text_add(out, "R has no order and no error constant: %s.\n", a->no_series.text);
    } else if (a->order_linear != a->order && a->order_rounded == a->order) {
        text_add(out, "On x' = lambda x the order is %d, on other equations %d.\n", a->order_linear,
                 a->order);
    }
    if (info->form == FORM_ODE_ONLY) {
        text_add(out, "For ODEs only: there is no DAE form of this method, so w = 0.\n");
    } else if (info->spin) {
        text_add(out, "Spin-stabilised: the limit t -> infinity, R(z, 0) whatever w is.\n");
    }
}

static status print_text(const sitter *one, message *why)
{
    const method_info *info = method_describe(one->method);
    char summary[160];
    text list = {0};
    method_summary(info, summary, sizeof summary);
    text_add(&list, "%s (%s): %s\nat w = %.15g\n", info->title, info->name, summary,
             one->of.numbers.w);
    for (int i = 0; i < quantity_count; i++) {
        if (quantities[i].label != NULL) {
            text_add(&list, "  %-22s ", quantities[i].label);
            quantity_words_in_full(&quantities[i], &one->of, &list);
            text_add(&list, "\n");
        }
    }
    add_remarks(&one->of, info, &list);
    return print_whole(&list, why);
}

static status print_all(const request *q, const portraits *p, message *why)
{
    TRY(q->json ? portraits_print_json(p, why) : portraits_print(p, COMPARISON_TEXT, why));
    if (!q->json && p->left_out > 0) {
        printf("%d methods that are for ODEs only are left out: there is w = 0 alone for them\n",
               p->left_out);
    }
    return portraits_status(p, why);
}

static status answer(const command *self, const request *q, message *why)
{
    wide w = {0};
    portraits p = {0};
    status s;
    TRY(read_real("--w", q->w, &w, why));
    TRY_OR_END(q->all ? portraits_of_catalogue(self, w, q->quiet, &p, why)
                      : portraits_of_names(self, &q->method, 1, w, q->quiet, &p, why));
    s = q->all    ? print_all(q, &p, why)
        : q->json ? print_json(portrait_json(&p.items[0]), why)
                  : print_text(&p.items[0], why);
end:
    portraits_clear(&p);
    return s;
}

static int run(const command *self, int count, char **arguments)
{
    request q = {.w = "0"};
    bool helped = false;
    const option table[] = {
        {.name = "--all", .help = "the whole catalogue, as a table", .flag = &q.all},
        {.name = "--w",
         .hint = "W",
         .help = "h omega, at most 1e6 (default 0): -1.5, 3/2",
         .value = &q.w},
        {.name = "--json", .help = "print one line of JSON", .flag = &q.json},
        {.name = "--quiet", .help = "no warnings, no progress", .flag = &q.quiet},
    };
    const options o = {.table = table,
                       .count = (int)(sizeof table / sizeof table[0]),
                       .operands_most = 1,
                       .operands = &q.method,
                       .operand = "METHOD"};
    message why;
    status s = options_read(&o, self, count, arguments, &helped, &why);
    if (s == STATUS_OK && !helped && q.all == (q.method != NULL)) {
        s = q.all ? refuse(&why, "'%.80s': with --all no method is accepted", q.method)
                  : refuse(&why, "a method is missing; accepted: a method, or --all");
    }
    if (s == STATUS_OK && !helped) {
        s = answer(self, &q, &why);
    }
    return finish(self, s, &why);
}

const command analyse_command = {
    .name = "analyse",
    .summary = "Prints the numbers of a method: order, angles, intervals, spin range, ...",
    .usage = "METHOD|--all [--json] [--w W]",
    .details = "  order      by rooted trees on x' = f(t, x), and that of R against e^z\n"
               "             from its coefficients; 'for w /= 0' along (z, w) =\n"
               "             h (lambda, omega). The error constant is C in\n"
               "             e^z - R = C z^(p+1) + ...\n"
               "  up to rounding\n"
               "             what the method would be if its coefficients were not\n"
               "             rounded, and by how much it fails to be that\n"
               "  decided    do yes and no, intervals, poles and zeros come from exact\n"
               "             arithmetic, or from quadruple precision?\n"
               "  A(alpha)   every z with |arg(-z)| < alpha is stable; 'none' when\n"
               "             z < 0 is not\n"
               "  real, imaginary interval\n"
               "             stable about 0 without a gap\n"
               "  stages     R_j(z) of x' = lambda x; the largest |R_j| on the real\n"
               "             interval\n"
               "  algebraically stable\n"
               "             b >= 0 and M = BA + A^T B - b b^T positive semidefinite;\n"
               "             B-stable is the same when no two stages are always equal\n\n"
               "The sets of w belong to the method, everything about the region to --w.\n",
    .run = run,
};
