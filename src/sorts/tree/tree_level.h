// SPDX-License-Identifier: MIT
// One level of GPU-ABiSort as plain data: which stages and phases run in which step, and
// where in the node stream each of them writes. Written by glsort_tree_level_plan; read
// by the builder of the passes and by the tests that check the layout.
//
// Level j merges runs of 2^(j-1) into runs of S = 2^j by bitonic trees of S nodes. Stage
// k splits each subtree of S / 2^k elements; its phases descend by one node each, from
// the root (phase 0) to the leaves (phase j - 1 - k). One bitonic merge of blocks of 2^b
// replaces the last b stages. Stage k may start two steps after stage k - 1 (Zachmann's
// chapter, "Complexity").
//
// Block (k, i), the nodes that phase i of stage k writes, has two slots per pair: root
// and spare in phase 0, p and q later. Blocks follow each other in the order of the steps
// and are never reused within a level. So a step writes one contiguous range, and no step
// overwrites a node that its level still reads.
#ifndef GLSORT_TREE_LEVEL_H
#define GLSORT_TREE_LEVEL_H

#include <stdbool.h>
#include <stdint.h>

#include "shared/tree.h"

enum { TREE_MAX_LEVEL = 30 };

struct tree_step {
    uint32_t first_stage; // k of the first stage that runs
    uint32_t stage_count;
    uint32_t first_phase; // of the first stage; each stage is two behind the one before
    uint32_t first_slot;  // first of the 2 * pair_count slots that the step computes
    uint32_t pair_count;
};

struct tree_level {
    uint32_t count;       // elements of the whole array
    uint32_t level;       // j
    uint32_t block_log;   // b
    uint32_t stage_count; // K = j - b adaptive stages
    uint32_t step_count;
    bool overlapped;
    uint32_t node_count;
    // Pairs of stage k: the subtrees that hold at least one element. Subtrees of
    // sentinels only are skipped.
    uint32_t pairs[TREE_MAX_LEVEL + 2];
    uint32_t blocks[TREE_MAX_LEVEL + 1][TREE_MAX_LEVEL + 1]; // first slot of block (k, i)
};

// merge_log: log2 of the size of the final bitonic merges, at least 1; limited to the
// level.
void glsort_tree_level_plan(struct tree_level* v, uint32_t count, uint32_t level,
                            uint32_t merge_log, bool overlapped);

// Requires 0 <= step < v->step_count.
struct tree_step glsort_tree_level_step(const struct tree_level* v, uint32_t step);

// Number of pairs in all stages before this one; on compute, the index of its first entry
// in a stream of paths.
uint32_t glsort_tree_level_paths_before(const struct tree_level* v, uint32_t stage);

// The parameters of a step, and of a peek after it.
struct tree_params glsort_tree_step_params(const struct tree_level* v,
                                           struct tree_step step);

// The parameters of a pass of all phases of a stage, and of a peek after it. The level is
// not overlapped.
struct tree_params glsort_tree_stage_params(const struct tree_level* v, uint32_t stage);

// The parameters of the passes that end a level.
struct tree_params glsort_tree_finish_params(const struct tree_level* v);

#endif
