// SPDX-License-Identifier: MIT
// The layers blended by GL, triangle after triangle: in the order of memory, or, without
// compute shaders, in an order of triangles by glsort_draw.h.
#ifndef LAYERS_BLENDED_H
#define LAYERS_BLENDED_H

#include <stdbool.h>
#include <stdint.h>

#include <glsort/glsort_draw.h>

#include "probe.h"
#include "scene.h"
#include "tone.h"

struct blended {
    uint32_t memory_program; // in the order of memory
    uint32_t order_program;  // in that of glsort; 0: none
    uint32_t show_program;
    uint32_t array; // without attributes
    struct gfx_target target;
    glsort_plan* order;
    uint32_t sorted;         // buffer: the order
    uint32_t textures[3];    // buffer textures of order, indices, vertices
    uint32_t triangle_count; // of the scene
    struct timer_probe sorting;
};

// sorter: NULL if no order is needed. False and a sentence (PROGRAM_MESSAGE_BYTES) on
// failure; call blended_destroy all the same.
bool blended_create(struct blended* blended, const struct scene* scene,
                    glsort_context* sorter, char* message);
void blended_destroy(struct blended* blended);
// Makes the order of the scene's triangles, if there is none yet. False and a sentence on
// failure.
bool blended_fit_order(struct blended* blended, const struct scene* scene,
                       glsort_context* sorter, char* message);

// Draws the columns from `left` to `right` over the scene's backdrop and shows them in
// the frame. False and a sentence on failure.
bool blended_draw(struct blended* blended, const struct scene* scene,
                  const struct scene_view* view, const struct tone* tone, bool sorted,
                  int left, int right, uint32_t frame, char* message);

#endif
