// SPDX-License-Identifier: MIT
// The checks of a caller's texture before a run.
#ifndef GLSORT_TEXTURE_CHECKS_H
#define GLSORT_TEXTURE_CHECKS_H

#include "handles.h"

struct texture_format {
    GLenum format;
    GLenum other;        // also accepted; or GL_NONE
    const char* name;    // of both
    const char* what;    // "for elements of 4 bytes"
    uint32_t channels;   // that are read
    bool may_be_unknown; // GLES 3.0 cannot query whether a texture has this format
};

// Of elements of 1, 2 or 4 words.
struct texture_format glsort_texture_of_words(uint32_t words);

// Of positions: floats.
struct texture_format glsort_texture_of_positions(void);

// A texture in the arguments of a call, for the sentences.
struct texture_use {
    const char* call;
    const char* field;
    const char* owner; // "plan" or "order"
    struct texture_format format;
    uint32_t elements; // one in each texel
};

// Without GL: offset, width and number of rows.
glsort_result glsort_check_texture(const struct glsort_plan* plan,
                                   const glsort_resource* resource,
                                   const struct texture_use* use);

// With GL; before glsort_caller_restore().
glsort_result glsort_check_texture_object(const struct glsort_plan* plan,
                                          struct caller_bindings* bindings,
                                          const glsort_resource* resource,
                                          const struct texture_use* use);

#endif
