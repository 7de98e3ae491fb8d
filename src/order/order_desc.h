// SPDX-License-Identifier: MIT
// The descriptor of an order: its checks and defaults, and what it asks of the sort.
#ifndef GLSORT_ORDER_DESC_H
#define GLSORT_ORDER_DESC_H

#include <stdbool.h>
#include <stdint.h>

#include <glsort/glsort_draw.h>
#include <glsort/glsort_inspect.h>

#include "memory.h"

// Checks a descriptor against this version and the device, and copies it to *filled with
// its defaults filled in; expected_count and AUTO for the algorithm and the method are
// left to the sort. If a check fails, writes a sentence to *message.
glsort_result glsort_order_fill(const void* desc, const struct glsort_limits* limits,
                                void* filled, const struct call* call);

// The functions below take a descriptor with its defaults filled in.

// The descriptor of the sort of (key, element) pairs that the order contains.
glsort_sort_desc glsort_order_elements(const void* filled);

// True if rejected elements are removed before the sort; otherwise they are sorted last,
// as always in segments and in fragment passes.
bool glsort_order_compacts(const glsort_order_desc* desc);

// True if commands or visible counts are asked for. They are written by a last pass, by
// the pass that culls, or by the only pass (order_all.h).
bool glsort_order_finishes(const glsort_order_desc* desc);

// True if the last pass searches the sorted keys of segments.
bool glsort_order_searches(const glsort_order_desc* desc);

// Number of vertices of an element: 1 for points.
uint32_t glsort_order_vertices(const glsort_order_desc* desc);

// Words that hold the indices of `count` elements in indices_in.
uint64_t glsort_order_index_words(const glsort_order_desc* desc, uint32_t count);

// Number of indices per element in order_out: fragment passes write primitives, not
// vertices, unless the primitives go to elements_out.
uint32_t glsort_order_indices_out(const glsort_order_desc* desc);

bool glsort_order_writes_elements(const glsort_order_desc* desc);

// True if order_out has indices of 16 bits.
bool glsort_order_is_narrow(const glsort_order_desc* desc);

uint32_t glsort_order_index_bytes(const glsort_order_desc* desc);    // of order_out
uint32_t glsort_order_position_bytes(glsort_position_format format); // of one position
uint32_t glsort_order_command_words(glsort_command command);

// The bytes from the first of `count` fields to the end of the last. count > 0.
uint64_t glsort_order_span(uint64_t count, uint32_t stride, uint32_t field_bytes);

#endif
