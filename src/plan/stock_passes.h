// SPDX-License-Identifier: MIT
// Passes that several algorithms have in common.
#ifndef GLSORT_STOCK_PASSES_H
#define GLSORT_STOCK_PASSES_H

#include "algorithm.h"
#include "keys.h"
#include "schedule.h"

// Takes the count from the caller's buffer to SLOT_STATE. On compute the pass clamps it
// to max_count and sizes the dispatches of the array form (STATE_* of shared/common.h).
void glsort_add_take_count(struct schedule* s, const struct sort_desc* desc,
                           const struct glsort_limits* limits);

// Log of the elements of the runs that the array form on compute merges. It depends on
// the largest count alone, so that all runs of a plan use the same shaders.
uint32_t glsort_local_run_log(const struct sort_desc* desc);

// Whether merges are by ranks, whether a group of theirs reads all keys first, and
// whether there are none since all elements are compared with each other. As above.
bool glsort_merges_by_ranks(glsort_split split);
bool glsort_merges_staged(const struct sort_desc* desc);
bool glsort_compares_all(const struct sort_desc* desc);
// Elements that a group compares with all others, if there are no merges.
uint32_t glsort_comparison_tile(const struct sort_desc* desc);

// Fragment: copies so many bytes of a buffer to a texture of R32UI, or to SLOT_STATE.
struct pass* glsort_add_upload(struct schedule* s, const char* label, uint8_t from,
                               uint8_t to, uint64_t bytes);

// Where an algorithm on compute keeps keys and values between two passes.
struct array_place {
    uint8_t keys;
    uint8_t values; // none: values are 0 .. count - 1
    bool texture;   // both are in the texture of slot `keys`
};

// Compute: a texture of so many pairs, as a spare place, whether the device may have one,
// and how a pass reads or writes it (shaders/lib/spare_texture.glsl). For very many: some
// devices have larger pages for textures than for buffers.
bool glsort_spare_texture_fits(uint32_t max_count, const struct glsort_limits* limits);
uint8_t glsort_spare_texture(struct schedule* s, uint32_t max_count);
void glsort_bind_spare_texture(struct pass* p, uint8_t slot, uint8_t access,
                               uint32_t count);

// Compute: copies keys, values or both of `count` elements from one place to another, and
// sends the keys through the map. Of phase store.
struct array_copy {
    const char* label;
    uint32_t count;
    struct array_place from;
    struct array_place to;
    bool keys;
    bool values;
    struct key_map map;
};

void glsort_add_array_copy(struct schedule* s, const struct array_copy* copy);

#endif
