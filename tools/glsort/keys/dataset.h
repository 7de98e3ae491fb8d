// SPDX-License-Identifier: MIT
// Made-up keys: random ones, and those that sorts stumble over.
#ifndef DATASET_H
#define DATASET_H

#include <stdint.h>

#include <glsort/glsort.h>

enum dataset {
    DATASET_RANDOM,
    DATASET_EQUAL,
    DATASET_SORTED,
    DATASET_REVERSED,
    DATASET_ORGAN_PIPE,
    DATASET_NEARLY_SORTED,
    DATASET_TWO_VALUES,
    DATASET_FEW_VALUES,
    DATASET_EXTREMES, // the least and the greatest keys of the type, floats: specials
    DATASET_COUNT,
};

const char* dataset_name(enum dataset kind);

// The same seed makes the same keys, in words of which 64-bit types have two.
void dataset_fill(enum dataset kind, glsort_key type, uint32_t seed, uint32_t* keys,
                  uint32_t count);

#endif
