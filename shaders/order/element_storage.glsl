// SPDX-License-Identifier: MIT
// What elements consist of, in the caller's buffers, for compute passes. The functions
// are those that positions.glsl, indices.glsl and element_keys.glsl call.
//
// PLAIN leaves out what common elements do not need: positions are of ORDER_F32, there
// are no dead elements, and keys have 32 bits. Software renderers execute all sides of a
// branch, and GPUs also gain.
#ifndef ORDER_VIEW // a pass over one view
#define DEPTHS_VIEW 0u
#endif
#include "order/order_run.glsl"

layout(std430, binding = ORDER_POSITIONS) readonly buffer Positions
{
    uint position_words[];
};
#if FRUSTUM
layout(std430, binding = ORDER_RADII) readonly buffer Radii { uint radius_words[]; };
#endif
#ifndef HAS_DEAD_FIELD
#define HAS_DEAD_FIELD (!PLAIN)
#endif
#if HAS_DEAD_FIELD
layout(std430, binding = ORDER_DEAD) readonly buffer Dead { uint dead_words[]; };
#endif
#if PRIMITIVES
#include "order/index_storage.glsl"
#endif

uint position_word(uint at)
{
    return position_words[params.positions_base + at];
}

uint radius_word(uint at)
{
#if FRUSTUM
    return radius_words[params.radii_base + at];
#else
    return 0u;
#endif
}

uint dead_word(uint at)
{
#if HAS_DEAD_FIELD
    return dead_words[params.dead_base + at];
#else
    return 0u;
#endif
}
