// SPDX-License-Identifier: MIT
// The interface between the plan and an algorithm: a descriptor with defaults filled in,
// and the functions that an algorithm implements. All of them are pure: no GL, no state.
#ifndef GLSORT_ALGORITHM_H
#define GLSORT_ALGORITHM_H

#include "refusal.h"
#include "schedule.h"

// A plan's descriptor with every default filled in. Builders read it.
struct sort_desc {
    uint32_t max_count;
    glsort_key key;
    glsort_direction direction;
    glsort_values values;
    glsort_method method;   // never AUTO
    glsort_backend backend; // never AUTO
    glsort_count_source count_source;
    uint32_t textures;   // GLSORT_TEXTURE_* of resources that the plan uses
    uint32_t key_stride; // of the inputs, bytes; 0 if packed
    uint32_t value_stride;
    bool discard_keys;
    uint32_t first_bit; // first_bit + bit_count <= bits of a key, bit_count > 0
    uint32_t bit_count;
    bool in_place; // an output is an input: a first pass must not scatter to the outputs
    uint32_t local_log; // log2 of local_size
    uint32_t merge_log; // log2 of merge_size
};

// The largest count that a sort supports, and which limit decides it.
struct capacity {
    uint32_t max_count;
    const char* reason; // a static sentence
};

// Elements of a work group in the passes whose group numbers the pass that takes a count
// from the GPU computes (STATE_*_GROUPS of shared/common.h). 0: there is no such pass.
struct tiles {
    uint32_t local;
    uint32_t merge;
    uint32_t cut;
};

// The order that a run has reached, and where a peek wants it.
struct view {
    const struct sort_desc* desc;
    uint32_t count; // sizes the passes
    const struct schedule* run;
    const struct pass* after; // the last pass of the run that moved elements
    struct elements from;     // where it left them
    uint8_t keys;             // destination, or none; never with discard_keys
    uint8_t values;
};

// An algorithm sorts keys and values of one word each; only radix supports a bit range.
// wide_sort.h composes every other sort of these.
struct algorithm {
    glsort_algorithm id;
    const char* name;
    bool takes_bit_ranges; // sorts by first_bit and bit_count by itself

    // Returns why the algorithm does not support the descriptor, or NOT_REFUSED.
    struct refusal (*refuses)(const struct sort_desc* desc,
                              const struct glsort_limits* limits);

    // Returns the largest count on a device with these limits. Ignores desc->max_count.
    struct capacity (*capacity)(const struct sort_desc* desc,
                                const struct glsort_limits* limits);

    // Appends the passes that sort `count` elements, 0 <= count <= desc->max_count, and
    // declares scratch for max_count. If schedule.gpu_count is set, the plan has already
    // appended the pass that reads the count, which is at most `count`. Each pass that
    // moves elements records where it leaves them.
    void (*build)(const struct sort_desc* desc, const struct glsort_limits* limits,
                  uint32_t count, struct schedule* s);

    // NULL if no pass goes by these group numbers.
    struct tiles (*tiles)(const struct sort_desc* desc);

    // Appends the passes that write the order reached, for a place that is PLACE_INSIDE.
    // NULL if no pass leaves the elements there.
    void (*view)(const struct view* view, struct schedule* s);
};

extern const struct algorithm glsort_abisort_algorithm;
extern const struct algorithm glsort_abisort_tree_algorithm;
extern const struct algorithm glsort_rank_algorithm;
extern const struct algorithm glsort_bitonic_algorithm;
extern const struct algorithm glsort_radix_algorithm;

#endif
