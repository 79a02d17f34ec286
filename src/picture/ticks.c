#include "picture/ticks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The smallest good step that gives no more than `most` multiples in the range. */
static double good_step(double range, int most)
{
    static const double factors[] = {1, 2, 5, 10};
    double rough = range / (most > 1 ? most - 1 : 1);
    double power = pow(10, floor(log10(rough)));
    for (int i = 0; i < 4; i++) {
        if (factors[i] * power >= rough * (1 - 1e-9)) {
            return factors[i] * power;
        }
    }
    return 10 * power;
}

/* "-1.5" with the minus sign of typography; large and small numbers as 1.5 x 10^{6}. */
static void write_number(double value, double step, char out[TICK_TEXT_SIZE])
{
    char digits[TICK_TEXT_SIZE];
    int decimals = step < 1 ? (int)ceil(-log10(step) - 1e-9) : 0;
    double size = fabs(value);
    if (size < 1e-9 * step) { /* 0.0 among 0.5 and 1.0, but never 0.0000000 */
        snprintf(out, TICK_TEXT_SIZE, "%.*f", step < 1e-3 ? 0 : decimals, 0.0);
        return;
    }
    if (value != 0 && (size >= 1e5 || (size < 1e-3 && step < 1e-3))) {
        int exponent = (int)floor(log10(size) + 1e-12);
        double shift = pow(10, exponent);
        int more = (int)fmax(0, ceil(exponent - log10(step) - 1e-9));
        snprintf(digits, sizeof digits, "%.*f×10^{%s%d}", more, size / shift,
                 exponent < 0 ? "−" : "", exponent < 0 ? -exponent : exponent);
    } else {
        snprintf(digits, sizeof digits, "%.*f", decimals, size);
    }
    snprintf(out, TICK_TEXT_SIZE, "%s%.30s", value < 0 ? "−" : "", digits);
}

void ticks_choose(double low, double high, int most, ticks *out)
{
    *out = (ticks){0};
    most = most < 2 ? 2 : most > TICKS_MOST ? TICKS_MOST : most;
    out->step = good_step(high - low, most);
    double first = ceil(low / out->step - 1e-9);
    double last = floor(high / out->step + 1e-9);
    for (double n = first; n <= last && out->count < TICKS_MOST; n++) {
        double value = n * out->step;
        out->value[out->count] = value;
        write_number(value, out->step, out->text[out->count]);
        out->count++;
    }
}

void ticks_number(double value, char out[TICK_TEXT_SIZE])
{
    char digits[TICK_TEXT_SIZE];
    snprintf(digits, sizeof digits, "%.6g", fabs(value));
    char *e = strchr(digits, 'e');
    if (e != NULL) {
        int exponent = atoi(e + 1);
        *e = '\0';
        snprintf(out, TICK_TEXT_SIZE, "%s%.12s×10^{%s%d}", value < 0 ? "−" : "", digits,
                 exponent < 0 ? "−" : "", abs(exponent));
    } else {
        snprintf(out, TICK_TEXT_SIZE, "%s%.30s", value < 0 ? "−" : "", digits);
    }
}
