// SPDX-License-Identifier: MIT
// The fragments of the layers in a linked list for each pixel: an A-buffer. Needs GL 4.3.
#ifndef LAYERS_LISTS_H
#define LAYERS_LISTS_H

#include <stdbool.h>
#include <stdint.h>

#include "probe.h"
#include "scene.h"

struct list_node {
    uint32_t next, depth, id, color;
};

// Counters of the lists as they were last read.
struct list_totals {
    uint32_t fragments; // appended, including those that there was no room for
    uint32_t longest;   // list
    uint32_t pixels;    // that have a list
};

struct lists {
    int width, height;
    uint32_t capacity; // nodes
    uint32_t most;     // nodes that a buffer of this device holds
    // Buffers: the first node of each pixel, the nodes, the number of nodes of each
    // pixel, and the totals, of which the first is the atomic counter.
    uint32_t heads, nodes, counts, totals;
    uint32_t append_program, measure_program;
    struct timer_probe building;
    struct read_probe counted;
    struct list_totals last;
};

// False and a sentence (PROGRAM_MESSAGE_BYTES) on failure; call lists_destroy all the
// same.
bool lists_create(struct lists* lists, char* message);
void lists_destroy(struct lists* lists);

// Makes lists for pictures of this size, with room for so many nodes at least; *changed
// tells whether buffers are new. False and a sentence if the device cannot hold them.
bool lists_fit(struct lists* lists, int width, int height, uint32_t capacity,
               bool* changed, char* message);

// Makes the lists of the columns from `left` to `right`, and their totals; the others are
// empty.
void lists_build(struct lists* lists, const struct scene* scene,
                 const struct scene_view* view, int left, int right);

// Takes the totals of the last lists: waits for them, or takes those of an earlier frame
// that have arrived.
void lists_read_totals(struct lists* lists, bool waits);

// Binds heads, nodes and counts to the storage blocks 0, 1 and 2, and sets `width`.
void lists_use(const struct lists* lists, uint32_t program);

#endif
