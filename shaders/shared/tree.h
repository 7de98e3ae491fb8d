// SPDX-License-Identifier: MIT
// Read by C and by GLSL: GPU-ABiSort in its published form, on bitonic trees.
#ifndef GLSORT_SHARED_TREE_H
#define GLSORT_SHARED_TREE_H

#include "shared/io.h"

#define TREE_GROUP 64          // invocations of a group, each with one element or pair
#define TREE_TILE 1024         // elements per work group of tree_local and tree_finish
#define TREE_TILE_GROUP 128    // invocations of these work groups

// A step of level j has at most (j - 1) / 2 + 1 stages: 15 for level 30.
#define TREE_MAX_STAGES 16

// Flag of a node's address. Set: the node is implicit in the source array, and the other
// bits are its position in the bitonic sequences, where the second run of each pair is
// mirrored. Otherwise the address is a slot of the node stream.
#define TREE_IN_ARRAY 0x80000000u

#define TREE_WRITE_VALUES 0x100u

// Binding points of the compute passes other than tree_load.
#define TREE_ELEMENTS_IN 0
#define TREE_ELEMENTS_OUT 1
#define TREE_NODES_IN 2
#define TREE_NODES_OUT 3
#define TREE_PATHS_IN 4
#define TREE_PATHS_OUT 5

// Binding points of tree_load.
#define TREE_IO_KEYS 0 // the caller's
#define TREE_IO_ELEMENTS 1
#define TREE_IO_VALUES_IN 2
#define TREE_IO_VALUES_OUT 3

// tree_load.comp, tree_local.frag, tree_values.frag
struct tree_io_params {
    io_params io;
    uint width_log;    // fragment: textures are 1 << width_log wide
    uint block_log;    // local: log2 of a block
    uint target_first; // local: texel of the first elements
    uint reserved0;
};

// tree_copy.frag
struct tree_copy_params {
    uint first; // texels
    uint end;
    uint width_log;
    uint reserved0;
};

// stages[i]: the data of one of the step's stages.
// x  index of the stage's first pair among the pairs of the step
// y  first slot of the block that the stage's next phase writes, which will hold the
//    children of the nodes that this phase writes; in the last phase 0xFFFFFFFF
// z  phase 0: first slot of the stage's roots; later: first slot of the block that the
//    previous phase wrote
// w  phase 0: first slot of the stage's spares
// Stage 0 has its roots and spares in the source array: its z and w are 0 in phase 0.
struct tree_params {
    uint level;       // j: trees of 1 << level elements
    uint block_log;   // local (compute): log2 of a block; finish, merge: of a subtree (b)
    uint stage_count; // stages in this step
    uint first_stage; // k of the first of them
    uint first_phase; // phase i of stage k; later stages are in phase i - 2, i - 4, ...
    uint pair_count;  // pairs in this step
    uint nodes_first; // first slot of the nodes that this step computes
    uint copy_first;  // COPIES: first texel of the previous step
    uint paths_in;    // relaxed: first pair of addresses that this step reads
    uint paths_out;   // relaxed: first pair of addresses that this step writes
    uint nodes_end;   // peek: slots from here on are not written yet
    uint width_log;   // fragment: textures are 1 << width_log wide
    uint roots;       // finish, peek: first slot of the subtrees' roots
    uint spares;      // the same for their spares
    uint subtree_log; // peek: log2 of the elements of a subtree
    uint halves;      // peek: draws write four layers at once
    uvec4 stages[TREE_MAX_STAGES];
};

// A stage a pass (stage.frag). A node has an address of
//
//   texel << TREE_EIGHT_LOG | layer << 1 | half      nodes in eight layers
//   texel << TREE_FOUR_LOG | layer << 1 | half       nodes in four layers
//
// or TREE_IN_ARRAY | position. All but the two leaves of a block of the last stage, and
// the root and spare there, are whole layers: half is 0.
#define TREE_EIGHT_LOG 4
#define TREE_FOUR_LOG 3

struct stage_params {
    uint level;         // j: trees of 1 << level elements
    uint stage;         // k; 0: its roots and spares are in the source array
    uint width_log;     // textures are 1 << width_log wide
    uint source_first;  // place of the first element of the source in its texture
    uint block_first;   // texel where the block of the stage begins
    uint block_stride;  // texels from one group of phases of a pair to the next
    uint pairs;         // pairs of the stage
    uint groups;        // groups of phases
    uint phases;        // m: phases of the stage
    uint phase_offset;  // empty places before phase 0 in the first group
    uint roots;         // address of the root of pair 0 in the block that has it
    uint spares;        // the same of its spare
    uint spare_step;    // finish, peek: from the spare of a lower half to the upper one
    uint subtree_log;   // peek: log2 of the elements of a subtree
    uint target_first;  // finish, peek: texel of the first elements that it writes
    uint parent_first;  // two stages: the block of the stage before, in the same pass
    uint parent_stride;
    uint parent_offset;
    uint reserved0;
    uint reserved1;
};

#endif
