// SPDX-License-Identifier: MIT
// The arguments of a run: each recipe describes its resources by one table. One walk over
// it refuses what the run cannot use, compares ranges, and fills the slots.
#ifndef GLSORT_CHECKS_H
#define GLSORT_CHECKS_H

#include "arguments.h"
#include "handles.h"

enum { MOST_ARGUMENTS = 32 };

// Of elements of 1, 2 or 4 words; of positions, which are floats.
struct texture_format glsort_texture_of_words(uint32_t words);
struct texture_format glsort_texture_of_positions(void);

// A bit beside an internal format.
enum { LAYERED = 0x10000 };

static inline GLenum kind_of_texture(const struct measured* m)
{
    return m->format.format | (m->layered ? LAYERED : 0u);
}

// Sets up a run of the plan by these arguments, unchecked.
struct run glsort_run_of(struct glsort_plan* plan, const void* args);

// True if the count of runs is on the GPU: then they have the schedule of max_count.
bool glsort_run_counts_on_gpu(const struct glsort_plan* plan);

// Refuses what the arguments of the call hold, or fills in the slots of the plan and
// run->shape.
glsort_result glsort_run_take(struct run* run, const struct call* call);

// Does so for the outputs of a peek.
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
