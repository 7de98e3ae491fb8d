// SPDX-License-Identifier: MIT
#include "fuzz_keys.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz_memory.h"
#include "host_data.h"

uint32_t fuzz_key_bits(glsort_key key)
{
    switch (key) {
    case GLSORT_KEY_U64:
    case GLSORT_KEY_I64:
    case GLSORT_KEY_F64: return 64;
    case GLSORT_KEY_U16: return 16;
    default: return 32;
    }
}

uint32_t fuzz_key_words(glsort_key key)
{
    return host_key_words(key);
}

uint32_t fuzz_value_words(glsort_values values)
{
    return values == GLSORT_VALUES_NONE ? 0 : host_value_words(values);
}

glsort_tuning fuzz_tuning(const glsort_sort_desc* desc)
{
    return desc->tuning == NULL ? (glsort_tuning){0} : *desc->tuning;
}

bool fuzz_sorts_blocks(const glsort_sort_desc* desc)
{
    const glsort_method method = fuzz_tuning(desc).method;
    return method == GLSORT_METHOD_BITONIC_LOCAL_READ ||
           method == GLSORT_METHOD_BITONIC_LOCAL_KEEP;
}

// ---- distributions --------------------------------------------------------------------

enum distribution {
    RANDOM,
    ALL_EQUAL,
    FEW_DISTINCT,
    SORTED,
    REVERSED,
    NEARLY_SORTED,
    SAWTOOTH,
    SPECIAL,
    HIGH_BITS,
    LOW_BITS,
    ONE_BYTE,
    MOSTLY_ZERO_BITS,
    DISTRIBUTIONS
};

static const char* const names[DISTRIBUTIONS] = {
    [RANDOM] = "random",
    [ALL_EQUAL] = "all equal",
    [FEW_DISTINCT] = "few distinct",
    [SORTED] = "sorted",
    [REVERSED] = "reversed",
    [NEARLY_SORTED] = "nearly sorted",
    [SAWTOOTH] = "sawtooth",
    [SPECIAL] = "special values",
    [HIGH_BITS] = "high bits only",
    [LOW_BITS] = "low bits only",
    [ONE_BYTE] = "one byte varies",
    [MOSTLY_ZERO_BITS] = "mostly zero bits",
};

// What one fill draws once.
struct shape {
    enum distribution distribution;
    uint64_t constants[5];
    uint32_t distinct;
    uint32_t period;
    uint32_t shift;
};

// Both zeros, infinities, NaNs of both signs quiet and signalling, denormals and the
// largest; as integers the extremes and what is beside them.
static uint64_t special_key(struct fuzz_random* r, uint32_t bits)
{
    static const uint32_t words[] = {
        0x00000000u, 0x00000001u, 0x007FFFFFu, 0x00800000u, 0x3F800000u,
        0x7F7FFFFFu, 0x7F800000u, 0x7F800001u, 0x7FC00000u, 0x7FFFFFFFu,
    };
    static const uint64_t wide[] = {
        0x0000000000000000ull, 0x0000000000000001ull, 0x000FFFFFFFFFFFFFull,
        0x0010000000000000ull, 0x3FF0000000000000ull, 0x7FEFFFFFFFFFFFFFull,
        0x7FF0000000000000ull, 0x7FF0000000000001ull, 0x7FF8000000000000ull,
        0x7FFFFFFFFFFFFFFFull, 0x00000000FFFFFFFFull, 0x0000000100000000ull,
    };
    uint64_t sign = (uint64_t)fuzz_below(r, 2) << (bits - 1);
    if (bits == 64)
        return sign | wide[fuzz_below(r, sizeof wide / sizeof wide[0])];
    uint32_t word = words[fuzz_below(r, sizeof words / sizeof words[0])];
    return sign | (bits == 16 ? word >> 16 : word);
}

static uint64_t draw_key(struct fuzz_random* r, const struct shape* s, uint32_t bits,
                         uint32_t at)
{
    uint64_t key = fuzz_bits(r);
    switch (s->distribution) {
    case ALL_EQUAL: return s->constants[0];
    case FEW_DISTINCT: return s->constants[key % s->distinct];
    case SAWTOOTH: return s->constants[0] + at % s->period;
    case SPECIAL: return special_key(r, bits);
    case HIGH_BITS: return key << (bits - 1 - s->shift % 8);
    case LOW_BITS: return s->constants[0] ^ (key & ((UINT64_C(2) << s->shift % 8) - 1));
    case ONE_BYTE: return s->constants[0] ^ (key & 0xFF) << s->shift % bits;
    case MOSTLY_ZERO_BITS: return key & fuzz_bits(r) & fuzz_bits(r) & fuzz_bits(r);
    default: return key;
    }
}

// What lies above the 16 bits of a U16 goes with the key and must not count.
static void store_key(struct fuzz_random* r, uint32_t bits, uint64_t key, uint32_t* to)
{
    to[0] = (uint32_t)key;
    if (bits == 64)
        to[1] = (uint32_t)(key >> 32);
    if (bits == 16)
        to[0] = (to[0] & 0xFFFFu) | (fuzz_word(r) & 0xFFFF0000u);
}

static void put_in_order(const glsort_sort_desc* desc, uint32_t* keys, uint32_t count,
                         bool reversed)
{
    uint32_t words = fuzz_key_words(desc->key);
    uint32_t* copy = fuzz_take((size_t)count * words * sizeof *copy);
    uint32_t* places = fuzz_take((size_t)count * sizeof *places);
    memcpy(copy, keys, (size_t)count * words * sizeof *copy);
    host_argsort(desc, copy, count, places);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t to = reversed ? count - 1 - i : i;
        memcpy(keys + (size_t)to * words, copy + (size_t)places[i] * words, words * 4);
    }
    free(copy);
    free(places);
}

static void disturb(struct fuzz_random* r, uint32_t* keys, uint32_t count, uint32_t words)
{
    for (uint32_t i = 0; i < count / 32 + 1 && count > 0; ++i) {
        uint32_t a = fuzz_below(r, count) * words;
        uint32_t b = fuzz_below(r, count) * words;
        for (uint32_t word = 0; word < words; ++word) {
            uint32_t kept = keys[a + word];
            keys[a + word] = keys[b + word];
            keys[b + word] = kept;
        }
    }
}

const char* fuzz_fill_keys(struct fuzz_random* r, const glsort_sort_desc* desc,
                           uint32_t* keys, uint32_t count)
{
    uint32_t bits = fuzz_key_bits(desc->key);
    uint32_t words = fuzz_key_words(desc->key);
    struct shape s = {.distribution = (enum distribution)fuzz_below(r, DISTRIBUTIONS)};
    s.distinct = fuzz_between(r, 2, 5);
    s.period = fuzz_between(r, 2, 300);
    s.shift = fuzz_below(r, 64);
    for (int i = 0; i < 5; ++i)
        s.constants[i] = fuzz_bits(r);
    for (uint32_t i = 0; i < count; ++i)
        store_key(r, bits, draw_key(r, &s, bits, i), keys + (size_t)i * words);
    if (s.distribution == SORTED || s.distribution == REVERSED ||
        s.distribution == NEARLY_SORTED)
        put_in_order(desc, keys, count, s.distribution == REVERSED);
    if (s.distribution == NEARLY_SORTED)
        disturb(r, keys, count, words);
    return names[s.distribution];
}
