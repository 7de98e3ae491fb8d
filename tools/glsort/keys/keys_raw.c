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

uint32_t keys_bytes(glsort_key type)
{
    return types[type].bytes;
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

static void add_raw(struct keys* k, const char* data, uint32_t count)
{
    const unsigned char* from = (const unsigned char*)data;
    uint32_t bytes = types[k->type].bytes;
    uint32_t word_bytes = bytes < 4 ? bytes : 4;
    size_t words = keys_words(k->type);
    for (size_t i = 0; i < count * words; i++, from += word_bytes)
        k->bits[k->count * words + i] = word_from(from, word_bytes);
    k->count += count;
}

bool keys_add_raw(struct keys* k, const char* data, uint32_t count)
{
    if (!keys_make_room(k, count))
        return false;
    add_raw(k, data, count);
    return true;
}

bool keys_from_raw(struct keys* k, const char* name, const struct bytes* data)
{
    uint32_t bytes = types[k->type].bytes;
    if (data->count % bytes != 0)
        return complain("%s: %llu bytes are not a whole number of %" PRIu32
                        "-byte keys, the last has %llu",
                        name, (unsigned long long)data->count, bytes,
                        (unsigned long long)(data->count % bytes));
    if (!keys_allocate(k, name, data->count / bytes))
        return false;
    uint32_t count = k->count;
    k->count = 0;
    add_raw(k, data->at, count);
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
