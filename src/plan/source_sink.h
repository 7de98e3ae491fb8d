// SPDX-License-Identifier: MIT
// How the first pass of a sort reads elements and how its last pass writes them: the C
// side of lib/source.glsl, lib/sink.glsl and store.frag. The parameters of these passes
// begin with `io_params io`; the algorithms fill in the rest.
#ifndef GLSORT_SOURCE_SINK_H
#define GLSORT_SOURCE_SINK_H

#include <stddef.h>

#include "algorithm.h"
#include "schedule.h"
#include "shared/io.h"

// The parameter word of a base, for glsort_pass_bind_caller().
#define IO_BASE(FIELD) offsetof(struct io_params, FIELD)

// The io_params of a first pass: it maps keys to ordered integers, and makes the indices
// if they are the values. For any other pass, {.flags = IO_WRITE_KEYS} copies words
// unchanged.
struct io_params glsort_io_first(const struct sort_desc* desc);

// Makes *io that of a last pass as well: it maps keys back, or discards them.
void glsort_io_last(struct io_params* io, const struct sort_desc* desc);

// Fragment: whether the caller's keys, or values, are in a buffer and must be uploaded;
// how many of the two must; whether slot `to` is an output in a buffer, for which a pass
// must pack and download; whether any of the caller's resources is a buffer.
bool glsort_uploads_keys(const struct sort_desc* desc);
bool glsort_uploads_values(const struct sort_desc* desc);
uint32_t glsort_upload_count(const struct sort_desc* desc);
bool glsort_downloads(const struct sort_desc* desc, uint8_t to);
bool glsort_downloads_any(const struct sort_desc* desc);
bool glsort_has_transfers(const struct sort_desc* desc);

// Fragment: uploads those of the caller's inputs that are buffers to slots `keys` and
// `values`.
void glsort_add_uploads(struct schedule* s, const struct sort_desc* desc, uint8_t keys,
                        uint8_t values, uint64_t bytes);

// The resources that a plan uses, as GLSORT_TEXTURE_* bits.
uint32_t glsort_resources_used(glsort_values values, bool discard_keys);

// Fragment: the texture of sorted elements, and the other inputs of a store pass.
struct draw_store {
    const struct sort_desc* desc;
    uint32_t count;
    uint32_t width_log;     // of the textures below
    uint8_t elements;       // (key, value or index)
    uint64_t element_bytes; // range that a store may fetch
    bool layered;           // 8 elements in a texel of four layers,
    uint32_t layout;        // in this layout
    uint8_t values;         // uploaded values, gathered by index; or none
    uint8_t packed;         // render target of a download
    uint8_t rest;           // the caller's elements beyond a count on the GPU; or none
};

// Fragment: appends the pass that writes the keys or the values to the caller's resource:
// it draws into the texture, or packs and downloads into the buffer.
void glsort_add_store(struct schedule* s, const struct draw_store* store, uint8_t to,
                      bool values);

#endif
