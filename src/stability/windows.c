#include "stability/windows.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static status make_room(windows *set, message *why)
{
    if (set->count < set->capacity) {
        return STATUS_OK;
    }
    window *larger = NULL;
    int capacity = 2 * set->capacity + 4;
    TRY(memory_allocate(&larger, (size_t)capacity, sizeof *larger, why));
    if (set->count > 0) {
        memcpy(larger, set->list, (size_t)set->count * sizeof *larger);
    }
    free(set->list);
    set->list = larger;
    set->capacity = capacity;
    return STATUS_OK;
}

status windows_append(windows *set, window w, message *why)
{
    window *last = set->count > 0 ? &set->list[set->count - 1] : NULL;
    if (last != NULL && last->to == w.from && (last->to_closed || w.from_closed)) {
        last->to = w.to;
        last->to_closed = w.to_closed;
        return STATUS_OK;
    }
    TRY(make_room(set, why));
    set->list[set->count++] = w;
    return STATUS_OK;
}

status windows_everything(windows *out, message *why)
{
    *out = (windows){0};
    return windows_append(out, (window){.from = 0, .to = QUAD_INFINITY}, why);
}

/* The common part of two windows; false when there is none, or a single point only. */
static bool overlap(const window *a, const window *b, window *out)
{
    const window *later = a->from > b->from ? a : b;
    const window *earlier = a->to < b->to ? a : b;
    *out = (window){
        .from = later->from,
        .to = earlier->to,
        .from_closed = a->from == b->from ? a->from_closed && b->from_closed : later->from_closed,
        .to_closed = a->to == b->to ? a->to_closed && b->to_closed : earlier->to_closed};
    return out->from < out->to;
}

status windows_intersect(windows *set, const windows *other, quad by, message *why)
{
    windows common = {0};
    status s = STATUS_OK;
    int i = 0, j = 0;
    while (i < set->count && j < other->count) {
        window scaled = other->list[j], both;
        scaled.from /= by;
        scaled.to /= by;
        if (overlap(&set->list[i], &scaled, &both)) {
            TRY_OR_END(windows_append(&common, both, why));
        }
        *(set->list[i].to < scaled.to ? &i : &j) += 1;
    }
    windows swapped = *set;
    *set = common;
    common = swapped;
end:
    windows_clear(&common);
    return s;
}

void windows_clear(windows *set)
{
    free(set->list);
    *set = (windows){0};
}
