// SPDX-License-Identifier: MIT
// What follows from the descriptor of an order, with its defaults filled in, for checks,
// arguments and both builders; and the parameters of the passes of both.
#ifndef GLSORT_ORDER_PARAMS_H
#define GLSORT_ORDER_PARAMS_H

#include <stdbool.h>
#include <stdint.h>

#include <glsort/glsort_draw.h>

#include "algorithm.h"
#include "shared/order.h"

struct order {
    glsort_order_desc desc; // with its defaults filled in, and the layout of the run
    const glsort_order_desc* largest; // the same with that of the descriptor
    uint32_t view_count;              // of the schedule, as is the next
    uint32_t vertex_count;            // primitives: that of the arguments; at least 1
    bool count_is_output; // the count on the GPU is in a buffer that the run writes
    // 1: indices of 16 bits begin in the upper half of a word.
    uint32_t index_odd;
    // With desc.max_segments: what sorts the segments, and its sort_desc.what.
    const struct algorithm* segmented;
    const struct segments* segments;
    uint32_t segment_count; // of the schedule, as are the next
    uint32_t matrix_count;
    uint32_t source_count;
    uint32_t sources[GLSORT_MOST_SOURCES]; // items of each
};

// All but the bases and what belongs to one pass. desc has its defaults filled in.
// params.reject is the key of rejected elements, which come last unless they are removed:
// for floats the NaN that the sort's map makes the largest integer; no other key is a
// NaN.
struct order_params glsort_order_params(const glsort_order_desc* desc, uint32_t count,
                                        uint32_t view, uint32_t view_count);

// True if keys are depths of the caller's, and if those are integers.
bool glsort_order_has_depths(const glsort_order_desc* desc);
bool glsort_order_has_integers(const glsort_order_desc* desc);

// What keys are made of, positions or depths of elements or vertices: where the first one
// is in the slot, their stride, and the bytes of one.
struct order_items {
    uint8_t slot;
    uint32_t offset;
    uint32_t stride;
    uint32_t bytes;
    uint32_t texture; // GLSORT_ORDER_TEXTURE_*
    uint32_t texel_bytes;
};
struct order_items glsort_order_items(const glsort_order_desc* desc);
// From the first item of a view to that of the next one; 0: all views have the same.
uint32_t glsort_order_view_items(const glsort_order_desc* desc, uint32_t vertices);
// Flags of filled descriptors: GL's fragment passes copy buffers to textures, as GLES
// does, because the device's buffer textures do not cover them; primitives have one
// vertex, without LAYOUT_FROM_ARGS, so they are points that a list names.
#define ORDER_COPIES_INPUTS (1u << 31)
#define ORDER_LISTS_POINTS (1u << 30)

// In a run with these views of `count` elements or, of primitives, `vertices`.
uint32_t glsort_order_item_count(const glsort_order_desc* desc, uint32_t count,
                                 uint32_t vertices, uint32_t views);

// The items that have a radius and a field of the dead test: vertices where a list names
// points, otherwise elements.
uint32_t glsort_order_field_items(const glsort_order_desc* desc, uint32_t count,
                                  uint32_t vertices);

// True if the sort carries the indices of listed points as its values, so that no pass
// fetches them after it.
bool glsort_order_carries(const glsort_order_desc* desc);

// True if a first pass writes the positions that all others read (order_moves.h).
bool glsort_order_moves(const glsort_order_desc* desc);

// PLAIN of compute passes (order/element_storage.glsl).
bool glsort_order_is_plain(const glsort_order_desc* desc);

// On compute: how many elements a pass binds at once. Fewer than max_count if a binding
// of the device cannot hold the positions, depths or fields of all points; then a pass of
// its own computes the keys of each piece of so many. 0: it cannot hold a tile of them.
uint32_t glsort_order_piece(const glsort_order_desc* desc,
                            const struct glsort_limits* limits);
// The same for fields of `count` items; a stride of 0 is no field.
struct bound_field {
    uint32_t stride, bytes;
};
uint32_t glsort_order_piece_of(const struct bound_field* fields, size_t field_count,
                               uint32_t count, const struct glsort_limits* limits);

// True if rejected elements are removed before the sort; otherwise they are sorted last,
// as always in segments and in fragment passes.
bool glsort_order_compacts(const glsort_order_desc* desc);

// True if order_out is filled after the visible elements; fragment passes always do so.
bool glsort_order_fills(const glsort_order_desc* desc);

// True if commands or visible counts are asked for. They are written by a last pass, by
// the pass that culls, or by the only pass (order_all.c).
bool glsort_order_finishes(const glsort_order_desc* desc);

// True if the last pass searches the sorted keys of segments.
bool glsort_order_searches(const glsort_order_desc* desc);

// The descriptor with the layout of a run, unless that is all zeros: the strides of
// positions, radii and fields of the dead test, the vertices of a primitive, the type of
// its indices.
glsort_order_desc glsort_order_laid_out(const glsort_order_desc* desc,
                                        const uint32_t* layout);

// Number of vertices of an element: 1 for points.
uint32_t glsort_order_vertices(const glsort_order_desc* desc);

// Words that hold the indices of `count` elements in indices_in. odd: 1 if indices of 16
// bits begin in the upper half of the first.
uint64_t glsort_order_index_words(const glsort_order_desc* desc, uint32_t count,
                                  uint32_t odd);

// 1 if indices of this type from this byte on begin in the upper half of a word, which
// only those of 16 bits do.
uint32_t glsort_order_odd(glsort_index index, uint64_t offset);

// True if order_out has the vertices of primitives; otherwise an index of each element.
bool glsort_order_writes_vertices(const glsort_order_desc* desc);

// Number of indices per element in order_out.
uint32_t glsort_order_indices_out(const glsort_order_desc* desc);

// Texels of order_out, a texture, that hold the indices of `count` elements of a view.
uint32_t glsort_order_texels(const glsort_order_desc* desc, uint32_t count);

bool glsort_order_writes_elements(const glsort_order_desc* desc);

uint32_t glsort_order_position_bytes(glsort_position_format format); // of one position
uint32_t glsort_order_command_words(glsort_command command);

// The stride of items of so many bytes that 0 means.
uint32_t glsort_order_packed(uint32_t item_bytes, uint32_t texel_words);

// Texels of a texture that holds `count` items of this offset, stride and size; without
// texel_words each is a texel. Saturates.
uint32_t glsort_order_field_texels(uint32_t count, uint32_t offset, uint32_t stride,
                                   uint32_t item_bytes, uint32_t texel_words);

// The bytes from the first of `count` fields to the end of the last. count > 0.
uint64_t glsort_order_span(uint64_t count, uint32_t stride, uint32_t field_bytes);

#endif
