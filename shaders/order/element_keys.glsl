// SPDX-License-Identifier: MIT
// Computes the key of an element, or rejects the element, in both backends. The including
// shader defines PRIMITIVES and FRUSTUM, calls set_planes() first if FRUSTUM is set, and
// defines the functions that fetch an element: position_word(at), or else
// POSITION_TEXELS and position_of(at); radius_word(at); dead_word(at); and, for
// primitives, index_word(at). With DEPTHS the key is a word that position_word() fetches
// (order/depths.glsl).
#ifndef DEPTHS
#define DEPTHS 0
#endif
#define RUN_ZERO run.count.zero
#include "lib/rounded.glsl"
#if !DEPTHS
#include "order/positions.glsl"
#include "order/metric.glsl"
#endif
#if PRIMITIVES
#include "order/indices.glsl"

uint vertex_of(uint element, uint i)
{
    return index_at(element * params.vertices + i) + run.base_vertex;
}

// The element or, where a list names points, the vertex that the radius and the field of
// the dead test are of.
uint owner_of(uint element)
{
    return has_flag(ORDER_OF_POINTS) ? vertex_of(element, 0u) : element;
}

bool has_owner(uint owner)
{
    return !has_flag(ORDER_OF_POINTS) || owner < run.vertex_count;
}
#endif

bool is_dead(uint element)
{
#if PLAIN
    return false;
#else
    if (params.dead_test == 0u)
        return false;
    uint field = dead_word(element * params.dead_stride);
    if (params.dead_test == ORDER_DEAD_F32_AT_MOST)
        return ordered_bits(field) <= ordered_bits(params.dead_value);
    if (params.dead_test == ORDER_DEAD_F32_AT_LEAST)
        return ordered_bits(field) >= ordered_bits(params.dead_value);
    return (field == params.dead_value) == (params.dead_test == ORDER_DEAD_U32_EQUAL);
#endif
}

uint quantised(float metric)
{
    EXACT float above = metric - uintBitsToFloat(run.key_near);
    EXACT float steps = above * uintBitsToFloat(run.key_scale);
    uint key = 0u;
    if (steps >= uintBitsToFloat(params.key_top))
        key = params.key_most;
    else if (steps > 0.0)
        key = uint(steps);
    return has_flag(ORDER_FLIPS) ? params.key_most - key : key;
}

#if DEPTHS
#include "order/depths.glsl"
#else

// The bits of a float.
uint radius_of(uint element)
{
    return has_flag(ORDER_RADIUS_FIELD) ? radius_word(element * params.radius_stride)
                                        : run.radius;
}

// What is known of a point, or of a primitive from its vertices seen so far.
struct seen {
    bool valid;
    float metric;
    uint outside; // planes that the point or all these vertices are outside of
};

seen see(vec3 p, uint radius)
{
    seen s;
    s.metric = metric_of(p);
    s.valid = is_finite_position(p) && is_finite(s.metric);
    s.outside = 0u;
#if FRUSTUM
    s.valid = s.valid && !is_nan(radius);
    s.outside = planes_outside(p, uintBitsToFloat(radius));
#endif
    return s;
}

#if PRIMITIVES
float joined(float a, float b)
{
    EXACT float sum = a + b;
    if (params.vertex == ORDER_CENTROID)
        return sum;
    // The nearer vertex has the smaller metric, whether that is depth or distance.
    return (a < b) == (params.vertex == ORDER_NEAREST) ? a : b;
}

seen see_element(uint element, uint radius)
{
    seen all;
    all.valid = true;
    all.metric = 0.0;
    all.outside = 0xFFFFFFFFu;
    for (uint i = 0u; i < params.vertices; ++i) {
        uint vertex = vertex_of(element, i);
        if (vertex >= run.vertex_count) {
            all.valid = false;
            break;
        }
        seen one = see(position_of(vertex), radius);
        all.valid = all.valid && one.valid;
        all.metric = i == 0u ? one.metric : joined(all.metric, one.metric);
        all.outside &= one.outside;
    }
    all.valid = all.valid && is_finite(all.metric);
    return all;
}
#endif

uint key_of_seen(seen s)
{
    if (!s.valid || s.outside != 0u)
        return params.reject;
#if !PLAIN
    if (has_flag(ORDER_QUANTISES))
        return quantised(s.metric);
#endif
    return unsigned_zero(floatBitsToUint(s.metric));
}

#if PRIMITIVES
uint key_of(uint element)
{
    uint owner = owner_of(element);
    if (!has_owner(owner) || is_dead(owner))
        return params.reject;
    return key_of_seen(see_element(element, radius_of(owner)));
}
#else
uint key_of_point(uint element, vec3 position)
{
    if (is_dead(element))
        return params.reject;
    return key_of_seen(see(position, radius_of(element)));
}

uint key_of(uint element)
{
    return key_of_point(element, position_of(element));
}
#endif
#endif
