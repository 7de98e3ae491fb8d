// SPDX-License-Identifier: MIT
// Keys as the library takes them, in 32-bit words, and the file formats that they come
// in.
#ifndef KEY_LIST_H
#define KEY_LIST_H

#include <glsort/glsort.h>

#include "bytes.h"

enum file_format { FORMAT_BY_NAME, FORMAT_TEXT, FORMAT_RAW, FORMAT_NPY };

// The format of a file name, in small letters or capitals; FORMAT_BY_NAME if it has none.
enum file_format keys_format_of_name(const char* path);

struct keys {
    glsort_key type;
    uint32_t count;
    uint32_t* bits; // keys_words() a key, the lower one first
    uint32_t room;  // keys that fit bits, if they grew by keys_make_room()
};

// "u32", "f64" and so on.
const char* keys_type_name(glsort_key type);

// Words of a key in memory: 1 or 2.
uint32_t keys_words(glsort_key type);

// Bytes of a key in a file: 2, 4 or 8.
uint32_t keys_bytes(glsort_key type);

// Allocates memory for `count` keys of k->type. False, with a sentence printed, if there
// are too many or there is no memory.
bool keys_allocate(struct keys* k, const char* name, uint64_t count);
void keys_release(struct keys* k);
// Makes room for `more` keys after those there.
bool keys_make_room(struct keys* k, uint32_t more);

// Each appends a piece of a file, which `name` names in a sentence, to k. False, with a
// sentence printed, if it cannot.

// Whole keys: little-endian numbers of 2, 4 or 8 bytes.
bool keys_add_raw(struct keys* k, const char* data, uint32_t count);

// What was read of texts: which types keep it.
struct text_survey {
    uint64_t line;           // of the file, from 1 on
    uint64_t largest, least; // magnitudes of the whole numbers, and of those below 0
    bool is_fractional;      // a number is not whole, or no integer type takes it
    bool f64_rounds;         // some of the numbers
    uint64_t rounded;        // numbers whose digits the type does not keep
};

// One decimal number a line, blanks around it allowed; blank lines and a mark of UTF-8 at
// the start are skipped. At most `most` keys from whole lines, or the rest of a file,
// after which there is a zero byte or a line feed. *used: bytes that were read.
bool keys_add_text(struct keys* k, const char* name, const char* data, size_t bytes,
                   uint32_t most, struct text_survey* t, size_t* used);
// Says how many numbers the type has rounded, if any, and which type keeps them.
void keys_warn_of_rounding(const struct text_survey* t, glsort_key type);

// NumPy's format, version 1 to 3: a header, and the raw keys of one dimension of '<u4',
// '<i4', '<f4', the same of 8 bytes, or '<u2'.
struct npy_header {
    glsort_key type;
    uint64_t count;
    size_t data_at; // bytes of the header
};
// The bytes from the start of a file that say how long its header is, the most that a
// header may have, and the length of this one; 0 for what is not such a file.
enum { NPY_START_BYTES = 12, NPY_MOST_BYTES = 1 << 20 };
bool keys_are_npy(const char* start, size_t bytes);
size_t keys_npy_header_bytes(const char* start, size_t bytes);
bool keys_read_npy_header(struct npy_header* h, const char* name,
                          const struct bytes* data);
bool keys_refuse_npy_size(const char* name, const struct npy_header* h, uint64_t there);
bool keys_to_npy_header(glsort_key type, uint64_t count, struct bytes* out);

// Each appends to out. Text holds the shortest decimal number that reads back to the same
// bits (of a NaN, its sign alone).
bool keys_to_text(const struct keys* k, struct bytes* out);
bool keys_to_raw(const struct keys* k, struct bytes* out);

#endif
