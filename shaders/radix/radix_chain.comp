// SPDX-License-Identifier: MIT
// A digit in a single pass (radix/chain.glsl), of keys of one word or two, with values of
// VALUE_WORDS words: 0, 1, 2 or 4.
//
//   reads   the digit's scatter and where each bin starts, in the state; keys and values
//           of the scatter's source (or makes values 0 .. count - 1)
//   writes  keys and values of its destination, ordered by the digit; the writes are
//           scattered
//   reads and writes  tile_status[row][bin], tickets of the state
//   grid    one work group per tile; any groups without a tile return at once. If the
//           digit is skipped, there are no groups, or all return
#include "lib/extensions.glsl"

// PAIRS, of keys and values of one word: 0 they stay apart; 1 (key, value) pairs between
// digits; 2 the same, with a texture as the ping-pong buffer; 3 as 1, but elements shrink
// (PACKS of radix/radix_buffers.glsl), and keys are not written.
// LONG_DIGITS: digits of 9 bits, which needs PAIRS == 3.
#define PAIR_TEXTURE (PAIRS == 2)
#define PACKS (PAIRS == 3)

// WIDE: keys of two words.
#if WIDE
#define KEY_WORDS 2
#ifndef RADIX_STATUS_VALUE_BITS
#define RADIX_STATUS_VALUE_BITS RADIX_WIDE_VALUE_BITS
#endif
#endif

#define RANKS_APART 1 // calls the parts of rank_tile()
#include "radix/shapes.glsl"
#include "radix/radix_tile.glsl"
#include "radix/chain.glsl"
