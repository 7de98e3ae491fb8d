// SPDX-License-Identifier: MIT
// What an order reads and writes: one row for each of the caller's resources, and one
// function for the bytes of them that a pass, a run or the largest run accesses. No other
// file does arithmetic on their strides and offsets.
#ifndef GLSORT_ORDER_IO_H
#define GLSORT_ORDER_IO_H

#include "order_params.h"

// What a resource has one of.
enum order_per {
    PER_ELEMENT,
    PER_ITEM,   // a vertex of primitives, otherwise an element
    PER_DEPTH,  // an item in each view
    PER_POINT,  // a vertex where a list names points, otherwise an element
    PER_SOURCE, // an item of the source
    PER_MATRIX,
    PER_SEGMENT, // and one for the end of the last
    PER_RESULT,  // a segment, otherwise a view
    PER_VIEW,
    PER_PLACE, // an element in the order of each view
    PER_RUN,
};

// The argument comes first (recipe.argument_bytes).
struct order_row {
    struct argument argument;
    uint8_t per;
    uint8_t item_bytes; // 0: the descriptor says
    uint16_t field_at;  // of a glsort_field in the descriptor; 0: packed, from the start
    // Of the passes that access it most: the binding point, the texture unit, and the
    // byte offset of the base in the parameters.
    uint8_t unit;
    uint8_t draw_unit;
    uint16_t base_at;
};
enum { ORDER_ROWS = 23 };
extern const struct order_row glsort_order_rows[];
const struct order_row* glsort_order_row(uint8_t slot);
// Fills in the strides of packed fields.
void glsort_order_fill_strides(glsort_order_desc* desc);
bool glsort_order_uses(const struct order_what* what, const struct order_row* row);
bool glsort_order_is_fetched(const struct order_row* row); // by fragment passes
// True if only the pass that transforms positions reads it (order_transform.h).
bool glsort_order_is_transformed(const struct order_what* what,
                                 const struct order_row* row);
// True if fragment passes copy it to a texture if it is a buffer.
bool glsort_order_is_copied(const struct order_what* what, const struct order_row* row);

// A part of a resource: `count` of its items from `first` on, in each of `views` views
// from `view` on.
struct order_part {
    uint32_t first;
    uint32_t count;
    uint32_t view;
    uint32_t views;
};

struct order_range {
    uint64_t first; // bytes from the resource's offset to the first item
    uint64_t bytes; // from there to the end of the last item; 0 if there is none
    uint32_t items;
    uint32_t stride;
    uint32_t item_bytes;
    uint32_t texels; // textures: up to the end of the last item
    uint32_t texel_bytes;
};
struct order_range glsort_order_range(const struct order* order,
                                      const struct order_row* row,
                                      const struct order_part* part);

// The items in a view of a run of so many elements; and the range of all of them.
uint32_t glsort_order_items(const struct order* order, const struct order_row* row,
                            uint32_t elements);
struct order_range glsort_order_whole(const struct order* order,
                                      const struct order_row* row);
// The largest run, of so many views. Without max_vertices the items that are
// vertices are known in a run only, and so are matrices and sources: there are none.
struct order glsort_order_largest(const struct order_what* what, uint32_t views);

// Tells the binding the size and stride of its items.
void glsort_order_describe(struct binding* b, const struct order_range* range);

const char* glsort_order_name_items(const struct order_what* what,
                                    const struct order_row* row);

// On compute: how many items a pass binds at once of the resources of points or, if
// `transforms`, of the resources that the first pass transforms (order_transform.h). It
// is fewer than all if a binding of the device cannot hold them; then the pass becomes
// several. 0: it cannot hold a tile of them. UINT32_MAX: all at once.
uint32_t glsort_order_slice(const struct order_what* what,
                            const struct glsort_limits* limits, bool transforms);
// True if such a resource, which the order uses, is bound in slices.
bool glsort_order_in_slices(const struct order_what* what, const struct order_row* row,
                            bool transforms);

#endif
