// SPDX-License-Identifier: MIT
// The lists as the CPU sees them.
#ifndef LAYERS_LIST_COPY_H
#define LAYERS_LIST_COPY_H

#include <stdbool.h>
#include <stdint.h>

#include "lists.h"

struct list_copy {
    uint32_t pixels, node_count;
    uint32_t longest; // list
    uint32_t *heads, *counts;
    struct list_node* nodes;
};

// Waits for the GPU. False and a sentence (PROGRAM_MESSAGE_BYTES) if there is no memory.
bool list_copy_take(struct list_copy* copy, const struct lists* lists, char* message);
void list_copy_free(struct list_copy* copy);

// The nodes of a pixel, counts[pixel] of them, from the last one appended to the first.
// False if the list's length is not counts[pixel].
bool list_copy_walk(const struct list_copy* copy, uint32_t pixel, uint32_t* nodes);

// Blends a fragment over the light, as resolve.glsl does.
void list_blend(float light[3], uint32_t color);

#endif
