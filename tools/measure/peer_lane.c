// SPDX-License-Identifier: MIT
#include "lane.h"

#include <string.h>

static void fill_records(const struct arena* a)
{
    const struct task* t = &a->work.task;
    size_t offset = peer_rank_offset(t->key->bytes, t->values->bytes);
    size_t record = offset + t->key->bytes;
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

static double run(struct lane* lane)
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

static bool check(struct lane* lane)
{
    const struct arena* a = lane->arena;
    const struct task* t = &a->work.task;
    size_t offset = peer_rank_offset(t->key->bytes, t->values->bytes);
    size_t record = offset + t->key->bytes;
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

const struct lane_kind peer_lane_kind = {.run = run, .check = check};
