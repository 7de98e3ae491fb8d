// SPDX-License-Identifier: MIT
// How the first pass of a sort reads elements and how its last pass writes them: the C
// side of lib/source.glsl and lib/sink.glsl. The parameters of these passes
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

// Fragment: makes *io skip the gaps between the caller's elements, which uploads keep.
void glsort_io_uploaded(struct io_params* io, const struct sort_desc* desc);

// Makes *io that of a last pass as well: it maps keys back, or discards them.
void glsort_io_last(struct io_params* io, const struct sort_desc* desc);

// Fragment: whether the caller's keys, or values, are in a buffer and must be uploaded;
// whether slot `to` is an output in a buffer, for which a pass must pack and download;
// whether any of the caller's resources is a buffer.
bool glsort_uploads_keys(const struct sort_desc* desc);
bool glsort_uploads_values(const struct sort_desc* desc);
bool glsort_downloads(const struct sort_desc* desc, uint8_t to);
bool glsort_downloads_any(const struct sort_desc* desc);
bool glsort_has_transfers(const struct sort_desc* desc);

// Fragment: texels of the largest texture that the transfers of `count` elements need,
// which has a word in each; 0 if there are no transfers.
uint32_t glsort_transfer_texels(const struct sort_desc* desc, uint32_t count);

// Bytes that a pass reads of SLOT_KEYS_IN or SLOT_VALUES_IN, or of its upload.
uint64_t glsort_input_bytes(const struct sort_desc* desc, uint8_t slot, uint32_t count);

// The resources that a plan uses, as GLSORT_TEXTURE_* bits.
uint32_t glsort_resources_used(glsort_values values, bool discard_keys);

// Fragment: declares the textures between the caller's buffers and the sort, and says in
// s->transfers where the sort reads keys and values.
void glsort_declare_transfers(struct schedule* s, const struct sort_desc* desc,
                              uint8_t width_log);

// Fragment: uploads what the caller has in buffers to these textures.
void glsort_add_uploads(struct schedule* s, const struct sort_desc* desc, uint32_t count);

#endif
