// SPDX-License-Identifier: MIT
// Two ways to draw the layers that need no order and do not give the same picture: by
// weights, and by chance.
#ifndef LAYERS_METHODS_H
#define LAYERS_METHODS_H

#include <stdbool.h>
#include <stdint.h>

#include "scene.h"
#include "tone.h"

struct methods {
    uint32_t weighted_program, weighted_show_program;
    uint32_t hashed_program, hashed_show_program;
    struct gfx_target sums;  // by weight
    uint32_t through;        // texture, with the sums: what comes through
    struct gfx_target solid; // what the hash leaves
    uint32_t depth;          // renderbuffer of the latter
};

// False and a sentence (PROGRAM_MESSAGE_BYTES) on failure; call methods_destroy all the
// same. Needs GL 4.0.
bool methods_create(struct methods* methods, char* message);
void methods_destroy(struct methods* methods);

// Both draw over the scene's backdrop and show the result in the frame, which is as large
// as the view. False and a sentence on failure.
bool methods_draw_weighted(struct methods* methods, const struct scene* scene,
                           const struct scene_view* view, const struct tone* tone,
                           uint32_t frame, char* message);
bool methods_draw_hashed(struct methods* methods, const struct scene* scene,
                         const struct scene_view* view, const struct tone* tone,
                         uint32_t frame, char* message);

#endif
