// SPDX-License-Identifier: MIT
// The vectors of GLSL for host_glsl.h: the swizzles that the shaders' functions use are
// members, which overlap. To be included first, since it replaces the vectors of
// shared/common.h.
#ifndef GLSORT_HOST_VECTORS_H
#define GLSORT_HOST_VECTORS_H

#include <stdint.h>

#ifdef GLSORT_SHARED_COMMON_H
#error "host_vectors.h comes before what includes shared/common.h"
#endif
#define GLSORT_GLSL

typedef uint32_t uint;
typedef struct io_params io_params;

typedef union uvec2 {
    struct {
        uint x, y;
    };
    uint words[2];
} uvec2;

typedef struct uvec3 {
    uint x, y, z;
} uvec3;

typedef union uvec4 {
    struct {
        uint x, y, z, w;
    };
    struct {
        uvec2 xy, zw;
    };
    uvec3 xyz;
    uint words[4];
} uvec4;

static inline uvec4 uvec4_of(uvec2 xy, uint z, uint w)
{
    return (uvec4){.words = {xy.x, xy.y, z, w}};
}

#define uvec2(X, Y) ((uvec2){.words = {X, Y}})
#define uvec4(XY, Z, W) uvec4_of(XY, Z, W)

#endif
