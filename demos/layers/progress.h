// SPDX-License-Identifier: MIT
// What the sort does to the lists of a few pixels: the picture with these pixels marked,
// and for each its fragments as they were appended and as they are sorted.
#ifndef LAYERS_PROGRESS_H
#define LAYERS_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "lists.h"
#include "resolve.h"
#include "tone.h"
#include "ui.h"

enum { PROGRESS_PIXELS = 6, PROGRESS_LEAST = 8, PROGRESS_MOST = 26 };

struct progress_list {
    uint32_t pixel, count;
    float backdrop[3];
    struct list_node appended[PROGRESS_MOST];
    struct list_node sorted[PROGRESS_MOST];
    uint32_t places[PROGRESS_MOST]; // of the appended nodes among the sorted ones
};

struct progress {
    struct progress_list lists[PROGRESS_PIXELS];
    int list_count;
    int width, height; // of the picture
};

// Takes the lists of pixels where the order matters much, after resolve_sort. Waits for
// the GPU. False and a sentence (PROGRAM_MESSAGE_BYTES) if there is no memory.
bool progress_take(struct progress* progress, const struct lists* lists,
                   const struct resolve* resolve, const struct scene* scene,
                   char* message);

// Draws the lists, beside two textures: the picture and its layers as a heat map.
void progress_draw(const struct progress* progress, const struct tone* tone,
                   const struct view_rect* area, float scale, uint32_t picture,
                   uint32_t heat);

#endif
