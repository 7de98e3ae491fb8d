// SPDX-License-Identifier: MIT
// What is sorted: keys of a distribution with values that identify each element, and the
// check of a result, which needs no sort of its own.
#ifndef BENCH_WORKLOAD_H
#define BENCH_WORKLOAD_H

#include <stdbool.h>

#include "bench_types.h"

#ifdef __cplusplus
extern "C" {
#endif

struct distribution {
    const char* name;
    const char* about;
    bool awkward; // for `glsort verify`; these come first
    // Rank `at` of `count`, of `bits` bits; state: of the random generator.
    uint64_t (*rank)(uint64_t* state, uint64_t at, uint64_t count, uint32_t bits);
};

// The table ends with a name of NULL.
extern const struct distribution distributions[];
const struct distribution* find_distribution(const char* name); // NULL: none

// Fills `keys` for a test: the same seed makes the same keys. Bits above those of the
// type, which a sort keeps and does not look at, are random.
void distribution_fill(const struct distribution* d, const struct key_type* key,
                       uint64_t seed, void* keys, uint32_t count);

struct task {
    const struct key_type* key;
    const struct value_type* values;
    const struct distribution* distribution;
    glsort_direction order;
    uint32_t count;
};

struct workload {
    struct task task;
    void* keys;
    void* values;       // see value_word(); NULL if the sort reads no values
    double entropy;     // sum over the bits of each bit's entropy, in bits a key
    uint64_t sum;       // of a hash of every rank
    uint64_t place_sum; // of a hash of every place
};

// The same task makes the same keys. False if there is no memory.
bool workload_create(struct workload* w, const struct task* task);
void workload_release(struct workload* w);

// Word `word` of the value of element `at`.
uint32_t value_word(const struct workload* w, uint32_t at, uint32_t word);

// True if keys and values are what a stable sort gives: of all elements, or of each block
// of `block` elements by itself. values: NULL if there are none.
bool workload_check(const struct workload* w, const void* keys, const void* values,
                    uint32_t block);

// Checks elements in their sorted order, also of sorts that are not stable; failures are
// sticky.
struct order_check {
    const struct workload* w;
    uint64_t last_rank;
    uint64_t sum;
    uint64_t place_sum;
    uint32_t last_at;
    uint32_t count;
    uint32_t stride; // one element in this many is looked up in the input
    uint32_t block;  // elements of a block that is sorted by itself; UINT32_MAX: all
    bool stable;
    bool right;
};

struct order_check order_check_start(const struct workload* w, bool stable);
// at: the element's place in the input, or UINT32_MAX if unknown.
void order_check_add(struct order_check* c, uint64_t rank, uint32_t at);
bool order_check_end(const struct order_check* c);

#ifdef __cplusplus
}
#endif

#endif
