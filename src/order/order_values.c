// SPDX-License-Identifier: MIT
// Divisions are here, on the CPU, since GPUs need not round them correctly.
#include "order_values.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "order_desc.h"

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
    float metric = desc->metric == GLSORT_METRIC_DISTANCE ? key * key : key;
    if (vertices == 0 || desc->primitive.key != GLSORT_VERTEX_CENTROID)
        return metric;
    return metric * (float)vertices;
}

static float key_scale(const glsort_order_desc* desc, const glsort_order_args* args)
{
    float span = metric_at(desc, args->key_far) - metric_at(desc, args->key_near);
    float most = (float)((1u << desc->key_bits) - 2);
    return most / span;
}

const char* glsort_order_range_mistake(const glsort_order_desc* desc,
                                       const glsort_order_args* args)
{
    if (!isfinite(args->key_near) || !isfinite(args->key_far))
        return "both must be finite";
    if (args->key_far <= args->key_near)
        return "key_far must be above key_near";
    if (desc->metric == GLSORT_METRIC_DISTANCE && args->key_near < 0.0f)
        return "key_near must not be negative with metric DISTANCE";
    float nearest = metric_at(desc, args->key_near);
    float farthest = metric_at(desc, args->key_far);
    if (!isfinite(nearest) || !isfinite(farthest) || !isfinite(farthest - nearest))
        return "the range of their metrics must not exceed the largest float";
    return isfinite(key_scale(desc, args))
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
    float x = (none ? 1.0f : scale[0]) / most;
    float y = (none ? 1.0f : scale[1]) / most;
    float z = (none ? 1.0f : scale[2]) / most;
    run->position_scale = (uvec4){bits_of(x), bits_of(y), bits_of(z), 0};
    run->position_bias = (uvec4){bits_of(bias[0]), bits_of(bias[1]), bits_of(bias[2]), 0};
}

void glsort_order_values(const glsort_order_desc* desc, const glsort_order_args* args,
                         uint32_t view_count, struct order_run* run)
{
    run->radius = bits_of(args->radius);
    run->vertex_count = args->vertex_count;
    run->base_vertex = (uint32_t)args->base_vertex;
    run->first_index =
        (uint32_t)(args->order_out.offset / glsort_order_index_bytes(desc));
    set_scale(desc, args, run);
    memset(run->views, 0, sizeof run->views);
    memcpy(run->views, args->views, view_count * sizeof run->views[0]);
    if (desc->key_bits == 32)
        return;
    run->key_near = bits_of(metric_at(desc, args->key_near));
    run->key_scale = bits_of(key_scale(desc, args));
}
