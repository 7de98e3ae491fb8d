// SPDX-License-Identifier: MIT
// A digit in a single pass (radix/chain.glsl), of keys of one word with values of none or
// one.
//
//   reads   the digit's scatter and where each bin starts, in the state; keys and values
//           of the scatter's source (or makes values 0 .. count - 1)
//   writes  keys and values of its destination, ordered by the digit; the writes are
//           scattered
//   reads and writes  tile_status[row][bin], tickets of the state
//   grid    one work group per tile; any groups without a tile return at once. If the
//           digit is skipped, there are no groups, or all return
#include "lib/extensions.glsl"

// VALUES: 0 keys only; 1 keys and values in separate buffers; 2 (key, value) pairs
// between digits; 3 the same, with a texture as the ping-pong buffer.
#define WITH_VALUES (VALUES > 0)
#define PAIRS (VALUES > 1)
#define PAIR_TEXTURE (VALUES > 2)

#define RANKS_APART 1 // calls the parts of rank_tile()
#include "radix/shapes.glsl"
#include "radix/radix_tile.glsl"
#include "radix/chain.glsl"
