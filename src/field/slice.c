#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "field/point.h"

status slice_take(slice *out, const phi *p, double w, bool inverted, message *why)
{
    const phi_info *info = phi_describe(p);
    size_t length = (size_t)(info->degree + 1) * (size_t)(info->degree_z + 1);
    precise *more = NULL;
    *out = (slice){.degree = info->degree, .degree_z = info->degree_z, .accuracy = slice_accuracy};
    TRY(precise_create(p, w, inverted, &more, why));
    out->more = more;
    TRY(memory_allocate(&out->owned, 2 * length, sizeof *out->owned, why));
    precise_numbers(more, out->owned, out->owned + length);
    out->c = out->owned;
    out->error = out->owned + length;
    return STATUS_OK;
}

void slice_clear(slice *s)
{
    if (s->owned != NULL || s->more != NULL) {
        precise_destroy((precise *)s->more);
        free(s->owned);
    }
    *s = (slice){.degree = s->degree, .degree_z = s->degree_z};
}

double slice_error(const slice *s, int j, double modulus)
{
    int n = s->degree_z;
    double sum = 0;
    for (int i = n; i >= 0; i--) {
        int at = j * (n + 1) + i;
        sum = sum * modulus + (s->error != NULL ? s->error[at] : slice_rounding(n, s->c[at]));
    }
    return sum;
}

bool slice_vanishes(const slice *s)
{
    return s->degree == 1 && slice_error(s, 0, 1) == 0;
}
