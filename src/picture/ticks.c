#include "picture/ticks.h"

#include <math.h>
#include <stdbool.h>
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
    if (!(out->step > 0)) { /* the range is so small that a part of it is none */
        return;
    }
    for (double n = first; n <= last && out->count < TICKS_MOST; n++) {
        double value = n * out->step;
        out->value[out->count] = value;
        write_number(value, out->step, out->text[out->count]);
        out->count++;
    }
}

/* 10^{-3}, or 2×10^{-3}; plain between 0.001 and 99999 when asked for. */
static void write_power(int digit, int exponent, bool plain, char out[TICK_TEXT_SIZE])
{
    if (plain && exponent >= -3 && exponent <= 4) {
        snprintf(out, TICK_TEXT_SIZE, "%.*f", exponent < 0 ? -exponent : 0,
                 digit * pow(10, exponent));
        return;
    }
    char factor[16] = "";
    if (digit != 1) {
        snprintf(factor, sizeof factor, "%d×", digit);
    }
    snprintf(out, TICK_TEXT_SIZE, "%s10^{%s%d}", factor, exponent < 0 ? "−" : "", abs(exponent));
}

/* In [low, high], but for rounding? */
static bool is_within(double low, double high, double value)
{
    return value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9);
}

static void add_powers(double low, double high, int most, ticks *out)
{
    static const int steps[] = {1, 2, 3, 5, 10, 20, 50, 100, 200, 500};
    double first = ceil(log10(low) - 1e-9), last = floor(log10(high) + 1e-9);
    int step = 1;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        step = steps[i];
        if (floor(last / step) - ceil(first / step) + 1 <= most) {
            break;
        }
    }
    for (double n = ceil(first / step) * step; n <= last && out->count < most; n += step) {
        out->value[out->count] = pow(10, n);
        write_power(1, (int)n, false, out->text[out->count++]);
    }
    out->step = step;
}

static void add_multiples(double low, double high, int most, ticks *out)
{
    static const int digits[] = {1, 2, 5};
    bool plain = low >= 1e-3 && high < 1e5;
    for (int n = (int)floor(log10(low)); n <= (int)floor(log10(high)) + 1; n++) {
        for (int i = 0; i < 3; i++) {
            double value = digits[i] * pow(10, n);
            if (is_within(low, high, value) && out->count < most) {
                out->value[out->count] = value;
                write_power(digits[i], n, plain, out->text[out->count++]);
            }
        }
    }
}

void ticks_choose_log(double low, double high, int most, ticks *out)
{
    most = most < 2 ? 2 : most > TICKS_MOST ? TICKS_MOST : most;
    double decades = log10(high) - log10(low);
    *out = (ticks){0};
    if (decades >= 2) {
        add_powers(low, high, most, out);
        return;
    }
    if (3 * decades + 1 <= most) {
        add_multiples(low, high, most, out);
    } else {
        add_powers(low, high, most, out);
    }
    if (out->count < 2) {
        ticks_choose(low, high, most < 6 ? most : 6, out);
        out->step = 0;
    }
}

int ticks_between_log(double low, double high, const ticks *main, double *out, int most)
{
    double first = floor(log10(low)), last = floor(log10(high) + 1e-9);
    bool whole = main->step > 1; /* decades without numbers; else 2 to 9 times a power of ten */
    int count = 0;
    for (double n = first; n <= last; n++) {
        for (int digit = 1; digit <= (whole ? 1 : 9); digit++) {
            double value = digit * pow(10, n);
            bool is_main = whole ? fmod(n, main->step) == 0 : main->step == 1 && digit == 1;
            if (is_within(low, high, value) && !is_main && count < most) {
                out[count++] = value;
            }
        }
    }
    return count;
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
