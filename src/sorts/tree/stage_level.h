// SPDX-License-Identifier: MIT
// One level of GPU-ABiSort with a stage a pass, as plain data: where the block of each
// stage is, and which stages share a pass. Written by glsort_stage_level_plan; read by
// the builder of the passes and by the tests that check the layout.
//
// The block of stage k holds the nodes of its m = level - k phases for each of its pairs.
// Phases go in groups, of four in texels of eight layers and of two in texels of four;
// group g of pair x is texel first + g * stride + x. The last group is full, so phase i
// is at place i + offset of the groups. The last stage (m = 5, before merges of 16) has
// one texel of eight layers a pair (stage_last.frag).
//
// A block is a rectangle of texels: a part of a row, or whole rows. Each pass begins a
// row.
#ifndef GLSORT_STAGE_LEVEL_H
#define GLSORT_STAGE_LEVEL_H

#include <stdbool.h>
#include <stdint.h>

enum { STAGE_MAX_STAGES = 28, STAGE_MERGE_LOG = 4 };

struct stage_block {
    uint32_t first;  // texel
    uint32_t stride; // texels from a group to the next
    uint32_t pairs;  // subtrees that hold at least one element
    uint32_t groups;
    uint32_t phases; // m
    uint32_t offset;
    uint32_t texels;
    uint32_t end;   // texel after the rows that the block takes
    uint32_t begun; // first stage of the pass that the stage is in
    bool is_last;   // in the layout of the last stage
};

struct stage_level {
    uint32_t level;       // j
    uint32_t stage_count; // j - 4
    struct stage_block blocks[STAGE_MAX_STAGES];
    uint32_t end; // texel after all blocks
};

struct stage_layout {
    uint32_t layers;    // of the nodes, 4 or 8
    uint32_t width_log; // of their texture
    uint32_t first;     // texel where the first block of a level begins
    uint32_t join_most; // a stage of up to so many texels shares the pass of its parent
};

// level > STAGE_MERGE_LOG
void glsort_stage_level_plan(struct stage_level* v, const struct stage_layout* layout,
                             uint32_t count, uint32_t level);

#endif
