// SPDX-License-Identifier: MIT
#include "order_run.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "floats.h"
#include "order_desc.h"
#include "recipe.h"

// Divisions are here, on the CPU, since GPUs need not round them correctly.

static_assert(ORDER_LAYOUT == 5, "glsort_order_lay_out");
static_assert(sizeof(glsort_order_view) == sizeof(struct order_view), "a view by value");

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

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
