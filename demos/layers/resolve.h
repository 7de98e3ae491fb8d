// SPDX-License-Identifier: MIT
// The two ways to sort and compose the lists of a picture: by glsort_arrays.h before
// the composition, or by an insertion sort in the shader that composes.
#ifndef LAYERS_RESOLVE_H
#define LAYERS_RESOLVE_H

#include <stdbool.h>
#include <stdint.h>

#include <glsort/glsort_arrays.h>

#include "lists.h"
#include "tone.h"

struct resolve {
    glsort_context* sorter;
    glsort_plan* lists;
    glsort_plan* segments;
    uint32_t max_length; // of a list, in what was created
    // Buffers: where the segment of each pixel begins, and the key and the node of each
    // entry.
    uint32_t offsets, keys, sorted;
    uint32_t sorted_program, insertion_program;
    struct timer_probe sorting, composing;
};

// registers: nodes that the insertion sort holds. False and a sentence
// (PROGRAM_MESSAGE_BYTES) on failure; call resolve_destroy all the same.
bool resolve_create(struct resolve* resolve, glsort_context* sorter, uint32_t registers,
                    char* message);
void resolve_destroy(struct resolve* resolve);

// Makes the sorts for the lists as they are now. Call it when lists_fit has changed them,
// or when lists may be longer than resolve->max_length.
bool resolve_fit(struct resolve* resolve, const struct lists* lists, uint32_t max_length,
                 char* message);

// Makes lists into segments, the first step of sorting, and sorts these.
bool resolve_sort(struct resolve* resolve, const struct lists* lists, char* message);

// Composes the lists, of which resolve_sort has made segments or not, over the scene's
// backdrop and shows the columns from `left` to
// `right` in the frame.
void resolve_draw(struct resolve* resolve, bool sorted, const struct lists* lists,
                  const struct scene* scene, const struct tone* tone, int left, int right,
                  uint32_t frame);

#endif
