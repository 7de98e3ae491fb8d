// SPDX-License-Identifier: MIT
// What the example of glsort_arrays.h uses: compiled, never run.
#include <stdio.h>

#include <glsort/glsort_arrays.h>

enum { POOL = 1000 };

void run_example(glsort_context* context, unsigned visible, unsigned order,
                 unsigned particles, unsigned colours, unsigned drawn,
                 unsigned drawn_colours);

void run_example(glsort_context* context, unsigned visible, unsigned order,
                 unsigned particles, unsigned colours, unsigned drawn,
                 unsigned drawn_colours)
{
#include "example.inc"
}
