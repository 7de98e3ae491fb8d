// SPDX-License-Identifier: MIT
// What the example of glsort_arrays.h uses: compiled, never run.
#include <stdio.h>

#include <glsort/glsort_arrays.h>

#define GL_SHADER_STORAGE_BARRIER_BIT 0x2000

void glMemoryBarrier(unsigned barriers);

enum { WIDTH = 1280, HEIGHT = 720, NODES = 1 << 22 };

void run_example(glsort_context* context, unsigned heads, unsigned nodes, unsigned used,
                 unsigned offsets, unsigned keys, unsigned sorted);

void run_example(glsort_context* context, unsigned heads, unsigned nodes, unsigned used,
                 unsigned offsets, unsigned keys, unsigned sorted)
{
#include "example.inc"
}
