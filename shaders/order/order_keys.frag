// SPDX-License-Identifier: MIT
// First pass of a view on fragments: computes the key of each element, or rejects the
// element.
//
//   reads   positions of elements or vertices; with ORDER_RADIUS_FIELD a radius and with
//           params.dead_test the tested field of each element; PRIMITIVES: the indices
//           (order/element_texels.glsl)
//   writes  keys[count]   floats or quantised keys; params.reject if rejected
#include "order/element_texels.glsl"
#include "order/element_keys.glsl"

layout(location = 0) out uvec4 key_out;

void main()
{
    uint at = fragment_slot(1u << params.width_log);
    if (at >= sort_count())
        discard;
#if FRUSTUM
    set_planes();
#endif
    key_out = uvec4(key_of(at));
}
