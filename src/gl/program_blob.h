// SPDX-License-Identifier: MIT
// The format of glsort_context_programs(): a header, then for every program an entry and
// the driver's binary, padded to 8 bytes. Makes no GL call. Sizes in blobs and from
// drivers are not trusted: no access goes beyond the memory given. Sums of sizes are
// 64-bit, so that they cannot overflow where size_t is 32-bit.
#ifndef GLSORT_PROGRAM_BLOB_H
#define GLSORT_PROGRAM_BLOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BLOB_MAGIC 0x42534C47u // "GLSB"

struct blob_header {
    uint32_t magic;
    uint32_t entry_count;
    uint64_t key; // of the driver, the shaders and the extra defines
};

struct blob_entry {
    uint16_t shader;
    uint16_t variant;
    uint32_t format;
    uint32_t bytes;    // of the binary, without padding
    uint32_t checksum; // drivers may crash on a damaged binary
};

// FNV-1a.
#define HASH_START 14695981039346656037ull
uint64_t glsort_blob_hash(uint64_t state, const void* data, size_t bytes);

static inline uint64_t blob_padded(uint64_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

// ---- reading --------------------------------------------------------------------------

// Reads the entry at *at and moves *at past it. False at the end, or if the entry does
// not fit. *at starts after the header.
bool glsort_blob_next(const unsigned char* blob, size_t blob_bytes, size_t* at,
                      struct blob_entry* entry, const unsigned char** binary);

// Returns NULL, or a sentence that says why the blob is not valid for this key.
const char* glsort_blob_trouble(const unsigned char* blob, size_t blob_bytes,
                                uint64_t key);

// ---- writing --------------------------------------------------------------------------

struct blob_writer {
    unsigned char* data; // NULL: to measure
    size_t room;
    size_t used;
    uint64_t wanted;  // size of a blob with every binary offered so far
    uint64_t offered; // padded size of the last binary offered
    uint32_t entry_count;
    bool full; // something did not fit
};

void glsort_blob_begin(struct blob_writer* w, void* data, size_t room);

// Returns where a binary of this length may be written, and in *most how many bytes fit
// there; NULL if it does not fit. length > 0.
unsigned char* glsort_blob_offer(struct blob_writer* w, uint32_t length, uint32_t* most);

// Appends the entry whose binary was written there. entry.bytes is 1 to *most; it may
// differ from the length that was offered.
void glsort_blob_add(struct blob_writer* w, struct blob_entry entry);

void glsort_blob_end(struct blob_writer* w, uint64_t key);

#endif
