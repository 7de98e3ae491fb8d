// SPDX-License-Identifier: MIT
// Merges sorted runs on the CPU by a tree of losers, and finds where the first elements
// of their merge end in each run.
#ifndef GLSORT_HOST_MERGE_H
#define GLSORT_HOST_MERGE_H

#include <glsort/glsort_host.h>

#include "host_order.h"
#include "memory.h"

struct merge_node {
    uint64_t rank;
    uint64_t run; // with ENDED: without elements
};

struct merge_tree {
    struct host_order order;
    glsort_sorted_run* runs;
    uint32_t run_count;
    uint32_t value_bytes;
    // Node 0 is the winner, nodes 1 to run_count - 1 are losers, and the runs are the
    // leaves: run i below node (run_count + i) / 2.
    struct merge_node* nodes;
    uint64_t* next; // of each run: the rank of the element after its first
};

// The memory of a tree.
static inline size_t merge_tree_bytes(uint32_t run_count)
{
    return (sizeof(struct merge_node) + sizeof(uint64_t)) * run_count;
}

static inline void merge_tree_use(struct merge_tree* t, void* memory)
{
    t->nodes = memory;
    t->next = (uint64_t*)(t->nodes + t->run_count);
}

// Sets the nodes. t->runs, run_count, value_bytes and order are set, and memory is used.
void glsort_merge_tree_build(struct merge_tree* t);

// Writes at most `room` elements, and fewer only if all runs end or one that has `more`.
uint64_t glsort_merge_tree_take(struct merge_tree* t, void* keys, void* values,
                                uint64_t room);

// parts[i] receives the elements of run i that are among the first `count` of the stable
// merge. The runs have `count` elements or more.
void glsort_merge_split(const struct host_order* order, const glsort_sorted_run* runs,
                        uint32_t run_count, uint64_t count, uint64_t* parts);

#endif
