// SPDX-License-Identifier: MIT
// Read by C and by GLSL: GPU-ABiSort in its published form, on bitonic trees.
#ifndef GLSORT_SHARED_TREE_H
#define GLSORT_SHARED_TREE_H

#include "shared/io.h"

#define TREE_GROUP 64          // invocations of a group, each with one element or pair
#define TREE_TILE 1024         // elements per work group of tree_local and tree_finish
#define TREE_TILE_GROUP 128    // invocations of these work groups
#define TREE_FRAGMENT_BLOCK 16 // largest local sort and merge of a fragment

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

// tree_load
struct tree_io_params {
    io_params io;
    uint width_log;
    uint reserved0;
    uint reserved1;
    uint reserved2;
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
    uint block_log;   // local: log2 of a block; finish, flatten, merge: of a subtree (b)
    uint stage_count; // stages in this step
    uint first_stage; // k of the first of them
    uint first_phase; // phase i of stage k; later stages are in phase i - 2, i - 4, ...
    uint pair_count;  // pairs in this step
    uint nodes_first; // first slot of the nodes that this step computes
    uint copy_first;  // strict: first slot of the previous step, to copy forward
    uint paths_in;    // relaxed: first pair of addresses that this step reads
    uint paths_out;   // relaxed: first pair of addresses that this step writes
    uint nodes_end;   // peek: slots from here on are not written yet
    uint width_log;   // fragment: textures are 1 << width_log wide
    uint roots;       // finish, flatten, peek: first slot of the subtrees' roots
    uint spares;      // the same for their spares
    uint subtree_log; // peek: log2 of the elements of a subtree
    uint mirrored; // merge: reads the pairs of runs of the source, not flattened subtrees
    uvec4 stages[TREE_MAX_STAGES];
};

#endif
