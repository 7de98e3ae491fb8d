// SPDX-License-Identifier: MIT
// The arrays that all compute passes of the network read and write, and how an element is
// taken and put: in the first pass mapped and with its position as index, in the last one
// in the caller's form.
#include "shared/bitonic.h"
#include "lib/count.glsl"
#include "lib/group.glsl"
#include "lib/keys.glsl"

layout(std140, binding = BIND_PARAMS) uniform Params
{
    bitonic_params params;
};
layout(std430, binding = BITONIC_KEYS_IN) readonly buffer KeysIn
{
    uint keys_in[];
};
layout(std430, binding = BITONIC_KEYS_OUT) writeonly buffer KeysOut
{
    uint keys_out[];
};

uint load_key(uint position)
{
    return map_key(keys_in[params.keys_in_base + position], params.read_negative,
                   params.read_positive);
}

void store_key(uint position, uint key)
{
    if ((params.flags & BITONIC_WRITE_KEYS) != 0u)
        keys_out[params.keys_out_base + position] =
            map_key(key, params.write_negative, params.write_positive);
}

#if WITH_VALUES
layout(std430, binding = BITONIC_INDICES_IN) readonly buffer IndicesIn
{
    uint indices_in[];
};
layout(std430, binding = BITONIC_INDICES_OUT) writeonly buffer IndicesOut
{
    uint indices_out[];
};
layout(std430, binding = BITONIC_VALUES_IN) readonly buffer ValuesIn
{
    uint values_in[];
};
layout(std430, binding = BITONIC_VALUES_COPY) writeonly buffer ValuesCopy
{
    uint values_copy[];
};

uint load_index(uint position)
{
    return indices_in[params.indices_in_base + position];
}

// The caller's values are gathered at the end, when the outputs hold something else.
void keep_value(uint position)
{
    if ((params.flags & BITONIC_COPY_VALUES) != 0u)
        values_copy[position] = values_in[params.values_in_base + position];
}

uint value_of(uint index)
{
    uint value = index;
    if ((params.flags & BITONIC_GATHER) != 0u)
        value = values_in[params.values_in_base + index];
    return value;
}

void store_index(uint position, uint value)
{
    indices_out[params.indices_out_base + position] = value;
}
#endif
