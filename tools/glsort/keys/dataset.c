// SPDX-License-Identifier: MIT
#include "dataset.h"

#include <string.h>

#include "key_list.h"

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

static uint64_t float_bits(float value)
{
    uint32_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t double_bits(double value)
{
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// A key of the type that grows with `at`; those of 64 bits in both words.
static uint64_t rising(glsort_key type, uint32_t at)
{
    switch (type) {
    case GLSORT_KEY_F32: return float_bits((float)at - 1000.0f);
    case GLSORT_KEY_F64: return double_bits(((double)at - 1000.0) / 3.0);
    case GLSORT_KEY_I32: return at - 1000u;
    case GLSORT_KEY_U64: return at * UINT64_C(0x98765432);
    case GLSORT_KEY_I64: return (at - UINT64_C(1000)) * UINT64_C(0x98765432);
    default: return at;
    }
}

static uint64_t random_key(glsort_key type, uint64_t* state)
{
    uint64_t bits = next_random(state);
    if (type == GLSORT_KEY_F32) // in [-1, 1)
        return float_bits((float)(int32_t)(bits >> 7) * 0x1p-24f - 1.0f);
    if (keys_words(type) == 1)
        return bits;
    bits |= (uint64_t)next_random(state) << 32;
    if (type == GLSORT_KEY_F64)
        return double_bits((double)(bits >> 11) * 0x1p-52 - 1.0);
    return bits;
}

// Zeros, least and largest subnormal, least normal, one, largest, infinity, NaNs; the
// sign comes on top.
static uint64_t extreme_float(glsort_key type, uint32_t pick)
{
    static const uint32_t floats[] = {0x00000000u, 0x00000001u, 0x007FFFFFu, 0x00800000u,
                                      0x3F800000u, 0x7F7FFFFFu, 0x7F800000u, 0x7FC00000u,
                                      0x7F800001u, 0x7FFFFFFFu};
    static const uint64_t doubles[] = {0x0000000000000000u, 0x0000000000000001u,
                                       0x000FFFFFFFFFFFFFu, 0x0010000000000000u,
                                       0x3FF0000000000000u, 0x7FEFFFFFFFFFFFFFu,
                                       0x7FF0000000000000u, 0x7FF8000000000000u,
                                       0x7FF0000000000001u, 0x7FFFFFFFFFFFFFFFu};
    if (type == GLSORT_KEY_F32)
        return floats[pick % 10] | (pick & 0x80000000u);
    return doubles[pick % 10] | (uint64_t)(pick >> 31) << 63;
}

static uint64_t extreme_key(glsort_key type, uint64_t* state)
{
    static const uint32_t integers[] = {0x00000000u, 0x00000001u, 0x7FFFFFFFu,
                                        0x80000000u, 0x80000001u, 0xFFFFFFFFu,
                                        0xFFFFFFFEu, 0x7FFFFFFEu};
    uint32_t pick = next_random(state);
    if (type == GLSORT_KEY_F32 || type == GLSORT_KEY_F64)
        return extreme_float(type, pick);
    uint64_t high = keys_words(type) == 2 ? integers[pick / 8 % 8] : 0;
    return high << 32 | integers[pick % 8];
}

static uint64_t key_at(enum dataset kind, glsort_key type, uint64_t* state, uint32_t at,
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
    size_t words = keys_words(type);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t key = key_at(kind, type, &state, i, count);
        keys[i * words] = (uint32_t)key;
        if (words == 2)
            keys[2 * (size_t)i + 1] = (uint32_t)(key >> 32);
    }
}
