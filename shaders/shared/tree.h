// SPDX-License-Identifier: MIT
// Read by C and by GLSL: GPU-ABiSort in its published form, on bitonic trees.
#ifndef GLSORT_SHARED_TREE_H
#define GLSORT_SHARED_TREE_H

#include "shared/io.h"

#define TREE_GROUP 64       // invocations of the passes that have one instance a lane
#define TREE_TILE 1024      // elements a work group of tree_local and tree_finish holds
#define TREE_TILE_GROUP 128 // its invocations
#define TREE_FRAGMENT_BLOCK 16 // largest local sort and merge of a fragment

#define TREE_MAX_STAGES 16 // that run in one step: (j - 1) / 2 + 1 for levels j <= 30

// Address of a node that still is where the source array implies it (bit 31), otherwise a
// slot of the node stream.
#define TREE_IN_ARRAY 0x80000000u

#define TREE_WRITE_VALUES 1u
#define TREE_GATHER_VALUES 2u // values_out[i] = values[element.y], otherwise element.y

// Binding points of the compute passes.
#define TREE_ELEMENTS_IN 0
#define TREE_ELEMENTS_OUT 1
#define TREE_NODES_IN 2
#define TREE_NODES_OUT 3
#define TREE_PATHS_IN 4
#define TREE_PATHS_OUT 5

// Those of tree_load and tree_store.
#define TREE_IO_KEYS 0 // the caller's
#define TREE_IO_ELEMENTS 1
#define TREE_IO_VALUES_IN 2
#define TREE_IO_VALUES_OUT 3

// tree_load, tree_store
struct tree_io_params {
    io_params io;
    uint flags; // TREE_*
    uint width_log;
    uint reserved0;
    uint reserved1;
};

// Where one stage that runs in a step has its data, as slots.
// x  first pair of the stage in the step's order of pairs
// y  block that the next phase of the stage will write: children of what is written now
// z  phase 0: roots of the stage; otherwise the block written by the phase before
// w  phase 0: spares of the stage
struct tree_params {
    uint level;       // j: trees of 1 << level elements
    uint block_log;   // local: log2 of the block; finish: b, log2 of the merged subtrees
    uint stage_count; // stages in this step
    uint first_stage; // k of the first of them
    uint first_phase; // its phase i; a later one of the same step is at i - 2, i - 4, ...
    uint pair_count;  // pairs in this step
    uint nodes_first; // first slot that this step writes
    uint copy_first;  // strict: first slot that is copied forward
    uint paths_in;    // relaxed: first pair of addresses that this step reads
    uint paths_out;   // and writes
    uint nodes_end;   // peek: slots from here on are not written yet
    uint width_log;   // fragment: textures are 1 << width_log wide
    uint roots;       // finish, flatten, peek: roots and spares of the subtrees
    uint spares;
    uint subtree_log; // peek: log2 of the elements of a subtree
    uint mirrored; // merge: read the pair of runs of the source, not flattened subtrees
    uvec4 stages[TREE_MAX_STAGES];
};

#endif
