// SPDX-License-Identifier: MIT
#include "bench_types.h"

#include <string.h>

const struct key_type key_types[] = {
    [GLSORT_KEY_U32] = {"u32", GLSORT_KEY_U32, 4, 32, KEY_UNSIGNED},
    [GLSORT_KEY_I32] = {"i32", GLSORT_KEY_I32, 4, 32, KEY_SIGNED},
    [GLSORT_KEY_F32] = {"f32", GLSORT_KEY_F32, 4, 32, KEY_FLOAT},
    [GLSORT_KEY_U64] = {"u64", GLSORT_KEY_U64, 8, 64, KEY_UNSIGNED},
    [GLSORT_KEY_I64] = {"i64", GLSORT_KEY_I64, 8, 64, KEY_SIGNED},
    [GLSORT_KEY_F64] = {"f64", GLSORT_KEY_F64, 8, 64, KEY_FLOAT},
    [GLSORT_KEY_U16] = {"u16", GLSORT_KEY_U16, 4, 16, KEY_UNSIGNED},
    {0},
};

const struct value_type value_types[] = {
    [GLSORT_VALUES_NONE] = {"none", GLSORT_VALUES_NONE, 0, 0},
    [GLSORT_VALUES_INDICES] = {"indices", GLSORT_VALUES_INDICES, 0, 4},
    [GLSORT_VALUES_4_BYTES] = {"u32", GLSORT_VALUES_4_BYTES, 4, 4},
    [GLSORT_VALUES_8_BYTES] = {"u64", GLSORT_VALUES_8_BYTES, 8, 8},
    [GLSORT_VALUES_16_BYTES] = {"u128", GLSORT_VALUES_16_BYTES, 16, 16},
    {0},
};

const struct key_type* find_key_type(const char* name)
{
    const struct key_type* type = key_types;
    while (type->name && strcmp(type->name, name) != 0)
        type++;
    return type->name ? type : NULL;
}

const struct value_type* find_value_type(const char* name)
{
    const struct value_type* type = value_types;
    while (type->name && strcmp(type->name, name) != 0)
        type++;
    return type->name ? type : NULL;
}

static uint64_t mask_of(const struct key_type* type)
{
    return type->bits == 64 ? UINT64_MAX : ((uint64_t)1 << type->bits) - 1;
}

uint64_t key_of_rank(const struct key_type* type, glsort_direction order, uint64_t rank)
{
    uint64_t mask = mask_of(type), sign = mask ^ mask >> 1;
    uint64_t key = (order == GLSORT_DESCENDING ? ~rank : rank) & mask;
    if (type->kind == KEY_SIGNED)
        return key ^ sign;
    if (type->kind == KEY_FLOAT)
        return key & sign ? key ^ sign : ~key & mask;
    return key;
}

uint64_t rank_of_key(const struct key_type* type, glsort_direction order, uint64_t key)
{
    uint64_t mask = mask_of(type), sign = mask ^ mask >> 1, rank = key & mask;
    if (type->kind == KEY_SIGNED)
        rank ^= sign;
    if (type->kind == KEY_FLOAT)
        rank = rank & sign ? ~rank & mask : rank ^ sign;
    return order == GLSORT_DESCENDING ? ~rank & mask : rank;
}

// By memcpy, since others read the same memory in words of 32 bits.
uint64_t key_at(const struct key_type* type, const void* keys, size_t at)
{
    uint64_t wide;
    uint32_t word;
    if (type->bytes == 8) {
        memcpy(&wide, (const char*)keys + at * sizeof wide, sizeof wide);
        return wide;
    }
    memcpy(&word, (const char*)keys + at * sizeof word, sizeof word);
    return word;
}

void set_key(const struct key_type* type, void* keys, size_t at, uint64_t key)
{
    uint32_t word = (uint32_t)key;
    if (type->bytes == 8)
        memcpy((char*)keys + at * sizeof key, &key, sizeof key);
    else
        memcpy((char*)keys + at * sizeof word, &word, sizeof word);
}
