// SPDX-License-Identifier: MIT
// What main uses of the scene view beyond view.h: the proof that the picture is right.
#ifndef DEMO_SCENE_VIEW_H
#define DEMO_SCENE_VIEW_H

#include <stdbool.h>

#include "draw_order.h"

struct scene_report {
    struct order_check order;
    glsort_plan_info info;
    int largest;           // difference of sorted and CPU-sorted pictures, of 255
    double unsorted_mean;  // of unsorted and sorted pictures, of 255
    double unsorted_share; // of their pixels, those that differ by more than 16
};

// Draws over the frame. view: what scene_view.create made, after a draw.
bool scene_view_check(void* view, const struct view_frame* frame,
                      struct scene_report* report, char* message);

// The times of the last order, and of the last drawing of the sorted side, by time
// stamps, ms; below 0: none.
double scene_view_sort_ms(const void* view);
double scene_view_draw_ms(const void* view);

#endif
