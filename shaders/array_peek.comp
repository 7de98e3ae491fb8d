// SPDX-License-Identifier: MIT
// Copies keys and values in the order reached so far to a watcher's buffers.
//
//   reads   keys_in[count], values_in[count] (or makes 0 .. count - 1)
//   writes  keys_out[count], values_out[count]
//   grid    one invocation an element
#include "shared/array.h"
#include "lib/count.glsl"
#include "lib/group.glsl"
#include "lib/keys.glsl"

layout(local_size_x = PEEK_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params
{
    array_params params;
};
#if FROM_TEXTURE
#include "lib/spare_texture.glsl"
#endif
#if WITH_KEYS
layout(std430, binding = ARRAY_KEYS_IN) readonly buffer KeysIn
{
    uint keys_in[];
};
layout(std430, binding = ARRAY_KEYS_OUT) writeonly buffer KeysOut
{
    uint keys_out[];
};
#endif
#if WITH_VALUES
layout(std430, binding = ARRAY_VALUES_IN) readonly buffer ValuesIn
{
    uint values_in[];
};
layout(std430, binding = ARRAY_VALUES_OUT) writeonly buffer ValuesOut
{
    uint values_out[];
};
#endif

#if WITH_KEYS
uint key_at(uint at)
{
#if FROM_TEXTURE
    return pair_of_spare(at).x;
#else
    return keys_in[params.keys_in_base + at];
#endif
}
#endif

#if WITH_VALUES
uint value_at(uint at)
{
#if FROM_TEXTURE
    return pair_of_spare(at).y;
#else
    if ((params.flags & ARRAY_MAKE_INDICES) != 0u)
        return at;
    return values_in[params.values_in_base + at];
#endif
}
#endif

void main()
{
    uint at = group_index() * uint(PEEK_GROUP) + gl_LocalInvocationIndex;
    if (at < sort_count()) {
#if WITH_KEYS
        keys_out[params.keys_out_base + at] =
            map_key(key_at(at), params.write_negative, params.write_positive);
#endif
#if WITH_VALUES
        values_out[params.values_out_base + at] = value_at(at);
#endif
    }
}
