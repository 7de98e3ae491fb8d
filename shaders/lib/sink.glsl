// SPDX-License-Identifier: MIT
// The sink: the one place where a compute pass writes elements in the caller's form, or
// in that of the pass after it. store_key(i, key) sends an ordered integer through the
// map of the last pass; sink_key(i, word) writes a word as it is. Both write whatever the
// flags say: writes_keys() is asked once for many elements.
//
// The including shader declares the uniform block `params`, whose first member is `io`,
// and defines SINK_KEYS and SINK_VALUES if it writes them: their binding points.
// SINK_MEMORY may replace the qualifiers of the buffers, as for those that are read, too.
#include "shared/io.h"
#include "lib/keys.glsl"

#ifndef SINK_MEMORY
#define SINK_MEMORY writeonly
#endif

bool writes_keys()
{
    return (params.io.flags & IO_WRITE_KEYS) != 0u;
}

#ifdef SINK_KEYS
layout(std430, binding = SINK_KEYS) SINK_MEMORY buffer SinkKeys
{
    uint sink_keys[];
};

void sink_key(uint at, uint word)
{
    sink_keys[params.io.keys_out_base + at] = word;
}

void store_key(uint at, uint key)
{
    sink_key(at, map_key(key, params.io.write_negative, params.io.write_positive));
}
#endif

#ifdef SINK_VALUES
layout(std430, binding = SINK_VALUES) SINK_MEMORY buffer SinkValues
{
    uint sink_values[];
};

void store_value(uint at, uint value)
{
    sink_values[params.io.values_out_base + at] = value;
}
#endif
