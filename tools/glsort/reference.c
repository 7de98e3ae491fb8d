// SPDX-License-Identifier: MIT
// A radix sort by bytes, least significant first. It shares nothing with the library, not
// even how keys are made comparable.
#include "reference.h"

#include <stdlib.h>
#include <string.h>

#include "complain.h"

struct item {
    uint32_t rank; // unsigned order = the order wanted
    uint32_t place;
};

static uint32_t rank_of(uint32_t bits, glsort_key type, glsort_order order)
{
    uint32_t rank = bits;
    bool negative = bits >> 31;
    if (type == GLSORT_KEY_I32)
        rank = bits + 0x80000000u;
    if (type == GLSORT_KEY_F32)
        rank = negative ? ~bits : bits + 0x80000000u;
    return order == GLSORT_DESCENDING ? UINT32_MAX - rank : rank;
}

static void sort_by_byte(const struct item* from, struct item* to, uint32_t count,
                         int byte)
{
    size_t starts[257] = {0};
    for (uint32_t i = 0; i < count; i++)
        starts[(from[i].rank >> 8 * byte & 0xFF) + 1]++;
    for (int i = 0; i < 256; i++)
        starts[i + 1] += starts[i];
    for (uint32_t i = 0; i < count; i++)
        to[starts[from[i].rank >> 8 * byte & 0xFF]++] = from[i];
}

bool reference_argsort(const uint32_t* keys, uint32_t count, glsort_key type,
                       glsort_order order, uint32_t* places)
{
    struct item* items = malloc(2 * (size_t)count * sizeof *items + 1);
    if (!items)
        return complain_of_memory();
    for (uint32_t i = 0; i < count; i++)
        items[i] = (struct item){.rank = rank_of(keys[i], type, order), .place = i};
    for (int byte = 0; byte < 4; byte++) {
        struct item* from = byte % 2 == 0 ? items : items + count;
        struct item* to = byte % 2 == 0 ? items + count : items;
        sort_by_byte(from, to, count, byte);
    }
    for (uint32_t i = 0; i < count; i++)
        places[i] = items[i].place;
    free(items);
    return true;
}
