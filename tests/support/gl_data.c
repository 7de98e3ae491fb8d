// SPDX-License-Identifier: MIT
#include "gl_data.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "host_data.h"

static const char* const names[DATA_COUNT] = {
    [DATA_UNIFORM] = "uniform",
    [DATA_CONSTANT] = "constant",
    [DATA_SORTED] = "sorted",
    [DATA_REVERSED] = "reversed",
    [DATA_NEARLY_SORTED] = "nearly sorted",
    [DATA_TWO_VALUES] = "two values",
    [DATA_HOT_DIGIT] = "one hot digit",
    [DATA_ORGAN_PIPE] = "organ pipe",
    [DATA_LOW_ENTROPY] = "low entropy",
    [DATA_SPECIAL] = "special values",
    [DATA_FEW] = "few words",
};

const char* gl_data_name(enum gl_data data)
{
    return names[data];
}

// Steele, Lea and Flood's SplitMix.
uint64_t gl_random(uint64_t* state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

// ---- generators -----------------------------------------------------------------------

static void fill_uniform(uint64_t* state, uint32_t* keys, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        keys[i] = host_random(state);
}

static void sort_keys(glsort_key type, uint32_t* keys, uint32_t count, bool reversed)
{
    const glsort_sort_desc order = {
        .key = type, .direction = reversed ? GLSORT_DESCENDING : GLSORT_ASCENDING};
    uint32_t* copy = host_take_words(2 * (size_t)count);
    memcpy(copy, keys, (size_t)count * sizeof *copy);
    host_argsort(&order, copy, count, copy + count);
    host_gather(keys, copy, copy + count, count, 1);
    free(copy);
}

static void disturb(uint64_t* state, uint32_t* keys, uint32_t count)
{
    for (uint32_t i = 0; i < count / 64 + 1 && count > 0; ++i) {
        uint32_t a = host_random(state) % count;
        uint32_t b = (a + 1 + host_random(state) % 16) % count;
        uint32_t kept = keys[a];
        keys[a] = keys[b];
        keys[b] = kept;
    }
}

// As floats: both zeros, infinities, quiet and signalling NaNs of both signs, denormals.
static void fill_special(uint64_t* state, uint32_t* keys, uint32_t count)
{
    static const uint32_t words[] = {
        0x00000000u, 0x80000000u, 0x7F800000u, 0xFF800000u, 0x7FC00000u, 0xFFC00000u,
        0x7F800001u, 0xFF800001u, 0x7FFFFFFFu, 0xFFFFFFFFu, 0x00000001u, 0x80000001u,
        0x007FFFFFu, 0x807FFFFFu, 0x00800000u, 0x80800000u, 0x3F800000u, 0xBF800000u,
        0x7F7FFFFFu, 0xFF7FFFFFu, 0x7FC12345u, 0xFFC12345u, 0xFFFFFFFEu, 0x7FFFFFFEu,
    };
    for (uint32_t i = 0; i < count; ++i)
        keys[i] = words[host_random(state) % (sizeof words / sizeof words[0])];
}

static void fill_plain(enum gl_data data, uint64_t* state, uint32_t* keys, uint32_t count)
{
    uint32_t constant = host_random(state);
    uint32_t shift = 8 * (host_random(state) % 4);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t word = host_random(state);
        switch (data) {
        case DATA_CONSTANT: keys[i] = constant; break;
        case DATA_TWO_VALUES: keys[i] = (word & 1) != 0 ? constant : ~constant; break;
        case DATA_HOT_DIGIT:
            keys[i] = (constant & ~(0xFFu << shift)) | (word & 0xFFu) << shift;
            break;
        case DATA_ORGAN_PIPE: keys[i] = i < count / 2 ? i : count - i; break;
        default: // AND-reduced: mostly zero bits
            keys[i] = word & host_random(state) & host_random(state) & host_random(state);
        }
    }
}

static const uint32_t few[] = {0x00000000u, 0x80000001u, 0xFFFFFFFFu};

static void fill_narrow(enum gl_data data, glsort_key type, uint64_t seed, uint32_t* keys,
                        uint32_t count)
{
    uint64_t state = seed;
    switch (data) {
    case DATA_UNIFORM:
    case DATA_SORTED:
    case DATA_REVERSED:
    case DATA_NEARLY_SORTED:
        fill_uniform(&state, keys, count);
        if (data != DATA_UNIFORM)
            sort_keys(type, keys, count, data == DATA_REVERSED);
        if (data == DATA_NEARLY_SORTED)
            disturb(&state, keys, count);
        break;
    case DATA_SPECIAL: fill_special(&state, keys, count); break;
    case DATA_FEW:
        for (uint32_t i = 0; i < count; ++i)
            keys[i] = few[host_random(&state) % 3];
        break;
    default: fill_plain(data, &state, keys, count);
    }
}

static uint64_t wide_key(enum gl_data data, uint32_t word, uint64_t* state)
{
    static const uint64_t special[] = {
        0xFFF8000000000001u, 0xFFF0000000000000u, 0xFFEFFFFFFFFFFFFFu,
        0xBFF0000000000000u, 0x8000000000000001u, 0x8000000000000000u,
        0x0000000000000000u, 0x0000000000000001u, 0x3FF0000000000000u,
        0x3FF0000000000001u, 0x7FF0000000000000u, 0x7FF8000000000000u,
        0x7FFFFFFFFFFFFFFFu, 0xFFFFFFFFFFFFFFFFu};
    uint32_t other = host_random(state);
    switch (data) {
    case DATA_UNIFORM: return (uint64_t)word << 32 | other;
    case DATA_SPECIAL: return special[other % 14];
    case DATA_FEW: return (uint64_t)word << 32 | few[other % 3];
    default: return (uint64_t)word << 32 | word;
    }
}

void gl_data_fill(enum gl_data data, glsort_key type, uint64_t seed, uint32_t* keys,
                  uint32_t count)
{
    uint64_t state = ~seed;
    bool wide = host_key_words(type) == 2;
    glsort_key upper = type;
    if (wide)
        upper = (glsort_key)(GLSORT_KEY_U32 + (type - GLSORT_KEY_U64));
    fill_narrow(data, upper, seed, keys, count);
    for (uint32_t i = count; wide && i-- > 0;) {
        uint64_t key = wide_key(data, keys[i], &state);
        keys[2 * i] = (uint32_t)key;
        keys[2 * i + 1] = (uint32_t)(key >> 32);
    }
}
