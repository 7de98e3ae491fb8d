// SPDX-License-Identifier: MIT
// A digit in a single pass (radix/chain.glsl), of keys of one word with values of none or
// one.
#include "lib/extensions.glsl"

// VALUES: 0 keys only; 1 keys and values in separate buffers; 2 (key, value) pairs
// between digits; 3 the same, with a texture as the ping-pong buffer.
#define WITH_VALUES (VALUES > 0)
#define PAIRS (VALUES > 1)
#define PAIR_TEXTURE (VALUES > 2)

#include "radix/shapes.glsl"
#include "radix/radix_tile.glsl"
#include "radix/chain.glsl"
