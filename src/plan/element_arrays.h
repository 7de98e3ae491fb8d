// SPDX-License-Identifier: MIT
// Bindings of compute passes that read elements from one pair of arrays, keys and values,
// and write them to another, at the binding points IO_* of shared/io.h.
#ifndef GLSORT_ELEMENT_ARRAYS_H
#define GLSORT_ELEMENT_ARRAYS_H

#include "algorithm.h"
#include "ends.h"
#include "schedule.h"

// The ends of a sort. The inputs have a slot of values only if the caller supplies
// values.
struct elements glsort_inputs(const struct sort_desc* desc);
struct elements glsort_outputs(const struct sort_desc* desc);

// Declares the ping-pong buffers, which hold keys as ordered integers: an array of keys
// and, if there are values, one of values; or a texture of pairs.
struct elements glsort_alternate(struct schedule* s, const struct sort_desc* desc,
                                 bool texture);

// Lets a pass read the keys, or keys and values, of `count` elements.
void glsort_read_keys(struct pass* p, const struct sort_desc* desc, struct elements from,
                      uint32_t count);
void glsort_read_elements(struct pass* p, const struct sort_desc* desc,
                          struct elements from, uint32_t count, bool values);

// Lets a pass write keys, values or both, and records that it leaves the elements there.
void glsort_write_elements(struct pass* p, const struct sort_desc* desc,
                           struct elements to, uint32_t count, bool keys, bool values);

// Lets a pass also read the arrays that it writes.
void glsort_read_outputs(struct pass* p);

// Returns where elements are after a merge of runs of 1 << run_log from `from` to `to`.
// With a count on the GPU, this merge and those before it may be left out, so the result
// names both places.
struct elements glsort_merged(const struct schedule* s, struct elements from,
                              struct elements to, uint32_t run_log);

// The pair texture (shaders/lib/pair_texture.glsl) is for very large counts, because some
// devices use larger pages for textures than for buffers.

// True if the plan may have one, and the device supports one for so many pairs.
bool glsort_pair_texture_fits(const struct sort_desc* desc,
                              const struct glsort_limits* limits);

// Declares it and returns its slot.
uint8_t glsort_pair_texture(struct schedule* s, uint32_t max_count);

// Binds it for reading or for writing.
void glsort_bind_pair_texture(struct pass* p, uint8_t slot, uint8_t access,
                              uint32_t count);

#endif
