// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>

#include "lane.h"

static uint32_t rank_offset(const struct task* task)
{
    uint32_t rank = task->key->bytes;
    return (task->values->bytes + rank - 1) / rank * rank;
}

size_t peer_record_bytes(const struct task* task)
{
    return rank_offset(task) + task->key->bytes;
}

static void fill_records(const struct arena* a)
{
    const struct task* t = &a->work.task;
    size_t record = peer_record_bytes(t), offset = rank_offset(t);
    uint32_t words = t->values->bytes / 4;
    for (uint32_t i = 0; i < t->count; ++i) {
        char* to = (char*)a->bytes + i * record;
        uint64_t rank = rank_of_key(t->key, t->order, key_at(t->key, a->work.keys, i));
        for (uint32_t k = 0; k < words; ++k) {
            uint32_t word = k == 0 ? i : value_word(&a->work, i, k);
            memcpy(to + 4 * k, &word, sizeof word);
        }
        set_key(t->key, to + offset, 0, rank);
    }
}

double peer_lane_run(struct lane* lane)
{
    const struct arena* a = lane->arena;
    const struct task* t = &a->work.task;
    fill_records(a);
    double start = clock_ms();
    if (lane->peer->sort(a->bytes, t->count, t->key->bytes, t->values->bytes))
        return clock_ms() - start;
    lane_refuse(lane, "it has no sort for records of this size");
    return -1.0;
}

bool peer_lane_check(struct lane* lane)
{
    const struct arena* a = lane->arena;
    const struct task* t = &a->work.task;
    size_t record = peer_record_bytes(t), offset = rank_offset(t);
    struct order_check c = order_check_start(&a->work, lane->peer->stable);
    for (uint32_t i = 0; i < t->count; ++i) {
        const char* from = (const char*)a->bytes + i * record;
        uint32_t at = UINT32_MAX;
        if (t->values->bytes > 0)
            memcpy(&at, from, sizeof at);
        order_check_add(&c, key_at(t->key, from + offset, 0), at);
    }
    return order_check_end(&c);
}

// ---- qsort ----------------------------------------------------------------------------

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
    uint32_t offset = (value_bytes + rank_bytes - 1) / rank_bytes * rank_bytes;
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
