// SPDX-License-Identifier: MIT
// Reads and writes the blob with a bounds check for every entry.
#include "program_blob.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(struct blob_header) % 8 == 0 && sizeof(struct blob_entry) % 8 == 0,
              "binaries start at multiples of 8 bytes");

uint64_t glsort_blob_hash(uint64_t state, const void* data, size_t bytes)
{
    const unsigned char* at = data;
    for (size_t i = 0; i < bytes; ++i)
        state = (state ^ at[i]) * 1099511628211ull;
    return state;
}

// The checksum covers the entry as well as its padded binary, because an intact binary
// with a damaged shader number or format would run as another program.
static uint32_t checksum_of(struct blob_entry entry, const unsigned char* binary)
{
    entry.checksum = 0;
    uint64_t of_entry = glsort_blob_hash(HASH_START, &entry, sizeof entry);
    return (uint32_t)glsort_blob_hash(of_entry, binary, (size_t)blob_padded(entry.bytes));
}

// ---- reading --------------------------------------------------------------------------

bool glsort_blob_next(const unsigned char* blob, size_t blob_bytes, size_t* at,
                      struct blob_entry* entry, const unsigned char** binary)
{
    size_t left = blob_bytes - *at;
    if (left < sizeof *entry)
        return false;
    left -= sizeof *entry;
    memcpy(entry, blob + *at, sizeof *entry);
    // GL takes the size as a GLsizei.
    if (entry->bytes == 0 || entry->bytes > INT32_MAX || blob_padded(entry->bytes) > left)
        return false;
    *binary = blob + *at + sizeof *entry;
    *at += sizeof *entry + (size_t)blob_padded(entry->bytes);
    return true;
}

const char* glsort_blob_trouble(const unsigned char* blob, size_t blob_bytes,
                                uint64_t key)
{
    struct blob_header header;
    if (blob_bytes < sizeof header)
        return "it is too short";
    memcpy(&header, blob, sizeof header);
    if (header.magic != BLOB_MAGIC)
        return "it was not written by glsort";
    if (header.key != key)
        return "it is of another device, driver, glsort or set of defines";
    size_t at = sizeof header;
    struct blob_entry entry;
    const unsigned char* binary;
    for (uint32_t i = 0; i < header.entry_count; ++i)
        if (!glsort_blob_next(blob, blob_bytes, &at, &entry, &binary) ||
            checksum_of(entry, binary) != entry.checksum)
            return "it is damaged";
    return at == blob_bytes ? NULL : "it is damaged";
}

// ---- writing --------------------------------------------------------------------------

void glsort_blob_begin(struct blob_writer* w, void* data, size_t room)
{
    *w = (struct blob_writer){
        .data = data,
        .room = room,
        .used = sizeof(struct blob_header),
        .wanted = sizeof(struct blob_header),
    };
    assert(data == NULL || room >= sizeof(struct blob_header));
}

unsigned char* glsort_blob_offer(struct blob_writer* w, uint32_t length, uint32_t* most)
{
    uint64_t bytes = sizeof(struct blob_entry) + blob_padded(length);
    w->offered = blob_padded(length);
    w->wanted += bytes;
    if (w->data == NULL || w->room - w->used < bytes) {
        w->full = true;
        return NULL;
    }
    size_t left = (w->room - w->used - sizeof(struct blob_entry)) / 8 * 8;
    *most = left < INT32_MAX / 8 * 8 ? (uint32_t)left : INT32_MAX / 8 * 8;
    return w->data + w->used + sizeof(struct blob_entry);
}

void glsort_blob_add(struct blob_writer* w, struct blob_entry entry)
{
    size_t padded = (size_t)blob_padded(entry.bytes);
    unsigned char* at = w->data + w->used;
    unsigned char* binary = at + sizeof entry;
    assert(entry.bytes > 0 && padded <= w->room - w->used - sizeof entry);
    memset(binary + entry.bytes, 0, padded - entry.bytes);
    entry.checksum = checksum_of(entry, binary);
    memcpy(at, &entry, sizeof entry);
    w->used += sizeof entry + padded;
    w->wanted += padded - w->offered;
    ++w->entry_count;
}

void glsort_blob_end(struct blob_writer* w, uint64_t key)
{
    const struct blob_header header = {BLOB_MAGIC, w->entry_count, key};
    memcpy(w->data, &header, sizeof header);
}
