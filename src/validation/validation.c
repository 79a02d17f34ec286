#include "validation/validation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Growths outside of this range are compared by verdict only. */
static const double smallest_compared = 1e-3;
static const double largest_compared = 1e3;

/* A kernel that turns faster leaves nothing of the stages in double precision: a step that is
 * singular there says nothing about the method, and neither does a size. */
static const double fastest_compared = 1e5;

static bool is_lost(const view *v, long i)
{
    double w = view_w(v, view_y(v, (int)(i / v->width)));
    return fabs(w) > fastest_compared;
}

static agreement compare_stability(bool is_predicted, growth_verdict measured)
{
    bool is_measured = measured == GROWTH_STABLE;
    return is_predicted != is_measured ? DISAGREE : is_measured ? AGREE_STABLE : AGREE_UNSTABLE;
}

agreement validation_compare(verdict predicted, double predicted_growth, growth_verdict measured,
                             double rate)
{
    if (measured == GROWTH_NOT_MEASURED) {
        return NOT_MEASURED;
    }
    bool looks_like_pole =
        measured == GROWTH_SINGULAR || (measured == GROWTH_UNSTABLE && rate > log(growth_pole));
    switch (predicted) {
    case VERDICT_BOUNDARY:
        return TOO_CLOSE;
    case VERDICT_UNDEFINED:
        return measured == GROWTH_SINGULAR ? AGREE_UNSTABLE : TOO_CLOSE;
    case VERDICT_POLE:
        return looks_like_pole                                             ? AGREE_UNSTABLE
               : measured == GROWTH_FAILED || measured == GROWTH_UNDECIDED ? TOO_CLOSE
                                                                           : DISAGREE;
    default:
        break;
    }
    if (measured == GROWTH_UNDECIDED || measured == GROWTH_FAILED) {
        return TOO_CLOSE;
    }
    if (measured == GROWTH_SINGULAR) { /* rounding may see a pole where one is near */
        return predicted_growth > growth_pole ? AGREE_UNSTABLE : DISAGREE;
    }
    return compare_stability(predicted == VERDICT_STABLE, measured);
}

bool validation_is_wrong_size(double predicted_growth, growth_verdict measured, double rate,
                              double uncertainty)
{
    bool has_size =
        measured == GROWTH_STABLE || measured == GROWTH_UNSTABLE || measured == GROWTH_UNDECIDED;
    return has_size && predicted_growth >= smallest_compared &&
           predicted_growth <= largest_compared && fabs(rate - log(predicted_growth)) > uncertainty;
}

/* What to say of pixel i; notes a size that is wrong. */
static agreement compare(const field *predicted, const measurement *measured, long i,
                         validation *out)
{
    growth_verdict m = (growth_verdict)measured->verdict[i];
    double expected = predicted->exact[i], rate = measured->rate[i];
    agreement a = validation_compare((verdict)predicted->verdict[i], expected, m, rate);
    if (is_lost(&measured->view, i)) {
        return a == DISAGREE && m == GROWTH_SINGULAR ? TOO_CLOSE : a;
    }
    if (a != DISAGREE && validation_is_wrong_size(expected, m, rate, measured->uncertainty[i])) {
        out->wrong_size++;
        return DISAGREE;
    }
    return a;
}

/* The largest difference, and where. */
static void note_difference(validation *out, double expected, double rate, long i)
{
    double difference = fabs(exp(rate) - expected) / expected;
    if (difference > out->largest_difference) {
        out->largest_difference = difference;
        out->worst_column = (int)(i % out->view.width);
        out->worst_row = (int)(i / out->view.width);
    }
}

status validation_of(const field *predicted, const measurement *measured, validation *out,
                     message *why)
{
    const view *v = &measured->view;
    long count = (long)v->width * v->height;
    *out = (validation){.view = *v, .worst_column = -1, .worst_row = -1};
    TRY(memory_allocate(&out->agreement, (size_t)count, 1, why));
    for (long i = 0; i < count; i++) {
        growth_verdict m = (growth_verdict)measured->verdict[i];
        double expected = predicted->exact[i];
        agreement a = compare(predicted, measured, i, out);
        out->agreement[i] = (unsigned char)a;
        out->counts[a]++;
        out->failed += m == GROWTH_FAILED;
        bool is_decided = m == GROWTH_STABLE || m == GROWTH_UNSTABLE;
        if (is_decided && expected >= smallest_compared && expected <= largest_compared) {
            note_difference(out, expected, measured->rate[i], i);
        }
    }
    return STATUS_OK;
}

void validation_clear(validation *v)
{
    free(v->agreement);
    v->agreement = NULL;
}
