// SPDX-License-Identifier: MIT
// Fills in the io_params of first and last passes, and appends uploads.
#include "source_sink.h"

#include "counting.h"
#include "keys.h"
#include "stock_passes.h"

enum { WORD_BYTES = 4, TEXEL_WORDS = 4 };

struct io_params glsort_io_first(const struct sort_desc* desc)
{
    struct key_map in = glsort_key_map_in(desc->key, desc->direction);
    bool makes = desc->values == GLSORT_VALUES_INDICES;
    return (struct io_params){
        .read_negative = in.negative,
        .read_positive = in.positive,
        .flags = IO_WRITE_KEYS | (makes ? IO_MAKE_INDICES : 0u),
    };
}

void glsort_io_last(struct io_params* io, const struct sort_desc* desc)
{
    struct key_map out = glsort_key_map_out(desc->key, desc->direction);
    io->write_negative = out.negative;
    io->write_positive = out.positive;
    if (desc->discard_keys)
        io->flags &= ~(uint32_t)IO_WRITE_KEYS;
}

bool glsort_through_buffers(const struct sort_desc* desc)
{
    return desc->storage == GLSORT_STORAGE_BUFFERS;
}

void glsort_declare_transfers(struct schedule* s, const struct sort_desc* desc,
                              uint8_t width_log)
{
    struct transfers* t = &s->transfers;
    bool values = desc->values == GLSORT_VALUES_4_BYTES;
    uint32_t max = desc->max_count;
    *t = (struct transfers){
        .keys = SLOT_KEYS_IN,
        .values = values ? SLOT_VALUES_IN : SLOT_NONE,
        .width_log = width_log,
    };
    if (!glsort_through_buffers(desc))
        return;
    t->keys =
        glsort_schedule_texture(s, "keys uploaded", FORMAT_R32UI, false, width_log, max);
    if (values)
        t->values = glsort_schedule_texture(s, "values uploaded", FORMAT_R32UI, false,
                                            width_log, max);
    t->packed = glsort_schedule_texture(s, "words packed", FORMAT_RGBA32UI, false,
                                        width_log, ceil_divide(max, TEXEL_WORDS));
    if (desc->count_source == GLSORT_COUNT_FROM_BUFFER) {
        t->rest =
            glsort_schedule_texture(s, "words kept", FORMAT_R32UI, false, width_log, max);
        t->peek_rest = glsort_schedule_texture(s, "words kept by peek", FORMAT_R32UI,
                                               false, width_log, max);
    }
}

void glsort_add_uploads(struct schedule* s, const struct sort_desc* desc, uint32_t count)
{
    uint64_t bytes = (uint64_t)count * WORD_BYTES;
    if (!glsort_through_buffers(desc))
        return;
    glsort_add_upload(s, "upload keys", SLOT_KEYS_IN, s->transfers.keys, bytes);
    if (s->transfers.values != SLOT_NONE)
        glsort_add_upload(s, "upload values", SLOT_VALUES_IN, s->transfers.values, bytes);
}
