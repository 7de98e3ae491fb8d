// SPDX-License-Identifier: MIT
// Passes that several algorithms use.
#ifndef GLSORT_STOCK_PASSES_H
#define GLSORT_STOCK_PASSES_H

#include "algorithm.h"
#include "schedule.h"

// Appends the pass that copies the count from the caller's buffer to SLOT_STATE. On
// compute it also clamps the count to max_count and writes the dispatch arguments for the
// algorithm's tiles (STATE_* of shared/common.h).
void glsort_add_take_count(struct schedule* s, const struct algorithm* algorithm,
                           const struct sort_desc* desc,
                           const struct glsort_limits* limits);

// Compute: a pass that clamps the count in word `at` of `from` to max_count, and writes
// it and the dispatch arguments for these tiles to `to`, STATE_WORDS words.
struct count_preparation {
    uint8_t from;
    uint32_t at; // in a buffer of the plan
    uint8_t to;
    uint32_t max_count;
    struct tiles tiles; // of the algorithm
    uint32_t plan_tile; // elements of a work group in passes around the sort; or 0
};

struct pass* glsort_add_prepare_count(struct schedule* s,
                                      const struct glsort_limits* limits,
                                      const struct count_preparation* preparation);

// The preparation for a sort on compute: from the caller's count to SLOT_STATE.
struct count_preparation glsort_count_preparation(const struct algorithm* algorithm,
                                                  const struct sort_desc* desc);

// Fragment: copies `bytes` of a buffer to an R32UI texture or to SLOT_STATE.
struct pass* glsort_add_upload(struct schedule* s, const char* label, uint8_t from,
                               uint8_t to, uint64_t bytes);

// Binds the count block if the GPU has written it; otherwise it is in the per-run block.
void glsort_bind_count(const struct schedule* s, struct pass* p);

#endif
