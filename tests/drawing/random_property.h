/* Random values of properties: as they may be typed, among them the limits, and none. */
#ifndef TESTS_RANDOM_PROPERTY_H
#define TESTS_RANDOM_PROPERTY_H

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dae/problems.h"
#include "drawing/kinds.h"
#include "support/support.h"

static inline double random_number_of(const property *p)
{
    double least = fmax(p->least, -1e6), most = fmin(p->most, 1e6);
    double number = random_integer(0, 3) == 0   ? least
                    : random_integer(0, 3) == 0 ? most
                                                : random_between(least, most);
    bool is_far = fabs(number) > 100 && random_integer(0, 1) == 0;
    return is_far ? random_between(fmax(least, -9), fmin(most, 9)) : number;
}

static inline void random_list(const property *p, int count, const char *between, bool rises,
                               char *out, size_t size)
{
    double last = -9;
    out[0] = '\0';
    for (int i = 0; i < count; i++) {
        bool begins = !rises || (count == 4 && i == 2);
        last = begins ? random_between(fmax(p->least, -9), fmin(p->most, 9))
                      : last + random_between(0.5, 8);
        size_t used = strlen(out);
        snprintf(out + used, size - used, "%s%.17g", i > 0 ? between : "", last);
    }
}

/* False when there is no value of this kind to be had. */
static inline bool random_property(const property *p, char *out, size_t size)
{
    static const char *const texts[] = {
        "bdf:3", "./a b/c.method", "spin:gauss:2,keep=u", "x", "\xCF\x83.csv", "a=b", "\"quoted\""};
    int count = 0;
    bool may_be_none = p->initial[0] == '\0' && random_integer(0, 3) == 0;
    out[0] = '\0';
    if (may_be_none) {
        return true;
    }
    if (p->kind->is_flag) {
        snprintf(out, size, "%s", random_integer(0, 1) ? "on" : "off");
    } else if (p->choice != NULL) {
        while (p->choice(count) != NULL) {
            count++;
        }
        snprintf(out, size, "%s", p->choice(random_integer(0, count - 1)));
    } else if (p->kind == &property_text || p->kind == &property_line) {
        snprintf(out, size, "%s", texts[random_integer(0, 6)]);
    } else if (p->kind == &property_number) {
        snprintf(out, size, "%.17g", random_number_of(p));
    } else if (p->kind == &property_integer || p->kind == &drawing_steps_kind) {
        snprintf(out, size, "%.0f", random_number_of(p));
    } else if (p->kind == &property_numbers) {
        random_list(p, random_integer(1, 3), ",", false, out, size);
    } else if (p->kind == &property_range) {
        random_list(p, 2, ":", true, out, size);
    } else if (p->kind == &property_rectangle) {
        random_list(p, 4, ",", true, out, size);
    } else if (p->kind == &property_size) {
        snprintf(out, size, "%dx%d", random_integer(1, 400), random_integer(1, 400));
    } else if (p->kind == &property_methods) {
        snprintf(out, size, "%s",
                 random_integer(0, 1) ? "bdf:2" : "radau-iia:2,spin:gauss:2,keep=u,rk4");
    } else if (p->kind == &drawing_problem_kind) {
        snprintf(out, size, "%s", problems_at(random_integer(0, problems_count() - 1))->name);
    } else if (p->kind == &drawing_parameters_kind) {
        snprintf(out, size, "delta=%.17g,eta=2", random_between(-3, 3));
    } else {
        return false;
    }
    return true;
}

#endif
