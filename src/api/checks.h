// SPDX-License-Identifier: MIT
// The arguments of a run: each recipe describes its resources by one table. One walk over
// it refuses what the run cannot use, compares ranges, and fills the slots.
#ifndef GLSORT_CHECKS_H
#define GLSORT_CHECKS_H

#include "handles.h"

enum { MOST_ARGUMENTS = 32 };

// One run, or one peek.
struct run {
    const struct recipe* recipe;
    struct glsort_plan* plan;
    const void* what;
    const void* args;
    uint32_t has;       // what the descriptor asks for
    uint32_t textures;  // which resources are
    struct shape shape; // its count is max_count if the count is on the GPU
};

struct texture_format {
    GLenum format;
    GLenum other;        // also accepted; or GL_NONE
    const char* name;    // of both
    const char* what;    // "for elements of 4 bytes"
    uint32_t channels;   // that are read
    bool may_be_unknown; // GLES 3.0 cannot query whether a texture has this format
};

// Of elements of 1, 2 or 4 words; of positions, which are floats.
struct texture_format glsort_texture_of_words(uint32_t words);
struct texture_format glsort_texture_of_positions(void);

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
    // The output may be this input as a whole: the same offset in the same buffer.
    const struct measured* in_place;
    uint32_t alignment; // of the offset, bytes; 0: 4
    uint64_t first;     // bytes from the offset to the first that the run may access
    uint64_t bytes;     // from that byte, rounded down to a multiple of 4
    // The parts that are bound one at a time, such as those of views; 0: bound as a
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

// A bit beside an internal format.
enum { LAYERED = 0x10000 };

static inline GLenum kind_of_texture(const struct measured* m)
{
    return m->format.format | (m->layered ? LAYERED : 0u);
}

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

// Measures the keys or values in the slot of the argument.
void glsort_measure_elements(const struct run* run, const struct argument* argument,
                             struct measured* m);

// Sets up a run of the plan by these arguments, unchecked.
struct run glsort_run_of(struct glsort_plan* plan, const void* args);

// True if the count of runs is on the GPU: then they have the schedule of max_count.
bool glsort_run_counts_on_gpu(const struct glsort_plan* plan);

// Refuses what the arguments of the call hold, or fills in the slots of the plan and
// run->shape.
glsort_result glsort_run_take(struct run* run, const struct call* call);

// The same for a peek.
glsort_result glsort_peek_take(struct glsort_plan* plan, const glsort_peek_args* args,
                               const struct call* call);

// What of the caller's stands in for the resource in each slot, to warm up: an internal
// format of textures, with LAYERED if it is an array texture, or GL_NONE for a buffer.
void glsort_run_texture_formats(const struct run* run, GLenum* formats);

// ---- object_checks.c

// "1000 elements" or "1 element", and what they are if they are not packed.
struct number_text {
    char chars[80];
};
struct number_text glsort_number_text(const struct measured* m);

// Without GL: offset, width and number of rows.
glsort_result glsort_check_texture(const struct run* run, const struct measured* m,
                                   const struct call* call);

// With GL; before glsort_caller_restore(). The object exists, has the type, the size and
// the parameters that the run needs. glBind* with an unknown name fails and leaves the
// previous object bound, so a run could overwrite another one, the caller's or ours.
glsort_result glsort_check_object(const struct run* run, const struct measured* m,
                                  struct caller_bindings* bindings,
                                  const struct call* call);

#endif
