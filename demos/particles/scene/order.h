// SPDX-License-Identifier: MIT
// A sort of the particles' keys: keys in, the order to draw in out, both in GPU buffers,
// all at once or some passes a frame. The order never visits the CPU, except to be
// checked.
#ifndef DEMO_ORDER_H
#define DEMO_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "view.h"

struct order {
    glsort_context* sorter;
    glsort_plan* plan;
    glsort_plan_info info;
    uint32_t keys;    // a copy of the scene's, which must not change while a run is open
    uint32_t sorted;  // indices, the last finished order
    uint32_t next;    // indices, the run's
    uint32_t age;     // frames since the keys of `sorted` were made
    uint32_t version; // of the scene, when the keys of the last run were made
    bool is_open;     // a run is under way
    bool has_order;
    double passes_ms; // of the last run that was timed; below 0: none yet
};

struct order_check {
    uint32_t drawn;     // particles in the sorted order
    uint32_t before;    // neighbours in memory of which the nearer comes first
    uint32_t after;     // the same in the sorted order
    uint32_t unordered; // particles whose depth is NaN or infinite
    uint32_t wrong;     // places where the order is not that of a stable sort on the CPU
    uint32_t cpu_order; // buffer of the order made on the CPU; the caller's to delete
};

// A particle as the CPU sees it. Those out of view come after all others.
struct order_rank {
    uint32_t is_outside;
    uint32_t key; // ascends in the order to draw in
    uint32_t index;
};

// What a check compares; the functions that fill it in are order_check and
// draw_order_check.
struct order_lists {
    uint32_t count;
    struct order_rank* ranks; // of all particles, by index
    uint32_t* indices;        // the sorted order, of which the first `drawn` are used
    uint32_t drawn;
    uint32_t unordered;
};

// The plan that the settings ask for: keys of 32 bits in, indices out.
glsort_sort_desc order_plan_desc(const struct sort_settings* settings);

// False and a sentence (PROGRAM_MESSAGE_BYTES) on failure; then there is nothing to
// destroy.
bool order_create(struct order* order, const struct view_host* host, char* message);
void order_destroy(struct order* order);

// Sorts as the settings want it done in a frame: all of it, some passes, or nothing.
bool order_frame(struct order* order, const struct view_host* host, char* message);

// Sorts the scene's keys from end to end and waits, for the times of the passes; what the
// next frame does is what it would have done. False and a sentence.
bool order_rehearse(struct order* order, const struct view_host* host, char* message);

// False and a sentence if there is no memory.
bool order_lists_create(struct order_lists* lists, uint32_t count, char* message);
void order_lists_destroy(struct order_lists* lists);
// Sorts the ranks, and fills in the check.
void order_compare(struct order_lists* lists, struct order_check* check);

// Compares the sorted order with one made on the CPU.
bool order_check(const struct order* order, const struct view_host* host,
                 struct order_check* check, char* message);

#endif
