// SPDX-License-Identifier: MIT
// Merges the runs of an array into the same array. The result is written block by block
// to spare blocks and to those whose elements have all been read, wherever they are; at
// the end all blocks move to their places. With one spare block more than there are runs,
// one is always free.
#ifndef GLSORT_HOST_BLOCKS_H
#define GLSORT_HOST_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "memory.h"

// The first members are set by the caller.
struct host_blocks {
    uint8_t* keys;
    uint8_t* values; // NULL: there are none
    uint64_t count;  // elements of the array
    uint32_t key_bytes;
    uint32_t value_bytes;
    uint32_t block; // elements of a block
    uint32_t run_count;
    uint64_t run_size; // elements of every run but the last one, whole blocks

    // Places of blocks: the array's whole blocks, the rest of the array, spare blocks.
    uint32_t whole;   // blocks of the array
    uint32_t results; // blocks of the result
    uint32_t spare;   // blocks
    uint32_t written; // blocks of the result
    uint32_t empty_count;
    uint8_t* spare_keys;
    uint8_t* spare_values;
    uint32_t* place;  // of each block of the result
    uint32_t* holds;  // the block of the result in each place; NOTHING
    uint32_t* empty;  // places, the last ones first; some may be in use again
    uint32_t* opened; // of each run: blocks that were returned as empty
};

// Elements whose keys and values are in one block.
struct host_block {
    uint8_t* keys;
    uint8_t* values;
    uint32_t count;
};

// The memory that such a merge of `count` elements takes.
uint64_t glsort_host_blocks_bytes(uint64_t count, uint32_t run_count, uint32_t block,
                                  uint32_t element_bytes);

// False if there is no memory.
bool glsort_host_blocks_open(struct host_blocks* b, const glsort_allocator* allocator);
void glsort_host_blocks_close(struct host_blocks* b, const glsort_allocator* allocator);

// Where the next elements of the result go.
struct host_block glsort_host_blocks_next(struct host_blocks* b);

// Where the elements of a block of the result are that was returned already.
struct host_block glsort_host_blocks_at(const struct host_blocks* b, uint32_t result);

// The first `read` elements of a run are not needed any more.
void glsort_host_blocks_read(struct host_blocks* b, uint32_t run, uint64_t read);

// Moves the blocks of the result to their places.
void glsort_host_blocks_settle(struct host_blocks* b);

#endif
