// SPDX-License-Identifier: MIT
// Linked programs as a blob: from a loading thread to the rendering thread, or in a file.
#include "recipe.h"

// Writes the blob and returns its size. Returns 0 if it needs more than `room` bytes, or
// if the driver has no program binaries.
size_t store_programs(glsort_context* context, void* blob, size_t room)
{
    size_t bytes = room;

    if (glsort_context_programs(context, blob, &bytes) != GLSORT_OK)
        return 0;
    return bytes;
}

// A blob of another driver, device or version of glsort does no harm: then shaders are
// compiled.
glsort_context* create_with_programs(const void* blob, size_t bytes)
{
    glsort_context* context;
    glsort_context_desc gl;

    memset(&gl, 0, sizeof gl);
    gl.programs = bytes > 0 ? blob : NULL;
    gl.programs_bytes = bytes;
    return glsort_context_create(&gl, &context) == GLSORT_OK ? context : NULL;
}
