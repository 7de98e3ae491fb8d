// SPDX-License-Identifier: MIT
// First pass of a view: computes the key of each element, or rejects the element.
//
//   reads   position_words[]   positions of elements or vertices
//           radius_words[]     ORDER_RADIUS_FIELD: a radius for each element
//           dead_words[]       params.dead_test: the tested field of each element
//           index_words[]      PRIMITIVES: vertices of each element
//   writes  keys_out[count]    floats or quantised keys; params.reject if rejected
//           tile_sums[tiles]   COMPACTS: visible elements of each tile
//           totals[view]       otherwise: number of rejected elements, added up
//   grid    one work group of ORDER_GROUP per ORDER_TILE elements
#include "order/order_run.glsl"
#include "order/positions.glsl"
#include "order/metric.glsl"

layout(local_size_x = ORDER_GROUP) in;

layout(std430, binding = ORDER_RADII) readonly buffer Radii
{
    uint radius_words[];
};
layout(std430, binding = ORDER_DEAD) readonly buffer Dead
{
    uint dead_words[];
};
layout(std430, binding = ORDER_KEYS) writeonly buffer Keys
{
    uint keys_out[];
};
#if PRIMITIVES
#include "order/indices.glsl"
#endif
#if COMPACTS
layout(std430, binding = ORDER_TILES) writeonly buffer Tiles
{
    uint tile_sums[];
};
#else
layout(std430, binding = ORDER_TOTALS) buffer Totals
{
    uint totals[];
};
#endif

bool is_dead(uint element)
{
    if (params.dead_test == 0u)
        return false;
    uint field = dead_words[params.dead_base + element * params.dead_stride];
    if (params.dead_test == ORDER_DEAD_F32_AT_MOST)
        return ordered_bits(field) <= ordered_bits(params.dead_value);
    if (params.dead_test == ORDER_DEAD_F32_AT_LEAST)
        return ordered_bits(field) >= ordered_bits(params.dead_value);
    return (field == params.dead_value) == (params.dead_test == ORDER_DEAD_U32_EQUAL);
}

float radius_of(uint element)
{
    uint bits = run.radius;
    if (has_flag(ORDER_RADIUS_FIELD))
        bits = radius_words[params.radii_base + element * params.radius_stride];
    return uintBitsToFloat(bits);
}

// What the vertices seen so far contribute to an element.
struct seen {
    bool valid;
    float metric;
    uint outside; // planes that all vertices are outside of
};

seen see(vec3 p, float radius)
{
    seen s;
    s.metric = metric_of(p);
    s.valid = is_finite_position(p) && is_finite(s.metric);
    s.outside = 0u;
#if FRUSTUM
    s.outside = planes_outside(p, radius);
#endif
    return s;
}

#if PRIMITIVES
float joined(float a, float b)
{
    EXACT float sum = a + b;
    if (params.vertex == ORDER_CENTROID)
        return sum;
    // Which of them is nearer: a smaller metric in either case.
    return (a < b) == (params.vertex == ORDER_NEAREST) ? a : b;
}

seen see_element(uint element, float radius)
{
    seen all;
    all.valid = true;
    all.metric = 0.0;
    all.outside = 0xFFFFFFFFu;
    for (uint i = 0u; i < params.vertices; ++i) {
        uint vertex = index_at(element * params.vertices + i) + run.base_vertex;
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
#else
seen see_element(uint element, float radius)
{
    return see(position_of(element), radius);
}
#endif

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

uint key_of(uint element)
{
    if (is_dead(element))
        return params.reject;
    seen s = see_element(element, radius_of(element));
    if (!s.valid || s.outside != 0u)
        return params.reject;
    if (has_flag(ORDER_QUANTISES))
        return quantised(s.metric);
    return unsigned_zero(floatBitsToUint(s.metric));
}

shared uint group_count; // visible or rejected elements of the tile

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint first = group_index() * uint(ORDER_TILE);
    uint end = min(first + uint(ORDER_TILE), sort_count());
    uint own = 0u;
#if FRUSTUM
    set_planes();
#endif
    if (lane == 0u)
        group_count = 0u;
    group_sync();
    for (uint at = first + lane; at < end; at += uint(ORDER_GROUP)) {
        uint key = key_of(at);
        keys_out[at] = key;
#if COMPACTS
        own += key != params.reject ? 1u : 0u;
#else
        own += key == params.reject ? 1u : 0u;
#endif
    }
    if (own > 0u)
        atomicAdd(group_count, own);
    group_sync();
    if (lane == 0u) {
#if COMPACTS
        if (first < end)
            tile_sums[group_index()] = group_count;
#else
        if (group_count > 0u)
            atomicAdd(totals[params.view], group_count);
#endif
    }
}
