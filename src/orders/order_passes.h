// SPDX-License-Identifier: MIT
// What the builders of an order's passes share: the frame of both backends; of compute
// the state of a build, and the bindings of the caller's resources.
#ifndef GLSORT_ORDER_PASSES_H
#define GLSORT_ORDER_PASSES_H

#include "order_io.h"
#include "build.h"

struct order_builder {
    struct schedule* s;
    const struct plan_core* core;
    const glsort_order_desc* desc;
    const struct order* order;
    uint32_t count;       // sizes the passes; a count on the GPU may be smaller
    uint32_t bound_first; // of the elements that are bound
    uint32_t bound_count;
    uint32_t view_count;
    bool chains;   // a single pass makes the keys and compacts
    bool computes; // the first pass of the sort computes the keys and removes nothing
    bool culls;    // chains: that pass is the first of the sort
    bool carries;  // the sort carries indices of the caller's
    const struct algorithm* algorithm; // of the sort
    struct sort_desc sort;
    // Slots; none if not needed.
    uint8_t count_state; // the count of all elements and its dispatch arguments
    uint8_t keys;        // of all elements
    uint8_t sort_keys;   // keys to sort: `keys`, or the keys of the visible elements
    uint8_t elements;    // visible elements
    uint8_t sorted;      // elements in order
    uint8_t sorted_keys; // their keys: depths_out, or scratch that the last pass searches
    uint8_t moved;       // positions that a pass has moved
    uint8_t tiles;       // visible elements in each tile; after a scan, before each tile
    uint8_t status;      // chains: status words of the look-back
    uint8_t totals;      // visible or rejected elements, a word for each view
    uint32_t params_at;  // where the order's parameters begin in the pass's parameters
};

// What each view takes, on either backend: its keys, their sort, what it writes. set: the
// builder, whose scratch the view has; shared: where the scratch of its sorts begins.
struct order_steps {
    void (*keys)(void* set, uint32_t view);
    void (*sort)(void* set, uint32_t view, uint32_t shared);
    void (*results)(void* set, uint32_t view);
};

// Builders that views take in turn, and the counts of what they sort. The passes of two
// alternate. There is no barrier between a pass of the first view and this pass of the
// second view, so a GPU runs both at once while elements are few.
struct order_sets {
    void* sets[2];
    uint8_t counts[2];
    uint32_t used; // 1 or 2
};

// Appends the passes of so many views.
void glsort_order_add_views(struct schedule* s, uint32_t views,
                            const struct order_steps* steps,
                            const struct order_sets* sets);

struct pass* glsort_order_add_pass(struct order_builder* b, const char* label,
                                   uint8_t phase, uint16_t shader, uint32_t groups);

// The ends of a view's sort in the caller's outputs, which for view v begin at element
// v * max_count.
struct ends glsort_order_outputs(const struct order* order, uint32_t view);

// How a pass accesses one of the caller's resources, where not as its row says.
struct order_use {
    uint8_t slot;
    uint8_t access;
    uint8_t unit;
    uint16_t base_at;
};

// Bind a part of the resource, or all that `views` views from `view` on access of it.
void glsort_order_bind_part(struct order_builder* b, struct pass* p, uint8_t slot,
                            const struct order_part* part);
void glsort_order_bind(struct order_builder* b, struct pass* p, uint8_t slot,
                       uint32_t view, uint32_t views);
void glsort_order_bind_use(struct order_builder* b, struct pass* p,
                           const struct order_use* use, uint32_t view, uint32_t views);

// Binds what the keys of `views` views from `view` on are computed from: positions or
// depths, and indices, radii and the fields of the dead test where the order has them.
void glsort_order_bind_elements(struct order_builder* b, struct pass* p, uint32_t view,
                                uint32_t views);

// Binds the commands and visible counts of `views` views or segments, from `view` on, if
// the order has them.
void glsort_order_bind_results(struct order_builder* b, struct pass* p, uint32_t view,
                               uint32_t views);

// True if AUTO takes this pass for runs of up to `most` elements: the backend is compute,
// neither an algorithm nor a method is asked for, the device has the work groups and the
// shared memory of the pass, `most` is within the number measured for such devices, and
// the pass supports what the order asks for: no segments, no elements_out, no numbers of
// primitives, no transform with a count on the GPU, nothing of all views or of the inputs
// beyond a binding, and no depths if order_all.comp culls primitives by the frustum.
bool glsort_order_takes_all(const struct order_what* what, const struct plan_core* core,
                            uint32_t most);

void glsort_order_add_all(struct order_builder* b);

#endif
