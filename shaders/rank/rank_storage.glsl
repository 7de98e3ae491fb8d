// SPDX-License-Identifier: MIT
// The arrays of passes that rank elements: they scatter from one pair of arrays to
// another, which must not overlap, so both are `restrict`.
#include "shared/rank.h"

layout(std140, binding = BIND_PARAMS) uniform Params { rank_params params; };
#define SOURCE_MEMORY restrict
#ifndef SINK_MEMORY
#define SINK_MEMORY restrict writeonly
#endif
#include "lib/io.glsl"

// Without values the result is unused.
uint value_at(uint at)
{
#if WITH_VALUES
    return load_value(at);
#else
    return at;
#endif
}

void store(uint position, KEY key, uint value)
{
    if (writes_keys())
        store_key(position, key);
#if WITH_VALUES
    store_value(position, value);
#endif
}
