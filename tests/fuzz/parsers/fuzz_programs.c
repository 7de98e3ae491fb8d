// SPDX-License-Identifier: MIT
// The reader of program blobs. The input is a blob, or with the first bit of the first
// byte the entries of one, which get the header that this driver writes; with the second
// bit the entries get right checksums, so that what is behind them is reached; with the
// third the driver refuses the binaries. A plan then links its programs from the blob.
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort_inspect.h>

#include "no_gl.h"
#include "parsers.h"

enum {
    HEADER_BYTES = 16,
    ENTRY_BYTES = 16,
    RIGHT_HEADER = 1,
    RIGHT_SUMS = 2,
    REFUSE = 4
};

static uint64_t hash(uint64_t state, const char* at, size_t bytes)
{
    for (size_t i = 0; i < bytes; ++i)
        state = (state ^ (unsigned char)at[i]) * 1099511628211ull;
    return state;
}

// The checksum is the last word of an entry; it is that of the entry with 0 in its place.
static void correct_checksums(const struct bytes* blob)
{
    for (size_t at = HEADER_BYTES; at + ENTRY_BYTES <= blob->count;) {
        uint32_t bytes = 0;
        uint32_t sum = 0;
        char* entry = blob->at + at;
        memcpy(&bytes, entry + 8, sizeof bytes);
        size_t padded = ((size_t)bytes + 7) / 8 * 8;
        if (padded > blob->count - at - ENTRY_BYTES)
            return;
        memcpy(entry + 12, &sum, sizeof sum);
        sum = (uint32_t)hash(14695981039346656037ull, entry, ENTRY_BYTES + padded);
        memcpy(entry + 12, &sum, sizeof sum);
        at += ENTRY_BYTES + padded;
    }
}

// Magic number, count of entries, key; all but the count come from a blob without
// entries.
static void correct_header(const struct bytes* blob)
{
    char header[HEADER_BYTES];
    size_t bytes = sizeof header;
    glsort_context* context = NULL;
    glsort_context_desc desc = {.get_proc = no_gl_get_proc};
    if (glsort_context_create(&desc, &context) != GLSORT_OK ||
        glsort_context_programs(context, header, &bytes) != GLSORT_OK)
        abort();
    glsort_context_destroy(context);
    memcpy(blob->at, header, 4);
    memcpy(blob->at + 8, header + 8, 8);
}

static void use_blob(const struct bytes* blob)
{
    glsort_context* context = NULL;
    glsort_plan* plan = NULL;
    glsort_sort_desc wanted = {.max_count = 100, .values = GLSORT_VALUES_4_BYTES};
    glsort_context_desc desc = {
        .get_proc = no_gl_get_proc, .programs = blob->at, .programs_bytes = blob->count};
    if (glsort_context_create(&desc, &context) != GLSORT_OK)
        abort();
    // Links all programs; then there is no GL to hold the plan's memory.
    if (glsort_sort_create(context, &wanted, &plan) != GLSORT_ERROR_DEVICE_MEMORY)
        abort();
    size_t bytes = 0;
    if (glsort_context_programs(context, NULL, &bytes) != GLSORT_OK)
        abort();
    char* saved = malloc(bytes);
    if (saved == NULL || glsort_context_programs(context, saved, &bytes) != GLSORT_OK)
        abort();
    free(saved);
    glsort_context_destroy(context);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size == 0)
        return 0;
    struct bytes blob = parsers_copy(data + 1, size - 1);
    if ((data[0] & RIGHT_HEADER) != 0 && blob.count >= HEADER_BYTES)
        correct_header(&blob);
    if ((data[0] & RIGHT_SUMS) != 0)
        correct_checksums(&blob);
    no_gl_links_binaries = (data[0] & REFUSE) == 0;
    use_blob(&blob);
    bytes_release(&blob);
    return 0;
}
