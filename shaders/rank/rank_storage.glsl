// SPDX-License-Identifier: MIT
// The arrays of a pass whose elements each find their own place: it scatters from one
// pair of arrays to another, apart from it.
#include "shared/array.h"
#include "lib/keys.glsl"

layout(std140, binding = BIND_PARAMS) uniform Params
{
    array_params params;
};
layout(std430, binding = ARRAY_KEYS_IN) restrict readonly buffer KeysIn
{
    uint keys_in[];
};
layout(std430, binding = ARRAY_KEYS_OUT) restrict writeonly buffer KeysOut
{
    uint keys_out[];
};
#if WITH_VALUES
layout(std430, binding = ARRAY_VALUES_IN) restrict readonly buffer ValuesIn
{
    uint values_in[];
};
layout(std430, binding = ARRAY_VALUES_OUT) restrict writeonly buffer ValuesOut
{
    uint values_out[];
};
#endif

void store(uint position, uint key, uint value)
{
    if ((params.flags & ARRAY_WRITE_KEYS) != 0u)
        keys_out[params.keys_out_base + position] =
            map_key(key, params.write_negative, params.write_positive);
#if WITH_VALUES
    values_out[params.values_out_base + position] = value;
#endif
}
