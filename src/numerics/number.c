#include "numerics/number.h"

#include <math.h>
#include <string.h>

#include "base/plain.h"
#include "numerics/expression.h"

static status evaluate(const char *source, size_t length, wide *value, message *why)
{
    quad x = 0;
    size_t where = 0;
    message inner;
    status s = expression_value(source, length, NULL, &x, &where, &inner);
    if (s != STATUS_OK) {
        return refuse(why, "%s", inner.text);
    }
    *value = wide_from_quad(x);
    if (!isfinite(value->high)) {
        return refuse(why, "the number is too large");
    }
    return STATUS_OK;
}

status number_real(const char *source, wide *value, message *why)
{
    return evaluate(source, strlen(source), value, why);
}

/* Where the imaginary part starts: the last sign outside parentheses that is not part of a number
 * such as 1e-3 and does not follow another operator. 0 when everything is imaginary. */
static size_t imaginary_start(const char *source, size_t length)
{
    int depth = 0;
    for (size_t i = length; i > 1;) {
        char c = source[--i];
        depth += (c == ')') - (c == '(');
        if (depth != 0 || (c != '+' && c != '-')) {
            continue;
        }
        size_t before = i - 1;
        while (before > 0 && source[before] == ' ') {
            before--;
        }
        bool exponent = (source[i - 1] == 'e' || source[i - 1] == 'E') && i >= 2 &&
                        strchr("0123456789.", source[i - 2]) != NULL;
        if (!exponent && strchr("+-*/^", source[before]) == NULL) {
            return i;
        }
    }
    return 0;
}

status number_complex(const char *source, wide *re, wide *im, message *why)
{
    *re = *im = (wide){0};
    source += strspn(source, " ");
    size_t length = strlen(source);
    while (length > 0 && source[length - 1] == ' ') {
        length--;
    }
    bool imaginary = length > 0 && (source[length - 1] == 'i' || source[length - 1] == 'j') &&
                     !(length > 1 && source[length - 2] == 'p');
    if (!imaginary) {
        return evaluate(source, length, re, why);
    }
    length--;
    size_t start = imaginary_start(source, length);
    if (start > 0) {
        TRY(evaluate(source, start, re, why));
    }
    const char *part = source + start;
    length -= start;
    while (length > 0 && part[length - 1] == ' ') {
        length--;
    }
    bool times = length > 0 && part[length - 1] == '*'; /* 2*i is 2i */
    length -= times;
    bool minus = length > 0 && part[0] == '-';
    bool is_bare = length == 0 || (length == 1 && (part[0] == '+' || minus));
    if (is_bare && !times) {
        *im = (wide){.high = minus ? -1 : 1};
        return STATUS_OK;
    }
    return evaluate(part, length, im, why);
}

const char *number_words(double x, int digits, number_style style, char out[NUMBER_WORDS])
{
    static const char *const none[] = {"none", "–"}, *const infinity[] = {"inf", "∞"};
    static const char *const minus[] = {"-", "−"};
    bool is_nothing = style == NUMBER_FINE && fabs(x) < 1e-14;
    const char *sign = x < 0 && !is_nothing ? minus[style] : "";
    if (isnan(x)) {
        plain_print(out, NUMBER_WORDS, "%s", none[style]);
    } else if (isinf(x)) {
        plain_print(out, NUMBER_WORDS, "%s%s", sign, infinity[style]);
    } else if (style == NUMBER_PLAIN) {
        plain_print(out, NUMBER_WORDS, "%.*g", digits, x);
    } else {
        plain_print(out, NUMBER_WORDS, "%s%.*g", sign, digits, is_nothing ? 0 : fabs(x));
    }
    return out;
}

const char *complex_words(double complex x, int digits, char out[NUMBER_WORDS])
{
    if (cimag(x) == 0) {
        plain_print(out, NUMBER_WORDS, "%.*g", digits, creal(x));
    } else if (creal(x) == 0) {
        plain_print(out, NUMBER_WORDS, "%.*gi", digits, cimag(x));
    } else {
        plain_print(out, NUMBER_WORDS, "%.*g%+.*gi", digits, creal(x), digits, cimag(x));
    }
    return out;
}
