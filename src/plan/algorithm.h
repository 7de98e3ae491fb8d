// SPDX-License-Identifier: MIT
// What every algorithm offers to the plan. All functions are pure: no GL, no state.
#ifndef GLSORT_ALGORITHM_H
#define GLSORT_ALGORITHM_H

#include "refusal.h"
#include "schedule.h"

// A plan's descriptor with every default filled in, as builders see it.
struct sort_desc {
    uint32_t max_count;
    glsort_key key;
    glsort_order order;
    glsort_values values;
    glsort_backend backend; // never AUTO
    glsort_count_source count_source;
    glsort_storage storage;
    bool discard_keys;
    bool blocks_alone;  // sort every 1 << local_log elements by themselves
    glsort_split split; // never AUTO
    glsort_local local; // never AUTO
    glsort_network network;
    glsort_ranking ranking; // never AUTO
    uint32_t first_bit;     // first_bit + bit_count <= bits of a key, bit_count > 0
    uint32_t bit_count;
    bool in_place; // of this run: a first pass must not scatter to the outputs
    glsort_tree_schedule tree_schedule;
    uint32_t local_log; // log2 of local_size
    uint32_t merge_log; // log2 of merge_size
};

// What limits a sort and how far. Filled by algorithms for max_count.
struct capacity {
    uint32_t max_count;
    const char* reason; // a static sentence
};

struct peek_request {
    uint32_t done; // passes that the algorithm has appended
    bool keys;     // never with discard_keys
    bool values;
    // For wide_sort.c: the schedule whose first passes are done, and how many of all.
    const struct schedule* run;
    uint32_t run_done;
};

// An algorithm sorts keys of one word, by a range of bits only if it is radix, and values
// of one word; what takes more is made of such sorts (wide_sort.h).
struct algorithm {
    glsort_algorithm id;
    const char* name;
    bool takes_bit_ranges; // sorts by first_bit and bit_count by itself

    // Why it cannot serve the descriptor, or NOT_REFUSED.
    struct refusal (*refuses)(const struct sort_desc* desc,
                              const struct glsort_limits* limits);

    // The largest count on a device of these limits, and why. desc->max_count is not
    // read.
    struct capacity (*capacity)(const struct sort_desc* desc,
                                const struct glsort_limits* limits);

    // Appends the passes that sort `count` elements, 0 <= count <= desc->max_count, and
    // declares scratch enough for max_count. With schedule.gpu_count the plan has
    // appended the pass that takes the count, and passes are sized for max_count.
    void (*build)(const struct sort_desc* desc, const struct glsort_limits* limits,
                  uint32_t count, struct schedule* s);

    // Appends the passes that write the order reached after the first `done` passes of
    // build(count) to SLOT_PEEK_KEYS and SLOT_PEEK_VALUES, as far as they are wanted, and
    // declares the same scratch.
    void (*peek)(const struct sort_desc* desc, const struct glsort_limits* limits,
                 uint32_t count, const struct peek_request* request, struct schedule* s);
};

extern const struct algorithm glsort_abisort_algorithm;
extern const struct algorithm glsort_abisort_tree_algorithm;
extern const struct algorithm glsort_bitonic_algorithm;
extern const struct algorithm glsort_radix_algorithm;

#endif
