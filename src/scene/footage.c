#include "scene/footage.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

int footage_step(const footage *f, double t)
{
    int low = 0, high = f->count - 1;
    while (low + 1 < high) {
        int middle = low + (high - low) / 2;
        if (f->t[middle] <= t) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The slope at step i of the parabola through it and its neighbours. */
static double slope_at(const footage *f, const double *rows, int i, int coordinate)
{
    int n = f->system->positions;
    int middle = i == 0 ? 1 : i == f->count - 1 ? i - 1 : i;
    const double *t = f->t + middle, *x = rows + (size_t)middle * (size_t)n + coordinate;
    double before = t[0] - t[-1], after = t[1] - t[0];
    double first = (x[0] - x[-n]) / before, second = (x[n] - x[0]) / after;
    double bend = (second - first) / (before + after); /* half of the second derivative */
    return first + bend * before + 2 * bend * (f->t[i] - t[0]);
}

void footage_positions(const footage *f, const double *rows, double t, double *out)
{
    int n = f->system->positions, k = footage_step(f, t);
    const double *a = rows + (size_t)k * (size_t)n, *b = a + n;
    if (f->count == 1) {
        memcpy(out, a, (size_t)n * sizeof *out);
        return;
    }
    double h = f->t[k + 1] - f->t[k], s = fmin(fmax((t - f->t[k]) / h, 0), 1), r = 1 - s;
    for (int i = 0; i < n; i++) {
        double from = a[i], to = b[i], straight = s == 0 ? from : s == 1 ? to : r * from + s * to;
        double m0 = f->count > 2 ? h * slope_at(f, rows, k, i) : to - from;
        double m1 = f->count > 2 ? h * slope_at(f, rows, k + 1, i) : to - from;
        /* Hermite: the straight line, and what vanishes at both ends. */
        double bow = s * r * (r * (m0 - (to - from)) - s * (m1 - (to - from)));
        out[i] = isfinite(bow) ? straight + bow : straight;
    }
}

bool footage_has_picture(const system_entry *e)
{
    double values[PROBLEMS_MAX_PARAMETERS];
    constrained *c = NULL;
    message unused;
    for (int i = 0; i < e->parameter_count; i++) {
        values[i] = e->parameters[i].initial;
    }
    bool has = system_entry_create(e, values, &c, &unused) == STATUS_OK && c->draw != NULL;
    constrained_destroy(c);
    return has;
}

/* "ascher-petzold-1 has no picture; pendulum, chain have" */
static status refuse_system(const char *name, message *why)
{
    text names = {0};
    for (int i = 0; i < systems_count(); i++) {
        if (footage_has_picture(systems_at(i))) {
            text_add(&names, "%s%s", names.length > 0 ? ", " : "", systems_at(i)->name);
        }
    }
    status s = refuse(why, "%s has no picture; %s have", name,
                      names.data != NULL ? names.data : "mechanisms");
    text_clear(&names);
    return s;
}

status footage_check(const footage *f, message *why)
{
    if (f->system->draw == NULL) {
        return refuse_system(f->system->name, why);
    }
    if (f->count < 1) {
        return refuse(why, "%d recorded steps: at least 1 is needed for a film", f->count);
    }
    for (int i = 0; i < f->count; i++) {
        if (!isfinite(f->t[i]) || (i > 0 && !(f->t[i] > f->t[i - 1]))) {
            return refuse(why, "step %d is at t = %g: finite times that increase are accepted", i,
                          f->t[i]);
        }
    }
    const double *v = f->view;
    bool is_open = v[0] == 0 && v[1] == 0 && v[2] == 0 && v[3] == 0;
    bool is_finite = isfinite(v[1] - v[0]) && isfinite(v[3] - v[2]);
    if (!is_open && !(is_finite && v[0] < v[1] && v[2] < v[3])) {
        return refuse(why, "view %g,%g,%g,%g: X0,X1,Y0,Y1 with X0 < X1 and Y0 < Y1 is accepted",
                      v[0], v[1], v[2], v[3]);
    }
    return STATUS_OK;
}
