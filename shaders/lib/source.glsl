// SPDX-License-Identifier: MIT
// The source: compute passes read arrays of keys and of values here. load_key(i) returns
// a key as an ordered unsigned integer, load_value(i) its value. source_key(i) and
// source_value(i) return the words unchanged, for later passes of a sort and for passes
// that map keys themselves.
//
// The including shader declares the uniform block `params`, whose first member is `io`,
// and defines SOURCE_KEYS and SOURCE_VALUES, if it reads them, as their binding points. A
// first pass with COMPUTED has computed_key(at) of order/computed_keys.glsl instead of
// SOURCE_KEYS. The including shader may define SOURCE_MEMORY, a qualifier of these
// buffers, SOURCE_PACKED if the source is never the caller's, which may have gaps, and
// KEY_WORDS (lib/wide_keys.glsl). It must not read past the count.
#include "shared/io.h"
#include "lib/wide_keys.glsl"

#ifndef COMPUTED
#define COMPUTED 0
#endif

#ifndef SOURCE_MEMORY
#define SOURCE_MEMORY
#endif

#ifdef SOURCE_PACKED
#define SOURCE_AT(AT, GAP) (AT)
#else
#define SOURCE_AT(AT, GAP) ((AT) + (AT) * (GAP))
#endif

#ifdef SOURCE_KEYS
layout(std430, binding = SOURCE_KEYS) SOURCE_MEMORY readonly buffer SourceKeys
{
    uint source_keys[];
};

#if KEY_WORDS == 2
// The word that a key begins with. The caller's first key may be at any word, so keys are
// not read as vectors.
uint key_place(uint at)
{
    return params.io.keys_in_base + at * (1u + SOURCE_AT(1u, params.io.keys_in_gap));
}

KEY source_key(uint at)
{
    uint place = key_place(at);
    return uvec2(source_keys[place], source_keys[place + 1u]);
}

KEY load_key(uint at)
{
    return map_key_in(source_key(at));
}
#else
// The word that holds a key. That of the next key is key_step() further.
uint key_place(uint at)
{
    return params.io.keys_in_base + SOURCE_AT(at, params.io.keys_in_gap);
}

uint key_step()
{
    return SOURCE_AT(1u, params.io.keys_in_gap);
}

uint source_key(uint at)
{
    return source_keys[key_place(at)];
}

uint load_key_from(uint place)
{
    return map_key_in(source_keys[place]);
}

uint load_key(uint at)
{
    return load_key_from(key_place(at));
}
#endif
#elif COMPUTED
uint computed_key(uint at);

uint load_key(uint at)
{
    return map_key_in(computed_key(at));
}
#endif

#ifdef SOURCE_VALUES
layout(std430, binding = SOURCE_VALUES) SOURCE_MEMORY readonly buffer SourceValues
{
    uint source_values[];
};

uint source_value(uint at)
{
    return source_values[params.io.values_in_base +
                         SOURCE_AT(at, params.io.values_in_gap)];
}

bool makes_indices()
{
    return (params.io.flags & IO_MAKE_INDICES) != 0u;
}

uint load_value(uint at)
{
    uint value = at;
    if (!makes_indices())
        value = source_value(at);
    return value;
}
#endif
