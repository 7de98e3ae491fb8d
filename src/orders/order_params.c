// SPDX-License-Identifier: MIT
#include "order_params.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "build.h"
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

static bool draws(const glsort_order_desc* desc)
{
    return desc->backend == GLSORT_BACKEND_FRAGMENT;
}

bool glsort_order_has_depths(const glsort_order_desc* desc)
{
    return desc->key_source != GLSORT_KEYS_FROM_POSITIONS;
}

bool glsort_order_has_integers(const glsort_order_desc* desc)
{
    return desc->key_source == GLSORT_KEYS_FROM_U32;
}

bool glsort_order_carries(const glsort_order_desc* desc)
{
    const uint32_t others = GLSORT_ORDER_PRIMITIVE_NUMBERS | GLSORT_ORDER_WRITES_ELEMENTS;
    return !draws(desc) && (desc->flags & ORDER_LISTS_POINTS) != 0 &&
           desc->primitive.index == GLSORT_INDEX_U32 && (desc->flags & others) == 0;
}

bool glsort_order_moves(const glsort_order_desc* desc)
{
    return desc->transform != GLSORT_TRANSFORM_NONE || desc->max_sources > 0;
}

bool glsort_order_compacts(const glsort_order_desc* desc)
{
    if (draws(desc) || desc->max_segments != 0)
        return false;
    return desc->cull != GLSORT_CULL_NONE || desc->dead.test != GLSORT_DEAD_NONE ||
           glsort_order_fills(desc);
}

bool glsort_order_fills(const glsort_order_desc* desc)
{
    return (desc->flags & GLSORT_ORDER_FILLS_REST) != 0;
}

bool glsort_order_finishes(const glsort_order_desc* desc)
{
    return desc->command != GLSORT_COMMAND_NONE ||
           (desc->flags & GLSORT_ORDER_WRITES_VISIBLE) != 0;
}

bool glsort_order_searches(const glsort_order_desc* desc)
{
    return desc->max_segments != 0 && glsort_order_finishes(desc);
}

glsort_order_desc glsort_order_laid_out(const glsort_order_desc* desc,
                                        const uint32_t* layout)
{
    glsort_order_desc d = *desc;
    if (layout[0] == 0)
        return d;
    d.position.stride = layout[0];
    d.radius.stride = layout[1];
    d.dead.field.stride = layout[2];
    d.primitive.vertices = layout[3];
    d.primitive.index = (glsort_index)layout[4];
    return d;
}

uint32_t glsort_order_vertices(const glsort_order_desc* desc)
{
    return desc->primitive.vertices == 0 ? 1 : desc->primitive.vertices;
}

uint32_t glsort_order_odd(glsort_index index, uint64_t offset)
{
    return index == GLSORT_INDEX_U16 ? (uint32_t)(offset / 2 % 2) : 0;
}

uint32_t glsort_order_indices_out(const glsort_order_desc* desc)
{
    return glsort_order_writes_vertices(desc) ? desc->primitive.vertices : 1;
}

uint32_t glsort_order_texels(const glsort_order_desc* desc, uint32_t count)
{
    uint32_t indices = count * glsort_order_indices_out(desc);
    bool in_fours = (desc->textures & GLSORT_ORDER_TEXTURE_ORDER_FOURS) != 0;
    return in_fours ? ceil_divide(indices, 4) : indices;
}

bool glsort_order_writes_vertices(const glsort_order_desc* desc)
{
    return desc->primitive.vertices > 0 &&
           (desc->flags & GLSORT_ORDER_PRIMITIVE_NUMBERS) == 0;
}

bool glsort_order_writes_elements(const glsort_order_desc* desc)
{
    return (desc->flags & GLSORT_ORDER_WRITES_ELEMENTS) != 0;
}

uint32_t glsort_order_position_bytes(glsort_position_format format)
{
    return format == GLSORT_POSITION_F32 ? 12 : 8;
}

uint32_t glsort_order_command_words(glsort_command command)
{
    switch (command) {
    case GLSORT_COMMAND_NONE: return 0;
    case GLSORT_COMMAND_DRAW_ELEMENTS:
    case GLSORT_COMMAND_DRAW_ELEMENTS_INSTANCES: return 5;
    default: return 4;
    }
}

uint32_t glsort_order_packed(uint32_t item_bytes, uint32_t texel_words)
{
    uint32_t texel_bytes = texel_words * WORD_BYTES;
    return texel_bytes > item_bytes ? texel_bytes : item_bytes;
}

// ---- parameters -----------------------------------------------------------------------

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint32_t reject_key(const glsort_order_desc* desc)
{
    if (desc->key_bits < 32)
        return (1u << desc->key_bits) - 1;
    if (glsort_order_has_integers(desc))
        return desc->direction == GLSORT_BACK_TO_FRONT ? 0 : 0xFFFFFFFFu;
    return desc->direction == GLSORT_BACK_TO_FRONT ? 0xFFFFFFFFu : 0x7FFFFFFFu;
}

static uint32_t flags_of(const glsort_order_desc* desc, uint32_t count)
{
    bool quantises = desc->key_bits < 32;
    const struct {
        bool set;
        uint32_t flag;
    } list[] = {
        {desc->metric == GLSORT_METRIC_DISTANCE, ORDER_DISTANCE},
        {desc->radius_source == GLSORT_RADIUS_PER_ELEMENT, ORDER_RADIUS_FIELD},
        {(desc->flags & GLSORT_ORDER_CLIP_ZERO_TO_ONE) != 0, ORDER_CLIP_FROM_ZERO},
        {desc->primitive.index == GLSORT_INDEX_U16, ORDER_INDEX_U16},
        {(desc->flags & ORDER_LISTS_POINTS) != 0, ORDER_OF_POINTS},
        {quantises, ORDER_QUANTISES},
        {quantises && desc->direction == GLSORT_BACK_TO_FRONT, ORDER_FLIPS},
        {glsort_order_compacts(desc), ORDER_COUNTS_VISIBLE},
        {(desc->flags & GLSORT_ORDER_WRITES_VISIBLE) != 0, ORDER_WRITES_VISIBLE},
        {count == 0, ORDER_EMPTY},
        {desc->count_source == GLSORT_COUNT_FROM_BUFFER, ORDER_COUNT_FIELD},
        {(desc->flags & GLSORT_ORDER_WRITES_DEPTHS) != 0, ORDER_WRITES_DEPTHS},
        {glsort_order_has_integers(desc), ORDER_KEYS_U32},
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

struct order_params glsort_order_params(const glsort_order_desc* desc, uint32_t count,
                                        uint32_t view, uint32_t view_count)
{
    bool of_floats = desc->dead.test == GLSORT_DEAD_F32_AT_MOST ||
                     desc->dead.test == GLSORT_DEAD_F32_AT_LEAST;
    uint32_t key_most = reject_key(desc) - 1;
    const bool moves = glsort_order_moves(desc); // to floats that are packed
    const uint32_t key_stride =
        glsort_order_has_depths(desc) ? desc->depth.stride : desc->position.stride;
    return (struct order_params){
        .position_stride = moves ? 3 : key_stride / WORD_BYTES,
        .positions_texel = texel_of(desc->position.offset, desc->position.texel_words),
        .radii_texel = texel_of(desc->radius.offset, desc->radius.texel_words),
        .dead_texel = texel_of(desc->dead.field.offset, desc->dead.field.texel_words),
        .radius_stride = desc->radius.stride / WORD_BYTES,
        .dead_stride = desc->dead.field.stride / WORD_BYTES,
        .position_format = moves ? ORDER_F32 : desc->position.format,
        .dead_test = desc->dead.test,
        .dead_value = of_floats ? bits_of(desc->dead.f32) : desc->dead.u32,
        .vertices = desc->primitive.vertices,
        .vertex = desc->primitive.key,
        .view = view,
        .flags = flags_of(desc, count),
        .reject = reject_key(desc),
        .key_top = bits_of((float)key_most),
        .key_most = key_most,
        .max_count = desc->max_count,
        .command = desc->command,
        .command_stride = desc->command_stride / WORD_BYTES,
        .instance_vertices = desc->instance_vertices,
        .view_count = view_count,
        .filled = glsort_order_fills(desc) ? count : 0,
    };
}

// No variant is plain that removes elements only to fill the rest.
bool glsort_order_is_plain(const glsort_order_desc* desc)
{
    return !glsort_order_has_depths(desc) &&
           (desc->position.format == GLSORT_POSITION_F32 || glsort_order_moves(desc)) &&
           (desc->cull != GLSORT_CULL_NONE || !glsort_order_fills(desc)) &&
           desc->dead.test == GLSORT_DEAD_NONE && desc->key_bits == 32;
}
