// SPDX-License-Identifier: MIT
// What follows from the descriptor of an order, with its defaults filled in, for checks,
// arguments and both builders; and the parameters of the passes of both.
#ifndef GLSORT_ORDER_PARAMS_H
#define GLSORT_ORDER_PARAMS_H

#include <stdbool.h>
#include <stdint.h>

#include <glsort/glsort_draw.h>

#include "algorithm.h"
#include "recipe.h"
#include "shared/order.h"

// An order of this shape.
struct order {
    const glsort_order_desc* desc; // its defaults filled in, with the layout of the run
    const glsort_order_desc* largest; // the same with that of the descriptor
    const struct shape* shape;
};

// shape.options: the count on the GPU is in a buffer that the run writes; indices of 16
// bits begin in the upper half of a word. From ORDER_SOURCES_SHIFT on the number of
// sources.
enum { ORDER_COUNT_IS_OUTPUT = 1, ORDER_INDICES_ODD = 2, ORDER_SOURCES_SHIFT = 16 };

// All but the bases and what belongs to one pass. desc has its defaults filled in.
// params.reject is the key of rejected elements, which come last unless they are removed:
// for floats the NaN that the sort's map makes the largest integer; no other key is a
// NaN.
struct order_params glsort_order_params(const glsort_order_desc* desc, uint32_t count,
                                        uint32_t view, uint32_t view_count);

// True if keys are depths of the caller's, and if those are integers.
bool glsort_order_has_depths(const glsort_order_desc* desc);
bool glsort_order_has_integers(const glsort_order_desc* desc);

// Flags of filled descriptors: fragment passes copy buffers to textures, because GLES has
// no buffer textures, those of the device do not cover the buffers, or other inputs are
// in textures; primitives have one vertex, without LAYOUT_FROM_ARGS, so they are points
// that a list names.
#define ORDER_COPIES_INPUTS (1u << 31)
#define ORDER_LISTS_POINTS (1u << 30)

// True if the sort carries the indices of listed points as its values, so that no pass
// fetches them after it.
bool glsort_order_carries(const glsort_order_desc* desc);

// True if a first pass writes the positions that all others read (order_moves.h).
bool glsort_order_moves(const glsort_order_desc* desc);

// PLAIN of compute passes (order/element_storage.glsl).
bool glsort_order_is_plain(const glsort_order_desc* desc);

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

#endif
