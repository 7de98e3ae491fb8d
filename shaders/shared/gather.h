// SPDX-License-Identifier: MIT
// Read by C and by GLSL: records in the order of indices.
#ifndef GLSORT_SHARED_GATHER_H
#define GLSORT_SHARED_GATHER_H

#include "shared/common.h"

// A work group gathers as many records as it has invocations.
#define GATHER_GROUP 256
#define GATHER_TILE 256

// Binding points.
#define GATHER_ORDER 0
#define GATHER_IN 1
#define GATHER_OUT 2

struct gather_params {
    uint order_base; // each base: words before the first element in its binding
    uint in_base;
    uint out_base;
    uint record_words;
    uint stride_words; // from one record of the input to the next
    uint record_count; // of the input
    uint reserved0;
    uint reserved1;
};

#endif
