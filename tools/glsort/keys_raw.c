// SPDX-License-Identifier: MIT
// What all formats share, and the raw one.
#include <inttypes.h>
#include <stdlib.h>

#include "complain.h"
#include "key_list.h"

const char* keys_type_name(glsort_key type)
{
    static const char* const names[] = {"u32", "i32", "f32"};
    return names[type];
}

bool keys_allocate(struct keys* k, const char* name, uint64_t count)
{
    if (count > UINT32_MAX)
        return complain("%s: %" PRIu64 " keys are above the limit of %" PRIu32, name,
                        count, UINT32_MAX);
    k->count = (uint32_t)count;
    k->bits = malloc(sizeof *k->bits * (count ? count : 1));
    return k->bits || complain_of_memory();
}

void keys_release(struct keys* k)
{
    free(k->bits);
    k->bits = NULL;
    k->count = 0;
}

bool keys_from_raw(struct keys* k, const char* name, const struct bytes* data)
{
    const unsigned char* from = (const unsigned char*)data->at;
    if (data->count % 4 != 0)
        return complain("%s: %zu bytes are not a whole number of 4-byte keys, the last "
                        "has %zu",
                        name, data->count, data->count % 4);
    if (!keys_allocate(k, name, data->count / 4))
        return false;
    for (size_t i = 0; i < k->count; i++, from += 4)
        k->bits[i] = (uint32_t)from[0] | (uint32_t)from[1] << 8 |
                     (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
    return true;
}

bool keys_to_raw(const struct keys* k, struct bytes* out)
{
    if (!bytes_reserve(out, (size_t)k->count * 4))
        return false;
    unsigned char* to = (unsigned char*)out->at + out->count;
    for (size_t i = 0; i < k->count; i++, to += 4) {
        to[0] = (unsigned char)k->bits[i];
        to[1] = (unsigned char)(k->bits[i] >> 8);
        to[2] = (unsigned char)(k->bits[i] >> 16);
        to[3] = (unsigned char)(k->bits[i] >> 24);
    }
    out->count += (size_t)k->count * 4;
    return true;
}
