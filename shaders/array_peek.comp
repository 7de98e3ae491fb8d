// SPDX-License-Identifier: MIT
// Copies keys and values from one pair of arrays to another, mainly for a peek.
//
//   reads   keys_in[count], values_in[count] (or makes 0 .. count - 1)
//   writes  keys_out[count], values_out[count]
//   grid    one invocation per element, work groups of PEEK_GROUP
#include "shared/array.h"
#include "lib/count.glsl"
#include "lib/group.glsl"

layout(local_size_x = PEEK_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params
{
    array_params params;
};
#if FROM_TEXTURE
#include "lib/spare_texture.glsl"
#endif
#if WITH_KEYS
#if !FROM_TEXTURE
#define SOURCE_KEYS IO_KEYS_IN
#endif
#define SINK_KEYS IO_KEYS_OUT
#endif
#if WITH_VALUES
#if !FROM_TEXTURE
#define SOURCE_VALUES IO_VALUES_IN
#endif
#define SINK_VALUES IO_VALUES_OUT
#endif
#include "lib/source.glsl"
#include "lib/sink.glsl"

#if WITH_KEYS
uint key_at(uint at)
{
#if FROM_TEXTURE
    return pair_of_spare(at).x;
#else
    return source_key(at);
#endif
}
#endif

#if WITH_VALUES
uint value_at(uint at)
{
#if FROM_TEXTURE
    return pair_of_spare(at).y;
#else
    return load_value(at);
#endif
}
#endif

void main()
{
    uint at = group_index() * uint(PEEK_GROUP) + gl_LocalInvocationIndex;
    if (at < sort_count()) {
#if WITH_KEYS
        store_key(at, key_at(at));
#endif
#if WITH_VALUES
        store_value(at, value_at(at));
#endif
    }
}
