// SPDX-License-Identifier: MIT
// The demo's use of glsort: depths in, the order to draw in out, both in GPU buffers. The
// order never visits the CPU, except to be checked.
#ifndef DEMO_ORDER_H
#define DEMO_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <glsort/glsort.h>

struct order {
    glsort_context* context;
    glsort_plan* plan;
    glsort_plan_info info;
    uint32_t depths;     // keys, f32
    uint32_t sorted;     // indices, farthest first
    uint32_t file_order; // indices 0, 1, 2, ...
    uint32_t count;
};

struct order_times {
    double wall_ms;   // median of some runs, from the call to glFinish
    double passes_ms; // sum of the time stamps of the passes; below 0: none
};

struct order_check {
    uint32_t before;    // neighbours in file order of which the nearer comes first
    uint32_t after;     // the same in the sorted order
    uint32_t wrong;     // places where the order is not that of a stable sort on the CPU
    uint32_t cpu_order; // buffer of the order made on the CPU
};

// False and a sentence on failure. get_proc and user as in glsort_context_desc.
bool order_create(struct order* order, glsort_get_proc get_proc, void* user,
                  const glsort_plan_desc* desc, char* message, size_t message_bytes);
void order_destroy(struct order* order);

// Sorts the depths, several times, and times it.
bool order_sort(struct order* order, struct order_times* times, char* message,
                size_t message_bytes);

// Reads depths and order back and compares; the caller deletes cpu_order.
bool order_check(const struct order* order, struct order_check* check, char* message,
                 size_t message_bytes);

#endif
