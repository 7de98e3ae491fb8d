// SPDX-License-Identifier: MIT
// What the sorts share: where their elements are, how elements arrive in a first pass and
// leave in a last one, arrays that take turns, uploads, and counts from the GPU; and
// sorts between any two places of a larger schedule.
#ifndef GLSORT_PASSES_H
#define GLSORT_PASSES_H

#include <stddef.h>

#include "algorithm.h"
#include "schedule.h"
#include "shared/io.h"

// Where the keys or values in one of the caller's slots are, at offset 0. Only the inputs
// have strides.
struct place glsort_place_of_caller(const struct sort_desc* desc, uint8_t slot);

// The ends of a sort of the caller's elements: of the slots KEYS and VALUES.
struct ends glsort_ends_of_caller(const struct sort_desc* desc);

// The end of the sort that is in the slot; or words in a slot of the plan.
struct place glsort_place_of(const struct sort_desc* desc, uint8_t slot);

// Binds words, or wider elements of the ends, in a slot as a storage block; and keys of
// the descriptor's type, also in scratch.
void glsort_bind_elements(struct pass* p, const struct sort_desc* desc, uint8_t slot,
                          uint32_t count, uint32_t access, uint8_t unit, size_t base);
void glsort_bind_keys(struct pass* p, const struct sort_desc* desc, uint8_t slot,
                      uint32_t count, uint32_t access, uint8_t unit, size_t base);

// One sort of a schedule, which may have several. It shares scratch from `shared_from`
// on, if it declares scratch of that name and size. A sort inside a sort is a part of the
// outer sort.
struct sort_part {
    uint8_t number; // pass.part
    uint32_t shared_from;
};

// Appends the passes of a sort between the places of desc->ends.
void glsort_add_sort(struct schedule* s, const struct algorithm* algorithm,
                     const struct sort_desc* desc, const struct glsort_limits* limits,
                     uint32_t count, struct sort_part part);

// ---- arrays of elements ---------------------------------------------------------------

// Bindings of compute passes that read elements from one pair of arrays, keys and values,
// and write them to another, at the binding points IO_* of shared/io.h.

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

// ---- first and last passes ------------------------------------------------------------

// How the first pass of a sort reads elements and how its last pass writes them: the C
// side of lib/source.glsl and lib/sink.glsl. The parameters of these passes begin with
// `io_params io`; the algorithms fill in the rest.

// The parameter word of a base, for glsort_pass_bind_caller().
#define IO_BASE(FIELD) offsetof(struct io_params, FIELD)

// Returns the io_params of a first pass: it maps keys to ordered integers, and makes the
// indices if the values are indices. Passes in between use {.flags = IO_WRITE_KEYS},
// which leaves keys as they are.
struct io_params glsort_io_first(const struct sort_desc* desc);

// Stores the parameters of a first pass, followed by the parameters of desc->compute,
// which this call lets bind what it needs. Call it last.
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

// ---- uploads, and the count from the GPU ----------------------------------------------

// Passes that several algorithms use.

// Appends the pass that copies the count from the caller's buffer to SLOT_STATE. On
// compute it also clamps the count to max_count and writes the dispatch arguments of the
// passes that glsort_pass_counted() sizes by the count.
void glsort_add_take_count(struct schedule* s, const struct algorithm* algorithm,
                           const struct sort_desc* desc,
                           const struct glsort_limits* limits);

// Compute: a pass that clamps the count in word `at` of `from` to max_count, and writes
// it and dispatch arguments to `to`, which has STATE_WORDS words.
struct count_preparation {
    uint8_t from;
    uint32_t at; // 0 if `from` is the caller's buffer
    uint8_t to;
    uint32_t max_count;
    uint32_t plan_tile; // elements of a work group in passes around the sort; or 0
    bool many_rows;     // room for COUNT_ROWS_MANY rows, otherwise COUNT_ROWS_FEW
};

// The parameters of a pass that prepares a count.
struct prepare_table {
    struct prepare_params params;
    struct count_row rows[COUNT_ROWS_MANY];
};

struct pass* glsort_add_prepare_count(struct schedule* s,
                                      const struct glsort_limits* limits,
                                      const struct count_preparation* preparation);

// The preparation for a sort on compute: from the caller's count to SLOT_STATE.
struct count_preparation glsort_count_preparation(const struct algorithm* algorithm,
                                                  const struct sort_desc* desc);

// Compute: makes the GPU size the pass by the count in `slot`, as the row says: the last
// pass so far that has written a count there also writes the dispatch arguments. Passes
// with equal rows share them.
void glsort_pass_counted(struct schedule* s, struct pass* p, uint8_t slot,
                         const struct count_row* row);

// Compute: binds the count, and if it is on the GPU sizes the pass by it: a work group
// for each `tile` elements, or as the row says. The passes of a peek, which need not be
// fast, have the size of max_count.
void glsort_bind_tiles(struct schedule* s, struct pass* p, uint32_t tile);
void glsort_bind_row(struct schedule* s, struct pass* p, const struct count_row* row);

// For a pass whose groups beyond the groups of the row return at once. If the pass has
// few groups for the largest count (p->groups), all are dispatched, without arguments
// from the GPU.
void glsort_bind_groups(struct schedule* s, struct pass* p, const struct count_row* row);

// Fragment: the parameter word `cover` of a draw (cover_count.vert), which limits it to
// the rows that hold elements below a count on the GPU. Each texel holds `items`
// elements.
uint32_t glsort_cover(const struct schedule* s, uint32_t items);

// Fragment: copies `bytes` of a buffer to an R32UI texture or to SLOT_STATE.
struct pass* glsort_add_upload(struct schedule* s, const char* label, uint8_t from,
                               uint8_t to, uint64_t bytes);

// Binds the count block if the GPU has written it; otherwise it is in the per-run block.
void glsort_bind_count(const struct schedule* s, struct pass* p);

#endif
