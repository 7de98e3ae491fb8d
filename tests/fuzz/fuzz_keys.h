// SPDX-License-Identifier: MIT
// Random keys. The stable sort that results are compared with is host_argsort() of
// tests/support, as in the matrix; both are written down from the public headers alone.
#ifndef FUZZ_KEYS_H
#define FUZZ_KEYS_H

#include <glsort/glsort_inspect.h>

#include "fuzz_random.h"

// 32-bit words of a key or value in memory.
uint32_t fuzz_key_words(glsort_key key);
uint32_t fuzz_value_words(glsort_values values);
// Bits of a key.
uint32_t fuzz_key_bits(glsort_key key);

// Fills keys with one of the distributions below, drawn at random; returns its name. What
// a plan of this descriptor compares decides what is sorted and what is reversed.
const char* fuzz_fill_keys(struct fuzz_random* r, const glsort_sort_desc* desc,
                           uint32_t* keys, uint32_t count);

// What desc->tuning names, or zeros.
glsort_tuning fuzz_tuning(const glsort_sort_desc* desc);

// True if the method sorts each block of local_size elements by itself.
bool fuzz_sorts_blocks(const glsort_sort_desc* desc);

#endif
