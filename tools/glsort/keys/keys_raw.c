// SPDX-License-Identifier: MIT
// What all formats share, and the raw one.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

uint32_t keys_bytes(glsort_key type)
{
    return types[type].bytes;
}

static bool ends_with(const char* path, const char* end)
{
    size_t length = strlen(path);
    size_t end_length = strlen(end);
    return length >= end_length && strcasecmp(path + length - end_length, end) == 0;
}

enum file_format keys_format_of_name(const char* path)
{
    if (ends_with(path, ".npy"))
        return FORMAT_NPY;
    if (ends_with(path, ".raw") || ends_with(path, ".bin"))
        return FORMAT_RAW;
    return ends_with(path, ".txt") ? FORMAT_TEXT : FORMAT_BY_NAME;
}

bool keys_allocate(struct keys* k, const char* name, uint64_t count)
{
    if (count > UINT32_MAX)
        return complain("%s: %" PRIu64 " keys are above the limit of %" PRIu32, name,
                        count, UINT32_MAX);
    k->count = (uint32_t)count;
    k->bits = malloc(sizeof *k->bits * (count ? count * keys_words(k->type) : 1));
    return k->bits || complain_of_memory();
}

void keys_release(struct keys* k)
{
    free(k->bits);
    k->bits = NULL;
    k->count = 0;
    k->room = 0;
}

bool keys_make_room(struct keys* k, uint32_t more)
{
    uint64_t wanted = (uint64_t)k->count + more;
    if (wanted <= k->room)
        return true;
    uint64_t room = k->room + k->room / 2 > wanted ? k->room + k->room / 2 : wanted;
    if (room > UINT32_MAX)
        room = wanted;
    uint32_t* bits = realloc(k->bits, sizeof *bits * room * keys_words(k->type));
    if (!bits)
        return complain_of_memory();
    k->bits = bits;
    k->room = (uint32_t)room;
    return true;
}

static uint32_t word_from(const unsigned char* from, uint32_t bytes)
{
    uint32_t word = 0;
    for (uint32_t i = bytes; i-- > 0;)
        word = word << 8 | from[i];
    return word;
}

bool keys_add_raw(struct keys* k, const char* data, uint32_t count)
{
    const unsigned char* from = (const unsigned char*)data;
    uint32_t bytes = types[k->type].bytes;
    uint32_t word_bytes = bytes < 4 ? bytes : 4;
    size_t words = keys_words(k->type);
    if (!keys_make_room(k, count))
        return false;
    for (size_t i = 0; i < count * words; i++, from += word_bytes)
        k->bits[k->count * words + i] = word_from(from, word_bytes);
    k->count += count;
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
