// SPDX-License-Identifier: MIT
#include "peer.h"

#include <stdlib.h>

uint32_t peer_rank_offset(uint32_t rank_bytes, uint32_t value_bytes)
{
    return (value_bytes + rank_bytes - 1) / rank_bytes * rank_bytes;
}

#define COMPARE(TYPE, RANK, OFFSET)                                                      \
    static int compare_##RANK##_##OFFSET(const void* a, const void* b)                   \
    {                                                                                    \
        TYPE x = *(const TYPE*)((const char*)a + OFFSET);                                \
        TYPE y = *(const TYPE*)((const char*)b + OFFSET);                                \
        return (x > y) - (x < y);                                                        \
    }
COMPARE(uint32_t, 4, 0)
COMPARE(uint32_t, 4, 4)
COMPARE(uint32_t, 4, 8)
COMPARE(uint32_t, 4, 16)
COMPARE(uint64_t, 8, 0)
COMPARE(uint64_t, 8, 8)
COMPARE(uint64_t, 8, 16)

static bool sort_by_qsort(void* records, size_t count, uint32_t rank_bytes,
                          uint32_t value_bytes)
{
    static const struct {
        uint32_t rank_bytes, offset;
        int (*compare)(const void*, const void*);
    } shapes[] = {
        {4, 0, compare_4_0},   {4, 4, compare_4_4}, {4, 8, compare_4_8},
        {4, 16, compare_4_16}, {8, 0, compare_8_0}, {8, 8, compare_8_8},
        {8, 16, compare_8_16},
    };
    uint32_t offset = peer_rank_offset(rank_bytes, value_bytes);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i)
        if (shapes[i].rank_bytes == rank_bytes && shapes[i].offset == offset) {
            qsort(records, count, offset + rank_bytes, shapes[i].compare);
            return true;
        }
    return false;
}

const struct peer plain_peers[] = {
    {"qsort", "libc", false, sort_by_qsort},
    {0},
};
