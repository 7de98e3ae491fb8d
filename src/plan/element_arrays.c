// SPDX-License-Identifier: MIT
#include "element_arrays.h"

#include <assert.h>

#include "counting.h"
#include "keys.h"
#include "source_sink.h"

struct elements glsort_inputs(const struct sort_desc* desc)
{
    bool given = values_given(desc->values);
    return (struct elements){
        .place = PLACE_ARRAYS,
        .keys = desc->ends.keys_in.slot,
        .values = given ? desc->ends.values_in.slot : SLOT_NONE,
    };
}

struct elements glsort_outputs(const struct sort_desc* desc)
{
    bool values = desc->values != GLSORT_VALUES_NONE;
    return (struct elements){
        .place = PLACE_ARRAYS,
        .keys = desc->ends.keys_out.slot,
        .values = values ? desc->ends.values_out.slot : SLOT_NONE,
    };
}

struct elements glsort_alternate(struct schedule* s, const struct sort_desc* desc,
                                 bool texture)
{
    uint64_t bytes = bytes_of_words(desc->max_count);
    struct elements alternate = {.place = PLACE_ARRAYS, .mapped = true};
    if (texture) {
        alternate.place = PLACE_PAIRS;
        alternate.keys = glsort_pair_texture(s, desc->max_count);
        return alternate;
    }
    alternate.keys = glsort_schedule_buffer(s, "keys alternate", bytes);
    if (desc->values != GLSORT_VALUES_NONE)
        alternate.values = glsort_schedule_buffer(s, "values alternate", bytes);
    return alternate;
}

// ---- bindings -------------------------------------------------------------------------

void glsort_read_keys(struct pass* p, const struct sort_desc* desc, struct elements from,
                      uint32_t count)
{
    if (from.place == PLACE_PAIRS) {
        glsort_bind_pair_texture(p, from.keys, GLSORT_READ, count);
        glsort_pass_moves(p, bytes_of_words(count));
    } else {
        glsort_bind_elements(p, desc, from.keys, count, GLSORT_READ, IO_KEYS_IN,
                             IO_BASE(keys_in_base));
    }
}

void glsort_read_elements(struct pass* p, const struct sort_desc* desc,
                          struct elements from, uint32_t count, bool values)
{
    glsort_read_keys(p, desc, from, count);
    if (values && from.place == PLACE_PAIRS)
        glsort_pass_moves(p, 2 * bytes_of_words(count));
    else if (values && from.values != SLOT_NONE)
        glsort_bind_elements(p, desc, from.values, count, GLSORT_READ, IO_VALUES_IN,
                             IO_BASE(values_in_base));
}

void glsort_write_elements(struct pass* p, const struct sort_desc* desc,
                           struct elements to, uint32_t count, bool keys, bool values)
{
    p->leaves = to;
    if (to.place == PLACE_PAIRS) {
        glsort_bind_pair_texture(p, to.keys, GLSORT_WRITE, count);
        glsort_pass_moves(p, 2 * bytes_of_words(count));
        return;
    }
    if (keys)
        glsort_bind_elements(p, desc, to.keys, count, GLSORT_WRITE, IO_KEYS_OUT,
                             IO_BASE(keys_out_base));
    if (values)
        glsort_bind_elements(p, desc, to.values, count, GLSORT_WRITE, IO_VALUES_OUT,
                             IO_BASE(values_out_base));
}

void glsort_read_outputs(struct pass* p)
{
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        struct binding* b = &p->bindings[i];
        if (b->usage == USAGE_STORAGE &&
            (b->unit == IO_KEYS_OUT || b->unit == IO_VALUES_OUT))
            b->access |= GLSORT_READ;
    }
}

struct elements glsort_merged(const struct schedule* s, struct elements from,
                              struct elements to, uint32_t run_log)
{
    if (!s->gpu_count)
        return to;
    to.merges = from.merges | 1u << run_log;
    to.other_place = from.place;
    to.other_keys = from.keys;
    to.other_values = from.values;
    return to;
}

// ---- the pair texture -----------------------------------------------------------------

static_assert(PAIR_WIDTH == 1 << PAIR_WIDTH_LOG && 1 << PAIR_STRIP_LOG == 8 * PAIR_WIDTH,
              "lib/pair_texture.glsl: strips of 8 rows");
static_assert(UNIT_PAIRS < UNIT_COUNT, "a unit whose state is saved");

static uint64_t pair_texels_of(uint32_t pairs)
{
    return (uint64_t)ceil_divide(pairs, 1u << PAIR_STRIP_LOG) << PAIR_STRIP_LOG;
}

bool glsort_pair_texture_fits(const struct sort_desc* desc,
                              const struct glsort_limits* limits)
{
    return !desc->in_buffers && pair_texels_of(desc->max_count) <= limits->pair_texels;
}

uint8_t glsort_pair_texture(struct schedule* s, uint32_t max_count)
{
    return glsort_schedule_texture(s, "pairs alternate", FORMAT_RG32UI, PAIR_WIDTH_LOG,
                                   (uint32_t)pair_texels_of(max_count));
}

void glsort_bind_pair_texture(struct pass* p, uint8_t slot, uint8_t access,
                              uint32_t count)
{
    uint64_t bytes = 2 * WORD_BYTES * pair_texels_of(count);
    if ((access & GLSORT_READ) != 0)
        glsort_pass_fetch(p, slot, UNIT_PAIRS, bytes);
    if ((access & GLSORT_WRITE) != 0)
        glsort_pass_bind(p, slot, USAGE_IMAGE, GLSORT_WRITE, PAIR_IMAGE, 0, bytes);
}
