// SPDX-License-Identifier: MIT
// The key and value types that can be measured. A new type is a new line of a table in
// bench_types.c.
#ifndef BENCH_TYPES_H
#define BENCH_TYPES_H

#include <stddef.h>
#include <stdint.h>

#include <glsort/glsort.h>

#ifdef __cplusplus
extern "C" {
#endif

enum key_kind { KEY_UNSIGNED, KEY_SIGNED, KEY_FLOAT };

struct key_type {
    const char* name;
    glsort_key key;
    uint32_t bytes; // in memory
    uint32_t bits;  // low bits in which keys may differ
    enum key_kind kind;
};

struct value_type {
    const char* name;
    glsort_values values;
    uint32_t in_bytes; // read from the caller
    uint32_t bytes;    // written
};

extern const struct key_type key_types[];     // by glsort_key
extern const struct value_type value_types[]; // by glsort_values

// Both tables end with a name of NULL. Returns NULL if there is no such type.
const struct key_type* find_key_type(const char* name);
const struct value_type* find_value_type(const char* name);

// The key whose place in the library's ascending order is `rank`, and back. For
// descending order the rank is complemented, so the smaller rank always comes first.
uint64_t key_of_rank(const struct key_type* type, glsort_direction order, uint64_t rank);
uint64_t rank_of_key(const struct key_type* type, glsort_direction order, uint64_t key);

// Key or word `at` of an array.
uint64_t key_at(const struct key_type* type, const void* keys, size_t at);
void set_key(const struct key_type* type, void* keys, size_t at, uint64_t key);

#ifdef __cplusplus
}
#endif

#endif
