// SPDX-License-Identifier: MIT
// Sorts of elements of any size, keys of 1 or 2 words and values of up to 4, with guard
// words around everything, compared with a stable sort on the CPU. Takes nothing from the
// library to know the order.
#ifndef GL_WIDE_H
#define GL_WIDE_H

#include "gl_sorter.h"

enum gl_wide_data {
    WIDE_UNIFORM,
    WIDE_FEW,     // three upper words, three lower words: ties in either and in both
    WIDE_SPECIAL, // zeros, infinities and NaNs of both signs, as doubles
    WIDE_DATA_COUNT
};

struct gl_wide {
    struct gl_harness* h;
    glsort_context* context;
    glsort_plan_desc desc;
    bool in_place;
    glsort_plan* plan;
    uint32_t key_words;
    uint32_t value_words;
    struct gl_area keys_in;
    struct gl_area keys_out;
    struct gl_area values_in;
    struct gl_area values_out;
    struct gl_area count;
    uint32_t* keys;
    uint32_t* values;
    uint32_t* sorted_keys;
    uint32_t* sorted_values;
    uint32_t* places;
    char trouble[512];
};

void gl_wide_open(struct gl_wide* w, struct gl_harness* h, glsort_context* context,
                  const glsort_plan_desc* desc, bool in_place);
void gl_wide_close(struct gl_wide* w);
// Fills in keys and values.
void gl_wide_fill(struct gl_wide* w, enum gl_wide_data data, uint64_t seed,
                  uint32_t count);
// Writes them to the areas and computes what should come out.
void gl_wide_load(struct gl_wide* w, uint32_t count);
glsort_run_args gl_wide_args(const struct gl_wide* w, uint32_t count);
// False with w->trouble set if the areas do not hold what a finished run leaves.
bool gl_wide_holds(struct gl_wide* w, uint32_t count);
// All of it, failing the test.
void gl_wide_check(struct gl_wide* w, enum gl_wide_data data, uint64_t seed,
                   uint32_t count);
const char* gl_wide_describe(const struct gl_wide* w, char* text, size_t bytes);

#endif
