// SPDX-License-Identifier: MIT
// Read by C and by GLSL: whether a sort's output is right.
#ifndef GLSORT_SHARED_VERIFY_H
#define GLSORT_SHARED_VERIFY_H

#include "shared/common.h"

#define VERIFY_GROUP 256
#define VERIFY_ITEMS 4
#define VERIFY_TILE 1024 // VERIFY_GROUP * VERIFY_ITEMS

// Binding points.
#define VERIFY_KEYS_IN 0
#define VERIFY_KEYS_OUT 1
#define VERIFY_VALUES_IN 2
#define VERIFY_VALUES_OUT 3
#define VERIFY_STATE 4
#define VERIFY_RESULT 0 // of the last pass, with VERIFY_STATE

// Words of the state: 0 between runs.
#define VERIFY_SUMS 0    // 4 sums of hashes of the inputs, less those of the outputs
#define VERIFY_FAULTS 4  // the faults found at any element
#define VERIFY_FIRST 5   // 0xFFFFFFFF less the first position with a fault
#define VERIFY_STATE_WORDS 8

// The faults in the result, and the number of its words.
#define VERIFY_UNSORTED 1u
#define VERIFY_NOT_PERMUTATION 2u
#define VERIFY_UNSTABLE 4u
#define VERIFY_RESULT_WORDS 2

#define VERIFY_HAS_INPUTS 1u   // keys in, and values in if there are any
#define VERIFY_HAS_KEYS_OUT 2u // otherwise the keys are those of the inputs
#define VERIFY_INDICES 4u      // the values are indices

struct verify_params {
    uint keys_in_base; // as in io_params; each gap follows its base
    uint keys_in_gap;
    uint values_in_base;
    uint values_in_gap;
    uint keys_out_base;
    uint values_out_base;
    uint key_words;
    uint value_words;   // 0: none, or indices
    uint high_negative; // key maps, see lib/wide.glsl
    uint high_positive;
    uint low_negative;
    uint low_positive;
    uint high_mask; // the bits of a mapped key that are sorted by
    uint low_mask;
    uint flags; // VERIFY_*
    uint reserved0;
};

struct verify_result_params {
    uint result_base;
    uint reserved0;
    uint reserved1;
    uint reserved2;
};

#endif
