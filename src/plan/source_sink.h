// SPDX-License-Identifier: MIT
// How elements arrive in the first pass of a sort and how they leave in its last one: the
// C side of lib/source.glsl, lib/sink.glsl and store.frag. Algorithms fill in the rest of
// their parameters, which begin with `io_params io`.
#ifndef GLSORT_SOURCE_SINK_H
#define GLSORT_SOURCE_SINK_H

#include <stddef.h>

#include "algorithm.h"
#include "schedule.h"
#include "shared/io.h"

// The parameter word of a base, for glsort_pass_bind_caller().
#define IO_BASE(FIELD) offsetof(struct io_params, FIELD)

// Of a first pass: keys are mapped to ordered integers, and indices made if they are the
// values. Of any other pass {.flags = IO_WRITE_KEYS} reads and writes words as they are.
struct io_params glsort_io_first(const struct sort_desc* desc);

// Makes it that of a last pass, too: keys go back through the map, or nowhere.
void glsort_io_last(struct io_params* io, const struct sort_desc* desc);

// Fragment: whether the caller's resources are buffers, which are copied to and from
// textures on the GPU.
bool glsort_through_buffers(const struct sort_desc* desc);

// Fragment: uploads the caller's keys, and its values unless their slot is none.
void glsort_add_uploads(struct schedule* s, uint8_t keys, uint8_t values, uint64_t bytes);

// Fragment: the texture with the sorted elements, and what a store needs beside it.
struct draw_store {
    const struct sort_desc* desc;
    uint32_t count;
    uint32_t width_log;     // of the textures below
    uint8_t elements;       // (key, value or index)
    uint64_t element_bytes; // that a store may fetch
    bool layered;           // 8 elements a texel of four layers,
    uint32_t layout;        // in this layout
    uint8_t values;         // the copy of the values that indices gather; or none
    uint8_t packed;         // target of a download
    uint8_t rest; // what the caller has from the count on, if the GPU counts; or none
};

// Fragment: writes the keys or the values to one of the caller's resources: draws them
// into its texture, or packs and downloads them into its buffer.
void glsort_add_store(struct schedule* s, const struct draw_store* store, uint8_t to,
                      bool values);

#endif
