// SPDX-License-Identifier: MIT
// What all formats share, and the raw one.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "complain.h"
#include "key_list.h"

static const struct {
    const char* name;
    uint32_t bytes; // of a key in a file
} types[] = {
    [GLSORT_KEY_U32] = {"u32", 4}, [GLSORT_KEY_I32] = {"i32", 4},
    [GLSORT_KEY_F32] = {"f32", 4}, [GLSORT_KEY_U64] = {"u64", 8},
    [GLSORT_KEY_I64] = {"i64", 8}, [GLSORT_KEY_F64] = {"f64", 8},
    [GLSORT_KEY_U16] = {"u16", 2},
};

const char* keys_type_name(glsort_key type)
{
    return types[type].name;
}

uint32_t keys_words(glsort_key type)
{
    return types[type].bytes == 8 ? 2 : 1;
}

static bool check_count(const char* name, uint64_t count)
{
    return count <= UINT32_MAX ||
           complain("%s: %" PRIu64 " keys are above the limit of %" PRIu32, name, count,
                    UINT32_MAX);
}

bool keys_allocate(struct keys* k, const char* name, uint64_t count)
{
    if (!check_count(name, count))
        return false;
    k->count = (uint32_t)count;
    k->bits = malloc(sizeof *k->bits * (count ? count * keys_words(k->type) : 1));
    return k->bits || complain_of_memory();
}

void keys_release(struct keys* k)
{
    free(k->bits);
    k->bits = NULL;
    k->count = 0;
}

bool keys_append(struct keys* k, const char* name, const struct keys* more)
{
    size_t words = keys_words(k->type);
    uint64_t count = (uint64_t)k->count + more->count;
    if (!check_count(name, count))
        return false;
    uint32_t* bits = realloc(k->bits, sizeof *bits * (count ? (size_t)count * words : 1));
    if (!bits)
        return complain_of_memory();
    memcpy(bits + k->count * words, more->bits, sizeof *bits * more->count * words);
    k->bits = bits;
    k->count = (uint32_t)count;
    return true;
}

static uint32_t word_from(const unsigned char* from, uint32_t bytes)
{
    uint32_t word = 0;
    for (uint32_t i = bytes; i-- > 0;)
        word = word << 8 | from[i];
    return word;
}

bool keys_from_raw(struct keys* k, const char* name, const struct bytes* data)
{
    const unsigned char* from = (const unsigned char*)data->at;
    uint32_t bytes = types[k->type].bytes;
    uint32_t word_bytes = bytes < 4 ? bytes : 4;
    if (data->count % bytes != 0)
        return complain("%s: %llu bytes are not a whole number of %" PRIu32
                        "-byte keys, the last has %llu",
                        name, (unsigned long long)data->count, bytes,
                        (unsigned long long)(data->count % bytes));
    if (!keys_allocate(k, name, data->count / bytes))
        return false;
    size_t words = (size_t)k->count * keys_words(k->type);
    for (size_t i = 0; i < words; i++, from += word_bytes)
        k->bits[i] = word_from(from, word_bytes);
    return true;
}

bool keys_to_raw(const struct keys* k, struct bytes* out)
{
    uint32_t bytes = types[k->type].bytes;
    uint32_t word_bytes = bytes < 4 ? bytes : 4;
    size_t words = (size_t)k->count * keys_words(k->type);
    if (!bytes_reserve(out, words * word_bytes))
        return false;
    unsigned char* to = (unsigned char*)out->at + out->count;
    for (size_t i = 0; i < words; i++)
        for (uint32_t byte = 0; byte < word_bytes; byte++)
            *to++ = (unsigned char)(k->bits[i] >> 8 * byte);
    out->count += words * word_bytes;
    return true;
}
