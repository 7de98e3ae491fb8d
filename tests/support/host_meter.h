// SPDX-License-Identifier: MIT
// A host allocator that counts, fails where a test wants it to, and checks that every
// block comes back with its size.
#ifndef GLSORT_HOST_METER_H
#define GLSORT_HOST_METER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <glsort/glsort.h>

struct host_meter {
    uint32_t calls;
    uint32_t fails_at; // this call returns NULL; calls count from 1; 0: none does
    bool fails_on;     // so do all calls after it
    size_t bytes;      // taken and not given back
    size_t peak;       // the most of them
    uint32_t blocks;
    bool wrong; // a block came back with another size
};

glsort_allocator host_meter_allocator(struct host_meter* meter);

// Fails if a block is left or came back wrong.
void host_meter_expect_empty(const struct host_meter* meter);

#endif
