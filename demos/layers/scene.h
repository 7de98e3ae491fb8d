// SPDX-License-Identifier: MIT
// Glass panes, strands like hair and puffs of smoke, which cross each other everywhere;
// and the room that they stand in.
#ifndef LAYERS_SCENE_H
#define LAYERS_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include "camera.h"
#include "gfx.h"

enum { SCENE_VERTEX_BYTES = 64 };

struct scene {
    uint32_t parts;    // buffer: of each vertex what it belongs to; never changes
    uint32_t vertices; // buffer: SCENE_VERTEX_BYTES each, a position first
    uint32_t indices;  // buffer: u32, triangles
    uint32_t vertex_count, index_count;
    uint32_t part_array, vertex_array; // vertex arrays
    uint32_t animate_program, backdrop_program;
    uint32_t puffs; // texture
    uint32_t seed;
    float time;
    struct gfx_target backdrop; // linear, RGBA32F
};

// A camera at a moment, for a picture of this size.
struct scene_view {
    struct camera_matrices camera;
    float rays[16]; // from clip space to the world
    float eye[4];   // position; height of a pixel at distance 1
    int width, height;
};

extern const struct camera scene_camera;

struct scene_view scene_view_of(const struct camera* camera, int width, int height);

// False and a sentence (PROGRAM_MESSAGE_BYTES) on failure; call scene_destroy all the
// same.
bool scene_create(struct scene* scene, uint32_t seed, char* message);
void scene_destroy(struct scene* scene);
// Makes strands and puffs anew, `density` times the usual numbers of them.
bool scene_populate(struct scene* scene, float density, char* message);

// Moves everything to the place that it has at that time, in seconds.
void scene_animate(struct scene* scene, float time);
// Draws the room to scene->backdrop. False and a sentence on failure.
bool scene_draw_backdrop(struct scene* scene, const struct scene_view* view,
                         char* message);

// Programs that draw layers: layer.vert and layer.glsl with these around them. 0 and a
// sentence on failure.
enum scene_source { SCENE_ATTRIBUTES, SCENE_FETCHES };
uint32_t scene_program(int version, enum scene_source source, const char* storage,
                       const char* fragment, char* message);
// Sets the uniforms of such a program.
void scene_use(const struct scene* scene, const struct scene_view* view,
               uint32_t program);
// Draws all layers in the order of memory, with the program in use.
void scene_draw_layers(const struct scene* scene);

#endif
