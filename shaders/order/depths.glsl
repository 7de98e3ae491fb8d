// SPDX-License-Identifier: MIT
// Keys that are depths of the caller's own: a word of each element, or of each vertex of
// primitives, for each view. A float that is a NaN, and an integer that comes last in the
// order, reject the element. Floats are compared by their bits, so nothing is rounded.
// order/element_keys.glsl includes this file if DEPTHS is set. DEPTHS_VIEW is the view,
// or 0 where its depths alone are bound.
#ifndef DEPTHS_VIEW
#define DEPTHS_VIEW ORDER_VIEW
#endif

// Of an element or a vertex.
uint depth_word(uint at)
{
#if PRIMITIVES
    uint items = run.vertex_count;
#else
    uint items = params.max_count;
#endif
    return position_word((DEPTHS_VIEW * items + at) * params.position_stride);
}

uint key_of_depth(uint depth)
{
    if (has_flag(ORDER_KEYS_U32))
        return depth;
    if (is_nan(depth))
        return params.reject;
    if (has_flag(ORDER_QUANTISES))
        return quantised(uintBitsToFloat(depth));
    return unsigned_zero(depth);
}

#if PRIMITIVES
// The depth that stands for two vertices. Integers have no sum.
uint joined(uint a, uint b)
{
    EXACT float sum = uintBitsToFloat(a) + uintBitsToFloat(b);
    if (params.vertex == ORDER_CENTROID)
        return floatBitsToUint(sum);
    bool integers = has_flag(ORDER_KEYS_U32);
    bool nearer = integers ? a < b : ordered_bits(a) < ordered_bits(b);
    return nearer == (params.vertex == ORDER_NEAREST) ? a : b;
}

bool is_valid(uint depth)
{
    return has_flag(ORDER_KEYS_U32) ? depth != params.reject : !is_nan(depth);
}

uint key_of(uint element)
{
    uint all = 0u;
    uint owner = owner_of(element);
    if (!has_owner(owner) || is_dead(owner))
        return params.reject;
    for (uint i = 0u; i < params.vertices; ++i) {
        uint vertex = vertex_of(element, i);
        if (vertex >= run.vertex_count)
            return params.reject;
        uint depth = depth_word(vertex);
        if (!is_valid(depth))
            return params.reject;
        all = i == 0u ? depth : joined(all, depth);
    }
    return key_of_depth(all);
}
#else
uint key_of(uint element)
{
    if (is_dead(element))
        return params.reject;
    return key_of_depth(depth_word(element));
}
#endif
