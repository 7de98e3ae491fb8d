// SPDX-License-Identifier: MIT
#include "radix_build.h"

#include <string.h>

#include "passes.h"
#include "counting.h"
#include "keys.h"
#include "shader_ids.h"
#include "shared/radix.h"

// The scatter whose buffers a peek reads: the last one that is done, or the first of the
// run if none is.
static const struct pass* scatter_of(const struct peek* peek)
{
    const struct pass* p = peek->after;
    for (uint32_t i = 0; p == NULL && i < peek->run->pass_count; ++i)
        if (peek->run->passes[i].leaves.place != PLACE_UNCHANGED)
            p = &peek->run->passes[i];
    return p;
}

static const struct binding* find_binding(const struct pass* p, uint8_t usage,
                                          uint8_t unit)
{
    for (uint32_t i = 0; i < p->binding_count; ++i)
        if (p->bindings[i].usage == usage && p->bindings[i].unit == unit)
            return &p->bindings[i];
    return NULL;
}

// Lets the pass read what the last scatter has bound at `point`, if anything.
static void read_array(const struct peek* peek, struct pass* p, uint8_t point,
                       uint8_t as_point, size_t base)
{
    const struct binding* b = find_binding(scatter_of(peek), USAGE_STORAGE, point);
    if (b != NULL)
        glsort_bind_elements(p, peek->desc, b->slot, peek->count, GLSORT_READ, as_point,
                             base);
}

static void read_scratch(const struct peek* peek, struct pass* p, uint8_t point,
                         uint8_t as_point)
{
    const struct binding* b = find_binding(scatter_of(peek), USAGE_STORAGE, point);
    if (b != NULL)
        glsort_pass_buffer(p, b->slot, GLSORT_READ, as_point, b->range_bytes);
}

// Only the GPU knows which buffer the elements are in. So the pass binds all buffers that
// may hold the words, as the last scatter did.
static void peek_words(const struct peek* peek, struct schedule* s, bool keys)
{
    struct pass* p = glsort_schedule_pass(s, "find words", GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_STORE, SHADER_RADIX_PEEK);
    const struct pass* scatter = scatter_of(peek);
    const struct binding* texture = find_binding(scatter, USAGE_FETCH, UNIT_PAIRS);
    uint32_t words =
        keys ? glsort_key_words(peek->desc->key) : glsort_value_words(peek->desc->values);
    uint64_t bytes = words * bytes_of_words(peek->count);
    struct radix_params params;
    memcpy(&params, peek->run->params + scatter->params_at, sizeof params);
    bool pairs = (params.io.flags & RADIX_HAS_PAIRS) != 0;
    params.digit += peek->after != NULL ? 1 : 0; // the number of finished digits
    params.io.keys_in_base = params.io.values_in_base = 0;
    params.io.keys_out_base = params.io.values_out_base = 0;
    params.io.keys_in_gap = params.io.values_in_gap = 0;
    struct key_map out = glsort_key_map_out(peek->desc->key, peek->desc->direction);
    params.io.write_negative = keys ? out.negative : 0;
    params.io.write_positive = keys ? out.positive : 0;
    params.io.flags = keys ? params.io.flags & ~(uint32_t)IO_MAKE_INDICES
                           : params.io.flags | RADIX_PEEK_VALUES;
    p->variant = variant_radix_peek(texture != NULL, words);
    p->groups = ceil_divide(peek->count, STORE_GROUP);
    read_array(peek, p, keys ? RADIX_KEYS_IN : RADIX_VALUES_IN, RADIX_KEYS_IN,
               IO_BASE(keys_in_base));
    if (texture != NULL)
        glsort_bind_pair_texture(p, texture->slot, GLSORT_READ, peek->count);
    else
        read_scratch(peek, p,
                     keys || pairs ? RADIX_KEYS_ALTERNATE : RADIX_VALUES_ALTERNATE,
                     RADIX_KEYS_ALTERNATE);
    read_array(peek, p, RADIX_KEYS_OUT, RADIX_KEYS_OUT, IO_BASE(keys_out_base));
    read_array(peek, p, RADIX_VALUES_OUT, RADIX_VALUES_OUT, IO_BASE(values_in_base));
    read_scratch(peek, p, RADIX_STATE, RADIX_STATE);
    glsort_pass_resource(p, keys ? peek->keys : peek->values, GLSORT_WRITE,
                         RADIX_PEEK_OUT, 0, bytes, IO_BASE(values_out_base));
    glsort_bind_count(s, p);
    glsort_pass_params(s, p, &params, sizeof params);
}

void glsort_radix_peek(const struct peek* peek, struct schedule* s)
{
    if (peek->keys != SLOT_NONE)
        peek_words(peek, s, true);
    if (peek->values != SLOT_NONE)
        peek_words(peek, s, false);
}
