// SPDX-License-Identifier: MIT
// One merge of GPU-ABiSort on the CPU, node by node: the bitonic tree of the first pair
// of runs, as it is after any step of the level. For figures; the sort itself runs on the
// GPU.
#ifndef DEMO_TREE_MERGE_H
#define DEMO_TREE_MERGE_H

#include <stdbool.h>
#include <stdint.h>

#include "record.h"

enum { TREE_NONE = -1 };

// A node keeps its number, its place in order at the start; values and pointers move.
struct tree_node {
    uint32_t value; // rank of its element, or more than all if there is none
    int32_t left;   // TREE_NONE for leaves
    int32_t right;
    int32_t slot; // where it was last written, as the passes number their output;
                  // TREE_NONE: it still lies in the source array
};

// Two nodes that the pass compared.
struct tree_pair {
    int32_t p;
    int32_t q;
    uint32_t stage;
    uint32_t phase; // 0: root and spare
    bool exchanged; // the values, and the left children (phase 0: the root's children)
    bool in_last_pass;
};

struct tree_merge {
    uint32_t size; // nodes and the spare; the spare is the last
    uint32_t level;
    int32_t root;
    struct tree_node* nodes; // size
    struct tree_pair* pairs; // of all passes so far
    uint32_t pair_count;
    uint32_t pair_room;
    uint32_t first_slot; // written by the last pass, in all trees
    uint32_t end_slot;
    bool copied; // the last pass copied nodes and left the tree as it was
};

// The first tree of the level of pass `pass`, after it. False, and nothing to free, if
// that is not a pass on trees or memory is out.
bool tree_merge_create(struct tree_merge* merge, const struct record* record,
                       uint32_t pass);
void tree_merge_free(struct tree_merge* merge);

// The values in order, the spare's last: size of them.
void tree_merge_flatten(const struct tree_merge* merge, uint32_t* values);

#endif
