// SPDX-License-Identifier: MIT
// Draws Gaussian splats in a given order: each is an instance of four vertices, which
// read it from buffer textures.
#ifndef DEMO_SPLAT_DRAW_H
#define DEMO_SPLAT_DRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "camera.h"
#include "splats.h"

enum { SPLAT_VERTICES = 4 };

struct splat_draw {
    uint32_t shapes; // buffer
    uint32_t places_texture;
    uint32_t shapes_texture;
    uint32_t array;
    uint32_t program;
};

// places: a buffer of `struct splat_place`, which outlives this. False and a sentence on
// failure; call splat_draw_destroy all the same.
bool splat_draw_create(struct splat_draw* draw, uint32_t places,
                       const struct splats* splats, uint32_t count, char* message);
void splat_draw_destroy(struct splat_draw* draw);

// Sets the camera for a picture of width x height pixels; opacity scales that of splats.
void splat_draw_view(const struct splat_draw* draw, const struct camera_matrices* camera,
                     int width, int height, float opacity);

// Draws the first `count` splats of the order, a buffer of indices; or, if command is not
// 0, as many as that buffer's command of glDrawArraysIndirect says.
void splat_draw_run(const struct splat_draw* draw, uint32_t order, uint32_t count,
                    uint32_t command);

#endif
