// SPDX-License-Identifier: MIT
#include "order_params.h"

#include <assert.h>
#include <string.h>

#include "counting.h"

static_assert(ORDER_F16 == GLSORT_POSITION_F16 &&
                  ORDER_UNORM16 == GLSORT_POSITION_UNORM16 &&
                  ORDER_SNORM16 == GLSORT_POSITION_SNORM16,
              "positions.glsl");
static_assert(ORDER_DEAD_F32_AT_MOST == GLSORT_DEAD_F32_AT_MOST &&
                  ORDER_DEAD_F32_AT_LEAST == GLSORT_DEAD_F32_AT_LEAST &&
                  ORDER_DEAD_U32_EQUAL == GLSORT_DEAD_U32_EQUAL,
              "order_keys.comp");
static_assert(ORDER_CENTROID == GLSORT_VERTEX_CENTROID &&
                  ORDER_NEAREST == GLSORT_VERTEX_NEAREST,
              "order_keys.comp");
static_assert(ORDER_DRAW_ELEMENTS == GLSORT_COMMAND_DRAW_ELEMENTS &&
                  ORDER_ARRAYS_INSTANCES == GLSORT_COMMAND_DRAW_ARRAYS_INSTANCES &&
                  ORDER_ELEMENTS_INSTANCES == GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES,
              "order_commands.comp");

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint32_t reject_key(const struct order* o)
{
    const glsort_order_desc* desc = o->desc;
    if (desc->key_bits < 32)
        return (1u << desc->key_bits) - 1;
    if (order_is(o, INTEGERS))
        return desc->direction == GLSORT_BACK_TO_FRONT ? 0 : 0xFFFFFFFFu;
    return desc->direction == GLSORT_BACK_TO_FRONT ? 0xFFFFFFFFu : 0x7FFFFFFFu;
}

static uint32_t flags_of(const struct order* o, uint32_t count)
{
    const glsort_order_desc* desc = o->desc;
    bool quantises = !order_is(o, WHOLE_KEYS);
    const struct {
        bool set;
        uint32_t flag;
    } list[] = {
        {desc->metric == GLSORT_METRIC_DISTANCE, ORDER_DISTANCE},
        {order_is(o, HAS_RADII), ORDER_RADIUS_FIELD},
        {(desc->flags & GLSORT_ORDER_CLIP_ZERO_TO_ONE) != 0, ORDER_CLIP_FROM_ZERO},
        {desc->primitive.index == GLSORT_INDEX_U16, ORDER_INDEX_U16},
        {order_is(o, LISTED), ORDER_OF_POINTS},
        {quantises, ORDER_QUANTISES},
        {quantises && desc->direction == GLSORT_BACK_TO_FRONT, ORDER_FLIPS},
        {order_is(o, COMPACTS), ORDER_COUNTS_VISIBLE},
        {order_is(o, WRITES_VISIBLE), ORDER_WRITES_VISIBLE},
        {count == 0, ORDER_EMPTY},
        {order_is(o, COUNT_ON_GPU), ORDER_COUNT_FIELD},
        {order_is(o, WRITES_DEPTHS), ORDER_WRITES_DEPTHS},
        {order_is(o, INTEGERS), ORDER_KEYS_U32},
        {(o->shape.options & ORDER_NO_INDICES) != 0, ORDER_COUNTS_UP},
    };
    uint32_t flags = 0;
    for (size_t i = 0; i < sizeof list / sizeof list[0]; ++i)
        flags |= list[i].set ? list[i].flag : 0;
    return flags;
}

// The first word, and the logarithm of the words of a texel.
static uint32_t texel_of(uint32_t offset, uint32_t texel_words)
{
    return texel_words == 0 ? 0 : offset / WORD_BYTES << 2 | texel_words / 2;
}

struct order_params glsort_order_params(const struct order* o, uint32_t count,
                                        uint32_t view, uint32_t view_count)
{
    const glsort_order_desc* desc = o->desc;
    const uint32_t key_most = reject_key(o) - 1;
    const bool packed = order_is(o, TRANSFORMED); // floats
    const uint32_t key_stride =
        order_is(o, HAS_DEPTHS_IN) ? desc->depth.stride : desc->position.stride;
    return (struct order_params){
        .position_stride = packed ? 3 : key_stride / WORD_BYTES,
        .positions_texel = texel_of(desc->position.offset, desc->position.texel_words),
        .radii_texel = texel_of(desc->radius.offset, desc->radius.texel_words),
        .dead_texel = texel_of(desc->dead.field.offset, desc->dead.field.texel_words),
        .radius_stride = desc->radius.stride / WORD_BYTES,
        .dead_stride = desc->dead.field.stride / WORD_BYTES,
        .position_format = packed ? ORDER_F32 : desc->position.format,
        .dead_test = desc->dead.test,
        .dead_value =
            order_is(o, DEAD_BY_FLOATS) ? bits_of(desc->dead.f32) : desc->dead.u32,
        .vertices = desc->primitive.vertices,
        .vertex = desc->primitive.key,
        .view = view,
        .flags = flags_of(o, count),
        .reject = reject_key(o),
        .key_top = bits_of((float)key_most),
        .key_most = key_most,
        .max_count = desc->max_count,
        .command = desc->command,
        .command_stride = desc->command_stride / WORD_BYTES,
        .instance_vertices = desc->instance_vertices,
        .view_count = view_count,
        .filled = order_is(o, FILLS_REST) ? count : 0,
    };
}
