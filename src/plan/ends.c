// SPDX-License-Identifier: MIT
#include "ends.h"

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

static struct place place_in(const struct sort_desc* desc, uint8_t slot)
{
    const struct range range = glsort_range_of(desc, slot, 1);
    bool is_input = slot == SLOT_KEYS_IN || slot == SLOT_VALUES_IN;
    return (struct place){
        .slot = slot,
        .words = (uint8_t)(range.element_bytes / WORD_BYTES),
        .stride_bytes = is_input ? range.stride_bytes : 0,
    };
}

struct ends glsort_ends_of_caller(const struct sort_desc* desc)
{
    return (struct ends){
        .keys_in = place_in(desc, SLOT_KEYS_IN),
        .keys_out = place_in(desc, SLOT_KEYS_OUT),
        .values_in = place_in(desc, SLOT_VALUES_IN),
        .values_out = place_in(desc, SLOT_VALUES_OUT),
    };
}

struct place glsort_place_of(const struct sort_desc* desc, uint8_t slot)
{
    const struct place* const ends[] = {&desc->ends.keys_in, &desc->ends.keys_out,
                                        &desc->ends.values_in, &desc->ends.values_out};
    for (uint32_t i = 0; i < 4; ++i)
        if (ends[i]->slot == slot)
            return *ends[i];
    return (struct place){.slot = slot, .words = 1};
}

void glsort_bind_elements(struct pass* p, const struct sort_desc* desc, uint8_t slot,
                          uint32_t count, uint32_t access, uint8_t unit, size_t base)
{
    const struct place at = glsort_place_of(desc, slot);
    glsort_pass_place(p, &at, count, USAGE_STORAGE, access, unit, base);
}

void glsort_add_sort(struct schedule* s, const struct algorithm* algorithm,
                     const struct sort_desc* desc, const struct glsort_limits* limits,
                     uint32_t count, struct sort_part part)
{
    const struct sort_part outer = {s->part, s->shared_from};
    if (outer.number == 0) {
        s->part = part.number;
        s->shared_from = part.shared_from;
    }
    s->part_at = s->pass_wanted;
    algorithm->build(desc, limits, count, s);
    s->part = outer.number;
    s->shared_from = outer.shared_from;
}
