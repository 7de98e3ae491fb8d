// SPDX-License-Identifier: MIT
// What may go wrong where size_t has 32 bits, without the library of the other tests,
// which few systems have for such hosts. Prints what is wrong; returns how much.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort_inspect.h>

#include "counting.h"
#include "program_blob.h"

static_assert(sizeof(size_t) == 4 && sizeof(ptrdiff_t) == 4, "built with -m32");

static int faults;

static void expect(int right, const char* sentence)
{
    if (right)
        return;
    ++faults;
    printf("wrong: %s\n", sentence);
}

// An entry that says 2^32 - 1 bytes, which are none once they are padded in 32 bits, and
// whose checksum is right for none.
static void check_damaged_blob(void)
{
    struct blob_header header = {BLOB_MAGIC, 1, 7};
    struct blob_entry entry = {.bytes = UINT32_MAX};
    unsigned char blob[sizeof header + sizeof entry];
    uint64_t hash = glsort_blob_hash(HASH_START, &entry, sizeof entry);
    entry.checksum = (uint32_t)hash;
    memcpy(blob, &header, sizeof header);
    memcpy(blob + sizeof header, &entry, sizeof entry);
    expect(glsort_blob_trouble(blob, sizeof blob, 7) != NULL,
           "a binary of 2^32 - 1 bytes is found in a blob of 32");
}

static void check_sums(void)
{
    struct blob_writer w;
    uint32_t most;
    glsort_blob_begin(&w, NULL, 0);
    for (int i = 0; i < 2; ++i)
        glsort_blob_offer(&w, INT32_MAX, &most);
    expect(w.wanted > UINT32_MAX, "two binaries of 2^31 - 1 bytes take less than 2^32");
    expect(!range_ends_by(4, UINT64_C(1) << 33, PTRDIFF_MAX),
           "2^33 bytes at offset 4 end before the last byte that GL can name");
    expect(!range_ends_by(UINT64_MAX - 3, 16, PTRDIFF_MAX),
           "16 bytes at offset 2^64 - 4 end before the last byte that GL can name");
}

static void check_plans(void)
{
    for (uint32_t algorithm = 0; algorithm < glsort_algorithm_count(); ++algorithm) {
        struct glsort_limits limits;
        glsort_sort_desc desc = {
            .values = GLSORT_VALUES_4_BYTES,
            .tuning = &(const glsort_tuning){.algorithm = (glsort_algorithm)algorithm}};
        glsort_plan_info info;
        glsort_context* context = NULL;
        glsort_plan* plan = NULL;
        glsort_limits_minimum(430, 0, &limits);
        limits.storage_block_bytes = UINT64_C(1) << 36;
        limits.uniform_alignment = 4096;
        desc.max_count = glsort_max_count(&limits, &desc, NULL);
        expect(desc.max_count >= 1u << 28, "2^28 elements are too many for 2^36 bytes");
        expect(glsort_context_create_offline(&limits, NULL, 0, &context) == GLSORT_OK &&
                   glsort_sort_create(context, &desc, &plan) == GLSORT_OK,
               "a plan of the most elements is refused");
        expect(plan != NULL &&
                   glsort_plan_describe(plan, desc.max_count, 0, &info) == GLSORT_OK &&
                   info.scratch_bytes >= desc.max_count,
               "a plan of the most elements takes too little scratch");
        glsort_plan_destroy(plan);
        glsort_context_destroy(context);
    }
}

int main(void)
{
    check_damaged_blob();
    check_sums();
    check_plans();
    return faults;
}
