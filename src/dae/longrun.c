#include "dae/longrun.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/patience.h"
#include "dae/amplify.h"
#include "method/families.h"

/* An interval of at least PART steps is looked at by itself, one of LONG steps is long; a rate
 * needs FEW steps at least and ENOUGH of them where it varies; the largest step fits ROOM times. */
enum { PARTS = 4, PART = 128, LONG = 1024, FEW = 32, ENOUGH = 512, ROOM = 48 };

/* A course has at least and at most so many steps of Radau IIA, of which those NEAR a place are
 * interpolated; a method takes so many. */
enum { LEAST = 256, MOST = 4096, NEAR = 8, MOST_STEPS = 8192 };

/* What is below this is rounding and interpolation, in log |x|. */
static const double negligible = 1e-9;

/* log |x| of the equation itself from t0 on. */
typedef struct course {
    double t0, step;
    int count;
    double *logs; /* count + 1 of them, the first is 0 */
    double error;
    double rate, rate_error; /* in the long run, per unit of t */
} course;

typedef struct search {
    const longrun_request *r;
    tableau precise;
    course parts[PARTS];
    int count;
    double *logs;  /* of up to MOST_STEPS real steps */
    bool negative; /* the determinant of the first step in the first part */
} search;

static status radau(tableau *out, message *why)
{
    coefficients *from = NULL;
    scheme *unused = NULL;
    status s = STATUS_OK;
    TRY_OR_END(memory_allocate(&from, 1, sizeof *from, why));
    TRY_OR_END(family_build(family_find("radau-iia", 9), "5", from, &unused, why));
    *out = (tableau){
        .kind = METHOD_RUNGE_KUTTA, .form = FORM_IMPLICIT, .size = 5, .stiffly_accurate = true};
    for (int i = 0; i < 5 * 5; i++) {
        out->A[i] = (double)from->A[i];
        out->b[i % 5] = (double)from->b[i % 5];
        out->c[i % 5] = (double)from->c[i % 5];
    }
end:
    scheme_destroy(unused);
    free(from);
    return s;
}

/* log |x| at t, by the polynomial through the nearest places. */
static double course_at(const course *c, double t)
{
    double place = (t - c->t0) / c->step, sum = 0;
    int first = (int)fmax(0, fmin(floor(place) - NEAR / 2 + 1, c->count + 1 - NEAR));
    for (int i = first; i < first + NEAR; i++) {
        double weight = 1;
        for (int j = first; j < first + NEAR; j++) {
            weight *= i == j ? 1 : (place - j) / (i - j);
        }
        sum += weight * c->logs[i];
    }
    return sum;
}

/* log |x| = rate t + p log t + c + q/t + ...: at t = n, 2 n, 4 n and 8 n steps all these cancel. */
static double extrapolate(const course *c, int n)
{
    const double *l = c->logs;
    return (2 * l[8 * n] - 5 * l[4 * n] + 4 * l[2 * n] - l[n]) / (3 * n * c->step);
}

/* Half of the course tells how good all of it is. */
static void course_rate(course *c)
{
    int n = c->count / 8;
    c->rate = extrapolate(c, n);
    c->rate_error = 4 * (fabs(c->rate - extrapolate(c, n / 2)) + c->error / (n * c->step));
}

/* What decays within the first step is not seen by the polynomials around it: it is as if it had
 * never been there. */
static void course_smooth(course *c)
{
    double *l = c->logs, expected = 4 * l[1] - 6 * l[2] + 4 * l[3] - l[4];
    l[0] = l[0] - expected > 0.05 ? expected : l[0];
}

/* One run with `count` steps over `length`. Where the equation ends before, the course does; *ended
 * is how far it came. */
static status course_run(const search *x, double length, int count, course *c, double *ended,
                         message *why)
{
    int done = 0;
    bool unused = false;
    c->step = length / count;
    c->count = count;
    c->logs = NULL;
    TRY(memory_allocate(&c->logs, (size_t)count + 1, sizeof *c->logs, why));
    TRY(amplify_steps(&x->precise, x->r->equation, x->r->differential, c->t0, c->step, count,
                      x->r->most_seconds, c->logs + 1, &done, &unused, why));
    *ended = done * c->step;
    return STATUS_OK;
}

/* Twice as many steps until they tell the same: *error becomes how much the last two differ.
 * STATUS_NO when the equation ends before; *ended is how far it came. */
static status course_refine(const search *x, double t0, double length, course *out, double *ended,
                            message *why)
{
    course next = {.t0 = t0};
    *out = (course){.t0 = t0};
    TRY(course_run(x, length, LEAST, out, ended, why));
    out->error = INFINITY;
    for (int n = 2 * LEAST; n <= MOST && out->error > negligible; n *= 2) {
        if (*ended < 0.999 * length) {
            return STATUS_NO;
        }
        status s = course_run(x, length, n, &next, ended, why);
        if (s != STATUS_OK) {
            free(next.logs);
            return s;
        }
        course_smooth(&next);
        next.error = 0;
        for (int i = n / 16; i <= n; i++) {
            double differs = fabs(course_at(out, t0 + i * next.step) - next.logs[i]);
            next.error = fmax(next.error, differs);
        }
        free(out->logs);
        *out = next;
    }
    return *ended < 0.999 * length ? STATUS_NO : STATUS_OK;
}

/* As far as the equation has values and changes slowly enough. STATUS_NO when that is not far. */
static status course_follow(const search *x, double t0, double length, course *out, message *why)
{
    static const double close_enough = 1e-3;
    double least = ROOM * x->r->guess / 2, ended = 0;
    for (;;) {
        status s = course_refine(x, t0, length, out, &ended, why);
        bool is_good = s == STATUS_OK && out->error <= close_enough;
        length = s == STATUS_NO ? 0.98 * ended : length / 4;
        if (is_good) {
            course_rate(out);
        }
        if (is_good || (s != STATUS_OK && s != STATUS_NO)) {
            return s;
        }
        if (!(length >= least) || patience_is_over(x->r->most_seconds)) {
            return STATUS_NO;
        }
        free(out->logs);
        out->logs = NULL;
    }
}

/* How much log |x| grew in each of `count` steps after those before, beside the equation itself.
 * Returns by how much the second half of them differs from the quarter before. */
static double compare_steps(const search *x, const course *c, double h, int before, int count,
                            double *rate, double *error)
{
    double ahead[3]; /* of the equation, after a quarter, a half and all of the steps */
    for (int i = 0; i < 3; i++) {
        int at = count >> (2 - i);
        ahead[i] = x->logs[at - 1] - course_at(c, c->t0 + (before + at) * h);
    }
    double early = 4 * (ahead[1] - ahead[0]) / count, late = 2 * (ahead[2] - ahead[1]) / count;
    double differ = fabs(late - early);
    *rate = 4 * (ahead[2] - ahead[0]) / (3 * count) + h * c->rate;
    *error = differ + 4 * (c->error + negligible) / count + h * c->rate_error;
    /* Decay that becomes faster and faster, and has no rate, is decay. */
    double first = x->logs[count / 2 - 1] - x->logs[count / 4 - 1];
    double last = x->logs[count - 1] - x->logs[count / 2 - 1];
    if (!(fabs(*rate) > *error) && first < 0 && last < 1.5 * first) {
        *rate = 2 * last / count;
        *error = 0;
    }
    return differ;
}

/* How much log |x| grows in each step of length h in the long run, and the error of that; not a
 * number when there are no such steps. */
static status rate_in(search *x, const course *c, double h, double *rate, double *error,
                      message *why)
{
    const longrun_request *r = x->r;
    int before = r->method->kind == METHOD_MULTISTEP ? r->method->size - 1 : 0, done = 0;
    double room = fmin(floor(c->step * c->count / h) - before, MOST_STEPS);
    int most = (int)fmax(FEW, fmin(room, fmax(ENOUGH, ceil((r->t1 - r->t0) / h))));
    most -= most % 4;
    *error = 0;
    for (int count = FEW;; count = 4 * count < most ? 4 * count : most) {
        bool negative = false;
        status s = amplify_steps(r->method, r->equation, r->differential, c->t0, h, count,
                                 r->most_seconds, x->logs, &done, &negative, why);
        x->negative = c == x->parts ? negative : x->negative;
        if (s != STATUS_OK || done < count) {
            bool vanished = s == STATUS_OK && done > 0 && x->logs[done - 1] == -INFINITY;
            *rate = vanished ? -INFINITY : NAN;
            return s;
        }
        if (compare_steps(x, c, h, before, count, rate, error) <= negligible || count >= most) {
            return STATUS_OK;
        }
    }
}

/* The largest of all parts. */
static status rate_at(search *x, double h, double *rate, double *error, message *why)
{
    *rate = -INFINITY;
    *error = 0;
    for (int i = 0; i < x->count; i++) {
        double of_part = 0, error_of_part = 0;
        TRY(rate_in(x, &x->parts[i], h, &of_part, &error_of_part, why));
        if (!(of_part <= *rate)) {
            *rate = of_part;
            *error = error_of_part;
        }
    }
    return STATUS_OK;
}

static const char no_time[] = "there was no time for enough real steps";
static const char not_clear[] = "real steps neither grow nor decay clearly enough";

static status undecided(longrun *out, const char *reason)
{
    out->answer = STEP_UNDECIDED;
    out->is_over = reason == no_time;
    snprintf(out->reason, sizeof out->reason, "%s", reason);
    return STATUS_OK;
}

/* Between a step that is stable and one that is not: the zero of the rate by regula falsi (the
 * Illinois variant), and by halves where it is not finite. */
static status find_end(search *x, double low, double low_rate, double high, double high_rate,
                       longrun *out, message *why)
{
    double error = 0, rate = 0, beside = 0, unused = 0;
    int kept = 0;
    for (int n = 0; n < 60 && high > low * (1 + 1e-11); n++) {
        double part = low_rate / (low_rate - high_rate);
        bool is_good = isfinite(part) && part > 1e-6 && part < 1 - 1e-6 && n % 4 != 3;
        double middle = low + (is_good ? part : 0.5) * (high - low);
        TRY(rate_at(x, middle, &rate, &error, why));
        bool grows = !(rate <= 0);
        *(grows ? &high : &low) = middle;
        *(grows ? &high_rate : &low_rate) = rate;
        *(grows ? &low_rate : &high_rate) *= kept == (grows ? 1 : -1) ? 0.5 : 1;
        kept = grows ? 1 : -1;
    }
    double h = low + (high - low) / 2, stable = out->h;
    TRY(rate_at(x, 0.999 * h, &rate, &error, why));
    TRY(rate_at(x, 1.001 * h, &beside, &unused, why));
    double slope = (beside - rate) / (0.002 * h);
    out->h = h;
    out->error = isfinite(slope) ? error / fabs(slope) + (high - low) : high - low;
    out->answer = STEP_BOUNDED;
    if (!(out->error < h / 4)) {
        out->h = stable;
        return undecided(out, not_clear);
    }
    return STATUS_OK;
}

/* Does it grow for certain? */
static bool is_growth(double rate, double error)
{
    return rate > error + negligible;
}

/* Around a pole there is growth, however little of it: with many stages it may be 1e-7 wide. Where
 * the determinant changes its sign between low and *h, *h becomes an h that grows, if there is one.
 */
static status find_pole(search *x, double low, double *h, double *rate, double *error, message *why)
{
    double from = low, to = *h, found = 0, error_there = 0;
    bool negative = x->negative;
    while (to > from * (1 + 1e-14)) {
        double middle = from + (to - from) / 2;
        TRY(rate_at(x, middle, &found, &error_there, why));
        *(x->negative == negative ? &to : &from) = middle;
        if (is_growth(found, error_there)) {
            *h = middle;
            *rate = found;
            *error = error_there;
            break;
        }
    }
    x->negative = negative;
    return STATUS_OK;
}

/* Goes down from a quarter of the guess to an h that does not grow. The smaller h is, the less can
 * be told where the equation itself hardly decays. */
static status find_beginning(search *x, double *h, longrun *out, message *why)
{
    double rate = 0, error = 0;
    *h = x->r->guess / 4;
    for (int n = 0; n < 8; n++) {
        status s = rate_at(x, *h, &rate, &error, why);
        if (s != STATUS_OK || !is_growth(rate, error)) {
            return s;
        }
        *h /= out->rate < -out->rate_error ? 2 : 1;
    }
    return undecided(out, not_clear);
}

/* In steps of a twentieth. Where no rate is told, what is beyond is not either, unless it grows. */
static status find_first(search *x, longrun *out, message *why)
{
    static const double ratio = 1.05;
    double h = 0, low = 0, low_rate = 0, rate = 0, error = 0;
    bool unclear = false, negative = false;
    out->answer = STEP_UNBOUNDED;
    TRY(find_beginning(x, &h, out, why));
    for (; out->answer == STEP_UNBOUNDED && h <= out->most; h *= ratio) {
        TRY(rate_at(x, h, &rate, &error, why));
        if (low > 0 && x->negative != negative && !is_growth(rate, error)) {
            TRY(find_pole(x, low, &h, &rate, &error, why));
        }
        negative = x->negative;
        if (patience_is_over(x->r->most_seconds)) {
            return undecided(out, no_time);
        }
        if (is_growth(rate, error)) {
            return low > 0 ? find_end(x, low, low_rate, h, rate, out, why)
                           : undecided(out, not_clear);
        }
        bool told = rate < -error || fabs(rate) + error < 1e3 * negligible;
        unclear = unclear || !told;
        low = told ? h : low;
        low_rate = told ? rate : low_rate;
        out->h = unclear ? out->h : h;
    }
    return unclear ? undecided(out, not_clear) : STATUS_OK;
}

/* The parts of the interval, and the equation itself in each. */
static status follow_parts(search *x, longrun *out, message *why)
{
    const longrun_request *r = x->r;
    double length = r->t1 - r->t0, parts = floor(length / (PART * r->guess));
    x->count = parts > PARTS ? PARTS : parts > 1 ? (int)parts : 1;
    double apart = length / x->count;
    double each = x->count > 1
                      ? fmin(apart, MOST * r->guess)
                      : fmax(length, fmax(LONG * fmin(r->guess, 4 / r->fast), ROOM * r->most));
    out->rate = -INFINITY;
    out->most = r->most;
    for (int i = 0; i < x->count; i++) {
        course *c = &x->parts[i];
        status s = course_follow(x, r->t0 + i * apart, each, c, why);
        out->until = c->t0 + c->step * c->count;
        out->most = fmin(out->most, c->step * c->count / ROOM);
        TRY(s);
        if (c->rate > out->rate) {
            out->rate = c->rate;
            out->rate_error = c->rate_error;
        }
    }
    return STATUS_OK;
}

/* Does the equation itself grow? Beyond the end of a short interval is not where it was asked. */
static status judge_equation(search *x, longrun *out)
{
    const course *c = &x->parts[0];
    bool grows = false;
    out->answer = STEP_UNBOUNDED;
    if (!(out->rate > out->rate_error + negligible)) {
        return STATUS_OK;
    }
    for (int i = 0; i < x->count; i++) {
        const double *l = x->parts[i].logs;
        int n = x->parts[i].count;
        grows = grows || (l[n] > l[0] && l[n] > l[n / 2]);
    }
    if (!grows) {
        return undecided(out, "whether the equation itself grows is not clear enough");
    }
    double end = x->r->t1 > c->t0 ? x->r->t1 : c->t0 + c->step;
    if (x->count == 1 && end < out->until && course_at(c, end) <= c->logs[0]) {
        return undecided(out, "the equation decays on this interval, but grows later");
    }
    out->answer = STEP_NONE;
    return STATUS_OK;
}

status longrun_find(const longrun_request *r, longrun *out, message *why)
{
    search *x = NULL;
    *out = (longrun){.answer = STEP_UNDECIDED};
    TRY(memory_allocate(&x, 1, sizeof *x, why));
    status s = STATUS_OK;
    x->r = r;
    TRY_OR_END(memory_allocate(&x->logs, MOST_STEPS, sizeof *x->logs, why));
    TRY_OR_END(radau(&x->precise, why));
    s = follow_parts(x, out, why);
    if (s == STATUS_NO) {
        out->until = 0;
        s = undecided(out, patience_is_over(r->most_seconds)
                               ? no_time
                               : "the equation cannot be followed for long enough");
        goto end;
    }
    TRY_OR_END(s);
    TRY_OR_END(judge_equation(x, out));
    if (out->answer == STEP_UNBOUNDED && r->method != NULL) {
        s = find_first(x, out, why);
    }
end:
    for (int i = 0; i < x->count; i++) {
        free(x->parts[i].logs);
    }
    free(x->logs);
    free(x);
    return s;
}
