// SPDX-License-Identifier: MIT
// Buffers and textures that several schedules use as their scratch, one after the other.
// Pure: it decides how many there are and how large they are.
#ifndef GLSORT_POOL_H
#define GLSORT_POOL_H

#include "schedule.h"

// Four tiers of textures, whose widths differ, need almost twice 32, and plans that share
// a pool have other widths again.
enum { POOL_OBJECTS = 4 * MAX_SCRATCH };

struct pool {
    struct scratch objects[POOL_OBJECTS];
    uint32_t count;
    bool exact; // a texture serves only scratch of its size, and no texture grows
};

// Gives each scratch of the list, of at most POOL_OBJECTS, an object of its own, and
// writes the indices of the objects to `at`. Objects are added, and grow, as needed. A
// buffer serves any scratch that is a buffer, a zeroed buffer only scratch of its name,
// and a texture only scratch of its format, width and layers. False if the pool has no
// room; then it is unchanged.
bool glsort_pool_place(struct pool* pool, const struct scratch* list, uint32_t count,
                       uint8_t* at);

uint64_t glsort_pool_bytes(const struct pool* pool);

#endif
