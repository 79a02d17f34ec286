#include "stability/formula.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_DIGITS = 17, LATEX_LINE = 72 };

/* How a formula is written: as text or for LaTeX. */
typedef struct style {
    const char *power;   /* format of an exponent above 1 */
    const char *decimal; /* format of digits and power of ten in 1.5e-3; NULL: left as it is */
    const char *wrap;    /* between lines of a long polynomial; NULL: never broken */
} style;

#define TIMES_TEN "%.*s \\cdot 10^{%s}"

static const style plain = {.power = "^%d"};
static const style latex = {.power = "^{%d}", .decimal = TIMES_TEN};
static const style latex_lines = {.power = "^{%d}", .decimal = TIMES_TEN, .wrap = " \\\\\n& {}"};

static void add_power(text *out, const style *s, const char *letter, int exponent)
{
    if (exponent > 0) {
        text_add(out, "%s", letter);
    }
    if (exponent > 1) {
        text_add(out, s->power, exponent);
    }
}

/* One term with its sign. `factor` is the coefficient without sign, as text. */
static void add_term(text *out, const style *s, bool exact, const char *factor, int z, int w)
{
    bool is_one = strcmp(factor, "1") == 0;
    bool has_letter = z > 0 || w > 0;
    if (!is_one || !has_letter) {
        const char *e = strchr(factor, 'e');
        if (s->decimal != NULL && e != NULL) {
            text_add(out, s->decimal, (int)(e - factor), factor, e[1] == '+' ? e + 2 : e + 1);
        } else {
            text_add(out, "%s", factor);
        }
        text_add(out, "%s", !exact && has_letter ? " " : "");
    }
    add_power(out, s, "z", z);
    text_add(out, "%s", z > 1 && w > 0 ? " " : "");
    add_power(out, s, "w", w);
}

/* sign * c_j(z, w) */
static void add_polynomial(text *out, const style *s, const phi *p, int j, int sign)
{
    const phi_info *info = phi_describe(p);
    int terms = 0;
    size_t line = out->length; /* where the line began */
    for (int i = 0; i <= info->degree_z; i++) {
        for (int k = 0; k <= info->degree_w; k++) {
            if (phi_coefficient_is_zero(p, j, i, k)) {
                continue;
            }
            char *value = phi_coefficient_text(p, j, i, k, TEXT_DIGITS);
            if (value == NULL) {
                out->broken = true;
                return;
            }
            bool negative = (value[0] == '-') != (sign < 0);
            if (s->wrap != NULL && out->length - line > LATEX_LINE) {
                text_add(out, "%s", s->wrap);
                line = out->length;
            }
            if (terms > 0) {
                text_add(out, negative ? " - " : " + ");
            } else {
                text_add(out, negative ? "-" : "");
            }
            add_term(out, s, info->exact, value[0] == '-' ? value + 1 : value, i, k);
            free(value);
            terms++;
        }
    }
    if (terms == 0) {
        text_add(out, "0");
    }
}

static const char *variables(const phi_info *info)
{
    return info->spin == PHI_ANY_W ? "z, w" : "z";
}

void formula_text(const phi *p, text *out)
{
    const phi_info *info = phi_describe(p);
    if (info->degree == 1) {
        text_add(out, "R(%s) = N/D\nN = ", variables(info));
        add_polynomial(out, &plain, p, 0, -1);
        text_add(out, "\nD = ");
        add_polynomial(out, &plain, p, 1, 1);
        text_add(out, "\n");
        return;
    }
    text_add(out, "Phi(sigma; %s) =\n", variables(info));
    for (int j = info->degree; j >= 0; j--) {
        text_add(out, "  %s(", j == info->degree ? "  " : "+ ");
        add_polynomial(out, &plain, p, j, 1);
        text_add(out, ")");
        text_add(out, "%s", j > 0 ? " " : "");
        add_power(out, &plain, "sigma", j);
        text_add(out, "\n");
    }
}

static void latex_rational(const phi *p, text *out)
{
    const phi_info *info = phi_describe(p);
    text numerator = {0};
    text denominator = {0};
    add_polynomial(&numerator, &latex, p, 0, -1);
    add_polynomial(&denominator, &latex, p, 1, 1);
    if (numerator.length <= LATEX_LINE && denominator.length <= LATEX_LINE && !numerator.broken &&
        !denominator.broken) {
        text_add(out, "\\[\nR(%s) = \\frac{%s}{%s}\n\\]\n", variables(info), numerator.data,
                 denominator.data);
    } else {
        text_add(out,
                 "\\[\n\\begin{array}{r@{}l}\nR(%s) &{} = N/D, \\\\\nN &{} = ", variables(info));
        add_polynomial(out, &latex_lines, p, 0, -1);
        text_add(out, ", \\\\\nD &{} = ");
        add_polynomial(out, &latex_lines, p, 1, 1);
        text_add(out, "\n\\end{array}\n\\]\n");
    }
    text_clear(&numerator);
    text_clear(&denominator);
}

void formula_latex(const phi *p, text *out)
{
    const phi_info *info = phi_describe(p);
    if (info->degree == 1) {
        latex_rational(p, out);
        return;
    }
    text_add(out, "\\[\n\\begin{array}{r@{}l}\n\\Phi(\\sigma; %s) &{} = ", variables(info));
    for (int j = info->degree; j >= 0; j--) {
        text_add(out, "%s\\bigl(", j == info->degree ? "" : " \\\\\n& {} + ");
        add_polynomial(out, &latex_lines, p, j, 1);
        text_add(out, "\\bigr) ");
        add_power(out, &latex, "\\sigma", j);
    }
    text_add(out, "\n\\end{array}\n\\]\n");
}
