// SPDX-License-Identifier: MIT
// Read by C and by GLSL: linked lists that become segments of an array.
#ifndef GLSORT_SHARED_LISTS_H
#define GLSORT_SHARED_LISTS_H

#include "shared/common.h"

#define LIST_GROUP 256 // invocations, one for each list
#define LIST_TILE 256
#define LIST_MOST_NODES 32768 // of a list: llvmpipe stops a loop after 65,535 iterations

#define LIST_LOST 0x80000000u // set in the count of a list that has lost nodes
#define LIST_END 0xFFFFFFFFu
#define LIST_MOST_MISSING 0x7FFFFFFFu // more are not counted: lists are added to them

// Words of the state.
#define LIST_TOTAL 0 // entries of all lists, even if there is less room
#define LIST_NODES 1 // the node count
#define LIST_STATE_WORDS 4

// Binding points.
#define LIST_HEADS 0
#define LIST_NEXT 1
#define LIST_OFFSETS 2 // first the counts of the lists
#define LIST_STATE 3
#define LIST_SUMS 4
#define LIST_OVERFLOW 5
#define LIST_NODE_COUNT 6
// fill; LIST_HEADS to LIST_STATE as above
#define LIST_KEYS 4
#define LIST_IDS 5
#define LIST_KEYS_OUT 6
#define LIST_NODES_OUT 7

struct list_params {
    uint heads_base; // each base: words before the first element in its binding
    uint reserved0;  // the gap after a base: always 0
    uint next_base;
    uint reserved1;
    uint keys_base;
    uint reserved2;
    uint ids_base;
    uint reserved3;
    uint offsets_base;
    uint keys_out_base;
    uint nodes_out_base;
    uint overflow_base;
    uint count_base;   // of the node count on the GPU
    uint node_count;   // the largest, if it is on the GPU
    uint count_on_gpu; // 1: it is
    uint limit;        // nodes of a list
    uint stride;       // words from one node to the next
    uint room;         // entries of all lists
    uint has_ids;      // otherwise nodes are ids
    uint negative;     // key map, see lib/keys.glsl
    uint positive;
    uint reserved4;
    uint reserved5;
    uint reserved6;
};

#endif
