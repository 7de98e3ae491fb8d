// SPDX-License-Identifier: MIT
// Passes that several algorithms use, and the run and tile sizes that they share.
#ifndef GLSORT_STOCK_PASSES_H
#define GLSORT_STOCK_PASSES_H

#include "algorithm.h"
#include "keys.h"
#include "schedule.h"

// Appends the pass that copies the count from the caller's buffer to SLOT_STATE. On
// compute it also clamps the count to max_count and writes the dispatch arguments of the
// array form (STATE_* of shared/common.h).
void glsort_add_take_count(struct schedule* s, const struct sort_desc* desc,
                           const struct glsort_limits* limits);

// Compute: a pass that clamps the count in word `at` of `from` to max_count, and writes
// it and the dispatch arguments of these tiles to `to`, STATE_WORDS words.
struct count_preparation {
    uint8_t from;
    uint32_t at; // of a buffer of the plan
    uint8_t to;
    uint32_t max_count;
    uint32_t local_tile; // elements of a work group of STATE_LOCAL_GROUPS
    uint32_t merge_tile; // elements of a work group of STATE_MERGE_GROUPS
};

void glsort_add_prepare_count(struct schedule* s, const struct glsort_limits* limits,
                              const struct count_preparation* preparation);

// The preparation that a sort on compute needs: from the caller's count to SLOT_STATE.
struct count_preparation glsort_count_preparation(const struct sort_desc* desc);

// Log of the size of the sorted runs that the array form on compute merges. It depends on
// max_count only, so that every run of a plan uses the same shaders.
uint32_t glsort_local_run_log(const struct sort_desc* desc);

// Whether merges are by ranks; whether the work groups of such merges first read all keys
// into shared memory; whether the plan compares all pairs instead of merging. These
// depend on the descriptor only.
bool glsort_merges_by_ranks(glsort_split split);
bool glsort_merges_staged(const struct sort_desc* desc);
bool glsort_compares_all(const struct sort_desc* desc);
// Elements that a work group compares with all others, in a plan that compares all pairs.
uint32_t glsort_comparison_tile(const struct sort_desc* desc);

// Fragment: copies `bytes` of a buffer to an R32UI texture or to SLOT_STATE.
struct pass* glsort_add_upload(struct schedule* s, const char* label, uint8_t from,
                               uint8_t to, uint64_t bytes);

// Binds the count block if the GPU has written it; otherwise it is uploaded with the
// parameters.
void glsort_bind_count(const struct schedule* s, struct pass* p);

// Compute: a texture of pairs as the second ping-pong buffer: whether the device supports
// one of this size, its declaration, and its binding for reading or writing
// (shaders/lib/pair_texture.glsl). For very large counts, because some devices use
// larger pages for textures than for buffers.
bool glsort_pair_texture_fits(uint32_t max_count, const struct glsort_limits* limits);
uint8_t glsort_pair_texture(struct schedule* s, uint32_t max_count);
void glsort_bind_pair_texture(struct pass* p, uint8_t slot, uint8_t access,
                              uint32_t count);

#endif
