// SPDX-License-Identifier: MIT
// The particles seen through a camera, with their background: what view.h shows of it to
// the views, and what main and the scene view need besides.
#ifndef DEMO_SCENE_H
#define DEMO_SCENE_H

#include <stdbool.h>
#include <stddef.h>

#include <glsort/glsort_draw.h>

#include "camera.h"
#include "gfx.h"
#include "particles.h"
#include "splat_draw.h"
#include "view.h"

struct scene_look {
    float yaw, pitch; // degrees; NAN: as suits the scene
    float zoom;       // 1: as suits the scene, as are the two below
    float radius_scale;
    float opacity_scale;
};

struct scene_desc {
    enum particle_kind kind;
    uint32_t seed;
    uint32_t count;
    const struct cloud* cloud;   // PARTICLES_CLOUD: at least count points
    const struct splats* splats; // PARTICLES_SPLATS: at least count
    float quality;               // pixels drawn for one shown, each way; above 0, to 2
    struct scene_look look;
};

struct scene {
    struct particles particles;
    struct camera camera;
    struct scene_look look;
    float quality;
    uint32_t version; // goes up whenever depths have changed: particles or camera moved
    uint32_t keys_version; // version that keys holds
    uint32_t keys;         // buffers
    uint32_t memory_order; // indices 0, 1, 2 ...: the unsorted order
    uint32_t puffs;
    uint32_t draw_program;
    uint32_t compose_program;
    float largest_point;
    struct gfx_target drawing;
    struct splat_draw splats; // PARTICLES_SPLATS
};

struct scene* scene_create(const struct scene_desc* desc, char* message);
void scene_destroy(struct scene* scene);

void scene_step(struct scene* scene, float seconds);
// Depths have changed.
void scene_touch(struct scene* scene);

// Back to where the look put it.
void scene_reset_camera(struct scene* scene);

// Turns the camera as the mouse is dragged over the rectangle; false: it is not.
bool scene_drag(struct scene* scene, const struct view_mouse* mouse,
                const struct view_rect* where);
// Zooms as its wheel turns.
void scene_wheel(struct scene* scene, const struct view_mouse* mouse);
// The camera goes round by itself.
void scene_go_round(struct scene* scene, const struct view_frame* frame);

// The mouse pulls at the particles from this place of the frame; strength 0: it does not.
void scene_attract(struct scene* scene, const struct view_rect* where, float x, float y,
                   float strength);

// What a draw order needs: the aspect of a picture in this rectangle, the bytes of a
// particle in its buffer, and the camera for such a picture.
float scene_aspect(const struct view_rect* where);
uint32_t scene_stride(const struct scene* scene);
glsort_order_view scene_order_view(const struct scene* scene, float aspect);

// Buffer of indices, and how many of them to draw: `count`, or as many as a command says,
// which is for glDrawElementsIndirect if particles are points, and for
// glDrawArraysIndirect if they are instances.
struct scene_list {
    uint32_t indices;
    uint32_t count;
    uint32_t command; // buffer; 0: none
};

// As scene_draw, with nothing outside of `part` touched.
void scene_draw_part(struct scene* scene, const struct view_frame* frame,
                     const struct view_rect* where, const struct view_rect* part,
                     const struct scene_list* list);

#endif
