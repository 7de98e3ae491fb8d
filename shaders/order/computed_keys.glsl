// SPDX-License-Identifier: MIT
// An alternative to SOURCE_KEYS of lib/source.glsl: the first pass of a sort computes the
// keys of points that have neither culling nor a dead test. With COMPUTED the pass
// includes this file (radix/radix_cull.comp includes order/cull.glsl instead), and has
// `order_params order` after `params` in its uniform block. COMPUTED == 2 also defines
// PLAIN, COMPUTED == 3 defines DEPTHS.
// computed_key(i) must be called once for each element: it counts those that are
// rejected.
//
//   reads             position_words[]
//   reads and writes  totals[view]     number of rejected elements, added up
#define PRIMITIVES 0
#define FRUSTUM 0
#define HAS_DEAD_FIELD 0
#if COMPUTED == 2
#define PLAIN 1
#elif COMPUTED == 3
#define DEPTHS 1
#endif
#define params order // for the files included next
#include "order/element_storage.glsl"
#include "order/element_keys.glsl"

layout(std430, binding = ORDER_TOTALS) buffer Totals { uint totals[]; };

uint computed_key(uint at)
{
    uint key = key_of(at);
    if (key == params.reject)
        atomicAdd(totals[params.view], 1u);
    return key;
}
#undef params
