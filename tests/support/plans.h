// SPDX-License-Identifier: MIT
// Plans without a device, and runs and creations in steps, each in one call.
#ifndef SUPPORT_PLANS_H
#define SUPPORT_PLANS_H

#include <glsort/glsort_arrays.h>
#include <glsort/glsort_draw.h>
#include <glsort/glsort_inspect.h>

// The tuning of a descriptor: of these fields, or by its method or algorithm alone.
#define TUNING(...)                                                                      \
    .tuning = &(const glsort_tuning)                                                     \
    {                                                                                    \
        __VA_ARGS__                                                                      \
    }
#define METHOD(NAME) TUNING(.method = GLSORT_METHOD_##NAME)
#define ALGORITHM(NAME) TUNING(.algorithm = GLSORT_ALGORITHM_##NAME)

// What every device of the version has, which must be one that there is.
glsort_limits least_limits(uint32_t version, int is_gles);

// The context of limits without a device; NULL if they are refused. It lives as long as
// the program.
glsort_context* offline_context(const glsort_limits* limits);

// Creates a plan by limits alone. The sentence of an error goes to message, which may be
// NULL.
glsort_result offline_sort(const glsort_limits* limits, const glsort_sort_desc* desc,
                           char* message, size_t message_bytes, glsort_plan** plan);
glsort_result offline_order(const glsort_limits* limits, const glsort_order_desc* desc,
                            char* message, size_t message_bytes, glsort_plan** plan);
glsort_result offline_segments(const glsort_limits* limits,
                               const glsort_segments_desc* desc, char* message,
                               size_t message_bytes, glsort_plan** plan);

// Opens a run, which stops before its first pass.
glsort_result begin_sort(glsort_plan* plan, const glsort_sort_args* args);
glsort_result begin_order(glsort_plan* plan, const glsort_order_args* args);
glsort_result begin_segments(glsort_plan* plan, const glsort_segments_args* args);

// A tuning that names the algorithm alone. It lives as long as the program.
const glsort_tuning* tuning_named(glsort_algorithm algorithm);

// Creates a plan that is to be polled or finished.
glsort_result begin_creation(glsort_context* context, const glsort_sort_desc* desc,
                             glsort_plan** plan);

#endif
