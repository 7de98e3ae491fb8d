// SPDX-License-Identifier: MIT
// How the first pass of a sort reads elements and how its last pass writes them: the C
// side of lib/source.glsl and lib/sink.glsl. The parameters of these passes begin with
// `io_params io`; the algorithms fill in the rest.
#ifndef GLSORT_SOURCE_SINK_H
#define GLSORT_SOURCE_SINK_H

#include <stddef.h>

#include "algorithm.h"
#include "schedule.h"
#include "shared/io.h"

// The parameter word of a base, for glsort_pass_bind_caller().
#define IO_BASE(FIELD) offsetof(struct io_params, FIELD)

// Returns the io_params of a first pass: it maps keys to ordered integers, and makes the
// indices if the values are indices. Passes in between use {.flags = IO_WRITE_KEYS},
// which leaves keys as they are.
struct io_params glsort_io_first(const struct sort_desc* desc);

// Stores the parameters of a first pass, followed by those of desc->compute, which this
// lets bind what it needs. Call it last.
void glsort_first_params(struct schedule* s, struct pass* p, const struct sort_desc* desc,
                         const void* params, uint32_t bytes);

// Fragment: makes *io skip the gaps between the caller's elements. Uploads copy the gaps
// too.
void glsort_io_uploaded(struct io_params* io, const struct sort_desc* desc);

// Adds to *io what a last pass does: it maps keys back to the caller's form, or does not
// write them if the plan discards keys.
void glsort_io_last(struct io_params* io, const struct sort_desc* desc);

// Fragment: true if the caller's keys, or values, are in a buffer, from which they are
// uploaded.
bool glsort_uploads_keys(const struct sort_desc* desc);
bool glsort_uploads_values(const struct sort_desc* desc);

// Fragment: true if slot `to` is an output in a buffer. A pass then packs four words into
// each texel and downloads them.
bool glsort_downloads(const struct sort_desc* desc, uint8_t to);

// Fragment: true if an output of a run is in a buffer.
bool glsort_downloads_any(const struct sort_desc* desc);

// Fragment: true if any keys or values of the caller's, in or out, are in a buffer.
bool glsort_has_transfers(const struct sort_desc* desc);

// Fragment: texels of the largest texture that the transfers of `count` elements need, at
// one word per texel; 0 if there are no transfers. An element of an output counts as one
// word, even if it is wider.
uint32_t glsort_transfer_texels(const struct sort_desc* desc, uint32_t count);

// Bytes that a pass reads from SLOT_KEYS_IN or SLOT_VALUES_IN, gaps included, or from the
// texture that the slot is uploaded to.
uint64_t glsort_input_bytes(const struct sort_desc* desc, uint8_t slot, uint32_t count);

// The resources that a plan uses, as GLSORT_TEXTURE_* bits.
uint32_t glsort_resources_used(glsort_values values, bool discard_keys);

// Fragment: declares the textures between the caller's buffers and the sort, and sets
// s->transfers, which tells the sort where to read keys and values.
void glsort_declare_transfers(struct schedule* s, const struct sort_desc* desc,
                              uint8_t width_log);

// Fragment: appends the upload of one of them, gaps included.
void glsort_upload_input(struct schedule* s, const char* label, const struct place* from,
                         uint32_t count, uint8_t to);

// Fragment: appends the uploads of the caller's buffers to these textures.
void glsort_add_uploads(struct schedule* s, const struct sort_desc* desc, uint32_t count);

#endif
