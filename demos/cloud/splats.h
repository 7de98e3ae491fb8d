// SPDX-License-Identifier: MIT
// Draws a cloud as soft translucent discs, in the order of an index buffer, and measures
// how far each point is from the eye. Knows no sorting.
#ifndef DEMO_SPLATS_H
#define DEMO_SPLATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cloud.h"
#include "view.h"

struct splats {
    uint32_t program;
    uint32_t depth_program; // 0: no compute
    uint32_t vertex_array;
    uint32_t points; // buffer of struct point
    uint32_t frame;
    uint32_t color;
    uint32_t side; // of the square frame, pixels
    uint32_t count;
};

// False and a sentence if the context cannot draw it.
bool splats_create(struct splats* splats, const struct cloud* cloud, uint32_t side,
                   char* message, size_t message_bytes);
void splats_destroy(struct splats* splats);

// Writes the view depth of every point, as f32, to the start of the buffer.
void splats_depths(const struct splats* splats, const struct cloud* cloud,
                   const struct view* view, uint32_t buffer);

// Draws all points in the order of the buffer of 32-bit indices and reads the picture:
// side * side RGBA pixels, the lowest row first.
void splats_draw(const struct splats* splats, const struct view* view, float opacity,
                 uint32_t order, uint8_t* pixels);

#endif
