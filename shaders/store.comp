// SPDX-License-Identifier: MIT
// Writes elements in the caller's form: the end of sorts whose last pass cannot write it,
// and of most peeks.
//
//   reads   PLACE_ARRAYS: keys_in[count], of KEY_WORDS words, values_in[count] (or makes
//           0 .. count - 1);
//           PLACE_PAIRS: the texture of pairs; PLACE_ELEMENTS: elements[count]
//           EITHER: these, or other_keys[count] and other_values[count], depending on
//           the number of skipped merges, see lib/merges.glsl
//           values_copy[count]   STORE_GATHER: the values are indices into it
//   writes  keys_out[count], values_out[count]
//   grid    one invocation per element, work groups of STORE_GROUP
#include "shared/io.h"
#include "lib/count.glsl"
#include "lib/group.glsl"

layout(local_size_x = STORE_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params { store_params params; };
#if WITH_KEYS
#define SINK_KEYS IO_KEYS_OUT
#if PLACE == PLACE_ARRAYS
#define SOURCE_KEYS IO_KEYS_IN
#endif
#endif
#if WITH_VALUES
#define SINK_VALUES IO_VALUES_OUT
#if PLACE == PLACE_ARRAYS
#define SOURCE_VALUES IO_VALUES_IN
#endif
#endif
#include "lib/source.glsl"
#include "lib/sink.glsl"

#if EITHER
#include "lib/merges.glsl"
layout(std430, binding = STORE_OTHER_KEYS) readonly buffer OtherKeys
{
    uint other_keys[];
};
layout(std430, binding = STORE_OTHER_VALUES) readonly buffer OtherValues
{
    uint other_values[];
};

bool is_in_other()
{
    bool moved = (skipped_merges(params.merges, sort_count()) & 1u) != 0u;
    return moved != ((params.io.flags & STORE_IN_OTHER) != 0u);
}
#endif

#if PLACE == PLACE_PAIRS
#include "lib/pair_texture.glsl"

uvec2 element_at(uint at)
{
    return load_pair(at);
}
#elif PLACE == PLACE_ELEMENTS
layout(std430, binding = IO_KEYS_IN) readonly buffer Elements { uvec2 elements[]; };

uvec2 element_at(uint at)
{
    return elements[at];
}
#endif

#if WITH_KEYS
KEY key_at(uint at)
{
#if EITHER
    uint other = params.other_keys_base + uint(KEY_WORDS) * at;
    if (is_in_other())
#if KEY_WORDS == 2
        return uvec2(other_keys[other], other_keys[other + 1u]);
#else
        return other_keys[other];
#endif
#endif
#if PLACE == PLACE_ARRAYS
    return source_key(at);
#else
    return element_at(at).x;
#endif
}
#endif

#if WITH_VALUES
layout(std430, binding = STORE_COPY) readonly buffer ValuesCopy { uint values_copy[]; };

uint value_at(uint at)
{
#if EITHER
    if (is_in_other())
        return other_values[params.other_values_base + at];
#endif
#if PLACE == PLACE_ARRAYS
    uint value = load_value(at);
#else
    uint value = element_at(at).y;
#endif
    if ((params.io.flags & STORE_GATHER) != 0u)
        value = values_copy[value];
    return value;
}
#endif

void main()
{
    uint at = group_index() * uint(STORE_GROUP) + gl_LocalInvocationIndex;
    if (at < sort_count()) {
#if WITH_KEYS
        store_key(at, key_at(at));
#endif
#if WITH_VALUES
        store_value(at, value_at(at));
#endif
    }
}
