// SPDX-License-Identifier: MIT
// Keys as the library takes them, in 32-bit words, and the file formats that they come
// in.
#ifndef KEY_LIST_H
#define KEY_LIST_H

#include <glsort/glsort.h>

#include "bytes.h"

struct keys {
    glsort_key type;
    uint32_t count;
    uint32_t* bits; // keys_words() a key, the lower one first
};

// "u32", "f64" and so on.
const char* keys_type_name(glsort_key type);

// Words of a key in memory: 1 or 2.
uint32_t keys_words(glsort_key type);

// Allocates memory for `count` keys of k->type. False, with a sentence printed, if there
// are too many or there is no memory.
bool keys_allocate(struct keys* k, const char* name, uint64_t count);
void keys_release(struct keys* k);
// Appends keys of the same type. False, as keys_allocate; k is as it was then.
bool keys_append(struct keys* k, const char* name, const struct keys* more);

// Each reads k->count and k->bits from the whole of data, which `name` names in a
// sentence. Text and raw keys are of k->type; an .npy file says its own.

// One decimal number a line, blanks around it allowed; blank lines are skipped.
bool keys_from_text(struct keys* k, const char* name, const struct bytes* data);
// Little-endian numbers of 2, 4 or 8 bytes, nothing else.
bool keys_from_raw(struct keys* k, const char* name, const struct bytes* data);
// NumPy's format, version 1 to 3: one dimension of '<u4', '<i4', '<f4', the same of 8
// bytes, or '<u2'.
bool keys_from_npy(struct keys* k, const char* name, const struct bytes* data);

// Each appends to out. Text holds the shortest decimal number that reads back to the same
// bits (of a NaN, its sign alone).
bool keys_to_text(const struct keys* k, struct bytes* out);
bool keys_to_raw(const struct keys* k, struct bytes* out);
bool keys_to_npy(const struct keys* k, struct bytes* out);

#endif
