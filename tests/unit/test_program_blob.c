// SPDX-License-Identifier: MIT
// Blobs of program binaries, made up and damaged: nothing is read or written beyond the
// memory given, on hosts of 32 bits too. Every blob that is read lies in a block of just
// its size, so that sanitizers see a read past its end.
#include <stdlib.h>
#include <string.h>

#include "host_test.h"
#include "program_blob.h"

enum { KEY = 12345, ENTRIES = 4, ENTRY_AT = sizeof(struct blob_header) };

static const uint32_t lengths[ENTRIES] = {1, 8, 77, 1000};

// ---- blobs ----------------------------------------------------------------------------

static size_t whole_bytes(void)
{
    size_t bytes = sizeof(struct blob_header);
    for (int i = 0; i < ENTRIES; ++i)
        bytes += sizeof(struct blob_entry) + (size_t)blob_padded(lengths[i]);
    return bytes;
}

static unsigned char* make_blob(size_t* bytes)
{
    struct blob_writer w;
    *bytes = whole_bytes();
    unsigned char* blob = malloc(*bytes);
    assert_non_null(blob);
    memset(blob, 0xEE, *bytes);
    glsort_blob_begin(&w, blob, *bytes);
    for (uint32_t i = 0; i < ENTRIES; ++i) {
        uint32_t most = 0;
        unsigned char* binary = glsort_blob_offer(&w, lengths[i], &most);
        assert_non_null(binary);
        assert_true(most >= lengths[i]);
        memset(binary, (int)i + 1, most); // drivers may use all of the room
        struct blob_entry entry = {.shader = (uint16_t)i, .bytes = lengths[i]};
        glsort_blob_add(&w, entry);
    }
    glsort_blob_end(&w, KEY);
    assert_false(w.full);
    assert_int_equal(w.used, *bytes);
    assert_int_equal(w.wanted, *bytes);
    return blob;
}

static const char* trouble_of(const void* blob, size_t bytes, size_t key)
{
    unsigned char* copy = malloc(bytes > 0 ? bytes : 1);
    assert_non_null(copy);
    memcpy(copy, blob, bytes);
    const char* trouble = glsort_blob_trouble(copy, bytes, key);
    free(copy);
    return trouble;
}

TEST(any_other_length_key_or_bit_is_trouble)
{
    size_t bytes;
    unsigned char* blob = make_blob(&bytes);
    for (size_t length = 0; length < bytes; ++length)
        assert_non_null(trouble_of(blob, length, KEY));
    assert_non_null(trouble_of(blob, bytes, KEY + 1));
    for (size_t bit = 0; bit < 8 * bytes; ++bit) {
        blob[bit / 8] ^= 1u << bit % 8;
        assert_non_null(trouble_of(blob, bytes, KEY));
        blob[bit / 8] ^= 1u << bit % 8;
    }
    assert_null(trouble_of(blob, bytes, KEY));
    free(blob);
}

// ---- damage ---------------------------------------------------------------------------

static const uint32_t extremes[] = {
    0,           2,           7,           9,           INT32_MAX - 7,  INT32_MAX,
    0x80000000u, 0x80000001u, 0xFFFFFFE0u, 0xFFFFFFEFu, UINT32_MAX - 7, UINT32_MAX,
};

// The checksum as a writer of such an entry would have made it: of the entry and of as
// much of the binary as a sum of 32 bits comes to.
static uint32_t forged(struct blob_entry entry, const unsigned char* binary, size_t most)
{
    uint32_t padded = (entry.bytes + 7) / 8 * 8;
    entry.checksum = 0;
    uint64_t hash = glsort_blob_hash(HASH_START, &entry, sizeof entry);
    return (uint32_t)glsort_blob_hash(hash, binary, padded < most ? padded : most);
}

TEST(no_length_of_a_binary_reads_beyond_the_blob)
{
    size_t bytes;
    unsigned char* blob = make_blob(&bytes);
    size_t at = sizeof(struct blob_header);
    for (uint32_t i = 0; i < ENTRIES; ++i) {
        struct blob_entry entry, damaged;
        const unsigned char* binary;
        size_t entry_at = at;
        assert_true(glsort_blob_next(blob, bytes, &at, &entry, &binary));
        damaged = entry;
        for (size_t e = 0; e < sizeof extremes / sizeof extremes[0]; ++e) {
            damaged.bytes = extremes[e];
            if (extremes[e] > 0 && blob_padded(extremes[e]) == blob_padded(entry.bytes))
                continue; // as good a length as the true one
            damaged.checksum = forged(damaged, binary, bytes - entry_at - sizeof entry);
            memcpy(blob + entry_at, &damaged, sizeof damaged);
            assert_non_null(trouble_of(blob, bytes, KEY));
            // The blob ends with this entry, as if that were all.
            assert_non_null(trouble_of(blob, entry_at + sizeof entry, KEY));
        }
        memcpy(blob + entry_at, &entry, sizeof entry);
    }
    assert_null(trouble_of(blob, bytes, KEY));
    free(blob);
}

TEST(no_count_of_entries_reads_beyond_the_blob)
{
    size_t bytes;
    unsigned char* blob = make_blob(&bytes);
    struct blob_header header;
    memcpy(&header, blob, sizeof header);
    for (size_t e = 0; e < sizeof extremes / sizeof extremes[0]; ++e) {
        header.entry_count = extremes[e];
        memcpy(blob, &header, sizeof header);
        assert_non_null(trouble_of(blob, bytes, KEY));
    }
    free(blob);
}

// ---- sums -----------------------------------------------------------------------------

TEST(sums_of_sizes_do_not_wrap)
{
    struct blob_writer w;
    uint32_t most = 0;
    glsort_blob_begin(&w, NULL, 0);
    for (int i = 0; i < 5; ++i)
        assert_null(glsort_blob_offer(&w, INT32_MAX, &most));
    assert_true(w.wanted == 16 + 5 * (16 + 0x80000000u * UINT64_C(1)));
    assert_true(w.full);
}

TEST(a_binary_that_does_not_fit_is_offered_no_room)
{
    unsigned char block[16 + 16 + 8 + 16 + 7];
    for (size_t room = 16; room <= sizeof block; ++room) {
        struct blob_writer w;
        uint32_t most = 0;
        glsort_blob_begin(&w, block, room);
        for (size_t e = 0; e < sizeof extremes / sizeof extremes[0]; ++e)
            if (extremes[e] > sizeof block) {
                assert_null(glsort_blob_offer(&w, extremes[e], &most));
                assert_true(w.wanted > room);
            }
        unsigned char* binary = glsort_blob_offer(&w, 8, &most);
        assert_int_equal(binary != NULL, room >= 16 + 16 + 8);
        if (binary == NULL)
            continue;
        assert_true(most >= 8 && most <= room - 32 && most % 8 == 0);
        glsort_blob_add(&w, (struct blob_entry){.bytes = 8});
        assert_null(glsort_blob_offer(&w, 1, &most));
    }
}
