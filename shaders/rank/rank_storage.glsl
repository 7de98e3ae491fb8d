// SPDX-License-Identifier: MIT
// The arrays of a pass whose elements each find their own place: it scatters from one
// pair of arrays to another, apart from it.
#include "shared/array.h"

layout(std140, binding = BIND_PARAMS) uniform Params
{
    array_params params;
};
#define SOURCE_MEMORY restrict
#define SINK_MEMORY restrict writeonly
#include "lib/io.glsl"

void store(uint position, uint key, uint value)
{
    if (writes_keys())
        store_key(position, key);
#if WITH_VALUES
    store_value(position, value);
#endif
}
