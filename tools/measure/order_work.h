// SPDX-License-Identifier: MIT
// The data of a draw order: random positions, cameras, and the order of each view as
// computed by the CPU, by the rules of docs/draw-order.md.
#ifndef BENCH_ORDER_WORK_H
#define BENCH_ORDER_WORK_H

#include <stdbool.h>
#include <stdint.h>

#include <glsort/glsort_draw.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ORDER_POSITION_WORDS = 4 }; // from one position to the next: a vec4

// Positions are uniform in a cube of side 2 around the origin, seen along -z from
// (0, 0, 3); further views look from points beside it. The frustum is a box that keeps
// 100 - cull_share % of them. Primitives share no vertices; those of a primitive are
// close together, and all outside or all inside.
struct order_task {
    glsort_order_desc desc; // max_count: all elements, of which `count` are ordered
    uint32_t count;
    uint32_t cull_share; // percent; only with GLSORT_CULL_FRUSTUM
};

// A view's visible elements.
struct order_view_work {
    uint32_t visible;
    uint32_t* order; // their vertices, in order
};

struct order_work {
    struct order_task task;
    uint32_t view_count;
    uint32_t vertices; // of an element: 1 for points
    uint32_t position_count;
    float* positions;
    uint32_t* indices; // of primitives, otherwise NULL
    float key_near, key_far;
    glsort_order_view views[GLSORT_MOST_VIEWS];
    struct order_view_work of_view[GLSORT_MOST_VIEWS];
    uint32_t* room; // scratch memory of the CPU's sort
};

// The same task makes the same data. False if there is no memory.
bool order_work_create(struct order_work* w, const struct order_task* task);
void order_work_release(struct order_work* w);

// Orders all views on the CPU: culls, makes keys and sorts by radix, each view into
// out + view * max_count * vertices. of_view was computed by the same code.
void order_work_run(const struct order_work* w, uint32_t* out);

// True if `out` begins with the order of the view.
bool order_work_check(const struct order_work* w, uint32_t view, const uint32_t* out);

#ifdef __cplusplus
}
#endif

#endif
