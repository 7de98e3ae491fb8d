// SPDX-License-Identifier: MIT
// One triangle that covers the viewport; needs no vertex buffer. Of the passes that
// repair an order (repair_decide.frag) it covers nothing once nothing is left to do.
// FINAL: it covers all, if the elements are in the texture that the draw reads.
//
//   reads   state      what has been decided; not if STATELESS
//
// Cover has the first words of the fragment shader's Params, FINAL: array_params.
#ifndef FINAL
#define FINAL 0
#endif
#ifndef STATELESS
#define STATELESS 0
#endif
#include "shared/array.h"

#if !STATELESS
uniform highp usampler2D state_texture;
#endif

#if FINAL
layout(std140) uniform Cover { uvec4 cover_words[4]; };

flat out uint repaired;
#endif

#if WIDE
#define ITEMS_LOG WIDE_TEXEL_ITEMS_LOG
#else
#define ITEMS_LOG TEXEL_ITEMS_LOG
#endif

void main()
{
    bool is_left = true;
#if FINAL
    repaired = texelFetch(state_texture, ivec2(0), 0).x;
    uint log = repaired != 0u ? repaired : cover_words[3].x;
    is_left = (log - uint(ITEMS_LOG) & 1u) == cover_words[3].z;
#elif !STATELESS
    is_left = texelFetch(state_texture, ivec2(0), 0).x == 0u;
#endif
    float x = (gl_VertexID & 1) != 0 ? 3.0 : -1.0;
    float y = (gl_VertexID & 2) != 0 ? 3.0 : -1.0;
    gl_Position = vec4(is_left ? x : -2.0, is_left ? y : -2.0, 0.0, 1.0);
}
