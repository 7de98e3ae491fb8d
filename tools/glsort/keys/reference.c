// SPDX-License-Identifier: MIT
// A radix sort by bytes, least significant first. It shares nothing with the library, not
// even how keys are made comparable.
#include "reference.h"

#include <stdlib.h>
#include <string.h>

#include "complain.h"
#include "key_list.h"

struct item {
    uint64_t rank; // unsigned order = the order wanted
    uint32_t place;
};

static uint32_t bits_of(glsort_key type)
{
    if (type == GLSORT_KEY_U16)
        return 16;
    return keys_words(type) == 2 ? 64 : 32;
}

static uint64_t low_bits(uint64_t number, uint32_t bits)
{
    return bits == 64 ? number : number & ((UINT64_C(1) << bits) - 1);
}

uint64_t reference_rank(const uint32_t* key, const glsort_sort_desc* desc)
{
    uint32_t bits = bits_of(desc->key);
    uint64_t top = UINT64_C(1) << (bits - 1);
    uint64_t rank = bits == 64 ? (uint64_t)key[1] << 32 | key[0] : key[0];
    bool negative = (rank & top) != 0;
    if (desc->key == GLSORT_KEY_I32 || desc->key == GLSORT_KEY_I64)
        rank += top;
    if (desc->key == GLSORT_KEY_F32 || desc->key == GLSORT_KEY_F64)
        rank = negative ? ~rank : rank + top;
    rank = low_bits(rank, bits);
    if (desc->direction == GLSORT_DESCENDING)
        rank = low_bits(UINT64_MAX, bits) - rank;
    uint32_t wanted = desc->bit_count > 0 ? desc->bit_count : bits - desc->first_bit;
    return low_bits(rank >> desc->first_bit, wanted);
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

bool reference_argsort(const uint32_t* keys, uint32_t count, const glsort_sort_desc* desc,
                       uint32_t* places)
{
    size_t words = keys_words(desc->key);
    int bytes = words == 2 ? 8 : 4; // an even number of passes ends in items
    struct item* items = malloc(2 * (size_t)count * sizeof *items + 1);
    if (!items)
        return complain_of_memory();
    for (uint32_t i = 0; i < count; i++)
        items[i] =
            (struct item){.rank = reference_rank(keys + i * words, desc), .place = i};
    for (int byte = 0; byte < bytes; byte++) {
        struct item* from = byte % 2 == 0 ? items : items + count;
        struct item* to = byte % 2 == 0 ? items + count : items;
        sort_by_byte(from, to, count, byte);
    }
    for (uint32_t i = 0; i < count; i++)
        places[i] = items[i].place;
    free(items);
    return true;
}
