// SPDX-License-Identifier: MIT
// The tree of losers is Knuth's (The Art of Computer Programming 3, 5.4.1). A step up
// compares without a branch, because which run is next cannot be predicted.
#include "host_merge.h"

#include <string.h>

#define ENDED (UINT64_C(1) << 32)

// ---- the tree -------------------------------------------------------------------------

static struct merge_node head_of(const struct merge_tree* t, uint32_t run, uint32_t words)
{
    const glsort_sorted_run* r = &t->runs[run];
    if (r->count == 0)
        return (struct merge_node){UINT64_MAX, ENDED | run};
    return (struct merge_node){host_order_rank(&t->order, r->keys, words), run};
}

static inline bool is_before(struct merge_node a, struct merge_node b)
{
    return (a.rank < b.rank) | ((a.rank == b.rank) & (a.run < b.run));
}

// Sets the losers below a node and returns their winner. Recurses as deep as the tree.
static struct merge_node play(struct merge_tree* t, uint32_t node)
{
    if (node >= t->run_count)
        return head_of(t, node - t->run_count, t->order.words);
    struct merge_node a = play(t, 2 * node);
    struct merge_node b = play(t, 2 * node + 1);
    bool first = is_before(a, b);
    t->nodes[node] = first ? b : a;
    return first ? a : b;
}

void glsort_merge_tree_build(struct merge_tree* t)
{
    t->nodes[0] = play(t, 1);
}

static inline struct merge_node replay(struct merge_node* nodes, uint32_t leaf,
                                       struct merge_node x)
{
    for (uint32_t at = leaf / 2; at > 0; at /= 2) {
        struct merge_node y = nodes[at];
        bool swaps = is_before(y, x);
        nodes[at].rank = swaps ? x.rank : y.rank;
        nodes[at].run = swaps ? x.run : y.run;
        x.rank = swaps ? y.rank : x.rank;
        x.run = swaps ? y.run : x.run;
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
        winner = replay(t->nodes, t->run_count + run, head_of(t, run, words));
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
