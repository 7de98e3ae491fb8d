// SPDX-License-Identifier: MIT
// Why a descriptor gives no plan: a sentence, and the fields and limits that it is about.
// The error message adds the values of these fields and limits.
#ifndef GLSORT_REFUSAL_H
#define GLSORT_REFUSAL_H

#include <stdbool.h>

#include <glsort/glsort_inspect.h>

#include "memory.h"

enum refusal_about {
    // Fields of the descriptor.
    ABOUT_ALGORITHM = 1 << 0,
    ABOUT_BACKEND = 1 << 1,
    ABOUT_COUNT_SOURCE = 1 << 2,
    ABOUT_TEXTURES = 1 << 3,
    ABOUT_FLAGS = 1 << 4,
    ABOUT_KEY = 1 << 5,
    ABOUT_VALUES = 1 << 6,
    ABOUT_METHOD = 1 << 7,
    ABOUT_FIRST_BIT = 1 << 8,
    ABOUT_BIT_COUNT = 1 << 9,
    ABOUT_LOCAL_SIZE = 1 << 10,
    ABOUT_MERGE_SIZE = 1 << 11,
    ABOUT_KEY_STRIDE = 1 << 12,
    ABOUT_VALUE_STRIDE = 1 << 13,
    // Limits of the device.
    ABOUT_VERSION = 1 << 16,
    ABOUT_GROUP_SIZE = 1 << 17,
    ABOUT_SHARED_BYTES = 1 << 18,
    ABOUT_DRAW_BUFFERS = 1 << 19,
    ABOUT_TEXTURE_LAYERS = 1 << 20,
    ABOUT_STORAGE_BLOCKS = 1 << 21,
};

struct refusal {
    const char* sentence; // static; NULL: not refused
    uint32_t about;
};

#define NOT_REFUSED ((struct refusal){NULL, 0})

// The flags of every descriptor.
enum { PLAN_FLAGS = GLSORT_PLAN_TIMINGS | GLSORT_PLAN_CREATE_IN_STEPS };

// Why no plan can have this backend in this build (backends.h), or NOT_REFUSED.
struct refusal glsort_refusal_of_build(glsort_backend backend);

// GLSORT_OK, or GLSORT_ERROR_UNSUPPORTED with the sentence of glsort_refusal_of_build().
glsort_result glsort_check_build(glsort_backend backend, const struct call* call);

// Why a device with these limits has no compute backend, or NOT_REFUSED. Ignores
// has_compute. GLES guarantees fewer storage blocks and invocations than the sorts need;
// GL guarantees enough.
struct refusal glsort_refusal_of_compute(const struct glsort_limits* limits);

// Writes the sentence with the requested values and the device's limits to *message.
// Returns GLSORT_ERROR_UNSUPPORTED.
glsort_result glsort_refusal_fail(const struct refusal* refusal,
                                  const struct glsort_limits* limits,
                                  const glsort_sort_desc* desc, const struct call* call);

#endif
