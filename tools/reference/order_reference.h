// SPDX-License-Identifier: MIT
// Draw order on the CPU, by the rules of docs/draw-order.md: what a run must write, byte
// for byte. Nothing is taken from the library.
#ifndef ORDER_REFERENCE_H
#define ORDER_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#include <glsort/glsort_draw.h>

// A run, with the contents of its buffers from the resources' offsets on.
struct order_input {
    const glsort_order_desc* desc;
    const glsort_order_args* args; // views are those of the args
    uint32_t count;                // may be above max_count, which it is clamped to
    const uint32_t* positions;     // or depths
    const uint32_t* radii;
    const uint32_t* dead;
    const uint32_t* indices; // NULL: they count up
    // With sources, positions are those of all numbers, of which the sources have some.
    const uint32_t* matrices;
    const uint32_t* matrix_indices; // or, for segments, the segment of each element
    uint32_t first_index;           // order_out.offset / index size
    // Fragment passes write 0xFFFFFFFF for rejected elements; a count on the GPU makes
    // them write max_count elements.
    bool fragment;
    bool no_base_instance; // GLES, and GL before 4.2
};

struct order_output {
    uint32_t visible;
    uint32_t ordered;   // elements that the order defines: the visible ones, or all
    uint32_t filled;    // of the order: up to the end of a rest that is filled
    uint32_t* order;    // room for max_count * vertices
    uint32_t* depths;   // bits of floats, room for max_count
    uint32_t* elements; // GLSORT_ORDER_WRITES_ELEMENTS: room for max_count
    uint32_t command[5];
};

void order_reference(const struct order_input* input, uint32_t view,
                     struct order_output* output);

uint32_t order_command_words(glsort_command command);

#endif
