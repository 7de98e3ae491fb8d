// SPDX-License-Identifier: MIT
// Fills in the io_params of first and last passes, and appends uploads and stores.
#include "source_sink.h"

#include "counting.h"
#include "keys.h"
#include "shader_ids.h"
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

uint32_t glsort_upload_count(const struct sort_desc* desc)
{
    return (glsort_uploads_keys(desc) ? 1u : 0u) +
           (glsort_uploads_values(desc) ? 1u : 0u);
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

void glsort_add_uploads(struct schedule* s, const struct sort_desc* desc, uint8_t keys,
                        uint8_t values, uint64_t bytes)
{
    if (glsort_uploads_keys(desc))
        glsort_add_upload(s, "upload keys", SLOT_KEYS_IN, keys, bytes);
    if (glsort_uploads_values(desc))
        glsort_add_upload(s, "upload values", SLOT_VALUES_IN, values, bytes);
}

// With a count on the GPU, a download writes max_count elements, because the CPU does not
// know the count. So the caller's elements beyond the count are uploaded first, and the
// download writes them back.
static void add_rest_upload(struct schedule* s, const struct draw_store* store,
                            uint8_t to, uint64_t bytes)
{
    struct pass* p = glsort_add_upload(s, "keep the rest", to, store->rest, bytes);
    p->phase = GLSORT_PHASE_STORE;
}

static void bind_sources(struct pass* p, const struct draw_store* store, bool gathers,
                         bool keeps_rest, uint64_t bytes)
{
    glsort_pass_bind(p, store->elements, USAGE_FETCH, GLSORT_READ, UNIT_ELEMENTS, 0,
                     store->element_bytes);
    p->read_bytes = 2 * bytes;
    if (gathers) {
        glsort_pass_bind(p, store->values, USAGE_FETCH, GLSORT_READ, UNIT_VALUES_IN, 0,
                         bytes);
        p->read_bytes += bytes;
    }
    if (keeps_rest)
        glsort_pass_bind(p, store->rest, USAGE_FETCH, GLSORT_READ, UNIT_KEYS_IN, 0,
                         bytes);
}

static void bind_target(struct pass* p, const struct draw_store* store, uint8_t to,
                        uint64_t bytes)
{
    p->write_bytes = bytes;
    if (!glsort_downloads(store->desc, to)) {
        p->width_log = CALLER_WIDTH;
        p->groups = store->count;
        glsort_pass_bind_caller(p, to, USAGE_TARGET, GLSORT_WRITE, 0, bytes,
                                IO_BASE(keys_out_base));
        return;
    }
    p->kind = GLSORT_PASS_DOWNLOAD;
    p->width_log = (uint8_t)store->width_log;
    p->groups = ceil_divide(store->count, TEXEL_WORDS);
    glsort_pass_bind(p, store->packed, USAGE_TARGET, GLSORT_WRITE, 0, 0,
                     (uint64_t)p->groups * TEXEL_WORDS * WORD_BYTES);
    glsort_pass_bind(p, to, USAGE_COPY, GLSORT_WRITE, 0, 0, bytes);
    p->read_bytes += bytes;
    p->write_bytes += bytes;
}

void glsort_add_store(struct schedule* s, const struct draw_store* store, uint8_t to,
                      bool values)
{
    uint64_t bytes = (uint64_t)store->count * WORD_BYTES;
    bool gathers = values && store->values != SLOT_NONE;
    bool downloads = glsort_downloads(store->desc, to);
    bool keeps_rest = downloads && store->rest != SLOT_NONE;
    struct store_params params = {
        .width_log = store->width_log,
        .layout_in = store->layout,
    };
    params.io.flags = (values ? STORE_VALUES : 0) | (gathers ? STORE_GATHER : 0) |
                      (keeps_rest ? STORE_KEEP_REST : 0);
    glsort_io_last(&params.io, store->desc);
    if (keeps_rest)
        add_rest_upload(s, store, to, bytes);
    struct pass* p =
        glsort_schedule_pass(s, values ? "store values" : "store keys", GLSORT_PASS_DRAW,
                             GLSORT_PHASE_STORE, SHADER_STORE_DRAW);
    p->variant = variant_store_draw(downloads, store->layered);
    bind_sources(p, store, gathers, keeps_rest, bytes);
    bind_target(p, store, to, bytes);
    glsort_bind_count(s, p);
    glsort_pass_params(s, p, &params, sizeof params);
}
