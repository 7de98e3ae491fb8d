// SPDX-License-Identifier: MIT
// First pass on fragments of an order whose positions GLSL of the caller's own computes,
// once for all views (order/order_code.comp).
//
//   reads   glsort_buffer0 to glsort_buffer3   what the text reads: buffers, or textures
//                                              of words or of floats (CODE_KINDS)
//   writes  moved[items]   a texel of each: the bits of x, y, z
#define ORDER_PARAMS order_code_params
#include "shared/order_code.h"
#include "order/order_run.glsl"
#include "lib/texels.glsl"
#include "order/fetched_words.glsl"

#ifndef CODE_KINDS
#define CODE_KINDS 0
#endif

#define CODE_BUFFER(N, WORDS, STORED)                                                    \
    uniform highp BUFFER_WORDS WORDS;                                                    \
    uint STORED(uint at)                                                                 \
    {                                                                                    \
        return fetched_word(WORDS, params.bases[N], at);                                 \
    }
#define CODE_TEXELS(N, WORDS, STORED)                                                    \
    uniform highp usampler2D WORDS;                                                      \
    uint STORED(uint at)                                                                 \
    {                                                                                    \
        return word_of_texels(WORDS, params.bases[N], params.texels[N], at);             \
    }
#define CODE_FLOATS(N, WORDS, STORED)                                                    \
    uniform highp sampler2D WORDS;                                                       \
    uint STORED(uint at)                                                                 \
    {                                                                                    \
        ivec2 texel = texel_in_width(at >> 2u, params.bases[N]);                         \
        return floatBitsToUint(texelFetch(WORDS, texel, 0)[at & 3u]);                    \
    }
#if (CODE_KINDS & 3) == ORDER_CODE_FLOATS
CODE_FLOATS(0, glsort_buffer0, glsort_stored0)
#elif (CODE_KINDS & 3) == ORDER_CODE_TEXELS
CODE_TEXELS(0, glsort_buffer0, glsort_stored0)
#else
CODE_BUFFER(0, glsort_buffer0, glsort_stored0)
#endif
#if (CODE_KINDS >> 2 & 3) == ORDER_CODE_FLOATS
CODE_FLOATS(1, glsort_buffer1, glsort_stored1)
#elif (CODE_KINDS >> 2 & 3) == ORDER_CODE_TEXELS
CODE_TEXELS(1, glsort_buffer1, glsort_stored1)
#else
CODE_BUFFER(1, glsort_buffer1, glsort_stored1)
#endif
#if (CODE_KINDS >> 4 & 3) == ORDER_CODE_FLOATS
CODE_FLOATS(2, glsort_buffer2, glsort_stored2)
#elif (CODE_KINDS >> 4 & 3) == ORDER_CODE_TEXELS
CODE_TEXELS(2, glsort_buffer2, glsort_stored2)
#else
CODE_BUFFER(2, glsort_buffer2, glsort_stored2)
#endif
#if (CODE_KINDS >> 6 & 3) == ORDER_CODE_FLOATS
CODE_FLOATS(3, glsort_buffer3, glsort_stored3)
#elif (CODE_KINDS >> 6 & 3) == ORDER_CODE_TEXELS
CODE_TEXELS(3, glsort_buffer3, glsort_stored3)
#else
CODE_BUFFER(3, glsort_buffer3, glsort_stored3)
#endif
#include "order/code.glsl"

layout(location = 0) out uvec4 glsort_out;

void main()
{
    uint at = fragment_slot(1u << params.width_log);
    if (at >= item_count())
        discard;
    glsort_out = uvec4(floatBitsToUint(glsort_position(at)), 0u);
}
#include "order/code_of_caller.glsl"
