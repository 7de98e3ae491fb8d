// SPDX-License-Identifier: MIT
// A run as its recipe sees it, and what the recipe says of each of its arguments.
#ifndef GLSORT_ARGUMENTS_H
#define GLSORT_ARGUMENTS_H

#include "recipe.h"

// One run, or one peek.
struct run {
    const struct recipe* recipe;
    struct glsort_plan* plan;
    const void* what;
    const void* args;
    uint32_t has;       // what the descriptor asks for
    uint32_t textures;  // which resources are textures
    struct shape shape; // its count is max_count if the count is on the GPU
};

struct texture_format {
    uint32_t format;
    uint32_t other;      // also accepted; or GL_NONE
    const char* name;    // of both
    const char* what;    // "for elements of 4 bytes"
    uint32_t channels;   // that are read
    bool may_be_unknown; // GLES 3.0 cannot query whether a texture has this format
};

// What a run accesses of an argument.
struct measured {
    const char* field;
    uint8_t slot;
    const glsort_resource* resource;
    bool used;   // by runs of some count
    bool wanted; // by this run
    bool output;
    bool read_first;
    bool copied;     // by glCopyBufferSubData, so that no binding limits it
    bool fetched;    // in fragment passes as a buffer texture, not copied
    bool is_texture; // with an element in each texel; otherwise a buffer
    bool layered;    // the texture is an array texture
    // The output may be this input as a whole: at its offset in its buffer.
    const struct measured* in_place;
    uint32_t alignment; // of the offset, bytes; 0: 4
    uint64_t first;     // bytes from the offset to the first that the run may access
    uint64_t bytes;     // from that byte, rounded down to a multiple of 4
    // The parts that are bound one at a time, such as one for each view; 0: bound as a
    // whole.
    uint32_t parts;
    uint64_t part_bytes;
    uint64_t part_step; // bytes from one part to the next
    const char* what;   // for sentences: what `number` counts, in the plural
    uint32_t number;
    uint32_t element_bytes; // of a strided input, for sentences; otherwise the two are
    uint32_t stride_bytes;  // equal
    struct texture_format format;
    uint32_t texels;
};

static inline uint32_t on_gpu(glsort_count_source source)
{
    return source == GLSORT_COUNT_FROM_BUFFER ? COUNT_ON_GPU : 0;
}

// So many items of this size, which the run needs if there are any.
static inline void measure_items(struct measured* m, const char* what, uint32_t number,
                                 uint64_t item_bytes)
{
    m->wanted = number > 0;
    m->what = what;
    m->number = number;
    m->bytes = number * item_bytes;
}

#endif
