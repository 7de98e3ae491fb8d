// SPDX-License-Identifier: MIT
// Keys to sort.
#ifndef GL_DATA_H
#define GL_DATA_H

#include <stddef.h>
#include <stdint.h>

#include <glsort/glsort.h>

enum gl_data {
    DATA_UNIFORM,
    DATA_CONSTANT,
    DATA_SORTED,
    DATA_REVERSED,
    DATA_NEARLY_SORTED,
    DATA_TWO_VALUES,
    DATA_HOT_DIGIT,
    DATA_ORGAN_PIPE,
    DATA_LOW_ENTROPY,
    DATA_SPECIAL,
    DATA_FEW, // three words, in both halves of wide keys: ties in either and in both
    DATA_COUNT,
};

const char* gl_data_name(enum gl_data data);

// Same seed, same keys, everywhere. Wide keys are uniform, special (as doubles) or few in
// all their bits; those of any other data have the same word twice.
void gl_data_fill(enum gl_data data, glsort_key type, uint64_t seed, uint32_t* keys,
                  uint32_t count);

uint64_t gl_random(uint64_t* state);

#endif
