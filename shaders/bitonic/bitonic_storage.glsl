// SPDX-License-Identifier: MIT
// The arrays that all compute passes of the network read and write. The first pass maps
// the keys and uses positions as indices; the last one writes the caller's form.
#include "shared/bitonic.h"
#include "lib/count.glsl"
#include "lib/group.glsl"

layout(std140, binding = BIND_PARAMS) uniform Params { bitonic_params params; };
#define SOURCE_KEYS BITONIC_KEYS_IN
#define SINK_KEYS BITONIC_KEYS_OUT
#if WITH_VALUES
#define SOURCE_VALUES BITONIC_VALUES_IN
#define SINK_VALUES BITONIC_INDICES_OUT
#endif
#include "lib/source.glsl"
#include "lib/sink.glsl"

void put_key(uint position, uint key)
{
    if (writes_keys())
        store_key(position, key);
}

#if WITH_VALUES
layout(std430, binding = BITONIC_INDICES_IN) readonly buffer IndicesIn
{
    uint indices_in[];
};
layout(std430, binding = BITONIC_VALUES_COPY) writeonly buffer ValuesCopy
{
    uint values_copy[];
};

uint load_index(uint position)
{
    return indices_in[params.indices_in_base + position];
}

// Copies a value of the caller: by the time the last pass gathers the values, earlier
// passes may have overwritten them.
void keep_value(uint position)
{
    if ((params.io.flags & BITONIC_COPY_VALUES) != 0u)
        values_copy[position] = source_value(position);
}

uint value_of(uint index)
{
    uint value = index;
    if ((params.io.flags & BITONIC_GATHER) != 0u)
        value = source_value(index);
    return value;
}
#endif
