// SPDX-License-Identifier: MIT
// The sink: compute passes write arrays of keys and of values here, either in the
// caller's form or in the form that the next pass reads. store_key(i, key) applies the
// write map of params.io, whose words are 0 in passes that keep ordered integers;
// sink_key(i, word) writes a word unchanged. Neither checks writes_keys(): a shader that
// may have to omit the keys checks it, once for many elements where it can.
//
// The including shader declares the uniform block `params`, whose first member is `io`.
// It defines SINK_KEYS and SINK_VALUES, if it writes them, as their binding points, and
// may define SINK_MEMORY to replace the qualifiers of these buffers, for example if it
// also reads them.
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
layout(std430, binding = SINK_KEYS) SINK_MEMORY buffer SinkKeys { uint sink_keys[]; };

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
