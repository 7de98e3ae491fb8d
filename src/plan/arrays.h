// SPDX-License-Identifier: MIT
// Compute passes that read elements from one pair of arrays and write them to another, at
// the binding points of lib/io.glsl.
#ifndef GLSORT_ARRAYS_H
#define GLSORT_ARRAYS_H

#include "algorithm.h"
#include "schedule.h"

// The caller's arrays. Without values of the caller's, the inputs have no slot of values.
struct elements glsort_inputs(const struct sort_desc* desc);
struct elements glsort_outputs(const struct sort_desc* desc);

// Declares ping-pong buffers, whose keys are ordered integers: an array of keys and, if
// there are values, one of values; or a texture of pairs.
struct elements glsort_alternate(struct schedule* s, const struct sort_desc* desc,
                                 bool texture);

// Lets a pass read the keys, or keys and values, of `count` elements.
void glsort_read_keys(struct pass* p, struct elements from, uint32_t count);
void glsort_read_elements(struct pass* p, struct elements from, uint32_t count,
                          bool values);

// Lets a pass write keys, values or both, and records that it leaves the elements there.
void glsort_write_elements(struct pass* p, struct elements to, uint32_t count, bool keys,
                           bool values);

// The pair texture (shaders/lib/pair_texture.glsl): whether the device supports one of
// this size, its declaration, and its binding for reading or writing. For very large
// counts, because some devices use larger pages for textures than for buffers.
bool glsort_pair_texture_fits(uint32_t max_count, const struct glsort_limits* limits);
uint8_t glsort_pair_texture(struct schedule* s, uint32_t max_count);
void glsort_bind_pair_texture(struct pass* p, uint8_t slot, uint8_t access,
                              uint32_t count);

#endif
