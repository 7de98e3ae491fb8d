// SPDX-License-Identifier: MIT
// Builders bind the caller's inputs as if they were packed. Their strides are applied
// afterwards, in one place for all algorithms.
#include "ranges.h"

#include <string.h>

#include "keys.h"

static bool holds_keys(uint8_t slot)
{
    return slot == SLOT_KEYS_IN || slot == SLOT_KEYS_OUT || slot == SLOT_PEEK_KEYS;
}

struct range glsort_range_of(const struct sort_desc* desc, uint8_t slot, uint32_t count)
{
    uint32_t words =
        holds_keys(slot) ? glsort_key_words(desc->key) : glsort_value_words(desc->values);
    uint32_t stride = slot == SLOT_KEYS_IN     ? desc->key_stride
                      : slot == SLOT_VALUES_IN ? desc->value_stride
                                               : 0;
    return (struct range){
        .count = count,
        .element_bytes = words * WORD_BYTES,
        .stride_bytes = stride != 0 ? stride : words * WORD_BYTES,
    };
}

static void apply(struct schedule* s, const struct pass* p, struct binding* b,
                  const struct range* range)
{
    uint32_t gap = range_gap(range);
    b->element_bytes = range->element_bytes;
    b->stride_bytes = range->stride_bytes;
    if (gap == 0)
        return;
    b->range_bytes = range_length(range);
    if (b->base_at != NO_BASE && s->params_wanted <= s->params_room)
        memcpy(s->params + p->params_at + WORD_BYTES * (b->base_at + 1u), &gap,
               sizeof gap);
}

void glsort_ranges_apply(struct schedule* s, const struct sort_desc* desc, uint32_t count)
{
    const struct range keys = glsort_range_of(desc, SLOT_KEYS_IN, count);
    const struct range values = glsort_range_of(desc, SLOT_VALUES_IN, count);
    for (uint32_t i = 0; i < s->pass_count; ++i) {
        struct pass* p = &s->passes[i];
        for (uint32_t at = 0; at < p->binding_count; ++at) {
            struct binding* b = &p->bindings[at];
            if (b->slot == SLOT_KEYS_IN)
                apply(s, p, b, &keys);
            else if (b->slot == SLOT_VALUES_IN)
                apply(s, p, b, &values);
        }
    }
}
