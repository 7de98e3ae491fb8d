// SPDX-License-Identifier: MIT
// The interface between the plan and an algorithm: a descriptor with defaults filled in,
// and the functions that an algorithm implements. All of them are pure: no GL, no state.
#ifndef GLSORT_ALGORITHM_H
#define GLSORT_ALGORITHM_H

#include "refusal.h"
#include "schedule.h"

// What the builders of the algorithms read in place of a method (methods.c).
typedef enum glsort_split { // abisort and rank
    GLSORT_SPLIT_FUSED = 1,
    GLSORT_SPLIT_PARTITION = 2,
    GLSORT_SPLIT_RANKS = 3,
    GLSORT_SPLIT_ALL = 4
} glsort_split;

#define GLSORT_SPLIT_ALL_MOST GLSORT_RANK_ALL_MOST

typedef enum glsort_local { // abisort and rank on compute: the sort of the initial runs
    GLSORT_LOCAL_NETWORK = 1,
    GLSORT_LOCAL_RANKS = 2
} glsort_local;

typedef enum glsort_ranking { // radix
    GLSORT_RANKING_TILES = 1,
    GLSORT_RANKING_ITEMS = 2,
    GLSORT_RANKING_CHAIN = 3,
    GLSORT_RANKING_BALLOTS = 4
} glsort_ranking;

typedef enum glsort_network { // bitonic
    GLSORT_NETWORK_AUTO = 0,
    GLSORT_NETWORK_BLOCKS = 1,
    GLSORT_NETWORK_TWO_KERNELS = 2,
    GLSORT_NETWORK_LOCAL_READ = 3,
    GLSORT_NETWORK_LOCAL_KEEP = 4,
    GLSORT_NETWORK_COLUMNS = 5,
    GLSORT_NETWORK_PACKED = 6
} glsort_network;

typedef enum glsort_tree_schedule { // abisort-tree
    GLSORT_TREE_OVERLAPPED = 0,
    GLSORT_TREE_SIMPLE = 1
} glsort_tree_schedule;

// A plan's descriptor with every default filled in. Builders read it.
struct sort_desc {
    uint32_t max_count;
    glsort_key key;
    glsort_direction direction;
    glsort_values values;
    glsort_method method;   // never AUTO
    glsort_backend backend; // never AUTO
    glsort_count_source count_source;
    glsort_storage storage;
    bool discard_keys;
    bool blocks_alone;  // sort each block of 1 << local_log elements separately
    glsort_split split; // this and the next three are 0 in other algorithms' plans
    glsort_local local;
    glsort_network network;
    glsort_ranking ranking;
    uint32_t first_bit; // first_bit + bit_count <= bits of a key, bit_count > 0
    uint32_t bit_count;
    bool in_place; // an output is an input: a first pass must not scatter to the outputs
    glsort_tree_schedule tree_schedule;
    uint32_t local_log; // log2 of local_size
    uint32_t merge_log; // log2 of merge_size
};

// The largest count that a sort supports, and which limit decides it.
struct capacity {
    uint32_t max_count;
    const char* reason; // a static sentence
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

    // Appends the passes that write the order reached, for a place that is PLACE_INSIDE.
    // NULL if no pass leaves the elements there.
    void (*view)(const struct view* view, struct schedule* s);
};

extern const struct algorithm glsort_abisort_algorithm;
extern const struct algorithm glsort_abisort_tree_algorithm;
extern const struct algorithm glsort_bitonic_algorithm;
extern const struct algorithm glsort_radix_algorithm;

#endif
