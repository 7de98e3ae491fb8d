// SPDX-License-Identifier: MIT
#include "order_params.h"

#include <assert.h>
#include <string.h>

#include "counting.h"
#include "floats.h"

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

static_assert(ORDER_LAYOUT == 5, "glsort_order_lay_out");
static_assert(sizeof(glsort_order_view) == sizeof(struct order_view), "a view by value");

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

// ---- the numbers of a run -------------------------------------------------------------

// Divisions are here, on the CPU, since GPUs need not round them correctly.

// Converts a bound of the key range to the metric that the shaders compute: squared for
// distances, times the number of vertices for the sum that stands for a centroid.
static float metric_at(const glsort_order_desc* desc, float key)
{
    uint32_t vertices = desc->primitive.vertices;
    float metric =
        desc->metric == GLSORT_METRIC_DISTANCE ? glsort_rounded(key * key) : key;
    if (vertices == 0 || desc->primitive.key != GLSORT_VERTEX_CENTROID)
        return metric;
    return glsort_rounded(metric * (float)vertices);
}

static float key_scale(const glsort_order_desc* desc, const glsort_order_args* args)
{
    float span = metric_at(desc, args->key_far) - metric_at(desc, args->key_near);
    float most = (float)((1u << desc->key_bits) - 2);
    return most / glsort_rounded(span);
}

const char* glsort_order_range_mistake(const glsort_order_desc* desc,
                                       const glsort_order_args* args)
{
    if (!glsort_are_finite(&args->key_near, 1) || !glsort_are_finite(&args->key_far, 1))
        return "both must be finite";
    if (args->key_far <= args->key_near)
        return "key_far must be above key_near";
    if (desc->metric == GLSORT_METRIC_DISTANCE && args->key_near < 0.0f)
        return "key_near must not be negative with metric DISTANCE";
    const float nearest = metric_at(desc, args->key_near);
    const float farthest = metric_at(desc, args->key_far);
    const float metrics[] = {nearest, farthest, glsort_rounded(farthest - nearest)};
    if (!glsort_are_finite(metrics, 3))
        return "the range of their metrics must not exceed the largest float";
    const float scale = glsort_rounded(key_scale(desc, args));
    return glsort_are_finite(&scale, 1)
               ? NULL
               : "the range of their metrics is too small to be divided";
}

static void set_scale(const glsort_order_desc* desc, const glsort_order_args* args,
                      struct order_run* run)
{
    const float* scale = args->position_scale;
    const float* bias = args->position_bias;
    bool none = scale[0] == 0.0f && scale[1] == 0.0f && scale[2] == 0.0f;
    float most = desc->position.format == GLSORT_POSITION_UNORM16 ? 65535.0f : 32767.0f;
    float x = (none ? 1.0f : scale[0]) / glsort_rounded(most);
    float y = (none ? 1.0f : scale[1]) / glsort_rounded(most);
    float z = (none ? 1.0f : scale[2]) / glsort_rounded(most);
    run->position_scale = (uvec4){bits_of(x), bits_of(y), bits_of(z), 0};
    run->position_bias = (uvec4){bits_of(bias[0]), bits_of(bias[1]), bits_of(bias[2]), 0};
}

// A source also writes what is between its last item and the next source.
static void set_sources(const glsort_order_desc* desc, const glsort_order_args* args,
                        struct order_run* run)
{
    for (uint32_t i = 0; desc->max_sources > 0 && i < args->source_count; ++i) {
        const glsort_order_source_args* source = &args->sources[i];
        bool is_last = i + 1 == args->source_count;
        run->sources[i] = (uvec4){source->base, source->count, i == 0 ? 0 : source->base,
                                  is_last ? UINT32_MAX : source[1].base};
    }
}

void glsort_order_values(const glsort_order_desc* desc, const glsort_order_args* args,
                         uint32_t view_count, struct order_run* run)
{
    run->radius = bits_of(args->radius);
    run->vertex_count = args->vertex_count;
    run->base_vertex = (uint32_t)args->base_vertex;
    run->draw_vertex = (uint32_t)args->base_vertex;
    run->index_odd = glsort_order_odd(desc->primitive.index, args->indices_in.offset);
    run->first_index = (uint32_t)(args->order_out.offset / WORD_BYTES);
    set_scale(desc, args, run);
    run->matrix_count = args->matrix_count;
    set_sources(desc, args, run);
    memcpy(run->views, args->views, view_count * sizeof run->views[0]);
    if (desc->key_bits == 32)
        return;
    run->key_near = bits_of(metric_at(desc, args->key_near));
    run->key_scale = bits_of(key_scale(desc, args));
}

static uint32_t or_packed(uint32_t stride, uint32_t bytes, uint32_t texel_words)
{
    return stride == 0 ? glsort_order_packed(bytes, texel_words) : stride;
}

void glsort_order_lay_out(const glsort_order_desc* d, const glsort_order_layout* l,
                          uint32_t* taken)
{
    const uint32_t position = glsort_order_position_bytes(d->position.format);
    const uint32_t values[] = {
        or_packed(l->position_stride, position, d->position.texel_words),
        or_packed(l->radius_stride, WORD_BYTES, d->radius.texel_words),
        or_packed(l->dead_stride, WORD_BYTES, d->dead.field.texel_words),
        l->vertices,
        (uint32_t)l->index,
    };
    if ((d->flags & GLSORT_ORDER_LAYOUT_FROM_ARGS) != 0)
        memcpy(taken, values, sizeof values);
}
