// SPDX-License-Identifier: MIT
#include "segment_list.h"

#include <inttypes.h>
#include <stdlib.h>

#include "complain.h"
#include "key_source.h"

static bool is_signed(glsort_key type)
{
    return type == GLSORT_KEY_I32 || type == GLSORT_KEY_I64;
}

// As a number that is too large if the offset is negative.
static uint64_t offset_at(const struct keys* k, uint32_t at)
{
    if (keys_words(k->type) == 2)
        return (uint64_t)k->bits[2 * (size_t)at + 1] << 32 | k->bits[2 * (size_t)at];
    return k->type == GLSORT_KEY_I32 ? (uint64_t)(int32_t)k->bits[at] : k->bits[at];
}

static bool refuse_offset(const char* name, const struct keys* k, uint32_t at,
                          uint32_t key_count, uint64_t before)
{
    uint64_t offset = offset_at(k, at);
    if (is_signed(k->type) && (int64_t)offset < 0)
        return complain("%s: offset %" PRIu32 " is %" PRId64 "; offsets are 0 or more",
                        name, at, (int64_t)offset);
    if (offset < before)
        return complain("%s: offset %" PRIu32 " is %" PRIu64
                        ", less than the one before it, %" PRIu64,
                        name, at, offset, before);
    return complain("%s: offset %" PRIu32 " is %" PRIu64 ", but there are %" PRIu32
                    " keys",
                    name, at, offset, key_count);
}

static bool take_offsets(struct segment_list* list, const char* name,
                         const struct keys* k, uint32_t key_count)
{
    uint64_t before = 0;
    if (k->type == GLSORT_KEY_F32 || k->type == GLSORT_KEY_F64)
        return complain("%s: offsets are integers, not %s", name,
                        keys_type_name(k->type));
    if (k->count < 2)
        return complain("%s: the number of offsets is %" PRIu32
                        "; N segments have N + 1, so there are at least 2",
                        name, k->count);
    list->offsets = malloc(k->count * sizeof *list->offsets);
    if (!list->offsets)
        return complain_of_memory();
    for (uint32_t i = 0; i < k->count; i++) {
        uint64_t offset = offset_at(k, i);
        if (offset > key_count || offset < before)
            return refuse_offset(name, k, i, key_count, before);
        list->offsets[i] = (uint32_t)offset;
        before = offset;
    }
    list->segment_count = k->count - 1;
    return true;
}

bool segments_read(struct segment_list* list, const char* path, uint32_t key_count)
{
    bool is_raw = keys_format_of_name(path) == FORMAT_RAW;
    const struct options o = {
        .files = (char**)&path,
        .file_count = 1,
        .plan.key = is_raw ? GLSORT_KEY_U32 : GLSORT_KEY_I64,
    };
    struct key_source source;
    struct keys k = {.count = 0};
    *list = (struct segment_list){.offsets = NULL};
    bool good = key_source_open(&source, &o);
    k.type = source.type;
    good = good && key_source_read(&source, &k, UINT32_MAX) &&
           take_offsets(list, source.name, &k, key_count);
    key_source_close(&source);
    keys_release(&k);
    return good;
}

void segments_release(struct segment_list* list)
{
    free(list->offsets);
    *list = (struct segment_list){.offsets = NULL};
}

static void move(const struct segment_list* list, uint32_t* positions, bool down)
{
    for (uint32_t s = 0; s < list->segment_count; s++) {
        uint32_t first = list->offsets[s];
        for (uint32_t i = first; i < list->offsets[s + 1]; i++)
            positions[i] = down ? positions[i] - first : positions[i] + first;
    }
}

void segments_localize(const struct segment_list* list, uint32_t* positions)
{
    move(list, positions, true);
}

void segments_globalize(const struct segment_list* list, uint32_t* positions)
{
    move(list, positions, false);
}
