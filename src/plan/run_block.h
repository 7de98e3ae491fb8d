// SPDX-License-Identifier: MIT
// What may change with every run and is not in the schedule: the count, and what a plan
// puts after it (a plan of a draw order puts views and planes there). The plan fills in
// the block. The executor writes it to the next place of a ring buffer, and then copies
// the pieces that are in GPU buffers to the same place.
//
// Shaders read the count at BIND_COUNT (lib/count.glsl). If the block holds more than the
// count block, all of it is bound at BIND_RUN, where the plan's shaders declare a uniform
// block `Run` that begins with a count_block.
#ifndef GLSORT_RUN_BLOCK_H
#define GLSORT_RUN_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "shared/common.h"

enum { RUN_BLOCK_COPIES = 8 };

// A piece of the block that a GPU buffer holds. Copied by glCopyBufferSubData at the
// beginning of a run, after the words. If a shader wrote that buffer, the caller issues
// GL_BUFFER_UPDATE_BARRIER_BIT before the run.
struct run_copy {
    uint8_t slot;        // a buffer of the caller's
    uint64_t from_bytes; // after the offset of the slot; a multiple of 4
    uint32_t to_bytes;   // from the block's start, past the count; a multiple of 4
    uint32_t bytes;      // a multiple of 4
};

struct run_block {
    // Used bytes: a multiple of 16, at least sizeof(struct count_block); fixed when the
    // plan is created. 0: there is no block, because the count is on the GPU and nothing
    // else changes.
    uint32_t bytes;
    // Of these, from the front, what this run writes: a multiple of 16. 0: all.
    uint32_t used_bytes;
    union {
        struct count_block count;
        uint32_t words[RUN_BLOCK_BYTES / 4];
    };
    struct run_copy copies[RUN_BLOCK_COPIES];
    uint32_t copy_count;
};

// True if the block holds more than the count, so that programs bind all of it.
static inline bool run_block_is_large(const struct run_block* block)
{
    return block->bytes > sizeof block->count;
}

#endif
