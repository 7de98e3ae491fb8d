// SPDX-License-Identifier: MIT
// The composition of the lists on the CPU, from the same nodes.
#ifndef LAYERS_CHECK_H
#define LAYERS_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "lists.h"
#include "tone.h"

struct check_report {
    uint32_t fragments; // in the lists
    uint32_t ties;      // fragments with the depth of another one of their pixel
    uint32_t wrong;     // pixels of which a channel differs
    uint32_t lost;      // fragments that no list has
    int largest;        // difference, of 255
};

// Composes the lists of all pixels and compares the result with `rgba`, the top row
// first. False and a sentence (PROGRAM_MESSAGE_BYTES) if there is no memory or a list is
// broken.
bool check_composition(const struct lists* lists, const struct scene* scene,
                       const struct tone* tone, const uint8_t* rgba,
                       struct check_report* report, char* message);

#endif
