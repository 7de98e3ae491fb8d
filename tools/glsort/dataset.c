// SPDX-License-Identifier: MIT
#include "dataset.h"

#include <string.h>

static const char* const names[DATASET_COUNT] = {
    "random",        "all equal",  "sorted",     "reversed", "organ pipe",
    "nearly sorted", "two values", "few values", "extremes",
};

const char* dataset_name(enum dataset kind)
{
    return names[kind];
}

// SplitMix64 (Steele, Lea, Flood 2014), its upper half.
static uint32_t next_random(uint64_t* state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)((z ^ z >> 31) >> 32);
}

static uint32_t float_bits(float value)
{
    uint32_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// A key of the type that grows with `at`.
static uint32_t rising(glsort_key type, uint32_t at)
{
    if (type == GLSORT_KEY_F32)
        return float_bits((float)at - 1000.0f);
    return type == GLSORT_KEY_I32 ? at - 1000u : at;
}

static uint32_t random_key(glsort_key type, uint64_t* state)
{
    uint32_t bits = next_random(state);
    if (type == GLSORT_KEY_F32) // in [-1, 1)
        return float_bits((float)(int32_t)(bits >> 7) * 0x1p-24f - 1.0f);
    return bits;
}

static uint32_t extreme_key(glsort_key type, uint64_t* state)
{
    static const uint32_t integers[] = {0x00000000u, 0x00000001u, 0x7FFFFFFFu,
                                        0x80000000u, 0x80000001u, 0xFFFFFFFFu,
                                        0xFFFFFFFEu, 0x7FFFFFFEu};
    // Zeros, least and largest subnormal, least normal, one, largest, infinity, NaNs; the
    // sign comes on top.
    static const uint32_t floats[] = {0x00000000u, 0x00000001u, 0x007FFFFFu, 0x00800000u,
                                      0x3F800000u, 0x7F7FFFFFu, 0x7F800000u, 0x7FC00000u,
                                      0x7F800001u, 0x7FFFFFFFu};
    uint32_t pick = next_random(state);
    if (type == GLSORT_KEY_F32)
        return floats[pick % 10] | (pick & 0x80000000u);
    return integers[pick % 8];
}

static uint32_t key_at(enum dataset kind, glsort_key type, uint64_t* state, uint32_t at,
                       uint32_t count)
{
    switch (kind) {
    case DATASET_EQUAL: return rising(type, 7);
    case DATASET_SORTED: return rising(type, at);
    case DATASET_REVERSED: return rising(type, count - at);
    case DATASET_ORGAN_PIPE: return rising(type, at < count / 2 ? at : count - at);
    case DATASET_NEARLY_SORTED:
        return rising(type, next_random(state) % 16 == 0 ? count - at : at);
    case DATASET_TWO_VALUES: return rising(type, next_random(state) & 1);
    case DATASET_FEW_VALUES: return rising(type, next_random(state) % 16);
    case DATASET_EXTREMES: return extreme_key(type, state);
    default: return random_key(type, state);
    }
}

void dataset_fill(enum dataset kind, glsort_key type, uint32_t seed, uint32_t* keys,
                  uint32_t count)
{
    uint64_t state = (uint64_t)seed << 32 | (uint64_t)kind << 8 | (uint64_t)type;
    for (uint32_t i = 0; i < count; i++)
        keys[i] = key_at(kind, type, &state, i, count);
}
