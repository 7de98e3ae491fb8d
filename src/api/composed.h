// SPDX-License-Identifier: MIT
// What the objects of glsort_parallel.h and glsort_segments.h share: each begins with a
// struct composed and has a plan, whose schedule it composes.
#ifndef GLSORT_COMPOSED_H
#define GLSORT_COMPOSED_H

#include "checks.h"

struct composed_kind {
    const struct run_kind* run;
    const char* create;
    size_t bytes; // of the object
};

struct composed {
    const struct composed_kind* kind;
    glsort_allocator allocator;
    glsort_plan* plan;
};

// Checks the arguments of a creation and returns memory for the object, zeroed but for
// kind and allocator; or NULL, with *result. has_out: the caller's pointer for the object
// is not NULL.
struct composed* glsort_composed_take(const struct composed_kind* kind,
                                      glsort_context* context, const void* desc,
                                      bool has_out, glsort_result* result);

// Returns such memory without the checks; or NULL, with *result.
struct composed* glsort_composed_allocate(const struct composed_kind* kind,
                                          const glsort_allocator* allocator,
                                          const struct call* call, glsort_result* result);

// Creates the plan, unless `result` is an error. Frees the object if either failed.
glsort_result glsort_composed_create(struct composed* object, glsort_context* context,
                                     const glsort_plan_desc* elements,
                                     const struct composition* composition,
                                     glsort_result result);

glsort_result glsort_composed_create_offline(struct composed* object,
                                             const struct glsort_limits* limits,
                                             const glsort_plan_desc* elements,
                                             const struct composition* composition,
                                             const struct call* call,
                                             glsort_result result);

void glsort_composed_destroy(struct composed* object);

const char* glsort_composed_last_error(const struct composed* object, const char* none);

// Checks that the object is not NULL and that its context is not gone. Returns the error
// of entry point `call` otherwise.
glsort_result glsort_composed_check_object(const struct composed* object,
                                           const char* call);

// What a run checks first. object may be NULL.
glsort_result glsort_composed_check(const struct composed* object, const void* args,
                                    const char* call);

// What it checks next, and the slots that it sets.
glsort_result glsort_composed_take_arguments(const struct run_arguments* r,
                                             const char* call, uint32_t consumers);

struct composed_run {
    uint32_t count;
    bool in_place; // an output is its input
    bool reshaped; // something else that the schedule depends on has changed
    uint32_t consumers;
};

// Runs the passes, or opens a run in steps.
void glsort_composed_run(struct composed* object, const struct composed_run* run);
void glsort_composed_begin(struct composed* object, const struct composed_run* run);

#endif
