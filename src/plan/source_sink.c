// SPDX-License-Identifier: MIT
// Fills in the io_params of first and last passes, and appends uploads.
#include "source_sink.h"

#include <assert.h>
#include <string.h>

#include "counting.h"
#include "keys.h"
#include "ends.h"
#include "stock_passes.h"

enum { FIRST_PARAMS_MOST = 2048 };

struct io_params glsort_io_first(const struct sort_desc* desc)
{
    struct key_map in = glsort_key_map_in(desc->key, desc->direction);
    bool makes = desc->values == GLSORT_VALUES_INDICES;
    struct io_params io = {
        .read_negative = in.negative,
        .read_positive = in.positive,
        .flags = IO_WRITE_KEYS | (makes ? IO_MAKE_INDICES : 0u),
    };
    if (desc->backend == GLSORT_BACKEND_FRAGMENT)
        glsort_io_uploaded(&io, desc);
    return io;
}

void glsort_first_params(struct schedule* s, struct pass* p, const struct sort_desc* desc,
                         const void* params, uint32_t bytes)
{
    uint8_t room[FIRST_PARAMS_MOST] = {0};
    assert(bytes + desc->computed_bytes <= sizeof room);
    memcpy(room, params, bytes);
    if (desc->computed_bytes > 0) {
        p->computed_at = bytes;
        desc->compute(desc->maker, p, room + bytes);
    }
    glsort_pass_params(s, p, room, bytes + desc->computed_bytes);
}

void glsort_io_uploaded(struct io_params* io, const struct sort_desc* desc)
{
    const struct range keys = glsort_range_of(desc, SLOT_KEYS_IN, 1);
    const struct range values = glsort_range_of(desc, SLOT_VALUES_IN, 1);
    io->keys_in_gap = range_gap(&keys);
    io->values_in_gap = range_gap(&values);
}

void glsort_io_last(struct io_params* io, const struct sort_desc* desc)
{
    struct key_map out = glsort_key_map_out(desc->key, desc->direction);
    io->write_negative = out.negative;
    io->write_positive = out.positive;
    if (desc->discard_keys)
        io->flags &= ~(uint32_t)IO_WRITE_KEYS;
}

uint32_t glsort_resources_used(glsort_values values, bool discard_keys)
{
    return GLSORT_TEXTURE_KEYS_IN | (discard_keys ? 0u : GLSORT_TEXTURE_KEYS_OUT) |
           (values_given(values) ? GLSORT_TEXTURE_VALUES_IN : 0u) |
           (values != GLSORT_VALUES_NONE ? GLSORT_TEXTURE_VALUES_OUT : 0u);
}

static uint32_t buffers_of(const struct sort_desc* desc)
{
    return glsort_resources_used(desc->values, desc->discard_keys) & ~desc->textures;
}

bool glsort_uploads_keys(const struct sort_desc* desc)
{
    return (buffers_of(desc) & GLSORT_TEXTURE_KEYS_IN) != 0;
}

bool glsort_uploads_values(const struct sort_desc* desc)
{
    return (buffers_of(desc) & GLSORT_TEXTURE_VALUES_IN) != 0;
}

bool glsort_downloads(const struct sort_desc* desc, uint8_t to)
{
    uint32_t buffers = buffers_of(desc);
    switch (to) {
    case SLOT_KEYS_OUT:
    case SLOT_PEEK_KEYS: return (buffers & GLSORT_TEXTURE_KEYS_OUT) != 0;
    case SLOT_VALUES_OUT:
    case SLOT_PEEK_VALUES: return (buffers & GLSORT_TEXTURE_VALUES_OUT) != 0;
    default: return false;
    }
}

bool glsort_downloads_any(const struct sort_desc* desc)
{
    return glsort_downloads(desc, SLOT_KEYS_OUT) ||
           glsort_downloads(desc, SLOT_VALUES_OUT);
}

bool glsort_has_transfers(const struct sort_desc* desc)
{
    return buffers_of(desc) != 0;
}

uint64_t glsort_input_bytes(const struct sort_desc* desc, uint8_t slot, uint32_t count)
{
    const struct range range = glsort_range_of(desc, slot, count);
    return range_length(&range);
}

static uint32_t input_words(const struct sort_desc* desc, uint8_t slot, uint32_t count)
{
    return (uint32_t)(glsort_input_bytes(desc, slot, count) / WORD_BYTES);
}

uint32_t glsort_transfer_texels(const struct sort_desc* desc, uint32_t count)
{
    uint32_t most = glsort_has_transfers(desc) ? count : 0;
    if (glsort_uploads_keys(desc))
        most = larger(most, input_words(desc, SLOT_KEYS_IN, count));
    if (glsort_uploads_values(desc))
        most = larger(most, input_words(desc, SLOT_VALUES_IN, count));
    return most;
}

void glsort_declare_transfers(struct schedule* s, const struct sort_desc* desc,
                              uint8_t width_log)
{
    struct transfers* t = &s->transfers;
    bool values = desc->values == GLSORT_VALUES_4_BYTES;
    uint32_t max = desc->max_count;
    *t = (struct transfers){
        .keys = desc->ends.keys_in,
        .width_log = width_log,
    };
    if (values)
        t->values = desc->ends.values_in;
    if (glsort_uploads_keys(desc))
        t->keys.slot =
            glsort_schedule_texture(s, "keys uploaded", FORMAT_R32UI, width_log,
                                    input_words(desc, SLOT_KEYS_IN, max));
    if (glsort_uploads_values(desc))
        t->values.slot =
            glsort_schedule_texture(s, "values uploaded", FORMAT_R32UI, width_log,
                                    input_words(desc, SLOT_VALUES_IN, max));
    if (!glsort_downloads_any(desc))
        return;
    t->packed = glsort_schedule_texture(s, "words packed", FORMAT_RGBA32UI, width_log,
                                        ceil_divide(max, TEXEL_WORDS));
    if (desc->count_source == GLSORT_COUNT_FROM_BUFFER) {
        t->rest = glsort_schedule_texture(s, "words kept", FORMAT_R32UI, width_log, max);
        t->peek_rest = glsort_schedule_texture(s, "words kept by peek", FORMAT_R32UI,
                                               width_log, max);
    }
}

void glsort_upload_input(struct schedule* s, const char* label, const struct place* from,
                         uint32_t count, uint8_t to)
{
    struct pass* p =
        glsort_add_upload(s, label, from->slot, to, place_bytes(from, count));
    p->bindings[0].element_bytes = from->words * WORD_BYTES;
    p->bindings[0].stride_bytes = from->stride_bytes;
}

void glsort_add_uploads(struct schedule* s, const struct sort_desc* desc, uint32_t count)
{
    if (glsort_uploads_keys(desc))
        glsort_upload_input(s, "upload keys", &desc->ends.keys_in, count,
                            s->transfers.keys.slot);
    if (glsort_uploads_values(desc))
        glsort_upload_input(s, "upload values", &desc->ends.values_in, count,
                            s->transfers.values.slot);
}
