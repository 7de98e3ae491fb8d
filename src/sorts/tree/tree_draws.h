// SPDX-License-Identifier: MIT
// GPU-ABiSort in fragment passes. Its two schedules share the layout of elements, sixteen
// in a texel (PLACE_SIXTEENS), the local sort at the beginning and the store passes at
// the end. tree_draws.c has these and the published schedule, a phase a pass;
// tree_stages.c has the schedule with a stage a pass.
#ifndef GLSORT_TREE_DRAWS_H
#define GLSORT_TREE_DRAWS_H

#include "algorithm.h"
#include "counting.h"
#include "schedule.h"

enum { SIXTEEN_BYTES = 128 }; // a texel of elements

// Where the sort keeps the two arrays of elements.
struct tree_draws {
    struct schedule* s;
    const struct sort_desc* desc;
    uint32_t count;
    uint8_t width_log;        // of all textures
    bool halves;              // four draw buffers: eight layers take two draws
    uint8_t elements[2];      // slots of the two arrays
    uint32_t first_texels[2]; // where they begin in their textures
    uint8_t values;           // copy of the caller's values, or none
};

// Texels of an array of elements.
static inline uint32_t sixteens_of(uint32_t count)
{
    return ceil_divide(count, 1u << SIXTEENS_LOG);
}

// Declares the textures between the caller's resources and the sort.
void glsort_tree_declare_values(struct tree_draws* d);

// Appends uploads, the copy of values, and the local sort of blocks of 1 << local_log
// into array 0.
void glsort_tree_draw_local(struct tree_draws* d, uint32_t local_log);

// Appends the passes that write the elements in array `at` in the caller's form.
void glsort_tree_draw_store(const struct tree_draws* d, uint32_t at);

struct elements glsort_tree_elements(const struct tree_draws* d, uint32_t at);

// HALF of the first and of the last of the draws that write eight layers.
static inline uint32_t first_half(const struct tree_draws* d)
{
    return d->halves ? 1 : 0;
}
static inline uint32_t last_half(const struct tree_draws* d)
{
    return d->halves ? 2 : 0;
}

// Appends a draw of the elements of array `to`, 16 a fragment. After the first of two
// halves they are not yet there, and a peek must not resolve trees into that array, so
// the caller says where it finds them instead.
struct pass* glsort_tree_draw_elements(const struct tree_draws* d, const char* label,
                                       uint16_t shader, uint32_t to, uint32_t half);

// Lets the pass fetch the elements of an array, `bytes` in all.
void glsort_tree_fetch_elements(const struct tree_draws* d, struct pass* p, uint32_t from,
                                uint64_t bytes);

// The binding of a target of a pass, for peeks; NULL if it has none there.
const struct binding* glsort_tree_target_of(const struct pass* p, uint8_t draw_buffer);

// The builders of the two schedules, and their peeks.
void glsort_tree_build_draws(const struct sort_desc* desc,
                             const struct glsort_limits* limits, uint32_t count,
                             struct schedule* s);
void glsort_tree_build_stages(const struct sort_desc* desc,
                              const struct glsort_limits* limits, uint32_t count,
                              struct schedule* s);
void glsort_tree_peek_draws(const struct peek* peek, struct schedule* s);
void glsort_tree_peek_stages(const struct peek* peek, struct schedule* s);

// True if the textures for `count` elements fit the device.
bool glsort_tree_draws_fit(const struct sort_desc* desc,
                           const struct glsort_limits* limits, uint32_t count);
bool glsort_tree_stages_fit(const struct sort_desc* desc,
                            const struct glsort_limits* limits, uint32_t count);

#endif
