// SPDX-License-Identifier: MIT
// The order to draw in, of every frame, by glsort_order_run from the positions of the
// particles. Compute passes drop those out of view.
#ifndef DEMO_DRAW_ORDER_H
#define DEMO_DRAW_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include <glsort/glsort_draw.h>

#include "probe.h"
#include "scene.h"

struct draw_order {
    glsort_plan* order;
    glsort_order_desc desc;
    glsort_order_args args; // of the last run
    glsort_plan_info info;
    struct scene_list list;    // what to draw
    struct read_probe counted; // how many the command draws
    struct timer_probe timer;
    uint32_t age;     // frames since the last run
    uint32_t version; // of the scene in it
    float aspect;     // of the picture in it
    uint32_t visible; // particles in view; in a window, some frames ago
    bool has_order;
};

// False and a sentence (PROGRAM_MESSAGE_BYTES) on failure; then there is nothing to
// destroy.
bool draw_order_create(struct draw_order* order, const struct view_host* host,
                       char* message);
void draw_order_destroy(struct draw_order* order);

// Orders as the settings want it done in a frame, for a picture of this aspect.
bool draw_order_frame(struct draw_order* order, const struct view_host* host,
                      float aspect, char* message);

// Milliseconds of the GPU for the last run that was timed; below 0: none yet.
double draw_order_ms(const struct draw_order* order);

struct order_check {
    uint32_t drawn;     // particles in the sorted order
    uint32_t before;    // neighbours in memory of which the second comes first
    uint32_t after;     // the same in the sorted order
    uint32_t unordered; // particles whose depth is NaN or infinite
    uint32_t wrong;     // places where the order is not that of a stable sort on the CPU
    struct scene_list by_cpu; // the order made on the CPU; its buffer is the caller's
};

// Compares the order with one made on the CPU.
bool draw_order_check(const struct draw_order* order, const struct view_host* host,
                      struct order_check* check, char* message);

#endif
