// SPDX-License-Identifier: MIT
#include "record_measure.h"

#include <stdlib.h>
#include <string.h>

void measure_ascending(const uint32_t* keys, uint32_t count, glsort_key key,
                       glsort_direction order, uint32_t* ascending)
{
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t bits = keys[i];
        if (key == GLSORT_KEY_I32)
            bits ^= 0x80000000u;
        else if (key == GLSORT_KEY_F32)
            bits ^= bits >> 31 ? 0xFFFFFFFFu : 0x80000000u;
        ascending[i] = order == GLSORT_DESCENDING ? ~bits : bits;
    }
}

static int compare_pairs(const void* a, const void* b)
{
    uint64_t x = *(const uint64_t*)a, y = *(const uint64_t*)b;
    return (x > y) - (x < y);
}

bool measure_ranks(const uint32_t* keys, uint32_t count, uint32_t* ranks)
{
    uint64_t* pairs = malloc(count * sizeof *pairs);
    if (!pairs)
        return false;
    for (uint32_t i = 0; i < count; ++i)
        pairs[i] = (uint64_t)keys[i] << 32 | i;
    qsort(pairs, count, sizeof *pairs, compare_pairs);
    for (uint32_t place = 0; place < count; ++place)
        ranks[(uint32_t)pairs[place]] = place;
    free(pairs);
    return true;
}

// Merges two sorted halves and counts how often the second was first.
static uint64_t merge(const uint32_t* from, uint32_t middle, uint32_t count, uint32_t* to)
{
    uint64_t crossed = 0;
    for (uint32_t a = 0, b = middle, out = 0; out < count; ++out) {
        if (b == count || (a < middle && from[a] < from[b])) {
            to[out] = from[a++];
        } else {
            to[out] = from[b++];
            crossed += middle - a;
        }
    }
    return crossed;
}

uint64_t measure_inversions(const uint32_t* order, const uint32_t* ranks, uint32_t count,
                            uint32_t* scratch)
{
    uint32_t *from = scratch, *to = scratch + count;
    uint64_t inversions = 0;
    for (uint32_t i = 0; i < count; ++i)
        from[i] = ranks[order[i]];
    for (uint32_t run = 1; run < count; run *= 2) {
        for (uint32_t first = 0; first < count; first += 2 * run) {
            uint32_t rest = count - first;
            uint32_t length = rest < 2 * run ? rest : 2 * run;
            inversions +=
                merge(from + first, run < length ? run : length, length, to + first);
        }
        uint32_t* other = from;
        from = to;
        to = other;
    }
    return inversions;
}

uint32_t measure_neighbours(const uint32_t* order, const uint32_t* ranks, uint32_t count)
{
    uint32_t in_order = 0;
    for (uint32_t i = 1; i < count; ++i)
        in_order += ranks[order[i - 1]] < ranks[order[i]];
    return in_order;
}
