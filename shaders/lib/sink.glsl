// SPDX-License-Identifier: MIT
// The sink: compute passes write arrays of keys and of values here, either in the
// caller's form or in the form that the next pass reads. store_key(i, key) applies the
// write map of params.io, whose words are 0 in passes that keep ordered integers;
// sink_key(i, key) writes a key unchanged. Neither checks writes_keys(): a shader that
// may have to omit the keys checks it, once for many elements where it can.
//
// The including shader declares the uniform block `params`, whose first member is `io`.
// It defines SINK_KEYS and SINK_VALUES, if it writes them, as their binding points, and
// may define SINK_MEMORY to replace the qualifiers of these buffers, for example if it
// also reads them, and KEY_WORDS (lib/wide_keys.glsl).
#include "shared/io.h"
#include "lib/wide_keys.glsl"

#ifndef SINK_MEMORY
#define SINK_MEMORY writeonly
#endif

bool writes_keys()
{
    return (params.io.flags & IO_WRITE_KEYS) != 0u;
}

#ifdef SINK_KEYS
layout(std430, binding = SINK_KEYS) SINK_MEMORY buffer SinkKeys { uint sink_keys[]; };

void sink_key(uint at, KEY key)
{
#if KEY_WORDS == 2
    uint place = params.io.keys_out_base + 2u * at;
    sink_keys[place] = key.x;
    sink_keys[place + 1u] = key.y;
#else
    sink_keys[params.io.keys_out_base + at] = key;
#endif
}

void store_key(uint at, KEY key)
{
    sink_key(at, map_key_out(key));
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
