// SPDX-License-Identifier: MIT
// What GLSL of the caller's own calls (glsort_position_code of glsort_draw.h), and what
// it defines. It comes last, so that whatever it gets wrong is an error in its own lines.
// The including shader has order_code_params, and glsort_stored0(at) to
// glsort_stored3(at) of the words that the run gives.

uint item_count()
{
    return has_flag(ORDER_MOVE_VERTICES) ? run.vertex_count : sort_count();
}

// The run gives at least a word. It is read in any case, because some compilers take very
// long for many branches.
#define CODE_ACCESSORS(N, STORED, WORD, FLOAT, FLOATS)                                   \
    uint WORD(uint at)                                                                   \
    {                                                                                    \
        uint words = run.sources[N].x;                                                   \
        uint word = STORED(min(at, words - 1u));                                         \
        return at < words ? word : 0u;                                                   \
    }                                                                                    \
    float FLOAT(uint at)                                                                 \
    {                                                                                    \
        return uintBitsToFloat(WORD(at));                                                \
    }                                                                                    \
    vec4 FLOATS(uint at)                                                                 \
    {                                                                                    \
        return uintBitsToFloat(                                                          \
            uvec4(WORD(at), WORD(at + 1u), WORD(at + 2u), WORD(at + 3u)));               \
    }
CODE_ACCESSORS(0, glsort_stored0, glsort_word0, glsort_float0, glsort_floats0)
CODE_ACCESSORS(1, glsort_stored1, glsort_word1, glsort_float1, glsort_floats1)
CODE_ACCESSORS(2, glsort_stored2, glsort_word2, glsort_float2, glsort_floats2)
CODE_ACCESSORS(3, glsort_stored3, glsort_word3, glsort_float3, glsort_floats3)

float glsort_param(uint at)
{
    uvec4 four = run.sources[uint(ORDER_CODE_PARAMS) + (at >> 2u & 3u)];
    return uintBitsToFloat(four[at & 3u]);
}

vec3 glsort_position(uint element);
