// SPDX-License-Identifier: MIT
// The bindings of all compute forms of the bitonic network; bitonic_build.h says in which
// buffers they sort.
#include "bitonic_build.h"
#include "passes.h"
#include "keys.h"
#include "shader_ids.h"

#include <assert.h>
#include <stddef.h>

static_assert(sizeof(struct bitonic_params) % 16 == 0, "std140 layout");

static uint8_t indices_slot(const struct sort_desc* desc, bool always_indices,
                            struct schedule* s)
{
    if (desc->values != GLSORT_VALUES_NONE)
        return desc->ends.values_out.slot;
    if (!always_indices)
        return SLOT_NONE;
    return glsort_schedule_buffer(s, "indices", bytes_of_words(desc->max_count));
}

struct bitonic_build glsort_bitonic_start(const struct sort_desc* desc, uint32_t count,
                                          uint32_t single_pass_most, bool always_indices,
                                          struct schedule* s)
{
    struct bitonic_build b = {
        .s = s,
        .desc = desc,
        .count = count,
        .keys = desc->ends.keys_out.slot,
        .indices = indices_slot(desc, always_indices, s),
    };
    b.bytes = bytes_of_words(b.count);
    uint64_t words = bytes_of_words(desc->max_count);
    bool several = desc->max_count > single_pass_most;
    if (several && desc->discard_keys)
        b.keys = glsort_schedule_buffer(s, "keys", words);
    if (several && desc->values == GLSORT_VALUES_4_BYTES)
        b.values = glsort_schedule_buffer(s, "values copied", words);
    return b;
}

static void bind_keys(const struct bitonic_build* b, struct pass* p, bool first,
                      bool last, struct bitonic_params* params)
{
    glsort_bind_elements(p, b->desc, first ? b->desc->ends.keys_in.slot : b->keys,
                         b->count, GLSORT_READ, BITONIC_KEYS_IN, IO_BASE(keys_in_base));
    params->io =
        first ? glsort_io_first(b->desc) : (struct io_params){.flags = IO_WRITE_KEYS};
    if (last)
        glsort_io_last(&params->io, b->desc);
    if (last && b->desc->discard_keys)
        return;
    glsort_bind_elements(p, b->desc, last ? b->desc->ends.keys_out.slot : b->keys,
                         b->count, GLSORT_WRITE, BITONIC_KEYS_OUT,
                         IO_BASE(keys_out_base));
}

static void bind_indices(const struct bitonic_build* b, struct pass* p, bool first,
                         bool last, struct bitonic_params* params)
{
    bool of_caller = b->desc->values == GLSORT_VALUES_4_BYTES;
    if (!first)
        glsort_bind_elements(p, b->desc, b->indices, b->count, GLSORT_READ,
                             BITONIC_INDICES_IN,
                             offsetof(struct bitonic_params, indices_in_base));
    if ((first || last) && of_caller)
        glsort_bind_elements(p, b->desc, first ? b->desc->ends.values_in.slot : b->values,
                             b->count, GLSORT_READ, BITONIC_VALUES_IN,
                             IO_BASE(values_in_base));
    glsort_bind_elements(p, b->desc, b->indices, b->count, GLSORT_WRITE,
                         BITONIC_INDICES_OUT, IO_BASE(values_out_base));
    if (last && of_caller)
        params->io.flags |= BITONIC_GATHER;
    if (first && !last && of_caller) {
        params->io.flags |= BITONIC_COPY_VALUES;
        glsort_pass_buffer(p, b->values, GLSORT_WRITE, BITONIC_VALUES_COPY, b->bytes);
    }
}

struct pass* glsort_bitonic_pass(struct bitonic_build* b, const char* label,
                                 uint16_t shader, bool first, bool last,
                                 struct bitonic_params* params)
{
    struct pass* p = glsort_schedule_pass(b->s, label, GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_SORT, shader);
    p->tile_in_place = true;
    bind_keys(b, p, first, last, params);
    if (b->indices != SLOT_NONE)
        bind_indices(b, p, first, last, params);
    p->leaves = (struct elements){
        .place = PLACE_ARRAYS,
        .keys = last ? b->desc->ends.keys_out.slot : b->keys,
        .values = b->indices,
        .copy = last ? SLOT_NONE : b->values,
        .mapped = !last,
    };
    return p;
}
