// SPDX-License-Identifier: MIT
// The tree of losers is Knuth's (The Art of Computer Programming 3, 5.4.1). A step up
// compares without a branch, because which run is next cannot be predicted.
#include "host_merge.h"

#include <string.h>

#define ENDED (UINT64_C(1) << 32)

// ---- the tree -------------------------------------------------------------------------

// A run of one-word keys is part of its rank, so that one comparison orders both.
static inline struct merge_node node_of(uint64_t rank, uint32_t run, bool ended,
                                        uint32_t words)
{
    uint64_t end = 0 - (uint64_t)ended;
    if (words == 1)
        return (struct merge_node){(rank << 32 | run) | end, run | (end & ENDED)};
    return (struct merge_node){rank | end, run | (end & ENDED)};
}

static inline bool is_before(struct merge_node a, struct merge_node b, uint32_t words)
{
    if (words == 1)
        return a.rank < b.rank;
    return (a.rank < b.rank) | ((a.rank == b.rank) & (a.run < b.run));
}

// The rank of element `at` of the run, if it has one.
static inline uint64_t rank_ahead(const struct merge_tree* t, const glsort_sorted_run* r,
                                  uint32_t at, uint32_t words)
{
    const uint32_t* keys = r->keys;
    return r->count > at ? host_order_rank(&t->order, keys + at * words, words) : 0;
}

// Sets the losers below a node and returns their winner. Recurses as deep as the tree.
static struct merge_node play(struct merge_tree* t, uint32_t node)
{
    uint32_t words = t->order.words;
    if (node >= t->run_count) {
        uint32_t run = node - t->run_count;
        const glsort_sorted_run* r = &t->runs[run];
        t->next[run] = rank_ahead(t, r, 1, words);
        return node_of(rank_ahead(t, r, 0, words), run, r->count == 0, words);
    }
    struct merge_node a = play(t, 2 * node);
    struct merge_node b = play(t, 2 * node + 1);
    bool first = is_before(a, b, words);
    t->nodes[node] = first ? b : a;
    return first ? a : b;
}

void glsort_merge_tree_build(struct merge_tree* t)
{
    t->nodes[0] = play(t, 1);
}

// Swaps by masks: compilers make branches of conditional moves here.
static inline struct merge_node replay(struct merge_node* nodes, uint32_t leaf,
                                       struct merge_node x, uint32_t words)
{
    for (uint32_t at = leaf / 2; at > 0; at /= 2) {
        struct merge_node y = nodes[at];
        uint64_t swaps = 0 - (uint64_t)is_before(y, x, words);
        uint64_t rank = (x.rank ^ y.rank) & swaps;
        uint64_t run = (x.run ^ y.run) & swaps;
        nodes[at].rank = y.rank ^ rank;
        x.rank ^= rank;
        nodes[at].run = y.run ^ run;
        x.run ^= run;
    }
    return x;
}

// The loop of all sizes, which are constants at every call.
static inline uint64_t take(struct merge_tree* t, uint8_t* keys, uint8_t* values,
                            uint64_t room, uint32_t words, uint32_t value_bytes)
{
    struct merge_node winner = t->nodes[0];
    uint64_t done = 0;
    bool starved = false;
    while (done < room && winner.run < ENDED && !starved) {
        uint32_t run = (uint32_t)winner.run;
        glsort_sorted_run* r = &t->runs[run];
        if (keys != NULL) {
            memcpy(keys, r->keys, 4 * (size_t)words);
            keys += 4 * (size_t)words;
        }
        if (value_bytes > 0) {
            memcpy(values, r->values, value_bytes);
            values += value_bytes;
            r->values = (const uint8_t*)r->values + value_bytes;
        }
        r->keys = (const uint32_t*)r->keys + words;
        --r->count;
        ++done;
        starved = r->count == 0 && r->more != 0;
        winner = node_of(t->next[run], run, r->count == 0, words);
        winner = replay(t->nodes, t->run_count + run, winner, words);
        t->next[run] = rank_ahead(t, r, 1, words); // early, because it comes from memory
    }
    t->nodes[0] = winner;
    return done;
}

static uint64_t take_words(struct merge_tree* t, uint8_t* keys, uint8_t* values,
                           uint64_t room, uint32_t words)
{
    switch (t->value_bytes) {
    case 0: return take(t, keys, NULL, room, words, 0);
    case 4: return take(t, keys, values, room, words, 4);
    case 8: return take(t, keys, values, room, words, 8);
    default: return take(t, keys, values, room, words, 16);
    }
}

uint64_t glsort_merge_tree_take(struct merge_tree* t, void* keys, void* values,
                                uint64_t room)
{
    return t->order.words == 1 ? take_words(t, keys, values, room, 1)
                               : take_words(t, keys, values, room, 2);
}

// ---- splits ---------------------------------------------------------------------------

// The elements of a run whose rank is below `rank`, or with `equal` at most `rank`.
static uint64_t count_below(const struct host_order* order, const glsort_sorted_run* run,
                            uint64_t rank, bool equal)
{
    const uint32_t* keys = run->keys;
    uint64_t first = 0;
    uint64_t left = run->count;
    while (left > 0) {
        uint64_t half = left / 2;
        uint64_t there =
            host_order_rank(order, keys + (first + half) * order->words, order->words);
        bool below = there < rank || (equal && there == rank);
        first = below ? first + half + 1 : first;
        left = below ? left - half - 1 : half;
    }
    return first;
}

static uint64_t count_all(const struct host_order* order, const glsort_sorted_run* runs,
                          uint32_t run_count, uint64_t rank)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < run_count; ++i)
        sum += count_below(order, &runs[i], rank, true);
    return sum;
}

void glsort_merge_split(const struct host_order* order, const glsort_sorted_run* runs,
                        uint32_t run_count, uint64_t count, uint64_t* parts)
{
    // The least rank that `count` elements do not exceed is that of the last of them.
    uint64_t least = 0;
    uint64_t most = order->mask;
    while (least < most) {
        uint64_t middle = least + (most - least) / 2;
        if (count_all(order, runs, run_count, middle) >= count)
            most = middle;
        else
            least = middle + 1;
    }
    uint64_t left = count;
    for (uint32_t i = 0; i < run_count; ++i) {
        parts[i] = count_below(order, &runs[i], least, false);
        left -= parts[i];
    }
    for (uint32_t i = 0; i < run_count; ++i) {
        uint64_t equal = count_below(order, &runs[i], least, true) - parts[i];
        uint64_t taken = equal < left ? equal : left;
        parts[i] += taken;
        left -= taken;
    }
}
