// SPDX-License-Identifier: MIT
// A sort of the particles' keys: keys in, the order to draw in out, both in GPU buffers,
// all at once or some passes a frame. The order never visits the CPU.
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
};

// False and a sentence (PROGRAM_MESSAGE_BYTES) on failure; then there is nothing to
// destroy.
bool order_create(struct order* order, const struct view_host* host, char* message);
void order_destroy(struct order* order);

// Sorts as the settings want it done in a frame: all of it, some passes, or nothing.
bool order_frame(struct order* order, const struct view_host* host, char* message);

// Sorts the scene's keys from end to end and waits, for the times of the passes; what the
// next frame does is what it would have done. False and a sentence.
bool order_rehearse(struct order* order, const struct view_host* host, char* message);

#endif
