// SPDX-License-Identifier: MIT
// Read by C and by GLSL: three-phase radix sort with 8-bit digits.
#ifndef GLSORT_SHARED_RADIX_H
#define GLSORT_SHARED_RADIX_H

#include "shared/common.h"

#define RADIX_BITS 8
#define RADIX_BINS 256
#define RADIX_GROUP 256        // one bin an invocation
#define RADIX_ITEMS 16         // keys an invocation, of one tile
#define RADIX_TILE 4096        // RADIX_GROUP * RADIX_ITEMS
#define RADIX_CHUNK 32         // invocations that rank their keys by one word of bits
#define RADIX_CHUNKS 8         // RADIX_GROUP / RADIX_CHUNK
#define RADIX_MOST_GROUPS 2048 // that share the tiles; bounds the table of counts

// Ranking by items: an invocation has a run of keys to itself.
#define RADIX_RUN 256      // keys
#define RADIX_RUN_GROUP 16 // invocations; their histograms fill 16 KiB of shared memory

#define RADIX_WRITE_KEYS 1u   // otherwise only the values are wanted
#define RADIX_MAKE_INDICES 2u // values are 0 .. count - 1, not read

// Binding points.
#define RADIX_KEYS_IN 0
#define RADIX_VALUES_IN 1
#define RADIX_KEYS_OUT 2
#define RADIX_VALUES_OUT 3
#define RADIX_COUNTS 4 // counts[bin * group_count + group or run]
#define RADIX_TOTALS 5 // totals[bin]

struct radix_params {
    uint keys_in_base; // words before the first key in its binding
    uint values_in_base;
    uint keys_out_base;
    uint values_out_base;
    uint read_negative; // key maps, see lib/keys.glsl
    uint read_positive;
    uint write_negative;
    uint write_positive;
    uint first_bit;   // of the digit
    uint digit_mask;  // (1 << bits of the digit) - 1
    uint group_count; // groups that share the tiles, or runs
    uint flags;       // RADIX_*
};

#endif
