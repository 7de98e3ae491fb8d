// SPDX-License-Identifier: MIT
// The largest scratch gets the largest object of its kind, and so on. So the objects of
// one kind are, by size, as large as those of the schedule that needs most.
#include "pool.h"

#include <string.h>

static bool is_kind(const struct scratch* a, const struct scratch* b, bool exact)
{
    if (a->zeroed != b->zeroed || a->cleared_after_cut != b->cleared_after_cut ||
        (exact && a->texels != b->texels))
        return false;
    return a->format == b->format && a->layers == b->layers &&
           a->width_log == b->width_log && (!a->zeroed || strcmp(a->name, b->name) == 0);
}

// Index of the largest in the list that is not `taken`; `count` if there is none. like:
// only of its kind, or NULL.
static uint32_t largest(const struct scratch* list, uint32_t count, const bool* taken,
                        const struct scratch* like, bool exact)
{
    uint32_t best = count;
    for (uint32_t i = 0; i < count; ++i)
        if (!taken[i] && (like == NULL || is_kind(&list[i], like, exact)) &&
            (best == count || list[i].bytes > list[best].bytes))
            best = i;
    return best;
}

bool glsort_pool_place(struct pool* pool, const struct scratch* list, uint32_t count,
                       uint8_t* at)
{
    struct pool grown = *pool;
    bool placed[POOL_OBJECTS] = {0}, used[POOL_OBJECTS] = {0};
    for (uint32_t done = 0; done < count; ++done) {
        const uint32_t next = largest(list, count, placed, NULL, false);
        const struct scratch* wanted = &list[next];
        uint32_t i = largest(grown.objects, grown.count, used, wanted, grown.exact);
        if (i == POOL_OBJECTS)
            return false;
        if (i == grown.count)
            grown.objects[grown.count++] = *wanted;
        else if (grown.objects[i].bytes < wanted->bytes)
            grown.objects[i] = *wanted;
        placed[next] = used[i] = true;
        at[next] = (uint8_t)i;
    }
    *pool = grown;
    return true;
}

uint64_t glsort_pool_bytes(const struct pool* pool)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < pool->count; ++i)
        sum += pool->objects[i].bytes;
    return sum;
}
