// SPDX-License-Identifier: MIT
// A schedule is a whole run or peek as data: which passes run over which slots in which
// order. Algorithms and recipes write it, the executor reads it, and it contains no
// pointer to any of them.
#ifndef GLSORT_SCHEDULE_H
#define GLSORT_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <glsort/glsort_inspect.h>

#include "counting.h"
#include "shared/io.h"

// What a binding refers to. The executor turns slots into GL objects, so that one
// schedule serves many buffers.
enum slot {
    SLOT_NONE,
    SLOT_KEYS_IN,
    SLOT_KEYS_OUT,
    SLOT_VALUES_IN,
    SLOT_VALUES_OUT,
    SLOT_COUNT_IN, // the caller's count buffer
    SLOT_STATE,    // count block, and dispatch arguments written along with it
    SLOT_PEEK_KEYS,
    SLOT_PEEK_VALUES,
    SLOT_OF_RECIPE,                     // the first of the recipe's own resources
    SLOT_SCRATCH = SLOT_OF_RECIPE + 21, // the first of MAX_SCRATCH
};

enum { MAX_SCRATCH = 32, MAX_BINDINGS = GLSORT_PASS_USES, NO_BASE = 0xFFFF };

// Targets of one draw. Every device has USUAL_DRAW_BUFFERS; a method that draws to more
// refuses devices with less (glsort_limits.draw_buffers).
enum { USUAL_DRAW_BUFFERS = 4, MAX_DRAW_BUFFERS = 8 };

// pass.width_log of a draw into the caller's texture, whose width comes with the run's
// arguments. The executor uses the width of the slot; tests and tools that read a
// schedule without objects see this value.
enum { CALLER_WIDTH = 0xFF };

enum usage {
    USAGE_STORAGE,  // shader storage block; unit = binding point
    USAGE_UNIFORM,  // the count block, when the GPU wrote it
    USAGE_INDIRECT, // dispatch arguments
    USAGE_FETCH,    // texelFetch; unit = texture unit
    USAGE_IMAGE,    // imageStore; unit = image unit
    USAGE_TARGET,   // render target; unit = draw buffer, of an array of the first layer
    USAGE_COPY,     // source or destination of an upload or download
};

// A slot as one pass uses it. The range is a promise: the pass accesses nothing outside.
struct binding {
    uint8_t slot;
    uint8_t usage;
    uint8_t access; // GLSORT_READ, GLSORT_WRITE
    uint8_t unit;
    // Index of the parameter word that the executor fills in for a resource of the
    // caller's. Buffer: words between the start of the binding and the first element.
    // Texture: its width. Buffer that is fetched: words before the first element in the
    // whole buffer. NO_BASE for none. Of keys in and values in, the next word is the gap:
    // the words between two elements, 0 if they are packed. glsort_pass_params() sets it,
    // and the base of a texture of the plan, which is its width.
    uint16_t base_at;
    uint64_t first_bytes;
    uint64_t range_bytes;
    // Of keys in and values in, and of the elements and vertices of orders; otherwise 0.
    uint32_t element_bytes; // size of an element
    uint32_t stride_bytes;  // from the start of an element to the start of the next
    // Of a target in an array texture: the layers that the pass draws to, each to a draw
    // buffer from `unit` on. 0 layers: all. The range is one of texels of all layers.
    uint8_t first_layer;
    uint8_t layers;
};

// The keys or the values at one end of a sort: words of their own, or a field of the
// caller's structs.
struct place {
    uint8_t slot;
    uint8_t words;         // of an element
    uint32_t stride_bytes; // of the caller's input; 0: packed
    uint64_t first_bytes;  // from the resource's offset to the first element
};

// Bytes from one element to the next.
static inline uint32_t place_stride(const struct place* at)
{
    return at->stride_bytes > 0 ? at->stride_bytes : at->words * WORD_BYTES;
}

// Bytes from the first byte of the first element to the last byte of the last one.
static inline uint64_t place_bytes(const struct place* at, uint32_t count)
{
    return count == 0 ? 0
                      : (uint64_t)(count - 1) * place_stride(at) + at->words * WORD_BYTES;
}

// Words between two elements; 0 if they are packed.
static inline uint32_t place_gap(const struct place* at)
{
    return place_stride(at) / WORD_BYTES - at->words;
}

// Where a sort reads its elements, and where it leaves them.
struct ends {
    struct place keys_in, keys_out;
    struct place values_in, values_out;
};

// Where the elements are between two passes. PLACE_* of shared/io.h say in which form.
struct elements {
    uint8_t place;
    // The slot of the keys, or of whole elements. PLACE_ARRAYS: if the sort has values
    // but no slot of them here, they are 0 .. count - 1. PLACE_INSIDE: these and the
    // fields below mean what the algorithm's peek takes them for.
    uint8_t keys;
    uint8_t values;
    uint8_t copy; // the values are indices into this copy of the caller's values
    bool mapped;  // keys are ordered integers, otherwise in the caller's form
    // PLACE_LAYERS: see lib/texel_layout.glsl. PLACE_SIXTEENS: the place of the first
    // element in the texture.
    uint32_t layout;
    uint64_t bytes; // the range that holds them, but for PLACE_ARRAYS and PLACE_PAIRS

    // With a count on the GPU, merges of runs as long as the count, or longer, are left
    // out (lib/merges.glsl). If an odd number of `merges` is left out, the elements are
    // in the other place; nothing else differs. Bit r: a merge of runs of 1 << r; 0:
    // there is no other place.
    uint32_t merges;
    uint8_t other_place;
    uint8_t other_keys;
    uint8_t other_values;
};

struct pass {
    // What the pass does: at least two words, in a string that occurs only once in src.
    const char* label;
    uint16_t shader;  // enum shader_id of the generated shader table
    uint8_t variant;  // returned by variant_NAME(...) of the generated shader_ids.h
    uint8_t kind;     // glsort_pass_kind
    uint8_t phase;    // glsort_phase
    uint8_t barriers; // GLSORT_BARRIER_*, derived (schedule.h)
    uint8_t part;     // which sort, or view of an order, it belongs to, from 1; 0: none
    // Each work group reads only the range that no other group writes, and reads each
    // word before it writes it. So the input and the output may be the same buffer.
    bool tile_in_place;
    bool of_peek; // the label says so
    uint8_t binding_count;
    struct binding bindings[MAX_BINDINGS];

    // Dispatch: work groups. Draw: fragments for texels first_texel and up of targets
    // that are 1 << width_log wide. Upload: 4-byte words. Download: fragments of four
    // words.
    uint32_t groups;
    uint32_t first_texel;
    uint8_t width_log;
    bool exact;    // draw: covers no other fragments; otherwise it covers whole rows
    bool indirect; // the group counts are in the slot of usage USAGE_INDIRECT
    uint32_t indirect_bytes;

    uint32_t params_at; // bytes into schedule.params
    uint32_t params_bytes;
    // Not 0: the pass computes the keys that it sorts, and the recipe fills in the
    // parameters from this byte on, and binds what the keys are computed from.
    uint32_t computed_at;

    // Not SLOT_NONE: where the pass writes a count and the dispatch arguments of the
    // passes sized by it.
    uint8_t prepares;
    uint32_t table_at; // byte of the parameters where its struct prepare_table begins

    // Where the elements are after this pass, as a permutation of those that the sort
    // got; a peek reads them there.
    // PLACE_UNCHANGED: where they were before the pass. Draws that write the caller's
    // outputs leave it so, because their source still holds all elements and draws cannot
    // read the caller's buffers.
    struct elements leaves;

    // For glsort_plan_pass().
    uint8_t level;
    uint8_t stage;
    uint8_t stage_count;
    uint16_t step;
    uint64_t read_bytes;
    uint64_t write_bytes;
};

enum format { FORMAT_BUFFER, FORMAT_R32UI, FORMAT_RG32UI, FORMAT_RGBA32UI };

// A buffer or texture of the plan. A texture is 1 << width_log texels wide, has as many
// rows as `texels` needs, and if it is an array texture some layers.
struct scratch {
    const char* name;
    uint8_t format;
    uint8_t layers; // of an array texture; 0: any other texture, or a buffer
    bool zeroed;    // the buffer holds zeros when the plan is created
    // Passes bind the first half; the second half, of zeros, is copied there after a run
    // that ends before its last pass.
    bool cleared_after_cut;
    uint8_t width_log;
    uint64_t bytes;  // size of the buffer, or of all texels of the texture
    uint32_t texels; // per layer of a texture
};

// Fragment: the textures between the caller's resources and the sort. `keys` and `values`
// are the caller's own slots where these resources are textures.
struct transfers {
    struct place keys;
    struct place values;
    uint8_t packed;    // render target of downloads
    uint8_t rest;      // GPU count: the caller's words beyond the count
    uint8_t peek_rest; // the same for the outputs of a peek
    uint8_t width_log; // of the plan's own
};

// The memory of a plan's schedule of runs grows while the plan is created, and is then
// enough for every run. Its schedule of peeks has memory of a fixed size, or none if the
// plan cannot peek.
struct schedule {
    const glsort_allocator* allocator; // while the memory may grow; otherwise NULL
    bool starved;                      // sticky: it could not grow
    struct pass* passes;
    uint32_t pass_room;
    uint32_t pass_count;
    uint32_t pass_wanted; // pass_count, and what does not fit or is reserved
    uint32_t part_at;     // pass_wanted at the start of the sort being built

    uint8_t* params; // zeroed; every block on a multiple of uniform_alignment
    uint32_t params_room;
    uint32_t params_wanted;
    uint32_t uniform_alignment;

    // With a count on the GPU, a pass whose surplus groups do no harm is dispatched
    // directly only if the largest count takes at most this many work groups (in the
    // passes of a radix digit, this many tiles). See glsort_bind_groups().
    uint32_t direct_most;

    struct scratch scratch[MAX_SCRATCH];
    bool full; // sticky: scratch did not fit
    uint32_t scratch_count;
    struct transfers transfers;
    // Fragment: bit 1 << unit for each texture unit where a pass fetches the words of a
    // buffer of the caller's. The plan has a buffer texture for each.
    uint8_t buffer_units;

    bool gpu_count;     // the count block is in count_slot
    uint8_t count_slot; // SLOT_STATE, unless a view of an order has its own count
    bool has_peeks;     // of a plan that can peek: there is scratch for it
    bool is_peek;       // its passes write what a run has reached

    // The sort being built (glsort_add_sort): what its passes get as their part, and the
    // first scratch that it shares where it declares the same.
    uint8_t part;
    uint32_t shared_from;
    // Not 0: where the next pass goes, and the one after it two places further on, so
    // that passes alternate with some that are there already.
    uint32_t turn_at;

    struct pass overflow; // builders fill this pass when the schedule is full
};

// Removes all passes and scratch, keeps the memory.
void glsort_schedule_reset(struct schedule* s, const struct glsort_limits* limits);

// True if all passes and parameters fit in the memory, and each pass whose parameters get
// the base of a resource has some.
bool glsort_schedule_complete(const struct schedule* s);

// Appends a pass without bindings, for the caller to fill until the next one is appended.
// Never NULL: when the schedule is full it counts the pass and returns `overflow`, so
// builders need no branch.
struct pass* glsort_schedule_pass(struct schedule* s, const char* label, uint8_t kind,
                                  uint8_t phase, uint16_t shader);

// Declares a buffer, a buffer of zeros, a texture, or an array texture of RGBA32UI of the
// plan, and returns its slot.
uint8_t glsort_schedule_buffer(struct schedule* s, const char* name, uint64_t bytes);
uint8_t glsort_schedule_zeros(struct schedule* s, const char* name, uint64_t bytes);
uint8_t glsort_schedule_texture(struct schedule* s, const char* name, uint8_t format,
                                uint8_t width_log, uint32_t texels);
uint8_t glsort_schedule_layers(struct schedule* s, const char* name, uint8_t layers,
                               uint8_t width_log, uint32_t texels);

// Adds a binding of the byte range. bind_caller also names the parameter word (byte
// offset in the parameter struct) that gets the slot's base. What is bound for reading or
// writing counts as the pass's traffic, except the count and dispatch arguments.
void glsort_pass_bind(struct pass* p, uint8_t slot, uint8_t usage, uint32_t access,
                      uint8_t unit, uint64_t first_bytes, uint64_t range_bytes);
void glsort_pass_bind_caller(struct pass* p, uint8_t slot, uint8_t usage, uint32_t access,
                             uint8_t unit, uint64_t range_bytes, size_t base_offset);

// Add the usual bindings: a storage block of a buffer of the plan, from its start; a
// storage block of a buffer of the caller's, from a byte after the resource's offset; a
// texture that is fetched, from its start; and the only target of a draw.
void glsort_pass_buffer(struct pass* p, uint8_t slot, uint32_t access, uint8_t unit,
                        uint64_t bytes);
void glsort_pass_resource(struct pass* p, uint8_t slot, uint32_t access, uint8_t unit,
                          uint64_t first_bytes, uint64_t bytes, size_t base_offset);
void glsort_pass_fetch(struct pass* p, uint8_t slot, uint8_t unit, uint64_t bytes);
void glsort_pass_target(struct pass* p, uint8_t slot, uint64_t first_bytes,
                        uint64_t bytes);

// Binds `count` elements at an end of a sort. Gaps between them are not traffic.
void glsort_pass_place(struct pass* p, const struct place* at, uint32_t count,
                       uint8_t usage, uint32_t access, uint8_t unit, size_t base_offset);

// Lets a draw to a texture of packed words copy this many bytes of it to a buffer.
void glsort_pass_download(struct pass* p, uint8_t slot, uint64_t first_bytes,
                          uint64_t bytes);

// The traffic of the last binding is this many bytes, and not the range: the pass touches
// a part of it, or some of it several times. 0 for words that control passes.
void glsort_pass_moves(struct pass* p, uint64_t bytes);

// The last binding, a target in an array texture, draws to these layers only.
void glsort_pass_layers(struct pass* p, uint8_t first, uint8_t layers);

// The pass reads its group counts from the slot, from this byte on.
void glsort_pass_indirect(struct pass* p, uint8_t slot, uint32_t at_bytes);

// Copies the parameters of the pass into the schedule, when all with a base is bound.
void glsort_pass_params(struct schedule* s, struct pass* p, const void* params,
                        uint32_t bytes);

// Gives the pass the parameters of the one before it, which the executor then binds once.
// Not for passes that bind resources of the caller's by base_at.
void glsort_pass_same_params(const struct schedule* s, struct pass* p);

// Reserves memory for at least this many passes of a sort with parameters of this size,
// for builders that may need more passes for a smaller count than for the largest.
void glsort_schedule_reserve(struct schedule* s, uint32_t passes, uint32_t params_bytes);

// The draw buffer after the last one that a target of a draw is bound to.
uint32_t glsort_target_end(const struct schedule* s, const struct binding* target);

// The most draw buffers that a pass draws to.
uint32_t glsort_schedule_draw_buffers(const struct schedule* s);

// Bytes of all scratch.
uint64_t glsort_schedule_scratch_bytes(const struct schedule* s);

const char* glsort_usage_name(uint8_t usage);

// ---- barriers -------------------------------------------------------------------------

// Derives the memory barriers of a schedule from the bindings of its passes, so that no
// algorithm writes barriers by hand.

// Sets the barrier bits that must be issued before each pass. Assumes that all memory is
// coherent before the first pass; the final barrier of every run ensures that for the
// next one.
//
// Read after write, write after write and write after read need the bit of the later
// usage. Draws, uploads and downloads need none: GL orders them itself.
void glsort_barriers_derive(struct schedule* s);

#endif
